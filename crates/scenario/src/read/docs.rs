//! The declaration of a scenario file: every key with its form, limit and meaning.

use skirmish_engine::battle::{Contested, Cover, Edge, Going};

use crate::describe::Form::{self, *};
use crate::describe::{TableDoc, table, words_of};
use crate::limits;
use crate::read::features::KIND_NAMES;
use crate::rules::SYSTEMS;

const EDGE: Form = words_of!(Edge::ALL);
const PHRASE: Form = Phrase("a condition, as text", &["when"]);
const TIME: Form = Either(&[Whole(&limits::CAP), Text("text")]);
const CONDITIONS: Form = Either(&[PHRASE, List(&PHRASE)]);

/// A scenario file.
pub const SCENARIO: TableDoc = table! {
    "a scenario", "a battle: board, sides, goals, rules";
    need "title" Name("the battle"), "the battle's title";
    may "shows" Text("text"), "what it shows";
    may "rules" Text("the name or path of a rulebook"),
        "a shipped rulebook, or the path of your own, in the folder of this file or below it; `lloyd` by default";
    need "board" Table(&BOARD), "the board and what stands on it";
    need "side" Named(&Table(&SIDE)), "the two sides", called "{1} {2}";
    may "event" Named(&Table(&EVENT)), "things that happen once";
    may "bot" Named(&Table(&BOT)), "bots of your own";
    may "set" Named(&Any), "rulebook parameters, by path";
    may "expect" List(&Table(&EXPECT)), "what must stay true";
    may "tune" Table(&TUNE), "what `skirmish tune` may change";
    may "starts" Text("the name of a side"), "the side that starts; by lot if left out";
    may "cap" TIME, "the game is stopped after this many actions, or after this many rounds, such as `40 rounds` (HOST-5 says what a round is); 400 actions by default";
};

/// A file of players.
pub const PLAYERS: TableDoc = table! {
    "a file of players", "who plays a battle: bots for its sides, and how often each";
    need "battle" Text("the title of a battle"), "the title of the battle that they are for";
    need "mix" Named(&Named(&Whole(&limits::SHARES))), "for each side its bots, each with its share of the games; a side that is left out keeps its own bot";
    may "bot" Named(&Table(&BOT)), "bots of its own; those that come with the program may be named, too";
    may "initiative" words_of!(SYSTEMS),
        "the initiative system under which they were found";
    may "solved" Table(&SOLVED), "what the battle is worth between them";
};

/// The results of `skirmish solve` in a file of players.
pub(crate) const SOLVED: TableDoc = table! {
    "what is known about players", "what the battle is worth between them, and what may be missing";
    need "value" Number("a share"), "what the first side wins, a draw as one half";
    need "low" Number("a share"), "what it is at least: the end of its interval, less the gap of the second side";
    need "high" Number("a share"), "what it is at most: the end of its interval, and the gap of the first side";
    need "gaps" Named(&Number("a share")), "for each side, what the best script of the last searches gained at most: the upper end of its interval";
    need "games" Whole(&limits::GAMES_SEARCHED), "games that the search played";
    may "attack" Whole(&limits::GAMES_SEARCHED), "games of each search for an answer, at least: short ones overlook much";
    may "undecided" Number("a share"), "the share of games that nobody wins; none by default";
    may "rules" Text("a code"), "a code for the battle and its rules as they were, which shows whether they have changed";
    need "code" Text("a code"), "a code for all that the file says: if it has been edited since, none of this is believed";
};

pub(super) const BOARD: TableDoc = table! {
    "the board", "its size and what stands on it";
    need "size" Point, "width and height";
    may "unit" Words(&["in", "cm"]), "the unit of all lengths, those of the rulebook too, whose numbers stay as they are: with `cm` a move of 8 is 8 cm; inches by default";
    may "features" List(&Table(&FEATURE)), "terrain";
    may "places" Named(&Table(&PLACE)), "places with names, as discs";
};

pub(super) const FEATURE: TableDoc = table! {
    "a feature", "a piece of terrain";
    need "kind" Words(KIND_NAMES), "what it is";
    may "name" Name("a feature"), "its name in messages";
    may "at" Point, "its lower left corner with `size`, its centre with `radius`";
    may "size" Point, "width and height of a rectangle";
    may "radius" Length(&limits::RADIUS), "half the width of something round";
    may "from" Point, "one end of a line";
    may "to" Point, "the other end of a line";
    may "thick" Length(&limits::THICKNESS), "thickness of a line";
    may "corners" List(&Point), "corner by corner";
    may "sight" Either(&[Words(&["clear", "blocked"]), Length(&limits::SIZE)]),
        "whether figures see through it, or through how much of it";
    may "cover" words_of!(Cover::ALL), "what it does for a target";
    may "going" words_of!(Going::ALL), "what it does to movement";
    may "breaks-off" Flag, "figures that fight across it can break off at will";
    may "opens" Text("an event"), "the event by which it is gone";
}
.one_of(&["size", "radius", "from", "corners"]);

pub(super) const PLACE: TableDoc = table! {
    "a place", "a disc with a name";
    need "at" Point, "its centre";
    may "radius" Length(&limits::RADIUS), "its radius; 2 by default";
};

pub(super) const SIDE: TableDoc = table! {
    "a side", "its units, goals and bot";
    may "starts" Flag,
        "whether it has the initiative first, under `warspike` as the first Instigator (WS-01); by lot if left out";
    may "wins" Either(&[Table(&WIN), List(&Table(&WIN))]), "what wins the game for it: one goal, or any of several";
    may "scores" List(&Table(&SCORE)), "what it scores points for, if it wins by points";
    may "objective" Text("the name of a place"),
        "the place that `objective` means to its bot; if left out, the one that it or the enemy wins by holding";
    may "exit" EDGE, "the edge by which it escapes";
    may "surprised-on" Whole(&limits::SURPRISED_ON),
        "the highest total that surprises it, 0 if it cannot be surprised; with `surprise` under `adnd` (ADC-9), the rulebook's without it";
    may "bot" Text("the name of a bot"), "a shipped bot, one of the scenario, or a path; `captain` by default";
    may "body" List(&Table(&BODY)), "its units", called "{1} body {3} {4}";
    may "block" List(&Table(&BLOCK)),
        "units that count as one under `warspike`; `options.blocks` may switch them off, or make one of a whole side (WSC-10)";
    may "order" List(&Table(&ORDER)), "its order cards (LL-08)";
};

const CONTESTED: Form = words_of!(Contested::ALL);

pub(super) const SCORE: TableDoc = table! {
    "a row of points", "what a side scores points for";
    may "holds" Text("the name of a place"), "a place that it holds, at the end of each round";
    may "with" Whole(&limits::GOAL_FIGURES), "how many figures it needs there; 1 by default";
    may "contested" CONTESTED, "which side holds a place where both have figures, as with a goal; with `holds`";
    may "for-each" Words(&["escaped", "enemy-lost"]), "each of its own that has left by its exit, or each enemy that is dead or has fled";
    need "points" Whole(&limits::GOAL_POINTS), "how many points, each time";
}
.one_of(&["holds", "for-each"]);

pub(super) const WIN: TableDoc = table! {
    "a goal", "what wins the game";
    may "holds" Text("the name of a place"),
        "the place that it must hold at the end of a round (where the initiative is seized, after an action); if it holds it at the start, only when it has lost it and taken it again";
    may "with" Whole(&limits::GOAL_FIGURES), "how many figures it needs there; 1 by default";
    may "contested" CONTESTED,
        "which side holds the place while both have figures there: neither, the one with more of them (and as many as `with` says), or each that has enough; `nobody` by default; with `holds`";
    may "after" TIME,
        "it wins if it is not beaten by then, such as `60 actions`, `12 rounds`, or `20 turns` (of either side) where there are turns";
    may "for" TIME, "for this many rounds in a row, at the end of each, such as `3 rounds` (HOST-5 says what a round is); with `holds`";
    may "most" Text("the name of a place"), "more of its own than of the enemy's at a place, at the time of `after` or later";
    may "points" Whole(&limits::GOAL_POINTS), "this many points, as `scores` says";
    may "ahead" Whole(&limits::GOAL_POINTS), "this many points more than the enemy, at the time of `after` or later";
    may "escapes" Whole(&limits::GOAL_FIGURES), "this many of its own have left by its exit";
    may "kills" Text("the name of an enemy leader"), "this leader is dead; one that has fled or got away is not";
    may "destroys" Text("the name of an enemy body"),
        "no figure of this unit is left fighting: all are dead or have fled, and none got away by its exit";
    may "gone" Text("the name of an enemy leader or body"),
        "the leader, or every figure of the unit, is off the table: dead, fled or got away";
    may "losses" Whole(&limits::GOAL_FIGURES),
        "the enemy has lost this many: dead or fled, not those that got away by its exit";
    may "happens" Text("the name of an event"), "an event has happened";
}
.one_of(&[
    "holds", "most", "points", "ahead", "escapes", "kills", "destroys", "gone", "losses", "happens",
])
// A goal by itself, or the time from when another one counts.
.or_else("after");

pub(super) const BODY: TableDoc = table! {
    "a body", "figures that belong together for the whole game: a unit, under one leader";
    need "name" Name("a body"), "its name";
    may "figures" Whole(&limits::FIGURES), "how many, the leader among them; if left out, what the mixes or points say";
    need "troops" Either(&[Text("a troop type"), Named(&Whole(&limits::FIGURES))]),
        "a troop type, or how many of each: how well they fight; how well a leader leads is its `rank`";
    need "weapon" Either(&[Text("a weapon"), Named(&Whole(&limits::FIGURES))]), "a weapon, or how many of each";
    may "gear" List(&Text("gear")), "what each of them has besides its weapon (FT-10)";
    may "mounted" Flag, "whether they are mounted";
    may "morale" Whole(&limits::MORALE), "morale at the start, in place of the rulebook's";
    may "leader" Table(&LEADER), "its leader, one of the figures";
    may "sub-leader" Table(&SUB_LEADER), "its second in command, another of the figures";
    may "at" Point, "a block round this point, in ranks that look the way it faces";
    may "line" Table(&LINE), "evenly along a line; of a formation in line, the first rank";
    may "scattered" Table(&SCATTERED), "spread over a disc";
    may "each" List(&Point), "each at its own point, the leader first; in line, rank by rank";
    may "formation" Words(&["open", "line"]), "how it stands (PG-07, PG-11); `open` by default";
    may "ranks" Whole(&limits::LINE_RANKS), "how deep a line is; 2 by default";
    may "facing" Either(&[EDGE, Point]), "the edge or the point that it faces; the middle of the enemy by default";
    may "hold" Flag,
        "whether it is on hold orders: under `warspike` it never acts on its own, and reacts to attacks from where it is (WS-08); elsewhere bots see it by `on hold`";
    may "hidden" Flag,
        "whether it lies low at the start: under `warspike` no enemy can aim at it until it acts or an enemy comes near (WS-02, WSC-9); elsewhere it stands in the open";
    may "bot" Text("the name of a bot"),
        "its own bot, which its lines and reactions come from; that of its side by default. Figures of several units that act together go by the bot of the first leader among them, or else of the first figure";
}
.one_of(&["at", "line", "scattered", "each"]);

pub(super) const LEADER: TableDoc = table! {
    "a leader", "one of the unit's figures";
    need "name" Name("a leader"), "the leader's name";
    need "rank" Text("a rank"), "the leader's rank, such as useless, adequate, good, heroic or inspired (`seize.leadership`): how well it leads, where its troop type says how well it fights";
    may "troops" Text("a troop type"), "the leader's own troop type";
    may "weapon" Text("a weapon"), "the leader's own weapon";
    may "gear" List(&Text("gear")), "the leader's own gear";
    may "mounted" Flag, "whether the leader is mounted";
    may "commands" Words(&["own", "all"]), "which figures the leader can call (LL-15): those of its own unit, or all";
};

pub(super) const SUB_LEADER: TableDoc = table! {
    "a sub-leader", "one of the unit's figures";
    need "name" Name("a sub-leader"), "the sub-leader's name";
    may "rank" Text("a rank"), "the rank; `sub-leader` by default";
    may "troops" Text("a troop type"), "the sub-leader's own troop type";
    may "weapon" Text("a weapon"), "the sub-leader's own weapon";
    may "gear" List(&Text("gear")), "the sub-leader's own gear";
    may "mounted" Flag, "whether the sub-leader is mounted";
};

pub(super) const LINE: TableDoc = table! {
    "a line", "from one point to another";
    need "from" Point, "where the first stands";
    need "to" Point, "where the last stands";
};

pub(super) const SCATTERED: TableDoc = table! {
    "`scattered`", "a disc to spread figures over, always in the same way";
    need "at" Point, "its centre";
    need "radius" Length(&limits::RADIUS), "its radius";
};

pub(super) const ORDER: TableDoc = table! {
    "an order card", "which figures are to do what (LL-08)";
    need "figures" List(&Text("the name of a body or leader")), "names of units and leaders of the side";
    need "task" Table(&TASK), "what they are to do";
    may "when" CONDITIONS, "it is open only while this holds; always by default";
};

pub(super) const BLOCK: TableDoc = table! {
    "a block", "units that count as one in the matches of a turn: one action or one reaction for all (WSC-10)";
    need "bodies" List(&Text("the name of a body")), "two units of the side or more, none of them in another block";
    may "when" CONDITIONS, "they stand together in turns that begin while this holds for the block; always by default";
};

pub(super) const TASK: TableDoc = table! {
    "a task", "a place or a definite enemy";
    may "occupy" Text("a name"), "get to a place";
    may "destroy" Text("a name"), "destroy an enemy unit";
    may "kill" Text("a name"), "kill an enemy leader";
}
.one_of(&["occupy", "destroy", "kill"]);

pub(super) const EVENT: TableDoc = table! {
    "an event", "what happens once, when its conditions first hold after an action";
    need "side" Text("the name of a side"), "the side whose figures the conditions are judged for";
    need "when" CONDITIONS, "conditions that must all hold";
};

/// A bot: a table of a scenario, or a file of its own.
pub const BOT: TableDoc = table! {
    "a bot", "what a side does";
    may "about" Text("text"), "what it is like";
    need "lines" List(&Table(&BOT_LINE)), "the first that holds is done";
    may "reactions" List(&Table(&BOT_LINE)), "how it reacts (LL-11, LL-12, WS-03)";
    may "nominate" Phrase("whom to nominate, as text", &["nominate"]), "which figure it nominates; `best chance` by default";
    may "least-chance" Whole(&limits::CHANCE), "percent below which it declines, under `seize-roll = \"may-decline\"`";
    may "pass" Whole(&limits::CHANCE),
        "percent of tosses in which it passes, though it has something to do as the Instigator (WS-01); 0 by default";
    may "commits" Flag,
        "whether figures with several attacks commit themselves to them, which binds (AD-01); if not, each attacks once. True by default";
    may "bodies" List(&Text("the name of a body")),
        "units of the side that are asked before the others, in this order: the next is asked when one only stands. Without it the first line that fits any unit is done, by the one that it suits best. Only the bot of a whole side uses it; units of the enemy are passed over, so that either side can play it";
};

pub(super) const BOT_LINE: TableDoc = table! {
    "a line of a bot", "conditions and an action";
    may "when" CONDITIONS, "conditions that must all hold; none by default";
    need "do" Phrase("an action, as text", &["do", "reaction"]), "what is done";
};

pub(super) const EXPECT: TableDoc = table! {
    "an expectation", "what must stay true";
    need "measure" Text("a measure"), "the measure, such as `win rate`; of an event, `happens`; `exploitable` is what a search finds that a side could win more by playing otherwise, as a share: 0.1 is ten points";
    may "side" Text("the name of a side"), "the side that it is about";
    may "event" Text("the name of an event"), "the event that it is about";
    may "between" Point, "least and greatest value";
    may "at_least" Number("the least value"), "least value";
    may "at_most" Number("the greatest value"), "greatest value";
    may "near" Number("the value expected"), "the value itself, beside `within`";
    may "within" Number("how far from it"), "how far it may be from `near`, either way";
};

pub(super) const TUNE: TableDoc = table! {
    "what may be tuned", "the numbers that `skirmish tune` may change, and what changing them costs";
    may "may" List(&Text("the beginning of a path")), "the numbers that may be changed, such as `[\"seize\", \"move.*\"]`; if left out, all that are ordered";
    may "keep" List(&Text("the beginning of a path")), "numbers that stay as they are";
    may "cells" Whole(&limits::TUNED_CELLS), "most numbers that an edit changes; 3 by default";
    may "steps" Whole(&limits::TUNED_STEPS), "most steps that each is moved; 3 by default";
    may "weight" Named(&Whole(&limits::TUNED_WEIGHT)), "what changing a number costs, by the beginning of its path in quotation marks; 1 by default";
};
