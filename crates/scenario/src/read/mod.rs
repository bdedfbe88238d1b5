//! A tree to a scenario as written: keys, types and ranges are settled here; what refers to something else is not.

mod board;
mod bot;
mod docs;
mod expect;
mod features;
mod side;

pub use docs::SCENARIO;
pub use features::{FEATURE_KINDS, FeatureKind};

pub(crate) use bot::{read_bot_file, read_bots};

use crate::code::Code;
use crate::file::{EventFile, ScenarioFile};
use crate::limits;
use crate::path;
use crate::problem::{Desk, quote};
use crate::reader::{self, Keys};
use crate::rules::{ROOTS, Setting};
use crate::source::Said;
use crate::tree::{Node, Value};

/// Actions after which a game is stopped unless the scenario says otherwise.
pub const USUAL_CAP: u32 = 400;

/// Reads a scenario.
pub(crate) fn scenario(desk: &mut Desk, tree: &Node) -> Option<ScenarioFile> {
    let keys = Keys::open(desk, tree, &SCENARIO)?;
    let title = keys
        .get("title")
        .and_then(|n| reader::name(desk, n, "the battle"))
        .map_or(String::new(), |t| t.value);
    let shows = keys
        .get("shows")
        .and_then(|n| reader::text(desk, n, "text"))
        .map_or(String::new(), |t| t.value.trim().to_owned());
    let rules = keys
        .get("rules")
        .map_or(Some(Said::new("lloyd".to_owned(), tree.at)), |n| {
            reader::text(desk, n, "the name or path of a rulebook")
        })
        .unwrap_or_else(|| Said::new("lloyd".to_owned(), tree.at));
    let board = board::read(desk, keys.get("board"), tree.at);
    let sides = side::read_all(desk, &keys);
    let events = keys.get("event").map_or_else(Vec::new, |n| events(desk, n));
    let bots = keys.get("bot").map_or_else(Vec::new, |n| read_bots(desk, n));
    let mut set = Vec::new();
    if let Some(node) = keys.get("set") {
        sets(desk, node, &mut Vec::new(), &mut set);
    }
    let expect = keys.get("expect").map_or_else(Vec::new, |n| expect::read(desk, n));
    let starts = keys.get("starts").and_then(|n| reader::text(desk, n, "the name of a side"));
    let cap = keys
        .get("cap")
        .and_then(|n| reader::whole(desk, n, &limits::CAP))
        .and_then(|n| u32::try_from(n.value).ok())
        .unwrap_or(USUAL_CAP);
    Some(ScenarioFile {
        title,
        shows,
        rules,
        board,
        sides,
        events,
        bots,
        set,
        expect,
        starts,
        cap,
        at: tree.at,
    })
}

fn events(desk: &mut Desk, node: &Node) -> Vec<EventFile> {
    let mut events = Vec::new();
    for (name, node) in named(desk, node, "an event", &limits::EVENTS) {
        let Some(keys) = Keys::open(desk, node, &docs::EVENT) else {
            continue;
        };
        let side = keys.get("side").and_then(|n| reader::text(desk, n, "the name of a side"));
        let when = keys.get("when").map_or_else(Vec::new, |n| phrases(desk, n));
        if keys.get("when").is_some() && when.is_empty() {
            desk.problem(
                Code::Amount,
                node.at,
                format!("the event {} has no condition", quote(&name.value)),
            );
        }
        events.push(EventFile { name, side, when });
    }
    events
}

/// The members of a table whose keys are names.
fn named<'t>(
    desk: &mut Desk,
    node: &'t Node,
    of: &str,
    limit: &limits::Limit,
) -> Vec<(Said<String>, &'t Node)> {
    if !node.is_table() {
        reader::wrong_type(desk, node, &format!("a table ({})", limit.name));
        return Vec::new();
    }
    let entries = node.entries();
    reader::amount(desk, entries.len(), node.at, limit);
    for entry in entries {
        reader::check_name(desk, &entry.key, entry.at, of);
    }
    entries
        .iter()
        .take(usize::try_from(limit.most).unwrap_or(usize::MAX))
        .map(|e| (Said::new(e.key.clone(), e.at), &e.node))
        .collect()
}

/// One phrase or a list of phrases.
fn phrases(desk: &mut Desk, node: &Node) -> Vec<Said<String>> {
    let list = match &node.value {
        Value::Text(_) => std::slice::from_ref(node),
        _ => reader::list(desk, node, &limits::BOT_TESTS),
    };
    list.iter().filter_map(|n| reader::text(desk, n, "a condition, as text")).collect()
}

/// Paths may be written in quotation marks or as tables in tables; a row of conditions is a value.
fn sets(desk: &mut Desk, node: &Node, prefix: &mut Vec<String>, set: &mut Vec<Setting>) {
    if !node.is_table() {
        reader::wrong_type(desk, node, "a table of paths and values");
        return;
    }
    for entry in node.entries() {
        let Some(parts) = path::split(&entry.key) else {
            desk.problem(Code::UnknownPath, entry.at, format!("{} is no path", quote(&entry.key)))
                .hint("write paths like `\"seize.base.average\"`");
            continue;
        };
        let length = prefix.len();
        prefix.extend(parts);
        if !ROOTS.contains(&prefix[0].as_str()) {
            desk.problem(
                Code::UnknownPath,
                entry.at,
                format!("there is no parameter {}", quote(&prefix.join("."))),
            )
            .hint(format!("parameters of the rulebook begin with {}", ROOTS.join(", ")));
        } else if entry.node.is_table() && entry.node.get("when").is_none() {
            sets(desk, &entry.node, prefix, set);
        } else {
            set.push(Setting { path: prefix.clone(), at: entry.at, node: entry.node.clone() });
        }
        prefix.truncate(length);
    }
}
