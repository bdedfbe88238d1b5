//! Searches on small battles: the same on any number of threads, finding a planted fault and nothing else.

mod battles;

use skirmish_engine::battle::Player;
use skirmish_engine::bot::{Act, Bot, Line, Pick};
use skirmish_engine::side::{BySide, Side};
use skirmish_search::Arena;
use skirmish_search::arena::Score;
use skirmish_search::search::{Budget, Found, Quest, State, search};
use skirmish_search::shrink::{changes, shrink};
use skirmish_simulator::{Streams, WON, Workers, scores};

use battles::{MIRROR, Set, set};

impl Set {
    fn search(
        &self,
        seed: u64,
        games: u64,
        state: State,
        threads: usize,
    ) -> (Found, u64, Vec<State>) {
        let workers = Workers::new(threads).unwrap();
        let mut arena =
            Arena::new(&self.battle, Side::A, self.battle.players(Side::B), seed, &workers);
        let (grammar, starts) = (self.grammar(Side::A), [self.own(Side::A)]);
        let quest = Quest { grammar: &grammar, starts: &starts, seed, budget: Budget { games } };
        let mut states = Vec::new();
        let found = search(&mut arena, quest, state, |state| {
            states.push(state.clone());
            true
        });
        (found.unwrap(), arena.played(), states)
    }
}

/// Against archers that only stand, shooting wins. A search finds that in a few thousand games, the same on one thread and on
/// three, and describes it correctly.
#[test]
fn who_never_shoots_is_shot() {
    let set = set(MIRROR, &[]);
    let (found, ..) = set.search(1, 30_000, State::default(), 1);
    let (again, ..) = set.search(1, 30_000, State::default(), 3);
    assert_eq!(found, again);
    let workers = Workers::new(2).unwrap();
    let mut arena = Arena::new(&set.battle, Side::A, set.battle.players(Side::B), 2, &workers);
    let shrunk = shrink(&mut arena, &found.best[0].bot, &[set.own(Side::A)]).unwrap();
    let fresh = arena.fresh(2000);
    let score = Score::of(&arena.points(std::slice::from_ref(&shrunk.bot), fresh).unwrap()[0]);
    assert!(score.mean() > 0.95, "{score:?}: {:?}", shrunk.bot);
    let shoots = |line: &Line| matches!(line.act, Act::Shoot(_) | Act::AllShoot);
    assert!(shrunk.bot.lines.iter().any(shoots), "{:?}", shrunk.bot);
    let changes = changes(&set.own(Side::A), &shrunk.bot);
    assert!(changes.len() <= 3, "{changes:?}");
}

/// Against archers that only stand, a player that thinks ahead shoots where one kill wins, whatever its script; games are the
/// same on any number of threads. Where no side can win in time, thinking adds nothing to the script.
#[test]
fn who_thinks_ahead_shoots() {
    let think = |set: &Set, threads| {
        let shoots = Line { when: Vec::new(), act: Act::Shoot(Pick::Nearest) };
        let archer = Bot { lines: vec![shoots], ..set.own(Side::A) };
        let known = BySide([vec![archer], Vec::new()]);
        let thinking = set.battle.thinking(BySide([16, 0]), &known).unwrap();
        let workers = Workers::new(threads).unwrap();
        scores(&[set.battle.clone(), thinking], Side::A, 1, 0..12, &workers).unwrap()
    };
    let text = MIRROR.replace("losses = 3", "losses = 1");
    let mirror = set(&text, &[]);
    let games = think(&mirror, 1);
    assert_eq!(games, think(&mirror, 3));
    assert_eq!(games[0], [WON / 2; 12]);
    let won = games[1].iter().filter(|points| **points == WON).count();
    assert!(won >= 10, "{games:?}");
    let short = set(
        &text.replace("cap = 60", "cap = 1").replace("[side.Blue]", "[side.Blue]\nstarts = true"),
        &[],
    );
    assert_eq!(think(&short, 1)[1], [WON / 2; 12]);
}

/// An interrupted search ends like an uninterrupted one, wherever it was left.
#[test]
fn a_search_is_taken_up_where_it_was_left() {
    let set = set(MIRROR, &[]);
    let (whole, games, states) = set.search(3, 20_000, State::default(), 2);
    for state in states {
        let (rest, with_those_before, _) = set.search(3, 20_000, state, 2);
        assert_eq!((&whole, games), (&rest, with_those_before));
    }
}

/// A mix plays its players at their shares, alike in both games of a pair, and leaves the game's dice unchanged.
#[test]
fn mixes_are_played_as_they_say() {
    let set = set(MIRROR, &[]);
    let shooter = Bot {
        lines: vec![Line { when: Vec::new(), act: Act::Shoot(Pick::Nearest) }],
        ..set.own(Side::A)
    };
    let mix =
        [Player { bot: set.own(Side::A), weight: 3 }, Player { bot: shooter.clone(), weight: 1 }];
    let mixed = set.battle.with_players(BySide([&mix, &[]])).unwrap();
    let battles = [mixed, set.battle.clone(), set.battle.with_bot(Side::A, shooter).unwrap()];
    let workers = Workers::new(1).unwrap();
    let games = 4000;
    let points = scores(&battles, Side::A, 5, 0..games, &workers).unwrap();
    let (mut shot, mut told) = (0, 0);
    let pairs = points[1].iter().zip(&points[2]);
    for (game, (mixed, (stood, fired))) in points[0].iter().zip(pairs).enumerate() {
        assert!(mixed == stood || mixed == fired, "game {game}");
        if stood != fired {
            told += 1;
            shot += u32::from(mixed == fired);
        }
    }
    // One in four, within five standard errors: less than one false alarm in a million.
    let (share, error) = (f64::from(shot) / f64::from(told), (0.1875 / f64::from(told)).sqrt());
    assert!((share - 0.25).abs() < 5.0 * error, "{shot} of {told}");
    let mut streams = Streams::new(5);
    let mut draw = |unit| {
        use skirmish_engine::chance::Chance as _;
        streams.start(unit);
        (streams.player(Side::A, 1000), streams.player(Side::B, 1000))
    };
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7), draw(8));
}
