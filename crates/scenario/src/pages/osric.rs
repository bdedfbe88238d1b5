//! AD&D's fighting, from the original's tables and OSRIC.

use super::RulePage;

pub(super) const PAGES: &[RulePage] = &[
    RulePage {
        id: "ADC-1",
        title: "To hit",
        digest: "\
A d20 against a number that hangs on the attacker's level and the target's armour class: 21 less both, but the six numbers
from 20 to 25 are all 20, and beyond them it goes on from there. Modifiers count for the roll.",
        options: &[],
        contradictions: &[
            "One cell of the printed table departs from this formula (level 20 against armour class -5): a misprint.",
        ],
        parameters: &["fighting", "combat.dice", "combat.level", "combat.armour-class"],
        assumed: &[
            "A monster attacks as a fighter by its hit dice: less than one as level 1, one as 2, more than one as 3, two and \
             three as 5, four and five as 6, six and seven as 8, eight and nine as 9. The rulebook holds the level.",
            "No roll hits or misses of itself.",
            "In a round outside segments the two who face one another strike at once, so that both may fall. Who is left over \
             strikes at an enemy whose blow goes to somebody else.",
            "Everybody has one blow in such a round; several routines a round belong to the round of segments (AD-02).",
        ],
    },
    RulePage {
        id: "ADC-2",
        title: "Damage and hit points",
        digest: "\
A hit does damage by the weapon, here always as against man-sized targets. It is taken off the target's hit points. Whoever
has none left is down.",
        options: &[],
        contradictions: &[],
        parameters: &["combat.hit-points", "weapon"],
        assumed: &[
            "Hit points are rolled for each figure before the game.",
            "Damage is 1 at least, and so are hit points.",
        ],
    },
    RulePage {
        id: "ADC-3",
        title: "Missiles",
        digest: "\
In the original each weapon has a short, a medium and a long range, and medium and long range make it harder to hit. In OSRIC
it has one step of range, and each step takes the same off.",
        options: &["options.missile-range"],
        contradictions: &[
            "The original and OSRIC differ in ranges and in what long range costs: `options.missile-range`.",
        ],
        parameters: &[
            "combat.medium",
            "combat.long",
            "combat.range-step",
            "combat.screened",
            "combat.protected",
            "combat.cover-distance",
            "combat.reactive",
            "weapon",
        ],
        assumed: &[
            "OSRIC's range ends after three steps.",
            "What cover and a shot in reaction cost; who may move and shoot.",
            "An inch on the table is ten feet.",
        ],
    },
    RulePage {
        id: "ADC-4",
        title: "Charge and rear",
        digest: "\
A charge adds to the blow that it ends in, and leaves the charger open to blows. A blow from behind hits more easily.",
        options: &[],
        contradictions: &[],
        parameters: &["combat.charge", "combat.exposed", "combat.rear"],
        assumed: &[
            "Outside the round of segments whoever comes into contact has charged. In it only the blow on arrival counts \
             (AD-09), and nobody is more open to blows for it.",
            "Behind is more than 135 degrees off the way that a unit faces, where the system keeps facing: not in Lloyd's.",
            "Set weapons, lances in a charge and free blows at those who run are left out.",
        ],
    },
    RulePage {
        id: "ADC-5",
        title: "Morale",
        digest: "\
Men-at-arms and monsters hold with a base chance and more for each hit die. A d100 is rolled and grows with losses, odds and
a leader down, and shrinks with the enemy's. Who fails by a little withdraws fighting, by more flees, by still more
surrenders. There are no more than two checks a battle; some never flee.",
        options: &[],
        contradictions: &[
            "The original, as others note it, has other steps: 5 at a quarter lost, 15 at half, 10 for a leader down and 30 for a \
             leader slain. OSRIC's are the default; all of them are parameters.",
        ],
        parameters: &["combat.morale", "combat.nerve"],
        assumed: &[
            "A unit checks when it has lost a quarter of its figures and when it has lost half: two checks.",
            "Losses and odds are counted for the whole side, the leader for the unit; the hit dice are those of the steadiest.",
            "A unit that withdraws goes back a full move from the nearest enemy. One that flees or surrenders is out of the \
             battle, but for those in it who never flee.",
        ],
    },
];
