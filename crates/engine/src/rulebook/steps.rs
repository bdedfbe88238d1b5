//! Fighting that a rulebook says in tables: profiles, chains of steps, and effects (FT-01 to FT-10). The engine knows no
//! attribute by name.

use super::{Amount, Effect, TroopType, Weapon};
use crate::battle::geometry::Len;
use crate::dice::Dice;
use crate::words::{readings, words};

/// Most attributes that a rulebook may name.
pub const MOST_ATTRIBUTES: usize = 24;
/// Most steps of a rulebook, and most of one chain.
pub const MOST_STEPS: usize = 16;
/// Most attacks of one figure at once.
pub const MOST_ATTACKS: i32 = 12;

/// An attribute of a profile, by its place in [`Steps::attributes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attribute(pub u8);

/// What somebody has of an attribute: `None` where his troop type and his weapon say nothing of it.
pub type Profile = Vec<Option<Amount>>;

/// What a weapon does to an attribute of who bears it (FT-01).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeChange {
    /// He has this instead of his own.
    Is(Amount),
    /// It adds to his own; to nothing where he has none.
    Adds(i32),
}

/// What a figure has besides his weapon (FT-10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gear {
    /// Its name.
    pub name: String,
    /// What it adds to each attribute, in the order of [`Steps::attributes`]; to nothing where there is none.
    pub adds: Vec<i32>,
    /// The troop types that may have it, by their places; all where none is named.
    pub troops: Vec<usize>,
}

impl Gear {
    /// Whether a troop type may have it.
    pub fn is_for(&self, troops: usize) -> bool {
        self.troops.is_empty() || self.troops.contains(&troops)
    }
}

impl TroopType {
    /// This troop type with gear (FT-10).
    #[must_use]
    pub fn with(mut self, gear: &Gear) -> Self {
        for (own, adds) in self.profile.iter_mut().zip(&gear.adds).filter(|(_, adds)| **adds != 0) {
            let amount = own.unwrap_or(Amount::fixed(0));
            *own = Some(Amount { plus: amount.plus + adds, ..amount });
        }
        self.gear.push(gear.name.clone());
        self
    }

    /// What it is called, with its gear: `brute (shield)`.
    pub fn told(&self) -> String {
        let gear = self.gear.join(", ");
        if gear.is_empty() { self.name.clone() } else { format!("{} ({gear})", self.name) }
    }
}

readings! {
    /// One of the two that an attack is between.
    Party {
        Attacker "attacker" = "Who shoots or strikes.",
        Target "target" = "Whom he attacks.",
    }
}

impl Party {
    /// The other of the two.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Target,
            Self::Target => Self::Attacker,
        }
    }
}

/// A number, what one of the two has of an attribute, or dice.
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
    /// The attribute that says how many wounds bring a figure down (FT-06); one where it is not there.
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
    /// Who strikes in a round of melee (FT-07).
    pub melee: StepMelee,
    /// How near behind cover one must stand to profit from it.
    pub cover_distance: Len,
    /// Most friends that help a fighter.
    pub most_helpers: i32,
}

impl Steps {
    /// What a figure of a troop type with a weapon has of each attribute (FT-01).
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

    /// The chain of a kind.
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
    /// The steps, by their places in [`Steps::steps`]; none where nobody attacks so.
    pub steps: Vec<u8>,
    /// How many attacks a figure makes at once: a number, or an attribute of his.
    pub attacks: Option<Value>,
    /// What adds to that number, and when.
    pub extra: Vec<StepModifier>,
    /// Where any of these holds he makes half as many, rounded up.
    pub halved: Vec<StepCondition>,
}

/// One roll of a chain, or one look at a table (FT-03).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// The dice.
    pub dice: Dice,
    /// Who rolls; of an opposed roll both do.
    pub by: Party,
    /// How the dice are read.
    pub test: Test,
    /// What is added to the roll, and when.
    pub rows: Vec<StepModifier>,
    /// What the lowest total of the dice does of itself.
    pub lowest: Natural,
    /// What the highest does.
    pub highest: Natural,
    /// The step that comes through without a roll after the lowest total, and after the highest: each succeeds of itself.
    pub skips: [Option<u8>; 2],
    /// What is rolled once more, and when: whatever any of them says.
    pub rerolls: Vec<Again>,
    /// A success ends the attack, as a save does; else a failure does.
    pub stops: bool,
    /// What happens when the attack comes through: by how much, the least first.
    pub effects: Vec<(i32, u8)>,
    /// What happens when it ends here.
    pub fails: Option<u8>,
}

/// How dice are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// The total must be as high.
    AtLeast(Needs),
    /// The total must be no higher: what helps is taken off the dice.
    AtMost(Needs),
    /// Both roll, and the higher total wins (FT-04).
    Opposed {
        /// Added to the dice of the attacker, and of the target.
        adds: [Value; 2],
        /// Who wins if they are equal.
        ties: Ties,
    },
    /// The strength of one side against that of the other says which column, the dice which row (FT-05).
    Ratio {
        /// The strength of each who fights or helps, of the attacker's and of the target's.
        strength: [Value; 2],
        /// So many to so many, the weakest first; the attacker has the last column that he reaches, or the first.
        columns: Vec<[i32; 2]>,
        /// What happens, by column and by total of the dice from the lowest: effects by their places, none where nothing
        /// does. A total beyond the dice takes the edge.
        results: Vec<Vec<Option<u8>>>,
    },
}

/// What a roll of a step is up against, all told: its chance hangs on nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepMark {
    /// What the dice are held against.
    pub against: Against,
    /// Whether the lowest total is rolled once more, and whether a failure is.
    pub rerolls: [bool; 2],
}

/// What the dice of a step are held against, with all that is added to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Against {
    /// The dice must show so much.
    AtLeast(i32),
    /// They must show no more than that.
    AtMost(i32),
    /// The attacker adds so much more to his dice than the target.
    Lead(i32),
    /// A column of ratios, and what is added to the dice.
    Column {
        /// The column, by its place.
        column: usize,
        /// What is added.
        adds: i32,
    },
}

/// What may come of a roll of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepResult {
    /// It succeeds.
    Passes,
    /// The target wins an opposed roll.
    TargetWins,
    /// A table of ratios names this effect, by its place in [`Steps::effects`].
    Effect(u8),
}

impl Step {
    /// One that says nothing but its name: the attacker rolls a six-sided die, which passes whatever it shows.
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
    /// What may come of a roll, besides nothing.
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

    /// The effect that a table of ratios names in a column for a total of the dice with what is added (FT-05).
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
    /// What a table says, by its place in [`Steps::tables`].
    Table(u8),
    /// By distance: up to so far, so much, the nearest first; beyond the last as at the last.
    Distance(Vec<(Len, i32)>),
    /// By the range of the weapon, as its `to-hit` says.
    ToHit,
}

/// A table over two values (FT-03). A value beyond its edge takes the edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookUp {
    /// Its name.
    pub name: String,
    /// What says which row, and which column.
    pub by: [Value; 2],
    /// The values of the first row and of the first column.
    pub first: [i32; 2],
    /// The rows, all of the same length.
    pub rows: Vec<Vec<i32>>,
}

impl LookUp {
    /// What stands there.
    pub fn at(&self, row: i32, column: i32) -> i32 {
        let place = |value: i32, first: i32, count: usize| {
            (value - first).clamp(0, count as i32 - 1) as usize
        };
        let row = &self.rows[place(row, self.first[0], self.rows.len())];
        row[place(column, self.first[1], row.len())]
    }
}

/// Something that adds to a roll where all its conditions hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepModifier {
    /// Its name: that of its one condition, or the designer's.
    pub name: String,
    /// When it counts.
    pub when: Vec<StepCondition>,
    /// Attributes of which there must be 1 or more besides.
    pub has: Vec<(Party, Attribute)>,
    /// What it adds.
    pub adds: Value,
}

/// Something that has a roll made once more where all its conditions hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    /// Its name.
    pub name: String,
    /// When it counts.
    pub when: Vec<StepCondition>,
    /// Attributes of which there must be 1 or more besides.
    pub has: Vec<(Party, Attribute)>,
    /// What is rolled once more.
    pub what: Reroll,
}

/// What happens to somebody (FT-06).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepEffect {
    /// Its name.
    pub name: String,
    /// To whom.
    pub on: Party,
    /// How many wounds it does.
    pub wounds: Wounds,
    /// What it does to him besides.
    pub does: Effect,
    /// What it does to his unit.
    pub unit: UnitEffect,
}

/// How many wounds an effect does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wounds {
    /// So many, or as the dice say.
    Amount(Amount),
    /// As many as an attribute says, which may be dice.
    Of(Party, Attribute),
    /// By as much as the attack came through, less something; never below none.
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

    /// Who wins an opposed roll if both are equal (FT-04).
    Ties {
        Nobody "nobody" = "Nobody.",
        Attacker "attacker" = "The attacker.",
        Target "target" = "The target.",
    }

    /// What an extreme total of the dice does of itself (FT-03).
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

    /// Who strikes in a round of melee (FT-07).
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
    /// What a row of a step asks for (FT-03).
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
    /// Whether it can ever hold of what such a chain is for.
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

/// What of all conditions holds, and how many help both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Situation {
    bits: u32,
    /// Friends that help the attacker, and the target.
    pub helpers: [i32; 2],
}

impl Situation {
    /// Nothing holds.
    pub const PLAIN: Self = Self { bits: 0, helpers: [0, 0] };

    /// This situation, with a condition if it holds.
    #[must_use]
    pub const fn with(mut self, condition: StepCondition, holds: bool) -> Self {
        if holds {
            self.bits |= 1 << condition as u32;
        }
        self
    }

    /// How often a condition holds: once or not at all, but for helpers.
    pub const fn times(&self, condition: StepCondition) -> i32 {
        match condition {
            StepCondition::Always => 1,
            StepCondition::Helped => self.helpers[0],
            StepCondition::TargetHelped => self.helpers[1],
            _ => (self.bits >> condition as u32 & 1) as i32,
        }
    }

    /// This situation with both in each other's place, as of a blow that the target strikes back.
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
    /// How often it counts, where the two have the attributes that it asks for.
    pub fn times(&self, situation: &Situation) -> i32 {
        self.when.iter().map(|condition| situation.times(*condition)).product()
    }
}

impl Again {
    /// Whether all its conditions hold.
    pub fn holds(&self, situation: &Situation) -> bool {
        self.when.iter().all(|condition| situation.times(*condition) > 0)
    }
}
