//! Reports what was found.

use std::collections::BTreeMap;

use skirmish_report::comparison::Value;
use skirmish_report::once::{grouped, unique};
use skirmish_report::tune::{
    self as report, CellRow, Certified, Changed, Ending, Level, Moved, TriedRow, Tune,
};
use skirmish_search::tune::{self, Move, Stage, Target, Tried, TuneSpec};
use skirmish_simulator::estimate::{Confidence, Method};
use skirmish_simulator::study::{Comparison, Study, Verdict};

use super::cells::Number;
use super::play::seed;
use super::{Matchup, rulebook};
use crate::args::{self, typed};
use crate::compare;
use crate::show;

/// Most other measures that an edit moves to report.
const MOVED: usize = 8;

pub(super) struct TuneReporter<'a> {
    pub(super) args: &'a args::Tune,
    pub(super) matchups: &'a [Matchup],
    pub(super) asked: &'a TuneSpec,
    pub(super) numbers: &'a [Number],
}

impl TuneReporter<'_> {
    pub(super) fn tune(&self, found: &tune::Tuned) -> Tune {
        let Self { args, matchups, asked, .. } = self;
        let titles = unique(matchups.iter().map(|matchup| matchup.scenario.title.clone()));
        // Certificates have more games than those that showed that something must change.
        let fresh = found.certified.first().map(|it| &it.studies);
        // Certificates end at a look that depends on the results.
        let looks = asked.certificates(found.rounds.max(1)).games().len();
        let at = Confidence::P95.of_each(asked.targets.len() * looks);
        let targets = asked.targets.iter().zip(&found.now.values).map(|(target, now)| {
            let matchup = &matchups[target.matchup];
            let base = fresh.map(|studies| &studies[target.matchup].base);
            let now = match base {
                Some(base) => base.estimate(target.measure, target.side, at),
                None => *now,
            };
            report::TargetRow {
                scenario: matchup.scenario.title.clone(),
                players: matchup.players.clone(),
                measured: show::measured(target.measure, target.side, &matchup.scenario),
                least: target.bounds.least,
                most: target.bounds.most,
                slack: target.slack,
                now: now.map(show::value),
            }
        });
        let all = std::iter::once(&found.now).chain(&found.tried);
        let raced = |it: &tune::Level| if it.is_raced { it.edits.len() as u64 } else { 0 };
        let mut levels: BTreeMap<tune::Cost, Level> = BTreeMap::new();
        for it in &found.levels {
            let tune::Cost { cells, steps } = it.cost;
            let empty = || Level { cells, steps, possible: 0, raced: 0 };
            let level = levels.entry(it.cost).or_insert_with(empty);
            // Edits of this cost that an earlier list left unplayed may be on a later one.
            level.possible = level.possible.max(level.raced + it.possible);
            level.raced += raced(it);
        }
        Tune {
            rulebook: rulebook(&matchups[0].scenario),
            titles,
            ending: match found.ending {
                tune::Ending::NothingToDo => Ending::NothingToDo,
                tune::Ending::Found => Ending::Found,
                tune::Ending::NoneFits => Ending::NoneFits,
                tune::Ending::GivenUp => Ending::GivenUp,
                tune::Ending::Stopped => Ending::Stopped,
            },
            targets: targets.collect(),
            certified: found.certified.iter().map(|it| self.certified(it)).collect(),
            guess: found.guess.as_ref().map(|it| report::Guess {
                changes: self.changes(&it.edit),
                values: it
                    .values
                    .iter()
                    .map(|of| of.map(|(value, interval)| Value { value, interval }))
                    .collect(),
                is_accepted: it.is_accepted,
                games: it.games,
            }),
            minutes: None,
            error: args.error,
            effort: [asked.screen, asked.race, asked.certify],
            // All edits played except those of the list.
            surveyed: found.tried.len() as u64 - found.levels.iter().map(raced).sum::<u64>(),
            fresh: found.certified.first().map_or_else(Vec::new, |it| it.games(asked)),
            fresh_seed: seed(Stage::Certify(found.rounds), args.dice.seed),
            most_cells: asked.most_cells,
            any_order: self.args.any_order,
            is_weighed: asked.cells.iter().any(|cell| cell.weight != 1),
            cells: self.cells(found),
            levels: levels.into_values().collect(),
            tried: all.flat_map(|tried| self.rows(tried)).collect(),
            played: show::played(
                &matchups[0].scenario,
                (args.games, args.dice.seed),
                typed().again(
                    &self.args.files,
                    &[
                        format!("--error {}", self.args.error),
                        format!("--games {}", self.args.games),
                        format!("--seed {}", self.args.dice.seed),
                    ],
                ),
                show::sources(&[Method::Wilson, Method::Student]),
            ),
        }
    }

    fn changes(&self, edit: &[Move]) -> Vec<Changed> {
        let change = |step: &Move| {
            let number = &self.numbers[step.cell];
            Changed {
                path: number.path.clone(),
                name: number.name.clone(),
                now: number.now.clone(),
                then: number.at(step.steps).to_owned(),
            }
        };
        edit.iter().map(change).collect()
    }

    fn cells(&self, found: &tune::Tuned) -> Vec<CellRow> {
        let row = |(number, effects): (&Number, &[Option<tune::Effect>; 2])| {
            let [down, up] = [0, 1].map(|k: usize| {
                let sign = if k == 0 { -1 } else { 1 };
                effects[k].as_ref().map_or((String::new(), 0), |it| {
                    (number.at(sign * it.furthest as i8).to_owned(), it.changed_games)
                })
            });
            CellRow {
                path: number.path.clone(),
                name: number.name.clone(),
                value: number.now.clone(),
                down: down.0,
                down_changed: down.1,
                up: up.0,
                up_changed: up.1,
            }
        };
        self.numbers.iter().zip(&found.effects).map(row).collect()
    }

    fn rows(&self, tried: &Tried) -> Vec<TriedRow> {
        let edit = Changed::listed(&self.changes(&tried.edit));
        let row = |(k, (target, value)): (usize, (&Target, &Option<_>))| {
            let matchup = &self.matchups[target.matchup];
            let measured = show::measured(target.measure, target.side, &matchup.scenario);
            let value = value.map(show::value);
            TriedRow {
                edit: edit.clone(),
                cells: tried.cost.cells,
                steps: tried.cost.steps,
                target: k as u64 + 1,
                measure: measured.measure,
                unit: measured.unit,
                side: measured.side,
                scenario: matchup.scenario.title.clone(),
                players: matchup.players.clone(),
                value: value.map(|it| it.value),
                interval: value.and_then(|it| it.interval),
                games: tried.games[k],
                verdict: match tried.verdict {
                    Verdict::Fail => "misses",
                    _ if tried.is_aside => "aside",
                    Verdict::Pass => "meets",
                    Verdict::Inconclusive if tried.is_refused => "refused",
                    Verdict::Inconclusive => "open",
                }
                .to_owned(),
            }
        };
        self.asked.targets.iter().zip(&tried.values).enumerate().map(row).collect()
    }

    fn certified(&self, it: &tune::Certified) -> Certified {
        Certified {
            changes: self.changes(&it.tried.edit),
            cells: it.tried.cost.cells,
            steps: it.tried.cost.steps,
            values: it.values.iter().map(|value| value.map(show::value)).collect(),
            adjusted_p_value: it.adjusted_p_value,
            is_certain: it.is_certain,
            moved: self.moved(&it.studies),
            answered: Vec::new(),
        }
    }

    /// Returns other measures that change by more than chance explains, the surest first.
    fn moved(&self, studies: &[Study]) -> Vec<Moved> {
        let mut moved: Vec<(f64, Moved)> = Vec::new();
        for (place, study) in studies.iter().enumerate() {
            let Matchup { scenario, players, .. } = &self.matchups[place];
            let looks = self.asked.certificates(1).games().len();
            let mut compared = [study.comparison(0, Confidence::P95.of_each(looks))];
            Comparison::adjust_together(&mut compared, looks);
            let targets = self.asked.targets.iter().filter(|target| target.matchup == place);
            for row in compare::rows(scenario, &compared) {
                // A target's measure for the other side says the same.
                let is_target = targets.clone().any(|target| target.measure.name == row.measure);
                let ([Some(_), Some(_)], [Some(change)]) = (&row.values[..], &row.changes[..])
                else {
                    continue;
                };
                if !is_target && change.is_real() {
                    let width = change.interval.map_or(f64::INFINITY, |(low, high)| high - low);
                    let sureness = change.value.abs() / width;
                    let (scenario, players) = (scenario.title.clone(), players.clone());
                    moved.push((sureness, Moved { scenario, players, row }));
                }
            }
        }
        moved.sort_by(|one, two| two.0.total_cmp(&one.0));
        // One side's gain is often the other's loss: report one of them.
        let of = |it: &Moved| (it.row.measure.clone(), it.scenario.clone(), it.players.clone());
        let mut moved: Vec<Moved> = grouped(moved.into_iter().map(|(_, it)| (of(&it), it)))
            .into_iter()
            .map(|(_, mut all)| all.remove(0))
            .collect();
        moved.truncate(MOVED);
        moved
    }
}
