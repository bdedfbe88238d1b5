//! A rulebook while it is read; what no row sets keeps its default from here.

use skirmish_engine::rulebook::*;

use super::scope::Scope;

/// A rulebook in the making, with choices that the engine need not know.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) rules: Rulebook,
    /// The turn, if a table sets it.
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
    Steps,
}

impl MissileRange {
    pub(super) const ALL: &'static [(&'static str, Self)] =
        &[("1e", Self::Original), ("osric", Self::Steps)];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Stride {
    #[default]
    FullMove,
    /// Each stride is as many yards as a figure's Stature (WSC-2).
    Stature,
}

impl Stride {
    pub(super) const ALL: &'static [(&'static str, Self)] =
        &[("full-move", Self::FullMove), ("stature", Self::Stature)];
}

impl Draft {
    /// Starts with unused tables empty or as in the engine.
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

    /// Returns moves by pace, creating them if needed.
    pub(super) fn paces(&mut self) -> &mut Paces {
        self.rules.movement.paces.get_or_insert_default()
    }

    pub(super) fn finish(mut self) -> Rulebook {
        if let System::Table(turn) = &mut self.rules.system {
            *turn = self.turn;
        }
        self.rules.movement.strides = (self.stride == Stride::Stature).then_some(self.strides);
        self.rules.settle();
        self.rules
    }
}
