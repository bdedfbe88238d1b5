//! A rulebook while it is read: what no row says stays as it is here.

use skirmish_engine::dice::Dice;
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
        let d20 = Dice::one(20);
        let effect = EffectRow { push_back: 0, retreat: 0, kill: 0 };
        let no_paces = Paces { infantry: [[0; 3]; 2], cavalry: [[0; 3]; 2] };
        let rules = Rulebook {
            name: String::new(),
            system,
            fighting,
            troops: Vec::new(),
            ranks: Vec::new(),
            seize: SeizeTable { dice: d20, everyone_fights_up_to: 0, factors: Vec::new() },
            options: LloydOptions::default(),
            aim: AimReading::default(),
            warspike: WarSpike::default(),
            movement: Movement {
                foot: 0,
                mounted: 0,
                slow_factor: 1,
                group: 0,
                reaction: 0,
                base: 0,
                contact_gap: 0,
                paces: (fighting == Fighting::PetiteGuerre).then_some(no_paces),
                strides: None,
            },
            weapons: Vec::new(),
            shooting: Shooting {
                dice: d20,
                reactive: 0,
                screened: 0,
                protected: 0,
                cover_distance: 0,
                effect_dice: d20,
                effect: [effect; 3],
            },
            melee: Melee { dice: d20, reach: 0, support: 0, support_most: 0, barricade: 0, effect },
            morale: Morale { start: 0, figure_lost: 0, leader_lost: 0 },
            control: Control { in_control: 0, out_of_control: 0, ..Control::default() },
            fire: Fire::default(),
            hand_to_hand: HandToHand::default(),
            techniques: Techniques::default(),
            osric: Osric::default(),
            steps: Steps::default(),
            points: Points::default(),
            segments: Segments::default(),
        };
        Self {
            rules,
            turn: system.turn().copied().unwrap_or(Turn::named("")),
            missile_range: MissileRange::default(),
            stride: Stride::default(),
            strides: Strides { stature: 0, count: 0, yard: 0 },
        }
    }

    /// Moves by pace; they are there where anything reads them.
    pub(super) fn paces(&mut self) -> &mut Paces {
        let none = Paces { infantry: [[0; 3]; 2], cavalry: [[0; 3]; 2] };
        self.rules.movement.paces.get_or_insert(none)
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
