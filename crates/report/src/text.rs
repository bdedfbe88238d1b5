//! The summary for the terminal: a few sentences that answer, and small tables that carry the numbers.
//!
//! Plain characters only, no colour: it must read the same in a log. All names go through [`safe_text`].

mod turns;

use crate::agreement::{self, FAMILY_ERROR};
use crate::number::{NO_BREAK, counted, defined, fixed, grouped, mean, percent, percent_range};
use crate::table::Kind::{self, Number, Rate, Share, Text, Whole};
use crate::table::Table;
use crate::words;
use crate::{Initiative, Report, SeizeTotal, StreakMean, cells, measures, safe_text};

/// Assumed values named one by one; the rest is counted.
const MOST_ASSUMED: usize = 12;
/// To be told, luck taken out must be worth so many times as many games.
pub(crate) const WORTH_SAYING: f64 = 1.1;
/// Rows of disagreement named one by one; the rest is counted.
const MOST_DISAGREEMENTS: usize = 5;

/// The report as text of about 80 columns, ending with a line end.
#[must_use]
pub fn summary(report: &Report) -> String {
    let sections = [
        heading(report),
        outcomes(report),
        report.doubts.iter().map(|doubt| sentences(&safe_text(doubt))).collect(),
        turns::worth(report),
        streaks(report),
        seizes(report),
        lost_after(report),
        rounds(report),
        turns::control(report),
        turns::fire(report),
        turns::melee(report),
        measures::section(report),
        agreement(report),
        assumptions(report),
    ];
    let sections: Vec<String> = sections.into_iter().filter(|text| !text.is_empty()).collect();
    // A terminal needs no help to keep numbers and units together, and people search for plain blanks.
    sections.join("\n").replace(NO_BREAK, " ")
}

/// What is measured, each measure once, of names and definitions.
pub(crate) fn definitions<'m>(measures: impl Iterator<Item = (&'m str, &'m str)>) -> String {
    let mut text = "\nWhat is measured\n".to_owned();
    let mut told: Vec<&str> = Vec::new();
    for (measure, about) in measures {
        if !told.contains(&measure) {
            told.push(measure);
            text += &format!("  {measure}: {about}\n");
        }
    }
    text
}

/// What to know about the numbers.
pub(crate) fn notes(notes: &[String]) -> String {
    let lines = notes.iter().map(|note| format!("  {note}\n"));
    std::iter::once("\nNotes\n".to_owned()).chain(lines).collect()
}

/// Breaks sentences at blanks so that they fit a terminal of the usual width, and ends the line.
pub(crate) fn sentences(text: &str) -> String {
    const COLUMNS: usize = 80;
    if text.is_empty() {
        return String::new();
    }
    let mut wrapped = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let wide = word.chars().count();
        if column > 0 && column + 1 + wide > COLUMNS {
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

fn heading(report: &Report) -> String {
    let from = &report.provenance;
    let title =
        if from.scenario_title.is_empty() { "Untitled battle" } else { &from.scenario_title };
    let unit = match report.provenance.unit {
        crate::Unit::Game => String::new(),
        crate::Unit::Pair => String::from(", in pairs with the sides' roles swapped"),
    };
    let rules = if from.rulebook.is_empty() {
        String::new()
    } else {
        format!(" under {}", safe_text(&from.rules()))
    };
    let players = match (&report.sides, &from.players) {
        (_, [a, b]) if a.is_empty() || b.is_empty() => String::new(),
        ([a, b], [one, other]) => {
            let [a, b, one, other] = [a, b, one, other].map(|name| safe_text(name));
            match &from.players_from {
                None => format!(" Played by `{one}` ({a}) and `{other}` ({b})."),
                Some(told) => {
                    format!(" Played by {one} ({a}) and {other} ({b}), the players of {told}.")
                }
            }
        }
    };
    sentences(&format!(
        "{}{rules}: {}, seed {}{unit}.{players}",
        safe_text(title),
        counted(from.games, "game"),
        from.seed
    ))
}

/// A name short enough for a table. The CSV files carry it whole.
fn cell(name: &str) -> String {
    words::clip(&safe_text(name), 40)
}

/// The head and the kind of the column that an interval stands in.
fn interval(report: &Report) -> (String, Kind) {
    (format!("{} interval", words::confidence(report)), Kind::Interval("", ""))
}

/// A head of a table.
fn head(name: &str, kind: Kind) -> (String, Kind) {
    (name.to_owned(), kind)
}

/// A finding above its table.
fn found(title: &str, table: &Table) -> String {
    sentences(&format!("{}.", safe_text(title))) + &table.text()
}

fn outcomes(report: &Report) -> String {
    if report.outcomes.is_empty() {
        return String::from("No game was played.\n");
    }
    let heads =
        [head("outcome", Text), head("games", Whole), head("share", Share), interval(report)];
    let mut table = Table::headed(heads);
    for row in &report.outcomes {
        let name = match (words::is_part(report, row), row.reason.is_empty()) {
            (true, _) => format!("  {}", row.reason),
            (false, true) => row.outcome.clone(),
            (false, false) => format!("{} ({})", row.outcome, row.reason),
        };
        table.push(cells![cell(&name), row.games, row.share, row.interval]);
    }
    found(&words::outcomes_title(report), &table) + &less_luck(report)
}

/// Who wins with the luck of the dice taken out, where that is known of some side.
fn less_luck(report: &Report) -> String {
    let known = report.outcomes.iter().filter_map(|row| {
        let less = row.less_luck.filter(|_| !row.side.is_empty())?;
        let (low, high) = defined(less.interval)?;
        let share = format!(
            "{} win {} ({})",
            safe_text(&row.side),
            percent(less.share, Some((low, high))),
            percent_range((low, high))
        );
        Some((share, less.gain))
    });
    let (shares, gains): (Vec<String>, Vec<f64>) = known.unzip();
    let Some(gain) = gains.into_iter().reduce(f64::min).filter(|gain| *gain >= WORTH_SAYING) else {
        return String::new();
    };
    sentences(&format!(
        "With the luck of the dice taken out, {}: worth {} times as many games.",
        shares.join(" and "),
        fixed(gain, 1)
    ))
}

fn streaks(report: &Report) -> String {
    let means = words::streak_means(report);
    if means.is_empty() {
        return String::new();
    }
    let name = words::names(means.iter().map(StreakMean::group));
    let (who, one) = match report.initiative {
        Initiative::Seized => ("who holds it", "1 action"),
        Initiative::Turns => ("whose chances", "1 chance"),
    };
    let mut table = Table::headed([
        head(who, Text),
        head("streaks", Whole),
        head("mean", Number),
        interval(report),
        head(one, Share),
        head("10 or more", Share),
        head("longest", Whole),
    ]);
    for row in &means {
        let share = |from: u32, to: u32| -> f64 {
            let lengths = report.streaks.iter().filter(|other| other.group() == row.group());
            let lengths = lengths.filter(|other| (from..=to).contains(&other.length));
            lengths.map(|other| other.share).sum()
        };
        // Of no streaks there is no mean, and no share: undefined is empty, never 0.
        let any = row.streaks > 0;
        table.push(cells![
            cell(&name(row.group())),
            row.streaks,
            any.then(|| mean(row.mean, row.interval)),
            row.interval,
            any.then(|| share(1, 1)),
            any.then(|| share(10, u32::MAX)),
            any.then_some(row.longest),
        ]);
    }
    found(&words::streaks_title(report), &table)
}

fn seizes(report: &Report) -> String {
    let totals = words::seize_totals(report);
    if totals.is_empty() {
        return String::new();
    }
    let name = words::names(totals.iter().map(SeizeTotal::group));
    let mut table = Table::headed([
        head("who seizes", Text),
        head("attempts", Whole),
        head("seized", Whole),
        head("rate", Rate),
        interval(report),
        head("seizes a game", Number),
    ]);
    for row in &totals {
        table.push(cells![
            cell(&name(row.group())),
            row.attempts,
            row.successes,
            row.rate,
            row.interval,
            fixed(row.per_game, 2),
        ]);
    }
    found(&words::seizes_title(report), &table)
}

fn rounds(report: &Report) -> String {
    match report.rounds.is_empty() {
        true => String::new(),
        false => sentences(&format!("{}.", words::rounds_title(report))),
    }
}

fn lost_after(report: &Report) -> String {
    let rows = words::lost_after(report);
    if rows.is_empty() {
        return String::new();
    }
    let name = words::names(rows.iter().map(|row| row.group()));
    let mut table = Table::headed([
        head("initiative lost", Text),
        head("after", Text),
        head("actions", Whole),
        head("lost", Whole),
        head("rate", Rate),
        interval(report),
        head("expected", Rate),
    ]);
    for row in &rows {
        table.push(cells![
            cell(&name(row.group())),
            cell(&row.after),
            row.actions,
            row.lost,
            Some(row.rate),
            row.interval,
            row.expected,
        ]);
    }
    found(&words::lost_after_title(report), &table)
}

fn agreement(report: &Report) -> String {
    let found = agreement::compare(report);
    if found.compared == 0 {
        return String::new();
    }
    let runs = grouped((1.0 / FAMILY_ERROR).round() as u64);
    let criterion = format!("a right simulation fails this test less than once in {runs} runs");
    let (total, wrong) = (found.compared, found.disagreements.len());
    if wrong == 0 {
        return sentences(&format!(
            "Exact and simulated agree in all {total} comparisons; {criterion}."
        ));
    }
    let mut text = sentences(&format!(
        "Exact and simulated DISAGREE in {wrong} of {total} comparisons; {criterion}."
    ));
    for row in found.disagreements.iter().take(MOST_DISAGREEMENTS) {
        let (exact, simulated) =
            (percent(row.exact, Some((0.0, 0.0))), percent(row.simulated, Some((0.0, 0.0))));
        text += &format!("  {}: exact {exact}, simulated {simulated}\n", safe_text(&row.what));
    }
    if let more @ 1.. = found.disagreements.len().saturating_sub(MOST_DISAGREEMENTS) {
        text += &format!("  and {more} more\n");
    }
    text
}

fn assumptions(report: &Report) -> String {
    let assumed: Vec<_> = report.assumed().collect();
    let mut text = String::new();
    if !assumed.is_empty() {
        let (values, they) = if assumed.len() == 1 { ("value", "it") } else { ("values", "they") };
        text += &sentences(&format!(
            "The result rests on {} assumed {values}, where the rules are silent; {they} can be changed with --set:",
            assumed.len()
        ));
        let mut table = Table::of_words(["path", "value", "rule"]);
        for row in assumed.iter().take(MOST_ASSUMED) {
            table.push(cells![cell(&row.path), cell(&row.value), cell(&row.rule)]);
        }
        text += &table.text();
        if let more @ 1.. = assumed.len().saturating_sub(MOST_ASSUMED) {
            text += &format!("  and {more} more in parameters.csv\n");
        }
    }
    for sentence in &report.assumptions {
        text += &sentences(&format!("Assumed: {}", safe_text(sentence)));
    }
    text
}
