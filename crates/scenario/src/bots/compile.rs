//! Compiles bots as written into bots as played.

use std::cell::Cell;
use std::collections::BTreeSet;

use skirmish_engine::battle::{PlaceId, UnitId};
use skirmish_engine::bot::{Act, Bot, Condition, Line, Nominate, React, Test};

use super::phrase;
use super::vocabulary::{ACTIONS, CONDITIONS, NOMINATIONS, REACTIONS};
use crate::code::Code;
use crate::file::{BotFile, LineFile};
use crate::limits;
use crate::problem::{Diagnostics, quote};
use crate::reader;
use crate::source::{SourceKind, Spanned};

pub(crate) struct Names<'n> {
    pub(crate) places: &'n [String],
    /// Waypoints that need no name in the file.
    pub(crate) ways: &'n [String],
    pub(crate) events: &'n [String],
    /// The place that `objective` means for this side.
    pub(crate) objective: Option<PlaceId>,
    /// Whether shots use petite guerre's dice; otherwise there is no reloading and no volley.
    pub(crate) by_dice: bool,
    /// Whether any figure stands in line with a weapon that fires.
    pub(crate) has_line: bool,
    pub(crate) bodies: [&'n [String]; 2],
    pub(crate) is_first: bool,
    /// The events that are referred to, one bit each.
    pub(crate) used: &'n Cell<u64>,
}

impl Names<'_> {
    pub(crate) fn uses(&self, event: usize) {
        self.used.set(self.used.get() | 1u64 << (event % 64));
    }
}

/// Reads a list of conditions; unknown ones are noted and left out.
pub(crate) fn tests(
    diag: &mut Diagnostics,
    when: &[Spanned<String>],
    names: &Names<'_>,
) -> Vec<Test> {
    let mut tests: Vec<Test> = Vec::new();
    for phrase in when {
        let (expected, rest) = match phrase.value.trim().split_once(char::is_whitespace) {
            Some((not, rest)) if not.eq_ignore_ascii_case("not") => (false, rest.to_owned()),
            _ => (true, phrase.value.clone()),
        };
        let rest = Spanned::new(rest, phrase.at);
        if let Some(condition) = phrase::find(diag, &rest, "condition", CONDITIONS, names) {
            tests.push(Test { condition, expected });
        }
    }
    tests
}

pub(crate) fn compile(diag: &mut Diagnostics, bot: &BotFile, names: &Names<'_>) -> Bot {
    let mut lines = Vec::new();
    for line in &bot.lines {
        let when = tests(diag, &line.when, names);
        if let Some(act) = phrase::find(diag, &line.act, "action", ACTIONS, names) {
            suits(diag, bot, &line.act, act, names);
            lines.push(Line { when, act });
        }
    }
    let reactions = match &bot.reactions {
        Some(list) => reactions(diag, list, names),
        None => default_reactions(),
    };
    let nominate = bot.nominate.as_ref().map_or(Nominate::default(), |n| {
        phrase::find(diag, n, "way to nominate", NOMINATIONS, names).unwrap_or_default()
    });
    Bot {
        name: bot.name.value.clone(),
        lines,
        reactions,
        nominate,
        least_chance_percent: bot.least_chance,
        pass_percent: bot.pass,
        holds_back: bot.holds_back,
        bodies: bodies(diag, bot, names),
    }
}

/// Returns the units that are asked first. The enemy's are skipped, since either side may play the bot.
fn bodies(diag: &mut Diagnostics, bot: &BotFile, names: &Names<'_>) -> Vec<UnitId> {
    let mut units = Vec::new();
    for name in &bot.bodies {
        let [own, enemy] = names.bodies.map(|of| of.iter().position(|body| *body == name.value));
        if let Some(unit) = own {
            units.push(UnitId(u8::try_from(unit).unwrap_or(u8::MAX)));
        } else if enemy.is_none() {
            // The same order, whichever side plays it.
            let known: BTreeSet<&String> = names.bodies.iter().copied().flatten().collect();
            diag.unknown(Code::UnknownFigures, name.at, "body", &name.value, known);
        }
    }
    units
}

/// Notes lines of a user's own bot that are impossible under the rules in play; shipped bots serve every rulebook. A volley of
/// no ranks is an error under any rules.
fn suits(
    diag: &mut Diagnostics,
    bot: &BotFile,
    phrase: &Spanned<String>,
    act: Act,
    names: &Names<'_>,
) {
    let is_by_dice = matches!(act, Act::Volley(_) | Act::ShootInHaste(_) | Act::Reload);
    if !is_by_dice || diag.kind(phrase.at) == SourceKind::ShippedBots {
        return;
    }
    let why = if act == Act::Volley(0) {
        reader::out_of_range(diag, phrase.at, "0", &limits::VOLLEY_RANKS);
        return;
    } else if !names.by_dice {
        "it needs `fighting = \"petite-guerre\"`"
    } else if matches!(act, Act::Volley(_)) && !names.has_line {
        "it needs somebody with `formation = \"line\"` and a weapon that fires"
    } else {
        return;
    };
    let (action, bot) = (quote(&phrase.value), quote(&bot.name.value));
    diag.note(phrase.at, &format!("the line {action} of the bot {bot} is skipped here: {why}"));
}

fn reactions(diag: &mut Diagnostics, list: &[LineFile], names: &Names<'_>) -> Vec<Line<React>> {
    let mut reactions = Vec::new();
    for line in list {
        let when = tests(diag, &line.when, names);
        if let Some(act) = phrase::find(diag, &line.act, "reaction", REACTIONS, names) {
            reactions.push(Line { when, act });
        }
    }
    reactions
}

/// Returns the default reactions: shoot within medium range, and support friends unless there are too many enemies.
fn default_reactions() -> Vec<Line<React>> {
    let line = |condition, expected, act| Line { when: vec![Test { condition, expected }], act };
    vec![
        line(Condition::EnemyInMediumRange, true, React::Shoot),
        line(Condition::Outnumbered, false, React::Engage),
    ]
}

/// Notes mistakes in the order of a bot's lines, once for each bot.
pub(crate) fn check_lines(diag: &mut Diagnostics, bot: &BotFile) {
    let name = quote(&bot.name.value);
    let first_open = bot.lines.iter().position(|l| l.when.is_empty() && l.is_stand());
    if let Some(first) = first_open
        && let Some(line) = bot.lines.get(first + 1)
    {
        let message = format!("this line of the bot {name} is never reached");
        diag.problem(Code::Unreachable, line.at, message)
            .hint("the line before it always holds and is always possible");
    }
    let reactions = bot.reactions.as_deref().unwrap_or_default();
    for line in bot.lines.iter().chain(reactions) {
        let words =
            |it: &Spanned<String>| it.value.split_whitespace().collect::<Vec<_>>().join(" ");
        let wanted: Vec<String> = line.when.iter().map(words).collect();
        let denied = wanted.iter().filter_map(|phrase| phrase.strip_prefix("not "));
        for phrase in denied.filter(|denied| wanted.iter().any(|it| it == denied)) {
            let (action, phrase) = (quote(&line.act.value), quote(phrase));
            // A search may produce such a line, so this is a note and not a problem.
            let why = format!("it wants {phrase} and its opposite at once");
            diag.note(
                line.at,
                &format!("the line {action} of the bot {name} is never taken: {why}"),
            );
        }
    }
    // A bot without lines has been noted already.
    if let Some(last) = bot.lines.last().filter(|line| !line.when.is_empty()) {
        let message = format!("the bot {name} has no line that always holds");
        diag.problem(Code::NoLastLine, last.at, message)
            .hint("end it with a line without `when`, such as `{ do = \"stand\" }`");
    }
}
