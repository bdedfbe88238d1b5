//! Rulebooks that are just laws: the effects of all steps, and so the edits that meet the targets, are known.

use std::convert::Infallible;
use std::ops::Range;
use std::sync::LazyLock;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use skirmish_engine::side::Side;
use skirmish_search::tune::{Edit, Move, Playtester, Stage, Target, Tunable, TuneSpec};
use skirmish_simulator::study::{Bounds, Study};

use skirmish_simulator::{Counts, Measure, Quantity, Unit, Workers};

/// A law of games.
#[derive(Debug, Clone)]
pub(crate) struct World {
    /// The seed of its dice.
    pub(crate) seed: u64,
    /// The logit of side A's win rate without edits.
    pub(crate) logit: f64,
    /// The length of a game without edits, relative to `ACTIONS`.
    pub(crate) length: f64,
    /// For each cell, what a step up adds to the logit and to the logarithm of the length.
    pub(crate) cells: Vec<[f64; 2]>,
    /// How often it was asked to play.
    pub(crate) calls: usize,
    /// The calls after which it stops.
    pub(crate) most_calls: usize,
    /// Whether it then plays half of what it was asked to.
    pub(crate) breaks_off: bool,
}

/// The usual mean number of actions in a game.
pub(crate) const ACTIONS: f64 = 40.0;

impl World {
    pub(crate) fn new(seed: u64, logit: f64, cells: Vec<[f64; 2]>) -> Self {
        Self {
            seed,
            logit,
            length: 1.0,
            cells,
            calls: 0,
            most_calls: usize::MAX,
            breaks_off: false,
        }
    }

    /// Returns side A's win rate and the mean actions of a game after an edit.
    pub(crate) fn law(&self, edit: &[Move]) -> (f64, f64) {
        let sum = |k: usize| {
            let of = |step: &Move| f64::from(step.steps) * self.cells[step.cell][k];
            edit.iter().map(of).sum::<f64>()
        };
        (1.0 / (1.0 + (-self.logit - sum(0)).exp()), ACTIONS * self.length * sum(1).exp())
    }

    fn counts(&self, edit: &[Move], dice: [f64; 2]) -> Counts {
        let (wins, actions) = self.law(edit);
        let mut counts = Counts::default();
        counts.add(Quantity::Games, 1);
        counts.add(Quantity::WonA, i64::from(dice[0] < wins));
        // From half of the mean to one and a half times it; rounded so that the mean stays.
        let actions = actions * (0.5 + dice[1]);
        counts.add(Quantity::Actions, (actions + 0.5).floor() as i64);
        counts
    }
}

impl Playtester for World {
    type Error = Infallible;

    fn play(
        &mut self,
        stage: Stage,
        matchup: usize,
        base: &Edit,
        edits: &[Edit],
        games: Range<u64>,
    ) -> Result<(Study, bool), Infallible> {
        let is_whole = self.calls < self.most_calls;
        let games = match is_whole {
            true => games,
            false if self.breaks_off => games.start..games.start.midpoint(games.end),
            false => 0..0,
        };
        self.calls += usize::from(is_whole);
        let stage = match stage {
            Stage::Ends(n) | Stage::Steps(n) => 500 + n as u64,
            Stage::Race(level) => 1 + level as u64,
            Stage::Certify(round) => 1_000 + u64::from(round),
        };
        let mut study = Study::of_measures(Unit::Game, edits.len());
        for number in games {
            // Spread over all bits; otherwise worlds 0, 1 and 2 would have the same games in another order.
            let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let seed = seed ^ (stage << 48) ^ ((matchup as u64) << 40) ^ number;
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
            let dice: [f64; 2] = [dice.random(), dice.random()];
            let base = self.counts(base, dice);
            let all: Vec<Counts> = edits.iter().map(|edit| self.counts(edit, dice)).collect();
            study.add(number, &base, &all);
            for (variant, counts) in study.variants.iter_mut().zip(&all) {
                variant.difference.changed += u64::from(*counts != base);
            }
        }
        Ok((study, is_whole))
    }

    fn workers(&self) -> &Workers {
        static WORKERS: LazyLock<Workers> =
            LazyLock::new(|| Workers::new(2).expect("there are threads"));
        &WORKERS
    }

    fn are_sound(&mut self, edits: &[Edit]) -> Result<Vec<bool>, Infallible> {
        Ok(vec![true; edits.len()])
    }
}

fn target(name: &str, side: Option<Side>, (least, most): (f64, f64), slack: f64) -> Target {
    let measure = Measure::named(name).expect("there is such a measure");
    let bounds = Bounds { least: Some(least), most: Some(most) };
    Target { matchup: 0, measure, side, bounds, slack }
}

/// A target for side A's win rate.
pub(crate) fn wins(range: (f64, f64)) -> Target {
    target("win-rate", Some(Side::A), range, 0.01)
}

/// A target for the number of actions.
pub(crate) fn actions(range: (f64, f64)) -> Target {
    target("actions", None, range, 0.02 * range.1)
}

/// A task whose cells can be moved by three steps each way.
pub(crate) fn asked(targets: Vec<Target>, cells: usize) -> TuneSpec {
    TuneSpec {
        matchups: 1,
        targets,
        cells: vec![Tunable { steps: [3, 3], weight: 1 }; cells],
        most_cells: 3,
        error: 0.05,
        screen: 1_000,
        race: 32_000,
        certify: 20_000,
    }
}
