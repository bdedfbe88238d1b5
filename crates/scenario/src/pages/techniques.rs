//! Close combat by technique tests, from WarSpike's other pages.

use super::RulePage;

pub(super) const PAGES: &[RulePage] = &[
    RulePage {
        id: "WSC-3",
        title: "Attributes",
        digest: "\
Mentality, Action, Reason and Stature, each from 1 to 10, with 0 for out of action. A man's average is 6 in all four.",
        options: &[],
        contradictions: &["An older page says Agility for Action, and gives a number for Stature only."],
        parameters: &["techniques.attribute", "techniques.mentality", "techniques.action"],
        assumed: &[
            "Technique tests are made against one attribute of each troop type (WSC-4). Mentality and Action are for stacked tests \
             (WSC-5), Stature for strides (WSC-2). Nothing is tested on Reason.",
        ],
    },
    RulePage {
        id: "WSC-4",
        title: "The technique test",
        digest: "\
A die is rolled against an attribute, and a low roll passes. Attributes go from 1 to 10; a man's is 6 in everything.",
        options: &["options.technique-test"],
        contradictions: &[
            "The page of 2009 passes a roll under the attribute, and says that an average man passes half his tests. The post \
             of 2012 counts a roll at or under it: 60% for an average man. Its examples are worked out in full, so this is the \
             default; the other is `options.technique-test = \"under\"`.",
        ],
        parameters: &["techniques.dice", "techniques.attribute"],
        assumed: &[
            "Which troop type has which attribute, but for the 6 of an average man.",
            "Whoever has prepared (WS-02) adds to his attribute what preparing adds to any roll.",
        ],
    },
    RulePage {
        id: "WSC-5",
        title: "Stacked tests",
        digest: "\
In a post of 2012 one die is read against two attributes. With Mentality 8 and Action 6 a roll up to 6 passes both, a skilled
attack; 7 and 8 pass the first only, a wild attack that lands and leaves him open to a counter; 9 and 10 neither: no attack,
he covers up, and flees if charged. With 6 and 8 the middle is a half-hearted attack that nothing follows.
`options.technique-attack = \"stacked\"` plays so. `skirmish odds stacked` works out what comes of it.",
        options: &["options.technique-attack"],
        contradictions: &[
            "The page on close combat has the opening land without a roll (WSC-6): `opening`, the default. The post of 2012 \
             rolls for the attack: `stacked`. Who is attacked has his technique test under both.",
        ],
        parameters: &["techniques.mentality", "techniques.action", "techniques.dice"],
        assumed: &[
            "What each kind of attack does, beyond its name. A skilled attack is the opening of WSC-6, and the chain goes on. A \
             wild attack lands as an opening does, but a counter to it cannot be answered: the attacker falls. A half-hearted \
             attack lands as well; if it is countered nothing more comes of it.",
            "Whoever rolls is whoever opens by WSC-6. One who passes neither attribute covers up until he acts, reacts by WS-03 or \
             attacks again. Whoever is attacked meanwhile has his technique test as ever.",
            "To be charged is that an enemy comes into contact. One who covers up then runs before a blow is struck: two full moves \
             straight away, as a retreat (LLC-6). With no room behind him he stands and is attacked.",
            "Which troop type has which attributes, but for a man's 6: without `techniques.mentality` or `techniques.action` it has \
             its `techniques.attribute` in both, and no attack is wild or half-hearted.",
            "By `technique-test = \"under\"` both attributes are read as the technique test is (WSC-4).",
            "Whoever has prepared (WS-02) adds the same to both.",
        ],
    },
    RulePage {
        id: "WSC-6",
        title: "Close combat is a chain",
        digest: "\
The attacker's opening lands without a roll. The defender makes one technique test: if he passes, it becomes a counter; if he
fails, he falls. The attacker must answer the counter in the same way, and so on until one of them fails. With
`options.technique-attack = \"stacked\"` the attacker rolls for his opening first (WSC-5).",
        options: &["options.technique-melee", "options.technique-attack"],
        contradictions: &[
            "WS-04 resolves a match together, so that neither side's losses take dice from the other. In the worked example of \
             close combat the fallen roll no more: the chain alternates. The chain is the default; with \
             `options.technique-melee = \"together\"` both are tested at once, and both may fall.",
            "The worked example of ten against ten ends with more men gone than its own dice have felled. No test rests on it.",
        ],
        parameters: &["fighting", "techniques.most-tests"],
        assumed: &[
            "The rulebooks `warspike` and `spheres-of-war` fight so; with `fighting = \"host\"` they fight by the host rules, for which \
             they have all that is needed. Any initiative system goes with either.",
            "The side whose action it is opens; in a round for everybody the side with the initiative.",
            "Who is left over when all have an opponent opens a chain of his own against one of the enemies in contact, when \
             the chains before are over.",
            "A single blow in a round of segments (AD-04) is an opening alone: the enemy's counter is his own blow.",
            "After so many tests the two break off and stay in contact. A step of the chain takes an increment, but a chain is played \
             to its end whenever it begins; with `techniques.most-tests = 9` it ends with the ten increments of a turn.",
            "Arms, armour, reach, ranks and barricades change nothing: the source has them as options on top, without numbers.",
        ],
    },
    RulePage {
        id: "WSC-7",
        title: "The worked example of close combat",
        digest: "\
Ten charge ten. Of the defenders' tests 7 become counters and 3 fall; of the attackers' 5 and 2; of the defenders' 3 and 2;
the last three attackers all fail. Four rounds of tests behind the opening, each an increment: 15 seconds.",
        options: &[],
        contradictions: &[
            "The page then counts three defenders standing and no attacker. By the pairs five fall on each side, and five and five \
             are left; lines may be missing from what could be read. No test rests on it.",
        ],
        parameters: &[],
        assumed: &[],
    },
];
