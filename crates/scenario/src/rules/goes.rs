//! Destinations of parameters: how a declared row puts a value into the rulebook.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{
    Amount, EffectRow, LeaderRank, Mobility, Routines, SKILL_DICE, TroopType, Weapon,
};

use super::draft::{Draft, MissileRange};
use super::read::RuleReader;
use super::uses::IS_SURPRISED;
use crate::tree::Node;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Goes {
    /// The table around it reads it, or its parts have destinations of their own.
    Nowhere,
    Rules(fn(&mut Draft, Parsed)),
    Troops(Column<TroopType>),
    Ranks(Column<LeaderRank>),
    Troop(fn(&mut TroopType, Parsed)),
    Weapon(fn(&mut Weapon, Parsed)),
    By(fn(&mut RuleReader<'_>, &Node)),
}

/// A column: its name, an example of a value, and its destination.
#[derive(Debug)]
pub(crate) struct Column<T> {
    pub(crate) what: &'static str,
    pub(crate) such_as: &'static str,
    /// Whether every row must have a value; if not, another column gives the default.
    pub(crate) in_every_row: bool,
    pub(crate) set: fn(&mut T, Parsed),
}

impl<T> Clone for Column<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Column<T> {}

pub(crate) const fn column<T>(
    what: &'static str,
    such_as: &'static str,
    set: fn(&mut T, Parsed),
) -> Column<T> {
    Column { what, such_as, in_every_row: true, set }
}

pub(crate) const fn column_of_some<T>(
    what: &'static str,
    such_as: &'static str,
    set: fn(&mut T, Parsed),
) -> Column<T> {
    Column { what, such_as, in_every_row: false, set }
}

/// `rules!(shooting.dice)`: into this field of the rulebook.
macro_rules! rules {
    ($($place:tt)+) => { Goes::Rules(|draft, value| draft.rules.$($place)+ = value.into()) };
}

/// `weapon!(harm.blow)`: into this field of the weapon.
macro_rules! weapon {
    ($($place:tt)+) => { Goes::Weapon(|weapon, value| weapon.$($place)+ = value.into()) };
}

/// `missile!(range)`: into this field of how the weapon shoots, converted by a function if there is one.
macro_rules! missile {
    ($field:ident) => {
        missile!($field, std::convert::identity)
    };
    ($field:ident, $by:expr) => {
        Goes::Weapon(|weapon, value| {
            if let Some(missile) = &mut weapon.missile {
                missile.$field = $by(value.into());
            }
        })
    };
}

/// `option!("duels", Duels => rules.options.duels, "LL-16", LLOYD)`: a reading of a rule; every rulebook has it if the last
/// argument is missing.
macro_rules! option {
    ($key:literal, $reading:ty => $($place:ident).+, $rule:literal, $owner:expr) => {
        option!($key, $reading => $($place).+, $rule).of($owner)
    };
    ($key:literal, $reading:ty => $($place:ident).+, $rule:literal) => {
        $crate::describe::may(
            $key,
            words_of!(<$reading>::ALL),
            $rule,
        )
        .goes(Goes::Rules(|draft, value| draft.$($place).+ = <$reading>::ALL[value.index()].1))
    };
}

pub(crate) use {missile, option, rules, weapon};

/// The system and the way of fighting, which are known before other parameters are read.
pub(crate) const SCOPE: Goes = Goes::Rules(|_, _| ());

/// A choice that a parameter depends on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    /// Whether the choice is made, given the parameter's value. Called when the parameter's turn to be read comes.
    pub(crate) is_made: fn(&RuleReader<'_>, Option<&Node>) -> bool,
    /// Why a written value is not read.
    pub(crate) why: &'static str,
}

const WITH_RANGES: &str = "it goes with `options.missile-range = \"1e\"`";
const WITH_STEPS: &str = "it goes with `options.missile-range = \"osric\"`";

pub(crate) const BY_RANGES: Choice =
    Choice { is_made: |r, _| r.draft.missile_range == MissileRange::Original, why: WITH_RANGES };
pub(crate) const BY_STEPS: Choice =
    Choice { is_made: |r, _| r.draft.missile_range == MissileRange::Steps, why: WITH_STEPS };
pub(crate) const SHOOTS_BY_RANGES: Choice =
    Choice { is_made: |r, n| r.shoots && (BY_RANGES.is_made)(r, n), why: WITH_RANGES };
pub(crate) const SHOOTS_BY_STEPS: Choice =
    Choice { is_made: |r, n| r.shoots && (BY_STEPS.is_made)(r, n), why: WITH_STEPS };
pub(crate) const A_MISSILE: Choice =
    Choice { is_made: |r, _| r.shoots, why: "this weapon does not shoot" };
/// Numbers of surprise count only where there is surprise; those from the command line are read anyway.
pub(crate) const SURPRISE: Choice = Choice {
    is_made: |r, node| r.has_surprise() || node.is_some_and(|node| r.is_set_outside(node)),
    why: IS_SURPRISED.why,
};

#[derive(Debug, Clone, Copy)]
pub(crate) enum Parsed {
    Number(i32),
    Flag(bool),
    Word(usize),
    Dice(Dice),
    Amount(Amount),
    Routines(Routines),
    /// The numbers of a table of three.
    Three([i32; 3]),
    TwiceThree([[i32; 3]; 2]),
}

impl Parsed {
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Word(index) => index,
            _ => 0,
        }
    }

    /// Returns the faces of a skill's die (PG-02).
    pub(crate) const fn skill_die(self) -> u8 {
        SKILL_DICE[self.index()]
    }
}

/// Conversions to field types. The form in the declared row decides the kind of value; any other kind gives the type's default.
macro_rules! from_parsed {
    ($($type:ty: $pattern:pat => $value:expr;)+) => {
        $(impl From<Parsed> for $type {
            fn from(parsed: Parsed) -> Self {
                match parsed {
                    $pattern => $value,
                    _ => Default::default(),
                }
            }
        })+
    };
}

from_parsed! {
    i32: Parsed::Number(number) => number;
    u32: Parsed::Number(number) => u32::try_from(number).unwrap_or_default();
    u16: Parsed::Number(number) => u16::try_from(number).unwrap_or_default();
    bool: Parsed::Flag(flag) => flag;
    Amount: Parsed::Amount(amount) => amount;
    Routines: Parsed::Routines(routines) => routines;
    [i32; 3]: Parsed::Three(three) => three;
    [[i32; 3]; 2]: Parsed::TwiceThree(both) => both;
}

impl From<Parsed> for u8 {
    fn from(parsed: Parsed) -> Self {
        match parsed {
            Parsed::Number(number) => Self::try_from(number).unwrap_or_default(),
            Parsed::Dice(dice) => dice.sides,
            _ => 0,
        }
    }
}

impl From<Parsed> for Dice {
    fn from(parsed: Parsed) -> Self {
        match parsed {
            Parsed::Dice(dice) => dice,
            _ => Self::one(20),
        }
    }
}

impl From<Parsed> for Mobility {
    fn from(parsed: Parsed) -> Self {
        Self::ALL[parsed.index()].1
    }
}

impl From<Parsed> for EffectRow {
    fn from(parsed: Parsed) -> Self {
        let [push_back, retreat, kill] = parsed.into();
        Self { push_back, retreat, kill }
    }
}
