//! What each step does by itself, and what that lets one expect of several.

use skirmish_simulator::Additive;
use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::{Looks, Study};
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Edit, Move, Playtester, Stage, Target, Tunable, TuneSpec};

/// Games of each matchup at the first look, or more: what is known well enough is played no more.
const FIRST: u64 = 60;

/// Games of each matchup after which only those are played on that are seen to move a target.
const GLANCE: u64 = 500;

/// What is so small beside half the range of a target need not be known any better.
const ENOUGH: f64 = 0.35;

/// Standard errors from which on one is seen to move.
const SEEN: f64 = 2.0;

/// A chance below this has too few digits for a logarithm.
const LEAST_CHANCE: f64 = 1e-9;

/// Effects need not add up: so much of what several steps do together may be otherwise.
const MISFIT: f64 = 0.2;

/// What moving a cell in one direction does.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// The furthest that it can be moved.
    pub furthest: u8,
    /// Games that went otherwise there, of all matchups.
    pub changed_games: u64,
    /// By target: the change on its scale with one step and with the furthest, and the variance of each.
    changes: Vec<[(f64, f64); 2]>,
}

/// What is expected of edits: changes add up on the logit of a share, and on the logarithm of anything else.
pub(super) struct Model {
    /// Where the cells were moved from.
    from: Edit,
    /// The ends of each target's range, on its scale.
    ends: Vec<[Option<f64>; 2]>,
    now: Vec<Option<(f64, f64)>>,
    effects: Vec<[Option<Effect>; 2]>,
}

/// The least value that has a logarithm here.
const LEAST_VALUE: f64 = 1e-4;

/// The scale on which changes add up.
fn scale(target: &Target, value: f64) -> f64 {
    match target.measure.is_share {
        true => {
            let value = value.clamp(LEAST_VALUE, 1.0 - LEAST_VALUE);
            (value / (1.0 - value)).ln()
        }
        false => value.max(LEAST_VALUE).ln(),
    }
}

/// A value as it is, but for a share of none or all, for which half a game stands: its logit has no end otherwise (J. B. S. Haldane,
/// Annals of Human Genetics 20, 1956, 309-311).
fn off_the_ends(target: &Target, value: f64, games: f64) -> f64 {
    let half = 0.5 / games.max(1.0);
    if target.measure.is_share { value.clamp(half, 1.0 - half) } else { value }
}

/// How much the scale changes with the value.
fn slope(target: &Target, value: f64) -> f64 {
    match target.measure.is_share {
        true => 1.0 / (value * (1.0 - value)).max(LEAST_VALUE),
        false => 1.0 / value.max(LEAST_VALUE),
    }
}

/// Times the density of the normal law at 0 it is 1.
const SQRT_TAU: f64 = 2.506_628_274_631_000_7;

/// Where the changes of one step, and of the furthest, stand.
const NEAR: usize = 0;
const FAR: usize = 1;

/// Plays every cell by itself, as far down and up as it goes, and with one step where that is seen to move a target: a single step
/// shows little where a battle is all but lost. `None` if it is stopped.
///
/// The n-th time they are moved from an edit, and so are their steps counted.
pub(super) fn screen<T: Playtester>(
    asked: &TuneSpec,
    (n, from): (usize, &Edit),
    tester: &mut T,
) -> Result<Option<Model>, T::Error> {
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
        let of_matchup =
            || asked.targets.iter().enumerate().filter(|(_, it)| it.matchup == matchup);
        let mut known = vec![Known::NOTHING; moves.len()];
        let mut far = Looked::new((0..moves.len()).collect());
        for &look in looks.games() {
            let edit = |k: usize| moved(from, moves[k]);
            let Some(changed) = far.play(tester, (Stage::Ends(n), matchup, from), edit, look)?
            else {
                return Ok(None);
            };
            for (k, changed) in far.of.iter().zip(changed) {
                effects[*k].changed_games += changed;
            }
            far.retain(|k, variant, study| {
                let each = of_matchup()
                    .map(|(place, it)| effects[k].measure(FAR, place, it, (study, variant)));
                known[k] = each.fold(Known::NONE_NEEDED, Known::and);
                !known[k].is_enough && (known[k].is_seen || look < GLANCE)
            });
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
            if near.of.is_empty() {
                break;
            }
            let edit = |k: usize| moved(from, Move { steps: moves[k].steps.signum(), ..moves[k] });
            if near.play(tester, (Stage::Steps(n), matchup, from), edit, look)?.is_none() {
                return Ok(None);
            }
            near.retain(|k, variant, study| {
                let each = of_matchup()
                    .map(|(place, it)| effects[k].measure(NEAR, place, it, (study, variant)));
                !each.fold(Known::NONE_NEEDED, Known::and).is_enough
            });
        }
        // The others are taken to go straight on.
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
    Ok(Some(Model { from, ends, now, effects: of_cells }))
}

/// How many steps an edit moves a cell.
fn steps_of(edit: &[Move], cell: usize) -> i8 {
    edit.iter().find(|it| it.cell == cell).map_or(0, |it| it.steps)
}

/// An edit with one cell moved on.
fn moved(from: &Edit, by: Move) -> Edit {
    let to = Move { steps: steps_of(from, by.cell) + by.steps, ..by };
    let others = from.iter().copied().filter(|it| it.cell != by.cell);
    let mut edit: Edit = others.chain((to.steps != 0).then_some(to)).collect();
    edit.sort();
    edit
}

/// Each cell down and up from where an edit has it, as far as that can be played.
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

/// Moves that are played on, and what was counted of them in one matchup.
struct Looked {
    /// Which moves, by their places.
    of: Vec<usize>,
    /// What was counted, with a variant for each of them.
    study: Option<Study>,
    games: u64,
}

impl Looked {
    fn new(of: Vec<usize>) -> Self {
        Self { of, study: None, games: 0 }
    }

    /// Plays on to so many games; the matchup as it stands always, though no move be left. Returns how many of the new games each has
    /// changed, or `None` if it is stopped.
    fn play<T: Playtester>(
        &mut self,
        tester: &mut T,
        (stage, matchup, from): (Stage, usize, &Edit),
        edit: impl Fn(usize) -> Edit,
        to: u64,
    ) -> Result<Option<Vec<u64>>, T::Error> {
        let edits: Vec<Edit> = self.of.iter().map(|k| edit(*k)).collect();
        let Some(more) = tester.play(stage, matchup, from, &edits, self.games..to)? else {
            return Ok(None);
        };
        let changed = more.variants.iter().map(|variant| variant.difference.changed).collect();
        match &mut self.study {
            Some(study) => study.merge(&more),
            none => *none = Some(more),
        }
        self.games = to;
        Ok(Some(changed))
    }

    /// Keeps those that are to be played on.
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

/// How well it is known what a move does to the targets of a matchup.
#[derive(Clone, Copy)]
struct Known {
    /// It is seen to move one of them.
    is_seen: bool,
    /// It moves none of them by much of its range.
    is_small: bool,
    /// The errors are small beside every range.
    is_enough: bool,
}

impl Known {
    const NOTHING: Self = Self { is_seen: false, is_small: false, is_enough: false };
    /// How well it is known where there are no targets.
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
    /// Takes what a target becomes from a variant of a study; how well that is known.
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
        // Where few games have changed, another three would be as likely; what was not seen at all has the spread of where it
        // is wanted.
        let games = study.games() as f64;
        let spread = (old.std_err.unwrap_or(0.0) * games.sqrt()).max(target.spread());
        let another = 3.0 * spread / games;
        let error = change.difference.and_then(|it| it.std_err).unwrap_or(0.0).hypot(another);
        let [was, is] = [old, new].map(|it| off_the_ends(target, it.value, games));
        let noise = error * slope(target, f64::midpoint(was, is));
        let moved = scale(target, is) - scale(target, was);
        // What may be noise counts for less, and for nothing where it is no more than noise (James and Stein 1961).
        let kept = if moved == 0.0 { 0.0 } else { (1.0 - (noise / moved).powi(2)).max(0.0) };
        self.changes[place][at] = (kept * moved, noise * noise);
        let enough = ENOUGH * target.room(old.value);
        Known {
            is_seen: moved.abs() > SEEN * noise,
            is_small: (new.value - old.value).abs() + SEEN * error < enough,
            is_enough: error < enough,
        }
    }

    /// The change of a target with so many steps, and its variance: straight from none to one, and from one to the furthest.
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
    pub(super) fn into_effects(self) -> Vec<[Option<Effect>; 2]> {
        self.effects
    }

    /// Whether a step in this direction changed any game.
    pub(super) fn is_live(&self, cell: usize, is_up: bool) -> bool {
        let is_moved = |it: &Effect| it.changed_games > 0;
        steps_of(&self.from, cell) != 0
            || self.effects[cell][usize::from(is_up)].as_ref().is_some_and(is_moved)
    }

    /// The steps from where the cells were moved to an edit.
    fn steps_to<'m>(&'m self, edit: &'m [Move]) -> impl Iterator<Item = Move> + 'm {
        let back = self.from.iter().filter(|was| edit.iter().all(|it| it.cell != was.cell));
        let back = back.map(|was| Move { steps: -was.steps, ..*was });
        let to = |it: &Move| Move { steps: it.steps - steps_of(&self.from, it.cell), ..*it };
        edit.iter().map(to).chain(back).filter(|it| it.steps != 0)
    }

    /// How unlikely it is, as far as the model goes, that an edit meets all targets, as a sum of logarithms of chances: the less
    /// the better. `None` if one of the chances is less than `least`.
    pub(super) fn outlook(&self, edit: &[Move], least: f64) -> Option<f64> {
        let mut unlikely = 0.0;
        for place in 0..self.ends.len() {
            let (chance, out) = self.chance(place, edit, least)?;
            // Far out the logarithm of the chance is as good as half the square of the distance, and no digit is left of itself.
            unlikely += if chance > LEAST_CHANCE { -chance.ln() } else { out * out / 2.0 };
        }
        Some(unlikely)
    }

    /// The chance that an edit meets a target, and by how many deviations it is expected to miss; `None` if the chance is less
    /// than `least`.
    pub(super) fn chance(&self, place: usize, edit: &[Move], least: f64) -> Option<(f64, f64)> {
        // Of what was never measured nothing is known.
        let Some((mut mean, mut variance)) = self.now[place] else { return Some((1.0, 0.0)) };
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
        let deviation = variance.sqrt().max(1e-6);
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
}
