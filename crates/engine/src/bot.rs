//! Bots as decision lists: what a side does, what it nominates, how it reacts. Data only; `decide` reads it.

use crate::battle::EventId;
use crate::battle::PlaceId;
use crate::battle::UnitId;
use crate::battle::geometry::Len;

/// Most lines of a bot, and most reactions.
pub const MAX_LINES: usize = 24;

/// A bot: does the first line whose tests hold for some group, and whose action is possible for it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bot {
    /// Its name in files and reports.
    pub name: String,
    /// What to do with the initiative.
    pub lines: Vec<Line>,
    /// How to react to the enemy's actions (LL-11, LL-12). Tests must hold for the figures that could react.
    pub reactions: Vec<Line<React>>,
    /// Which figure to nominate (LL-03).
    pub nominate: Nominate,
    /// With `seize-roll = may-decline`: tries to seize only if the chance is at least this many percent.
    pub least_chance_percent: u8,
    /// In how many of a hundred tosses it passes even though it would have something to do as the Instigator (WS-01).
    pub pass_percent: u8,
    /// Whether figures with several attack routines stay uncommitted to them: each then attacks once, and declares when its
    /// turn comes (AD-01). The hasted have their routines anyway.
    pub holds_back: bool,
    /// Units that are asked before the others, in this order. Only the bot of a side has any.
    pub bodies: Vec<UnitId>,
}

/// One line of a bot: an action, or a reaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<A = Act> {
    /// All must hold.
    pub when: Vec<Test>,
    /// What is done.
    pub act: A,
}

/// What scripts may be made of.
#[derive(Debug, Clone, Default)]
pub struct Language {
    /// Conditions of lines and reactions.
    pub conditions: Vec<Condition>,
    /// What lines do.
    pub actions: Vec<Act>,
    /// What reactions do.
    pub reactions: Vec<React>,
    /// Ways to nominate.
    pub nominations: Vec<Nominate>,
}

/// A condition, or its opposite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Test {
    /// The condition.
    pub condition: Condition,
    /// False for `not …`.
    pub expected: bool,
}

/// Conditions, judged for a group of figures (a connected group, those on a card, those that could react) of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// Some of the group is in contact with an enemy.
    Engaged,
    /// Every figure of the group in contact can break off at will.
    CanBreakOff,
    /// Some of the group sees an enemy.
    EnemyInSight,
    /// Some enemy sees a figure of the group.
    SeenByEnemy,
    /// Some of the group could shoot at an enemy from where it stands.
    EnemyInRange,
    /// Some of the group could shoot at an enemy within medium range from where it stands.
    EnemyInMediumRange,
    /// Some of the group has a missile weapon.
    HasMissiles,
    /// An enemy stands within this distance of a figure of the group.
    EnemyWithin(Len),
    /// An enemy stands within this distance of a place.
    EnemyWithinOf(Len, PlaceId),
    /// A figure of the group stands within this distance of a place.
    Within(Len, PlaceId),
    /// Some of the group could move into contact with an enemy in one move.
    EnemyWithinCharge,
    /// Some of the group could move into contact in one move with an enemy that could itself reach the side's objective in one
    /// move.
    EnemyWithinChargeNearObjective,
    /// An enemy could reach the side's objective in one move.
    ObjectiveThreatened,
    /// Some of the group could reach the objective in one move.
    ObjectiveInReach,
    /// The side holds its objective, by the numbers that its goal requires; without such a goal, with one figure and no enemy
    /// there.
    HoldsObjective,
    /// The enemy has at least one figure at the side's objective, and would hold it if one were enough.
    EnemyHoldsObjective,
    /// The side holds the place, likewise.
    Holds(PlaceId),
    /// An order card of the side is open for some of the group (LL-08).
    OrderCardOpen,
    /// A leader is in the group.
    HasLeader,
    /// Living figures of the side's units are scattered over more than one group.
    Stragglers,
    /// The group has fewer figures than there are enemies within twice a full move of it.
    Outnumbered,
    /// Some of the group is screened or protected where it stands.
    InCover,
    /// A chance, by the rules and the table, is at least this many percent.
    ChanceAtLeast(ChanceOf, u8),
    /// A chance is at most this many percent.
    ChanceAtMost(ChanceOf, u8),
    /// The group needs fewer full moves to the place than any enemy; with `None`, to the side's objective.
    ThereFirst(Option<PlaceId>),
    /// The enemy holds at least this many shooting counters of this initiative (LL-07).
    CountersAtLeast(u8),
    /// The side has made at least this many actions in a row, and the enemy none since.
    StreakAtLeast(u32),
    /// The enemy has made at least this many actions in a row, and the side none since.
    EnemyStreakAtLeast(u32),
    /// At least this many actions have been played; or turns, if more turns than actions have gone by.
    ActionsAtLeast(u32),
    /// At least this many rounds have been played.
    RoundsAtLeast(u32),
    /// No more than this many rounds can be played from now on, the current one included.
    RoundsLeftAtMost(u32),
    /// The side has lost at least this many figures.
    LossesAtLeast(u8),
    /// The enemy has lost at least this many figures.
    EnemyLossesAtLeast(u8),
    /// The group has at least this many figures.
    FiguresAtLeast(u8),
    /// Some of the group belong to the unit, by its number among those of both sides, the first side's first.
    IsOf(UnitId),
    /// Some of the group have been at the place, after any action.
    Been(PlaceId),
    /// Every figure of the group stands within this distance of a place.
    AllWithin(Len, PlaceId),
    /// A friend outside the group could move into contact with an enemy in one move.
    FriendWithinCharge,
    /// A friend outside the group is nearer to an enemy than every figure of the group.
    FriendNearer,
    /// An enemy could move into contact with a figure of the group in one move.
    EnemyCouldCharge,
    /// The event has happened.
    Happened(EventId),
    /// Some of the group have an empty weapon (PG-09, PG-12).
    Unloaded,
    /// Some of the group stand in line (PG-11).
    InLine,
    /// Some of the group are wounded (PG-08).
    Wounded,
    /// An enemy has declared a charge at a figure of the group before it declared (AD-03).
    Charged,
    /// An enemy has declared a shot at a figure of the group before it declared (AD-03).
    ShotAt,
    /// Some of the group act last, as zombies and the slowed do (AD-01).
    ActsLast,
    /// Some of the group have a weapon that takes segments: a spell (AD-04).
    CanCast,
    /// Some of the group are on hold orders (WS-08).
    OnHold,
}

/// What a chance is of, for a group of figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChanceOf {
    /// That the enemy seizes after the action (LL-03), the counter of a line that shoots included.
    Seizing,
    /// To hit an enemy by the best shot from where the group stands.
    Hitting,
    /// To be hit by the enemy's best shot from where it stands.
    BeingHit,
    /// To win a round of melee.
    Winning,
}

impl Condition {
    /// Returns whether it is about what figures of the group do, see or have, so that it, or its opposite, takes at least one
    /// figure. What holds for the whole side, how many figures there are, and whether there is a leader can also be said of an
    /// empty group.
    pub const fn is_of_figures(self) -> bool {
        !self.is_side_wide() && !matches!(self, Self::HasLeader | Self::FiguresAtLeast(_))
    }

    /// Returns whether it comes out the same for every group of a side.
    pub(crate) const fn is_side_wide(self) -> bool {
        matches!(
            self,
            Self::EnemyWithinOf(..)
                | Self::ObjectiveThreatened
                | Self::HoldsObjective
                | Self::EnemyHoldsObjective
                | Self::Holds(_)
                | Self::ChanceAtLeast(ChanceOf::Seizing, _)
                | Self::ChanceAtMost(ChanceOf::Seizing, _)
                | Self::CountersAtLeast(_)
                | Self::StreakAtLeast(_)
                | Self::EnemyStreakAtLeast(_)
                | Self::ActionsAtLeast(_)
                | Self::RoundsAtLeast(_)
                | Self::RoundsLeftAtMost(_)
                | Self::LossesAtLeast(_)
                | Self::EnemyLossesAtLeast(_)
                | Self::Happened(_)
        )
    }
}

/// What a line does with the group it holds for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Nothing, as an action.
    Stand,
    /// Full move towards a goal, at normal speed if there are several (PG-06).
    Move(Goal),
    /// Full move towards a goal at fast speed.
    Run(Goal),
    /// Full move away from the enemy, to wherever it is farthest.
    FallBack,
    /// Charge an enemy: full move into melee, or as near as possible.
    Charge(Pick),
    /// Go for an enemy without charging: a normal move in rounds of segments (AD-09), otherwise the same as a charge.
    Close(Pick),
    /// Shoot at a group of the enemy, moving a little first if the weapon allows it (LL-14).
    Shoot(Pick),
    /// Shoot at a group of the enemy with weapons that take segments: spells (AD-04).
    Cast(Pick),
    /// Every missile figure of the side shoots (LL-13).
    AllShoot,
    /// At most this many loaded ranks of a line fire a volley (PG-11).
    Volley(u8),
    /// Figures that have just reloaded fire in haste (PG-10).
    ShootInHaste(Pick),
    /// Figures with an empty weapon reload (PG-09, PG-12).
    Reload,
    /// A round of melee by those of the group in contact (LL-09).
    Fight,
    /// The group's leader calls `To me!` (LL-15).
    ToMe,
    /// A part that has broken off goes back to the rest of its unit (LL-01).
    Rejoin,
    /// Carry out an open order card (LL-08).
    CarryOutOrder,
    /// Move out of the enemy's sight (LL-05 c).
    Hide,
    /// Move into the enemy's sight (LL-05 c).
    Appear,
    /// Full move towards the side's table edge, and off it (LL-05 d).
    Escape,
    /// Lie low: cannot be aimed at until it acts or is approached (WS-02).
    LieLow,
    /// Prepare: the next reaction is made at an advantage (WS-02).
    Prepare,
    /// Set spears and pole arms against a charge (ADC-7).
    Set,
    /// Any action that is possible, by lot.
    Anything,
}

impl Act {
    /// Returns whether it is a shooting action (LL-07).
    pub const fn shoots(self) -> bool {
        matches!(
            self,
            Self::Shoot(_)
                | Self::Cast(_)
                | Self::AllShoot
                | Self::Volley(_)
                | Self::ShootInHaste(_)
        )
    }
}

/// Where a move goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The side's objective.
    Objective,
    /// A place on the board.
    Place(PlaceId),
    /// The leader of the side nearest to the group.
    Leader,
}

/// Which enemy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    /// The nearest.
    Nearest,
    /// The one nearest to the side's objective.
    NearestToObjective,
    /// The one of least quality, then the nearest.
    Weakest,
    /// The nearest leader, or else the nearest.
    Leader,
    /// The one that a figure of the group is likeliest to hit from where it stands; of equals the nearest. For a charge, the
    /// nearest if none can shoot.
    Likeliest,
    /// The one likeliest to hit a figure of the group from where it stands or, within a full move of the group, to win a round
    /// of melee with the nearest figure of it; of equals the nearest.
    MostDangerous,
}

/// What figures that could react do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum React {
    /// Shoot (LL-12, WS-03).
    Shoot,
    /// Hold the side's one shooting reaction back for later.
    HoldFire,
    /// Advance on and engage the newly engaged (LL-11); go for the active unit, or fight it (WS-03).
    Engage,
    /// Run away from them at full speed (LL-11, WSC-8).
    Run,
    /// Make for the place that the active unit is making for (WS-03).
    HeadOff,
    /// Make for the nearest cover (WSC-8).
    TakeCover,
    /// Make for the nearest friends of another unit (WSC-8).
    Rejoin,
    /// Lie low (WS-03).
    LieLow,
    /// Prepare (WS-03).
    Prepare,
    /// Stay put.
    Stay,
}

/// Which of its living figures a side nominates. Except by lot, a figure that cannot succeed gives way to one that can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Nominate {
    /// The one with the best chance; then by the higher line.
    #[default]
    BestChance,
    /// The group with the highest line; in it, the figure with the best chance.
    FirstLine,
    /// A leader if one can; then the best chance.
    LeaderFirst,
    /// The one nearest to the objective.
    NearestToObjective,
    /// Any, by lot.
    ByLot,
}
