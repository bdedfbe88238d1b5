//! The shots of a run, laid beside the exact chances: those of skill dice, and those that go by steps.

use indicatif::HumanCount;
use serde::Serialize;
use skirmish_engine::battle::{Battle, BattleSpec, FigureId};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Event, FireKind, TargetCondition};
use skirmish_engine::rulebook::{ChainKind, Situation, StepCondition as C};
use skirmish_engine::side::Side;
use skirmish_odds::curves::{Curves, Seen, Shot};
use skirmish_odds::fire::{paces, sum};
use skirmish_odds::steps::{Attack, Man, marks};
use skirmish_odds::{Ratio, Ways};
use skirmish_report::agreement::{Agreement, Comparison, judge};
use skirmish_report::counted;
use skirmish_scenario::Scenario;
use skirmish_simulator::estimate::{Interval, share};
use skirmish_simulator::sums::RatioSums;
use skirmish_simulator::{Kinds, Pairs, RunError, Session, Unit};

use super::steps::{asked, inches, told};
use crate::args;
use crate::assemble;
use crate::fire::are_wounded;
use crate::playing::{self, progress_bar};
use crate::show::CONFIDENCE;
use crate::status::{Done, Failure};

/// What a run says about the curves.
#[derive(Debug, Serialize)]
pub(super) struct Overlay {
    /// The battle.
    pub(super) battle: String,
    pub(super) games: u64,
    pub(super) seed: u64,
    pub(super) shots: u64,
    pub(super) agreement: Agreement,
}

/// Plays a battle, in pairs where these are worth it, as `run` does, and counts its shots. `kind` tells of an event of what kind
/// the shot is that it is about, whether it hits, and whether it is one more. Hands over the sums of each kind, the number of
/// games, and what was played independently.
fn counted_shots<K: Ord + Send>(
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
pub(super) fn of_dice(
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
fn seen(curves: &Curves) -> impl Iterator<Item = (&Shot, &Seen)> {
    curves.hit_curves.iter().filter_map(|shot| Some((shot, shot.seen.as_ref()?)))
}

/// `musket at 10 paces, moving`
fn named(shot: &Shot) -> String {
    format!("{} at {} paces, {}", shot.weapon, shot.distance, shot.target)
}

/// What came of shots of one kind, over games or pairs of games, as `run` tells it.
fn counted_out(sums: &RatioSums) -> Option<Seen> {
    let estimate = share(sums, CONFIDENCE)?;
    let Interval { low: ci_low, high: ci_high, .. } = estimate.interval?;
    Some(Seen { hits: sums.x, shots: sums.y, rate: estimate.value, ci_low, ci_high })
}

impl Overlay {
    /// What the shots of so many games of a battle say; the unit is what was played independently.
    fn new(
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
}

/// What a run says of the shots: of all, and of each kind.
#[derive(Debug, Serialize)]
pub(super) struct StepOverlay {
    #[serde(flatten)]
    pub(super) all: Overlay,
    pub(super) seen: Vec<SeenCase>,
}

/// Shots that have all in common that their chance hangs on.
#[derive(Debug, Serialize)]
pub(super) struct SeenCase {
    pub(super) weapon: String,
    pub(super) troops: String,
    pub(super) against: String,
    pub(super) against_weapon: String,
    pub(super) factors: String,
    /// The mark, in inches; it counts beyond the one before.
    pub(super) distance: f64,
    pub(super) exact: Ratio,
    #[serde(flatten)]
    pub(super) seen: Seen,
}

/// Troop type and weapon of both, a bit for each condition that holds, and the mark.
type ShotCase = ([(usize, usize); 2], u32, usize);

/// Plays a battle and counts its shots.
pub(super) fn of_steps(
    args: &args::Curves,
    scenario: &Scenario,
    battle: &Battle,
) -> Done<StepOverlay> {
    let (rules, steps) = (&scenario.spec.rules, &scenario.spec.rules.steps);
    let mut conditions = asked(steps, ChainKind::Shoot);
    conditions.retain(|c| ![C::Always, C::MediumRange, C::LongRange].contains(c));
    let marks_of = |weapon: usize| {
        rules.weapons[weapon].missile.map_or_else(Vec::new, |missile| marks(steps, &missile))
    };
    let all_marks: Vec<_> = (0..rules.weapons.len()).map(marks_of).collect();
    let chain = &steps.chain(ChainKind::Shoot).steps;
    let kind = |event: &Event| {
        let Event::StepRolled {
            chain: ChainKind::Shoot,
            step,
            attacker,
            target,
            distance2,
            situation,
            passes,
            ..
        } = *event
        else {
            return None;
        };
        let pair = [attacker, target].map(|figure: FigureId| {
            let own = &scenario.spec.sides[figure.side()].figures[figure.index()];
            (own.troops, own.weapon)
        });
        let holds = conditions.iter().enumerate();
        let holds = holds.fold(0, |bits, (k, c)| bits | u32::from(situation.times(*c) > 0) << k);
        let marks: &Vec<i32> = &all_marks[pair[0].1];
        let is_within = |far: &_| distance2 <= i64::from(*far) * i64::from(*far);
        let mark = marks.iter().position(is_within);
        let mark = mark.unwrap_or(marks.len().saturating_sub(1));
        // A shot is one at its first step, and hits at its last.
        let stops = steps.steps[usize::from(step)].stops;
        let hits = chain.last() == Some(&step) && passes != stops;
        Some(((pair, holds, mark), [hits, chain.first() == Some(&step)]))
    };
    let (sums, games, unit): (Kinds<ShotCase>, _, _) = counted_shots(args, battle, kind)?;
    let mut seen = Vec::new();
    for ((pair, holds, mark), sums) in sums {
        let men = pair
            .map(|(troops, weapon)| Man::new(steps, &rules.troops[troops], &rules.weapons[weapon]));
        let [own, other] = &men;
        let bits = conditions.iter().enumerate();
        let factors: Vec<C> = bits.filter(|(k, _)| holds >> k & 1 == 1).map(|(_, c)| *c).collect();
        let situation = factors.iter().fold(Situation::PLAIN, |all, c| all.with(*c, true));
        let distance = all_marks[pair[0].1].get(mark).copied().unwrap_or(0);
        let attack = Attack::shot(steps, [own, other], situation, distance);
        let (Some(attack), Some(these)) = (attack, counted_out(&sums)) else { continue };
        seen.push(SeenCase {
            weapon: own.weapon.clone(),
            troops: own.troops.clone(),
            against: other.troops.clone(),
            against_weapon: other.weapon.clone(),
            factors: told(&factors),
            distance: inches(distance),
            exact: attack.law()?.through,
            seen: these,
        });
    }
    let rows = seen.iter().map(|row| Comparison {
        what: row.words(),
        exact: row.exact.to_f64(),
        hits: row.seen.hits,
        trials: row.seen.shots,
    });
    let all = Overlay::new(scenario, args.seed, games, (rows.collect(), unit));
    Ok(StepOverlay { all, seen })
}

impl SeenCase {
    /// `poor with bow at good with sword, 16 inches, moved`
    fn words(&self) -> String {
        let Self { weapon, troops, against, against_weapon, factors, distance, .. } = self;
        let comma = if factors.is_empty() { "" } else { ", " };
        format!(
            "{troops} with {weapon} at {against} with {against_weapon}, {distance} inches{comma}{factors}"
        )
    }
}
