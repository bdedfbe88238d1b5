//! Runs of a toy game: the same numbers however they are played, and correct counts.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::agreement::{Faced, Faces};
use crate::toy::Toy;
use proptest::prelude::*;
use skirmish_engine::chance::{Chance, Purpose};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{
    ActionKind, Chances, Draw, Ending, Event, EventKind, Nobody, Observer, Scene,
};
use skirmish_engine::game::Outcome;
use skirmish_engine::side::{BySide, Side};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::{
    Additive, Brake, CHUNK, Detail, Driver, Facts, Finish, Luck, PairReason, Pairs, Quantity,
    Recorder, Run, RunError, RunSpec, Session, Tally, Unit, Workers, cells, run,
};

fn workers(threads: usize) -> Workers {
    Workers::new(threads).expect("threads")
}

/// Runs something without printing the messages of its panics.
fn quietly<T>(act: impl FnOnce() -> T) -> T {
    // One at a time, or one test would restore the silent hook of another.
    static SILENCE: Mutex<()> = Mutex::new(());
    let silence = SILENCE.lock();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let done = act();
    std::panic::set_hook(hook);
    drop(silence);
    done
}

fn play(toy: &Toy, spec: &RunSpec, threads: usize) -> Run {
    run(toy, spec, &workers(threads), None).expect("a toy plays")
}

fn spec(games: u64, pairs: Pairs) -> RunSpec {
    RunSpec { seed: 42, games, pairs }
}

#[test]
fn the_same_bits_on_any_number_of_threads() {
    let toy = Toy::new();
    for pairs in [Pairs::On, Pairs::Off, Pairs::Auto] {
        for games in [0, 1, 2, 63, 64, 65, 1001, 5000] {
            let spec = spec(games, pairs);
            let alone = play(&toy, &spec, 1);
            for threads in [2, 7] {
                assert_eq!(alone, play(&toy, &spec, threads), "{spec:?} on {threads}");
            }
        }
    }
}

#[test]
fn an_odd_number_of_games_is_rounded_up_to_whole_pairs() {
    let toy = Toy::new();
    let paired = play(&toy, &spec(101, Pairs::On), 2);
    assert_eq!((paired.games, paired.tally.units), (102, 51));
    let single = play(&toy, &spec(101, Pairs::Off), 2);
    assert_eq!((single.games, single.tally.units), (101, 101));
}

#[test]
fn seeds_differ() {
    let toy = Toy::new();
    let one = play(&toy, &spec(500, Pairs::Off), 2);
    let other = RunSpec { seed: 43, ..spec(500, Pairs::Off) };
    assert_ne!(one.tally, play(&toy, &other, 2).tally);
}

/// Counts the same events with maps, one at a time.
#[derive(Default)]
struct Naive {
    holder: Option<Side>,
    rolls: BTreeMap<(Side, i32), (u64, u64)>,
    streaks: BTreeMap<(Side, u32), u64>,
    cut_short: BTreeMap<(Side, u32), u64>,
    /// By side with the initiative and length of the streak: rolls, twentieths, variance in four-hundredths.
    faced: BTreeMap<(Side, u32), (u64, u64, u64)>,
    events: BTreeMap<(EventKind, Side), u64>,
    length: u32,
    faces: Faces,
}

impl Observer for Naive {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        self.faces.event(scene, event);
        match *event {
            Event::Begins { side, .. } => {
                self.holder = Some(side);
                self.length = 0;
            }
            Event::Acts { .. } => self.length += 1,
            Event::SeizeRoll { side, needed, success, .. } => {
                let rolls = self.rolls.entry((side, needed)).or_default();
                rolls.0 += u64::from(success);
                rolls.1 += 1;
                let faced = self.faced.entry((!side, self.length)).or_default();
                faced.0 += 1;
                let chance = (21 - needed).clamp(0, 20) as u64;
                faced.1 += chance;
                faced.2 += chance * (20 - chance);
            }
            Event::Passes { to, streak } => {
                *self.streaks.entry((!to, streak)).or_default() += 1;
                self.holder = Some(to);
                self.length = 0;
            }
            Event::Ends { streak, .. } if streak > 0 => {
                let holder = self.holder.expect("begun");
                *self.cut_short.entry((holder, streak)).or_default() += 1;
            }
            _ => {}
        }
        event.counts(scene.holder, |kind, side, count| {
            *self.events.entry((kind, side)).or_default() += u64::from(count);
        });
    }
}

/// Replays all games of a session and counts again in the simplest way.
fn recount(session: &Session<'_, Toy>, games: u64) -> (Vec<Outcome>, Vec<Naive>) {
    let mut outcomes = Vec::new();
    let mut units = Vec::new();
    let per_unit = session.unit().games();
    for game in 0..games {
        if game % per_unit == 0 {
            units.push(Naive::default());
        }
        let unit = units.last_mut().expect("just begun");
        outcomes.push(session.replay(game, unit));
    }
    (outcomes, units)
}

fn sum<K: Ord + Copy, V: Copy>(
    units: &[Naive],
    of: impl Fn(&Naive) -> &BTreeMap<K, V>,
    key: K,
    value: impl Fn(V) -> u64,
) -> (u64, u128) {
    let counts = units.iter().map(|unit| of(unit).get(&key).map_or(0, |v| value(*v)));
    counts.fold((0, 0), |(sum, squares), x| (sum + x, squares + u128::from(x * x)))
}

#[test]
fn tallies_hold_what_a_naive_count_finds() {
    let toy = Toy::new();
    let workers = workers(2);
    for pairs in [Pairs::On, Pairs::Off] {
        let session = Session::new(&toy, 7, pairs, &workers).expect("by lot");
        let games = 600;
        let run = session.play(&workers, 0..games, None).expect("plays");
        let (outcomes, units) = recount(&session, games);
        check(&run.tally, &outcomes, &units);
    }
}

fn check(tally: &Tally, outcomes: &[Outcome], units: &[Naive]) {
    assert_eq!(tally.units, units.len() as u64);
    assert_eq!(tally.games(), outcomes.len() as u64);
    for finish in Finish::ALL {
        let seen = outcomes.iter().filter(|o| Finish::of(o.ending) == finish).count() as u64;
        assert_eq!(tally.outcomes.finished(finish), seen);
        let count = tally.outcomes.count(|_, f| f == finish);
        assert_eq!((count.x, count.y), (seen, tally.games()));
        let per_unit = outcomes.chunks(tally.unit().games() as usize);
        let squares = per_unit.map(|unit| {
            let x = unit.iter().filter(|o| Finish::of(o.ending) == finish).count() as u128;
            x * x
        });
        assert_eq!(count.xx, squares.sum::<u128>());
        assert!(seen > 0 || finish == Finish::Draw || finish == Finish::Cap);
    }
    let actions = outcomes.iter().map(|o| i64::from(o.actions));
    assert_eq!(tally.total(Quantity::Actions), actions.sum::<i64>());
    let measure = |name: &str| {
        let cell = cells().find(|(measure, side)| measure.name == name && side.is_none());
        let (measure, side) = cell.expect("a measure of the game");
        *tally.sums(measure, side).expect("a measure")
    };
    let per_unit = tally.unit().games() as usize;
    let squares = outcomes.chunks(per_unit).map(|unit| {
        let actions: u32 = unit.iter().map(|outcome| outcome.actions).sum();
        u128::from(actions) * u128::from(actions)
    });
    assert_eq!(measure("actions").xx, squares.sum::<u128>());
    assert_eq!(measure("actions").y, outcomes.len() as u64);
    for side in Side::BOTH {
        let lost: i64 = outcomes.iter().map(|o| i64::from(o.losses[side])).sum();
        assert_eq!(tally.total([Quantity::LostA, Quantity::LostB][side.index()]), lost);
        for needed in -30..70 {
            let (successes, squares) = sum(units, |u| &u.rolls, (side, needed), |v| v.0);
            let (rolls, _) = sum(units, |u| &u.rolls, (side, needed), |v| v.1);
            if (-20..=60).contains(&needed) {
                let row = tally.seizes[side].needed(needed);
                assert_eq!((row.x, row.y, row.xx), (successes, rolls, squares));
            } else {
                assert_eq!(rolls, 0);
            }
        }
        let mut all = 0;
        for length in 0..=200 {
            let row = tally.streaks[side].length(length);
            let (completed, squares) = sum(units, |u| &u.streaks, (side, length), |v| v);
            assert_eq!((row.completed, row.completed_squares), (completed, squares));
            all += completed;
            let (cut_short, _) = sum(units, |u| &u.cut_short, (side, length), |v| v);
            assert_eq!(row.cut_short, cut_short);
            let (rolls, _) = sum(units, |u| &u.faced, (side, length), |v| v.0);
            let (twentieths, _) = sum(units, |u| &u.faced, (side, length), |v| v.1);
            assert_eq!((row.rolls, row.expected), (rolls, u128::from(twentieths)));
            // In this toy only a seize roll takes the initiative.
            let faced = |of: fn(Faced) -> u64| sum(units, |u| &u.faces.faced, (side, length), of).0;
            assert_eq!(faced(|it| it.taken), row.completed);
            assert_eq!((faced(|it| it.rolls), faced(|it| it.expected)), (rolls, twentieths));
            let (variance, _) = sum(units, |u| &u.faced, (side, length), |v| v.2);
            assert_eq!(faced(|it| it.variance), variance);
        }
        assert_eq!(tally.completed_streaks(side, true).y, all);
        // Every action has a kind, and after each except the last of a game the enemy rolls once.
        let lost = || tally.lost_after[side].iter();
        let actions = tally.total([Quantity::ActionsA, Quantity::ActionsB][side.index()]);
        assert_eq!(lost().map(|row| row.lost.y as i64).sum::<i64>(), actions);
        assert_eq!(lost().map(|row| row.lost.x).sum::<u64>(), all);
        let faced = || tally.streaks[side].by_length().map(|(_, row)| row);
        assert_eq!(lost().map(|row| row.rolls).sum::<u64>(), faced().map(|row| row.rolls).sum());
        let expected: u128 = lost().map(|row| row.expected).sum();
        assert_eq!(expected, faced().map(|row| row.expected).sum());
        assert_eq!(tally.seize_rolls(!side).x, all);
        for kind in EventKind::ALL {
            let seen = tally.event(*kind, side);
            let (count, squares) = sum(units, |u| &u.events, (*kind, side), |v| v);
            assert_eq!((seen.sum, seen.squares), (count, squares), "{kind:?}");
        }
    }
    let luck = |side| match side {
        Side::A => tally.joint.sum(Luck::SeizeA),
        Side::B => tally.joint.sum(Luck::SeizeB),
    };
    for side in Side::BOTH {
        let expected: u128 = tally.streaks[!side].by_length().map(|(_, row)| row.expected).sum();
        let scored = 20 * i128::from(tally.seize_rolls(side).x) - expected as i128;
        assert_eq!(luck(side), scored);
    }
    // Two set-up dice, one of them the lot; one of each other kind per action; no seize roll after the last action.
    let games = outcomes.len() as u64;
    assert_eq!(tally.dice(Purpose::SetUp), 2 * games);
    assert_eq!(tally.dice(Purpose::Shooting) as i64, tally.total(Quantity::Actions));
    assert_eq!(
        tally.dice(Purpose::Initiative),
        Side::BOTH.map(|side| tally.seize_rolls(side).y).iter().sum()
    );
}

#[test]
fn records_come_in_the_order_of_games_and_replays_repeat_them() {
    let toy = Toy::new();
    for (threads, pairs) in [(1, Pairs::On), (3, Pairs::On), (7, Pairs::Off)] {
        let workers = workers(threads);
        let session = Session::new(&toy, 3, pairs, &workers).expect("by lot");
        let games = 100 * CHUNK + 10;
        let detail = Detail { records: true, ..Detail::default() };
        let study = session.study(&[], detail, &workers, 0..games, None).expect("plays");
        assert_eq!(study.records.len() as u64, games);
        let mut dice = 0;
        for (game, record) in (0..).zip(&study.records) {
            assert_eq!(record.game, game);
            dice += record.dice;
            if game % 37 == 0 {
                assert_eq!(record.outcome, session.replay(game, &mut Nobody));
            }
        }
        let rolled = Purpose::ALL.map(|purpose| study.base.dice(purpose));
        assert_eq!(dice, rolled.iter().sum::<u64>());
    }
}

#[test]
fn a_cancelled_run_is_a_shorter_run() {
    let toy = Toy::new();
    for threads in [1, 3] {
        let workers = workers(threads);
        let session = Session::new(&toy, 11, Pairs::On, &workers).expect("by lot");
        let brake: &Brake = Box::leak(Box::default());
        let stopped = self::workers(threads).stopped_by(brake);
        let progress = |played| {
            if played >= 2000 {
                brake.pull();
            }
        };
        let run = session.play(&stopped, 0..1_000_000, Some(&progress)).expect("plays");
        assert!(run.cancelled && run.games >= 2000 && run.games < 100_000, "{}", run.games);
        let whole = session.play(&workers, 0..run.games, None).expect("plays");
        assert_eq!(run.tally, whole.tally);
        assert!(!whole.cancelled);
    }
}

/// A game that never ends.
struct Endless;

impl Driver for Endless {
    type Workspace = ();

    fn workspace(&self) {}

    fn play<C: Chance, O: Observer>(
        &self,
        (): &mut (),
        _: Option<Side>,
        chance: &mut C,
        _: &mut O,
    ) -> Outcome {
        loop {
            chance.pause();
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn starts_by_lot(&self) -> bool {
        true
    }

    fn seize_dice(&self) -> Dice {
        Dice::one(20)
    }
}

#[test]
fn games_that_are_broken_off_are_not_played() {
    for threads in [1, 3] {
        let brake: &Brake = Box::leak(Box::default());
        let workers = workers(threads).stopped_by(brake);
        let session = Session::new(&Endless, 1, Pairs::Off, &workers).expect("no pilot");
        brake.set(Some(Instant::now() + Duration::from_millis(20)));
        let run = session.play(&workers, 0..1000, None).expect("no panic");
        assert_eq!((run.games, run.cancelled), (0, true));
        assert_eq!(run.tally, Recorder::of(&Endless, session.unit()).into_tally());
        let pilot = Session::new(&Endless, 1, Pairs::Auto, &workers);
        assert_eq!(pilot.err(), Some(RunError::Stopped { pilot: true }));
    }
}

#[test]
fn progress_reaches_the_end() {
    let toy = Toy::new();
    let workers = workers(2);
    let session = Session::new(&toy, 1, Pairs::Off, &workers).expect("by lot");
    let (most, calls) = (AtomicU64::new(0), AtomicU64::new(0));
    let progress = |played| {
        most.fetch_max(played, Ordering::Relaxed);
        calls.fetch_add(1, Ordering::Relaxed);
    };
    session.play(&workers, 0..100_000, Some(&progress)).expect("plays");
    assert_eq!(most.into_inner(), 100_000);
    assert!(calls.into_inner() <= 1001);
}

#[test]
fn the_first_game_that_panics_is_named() {
    let toy = Toy { panics_below: Some((Purpose::Morale, 2)), ..Toy::new() };
    let mut errors = Vec::new();
    for threads in [1, 2, 7] {
        let spec = spec(100_000, Pairs::Off);
        let error = quietly(|| run(&toy, &spec, &workers(threads), None));
        errors.push(error.expect_err("breaks"));
    }
    assert!(errors.windows(2).all(|two| two[0] == two[1]), "{errors:?}");
    let RunError::Panicked { game, seed: 42, variant: 0, pilot: false, message } = &errors[0]
    else {
        panic!("{errors:?}");
    };
    assert_eq!(message, "the toy broke at 1");
    assert!(errors[0].to_string().starts_with(&format!("game {game} of seed 42 panicked")));
    // It is the first: a die of 255 faces shows a 1 there, and nowhere before.
    let whole = Toy::new();
    let session = Session::new(&whole, 42, Pairs::Off, &workers(1)).expect("by lot");
    for before in 0..=*game {
        use skirmish_engine::chance::{Chance, RollSite};
        let (mut dice, first) = session.dealt(before);
        assert_eq!(first, None);
        let site = RollSite { purpose: Purpose::Morale, rule: skirmish_engine::rule::Rule::ll(3) };
        assert_eq!(dice.die(site, 255) == 1, before == *game);
    }
}

/// Beside a battle that plays, a variant that panics is named with its first such game.
#[test]
fn a_variant_that_panics_is_named() {
    let (sound, broken) =
        (Toy::new(), Toy { panics_below: Some((Purpose::Morale, 2)), ..Toy::new() });
    for threads in [1, 3] {
        let workers = workers(threads);
        let session = Session::new(&sound, 42, Pairs::Off, &workers).expect("no pilot");
        let (variants, detail) = ([&sound, &broken], Detail::default());
        let play = |games| session.study(&variants, detail, &workers, games, None);
        let error = quietly(|| play(0..100_000)).expect_err("breaks");
        let RunError::Panicked { game, variant: 2, pilot: false, .. } = error else {
            panic!("{error:?}");
        };
        let told = error.to_string();
        assert!(
            told.contains(&format!("game {game} of seed 42, under variant 3 panicked")),
            "{told}"
        );
        assert!(play(0..game - game % CHUNK).is_ok(), "no game before it breaks");
    }
}

#[test]
fn a_game_that_panics_in_the_pilot_says_so() {
    let toy = Toy { panics_below: Some((Purpose::Morale, 10)), ..Toy::new() };
    let error = run(&toy, &spec(2, Pairs::Auto), &workers(2), None);
    assert!(matches!(error, Err(RunError::Panicked { pilot: true, .. })), "{error:?}");
}

#[test]
fn the_games_of_a_pair_share_dice_and_swap_the_start() {
    let toy = Toy::new();
    let session = Session::new(&toy, 5, Pairs::On, &workers(1)).expect("by lot");
    assert_eq!(session.unit(), Unit::Pair);
    for pair in 0..20 {
        let (dice, first) = session.dealt(2 * pair);
        let (same, second) = session.dealt(2 * pair + 1);
        assert_eq!((first, second), (Some(Side::A), Some(Side::B)));
        assert_eq!(dice, same);
        assert_ne!(dice, session.dealt(2 * pair + 2).0);
        for game in [2 * pair, 2 * pair + 1] {
            let outcome = session.replay(game, &mut Nobody);
            assert_eq!(Some(outcome.started), session.dealt(game).1);
        }
    }
}

#[test]
fn pairs_are_used_where_they_help_and_only_there() {
    // Starting and rolling well wins, so swapping the start reverses the result.
    let helped = play(&Toy::new(), &spec(20_000, Pairs::Auto), 2);
    assert_eq!(helped.pairs.reason, PairReason::PilotFoundGain);
    assert!(helped.pairs.on);
    let pilot = helped.pairs.pilot_gain.expect("a pilot");
    let gain = helped.pair_gain().expect("pairs");
    assert!((gain / pilot - 1.0).abs() < 0.4, "{gain} in the run, {pilot} in the pilot");

    // The gain is real: the interval is narrower than without pairs by about its root.
    let single = play(&Toy::new(), &spec(20_000, Pairs::Off), 2);
    let width = |run: &Run| {
        let estimate = run.tally.win_rate(Side::A, Confidence::P95).expect("games");
        estimate.interval.expect("many").half_width()
    };
    let measured = (width(&single) / width(&helped)).powi(2);
    assert!((measured / gain - 1.0).abs() < 0.05, "{measured} and {gain}");

    // The dice alone decide, so both games of a pair agree, and one of them is wasted.
    let lottery = Toy { decided_from: 11, points: 30, ..Toy::new() };
    let wasted = play(&lottery, &spec(1000, Pairs::Auto), 2);
    assert_eq!(wasted.pairs.reason, PairReason::PilotFoundNone);
    assert!(wasted.pairs.pilot_gain.is_some_and(|gain| gain < 1.0));
    assert_eq!(wasted.tally.unit(), Unit::Game);

    let fixed = Toy { by_lot: false, ..Toy::new() };
    let unswapped = play(&fixed, &spec(100, Pairs::Auto), 2);
    assert_eq!(unswapped.pairs.reason, PairReason::StarterIsFixed);
    assert!(!unswapped.pairs.on);
    let asked = run(&fixed, &spec(100, Pairs::On), &workers(1), None);
    assert_eq!(asked, Err(RunError::StarterIsFixed));
}

#[test]
fn one_starter_that_always_wins_is_a_gain_and_no_division_by_zero() {
    let decisive = Toy { needed: BySide([60, 60]), to_hit: 1, points: 1, ..Toy::new() };
    let run = play(&decisive, &spec(1000, Pairs::Auto), 1);
    assert!(run.pairs.on, "{:?}", run.pairs);
    assert!(run.pair_gain().is_some_and(f64::is_finite));
    let all = play(&Toy { decided_from: 1, ..Toy::new() }, &spec(1000, Pairs::Auto), 1);
    assert!(!all.pairs.on);
    assert_eq!(all.pairs.pilot_gain, None);
}

#[test]
fn ranges_may_not_split_pairs() {
    let toy = Toy::new();
    let workers = workers(1);
    let session = Session::new(&toy, 5, Pairs::On, &workers).expect("by lot");
    let error = session.play(&workers, 0..3, None);
    assert_eq!(error, Err(RunError::SplitPair { from: 0, to: 3 }));
}

#[test]
fn a_listener_that_panics_ends_the_run() {
    let toy = Toy::new();
    let most = AtomicU64::new(0);
    let outcome = quietly(|| {
        std::panic::catch_unwind(|| {
            let workers = workers(4);
            let session = Session::new(&toy, 5, Pairs::On, &workers).expect("by lot");
            let listen = |played| {
                most.fetch_max(played, Ordering::Relaxed);
                assert!(played < 2_000, "enough");
            };
            session.play(&workers, 0..1_000_000, Some(&listen))
        })
    });
    assert!(outcome.is_err());
    assert!(most.into_inner() < 100_000, "nobody plays on");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn parts_of_a_run_add_up_in_any_order(
        seed: u64,
        mut cuts in proptest::collection::vec(0_u64..300, 1..6),
        order in proptest::collection::vec(any::<u32>(), 8),
        pairs in prop_oneof![Just(Pairs::On), Just(Pairs::Off)],
    ) {
        let toy = Toy::new();
        let workers = workers(1);
        let session = Session::new(&toy, seed, pairs, &workers).expect("by lot");
        let play = |games| session.play(&workers, games, None).expect("plays").tally;
        cuts.push(0);
        cuts.push(300);
        cuts.sort_unstable();
        let mut parts: Vec<Tally> = cuts.windows(2).map(|c| play(2 * c[0]..2 * c[1])).collect();
        // Any order: sorted by random keys.
        let mut keyed: Vec<(u32, Tally)> = order.into_iter().zip(parts.drain(..)).collect();
        keyed.sort_by_key(|(key, _)| *key);
        let mut sum = Recorder::of(&toy, session.unit()).into_tally();
        for (_, part) in &keyed {
            sum.merge(part);
        }
        prop_assert_eq!(sum, play(0..600));
    }
}

#[test]
fn rolls_to_keep_the_initiative_and_forfeits_are_counted() {
    let toy = Toy::new();
    let mut recorder = Recorder::new(
        Tally::new(Unit::Game, Dice::one(20)),
        Facts { can_seize: true, ..Facts::default() },
    );
    let mut faces = Faces::default();
    let mut holder = Side::A;
    let events = [
        Event::Begins { side: Side::A, by_lot: true },
        Event::Forfeits { side: Side::A, number: 1 },
        // A has lost a duel and rolls to keep the initiative (LL-16): 15 chances in 20, and fails.
        Event::SeizeRoll { side: Side::A, rolled: 5, needed: 6, success: false, attempt: 1 },
        Event::Passes { to: Side::B, streak: 1 },
        // B loses another before it has acted.
        Event::SeizeRoll { side: Side::B, rolled: 20, needed: 20, success: true, attempt: 1 },
        Event::Ends { ending: Ending::Draw(Draw::Both), streak: 0 },
    ];
    for event in &events {
        if let Event::Passes { to, .. } = event {
            holder = *to;
        }
        let scene = Scene {
            battle: &toy.battle,
            positions: BySide([&[], &[]]),
            alive: BySide([0; 2]),
            engaged: BySide([0; 2]),
            holder,
        };
        recorder.event(&scene, event);
        faces.event(&scene, event);
    }
    let outcome = Outcome {
        ending: Ending::Draw(Draw::Both),
        actions: 1,
        losses: BySide([0; 2]),
        activations: 0,
        started: Side::A,
        first_mover: Some(Side::A),
        longest_streak: 0,
    };
    recorder.end_game(0, &outcome, &[0; Purpose::ALL.len()]);
    let tally = recorder.into_tally();

    let row = tally.streaks[Side::A].length(1);
    let faced = faces.faced[&(Side::A, 1)];
    assert_eq!((row.completed, row.rolls, faced.taken), (1, 1, 1));
    assert_eq!((row.expected, faced.variance), (5, 75));
    let row = tally.streaks[Side::B].length(0);
    let faced = faces.faced[&(Side::B, 0)];
    assert_eq!((row.completed, row.rolls, faced.taken), (0, 1, 0));
    assert_eq!((row.expected, faced.variance), (19, 19));
    assert_eq!(tally.streaks[Side::B].cut_short, 0);
    assert_eq!(tally.seizes[Side::A].needed(6).y, 1);
    assert_eq!(tally.seizes[Side::B].needed(20).x, 1);
    assert_eq!(tally.joint.sum(Luck::SeizeA), -15);
    assert_eq!(tally.joint.sum(Luck::SeizeB), 19);
    assert_eq!(tally.event(EventKind::Forfeit, Side::A).sum, 1);
}

#[test]
fn a_side_that_made_no_action_had_no_streak() {
    let toy = Toy::new();
    let facts = Facts { can_seize: true, ..Facts::default() };
    let mut recorder = Recorder::new(Tally::new(Unit::Game, Dice::one(20)), facts);
    let events = [
        Event::Begins { side: Side::A, by_lot: true },
        // The other side instigates the first turn (WS-01).
        Event::Passes { to: Side::B, streak: 0 },
        Event::Forfeits { side: Side::B, number: 1 },
        Event::Passes { to: Side::A, streak: 1 },
        Event::Ends { ending: Ending::Draw(Draw::Both), streak: 0 },
    ];
    for event in &events {
        let scene = Scene {
            battle: &toy.battle,
            positions: BySide([&[], &[]]),
            alive: BySide([0; 2]),
            engaged: BySide([0; 2]),
            holder: Side::A,
        };
        recorder.event(&scene, event);
    }
    let outcome = Outcome {
        ending: Ending::Draw(Draw::Both),
        actions: 1,
        losses: BySide([0; 2]),
        activations: 0,
        started: Side::A,
        first_mover: Some(Side::A),
        longest_streak: 1,
    };
    recorder.end_game(0, &outcome, &[0; 8]);
    let tally = recorder.into_tally();
    let lengths = |side: Side| {
        let sums = tally.completed_streaks(side, true);
        (sums.x, sums.y)
    };
    assert_eq!((lengths(Side::A), lengths(Side::B)), ((0, 0), (1, 1)));
}

/// Feeds events to a recorder with these facts, one list per game, and returns the tally.
fn recorded(facts: Facts, games: &[(&[Event], Ending)]) -> Tally {
    let games = games.iter().map(|(events, ending)| (*events, ended(*ending)));
    recorded_as(facts, &games.collect::<Vec<_>>())
}

fn recorded_as(facts: Facts, games: &[(&[Event], Outcome)]) -> Tally {
    let toy = Toy::new();
    let mut recorder = Recorder::new(Tally::new(Unit::Game, Dice::one(20)), facts);
    for (number, (events, outcome)) in (0..).zip(games) {
        for event in *events {
            let scene = Scene {
                battle: &toy.battle,
                positions: BySide([&[], &[]]),
                alive: BySide([0; 2]),
                engaged: BySide([0; 2]),
                holder: Side::A,
            };
            recorder.event(&scene, event);
        }
        recorder.end_game(number, outcome, &[0; Purpose::ALL.len()]);
    }
    recorder.into_tally()
}

fn ended(ending: Ending) -> Outcome {
    Outcome {
        ending,
        actions: 0,
        losses: BySide([0; 2]),
        activations: 0,
        started: Side::A,
        first_mover: None,
        longest_streak: 0,
    }
}

fn acts(side: Side, figures: u128) -> Event {
    Event::Acts {
        number: 1,
        side,
        action: ActionKind::Move,
        figures,
        target: None,
        destination: None,
        place: None,
        first: None,
        card: None,
    }
}

fn reacts(side: Side) -> Event {
    Event::ReactsMoving { side, engage: 1, run: 0 }
}

#[test]
fn streaks_and_droughts_by_hand() {
    let passes = |to, streak| Event::Passes { to, streak };
    // A A (reaction of B) A | B B | A, and the game ends.
    let events = [
        Event::Begins { side: Side::A, by_lot: true },
        acts(Side::A, 0b1),
        acts(Side::A, 0b1),
        reacts(Side::B),
        acts(Side::A, 0b10),
        passes(Side::B, 3),
        acts(Side::B, 0b1),
        acts(Side::B, 0b1),
        passes(Side::A, 2),
        acts(Side::A, 0b1),
        Event::Ends { ending: Ending::Cap, streak: 1 },
    ];
    let facts = Facts { figures: BySide([3, 1]), can_seize: true, ..Facts::default() };
    let tally = recorded(facts, &[(&events, Ending::Cap)]);
    use Quantity as Q;
    let read = |quantity: Quantity| tally.total(quantity);
    assert_eq!(read(Q::Actions), 6);
    assert_eq!((read(Q::StreaksA), read(Q::StreakActionsA)), (1, 3));
    assert_eq!((read(Q::StreaksB), read(Q::StreakActionsB)), (1, 2));
    assert_eq!((read(Q::PureStreaksA), read(Q::PureStreakActionsA)), (2, 3));
    assert_eq!((read(Q::UnansweredA), read(Q::UnansweredB)), (1, 1));
    assert_eq!((read(Q::DroughtA), read(Q::DroughtB)), (2, 3));
    assert_eq!((read(Q::LongestA), read(Q::LongestB)), (3, 2));
    assert_eq!((read(Q::NeverActiveA), read(Q::NeverActiveB)), (1, 0));
    for (side, length) in [(Side::A, 3), (Side::B, 2)] {
        let rows = tally.streaks[side].by_length().filter(|(_, row)| row.completed > 0);
        assert_eq!(rows.map(|(length, _)| length).collect::<Vec<_>>(), [length]);
    }
}

/// The initiative is lost and won back before the enemy acts; by the rules these are two streaks.
#[test]
fn a_streak_ends_when_the_initiative_is_lost() {
    let passes = |to, streak| Event::Passes { to, streak };
    let events = [
        Event::Begins { side: Side::A, by_lot: true },
        acts(Side::A, 1),
        acts(Side::A, 1),
        passes(Side::B, 2),
        passes(Side::A, 0),
        acts(Side::A, 1),
        passes(Side::B, 1),
        Event::Ends { ending: Ending::Cap, streak: 0 },
    ];
    let facts = Facts { can_seize: true, ..Facts::default() };
    let tally = recorded(facts, &[(&events, Ending::Cap)]);
    use Quantity as Q;
    assert_eq!((tally.total(Q::StreaksA), tally.total(Q::StreakActionsA)), (2, 3));
    assert_eq!(tally.total(Q::LongestA), 2);
    // B has still waited for three actions.
    assert_eq!((tally.total(Q::DroughtB), tally.total(Q::StreaksB)), (3, 0));
    assert_eq!(tally.streaks[Side::A].length(2).completed, 1);
}

#[test]
fn what_becomes_of_who_goes_for_ground_by_hand() {
    let won = |side, goal| Ending::Won { side, goal };
    // Side A can win by its second goal, which is ground.
    let facts = Facts { ground: BySide([0b10, 0]), figures: BySide([1; 2]), can_seize: true };
    // Whether the enemy acts, what A loses, the end; then: run through, got through, stopped alive, destroyed.
    for (answers, lost, ending, expected) in [
        (false, 0, won(Side::A, Some(1)), [1, 1, 0, 0]),
        (true, 0, won(Side::A, Some(1)), [0, 1, 0, 0]),
        // By another goal, or with no enemy left: not by ground, and not stopped.
        (false, 0, won(Side::A, Some(0)), [0, 0, 0, 0]),
        (true, 0, won(Side::A, None), [0, 0, 0, 0]),
        (true, 0, won(Side::B, Some(1)), [0, 0, 1, 0]),
        (false, 0, Ending::Draw(Draw::Both), [0, 0, 1, 0]),
        (true, 1, won(Side::B, None), [0, 0, 0, 1]),
        // The cap leaves it open.
        (true, 0, Ending::Cap, [0, 0, 0, 0]),
    ] {
        let mut events = vec![Event::Begins { side: Side::A, by_lot: true }, acts(Side::A, 1)];
        events.extend(answers.then(|| acts(Side::B, 1)));
        let outcome = Outcome { losses: BySide([lost, 0]), ..ended(ending) };
        let tally = recorded_as(facts, &[(&events, outcome)]);
        use Quantity::{DestroyedA, GroundA, GroundB, RunThroughA, StoppedA, StoppedB, ThroughA};
        let found = [RunThroughA, ThroughA, StoppedA, DestroyedA].map(|q| tally.total(q));
        assert_eq!(found, expected, "{answers}, {ending:?}");
        assert_eq!([GroundA, GroundB, StoppedB].map(|q| tally.total(q)), [1, 0, 0]);
    }
}

/// A passes one of three chances, B is asked for a reaction and has two of its own; then A again, in the second round.
#[test]
fn chances_by_hand() {
    let chances = |side, count, is_reaction, used, rounds| Chances {
        side,
        count,
        is_reaction,
        used,
        able: side == Side::A,
        rounds,
    };
    let mut recorder = Recorder::new(Tally::new(Unit::Game, Dice::one(20)), Facts::default());
    for it in [
        chances(Side::A, 2, false, true, 0),
        chances(Side::A, 1, false, false, 0),
        chances(Side::B, 1, true, false, 0),
        chances(Side::A, 1, false, true, 0),
        chances(Side::B, 2, false, false, 0),
        chances(Side::A, 1, false, true, 1),
    ] {
        assert!(recorder.wants_chances());
        recorder.chances(&it);
    }
    recorder.end_game(0, &ended(Ending::Cap), &[0; Purpose::ALL.len()]);
    let tally = recorder.into_tally();
    use Quantity as Q;
    let read = |pair: [Q; 2]| pair.map(|quantity| tally.total(quantity));
    assert_eq!((tally.total(Q::Chances), tally.total(Q::Decisions)), (8, 8));
    assert_eq!(read([Q::ChancesA, Q::ChancesB]), [5, 3]);
    assert_eq!(read([Q::UsedA, Q::UsedB]), [4, 0]);
    assert_eq!(read([Q::MissedA, Q::MissedB]), [1, 0]);
    // A A A | B | A | B B | A, the last cut short.
    assert_eq!(read([Q::RunsA, Q::RunChancesA]), [2, 4]);
    assert_eq!(read([Q::RunsB, Q::RunChancesB]), [2, 3]);
    assert_eq!(read([Q::UnansweredChancesA, Q::UnansweredChancesB]), [2, 1]);
    assert_eq!(read([Q::ChanceDroughtA, Q::ChanceDroughtB]), [2, 3]);
    // Without the reaction: A A A A | B B | A.
    assert_eq!(read([Q::TurnRunsA, Q::TurnRunChancesA]), [1, 4]);
    assert_eq!(read([Q::TurnRunsB, Q::TurnRunChancesB]), [1, 2]);
    let rounds = |side| {
        let rows = tally.rounds[side].iter().filter(|row| row.share.y > 0);
        rows.map(|row| (row.share.x, row.share.y, row.used.x)).collect::<Vec<_>>()
    };
    assert_eq!(rounds(Side::A), [(4, 7, 3), (1, 1, 1)]);
    assert_eq!(rounds(Side::B), [(3, 7, 0), (0, 1, 0)]);
}
