//! The other initiative systems, one page for each of their rules: turns by side, cards, Lloyd's d10, WarSpike, AD&D.
//!
//! What stands in their tables is fixed: rulebooks do not set it.

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
        id: "BL-01",
        title: "Sides take turns (`alternate`)",
        digest: "\
A side activates each of its units once, in the order that its bot likes; then the other side does.",
        assumed: &[
            "The source names this kind of system and no more; everything here is assumed.",
            "Who begins is settled by lot, unless the scenario says.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "BL-02",
        title: "A card for each unit (`cards`)",
        digest: "\
A deck has one card for each unit in play. The unit whose card is drawn may act once. When the deck is used up it is shuffled
again. So a unit acts at most twice running, and that only across a shuffle; a side may be drawn any number of times.",
        assumed: &[
            "The source says that a unit moves only on its own card; the rest is assumed.",
            "There is no card that ends the turn. With one, a unit could act more than twice running.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "LLC-3",
        title: "Turns by a d10 (`lloyd-d10`)",
        digest: "\
The author's fast-play rules do not seize: each side rolls a d10 a turn, and the higher goes first. A tie is lost by the side
that moved last. The first side moves, or shoots and then moves; those who have not shot shoot; melee is fought; then the
other side does the same.",
        assumed: &[
            "Where nobody has moved yet, a tie goes by lot or by what the scenario says.",
            "Only javelins shoot and go on into melee.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WS-01",
        title: "Who instigates",
        digest: "\
The winner of a toss may be the Instigator of the first turn, or pass; then the other may. If both pass, a turn is struck off
the game and the coin is tossed again. When no turn is left the game is a draw.",
        assumed: &[
            "A game has 20 turns.",
            "A side passes if its bot has nothing to do, or is on hold (WS-08).",
            "A scenario that says who begins names the Instigator.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WS-02",
        title: "Action",
        digest: "\
The Instigator gives one action to a unit that has not acted in the turn: it moves, shoots, fights those in contact, or does
something special.",
        contradictions: &["An example in the source has a unit run; the list has moves only. A run is a move here."],
        assumed: &[
            "Movement, shooting and melee are those of the rulebook.",
            "The specials: to lie low, so that nobody can aim at the unit until it acts or an enemy comes within 4 inches; \
             and to prepare, which adds 1 to rolls in its next reaction.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WS-03",
        title: "Reaction",
        digest: "\
When the action is known, one unit of the other side, the Retaliator, may answer it, and only against the active unit: it
moves straight at it, shoots at it, fights it or does a special. A unit reacts at most once in a turn.",
        contradictions: &[
            "The list lets a unit react only towards the active unit; an example moves it to a bridge. The list holds.",
            "“Their target unit” can mean that only the unit aimed at may react. Here any may.",
            "One step speaks of reactions; a match sets one unit against one. Here there is one.",
        ],
        assumed: &["The Retaliator need not react."],
        ..EMPTY
    },
    RulePage {
        id: "WS-04",
        title: "Match",
        digest: "\
Action and reaction are settled together, apart from everything else. Two units that make for the same place meet there, and
fight at once.",
        assumed: &[
            "Both move at the same time in ten increments, each at its own rate, so that the nearer in time is there first.",
            "Losses of one side take no dice from the other. A unit that is shot at and does not react suffers all the same.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WS-05",
        title: "The next match",
        digest: "\
The Instigator goes on with another unit that has not acted, in any order, until none is left.",
        ..EMPTY
    },
    RulePage {
        id: "WS-06",
        title: "Changeover",
        digest: "\
Then units of the Retaliator that have not reacted may move or do a special, but aim at nobody.",
        ..EMPTY
    },
    RulePage {
        id: "WS-07",
        title: "Advantage",
        digest: "\
At the end of a turn it is worked out who has the Advantage: he instigates the next.",
        assumed: &[
            "How it is worked out is not in the source. Each side rolls a d6 and adds 1 for each enemy unit that it has \
             destroyed or routed in the turn; a tie leaves the Advantage where it is.",
            "Who has it must instigate. If he cannot the other does; if neither can, the turn is struck off.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WS-08",
        title: "Hold orders",
        digest: "\
Units on hold stay where they are and react to attacks. A side all of whose units are on hold cannot instigate.",
        assumed: &["Units in scenario files are never on hold."],
        ..EMPTY
    },
    RulePage {
        id: "AD-01",
        title: "Order of action",
        digest: "\
In each round a side rolls a d6, high being good, and its members add their own modifiers. Those who use several attacks come
first, the more the sooner, then all others by the die; zombies and the slowed are last. Equals act at the same time.",
        assumed: &[
            "A figure with more routines has all its early ones before the next figure's.",
            "Troops and weapons of rulebooks have one attack, no modifier, and nobody is hasted or slowed.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "AD-02",
        title: "Several routines",
        digest: "\
Half of a figure's attack routines come before those of others and half behind. The middle one of an odd number goes by the
die like a single attack. Rolls at one target made as one unit are one routine; attacks that may go to different targets are
several.",
        contradictions: &[
            "The late half loses whatever happens, it is said, yet in the example it comes before a zombie. The example \
             holds.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "AD-03",
        title: "Declaration",
        digest: "\
Figures declare what they do in the order of action. Who has the initiative acts first; who has not declares knowing it.",
        assumed: &[
            "What can be declared is what the rulebook's bots can do.",
            "Nobody writes declarations down unseen, as a reader of the source proposed.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "AD-04",
        title: "The golden rule",
        digest: "\
An action that has the initiative completes before every action without it that takes as long or longer. Moves and spells take
segments; all else is untimed, and is carried out in the order of AD-01.",
        contradictions: &[
            "One sentence calls the action that has a time untimed; the examples mean the one that has none.",
        ],
        assumed: &["A timed action whose figure is hit is lost."],
        ..EMPTY
    },
    RulePage {
        id: "AD-05",
        title: "Both actions timed",
        digest: "\
The one that needs fewer segments completes first, whoever has the initiative. If they need the same, AD-04 holds.",
        assumed: &["A full move takes ten segments, and part of one its share, rounded up."],
        ..EMPTY
    },
    RulePage {
        id: "AD-06",
        title: "Method I",
        digest: "\
An untimed action without a speed factor that has lost to a timed one, or tied, completes on the segment that the higher of
the two dice shows, without modifiers.",
        contradictions: &[
            "It is said that what takes more than six segments never comes before an untimed action. That holds here, and \
             not under AD-07.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "AD-07",
        title: "Method II",
        digest: "\
A melee weapon with a speed factor that has tied with a timed action strikes on the segment of its speed factor; one that has
lost, on the segment by which its speed factor and its side's own die differ. 0 is before everything timed.",
        contradictions: &[
            "A sentence puts the timed action on that segment, the example the attack. The example holds.",
        ],
        assumed: &["The die is taken without modifiers.", "Weapons of rulebooks have no speed factor."],
        ..EMPTY
    },
    RulePage {
        id: "AD-08",
        title: "On the same segment",
        digest: "\
Who has the initiative completes first. On a tie both happen, and neither stops the other.",
        ..EMPTY
    },
    RulePage {
        id: "AD-09",
        title: "Closing and charging",
        digest: "\
Who begins the round out of reach does not strike in it unless he charges: twice the move, and a blow at its end. That is
possible once in ten rounds. Otherwise he closes with a plain move.",
        assumed: &["A charger strikes on the segment on which he arrives."],
        ..EMPTY
    },
    RulePage {
        id: "AD-10",
        title: "Ties between weapons",
        digest: "\
Of two weapons with speed factors that tie the faster strikes first. Against one at least three times as slow, or slower by
five, it has a strike more, before the other; against one slower by ten, another at the same time as it. Equal factors strike
together.",
        contradictions: &[
            "The source's table has 16 for the second strike more of factor 8; its rule gives 18, which holds.",
        ],
        ..EMPTY
    },
];
