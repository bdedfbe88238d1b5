//! The kinds of event that reports count, and the rule that each cites under a rulebook.

use crate::rule::Rule;
use crate::rulebook::{ChargeMet, Fighting, Matching, Rulebook, System, TechniqueAttack};

macro_rules! event_kinds {
    ($($(#[$doc:meta])* $kind:ident $name:literal $rule:expr;)+) => {
        /// The kinds of event that reports count. Kinds that concern figures count figures.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum EventKind {
            $($(#[$doc])* $kind),+
        }

        impl EventKind {
            /// Every kind, in the order of reports; `kind as usize` is its place here.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// Words for reports.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),+ }
            }

            /// The rule that it comes from under Lloyd's initiative and the host rules; [`Self::rule_under`] knows others.
            #[must_use]
            pub const fn rule(self) -> Rule {
                match self { $(Self::$kind => $rule),+ }
            }

            /// The rule that it comes from under a rulebook. What a unit may do in its turn, and who comes next, is said by
            /// the initiative system, unless the initiative is seized; how somebody falls, and what contact leads to where the
            /// system does not say, by the way of fighting.
            #[must_use]
            pub fn rule_under(self, rules: &Rulebook) -> Rule {
                use Fighting as F;
                use System as S;
                let turn = rules.system.turn_rule();
                match (self, rules.system, rules.fighting) {
                    (Self::Shoot | Self::AllShoot, _, F::PetiteGuerre) => Rule::pg(7),
                    (Self::ShotDead | Self::CutDown, _, F::PetiteGuerre) => Rule::pg(8),
                    (Self::ShotDead | Self::CutDown, _, F::Osric) => Rule::adc(2),
                    (Self::CutDown, _, F::Techniques) => Rule::wsc(6),
                    (Self::Retreat | Self::UnitLeaves, _, F::Osric) => Rule::adc(5),
                    (
                        Self::Move | Self::Charge | Self::Hide | Self::Appear | Self::Escape,
                        S::PetiteGuerre,
                        _,
                    ) => Rule::pg(6),
                    (Self::FigureEscapes, _, _) if turn.is_some() => Rule::host(5),
                    (Self::Contact, S::Adnd, _) => Rule::ad(9),
                    (Self::Contact | Self::ContactRound | Self::ActionRound, S::WarSpike, _) => {
                        Rule::ws(4)
                    }
                    (
                        Self::Contact | Self::ContactRound | Self::ActionRound | Self::TurnRound,
                        S::LloydD10,
                        _,
                    ) => Rule::llc(3),
                    (Self::Contact, S::Lloyd, F::PetiteGuerre) => Rule::pg(13),
                    // Contact and rounds are Lloyd's (LL-09); the others have melee from the way of fighting.
                    (
                        Self::Contact | Self::ContactRound | Self::ActionRound,
                        S::PetiteGuerre | S::Alternate | S::Cards | S::Adnd,
                        fighting,
                    ) => fighting.melee_rule(),
                    (Self::InitiativePasses, S::WarSpike, _) => Rule::ws(7),
                    (Self::InitiativePasses, S::Adnd, _) => Rule::ad(1),
                    (
                        Self::Stand
                        | Self::Move
                        | Self::Charge
                        | Self::Shoot
                        | Self::AllShoot
                        | Self::Fight
                        | Self::ToMe
                        | Self::Hide
                        | Self::Appear
                        | Self::Escape
                        | Self::InitiativePasses,
                        _,
                        _,
                    ) => turn.unwrap_or(self.rule()),
                    _ => self.rule(),
                }
            }

            /// Whether it can happen under a rulebook: what belongs to petite guerre needs its initiative or its fighting
            /// rules, what belongs to another system that system, what belongs to seizing the initiative a system in which
            /// it is seized, and what the host rules of fighting do these rules.
            #[must_use]
            pub fn belongs_to(self, rules: &Rulebook) -> bool {
                let skill_dice = rules.fighting == Fighting::PetiteGuerre;
                match self {
                    Self::Fight | Self::ContactRound | Self::ActionRound => {
                        !rules.system.fights_by_turn()
                    }
                    Self::Forfeit
                    | Self::ReactionRound
                    | Self::EveryoneRound
                    | Self::ReactiveShot
                    | Self::ShootingReaction
                    | Self::ReactiveEngage
                    | Self::ReactiveRun
                    | Self::Counter
                    | Self::Decline
                    | Self::SeizeAttempt
                    | Self::CardUsed
                    | Self::Duel => !rules.system.has_turns(),
                    Self::Shot | Self::Hit | Self::PushBack => rules.fighting.has_host_shots(),
                    Self::Retreat => !skill_dice,
                    Self::BlockFormed => rules.system == System::WarSpike,
                    Self::Paired => {
                        rules.system == System::WarSpike
                            && rules.warspike.matching == Matching::Closest
                    }
                    Self::SkilledAttack
                    | Self::WildAttack
                    | Self::HalfHeartedAttack
                    | Self::CoversUp
                    | Self::RunsFromCharge => {
                        rules.fighting == Fighting::Techniques
                            && rules.techniques.attack == TechniqueAttack::Stacked
                    }
                    Self::PairFights => rules.fighting == Fighting::Host,
                    Self::Set | Self::ChargeMet => {
                        rules.system == System::Adnd
                            && rules.segments.charge_met == ChargeMet::LongerFirst
                    }
                    Self::TurnRound => rules.system.fights_by_turn(),
                    _ => match self.rule().book {
                        "PG" => rules.system == System::PetiteGuerre || skill_dice,
                        "ADC" => rules.fighting == Fighting::Osric,
                        "WSC" => rules.fighting == Fighting::Techniques,
                        "AD" => rules.system == System::Adnd,
                        "WS" => rules.system == System::WarSpike,
                        _ => true,
                    },
                }
            }
        }
    };
}

event_kinds! {
    /// An action in which nobody does anything.
    Stand "action: stand" Rule::ll(1);
    /// A move action.
    Move "action: move" Rule::ll(1);
    /// A charge.
    Charge "action: charge" Rule::ll(1);
    /// A body shoots.
    Shoot "action: shoot" Rule::ll(7);
    /// All shoot.
    AllShoot "action: all shoot" Rule::ll(13);
    /// A round of melee as an action.
    Fight "action: fight" Rule::ll(9);
    /// "To me!"
    ToMe "action: to me" Rule::ll(15);
    /// Out of sight.
    Hide "action: hide" Rule::ll(5);
    /// Into sight.
    Appear "action: appear" Rule::ll(5);
    /// Towards the exit.
    Escape "action: escape" Rule::ll(5);
    /// A first action forfeited.
    Forfeit "first action forfeited" Rule::ll(5);
    /// A figure moved by an action.
    FigureMoves "figure moves" Rule::host(1);
    /// A figure came into contact.
    Contact "contact" Rule::ll(9);
    /// A shot by an action.
    Shot "shot" Rule::host(2);
    /// A shot in reaction.
    ReactiveShot "reactive shot" Rule::ll(12);
    /// A shot that hit.
    Hit "hit" Rule::host(2);
    /// A round on contact.
    ContactRound "melee round on contact" Rule::ll(9);
    /// A round as an action.
    ActionRound "melee round as action" Rule::ll(9);
    /// A round after a reactive engagement.
    ReactionRound "melee round after reaction" Rule::ll(11);
    /// A round by a natural 1 to 3.
    EveryoneRound "melee round of everyone" Rule::ll(10);
    /// A fight of two figures in a round.
    PairFights "fight of two" Rule::host(3);
    /// A figure pushed back.
    PushBack "figure pushed back" Rule::llc(6);
    /// A figure that retreated.
    Retreat "figure retreats" Rule::llc(6);
    /// A figure shot.
    ShotDead "figure killed by a shot" Rule::host(2);
    /// A figure cut down.
    CutDown "figure killed in melee" Rule::host(3);
    /// A figure that left by its exit.
    FigureEscapes "figure escapes" Rule::ll(5);
    /// A unit that left the table.
    UnitLeaves "unit leaves the table" Rule::llc(5);
    /// A reaction by shooting.
    ShootingReaction "shooting reaction" Rule::ll(12);
    /// A figure that engaged in reaction.
    ReactiveEngage "figure engages in reaction" Rule::ll(11);
    /// A figure that ran in reaction.
    ReactiveRun "figure runs in reaction" Rule::ll(11);
    /// A shooting counter handed over.
    Counter "shooting counter" Rule::ll(7);
    /// No attempt to seize.
    Decline "seize declined" Rule::ll(3);
    /// An attempt to seize.
    SeizeAttempt "seize attempt" Rule::ll(3);
    /// The initiative changed hands.
    InitiativePasses "initiative changes hands" Rule::ll(3);
    /// An order card was used in an attempt.
    CardUsed "order card used" Rule::ll(8);
    /// An order was carried out.
    CardDone "order carried out" Rule::ll(8);
    /// A duel was lost.
    Duel "duel" Rule::ll(16);
    /// An event of the scenario.
    Happens "event of the scenario" Rule::host(5);
    /// A fast move.
    Run "action: run" Rule::pg(6);
    /// A volley.
    Volley "action: volley" Rule::pg(11);
    /// Fire in haste.
    ShootInHaste "action: shoot in haste" Rule::pg(10);
    /// A group reloads.
    Reload "action: reload" Rule::pg(9);
    /// A turn of a side.
    Turn "turn" Rule::pg(4);
    /// A unit put out of control by fire casualties.
    ShakenByFire "unit out of control by fire" Rule::pg(4);
    /// A unit put out of control by a charge.
    ShakenByCharge "unit out of control by a charge" Rule::pg(4);
    /// An activation test that brought a unit in control.
    ActivationPassed "activation test: in control" Rule::pg(4);
    /// One that left it out of control.
    ActivationFailed "activation test: out of control" Rule::pg(4);
    /// One that routed it.
    ActivationRout "activation test: routed" Rule::pg(4);
    /// A reaction test without effect.
    ReactionPassed "reaction test: no change" Rule::pg(5);
    /// One that put or left a unit out of control.
    ReactionFailed "reaction test: out of control" Rule::pg(5);
    /// One that routed it.
    ReactionRout "reaction test: routed" Rule::pg(5);
    /// A figure that fled in rout.
    FigureRouts "figure flees in rout" Rule::pg(6);
    /// A figure that ran off the table in rout.
    RoutsOff "figure runs off the table" Rule::pg(6);
    /// An aimed shot.
    AimedShot "aimed shot" Rule::pg(7);
    /// An aimed shot that hit.
    AimedHit "aimed shot: hit" Rule::pg(7);
    /// A shot in haste.
    HastyShot "shot in haste" Rule::pg(10);
    /// A shot in haste that hit.
    HastyHit "shot in haste: hit" Rule::pg(10);
    /// A shot of a volley.
    VolleyShot "shot in a volley" Rule::pg(11);
    /// A shot of a volley that hit.
    VolleyHit "shot in a volley: hit" Rule::pg(11);
    /// A figure wounded.
    Wound "figure wounded" Rule::pg(8);
    /// A figure's attempt to reload.
    ReloadTry "attempt to reload" Rule::pg(9);
    /// One that succeeded.
    Reloaded "attempt to reload: loaded" Rule::pg(9);
    /// A rank's or platoon's attempt to reload.
    RankReloadTry "attempt of a rank to reload" Rule::pg(12);
    /// One that succeeded.
    RankReloaded "attempt of a rank to reload: loaded" Rule::pg(12);
    /// A round of melee at the end of a turn.
    TurnRound "melee round of a turn" Rule::pg(13);
    /// Two figures fought, and nobody was hit or both parried.
    ClashOfNobody "fight of two: nobody hit" Rule::pg(13);
    /// One of them hit the other.
    ClashOfOne "fight of two: one hit" Rule::pg(13);
    /// Both were hit.
    ClashOfBoth "fight of two: both hit" Rule::pg(13);
    /// A stacked test that both attributes passed.
    SkilledAttack "stacked test: skilled attack" Rule::wsc(5);
    /// One that Mentality passed alone.
    WildAttack "stacked test: wild attack" Rule::wsc(5);
    /// One that Action passed alone.
    HalfHeartedAttack "stacked test: half-hearted attack" Rule::wsc(5);
    /// One that neither passed.
    CoversUp "stacked test: covers up" Rule::wsc(5);
    /// One who covered up ran from a charge.
    RunsFromCharge "figure runs from a charge" Rule::wsc(5);
    /// A technique test that was passed.
    TechniquePassed "technique test: countered" Rule::wsc(6);
    /// One that was failed.
    TechniqueFailed "technique test: failed" Rule::wsc(6);
    /// A blow against armour.
    ArmourBlow "blow against armour" Rule::adc(1);
    /// One that hit.
    ArmourBlowHit "blow against armour: hit" Rule::adc(1);
    /// A shot against armour.
    ArmourShot "shot against armour" Rule::adc(3);
    /// One that hit.
    ArmourShotHit "shot against armour: hit" Rule::adc(3);
    /// Somebody was harmed and stood.
    Harmed "figure harmed" Rule::adc(2);
    /// A unit that checked its morale and held.
    NerveHolds "morale check: holds" Rule::adc(5);
    /// One that withdrew fighting.
    NerveWithdraws "morale check: withdraws" Rule::adc(5);
    /// One that fled.
    NerveFlees "morale check: flees" Rule::adc(5);
    /// One that surrendered.
    NerveSurrenders "morale check: surrenders" Rule::adc(5);
    /// A round of segments.
    SegmentRound "round of segments" Rule::ad(1);
    /// A round in which the dice tied.
    TiedDice "round of segments: dice tied" Rule::ad(1);
    /// An untimed action that had to wait by Method I.
    MethodOne "untimed action by Method I" Rule::ad(6);
    /// One that had to wait by Method II.
    MethodTwo "untimed action by Method II" Rule::ad(7);
    /// Actions of both sides at once.
    AtOnce "actions of both sides at once" Rule::ad(8);
    /// A charger who struck on arrival.
    ChargeStrike "charger strikes on arrival" Rule::ad(9);
    /// Weapons were set against a charge.
    Set "action: set against a charge" Rule::adc(7);
    /// One who was charged struck too.
    ChargeMet "charge met" Rule::adc(7);
    /// A blow at one who ran from melee.
    FreeBlow "free blow" Rule::adc(8);
    /// A blow of one at another.
    Blow "blow" Rule::ad(4);
    /// An extra strike of a faster weapon.
    ExtraStrike "extra strike" Rule::ad(10);
    /// A timed action lost by a hit.
    Spoiled "timed action lost by a hit" Rule::ad(4);
    /// A side that did not want to instigate, or could not.
    TossPassed "toss passed" Rule::ws(1);
    /// A turn that nobody instigated.
    TurnStruckOff "turn struck off" Rule::ws(1);
    /// A turn in which a side instigated.
    Instigates "turn instigated" Rule::ws(1);
    /// A unit that lay low as its action.
    LieLow "action: lie low" Rule::ws(2);
    /// A unit that prepared as its action.
    Prepare "action: prepare" Rule::ws(2);
    /// A unit that lay low was found.
    Found "unit found" Rule::ws(2);
    /// A reaction by shooting.
    ReactsShooting "reaction: shoot" Rule::ws(3);
    /// A reaction by those in contact.
    ReactsFighting "reaction: fight" Rule::ws(3);
    /// A reaction by moving at the active unit.
    ReactsTowards "reaction: move towards" Rule::ws(3);
    /// A reaction by moving where the active unit goes.
    ReactsHeadingOff "reaction: head off" Rule::ws(3);
    /// A reaction by moving away, to cover or to friends.
    ReactsAway "reaction: move away" Rule::ws(3);
    /// A special as a reaction.
    ReactsSpecial "reaction: special" Rule::ws(3);
    /// A match with a reaction.
    MatchAnswered "match answered" Rule::ws(4);
    /// One without.
    MatchUnanswered "match unanswered" Rule::ws(4);
    /// Units formed a block for a turn.
    BlockFormed "block formed" Rule::wsc(10);
    /// Two units were matched because they were nearest to one another.
    Paired "match by distance" Rule::sow(1);
    /// The Advantage went to a side.
    Advantage "advantage" Rule::ws(7);
}
