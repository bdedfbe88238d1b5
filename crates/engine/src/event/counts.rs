//! What of each event reports count.

use super::words::{
    ActionKind, Cause, ControlResult, ControlTest, FireKind, MeleeKind, MoveKind, Opening,
    Pressure, ReactionKind,
};
use super::{Event, EventKind};
use crate::rule::Rule;
use crate::rulebook::NerveResult;
use crate::side::Side;

impl Event {
    /// What reports count of this event: kind, side and how many. An event may count as nothing or as two things.
    // Where an event is built its kind is known, and one addition is left of all this.
    #[inline(always)]
    pub fn counts(&self, holder: Side, mut count: impl FnMut(EventKind, Side, u32)) {
        use EventKind as K;
        match *self {
            Self::Acts { side, action, .. } => {
                let kind = match action {
                    ActionKind::Stand => K::Stand,
                    ActionKind::Move => K::Move,
                    ActionKind::Charge => K::Charge,
                    ActionKind::Shoot => K::Shoot,
                    ActionKind::AllShoot => K::AllShoot,
                    ActionKind::Fight => K::Fight,
                    ActionKind::ToMe => K::ToMe,
                    ActionKind::Hide => K::Hide,
                    ActionKind::Appear => K::Appear,
                    ActionKind::Escape => K::Escape,
                    ActionKind::Run => K::Run,
                    ActionKind::Volley => K::Volley,
                    ActionKind::ShootInHaste => K::ShootInHaste,
                    ActionKind::Reload => K::Reload,
                    ActionKind::LieLow => K::LieLow,
                    ActionKind::Prepare => K::Prepare,
                    ActionKind::Set => K::Set,
                };
                count(kind, side, 1);
            }
            Self::Forfeits { side, .. } => count(K::Forfeit, side, 1),
            Self::Moves { figure, why, .. } => {
                let kind = match why {
                    MoveKind::Action => K::FigureMoves,
                    MoveKind::ReactEngage => K::ReactiveEngage,
                    MoveKind::ReactRun => K::ReactiveRun,
                    MoveKind::PushBack => K::PushBack,
                    MoveKind::Retreat => K::Retreat,
                    MoveKind::Rout => K::FigureRouts,
                    // What becomes of him is told next.
                    MoveKind::Halt => return,
                };
                count(kind, figure.side(), 1);
            }
            Self::Contact { figure, .. } => count(K::Contact, figure.side(), 1),
            Self::Shoots { shooter, hit, reactive, .. } => {
                let kind = if reactive { K::ReactiveShot } else { K::Shot };
                count(kind, shooter.side(), 1);
                if hit {
                    count(K::Hit, shooter.side(), 1);
                }
            }
            Self::MeleeRound { why } => {
                let kind = match why {
                    MeleeKind::Contact => K::ContactRound,
                    MeleeKind::Action => K::ActionRound,
                    MeleeKind::Reaction => K::ReactionRound,
                    MeleeKind::Everyone => K::EveryoneRound,
                    MeleeKind::Turn => K::TurnRound,
                };
                count(kind, holder, 1);
            }
            Self::Fights { a, .. } => count(K::PairFights, a.side(), 1),
            Self::Dies { figure, cause } => {
                let kind = match cause {
                    Cause::Shot => K::ShotDead,
                    Cause::Melee => K::CutDown,
                };
                count(kind, figure.side(), 1);
            }
            Self::Escapes { figure } => count(K::FigureEscapes, figure.side(), 1),
            Self::UnitLeaves { side, .. } => count(K::UnitLeaves, side, 1),
            Self::ReactsShooting { side, .. } => count(K::ShootingReaction, side, 1),
            Self::Counter { to, .. } => count(K::Counter, to, 1),
            Self::Declines { side } => count(K::Decline, side, 1),
            Self::Nominates { figure, card: Some(_), .. } => count(K::CardUsed, figure.side(), 1),
            Self::SeizeRoll { side, .. } => count(K::SeizeAttempt, side, 1),
            Self::Passes { to, .. } => count(K::InitiativePasses, to, 1),
            Self::CardCloses { side, done: true, .. } => count(K::CardDone, side, 1),
            Self::Duel { winner, .. } => count(K::Duel, winner.side(), 1),
            Self::Happens { .. } => count(K::Happens, holder, 1),
            Self::TurnBegins { side, .. } => count(K::Turn, side, 1),
            Self::Instigates { side, .. } => count(K::Instigates, side, 1),
            Self::LosesControl { side, pressure, .. } => {
                let kind = match pressure {
                    Pressure::Fire => K::ShakenByFire,
                    Pressure::Charge => K::ShakenByCharge,
                };
                count(kind, side, 1);
            }
            Self::ControlTest { side, test, result, .. } => {
                let kind = match (test, result) {
                    (ControlTest::Activation, ControlResult::InControl) => K::ActivationPassed,
                    (ControlTest::Activation, ControlResult::OutOfControl) => K::ActivationFailed,
                    (ControlTest::Activation, ControlResult::Routed) => K::ActivationRout,
                    (_, ControlResult::InControl) => K::ReactionPassed,
                    (_, ControlResult::OutOfControl) => K::ReactionFailed,
                    (_, ControlResult::Routed) => K::ReactionRout,
                };
                count(kind, side, 1);
            }
            Self::PassesToss { side } => count(K::TossPassed, side, 1),
            Self::TurnStruckOff { .. } => count(K::TurnStruckOff, holder, 1),
            Self::Paired { side, .. } => count(K::Paired, side, 1),
            Self::FormsBlock { side, .. } => count(K::BlockFormed, side, 1),
            Self::MatchBegins { side, reacting, .. } => {
                let kind = if reacting != 0 { K::MatchAnswered } else { K::MatchUnanswered };
                count(kind, side, 1);
            }
            Self::Reacts { side, reaction, .. } => {
                let kind = match reaction {
                    ReactionKind::Shoot => K::ReactsShooting,
                    ReactionKind::Fight => K::ReactsFighting,
                    ReactionKind::Towards => K::ReactsTowards,
                    ReactionKind::HeadOff => K::ReactsHeadingOff,
                    ReactionKind::Away | ReactionKind::TakeCover | ReactionKind::Rejoin => {
                        K::ReactsAway
                    }
                    ReactionKind::LieLow | ReactionKind::Prepare => K::ReactsSpecial,
                };
                count(kind, side, 1);
            }
            Self::Found { side, .. } => count(K::Found, side, 1),
            Self::Advantage { to, .. } => count(K::Advantage, to, 1),
            Self::RoutsOff { figure } => count(K::RoutsOff, figure.side(), 1),
            Self::Fires { shooter, fire, hit, .. } => {
                let (shot, on_target) = match fire {
                    FireKind::Aimed => (K::AimedShot, K::AimedHit),
                    FireKind::Haste => (K::HastyShot, K::HastyHit),
                    FireKind::Volley => (K::VolleyShot, K::VolleyHit),
                };
                count(shot, shooter.side(), 1);
                if hit {
                    count(on_target, shooter.side(), 1);
                }
            }
            Self::Struck { figure, kills, .. } => {
                if !kills {
                    count(K::Wound, figure.side(), 1);
                }
            }
            Self::Reloads { figure, loaded, .. } => {
                count(K::ReloadTry, figure.side(), 1);
                if loaded {
                    count(K::Reloaded, figure.side(), 1);
                }
            }
            Self::RankReloads { side, loaded, .. } => {
                count(K::RankReloadTry, side, 1);
                if loaded {
                    count(K::RankReloaded, side, 1);
                }
            }
            Self::Clashes { a, hits, .. } => {
                let kind = match hits {
                    [false, false] => K::ClashOfNobody,
                    [true, true] => K::ClashOfBoth,
                    _ => K::ClashOfOne,
                };
                count(kind, a.side(), 1);
            }
            Self::Opens { figure, opening, .. } => {
                let kind = match opening {
                    Opening::Skilled => K::SkilledAttack,
                    Opening::Wild => K::WildAttack,
                    Opening::HalfHearted => K::HalfHeartedAttack,
                    Opening::CoversUp => K::CoversUp,
                };
                count(kind, figure.side(), 1);
            }
            Self::RunsFrom { figure, .. } => count(K::RunsFromCharge, figure.side(), 1),
            Self::Technique { figure, passes, .. } => {
                let kind = if passes { K::TechniquePassed } else { K::TechniqueFailed };
                count(kind, figure.side(), 1);
            }
            Self::Attacks { by, band, hit, .. } => {
                let (attack, on_target) = match band {
                    Some(_) => (K::ArmourShot, K::ArmourShotHit),
                    None => (K::ArmourBlow, K::ArmourBlowHit),
                };
                count(attack, by.side(), 1);
                if hit {
                    count(on_target, by.side(), 1);
                }
            }
            Self::Harmed { figure, left, .. } => {
                if left > 0 {
                    count(K::Harmed, figure.side(), 1);
                }
            }
            Self::NerveCheck { side, result, .. } => {
                let kind = match result {
                    NerveResult::Holds => K::NerveHolds,
                    NerveResult::Withdraws => K::NerveWithdraws,
                    NerveResult::Flees => K::NerveFlees,
                    NerveResult::Surrenders => K::NerveSurrenders,
                };
                count(kind, side, 1);
            }
            Self::Surprise { segments, .. } => {
                for side in Side::BOTH {
                    if segments[side] > 0 {
                        count(K::Surprised, side, 1);
                    }
                }
            }
            Self::SurpriseSegment { surprised, .. } => {
                for side in Side::BOTH {
                    if surprised[side] != 0 {
                        count(K::SurpriseSegment, side, 1);
                    }
                }
            }
            Self::SegmentRoll { rolled, .. } => {
                count(K::SegmentRound, holder, 1);
                if rolled[Side::A] == rolled[Side::B] {
                    count(K::TiedDice, holder, 1);
                }
            }
            Self::Completes { side, rule, .. } => {
                if rule == Rule::ad(6) {
                    count(K::MethodOne, side, 1);
                } else if rule == Rule::ad(7) {
                    count(K::MethodTwo, side, 1);
                }
            }
            Self::Simultaneous { .. } => count(K::AtOnce, holder, 1),
            Self::ChargeStrikes { figure, .. } => count(K::ChargeStrike, figure.side(), 1),
            Self::MeetsCharge { figure, .. } => count(K::ChargeMet, figure.side(), 1),
            Self::FreeBlow { by, .. } => count(K::FreeBlow, by.side(), 1),
            Self::Strikes { striker, .. } => count(K::Blow, striker.side(), 1),
            Self::ExtraStrike { striker, .. } => count(K::ExtraStrike, striker.side(), 1),
            Self::Spoiled { figure, .. } => count(K::Spoiled, figure.side(), 1),
            Self::Begins { .. }
            | Self::HitPoints { .. }
            | Self::Declares { .. }
            | Self::Hit { .. }
            | Self::MoraleFalls { .. }
            | Self::ReactsMoving { .. }
            | Self::Nominates { .. }
            | Self::Factor { .. }
            | Self::EveryoneFights { .. }
            | Self::CardCloses { .. }
            | Self::Routs { .. }
            | Self::Idle { .. }
            | Self::ComesToNothing { .. }
            | Self::TurnRoll { .. }
            | Self::Shuffles { .. }
            | Self::CardDrawn { .. }
            | Self::EndCard
            | Self::Toss { .. }
            | Self::Changeover { .. }
            | Self::Ends { .. } => {}
        }
    }
}
