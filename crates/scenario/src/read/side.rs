//! A side as written: bodies, goals, order cards.

use skirmish_engine::battle::Edge;
use skirmish_engine::rulebook::Formation;

use super::docs;
use crate::code::Code;
use crate::describe::TableDoc;
use crate::file::{
    BlockFile, BodyFile, FacingFile, GoalFile, LayoutFile, LeaderFile, MixFile, OrderFile,
    SideFile, TaskFile, WinFile,
};
use crate::limits;
use crate::problem::{Desk, quote};
use crate::reader::{self, Keys};
use crate::source::Said;
use crate::tree::{Node, Value};

pub(super) fn read_all(desk: &mut Desk, keys: &Keys<'_>) -> Vec<SideFile> {
    let Some(node) = keys.get("side") else {
        return Vec::new();
    };
    if !node.is_table() {
        reader::wrong_type(desk, node, "a table (`[side.NAME]`)");
        return Vec::new();
    }
    let count = node.entries().len();
    if count != 2 {
        let at = node.entries().get(2).map_or(node.at, |e| e.at);
        desk.problem(Code::Sides, at, format!("there are {count} sides, but a battle has two"))
            .hint("write `[side.NAME]` for each of the two");
    }
    let sides = reader::named(desk, node, "a side", &limits::KEYS);
    sides.into_iter().map(|(name, node)| side(desk, name, node)).collect()
}

pub(super) const EDGES: &[(&str, Edge)] =
    &[("left", Edge::Left), ("right", Edge::Right), ("bottom", Edge::Bottom), ("top", Edge::Top)];

/// A side is kept even if it is no table, so that its name stays known.
fn side(desk: &mut Desk, name: Said<String>, node: &Node) -> SideFile {
    let nothing = Node::table(node.at, Vec::new());
    let keys = Keys::open(desk, node, &docs::SIDE).unwrap_or(Keys::of(&nothing, &docs::SIDE));
    SideFile {
        name,
        starts: keys.flag(desk, "starts"),
        wins: keys.get("wins").map_or_else(Vec::new, |node| wins(desk, node)),
        objective: keys.text(desk, "objective"),
        exit: keys.word(desk, "exit", "the exit", EDGES).map(|edge| edge.value),
        surprised_on: keys.whole(desk, "surprised-on"),
        bot: keys.text(desk, "bot"),
        bodies: keys.list(desk, "body", &limits::BODIES, body),
        blocks: keys.list(desk, "block", &limits::BLOCKS, block),
        orders: keys.list(desk, "order", &limits::CARDS, order),
    }
}

fn wins(desk: &mut Desk, node: &Node) -> Vec<WinFile> {
    let list = if node.is_table() {
        std::slice::from_ref(node)
    } else {
        reader::list(desk, node, &limits::WINS)
    };
    list.iter().filter_map(|n| win(desk, n)).collect()
}

fn win(desk: &mut Desk, node: &Node) -> Option<WinFile> {
    let keys = Keys::open(desk, node, &docs::WIN)?;
    let goals = ["holds", "after", "escapes", "kills", "destroys", "losses", "happens"];
    let goal = keys.one_of(desk, &goals)?;
    let node = keys.get(goal)?;
    if let Some(with) = keys.get("with")
        && goal != "holds"
    {
        let message = format!("`with` means nothing beside `{goal}`");
        desk.problem(Code::Choice, with.at, message).hint("it says how many figures `holds` needs");
    }
    let figures = |desk: &mut Desk, key| keys.whole(desk, key).map(|figures| figures.value);
    let goal = match goal {
        "holds" => GoalFile::Holds {
            with: figures(desk, "with").unwrap_or(1),
            place: keys.text(desk, "holds")?,
        },
        "after" => after(desk, node)?,
        "escapes" => GoalFile::Escapes { figures: figures(desk, "escapes")? },
        "kills" => GoalFile::Kills { figure: keys.text(desk, "kills")? },
        "destroys" => GoalFile::Destroys { body: keys.text(desk, "destroys")? },
        "losses" => GoalFile::Losses { figures: figures(desk, "losses")? },
        _ => GoalFile::Happens { event: keys.text(desk, "happens")? },
    };
    Some(WinFile { goal, at: node.at })
}

/// `60`, or in words `"60 actions"` or `"20 turns"`.
fn after(desk: &mut Desk, node: &Node) -> Option<GoalFile> {
    let Value::Text(text) = &node.value else {
        let actions = reader::whole(desk, node, &limits::CAP)?;
        let actions = u32::try_from(actions.value).ok()?;
        return Some(GoalFile::After { actions });
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let (number, has_turns) = match words.as_slice() {
        [number] | [number, "action" | "actions"] => (number.parse::<i64>().ok(), false),
        [number, "turn" | "turns"] => (number.parse::<i64>().ok(), true),
        _ => (None, false),
    };
    let Some(number) = number else {
        desk.problem(
            Code::WrongType,
            node.at,
            format!("{} is no number of actions or turns", quote(text)),
        )
        .hint("write `after = \"60 actions\"`, or `after = \"20 turns\"` where there are turns");
        return None;
    };
    let limit = limits::CAP;
    if number < limit.least || number > limit.most {
        reader::out_of_range(desk, node.at, &number.to_string(), &limit);
        return None;
    }
    let number = u32::try_from(number).ok()?;
    Some(if has_turns {
        GoalFile::AfterTurns { turns: number }
    } else {
        GoalFile::After { actions: number }
    })
}

fn body(desk: &mut Desk, node: &Node) -> Option<BodyFile> {
    let keys = Keys::open(desk, node, &docs::BODY)?;
    let flag = |desk: &mut Desk, key| keys.flag(desk, key).is_some_and(|flag| flag.value);
    Some(BodyFile {
        name: keys.name_or_none(desk, "name"),
        // What is no number is noted and counts as 0: nobody need say it again.
        figures: (keys.get("figures"))
            .map(|node| keys.whole(desk, "figures").unwrap_or(Said::new(0, node.at))),
        troops: keys.get("troops").map_or(MixFile::Absent, |n| mix(desk, n, "a troop type")),
        weapon: keys.get("weapon").map_or(MixFile::Absent, |n| mix(desk, n, "a weapon")),
        mounted: flag(desk, "mounted"),
        morale: keys.whole(desk, "morale"),
        leader: keys.get("leader").and_then(|n| leader(desk, n, &docs::LEADER)),
        sub_leader: keys.get("sub-leader").and_then(|n| leader(desk, n, &docs::SUB_LEADER)),
        layout: layout(desk, &keys),
        formation: formation(desk, &keys),
        facing: keys.get("facing").and_then(|n| facing(desk, n)),
        hold: flag(desk, "hold"),
        hidden: flag(desk, "hidden"),
        at: node.at,
    })
}

fn mix(desk: &mut Desk, node: &Node, what: &str) -> MixFile {
    match &node.value {
        Value::Table(entries) => {
            let mut counts = Vec::new();
            for entry in entries {
                if let Some(count) = reader::whole(desk, &entry.node, &limits::FIGURES) {
                    let count = u8::try_from(count.value).unwrap_or(u8::MAX);
                    counts.push((Said::new(entry.key.clone(), entry.at), count));
                }
            }
            MixFile::Counts(counts)
        }
        Value::Text(_) => reader::text(desk, node, what).map_or(MixFile::Absent, MixFile::All),
        _ => {
            reader::wrong_type(desk, node, &format!("{what}, or how many of each"));
            MixFile::Absent
        }
    }
}

/// The rank of a sub-leader who has no other.
const SUB_LEADER: &str = "sub-leader";

/// A leader, or a sub-leader, who need have no rank and commands nobody but his own.
fn leader(desk: &mut Desk, node: &Node, doc: &'static TableDoc) -> Option<LeaderFile> {
    let keys = Keys::open(desk, node, doc)?;
    let is_sub_leader = !doc.fields.iter().any(|field| field.key == "commands");
    let usual = is_sub_leader.then(|| Said::new(SUB_LEADER.to_owned(), node.at));
    let commands = [("own", false), ("all", true)];
    Some(LeaderFile {
        name: keys.name_or_none(desk, "name"),
        rank: keys.text(desk, "rank").or(usual),
        troops: keys.text(desk, "troops"),
        weapon: keys.text(desk, "weapon"),
        mounted: keys.flag(desk, "mounted").map(|mounted| mounted.value),
        commands_all: !is_sub_leader
            && keys
                .word(desk, "commands", "whom the leader commands", &commands)
                .is_some_and(|commands| commands.value),
    })
}

/// Ranks of a line that does not say how many.
const USUAL_RANKS: u8 = 2;

fn formation(desk: &mut Desk, keys: &Keys<'_>) -> Option<Said<Formation>> {
    let deep = keys.whole(desk, "ranks");
    let words = [("open", false), ("line", true)];
    let word = keys.word(desk, "formation", "the formation", &words);
    let is_line = word.is_some_and(|w| w.value);
    if let Some(node) = keys.get("ranks")
        && !is_line
    {
        let message = "`ranks` means nothing without `formation = \"line\"`";
        desk.problem(Code::Choice, node.at, message);
    }
    if is_line && let Some(scattered) = keys.get("scattered") {
        let message = "a line is not `scattered`";
        desk.problem(Code::Choice, scattered.at, message)
            .hint("give its first rank with `line`, or its middle with `at`");
    }
    word.map(|word| {
        let ranks = deep.map_or(USUAL_RANKS, |deep| deep.value);
        let formation = if is_line { Formation::Line { ranks } } else { Formation::Open };
        Said::new(formation, word.at)
    })
}

fn facing(desk: &mut Desk, node: &Node) -> Option<Said<FacingFile>> {
    match &node.value {
        Value::List(_) => {
            reader::point(desk, node).map(|p| Said::new(FacingFile::Point(p.value), p.at))
        }
        _ => reader::word(desk, node, "the facing", EDGES)
            .map(|edge| Said::new(FacingFile::Edge(edge.value), edge.at)),
    }
}

fn layout(desk: &mut Desk, keys: &Keys<'_>) -> Option<LayoutFile> {
    let key = keys.one_of(desk, &["at", "line", "scattered", "each"])?;
    let node = keys.get(key)?;
    match key {
        "at" => keys.point(desk, "at").map(LayoutFile::Block),
        "line" => {
            let line = Keys::open(desk, node, &docs::LINE)?;
            let (from, to) = (line.point(desk, "from"), line.point(desk, "to"));
            Some(LayoutFile::Line { from: from?, to: to? })
        }
        "scattered" => {
            let disc = Keys::open(desk, node, &docs::SCATTERED)?;
            let (at, radius) = (disc.point(desk, "at"), disc.length(desk, "radius"));
            Some(LayoutFile::Scattered { at: at?, radius: radius? })
        }
        _ => {
            let points = keys.points(desk, "each", &limits::FIGURES)?;
            Some(LayoutFile::Each(points, node.at))
        }
    }
}

fn block(desk: &mut Desk, node: &Node) -> Option<BlockFile> {
    let keys = Keys::open(desk, node, &docs::BLOCK)?;
    let body = |desk: &mut Desk, node: &Node| reader::text(desk, node, "the name of a body");
    Some(BlockFile {
        bodies: keys.list(desk, "bodies", &limits::BLOCK_BODIES, body),
        when: keys.texts(desk, "when", &limits::BOT_TESTS),
    })
}

fn order(desk: &mut Desk, node: &Node) -> Option<OrderFile> {
    let keys = Keys::open(desk, node, &docs::ORDER)?;
    let figures = match keys.get("figures") {
        Some(Node { value: Value::List(members), at }) if members.is_empty() => {
            desk.problem(Code::EmptyCard, *at, "the order card names no figure");
            Vec::new()
        }
        _ => keys.texts(desk, "figures", &limits::CARD_NAMES),
    };
    Some(OrderFile {
        figures,
        task: keys.get("task").and_then(|n| task(desk, n)),
        when: keys.texts(desk, "when", &limits::BOT_TESTS),
    })
}

fn task(desk: &mut Desk, node: &Node) -> Option<TaskFile> {
    let keys = Keys::open(desk, node, &docs::TASK)?;
    let key = keys.one_of(desk, &["occupy", "destroy", "kill"])?;
    let text = keys.text(desk, key)?;
    Some(match key {
        "occupy" => TaskFile::Occupy(text),
        "destroy" => TaskFile::Destroy(text),
        _ => TaskFile::Kill(text),
    })
}
