//! Changes adjusted for luck: their intervals hold the truth as often as stated, and are narrower than plain ones.

use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::{MeasureChange, Study};
use skirmish_simulator::{
    Additive, Counts, Detail, LessLuck, Luck, Pairs, Quantity, Session, Workers,
};

use super::{Dice, assert_at_least, battles, nothing};

/// Runs, and the fewest games that give a result.
const RUNS: u64 = 1_500;
const GAMES: u64 = 1_000;

/// The dice of a game won by their total: two recorded as luck, one not.
#[derive(Clone, Copy)]
struct Roll {
    six: i64,
    eight: i64,
    hidden: i64,
}

impl Roll {
    fn of(dice: &mut Dice) -> Self {
        Self { six: dice.roll(6), eight: dice.roll(8), hidden: dice.roll(4) }
    }

    fn total(self) -> i64 {
        self.six + self.eight + self.hidden
    }

    /// Side A wins with this total. The d6 is recorded twice, so that one kind of luck is redundant.
    fn counts(self, needed: i64) -> Counts {
        let mut counts = Counts::default();
        let won = self.total() >= needed;
        let outcome = if won { Quantity::WonA } else { Quantity::WonB };
        counts.quantities[Quantity::Games as usize] = 1;
        counts.quantities[outcome as usize] = 1;
        for (kind, luck) in [
            (Luck::ShotsA, 2 * self.six - 7),
            (Luck::ShotsB, 7 - 2 * self.six),
            (Luck::MeleeA, 2 * self.eight - 9),
        ] {
            counts.luck[kind as usize] = luck;
        }
        counts
    }
}

/// The chance of a win, from all 192 rolls.
fn chance(needed: i64) -> f64 {
    let rolls = (0..192).filter(|k| k % 6 + k / 6 % 8 + k / 48 + 3 >= needed);
    rolls.count() as f64 / 192.0
}

/// How the variants share their dice.
#[derive(Clone, Copy)]
enum Shared {
    /// Not at all.
    None,
    /// All but the hidden die and the d8, which are rolled anew in one game of this many.
    Mostly(u64),
    /// All of them: the luck is the same, but its effect is not.
    All,
}

fn win_rate(compared: &Study) -> MeasureChange {
    let comparison = compared.comparison(0, Confidence::P95);
    let is_asked = |c: &&MeasureChange| c.measure.name == "win-rate" && c.side == Some(Side::A);
    *comparison.changes.iter().find(is_asked).expect("a measure")
}

fn less_luck(compared: &Study) -> LessLuck {
    win_rate(compared).less_luck.expect("games enough")
}

/// The number of runs that held the truth, and the mean gain in games.
fn coverage(experiment: u64, shared: Shared, needed: [i64; 2]) -> (u64, f64) {
    let truth = chance(needed[1]) - chance(needed[0]);
    let (mut held, mut gains) = (0, 0.0);
    for run in 0..RUNS {
        let mut compared = nothing();
        let mut dice = Dice::at(experiment, run);
        for game in 0..GAMES {
            let (one, fresh) = (Roll::of(&mut dice), Roll::of(&mut dice));
            let other = match shared {
                Shared::None => fresh,
                Shared::Mostly(every) if game % every == 0 => Roll { six: one.six, ..fresh },
                Shared::Mostly(_) | Shared::All => one,
            };
            compared.add(game, &one.counts(needed[0]), &[other.counts(needed[1])]);
        }
        let found = less_luck(&compared);
        held += u64::from(found.estimate.interval.expect("many").holds(truth));
        gains += found.gain / RUNS as f64;
    }
    (held, gains)
}

#[test]
fn intervals_hold_what_they_promise_and_are_narrower() {
    // For independent games the squared correlation of winning with the two dice is 0.5765 over all rolls.
    let apart = 1.0 / (1.0 - 0.5765);
    for (experiment, name, shared, needed, gain) in [
        (0, "dice of their own", Shared::None, [12, 12], Some(apart)),
        (1, "another number, too", Shared::None, [12, 15], None),
        (2, "half of the games", Shared::Mostly(2), [11, 12], None),
        (3, "a third of the games", Shared::Mostly(3), [12, 12], None),
        (4, "another number alone", Shared::All, [12, 14], None),
    ] {
        let (held, found) = coverage(200_000 + experiment, shared, needed);
        assert_at_least(name, held, RUNS, 0.95);
        // They must not be too wide, either.
        assert!(held as f64 <= 0.97 * RUNS as f64, "{name}: {held}");
        assert!(found > 1.05, "{name}: {found}");
        assert!(gain.is_none_or(|gain| (found - gain).abs() < 0.05), "{found}");
    }
}

#[test]
fn intervals_hold_in_battles() {
    let mut stronger = battles::flank_run();
    // The average troops are the raiders.
    stronger.rules.troops[1].base -= 4;
    let variants = [battles::flank_run(), stronger]
        .map(|spec| Battle::new(spec).expect("a battle that can be played"));
    let workers = Workers::new(2).expect("threads");
    // With fewer games there are not always a hundred of either outcome.
    let (runs, games) = (80, 2 * GAMES);
    let [base, stronger] = &variants;
    let session = Session::new(base, 7, Pairs::Off, &workers).expect("no pilot");
    let detail = Detail::default();
    let mut all = Study::of(&session, &[stronger], detail);
    let found: Vec<LessLuck> = (0..runs)
        .map(|run| {
            let games = run * games..(run + 1) * games;
            let control = None;
            let compared = session.study(&[stronger], detail, &workers, games, control);
            let compared = compared.expect("games end");
            all.merge(&compared);
            less_luck(&compared)
        })
        .collect();
    // The truth is the plain result of all runs together; its own error is a ninth of that of one run.
    let truth = win_rate(&all).difference.expect("games").value;
    let held =
        found.iter().filter(|less| less.estimate.interval.expect("many").holds(truth)).count()
            as u64;
    assert_at_least("battles", held, runs, 0.95);
}
