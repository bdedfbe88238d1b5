//! The shots of a run, laid beside the exact chance that one comes through all its steps.

use std::ops::Deref;

use serde::Serialize;
use skirmish_engine::battle::{Battle, FigureId};
use skirmish_engine::event::Event;
use skirmish_engine::rulebook::{ChainKind, Situation, StepCondition as C};
use skirmish_odds::Ratio;
use skirmish_odds::steps::{Attack, Man, marks};
use skirmish_report::agreement::Comparison;
use skirmish_scenario::Scenario;
use skirmish_simulator::Kinds;

use super::laws::{asked, inches, told};
use crate::args;
use crate::curves::laws as curves;
use crate::curves::shots::{counted_out, counted_shots};
use crate::status::Done;

/// What a run says of the shots: of all, and of each kind.
#[derive(Debug, Serialize)]
pub(super) struct Overlay {
    #[serde(flatten)]
    pub(super) all: curves::Overlay,
    pub(super) seen: Vec<Seen>,
}

/// Shots that have all in common that their chance hangs on.
#[derive(Debug, Serialize)]
pub(super) struct Seen {
    pub(super) weapon: String,
    pub(super) troops: String,
    pub(super) against: String,
    pub(super) against_weapon: String,
    pub(super) factors: String,
    /// The mark, in inches; it counts beyond the one before.
    pub(super) distance: f64,
    pub(super) exact: Ratio,
    #[serde(flatten)]
    seen: curves::Seen,
}

impl Deref for Seen {
    type Target = curves::Seen;

    fn deref(&self) -> &Self::Target {
        &self.seen
    }
}

/// Troop type and weapon of both, a bit for each condition that holds, and the mark.
type ShotCase = ([(usize, usize); 2], u32, usize);

/// Plays a battle and counts its shots.
pub(super) fn lay_over(args: &args::Curves, scenario: &Scenario, battle: &Battle) -> Done<Overlay> {
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
        seen.push(Seen {
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
        hits: row.hits,
        trials: row.shots,
    });
    let all = curves::Overlay::new(scenario, args.seed, games, (rows.collect(), unit));
    Ok(Overlay { all, seen })
}

impl Seen {
    /// `poor with bow at good with sword, 16 inches, moved`
    pub(super) fn words(&self) -> String {
        let Self { weapon, troops, against, against_weapon, factors, distance, .. } = self;
        let comma = if factors.is_empty() { "" } else { ", " };
        format!(
            "{troops} with {weapon} at {against} with {against_weapon}, {distance} inches{comma}{factors}"
        )
    }
}
