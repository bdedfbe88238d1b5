//! What the machine asks of a game: so little that tests can play toys, and the engine's battles are one case.

use skirmish_engine::battle::{Battle, WinSpec};
use skirmish_engine::chance::Chance;
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Event, Observer, Scene, Watch};
use skirmish_engine::game::{self, Outcome, Workspace};
use skirmish_engine::side::{BySide, Side};

use crate::recorder::Recorder;
use crate::streams::Streams;
use crate::tally::Tally;
use crate::think;

/// What is the same in every game of a battle, and bears on what is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Facts {
    /// Figures at the start.
    pub figures: BySide<u32>,
    /// Which goals of a side are ground, as bits: a place to hold, an edge to leave by.
    pub ground: BySide<u64>,
    /// Whether the initiative can be seized.
    pub can_seize: bool,
}

/// A game that can be played many times on several threads.
pub trait Driver: Sync {
    /// The workspace of a thread.
    type Workspace: Send;

    /// A workspace; made once a thread.
    fn workspace(&self) -> Self::Workspace;

    /// Plays one game. What happens may depend on nothing but `first` and the dice.
    fn play<C: Chance, O: Observer>(
        &self,
        workspace: &mut Self::Workspace,
        first: Option<Side>,
        chance: &mut C,
        observer: &mut O,
    ) -> Outcome;

    /// Plays one game that is counted: [`Self::play`] with the dice of a seed and the recorder. For battles it is compiled
    /// here, once, and not again in every program that plays some.
    fn play_counted(
        &self,
        workspace: &mut Self::Workspace,
        first: Option<Side>,
        streams: &mut Streams,
        recorder: &mut Recorder,
    ) -> Outcome {
        self.play(workspace, first, streams, recorder)
    }

    /// Plays one game and shows each event to a function, where it matters little how long a game takes.
    fn play_watched(
        &self,
        workspace: &mut Self::Workspace,
        first: Option<Side>,
        streams: &mut Streams,
        watch: &mut dyn FnMut(&Scene<'_>, &Event),
    ) -> Outcome {
        self.play(workspace, first, streams, &mut Watch(watch))
    }

    /// Whether it is by lot who has the initiative first, and so may be swapped in pairs.
    fn starts_by_lot(&self) -> bool;

    /// Whether it is the same game by the same rules as another, so that nothing can differ between them.
    fn is_same(&self, _other: &Self) -> bool {
        false
    }

    /// The dice with which the initiative is seized.
    fn seize_dice(&self) -> Dice;

    /// What is the same in every game.
    fn facts(&self) -> Facts {
        Facts::default()
    }

    /// Has a tally count what goes beyond the measures, and beyond what all games have.
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
        watch: &mut dyn FnMut(&Scene<'_>, &Event),
    ) -> Outcome {
        let watch = &mut Watch(watch);
        match self.is_thought_through() {
            true => think::play(self, workspace, (first, streams), watch),
            false => game::play_before(self, workspace, first, streams, watch),
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
