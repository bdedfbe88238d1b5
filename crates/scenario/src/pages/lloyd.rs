//! Lloyd's rules, one page each, and the facts from his other pages that the host pack uses.

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
        id: "LL-01",
        title: "Action",
        digest: "\
Whoever has the initiative makes one action with one body: a chain of figures, each near another and in its sight. All who
take part do the same thing to one end. Those who stay out of it may not do something else meanwhile.",
        contradictions: &[
            "The essay joins a figure to a body by any one member, the sheet (and the essay a little later) asks for \
             nearness to every other. The first holds here.",
        ],
        parameters: &["system", "move.group"],
        assumed: &["Figures on a card still act as one body; those elsewhere wait."],
        ..EMPTY
    },
    RulePage {
        id: "LL-02",
        title: "Consequences first",
        digest: "\
Whatever an action brings about, shots in reaction, melee, morale, reactive moves, is played out before anybody tries to
seize the initiative.",
        ..EMPTY
    },
    RulePage {
        id: "LL-03",
        title: "Seizing the initiative",
        digest: "\
After each action the other side names one figure and rolls: die plus the figure's own leadership plus tactical factors
against its base rate. Equal or more takes the initiative. Otherwise the same side acts again, as long as this goes on.
The exact chance on a d20 is clamp(21 - base + leadership + factors, 0, 20) / 20.",
        options: &["options.seize-roll"],
        contradictions: &[
            "The sheet would have base, leadership and factors added up and rolled over, which would make a good leader \
             a burden. The essay's formula holds here.",
        ],
        parameters: &[
            "seize.dice",
            "seize.base",
            "seize.leadership",
            "seize.factor",
        ],
        assumed: &[
            "Who has the initiative first is settled by lot, unless the scenario says.",
            "A leader lends nothing to another nominee.",
            "One move is one at the pace of what is meant: where there are paces (PG-06), a charge, a run and an escape are \
             fast.",
        ],
    },
    RulePage {
        id: "LL-04",
        title: "Never alone",
        digest: "\
The two lowest grades need more than the die can show. Without a factor in their favour, or somebody better to nominate,
they never seize.",
        contradictions: &[
            "The essay says that they never do on their own, but its factors let them when they are within reach of \
             something (1 or 2 in 20). The formula holds here.",
        ],
        parameters: &["seize.base.sub-human", "seize.base.rubbish"],
        ..EMPTY
    },
    RulePage {
        id: "LL-05",
        title: "What the first action must be",
        digest: "\
Who has just seized must begin with the nominated figure and its body, and do one of these: (a) go at the enemy at full
speed; (b) shoot or fight; (c) come into or go out of the enemy's sight to some purpose, and not straight back again;
(d) make for the table edge at full speed; (e) carry out the order card that helped. Later actions are free.",
        options: &["options.sight-move"],
        contradictions: &["The order card as a first action, and the body's part in it, stand in the sheet only."],
        assumed: &[
            "In sight means seen by at least one living enemy.",
            "A purpose is to end nearer, by the way one has to go, to an enemy, an objective or an exit.",
            "Where there are paces (PG-06), only a run, a charge or an escape is at full speed.",
            "Whether one could get into melee is asked of the nominee, for every enemy, friends in his way left out of account; \
             the rest of his body goes with him.",
            "If nobody of a side could do any of these, somebody is named for a charge all the same: the roll is due, and all \
             in contact may have to fight on it (LL-10). A success takes the initiative, and the action comes to nothing.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "LL-06",
        title: "Nominee and intention",
        digest: "\
Factors depend on who is named and what he means to do. Both are stated before the roll, and a success binds the side to
them.",
        assumed: &["That it binds is published for order cards only; here it does for every intention."],
        ..EMPTY
    },
    RulePage {
        id: "LL-07",
        title: "Shooting counters",
        digest: "\
Each shooting action hands the enemy a counter that helps him to seize, the one that won the initiative included. Shots in
reaction hand over none. When the initiative changes hands all counters go.",
        options: &["options.counters"],
        contradictions: &[
            "One passage lets a counter help the next roll, the table counts all shooting actions of the initiative. \
             The option has both.",
        ],
        parameters: &["seize.factor.enemy-shots"],
        ..EMPTY
    },
    RulePage {
        id: "LL-08",
        title: "Order cards",
        digest: "\
Cards are written before the game: who is on it, and one definite place or enemy; perhaps a condition. Each figure is on
one card at most. A figure nominated in order to carry out its card is helped a lot, and then only those on the card act,
and only on that. The help may be forgone; then the card binds nobody.",
        parameters: &["seize.factor.order-card"],
        assumed: &[
            "A card stays open until its task is done or nobody on it is left, and may help more than once.",
            "An order to kill or destroy is carried out with missiles by those on the card who can shoot at the enemy it names \
             from where they stand, if there are any; otherwise by a charge.",
            "Under the other systems cards hold too, as orders that a bot may carry out; nobody seizes by them there.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "LL-09",
        title: "Melee",
        digest: "\
A round is fought whenever figures first meet, whenever the active side spends an action on it for one of its groups, and
when the seize die says so (LL-10).",
        options: &["options.contact-round"],
        assumed: &[
            "Whether those who met first fight again when others join at once is left open; see the option.",
            "In contact are those who stand base to base with nothing between them that cannot be walked through, a barricade \
             excepted.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "LL-10",
        title: "Everyone fights",
        digest: "\
If the seize die itself shows 1, 2 or 3, whether or not that is enough, everybody in contact anywhere fights a round.",
        parameters: &["seize.everyone-fights-up-to"],
        assumed: &["The round comes before the next action; a success stands even if the nominee falls in it."],
        ..EMPTY
    },
    RulePage {
        id: "LL-11",
        title: "Reactive movement",
        digest: "\
When a move has brought on a melee, unengaged enemies near those who have just engaged, or near figures touching them in a
chain, may at once join the fight or run for it at full speed. It seizes nothing, and the active side does not answer.",
        options: &["options.reactive-movement"],
        contradictions: &[
            "The essay measures from those who engaged, the sheet also from those who touch them; the sheet holds here.",
            "Afterwards the reactors fight (essay) or everyone in that melee (sheet); the sheet holds here.",
        ],
        parameters: &["move.reaction"],
        assumed: &[
            "Where all react as one, those who are near are one group: the bot's first line that fits the group holds for all \
             of them. With `each-chooses` it is asked of each.",
        ],
    },
    RulePage {
        id: "LL-12",
        title: "Reactive shooting",
        digest: "\
Once in each enemy initiative a side may answer one action with missiles, a little less well than usual: those shot at may
shoot back at the shooters, or anybody may shoot at enemies seen moving, whatever targets would come first otherwise. All
shots are declared before any die falls. A mover who gets out of sight or range can be shot at once for each inch in view.",
        options: &["options.reactive-shooting", "options.reactive-shots-per-inch"],
        contradictions: &[
            "The essay limits the shots by the inches moved always, the sheet only for movers who get away.",
        ],
        parameters: &["shooting.reactive", "fire.reactive"],
        assumed: &[
            "By petite guerre's dice (PG-07) it takes 2 more to hit in reaction, on top of what the target's condition adds.",
            "Shots at movers fall where the way in view comes nearest to the shooter, before any contact.",
            "Replies come after the shots, from those still standing. An inch begun counts whole.",
            "Whoever sees a mover all the way takes nothing from the allowance of those who do not; leaving the table is leaving \
             sight. A bot that asks whether an enemy is in range is told yes of one who was while he passed.",
        ],
    },
    RulePage {
        id: "LL-13",
        title: "All shoot",
        digest: "\
If nobody of the side moves and shooting is all that it does, every missile figure it has may shoot in that one action, each
at any target.",
        ..EMPTY
    },
    RulePage {
        id: "LL-14",
        title: "Move and shoot",
        digest: "\
Bows and slings may go half a move and shoot in the same action, javelins a full one. Crossbows and handguns stand still.",
        parameters: &["weapon"],
        assumed: &[
            "Who cannot shoot from where he stands goes straight towards the nearest enemy of those shot at, and takes no part \
             if that does not help: nobody looks for a place beside a corner.",
            "Whether a shot is within medium range (LL-03) is judged where the steps end. An action in which the shooter falls on \
             his way is a shooting action all the same (LL-07).",
        ],
        ..EMPTY
    },
    RulePage {
        id: "LL-15",
        title: "\"To me!\"",
        digest: "\
A leader who stands still may call in, as one action and from however far, those he commands and allies near them, as long
as nobody who comes is near an enemy at any point of the way.",
        parameters: &["move.reaction", "move.group"],
        assumed: &[
            "A bot calls those who are cut off from its leader's body; if there are none, those of the body who are further from \
             him than the body distance.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "LL-16",
        title: "Duel",
        digest: "\
Whoever's side loses a duel tries once to seize the initiative. If that fails, the winner's side has it.",
        options: &["options.duels"],
        contradictions: &["Only the sheet has the rule, and neither text says what a duel is."],
        assumed: &[
            "Two leaders in contact with one another and with nobody else are a duel, however one fights; who falls or retreats \
             has lost it. If both fall, neither has.",
            "Of several duels in a round each has its roll, in the order in which they were decided.",
            "A loser who has the initiative already rolls to keep it; the winner's next action is free.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "LLC-1",
        title: "Quality",
        digest: "\
Three grades in the author's fast-play system: 3 for knights, 2 for soldiers, 1 for peasants. They are also what a figure
costs in points.",
        parameters: &["quality"],
        assumed: &["Good and better count as 3, average as 2, everything below as 1."],
        ..EMPTY
    },
    RulePage {
        id: "LLC-4",
        title: "Reach and ranks",
        digest: "\
Three classes of reach: 2 for pikes, 1 for spears and most long arms, 0 for swords and shorter. Pikes fight in three ranks,
spears in two; a javelin supports from the second. A base is about an inch.",
        parameters: &["weapon", "move.base"],
        ..EMPTY
    },
    RulePage {
        id: "LLC-5",
        title: "Morale",
        digest: "\
A contingent begins with a number, about 6, and leaves the table when it is used up. What uses it up is not known.",
        parameters: &["morale.start"],
        ..EMPTY
    },
    RulePage {
        id: "LLC-6",
        title: "Results of shots and melee",
        digest: "\
There are no wounds to count: a figure is pushed back by a base, retreats two full moves at once, or is killed.",
        parameters: &["shooting.effect", "melee.effect"],
        assumed: &["The odds of each; and that shots have the same results."],
        ..EMPTY
    },
];
