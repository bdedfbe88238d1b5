//! Games under each turn that a table says against its exact law: who are never lost and never meet have streaks of chances
//! as long as `odds streak` says (TN-01 to TN-08), whether they use them or let them pass.

use std::fmt::Write as _;

use rayon::prelude::*;
use skirmish_benches::watch::Seat;
use skirmish_engine::battle::Battle;
use skirmish_engine::event::{Chances, Event, Observer, Scene};
use skirmish_engine::rulebook::Turn;
use skirmish_engine::side::{BySide, Side};
use skirmish_odds::Ratio;
use skirmish_odds::turns::{Possession, TurnSetup};
use skirmish_scenario::{NoFiles, Override, load, systems};
use skirmish_simulator::estimate::Confidence;

const SEED: u64 = 20_261_124;
const UNITS: BySide<u8> = BySide([3, 2]);
const LEADERS: BySide<u8> = BySide([2, 1]);
/// Chances before the streaks that count, so that it does not matter who began; then chances at which these begin, whole rounds
/// of five units and pairs of turns of three orders; and then what the last of them need to end.
const BEGIN: usize = 20;
const COUNT: usize = 30;
const ALL: usize = 90;
/// Actions after which a game is over: under `turnover` a chance may bring two of them.
const CAP: usize = 150;
/// Lengths that are looked at one by one.
const LENGTHS: usize = 6;
const SIGMAS: f64 = 4.0;

/// What units do with their chances.
const MARCH: &str = "move to objective";
const STAND: &str = "stand";

/// Everybody has a lane of his own. Who marches goes an inch at a time, to where he never arrives: every chance is used. Who
/// stands lets every chance pass. The game ends after so many actions, or turns.
fn spaced_out(system: &str, units: BySide<u8>, acts: BySide<&str>, cap: usize) -> Battle {
    let mut text = format!(
        "title = \"Lanes\"\nrules = \"lloyd\"\ncap = {cap}\n[board]\nsize = [240, 60]\n\
         places = {{ far = {{ at = [236, 30], radius = 1 }} }}\n",
    );
    let mut lane = 0;
    for (side, name) in ["One", "Other"].into_iter().enumerate() {
        let starts = if side == 0 { "starts = true\n" } else { "" };
        write!(text, "[side.{name}]\n{starts}wins = {{ losses = 1 }}\nobjective = \"far\"\n")
            .expect("text");
        writeln!(text, "bot = \"{name}\"").expect("text");
        for unit in 0..units.0[side] {
            lane += 10;
            let leads = unit < LEADERS.0[side];
            let leader = if leads {
                format!("leader = {{ name = \"{name} leader {unit}\", rank = \"good\" }}\n")
            } else {
                String::new()
            };
            let body = format!("name = \"{name} {unit}\"\nfigures = 1\ntroops = \"average\"\n");
            let at = format!("weapon = \"sword\"\nat = [4, {lane}]\n{leader}");
            text += &format!("[[side.{name}.body]]\n{body}{at}");
        }
    }
    for (name, act) in ["One", "Other"].into_iter().zip(acts.0) {
        writeln!(
            text,
            "[bot.{name}]\nlines = [{{ do = \"{act}\" }}]\nreactions = [{{ do = \"stay\" }}]"
        )
        .expect("text");
    }
    let mut set = vec![Override::new("system", system), Override::new("move.foot", "1")];
    let turns = cap.to_string();
    if system == "warspike" {
        set.push(Override::new("warspike.turns", &turns));
    }
    let loaded = load(text.as_bytes(), "lanes", &set, &NoFiles);
    let spec = loaded.unwrap_or_else(|problems| panic!("{system}: {problems}")).spec;
    Battle::new(spec).expect("it can be played")
}

/// Whose each chance is.
#[derive(Default)]
struct Whose {
    sides: Vec<Side>,
}

impl Observer for Whose {
    fn wants_chances(&self) -> bool {
        true
    }

    fn chances(&mut self, chances: &Chances) {
        let count = chances.count as usize;
        self.sides.extend(std::iter::repeat_n(chances.side, count));
    }

    fn event(&mut self, _: &Scene<'_>, _: &Event) {}
}

impl Whose {
    /// The lengths of a side's streaks that begin where they count.
    fn streaks(&self, side: Side) -> impl Iterator<Item = usize> {
        let begins = move |k: &usize| self.sides[*k] == side && self.sides[*k - 1] != side;
        (BEGIN..BEGIN + COUNT).filter(begins).map(move |k| {
            let rest = self.sides[k..].iter();
            rest.take_while(|other| **other == side).count()
        })
    }
}

/// What there is of a game for every streak of it, such as actions, as an estimate over games of different lengths.
#[derive(Default, Clone, Copy)]
struct PerStreak {
    of: f64,
    streaks: f64,
    squares: [f64; 3],
}

impl PerStreak {
    fn game(&mut self, of: f64, streaks: f64) {
        self.of += of;
        self.streaks += streaks;
        let [a, b, c] = &mut self.squares;
        (*a, *b, *c) = (*a + of * of, *b + of * streaks, *c + streaks * streaks);
    }

    /// The mean, and how far off it may be.
    fn mean(&self) -> (f64, f64) {
        let mean = self.of / self.streaks;
        let [a, b, c] = self.squares;
        let spread = (a - 2.0 * mean * b + mean * mean * c).max(0.0).sqrt();
        // What cannot be otherwise is exactly so.
        (mean, SIGMAS * spread / self.streaks + 1e-9)
    }
}

fn agrees(system: &str, turn: &Turn, battle: &Battle, games: u64) {
    let setup = TurnSetup { turn, units: UNITS, leaders: LEADERS };
    let laws = Possession::of(system, setup, LENGTHS).expect("it has a law").laws;
    let mut seat = Seat::new(battle, SEED);
    let mut seen = BySide([[PerStreak::default(); LENGTHS + 1]; 2]);
    for game in 0..games {
        let mut chances = Whose::default();
        seat.show(game, &mut chances);
        assert!(chances.sides.len() >= ALL, "{system}: {} chances", chances.sides.len());
        for side in Side::BOTH {
            let lengths: Vec<usize> = chances.streaks(side).collect();
            let streaks = lengths.len() as f64;
            let [mean, each @ ..] = &mut seen[side];
            mean.game(lengths.iter().sum::<usize>() as f64, streaks);
            for (k, of) in each.iter_mut().enumerate() {
                of.game(lengths.iter().filter(|length| **length == k + 1).count() as f64, streaks);
            }
        }
    }
    for side in Side::BOTH {
        let law = laws[side].as_ref().expect("both have chances");
        let exact = std::iter::once(&law.mean).chain(&law.lengths);
        for (k, (exact, seen)) in exact.map(Ratio::to_f64).zip(&seen[side]).enumerate() {
            let what = if k == 0 { "mean".to_owned() } else { format!("length {k}") };
            let (seen, off) = seen.mean();
            assert!(
                (seen - exact).abs() <= off,
                "{system}, {side:?}, {what}: {seen:.5} +- {off:.5} in games; {exact:.5} exactly"
            );
        }
    }
}

#[test]
fn games_of_those_who_never_meet_agree_with_the_law_of_their_turn() {
    // So many show a mean that is off by one in a hundred, and most by six in a thousand.
    let games = if cfg!(debug_assertions) { 1_000 } else { 4_000 };
    // Turns under pressure need the dice of petite guerre.
    let turns = systems().filter(|system| *system != "petite-guerre").flat_map(|system| {
        [[MARCH, MARCH], [STAND, STAND], [MARCH, STAND]].map(|acts| (system, acts))
    });
    let turns: Vec<_> = turns.collect();
    let tables = turns.into_par_iter().with_max_len(1).filter(|(system, acts)| {
        let battle = spaced_out(system, UNITS, BySide(*acts), CAP);
        let turn = battle.spec().rules.system.turn();
        turn.inspect(|turn| agrees(&format!("{system}, {acts:?}"), turn, &battle, games)).is_some()
    });
    let tables = tables.count();
    assert!(tables >= 30, "{tables} only");
}

/// What is told of streaks, with one unit or three a side, is what the laws say: of four systems by formulas of their own.
#[test]
fn measures_of_streaks_are_exact_where_they_are_known() {
    let games = if cfg!(debug_assertions) { 500 } else { 2_500 };
    let confidence = Confidence::new(0.9999).expect("a share");
    let known = [
        ("alternate", [1, 1], 1.0),
        ("alternate", [3, 3], 3.0),
        ("cards", [1, 1], 4.0 / 3.0),
        ("cards", [3, 3], 12.0 / 7.0),
        ("cards", [3, 1], 16.0 / 5.0),
        ("lloyd-d10", [1, 1], 40.0 / 31.0),
        ("warspike", [1, 1], 24.0 / 19.0),
    ];
    known.into_par_iter().with_max_len(1).for_each(|(system, units, exact)| {
        for acts in [[MARCH, MARCH], [STAND, MARCH], [MARCH, STAND], [STAND, STAND]] {
            // Under WarSpike a side that does nothing need not instigate.
            if system == "warspike" && acts.contains(&STAND) {
                continue;
            }
            let battle = spaced_out(system, BySide(units), BySide(acts), 180);
            let mut seat = Seat::new(&battle, SEED);
            let mut recorder = seat.recorder();
            seat.count(0..games, &mut recorder);
            let tally = recorder.into_tally();
            // Under WarSpike every match is a chance to react.
            let all = if system == "warspike" { &[] } else { &["streak"][..] };
            for measure in all.iter().chain(&["streak-without-reactions"]) {
                let seen = tally.measure(measure, Some(Side::A), confidence).expect("seen");
                // The end of a game cuts long streaks short more often than others: by less than one in a hundred here.
                let off = seen.interval.map_or(0.0, |it| it.high - it.low) / 2.0 + 0.01 * exact;
                assert!(
                    (seen.value - exact).abs() <= off,
                    "{system}, {units:?}, {acts:?}, {measure}: {} +- {off:.5}; {exact:.5} exactly",
                    seen.value
                );
            }
        }
    });
}
