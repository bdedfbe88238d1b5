//! The words of bots and factors, each in one row: the parser, `explain` and the reference read the same table.

use skirmish_engine::battle::geometry::Len;
use skirmish_engine::battle::{EventId, PlaceId};
use skirmish_engine::bot::{Act, Condition, Goal, Nominate, Pick, React};
use skirmish_engine::rulebook::{FactorCondition, MOST_RANKS};

/// A phrase: what it is made of, what it means and what it becomes.
#[derive(Debug, Clone, Copy)]
pub struct Word<T: 'static> {
    /// The words; `{distance}`, `{number}`, `{place}` and `{event}` stand for what the designer puts there.
    pub pattern: &'static str,
    /// Other wordings of the same.
    pub also: &'static [&'static str],
    /// What it means.
    pub about: &'static str,
    /// What it becomes.
    pub(crate) make: fn(&Slots) -> T,
}

/// What a designer put into the gaps of a pattern, resolved.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Slots {
    pub(crate) distance: Len,
    pub(crate) number: u32,
    pub(crate) place: PlaceOrNone,
    pub(crate) event: EventOrNone,
}

/// The place of a phrase; the default is never used, as every pattern with the gap fills it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlaceOrNone(pub(crate) PlaceId);

impl Default for PlaceOrNone {
    fn default() -> Self {
        Self(PlaceId(0))
    }
}

/// The event of a phrase; see [`PlaceOrNone`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct EventOrNone(pub(crate) EventId);

impl Default for EventOrNone {
    fn default() -> Self {
        Self(EventId(0))
    }
}

impl Slots {
    /// Counts of the vocabulary are limited well below what these types hold.
    fn small(&self) -> u8 {
        u8::try_from(self.number).unwrap_or(u8::MAX)
    }
}

const fn word<T>(pattern: &'static str, about: &'static str, make: fn(&Slots) -> T) -> Word<T> {
    Word { pattern, also: &[], about, make }
}

const fn word_also<T>(
    pattern: &'static str,
    also: &'static [&'static str],
    about: &'static str,
    make: fn(&Slots) -> T,
) -> Word<T> {
    Word { pattern, also, about, make }
}

/// Conditions of lines, reactions, order cards and events. `not` before one turns it round. They are judged for a group:
/// a body, the figures of a card, the figures that could react, or for events all living figures of the side.
pub const CONDITIONS: &[Word<Condition>] = &[
    word("engaged", "some of the group are in contact with an enemy", |_| Condition::Engaged),
    word("can break off", "all of the group in contact can break off at will", |_| {
        Condition::CanBreakOff
    }),
    word("enemy in sight", "some of the group see an enemy", |_| Condition::EnemyInSight),
    word_also(
        "seen",
        &["seen by enemy", "in sight of enemy"],
        "an enemy sees some of the group",
        |_| Condition::SeenByEnemy,
    ),
    word(
        "enemy in range",
        "some of the group could shoot at an enemy from where they stand, or at one who passes or is about to, when they may react",
        |_| Condition::EnemyInRange,
    ),
    word("enemy in medium range", "the same, within medium range", |_| {
        Condition::EnemyInMediumRange
    }),
    word_also(
        "has missiles",
        &["loaded"],
        "some of the group have a missile weapon, ready to shoot (by the host rules it always is)",
        |_| Condition::HasMissiles,
    ),
    word(
        "enemy within {distance}",
        "an enemy stands within the distance of some of the group",
        |s| Condition::EnemyWithin(s.distance),
    ),
    word(
        "enemy within {distance} of {place}",
        "an enemy stands within the distance of the place",
        |s| Condition::EnemyWithinOf(s.distance, s.place.0),
    ),
    word(
        "within {distance} of {place}",
        "some of the group stand within the distance of the place",
        |s| Condition::Within(s.distance, s.place.0),
    ),
    word(
        "enemy within charge",
        "some of the group could move into contact with an enemy in one move",
        |_| Condition::EnemyWithinCharge,
    ),
    word(
        "enemy within charge of objective",
        "the same, with an enemy who could reach the side's objective in one move",
        |_| Condition::EnemyWithinChargeNearObjective,
    ),
    word("objective threatened", "an enemy could reach the side's objective in one move", |_| {
        Condition::ObjectiveThreatened
    }),
    word(
        "objective in reach",
        "some of the group could reach the side's objective in one move",
        |_| Condition::ObjectiveInReach,
    ),
    word(
        "holds objective",
        "the side has a figure at its objective and the enemy has none",
        |_| Condition::HoldsObjective,
    ),
    word(
        "enemy holds objective",
        "the enemy has a figure at the side's objective and the side has none",
        |_| Condition::EnemyHoldsObjective,
    ),
    word("holds {place}", "the side has a figure at the place and the enemy has none", |s| {
        Condition::Holds(s.place.0)
    }),
    word(
        "order card open",
        "an order card of the side is open for some of the group (LL-08)",
        |_| Condition::OrderCardOpen,
    ),
    word("has leader", "a leader is in the group", |_| Condition::HasLeader),
    word(
        "stragglers",
        "the side's figures under one leader are scattered over more than one body",
        |_| Condition::Stragglers,
    ),
    word(
        "outnumbered",
        "more enemies than figures of the group stand within two full moves of it",
        |_| Condition::Outnumbered,
    ),
    word("in cover", "some of the group are screened or protected where they stand", |_| {
        Condition::InCover
    }),
    word(
        "counters at least {number}",
        "the enemy holds so many shooting counters of this initiative (LL-07)",
        |s| Condition::CountersAtLeast(s.small()),
    ),
    word("streak at least {number}", "the initiative has lasted for so many actions", |s| {
        Condition::StreakAtLeast(s.number)
    }),
    word(
        "actions at least {number}",
        "so many actions have been played, or so many turns if nobody did much in them",
        |s| Condition::ActionsAtLeast(s.number),
    ),
    word("losses at least {number}", "the side has lost so many figures", |s| {
        Condition::LossesAtLeast(s.small())
    }),
    word(
        "unloaded",
        "some of the group have an empty weapon and could reload (PG-09, PG-12)",
        |_| Condition::Unloaded,
    ),
    word("in line", "some of the group stand in line (PG-11)", |_| Condition::InLine),
    word("wounded", "some of the group are wounded (PG-08)", |_| Condition::Wounded),
    word_also(
        "charged",
        &["charged by enemy"],
        "an enemy has declared before the group that he charges one of it (AD-03)",
        |_| Condition::Charged,
    ),
    word_also(
        "shot at",
        &["shot at by enemy"],
        "an enemy has declared before the group that he shoots at one of it (AD-03)",
        |_| Condition::ShotAt,
    ),
    word("acts last", "some of the group act last, as zombies and the slowed do (AD-01)", |_| {
        Condition::ActsLast
    }),
    word(
        "can cast",
        "some of the group have a weapon that takes segments: a spell (AD-04)",
        |_| Condition::CanCast,
    ),
    word("on hold", "some of the group are of a body with `hold = true` (WS-08)", |_| {
        Condition::OnHold
    }),
    word_also(
        "{event} has happened",
        &["happened {event}"],
        "the event of the scenario has happened",
        |s| Condition::Happened(s.event.0),
    ),
];

/// What a line does with the body that it holds for.
pub const ACTIONS: &[Word<Act>] = &[
    word("stand", "nothing, as an action", |_| Act::Stand),
    word("move to objective", "a full move towards the side's objective", |_| {
        Act::Move(Goal::Objective)
    }),
    word("move to leader", "a full move towards the nearest leader of the side", |_| {
        Act::Move(Goal::Leader)
    }),
    word("move to {place}", "a full move towards the place", |s| Act::Move(Goal::Place(s.place.0))),
    word(
        "run to objective",
        "the same as `move to objective`, at fast speed where there are several (PG-06)",
        |_| Act::Run(Goal::Objective),
    ),
    word("run to leader", "the same towards the nearest leader of the side", |_| {
        Act::Run(Goal::Leader)
    }),
    word("run to {place}", "the same towards the place", |s| Act::Run(Goal::Place(s.place.0))),
    word_also(
        "charge nearest",
        &["charge"],
        "a full move into melee with the nearest enemy, or as near as it goes",
        |_| Act::Charge(Pick::Nearest),
    ),
    word(
        "charge nearest to objective",
        "the same, at the enemy nearest to the side's objective",
        |_| Act::Charge(Pick::NearestToObjective),
    ),
    word("charge weakest", "the same, at the enemy of least quality", |_| {
        Act::Charge(Pick::Weakest)
    }),
    word("charge leader", "the same, at the nearest leader", |_| Act::Charge(Pick::Leader)),
    word_also(
        "close",
        &["close nearest", "close on nearest"],
        "a normal move at the nearest enemy, which keeps the charge for later rounds (AD-09); where there are no segments, the same as `charge`",
        |_| Act::Close(Pick::Nearest),
    ),
    word_also(
        "shoot",
        &["shoot nearest"],
        "shoot at the nearest enemy body, after a little move where the weapon allows it (LL-14)",
        |_| Act::Shoot(Pick::Nearest),
    ),
    word(
        "shoot nearest to objective",
        "the same, at the body nearest to the side's objective",
        |_| Act::Shoot(Pick::NearestToObjective),
    ),
    word("shoot weakest", "the same, at the enemy of least quality", |_| Act::Shoot(Pick::Weakest)),
    word("shoot leader", "the same, at the nearest leader", |_| Act::Shoot(Pick::Leader)),
    word_also(
        "cast",
        &["cast at nearest"],
        "those whose weapon takes segments cast it at the nearest enemy body (AD-04, AD-05)",
        |_| Act::Cast(Pick::Nearest),
    ),
    word("cast at weakest", "the same, at the enemy of least quality", |_| {
        Act::Cast(Pick::Weakest)
    }),
    word("cast at leader", "the same, at the nearest leader", |_| Act::Cast(Pick::Leader)),
    word(
        "all shoot",
        "every missile figure of the side shoots (LL-13); where sides do not act at once, those of the body",
        |_| Act::AllShoot,
    ),
    word("volley", "all loaded ranks of a line fire at the nearest enemy group (PG-11)", |_| {
        Act::Volley(MOST_RANKS)
    }),
    word("volley {number}", "so many of its loaded ranks do, the first first", |s| {
        Act::Volley(s.small())
    }),
    word_also(
        "shoot in haste",
        &["shoot in haste nearest"],
        "those who have just reloaded fire at once, with the worse die (PG-10)",
        |_| Act::ShootInHaste(Pick::Nearest),
    ),
    word(
        "shoot in haste nearest to objective",
        "the same, at the enemy group nearest to the side's objective",
        |_| Act::ShootInHaste(Pick::NearestToObjective),
    ),
    word("shoot in haste weakest", "the same, at the enemy of least quality", |_| {
        Act::ShootInHaste(Pick::Weakest)
    }),
    word("shoot in haste leader", "the same, at the nearest leader", |_| {
        Act::ShootInHaste(Pick::Leader)
    }),
    word("reload", "those with an empty weapon reload (PG-09, PG-12)", |_| Act::Reload),
    word("fight", "a round of melee by those of the body in contact (LL-09)", |_| Act::Fight),
    word("to me", "the body's leader calls his men to him (LL-15)", |_| Act::ToMe),
    word("carry out order", "does what an open order card says (LL-08)", |_| Act::CarryOutOrder),
    word("hide", "moves out of the enemy's sight (LL-05)", |_| Act::Hide),
    word(
        "lie low",
        "stays and hides: nobody aims at the body until it acts or is approached; under `warspike` only (WS-02)",
        |_| Act::LieLow,
    ),
    word(
        "prepare",
        "makes ready for its next reaction, which has a bonus; under `warspike` only (WS-02)",
        |_| Act::Prepare,
    ),
    word_also(
        "set",
        &["set spears"],
        "those out of melee who have spears or pole arms set them against a charge, and do nothing else; under `adnd` with `charge-met = \"longer-first\"` only (ADC-7)",
        |_| Act::Set,
    ),
    word("appear", "moves into the enemy's sight (LL-05)", |_| Act::Appear),
    word("escape", "a full move towards the side's table edge, and off it (LL-05)", |_| {
        Act::Escape
    }),
    word("anything", "any action that is possible, by lot", |_| Act::Anything),
];

/// What those who could react do. Those with WS-03 alone are WarSpike's; other systems pass over them.
pub const REACTIONS: &[Word<React>] = &[
    word("shoot", "shoot (LL-12, WS-03)", |_| React::Shoot),
    word("hold fire", "keep the side's one shooting reaction for later (LL-12)", |_| {
        React::HoldFire
    }),
    word(
        "engage",
        "advance on the newly engaged and fight (LL-11); go straight for the active body, or fight it (WS-03)",
        |_| React::Engage,
    ),
    word(
        "run",
        "run away from them at full speed (LL-11; under WS-03 with `reaction-move = \"free\"`)",
        |_| React::Run,
    ),
    word_also(
        "head off",
        &["intercept"],
        "make for the place that the active body is making for (WS-03, with `reaction-move = \"intercept\"` or `free`)",
        |_| React::HeadOff,
    ),
    word(
        "take cover",
        "make for the nearest cover (WS-03, with `reaction-move = \"free\"`)",
        |_| React::TakeCover,
    ),
    word(
        "rejoin",
        "make for the nearest friends of another body (WS-03, with `reaction-move = \"free\"`)",
        |_| React::Rejoin,
    ),
    word("lie low", "hide where it stands (WS-02, WS-03)", |_| React::LieLow),
    word("prepare", "make ready for the next reaction (WS-02, WS-03)", |_| React::Prepare),
    word("stay", "do nothing", |_| React::Stay),
];

/// Whom a side nominates to seize the initiative.
pub const NOMINATIONS: &[Word<Nominate>] = &[
    word("best chance", "who has the best chance; of these, whose line stands highest", |_| {
        Nominate::BestChance
    }),
    word("first line", "of the body whose line stands highest, who has the best chance", |_| {
        Nominate::FirstLine
    }),
    word("leader first", "a leader if one can; then the best chance", |_| Nominate::LeaderFirst),
    word("nearest to objective", "who stands nearest to the side's objective", |_| {
        Nominate::NearestToObjective
    }),
    word("by lot", "anyone", |_| Nominate::ByLot),
];

/// A condition of tactical factors, and what it means.
#[derive(Debug, Clone, Copy)]
pub struct FactorWord {
    /// The condition.
    pub condition: FactorCondition,
    /// What it means.
    pub about: &'static str,
}

const fn factor(condition: FactorCondition, about: &'static str) -> FactorWord {
    FactorWord { condition, about }
}

/// Conditions of tactical factors, judged for the nominated figure and what it means to do (LL-06).
pub const FACTOR_WORDS: &[FactorWord] = &[
    factor(
        FactorCondition::InReach,
        "can engage in melee or reach the objective in one move, or shoots within medium range",
    ),
    factor(FactorCondition::EnemyShots, "for each shooting counter held against the enemy"),
    factor(FactorCondition::DestinationOutOfSight, "does not see where it means to go"),
    factor(FactorCondition::Engaged, "in contact with an enemy and not able to break off at will"),
    factor(FactorCondition::OrderCard, "nominated to carry out an order card that names it"),
    factor(FactorCondition::IsLeader, "is a leader"),
    factor(FactorCondition::LeaderLost, "its own leader is dead or gone"),
    factor(FactorCondition::Alone, "no friend stands within the body distance"),
    factor(FactorCondition::Outnumbered, "its side has fewer figures on the table than the enemy"),
    factor(FactorCondition::BelowHalf, "its body has lost more than half its figures"),
    factor(FactorCondition::InCover, "is screened or protected where it stands"),
    factor(FactorCondition::SeenByEnemy, "an enemy sees it"),
    factor(FactorCondition::EnemyNear, "an enemy stands within the reaction distance"),
    factor(FactorCondition::Mounted, "is mounted"),
    factor(FactorCondition::FirstInitiative, "the initiative has not changed hands yet"),
    factor(
        FactorCondition::EnemyStreak,
        "for each action that the enemy has made in this initiative",
    ),
    factor(
        FactorCondition::LossesThisInitiative,
        "for each figure that its side has lost in this initiative",
    ),
    factor(FactorCondition::EnemyHoldsObjective, "the enemy holds its side's objective"),
];

/// A row of the vocabulary, for pages that list it.
#[derive(Debug, Clone, Copy)]
pub struct WordDoc {
    /// Which list it belongs to: `when`, `do`, `reaction`, `nominate` or `factor`.
    pub list: &'static str,
    /// The words.
    pub pattern: &'static str,
    /// Other wordings of the same.
    pub also: &'static [&'static str],
    /// What it means.
    pub about: &'static str,
}

fn docs<T>(list: &'static str, words: &'static [Word<T>]) -> impl Iterator<Item = WordDoc> {
    words.iter().map(move |w| WordDoc { list, pattern: w.pattern, also: w.also, about: w.about })
}

/// The whole vocabulary, list by list.
#[must_use]
pub fn vocabulary() -> Vec<WordDoc> {
    docs("when", CONDITIONS)
        .chain(docs("do", ACTIONS))
        .chain(docs("reaction", REACTIONS))
        .chain(docs("nominate", NOMINATIONS))
        .chain(FACTOR_WORDS.iter().map(|w| WordDoc {
            list: "factor",
            pattern: w.condition.name(),
            also: &[],
            about: w.about,
        }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_factor_condition_is_explained_once() {
        for condition in FactorCondition::ALL {
            let count = FACTOR_WORDS.iter().filter(|w| w.condition == condition).count();
            assert_eq!(count, 1, "{}", condition.name());
        }
    }
}
