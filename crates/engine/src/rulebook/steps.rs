//! Fighting that a rulebook defines in tables: profiles, chains of steps, and effects (FT-01 to FT-10). The engine knows no
//! attribute by name.

use super::{Amount, Effect, TroopType, Weapon};
use crate::battle::geometry::Len;
use crate::dice::Dice;
use crate::words::{readings, words};

/// Most attributes that a rulebook may name.
pub const MOST_ATTRIBUTES: usize = 24;
/// Most steps of a rulebook, and of one chain.
pub const MOST_STEPS: usize = 16;
/// Most attacks of one figure at once.
pub const MOST_ATTACKS: i32 = 12;

/// An attribute of a profile, by its place in [`Steps::attributes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attribute(pub u8);

/// A figure's value of each attribute: `None` if neither its troop type nor its weapon has it.
pub type Profile = Vec<Option<Amount>>;

/// How a weapon changes an attribute of its bearer (FT-01).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeChange {
    /// Replaces the bearer's own.
    Is(Amount),
    /// Adds to the bearer's own, or to 0 if there is none.
    Adds(i32),
}

/// What a figure has besides its weapon (FT-10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gear {
    /// Its name.
    pub name: String,
    /// What it adds to each attribute, in the order of [`Steps::attributes`]; to 0 if there is none.
    pub adds: Vec<i32>,
    /// The troop types that may have it, by their places; all if none is named.
    pub troops: Vec<usize>,
}

impl Gear {
    /// Returns whether a troop type may have it.
    pub fn is_for(&self, troops: usize) -> bool {
        self.troops.is_empty() || self.troops.contains(&troops)
    }
}

impl TroopType {
    /// Returns this troop type with gear (FT-10).
    #[must_use]
    pub fn with(mut self, gear: &Gear) -> Self {
        for (own, adds) in self.profile.iter_mut().zip(&gear.adds).filter(|(_, adds)| **adds != 0) {
            let amount = own.unwrap_or(Amount::fixed(0));
            *own = Some(Amount { plus: amount.plus + adds, ..amount });
        }
        self.gear.push(gear.name.clone());
        self
    }

    /// Returns its name with its gear: `brute (shield)`.
    pub fn told(&self) -> String {
        let gear = self.gear.join(", ");
        if gear.is_empty() { self.name.clone() } else { format!("{} ({gear})", self.name) }
    }
}

readings! {
    /// One of the two figures of an attack.
    Party {
        Attacker "attacker" = "Who shoots or strikes.",
        Target "target" = "Whom he attacks.",
    }
}

impl Party {
    /// Returns the other of the two.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Target,
            Self::Target => Self::Attacker,
        }
    }
}

/// A number, an attribute of one of the two, or dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(i32),
    /// An attribute.
    Of(Party, Attribute),
    /// Dice.
    Dice(Amount),
}

/// All of a rulebook's fighting by steps.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Steps {
    /// The names of the attributes.
    pub attributes: Vec<String>,
    /// The attribute for how many wounds bring a figure down (FT-06); without it, one wound does.
    pub wounds: Option<Attribute>,
    /// Every step, in the order in which the rulebook names them.
    pub steps: Vec<Step>,
    /// Every effect.
    pub effects: Vec<StepEffect>,
    /// Tables over two values.
    pub tables: Vec<LookUp>,
    /// What figures may have besides a weapon.
    pub gear: Vec<Gear>,
    /// The chains: of a shot, of a blow, and of a unit's nerve.
    pub chains: [Chain; 3],
    /// When a unit tests its nerve (FT-08).
    pub tested: Tested,
    /// Which figures strike in a round of melee (FT-07).
    pub melee: StepMelee,
    /// How near behind cover a figure must stand to profit from it.
    pub cover_distance: Len,
    /// Most friends that help a fighter.
    pub most_helpers: i32,
}

impl Steps {
    /// Returns the attributes of a figure of a troop type with a weapon (FT-01).
    pub fn profile(&self, troops: &TroopType, weapon: &Weapon) -> Profile {
        let of = |k: usize| {
            let own = troops.profile.get(k).copied().flatten();
            match weapon.profile.get(k).copied().flatten() {
                None => own,
                Some(AttributeChange::Is(amount)) => Some(amount),
                Some(AttributeChange::Adds(adds)) => {
                    let own = own.unwrap_or(Amount::fixed(0));
                    Some(Amount { plus: own.plus + adds, ..own })
                }
            }
        };
        (0..self.attributes.len()).map(of).collect()
    }

    /// Returns the chain of a kind.
    pub const fn chain(&self, of: ChainKind) -> &Chain {
        &self.chains[of as usize]
    }
}

readings! {
    /// What a chain of steps is for.
    ChainKind {
        Shoot "shoot" = "A shot.",
        Strike "strike" = "A blow.",
        Nerve "nerve" = "A unit's nerve.",
    }
}

/// Steps, one after the other (FT-02).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chain {
    /// The steps, by their places in [`Steps::steps`]; none if there is no such attack.
    pub steps: Vec<u8>,
    /// How many attacks a figure makes at once: a number, or one of its attributes.
    pub attacks: Option<Value>,
    /// What adds to that number, and when.
    pub extra: Vec<StepModifier>,
    /// If any of these holds it makes half as many, rounded up.
    pub halved: Vec<StepCondition>,
}

/// One roll of a chain, or one look at a table (FT-03).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// The dice.
    pub dice: Dice,
    /// Which of the two rolls; in an opposed roll both do.
    pub by: Party,
    /// How the dice are read.
    pub test: Test,
    /// What is added to the roll, and when.
    pub rows: Vec<StepModifier>,
    /// What the lowest total of the dice does by itself.
    pub lowest: Natural,
    /// What the highest total does by itself.
    pub highest: Natural,
    /// The step that comes through without a roll after the lowest total, and after the highest: both totals succeed by
    /// themselves.
    pub skips: [Option<u8>; 2],
    /// What is rolled once more, and when; each row by itself.
    pub rerolls: Vec<Again>,
    /// A success ends the attack, as a save does; otherwise a failure does.
    pub stops: bool,
    /// What happens when the attack comes through: effects by margin, the least first.
    pub effects: Vec<(i32, u8)>,
    /// What happens when it ends here.
    pub fails: Option<u8>,
}

/// How dice are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// The total must be at least this.
    AtLeast(Needs),
    /// The total must be at most this: what helps is taken off the dice.
    AtMost(Needs),
    /// Both roll, and the higher total wins (FT-04).
    Opposed {
        /// Added to the dice of the attacker, and of the target.
        adds: [Value; 2],
        /// Which figure wins if they are equal.
        ties: Ties,
    },
    /// The ratio of both strengths gives the column, the dice the row (FT-05).
    Ratio {
        /// The strength of each fighter and helper: the attacker's, and the target's.
        strength: [Value; 2],
        /// Ratios, the weakest first; the attacker gets the last column that it reaches, or the first.
        columns: Vec<[i32; 2]>,
        /// What happens, by column and by total of the dice from the lowest: effects by their places, or nothing. A total
        /// beyond the dice takes the edge.
        results: Vec<Vec<Option<u8>>>,
    },
}

/// Everything that a roll of a step is up against: its chance depends on nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepMark {
    /// What the dice are compared with.
    pub against: Against,
    /// Whether the lowest total is rolled once more, and whether a failure is.
    pub rerolls: [bool; 2],
}

/// What the dice of a step are compared with, everything added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Against {
    /// The dice must show at least this.
    AtLeast(i32),
    /// The dice must show at most this.
    AtMost(i32),
    /// The attacker adds this much more to its dice than the target.
    Lead(i32),
    /// A column of ratios, and what is added to the dice.
    Column {
        /// The column, by its place.
        column: usize,
        /// What is added.
        adds: i32,
    },
}

/// A possible result of a step's roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepResult {
    /// It succeeds.
    Passes,
    /// The target wins an opposed roll.
    TargetWins,
    /// A table of ratios gives this effect, by its place in [`Steps::effects`].
    Effect(u8),
}

impl Step {
    /// Returns a step with only a name: the attacker rolls a six-sided die, which passes whatever it shows.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            dice: Dice::one(6),
            by: Party::Attacker,
            test: Test::AtLeast(Needs::Value(Value::Number(0))),
            rows: Vec::new(),
            lowest: Natural::Counts,
            highest: Natural::Counts,
            skips: [None; 2],
            rerolls: Vec::new(),
            stops: false,
            effects: Vec::new(),
            fails: None,
        }
    }
    /// Returns the possible results of a roll, besides nothing.
    pub fn results(&self) -> Vec<StepResult> {
        match &self.test {
            Test::AtLeast(_) | Test::AtMost(_) => vec![StepResult::Passes],
            Test::Opposed { .. } => vec![StepResult::Passes, StepResult::TargetWins],
            Test::Ratio { results, .. } => {
                let mut effects: Vec<u8> = results.iter().flatten().copied().flatten().collect();
                effects.sort_unstable();
                effects.dedup();
                effects.into_iter().map(StepResult::Effect).collect()
            }
        }
    }

    /// Returns the effect that a table of ratios gives in a column for a total of the dice with modifiers (FT-05).
    pub fn effect_at(&self, column: usize, total: i32) -> Option<u8> {
        let Test::Ratio { results, .. } = &self.test else { return None };
        let rows = &results[column];
        rows[(total - self.dice.min()).clamp(0, rows.len() as i32 - 1) as usize]
    }
}

/// What must be rolled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Needs {
    /// A number or an attribute.
    Value(Value),
    /// The entry of a table, by its place in [`Steps::tables`].
    Table(u8),
    /// By distance: pairs of distance and number, the nearest first; beyond the last as at the last.
    Distance(Vec<(Len, i32)>),
    /// By the range of the weapon, from its `to-hit`.
    ToHit,
}

/// A table over two values (FT-03). A value beyond its edge takes the edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookUp {
    /// Its name.
    pub name: String,
    /// What gives the row, and the column.
    pub by: [Value; 2],
    /// The values of the first row and of the first column.
    pub first: [i32; 2],
    /// The rows, all of the same length.
    pub rows: Vec<Vec<i32>>,
}

impl LookUp {
    /// Returns an entry.
    pub fn at(&self, row: i32, column: i32) -> i32 {
        let place = |value: i32, first: i32, count: usize| {
            (value - first).clamp(0, count as i32 - 1) as usize
        };
        let row = &self.rows[place(row, self.first[0], self.rows.len())];
        row[place(column, self.first[1], row.len())]
    }
}

/// Something that adds to a roll if all its conditions hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepModifier {
    /// Its name: that of its one condition, or the designer's.
    pub name: String,
    /// When it counts.
    pub when: Vec<StepCondition>,
    /// Attributes that must be 1 or more besides.
    pub has: Vec<(Party, Attribute)>,
    /// What it adds.
    pub adds: Value,
}

/// Something that has a roll repeated if all its conditions hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    /// Its name.
    pub name: String,
    /// When it counts.
    pub when: Vec<StepCondition>,
    /// Attributes that must be 1 or more besides.
    pub has: Vec<(Party, Attribute)>,
    /// What is rolled once more.
    pub what: Reroll,
}

/// An effect on a figure (FT-06).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepEffect {
    /// Its name.
    pub name: String,
    /// Which of the two it hits.
    pub on: Party,
    /// How many wounds it does.
    pub wounds: Wounds,
    /// What else it does to the figure.
    pub does: Effect,
    /// What it does to the figure's unit.
    pub unit: UnitEffect,
}

/// How many wounds an effect does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wounds {
    /// A number, or dice.
    Amount(Amount),
    /// An attribute, which may be dice.
    Of(Party, Attribute),
    /// The margin by which the attack came through, less something; never below 0.
    Margin {
        /// What is taken off.
        less: Value,
    },
}

readings! {
    /// What an effect does to the whole unit.
    UnitEffect {
        None "nothing" = "Nothing.",
        Withdraws "withdraws" = "Each of it goes a full move back from the nearest enemy.",
        Routs "routs" = "It leaves the table.",
    }

    /// Which figure wins an opposed roll if both are equal (FT-04).
    Ties {
        Nobody "nobody" = "Nobody.",
        Attacker "attacker" = "The attacker.",
        Target "target" = "The target.",
    }

    /// What an extreme total of the dice does by itself (FT-03).
    Natural {
        Counts "counts" = "Nothing: it counts like any other.",
        Fails "fails" = "It fails, whatever is added.",
        Succeeds "succeeds" = "It succeeds.",
    }

    /// What is rolled once more (FT-03).
    Reroll {
        Nothing "nothing" = "Nothing.",
        Lowest "lowest" = "The lowest total.",
        Failures "failures" = "Whatever has failed.",
    }

    /// Which figures strike in a round of melee (FT-07).
    StepMelee {
        Each "each" = "Each at his opponent, all at once.",
        ChargerFirst "charger-first" = "Who has come into contact strikes first, and who is down strikes no more.",
        Contest "contest" = "Both roll once, and the winner's blow counts: for chains that begin with an opposed roll.",
        Active "active" = "Those of the side that acts, each enemy once.",
    }
}

/// When a unit tests its nerve (FT-08).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tested {
    /// Whenever it has lost a figure.
    pub each_loss: bool,
    /// When it has lost a quarter of its figures.
    pub quarter: bool,
    /// When it has lost half.
    pub half: bool,
    /// When it has lost its leader.
    pub leader: bool,
}

words! {
    /// A condition of a row of a step (FT-03).
    StepCondition {
        Always "always" = "it always holds",
        Screened "screened" = "the target of a shot is screened",
        Protected "protected" = "the target of a shot is protected",
        MediumRange "medium-range" = "the shot is at medium range",
        LongRange "long-range" = "the shot is at long range",
        Moved "moved" = "the attacker has moved in this action",
        InReaction "in-reaction" = "the shot is a reaction (LL-12)",
        Charges "charges" = "the attacker has just come into contact",
        Charged "charged" = "the target has",
        Barricade "barricade" = "the attacker strikes across a barricade that he did not come up to",
        BehindBarricade "behind-barricade" = "the target does",
        LongerReach "longer-reach" = "the attacker's weapon is longer",
        ShorterReach "shorter-reach" = "the target's is",
        Outnumbers "outnumbers" = "the target is in contact with more than one enemy",
        Outnumbered "outnumbered" = "the attacker is; of nerve, the enemy has more figures",
        Wounded "wounded" = "the attacker, or the figure testing nerve, is wounded",
        TargetWounded "target-wounded" = "the target is wounded",
        Mounted "mounted" = "the attacker is mounted",
        TargetMounted "target-mounted" = "the target is mounted",
        Leads "leads" = "the attacker, or the figure testing nerve, is a leader",
        TargetLeads "target-leads" = "the target is a leader",
        HalfLost "half-lost" = "of nerve: the unit has lost half of its figures",
        LeaderDown "leader-down" = "of nerve: the unit has lost its leader",
        Helped "helped" = "counts once for each friend that helps the attacker, or reaches past him from behind",
        TargetHelped "target-helped" = "the same of the target",
    }
}

impl StepCondition {
    /// Returns whether it can ever hold in such a chain.
    pub const fn goes_with(self, chain: ChainKind) -> bool {
        match self {
            Self::Always | Self::Wounded | Self::Mounted | Self::Leads => true,
            Self::TargetWounded | Self::TargetMounted | Self::TargetLeads => {
                !matches!(chain, ChainKind::Nerve)
            }
            Self::Screened
            | Self::Protected
            | Self::MediumRange
            | Self::LongRange
            | Self::Moved
            | Self::InReaction => matches!(chain, ChainKind::Shoot),
            Self::HalfLost | Self::LeaderDown => matches!(chain, ChainKind::Nerve),
            Self::Outnumbered => !matches!(chain, ChainKind::Shoot),
            Self::Charges
            | Self::Charged
            | Self::Barricade
            | Self::BehindBarricade
            | Self::LongerReach
            | Self::ShorterReach
            | Self::Outnumbers
            | Self::Helped
            | Self::TargetHelped => matches!(chain, ChainKind::Strike),
        }
    }
}

/// Which conditions hold, and how many help each of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Situation {
    bits: u32,
    /// Friends that help the attacker, and the target.
    pub helpers: [i32; 2],
}

impl Situation {
    /// Nothing holds.
    pub const PLAIN: Self = Self { bits: 0, helpers: [0, 0] };

    /// Returns this situation, with a condition if it holds.
    #[must_use]
    pub const fn with(mut self, condition: StepCondition, holds: bool) -> Self {
        if holds {
            self.bits |= 1 << condition as u32;
        }
        self
    }

    /// Returns how often a condition holds: once or not at all, except for helpers.
    pub const fn times(&self, condition: StepCondition) -> i32 {
        match condition {
            StepCondition::Always => 1,
            StepCondition::Helped => self.helpers[0],
            StepCondition::TargetHelped => self.helpers[1],
            _ => (self.bits >> condition as u32 & 1) as i32,
        }
    }

    /// Returns this situation with the two in each other's place, as for a blow that the target strikes back.
    #[must_use]
    pub fn turned(&self) -> Self {
        use StepCondition as C;
        let pairs = [
            (C::Charges, C::Charged),
            (C::Barricade, C::BehindBarricade),
            (C::LongerReach, C::ShorterReach),
            (C::Outnumbers, C::Outnumbered),
            (C::Wounded, C::TargetWounded),
            (C::Mounted, C::TargetMounted),
            (C::Leads, C::TargetLeads),
        ];
        let mut turned = Self { bits: 0, helpers: [self.helpers[1], self.helpers[0]] };
        for condition in C::ALL {
            let other = pairs.iter().find_map(|(a, b)| {
                if *a == condition { Some(*b) } else { (*b == condition).then_some(*a) }
            });
            if self.bits >> condition as u32 & 1 == 1 {
                turned = turned.with(other.unwrap_or(condition), true);
            }
        }
        turned
    }
}

impl StepModifier {
    /// Returns how often it counts, if the two have the attributes that it asks for.
    pub fn times(&self, situation: &Situation) -> i32 {
        self.when.iter().map(|condition| situation.times(*condition)).product()
    }
}

impl Again {
    /// Returns whether all its conditions hold.
    pub fn holds(&self, situation: &Situation) -> bool {
        self.when.iter().all(|condition| situation.times(*condition) > 0)
    }
}
