//! The summary of a run for the terminal: a few sentences that answer, and small tables that carry the numbers. All names go
//! through [`safe_text`].

mod turns;

use crate::agreement::{self, FAMILY_ERROR};
use crate::number::{a_game, counted, fixed, mean, percent, percent_range_of_headline};
use crate::once::grouped;
use crate::panel;
use crate::table::Kind::{self, Number, Rate, Share, Text, Whole};
use crate::table::{COLUMNS, Table, reading};
use crate::words::{self, INTERVAL};
use crate::{GoingFirst, Initiative, OutcomeRow, Report, StreakMean, Told, measures, safe_text};

/// Assumed values named one by one; the rest is counted.
const MOST_ASSUMED: usize = 12;
/// To be told, luck taken out must be worth so many times as many games.
pub(crate) const WORTH_SAYING: f64 = 1.1;
/// Rows of disagreement named one by one; the rest is counted.
const MOST_DISAGREEMENTS: usize = 5;

/// What a run has found: the answer, its tables, and what it rests on.
pub fn summary(report: &Report) -> Told {
    let doubts = report.doubts.iter().map(|doubt| safe_text(doubt));
    let others = report.panel.as_ref().and_then(panel::in_short).unwrap_or_default();
    let said =
        [finding(report), others, less_luck(report), going_first(report), initiative(report)];
    let rests = [played(report), agreed(report), assumed(report)];
    let (measures, definitions) = measures::section(report);
    let tables = [
        turns::worth(report),
        outcomes(report),
        streaks(report),
        seizes(report),
        lost_after(report),
        rounds(report),
        turns::control(report),
        turns::fire(report),
        turns::reloads(report),
        turns::melee(report),
        steps(report),
        measures,
        disagreements(report),
    ];
    let told = Told::new(said.into_iter().chain(doubts).chain(rests));
    let told = tables.into_iter().fold(told, Told::and);
    told.because(definitions).because(assumptions(report)).because(notes(&report.notes))
}

/// `one, another and a third`: of one alone nothing else, and of none nothing.
pub fn listed(names: &[impl AsRef<str>], last: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [first @ .., end] if !first.is_empty() => format!("{} {last} {end}", first.join(", ")),
        few => few.concat(),
    }
}

/// A text with others before and behind it; without it they are not told, either.
pub(crate) fn framed(before: &str, text: &str, after: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{before}{text}{after}") }
}

/// What is measured, each measure once, of names and definitions.
pub(crate) fn definitions<'m>(measures: impl Iterator<Item = (&'m str, &'m str)>) -> String {
    let told = grouped(measures).into_iter().map(|(measure, abouts)| {
        let name = words::measured(measure, "");
        let of = if name.replace(' ', "-") == measure { "" } else { &format!(" ({measure})") };
        below("  ", &format!("{name}{of}: {}", abouts[0]))
    });
    framed("What is measured\n", &told.collect::<String>(), "")
}

/// What to know about the numbers: methods, and where they are from.
pub(crate) fn notes(notes: &[String]) -> String {
    let lines: String = notes.iter().map(|note| below("  ", &safe_text(note))).collect();
    framed("Methods and sources\n", &lines, "")
}

/// A sentence that hangs below its first line, twice as far in.
pub(crate) fn below(indent: &str, text: &str) -> String {
    hanging([indent, &indent.repeat(2)], text)
}

/// A sentence with what stands before its first line, and before the others.
pub(crate) fn hanging([first, rest]: [&str; 2], text: &str) -> String {
    let lines = wrapped(text, COLUMNS - first.len().max(rest.len()));
    let lines = lines.lines().enumerate();
    lines.map(|(k, line)| format!("{}{line}\n", if k == 0 { first } else { rest })).collect()
}

/// Breaks sentences at blanks so that they fit a terminal of the usual width, and ends the line.
pub fn sentences(text: &str) -> String {
    wrapped(text, COLUMNS)
}

/// The text with every line that is too wide broken at blanks. What goes on hangs below the last column of a list, or a step
/// further in; a command is not broken, since it is copied.
pub fn narrow(text: &str) -> String {
    const FURTHEST: usize = 40;
    let mut narrow = String::new();
    for line in text.lines() {
        let is_command = line.trim_start().starts_with("skirmish ");
        if line.chars().count() <= COLUMNS || is_command {
            narrow += line;
            narrow.push('\n');
            continue;
        }
        let indent = line.chars().take_while(|c| *c == ' ').count();
        // Where the text of a list begins, after two blanks or more.
        let begun = line.trim_start();
        let column = begun.find("  ").map(|end| {
            let rest = begun[end..].trim_start();
            indent + begun[..begun.len() - rest.len()].chars().count()
        });
        let hang = column.filter(|column| *column <= FURTHEST).unwrap_or(indent + 2);
        // A blank after a word of two letters stays where it is.
        let blank = usize::from(line.chars().nth(hang) == Some(' '));
        let head: String = line.chars().take(hang + blank).collect();
        let rest: String = line.chars().skip(hang + blank).collect();
        for (k, part) in wrapped(&rest, COLUMNS - hang - blank).lines().enumerate() {
            match k {
                0 => narrow += &head,
                _ => narrow.extend(std::iter::repeat_n(' ', hang)),
            }
            narrow += part;
            narrow.push('\n');
        }
    }
    narrow
}

fn wrapped(text: &str, columns: usize) -> String {
    if text.is_empty() {
        return String::new();
    }
    let mut wrapped = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let wide = word.chars().count();
        if column > 0 && column + 1 + wide > columns {
            wrapped.push('\n');
            column = 0;
        } else if column > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += wide;
    }
    wrapped + "\n"
}

/// Who wins, in which battle.
fn finding(report: &Report) -> String {
    let from = &report.provenance;
    let title =
        if from.scenario_title.is_empty() { "Untitled battle" } else { &from.scenario_title };
    let rules = match from.rulebook.as_str() {
        "" => String::new(),
        _ => format!(" under {}", from.rules()),
    };
    if report.outcomes.is_empty() {
        return safe_text(&format!("{title}{rules}: no game was played."));
    }
    let interval = words::winners_interval(report)
        .map_or_else(String::new, |ends| format!(" ({})", percent_range_of_headline(ends)));
    let [winner, nobody] = [words::winner(report), words::nobody(report)];
    safe_text(&format!("{title}{rules}. {winner}{interval}{nobody}."))
}

/// What it is worth to begin, where lots decide who does.
fn going_first(report: &Report) -> String {
    let Some(GoingFirst { value, low, high }) = report.going_first else { return String::new() };
    let points = |share: f64| fixed(100.0 * share, 1);
    let sign = if value > 0.0 { "+" } else { "" };
    format!(
        "Going first is worth {sign}{} points ({} to {}).",
        points(value),
        points(low),
        points(high)
    )
}

/// How long the initiative is kept, and how often it is seized.
fn initiative(report: &Report) -> String {
    let is_any = words::streak_means(report).iter().any(|row| row.streaks > 0);
    let streaks = if is_any { words::streaks_title(report) + ". " } else { String::new() };
    let is_any = report.seize_totals.iter().any(|row| row.attempts > 0);
    let seizes = if is_any { words::seizes_title(report) + "." } else { String::new() };
    safe_text(&format!("{streaks}{seizes}"))
}

/// Games, dice and players.
fn played(report: &Report) -> String {
    let from = &report.provenance;
    let unit = match from.unit {
        crate::Unit::Game => "",
        crate::Unit::Pair => ", in pairs with the sides' roles swapped",
    };
    // Who plays single bodies, or thinks ahead, is told beside a bot, in words.
    let is_said = |name: &str| name.contains(": ") || name.contains(", ");
    let bot = |name: &str| if is_said(name) { name.to_owned() } else { format!("`{name}`") };
    let players = match (&report.sides, &from.players) {
        (_, [a, b]) if a.is_empty() || b.is_empty() => String::new(),
        ([a, b], [one, other]) => match &from.players_from {
            None => format!(", played by {} ({a}) and {} ({b})", bot(one), bot(other)),
            Some(told) => format!(", played by {one} ({a}) and {other} ({b}) of {told}"),
        },
    };
    let games = counted(from.games, "game");
    safe_text(&format!("{games}, seed {}{unit}{players}.", from.seed))
}

/// A name short enough for a table. The CSV files carry it whole.
fn cell(name: &str) -> String {
    words::clip(&safe_text(name), 40)
}

/// The kind of the column that an interval stands in.
const ENDS: Kind = Kind::Interval("", "");

/// A finding above its table; nothing if that has no rows.
fn found(title: &str, table: &Table) -> String {
    match table.told() {
        table if table.is_empty() => table,
        table => sentences(&format!("{}.", safe_text(title))) + &table,
    }
}

fn outcomes(report: &Report) -> String {
    let name = |row: &OutcomeRow| {
        let indent = if words::is_part(report, row) { "  " } else { "" };
        format!("{indent}{}", words::outcome(report, row))
    };
    reading!(&report.outcomes => |row| {
        "outcome", Text => cell(&name(row)),
        "games", Whole => row.games,
        "share", Share => row.share,
        INTERVAL, ENDS => row.interval,
    })
    .told()
}

/// Who wins with the luck of the dice taken out, where that is known of some side.
fn less_luck(report: &Report) -> String {
    let known = report.sides.iter().filter_map(|side| {
        let less = words::less_luck(report, side)?;
        let share = words::percent_with_range(less.share, less.interval);
        Some((format!("{} win {share}", safe_text(side)), less.gain))
    });
    let (shares, gains): (Vec<String>, Vec<f64>) = known.unzip();
    let Some(gain) = gains.into_iter().reduce(f64::min) else {
        return String::new();
    };
    format!(
        "With the luck of the dice taken out, {}: as precise as {} times the games.",
        shares.join(" and "),
        fixed(gain, 1)
    )
}

fn streaks(report: &Report) -> String {
    let (who, one) = match report.initiative {
        Initiative::Seized => ("who holds it", "1 action"),
        Initiative::Turns => ("whose chances", "1 chance"),
    };
    // Of no streaks there is no mean, and no share: undefined is empty, never 0.
    let any = |row: &StreakMean| row.streaks > 0;
    let share = |row: &StreakMean, from: u32, to: u32| {
        let lengths = report.streaks.iter().filter(|other| other.group() == row.group());
        let lengths = lengths.filter(|other| (from..=to).contains(&other.length));
        any(row).then(|| lengths.map(|other| other.share).sum::<f64>())
    };
    reading!(&words::streak_means(report) => |row| {
        who, Text => cell(&row.side),
        "streaks", Whole => row.streaks,
        "mean", Number => any(row).then(|| mean(row.mean, row.interval)),
        INTERVAL, ENDS => row.interval,
        one, Share => share(row, 1, 1),
        "10 or more", Share => share(row, 10, u32::MAX),
        "longest", Whole => any(row).then_some(row.longest),
    })
    .told()
}

fn seizes(report: &Report) -> String {
    reading!(&report.seize_totals => |row| {
        "who seizes", Text => cell(&row.side),
        "attempts", Whole => row.attempts,
        "seized", Whole => row.successes,
        "rate", Rate => row.rate,
        INTERVAL, ENDS => row.interval,
        "seizes a game", Number => a_game(row.per_game, 2),
    })
    .told()
}

fn rounds(report: &Report) -> String {
    match report.rounds.is_empty() {
        true => String::new(),
        false => sentences(&format!("{}.", words::rounds_title(report))),
    }
}

fn lost_after(report: &Report) -> String {
    let table = reading!(words::lost_after(report) => |row| {
        "initiative lost", Text => cell(&row.side),
        "after", Text => cell(&row.after),
        "actions", Whole => row.actions,
        "lost", Whole => row.lost,
        "rate", Rate => row.rate,
        INTERVAL, ENDS => row.interval,
        "expected", Rate => row.expected,
    });
    found(&words::lost_after_title(report), &table)
}

/// Rolls of steps, of all numbers together; what neither came up nor could is left out.
fn steps(report: &Report) -> String {
    let table = reading!(words::steps(report) => |row| {
        "side", Text => cell(row.whose()),
        "step", Text => cell(&words::step(row)),
        "rolls", Whole => row.rolls,
        "rate", Rate => row.rate,
        INTERVAL, ENDS => row.interval,
        "expected", Rate => row.expected,
    });
    found(&words::steps_told(report), &table)
}

/// Whether what was counted is what was to be expected.
fn agreed(report: &Report) -> String {
    let found = agreement::compare(report);
    let false_alarms = format!("{} %", fixed(FAMILY_ERROR * 100.0, 1));
    match (found.compared, found.disagreements.len()) {
        (0, _) => String::new(),
        (total, 0) => format!(
            "Exact and simulated agree in all {total} comparisons (false alarms: under {false_alarms})."
        ),
        (total, wrong) => format!(
            "Exact and simulated DISAGREE in {wrong} of {total} comparisons (false alarms: under {false_alarms})."
        ),
    }
}

/// Where they do not agree.
fn disagreements(report: &Report) -> String {
    let found = agreement::compare(report);
    let mut text = String::new();
    for row in found.disagreements.iter().take(MOST_DISAGREEMENTS) {
        let (exact, simulated) =
            (percent(row.exact, Some((0.0, 0.0))), percent(row.simulated, Some((0.0, 0.0))));
        text +=
            &sentences(&format!("{}: exact {exact}, simulated {simulated}", safe_text(&row.what)));
    }
    if let more @ 1.. = found.disagreements.len().saturating_sub(MOST_DISAGREEMENTS) {
        text += &format!("and {more} more\n");
    }
    text
}

/// How many values the result rests on that no source gives.
fn assumed(report: &Report) -> String {
    match report.assumed().count() {
        0 => String::new(),
        some => format!(
            "It rests on {}, where the rules are silent (parameters.csv).",
            counted(some as u64, "assumed value")
        ),
    }
}

/// The values that no source gives, one by one, and what else had to be assumed.
fn assumptions(report: &Report) -> String {
    let mut text = String::new();
    let assumed: Vec<_> = report.assumed().collect();
    if !assumed.is_empty() {
        text += &reading!(assumed.iter().take(MOST_ASSUMED) => |row| {
            "assumed (change it with --set)" => cell(&row.path),
            "value" => cell(&row.value),
            "rule" => cell(&row.rule),
        })
        .text();
        if let more @ 1.. = assumed.len().saturating_sub(MOST_ASSUMED) {
            text += &format!("  and {more} more in parameters.csv\n");
        }
    }
    for sentence in &report.assumptions {
        text += &sentences(&format!("Assumed: {}", safe_text(sentence)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_stands_behind_the_share_whatever_a_side_is_called() {
        let row = |side: &str, share: f64| OutcomeRow {
            outcome: if side.is_empty() { "draw" } else { side }.to_owned(),
            side: side.to_owned(),
            games: 100,
            share,
            interval: Some((share - 0.01, share + 0.01)),
            ..OutcomeRow::default()
        };
        let report = Report {
            sides: ["Horse, Foot", "Watch"].map(str::to_owned),
            outcomes: vec![row("Horse, Foot", 0.6), row("Watch", 0.3), row("", 0.1)],
            ..Report::default()
        };
        assert_eq!(
            finding(&report).replace('\u{a0}', " "),
            "Untitled battle. Horse, Foot win 60 % of games (59 to 61), draw 10.0 %."
        );
    }

    #[test]
    fn wide_lines_hang_below_the_text_of_a_list() {
        let words = "word ".repeat(20);
        let text = format!("short\n  runner    {words}\n    skirmish run {words}\n");
        let told = narrow(&text);
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[0], "short");
        assert!(lines[1].starts_with("  runner    word ") && lines[1].len() <= COLUMNS);
        assert!(lines[2].starts_with("            word") && lines[2].len() <= COLUMNS);
        assert!(lines[3].trim_start().starts_with("skirmish run word"), "not broken: {told}");
        assert_eq!(told.matches("word").count(), 40);
        let told = narrow(&format!("an event {words}"));
        assert!(told.starts_with("an event word "), "{told}");
    }
}
