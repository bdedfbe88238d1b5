//! `skirmish compare`: two battles, two settings, several initiative systems or ways of fighting on the same dice.

mod cases;

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::json;
use skirmish_engine::battle::{Battle, TimeUnit, WinSpec};
use skirmish_engine::side::Side;
use skirmish_report::comparison::{self, Comparison, MeasureRow, Variant};
use skirmish_report::json::Written as _;
use skirmish_report::once::grouped;
use skirmish_report::panel::{Panel, PanelRow, below};
use skirmish_report::{self as report, StreakMean, StreakRow};
use skirmish_scenario::{Origin, Override, Scenario};
use skirmish_simulator::estimate::{Confidence, Method};
use skirmish_simulator::study::{self, MeasureChange, Study};
use skirmish_simulator::{Detail, Tally};

use crate::args::{self, typed};
use crate::assemble::{self, Methods};
use crate::budget::{CHANGE_DEVIATION, Pace};
use crate::output;
use crate::panel::{self, PanelBots, PanelQuestion};
use crate::show;
use crate::status::Result;
use crate::study::job::{Asking, Job, Played};
use cases::{Case, Cases, cases};

pub(crate) fn compare(args: &args::Compare) -> Result {
    let args::Study { budget, dice, panel: asked, output } = &args.study;
    let Cases { title, stem, cases, notes: told } = cases(args)?;
    told.iter().for_each(|note| output::note(note));
    note_what_is_idle(&cases);
    let measures = args.about.measures()?;
    let load = |bots: &[Override]| -> Result<Vec<Battle>> {
        let mut args = args.clone();
        args.set.extend_from_slice(bots);
        let cases = self::cases(&args)?.cases;
        Ok(cases.into_iter().map(|case| case.battle).collect())
    };
    let battles: Vec<_> = cases.iter().map(|case| (&case.scenario, &case.battle)).collect();
    let with = || args.with.iter().map(|set| set.path.as_str());
    let bots = PanelBots::of(asked, !with().any(panel::is_bot), &args.players, &battles)?;
    bots.are_nowhere_set("--with", with())?;
    let pace = Pace::new(budget, &measures, CHANGE_DEVIATION, bots.beside(load)?)?;
    let (first, file) = (&cases[0], &cases[0].source.name);
    let usual = format!("compare-{stem}");
    let mut job = Job::begin(
        ("compare", &usual, file),
        (output, *dice),
        (bots, pace, budget.time),
        &battles,
    )?;
    let variants: Vec<&Battle> = cases[1..].iter().map(|case| &case.battle).collect();
    let asked = show::of_each_side(&measures);
    let widest = |study: &Study, confidence: Confidence| {
        let changes = (0..study.variants.len())
            .flat_map(|k| asked.iter().map(move |(m, side)| study.change(k, m, *side, confidence)));
        show::widest(changes.map(|change| change?.difference))
    };
    let detail = Detail { tables: true, changes: true, ..Detail::default() };
    let all = (&first.battle, variants);
    let played = job.play(all, (detail, None), widest, &load)?;
    let Some(played) = played else { return job.keeper.end_part() };
    let (study, sure) = (&played.study, played.sure);
    let compared = (0..study.variants.len()).map(|k| study.comparison(k, sure.0));
    let mut comparisons: Vec<_> = compared.collect();
    study::Comparison::adjust_together(&mut comparisons, sure.1);
    let mut variants: Vec<Variant> = cases.iter().map(|case| case.variant.clone()).collect();
    for (variant, of) in variants.iter_mut().skip(1).zip(&study.variants) {
        variant.changed_games = Some(of.difference.changed);
    }
    let (streaks, streak_means) = streaks(&cases, study, sure.0);
    let comparison = Comparison {
        title,
        variants,
        played: report::study::Played {
            file: file.clone(),
            ..show::played(
                &first.scenario,
                (study.games(), dice.seed),
                typed().again(&args.files, &played.flags),
                notes(&played),
            )
        },
        sides: first.scenario.side_names().0.map(str::to_owned),
        doubts: doubts(&cases, study),
        rows: rows(&first.scenario, &comparisons),
        streaks,
        streak_means,
        panel: None,
        asked: args.about.measure.clone(),
        players: told_players(&cases)?,
        bots: cases
            .iter()
            .filter_map(|of| of.source.told_bots((&of.scenario, &of.battle), &args.set))
            .collect(),
        ranges: ranges(&cases)?,
    };
    let ask = |_: &Comparison| {
        Some(Asking {
            questions: questions(&first.scenario, &comparisons),
            own: Cow::Borrowed(study),
            load: Box::new(load),
            about: String::new(),
        })
    };
    let place = |report: &mut Comparison, mut panel: Panel, questions: &[PanelQuestion<'_>]| {
        range_over_others(&mut report.rows, questions, &panel.rows);
        let changes = comparisons.iter().flat_map(|comparison| &comparison.changes);
        let is_shown = |of: &MeasureChange| measures.iter().any(|it| it.name == of.measure.name);
        let shown = changes.zip(questions).filter(|(change, _)| is_shown(change));
        let shown: BTreeSet<&str> = shown.map(|(_, question)| question.text.as_str()).collect();
        panel.rows.retain(|row| shown.contains(row.question.as_str()));
        report.panel = Some(panel);
    };
    let reached = format!("{} were played under each", played.reached);
    job.tell(comparison, (reached, played.is_whole, sure), ask, place, |report, bots| {
        let text = comparison::text(&report.as_written());
        below(text, bots.told(report.panel.as_ref()))
    })
}

/// Returns for each variant the range of the first side's win rate that its players were found with.
fn ranges(cases: &[Case]) -> Result<Vec<Option<(f64, f64)>>> {
    let range = |case: &Case| {
        let worth = case.source.worth(&case.scenario, &case.battle)?;
        Ok(worth.map(|worth| worth.told()))
    };
    cases.iter().map(range).collect()
}

fn told_players(cases: &[Case]) -> Result<Vec<String>> {
    let told = |case: &Case| case.source.told_players(&case.scenario, &case.battle);
    cases.iter().filter_map(|case| told(case).transpose()).collect()
}

/// Notes settings that have no effect, once each, with their variants if not all.
fn note_what_is_idle(cases: &[Case]) {
    let notes = cases.iter().flat_map(|case| {
        case.scenario.notes().into_iter().map(move |note| (note, case.variant.name()))
    });
    for (note, under) in grouped(notes) {
        match under.len() == cases.len() {
            true => output::note(&note),
            false => output::note(&format!("{note} (under {})", under.join(", "))),
        }
    }
}

/// Returns doubts about idle players, once each, with their shares of chances and their variants if not all.
fn doubts(cases: &[Case], study: &Study) -> Vec<String> {
    let idlers = cases.iter().zip(tallies(study)).flat_map(|(case, tally)| {
        let idlers = assemble::idlers(&case.scenario, &case.battle, tally).into_iter();
        idlers.map(move |(who, share)| (who, (case.variant.name(), share)))
    });
    let told = grouped(idlers).into_iter().map(|(who, under)| {
        let (names, shares): (Vec<String>, Vec<f64>) = under.into_iter().unzip();
        let ends = [f64::min, f64::max].map(|end| shares.iter().copied().fold(shares[0], end));
        let doubt = assemble::doubt(&who, ends.into());
        match names.len() == cases.len() {
            true => doubt,
            false => format!("{doubt} That is so under “{}”.", names.join(", ")),
        }
    });
    told.chain(doubts_of_time(cases)).collect()
}

/// Returns the fewest rounds after which a side wins, 0 if none does so.
fn goal_in_rounds(scenario: &Scenario) -> u32 {
    let wins = scenario.spec.sides.0.iter().flat_map(|side| &side.wins);
    let rounds = wins.filter_map(|win| match win {
        WinSpec::After(time) if time.of == TimeUnit::Rounds => Some(time.number),
        _ => None,
    });
    rounds.min().unwrap_or(0)
}

/// Returns doubts about games that end at different times under different systems (HOST-5).
fn doubts_of_time(cases: &[Case]) -> Vec<String> {
    let systems = cases.iter().map(|case| case.scenario.spec.rules.system.name());
    if systems.collect::<BTreeSet<_>>().len() < 2 {
        return Vec::new();
    }
    let first = &cases[0].scenario;
    let goals = first.spec.sides.iter().flat_map(|(side, of)| {
        of.wins.iter().filter_map(move |win| match win {
            WinSpec::After(time) if time.of != TimeUnit::Rounds => {
                Some([first.side_names()[side].to_owned(), time.to_string()])
            }
            _ => None,
        })
    });
    let goals: Vec<_> = goals.collect();
    let has_last_turn = |case: &&Case| case.scenario.spec.rules.system.has_last_turn();
    let limit = cases.iter().find(has_last_turn).and_then(|case| {
        let turns = case.scenario.spec.rules.warspike.turns;
        let origin = case.scenario.parameter("warspike.turns").map(|of| of.origin);
        // If a side wins after this many rounds, the game is over by then.
        let is_won = (1..=turns).contains(&goal_in_rounds(&case.scenario));
        let is_asked = origin == Some(Origin::CommandLine);
        let is_of_all = cases.iter().all(|case| has_last_turn(&case));
        (!is_won && !is_asked && !is_of_all).then(|| (turns, origin.map_or("", Origin::name)))
    });
    let turns = limit.map(|(turns, _)| turns);
    let rounds = cases.iter().map(|case| goal_in_rounds(&case.scenario)).chain(turns).max();
    let origin = limit.map(|(_, origin)| origin);
    let facts = json!({ "goals": goals, "turns": turns, "origin": origin, "rounds": rounds });
    skirmish_report::notes("time", &facts)
}

/// Returns a row for each measure and side: values under each variant, and changes from the first.
pub(crate) fn rows(scenario: &Scenario, comparisons: &[study::Comparison]) -> Vec<MeasureRow> {
    let first = &comparisons[0].changes;
    (0..first.len())
        .map(|k| {
            let (measure, side) = (first[k].measure, first[k].side);
            let name = |side: Side| scenario.side_names()[side].to_owned();
            let mut values = vec![first[k].values[0].map(show::value)];
            values.extend(comparisons.iter().map(|c| c.changes[k].values[1].map(show::value)));
            MeasureRow {
                measure: measure.name.to_owned(),
                about: measure.about.to_owned(),
                unit: measure.unit.to_owned(),
                side: side.map_or(String::new(), name),
                is_share: measure.is_share,
                values,
                changes: comparisons
                    .iter()
                    .map(|c| show::change(&c.changes[k], c.changes[k].adjusted_p_value))
                    .collect(),
            }
        })
        .collect()
}

/// Returns the change of every measure under each variant, as questions to other bots.
fn questions<'q>(scenario: &Scenario, comparisons: &[study::Comparison]) -> Vec<PanelQuestion<'q>> {
    let many = comparisons.len() > 1;
    let of_variant = |(k, comparison): (usize, &study::Comparison)| {
        let letter = char::from(b'B' + (k % 25) as u8);
        let question = |change: &MeasureChange| {
            let of = (change.measure, change.side);
            let under = if many { format!("under {letter}") } else { String::new() };
            let asked = PanelQuestion::change(&under, of, k, scenario);
            let text = panel::named(of, scenario);
            PanelQuestion {
                text: if many { format!("{letter}, {text}") } else { text },
                spoken: asked.spoken.trim_end().to_owned(),
                own: change.adjusted_p_value,
                ..asked
            }
        };
        comparison.changes.iter().map(question).collect::<Vec<_>>()
    };
    comparisons.iter().enumerate().flat_map(of_variant).collect()
}

/// Adds to every change its range over other bots, from their answers for all variants.
fn range_over_others(
    rows: &mut [MeasureRow],
    questions: &[PanelQuestion<'_>],
    answers: &[PanelRow],
) {
    let places = rows.len();
    for (place, row) in rows.iter_mut().enumerate() {
        for (k, change) in row.changes.iter_mut().enumerate() {
            let Some(own) = change else { continue };
            panel::range_over_others(own, &questions[k * places + place].text, answers);
        }
    }
}

fn tallies(study: &Study) -> impl Iterator<Item = &Tally> {
    std::iter::once(&study.base).chain(study.variants.iter().map(|variant| &variant.tally))
}

/// Returns how long streaks are under each variant: by length, and as a mean.
fn streaks(
    cases: &[Case],
    study: &Study,
    confidence: Confidence,
) -> (Vec<StreakRow>, Vec<StreakMean>) {
    let (mut rows, mut means) = (Vec::new(), Vec::new());
    for (case, tally) in cases.iter().zip(tallies(study)) {
        let is_seized = case.scenario.spec.rules.system.is_seized();
        for side in Side::BOTH {
            let who = (case.variant.label.as_str(), cases[0].scenario.side_names()[side]);
            let of = (side, is_seized, confidence);
            let (lengths, mean) = assemble::streaks(tally, who, of, &mut Methods::default());
            // If no streak has ended there are no shares to compare.
            let is_any = tally.completed_streaks(side, is_seized).y > 0;
            rows.extend(lengths.into_iter().filter(|_| is_any));
            means.extend(mean);
        }
    }
    (rows, means)
}

/// What to know of these numbers, beside what is always so of a comparison.
fn notes(played: &Played) -> Vec<String> {
    let mut notes = show::sources(&Method::OF_VALUES);
    notes.extend(show::sources(&[
        Method::StudentPaired,
        Method::SquareAndAdd,
        Method::ControlVariates,
    ]));
    notes.extend(show::pairs(played.pairs));
    notes.extend(played.note.clone());
    notes
}
