//! Lloyd's table for seizing the initiative, and the readings of his text (LL-01 to LL-16).

use crate::dice::Dice;

/// How the initiative is seized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeizeTable {
    /// The dice rolled.
    pub dice: Dice,
    /// A natural total up to this makes everyone in contact fight (LL-10); 0 for never.
    pub everyone_fights_up_to: i32,
    /// The tactical factors, one a row.
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

/// The vocabulary of tactical factors. Each is judged for the nominated figure and its intention (LL-06).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FactorCondition {
    /// Can engage in melee or reach the objective in one move, or shoots within medium range (LL-03).
    InReach,
    /// Counted: shooting counters held against the enemy (LL-07).
    EnemyShots,
    /// Out of line of sight of the destination.
    DestinationOutOfSight,
    /// In contact with an enemy and not able to break off at will.
    Engaged,
    /// Nominated to carry out an order card that names the figure (LL-08).
    OrderCard,
    /// The nominee is a leader.
    IsLeader,
    /// The leader of the nominee's unit is dead or gone.
    LeaderLost,
    /// No friend stands within the body distance.
    Alone,
    /// The side has fewer figures on the table than the enemy.
    Outnumbered,
    /// The nominee's unit has lost more than half its figures.
    BelowHalf,
    /// The nominee is screened or protected where it stands.
    InCover,
    /// At least one enemy figure sees the nominee.
    SeenByEnemy,
    /// An enemy stands within the reaction distance of the nominee.
    EnemyNear,
    /// The nominee is mounted.
    Mounted,
    /// The initiative has not changed hands yet.
    FirstInitiative,
    /// Counted: actions the enemy has made in this initiative.
    EnemyStreak,
    /// Counted: figures the side has lost in this initiative.
    LossesThisInitiative,
    /// The enemy holds the nominee's objective.
    EnemyHoldsObjective,
}

impl FactorCondition {
    /// The whole vocabulary, in the order in which it is documented.
    pub const ALL: [Self; 18] = [
        Self::InReach,
        Self::EnemyShots,
        Self::DestinationOutOfSight,
        Self::Engaged,
        Self::OrderCard,
        Self::IsLeader,
        Self::LeaderLost,
        Self::Alone,
        Self::Outnumbered,
        Self::BelowHalf,
        Self::InCover,
        Self::SeenByEnemy,
        Self::EnemyNear,
        Self::Mounted,
        Self::FirstInitiative,
        Self::EnemyStreak,
        Self::LossesThisInitiative,
        Self::EnemyHoldsObjective,
    ];

    /// The word for it in rulebooks.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InReach => "in-reach",
            Self::EnemyShots => "enemy-shots",
            Self::DestinationOutOfSight => "destination-out-of-sight",
            Self::Engaged => "engaged",
            Self::OrderCard => "order-card",
            Self::IsLeader => "is-leader",
            Self::LeaderLost => "leader-lost",
            Self::Alone => "alone",
            Self::Outnumbered => "outnumbered",
            Self::BelowHalf => "below-half",
            Self::InCover => "in-cover",
            Self::SeenByEnemy => "seen-by-enemy",
            Self::EnemyNear => "enemy-near",
            Self::Mounted => "mounted",
            Self::FirstInitiative => "first-initiative",
            Self::EnemyStreak => "enemy-streak",
            Self::LossesThisInitiative => "losses-this-initiative",
            Self::EnemyHoldsObjective => "enemy-holds-objective",
        }
    }

    /// Whether the condition is counted and multiplies the row's value.
    #[must_use]
    pub const fn is_counted(self) -> bool {
        matches!(self, Self::EnemyShots | Self::EnemyStreak | Self::LossesThisInitiative)
    }
}

/// The readings of Lloyd's text; the first variant of each is the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LloydOptions {
    /// LL-03.
    pub seize_roll: SeizeRoll,
    /// LL-05.
    pub sight_move: SightMove,
    /// LL-07.
    pub counters: Counters,
    /// LL-11.
    pub reactive_movement: ReactiveMovement,
    /// LL-11: who of the unengaged may react by moving.
    pub reactors: Reactors,
    /// LL-12.
    pub reactive_shooting: ReactiveShooting,
    /// LL-12, the limit for each inch moved.
    pub shots_per_inch: ShotsPerInch,
    /// LL-09 with LL-11.
    pub contact_round: ContactRound,
    /// LL-16: whether duels are played.
    pub duels: Duels,
    /// LLC-6: what becomes of those who have no room to go back.
    pub no_room: NoRoom,
}

reading! {
    /// Whether the passive side must try to seize after each action (LL-03).
    SeizeRoll {
        /// It rolls after every action (the sheet).
        #[default]
        Always => "always",
        /// Its bot may decline (the essay).
        MayDecline => "may-decline",
    }
}
reading! {
    /// Which changes of sight qualify as a first action (LL-05 c).
    SightMove {
        /// Into or out of sight.
        #[default]
        IntoOrOut => "into-or-out",
        /// Into sight only (the essay's suggestion against abuse).
        IntoOnly => "into-only",
    }
}
reading! {
    /// How long a shooting counter lasts (LL-07).
    Counters {
        /// Until the initiative changes hands.
        #[default]
        Kept => "kept",
        /// For the next roll only.
        Spent => "spent",
    }
}
reading! {
    /// Whether those who react to a charge all do the same (LL-11).
    ReactiveMovement {
        /// All engage or all run (the sheet).
        #[default]
        Together => "together",
        /// Each figure chooses (the essay).
        EachChooses => "each-chooses",
    }
}
reading! {
    /// Who of the unengaged near those who have just engaged may react by moving (LL-11).
    Reactors {
        /// Those whom the action did not engage: who was pushed back out of the melee has had his round.
        #[default]
        Bystanders => "bystanders",
        /// All who are unengaged when the round on contact is over.
        AllUnengaged => "all-unengaged",
    }
}
reading! {
    /// How often missiles may react in one enemy initiative (LL-12).
    ReactiveShooting {
        /// The side reacts to one action.
        #[default]
        SideOnce => "side-once",
        /// Each figure may react once.
        FigureOnce => "figure-once",
    }
}
reading! {
    /// When reactive shots are limited by the inches moved (LL-12).
    ShotsPerInch {
        /// If the mover ends out of sight or range (the sheet).
        #[default]
        WhenLeavingSight => "when-leaving-sight",
        /// For every mover (the essay).
        Always => "always",
    }
}
reading! {
    /// When the round on contact is fought (LL-09, LL-11).
    ContactRound {
        /// Before reactive movement; the first to meet may fight twice.
        #[default]
        BeforeReaction => "before-reaction",
        /// After it, one round for all.
        Joint => "joint",
    }
}
reading! {
    /// What becomes of those who are pushed back, or retreat, and have no room (LLC-6).
    NoRoom {
        /// Friends behind give way; who gets nowhere even so suffers the next worse effect.
        #[default]
        GiveWay => "give-way",
        /// They suffer the next worse effect.
        Worse => "worse",
        /// They stay where they are.
        Nothing => "nothing",
    }
}
reading! {
    /// Whether two leaders alone with one another fight a duel (LL-16).
    Duels {
        /// They do.
        #[default]
        Leaders => "leaders",
        /// There are no duels.
        Off => "off",
    }
}
