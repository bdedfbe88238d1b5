//! What the simulator needs of a game; battles are one case, toys in tests another.

use skirmish_engine::battle::{Battle, WinSpec};
use skirmish_engine::chance::Chance;
use skirmish_engine::dice::Dice;
use skirmish_engine::event::Observer;
use skirmish_engine::game::{self, Outcome, Workspace};
use skirmish_engine::side::{BySide, Side};

use crate::recorder::Recorder;
use crate::streams::Streams;
use crate::tally::Tally;
use crate::think;

/// What is the same in every game of a battle and matters for measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Facts {
    /// Figures at the start.
    pub figures: BySide<u32>,
    /// Goals of a side that are ground, as bits: a place to hold or an edge to leave by.
    pub ground: BySide<u64>,
    /// Whether the initiative can be seized.
    pub can_seize: bool,
}

/// A game that can be played many times on several threads.
pub trait Driver: Sync {
    /// The workspace of a thread.
    type Workspace: Send;

    /// Creates a workspace, once for each thread.
    fn workspace(&self) -> Self::Workspace;

    /// Plays one game. It may depend only on `first` and the dice.
    fn play<C: Chance, O: Observer>(
        &self,
        workspace: &mut Self::Workspace,
        first: Option<Side>,
        chance: &mut C,
        observer: &mut O,
    ) -> Outcome;

    /// Plays one counted game. For battles it is compiled here once, and not in every program that plays.
    fn play_counted(
        &self,
        workspace: &mut Self::Workspace,
        first: Option<Side>,
        streams: &mut Streams,
        recorder: &mut Recorder,
    ) -> Outcome {
        self.play(workspace, first, streams, recorder)
    }

    /// Plays one game for any observer, where speed matters little.
    fn play_watched(
        &self,
        workspace: &mut Self::Workspace,
        first: Option<Side>,
        streams: &mut Streams,
        mut observer: &mut dyn Observer,
    ) -> Outcome {
        self.play(workspace, first, streams, &mut observer)
    }

    /// Returns whether the starting side is chosen by lot, and so may be swapped in pairs.
    fn starts_by_lot(&self) -> bool;

    /// Returns whether it is the same game by the same rules as another, so that nothing can differ.
    fn is_same(&self, _other: &Self) -> bool {
        false
    }

    /// Returns the dice that seize the initiative.
    fn seize_dice(&self) -> Dice;

    /// Returns what is the same in every game.
    fn facts(&self) -> Facts {
        Facts::default()
    }

    /// Returns a tally that also counts what only some games have.
    fn counting(&self, tally: Tally) -> Tally {
        tally
    }
}

impl Driver for Battle {
    type Workspace = Workspace;

    fn workspace(&self) -> Workspace {
        if self.is_thought_through() { Workspace::wide(self) } else { Workspace::new(self) }
    }

    #[inline]
    fn play<C: Chance, O: Observer>(
        &self,
        workspace: &mut Workspace,
        first: Option<Side>,
        chance: &mut C,
        observer: &mut O,
    ) -> Outcome {
        game::play(self, workspace, first, chance, observer)
    }

    fn play_counted(
        &self,
        workspace: &mut Workspace,
        first: Option<Side>,
        streams: &mut Streams,
        recorder: &mut Recorder,
    ) -> Outcome {
        if self.is_thought_through() {
            return think::play(self, workspace, (first, streams), recorder);
        }
        game::play(self, workspace, first, streams, recorder)
    }

    fn play_watched(
        &self,
        workspace: &mut Workspace,
        first: Option<Side>,
        streams: &mut Streams,
        observer: &mut dyn Observer,
    ) -> Outcome {
        match self.is_thought_through() {
            true => think::play(self, workspace, (first, streams), observer),
            false => game::play_before(self, workspace, first, streams, observer),
        }
    }

    fn starts_by_lot(&self) -> bool {
        let spec = self.spec();
        spec.starts.is_none() && spec.rules.system.has_starter()
    }

    fn is_same(&self, other: &Self) -> bool {
        self.spec() == other.spec()
            && self.thinks() == other.thinks()
            && Side::BOTH
                .into_iter()
                .all(|side| self.known_players(side) == other.known_players(side))
    }

    fn seize_dice(&self) -> Dice {
        self.spec().rules.seize.dice
    }

    fn facts(&self) -> Facts {
        let ground = |side: Side| {
            let wins = self.spec().sides[side].wins.iter().take(64);
            let is_ground =
                |win: &WinSpec| matches!(win, WinSpec::Holds(_) | WinSpec::Escapes { .. });
            (0..).zip(wins).fold(0, |bits, (k, win)| bits | u64::from(is_ground(win)) << k)
        };
        Facts {
            figures: BySide::from_fn(|side| self.count(side) as u32),
            ground: BySide::from_fn(ground),
            can_seize: self.spec().rules.system.is_seized(),
        }
    }

    fn counting(&self, tally: Tally) -> Tally {
        tally.counting(self)
    }
}
