//! What each step does by itself, and what that lets one expect of several.

use skirmish_simulator::Additive;
use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::Study;
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Asked, Edit, Move, Stage, Table, Target};

/// Games of each seat after which only those are played on that are seen to move a target.
const GLANCE: u64 = 500;

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
    /// Games that went otherwise there, of all seats.
    pub changed_games: u64,
    /// By target: the change on its scale with one step and with the furthest, and the variance of each.
    changes: Vec<[(f64, f64); 2]>,
}

/// What is expected of edits: changes add up on the logit of a share, and on the logarithm of anything else.
pub(super) struct Model {
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

/// How much the scale changes with the value.
fn slope(target: &Target, value: f64) -> f64 {
    match target.measure.is_share {
        true => 1.0 / (value * (1.0 - value)).max(LEAST_VALUE),
        false => 1.0 / value.max(LEAST_VALUE),
    }
}

/// Where the changes of one step, and of the furthest, stand.
const NEAR: usize = 0;
const FAR: usize = 1;

/// Plays every cell by itself, as far down and up as it goes, and with one step where that is seen to move a target: a single step
/// shows little where a battle is all but lost. `None` if it is stopped.
pub(super) fn screen<T: Table>(asked: &Asked, table: &mut T) -> Result<Option<Model>, T::Error> {
    let mut moves: Vec<Move> = Vec::new();
    for (cell, of) in asked.cells.iter().enumerate() {
        for (direction, most) in [-1_i8, 1].into_iter().zip(of.steps) {
            for steps in (1..=most as i8).rev() {
                let it = Move { cell, steps: direction * steps };
                if table.is_sound(&[it])? {
                    moves.push(it);
                    break;
                }
            }
        }
    }
    let effect = |it: &Move| Effect {
        furthest: it.steps.unsigned_abs(),
        changed_games: 0,
        changes: vec![[(0.0, 0.0); 2]; asked.targets.len()],
    };
    let mut effects: Vec<Effect> = moves.iter().map(effect).collect();
    let mut now = vec![None; asked.targets.len()];
    let glance = GLANCE.min(asked.screen);
    for seat in 0..asked.seats {
        let of_seat = || asked.targets.iter().enumerate().filter(|(_, it)| it.seat == seat);
        let edits: Vec<Edit> = moves.iter().map(|it| vec![*it]).collect();
        let Some(mut far) = table.play(Stage::Ends, seat, &edits, 0..glance)? else {
            return Ok(None);
        };
        let mut seen: Vec<usize> = Vec::new();
        for (k, variant) in far.variants.iter().enumerate() {
            effects[k].changed_games += variant.difference.changed;
            let mut is_seen = false;
            for (place, target) in of_seat() {
                is_seen |= effects[k].measure(FAR, place, target, (&far, k));
            }
            if is_seen {
                seen.push(k);
            }
        }
        far.variants = seen.iter().map(|k| far.variants[*k].clone()).collect();
        let edit = |k: &usize, steps: i8| vec![Move { steps, ..moves[*k] }];
        if glance < asked.screen {
            let edits: Vec<Edit> = seen.iter().map(|k| edit(k, moves[*k].steps)).collect();
            match table.play(Stage::Ends, seat, &edits, glance..asked.screen)? {
                Some(more) => far.merge(&more),
                None => return Ok(None),
            }
        }
        let further: Vec<usize> =
            seen.iter().copied().filter(|k| effects[*k].furthest > 1).collect();
        let edits: Vec<Edit> = further.iter().map(|k| edit(k, moves[*k].steps.signum())).collect();
        let Some(near) = table.play(Stage::Steps, seat, &edits, 0..asked.screen)? else {
            return Ok(None);
        };
        for (place, target) in of_seat() {
            let estimate = target.estimate(&far.base, Confidence::P95);
            now[place] = estimate.map(|estimate| on_scale(target, estimate));
            for (variant, k) in seen.iter().enumerate() {
                effects[*k].measure(FAR, place, target, (&far, variant));
            }
            for (variant, k) in further.iter().enumerate() {
                effects[*k].measure(NEAR, place, target, (&near, variant));
            }
        }
        // The others are taken to go straight on.
        for (k, effect) in effects.iter_mut().enumerate() {
            if !further.contains(&k) {
                for (place, _) in of_seat() {
                    let furthest = f64::from(effect.furthest);
                    let (change, noise) = effect.changes[place][FAR];
                    effect.changes[place][NEAR] =
                        (change / furthest, noise / (furthest * furthest));
                }
            }
        }
    }
    let mut of_cells: Vec<[Option<Effect>; 2]> = asked.cells.iter().map(|_| [None, None]).collect();
    for (it, effect) in moves.into_iter().zip(effects) {
        of_cells[it.cell][usize::from(it.steps > 0)] = Some(effect);
    }
    Ok(Some(Model { now, effects: of_cells }))
}

impl Effect {
    /// Takes what a target becomes from a variant of a study; whether it is seen to move.
    fn measure(
        &mut self,
        at: usize,
        place: usize,
        target: &Target,
        (study, variant): (&Study, usize),
    ) -> bool {
        let change = study.change(variant, target.measure, target.side, Confidence::P95);
        let Some(change) = change else { return false };
        let [Some(old), Some(new)] = change.values else { return false };
        let error = change.difference.and_then(|it| it.std_err).unwrap_or(0.0);
        let noise = error * slope(target, f64::midpoint(old.value, new.value));
        let moved = scale(target, new.value) - scale(target, old.value);
        // What may be noise counts for less, and for nothing where it is no more than noise (James and Stein 1961).
        let kept = if moved == 0.0 { 0.0 } else { (1.0 - (noise / moved).powi(2)).max(0.0) };
        self.changes[place][at] = (kept * moved, noise * noise);
        moved.abs() > SEEN * noise
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

fn on_scale(target: &Target, estimate: Estimate) -> (f64, f64) {
    let error = estimate.std_err.unwrap_or(0.0) * slope(target, estimate.value);
    (scale(target, estimate.value), error * error)
}

impl Model {
    pub(super) fn into_effects(self) -> Vec<[Option<Effect>; 2]> {
        self.effects
    }

    /// Whether a step in this direction changed any game.
    pub(super) fn is_live(&self, cell: usize, is_up: bool) -> bool {
        self.effects[cell][usize::from(is_up)].as_ref().is_some_and(|it| it.changed_games > 0)
    }

    /// The chance, as far as the model goes, that an edit meets the target where that is least likely; and how unlikely it is
    /// that it meets all, as a sum of logarithms: the less the better.
    pub(super) fn outlook(&self, asked: &Asked, edit: &[Move]) -> (f64, f64) {
        let is_single = matches!(edit, [one] if one.steps.abs() == 1);
        let (mut least, mut unlikely) = (1.0_f64, 0.0);
        for (place, target) in asked.targets.iter().enumerate() {
            // Of what was never measured nothing is known.
            let Some((mut mean, mut variance)) = self.now[place] else { continue };
            let mut moved = 0.0;
            for step in edit {
                let effect = &self.effects[step.cell][usize::from(step.steps > 0)];
                let Some(effect) = effect else { continue };
                let (change, noise) = effect.change(place, step.steps.unsigned_abs());
                mean += change;
                moved += change.abs();
                variance += noise;
            }
            if !is_single {
                variance += (MISFIT * moved).powi(2);
            }
            let deviation = variance.sqrt().max(1e-6);
            let z = |bound: f64| (scale(target, bound) - mean) / deviation;
            let [low, high] = [target.bounds.least, target.bounds.most].map(|it| it.map(z));
            let law = Normal::standard();
            let below = |z: Option<f64>, without: f64| z.map_or(without, |z| law.cdf(z));
            let chance = (below(high, 1.0) - below(low, 0.0)).max(0.0);
            least = least.min(chance);
            // Far out the logarithm of the chance is as good as half the square of the distance, and no digit is left of itself.
            let out = low.unwrap_or(0.0).max(-high.unwrap_or(0.0)).max(0.0);
            unlikely += if chance > LEAST_CHANCE { -chance.ln() } else { out * out / 2.0 };
        }
        (least, unlikely)
    }
}
