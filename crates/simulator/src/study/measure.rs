//! What is measured of a game so that it means the same under every initiative system.

use skirmish_engine::side::Side;

macro_rules! quantities {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// A whole number read off a game; those of a side stand in pairs, side A's first.
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
    WonA,
    WonB,
    /// Games won before the enemy made an action.
    WalkoverA,
    WalkoverB,
    /// One a game, if the side can win by ground: by holding a place or by leaving the table.
    GroundA,
    GroundB,
    /// Games won by ground before the enemy made an action.
    RunThroughA,
    RunThroughB,
    /// One a game, if the enemy of the side can win by ground.
    EnemyGroundA,
    EnemyGroundB,
    /// The same: games that came to an end and that the enemy did not win, the side having acted or reacted.
    HeadedOffA,
    HeadedOffB,
    /// Games drawn.
    Drawn,
    /// Games stopped by the cap.
    Capped,
    /// Games won by who made the first action.
    FirstMoverWon,
    /// Actions.
    Actions,
    /// Actions of a side.
    ActionsA,
    ActionsB,
    /// Actions after which the same side made the next one, with no reaction in between.
    UnansweredA,
    UnansweredB,
    /// Streaks that came to an end: actions of one side with no action of the other between them.
    StreaksA,
    StreaksB,
    /// Actions in these.
    StreakActionsA,
    StreakActionsB,
    /// The same where a reaction of the other side ends a streak, too.
    PureStreaksA,
    PureStreaksB,
    PureStreakActionsA,
    PureStreakActionsB,
    /// The longest streak of a side, cut short by the end or not.
    LongestA,
    LongestB,
    /// Most actions of the enemy between two of a side, before its first and after its last included.
    DroughtA,
    DroughtB,
    /// Attempts to seize the initiative.
    AttemptsA,
    AttemptsB,
    /// Those that succeeded.
    SeizesA,
    SeizesB,
    /// Figures lost.
    LostA,
    LostB,
    /// Figures at the start.
    FiguresA,
    FiguresB,
    /// Of these, who never moved by an action, shot, reloaded or fought.
    IdleA,
    IdleB,
    /// Figures that did something, counted once for each time.
    Activations,
    /// Shots.
    ShotsA,
    ShotsB,
    /// Shots that hit.
    HitsA,
    HitsB,
    /// Rounds of melee; of rounds of segments (AD-01) those in which there was a blow.
    MeleeRounds,
    /// Dice rolled.
    Dice,
    /// Decisions that a side had to make: actions, nominations, refusals, reactions.
    Decisions,
    /// One a game, if the side can seize the initiative.
    SeizingA,
    SeizingB,
}

impl Quantity {
    /// The quantity of a side, from that of side A.
    #[must_use]
    pub(super) const fn index(self, side: Side) -> usize {
        self as usize + side as usize
    }
}

/// A measure: the total of one quantity over that of another.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    /// Its name in files, such as `win-rate`.
    pub name: &'static str,
    /// What it means, as printed with it.
    pub about: &'static str,
    /// Whether there is one for each side.
    pub by_side: bool,
    /// What is counted; of a measure by side, that of side A.
    of: Quantity,
    /// By what it is divided.
    per: Quantity,
    /// The same, if that one too is by side.
    per_by_side: bool,
    /// Whether it is a share, between 0 and 1.
    pub is_share: bool,
}

impl Measure {
    /// The places of what is counted and of what it is divided by.
    #[must_use]
    pub const fn places(&self, side: Option<Side>) -> (usize, usize) {
        let side = match side {
            Some(side) => side,
            None => Side::A,
        };
        let per = if self.per_by_side { self.per.index(side) } else { self.per as usize };
        (self.of.index(side), per)
    }

    /// Whether it is a share of games: each game is one trial. Whether a side can win by ground is the same in all games
    /// of a battle.
    #[must_use]
    pub const fn is_of_games(&self) -> bool {
        self.is_share
            && matches!(self.per, Quantity::Games | Quantity::GroundA | Quantity::EnemyGroundA)
    }

    /// The sides that it is measured for.
    #[must_use]
    pub fn sides(&self) -> &'static [Option<Side>] {
        if self.by_side { &[Some(Side::A), Some(Side::B)] } else { &[None] }
    }
}

const fn of_side(name: &'static str, of: Quantity, per: Quantity, about: &'static str) -> Measure {
    Measure {
        name,
        about,
        by_side: true,
        of,
        per,
        per_by_side: !matches!(per, Quantity::Games),
        is_share: false,
    }
}

const fn of_game(name: &'static str, of: Quantity, about: &'static str) -> Measure {
    Measure {
        name,
        about,
        by_side: false,
        of,
        per: Quantity::Games,
        per_by_side: false,
        is_share: false,
    }
}

const fn share(measure: Measure) -> Measure {
    Measure { is_share: true, ..measure }
}

/// Every measure, in the order of reports.
pub const MEASURES: &[Measure] = &[
    share(of_side(
        "win-rate",
        Quantity::WonA,
        Quantity::Games,
        "games won by the side, of all games",
    )),
    share(of_game("draw-rate", Quantity::Drawn, "games drawn, of all games")),
    share(of_game(
        "cap-rate",
        Quantity::Capped,
        "games stopped by the cap on actions, of all games",
    )),
    share(of_game(
        "first-mover-win-rate",
        Quantity::FirstMoverWon,
        "games won by the side that made the first action, of all games",
    )),
    share(of_side(
        "walkover",
        Quantity::WalkoverA,
        Quantity::Games,
        "games that the side won before the enemy made a single action, reactions left out, of all games",
    )),
    share(of_side(
        "run-through",
        Quantity::RunThroughA,
        Quantity::GroundA,
        "games that the side won by holding a place or leaving the table before the enemy made a single action, reactions left \
         out, of all games; only where the side can win so",
    )),
    share(of_side(
        "headed-off",
        Quantity::HeadedOffA,
        Quantity::EnemyGroundA,
        "games that the enemy did not win, neither by holding a place or leaving the table nor by anything else, the side \
         having made at least one action or reaction, of all games; only where the enemy can win by such ground; games stopped \
         by the cap count as not headed off",
    )),
    of_side(
        "mean-streak",
        Quantity::StreakActionsA,
        Quantity::StreaksA,
        "actions of the side in a row with no action of the enemy that is not a reaction; streaks cut short by the end of \
         the game are left out",
    ),
    of_side(
        "mean-streak-without-reaction",
        Quantity::PureStreakActionsA,
        Quantity::PureStreaksA,
        "the same, but a reaction of the enemy ends a streak too",
    ),
    of_side(
        "longest-streak",
        Quantity::LongestA,
        Quantity::Games,
        "actions in the longest streak of the side, a game",
    ),
    share(of_side(
        "unanswered",
        Quantity::UnansweredA,
        Quantity::ActionsA,
        "actions of the side that it followed with another before the enemy acted or reacted, of all its actions",
    )),
    of_side(
        "drought",
        Quantity::DroughtA,
        Quantity::Games,
        "most actions of the enemy in a row during which the side made none, a game",
    ),
    of_game("actions", Quantity::Actions, "actions a game"),
    share(of_side(
        "seize-rate",
        Quantity::SeizesA,
        Quantity::AttemptsA,
        "attempts of the side to seize the initiative that succeeded, of all its attempts",
    )),
    of_side(
        "seizes",
        Quantity::SeizesA,
        Quantity::SeizingA,
        "successful attempts of the side to seize the initiative, a game; only where it can be seized",
    ),
    of_side("losses", Quantity::LostA, Quantity::Games, "figures of the side lost, a game"),
    share(of_side(
        "idle",
        Quantity::IdleA,
        Quantity::FiguresA,
        "figures of the side that never moved by an action, shot, reloaded or fought in the game, of all its figures",
    )),
    of_side("shots", Quantity::ShotsA, Quantity::Games, "shots of the side, a game"),
    share(of_side(
        "hit-rate",
        Quantity::HitsA,
        Quantity::ShotsA,
        "shots of the side that hit, of all its shots",
    )),
    of_game(
        "melee-rounds",
        Quantity::MeleeRounds,
        "rounds of melee a game; under adnd, where blows are struck one by one, rounds of segments with any blow",
    ),
    of_game(
        "activations",
        Quantity::Activations,
        "figures that did something, counted once for each time, a game",
    ),
    of_game("dice", Quantity::Dice, "dice rolled a game"),
    of_game(
        "decisions",
        Quantity::Decisions,
        "decisions that the players had to make (actions, nominations, refusals, reactions), a game",
    ),
];

/// A measure of one side, or of the game.
pub(super) fn cells() -> impl Iterator<Item = (&'static Measure, Option<Side>)> {
    MEASURES.iter().flat_map(|measure| measure.sides().iter().map(move |side| (measure, *side)))
}

/// How many measures there are, counted once for each side that has its own.
#[must_use]
pub fn measured() -> usize {
    cells().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_have_names_and_places_of_their_own() {
        for (k, measure) in MEASURES.iter().enumerate() {
            assert!(MEASURES[..k].iter().all(|m| m.name != measure.name));
            for side in measure.sides() {
                let (of, per) = measure.places(*side);
                assert!(of < QUANTITIES && per < QUANTITIES && of != per);
            }
        }
        assert_eq!(Quantity::WonA.index(Side::B), Quantity::WonB as usize);
        assert_eq!(Quantity::IdleA.index(Side::B), Quantity::IdleB as usize);
    }
}
