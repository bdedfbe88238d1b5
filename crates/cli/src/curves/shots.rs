//! The shots of a run, laid beside the exact chances.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use indicatif::HumanCount;
use skirmish_engine::battle::Battle;
use skirmish_engine::dice::Dice;
use skirmish_engine::event::TargetCondition;
use skirmish_engine::side::Side;
use skirmish_odds::Ways;
use skirmish_odds::curves::{Curves, Seen};
use skirmish_odds::fire::{paces, sum};
use skirmish_report::agreement::{Agreement, Comparison, judge};
use skirmish_report::counted;
use skirmish_scenario::Scenario;
use skirmish_simulator::estimate::{Interval, share};
use skirmish_simulator::sums::RatioSums;
use skirmish_simulator::{Additive as _, Pairs, Progress, RunError, Session, Unit, Workers};

use super::laws::{Overlay, Shot};
use crate::args;
use crate::assemble;
use crate::fire::are_wounded;
use crate::playing::{self, progress_bar};
use crate::show::CONFIDENCE;
use crate::status::{Done, Failure};

/// Plays the battle whose shots are laid over the chances, in pairs where these are worth it, as `run` does. Hands over what
/// comes of the games, how many there were, and what was played independently.
///
/// `play` plays them and says how many it has played.
pub(super) fn played<'b, T>(
    args: &args::Curves,
    battle: &'b Battle,
    play: impl FnOnce(
        &Session<'b, Battle>,
        &Workers,
        Range<u64>,
        Progress<'_>,
    ) -> Result<(T, u64), RunError>,
) -> Done<(T, u64, Unit)> {
    let workers = playing::workers(None, None)?;
    let stopped = |played: u64, games: u64| {
        let (played, games) = (HumanCount(played), counted(games, "game"));
        Failure::Interrupted(format!("{played} of {games} were played; nothing was written"))
    };
    let session = match Session::new(battle, args.seed, Pairs::Auto, &workers) {
        Err(RunError::Stopped { .. }) => return Err(stopped(0, args.games)),
        session => session?,
    };
    let games = session.whole(args.games);
    let bar = progress_bar(games, args.quiet);
    let progress = |played: u64| bar.set_position(played);
    let (found, played) = play(&session, &workers, 0..games, Some(&progress))?;
    bar.finish_and_clear();
    if played < games {
        return Err(stopped(played, games));
    }
    Ok((found, games, session.unit()))
}

/// What all shots of a row have in common: weapon, fire, condition of the target, dice, and the distance in quarter paces.
type Kind = (String, &'static str, &'static str, String, u64);

fn kind(shot: &Shot) -> Kind {
    (shot.weapon.clone(), shot.fire, shot.target, shot.dice.clone(), (4.0 * shot.distance) as u64)
}

/// Plays a battle and puts its shots into the rows of the curves; rows are added for dice that are not there, such as
/// those of the wounded.
pub(super) fn lay_over(
    curves: &mut Curves,
    args: &args::Curves,
    scenario: &Scenario,
    battle: &Battle,
) -> Done<Overlay> {
    let (tally, games, unit) = played(args, battle, |session, workers, games, progress| {
        let run = session.play(workers, games, progress)?;
        Ok((run.tally, run.games))
    })?;
    let mut sums: BTreeMap<Kind, RatioSums> = BTreeMap::new();
    let mut added: Vec<Shot> = Vec::new();
    for side in Side::BOTH {
        let Some(fighting) = &tally.fighting else { continue };
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
            let mut rows = curves.hit_curves.iter().chain(&added);
            let is_it = |row: &&Shot| is_there(row) && row.distance == paces(shots.distance);
            if let Some(row) = rows.find(is_it) {
                sums.entry(kind(row)).or_default().merge(shots.hits);
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
    for row in &mut curves.hit_curves {
        row.seen = sums.get(&kind(row)).and_then(counted_out);
    }
    let rows = seen(curves).map(|(shot, seen)| Comparison {
        what: named(shot),
        exact: shot.exact.to_f64(),
        hits: seen.hits,
        trials: seen.shots,
    });
    Ok(Overlay::new(scenario, args.seed, games, (rows.collect(), unit)))
}

/// The rows that were shot at.
pub(super) fn seen(curves: &Curves) -> impl Iterator<Item = (&Shot, &Seen)> {
    curves.hit_curves.iter().filter_map(|shot| Some((shot, shot.seen.as_ref()?)))
}

/// `musket at 10 paces, moving`
fn named(shot: &Shot) -> String {
    format!("{} at {} paces, {}", shot.weapon, shot.distance, shot.target)
}

/// What came of shots of one kind, over games or pairs of games, as `run` tells it.
pub(super) fn counted_out(sums: &RatioSums) -> Option<Seen> {
    let estimate = share(sums, CONFIDENCE)?;
    let Interval { low: ci_low, high: ci_high, .. } = estimate.interval?;
    Some(Seen { hits: sums.x, shots: sums.y, rate: estimate.value, ci_low, ci_high })
}

impl Overlay {
    /// What the shots of so many games of a battle say; the unit is what was played independently.
    pub(super) fn new(
        scenario: &Scenario,
        seed: u64,
        games: u64,
        (rows, unit): (Vec<Comparison>, Unit),
    ) -> Self {
        Self {
            battle: scenario.title.clone(),
            games,
            seed,
            shots: rows.iter().map(|row| row.trials).sum(),
            agreement: judge(rows, assemble::unit(unit)),
        }
    }

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
