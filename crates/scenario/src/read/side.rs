//! A side as written: units, goals, order cards.

use skirmish_engine::battle::{Contested, Edge, Score, TimeUnit};
use skirmish_engine::rulebook::Formation;

use super::{docs, time};
use crate::code::Code;
use crate::describe::TableDoc;
use crate::file::{
    BlockFile, BodyFile, FacingFile, GoalFile, LayoutFile, LeaderFile, MixFile, OrderFile,
    ScoreFile, ScoredFile, SideFile, WinFile,
};
use crate::keys::Keys;
use crate::limits;
use crate::problem::Diagnostics;
use crate::reader;
use crate::source::Spanned;
use crate::tree::{Node, Value};

pub(super) fn read_all(diag: &mut Diagnostics, keys: &Keys<'_>) -> Vec<SideFile> {
    let Some(node) = keys.get("side") else {
        return Vec::new();
    };
    if !node.is_table() {
        reader::wrong_type(diag, node, "a table (`[side.NAME]`)");
        return Vec::new();
    }
    let count = node.entries().len();
    if count != 2 {
        let at = node.entries().get(2).map_or(node.at, |e| e.at);
        diag.problem(Code::Sides, at, format!("a battle has two sides, and this one has {count}"))
            .hint("write `[side.NAME]` for each of the two");
    }
    let sides = reader::named(diag, node, "a side", &limits::KEYS);
    sides.into_iter().map(|(name, node)| side(diag, name, node)).collect()
}

/// A side that is no table is kept so that its name stays known.
fn side(diag: &mut Diagnostics, name: Spanned<String>, node: &Node) -> SideFile {
    let nothing = Node::table(node.at, Vec::new());
    let keys = Keys::open(diag, node, &docs::SIDE).unwrap_or(Keys::of(&nothing, &docs::SIDE));
    SideFile {
        name,
        starts: keys.flag(diag, "starts"),
        wins: keys.get("wins").map_or_else(Vec::new, |node| wins(diag, node)),
        scores: keys.list(diag, "scores", &limits::WINS, score),
        objective: keys.text(diag, "objective"),
        exit: keys.word(diag, "exit", "the exit", Edge::ALL).map(|edge| edge.value),
        surprised_on: keys.whole(diag, "surprised-on"),
        bot: keys.text(diag, "bot"),
        bodies: keys.list(diag, "body", &limits::BODIES, body),
        blocks: keys.list(diag, "block", &limits::BLOCKS, block),
        orders: keys.list(diag, "order", &limits::CARDS, order),
    }
}

fn wins(diag: &mut Diagnostics, node: &Node) -> Vec<WinFile> {
    let list = if node.is_table() {
        std::slice::from_ref(node)
    } else {
        reader::list(diag, node, &limits::WINS)
    };
    list.iter().filter_map(|n| win(diag, n)).collect()
}

fn win(diag: &mut Diagnostics, node: &Node) -> Option<WinFile> {
    let keys = Keys::open(diag, node, &docs::WIN)?;
    let goal = keys.one_of(diag)?;
    let node = keys.get(goal)?;
    for (key, with) in
        [("for", &["holds"][..]), ("contested", &["holds"]), ("after", &["most", "ahead", "after"])]
    {
        if let Some(other) = keys.get(key).filter(|_| !with.contains(&goal)) {
            let message = format!("`{key}` means nothing beside `{goal}`");
            diag.problem(Code::Choice, other.at, message)
                .hint(format!("it goes with `{}`", with[0]));
        }
    }
    let after = |diag: &mut Diagnostics| match keys.get("after") {
        Some(node) => time::read(diag, node, &TimeUnit::ALL),
        None => {
            let message = format!("`{goal}` needs `after`: from when on it counts");
            diag.problem(Code::Missing, node.at, message).hint("such as `after = \"6 rounds\"`");
            None
        }
    };
    if let Some(with) = keys.get("with")
        && goal != "holds"
    {
        let message = format!("`with` means nothing beside `{goal}`");
        diag.problem(Code::Choice, with.at, message).hint("it says how many figures `holds` needs");
    }
    let figures = |diag: &mut Diagnostics, key| keys.whole(diag, key).map(|figures| figures.value);
    let goal = match goal {
        "holds" => GoalFile::Holds {
            with: keys.whole(diag, "with").unwrap_or(Spanned::new(1, node.at)),
            contested: contested(diag, &keys),
            rounds: match keys.get("for") {
                Some(node) => Some(time::read(diag, node, &[TimeUnit::Rounds])?.number),
                None => None,
            },
            place: keys.text(diag, "holds")?,
        },
        "most" => GoalFile::Most { place: keys.text(diag, "most")?, after: after(diag)? },
        "points" => GoalFile::Points { least: keys.whole(diag, "points")?.value },
        "ahead" => GoalFile::Ahead { by: keys.whole(diag, "ahead")?.value, after: after(diag)? },
        "after" => GoalFile::After(time::read(diag, node, &TimeUnit::ALL)?),
        "escapes" => GoalFile::Escapes { figures: figures(diag, "escapes")? },
        "kills" => GoalFile::Kills { figure: keys.text(diag, "kills")? },
        "destroys" => GoalFile::Destroys { body: keys.text(diag, "destroys")? },
        "gone" => GoalFile::Gone { who: keys.text(diag, "gone")? },
        "losses" => GoalFile::Losses { figures: figures(diag, "losses")? },
        _ => GoalFile::Happens { event: keys.text(diag, "happens")? },
    };
    Some(WinFile { goal, at: node.at })
}

/// Reads which side holds a place where both have figures.
fn contested(diag: &mut Diagnostics, keys: &Keys<'_>) -> Contested {
    let word = keys.word(diag, "contested", "`contested`", Contested::ALL);
    word.map(|word| word.value).unwrap_or_default()
}

fn score(diag: &mut Diagnostics, node: &Node) -> Option<ScoreFile> {
    let keys = Keys::open(diag, node, &docs::SCORE)?;
    let what = keys.one_of(diag)?;
    keys.only(diag, if what == "holds" { &[] } else { &["with", "contested"] }, "for-each");
    const EACH: &[(&str, Score)] = &[("escaped", Score::Escapes), ("enemy-lost", Score::Losses)];
    let what = match what {
        "holds" => ScoredFile::Holds {
            with: keys.whole(diag, "with").map_or(1, |with| with.value),
            contested: contested(diag, &keys),
            place: keys.text(diag, "holds")?,
        },
        _ => ScoredFile::Each(keys.word(diag, "for-each", "`for-each`", EACH)?.value),
    };
    Some(ScoreFile { what, points: keys.whole(diag, "points")?.value, at: node.at })
}

fn body(diag: &mut Diagnostics, node: &Node) -> Option<BodyFile> {
    let keys = Keys::open(diag, node, &docs::BODY)?;
    let flag = |diag: &mut Diagnostics, key| keys.flag(diag, key).is_some_and(|flag| flag.value);
    Some(BodyFile {
        name: keys.name_or_none(diag, "name"),
        // A bad number is noted once, and then counts as 0.
        figures: (keys.get("figures"))
            .map(|node| keys.whole(diag, "figures").unwrap_or(Spanned::new(0, node.at))),
        troops: keys.get("troops").map_or(MixFile::Absent, |n| mix(diag, n, "a troop type")),
        weapon: keys.get("weapon").map_or(MixFile::Absent, |n| mix(diag, n, "a weapon")),
        gear: keys.texts(diag, "gear", &limits::GEAR_OF_ONE),
        mounted: flag(diag, "mounted"),
        morale: keys.whole(diag, "morale"),
        leader: keys.get("leader").and_then(|n| leader(diag, n, &docs::LEADER)),
        sub_leader: keys.get("sub-leader").and_then(|n| leader(diag, n, &docs::SUB_LEADER)),
        layout: layout(diag, &keys),
        formation: formation(diag, &keys),
        facing: keys.get("facing").and_then(|n| facing(diag, n)),
        hold: flag(diag, "hold"),
        hidden: flag(diag, "hidden"),
        bot: keys.text(diag, "bot"),
        at: node.at,
    })
}

fn mix(diag: &mut Diagnostics, node: &Node, what: &str) -> MixFile {
    match &node.value {
        Value::Table(entries) => {
            let mut counts = Vec::new();
            for entry in entries {
                if let Some(count) = reader::whole(diag, &entry.node, &limits::FIGURES) {
                    let count = u8::try_from(count.value).unwrap_or(u8::MAX);
                    counts.push((Spanned::new(entry.key.clone(), entry.at), count));
                }
            }
            MixFile::Counts(counts)
        }
        Value::Text(_) => reader::text(diag, node, what).map_or(MixFile::Absent, MixFile::All),
        _ => {
            reader::wrong_type(diag, node, &format!("{what}, or how many of each"));
            MixFile::Absent
        }
    }
}

const SUB_LEADER: &str = "sub-leader";

/// Reads a leader or a sub-leader; a sub-leader needs no rank and commands its own unit only.
fn leader(diag: &mut Diagnostics, node: &Node, doc: &'static TableDoc) -> Option<LeaderFile> {
    let keys = Keys::open(diag, node, doc)?;
    let is_sub_leader = !doc.fields.iter().any(|field| field.key == "commands");
    let usual = is_sub_leader.then(|| Spanned::new(SUB_LEADER.to_owned(), node.at));
    let commands = [("own", false), ("all", true)];
    Some(LeaderFile {
        name: keys.name_or_none(diag, "name"),
        rank: keys.text(diag, "rank").or(usual),
        troops: keys.text(diag, "troops"),
        weapon: keys.text(diag, "weapon"),
        gear: keys.get("gear").map(|_| keys.texts(diag, "gear", &limits::GEAR_OF_ONE)),
        mounted: keys.flag(diag, "mounted").map(|mounted| mounted.value),
        commands_all: !is_sub_leader
            && keys
                .word(diag, "commands", "the command of a leader", &commands)
                .is_some_and(|commands| commands.value),
    })
}

const USUAL_RANKS: u8 = 2;

fn formation(diag: &mut Diagnostics, keys: &Keys<'_>) -> Option<Spanned<Formation>> {
    let deep = keys.whole(diag, "ranks");
    let words = [("open", false), ("line", true)];
    let word = keys.word(diag, "formation", "the formation", &words);
    let is_line = word.is_some_and(|w| w.value);
    if let Some(node) = keys.get("ranks")
        && !is_line
    {
        let message = "`ranks` means nothing without `formation = \"line\"`";
        diag.problem(Code::Choice, node.at, message);
    }
    if is_line && let Some(scattered) = keys.get("scattered") {
        let message = "a line is not `scattered`";
        diag.problem(Code::Choice, scattered.at, message)
            .hint("give its first rank with `line`, or its middle with `at`");
    }
    word.map(|word| {
        let ranks = deep.map_or(USUAL_RANKS, |deep| deep.value);
        let formation = if is_line { Formation::Line { ranks } } else { Formation::Open };
        Spanned::new(formation, word.at)
    })
}

fn facing(diag: &mut Diagnostics, node: &Node) -> Option<Spanned<FacingFile>> {
    match &node.value {
        Value::List(_) => {
            reader::point(diag, node).map(|p| Spanned::new(FacingFile::Point(p.value), p.at))
        }
        _ => reader::word(diag, node, "the facing", Edge::ALL)
            .map(|edge| Spanned::new(FacingFile::Edge(edge.value), edge.at)),
    }
}

fn layout(diag: &mut Diagnostics, keys: &Keys<'_>) -> Option<LayoutFile> {
    let key = keys.one_of(diag)?;
    let node = keys.get(key)?;
    match key {
        "at" => keys.point(diag, "at").map(LayoutFile::Block),
        "line" => {
            let line = Keys::open(diag, node, &docs::LINE)?;
            let (from, to) = (line.point(diag, "from"), line.point(diag, "to"));
            Some(LayoutFile::Line { from: from?, to: to? })
        }
        "scattered" => {
            let disc = Keys::open(diag, node, &docs::SCATTERED)?;
            let (at, radius) = (disc.point(diag, "at"), disc.length(diag, "radius"));
            Some(LayoutFile::Scattered { at: at?, radius: radius? })
        }
        _ => {
            let points = keys.points(diag, "each", &limits::FIGURES)?;
            Some(LayoutFile::Each(points, node.at))
        }
    }
}

fn block(diag: &mut Diagnostics, node: &Node) -> Option<BlockFile> {
    let keys = Keys::open(diag, node, &docs::BLOCK)?;
    let body = |diag: &mut Diagnostics, node: &Node| reader::text(diag, node, "the name of a body");
    Some(BlockFile {
        bodies: keys.list(diag, "bodies", &limits::BLOCK_BODIES, body),
        when: keys.texts(diag, "when", &limits::BOT_TESTS),
    })
}

fn order(diag: &mut Diagnostics, node: &Node) -> Option<OrderFile> {
    let keys = Keys::open(diag, node, &docs::ORDER)?;
    let figures = match keys.get("figures") {
        Some(Node { value: Value::List(members), at }) if members.is_empty() => {
            diag.problem(Code::EmptyCard, *at, "the order card names no figure");
            Vec::new()
        }
        _ => keys.texts(diag, "figures", &limits::CARD_NAMES),
    };
    Some(OrderFile {
        figures,
        task: keys.get("task").and_then(|n| task(diag, n)),
        when: keys.texts(diag, "when", &limits::BOT_TESTS),
    })
}

fn task(diag: &mut Diagnostics, node: &Node) -> Option<(&'static str, Spanned<String>)> {
    let keys = Keys::open(diag, node, &docs::TASK)?;
    let key = keys.one_of(diag)?;
    Some((key, keys.text(diag, key)?))
}
