//! The other initiative systems, one page for each of their rules: turns by side, cards, Lloyd's d10, WarSpike, AD&D.

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
        parameters: &["system"],
        assumed: &[
            "The essay names this kind of system as what it replaces, and says no more; everything here is assumed.",
            "Who begins is settled by lot, unless the scenario says.",
            "Order cards are Lloyd's (LL-08); those of a scenario hold under this system, too.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "BL-02",
        title: "A card for each unit (`cards`)",
        digest: "\
A deck has one card for each unit in play. The unit whose card is drawn may act once. When the deck is used up it is shuffled
again. So a unit acts at most twice running, and that only across a shuffle: with n cards, at one shuffle in n. A side may be
drawn any number of times running. With `one` there is one card more, which belongs to nobody: it ends the turn at once, and
the whole deck is shuffled again.",
        options: &["options.end-card"],
        contradictions: &[
            "The essay says that one unit never has its card several times in a row. That is so within a deck; across a \
             shuffle it may have it twice, and with an end card there is no limit.",
        ],
        parameters: &["system"],
        assumed: &[
            "The essay says that a unit moves only on its own card; the rest is assumed.",
            "The cards of units that have left the table are taken out.",
            "Order cards are Lloyd's (LL-08); those of a scenario hold under this system, too.",
        ],
    },
    RulePage {
        id: "LLC-3",
        title: "Turns by a d10 (`lloyd-d10`)",
        digest: "\
The author's fast-play rules do not seize: each side rolls a d10 a turn, and the higher goes first. A tie is lost by the side
that moved last. The first side moves, or shoots and then moves; those who have not shot shoot; melee is fought; then the
other side does the same. Two d10 tie in one turn of ten, so that the side that moved last opens the next turn in 45 of 100.",
        parameters: &["system", "turn"],
        assumed: &[
            "Where nobody has moved yet, a tie goes by lot or by what the scenario says.",
            "Only javelins shoot and go on into melee: weapons with `mobility = \"full\"`. Others who have shot halt clear of \
             any enemy when they move on.",
            "Order cards are Lloyd's (LL-08); those of a scenario hold under this system, too.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WS-01",
        title: "Who instigates",
        digest: "\
The winner of a toss may be the Instigator of the first turn, or pass; then the other may. If both pass, a turn is struck off
the game and the coin is tossed again. When no turn is left the game is a draw. The other side is the Retaliator.
With `coin` nobody passes. With `situation` it is who lies in ambush, or else who advances on those who defend; the toss
settles it if that says nothing. `skirmish odds instigator` works out who it will be and how many turns are struck off.",
        options: &["options.first-instigator"],
        contradictions: &[
            "The author's other pages have a toss without passing, and the Instigator by situation (WSC-9): `coin` and \
             `situation`.",
        ],
        parameters: &["system", "warspike.turns"],
        assumed: &[
            "How many turns a game has. After the last it is a draw.",
            "A side passes if its bot has nothing to do for a unit that is free to advance (WS-08), or chooses to.",
            "A scenario that says who begins names the Instigator.",
        ],
    },
    RulePage {
        id: "WS-02",
        title: "Action",
        digest: "\
The Instigator gives one action to a unit that has not acted in the turn: it moves in any direction, shoots at anybody in sight
and within its arc of fire, fights those in contact, or does something special. With `matching = \"closest\"` he does not choose
the unit and its target: SOW-1. Several units may count as one: WSC-10.",
        options: &["options.matching"],
        contradictions: &["An example in the source has a unit run; the list has moves only. A run is a move here."],
        parameters: &["warspike.found", "warspike.prepared"],
        assumed: &[
            "The source's move is a figure's Stature times a rate that it does not give. The rulebook `warspike` has the strides \
             (WSC-2) and the close combat (WSC-6) of the author's other pages, and for shooting, arcs of fire and morale, of \
             which he gives no numbers, the host rules. With `fighting = \"host\"` and `options.stride = \"full-move\"` melee \
             and moves are the host's, too.",
            "Movement and fighting are no part of the initiative: a battle keeps its own under `--initiative`. So a battle by \
             `lloyd` is played under WarSpike's initiative with full moves and the host's melee, and one by `warspike` under any \
             other with strides and chains of tests: a comparison shows what the initiative does, and nothing else.",
            "Order cards are Lloyd's (LL-08); those of a scenario hold under this system, too.",
            "The specials. To lie low: nobody can aim at the unit until it acts, or an enemy stands as near as \
             `warspike.found` when a match is over: who has only passed has not found it. By acting it may be answered like any other. A body with `hidden = true` lies low at the start. \
             To prepare: `warspike.prepared` is added to its rolls to hit and in melee in its next \
             reaction.",
        ],
    },
    RulePage {
        id: "WS-03",
        title: "Reaction",
        digest: "\
When the action is known, one unit of the other side, the Retaliator, may answer it, and only against the active unit: it
moves straight at it, shoots at it, fights it or does a special. A unit reacts at most once in a turn.
`reaction-move` widens where a reacting unit may move: with `intercept` also to the place that the active unit is making for,
with `free` also straight away from it, to the nearest cover or to the nearest friends (WSC-8).",
        options: &["options.reacting-unit", "options.reaction-move"],
        contradictions: &[
            "The list lets a unit react only towards the active unit; an example moves it to a bridge. `towards` is the \
             list, `intercept` the example.",
            "“Their target unit” can be read so that only the unit aimed at may react: `targeted`. With `any` it is the \
             Retaliator's choice.",
            "One step speaks of reactions; a match sets one unit against one. Here there is one.",
        ],
        assumed: &[
            "The Retaliator need not react; the author's later page has “may” as well.",
            "A unit may answer a move with shots if it will see the mover within range on the way that he is seen to be going, \
             though it does not see him yet; `enemy in range` and `enemy in sight` of a bot's reactions count that as well. To \
             move in answer, somebody of the unit must see somebody of the active unit as he sets out (WSC-8).",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WS-04",
        title: "Match",
        digest: "\
Action and reaction are settled together, apart from everything else. Two units that make for the same place meet there, and
fight at once.",
        parameters: &["warspike.increments"],
        assumed: &[
            "Both move at the same time, increment by increment, each at its own rate, so that the nearer in time is \
             there first. The ten increments are the author's (WSC-1).",
            "Losses of one side take no dice from the other. A unit that is shot at and does not react suffers all the same.",
            "A match is fought with one unit, or block: the one that reacts, if they are in contact; else the one that is charged, \
             if it is reached; else the one that most of the active unit's fighters are in contact with, of equals the first of the \
             file. A charge goes at that unit alone. Whoever else is in contact neither strikes nor is struck, and gives no \
             advantage; nor do friends of other units help from behind.",
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
Then units of the Retaliator that have not reacted may move, lie low or prepare, but aim at nobody.",
        assumed: &[
            "Units on hold do not move (WS-08).",
            "Whoever moves now halts clear of the enemy: nobody could answer a melee.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WS-07",
        title: "Advantage",
        digest: "\
At the end of a turn it is worked out who has the Advantage: he instigates the next.
With `roll` each side rolls and adds something for each enemy unit that it has destroyed or routed in the turn; a tie leaves
the Advantage where it is. With `loser-of-fewer` it goes to the side that has lost fewer figures in the turn. With `alternate`
the sides take turns; with `keep` it stays where it is; with `coin` it is tossed for. With `situation` it goes to who lies in ambush, or else to who advances
on those who defend.",
        options: &["options.advantage"],
        parameters: &["warspike.advantage"],
        assumed: &[
            "How it is worked out: the source says that it is, and not how. `situation` alone is the author's (WSC-9).",
            "A unit of a block counts as a unit when it is destroyed (WSC-10); one that has left by its exit is not destroyed.",
            "Who has it must instigate. If he cannot the other does; if neither can, the turn is struck off.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WS-08",
        title: "Hold orders",
        digest: "\
Units on hold do nothing of themselves and react to attacks. A side all of whose units are on hold cannot instigate.
With `hold-moves = \"none\"` they keep their place and react from there: they shoot, fight those in contact, lie low or prepare.
With `in-reaction` they may also move in a reaction, as others do.",
        options: &["options.hold-reacts", "options.hold-moves"],
        contradictions: &[
            "They “hold”, and the others are those who can advance: `none`. They “react”, and reactions are moves too (WS-03): \
             `in-reaction`.",
            "They react to attacks: `to-attacks`. As the passage is about who is the Retaliator, it can be read as no more than \
             that; then they react to any action, as others do: `to-anything`.",
        ],
        assumed: &[
            "An attack is an action aimed at somebody of the side, whoever it is: who may answer that is a question of WS-03. So \
             is a move that is aimed at nobody, if its foremost is about to run into somebody; it is aimed at him then.",
            "Whoever comes at them they fight where they stand, if the bot says `engage`.",
            "A block of theirs acts without them. If it reacts by moving they stay behind.",
            "The scenario says which units are on hold: `hold = true` of a body.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WSC-1",
        title: "Time",
        digest: "\
A turn is about 30 seconds, in ten increments of 3 seconds.",
        parameters: &["warspike.increments"],
        assumed: &[
            "In each increment a unit goes its share of the full move. `warspike.increments` says how finely two moves at \
             the same time are worked out, and changes no distance. Shots at one who moves are taken where he comes nearest in \
             sight, whatever the increments.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WSC-8",
        title: "Move against move",
        digest: "\
Both units move increment by increment. Any unit that sees the mover may react: it goes straight towards it, stands, goes
straight away, or makes for the nearest cover or the nearest friends. The increments are a guide and no procedure. To move,
shoot and move again is for skirmishers, by rules of their own.",
        options: &["options.reaction-move"],
        contradictions: &["The older text lets a unit move towards the active unit only (WS-03)."],
        assumed: &[
            "Moves by increments are the procedure here. To move, shoot and move again is not played: what those rules are is not \
             on the pages that could be read.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WSC-9",
        title: "Roles",
        digest: "\
One page makes the winner of the toss the Instigator, without passing. A later post settles it by situation: who lies in
ambush always instigates; so does who advances on a position; those who defend one are Retaliators.",
        options: &["options.first-instigator", "options.advantage"],
        contradictions: &["The older text lets the winner pass (WS-01), and names an Advantage (WS-07)."],
        assumed: &[
            "To lie in ambush is to lie low in sight of an enemy, as bodies with `hidden = true` do from the start; to defend is \
             to be on hold (WS-08) or to hold one's objective. If both lie in ambush, or neither, it is who does not defend; if \
             that settles nothing either, the toss, and later whoever instigated before.",
            "The host rules know no hiding: under the other systems bodies with `hidden = true` stand in the open.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WSC-10",
        title: "Blocks",
        digest: "\
A player may group units for a match at will, and the block counts as one unit. Everything in one block on each side is the
traditional turn, even in mid-game.
A side of a scenario has `[[side.NAME.block]]` with `bodies = [\"Spears\", \"Bows\"]`: they make one action, or one reaction,
together. With `when` they stand together only in turns that begin while that holds. `options.blocks = \"whole-side\"` makes
one block of each side, whatever the scenario says, and `none` makes no block at all.",
        options: &["options.blocks"],
        assumed: &[
            "A block is formed at the beginning of a turn and stands for all of it. It has two units at least that are on the \
             table.",
            "Of a block the bot decides as of one unit: all of it do the same, as far as they can. Units that cannot (without a \
             bow, or in contact already) are not grouped with it for that match: they act or react in another one of the turn, \
             again together. So under `whole-side` the bows of a side shoot, its runners run, and then it is the enemy's turn. \
             Matched by distance (SOW-1) a block has had its turn with its match.",
            "Units on hold (WS-08) have no part in what their block does of itself; they react with it to attacks.",
            "An action aimed at one unit of a block is aimed at the block, for who may react (WS-03).",
            "The units of a block lie low and prepare together, and are found one by one.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WSC-2",
        title: "Movement",
        digest: "\
A man's stride is his Stature, 6: six yards (18 feet) in an increment alone, so 180 feet in a turn of ten. In close order the
slowest counts, and the base is five yards: 15 feet in an increment, 150 in a turn. `options.stride = \"stature\"` plays so; with
`full-move` those on foot go as far as `move.foot` says.",
        options: &["options.stride"],
        parameters: &["move.stature", "move.strides", "move.yard"],
        contradictions: &[
            "The same pages also give 10 yards in 10 seconds, which would be 30 yards by their own sums: a slip.",
        ],
        assumed: &[
            "How long a yard is on the table: the pages do not say (`move.yard`). With an eighth of an inch a body goes 6.25 inches \
             in a turn, a man alone 7.5.",
            "A full move is ten strides (`move.strides`), one in each increment of a turn (WSC-1), under every initiative system.",
            "Everybody on foot has the same Stature, so that nobody is the slowest. A body of one figure goes alone, any other in \
             close order, whatever it has lost. The mounted go as the rulebook has it, and so does everybody where it has paces \
             (PG-06). On foot strides count for more than a troop type's own full move, `move.troop` (HOST-1).",
        ],
    },
    RulePage {
        id: "WSC-11",
        title: "Sizes of units",
        digest: "\
A fire-team has 4, a section 8 in two fire-teams, a platoon 3 sections; a contubernium 8, a century 80, a cohort 480. A unit
does what its leader does.",
        assumed: &[
            "Nothing is played by these numbers: a body of a scenario may have any size up to 128, and of two fire-teams a block \
             (WSC-10) makes a section. That a unit does what its leader does is so under every system: a body acts as one.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "WSC-12",
        title: "No psychology",
        digest: "\
In the core rules troops are fearless; morale is an addition. Duels are tested on a d100, and its tens are the attribute of a
common test: a 59 becomes a 5.",
        assumed: &[
            "Morale is that of the rulebook, as such an addition; `morale = 0` of a body makes it fearless, `morale.start = 0` \
             everybody. One who covers up and is charged runs all the same (WSC-5).",
            "A duel on a d100 is a game of its own, in another sphere of the author's. Where close combat is by technique tests \
             (WSC-4), `techniques.dice` may be a d100 and the attributes up to 100.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "SOW-1",
        title: "Matching by distance",
        digest: "\
The author's rewriting of 2019, *Spheres of War*: a coin settles the roles, and a turn is a row of matches of one unit of the
Instigator with one of the Retaliator. All start unmatched. The two that are closest to one another are matched first; the
Instigator chooses among equal distances only. So nobody chooses his targets: the order follows from where everybody stands.
`options.matching = \"closest\"` plays so; the rulebook `spheres-of-war` has it with the coin. The example of the text has five
figures a side, each a unit by itself, set up within 6 inches of their own edge, on a table of a foot square or more; the
battle `five-a-side` is such a one.",
        options: &["options.matching", "options.advantage"],
        contradictions: &[
            "The older text lets the Instigator choose the unit and its target, and the Retaliator the unit that answers (WS-02, \
             WS-03): `chosen`.",
        ],
        assumed: &[
            "How near two units are is how near two of their figures are, from centre to centre. Blocks (WSC-10) are matched as \
             one unit.",
            "The Instigator's action, if it is aimed at anybody, is aimed at the unit that his is matched with; only that one may \
             react, and need not. Who has been matched acts no more in the turn. `options.reacting-unit` does not matter.",
            "A unit of the Instigator that does nothing is matched with nobody; the next closest two are. One for whom no enemy is \
             left unmatched may still move, clear of any enemy, lie low or prepare, as the Retaliator's at the changeover (WS-06).",
            "Who lies low (WS-02) is matched with nobody.",
            "Whether the coin is tossed once or every turn: the rulebook tosses it every turn (`advantage = \"coin\"`).",
            "Only the first rules of the text could be read: how its combat goes is not among them, and is that of the rulebook.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "AD-01",
        title: "Order of action",
        digest: "\
In each round a side rolls a d6, high being good, and its members add their own modifiers where they use missiles. Those who
use several attacks come first, the more the sooner and equal numbers by the die, then all others by the die; zombies and the
slowed are last. Equals act at the same time. Several attacks count only for who commits himself to using them in this round;
haste counts whatever one does.",
        options: &["options.routines", "options.reaction-needs-light-load"],
        contradictions: &[
            "Three attacks beat two, says the source: `count-first`. A tool built from the original puts attack k of n at \
             (k - 1)/(n - 1) of the round and a single one at the middle, so that first attacks go by the die: `phases`. OSRIC \
             has the dice decide among all who have several attacks: `dice-among-several`.",
            "The source lets every reaction modifier count. Two of its followers have a bonus only with a light load, and a \
             penalty always: `reaction-needs-light-load`.",
        ],
        parameters: &[
            "system",
            "segments.dice",
            "segments.light-load",
            "troops",
            "weapon.*.shots",
        ],
        assumed: &[
            "A figure with more routines has all its early ones before the next figure's.",
            "A zombie, or one who is slowed, stays last whatever his routines.",
            "Natural weapons and equal speed factors are no tie-breakers: they strike at once (AD-10).",
            "Who commits himself does so before the order is worked out, and is bound by it.",
            "Who decides on a shot only when he knows what others do declares at his die, and shoots at his place with the \
             modifier.",
            "Lloyd's troops have one attack and no modifier, but for a demigod, whose level has three attacks in two rounds; nobody \
             is hasted or slowed.",
        ],
    },
    RulePage {
        id: "AD-02",
        title: "Several routines",
        digest: "\
Half of a figure's attack routines come before those of others and half behind. The middle one of an odd number goes by the
die like a single attack. Rolls at one target made as one unit are one routine (AD-02.1): a lion's claws and bite, a thief's
sword and dagger. Attacks that may go to different targets, such as a fighter's of high level, the shots of a bow, or those
of a monster that can split them, are several.
Albert, who is hasted, Bertie with his bow and a modifier of 1, Clem, and Dave, who is a zombie, all on a 4, act in this order:
Bertie, Albert, Clem, Bertie, Albert, Dave.",
        options: &["options.routines"],
        contradictions: &[
            "The late half loses whatever happens, it is said, yet in the example it comes before a zombie. The example \
             holds.",
        ],
        parameters: &["troops.*.blows", "troops.*.hasted", "weapon.*.shots"],
        assumed: &["The late ones keep the order of AD-01 among themselves."],
    },
    RulePage {
        id: "AD-03",
        title: "Declaration",
        digest: "\
Figures declare what they do in the order of action. Who has the initiative acts first; who has not declares knowing what the
others do. With `written` all declare unseen.",
        options: &["options.declaration"],
        contradictions: &["`written` is what a reader of the source proposed, not its author."],
        assumed: &[
            "What can be declared is what the rulebook's bots can do; the original's list is in a book that the source \
             only cites.",
            "Order cards are Lloyd's (LL-08); those of a scenario hold under this system, too.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "AD-04",
        title: "The golden rule",
        digest: "\
An action that has the initiative completes before every action without it that takes as long or longer. Moves, spells and
whatever else is measured in segments are timed; all else is untimed, and is carried out in the order of AD-01 (AD-04.1). Any
two actions are compared so, whoever they are aimed at. Only the timed ones are set aside and settled by AD-05 to AD-08.",
        options: &["options.timed-loser", "options.segment"],
        contradictions: &[
            "One sentence calls the action that has a time untimed; the examples and all that follows mean the one that \
             has none.",
            "Under AD-06 and AD-07 a timed action may gain from the enemy's higher die. Where modifiers alone have saved \
             it, `always-interrupted` lets the untimed one come first, as a tool built from the original has it.",
        ],
        parameters: &["weapon.*.segments"],
        assumed: &[
            "A spell, or whatever else takes segments, is lost if its figure is hit. A move is not; who is thrown back on his way, or \
             withdraws (ADC-5), goes no further.",
            "On the table an untimed action is compared with the timed ones of those at whom it is aimed, and of those who aim \
             at its own figures; if there are several, with the one that has most initiative. While it waits, those untimed \
             ones wait with it that are aimed at its figures and come after it.",
            "Turning undead, and striking at those who flee from it, are left out.",
            "How many segments a spell takes: the source has one of two, and cites books for the others.",
        ],
    },
    RulePage {
        id: "AD-05",
        title: "Both actions timed",
        digest: "\
Movement and spells begin at the start of the round for everybody, so that each has all ten segments whatever the initiative.
The one that needs fewer segments completes first, whoever has the initiative: what takes 2 segments is done before an enemy
arrives who needs 3. If they need the same, AD-04 holds.",
        parameters: &["segments.round"],
        assumed: &[
            "A full move takes all segments of a round, and part of one its share, rounded up.",
            "Of two who are on their way the one with the initiative goes on first in each segment, so that he catches who \
             would have got away in it.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "AD-06",
        title: "Method I",
        digest: "\
An untimed action without a speed factor that has lost to a timed one, or tied, completes on the segment that the higher of
the two dice shows, without modifiers. A runner who needs 2 segments is across with a 3 against a 2 or another 3, and shot at
first with a 3 against a 4; on two 2s both happen. `skirmish odds crossing` works out what that is worth to one who crosses a
line of fire.",
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
lost, on the segment by which its speed factor and its side's own die differ. 0 is before everything timed. A scimitar (speed
factor 4) that has lost with a 3 or a 5 strikes on segment 1, with a 4 on segment 0.",
        contradictions: &[
            "A sentence puts the timed action on that segment, the example the attack. The example holds.",
            "A weapon of factor 10 that has lost with a 2 strikes on segment 8, so that even a spell of 7 segments comes \
             before it; compare AD-06.",
        ],
        parameters: &["weapon.*.speed-factor"],
        assumed: &[
            "The die is taken without modifiers.",
            "A strike on a segment after the last still falls in this round, after everything timed. It is over when it \
             comes; only a spell goes on in the next round (ADC-6).",
        ],
        ..EMPTY
    },
    RulePage {
        id: "AD-08",
        title: "On the same segment",
        digest: "\
Who has the initiative completes first. On a tie both happen, and neither stops the other: a runner who is shot down is down,
but across. Was it the edge of the table that he ran for, he has left it and is a casualty too: both are counted, each once.",
        contradictions: &[
            "One of its followers lets both always happen that come on the same segment. There is no option for it.",
        ],
        assumed: &[
            "Movers go on segment by segment, on each in the order of action. What has a mover's place comes with him on that \
             segment: it is aimed before he goes on and rolled when he has, wherever he is then, also out of sight, in melee \
             or off the table.",
            "How the game stands is asked when both have happened. Who gets to his ground as he is shot down does not hold it. \
             If his exit is a win for one side and his fall for the other, the game is drawn.",
            "Who has left and is only driven back by a hit stays away, unhurt.",
            "A volley of petite guerre's fire is not aimed ahead: it comes when the movers have gone on.",
        ],
        ..EMPTY
    },
    RulePage {
        id: "AD-09",
        title: "Closing and charging",
        digest: "\
Who begins the round out of reach does not strike in it unless he charges: twice the move, and a blow at its end. That is
possible once in ten rounds. Otherwise he closes with a plain move. How long he is on his way: the distance by his move in a
segment, a tenth of his rate, rounded up; 30 feet at a charge with a rate of 9\" are 2 segments.",
        parameters: &["segments.charge", "segments.charge-rest"],
        options: &["options.charge-met"],
        contradictions: &[
            "By the essay only the charger strikes, as those whom he charges begin the round out of reach: `unanswered`. \
             OSRIC and a tool built from the original let both strike, the longer weapon first: `longer-first`, the default \
             (ADC-7).",
        ],
        assumed: &[
            "A charger strikes on the segment on which he arrives.",
            "Two who close on one another meet in the middle: their speeds add up.",
        ],
    },
    RulePage {
        id: "AD-10",
        title: "Ties between weapons",
        digest: "\
Of two weapons with speed factors that tie the faster strikes first. Against one at least three times as slow, or slower by
five, it has a strike more, before the other; against one slower by ten, another at the same time as it. Equal factors strike
together. No factor is above 13, so that only a pike gives anybody two strikes more, and a weapon of factor 9 or slower never has
any. `skirmish odds strikes --table` lists
from which factor on each has them.",
        contradictions: &[
            "The source's table has 16 for the second strike more of factor 8; its rule gives 18, which holds.",
        ],
        parameters: &["weapon.*.speed-factor"],
        assumed: &["Natural weapons have no speed factor, and strike at the same time as what they tie with."],
        ..EMPTY
    },
];
