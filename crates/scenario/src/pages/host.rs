//! The host rules: everything that the source leaves to the rules it is played with.

use super::RulePage;

pub(super) const PAGES: &[RulePage] = &[
    RulePage {
        id: "HOST-1",
        title: "Movement",
        digest: "\
A figure goes up to its full move, round what bars the way by the shortest route: that of everybody on foot or mounted, or
one of its troop type's own. Every inch over slow ground counts as several. Bases do not overlap; two that nearly touch are in
contact.",
        options: &[],
        contradictions: &[],
        parameters: &["move"],
        assumed: &[
            "All numbers but the 4 inches of bodies and reactions, and the base of about an inch.",
            "A troop type's own full move, `move.troop`, holds for it on foot and mounted; where some walk and some ride, write two \
             troop types.",
            "In a body the foremost goes as far as he can, and the others after him, each at his own rate; nobody waits for the \
             slower.",
            "Distances are taken from centre to centre. Against terrain a figure has no width.",
            "One may pass through friends, but not end upon them; a follower takes a free spot beside a crowd.",
            "A charger goes to another side of an enemy whose near side is taken, or fights him across a barricade.",
            "Who is pushed back or retreats stops clear of other enemies, and stays where he is if there is no room.",
            "Who is hit on his way halts where he was hit; by hit points (ADC-2) he goes on while he stands.",
        ],
    },
    RulePage {
        id: "HOST-2",
        title: "Shooting",
        digest: "\
Each shot rolls against the number for its range: short, medium or long. Screened and protected targets are harder to hit.
A hit rolls once more for its effect, by the target's quality.",
        options: &[],
        contradictions: &[],
        parameters: &["fighting", "shooting", "weapon"],
        assumed: &[
            "All ranges, numbers and effects. The nearest of a target body is shot at.",
            "Cover counts if the line of sight crosses it close to the target.",
            "Targets in melee may be shot at; those in melee do not shoot.",
        ],
    },
    RulePage {
        id: "HOST-3",
        title: "Melee",
        digest: "\
Figures in contact fight in pairs. Both roll; quality, longer reach in the round on contact, helpers and a barricade are
added. The difference says what happens to the loser.",
        options: &[],
        contradictions: &[],
        parameters: &["melee", "weapon"],
        assumed: &["All of it, but for reach, ranks and the names of the results."],
    },
    RulePage {
        id: "HOST-4",
        title: "Morale",
        digest: "\
Each body has a number. Every figure it loses takes something off, and its leader something more besides. At 0 the rest of
it leaves the table. A body that begins with 0 is fearless and never leaves.",
        options: &[],
        contradictions: &[],
        parameters: &["morale"],
        assumed: &["What each loss costs: 1 for a figure, and 2 more if it was the leader."],
    },
    RulePage {
        id: "HOST-5",
        title: "Victory and events",
        digest: "\
After every action the events of the scenario are tested, each happening once, and then the goals. A side that reaches one
of its goals, or whose enemy has nobody left, wins; both sides at once is a draw. A game that reaches the cap on
actions has a result of its own, which is neither.",
        options: &[],
        contradictions: &[],
        parameters: &[],
        assumed: &["All of it; the source has no rule for winning."],
    },
    RulePage {
        id: "HOST-6",
        title: "Set-up and bots",
        digest: "\
The scenario says where everybody stands. Who begins is settled by lot unless it says so. What a side does is settled by
its bot: the first line that holds for one of its bodies, and is possible for it.",
        options: &[],
        contradictions: &[],
        parameters: &[],
        assumed: &["All of it."],
    },
];
