//! Fills the template of a run with facts.

use minijinja::context;
use minijinja::value::Value;

use crate::agreement;
use crate::comparison::{places_alone, quoted_at, quoted_value};
use crate::number::{
    FEW_GAMES, HARDLY_EVER, UNSEEN, counted, half, mean, percent, percent_beside, percent_range,
};
use crate::solved::{MANY, undecided};
use crate::table::Table;
use crate::text::{definitions, notes, sentences};
use crate::words::{self, short_side};
use crate::{Answer, Initiative, Interval, OTHER, OutcomeRow, Report, cells, safe_text};

const MOST_ASSUMED: usize = 12;
const MOST_DISAGREEMENTS: usize = 5;

/// Returns the answer of a run, and on request what it rests on.
pub fn summary(report: &Report) -> Answer {
    let measured = report.measures.iter().map(|row| (row.measure.as_str(), row.about.as_str()));
    Answer::of("run.txt", facts(report))
        .with_explanation(definitions(measured))
        .with_explanation(assumptions(report))
        .with_explanation(notes(&report.notes))
}

fn facts(report: &Report) -> Value {
    let from = &report.provenance;
    let found = agreement::compare(report);
    let title =
        if from.scenario_title.is_empty() { "Untitled battle" } else { &from.scenario_title };
    let guesses = report.assumed().count();
    let is_ahead = words::winners_interval(report).is_some();
    let is_few = from.games < FEW_GAMES && !is_ahead;
    let undecided = undecided(&report.outcomes);
    let players = report.sides.iter().zip(&from.players).filter(|(_, bot)| !bot.is_empty());
    let disagreements = found.disagreements.iter().take(MOST_DISAGREEMENTS).map(|row| {
        let exactly = |share| percent(share, Some((0.0, 0.0)));
        context! {
            what => safe_text(&row.what),
            exact => exactly(row.exact),
            simulated => exactly(row.simulated),
        }
    });
    context! {
        title => safe_text(title),
        rules => safe_text(&from.rules()),
        games => counted(from.games, "game"),
        seed => from.seed,
        ends => ends(report),
        counted => counted_wins(report),
        is_unplayed => report.outcomes.is_empty(),
        few => is_few,
        ahead => is_ahead,
        nobody => (undecided >= MANY).then(|| percent(undecided, Some((0.0, 1.0)))),
        worth => report.worth.iter().map(|row| of(&row.side, row.points.to_string())).collect::<Value>(),
        worth_is_assumed => report.worth.iter().any(|worth| report.assumed().any(|row| row.rule == worth.rule)),
        going_first => going_first(report).filter(|_| !is_few),
        kept => streaks(report, Initiative::Seized),
        acts => streaks(report, Initiative::Turns),
        seized => report.seize_totals.iter().filter(|row| row.attempts > 0)
            .map(|row| of(&row.side, rate(row.rate, row.interval))).collect::<Value>(),
        lost => lost(report),
        missed => words::turns_missed(report)
            .map(|row| of(&row.side, rate(row.rate, row.interval))).collect::<Value>(),
        measures => report.measures.iter().map(|row| {
            let what = words::of_side(&row.measure, &row.side);
            context! { what, value => row.shown(), unit => safe_text(&row.unit) }
        }).collect::<Value>(),
        players => players.map(|(side, bot)| of(side, safe_text(bot))).collect::<Value>(),
        players_from => from.players_from.as_deref().map(safe_text),
        wrong => found.disagreements.len(),
        doubts => report.doubts.iter().map(|doubt| safe_text(doubt)).collect::<Value>(),
        compared => found.compared,
        disagreements => disagreements.collect::<Value>(),
        guesses,
    }
}

fn of(side: &str, value: String) -> Value {
    context! { side => short_side(side), value }
}

/// Games from which on reasons are told one by one.
const MANY_GAMES: u64 = 200;

/// Returns how games end, by the best estimates: a row for each side, with its reasons, and for each way in which nobody wins.
fn ends(report: &Report) -> Value {
    let wholes: Vec<&OutcomeRow> = words::wholes(report).collect();
    let row = |what: &str,
               indent: &str,
               share: f64,
               interval: Option<Interval>,
               (why, others): (&str, bool)| {
        let range = interval.map(percent_range).unwrap_or_default();
        let what = format!("{indent}{}", words::clip(&safe_text(what), 40));
        context! { what, share => percent_beside(share, interval), range, why => safe_text(why), others }
    };
    let mut ends = Vec::new();
    for whole in &wholes {
        if whole.side.is_empty() && whole.share < UNSEEN {
            continue;
        }
        let (share, interval) = words::estimate(report, whole);
        let parts = report.outcomes.iter().filter(|part| part.outcome == whole.outcome);
        let parts = parts.filter(|part| words::is_part(report, part) && part.share >= UNSEEN);
        let mut parts: Vec<&OutcomeRow> = parts.collect();
        // If a side nearly always wins in one way, that stands beside its share.
        let is_usual = |part: &OutcomeRow| part.share >= HARDLY_EVER;
        let all = parts.len();
        if parts.iter().filter(|part| is_usual(part)).count() == 1 {
            parts.retain(|part| is_usual(part));
        }
        let others = parts.len() < all;
        let alone = parts.first().filter(|one| parts.len() == 1 && !one.reason.starts_with(OTHER));
        let alone = alone.map_or("", |one| one.reason.as_str());
        ends.push(row(&words::outcome(report, whole), "", share, interval, (alone, others)));
        // In few games some reasons would have one or two.
        let has_parts = parts.len() > 1 && report.provenance.games >= MANY_GAMES;
        for part in parts.iter().filter(|_| has_parts) {
            let (share, interval) = words::estimate(report, part);
            ends.push(row(&part.reason, "  ", share, interval, ("", false)));
        }
    }
    ends.into_iter().collect()
}

/// Returns the first side's counted win rate, if it differs from the one told by half a point.
fn counted_wins(report: &Report) -> Option<Value> {
    let row = words::wholes(report).find(|row| !row.side.is_empty())?;
    let (told, _) = words::estimate(report, row);
    let counted = || of(&row.side, percent_beside(row.share, row.interval));
    ((told - row.share).abs() >= 0.005).then(counted)
}

fn going_first(report: &Report) -> Option<String> {
    let first = report.going_first?;
    first.interval.map(|_| first.signed(true))
}

/// Returns each side's mean length of streaks.
fn streaks(report: &Report, initiative: Initiative) -> Value {
    let told = words::streak_means(report).into_iter().filter(|_| report.initiative == initiative);
    let told: Vec<_> = told.collect();
    // Side by side, so with equally many places.
    let places = told.iter().map(|row| places_alone(half(row.interval))).min().unwrap_or(1);
    let told = told.into_iter().map(|row| {
        let with_interval = || quoted_at(row.mean, row.interval, false, places);
        of(&row.side, row.interval.map_or_else(|| mean(row.mean, None), |_| with_interval()))
    });
    told.collect()
}

fn rate(rate: Option<f64>, interval: Option<Interval>) -> String {
    quoted_value(rate.unwrap_or(f64::NAN), interval, true)
}

/// Returns the actions after which each side most often loses the initiative.
fn lost(report: &Report) -> Value {
    let told = words::most_lost_after(report).into_iter();
    told.map(|row| {
        let value = quoted_value(row.rate, row.interval, true);
        context! { side => short_side(&row.side), value, after => words::after(&row.after) }
    })
    .collect()
}

fn assumptions(report: &Report) -> String {
    let mut text = String::new();
    let assumed: Vec<_> = report.assumed().collect();
    if !assumed.is_empty() {
        let cell = |name: &str| words::clip(&safe_text(name), 40);
        let mut table = Table::of_words(["assumed (change it with --set)", "value", "rule"]);
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
