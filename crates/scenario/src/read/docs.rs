//! How a scenario file is described: every key with its form and its meaning.

use crate::describe::{Form, TableDoc, may, need};
use crate::limits;
use crate::read::features::KIND_NAMES;

/// A scenario file.
pub const SCENARIO: TableDoc = TableDoc {
    name: "a scenario",
    about: "a battle: board, sides, goals, rules",
    fields: &[
        need("title", Form::Name, "the battle's title"),
        may("shows", Form::Text, "what it shows"),
        may("rules", Form::Text, "a shipped rulebook, or the path of your own; `lloyd` without it"),
        need("board", Form::Table(&BOARD), "the board and what stands on it"),
        need("side", Form::Named(&Form::Table(&SIDE)), "the two sides"),
        may("event", Form::Named(&Form::Table(&EVENT)), "things that happen once"),
        may("bot", Form::Named(&Form::Table(&BOT)), "bots of your own"),
        may("set", Form::Named(&Form::Any), "rulebook parameters, by path"),
        may("expect", Form::List(&Form::Table(&EXPECT)), "what must stay true"),
        may("starts", Form::Text, "the side that starts; by lot without it"),
        may(
            "cap",
            Form::Whole(&limits::CAP),
            "the game is stopped after so many actions; 400 without it",
        ),
    ],
};

pub(super) const BOARD: TableDoc = TableDoc {
    name: "the board",
    about: "its size and what stands on it",
    fields: &[
        need("size", Form::Point, "width and height"),
        may("unit", Form::Words(&["in", "cm"]), "the unit of all lengths; inches without it"),
        may("features", Form::List(&Form::Table(&FEATURE)), "terrain"),
        may("places", Form::Named(&Form::Table(&PLACE)), "places with names, as discs"),
    ],
};

pub(super) const FEATURE: TableDoc = TableDoc {
    name: "a feature",
    about: "a piece of terrain",
    fields: &[
        need("kind", Form::Words(KIND_NAMES), "what it is"),
        may("name", Form::Name, "its name in messages"),
        may("at", Form::Point, "its lower left corner with `size`, its centre with `radius`"),
        may("size", Form::Point, "width and height of a rectangle"),
        may("radius", Form::Length(&limits::RADIUS), "half the width of something round"),
        may("from", Form::Point, "one end of a line"),
        may("to", Form::Point, "the other end of a line"),
        may("thick", Form::Length(&limits::THICKNESS), "thickness of a line"),
        may("corners", Form::List(&Form::Point), "corner by corner"),
        may(
            "sight",
            Form::Either(&[Form::Words(&["clear", "blocked"]), Form::Length(&limits::SIZE)]),
            "whether one sees through it, or through how much of it",
        ),
        may("cover", Form::Words(&["none", "screen", "protect"]), "what it does for a target"),
        may("going", Form::Words(&["free", "slow", "barred"]), "what it does to movement"),
        may("breaks-off", Form::Flag, "whoever fights across it can break off at will"),
        may("opens", Form::Text, "the event by which it is gone"),
    ],
};

pub(super) const PLACE: TableDoc = TableDoc {
    name: "a place",
    about: "a disc with a name",
    fields: &[
        need("at", Form::Point, "its centre"),
        may("radius", Form::Length(&limits::RADIUS), "its radius; 2 without it"),
    ],
};

pub(super) const SIDE: TableDoc = TableDoc {
    name: "a side",
    about: "its bodies, goals and bot",
    fields: &[
        may(
            "starts",
            Form::Flag,
            "whether it has the initiative first, under `warspike` as the first Instigator (WS-01); by lot without it",
        ),
        may(
            "wins",
            Form::Either(&[Form::Table(&WIN), Form::List(&Form::Table(&WIN))]),
            "what wins the game for it: one goal, or any of several",
        ),
        may(
            "objective",
            Form::Text,
            "the place that `objective` means to its bot; without it, the one that it or the enemy wins by holding",
        ),
        may(
            "exit",
            Form::Words(&["left", "right", "bottom", "top"]),
            "the edge by which it escapes",
        ),
        may(
            "surprised-on",
            Form::Whole(&limits::SURPRISED_ON),
            "the highest total that surprises it, 0 if it cannot be surprised; with `surprise` under `adnd` (ADC-9), the rulebook's without it",
        ),
        may(
            "bot",
            Form::Text,
            "a shipped bot, one of the scenario, or a path; `captain` without it",
        ),
        may("body", Form::List(&Form::Table(&BODY)), "its bodies"),
        may(
            "block",
            Form::List(&Form::Table(&BLOCK)),
            "bodies that count as one under `warspike`; `options.blocks` may switch them off, or make one of a whole side (WSC-10)",
        ),
        may("order", Form::List(&Form::Table(&ORDER)), "its order cards (LL-08)"),
    ],
};

pub(super) const WIN: TableDoc = TableDoc {
    name: "a goal",
    about: "what wins the game",
    fields: &[
        may("holds", Form::Text, "the place where it must have figures"),
        may("with", Form::Whole(&limits::GOAL_FIGURES), "how many; 1 without it"),
        may(
            "after",
            Form::Either(&[Form::Whole(&limits::CAP), Form::Text]),
            "it wins if it is not beaten by then, such as `60 actions`, or `20 turns` (of either side) where there are turns",
        ),
        may("escapes", Form::Whole(&limits::GOAL_FIGURES), "so many have left by its exit"),
        may("kills", Form::Text, "an enemy leader is dead or gone"),
        may("destroys", Form::Text, "an enemy body is dead or gone"),
        may("losses", Form::Whole(&limits::GOAL_FIGURES), "the enemy has lost so many"),
        may("happens", Form::Text, "an event has happened"),
    ],
};

pub(super) const BODY: TableDoc = TableDoc {
    name: "a body",
    about: "figures under one leader",
    fields: &[
        need("name", Form::Name, "its name"),
        may(
            "figures",
            Form::Whole(&limits::FIGURES),
            "how many, the leader among them; without it, what the mixes or points say",
        ),
        need(
            "troops",
            Form::Either(&[Form::Text, Form::Named(&Form::Whole(&limits::FIGURES))]),
            "a troop type, or how many of each",
        ),
        need(
            "weapon",
            Form::Either(&[Form::Text, Form::Named(&Form::Whole(&limits::FIGURES))]),
            "a weapon, or how many of each",
        ),
        may("mounted", Form::Flag, "whether they are mounted"),
        may(
            "morale",
            Form::Whole(&limits::MORALE),
            "morale at the start, in place of the rulebook's",
        ),
        may("leader", Form::Table(&LEADER), "its leader, one of the figures"),
        may(
            "sub-leader",
            Form::Table(&SUB_LEADER),
            "its second in command, another of the figures",
        ),
        may("at", Form::Point, "a block round this point"),
        may(
            "line",
            Form::Table(&LINE),
            "evenly along a line; of a formation in line, the first rank",
        ),
        may("scattered", Form::Table(&SCATTERED), "spread over a disc"),
        may(
            "each",
            Form::List(&Form::Point),
            "each at its own point, the leader first; in line, rank by rank",
        ),
        may(
            "formation",
            Form::Words(&["open", "line"]),
            "how it stands (PG-07, PG-11); `open` without it",
        ),
        may("ranks", Form::Whole(&limits::LINE_RANKS), "how deep a line is; 2 without it"),
        may(
            "facing",
            Form::Either(&[Form::Words(&["left", "right", "bottom", "top"]), Form::Point]),
            "the edge or the point that it faces; the middle of the enemy without it",
        ),
        may(
            "hold",
            Form::Flag,
            "whether it is on hold orders: under `warspike` it never acts of itself, and reacts to attacks from where it is (WS-08); elsewhere bots see it by `on hold`",
        ),
        may(
            "hidden",
            Form::Flag,
            "whether it lies low at the start: under `warspike` nobody can aim at it until it acts or an enemy comes near (WS-02, WSC-9); elsewhere it stands in the open",
        ),
    ],
};

pub(super) const LEADER: TableDoc = TableDoc {
    name: "a leader",
    about: "one of the body's figures",
    fields: &[
        need("name", Form::Name, "the leader's name"),
        need("rank", Form::Text, "the leader's rank"),
        may("troops", Form::Text, "the leader's own troop type"),
        may("weapon", Form::Text, "the leader's own weapon"),
        may("mounted", Form::Flag, "whether the leader is mounted"),
        may("commands", Form::Words(&["own", "all"]), "whom the leader can call (LL-15)"),
    ],
};

pub(super) const SUB_LEADER: TableDoc = TableDoc {
    name: "a sub-leader",
    about: "one of the body's figures",
    fields: &[
        need("name", Form::Name, "the sub-leader's name"),
        may("rank", Form::Text, "the rank; `sub-leader` without it"),
        may("troops", Form::Text, "the sub-leader's own troop type"),
        may("weapon", Form::Text, "the sub-leader's own weapon"),
        may("mounted", Form::Flag, "whether the sub-leader is mounted"),
    ],
};

pub(super) const LINE: TableDoc = TableDoc {
    name: "a line",
    about: "from one point to another",
    fields: &[
        need("from", Form::Point, "where the first stands"),
        need("to", Form::Point, "where the last stands"),
    ],
};

pub(super) const SCATTERED: TableDoc = TableDoc {
    name: "`scattered`",
    about: "a disc to spread figures over, always in the same way",
    fields: &[
        need("at", Form::Point, "its centre"),
        need("radius", Form::Length(&limits::RADIUS), "its radius"),
    ],
};

pub(super) const ORDER: TableDoc = TableDoc {
    name: "an order card",
    about: "who is to do what (LL-08)",
    fields: &[
        need("figures", Form::List(&Form::Text), "names of bodies and leaders of the side"),
        need("task", Form::Table(&TASK), "what they are to do"),
        may(
            "when",
            Form::Either(&[Form::Phrase, Form::List(&Form::Phrase)]),
            "it is open only while this holds; always without it",
        ),
    ],
};

pub(super) const BLOCK: TableDoc = TableDoc {
    name: "a block",
    about: "bodies that count as one unit in the matches of a turn: one action or one reaction for all (WSC-10)",
    fields: &[
        need(
            "bodies",
            Form::List(&Form::Text),
            "two bodies of the side or more, none of them in another block",
        ),
        may(
            "when",
            Form::Either(&[Form::Phrase, Form::List(&Form::Phrase)]),
            "they stand together in turns that begin while this holds for the block; always without it",
        ),
    ],
};

pub(super) const TASK: TableDoc = TableDoc {
    name: "a task",
    about: "a place or a definite enemy",
    fields: &[
        may("occupy", Form::Text, "get to a place"),
        may("destroy", Form::Text, "destroy an enemy body"),
        may("kill", Form::Text, "kill an enemy leader"),
    ],
};

pub(super) const EVENT: TableDoc = TableDoc {
    name: "an event",
    about: "something that happens once, when its conditions first hold after an action",
    fields: &[
        need("side", Form::Text, "the side whose figures the conditions are judged for"),
        need(
            "when",
            Form::Either(&[Form::Phrase, Form::List(&Form::Phrase)]),
            "conditions that must all hold",
        ),
    ],
};

pub(super) const BOT: TableDoc = TableDoc {
    name: "a bot",
    about: "what a side does",
    fields: &[
        may("about", Form::Text, "what it is like"),
        need("lines", Form::List(&Form::Table(&BOT_LINE)), "the first that holds is done"),
        may(
            "reactions",
            Form::List(&Form::Table(&BOT_LINE)),
            "how it reacts (LL-11, LL-12, WS-03)",
        ),
        may("nominate", Form::Phrase, "whom it nominates; `best chance` without it"),
        may(
            "least-chance",
            Form::Whole(&limits::CHANCE),
            "percent below which it declines, under `seize-roll = \"may-decline\"`",
        ),
        may(
            "pass",
            Form::Whole(&limits::CHANCE),
            "percent of tosses in which it passes, though it has something to do as the Instigator (WS-01); 0 without it",
        ),
        may(
            "commits",
            Form::Flag,
            "whether figures with several attacks commit themselves to them, which binds (AD-01); if not, each attacks once. True without it",
        ),
    ],
};

pub(super) const BOT_LINE: TableDoc = TableDoc {
    name: "a line of a bot",
    about: "conditions and an action",
    fields: &[
        may(
            "when",
            Form::Either(&[Form::Phrase, Form::List(&Form::Phrase)]),
            "conditions that must all hold; none without it",
        ),
        need("do", Form::Phrase, "what is done"),
    ],
};

pub(super) const EXPECT: TableDoc = TableDoc {
    name: "an expectation",
    about: "what must stay true",
    fields: &[
        need("measure", Form::Text, "the measure, such as `win rate`; of an event, `happens`"),
        may("side", Form::Text, "the side that it is about"),
        may("event", Form::Text, "the event that it is about"),
        may("between", Form::Point, "least and greatest value"),
        may("at_least", Form::Number, "least value"),
        may("at_most", Form::Number, "greatest value"),
        may("near", Form::Number, "the value itself, beside `within`"),
        may("within", Form::Number, "how far it may be from `near`, either way"),
    ],
};
