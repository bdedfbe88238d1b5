//! What the program tells of each way of fighting. A new one is one more row here.

use skirmish_engine::rulebook::{Fighting, Rulebook};

use crate::troops;

/// What is told of a way of fighting.
pub(crate) struct Told {
    /// The troop types of a rulebook as a table.
    pub(crate) troops: fn(&Rulebook) -> String,
    /// What is ours where sources are silent, and no single number says so.
    pub(crate) assumed: &'static str,
}

pub(crate) fn told(fighting: Fighting) -> Told {
    match fighting {
        Fighting::Host => Told {
            troops: troops::by_quality,
            assumed: "The host rules (movement, ranges, to-hit numbers, melee, morale) are ours where no companion text gives \
                      them.",
        },
        Fighting::PetiteGuerre => Told {
            troops: troops::by_skill,
            assumed: "Most tables of petite guerre are missing from its source: tests of control, sticks but for two numbers, \
                      effects of hits, lengths of moves and weights of points are ours.",
        },
        Fighting::Techniques => Told {
            troops: troops::by_technique,
            assumed: "The chain of technique tests is WarSpike's, and so are the kinds of attack of stacked tests; who opens, how \
                      several fight one, and what a wild or a half-hearted attack does is ours, and so are the host rules of \
                      shooting, movement and morale where no companion text gives them.",
        },
        Fighting::Steps(_) => Told {
            troops: troops::by_profile,
            assumed: "Profiles, steps and effects are the rulebook's; who faces whom, and how far pushes and retreats \
                      go, is ours.",
        },
        Fighting::Osric => Told {
            troops: troops::by_level,
            assumed: "To-hit numbers, hit points, damage and morale are AD&D's and OSRIC's; when morale is checked, what cover \
                      costs and the levels of Lloyd's troop types are ours.",
        },
    }
}
