//! The shots of a run, laid beside the exact chance that one comes through all its steps.

use std::collections::BTreeMap;
use std::ops::Deref;

use indicatif::HumanCount;
use serde::Serialize;
use skirmish_engine::battle::{Battle, FigureId};
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::rulebook::{ChainKind, Situation, StepCondition as C};
use skirmish_odds::Ratio;
use skirmish_odds::steps::{Attack, Man, marks};
use skirmish_report::agreement::{Comparison, judge};
use skirmish_report::{Unit, counted};
use skirmish_scenario::Scenario;
use skirmish_simulator::{Pairs, Session, Workers};

use super::laws::{asked, inches, told};
use crate::args;
use crate::curves::laws as curves;
use crate::curves::shots::counted_out;
use crate::playing::{is_interrupted, progress_bar};
use crate::status::{Done, Failure};

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
type Kind = ([(usize, usize); 2], u32, usize);

/// Hands events on.
struct Watch<F>(F);

impl<F: FnMut(&Event)> Observer for Watch<F> {
    fn event(&mut self, _: &Scene<'_>, event: &Event) {
        self.0(event);
    }
}

/// Plays a battle and counts its shots. Each game has dice of its own, so that shots are as many trials.
pub(super) fn lay_over(args: &args::Curves, scenario: &Scenario, battle: &Battle) -> Done<Overlay> {
    let (rules, steps) = (&scenario.spec.rules, &scenario.spec.rules.steps);
    let (first, last) = match &steps.chain(ChainKind::Shoot).steps[..] {
        [] => (None, None),
        steps => (steps.first().copied(), steps.last().copied()),
    };
    // The distance says the range.
    let mut conditions = asked(steps, ChainKind::Shoot);
    conditions.retain(|c| ![C::Always, C::MediumRange, C::LongRange].contains(c));
    let kind = |figure: FigureId| {
        let own = &scenario.spec.sides[figure.side()].figures[figure.index()];
        (own.troops, own.weapon)
    };
    let marks_of = |weapon: usize| {
        rules.weapons[weapon].missile.map_or_else(Vec::new, |missile| marks(steps, &missile))
    };
    let all_marks: Vec<_> = (0..rules.weapons.len()).map(marks_of).collect();
    let mut counts: BTreeMap<Kind, [u64; 2]> = BTreeMap::new();
    let mut watch = Watch(|event: &Event| {
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
            return;
        };
        let pair = [attacker, target].map(kind);
        let holds = conditions.iter().enumerate();
        let holds = holds.fold(0, |bits, (k, c)| bits | u32::from(situation.times(*c) > 0) << k);
        let marks = &all_marks[pair[0].1];
        let is_within = |far: &_| distance2 <= i64::from(*far) * i64::from(*far);
        let mark = marks.iter().position(is_within);
        let mark = mark.unwrap_or(marks.len().saturating_sub(1));
        let [hits, shots] = counts.entry((pair, holds, mark)).or_default();
        *shots += u64::from(Some(step) == first);
        let stops = steps.steps[usize::from(step)].stops;
        *hits += u64::from(Some(step) == last && passes != stops);
    });
    let workers = Workers::new(1)?;
    let session = Session::new(battle, args.seed, Pairs::Off, &workers)?;
    let bar = progress_bar(args.games, args.quiet);
    for game in 0..args.games {
        if is_interrupted() {
            let (played, games) = (HumanCount(game), counted(args.games, "game"));
            return Err(Failure::Interrupted(format!(
                "{played} of {games} were played; nothing was written"
            )));
        }
        session.replay(game, &mut watch);
        bar.set_position(game + 1);
    }
    bar.finish_and_clear();
    let mut seen = Vec::new();
    for ((pair, holds, mark), [hits, shots]) in counts {
        let men = pair
            .map(|(troops, weapon)| Man::new(steps, &rules.troops[troops], &rules.weapons[weapon]));
        let [own, other] = &men;
        let bits = conditions.iter().enumerate();
        let factors: Vec<C> = bits.filter(|(k, _)| holds >> k & 1 == 1).map(|(_, c)| *c).collect();
        let situation = factors.iter().fold(Situation::PLAIN, |all, c| all.with(*c, true));
        let distance = all_marks[pair[0].1].get(mark).copied().unwrap_or(0);
        let attack = Attack::shot(steps, [own, other], situation, distance);
        let (Some(attack), Some(these)) = (attack, counted_out(hits, shots)) else { continue };
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
    let all = curves::Overlay {
        battle: scenario.title.clone(),
        games: args.games,
        seed: args.seed,
        shots: seen.iter().map(|row| row.shots).sum(),
        agreement: judge(rows.collect(), Unit::Game),
    };
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
