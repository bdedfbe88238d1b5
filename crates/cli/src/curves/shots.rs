//! The shots of a run, laid beside the exact chances.

use std::fmt::Write as _;

use indicatif::HumanCount;
use skirmish_engine::battle::Battle;
use skirmish_engine::dice::Dice;
use skirmish_engine::event::TargetCondition;
use skirmish_engine::side::Side;
use skirmish_odds::Ways;
use skirmish_odds::curves::{Curves, Seen};
use skirmish_odds::fire::{paces, sum};
use skirmish_report::agreement::{Agreement, compare};
use skirmish_report::counted;
use skirmish_report::{HitRow, Report};
use skirmish_scenario::Scenario;
use skirmish_simulator::estimate::{Trials, proportion};
use skirmish_simulator::{Control, Pairs, Plan, RunError, Session};

use super::laws::{Overlay, Shot};
use crate::args;
use crate::fire::are_wounded;
use crate::playing::{self, progress_bar};
use crate::show::CONFIDENCE;
use crate::status::{Done, Failure};

/// Plays a battle and puts its shots into the rows of the curves; rows are added for dice that are not there, such as
/// those of the wounded.
pub(super) fn lay_over(
    curves: &mut Curves,
    args: &args::Curves,
    scenario: &Scenario,
    battle: &Battle,
) -> Done<Overlay> {
    let workers = playing::workers(None, None)?;
    let plan = Plan { seed: args.seed, games: args.games, pairs: Pairs::Auto };
    let stopped = |played: u64, games: u64| {
        let (played, games) = (HumanCount(played), counted(games, "game"));
        Failure::Interrupted(format!("{played} of {games} were played; nothing was written"))
    };
    let session = match Session::new(battle, plan.seed, plan.pairs, &workers) {
        Err(RunError::Stopped { .. }) => return Err(stopped(0, plan.games)),
        session => session?,
    };
    let games = plan.games.next_multiple_of(session.unit().games());
    let bar = progress_bar(games, args.quiet);
    let progress = |played: u64| bar.set_position(played);
    let control = Control { progress: Some(&progress), records: None };
    let run = session.play(&workers, 0..games, control)?;
    bar.finish_and_clear();
    if run.cancelled {
        return Err(stopped(run.games, games));
    }
    let mut added: Vec<Shot> = Vec::new();
    for side in Side::BOTH {
        let Some(fighting) = &run.tally.fighting else { continue };
        for shots in fighting.shots(side).filter(|shots| shots.hits.y > 0) {
            let rules = &scenario.spec.rules;
            let dice: Vec<Dice> =
                shots.kind.dice.into_iter().filter(|die| *die > 0).map(Dice::one).collect();
            let weapon = &rules.weapons[shots.weapon].name;
            let (fire, target) = (shots.kind.fire.name(), shots.kind.condition.name());
            let marks = curves.marks(weapon, target);
            let name = sum(&dice);
            let is_there = |shot: &Shot| {
                (&shot.weapon, shot.fire, shot.target, &shot.dice) == (weapon, fire, target, &name)
            };
            if !curves.hit_curves.iter().chain(&added).any(is_there) {
                let ways = Ways::of(&dice)?;
                let wounded = are_wounded(&scenario.spec, side, shots.kind.fire, &dice);
                added.extend(marks.into_iter().map(|(distance, threshold)| Shot {
                    wounded,
                    ..Shot::exactly(weapon, (fire, target), (&name, &ways), (distance, threshold))
                }));
            }
            // Of weapons and targets that are not asked about there are no rows.
            let rows = curves.hit_curves.iter_mut().chain(&mut added);
            for row in rows.filter(|row| is_there(row) && row.distance == paces(shots.distance)) {
                see(row, shots.hits.x, shots.hits.y);
            }
        }
    }
    added.sort_by(|a, b| {
        let target =
            |shot: &Shot| TargetCondition::ALL.iter().position(|c| c.name() == shot.target);
        (&a.weapon, a.fire, &a.dice, target(a))
            .cmp(&(&b.weapon, b.fire, &b.dice, target(b)))
            .then(a.distance.total_cmp(&b.distance))
    });
    curves.hit_curves.append(&mut added);
    Ok(Overlay {
        battle: scenario.title.clone(),
        games: run.games,
        seed: args.seed,
        shots: seen(curves).map(|(_, seen)| seen.shots).sum(),
        agreement: compare(&rows(curves)),
    })
}

/// The rows that were shot at.
pub(super) fn seen(curves: &Curves) -> impl Iterator<Item = (&Shot, &Seen)> {
    curves.hit_curves.iter().filter_map(|shot| Some((shot, shot.seen.as_ref()?)))
}

/// `musket at 10 paces, moving`
fn named(shot: &Shot) -> String {
    format!("{} at {} paces, {}", shot.weapon, shot.distance, shot.target)
}

/// The same as a report has them, to be compared as there.
fn rows(curves: &Curves) -> Report {
    let rows = seen(curves).map(|(shot, seen)| HitRow {
        side: named(shot),
        dice: shot.dice.clone(),
        threshold: shot.threshold,
        exact: Some(shot.exact.to_f64()),
        hits: seen.hits,
        shots: seen.shots,
        ..HitRow::default()
    });
    Report { hit_curves: rows.collect(), ..Report::default() }
}

/// More shots of this kind.
fn see(shot: &mut Shot, hits: u64, shots: u64) {
    let before = shot.seen.as_ref().map_or((0, 0), |seen| (seen.hits, seen.shots));
    shot.seen = counted_out(before.0 + hits, before.1 + shots);
}

/// What came of shots of one kind.
///
/// The interval is Wilson's over shots: given the number needed each is a roll of its own, whatever went before, so that
/// it does not matter how they are spread over games.
pub(super) fn counted_out(hits: u64, shots: u64) -> Option<Seen> {
    let estimate = proportion(Trials { successes: hits, trials: shots }, CONFIDENCE)?;
    let interval = estimate.interval?;
    let (ci_low, ci_high) = (interval.low, interval.high);
    Some(Seen { hits, shots, rate: estimate.value, ci_low, ci_high })
}

impl Overlay {
    /// How many of these kinds of shots differ from the exact chance by more than luck explains.
    pub(super) fn off<'a>(&self, shots: impl Iterator<Item = &'a Shot>) -> usize {
        let names: Vec<String> = shots.map(named).collect();
        let off = self.agreement.disagreements.iter();
        off.filter(|row| names.iter().any(|name| row.what.starts_with(name))).count()
    }

    /// What was found, in words; `agree` says of how the shots came out that it is as the exact chance has it.
    pub(super) fn text(&self, agree: &str) -> String {
        let Agreement { compared, disagreements } = &self.agreement;
        if self.shots == 0 {
            return format!(
                "Nobody shot in {} of {} (seed {}).\n",
                counted(self.games, "game"),
                self.battle,
                self.seed
            );
        }
        let mut text = format!(
            "{} in {} of {} (seed {}): ",
            counted(self.shots, "shot"),
            counted(self.games, "game"),
            self.battle,
            self.seed
        );
        let _ = match disagreements.len() {
            0 => writeln!(text, "{agree} in all {compared} kinds of shots."),
            off => writeln!(
                text,
                "{off} of {compared} kinds of shots differ from the exact chance by more than luck explains:"
            ),
        };
        for row in disagreements {
            let _ = writeln!(
                text,
                "  {}: exact {:.4}, simulated {:.4}",
                row.what, row.exact, row.simulated
            );
        }
        text
    }
}
