//! `skirmish sweep`: a battle over a range or grid of values, on the same dice.

use std::borrow::Cow;

use skirmish_report::json::Written as _;
use skirmish_report::panel::{Panel, below};
use skirmish_report::sweep::{self, Parameter, Point, PointMeasure, Sweep, Trend};
use skirmish_scenario::{Override, ParameterKind, Scenario, human, idle};
use skirmish_simulator::estimate::{Confidence, Method};
use skirmish_simulator::study::{Study, holm};
use skirmish_simulator::{Detail, streak_measure};

use super::job::{Asking, Job, Played};
use super::points;
use super::vary::Vary;
use crate::args::{self, typed};
use crate::budget::{DEVIATION, Pace};
use crate::files::Source;
use crate::output;
use crate::panel::{self, PanelBots, PanelQuestion};
use crate::shell;
use crate::show::{self, MeasureOf};
use crate::status::{Failure, Result};

pub(crate) fn sweep(args: &args::Sweep) -> Result {
    let source = Source::find(args.file.as_deref())?.played_by(&args.settings.players)?;
    let (scenario, base) = source.load_noting(&args.settings.overrides(), true)?;
    // Streaks as in `run`.
    let streak = streak_measure(scenario.spec.rules.system.is_seized());
    let measures = match (args.measure.as_slice(), args.study.budget.precision) {
        ([], Some(_)) => show::measures(&["win-rate".to_owned()])?,
        ([], None) => show::measures(&["win-rate", streak, "actions"].map(str::to_owned))?,
        (named, _) => show::measures(named)?,
    };
    let asked = show::of_each_side(&measures);
    let settings = &args.settings;
    let args::Study { budget, dice, panel: others, output } = &args.study;
    let bots = PanelBots::of(others, false, &settings.players, &[(&scenario, &base)])?;
    bots.are_nowhere_set("--vary", args.vary.iter().map(|vary| vary.path.as_str()))?;
    let set = |bots: &[Override]| [&settings.overrides(), bots].concat();
    let beside = bots.beside(|bots| source.load(&set(bots)))?;
    let pace = Pace::new(budget, &measures, DEVIATION, beside)?;
    let points = points::load(&source, &base, &settings.overrides(), &args.vary)?;
    varies(&args.vary, &source)?;
    let left_out = points.told();
    left_out.iter().for_each(|told| output::note(told));
    for vary in &args.vary {
        if let Some(why) = idle(base.spec(), &vary.path) {
            output::note(&format!("`{}` does nothing here: {why}", vary.path));
        }
    }
    let points = points.good;
    let all = points.iter().map(|point| (&point.scenario, &point.battle));
    let mut job = Job::begin(
        ("sweep", &format!("sweep-{}", source.stem), &source.name),
        (output, *dice),
        (bots, pace, budget.time),
        &std::iter::once((&scenario, &base)).chain(all).collect::<Vec<_>>(),
    )?;
    let load = |bots: &[Override]| {
        let (_, base) = source.load(&set(bots))?;
        let found = points::load(&source, &base, &set(bots), &args.vary)?;
        if found.good.len() < points.len() {
            return Err(found.refused());
        }
        let found = found.good.into_iter().map(|point| point.battle);
        Ok(std::iter::once(base).chain(found).collect())
    };
    let widest = |study: &Study, at: Confidence| {
        let tallies = study.variants.iter().map(|variant| &variant.tally);
        show::widest(tallies.flat_map(|tally| {
            asked.iter().map(move |(measure, side)| tally.estimate(measure, *side, at))
        }))
    };
    let detail = Detail { changes: true, ..Detail::default() };
    let all = (&base, points.iter().map(|point| &point.battle).collect());
    let played = job.play(all, (detail, None), widest, &load)?;
    let Some(played) = played else { return job.keeper.end_part() };
    let reached = format!("{} were played at each point", played.reached);
    if !played.is_whole {
        return Err(job.keeper.interrupted(&reached));
    }
    let mut report = report(args, &scenario, &points, &asked, &played);
    report.played.notes.extend(left_out);
    report.played.players = source.told_players(&scenario, &base)?;
    report.played.bots = source.told_bots((&scenario, &base), &settings.overrides());
    let ask = |report: &Sweep| {
        Some(Asking {
            questions: questions(report, &scenario, &asked),
            own: Cow::Borrowed(&played.study),
            load: Box::new(load),
            about: String::new(),
        })
    };
    let place = |report: &mut Sweep, panel: Panel, _: &[PanelQuestion<'_>]| {
        report.played.notes.push(panel::METHOD.to_owned());
        report.panel = Some(panel);
    };
    job.tell(report, (reached, true, played.sure), ask, place, |report, _| {
        let next = format!("skirmish sensitivity {}", shell::quoted(&source.name));
        let next = typed().after(next);
        let text = sweep::text(&report.as_written()).next("what else matters", &next);
        below(text, report.panel.as_ref())
    })
}

/// Returns questions to other bots: how steep each measure is, and where the battle is even. Without a line they are how each
/// point differs from the battle as it is.
fn questions<'q>(
    report: &Sweep,
    scenario: &Scenario,
    asked: &[MeasureOf],
) -> Vec<PanelQuestion<'q>> {
    let of_line = report.trend.as_ref().zip(report.parameters[0].numbers());
    let mut questions = Vec::new();
    for (k, of) in asked.iter().enumerate().filter(|(k, _)| !report.is_the_rest(*k)) {
        let (measure, side) = *of;
        if let Some((_, places)) = of_line.clone().filter(|(trend, _)| trend.slopes[k].is_some()) {
            questions.push(PanelQuestion {
                text: format!(
                    "{}, for +1 of {}",
                    panel::named(*of, scenario),
                    report.parameters[0].path
                ),
                spoken: format!(
                    "{} for 1 more of {}",
                    panel::spoken(*of, scenario),
                    human(&report.parameters[0].path)
                ),
                is_share: measure.is_share,
                words: Some(["rises", "falls"].map(str::to_owned)),
                own: None,
                found: Box::new(move |study, confidence| {
                    let slope = study.slope(&places, measure, side, confidence)?;
                    Some((slope, study.slope_p_value(&slope, measure, side)))
                }),
            });
            continue;
        }
        let points = report.points.iter().enumerate().filter(|(_, point)| !point.is_base);
        questions.extend(points.map(|(at, point)| {
            let change = point.cells[k].change;
            let own = change.and_then(|change| change.adjusted_p_value);
            let at_point = format!("at {}", named_point(report, point));
            PanelQuestion { own, ..PanelQuestion::change(&at_point, *of, at, scenario) }
        }));
    }
    // Between whole numbers there is no point where it is even.
    let kind = scenario.parameter(&report.parameters[0].path).map(|it| &it.kind);
    let is_whole = matches!(kind, Some(ParameterKind::Whole(_) | ParameterKind::Factor(_)));
    let is_of_wins = |of: &MeasureOf| of.0.name == "win-rate";
    if let Some((_, places)) = of_line.filter(|_| asked.iter().any(is_of_wins) && !is_whole) {
        questions.push(PanelQuestion {
            text: format!("where it is even ({})", report.parameters[0].path),
            spoken: format!("where it is even ({})", human(&report.parameters[0].path)),
            is_share: false,
            words: None,
            own: None,
            found: Box::new(move |study, confidence| {
                let even = study.even(&places, confidence)?;
                let (first, last) = (
                    places.iter().copied().reduce(f64::min)?,
                    places.iter().copied().reduce(f64::max)?,
                );
                let is_within = even.interval.is_some_and(|it| first <= it.low && it.high <= last);
                Some((even, None)).filter(|_| is_within)
            }),
        });
    }
    questions
}

/// Returns the values of a point, with their paths if there are several parameters.
fn named_point(report: &Sweep, point: &Point) -> String {
    let values = report.parameters.iter().zip(&point.values);
    let told = values.map(|(of, value)| match report.parameters.len() {
        1 => value.clone(),
        _ => format!("{} = {value}", of.path),
    });
    told.collect::<Vec<_>>().join(" and ")
}

/// Returns the values of a parameter at the points played.
fn values_of(k: usize, vary: &Vary, points: &[points::Point]) -> Vec<String> {
    let is_played = |value: &&String| points.iter().any(|point| point.values[k] == **value);
    vary.values.iter().filter(is_played).cloned().collect()
}

/// Fails if there is only one point.
fn varies(vary: &[Vary], source: &Source) -> Result {
    let Vary { path, values, .. } = &vary[0];
    if vary.iter().any(|vary| vary.values.len() > 1) {
        return Ok(());
    }
    let (value, file) = (&values[0], shell::quoted(&source.name));
    let set = shell::quoted(&format!("{path}={value}"));
    Err(Failure::hinted(
        format!("`{path}` is given one value only, {value}: nothing is varied"),
        format!("give it more, or play one setting alone: `skirmish run {file} --set {set}`"),
    ))
}

fn report(
    args: &args::Sweep,
    scenario: &Scenario,
    points: &[points::Point],
    asked: &[MeasureOf],
    of: &Played,
) -> Sweep {
    let (played, (confidence, looks)) = (&of.study, of.sure);
    let parameters: Vec<Parameter> = args
        .vary
        .iter()
        .enumerate()
        .map(|(k, vary)| Parameter {
            path: vary.path.clone(),
            now: scenario.get(&vary.path).map(str::to_owned),
            values: values_of(k, vary, points),
        })
        .collect();
    let is_base =
        |of: &Scenario| args.vary.iter().all(|vary| of.get(&vary.path) == scenario.get(&vary.path));
    let p_values = adjusted(played, asked, looks);
    let points = points
        .iter()
        .zip(p_values)
        .enumerate()
        .map(|(k, (point, p_values))| Point {
            values: point.values.clone(),
            is_base: is_base(&point.scenario),
            rulebook_sha256: point.scenario.rulebook_sha256.clone(),
            changed_games: played.variants[k].difference.changed,
            cells: cells(played, k, asked, &p_values, confidence),
        })
        .collect();
    let places = match parameters.as_slice() {
        [one] => one.numbers(),
        _ => None,
    };
    let notes = show::sources(&Method::OF_VALUES).into_iter().chain(show::of_changes());
    Sweep {
        title: scenario.title.clone(),
        measures: asked
            .iter()
            .map(|(measure, side)| show::measured(measure, *side, scenario))
            .collect(),
        trend: places.map(|places| Trend {
            slopes: asked
                .iter()
                .map(|(measure, side)| {
                    let slope = played.slope(&places, measure, *side, confidence);
                    slope.map(show::value)
                })
                .collect(),
            even: played.even(&places, confidence).map(show::value),
        }),
        parameters,
        points,
        panel: None,
        played: show::played(
            scenario,
            (played.games(), args.study.dice.seed),
            typed().again(&args.file, &of.flags),
            notes.chain(of.note.clone()).chain(show::pairs(of.pairs)).collect(),
        ),
    }
}

/// Returns p-values of every change from the base, adjusted over all points, all measures asked for, and repeated looks.
fn adjusted(played: &Study, asked: &[MeasureOf], looks: usize) -> Vec<Vec<Option<f64>>> {
    let all: Vec<Option<f64>> = (0..played.variants.len())
        .flat_map(|k| {
            let changes = asked
                .iter()
                .map(move |(measure, side)| played.change(k, measure, *side, show::CONFIDENCE));
            changes.map(|change| change?.p_value)
        })
        .collect();
    holm(&all, looks).chunks(asked.len().max(1)).map(<[_]>::to_vec).collect()
}

fn cells(
    played: &Study,
    k: usize,
    asked: &[MeasureOf],
    p_values: &[Option<f64>],
    confidence: Confidence,
) -> Vec<PointMeasure> {
    let tally = &played.variants[k].tally;
    asked
        .iter()
        .zip(p_values)
        .map(|((measure, side), p_value)| {
            let change = played.change(k, measure, *side, confidence);
            let estimate = change.and_then(|change| change.values[1]);
            let method = estimate.and_then(|e| e.interval).map(|i| i.method.name());
            let of_all = confidence.of_each(played.variants.len());
            let together = played.change(k, measure, *side, of_all);
            PointMeasure {
                value: estimate.map(show::value),
                together: together.and_then(|change| change.values[1]).map(show::value),
                change_together: together.and_then(|change| change.difference).map(show::value),
                method: method.unwrap_or_default().to_owned(),
                less_luck: tally.less_luck(measure, *side, of_all).map(show::less_luck),
                change: change.and_then(|change| show::change(&change, *p_value)),
            }
        })
        .collect()
}
