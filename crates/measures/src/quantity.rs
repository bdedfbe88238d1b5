//! What is counted in a game.

use skirmish_engine::side::Side;

macro_rules! quantities {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// A whole number counted in a game. Quantities of a side come in pairs, side A's first.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the second of each pair is that of side B")]
        pub enum Quantity {
            $($(#[$doc])* $name),+
        }

        /// How many quantities there are.
        pub const QUANTITIES: usize = [$(Quantity::$name),+].len();
    };
}

quantities! {
    /// One a game.
    Games,
    /// Games won.
    WonA, WonB,
    /// Games won before the enemy made an action.
    WalkoverA, WalkoverB,
    /// One a game, if the side can win by holding a place or by leaving the table ("by ground").
    GroundA, GroundB,
    /// Games won by ground before the enemy made an action.
    RunThroughA, RunThroughB,
    /// Of the games in which the side can win by ground: won so; not won, with figures left; not won, with none left. A capped
    /// game is in neither of the last two.
    ThroughA, ThroughB,
    StoppedA, StoppedB,
    DestroyedA, DestroyedB,
    /// Games drawn.
    Drawn,
    /// Games stopped by the cap.
    Capped,
    /// Games won by the side that made the first action.
    FirstMoverWon,
    /// Actions.
    Actions,
    /// Actions of a side.
    ActionsA, ActionsB,
    /// Chances to act, of either side.
    Chances,
    /// Chances of a side to act or react; those it used; those it let pass though a figure could have done something.
    ChancesA, ChancesB,
    UsedA, UsedB,
    MissedA, MissedB,
    /// Chances after which the same side had the next.
    UnansweredChancesA, UnansweredChancesB,
    /// Complete runs of chances of a side, with no chance of the enemy in between; and the chances in them.
    RunsA, RunsB,
    RunChancesA, RunChancesB,
    /// The same, where chances to react neither count nor end a run.
    TurnRunsA, TurnRunsB,
    TurnRunChancesA, TurnRunChancesB,
    /// Most chances of the enemy in a row.
    ChanceDroughtA, ChanceDroughtB,
    /// Actions after which the same side made the next one, with no reaction in between.
    UnansweredA, UnansweredB,
    /// Complete streaks: actions of a side from gaining the initiative to losing it; none if it made no action in between. A
    /// streak cut short by the end of the game is not counted.
    StreaksA, StreaksB,
    /// Actions in complete streaks.
    StreakActionsA, StreakActionsB,
    /// Complete streaks where a reaction of the enemy also ends a streak and begins another; and the actions in them.
    PureStreaksA, PureStreaksB,
    PureStreakActionsA, PureStreakActionsB,
    /// The longest streak of a side, even if cut short by the end.
    LongestA, LongestB,
    /// Most actions of the enemy between two of a side, or before its first or after its last.
    DroughtA, DroughtB,
    /// Attempts to seize the initiative.
    AttemptsA, AttemptsB,
    /// Attempts to seize that succeeded.
    SeizesA, SeizesB,
    /// Figures lost.
    LostA, LostB,
    /// Figures at the start.
    FiguresA, FiguresB,
    /// Of the figures at the start, those that never moved by an action, shot, reloaded or fought.
    NeverActiveA, NeverActiveB,
    /// Figures that did something, counted each time.
    Activations,
    /// Shots.
    ShotsA, ShotsB,
    /// Shots that hit.
    HitsA, HitsB,
    /// Rounds begun, by the clock that all systems share.
    Rounds,
    /// Rounds of melee; with rounds of segments (AD-01), those with at least one blow.
    MeleeRounds,
    /// Dice rolled.
    Dice,
    /// Decisions of a side: chances, used or not, and nominations and refusals to seize.
    Decisions,
    /// One a game, if the side can seize the initiative.
    SeizingA, SeizingB,
    /// Actions in which the side stands, and first actions that it forfeits.
    StoodA, StoodB,
    /// Chances that it passes without an action: units in their turn, tosses.
    PassedA, PassedB,
}

impl Quantity {
    /// Returns the place of a side's quantity, given that of side A.
    pub const fn index(self, side: Side) -> usize {
        self as usize + side as usize
    }
}

/// How games end: won by side A, won by side B, drawn, stopped by the cap.
pub const ENDINGS: [Quantity; 4] =
    [Quantity::WonA, Quantity::WonB, Quantity::Drawn, Quantity::Capped];
