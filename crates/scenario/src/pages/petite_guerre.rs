//! The rules of petite guerre, one page each, and the facts from the author's later pages.

use super::RulePage;

const EMPTY: RulePage = RulePage {
    id: "",
    title: "",
    digest: "",
    options: &[],
    contradictions: &[],
    parameters: &[],
    assumed: &[],
};

pub(super) const PAGES: &[RulePage] = &[
    RulePage {
        id: "PG-01",
        title: "Thresholds, no modifiers",
        digest: "\
Every test is a roll of the dice that a troop type has for a skill; it succeeds on a total that reaches a threshold.
Circumstances move the threshold, skill changes the dice, and nothing is added to a roll.",
        parameters: &["fighting"],
        contradictions: &[
            "Some circumstances change dice all the same: haste takes a worse one (PG-10), volleys and their reloading \
             take a d20 whatever the skill (PG-11, PG-12).",
        ],
        ..EMPTY
    },
    RulePage {
        id: "PG-02",
        title: "Skills",
        digest: "\
A troop type has a die for command and discipline (C), one for aimed fire (AF) and one for melee (M), and is slowed by
rough ground or not. The better the troops, the larger the die.",
        contradictions: &["M stands for melee and for movement in the source; here it is melee."],
        parameters: &["skill"],
        assumed: &[
            "All dice but the AF dice of civilians, line infantry and light infantry.",
            "The C and M dice keep step with the AF die, but for horsemen.",
            "A unit rolls the C die that most of its figures have at the start; of equally many, the better.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "PG-03",
        title: "Points",
        digest: "\
What a troop type is worth is worked out from its dice. A leader is worth twelve of his subordinates, his second six.",
        parameters: &["points"],
        assumed: &[
            "The weights: one point for each face, some more for a horse and for sure feet.",
            "A leader's subordinates are those of his unit without a rank: of several types the commonest, of equally \
             common ones the dearest. Without any he counts as one of his own.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "PG-04",
        title: "Turns and pressure",
        digest: "\
The sides take turns. In a turn every unit acts that is not under pressure. One that suffers from fire or is charged is out
of control from that moment; at the start of its own next turn it rolls its C die: it is in control and acts, or misses
the turn, or is routed.",
        parameters: &["system", "control"],
        assumed: &[
            "Who has the first turn is settled by lot, unless the scenario says.",
            "Each figure acts once in a turn; units act one after the other, or in parts, as the bot has it.",
            "To suffer from fire is to have somebody wounded or killed by it. A charge counts from contact.",
            "4 or more is in control, 2 and 3 are out of control, 1 is routed.",
            "A unit that loses control in its own turn does no more in it.",
            "Order cards are Lloyd's (LL-08); those of a scenario hold under this system, too.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "PG-05",
        title: "Reaction test",
        digest: "\
A unit below half its strength, and one that is charged in flank or rear, rolls its C die at once. It may stay as it is, be
put out of control, or be routed.",
        options: &["options.half-strength-test"],
        parameters: &["control"],
        assumed: &[
            "The numbers are those of the activation test.",
            "The test falls due when the action, or the melee, that brought it about is over.",
            "Whoever has left the table is missing from his unit's strength, by his side's exit too.",
            "A unit faces the way its figures last moved, fired or charged. Its front is 45 degrees to either side of \
             that; the rest is flank and rear.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "PG-06",
        title: "Movement",
        digest: "\
One moves at normal speed in relative safety, fast in a haste, slowly over rough ground and when wounded. After fast
movement nobody fires or reloads in the next turn. Charges and routs are fast. Horse and foot have distances of their own,
and so have formations.",
        parameters: &["move"],
        assumed: &[
            "All distances. Formation makes no difference in them, though it has its own.",
            "Over rough ground each pace counts as so many, parts of a pace too, that a whole move over it is one at slow \
             speed. Who runs over it has still run.",
            "The wounded move slowly, also when they run or charge, and so may fire or reload in the next turn.",
            "A unit in rout runs straight away from the nearest enemy, at once and in each of its own turns, and round \
             to the nearest edge where that is barred. At the edge it is lost. It never comes back.",
            "Distances are taken from centre to centre, as under the host rules.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "PG-07",
        title: "Aimed fire",
        digest: "\
Single figures in open order take aim: a d8 and the AF die together must reach the number that the weapon's stick has for
the distance and for the target: standing still, moving, partly screened or partly protected. Skill does not change the
stick, nor a weapon the dice.",
        contradictions: &[
            "Two dice are called bell-shaped there, with chances that rise ever faster as the number falls. Their sum \
             climbs to a flat top, and the rise is faster than even only above it.",
            "Light infantry fires with d8 and d10, but a veteran of it with d8 and d8. The table has the d10.",
        ],
        parameters: &["fire", "weapon"],
        assumed: &[
            "All sticks, but for 11 at forty paces with a musket. Between two marks the farther counts; beyond the last \
             nothing is hit.",
            "Two more for a moving target, four for a screened one (published at forty paces), six for a protected one; \
             of two at once the harder counts alone.",
            "A target moves if it moved in its own last turn, or has in this one.",
            "All of a group take aim before any of them rolls; a shot at one who falls meanwhile is lost.",
            "Whoever is in contact neither fires nor reloads, but may be fired at.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "PG-08",
        title: "What a hit does",
        digest: "\
A d4 for each hit says whether it wounds or kills. The wounded do everything worse.",
        parameters: &["fire.effect-dice", "fire.kills"],
        assumed: &[
            "1 and 2 wound, 3 and 4 kill. A second wound kills.",
            "Every die of the wounded is one step smaller: a d20 becomes a d12, a d8 a d6; a d4 stays. They move slowly \
             (published).",
        ],
        ..EMPTY
    },
    RulePage {
        id: "PG-09",
        title: "Reloading",
        digest: "\
In a later turn a figure may reload in place of anything else: 4 or more on its AF die. It fires from the turn after
that.",
        contradictions: &[
            "It gives a d8 an even chance; five of its eight faces reach 4, which is 62.5 %.",
            "A d4 is said to take three turns on average. It fails three times on average, and the fourth roll \
             succeeds.",
        ],
        parameters: &["fire.reload"],
        assumed: &["All weapons are loaded at the start."],
        ..EMPTY
    },
    RulePage {
        id: "PG-10",
        title: "Fire in haste",
        digest: "\
Who has just reloaded may fire in the same turn, with a d4 in place of the d8.",
        parameters: &["fire.haste"],
        assumed: &["He does so at once, before anybody else acts."],
        ..EMPTY
    },
    RulePage {
        id: "PG-11",
        title: "Volleys",
        digest: "\
A unit in line, two to four ranks deep, fires by ranks: as many as its player likes, and all of each. Every figure rolls a
d20, whatever its skill, against the stick. The target is a group, and the hits fall on those nearest to the line, or as
agreed.",
        options: &["options.volley-hits"],
        parameters: &["fire.volley", "move.group"],
        assumed: &[
            "The stick is that of aimed fire. All fire at the distance from the line to the nearest of the group, and at \
             what hides or moves him; each has the number that his own weapon needs there. Whose weapon does not carry so \
             far keeps his fire.",
            "The first loaded ranks fire, and the others keep their fire for a later turn. A rank of which somebody has an \
             empty weapon does not fire; those with nothing to fire with do not count.",
            "Each hit falls on another figure, as long as there are any.",
            "Who stands in line does not take aim. A line moves as one and keeps its ranks.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "PG-12",
        title: "Reloading after a volley",
        digest: "\
Each rank that has fired rolls one d20: 16 or more loads it. With figures enough a whole platoon may roll one for all, and
needs 12.",
        options: &["options.volley-reload"],
        parameters: &["fire.volley-reload-dice", "fire.rank-reload", "fire.platoon-reload"],
        assumed: &[
            "Nobody fires a volley in the turn in which he reloads.",
            "By platoon, one roll is for all if the last volley was one of the whole unit; after a volley of some of its \
             ranks each rolls for itself.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "PG-13",
        title: "Melee",
        digest: "\
Two in contact roll their M dice. If one alone has 4 or more he hits. If both have, they parry, unless they roll the same:
then both hit. Two may fight one; the second rolls and nobody rolls against him.",
        options: &["options.second-figure"],
        parameters: &["hand-to-hand"],
        assumed: &[
            "One round at the end of each turn, either side's, for all who are in contact.",
            "Who fights whom is settled before anybody rolls. In turn, a hit counts as soon as it is rolled: the wound helps \
             the second figure, and nobody rolls at a dead man. At once, hits count when all have rolled.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "PG-14",
        title: "Advantage in melee",
        digest: "\
It helps to fight from behind a parapet, against a wounded enemy, or, when closed ranks clash, at his flank or rear.",
        parameters: &["fire.cover-distance"],
        assumed: &[
            "The M die is one step larger; a d12 stays, and two advantages are worth no more than one.",
            "A parapet is whatever protects against fire: a wall or a barricade. Behind it is who stands on it, or right \
             behind it, on the side away from the enemy, and did not come to him. A hedge or a fence only screens, and is \
             no help in melee.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "PGC-1",
        title: "Bases",
        digest: "\
One figure is one man on his own base: 3 by 3 cm standing, 3 by 4 kneeling, 4 by 8.5 mounted.",
        parameters: &["move.base"],
        assumed: &["Every base is round here, and as wide as one standing man's."],
        ..EMPTY
    },
    RulePage {
        id: "PGC-2",
        title: "Scale",
        digest: "\
A centimetre is a pace, on purpose less than the figures' scale has; trees, houses and rivers are shrunk as well.",
        ..EMPTY
    },
    RulePage {
        id: "PGC-3",
        title: "Figures",
        digest: "\
Meant for 54 mm, and said to work for 25 to 30 mm.",
        contradictions: &["The older text knows 54 mm only."],
        ..EMPTY
    },
    RulePage {
        id: "PGC-4",
        title: "Active and passive",
        digest: "\
Sides alternate, in turns of 5 to 10 seconds. The figures of the active side may move, fire or reload; those of the other
take what comes, and answer only in melee.",
        assumed: &["So nobody fires in the enemy's turn."],
        ..EMPTY
    },
    RulePage {
        id: "PGC-5",
        title: "Regulars and irregulars",
        digest: "\
Two classes of several troop types each. Figures are based singly, but belong to tactical units.",
        assumed: &["The classes make no difference here."],
        ..EMPTY
    },
    RulePage {
        id: "PGC-6",
        title: "Kinds of ground",
        digest: "\
Normal ground, rough ground, water meadow, wood and forest, water.",
        assumed: &["Ground is slow or it is not."],
        ..EMPTY
    },
    RulePage {
        id: "PGC-7",
        title: "Normal ground",
        digest: "\
Meadow, field, yard and road hinder nobody and nothing. A road is fast only because nothing stands on it.",
        ..EMPTY
    },
    RulePage {
        id: "PGC-8",
        title: "Obstacles, screens, protections",
        digest: "\
What stands on the ground is apart from its kind: obstacles hinder movement, screens and protections matter in fire and
melee. Protection is for those on the piece and right behind it.",
        parameters: &["fire.cover-distance", "fire.screened", "fire.protected"],
        assumed: &["In melee a protection is a parapet (PG-14); a screen helps against fire alone."],
        ..EMPTY
    },
];
