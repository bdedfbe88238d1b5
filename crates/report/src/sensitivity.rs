//! Which numbers of the rules matter, which never do, how they act together, and where the luck comes from.

use std::fmt::Write as _;

use serde::Serialize;

use crate::chart::{
    self, Axis, BarChart, BarSeries, BarValue, Effect, EffectTable, EffectTables, Labels, Tornado,
    TornadoBar, TornadoRow, ValueFormat,
};
use crate::comparison::{ChangeValue, Value, p_text, quoted_value, signed_number};
use crate::number::{as_share, counted, defined, exact, grouped, share, too_few};
use crate::report::Interval;
use crate::safe::safe_text;
use crate::sweep::Measured;
use crate::{ReportError, table};

/// Rows of the table in the summary, and of the chart of the greatest effects.
const TOP: usize = 14;

/// A study of the numbers of the rules.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Sensitivity {
    /// Title of the battle.
    pub title: String,
    /// What is measured.
    pub measure: Measured,
    /// Its value as the battle stands; `None` if it never came to be measured.
    pub value: Option<Value>,
    /// Every number of the rules that can take a step, in the order of the rulebook; empty if only luck was asked for.
    pub numbers: Vec<Number>,
    /// How the most important act together, if asked for.
    pub interplay: Option<Interplay>,
    /// Where the luck comes from.
    pub luck: Option<Luck>,
    /// Games played with each step.
    pub games: u64,
    /// Seed of all dice.
    pub seed: u64,
    /// How often an interval holds the true value.
    pub confidence: f64,
    /// Version of the program.
    pub version: String,
    /// SHA-256 of the scenario.
    pub scenario_sha256: String,
    /// SHA-256 of the rulebook.
    pub rulebook_sha256: String,
    /// The command that gives the same numbers.
    pub command: String,
    /// What to know about the numbers: methods with their sources.
    pub notes: Vec<String>,
}

/// One number of the rules, or one word.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Number {
    /// Its path.
    pub path: String,
    /// Its value.
    pub value: String,
    /// The rule that it belongs to; may be empty.
    pub rule: String,
    /// Of a row of the factor table, in how many games it counted for a nomination.
    pub counted_games: Option<u64>,
    /// Its steps, down first.
    pub steps: Vec<StepEffect>,
}

/// What a step does.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct StepEffect {
    /// The value that it leads to.
    pub value: String,
    /// 1 for up, -1 for down, 0 where there is no order.
    pub direction: i8,
    /// Why the battle cannot be played with it; empty if it can.
    pub refused: String,
    /// Games in which anything at all went differently, or was told with another number.
    pub changed_games: u64,
    /// The change of the measure; `None` if it was not measured.
    pub change: Option<ChangeValue>,
}

impl Number {
    /// Whether no game changed, whichever way it was moved.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let mut tried = self
            .steps
            .iter()
            .filter(|step| step.refused.is_empty())
            .peekable();
        tried.peek().is_some() && tried.all(|step| step.changed_games == 0)
    }

    /// Whether any of its steps changes the measure by more than chance explains.
    #[must_use]
    pub fn is_real(&self) -> bool {
        self.steps
            .iter()
            .any(|step| step.change.is_some_and(|c| c.is_real()))
    }

    /// The step with the greatest effect.
    fn greatest(&self) -> Option<ChangeValue> {
        let changes = self.steps.iter().filter_map(|step| step.change);
        changes.max_by(|one, two| one.value.abs().total_cmp(&two.value.abs()))
    }

    fn toward(&self, direction: i8) -> Option<&StepEffect> {
        self.steps.iter().find(|step| step.direction == direction)
    }

    /// What one step up does, or else the reverse of a step down; of words, the greatest change. And whether that is more
    /// than chance explains.
    fn upward(&self) -> Option<(f64, bool)> {
        let change = |direction: i8| self.toward(direction)?.change;
        let told = |change: ChangeValue, sign: f64| (sign * change.value, change.is_real());
        change(1)
            .map(|up| told(up, 1.0))
            .or_else(|| change(-1).map(|down| told(down, -1.0)))
            .or_else(|| self.greatest().map(|most| told(most, 1.0)))
    }
}

/// How parameters act together.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Interplay {
    /// The parameters.
    pub parameters: Vec<InterplayRow>,
    /// For each two of them, what they do together beyond what each does alone.
    pub pairs: Vec<InterplayPair>,
    /// How much the measure varies over all combinations: its variance.
    pub variance: Option<Value>,
    /// Combinations played.
    pub points: usize,
}

/// One parameter among others.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct InterplayRow {
    /// Its path.
    pub path: String,
    /// The values that it took.
    pub values: Vec<String>,
    /// Share of the variance that it explains alone.
    pub first: Option<Value>,
    /// Share that it has a part in.
    pub total: Option<Value>,
}

/// Two parameters.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct InterplayPair {
    /// Their paths.
    pub paths: [String; 2],
    /// Share of the variance that they explain together only.
    pub share: Option<Value>,
}

/// Where the luck comes from.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Luck {
    /// The sources of dice.
    pub sources: Vec<LuckSource>,
    /// Share of the variance that no source explains alone.
    pub together: Option<Value>,
}

/// One source of dice.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct LuckSource {
    /// What the dice are for.
    pub source: String,
    /// Dice rolled for it a game.
    #[serde(serialize_with = "as_share")]
    pub dice: f64,
    /// Share of the variance that they explain alone; `None` if the measure does not vary.
    pub first: Option<Value>,
    /// Share that they have a part in.
    pub total: Option<Value>,
}

/// All files of the study, `summary.json` first.
///
/// # Errors
/// [`ReportError`] if a writer fails; they write to memory, so they do not.
pub fn files(study: &Sensitivity) -> Result<Vec<(&'static str, Vec<u8>)>, ReportError> {
    let mut files = vec![("summary.json", crate::json::of(study)?)];
    if !study.numbers.is_empty() {
        files.push(("sensitivity.csv", csv(study)?));
        files.push(("table.svg", table_chart(study).into_bytes()));
        files.push(("tornado.svg", tornado(study).into_bytes()));
    }
    if let Some(interplay) = &study.interplay {
        files.push(("interactions.csv", interplay_csv(interplay)?));
    }
    if let Some(luck) = &study.luck {
        files.push(("luck.csv", luck_csv(luck)?));
        files.push(("luck.svg", luck_chart(study, luck).into_bytes()));
    }
    Ok(files)
}

fn ends(interval: Option<Interval>) -> [String; 2] {
    defined(interval).map_or_else(Default::default, |(low, high)| [share(low), share(high)])
}

fn three(value: Option<Value>) -> [String; 3] {
    let [low, high] = ends(value.and_then(|v| v.interval));
    [value.map_or(String::new(), |v| share(v.value)), low, high]
}

/// `sensitivity.csv`: a row for each number and step.
///
/// # Errors
/// [`ReportError`] if the writer fails; it writes to memory, so it does not.
pub fn csv(study: &Sensitivity) -> Result<Vec<u8>, ReportError> {
    let rows = study.numbers.iter().flat_map(|number| {
        number.steps.iter().map(move |step| {
            let [low, high] = ends(step.change.and_then(|c| c.interval));
            let p = |p: Option<f64>| p.map(exact).unwrap_or_default();
            [
                number.path.clone(),
                number.rule.clone(),
                number.value.clone(),
                step.value.clone(),
                step.direction.to_string(),
                study.measure.measure.clone(),
                study.measure.side.clone(),
                step.change.map_or(String::new(), |c| share(c.value)),
                low,
                high,
                p(step.change.and_then(|c| c.p_value)),
                p(step.change.and_then(|c| c.adjusted_p_value)),
                if step.refused.is_empty() {
                    step.changed_games.to_string()
                } else {
                    String::new()
                },
                study.games.to_string(),
                number
                    .counted_games
                    .map_or(String::new(), |games| games.to_string()),
                number.is_dead().to_string(),
                step.refused.clone(),
            ]
        })
    });
    table::rows(
        [
            "path",
            "rule",
            "now",
            "step_to",
            "direction",
            "measure",
            "side",
            "change",
            "change_low",
            "change_high",
            "p_value",
            "adjusted_p_value",
            "changed_games",
            "games",
            "counted_games",
            "dead",
            "refused",
        ],
        rows,
    )
}

fn interplay_csv(interplay: &Interplay) -> Result<Vec<u8>, ReportError> {
    let row = |one: &str, other: &str, kind: &str, value: Option<Value>| {
        let [value, low, high] = three(value);
        [
            one.to_owned(),
            other.to_owned(),
            kind.to_owned(),
            value,
            low,
            high,
        ]
    };
    let single = interplay.parameters.iter().flat_map(|p| {
        [
            row(&p.path, "", "alone", p.first),
            row(&p.path, "", "in_all", p.total),
        ]
    });
    let pairs = interplay
        .pairs
        .iter()
        .map(|p| row(&p.paths[0], &p.paths[1], "together", p.share));
    table::rows(
        ["path", "other_path", "kind", "share", "ci_low", "ci_high"],
        single.chain(pairs),
    )
}

fn luck_csv(luck: &Luck) -> Result<Vec<u8>, ReportError> {
    let rows = luck.sources.iter().map(|source| {
        let [first, first_low, first_high] = three(source.first);
        let [total, total_low, total_high] = three(source.total);
        [
            source.source.clone(),
            share(source.dice),
            first,
            first_low,
            first_high,
            total,
            total_low,
            total_high,
        ]
    });
    let [value, low, high] = three(luck.together);
    let empty = String::new;
    let rest = [
        "together".to_owned(),
        empty(),
        value,
        low,
        high,
        empty(),
        empty(),
        empty(),
    ];
    table::rows(
        [
            "source",
            "dice_per_game",
            "alone",
            "alone_low",
            "alone_high",
            "in_all",
            "in_all_low",
            "in_all_high",
        ],
        rows.chain([rest]),
    )
}

/// Numbers that took part, the greatest effect first.
fn ranked(study: &Sensitivity) -> Vec<(&Number, ChangeValue)> {
    let alive = study.numbers.iter().filter(|number| !number.is_dead());
    let mut ranked: Vec<_> = alive.filter_map(|n| Some((n, n.greatest()?))).collect();
    ranked.sort_by(|one, two| two.1.value.abs().total_cmp(&one.1.value.abs()));
    ranked
}

/// The study as an answer to read.
#[must_use]
pub fn text(study: &Sensitivity) -> String {
    let name = study.measure.name();
    let mut text = format!("{}: what matters for {name}\n\n", safe_text(&study.title));
    let now = study.value.map_or("never measured".to_owned(), |v| {
        quoted_value(v.value, v.interval, study.measure.is_share)
    });
    let _ = writeln!(
        text,
        "It is {now} as the battle stands ({}).",
        study.measure.about
    );
    if !study.numbers.is_empty() {
        text += &numbers_text(study);
    }
    if let Some(interplay) = &study.interplay {
        text += &interplay_text(interplay);
    }
    if let Some(luck) = &study.luck {
        text += &luck_text(study, luck);
    }
    text.push_str("\nNotes\n");
    for note in &study.notes {
        let _ = writeln!(text, "  {note}");
    }
    text
}

fn numbers_text(study: &Sensitivity) -> String {
    let is_share = study.measure.is_share;
    let mut text = format!(
        "{} of the rules moved one step each way, {} with each step, on the same dice (seed {}).{}\n\n",
        counted(study.numbers.len() as u64, "number"),
        counted(study.games, "game"),
        study.seed,
        too_few(study.games)
    );
    let change = if is_share { "change, points" } else { "change" };
    let mut rows = crate::text::table(&[
        "number",
        "now",
        "step",
        change,
        "step",
        change,
        "p, adjusted",
    ]);
    let ranked = ranked(study);
    for (number, greatest) in ranked.iter().take(TOP) {
        let mut cells = vec![safe_text(&number.path), safe_text(&number.value)];
        // Words have no down and up: the one with the greatest effect is shown.
        let words = number.steps.iter().find(|s| s.change == Some(*greatest));
        let steps = match (number.toward(-1), number.toward(1)) {
            (None, None) => [None, words],
            pair => pair.into(),
        };
        for step in steps {
            match step {
                Some(StepEffect {
                    value,
                    change: Some(change),
                    ..
                }) => {
                    let star = if change.is_real() { "*" } else { "" };
                    let shown = signed_number(change.value, change.interval, is_share);
                    cells.extend([safe_text(value), shown + star]);
                }
                _ => cells.extend([String::new(), String::new()]),
            }
        }
        let least = number
            .steps
            .iter()
            .filter_map(|s| s.change?.adjusted_p_value);
        cells.push(p_text(least.reduce(f64::min)));
        rows.add_row(cells);
    }
    if !ranked.is_empty() {
        let _ = writeln!(text, "{rows}");
    }
    let real = ranked.iter().filter(|(number, _)| number.is_real()).count();
    let dead: Vec<&Number> = study.numbers.iter().filter(|n| n.is_dead()).collect();
    let moves = match real {
        0 => "No number is seen to move it".to_owned(),
        1 => "* 1 number moves it".to_owned(),
        real => format!("* {real} numbers move it"),
    };
    let open = match (ranked.len() - real, real) {
        (0, _) => String::new(),
        (open, 0) => format!(" {open} took part, but no effect is told from none."),
        (open, _) => format!(" {open} more took part, but no effect is told from none."),
    };
    let _ = writeln!(
        text,
        "\n{moves} by more than chance explains (5 % over all steps, Holm).{open}"
    );
    if dead.is_empty() {
        text.push_str("None is dead.\n");
    } else {
        let _ = writeln!(
            text,
            "{} {} dead: no game of {} changed, whichever way it was moved.\n{}",
            dead.len(),
            if dead.len() == 1 { "is" } else { "are" },
            grouped(study.games),
            lines(&prefixes(&study.numbers))
        );
    }
    for number in dead.iter().filter(|n| n.counted_games == Some(0)) {
        let _ = writeln!(
            text,
            "  {} counted for no nomination in any game.",
            safe_text(&number.path)
        );
    }
    let refused = study
        .numbers
        .iter()
        .flat_map(|n| n.steps.iter().map(move |s| (n, s)));
    let refused: Vec<_> = refused
        .filter(|(_, step)| !step.refused.is_empty())
        .collect();
    if !refused.is_empty() {
        text.push_str("Steps that the rules do not allow\n");
        for (number, step) in refused {
            let _ = writeln!(
                text,
                "  {} = {}: {}",
                safe_text(&number.path),
                safe_text(&step.value),
                safe_text(&step.refused)
            );
        }
    }
    text
}

/// The dead numbers, whole tables of them by their name and a star.
fn prefixes(numbers: &[Number]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for number in numbers.iter().filter(|n| n.is_dead()) {
        let parts = parts(&number.path);
        let whole = (1..parts.len())
            .map(|k| parts[..k].join(".") + ".")
            .find(|prefix| {
                let mut below = numbers
                    .iter()
                    .filter(|n| n.path.starts_with(prefix.as_str()));
                let count = below.clone().count();
                // What all of the study lies below names nothing.
                count > 1 && count < numbers.len() && below.all(Number::is_dead)
            });
        let name = whole.map_or_else(|| number.path.clone(), |prefix| prefix + "*");
        if !told.contains(&name) {
            told.push(name);
        }
    }
    told.iter().map(|name| safe_text(name)).collect()
}

/// Names in lines that a terminal takes, indented.
fn lines(names: &[String]) -> String {
    const WIDTH: usize = 100;
    let mut lines = vec!["  ".to_owned()];
    for (k, name) in names.iter().enumerate() {
        let comma = if k + 1 < names.len() { ", " } else { "" };
        let is_full =
            |line: &String| line.len() > 2 && line.chars().count() + name.chars().count() > WIDTH;
        if lines.last().is_some_and(is_full) {
            lines.push("  ".to_owned());
        }
        if let Some(line) = lines.last_mut() {
            *line += name;
            *line += comma;
        }
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

/// A share of a variance, which may come out below nothing by chance.
fn share_text(value: Option<Value>) -> String {
    value.map_or(String::new(), |v| {
        quoted_value(v.value, v.interval, true).replace('-', "−")
    })
}

fn interplay_text(interplay: &Interplay) -> String {
    let points = counted(interplay.points as u64, "combination");
    let spread = interplay.variance.map_or(0.0, |v| v.value.max(0.0).sqrt());
    if spread <= 0.0 {
        return format!(
            "\nHow they act together: all {points} differ no more than chance explains, so there is nothing to take apart. \
             More games may tell.\n"
        );
    }
    let mut text = format!(
        "\nHow they act together: all {points} of their values; standard deviation {}\n\n",
        share(spread)
    );
    let mut rows = crate::text::table(&["number", "values", "alone", "in all"]);
    for row in &interplay.parameters {
        rows.add_row([
            safe_text(&row.path),
            safe_text(&row.values.join(", ")),
            share_text(row.first),
            share_text(row.total),
        ]);
    }
    let _ = writeln!(text, "{rows}");
    let told = interplay.pairs.iter().filter(|pair| {
        let interval = pair.share.and_then(|share| defined(share.interval));
        interval.is_some_and(|(low, _)| low > 0.0)
    });
    let mut none = true;
    for pair in told {
        none = false;
        let _ = writeln!(
            text,
            "{} and {} do {} together beyond what each does alone.",
            safe_text(&pair.paths[0]),
            safe_text(&pair.paths[1]),
            share_text(pair.share)
        );
    }
    if none {
        text.push_str("No two of them are seen to do more together than each alone.\n");
    }
    text
}

fn luck_text(study: &Sensitivity, luck: &Luck) -> String {
    let mut text = format!(
        "\nWhere the luck comes from: shares of the variance of {} over games\n\n",
        study.measure.name()
    );
    if luck.sources.iter().all(|source| source.total.is_none()) {
        text.push_str("There is nothing to take apart: it was the same in every game, or there were too few games.\n");
        return text;
    }
    let mut rows = crate::text::table(&["dice for", "dice a game", "alone", "in all"]);
    for source in luck.sources.iter().filter(|source| source.dice > 0.0) {
        rows.add_row([
            safe_text(&source.source),
            format!("{:.1}", source.dice),
            share_text(source.first),
            share_text(source.total),
        ]);
    }
    let _ = writeln!(
        text,
        "{rows}\n\n\
         alone: what these dice decide whatever the other dice show.\n\
         in all: everything that these dice have a part in; what several kinds decide together counts for each of them."
    );
    if luck.together.is_some() {
        let _ = writeln!(
            text,
            "Decided by dice of several kinds together, and by no kind alone: {}.",
            share_text(luck.together)
        );
    }
    let silent = luck.sources.iter().filter(|source| source.dice <= 0.0);
    let silent: Vec<String> = silent.map(|source| safe_text(&source.source)).collect();
    if !silent.is_empty() {
        let _ = writeln!(text, "No dice were rolled for {}.", silent.join(", "));
    }
    text
}

/// The parts of a path, which stand between its points; a part with points in it stands in quotation marks.
fn parts(path: &str) -> Vec<&str> {
    let mut quoted = false;
    path.split(move |c| {
        quoted ^= c == '"';
        c == '.' && !quoted
    })
    .collect()
}

/// The tables as they are drawn, and the names of those that are dead as a whole.
struct Layout {
    tables: Vec<EffectTable>,
    dead: Vec<String>,
}

/// A row of a table while it is put together: the table, the row, and its cells.
struct Line {
    table: String,
    row: String,
    cells: Vec<(String, Effect)>,
}

/// Every number in the table that it stands in. Where members of a table have tables of their own as well as numbers, as
/// weapons do, each is a row; so are tables with the same columns below one name. What is dead as a whole is only named.
fn layout(study: &Sensitivity) -> Layout {
    let split: Vec<Vec<&str>> = study.numbers.iter().map(|n| parts(&n.path)).collect();
    // Whether a member of a table holds both numbers and tables.
    let is_mixed = |of: &[&str]| {
        let members = split
            .iter()
            .filter(|path| path.len() > 2 && path[0] == of[0]);
        let depths: Vec<usize> = members.map(Vec::len).collect();
        depths.iter().any(|depth| *depth != depths[0])
    };
    let mut lines: Vec<Line> = Vec::new();
    for (number, path) in study.numbers.iter().zip(&split) {
        let effect = if number.is_dead() {
            Effect::Dead
        } else {
            number.upward().map_or(Effect::Untried, |(value, is_real)| {
                Effect::Moves(value, is_real)
            })
        };
        let before = if path.len() > 2 && is_mixed(path) {
            2
        } else {
            path.len() - 1
        };
        let (above, name) = path.split_at(before);
        let (row, table) = match above {
            [table @ .., row] if !table.is_empty() => ((*row).to_owned(), table.join(".")),
            above => (String::new(), above.join(".")),
        };
        let cell = (name.join(" "), effect);
        match lines
            .iter_mut()
            .find(|line| line.table == table && line.row == row)
        {
            Some(line) => line.cells.push(cell),
            None => lines.push(Line {
                table,
                row,
                cells: vec![cell],
            }),
        }
    }
    let mut layout = Layout {
        tables: Vec::new(),
        dead: Vec::new(),
    };
    for (k, line) in lines.iter().enumerate() {
        let full = |line: &Line| {
            let names = [line.table.as_str(), line.row.as_str()];
            names
                .into_iter()
                .filter(|name| !name.is_empty())
                .collect::<Vec<_>>()
                .join(".")
        };
        if line.cells.iter().all(|cell| cell.1 == Effect::Dead) {
            layout.dead.push(full(line));
            continue;
        }
        let columns = |line: &Line| line.cells.iter().map(|c| c.0.clone()).collect::<Vec<_>>();
        let is_one_of_many = !line.row.is_empty()
            && lines.iter().enumerate().any(|(j, other)| {
                let is_alike = is_mixed(&[line.table.as_str()]) || columns(other) == columns(line);
                j != k && other.table == line.table && !other.row.is_empty() && is_alike
            });
        let (title, row) = if is_one_of_many {
            (line.table.clone(), line.row.clone())
        } else {
            (full(line), String::new())
        };
        let row = (row, line.cells.clone());
        match layout.tables.iter_mut().find(|table| table.title == title) {
            Some(table) => table.rows.push(row),
            None => layout.tables.push(EffectTable {
                title,
                rows: vec![row],
            }),
        }
    }
    layout
}

fn labels(study: &Sensitivity, title: String, subtitle: String) -> Labels {
    Labels {
        title,
        subtitle,
        caption: format!(
            "skirmish {}, {} with each step on the same dice, seed {}. {}",
            study.version,
            counted(study.games, "game"),
            study.seed,
            study.command
        ),
        description: String::new(),
    }
}

/// How changes of a measure read.
const fn change_format(measure: &Measured) -> ValueFormat {
    if measure.is_share {
        ValueFormat::Points
    } else {
        ValueFormat::Signed
    }
}

const fn unit(measure: &Measured) -> &'static str {
    if measure.is_share { "points of " } else { "" }
}

fn table_chart(study: &Sensitivity) -> String {
    let name = study.measure.name();
    let dead = study.numbers.iter().filter(|n| n.is_dead()).count();
    let all = study.numbers.len();
    let games = counted(study.games, "game");
    let title = match dead {
        0 => format!("All {all} numbers took part in {games}"),
        dead => format!("{dead} of {all} numbers never took part in {games}"),
    };
    let subtitle = format!(
        "{}. What one step up changes, in {}{name}; the reverse of a step down where there is none up; of words, the \
         greatest change.",
        study.title,
        unit(&study.measure)
    );
    let layout = layout(study);
    chart::effects(&EffectTables {
        labels: labels(study, title, subtitle),
        tables: layout.tables,
        dead: layout.dead,
        format: change_format(&study.measure),
    })
}

/// What the chart of the greatest effects has found. One number is said to matter most only if the interval of its greatest
/// step lies beyond those of all others.
fn tornado_title(study: &Sensitivity, ranked: &[(&Number, ChangeValue)]) -> String {
    let name = study.measure.name();
    let size = |change: &ChangeValue| {
        let (low, high) = defined(change.interval)?;
        Some((low.max(-high).max(0.0), high.max(-low)))
    };
    let beyond = ranked.split_first().filter(|((first, most), others)| {
        let least = size(most).map_or(0.0, |(least, _)| least);
        let mut steps = others
            .iter()
            .flat_map(|(number, _)| number.steps.iter().filter_map(|step| step.change));
        first.is_real()
            && steps.all(|step| size(&step).is_some_and(|(_, greatest)| greatest < least))
    });
    let real = ranked.iter().filter(|(number, _)| number.is_real()).count();
    let games = counted(study.games, "game");
    match (beyond, real) {
        (Some(((first, _), _)), _) => format!("{} matters most for {name}", first.path),
        (None, 0) => format!("No number is seen to move {name} in {games}"),
        (None, 1) => format!(
            "1 of {} numbers is seen to move {name}",
            study.numbers.len()
        ),
        (None, real) => format!(
            "{real} of {} numbers are seen to move {name}",
            study.numbers.len()
        ),
    }
}

fn tornado(study: &Sensitivity) -> String {
    let name = study.measure.name();
    let ranked = ranked(study);
    let title = tornado_title(study, &ranked);
    let bar = |step: Option<&StepEffect>| {
        let change = step?.change?;
        Some(TornadoBar {
            value: change.value,
            interval: change.interval,
        })
    };
    chart::tornado(&Tornado {
        labels: labels(
            study,
            title,
            format!(
                "{}. What one step changes; whiskers: {:.0} % intervals.",
                study.title,
                study.confidence * 100.0
            ),
        ),
        name: if study.measure.is_share {
            format!("change of {name}, in points")
        } else {
            format!("change of {name}")
        },
        format: change_format(&study.measure),
        keys: [
            "a step down".to_owned(),
            "a step up, or another word".to_owned(),
        ],
        rows: ranked
            .iter()
            .take(TOP)
            .map(|(number, greatest)| {
                let words = number.steps.iter().find(|s| s.change == Some(*greatest));
                let (down, up) = match (number.toward(-1), number.toward(1)) {
                    (None, None) => (None, words),
                    pair => pair,
                };
                let to = |step: Option<&StepEffect>| {
                    step.filter(|s| s.refused.is_empty())
                        .map(|s| s.value.clone())
                };
                let steps: Vec<String> = to(down)
                    .into_iter()
                    .chain([number.value.clone()])
                    .chain(to(up))
                    .collect();
                TornadoRow {
                    label: format!("{} ({})", number.path, steps.join(" · ")),
                    bars: [bar(down), bar(up)],
                }
            })
            .collect(),
    })
}

/// Which dice have the greatest part in the luck, if their interval lies above all others.
fn luck_title(measured: &Measured, rolled: &[&LuckSource]) -> String {
    let measure = measured.measure.replace('-', " ");
    let what = if measured.side.is_empty() {
        measure
    } else {
        format!("{measure} of {}", measured.side)
    };
    if rolled.iter().all(|source| source.total.is_none()) {
        // It was the same in every game, or there were too few.
        return format!("Where the luck in the {what} comes from: nothing to tell");
    }
    let ends = |source: &LuckSource| source.total.and_then(|total| defined(total.interval));
    let is_first = |one: &&&LuckSource| {
        let mut others = rolled.iter().filter(|other| other.source != one.source);
        ends(one).is_some_and(|(low, _)| {
            others.all(|other| ends(other).is_some_and(|(_, high)| high < low))
        })
    };
    match rolled.iter().find(is_first) {
        Some(first) => format!(
            "Luck in the {what}: the dice for {} have the greatest part",
            first.source
        ),
        None => format!("Where the luck in the {what} comes from"),
    }
}

fn luck_chart(study: &Sensitivity, luck: &Luck) -> String {
    let rolled: Vec<&LuckSource> = luck
        .sources
        .iter()
        .filter(|source| source.dice > 0.0)
        .collect();
    let bar = |value: Option<Value>| {
        value.map(|v| BarValue {
            value: v.value,
            interval: v.interval,
            exact: None,
        })
    };
    let title = luck_title(&study.measure, &rolled);
    let series = |label: &str, pick: fn(&LuckSource) -> Option<Value>| BarSeries {
        label: label.to_owned(),
        values: rolled.iter().map(|source| bar(pick(source))).collect(),
    };
    chart::bars(&BarChart {
        labels: labels(
            study,
            title,
            format!(
                "{}. Share of the variance over games that the dice of each kind explain alone, and that they have a part in.",
                study.title
            ),
        ),
        y: Axis {
            name: "share of the variance".to_owned(),
            format: ValueFormat::Percent,
            range: None,
        },
        groups: rolled.iter().map(|source| source.source.clone()).collect(),
        series: vec![series("alone", |s| s.first), series("in all", |s| s.total)],
        baseline: 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(direction: i8, value: f64, adjusted: f64) -> StepEffect {
        StepEffect {
            value: direction.to_string(),
            direction,
            changed_games: 9,
            change: Some(ChangeValue {
                value,
                interval: Some((value - 0.02, value + 0.02)),
                p_value: Some(adjusted),
                adjusted_p_value: Some(adjusted),
                gain: None,
                less_luck: None,
            }),
            ..StepEffect::default()
        }
    }

    fn study(numbers: Vec<(&str, Vec<StepEffect>)>) -> Sensitivity {
        Sensitivity {
            measure: Measured {
                measure: "win-rate".to_owned(),
                is_share: true,
                ..Measured::default()
            },
            numbers: numbers
                .into_iter()
                .map(|(path, steps)| Number {
                    path: path.to_owned(),
                    steps,
                    ..Number::default()
                })
                .collect(),
            games: 1,
            ..Sensitivity::default()
        }
    }

    #[test]
    fn bold_is_only_what_is_more_than_chance_explains() {
        let numbers = vec![
            ("a.up", vec![step(-1, -0.1, 0.001), step(1, 0.03, 0.4)]),
            ("a.down", vec![step(-1, -0.1, 0.001)]),
        ];
        let study = study(numbers);
        let shown: Vec<_> = study.numbers.iter().map(Number::upward).collect();
        // The step up is shown, and it is the step down that is real.
        assert_eq!(shown, [Some((0.03, false)), Some((0.1, true))]);
    }

    #[test]
    fn one_number_matters_most_only_if_its_interval_lies_beyond_all_others() {
        let title = |numbers| {
            let study = study(numbers);
            tornado_title(&study, &ranked(&study))
        };
        let strong = || ("a.strong", vec![step(-1, -0.3, 0.001), step(1, 0.05, 0.2)]);
        let rival = || ("a.rival", vec![step(1, 0.28, 0.001)]);
        let weak = || ("a.weak", vec![step(1, 0.01, 0.9)]);
        assert_eq!(
            title(vec![weak(), strong()]),
            "a.strong matters most for win-rate"
        );
        assert_eq!(
            title(vec![weak(), rival(), strong()]),
            "2 of 3 numbers are seen to move win-rate"
        );
        assert_eq!(
            title(vec![weak()]),
            "No number is seen to move win-rate in 1 game"
        );
    }
}
