//! From a tree to a scenario as written. Checks keys, types and ranges, but resolves no references.

mod board;
mod bot;
mod docs;
mod expect;
mod features;
mod side;
mod time;
mod tune;

pub(crate) use docs::SOLVED;
pub use docs::{BOT, PLAYERS, SCENARIO};
pub use features::{FEATURE_KINDS, FeatureKind};

pub(crate) use bot::{read_bot_file, read_bots};

use skirmish_engine::battle::{Time, TimeUnit};

use crate::code::Code;
use crate::file::{EventFile, ScenarioFile};
use crate::keys::Keys;
use crate::limits;
use crate::path;
use crate::problem::{Diagnostics, quote};
use crate::reader;
use crate::rules::{Setting, roots};
use crate::source::Spanned;
use crate::tree::Node;

/// The default cap of a game, in actions.
pub const USUAL_CAP: Time = Time::actions(400);

const CAPS: [TimeUnit; 2] = [TimeUnit::Actions, TimeUnit::Rounds];

pub(crate) fn scenario(diag: &mut Diagnostics, tree: &Node) -> Option<ScenarioFile> {
    let keys = Keys::open(diag, tree, &SCENARIO)?;
    let lloyd = || Spanned::new("lloyd".to_owned(), tree.at);
    let mut set = Vec::new();
    if let Some(node) = keys.get("set") {
        sets(diag, node, &mut Vec::new(), &mut set);
    }
    Some(ScenarioFile {
        title: keys.name(diag, "title").map_or(String::new(), |title| title.value),
        shows: keys.text(diag, "shows").map_or(String::new(), |t| t.value.trim().to_owned()),
        rules: keys.text(diag, "rules").unwrap_or_else(lloyd),
        board: board::read(diag, keys.get("board"), tree.at),
        sides: side::read_all(diag, &keys),
        events: keys.get("event").map_or_else(Vec::new, |node| events(diag, node)),
        bots: keys.get("bot").map_or_else(Vec::new, |node| read_bots(diag, node)),
        set,
        expect: keys.list(diag, "expect", &limits::EXPECTATIONS, expect::read),
        tune: keys.get("tune").map_or_else(Default::default, |node| tune::read(diag, node)),
        starts: keys.text(diag, "starts"),
        cap: keys.get("cap").and_then(|node| time::read(diag, node, &CAPS)).unwrap_or(USUAL_CAP),
        at: tree.at,
    })
}

fn events(diag: &mut Diagnostics, node: &Node) -> Vec<EventFile> {
    let mut events = Vec::new();
    for (name, node) in reader::named(diag, node, "an event", &limits::EVENTS) {
        let Some(keys) = Keys::open(diag, node, &docs::EVENT) else {
            continue;
        };
        let side = keys.text(diag, "side");
        let when = keys.texts(diag, "when", &limits::BOT_TESTS);
        if keys.get("when").is_some() && when.is_empty() {
            let message = format!("the event {} has no condition", quote(&name.value));
            diag.problem(Code::Amount, node.at, message);
        }
        events.push(EventFile { name, side, when });
    }
    events
}

/// Collects settings. A path may be quoted or nested as tables; a row of conditions is a value.
fn sets(diag: &mut Diagnostics, node: &Node, prefix: &mut Vec<String>, set: &mut Vec<Setting>) {
    if !node.is_table() {
        reader::wrong_type(diag, node, "a table of paths and values");
        return;
    }
    for entry in node.entries() {
        let Some(parts) = path::split(&entry.key) else {
            let message = format!("{} is not a path", quote(&entry.key));
            diag.problem(Code::UnknownPath, entry.at, message)
                .hint("write paths like `\"seize.base.average\"`");
            continue;
        };
        let length = prefix.len();
        prefix.extend(parts);
        if roots().all(|root| root != prefix[0]) {
            let message = format!("no such parameter: {}", quote(&prefix.join(".")));
            diag.problem(Code::UnknownPath, entry.at, message).hint(format!(
                "parameters of the rulebook begin with {}",
                roots().collect::<Vec<_>>().join(", ")
            ));
        } else if entry.node.is_table() && entry.node.get("when").is_none() {
            sets(diag, &entry.node, prefix, set);
        } else {
            set.push(Setting { path: prefix.clone(), at: entry.at, node: entry.node.clone() });
        }
        prefix.truncate(length);
    }
}
