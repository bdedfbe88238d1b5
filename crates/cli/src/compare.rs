//! `skirmish compare`: two battles, two settings, several initiative systems or ways of fighting, side by side on the same
//! dice.

mod cases;

use std::collections::BTreeSet;

use serde_json::json;
use skirmish_engine::battle::{Battle, TimeUnit, WinSpec};
use skirmish_engine::side::Side;
use skirmish_report::comparison::{self, ChangeValue, Comparison, MeasureRow, Others, Variant};
use skirmish_report::json::Written as _;
use skirmish_report::once::grouped;
use skirmish_report::panel::{PanelRow, Word, below};
use skirmish_report::study::Played;
use skirmish_report::table::Column;
use skirmish_report::{StreakMean, StreakRow};
use skirmish_scenario::{Origin, Override, Scenario};
use skirmish_simulator::estimate::{Confidence, Method};
use skirmish_simulator::study::{self, MeasureChange, Study};
use skirmish_simulator::{Detail, Measure, PairReport, Tally, Workers, measured};

use crate::args::{self, typed};
use crate::assemble::{self, Methods};
use crate::budget::{CHANGE_DEVIATION, Pace};
use crate::identity::Identity;
use crate::output;
use crate::panel::{self, PanelQuestion};
use crate::playing::{self, Workload};
use crate::results::Results;
use crate::show::{self, CONFIDENCE};
use crate::status::Result;
use crate::study::game_list::GameList;
use crate::study::kept::Keeper;
use cases::{Case, Cases, cases};

pub(crate) fn compare(args: &args::Compare) -> Result {
    let budget = &args.study.budget;
    let Cases { title, stem, cases, notes: told } = cases(args)?;
    told.iter().for_each(|note| output::note(note));
    note_what_is_idle(&cases);
    let usual = format!("compare-{stem}");
    let file = &cases[0].source.name;
    let results = Results::new(&args.study.output, "compare", (&usual, file))?;
    let workers = playing::workers(args.study.output.playing.threads, budget.time)?;
    let measures = args.about.measures()?;
    let load = |bots: &[Override]| -> Result<Vec<Battle>> {
        let mut args = args.clone();
        args.set.extend_from_slice(bots);
        let cases = self::cases(&args)?.cases;
        Ok(cases.into_iter().map(|case| case.battle).collect())
    };
    let battles: Vec<_> = cases.iter().map(|case| (&case.scenario, &case.battle)).collect();
    let bots = panel::PanelBots::of(&args.study.panel, &args.players, &battles);
    let with = || args.with.iter().map(|set| set.path.as_str());
    bots.are_nowhere_set("--with", with())?;
    let bots = match args.players.file.is_none() && !with().any(panel::is_bot) {
        true => bots.or_usual(&args.study.panel),
        false => bots,
    };
    let beside = panel::count(&bots, &cases[0].scenario, load)?;
    let pace = Pace::new(budget, &measures, CHANGE_DEVIATION, beside)?;
    let quiet = args.study.output.playing.quiet;
    let identity = Identity::of(battles);
    let mut keeper = Keeper::new(&results, identity, &args.study.output)?;
    let listed =
        cases.iter().map(|case| Some((&case.scenario, vec![case.variant.label.as_str().into()])));
    let list = args.study.by_game.games_csv.then(|| GameList {
        columns: vec![Column::named("variant", "Name of the variant.")],
        variants: listed.collect(),
    });
    let list = list.as_ref();
    let played = play(args, (&cases, list), &measures, pace, (&mut keeper, &workers))?;
    let first = &cases[0];
    let dice = played.as_ref().map_or(args.study.dice, |played| args.study.dice.of(played.pairs));
    let sure = played.as_ref().map_or((CONFIDENCE, 1), |played| played.sure);
    let mut setup = panel::Setup::beside((dice, quiet), &workers, &mut keeper, sure);
    let Some(played) = played else {
        panel::play_part(&bots, &first.scenario, &mut setup, load)?;
        return keeper.end_part();
    };
    let mut variants: Vec<Variant> = cases.iter().map(|case| case.variant.clone()).collect();
    for (variant, of) in variants.iter_mut().skip(1).zip(&played.study.variants) {
        variant.changed_games = Some(of.difference.changed);
    }
    let (streaks, streak_means) = streaks(&cases, &played);
    let mut comparison = Comparison {
        title,
        variants,
        played: Played {
            file: file.clone(),
            ..show::played(
                &first.scenario,
                (played.study.games(), args.study.dice.seed),
                typed().again(&args.files, &played.flags),
                notes(&played),
            )
        },
        sides: first.scenario.side_names().0.map(str::to_owned),
        doubts: doubts(&cases, &played.study),
        rows: rows(&first.scenario, &played.comparisons),
        streaks,
        streak_means,
        panel: None,
        asked: args.about.measure.clone(),
        is_of_fighting: !args.fighting.is_empty(),
        players: told_players(&cases)?,
        bots: cases
            .iter()
            .filter_map(|of| of.source.told_bots((&of.scenario, &of.battle), &args.set))
            .collect(),
        ranges: ranges(&cases)?,
    };
    let write =
        |comparison: &Comparison| results.write_so_far(comparison.findings(), played.was_cut_short);
    // Before the other bots play, which may take much longer.
    let mut files = write(&comparison)?;
    if bots.is_any() && !played.was_cut_short {
        let questions = questions(&first.scenario, &played.comparisons);
        let own = (questions.as_slice(), &played.study);
        let mut panel = panel::of_questions(&bots, &first.scenario, &mut setup, own, load)?;
        range_over_others(&mut comparison.rows, &questions, &panel.rows);
        let changes = played.comparisons.iter().flat_map(|comparison| &comparison.changes);
        let is_shown = |of: &MeasureChange| measures.iter().any(|it| it.name == of.measure.name);
        let shown = changes.zip(&questions).filter(|(change, _)| is_shown(change));
        let shown: BTreeSet<&str> = shown.map(|(_, question)| question.text.as_str()).collect();
        panel.rows.retain(|row| shown.contains(row.question.as_str()));
        comparison.panel = Some(panel);
        files = write(&comparison)?;
    }
    keeper.finish_list(&mut files, &results);
    let panel = comparison.panel.as_ref();
    results.tell(&files, || below(comparison::text(&comparison.as_written()), bots.told(panel)))?;
    let reached = format!("{} were played under each", played.reached);
    let interrupted = panel::interrupted(reached, played.was_cut_short, panel);
    results.end(keeper.end(interrupted)?)
}

/// From where to where the first side was to win between the players of each variant.
fn ranges(cases: &[Case]) -> Result<Vec<Option<(f64, f64)>>> {
    let range = |case: &Case| {
        let worth = case.source.worth(&case.scenario, &case.battle)?;
        Ok(worth.map(|worth| worth.told()))
    };
    cases.iter().map(range).collect()
}

/// Who plays each variant, where players were named for all of them.
fn told_players(cases: &[Case]) -> Result<Vec<String>> {
    let told = |case: &Case| case.source.told_players(&case.scenario, &case.battle);
    cases.iter().filter_map(|case| told(case).transpose()).collect()
}

/// Notes what has been asked for and does nothing, each once, and under which variants if not under all.
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

/// Who stands by, each once: in which share of his chances, and under which variants if not under all.
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

/// What was played: every variant against the first, over the same games.
struct VariantsPlayed {
    study: Study,
    comparisons: Vec<study::Comparison>,
    /// The confidence of intervals, and by how much p-values grow.
    sure: (Confidence, usize),
    pairs: PairReport,
    /// The number of games, of how many.
    reached: String,
    was_cut_short: bool,
    /// The options that give the same numbers.
    flags: Vec<String>,
    note: Option<String>,
}

/// Plays all variants on to one number of games after the other, as long as the budget wants more; `None` if there is
/// nothing to tell, because only a share is played here.
fn play(
    args: &args::Compare,
    (cases, list): (&[Case], Option<&GameList<'_>>),
    measures: &[&'static Measure],
    mut pace: Pace,
    (keeper, workers): (&mut Keeper, &Workers),
) -> Result<Option<VariantsPlayed>> {
    let variants: Vec<&Battle> = cases[1..].iter().map(|case| &case.battle).collect();
    let questions = variants.len() * measured();
    let bar = playing::progress_bar(0, args.study.output.playing.quiet);
    let detail = Detail { tables: true, changes: true, ..Detail::default() };
    let workload =
        Workload::of(&cases[0].battle, variants, detail, args.study.dice, (workers, &bar))?
            .listing(list);
    let asked = show::of_each_side(measures);
    let widest = |study: &Study, confidence: Confidence| {
        let changes = (0..study.variants.len())
            .flat_map(|k| asked.iter().map(move |(m, side)| study.change(k, m, *side, confidence)));
        show::widest(changes.map(|change| change?.difference))
    };
    let said = (questions, args.study.output.playing.quiet);
    let (study, is_whole) = pace.play(&workload, keeper, widest, said)?;
    if keeper.is_part() {
        return Ok(None);
    }
    let (games, was_cut_short) = (study.games(), !is_whole);
    let sure = pace.sure(was_cut_short);
    let compared = 0..study.variants.len();
    let mut comparisons: Vec<_> = compared.map(|k| study.comparison(k, sure.0)).collect();
    study::Comparison::adjust_together(&mut comparisons, sure.1);
    Ok(Some(VariantsPlayed {
        study,
        comparisons,
        sure,
        pairs: workload.session.pairs(),
        was_cut_short,
        reached: pace.reached(games),
        flags: pace.flags(args.study.dice.seed, games, was_cut_short),
        note: pace.note(games, was_cut_short),
    }))
}

/// The least number of rounds after which a side wins, 0 if none does.
fn goal_in_rounds(scenario: &Scenario) -> u32 {
    let wins = scenario.spec.sides.0.iter().flat_map(|side| &side.wins);
    let rounds = wins.filter_map(|win| match win {
        WinSpec::After(time) if time.of == TimeUnit::Rounds => Some(time.number),
        _ => None,
    });
    rounds.min().unwrap_or(0)
}

/// What ends games at another time under one system than under another (HOST-5).
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
        // Where a side wins after so many rounds, somebody has won by then.
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

/// A row for each measure and side: the values under each variant, and the changes from the first.
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

/// How every measure changes under one variant after the other, as other bots are asked, too.
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

/// Sets beside every change what it is with other bots, from the answers to the questions of all variants.
fn range_over_others(
    rows: &mut [MeasureRow],
    questions: &[PanelQuestion<'_>],
    answers: &[PanelRow],
) {
    let places = rows.len();
    for (place, row) in rows.iter_mut().enumerate() {
        for (k, change) in row.changes.iter_mut().enumerate() {
            let Some(own) = change else { continue };
            let asked = &questions[k * places + place].text;
            let others = answers
                .iter()
                .filter(|row| row.question == *asked && row.bots.iter().any(Option::is_some));
            let others = others.map(|row| (row.value, row.answer != Word::NotToldApart));
            own.others = by_others(own, &others.collect::<Vec<_>>());
        }
    }
}

/// How far a change ranges over other pairs of bots, of each its value and whether that is told; `None` if no others played.
pub(crate) fn by_others(own: &ChangeValue, others: &[(f64, bool)]) -> Option<Others> {
    let all = || others.iter().copied().chain([(own.value, own.is_real())]);
    let values = || all().map(|(value, _)| value);
    (!others.is_empty()).then(|| Others {
        least: values().fold(own.value, f64::min),
        greatest: values().fold(own.value, f64::max),
        is_told: others.iter().any(|(_, is_told)| *is_told),
        is_told_by_all: all().all(|(_, is_told)| is_told),
        is_higher: all().any(|(value, is_told)| is_told && value > 0.0),
        is_lower: all().any(|(value, is_told)| is_told && value < 0.0),
    })
}

/// What was counted under each variant.
fn tallies(study: &Study) -> impl Iterator<Item = &Tally> {
    std::iter::once(&study.base).chain(study.variants.iter().map(|variant| &variant.tally))
}

/// How long streaks are under each variant: by length, and in one number.
fn streaks(cases: &[Case], played: &VariantsPlayed) -> (Vec<StreakRow>, Vec<StreakMean>) {
    let (mut rows, mut means) = (Vec::new(), Vec::new());
    for (case, tally) in cases.iter().zip(tallies(&played.study)) {
        let is_seized = case.scenario.spec.rules.system.is_seized();
        for side in Side::BOTH {
            let who = (case.variant.label.as_str(), cases[0].scenario.side_names()[side]);
            let of = (side, is_seized, played.sure.0);
            let (lengths, mean) = assemble::streaks(tally, who, of, &mut Methods::default());
            // Where no streak has ended there is no share of them to be compared.
            let is_any = tally.completed_streaks(side, is_seized).y > 0;
            rows.extend(lengths.into_iter().filter(|_| is_any));
            means.extend(mean);
        }
    }
    (rows, means)
}

/// What to know of these numbers, beside what is always so of a comparison.
fn notes(played: &VariantsPlayed) -> Vec<String> {
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
