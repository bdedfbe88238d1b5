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
        parameters: &["techniques.attribute"],
        assumed: &["There is one attribute for each troop type here, the one that technique tests are made against (WSC-4)."],
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
he covers up, and flees if charged. With 6 and 8 the middle is a half-hearted attack that nothing follows.",
        options: &[],
        contradictions: &[],
        parameters: &[],
        assumed: &["They are not played: what a wild or a half-hearted attack does in numbers, the post does not say."],
    },
    RulePage {
        id: "WSC-6",
        title: "Close combat is a chain",
        digest: "\
The attacker's opening lands without a roll. The defender makes one technique test: if he passes, it becomes a counter; if he
fails, he falls. The attacker must answer the counter in the same way, and so on until one of them fails.",
        options: &["options.technique-melee"],
        contradictions: &[
            "WS-04 resolves a match together, so that neither side's losses take dice from the other. In the worked example of \
             close combat the fallen roll no more: the chain alternates. The chain is the default; with \
             `options.technique-melee = \"together\"` both are tested at once, and both may fall.",
            "The worked example of ten against ten ends with more men gone than its own dice have felled. No test rests on it.",
        ],
        parameters: &["fighting", "techniques.most-tests"],
        assumed: &[
            "The side whose action it is opens; in a round for everybody the side with the initiative.",
            "Who is left over when all have an opponent opens a chain of his own against one of the enemies in contact, when \
             the chains before are over.",
            "A single blow in a round of segments (AD-04) is an opening alone: the enemy's counter is his own blow.",
            "After so many tests the two break off and stay in contact.",
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
