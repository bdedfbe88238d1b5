//! The effects of single steps, and what they predict for several.

use skirmish_simulator::Additive;
use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::{Looks, Study};
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Edit, GuessedValue, Move, Playtester, Stage, Target, Tunable, TuneSpec};

/// The least games of each matchup at the first look; effects known well enough are not played further.
const FIRST: u64 = 60;

/// Games after which only moves with a visible effect are played further.
const GLANCE: u64 = 500;

/// The error, as a part of a target's half range, that is small enough.
const ENOUGH: f64 = 0.35;

/// Standard errors that make an effect visible.
const SEEN: f64 = 2.0;

/// A chance below this has too few digits for a logarithm.
const LEAST_CHANCE: f64 = 1e-9;

/// The part of a combined effect that may deviate from the sum.
const MISFIT: f64 = 0.2;

/// The effect of moving a cell in one direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// The furthest move in steps.
    pub furthest: u8,
    /// Games that changed with the furthest move, over all matchups.
    pub changed_games: u64,
    /// By target: the change on its scale with one step and with the furthest move, each with its variance.
    changes: Vec<[(f64, f64); 2]>,
}

/// Predicts edits: changes add up on the logit of a share and on the logarithm of anything else.
pub(super) struct Model {
    /// Whether every move was played as far as it takes.
    pub(super) is_whole: bool,
    /// Games with all moves together.
    pub(super) games: u64,
    from: Edit,
    ends: Vec<[Option<f64>; 2]>,
    now: Vec<Option<(f64, f64)>>,
    effects: Vec<[Option<Effect>; 2]>,
}

/// The least value with a logarithm here.
const LEAST_VALUE: f64 = 1e-4;

/// Returns a value on the scale where changes add up.
fn scale(target: &Target, value: f64) -> f64 {
    match target.measure.is_share {
        true => {
            let value = value.clamp(LEAST_VALUE, 1.0 - LEAST_VALUE);
            (value / (1.0 - value)).ln()
        }
        false => value.max(LEAST_VALUE).ln(),
    }
}

/// Returns a value, with half a game in place of a share of none or all, since its logit would be infinite (J. B. S. Haldane,
/// Annals of Human Genetics 20, 1956, 309-311).
fn off_the_ends(target: &Target, value: f64, games: f64) -> f64 {
    let half = 0.5 / games.max(1.0);
    if target.measure.is_share { value.clamp(half, 1.0 - half) } else { value }
}

fn slope(target: &Target, value: f64) -> f64 {
    match target.measure.is_share {
        true => 1.0 / (value * (1.0 - value)).max(LEAST_VALUE),
        false => 1.0 / value.max(LEAST_VALUE),
    }
}

const SQRT_TAU: f64 = 2.506_628_274_631_000_7;

/// Indexes of the changes with one step and with the furthest move.
const NEAR: usize = 0;
const FAR: usize = 1;

/// Moves every cell alone from an edit, as far as it goes, and by one step where that has a visible effect, since a single step
/// shows little in a battle that is all but lost. If stopped, the model rests on what was played.
pub(super) fn screen<T: Playtester>(
    asked: &TuneSpec,
    (n, from): (usize, &Edit),
    tester: &mut T,
) -> Result<Model, T::Error> {
    let (mut is_whole, mut games) = (true, 0);
    let moves = furthest(asked, from, tester)?;
    let effect = |it: &Move| Effect {
        furthest: it.steps.unsigned_abs(),
        changed_games: 0,
        changes: vec![[(0.0, 0.0); 2]; asked.targets.len()],
    };
    let mut effects: Vec<Effect> = moves.iter().map(effect).collect();
    let mut now = vec![None; asked.targets.len()];
    let looks = Looks::doubling(FIRST, asked.screen, asked.error, 1);
    for matchup in 0..asked.matchups {
        if !is_whole {
            break;
        }
        let of_matchup =
            || asked.targets.iter().enumerate().filter(|(_, it)| it.matchup == matchup);
        let mut known = vec![Known::NOTHING; moves.len()];
        let mut far = Looked::new((0..moves.len()).collect());
        for &look in looks.games() {
            let edit = |k: usize| moved(from, moves[k]);
            let changed;
            (changed, is_whole) = far.play(tester, (Stage::Ends(n), matchup, from), edit, look)?;
            for (k, changed) in far.of.iter().zip(changed) {
                effects[*k].changed_games += changed;
            }
            far.retain(|k, variant, study| {
                let each = of_matchup()
                    .map(|(place, it)| effects[k].measure(FAR, place, it, (study, variant)));
                known[k] = each.fold(Known::NONE_NEEDED, Known::and);
                !known[k].is_enough && (known[k].is_seen || look < GLANCE)
            });
            if !is_whole {
                break;
            }
        }
        for (place, target) in of_matchup() {
            let base = far.study.as_ref().map(|study| &study.base);
            let estimate = base.and_then(|base| target.estimate(base, Confidence::P95));
            let games = base.map_or(0.0, |base| base.games() as f64);
            now[place] = estimate.map(|estimate| on_scale(target, estimate, games));
        }
        let is_bent =
            |k: &usize| known[*k].is_seen && !known[*k].is_small && effects[*k].furthest > 1;
        let mut near = Looked::new((0..moves.len()).filter(is_bent).collect());
        let mut is_near = vec![false; moves.len()];
        near.of.iter().for_each(|k| is_near[*k] = true);
        for &look in looks.games() {
            if near.of.is_empty() || !is_whole {
                break;
            }
            let edit = |k: usize| moved(from, Move { steps: moves[k].steps.signum(), ..moves[k] });
            (_, is_whole) = near.play(tester, (Stage::Steps(n), matchup, from), edit, look)?;
            near.retain(|k, variant, study| {
                let each = of_matchup()
                    .map(|(place, it)| effects[k].measure(NEAR, place, it, (study, variant)));
                !each.fold(Known::NONE_NEEDED, Known::and).is_enough
            });
        }
        games += far.played + near.played;
        if near.games == 0 {
            is_near.fill(false);
        }
        // The others are assumed to be linear.
        for (effect, _) in effects.iter_mut().zip(is_near).filter(|(_, is_near)| !is_near) {
            for (place, _) in of_matchup() {
                let furthest = f64::from(effect.furthest);
                let (change, noise) = effect.changes[place][FAR];
                effect.changes[place][NEAR] = (change / furthest, noise / (furthest * furthest));
            }
        }
    }
    let mut of_cells: Vec<[Option<Effect>; 2]> = asked.cells.iter().map(|_| [None, None]).collect();
    for (it, effect) in moves.into_iter().zip(effects) {
        of_cells[it.cell][usize::from(it.steps > 0)] = Some(effect);
    }
    let ends = |target: &Target| {
        [target.bounds.least, target.bounds.most].map(|end| end.map(|end| scale(target, end)))
    };
    let (from, ends) = (from.clone(), asked.targets.iter().map(ends).collect());
    Ok(Model { is_whole, games, from, ends, now, effects: of_cells })
}

fn steps_of(edit: &[Move], cell: usize) -> i8 {
    edit.iter().find(|it| it.cell == cell).map_or(0, |it| it.steps)
}

fn moved(from: &Edit, by: Move) -> Edit {
    let to = Move { steps: steps_of(from, by.cell) + by.steps, ..by };
    let others = from.iter().copied().filter(|it| it.cell != by.cell);
    let mut edit: Edit = others.chain((to.steps != 0).then_some(to)).collect();
    edit.sort();
    edit
}

fn furthest<T: Playtester>(
    asked: &TuneSpec,
    from: &Edit,
    tester: &mut T,
) -> Result<Vec<Move>, T::Error> {
    let directed = |(cell, of): (usize, &Tunable)| {
        let now = steps_of(from, cell);
        let ends = [-1, 1].into_iter().zip(of.steps).map(|(by, most)| by * most as i8);
        ends.map(|end| Move { cell, steps: end - now }).collect::<Vec<_>>()
    };
    let mut open: Vec<Move> = asked.cells.iter().enumerate().flat_map(directed).collect();
    let mut moves = Vec::new();
    loop {
        open.retain(|it| it.steps != 0);
        if open.is_empty() {
            moves.sort();
            return Ok(moves);
        }
        let edits: Vec<Edit> = open.iter().map(|it| moved(from, *it)).collect();
        let are_sound = tester.are_sound(&edits)?;
        let (sound, others): (Vec<_>, Vec<_>) =
            open.into_iter().zip(are_sound).partition(|(_, is_sound)| *is_sound);
        moves.extend(sound.into_iter().map(|(it, _)| it));
        let nearer = |it: Move| Move { steps: it.steps - it.steps.signum(), ..it };
        open = others.into_iter().map(|(it, _)| nearer(it)).collect();
    }
}

struct Looked {
    of: Vec<usize>,
    study: Option<Study>,
    games: u64,
    /// Games with all moves together.
    played: u64,
}

impl Looked {
    fn new(of: Vec<usize>) -> Self {
        Self { of, study: None, games: 0, played: 0 }
    }

    /// Plays on to so many games. Returns how many of the new games each move changed, and whether it was not stopped.
    fn play<T: Playtester>(
        &mut self,
        tester: &mut T,
        (stage, matchup, from): (Stage, usize, &Edit),
        edit: impl Fn(usize) -> Edit,
        to: u64,
    ) -> Result<(Vec<u64>, bool), T::Error> {
        let edits: Vec<Edit> = self.of.iter().map(|k| edit(*k)).collect();
        let (more, is_whole) = tester.play(stage, matchup, from, &edits, self.games..to)?;
        if more.games() == 0 && !is_whole {
            return Ok((Vec::new(), false));
        }
        let changed = more.variants.iter().map(|variant| variant.difference.changed).collect();
        self.games = to;
        self.played += more.games() * (1 + edits.len() as u64);
        match &mut self.study {
            Some(study) => study.merge(&more),
            none => *none = Some(more),
        }
        Ok((changed, is_whole))
    }

    fn retain(&mut self, mut goes_on: impl FnMut(usize, usize, &Study) -> bool) {
        let Some(study) = &mut self.study else { return };
        let on: Vec<bool> =
            self.of.iter().enumerate().map(|(place, k)| goes_on(*k, place, study)).collect();
        let mut kept = on.iter();
        self.of.retain(|_| *kept.next().unwrap_or(&false));
        let mut kept = on.iter();
        study.variants.retain(|_| *kept.next().unwrap_or(&false));
    }
}

/// How well a move's effect on the targets of a matchup is known.
#[derive(Clone, Copy)]
struct Known {
    is_seen: bool,
    /// It moves no target by much of its range.
    is_small: bool,
    /// Its errors are small beside every range.
    is_enough: bool,
}

impl Known {
    const NOTHING: Self = Self { is_seen: false, is_small: false, is_enough: false };
    const NONE_NEEDED: Self = Self { is_seen: false, is_small: true, is_enough: true };

    fn and(self, other: Self) -> Self {
        Self {
            is_seen: self.is_seen || other.is_seen,
            is_small: self.is_small && other.is_small,
            is_enough: self.is_enough && other.is_enough,
        }
    }
}

impl Effect {
    /// Records the effect on a target from a variant of a study, and returns how well it is known.
    fn measure(
        &mut self,
        at: usize,
        place: usize,
        target: &Target,
        (study, variant): (&Study, usize),
    ) -> Known {
        let change = study.change(variant, target.measure, target.side, Confidence::P95);
        let Some(change) = change else { return Known::NOTHING };
        let [Some(old), Some(new)] = change.values else { return Known::NOTHING };
        // With few changed games, three more would be as likely, each with the spread of the target.
        let games = study.games() as f64;
        let spread = (old.std_err.unwrap_or(0.0) * games.sqrt()).max(target.spread());
        let another = 3.0 * spread / games;
        let error = change.difference.and_then(|it| it.std_err).unwrap_or(0.0).hypot(another);
        let [was, is] = [old, new].map(|it| off_the_ends(target, it.value, games));
        let noise = error * slope(target, f64::midpoint(was, is));
        let moved = scale(target, is) - scale(target, was);
        // Shrinks effects by their noise, down to 0 if they are no larger (James and Stein 1961).
        let kept = if moved == 0.0 { 0.0 } else { (1.0 - (noise / moved).powi(2)).max(0.0) };
        self.changes[place][at] = (kept * moved, noise * noise);
        let enough = ENOUGH * target.room(old.value);
        Known {
            is_seen: moved.abs() > SEEN * noise,
            is_small: (new.value - old.value).abs() + SEEN * error < enough,
            is_enough: error < enough,
        }
    }

    /// Returns the change of a target with so many steps and its variance, by linear interpolation.
    fn change(&self, place: usize, steps: u8) -> (f64, f64) {
        let [near, far] = self.changes[place];
        if steps <= 1 || self.furthest <= 1 {
            return if self.furthest <= 1 { far } else { near };
        }
        let part = f64::from(steps - 1) / f64::from(self.furthest - 1);
        (near.0 + part * (far.0 - near.0), near.1.max(far.1))
    }
}

fn on_scale(target: &Target, estimate: Estimate, games: f64) -> (f64, f64) {
    let value = off_the_ends(target, estimate.value, games);
    let half = (value - estimate.value).abs();
    let error = estimate.std_err.unwrap_or(0.0).max(half) * slope(target, value);
    (scale(target, value), error * error)
}

impl Model {
    pub(super) fn effects(&self) -> &[[Option<Effect>; 2]] {
        &self.effects
    }

    /// Returns the value of a target that the model expects with an edit, and its interval; `None` if it was never measured.
    pub(super) fn forecast(
        &self,
        (place, target): (usize, &Target),
        edit: &[Move],
    ) -> Option<GuessedValue> {
        let (mean, deviation) = self.expected(place, edit)?;
        let (low, high) = Confidence::P95.around(mean, deviation);
        let [value, low, high] = [mean, low, high].map(|at| match target.measure.is_share {
            true => 1.0 / (1.0 + (-at).exp()),
            false => at.exp(),
        });
        Some((value, Some((low, high))))
    }

    pub(super) fn is_live(&self, cell: usize, is_up: bool) -> bool {
        let is_moved = |it: &Effect| it.changed_games > 0;
        steps_of(&self.from, cell) != 0
            || self.effects[cell][usize::from(is_up)].as_ref().is_some_and(is_moved)
    }

    fn steps_to<'m>(&'m self, edit: &'m [Move]) -> impl Iterator<Item = Move> + 'm {
        let back = self.from.iter().filter(|was| edit.iter().all(|it| it.cell != was.cell));
        let back = back.map(|was| Move { steps: -was.steps, ..*was });
        let to = |it: &Move| Move { steps: it.steps - steps_of(&self.from, it.cell), ..*it };
        edit.iter().map(to).chain(back).filter(|it| it.steps != 0)
    }

    /// Returns the sum of negative log chances to meet the targets; `None` if a chance is below `least`.
    pub(super) fn outlook(&self, edit: &[Move], least: f64) -> Option<f64> {
        let mut unlikely = 0.0;
        for place in 0..self.ends.len() {
            let (chance, out) = self.chance(place, edit, least)?;
            // Far out the negative log chance is about half the squared distance, and the chance itself has no digits left.
            unlikely += if chance > LEAST_CHANCE { -chance.ln() } else { out * out / 2.0 };
        }
        Some(unlikely)
    }

    /// Returns the chance to meet a target and the deviations outside it; `None` if the chance is below `least`.
    pub(super) fn chance(&self, place: usize, edit: &[Move], least: f64) -> Option<(f64, f64)> {
        // Nothing is known of a target that was never measured.
        let Some((mean, deviation)) = self.expected(place, edit) else { return Some((1.0, 0.0)) };
        let [low, high] = self.ends[place].map(|end| Some((end? - mean) / deviation));
        let out = low.unwrap_or(0.0).max(-high.unwrap_or(0.0)).max(0.0);
        // Most edits end here: beyond z lies less than this (R. D. Gordon, Ann. Math. Statist. 12, 1941, 364-366).
        if out > 0.0 && (-out * out / 2.0).exp() < least * out * SQRT_TAU {
            return None;
        }
        let law = Normal::standard();
        let below = |z: Option<f64>, without: f64| z.map_or(without, |z| law.cdf(z));
        let chance = (below(high, 1.0) - below(low, 0.0)).max(0.0);
        (chance >= least).then_some((chance, out))
    }

    /// Returns the mean and the deviation of a target on its scale with an edit; `None` if it was never measured.
    fn expected(&self, place: usize, edit: &[Move]) -> Option<(f64, f64)> {
        let (mut mean, mut variance) = self.now[place]?;
        let mut moved = 0.0;
        let mut steps = 0;
        for step in self.steps_to(edit) {
            steps += step.steps.unsigned_abs();
            let effect = &self.effects[step.cell][usize::from(step.steps > 0)];
            let Some(effect) = effect else { continue };
            let (change, noise) = effect.change(place, step.steps.unsigned_abs());
            mean += change;
            moved += change.abs();
            variance += noise;
        }
        if steps > 1 {
            variance += (MISFIT * moved).powi(2);
        }
        Some((mean, variance.sqrt().max(1e-6)))
    }
}
