//! Playing single games by their number, and watching them to the last event and the last die.

use std::fmt::Write as _;

use skirmish_engine::battle::Battle;
use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::{Outcome, Workspace, play, play_before, play_watched};
use skirmish_simulator::{Driver, Recorder, Streams, Unit};

/// A place to play games of one battle with the dice of one seed, in any order, as the simulator does.
#[derive(Debug)]
pub struct Seat<'b> {
    battle: &'b Battle,
    workspace: Workspace,
    streams: Streams,
}

impl<'b> Seat<'b> {
    /// A seat with the battle's own workspace.
    #[must_use]
    pub fn new(battle: &'b Battle, seed: u64) -> Self {
        Self::at(Workspace::new(battle), battle, seed)
    }

    /// A seat with this workspace.
    #[must_use]
    pub fn at(workspace: Workspace, battle: &'b Battle, seed: u64) -> Self {
        Self { battle, workspace, streams: Streams::new(seed) }
    }

    /// Plays a game.
    #[inline]
    pub fn play<O: Observer>(&mut self, game: u64, observer: &mut O) -> Outcome {
        self.streams.start(game);
        play(self.battle, &mut self.workspace, None, &mut self.streams, observer)
    }

    /// Plays a game before somebody for whom the engine need not be compiled anew.
    pub fn show(&mut self, game: u64, observer: &mut impl Observer) -> Outcome {
        self.streams.start(game);
        play_before(self.battle, &mut self.workspace, None, &mut self.streams, observer)
    }

    /// Plays a game and remembers the dice rolled for a purpose.
    pub fn remember(&mut self, game: u64, purpose: Purpose) -> (Outcome, Vec<Shown>) {
        self.streams.start(game);
        let mut dice = Remembered { dice: self.streams.clone(), purpose, shown: Vec::new() };
        let workspace = &mut self.workspace;
        let outcome = play_watched(self.battle, workspace, None, &mut dice, &mut |_, _| ());
        (outcome, dice.shown)
    }

    /// Plays games and counts them.
    #[inline]
    pub fn count(&mut self, games: std::ops::Range<u64>, recorder: &mut Recorder) {
        for game in games {
            self.streams.start(game);
            let (workspace, streams) = (&mut self.workspace, &mut self.streams);
            let outcome = self.battle.play_counted(workspace, None, streams, recorder);
            recorder.end_game(game, &outcome, self.streams.rolled());
        }
    }

    /// A recorder for [`Self::count`].
    #[must_use]
    pub fn recorder(&self) -> Recorder {
        Recorder::of(self.battle, Unit::Game)
    }

    /// Dice rolled in the last game played by [`Self::play`].
    #[must_use]
    pub fn dice(&self) -> u64 {
        self.streams.rolled().iter().copied().map(u64::from).sum()
    }
}

/// A hash of everything that happens: each event with all its particulars, and where everyone stands at each action.
///
/// It is made of what `Debug` shows, without the names of fields: these may change, and the games are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventHash {
    hash: u64,
    /// The hash before the word that is being written, in case that it is the name of a field.
    before_word: Option<u64>,
}

impl Default for EventHash {
    fn default() -> Self {
        // The offset basis of 64-bit FNV-1a.
        Self { hash: 0xcbf2_9ce4_8422_2325, before_word: None }
    }
}

impl EventHash {
    /// The hash so far.
    #[must_use]
    pub const fn get(&self) -> u64 {
        self.hash
    }

    fn byte(&mut self, byte: u8) {
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            self.before_word.get_or_insert(self.hash);
        } else if let Some(before) = self.before_word.take()
            && byte == b':'
        {
            self.hash = before;
        }
        self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
}

impl std::fmt::Write for EventHash {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        text.bytes().for_each(|byte| self.byte(byte));
        Ok(())
    }
}

impl Observer for EventHash {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        let mut write = || {
            write!(self, "{event:?}{:?}{:?}", scene.alive.0, scene.engaged.0)?;
            if matches!(event, Event::Acts { .. } | Event::Ends { .. }) {
                write!(self, "{:?}", scene.positions.0)?;
            }
            Ok::<(), std::fmt::Error>(())
        };
        // Hashing text never fails.
        let _ = write();
    }
}

/// The hash of the games with these numbers, on the copy of the engine that the seat's workspace stands for: where sides are
/// narrow, one compiled for this as the simulator's is for its observer, and else the one behind pointers.
#[must_use]
pub fn hash_of(mut seat: Seat<'_>, games: std::ops::Range<u64>) -> u64 {
    let mut hash = EventHash::default();
    for game in games {
        seat.play(game, &mut hash);
    }
    hash.get()
}

/// The sides of a die and the face that it showed.
pub type Shown = (u8, u8);

/// Dice that remember what they showed, for one purpose.
struct Remembered {
    dice: Streams,
    purpose: Purpose,
    shown: Vec<Shown>,
}

impl Chance for Remembered {
    fn die(&mut self, site: RollSite, sides: u8) -> u8 {
        let face = self.dice.die(site, sides);
        if site.purpose == self.purpose {
            self.shown.push((sides, face));
        }
        face
    }

    fn pass_over(&mut self, site: RollSite, dice: Dice) {
        for _ in 0..dice.count {
            self.die(site, dice.sides);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_fields_do_not_count_and_everything_else_does() {
        let hash = |text: &str| {
            let mut hash = EventHash::default();
            // As derived `Debug` writes it: piece by piece.
            text.split_inclusive(' ').for_each(|piece| write!(hash, "{piece}").expect("it hashes"));
            hash.get()
        };
        let told = hash("Dies { figure: 3, cause: Shot }");
        assert_eq!(told, hash("Dies { who: 3, by_what: Shot }"));
        for other in ["Falls { figure: 3, cause: Shot }", "Dies { figure: 4, cause: Shot }"] {
            assert_ne!(told, hash(other));
        }
    }
}
