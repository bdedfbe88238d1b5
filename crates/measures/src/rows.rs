//! The measures, one row each.

use crate::{Measure, Quantity as Q};

/// Declares measures: by side or by game, name, words (alone, `of` a side, at the `head` of a chart or page), what is counted,
/// what it is divided by, unit, meaning. A unit that begins with "of" makes it a share.
macro_rules! measures {
    (@by side) => { true };
    (@by game) => { false };
    (@if) => { None };
    (@if $words:literal) => { Some($words) };
    ($($by:ident $name:literal $words:literal $(, of $of_side:literal)? $(, head $head:literal)?: $of:ident / $per:ident,
        $unit:literal $about:literal;)+) => {
        /// Every measure, in the order of reports.
        pub const MEASURES: &[Measure] = &[$(Measure {
            name: $name,
            words: $words,
            of_side: measures!(@if $($of_side)?),
            head: measures!(@if $($head)?),
            unit: $unit,
            about: $about,
            by_side: measures!(@by $by),
            is_share: matches!($unit.as_bytes(), [b'o', b'f', b' ', ..]),
            of: Q::$of,
            per: Q::$per,
        }),+];
    };
}

measures! {
    side "win-rate" "win rate", head "games won": WonA / Games, "of games" "games won by the side, of all games";
    game "draw-rate" "draw rate", head "games drawn": Drawn / Games, "of games" "games drawn, of all games";
    game "cap-rate" "cap rate", head "games stopped by the cap": Capped / Games, "of games"
        "games stopped by the cap, of all games";
    game "first-mover-win-rate" "first mover win rate",
        head "games won by the side that begins": FirstMoverWon / Games, "of games"
        "games won by the side that made the first action, of all games; where one side always does, its win rate";
    side "walkover" "walkovers", head "games won before the enemy acts": WalkoverA / Games, "of games"
        "games that the side won before the enemy made a single action, reactions left out, of all games";
    side "run-through" "run-throughs", of "how often {} run through", head "games won by running through": RunThroughA / GroundA, "of games"
        "games that the side won by holding a place or leaving the table before the enemy made a single action, reactions \
         left out, of all games; only where the side can win so";
    side "through" "breakthroughs", of "how often {} get through", head "games won by getting through": ThroughA / GroundA, "of games"
        "games that the side won by holding a place or leaving the table, of all games; only where it can win so, as in the \
         two that follow. What is left are games that it won otherwise, and those stopped by the cap";
    side "stopped-alive" "stopped alive", of "how often {} are stopped alive", head "games in which a side is stopped alive": StoppedA / GroundA, "of games"
        "games that came to an end and that the side did not win, though some of its figures were left: it was headed off, \
         of all games";
    side "destroyed" "destroyed", of "how often {} are destroyed", head "games in which a side is destroyed": DestroyedA / GroundA, "of games"
        "games that the side did not win because nobody of it was left, of all games";
    side "streak" "streak in chances", of "streak of {} in chances",
        head "chances in a row, reactions counted": RunChancesA / RunsA, "chances a streak"
        "chances of the side in a row in which the enemy had none; its actions in a row, which `run` tells, are \
         `streak-in-actions`. A chance is each time that the rules let a unit choose, or a side where it acts as a whole (to \
         pass is to use it up); to be asked for a reaction is one, too. Streaks cut short by the end of the game are left out";
    side "streak-without-reactions" "streak in chances, without reactions", of "streak of {} in chances, without reactions",
        head "chances in a row, reactions left out": TurnRunChancesA / TurnRunsA, "chances a streak"
        "the same, where chances to react are not counted and end no streak";
    side "unanswered" "unanswered chances": UnansweredChancesA / ChancesA, "of chances"
        "chances of the side after which it had another before the enemy had any, of all its chances";
    side "drought" "longest wait", head "longest wait, in enemy chances": ChanceDroughtA / Games, "chances a game"
        "most chances of the enemy in a row during which the side had none, a game";
    side "share-of-chances" "share of chances": ChancesA / Chances, "of chances"
        "chances of the side, of those of both sides";
    side "used" "chances used", of "chances used by {}": UsedA / ChancesA, "of chances"
        "chances in which the side did something, of all its chances";
    side "idle" "chances let pass", of "chances let pass by {}": MissedA / ChancesA, "of chances"
        "chances that the side let pass although somebody could have done something, of all its chances";
    side "streak-in-actions" "streak in actions": StreakActionsA / StreaksA, "actions a streak"
        "actions of the side in a row, which `run` tells, from when it gets the initiative until it loses it (where sides \
         take turns, until the other one acts): passes are not counted. Streaks cut short by the end of the game are left out";
    side "streak-in-actions-to-reaction" "streak in actions to a reaction",
        of "streak of {} in actions, to a reaction": PureStreakActionsA / PureStreaksA, "actions a streak"
        "the same, but a reaction of the enemy ends a streak too";
    side "longest-streak-in-actions" "longest streak in actions",
        head "longest streak, in actions": LongestA / Games, "actions a game"
        "actions in the longest streak of the side, cut short or not, a game";
    side "unanswered-actions" "unanswered actions": UnansweredA / ActionsA, "of actions"
        "actions of the side that it followed with another before the enemy acted or reacted, of all its actions";
    side "drought-in-actions" "longest wait in actions",
        head "longest wait, in enemy actions": DroughtA / Games, "actions a game"
        "most actions of the enemy in a row during which the side made none, a game";
    game "actions" "actions": Actions / Games, "actions a game" "actions a game";
    game "rounds" "rounds": Rounds / Games, "rounds a game"
        "rounds a game, the one in which it ends counted as a whole";
    side "seize-rate" "seize rate", head "attempts to seize that succeed": SeizesA / AttemptsA, "of attempts"
        "attempts of the side to seize the initiative that succeeded, of all its attempts";
    side "seizes" "seizes", of "seizes by {}": SeizesA / SeizingA, "seizes a game"
        "successful attempts of the side to seize the initiative, a game; only where it can be seized";
    side "losses" "figures lost", of "figures lost by {}": LostA / Games, "figures a game"
        "figures of the side lost, a game";
    side "never-active" "figures never active", of "figures of {} never active",
        head "figures that never get to do anything": NeverActiveA / FiguresA, "of figures"
        "figures of the side that never moved by an action, shot, reloaded or fought in the game, of all its figures";
    side "shots" "shots": ShotsA / Games, "shots a game" "shots of the side, a game";
    side "hit-rate" "shots that hit", of "shots of {} that hit": HitsA / ShotsA, "of shots"
        "shots of the side that hit, of all its shots";
    game "melee-rounds" "rounds of melee": MeleeRounds / Games, "rounds a game"
        "rounds of melee a game; under adnd, where blows are struck one by one, rounds of segments with any blow";
    game "activations" "activations": Activations / Games, "activations a game"
        "figures that did something, counted once for each time, a game";
    game "dice" "dice rolled": Dice / Games, "dice a game" "dice rolled a game";
    game "decisions" "decisions": Decisions / Games, "decisions a game"
        "decisions that the players had to make, a game: each chance and each reaction asked for, used or not, and whom to \
         nominate to seize or that nobody does";
}
