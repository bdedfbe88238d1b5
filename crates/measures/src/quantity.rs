//! What is counted in a game.

use skirmish_engine::side::Side;

macro_rules! quantities {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// A whole number counted in a game; those of a side stand in pairs, side A's first.
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
    /// One a game, if the side can win by ground: by holding a place or by leaving the table.
    GroundA, GroundB,
    /// Games won by ground before the enemy made an action.
    RunThroughA, RunThroughB,
    /// Of the games in which the side can win by ground, those that it won so; those that it did not win, with somebody left
    /// or nobody.
    ThroughA, ThroughB,
    StoppedA, StoppedB,
    DestroyedA, DestroyedB,
    /// Games drawn.
    Drawn,
    /// Games stopped by the cap.
    Capped,
    /// Games won by who made the first action.
    FirstMoverWon,
    /// Actions.
    Actions,
    /// Actions of a side.
    ActionsA, ActionsB,
    /// Chances of either side.
    Chances,
    /// Chances of a side, to react among them; those in which it did something, and those that it let pass though somebody
    /// could have done something.
    ChancesA, ChancesB,
    UsedA, UsedB,
    MissedA, MissedB,
    /// Chances after which the same side had the next.
    UnansweredChancesA, UnansweredChancesB,
    /// Complete runs of chances of a side, from one of the enemy to the next; and the chances in them.
    RunsA, RunsB,
    RunChancesA, RunChancesB,
    /// Complete runs of chances of a side where chances to react are not counted and end nothing; and the chances in them.
    TurnRunsA, TurnRunsB,
    TurnRunChancesA, TurnRunChancesB,
    /// Most chances of the enemy in a row.
    ChanceDroughtA, ChanceDroughtB,
    /// Actions after which the same side made the next one, with no reaction in between.
    UnansweredA, UnansweredB,
    /// Complete streaks: actions of a side from when it got the initiative until it lost it again; none if it made no
    /// action in between. What the end of the game cuts short is not counted.
    StreaksA, StreaksB,
    /// Actions in complete streaks.
    StreakActionsA, StreakActionsB,
    /// Complete streaks where a reaction of the other side, too, ends a streak and begins another; and the actions in them.
    PureStreaksA, PureStreaksB,
    PureStreakActionsA, PureStreakActionsB,
    /// The longest streak of a side, cut short by the end or not.
    LongestA, LongestB,
    /// Most actions of the enemy between two of a side, before its first and after its last included.
    DroughtA, DroughtB,
    /// Attempts to seize the initiative.
    AttemptsA, AttemptsB,
    /// Attempts to seize that succeeded.
    SeizesA, SeizesB,
    /// Figures lost.
    LostA, LostB,
    /// Figures at the start.
    FiguresA, FiguresB,
    /// Of the figures at the start, those who never moved by an action, shot, reloaded or fought.
    NeverActiveA, NeverActiveB,
    /// Figures that did something, counted once for each time.
    Activations,
    /// Shots.
    ShotsA, ShotsB,
    /// Shots that hit.
    HitsA, HitsB,
    /// Rounds that were begun, by the clock that all systems share.
    Rounds,
    /// Rounds of melee; of rounds of segments (AD-01) those in which there was a blow.
    MeleeRounds,
    /// Dice rolled.
    Dice,
    /// Decisions that a side had to make: chances, used or not, and nominations and refusals to seize.
    Decisions,
    /// One a game, if the side can seize the initiative.
    SeizingA, SeizingB,
    /// Actions in which the side stands, and first actions that it forfeits.
    StoodA, StoodB,
    /// Chances that it lets pass without an action: units in their turn, tosses.
    PassedA, PassedB,
}

impl Quantity {
    /// The quantity of a side, from that of side A.
    pub const fn index(self, side: Side) -> usize {
        self as usize + side as usize
    }
}

/// How games end, won by side A, by side B, drawn and stopped by the cap.
pub const ENDINGS: [Quantity; 4] =
    [Quantity::WonA, Quantity::WonB, Quantity::Drawn, Quantity::Capped];
