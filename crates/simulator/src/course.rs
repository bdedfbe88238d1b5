//! The course of one game: how often each side would still win from each action on, if the dice fell anew.
//!
//! A position is not copied: the game is replayed on its own dice up to an action, and goes on with others.

use std::cell::Cell;

use skirmish_engine::battle::Battle;
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::Event;
use skirmish_engine::game::{Outcome, Workspace, play_watched};
use skirmish_engine::side::Side;

use crate::session::Session;
use crate::streams::Streams;
use crate::workers::Workers;

/// Dice of a game up to some point, and others from there on.
struct Branched<'c> {
    own: Streams,
    others: Streams,
    /// How many dice are still those of the game.
    left: u64,
    /// How many have been drawn.
    drawn: &'c Cell<u64>,
}

impl Branched<'_> {
    fn next(&mut self) -> &mut Streams {
        self.drawn.set(self.drawn.get() + 1);
        if self.drawn.get() <= self.left { &mut self.own } else { &mut self.others }
    }
}

impl Chance for Branched<'_> {
    fn die(&mut self, site: RollSite, sides: u8) -> u8 {
        self.next().die(site, sides)
    }

    fn draw(&mut self, site: RollSite, lots: u8) -> u8 {
        self.next().draw(site, lots)
    }

    fn pass_over(&mut self, site: RollSite, dice: Dice) {
        self.next().pass_over(site, dice);
    }

    fn take_back(&mut self, _: RollSite, _: Dice) {}

    /// The players stay those of the game.
    fn player(&mut self, side: Side, of: u32) -> u32 {
        self.own.player(side, of)
    }

    fn pause(&mut self) {
        self.own.pause();
    }
}

/// Returns how many of `games` games the first side wins if a game is played on with other dice from each action on, a draw as
/// half a win: a number for each action, the first before anything is rolled, in half wins.
pub fn course(session: &Session<'_, Battle>, game: u64, games: u32, workers: &Workers) -> Vec<u32> {
    let battle = session.driver();
    let (own, first) = session.dealt(game);
    let play =
        |left: u64, unit: u64, drawn: &Cell<u64>, watch: &mut dyn FnMut(&Event)| -> Outcome {
            let mut others = own.of_courses();
            others.start(unit);
            let mut dice = Branched { own: own.clone(), others, left, drawn };
            let mut workspace = Workspace::new(battle);
            play_watched(battle, &mut workspace, first, &mut dice, &mut |_, event| watch(event))
        };
    let drawn = Cell::new(0);
    let mut cuts = vec![0];
    play(u64::MAX, 0, &drawn, &mut |event| {
        if matches!(event, Event::Acts { .. } | Event::Forfeits { .. }) {
            cuts.push(drawn.get());
        }
    });
    let all = cuts.len() as u64 * u64::from(games);
    let points = workers.each(0..all, |k| {
        let left = cuts[(k / u64::from(games)) as usize];
        // The same dice from each action on, so that what differs is the action's doing.
        let outcome = play(left, k % u64::from(games), &Cell::new(0), &mut |_| {});
        match outcome.ending.winner() {
            Some(Side::A) => 2,
            Some(Side::B) => 0,
            None => 1,
        }
    });
    points.chunks(games as usize).map(|points| points.iter().sum()).collect()
}
