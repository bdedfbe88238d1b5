//! Lloyd's table for seizing the initiative, and the readings of Lloyd's text (LL-01 to LL-16).

use crate::dice::Dice;
use crate::words::{readings, words};

/// How the initiative is seized.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SeizeTable {
    /// The dice rolled.
    pub dice: Dice,
    /// A natural total up to this makes all figures in contact fight (LL-10); 0 for never.
    pub everyone_fights_up_to: i32,
    /// Percent of a move by which it has to bring a figure nearer to the enemy to count as towards it (LL-05 a).
    pub towards: i32,
    /// The tactical factors, one per row.
    pub factors: Vec<Factor>,
}

/// One row of the table of tactical factors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    /// The row's name in files and reports.
    pub name: String,
    /// The row counts when all of these hold; counted conditions multiply the value.
    pub when: Vec<FactorCondition>,
    /// What it adds to the roll.
    pub value: i32,
}

words! {
    /// The vocabulary of tactical factors. Each is judged for the nominated figure and its intention (LL-06).
    FactorCondition {
        InReach "in-reach" = "can engage in melee or reach the objective in one move, or shoots within medium range",
        EnemyShots "enemy-shots" = "for each shooting counter held against the enemy",
        DestinationOutOfSight "destination-out-of-sight" = "does not see where it means to go",
        Engaged "engaged" = "in contact with an enemy and not able to break off at will",
        OrderCard "order-card" = "nominated to carry out an order card that names it",
        IsLeader "is-leader" = "is a leader",
        LeaderLost "leader-lost" = "its own leader is dead or gone",
        Alone "alone" = "no friend stands within the distance of a group (`move.group`)",
        Outnumbered "outnumbered" = "its side has fewer figures on the table than the enemy",
        BelowHalf "below-half" = "its unit has lost more than half its figures",
        InCover "in-cover" = "is screened or protected where it stands",
        SeenByEnemy "seen-by-enemy" = "an enemy sees it",
        EnemyNear "enemy-near" = "an enemy stands within the reaction distance",
        Mounted "mounted" = "is mounted",
        FirstInitiative "first-initiative" = "the initiative has not changed hands yet",
        EnemyStreak "enemy-streak" = "for each action that the enemy has made in this initiative",
        LossesThisInitiative "losses-this-initiative" = "for each figure that its side has lost in this initiative",
        EnemyHoldsObjective "enemy-holds-objective" = "the enemy holds its side's objective",
    }
}

impl FactorCondition {
    /// Returns whether the condition is counted and multiplies the row's value.
    pub const fn is_counted(self) -> bool {
        matches!(self, Self::EnemyShots | Self::EnemyStreak | Self::LossesThisInitiative)
    }
}

/// The readings of Lloyd's text; the first variant of each is the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LloydOptions {
    /// LL-03.
    pub seize_roll: SeizeRoll,
    /// LL-03: what happens to the initiative of a side that does nothing with it.
    pub waiting: Waiting,
    /// LL-05.
    pub sight_move: SightMove,
    /// LL-07.
    pub counters: Counters,
    /// LL-11.
    pub reactive_movement: ReactiveMovement,
    /// LL-11: which of the unengaged may react by moving.
    pub reactors: Reactors,
    /// LL-12.
    pub reactive_shooting: ReactiveShooting,
    /// LL-12, the limit for each inch moved.
    pub shots_per_inch: ShotsPerInch,
    /// LL-09 with LL-11.
    pub contact_round: ContactRound,
    /// LL-16: whether duels are played.
    pub duels: Duels,
    /// LLC-6: what happens to figures without room to go back.
    pub no_room: NoRoom,
}

readings! {
    /// Whether the passive side tries to seize after each action (LL-03).
    SeizeRoll {
        WhoCan "who-can" = "It rolls if anybody has a first action to make (the essay: who has none stands no chance).",
        Always "always" = "It rolls after every action, with or without a first action in mind (the sheet).",
        MayDecline "may-decline" = "Its bot may decline as well (the essay: a player who wants it nominates).",
    }

    /// What happens to the initiative of a side that does nothing with it (LL-03).
    Waiting {
        HandsOver "hands-over" = "The enemy has it.",
        Keeps "keeps" = "It is an action, after which the enemy tries to seize as after any other.",
    }

    /// Which changes of sight qualify as a first action (LL-05 c).
    SightMove {
        IntoOrOut "into-or-out" = "Into or out of sight.",
        IntoOnly "into-only" = "Into sight only (the essay's suggestion against abuse).",
    }

    /// How long a shooting counter lasts (LL-07).
    Counters {
        Kept "kept" = "Until the initiative changes hands.",
        Spent "spent" = "For the next roll only.",
    }

    /// Whether all figures that react to a charge do the same (LL-11).
    ReactiveMovement {
        Together "together" = "All engage or all run (the sheet).",
        EachChooses "each-chooses" = "Each figure chooses (the essay).",
    }

    /// Which of the unengaged near the newly engaged may react by moving (LL-11).
    Reactors {
        Bystanders "bystanders" =
            "Those whom the action did not engage: who was pushed back out of the melee has had his round.",
        AllUnengaged "all-unengaged" = "All who are unengaged when the round on contact is over.",
    }

    /// How often missiles may react in one enemy initiative (LL-12).
    ReactiveShooting {
        SideOnce "side-once" = "The side reacts to one action.",
        FigureOnce "figure-once" = "Each figure may react once.",
    }

    /// When reactive shots are limited by the inches moved (LL-12).
    ShotsPerInch {
        WhenLeavingSight "when-leaving-sight" = "If the mover ends out of sight or range (the sheet).",
        Always "always" = "For every mover (the essay).",
    }

    /// When the round on contact is fought (LL-09, LL-11).
    ContactRound {
        BeforeReaction "before-reaction" = "Before reactive movement; the first to meet may fight twice.",
        Joint "joint" = "After it, one round for all.",
    }

    /// What happens to figures that are pushed back, or retreat, and have no room (LLC-6).
    NoRoom {
        GiveWay "give-way" = "Friends behind give way, or else who is pushed back goes to a side; who gets nowhere even so suffers the next worse effect.",
        Worse "worse" = "They suffer the next worse effect.",
        Nothing "nothing" = "They stay where they are.",
    }

    /// Whether two leaders alone with each other fight a duel (LL-16).
    Duels {
        Leaders "leaders" = "They do.",
        Off "off" = "There are no duels.",
    }
}
