//! A side as written: bodies, goals, order cards.

use skirmish_engine::battle::Edge;
use skirmish_engine::rulebook::Formation;

use super::{docs, named, phrases};
use crate::code::Code;
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
    named(desk, node, "a side", &limits::KEYS)
        .into_iter()
        .map(|(name, node)| side(desk, name, node))
        .collect()
}

const EDGES: &[(&str, Edge)] =
    &[("left", Edge::Left), ("right", Edge::Right), ("bottom", Edge::Bottom), ("top", Edge::Top)];

fn side(desk: &mut Desk, name: Said<String>, node: &Node) -> SideFile {
    let keys = Keys::open(desk, node, &docs::SIDE);
    let get = |key: &str| keys.and_then(|k| k.get(key));
    let starts = get("starts").and_then(|n| reader::flag(desk, n));
    let wins = get("wins").map_or_else(Vec::new, |n| wins(desk, n));
    let objective = get("objective").and_then(|n| reader::text(desk, n, "the name of a place"));
    let exit = get("exit").and_then(|n| reader::word(desk, n, "the exit", EDGES));
    let surprised_on = get("surprised-on")
        .and_then(|n| reader::whole(desk, n, &limits::SURPRISED_ON))
        .and_then(|n| Some(Said::new(u8::try_from(n.value).ok()?, n.at)));
    let bot = get("bot").and_then(|n| reader::text(desk, n, "the name of a bot"));
    let mut bodies = Vec::new();
    if let Some(list) = get("body") {
        for node in reader::list(desk, list, &limits::BODIES) {
            bodies.extend(body(desk, node));
        }
    }
    let mut blocks = Vec::new();
    if let Some(list) = get("block") {
        for node in reader::list(desk, list, &limits::BLOCKS) {
            blocks.extend(block(desk, node));
        }
    }
    let mut orders = Vec::new();
    if let Some(list) = get("order") {
        for node in reader::list(desk, list, &limits::CARDS) {
            orders.extend(order(desk, node));
        }
    }
    SideFile {
        name,
        starts,
        wins,
        objective,
        exit: exit.map(|e| e.value),
        surprised_on,
        bot,
        bodies,
        blocks,
        orders,
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
    let goal = match goal {
        "holds" => GoalFile::Holds {
            with: keys.get("with").and_then(|n| figures(desk, n)).unwrap_or(1),
            place: reader::text(desk, node, "the name of a place")?,
        },
        "after" => after(desk, node)?,
        "escapes" => GoalFile::Escapes { figures: figures(desk, node)? },
        "kills" => {
            GoalFile::Kills { figure: reader::text(desk, node, "the name of an enemy leader")? }
        }
        "destroys" => {
            GoalFile::Destroys { body: reader::text(desk, node, "the name of an enemy body")? }
        }
        "losses" => GoalFile::Losses { figures: figures(desk, node)? },
        _ => GoalFile::Happens { event: reader::text(desk, node, "the name of an event")? },
    };
    Some(WinFile { goal, at: node.at })
}

fn figures(desk: &mut Desk, node: &Node) -> Option<u8> {
    reader::whole(desk, node, &limits::GOAL_FIGURES).and_then(|n| u8::try_from(n.value).ok())
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
    let name = keys
        .get("name")
        .and_then(|n| reader::name(desk, n, "a body"))
        .unwrap_or(Said::new(String::new(), node.at));
    let layout = layout(desk, &keys);
    Some(BodyFile {
        name,
        // What is no number is noted and counts as 0: nobody need say it again.
        figures: keys
            .get("figures")
            .map(|n| reader::whole(desk, n, &limits::FIGURES).unwrap_or(Said::new(0, n.at))),
        troops: keys.get("troops").map_or(MixFile::Absent, |n| mix(desk, n, "a troop type")),
        weapon: keys.get("weapon").map_or(MixFile::Absent, |n| mix(desk, n, "a weapon")),
        mounted: keys.get("mounted").and_then(|n| reader::flag(desk, n)).is_some_and(|m| m.value),
        morale: keys
            .get("morale")
            .and_then(|n| reader::whole(desk, n, &limits::MORALE))
            .and_then(|n| i32::try_from(n.value).ok().map(|m| Said::new(m, n.at))),
        leader: keys.get("leader").and_then(|n| leader(desk, n)),
        sub_leader: keys.get("sub-leader").and_then(|n| sub_leader(desk, n)),
        layout,
        formation: formation(desk, &keys),
        facing: keys.get("facing").and_then(|n| facing(desk, n)),
        hold: keys.get("hold").and_then(|n| reader::flag(desk, n)).is_some_and(|h| h.value),
        hidden: keys.get("hidden").and_then(|n| reader::flag(desk, n)).is_some_and(|h| h.value),
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

fn leader(desk: &mut Desk, node: &Node) -> Option<LeaderFile> {
    let keys = Keys::open(desk, node, &docs::LEADER)?;
    let name = keys
        .get("name")
        .and_then(|n| reader::name(desk, n, "a leader"))
        .unwrap_or(Said::new(String::new(), node.at));
    let commands = [("own", false), ("all", true)];
    Some(LeaderFile {
        name,
        rank: keys.get("rank").and_then(|n| reader::text(desk, n, "a rank")),
        troops: keys.get("troops").and_then(|n| reader::text(desk, n, "a troop type")),
        weapon: keys.get("weapon").and_then(|n| reader::text(desk, n, "a weapon")),
        mounted: keys.get("mounted").and_then(|n| reader::flag(desk, n)).map(|m| m.value),
        commands_all: keys
            .get("commands")
            .and_then(|n| reader::word(desk, n, "whom the leader commands", &commands))
            .is_some_and(|c| c.value),
    })
}

/// The rank of a sub-leader who has no other.
const SUB_LEADER: &str = "sub-leader";

fn sub_leader(desk: &mut Desk, node: &Node) -> Option<LeaderFile> {
    let keys = Keys::open(desk, node, &docs::SUB_LEADER)?;
    let text = |desk: &mut Desk, key, what| keys.get(key).and_then(|n| reader::text(desk, n, what));
    let name = keys
        .get("name")
        .and_then(|n| reader::name(desk, n, "a sub-leader"))
        .unwrap_or(Said::new(String::new(), node.at));
    let usual = Said::new(SUB_LEADER.to_owned(), node.at);
    Some(LeaderFile {
        name,
        rank: Some(text(desk, "rank", "a rank").unwrap_or(usual)),
        troops: text(desk, "troops", "a troop type"),
        weapon: text(desk, "weapon", "a weapon"),
        mounted: keys.get("mounted").and_then(|n| reader::flag(desk, n)).map(|m| m.value),
        commands_all: false,
    })
}

/// Ranks of a line that does not say how many.
const USUAL_RANKS: u8 = 2;

fn formation(desk: &mut Desk, keys: &Keys<'_>) -> Option<Said<Formation>> {
    let ranks = keys.get("ranks");
    let deep = ranks.and_then(|n| reader::whole(desk, n, &limits::LINE_RANKS));
    let deep = deep.and_then(|n| u8::try_from(n.value).ok());
    let words = [("open", false), ("line", true)];
    let word = keys.get("formation").and_then(|n| reader::word(desk, n, "the formation", &words));
    let is_line = word.is_some_and(|w| w.value);
    if let Some(node) = ranks
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
        let ranks = deep.unwrap_or(USUAL_RANKS);
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
        "at" => reader::point(desk, node).map(LayoutFile::Block),
        "line" => {
            let line = Keys::open(desk, node, &docs::LINE)?;
            let from = line.get("from").and_then(|n| reader::point(desk, n));
            let to = line.get("to").and_then(|n| reader::point(desk, n));
            Some(LayoutFile::Line { from: from?, to: to? })
        }
        "scattered" => {
            let disc = Keys::open(desk, node, &docs::SCATTERED)?;
            let at = disc.get("at").and_then(|n| reader::point(desk, n));
            let radius = disc.get("radius").and_then(|n| reader::length(desk, n, &limits::RADIUS));
            Some(LayoutFile::Scattered { at: at?, radius: radius?.value })
        }
        _ => {
            let list = reader::list(desk, node, &limits::FIGURES);
            let points: Vec<_> = list.iter().map(|n| reader::point(desk, n)).collect();
            points
                .into_iter()
                .collect::<Option<Vec<_>>>()
                .map(|points| LayoutFile::Each(points, node.at))
        }
    }
}

fn block(desk: &mut Desk, node: &Node) -> Option<BlockFile> {
    let keys = Keys::open(desk, node, &docs::BLOCK)?;
    let bodies = keys.get("bodies").map_or_else(Vec::new, |list| {
        let members = reader::list(desk, list, &limits::BLOCK_BODIES).iter();
        members.filter_map(|n| reader::text(desk, n, "the name of a body")).collect()
    });
    Some(BlockFile { bodies, when: keys.get("when").map_or_else(Vec::new, |n| phrases(desk, n)) })
}

fn order(desk: &mut Desk, node: &Node) -> Option<OrderFile> {
    let keys = Keys::open(desk, node, &docs::ORDER)?;
    let mut figures = Vec::new();
    if let Some(list) = keys.get("figures") {
        let members = match &list.value {
            Value::Text(_) => std::slice::from_ref(list),
            Value::List(members) if members.is_empty() => {
                desk.problem(Code::EmptyCard, list.at, "the order card names no figure");
                &[]
            }
            _ => reader::list(desk, list, &limits::CARD_NAMES),
        };
        figures.extend(
            members.iter().filter_map(|n| reader::text(desk, n, "the name of a body or leader")),
        );
    }
    Some(OrderFile {
        figures,
        task: keys.get("task").and_then(|n| task(desk, n)),
        when: keys.get("when").map_or_else(Vec::new, |n| phrases(desk, n)),
    })
}

fn task(desk: &mut Desk, node: &Node) -> Option<TaskFile> {
    let keys = Keys::open(desk, node, &docs::TASK)?;
    let key = keys.one_of(desk, &["occupy", "destroy", "kill"])?;
    let text = reader::text(desk, keys.get(key)?, "a name")?;
    Some(match key {
        "occupy" => TaskFile::Occupy(text),
        "destroy" => TaskFile::Destroy(text),
        _ => TaskFile::Kill(text),
    })
}
