//! A rulebook in numeric form: every table that a designer tunes. Names are kept for transcripts only.

mod adnd;
mod lloyd;
mod osric;
mod petite_guerre;
mod steps;
mod techniques;
mod turn;
mod warspike;

pub use adnd::*;
pub use lloyd::*;
pub use osric::*;
pub use petite_guerre::*;
pub use steps::*;
pub use techniques::*;
pub use turn::*;
pub use warspike::*;

use crate::battle::Cover;
use crate::battle::geometry::Len;
use crate::dice::Dice;
use crate::event::{Part, Parts};
use crate::rule::Rule;
use crate::words::readings;

/// Declares facts about the variants of an enum: the usual value, and the exceptions.
macro_rules! facts {
    ($of:ident: $($(#[$doc:meta])* $fact:ident: $type:ty = $usual:expr $(, $who:pat => $is:expr)*;)+) => {
        impl $of {$(
            $(#[$doc])*
            #[must_use]
            pub const fn $fact(&self) -> $type {
                match self {
                    $($who => $is,)*
                    _ => $usual,
                }
            }
        )+}
    };
}

/// All tables that a battle is played with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rulebook {
    /// The rulebook's name, such as `lloyd`.
    pub name: String,
    /// Which initiative system drives the game.
    pub system: System,
    /// How shots and melee are settled.
    pub fighting: Fighting,
    /// Troop types (LL-03, LLC-1).
    pub troops: Vec<TroopType>,
    /// Ranks of leaders (LL-03).
    pub ranks: Vec<LeaderRank>,
    /// Seizing the initiative (LL-03, LL-10).
    pub seize: SeizeTable,
    /// Readings of Lloyd's text.
    pub options: LloydOptions,
    /// When figures that shoot at the same time choose their targets (HOST-2).
    pub aim: AimReading,
    /// Instigator and Retaliator (WS-01 to WS-08).
    pub warspike: WarSpike,
    /// Distances and rates of movement.
    pub movement: Movement,
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Shooting.
    pub shooting: Shooting,
    /// Melee.
    pub melee: Melee,
    /// Morale (LLC-5).
    pub morale: Morale,
    /// Control of units (PG-04, PG-05).
    pub control: Control,
    /// Fire, under [`Fighting::PetiteGuerre`].
    pub fire: Fire,
    /// Melee, under [`Fighting::PetiteGuerre`].
    pub hand_to_hand: HandToHand,
    /// Melee, under [`Fighting::Techniques`].
    pub techniques: Techniques,
    /// Shots, melee and morale, under [`Fighting::Osric`].
    pub osric: Osric,
    /// Shots, melee and nerve, under [`Fighting::Steps`].
    pub steps: Steps,
    /// What troops are worth (PG-03).
    pub points: Points,
    /// The round of segments (AD-01 to AD-10).
    pub segments: Segments,
}

impl Rulebook {
    /// Returns the dice that every figure shoots with (HOST-2, ADC-1). Under petite guerre each has its own; with steps, the
    /// chance in percent stands in for the dice.
    pub const fn hit_dice(&self) -> Dice {
        match self.fighting {
            Fighting::Osric => self.osric.dice,
            Fighting::Steps(_) => Dice::one(100),
            Fighting::Host | Fighting::Techniques | Fighting::PetiteGuerre => self.shooting.dice,
        }
    }

    /// Returns what a shot adds to its roll: by AD&D's tables for its range (ADC-3), for the target's cover (HOST-2), and in
    /// reaction (LL-12).
    #[inline]
    pub fn shot_parts(&self, band: usize, cover: Cover, reactive: bool) -> Parts {
        let (host, osric) = (&self.shooting, &self.osric);
        let (range, screened, protected, in_reaction) = match self.fighting {
            Fighting::Osric => (osric.range[band], osric.screened, osric.protected, osric.reactive),
            _ => (0, host.screened, host.protected, host.reactive),
        };
        let mut parts = Parts::NONE;
        parts.add(Part::Range, range);
        match cover {
            Cover::None => {}
            Cover::Screen => parts.add(Part::Screened, screened),
            Cover::Protect => parts.add(Part::Protected, protected),
        }
        parts.add(Part::InReaction, if reactive { in_reaction } else { 0 });
        parts
    }

    /// Returns the dice that every figure fights with (HOST-3, ADC-1, WSC-4), likewise.
    pub const fn blow_dice(&self) -> Dice {
        match self.fighting {
            Fighting::Osric => self.osric.dice,
            Fighting::Techniques => self.techniques.dice,
            Fighting::Steps(_) => Dice::one(100),
            Fighting::Host | Fighting::PetiteGuerre => self.melee.dice,
        }
    }

    /// Works out what follows from the tables of the way of fighting. With paces, full moves are normal ones (PG-06); quality,
    /// by which bots find the weakest, comes from the M die or the level if nothing else sets it; and cover is always looked up
    /// by the distance of [`Shooting`].
    pub fn settle(&mut self) {
        if let Some(paces) = &self.movement.paces {
            let normal = |paces: &[[Len; 3]; 2]| paces[0][Pace::Normal as usize];
            self.movement.foot = normal(&paces.infantry);
            self.movement.mounted = normal(&paces.cavalry);
        }
        for troops in &mut self.troops {
            match self.fighting {
                Fighting::Host | Fighting::Techniques | Fighting::Steps(_) => {}
                Fighting::PetiteGuerre => {
                    let step = SKILL_DICE.iter().position(|die| *die == troops.skills.melee);
                    troops.quality = step.unwrap_or(0) as u8 + 1;
                }
                Fighting::Osric => {
                    troops.quality = u8::try_from(troops.body.level + 1).unwrap_or(1);
                }
            }
        }
        match self.fighting {
            Fighting::Host | Fighting::Techniques => {}
            Fighting::Steps(_) => self.shooting.cover_distance = self.steps.cover_distance,
            Fighting::PetiteGuerre => self.shooting.cover_distance = self.fire.cover_distance,
            Fighting::Osric => self.shooting.cover_distance = self.osric.cover_distance,
        }
    }
}

/// What a round is: the stretch of a game in which every unit in play could have acted once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// A turn, if both sides act in it (WS-01, AD-01, BL-02). A surprise segment is none.
    Turns,
    /// A turn of each side.
    Pairs,
    /// As many chances to act as there were units in play when it began, for systems that do not give each unit one: a side may
    /// have any number of them in a row, a turn may pass on before all have acted, or an end card comes. If sides have turns of
    /// their own it ends when both have had one, else when all lots go back; and several may end at once.
    Chances,
}

impl Clock {
    /// Returns the meaning of a round in words for readers (HOST-5).
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Turns => "a turn in which both sides act",
            Self::Pairs => "a turn of each side",
            Self::Chances => {
                "as many chances to act as there were units in play when it began, whoever has them; where there are turns or \
                 shuffles, the one in which that number is reached is played to its end"
            }
        }
    }
}

/// The initiative systems that the engine knows: four with code of their own, and one for all that a table can define.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum System {
    /// Lloyd's: the active side acts until the initiative is seized.
    #[default]
    Lloyd,
    /// Petite guerre: sides take turns, in which units that are not under pressure act (PG-04).
    PetiteGuerre,
    /// AD&D: a d6 for each side, ten segments, multiple attacks and speed factors (AD-01 to AD-10).
    Adnd,
    /// WarSpike: each action of the Instigator is answered by a reaction of the Retaliator (WS-01 to WS-08).
    WarSpike,
    /// A turn that the rulebook defines in a table (TN-09).
    Table(Turn),
}

facts! {
    System:

    /// The turn that the rulebook defines in a table, if it does.
    turn: Option<&Turn> = None, Self::Table(turn) => Some(turn);

    /// Whether a side acts until the other seizes the initiative (LL-03).
    is_seized: bool = false, Self::Lloyd => true;

    /// Whether units come under pressure, and are out of control until a test has been passed (PG-04, PG-05).
    has_pressure: bool = false, Self::PetiteGuerre => true;

    /// Whether a round has segments, in which declared actions take their time (AD-01 to AD-10).
    has_segments: bool = false, Self::Adnd => true;

    /// Whether each action is answered by a reaction of the other side, to which units hold, lie low and prepare (WS-02,
    /// WS-03).
    answers: bool = false, Self::WarSpike => true;

    /// Whether the game ends after this many turns, whatever the cap of a battle (WS-01).
    has_last_turn: bool = false, Self::WarSpike => true;

    /// Whether a whole side may shoot as one action, and a leader call figures to it (LL-13, LL-15).
    acts_as_a_side: bool = false, Self::Lloyd | Self::PetiteGuerre => true;

    /// Whether a side begins before any dice or cards decide who acts first. If each round, or each unit, is rolled or drawn
    /// for, it does not matter who begins.
    has_starter: bool = true, Self::Adnd => false, Self::Table(turn) => turn.has_starter();

    /// Whether melee is fought at the end of each turn by all figures in contact; otherwise on contact and as an action.
    fights_by_turn: bool = false,
        Self::PetiteGuerre => true,
        Self::Table(turn) => matches!(turn.melee, MeleeTime::EndOfTurn);

    /// Whether the passive side may react by moving (LL-11).
    reacts_by_moving: bool = false, Self::Lloyd => true;

    /// Whether the passive side may react by shooting (LL-12, TN-08).
    reacts_by_shooting: bool = false,
        Self::Lloyd | Self::Table(Turn { interrupts: Some(_), .. }) => true;

    /// Which figures may interrupt, if a table allows it (TN-08).
    interrupts: Option<&Interrupts> = None,
        Self::Table(Turn { interrupts: Some(interrupts), .. }) => Some(interrupts);

    /// Whether a shooter may take a few steps first (LL-01, LL-14). Not so if moving and shooting are separate actions of a
    /// unit (WS-02, LLC-3).
    moves_to_shoot: bool = true, Self::WarSpike => false, Self::Table(turn) => turn.moves_to_shoot;
}

impl System {
    /// Returns whether the game is divided into turns of one side or of both; otherwise each action is a turn of its own.
    pub const fn has_turns(&self) -> bool {
        !self.is_seized()
    }

    /// Returns what its rounds are counted in.
    pub const fn clock(&self) -> Clock {
        match self {
            Self::Lloyd => Clock::Chances,
            Self::PetiteGuerre => Clock::Pairs,
            Self::Adnd | Self::WarSpike => Clock::Turns,
            Self::Table(turn) => turn.clock(),
        }
    }

    /// Returns the rule by which a side or a unit has its turn; `None` if the initiative is seized instead.
    pub const fn turn_rule(&self) -> Option<Rule> {
        match self {
            Self::Lloyd => None,
            Self::PetiteGuerre => Some(Rule::pg(4)),
            Self::Adnd => Some(Rule::ad(3)),
            Self::WarSpike => Some(Rule::ws(2)),
            Self::Table(turn) => Some(turn.rule),
        }
    }

    /// Returns the system's name in files and reports.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Lloyd => "lloyd",
            Self::PetiteGuerre => "petite-guerre",
            Self::Adnd => "adnd",
            Self::WarSpike => "warspike",
            Self::Table(turn) => turn.name,
        }
    }
}

/// How shots and melee are settled: four ways with code of their own, and one for all that tables can define.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Fighting {
    /// By the host rules (HOST-2, HOST-3): one roll and modifiers, effects by quality, morale by contingent.
    #[default]
    Host,
    /// By petite guerre (PG-07 to PG-14): skill dice against thresholds, loading, wounds.
    PetiteGuerre,
    /// Shots and morale by the host rules, melee by WarSpike's chain of technique tests (WSC-6).
    Techniques,
    /// By AD&D's tables as OSRIC has them (ADC-1 to ADC-5): to hit by level and armour class, hit points, morale in
    /// percent.
    Osric,
    /// By profiles and chains of steps that the rulebook defines in tables (FT-01 to FT-10), with their name.
    Steps(&'static str),
}

impl Fighting {
    /// Ways that can be played with any rulebook, by their words: all but a designer's own steps, which are in the designer's
    /// rulebook.
    pub const ALL: &[(&str, Self)] = &[
        ("host", Self::Host),
        ("petite-guerre", Self::PetiteGuerre),
        ("techniques", Self::Techniques),
        ("osric", Self::Osric),
        ("hit-wound-save", Self::Steps("hit-wound-save")),
        ("opposed", Self::Steps("opposed")),
        ("quality-and-defence", Self::Steps("quality-and-defence")),
        ("roll-under", Self::Steps("roll-under")),
        ("combat-results", Self::Steps("combat-results")),
    ];

    /// Returns its word in rulebooks and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::PetiteGuerre => "petite-guerre",
            Self::Techniques => "techniques",
            Self::Osric => "osric",
            Self::Steps(name) => name,
        }
    }

    /// Returns the rule by which melee is settled.
    pub const fn melee_rule(self) -> Rule {
        match self {
            Self::Host => Rule::host(3),
            Self::PetiteGuerre => Rule::pg(13),
            Self::Techniques => Rule::wsc(6),
            Self::Osric => Rule::adc(1),
            Self::Steps(_) => Rule::ft(7),
        }
    }
}

facts! {
    Fighting:

    /// Whether it is by steps.
    is_by_steps: bool = false, Self::Steps(_) => true;

    /// Whether shots are settled by the host rules (HOST-2), and morale with them (HOST-4).
    has_host_shots: bool = false, Self::Host | Self::Techniques => true;

    /// Whether melee is one roll of each with modifiers, by quality and reach (HOST-3, LLC-4).
    has_host_melee: bool = false, Self::Host => true;

    /// Whether troops roll dice of their skills: in fire with loading, in lines, and in melee (PG-02, PG-07 to PG-14).
    has_skill_dice: bool = false, Self::PetiteGuerre => true;

    /// Whether melee is a chain of technique tests (WSC-6).
    has_technique_tests: bool = false, Self::Techniques => true;

    /// Whether troops have a quality (LLC-1), or M dice that stand for it (PG-02).
    has_quality: bool = true, Self::Osric | Self::Steps(_) => false;

    /// Whether troops have hit points, armour classes and levels (ADC-1, ADC-2).
    has_hit_points: bool = false, Self::Osric => true;
}

/// A grade of troops.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TroopType {
    /// Its name, such as `average`.
    pub name: String,
    /// Base initiative rate (LL-03).
    pub base: i32,
    /// Quality in the host rules, 1 to 3 (LLC-1).
    pub quality: u8,
    /// Its place in the order of units, the highest first, if a turn uses it (TN-06).
    pub count: i32,
    /// Its own full move, on foot or mounted, in place of the general one (HOST-1); only without paces.
    pub rate: Option<Len>,
    /// Its dice (PG-02).
    pub skills: Skills,
    /// Its attribute in technique tests (WSC-4).
    pub technique: i32,
    /// Its attributes in stacked tests (WSC-5).
    pub stack: Stack,
    /// Its level, armour class and hit points (ADC-1, ADC-2).
    pub body: Body,
    /// What it brings to the order of action (AD-01).
    pub nature: Nature,
    /// Its attributes, in the order of [`Steps::attributes`] (FT-01).
    pub profile: Profile,
    /// The gear of this troop type: figures with gear are a troop type of their own, with the same name (FT-10).
    pub gear: Vec<String>,
}

/// A rank of leader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderRank {
    /// Its name, such as `heroic`.
    pub name: String,
    /// Leadership factor (LL-03).
    pub bonus: i32,
    /// How many times the points of one of its subordinates it is worth (PG-03).
    pub worth: i32,
}

/// Distances and rates of movement, in fixed point (see [`Len`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Movement {
    /// Full move on foot.
    pub foot: Len,
    /// Full move mounted.
    pub mounted: Len,
    /// Each inch over slow ground counts as this many.
    pub slow_factor: i32,
    /// Figures this near, and in sight, belong to one group (LL-01).
    pub group: Len,
    /// How near to the newly engaging a figure may react (LL-11), and how near an enemy bars `To me!` (LL-15).
    pub reaction: Len,
    /// Diameter of a figure's base.
    pub base: Len,
    /// Bases this close are in contact.
    pub contact_gap: Len,
    /// Moves by pace and formation, in place of one full move (PG-06).
    pub paces: Option<Paces>,
    /// Strides of figures on foot, in place of one full move (WSC-2).
    pub strides: Option<Strides>,
}

/// A weapon: how it shoots, if it does, and how it fights.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Weapon {
    /// Its name, such as `bow`.
    pub name: String,
    /// How it shoots.
    pub missile: Option<Missile>,
    /// Its stick (PG-07).
    pub stick: Option<Stick>,
    /// Reach class 0 to 2 (LLC-4).
    pub reach: i32,
    /// Ranks that fight with it: 1, 2 for spears, 3 for pikes (LLC-4).
    pub ranks: u8,
    /// Lends support from the second rank even if the fighter has another weapon (javelin, LLC-4).
    pub supports: bool,
    /// Its damage (ADC-2).
    pub harm: Harm,
    /// Its speed factor, its shots per round and the time they take (AD-04, AD-10).
    pub handling: Handling,
    /// Its changes to the attributes of its bearer (FT-01).
    pub profile: Vec<Option<AttributeChange>>,
}

impl Weapon {
    /// Returns whether it shoots, by a table of hits or by a stick (PG-07).
    pub const fn shoots(&self) -> bool {
        self.missile.is_some() || self.stick.is_some()
    }
}

readings! {
    /// When figures that shoot at the same time choose their targets (HOST-2). Reacting figures have all declared (LL-12).
    AimReading {
        InTurn "in-turn" = "Each as his turn comes: he sees who has fallen.",
        Declared "declared" = "All before any die is rolled.",
    }
}

/// How a weapon shoots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Missile {
    /// Far ends of short, medium and long range.
    pub range: [Len; 3],
    /// Least roll that hits at short, medium and long range.
    pub to_hit: [i32; 3],
    /// Whether a figure may move and shoot in one action (LL-14).
    pub mobility: Mobility,
}

impl Missile {
    /// Returns the range band of a distance (squared): 0 short, 1 medium, 2 long; `None` beyond.
    pub fn band(&self, distance2: i64) -> Option<usize> {
        self.range.iter().position(|far| distance2 <= i64::from(*far) * i64::from(*far))
    }

    /// Returns the least roll that hits in a band with these modifiers (HOST-2).
    pub fn needed(&self, band: usize, parts: &Parts) -> i32 {
        self.to_hit[band] - parts.sum()
    }

    /// Returns the far ends of three ranges that are multiples of one length (ADC-3).
    pub fn by_steps(step: Len) -> [Len; 3] {
        [1, 2, 3].map(|steps| steps * step)
    }
}

readings! {
    /// How far a figure may move in the action in which it shoots (LL-14).
    Mobility {
        Still "still" = "Not at all: crossbow, handgun.",
        Half "half" = "Half a move: bow, sling.",
        Full "full" = "A full move: javelin.",
    }
}

/// What a hit or a lost fight does to a figure (LLC-6); later variants are worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Nothing.
    None,
    /// Pinned: it neither moves nor charges for a while (FT-09).
    Pin,
    /// Back by one base.
    PushBack,
    /// Two full moves back at once.
    Retreat,
    /// Killed.
    Kill,
}

/// From which number on each effect happens; lower numbers do nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EffectRow {
    /// Least number that pushes back.
    pub push_back: i32,
    /// Least number that makes retreat.
    pub retreat: i32,
    /// Least number that kills.
    pub kill: i32,
}

impl EffectRow {
    /// Returns the worst effect that the number reaches.
    pub const fn effect(&self, number: i32) -> Effect {
        if number >= self.kill {
            Effect::Kill
        } else if number >= self.retreat {
            Effect::Retreat
        } else if number >= self.push_back {
            Effect::PushBack
        } else {
            Effect::None
        }
    }
}

/// Shooting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shooting {
    /// Dice to hit.
    pub dice: Dice,
    /// Added to a reactive shot (LL-12); negative.
    pub reactive: i32,
    /// Added when the target is screened; negative.
    pub screened: i32,
    /// Added when the target is protected; negative.
    pub protected: i32,
    /// How near behind a screen a figure must stand to profit from it.
    pub cover_distance: Len,
    /// Dice for the effect of a hit.
    pub effect_dice: Dice,
    /// The effect by the target's quality, 1 to 3.
    pub effect: [EffectRow; 3],
}

impl Shooting {
    /// Returns the effects of a hit on a target of this quality.
    pub fn effect_on(&self, quality: u8) -> &EffectRow {
        &self.effect[usize::from(quality.clamp(1, 3)) - 1]
    }
}

/// A round of melee: both roll, quality and modifiers are added, the margin decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Melee {
    /// Dice of each fighter.
    pub dice: Dice,
    /// Added for each class of longer reach, in the round on contact.
    pub reach: i32,
    /// Added for each friend that helps against the same enemy or supports from a rear rank.
    pub support: i32,
    /// Most helpers that count.
    pub support_most: i32,
    /// Added when fighting from behind a barricade.
    pub barricade: i32,
    /// The effect on the loser, by the margin.
    pub effect: EffectRow,
}

/// Morale of contingents (LLC-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Morale {
    /// The number at the start.
    pub start: i32,
    /// Taken off for each figure lost.
    pub figure_lost: i32,
    /// Taken off for the leader lost.
    pub leader_lost: i32,
}
