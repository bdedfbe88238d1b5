//! The words of bots and factors, one row each; the parser, `explain` and the reference use the same table.

use skirmish_engine::battle::geometry::Len;
use skirmish_engine::battle::{EventId, PlaceId, UnitId};
use skirmish_engine::bot::{Act, ChanceOf, Condition, Goal, Nominate, Pick, React};
use skirmish_engine::rulebook::{FactorCondition, MOST_RANKS};

/// A phrase: its pattern, its meaning and what it becomes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word<T: 'static> {
    /// The words; `{distance}`, `{number}`, `{place}`, `{body}` and `{event}` are gaps for the author to fill.
    pub(crate) pattern: &'static str,
    /// Other wordings.
    pub(crate) also: &'static [&'static str],
    pub(crate) about: &'static str,
    /// Builds the meaning from the filled gaps.
    pub(crate) make: fn(&Slots) -> T,
}

impl<T> Word<T> {
    /// Returns whether it is about moving, and so also takes waypoints that the file does not name.
    pub(crate) fn goes_by(&self) -> bool {
        ["move to {place}", "run to {place}", "been at {place}"].contains(&self.pattern)
    }
}

/// The resolved values of a pattern's gaps. Only the gaps of the pattern are set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slots {
    pub(crate) distance: Len,
    pub(crate) number: u32,
    pub(crate) place: PlaceId,
    pub(crate) body: UnitId,
    pub(crate) event: EventId,
}

impl Default for Slots {
    fn default() -> Self {
        let (place, body, event) = (PlaceId(0), UnitId(0), EventId(0));
        Self { distance: 0, number: 0, place, body, event }
    }
}

impl Slots {
    /// The limits of the vocabulary are well below what these types hold.
    fn small(&self) -> u8 {
        u8::try_from(self.number).unwrap_or(u8::MAX)
    }
}

macro_rules! words {
    ($($pattern:literal $(or $also:literal)* => $make:expr, $about:literal;)+) => {
        &[$(Word { pattern: $pattern, also: &[$($also),*], about: $about, make: $make }),+]
    };
}

/// Conditions of lines, reactions, order cards and events; `not` before one negates it. They are judged for a group: a unit,
/// the figures of a card, the figures that could react, or all living figures of the side for events. If no figure is left,
/// neither a condition nor its opposite holds (`Condition::is_of_figures`).
pub(crate) const CONDITIONS: &[Word<Condition>] = {
    use Condition::*;
    words! {
        "engaged" => |_| Engaged, "some of the group are in contact with an enemy";
        "can break off" => |_| CanBreakOff, "all of the group in contact can break off at will";
        "enemy in sight" => |_| EnemyInSight, "some of the group see an enemy";
        "seen" or "seen by enemy" or "in sight of enemy" => |_| SeenByEnemy,
            "an enemy sees some of the group";
        "enemy in range" => |_| EnemyInRange,
            "some of the group could shoot at an enemy from where they stand; where they may react, also at one that passes or is about to";
        "enemy in medium range" => |_| EnemyInMediumRange, "the same, within medium range";
        "has missiles" or "loaded" => |_| HasMissiles,
            "some of the group have a missile weapon, ready to shoot (by the host rules it always is)";
        "enemy within {distance}" => |s| EnemyWithin(s.distance),
            "an enemy stands within the distance of some of the group";
        "enemy within {distance} of {place}" => |s| EnemyWithinOf(s.distance, s.place),
            "an enemy stands within the distance of the place";
        "within {distance} of {place}" => |s| Within(s.distance, s.place),
            "some of the group stand within the distance of the place";
        "all within {distance} of {place}" => |s| AllWithin(s.distance, s.place),
            "all of the group stand within the distance of the place";
        "been at {place}" => |s| Been(s.place),
            "some of the group were at the place after some action, or at the start; so a bot can go a way point by point";
        "is {body}" => |s| IsOf(s.body),
            "some of the group belong to this unit, so that one bot has a plan for each; a unit that stands by such a line keeps no other from acting";
        "enemy within charge" => |_| EnemyWithinCharge,
            "some of the group could move into contact with an enemy in one move";
        "enemy could charge" => |_| EnemyCouldCharge,
            "an enemy could move into contact with some of the group in one move";
        "friend within charge" => |_| FriendWithinCharge,
            "another figure of the side could move into contact with an enemy in one move, so that both charge together";
        "friend nearer" => |_| FriendNearer,
            "another figure of the side is nearer to an enemy than any of the group, so that it follows behind";
        "enemy within charge of objective" => |_| EnemyWithinChargeNearObjective,
            "the same, with an enemy that could reach the side's objective in one move";
        "objective threatened" => |_| ObjectiveThreatened,
            "an enemy could reach the side's objective in one move";
        "objective in reach" => |_| ObjectiveInReach,
            "some of the group could reach the side's objective in one move";
        "holds objective" => |_| HoldsObjective,
            "the side holds its objective, as its goal says what that takes (HOST-5); where no goal of its own does, with one figure there and none of the enemy's";
        "enemy holds objective" => |_| EnemyHoldsObjective,
            "the enemy has a figure at the side's objective, and would hold it if one were enough: with none of the side's there, unless the enemy's goal says otherwise";
        "holds {place}" => |s| Holds(s.place), "the side holds the place, likewise";
        "order card open" => |_| OrderCardOpen,
            "an order card of the side is open for some of the group (LL-08)";
        "has leader" => |_| HasLeader, "a leader is in the group";
        "stragglers" => |_| Stragglers,
            "the side's figures under one leader are scattered over more than one group";
        "outnumbered" => |_| Outnumbered,
            "more enemies than figures of the group stand within two full moves of it";
        "in cover" => |_| InCover, "some of the group are screened or protected where they stand";
        "enemy's chance to seize at most {number} %" or "enemy's chance to seize at most {number}" =>
            |s| ChanceAtMost(ChanceOf::Seizing, s.small()),
            "the best chance of any enemy to seize after the action is at most this many percent, whatever it means to do, as the table stands: with the counters of this initiative, and one more for a line that shoots (LL-03, LL-07); 0 where the initiative is not seized";
        "enemy's chance to seize at least {number} %" or "enemy's chance to seize at least {number}" =>
            |s| ChanceAtLeast(ChanceOf::Seizing, s.small()), "the same is at least this many percent";
        "chance to hit at least {number} %" or "chance to hit at least {number}" =>
            |s| ChanceAtLeast(ChanceOf::Hitting, s.small()),
            "the best chance of any of the group to hit an enemy from where it stands, ready to shoot, is at least this many percent (HOST-2, PG-07, ADC-1)";
        "chance to hit at most {number} %" or "chance to hit at most {number}" =>
            |s| ChanceAtMost(ChanceOf::Hitting, s.small()), "the same is at most this many percent";
        "chance to be hit at least {number} %" or "chance to be hit at least {number}" =>
            |s| ChanceAtLeast(ChanceOf::BeingHit, s.small()),
            "the enemy's best chance to hit one of the group from where they stand is at least this many percent";
        "chance to be hit at most {number} %" or "chance to be hit at most {number}" =>
            |s| ChanceAtMost(ChanceOf::BeingHit, s.small()), "the same is at most this many percent";
        "chance to win at least {number} %" or "chance to win at least {number}" =>
            |s| ChanceAtLeast(ChanceOf::Winning, s.small()),
            "the chance to win a round of melee without help is at least this many percent: the best of those in contact, or else that of the figure nearest to an enemy, against that enemy; to win is to have the higher total (HOST-3), to hit and not be hit (PG-13, ADC-1), or to pass a test that the enemy fails (WSC-4)";
        "chance to win at most {number} %" or "chance to win at most {number}" =>
            |s| ChanceAtMost(ChanceOf::Winning, s.small()), "the same is at most this many percent";
        "reached before enemy" or "reached before enemy objective" => |_| ThereFirst(None),
            "the group needs fewer full moves to the side's objective than any enemy, each by its own way and as if no figure stood in it";
        "reached before enemy {place}" => |s| ThereFirst(Some(s.place)), "the same for the place";
        "counters at least {number}" => |s| CountersAtLeast(s.small()),
            "the enemy holds this many shooting counters from this initiative (LL-07)";
        "streak at least {number}" => |s| StreakAtLeast(s.number),
            "the side has made this many actions in a row, and the enemy none since";
        "enemy streak at least {number}" => |s| EnemyStreakAtLeast(s.number),
            "the enemy has made this many actions in a row, and the side none since";
        "actions at least {number}" => |s| ActionsAtLeast(s.number),
            "this many actions have been played, or this many turns if little was done in them";
        "rounds at least {number}" => |s| RoundsAtLeast(s.number), "this many rounds have been played";
        "rounds left at most {number}" => |s| RoundsLeftAtMost(s.number),
            "no more than this many rounds can be played, the one under way among them: until the cap, or the round in which a goal by `after` is decided";
        "losses at least {number}" => |s| LossesAtLeast(s.small()), "the side has lost this many figures";
        "enemy losses at least {number}" => |s| EnemyLossesAtLeast(s.small()),
            "the enemy has lost this many figures";
        "figures at least {number}" => |s| FiguresAtLeast(s.small()),
            "the group has this many figures";
        "unloaded" => |_| Unloaded, "some of the group have an empty weapon and could reload (PG-09, PG-12)";
        "in line" => |_| InLine, "some of the group stand in line (PG-11)";
        "wounded" => |_| Wounded, "some of the group are wounded (PG-08)";
        "charged" or "charged by enemy" => |_| Charged,
            "an enemy has declared before the group that it charges one of them, and does not merely close (AD-03, AD-09)";
        "shot at" or "shot at by enemy" => |_| ShotAt,
            "an enemy has declared before the group that it shoots at one of them (AD-03)";
        "acts last" => |_| ActsLast, "some of the group act last, as zombies and the slowed do (AD-01)";
        "can cast" => |_| CanCast, "some of the group have a weapon that takes segments: a spell (AD-04)";
        "on hold" => |_| OnHold, "some of the group are of a unit with `hold = true` (WS-08)";
        "{event} has happened" or "happened {event}" => |s| Happened(s.event),
            "the event of the scenario has happened";
    }
};

/// What a line makes its unit do.
pub(crate) const ACTIONS: &[Word<Act>] = {
    use Act::*;
    words! {
        "stand" => |_| Stand, "nothing, as an action";
        "move to objective" => |_| Move(Goal::Objective), "a full move towards the side's objective";
        "move to leader" => |_| Move(Goal::Leader), "a full move towards the nearest leader of the side";
        "move to {place}" => |s| Move(Goal::Place(s.place)), "a full move towards the place";
        "run to objective" => |_| Run(Goal::Objective),
            "the same as `move to objective`, at fast speed where there are several (PG-06)";
        "run to leader" => |_| Run(Goal::Leader), "the same towards the nearest leader of the side";
        "run to {place}" => |s| Run(Goal::Place(s.place)), "the same towards the place";
        "fall back" => |_| FallBack,
            "a full move to where the nearest enemy is farthest, of twelve points round the group; nothing where it is no farther";
        "charge nearest" or "charge" => |_| Charge(Pick::Nearest),
            "a full move into melee with the nearest enemy, or as near as it goes; as with every charge, never at anyone routed or doomed while others stand";
        "charge nearest to objective" => |_| Charge(Pick::NearestToObjective),
            "the same, at the enemy nearest to the side's objective";
        "charge weakest" => |_| Charge(Pick::Weakest),
            "the same, at the enemy of least quality: by the M die or the level where these stand for it, and the nearest by steps, which have no such number";
        "charge leader" => |_| Charge(Pick::Leader), "the same, at the nearest leader";
        "charge most dangerous" => |_| Charge(Pick::MostDangerous),
            "the same, at the enemy with the best chance to hit one of the group from where it stands or, within a full move, to win a round of melee with the nearest of the group; if equal, the nearest";
        "close" or "close nearest" or "close on nearest" => |_| Close(Pick::Nearest),
            "a normal move at the nearest enemy, which keeps the charge for later rounds (AD-09); where there are no segments, the same as `charge`";
        "shoot" or "shoot nearest" => |_| Shoot(Pick::Nearest),
            "shoot at the nearest enemy group, after a little move where the weapon allows it (LL-14)";
        "shoot nearest to objective" => |_| Shoot(Pick::NearestToObjective),
            "the same, at the group nearest to the side's objective";
        "shoot weakest" => |_| Shoot(Pick::Weakest), "the same, at the enemy of least quality";
        "shoot likeliest" => |_| Shoot(Pick::Likeliest),
            "the same, at the enemy that some figure of the group has the best chance to hit";
        "shoot leader" => |_| Shoot(Pick::Leader), "the same, at the nearest leader";
        "shoot most dangerous" => |_| Shoot(Pick::MostDangerous),
            "the same, at the enemy with the best chance to hurt the group, as `charge most dangerous` has it";
        "cast" or "cast at nearest" => |_| Cast(Pick::Nearest),
            "those whose weapon takes segments cast it at the nearest enemy group (AD-04, AD-05)";
        "cast at weakest" => |_| Cast(Pick::Weakest), "the same, at the enemy of least quality";
        "cast at leader" => |_| Cast(Pick::Leader), "the same, at the nearest leader";
        "all shoot" => |_| AllShoot,
            "every missile figure of the side shoots (LL-13); where sides do not act as a whole, those of the group";
        "volley" => |_| Volley(MOST_RANKS),
            "all loaded ranks of a line fire at the nearest enemy group (PG-11)";
        "volley {number}" => |s| Volley(s.small()), "this many of its loaded ranks do, front ranks first";
        "shoot in haste" or "shoot in haste nearest" => |_| ShootInHaste(Pick::Nearest),
            "those who have just reloaded fire at once, with the worse die (PG-10)";
        "shoot in haste nearest to objective" => |_| ShootInHaste(Pick::NearestToObjective),
            "the same, at the enemy group nearest to the side's objective";
        "shoot in haste weakest" => |_| ShootInHaste(Pick::Weakest),
            "the same, at the enemy of least quality";
        "shoot in haste leader" => |_| ShootInHaste(Pick::Leader), "the same, at the nearest leader";
        "reload" => |_| Reload, "those with an empty weapon reload (PG-09, PG-12)";
        "fight" => |_| Fight, "a round of melee by those of the group in contact (LL-09); where a unit has one action in a turn, those of it that are not in contact charge instead if more of them get there than are in contact (TN-01, WS-02)";
        "to me" => |_| ToMe, "the group's leader calls its figures together (LL-15)";
        "rejoin" => |_| Rejoin,
            "a part that has broken off goes back to where most of its unit stands (LL-01)";
        "carry out order" => |_| CarryOutOrder, "does what an open order card says (LL-08)";
        "hide" => |_| Hide, "moves out of the enemy's sight (LL-05)";
        "lie low" => |_| LieLow,
            "stays and hides: no enemy aims at the unit until it acts or is approached; under `warspike` only (WS-02)";
        "prepare" => |_| Prepare,
            "makes ready for its next reaction, which has a bonus; under `warspike` only (WS-02)";
        "set" or "set spears" => |_| Set,
            "those out of melee who have spears or pole arms set them against a charge, and do nothing else; under `adnd` with `charge-met = \"longer-first\"` only (ADC-7)";
        "appear" => |_| Appear, "moves into the enemy's sight (LL-05)";
        "escape" => |_| Escape, "a full move towards the side's table edge, and off it (LL-05)";
        "anything" => |_| Anything, "any possible action, at random";
    }
};

/// Reactions. Those with only WS-03 belong to WarSpike; other systems skip them.
pub(crate) const REACTIONS: &[Word<React>] = {
    use React::*;
    words! {
        "shoot" => |_| Shoot, "shoot (LL-12, WS-03)";
        "hold fire" => |_| HoldFire, "keep the side's one shooting reaction for later (LL-12)";
        "engage" => |_| Engage,
            "advance on the newly engaged and fight (LL-11); go straight for the active unit, or fight it (WS-03)";
        "run" => |_| Run,
            "run away from them at full speed (LL-11; under WS-03 with `reaction-move = \"free\"`)";
        "head off" or "intercept" => |_| HeadOff,
            "make for the place that the active unit is making for (WS-03, with `reaction-move = \"intercept\"` or `free`)";
        "take cover" => |_| TakeCover, "make for the nearest cover (WS-03, with `reaction-move = \"free\"`)";
        "rejoin" => |_| Rejoin,
            "make for the nearest friends of another unit (WS-03, with `reaction-move = \"free\"`)";
        "lie low" => |_| LieLow, "hide where it stands (WS-02, WS-03)";
        "prepare" => |_| Prepare, "make ready for the next reaction (WS-02, WS-03)";
        "stay" => |_| Stay, "do nothing";
    }
};

/// How a side picks its nominee.
pub(crate) const NOMINATIONS: &[Word<Nominate>] = {
    use Nominate::*;
    words! {
        "best chance" => |_| BestChance, "the figure with the best chance; of several, the one whose line stands highest";
        "first line" => |_| FirstLine, "in the group whose line stands highest, the figure with the best chance";
        "leader first" => |_| LeaderFirst, "a leader if one can; then the best chance";
        "nearest to objective" => |_| NearestToObjective, "the figure nearest to the side's objective";
        "by lot" => |_| ByLot, "any figure";
    }
};

/// A row of the vocabulary, for pages that list it.
#[derive(Debug, Clone, Copy)]
pub struct WordDoc {
    /// Its list: `when`, `do`, `reaction`, `nominate` or `factor`.
    pub list: &'static str,
    /// The pattern.
    pub pattern: &'static str,
    /// Other wordings.
    pub also: &'static [&'static str],
    /// Its meaning.
    pub about: &'static str,
}

fn docs<T>(list: &'static str, words: &'static [Word<T>]) -> impl Iterator<Item = WordDoc> {
    words.iter().map(move |w| WordDoc { list, pattern: w.pattern, also: w.also, about: w.about })
}

/// Returns the whole vocabulary, list by list.
pub fn vocabulary() -> Vec<WordDoc> {
    docs("when", CONDITIONS)
        .chain(docs("do", ACTIONS))
        .chain(docs("reaction", REACTIONS))
        .chain(docs("nominate", NOMINATIONS))
        .chain(FactorCondition::ALL.into_iter().map(|condition| WordDoc {
            list: "factor",
            pattern: condition.name(),
            also: &[],
            about: condition.meaning(),
        }))
        .collect()
}
