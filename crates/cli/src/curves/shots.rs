//! The shots of a run, laid beside the exact chances.

use std::fmt::Write as _;

use indicatif::HumanCount;
use skirmish_engine::battle::{Battle, BattleSpec};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Event, FireKind, TargetCondition};
use skirmish_engine::side::Side;
use skirmish_odds::Ways;
use skirmish_odds::curves::{Curves, Seen};
use skirmish_odds::fire::{paces, sum};
use skirmish_report::agreement::{Agreement, Comparison, judge};
use skirmish_report::counted;
use skirmish_scenario::Scenario;
use skirmish_simulator::estimate::{Interval, share};
use skirmish_simulator::sums::RatioSums;
use skirmish_simulator::{Kinds, Pairs, RunError, Session, Unit};

use super::laws::{Overlay, Shot};
use crate::args;
use crate::assemble;
use crate::fire::are_wounded;
use crate::playing::{self, progress_bar};
use crate::show::CONFIDENCE;
use crate::status::{Done, Failure};

/// Plays a battle, in pairs where these are worth it, as `run` does, and counts its shots. `kind` tells of an event of what kind
/// the shot is that it is about, whether it hits, and whether it is one more. Hands over the sums of each kind, the number of
/// games, and what was played independently.
pub(super) fn counted_shots<K: Ord + Send>(
    args: &args::Curves,
    battle: &Battle,
    kind: impl Fn(&Event) -> Option<(K, [bool; 2])> + Sync,
) -> Done<(Kinds<K>, u64, Unit)> {
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
    let (sums, played) = session.count_kinds(&workers, 0..games, Some(&progress), kind)?;
    bar.finish_and_clear();
    if played < games {
        return Err(stopped(played, games));
    }
    Ok((sums, games, session.unit()))
}

/// What shots have in common whose chance is the same: weapon, fire and condition of the target by their places, dice, and the mark
/// of the stick.
type ShotClass = (usize, usize, usize, [u8; 2], usize);

/// The kind of a shot, whoever fires it, and whether it hits. Shots with numbers that their stick has not are of none.
fn kind(spec: &BattleSpec, event: &Event) -> Option<(ShotClass, [bool; 2])> {
    let Event::Fires { shooter, fire, condition, distance, dice, needed, hit, reactive, .. } =
        *event
    else {
        return None;
    };
    let rules = &spec.rules;
    let weapon = spec.sides[shooter.side()].figures[shooter.index()].weapon;
    let stick = rules.weapons[weapon].stick?;
    let mark = rules.fire.mark(&stick, (distance, condition, needed), reactive)?;
    Some(((weapon, fire as usize, condition as usize, dice, mark), [hit, true]))
}

/// Plays a battle and puts its shots into the rows of the curves; rows are added for dice that are not there, such as
/// those of the wounded.
pub(super) fn lay_over(
    curves: &mut Curves,
    args: &args::Curves,
    scenario: &Scenario,
    battle: &Battle,
) -> Done<Overlay> {
    let spec = &scenario.spec;
    let (sums, games, unit) = counted_shots(args, battle, |event| kind(spec, event))?;
    let mut added: Vec<Shot> = Vec::new();
    for ((weapon, fire, condition, faces, mark), sums) in &sums {
        let fire = FireKind::ALL[*fire];
        let dice: Vec<Dice> =
            faces.iter().filter(|die| **die > 0).map(|die| Dice::one(*die)).collect();
        let weapon = &spec.rules.weapons[*weapon];
        let target = TargetCondition::ALL[*condition].name();
        let marks = curves.marks(&weapon.name, target);
        let name = sum(&dice);
        let is_there = |shot: &Shot| {
            (&shot.weapon, shot.fire, shot.target, &shot.dice)
                == (&weapon.name, fire.name(), target, &name)
        };
        if !curves.hit_curves.iter().chain(&added).any(is_there) {
            let ways = Ways::of(&dice)?;
            let wounded = Side::BOTH.into_iter().all(|side| are_wounded(spec, side, fire, &dice));
            added.extend(marks.into_iter().map(|(distance, threshold)| Shot {
                wounded,
                ..Shot::exactly(
                    &weapon.name,
                    (fire.name(), target),
                    (&name, &ways),
                    (distance, threshold),
                )
            }));
        }
        // Of weapons and targets that are not asked about there are no rows.
        let far =
            weapon.stick.and_then(|stick| stick.marks().nth(*mark)).map(|(far, _)| paces(far));
        let is_it = |row: &&mut Shot| is_there(row) && Some(row.distance) == far;
        if let Some(row) = curves.hit_curves.iter_mut().chain(&mut added).find(is_it) {
            row.seen = counted_out(sums);
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
