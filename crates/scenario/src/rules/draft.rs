//! A rulebook while it is read: what no row says stays as it is here.

use skirmish_engine::rulebook::*;

use super::scope::Scope;

/// A rulebook in the making, and what is chosen in it that the engine need not know.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) rules: Rulebook,
    /// The turn, if a table says it.
    pub(super) turn: Turn,
    pub(super) missile_range: MissileRange,
    pub(super) stride: Stride,
    pub(super) strides: Strides,
}

/// Which ranges weapons have (ADC-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum MissileRange {
    /// Short, medium and long range of each weapon (the original).
    #[default]
    Original,
    /// Equal steps (OSRIC).
    Steps,
}

impl MissileRange {
    pub(super) const ALL: &'static [(&'static str, Self)] =
        &[("1e", Self::Original), ("osric", Self::Steps)];
}

/// How far those on foot go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Stride {
    /// As far as the table says.
    #[default]
    FullMove,
    /// As many yards in each stride as a man's Stature (WSC-2).
    Stature,
}

impl Stride {
    pub(super) const ALL: &'static [(&'static str, Self)] =
        &[("full-move", Self::FullMove), ("stature", Self::Stature)];
}

impl Draft {
    /// Tables that are not in use are empty, or as the engine has them.
    pub(super) fn new(Scope { system, fighting }: Scope) -> Self {
        let mut rules = Rulebook { system, fighting, ..Rulebook::default() };
        rules.movement.slow_factor = 1;
        rules.movement.paces = (fighting == Fighting::PetiteGuerre).then(Paces::default);
        (rules.control.in_control, rules.control.out_of_control) = (0, 0);
        Self {
            rules,
            turn: system.turn().copied().unwrap_or(Turn::named("")),
            missile_range: MissileRange::default(),
            stride: Stride::default(),
            strides: Strides::default(),
        }
    }

    /// Moves by pace; they are there where anything reads them.
    pub(super) fn paces(&mut self) -> &mut Paces {
        self.rules.movement.paces.get_or_insert_default()
    }

    /// The rulebook, with what follows from its tables.
    pub(super) fn finish(mut self) -> Rulebook {
        if let System::Table(turn) = &mut self.rules.system {
            *turn = self.turn;
        }
        self.rules.movement.strides = (self.stride == Stride::Stature).then_some(self.strides);
        self.rules.settle();
        self.rules
    }
}
