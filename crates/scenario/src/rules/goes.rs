//! Where the value of a parameter goes: what a row of the declaration says about that, and a value on its way there.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{
    Amount, EffectRow, LeaderRank, Mobility, Routines, SKILL_DICE, TroopType, Weapon,
};

use super::draft::{Draft, MissileRange};
use super::read::RuleReader;
use super::uses::IS_SURPRISED;
use crate::tree::Node;

/// Where a value goes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Goes {
    /// It is read by what reads the table around it, or has parts that go somewhere.
    Nowhere,
    /// Into the rulebook.
    Rules(fn(&mut Draft, Parsed)),
    /// A column of the table of troop types.
    Troops(Column<TroopType>),
    /// A column of the table of ranks.
    Ranks(Column<LeaderRank>),
    /// Into the troop type of its row.
    Troop(fn(&mut TroopType, Parsed)),
    /// Into the weapon of its row.
    Weapon(fn(&mut Weapon, Parsed)),
    /// It is read by a function of its own.
    By(fn(&mut RuleReader<'_>, &Node)),
}

/// A column: what it is called, a value such as might stand in it, and where the value goes.
#[derive(Debug)]
pub(crate) struct Column<T> {
    pub(crate) what: &'static str,
    pub(crate) such_as: &'static str,
    /// Whether every row must have a value; else what it has without one is said by another column.
    pub(crate) in_every_row: bool,
    pub(crate) set: fn(&mut T, Parsed),
}

impl<T> Clone for Column<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Column<T> {}

/// A column with a value for every row.
pub(crate) const fn column<T>(
    what: &'static str,
    such_as: &'static str,
    set: fn(&mut T, Parsed),
) -> Column<T> {
    Column { what, such_as, in_every_row: true, set }
}

/// A column with values for some rows.
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

/// `missile!(range)`: into this field of how the weapon shoots, worked out of the value by a function if there is one.
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

/// `option!("duels", Duels => rules.options.duels, "LL-16", LLOYD)`: a choice between readings of a rule; without the last
/// one that every rulebook has.
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

/// Which system and which fighting a rulebook is for is known before its parameters are read.
pub(crate) const SCOPE: Goes = Goes::Rules(|_, _| ());

/// A choice that a parameter hangs on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    /// Whether it has been made so, when the parameter's turn to be read has come and this is its value.
    pub(crate) is_made: fn(&RuleReader<'_>, Option<&Node>) -> bool,
    /// What a value is told that is written and not read.
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
/// Where nobody is surprised its numbers play no part; what somebody sets is read all the same.
pub(crate) const SURPRISE: Choice = Choice {
    is_made: |r, node| r.has_surprise() || node.is_some_and(|node| r.is_set_outside(node)),
    why: IS_SURPRISED.why,
};

/// A value as it has been read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Parsed {
    /// A whole number, or a length.
    Number(i32),
    Flag(bool),
    /// Which of the words it is.
    Word(usize),
    Dice(Dice),
    Amount(Amount),
    Routines(Routines),
    /// The numbers of a table of three.
    Three([i32; 3]),
    /// The numbers of two such tables.
    TwiceThree([[i32; 3]; 2]),
}

impl Parsed {
    /// Which of the words it is.
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Word(index) => index,
            _ => 0,
        }
    }

    /// The faces of a die of a skill (PG-02).
    pub(crate) const fn skill_die(self) -> u8 {
        SKILL_DICE[self.index()]
    }
}

/// The form in the row's declaration says which kind of value comes; any other would be the type's least.
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

/// A small number, or the faces of one die.
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
