//! Tests of the tests in studies: thousands of independent comparisons and checks of processes with known values. They must not
//! raise more false alarms than stated, with any number of measures and looks; they must notice what they promise; and their
//! intervals must hold.
//!
//! Seeds are fixed, so these never fail by bad luck; the bounds say how often they would with fresh seeds. Run with `cargo test
//! --release -p skirmish-simulator --test slow_studies`.

mod luck;

use skirmish_engine::battle::Battle;
use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::Side;
use skirmish_simulator::estimate::{Confidence, Estimate, Trials, proportion};
use skirmish_simulator::study::{
    Bounds, Comparison, Looks, MeasureChange, Study, Verdict, resolution,
};
use skirmish_simulator::{
    Counts, Driver, Measure, Quantity, Recorder, Streams, Tally, Unit, measured,
};
use skirmish_testkit::battles;

/// With fresh seeds, a sound procedure would fail one such bound in 10,000: 3.72 standard deviations on one side.
const DEVIATIONS: f64 = 3.72;

/// False alarms over all measures of a comparison.
const ALPHA: f64 = 0.05;

fn by_chance(share: f64, runs: u64) -> f64 {
    DEVIATIONS * (share * (1.0 - share) / runs as f64).sqrt()
}

#[track_caller]
fn assert_at_most(name: &str, seen: u64, runs: u64, promised: f64) {
    let share = seen as f64 / runs as f64;
    assert!(share <= promised + by_chance(promised, runs), "{name}: {share}");
}

#[track_caller]
fn assert_at_least(name: &str, seen: u64, runs: u64, promised: f64) {
    let share = seen as f64 / runs as f64;
    assert!(share >= promised - by_chance(promised, runs), "{name}: {share}");
}

struct Dice(Streams);

impl Dice {
    /// The dice of a game in an experiment, all different.
    fn at(experiment: u64, game: u64) -> Self {
        let mut streams = Streams::new(0x5eed ^ (experiment << 20));
        streams.start(game);
        Self(streams)
    }

    fn roll(&mut self, sides: u8) -> i64 {
        let site = RollSite { purpose: Purpose::Initiative, rule: Rule::ll(3) };
        i64::from(self.0.die(site, sides))
    }

    /// A number from 0 to 9,999.
    fn myriad(&mut self) -> i64 {
        (self.roll(100) - 1) * 100 + self.roll(100) - 1
    }
}

#[derive(Clone, Copy, Default)]
struct Rules {
    /// How much more often A wins, in hundredths of a percent.
    edge: i64,
    /// By how many steps the seize die is better.
    seize: i64,
}

const WINS: i64 = 4_600;

/// A game of many measures with everything that misleads tests: attempts that depend on one another within a game, lengths with
/// a long tail, and events in one game of twenty or of a hundred.
fn toy(dice: &mut Dice, rules: Rules) -> Counts {
    use Quantity as Q;
    let mut counts = Counts::default();
    let mut set = |quantity: Q, value: i64| counts.quantities[quantity as usize] = value;
    set(Q::Games, 1);
    let won = dice.myriad();
    let outcome = match won {
        w if w < WINS + rules.edge => Q::WonA,
        w if w < 9_600 => Q::WonB,
        w if w < 9_900 => Q::Drawn,
        _ => Q::Capped,
    };
    set(outcome, 1);
    set(Q::FirstMoverWon, i64::from(dice.roll(2) == 1));
    if won < 100 {
        set(Q::WalkoverA, 1);
    }
    let mut actions = 1;
    while dice.roll(8) != 1 {
        actions += 1;
    }
    set(Q::Actions, actions);
    set(Q::ActionsA, actions);
    set(Q::UnansweredA, (0..actions).filter(|_| dice.roll(3) == 1).count() as i64);
    let most = rules.seize + if dice.roll(2) == 1 { 1 } else { 7 };
    let attempts = dice.roll(12);
    let seizes = (0..attempts).filter(|_| dice.roll(20) <= most).count() as i64;
    set(Q::AttemptsA, attempts);
    set(Q::SeizesA, seizes);
    set(Q::StreaksA, seizes);
    set(Q::StreakActionsA, (0..seizes).map(|_| dice.roll(4)).sum());
    let shots = if dice.roll(20) == 1 { dice.roll(4) } else { 0 };
    set(Q::ShotsA, shots);
    set(Q::HitsA, (0..shots).filter(|_| dice.roll(2) == 1).count() as i64);
    set(Q::LostB, i64::from(dice.roll(100) == 1) * dice.roll(6));
    set(Q::FiguresA, 5);
    set(Q::NeverActiveA, i64::from(dice.roll(6) == 1));
    set(Q::Dice, attempts + 3);
    counts
}

/// The exact share of seizes without steps: (1 + 7) / 2 of 20.
const SEIZES: f64 = 0.2;

/// How the two variants share their dice.
#[derive(Clone, Copy, PartialEq)]
enum Shared {
    /// Not at all.
    None,
    /// In most games, as if a change matters in few.
    Mostly,
    /// In all games.
    All,
}

fn nothing() -> Study {
    Study::of_measures(Unit::Game, 1)
}

/// Plays on to a number of compared games.
fn play(study: &mut Study, run: u64, until: u64, shared: Shared, rules: [Rules; 2]) {
    for game in study.games()..until {
        let one = toy(&mut Dice::at(2 * run, game), rules[0]);
        let same = match shared {
            Shared::None => false,
            Shared::Mostly => !game.is_multiple_of(10),
            Shared::All => true,
        };
        let other = toy(&mut Dice::at(2 * run + u64::from(!same), game), rules[1]);
        study.add(game, &one, &[other]);
    }
}

fn is_alarm(comparison: &Comparison) -> bool {
    comparison.changes.iter().any(|change| change.adjusted_p_value.is_some_and(|p| p <= ALPHA))
}

fn of<'c>(comparison: &'c Comparison, name: &str) -> &'c MeasureChange {
    comparison.changes.iter().find(|change| change.measure.name == name).expect("a measure")
}

#[test]
fn comparisons_raise_no_more_false_alarms_than_they_say() {
    let runs = 2_000;
    for (name, shared, games) in [
        ("dice of their own, 20 games", Shared::None, 20),
        ("dice of their own, 300 games", Shared::None, 300),
        ("mostly shared dice, 300 games", Shared::Mostly, 300),
    ] {
        let mut alarms = 0;
        for run in 0..runs {
            let mut paired = nothing();
            play(&mut paired, run, games, shared, [Rules::default(); 2]);
            alarms += u64::from(is_alarm(&paired.comparison(0, Confidence::P95)));
        }
        assert_at_most(name, alarms, runs, ALPHA);
    }
}

/// Two games that share some of their dice: in one pair of three the second repeats the first.
fn pair(run: u64, number: u64) -> Counts {
    let mut counts = toy(&mut Dice::at(run, 2 * number), Rules::default());
    counts.of_first = counts.quantities;
    let again = u64::from(!number.is_multiple_of(3));
    let second = toy(&mut Dice::at(run, 2 * number + again), Rules::default());
    for (sum, more) in counts.quantities.iter_mut().zip(second.quantities) {
        *sum += more;
    }
    counts
}

/// Pairs may differ by one or both games; the tests take the pair as the unit.
#[test]
fn comparisons_in_pairs_raise_no_more_false_alarms() {
    let runs = 2_000;
    for pairs in [20, 150] {
        let (mut alarms, mut of_wins, mut held) = (0, 0, 0);
        for run in 0..runs {
            let mut study = Study::of_measures(Unit::Pair, 1);
            for number in 0..pairs {
                let [one, other] = [0, 1].map(|k| pair(300_000 + 2 * run + k, number));
                study.add(number, &one, &[other]);
            }
            let comparison = study.comparison(0, Confidence::P95);
            alarms += u64::from(is_alarm(&comparison));
            let wins = of(&comparison, "win-rate");
            of_wins += u64::from(wins.p_value.is_some_and(|p| p <= ALPHA));
            let interval = wins.difference.and_then(|difference| difference.interval);
            held += u64::from(interval.is_some_and(|interval| interval.holds(0.0)));
        }
        assert_at_most(&format!("{pairs} pairs"), alarms, runs, ALPHA);
        assert_at_most(&format!("wins in {pairs} pairs"), of_wins, runs, ALPHA);
        assert_at_least(&format!("wins in {pairs} pairs"), held, runs, 0.95);
        // They must also detect something. With few pairs, though, the sign test rejects in coarse steps.
        assert!(pairs < 100 || of_wins as f64 > 0.02 * runs as f64, "{of_wins}");
    }
}

#[test]
fn a_single_measure_raises_them_about_as_often_as_it_says() {
    // The tests must also detect something: for a mean and a share of many games they are accurate.
    let runs = 2_000;
    let names = ["win-rate", "actions", "seize-rate"];
    let mut alarms = [0; 3];
    for run in 0..runs {
        let mut paired = nothing();
        play(&mut paired, 9_000 + run, 300, Shared::None, [Rules::default(); 2]);
        let comparison = paired.comparison(0, Confidence::P95);
        for (alarms, name) in alarms.iter_mut().zip(names) {
            *alarms += u64::from(of(&comparison, name).p_value.is_some_and(|p| p <= ALPHA));
        }
    }
    for (alarms, name) in alarms.into_iter().zip(names) {
        assert_at_most(name, alarms, runs, ALPHA);
        assert!(alarms as f64 > 0.02 * runs as f64, "{name}: {alarms}");
    }
}

#[test]
fn what_has_no_effect_on_a_measure_is_exactly_nothing() {
    // Only the seize is changed, and its dice come after those of the win, so wins are the same in every game.
    let mut paired = nothing();
    let rules = [Rules::default(), Rules { edge: 0, seize: 3 }];
    play(&mut paired, 0, 500, Shared::All, rules);
    let comparison = paired.comparison(0, Confidence::P95);
    for name in ["win-rate", "draw-rate", "actions", "walkover"] {
        let change = of(&comparison, name);
        let difference = change.difference.expect("measured");
        assert_eq!((difference.value, change.p_value), (0.0, Some(1.0)), "{name}");
    }
    assert!(of(&comparison, "seize-rate").adjusted_p_value.is_some_and(|p| p < 1e-3));
}

#[test]
fn looking_more_than_once_raises_no_more_false_alarms() {
    let runs = 1_000;
    let looks = Looks::up_to(8_000, ALPHA, 1);
    assert_eq!(looks.games().len(), 4);
    // The same plan in small: four looks, each at twice the games.
    let (mut naive, mut planned) = (0, 0);
    for run in 0..runs {
        let mut paired = nothing();
        let (mut alarm, mut careless) = (false, false);
        for look in [100, 200, 400, 800] {
            play(&mut paired, 20_000 + run, look, Shared::None, [Rules::default(); 2]);
            let mut comparison = [paired.comparison(0, Confidence::P95)];
            let win = of(&comparison[0], "actions").p_value;
            careless |= win.is_some_and(|p| p <= ALPHA);
            Comparison::adjust_together(&mut comparison, looks.games().len());
            alarm |= is_alarm(&comparison[0]);
        }
        planned += u64::from(alarm);
        naive += u64::from(careless);
    }
    assert_at_most("four looks", planned, runs, ALPHA);
    // This is what the plan is for: four looks at a plain p-value of one measure are fooled twice as often.
    assert!(naive as f64 > 0.08 * runs as f64, "{naive}");
}

#[test]
fn battles_compared_with_themselves_on_other_dice_raise_no_more_false_alarms() {
    let battle = Battle::new(battles::outpost()).expect("a battle that can be played");
    let (runs, games) = (1_000, 40);
    let mut workspace = battle.workspace();
    let mut recorder = Recorder::of_measures(&battle, Unit::Game);
    let mut read = |seed: u64, game: u64| {
        let mut streams = Streams::new(seed);
        streams.start(game);
        let outcome = battle.play_counted(&mut workspace, None, &mut streams, &mut recorder);
        recorder.end_game(game, &outcome, streams.rolled());
        *recorder.last_unit()
    };
    let (mut alarms, mut changes) = (0, 0);
    for run in 0..runs {
        let mut paired = nothing();
        for game in 0..games {
            paired.add(game, &read(2 * run, game), &[read(2 * run + 1, game)]);
        }
        let comparison = paired.comparison(0, Confidence::P95);
        changes += comparison.changes.iter().filter(|c| c.p_value.is_some()).count();
        alarms += u64::from(is_alarm(&comparison));
    }
    assert!(changes > 20_000, "most measures are measured: {changes}");
    assert_at_most("a battle with itself", alarms, runs, ALPHA);
}

#[test]
fn changes_are_noticed_as_often_as_announced() {
    let (runs, games) = (1_000, 1_000);
    let announced = resolution(games, measured()).expect("games").change;
    // On both sides of one half, the hardest case.
    let edge = (announced * 10_000.0).round() as i64;
    let low = 5_000 - edge / 2 - WINS;
    let rules = [low, low + edge].map(|edge| Rules { edge, seize: 0 });
    let mut noticed = 0;
    for run in 0..runs {
        let mut paired = nothing();
        play(&mut paired, 40_000 + run, games, Shared::None, rules);
        let comparison = paired.comparison(0, Confidence::P95);
        let p = of(&comparison, "win-rate").adjusted_p_value;
        noticed += u64::from(p.is_some_and(|p| p <= ALPHA));
    }
    assert_at_least("noticed", noticed, runs, 0.8);
    // The announced change must not be much too large, either.
    assert!(noticed as f64 <= 0.9 * runs as f64, "{noticed}");
}

/// The share of runs whose intervals for changes hold the true values.
fn coverage<const N: usize>(rules: [Rules; 2], shared: Shared, truths: [(&str, f64); N]) {
    let (runs, games) = (2_000, 400);
    let mut held = [0; N];
    for run in 0..runs {
        let mut paired = nothing();
        play(&mut paired, 60_000 + run, games, shared, rules);
        let comparison = paired.comparison(0, Confidence::P95);
        for (held, (name, truth)) in held.iter_mut().zip(truths) {
            let difference = of(&comparison, name).difference.expect("measured");
            *held += u64::from(difference.interval.is_some_and(|i| i.holds(truth)));
        }
    }
    for (held, (name, _)) in held.into_iter().zip(truths) {
        assert_at_least(name, held, runs, 0.95);
        // They must not be too wide, either.
        assert!(held as f64 / runs as f64 <= 0.98, "{name}: {held}");
    }
}

#[test]
fn intervals_of_changes_hold_what_they_promise() {
    let edge = Rules { edge: 700, seize: 0 };
    let seize = Rules { edge: 0, seize: 2 };
    let plain = Rules::default();
    for shared in [Shared::None, Shared::All] {
        coverage([plain, edge], shared, [("win-rate", 0.07)]);
    }
    coverage([plain, seize], Shared::All, [("seize-rate", 0.1)]);
    coverage([plain, seize], Shared::None, [("seize-rate", 0.1), ("streak-in-actions", 0.0)]);
    coverage([plain, plain], Shared::None, [("actions", 0.0)]);
}

fn sample(paired: &mut Study, run: u64, until: u64) -> &Tally {
    play(paired, run, until, Shared::All, [Rules::default(); 2]);
    &paired.base
}

fn estimate(sample: &Tally, name: &str, confidence: Confidence) -> Option<Estimate> {
    let measure = Measure::named(name)?;
    sample.estimate(measure, measure.sides()[0].map(|_| Side::A), confidence)
}

#[test]
fn intervals_hold_when_play_stops_because_they_are_narrow() {
    let runs = 1_000;
    for (name, half_width, deviation, truth) in [
        ("win-rate", 0.03, Some(0.5), WINS as f64 / 10_000.0),
        ("draw-rate", 0.012, Some(0.5), 0.03),
        ("seize-rate", 0.02, None, SEIZES),
        ("actions", 0.6, None, 8.0),
    ] {
        let looks = Looks::until_narrow(half_width, deviation, 0.05);
        let mut held = 0;
        for run in 0..runs {
            let mut paired = nothing();
            let mut played = 0;
            let found = loop {
                let look = looks.after(played).expect("narrow enough before the last look");
                played = look;
                let sample = sample(&mut paired, 80_000 + run, look);
                let found = estimate(sample, name, looks.confidence()).expect("measured");
                let interval = found.interval.expect("many games");
                if interval.half_width() <= half_width {
                    break interval;
                }
            };
            held += u64::from(found.holds(truth));
        }
        assert_at_least(name, held, runs, 0.95);
    }
}

#[test]
fn checks_are_wrong_no_more_often_than_they_say() {
    let (runs, error) = (1_000, 0.05);
    // Bounds at the true value, the hardest case: on the near side of it a failure is wrong, just beyond it a pass is.
    let questions = [
        ("win-rate", WINS as f64 / 10_000.0),
        ("draw-rate", 0.03),
        ("seize-rate", SEIZES),
        ("actions", 8.0),
        ("streak-in-actions", 2.5),
    ];
    let looks = Looks::up_to(4_000, error, 2 * questions.len());
    let mut wrong = 0;
    for run in 0..runs {
        let mut paired = nothing();
        let mut is_wrong = false;
        for &look in looks.games() {
            let sample = sample(&mut paired, 100_000 + run, look);
            for (name, truth) in questions {
                let found = estimate(sample, name, looks.confidence()).expect("measured");
                let holds = Bounds { least: Some(truth), most: None };
                let fails = Bounds { least: None, most: Some(truth - 1e-9) };
                is_wrong |= holds.judge(&found) == Verdict::Fail;
                is_wrong |= fails.judge(&found) == Verdict::Pass;
            }
        }
        wrong += u64::from(is_wrong);
    }
    assert_at_most("checks", wrong, runs, error);
}

#[test]
fn a_baseline_is_met_again_on_other_dice() {
    let (runs, games) = (4_000, 1_000);
    let confidence = Confidence::new(0.99).expect("below 1");
    for (k, rate) in [1, 10, 100, 4_600].into_iter().enumerate() {
        let mut missed = 0;
        for run in 0..runs {
            let seen = |half: u64| {
                let mut dice = Dice::at(210_000 + 10_000 * k as u64 + run, half);
                let successes = (0..games).filter(|_| dice.myriad() < rate).count() as u64;
                proportion(Trials { successes, trials: games }, confidence).expect("some trials")
            };
            let [base, anew] = [0, 1].map(seen);
            let bounds = Bounds::of_another_run(&base, confidence).expect("an interval");
            missed += u64::from(bounds.judge(&anew) != Verdict::Pass);
        }
        assert_at_most(&format!("{rate} of 10,000"), missed, runs, 0.01);
    }
}

#[test]
fn the_best_of_forty_equal_ones_is_told_with_limits_that_hold() {
    let (runs, equal, games) = (1_000, 40, 100);
    let truth = WINS as f64 / 10_000.0;
    let mut held = [0, 0];
    for run in 0..runs {
        let won = (0..equal).map(|k| {
            let mut dice = Dice::at(200_000 + run, k);
            (0..games).filter(|_| dice.myriad() < WINS).count() as u64
        });
        let best = Trials { successes: won.max().expect("forty"), trials: games };
        for (held, confidence) in
            held.iter_mut().zip([Confidence::P95, Confidence::P95.of_each(equal as usize)])
        {
            let interval = proportion(best, confidence).expect("some trials").interval;
            *held += u64::from(interval.expect("so many games").holds(truth));
        }
    }
    assert_at_least("together", held[1], runs, 0.95);
    assert!(held[0] < runs * 3 / 4, "one by itself: {}", held[0]);
}

#[test]
fn the_games_that_would_decide_do() {
    // The value is the estimate: 0.46 of 1,000 games, expected to be at least 0.44.
    let looks = Looks::up_to(64_000, 0.01, 4);
    let seen = |successes: u64, trials: u64| {
        let trials = Trials { successes, trials };
        proportion(trials, looks.confidence()).expect("some trials")
    };
    let bounds = Bounds { least: Some(0.44), most: None };
    let found = seen(460, 1_000);
    assert_eq!(bounds.judge(&found), Verdict::Inconclusive);
    let games = bounds.games_to_decide(&found, 1_000).expect("affordable");
    let runs = 1_000;
    let mut decided = 0;
    for run in 0..runs {
        let mut dice = Dice::at(150_000 + run, 0);
        let won = (0..games).filter(|_| dice.myriad() < WINS).count();
        decided += u64::from(bounds.judge(&seen(won as u64, games)) == Verdict::Pass);
    }
    assert_at_least("decided", decided, runs, 0.8);
    assert!(decided as f64 <= 0.9 * runs as f64, "{decided}");
}
