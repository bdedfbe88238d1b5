//! How reactions, shots and blows are told.

use skirmish_engine::battle::{FigureId, UnitId};
use skirmish_engine::event::{Cause, Event, EventKind, FigureSet, MeleeKind, MoveKind, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::Effect;
use skirmish_engine::side::Side;

use super::gather::{Going, Pending, Suffers};
use super::words::{self, Cited};
use super::{DEEPER, Transcript, UNDER};
use crate::number::NO_BREAK;

impl Transcript {
    pub(super) fn reacts_shooting(&mut self, side: Side, figures: FigureSet, reply: bool) {
        self.is_reply = reply;
        let who = self.names.group(side, figures);
        let what = if reply {
            who.does("shoots back", "shoot back")
        } else {
            who.does("shoots at those on the move", "shoot at those on the move")
        };
        let text =
            format!("reaction of {}, declared before any die: {what}", self.names.side(side));
        self.say(UNDER, &text, &Cited::of(&[Rule::ll(12)]));
    }

    pub(super) fn reacts_moving(&mut self, side: Side, engage: FigureSet, run: FigureSet) {
        let (attack, flight) = (self.names.group(side, engage), self.names.group(side, run));
        let attack = attack.does("engages", "engage");
        let flight = flight.does("runs", "run");
        let (what, why) = match (engage, run) {
            (_, 0) => (attack, Some(MoveKind::ReactEngage)),
            (0, _) => (flight, Some(MoveKind::ReactRun)),
            _ => (format!("{attack}, {flight}"), None),
        };
        let head = format!("reaction of {}: {what}", self.names.side(side));
        let cited = Cited::of(&[Rule::ll(11)]);
        match why {
            Some(why) => {
                self.pending = Pending::Going(Going {
                    indent: UNDER,
                    head: Some(head),
                    cited,
                    why,
                    side,
                    who: engage | run,
                    steps: Vec::new(),
                    off: 0,
                });
            }
            None => self.say(UNDER, &head, &cited),
        }
    }

    pub(super) fn shoots(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Shoots { shooter, target, band, parts, needed, rolled, hit, reactive, .. } =
            *event
        else {
            return;
        };
        self.is_on_the_way = reactive && !self.is_reply;
        let outcome = self.outcome(scene, target, hit);
        let missile = scene.battle.traits(shooter).missile.as_ref();
        let text = format!(
            "{} at {}: {}{}, needs {needed}{NO_BREAK}or{NO_BREAK}more on {}, rolls {rolled}: {outcome}",
            self.names.figure(shooter),
            self.names.figure(target),
            words::band(band, missile),
            words::parts(&parts),
            scene.battle.spec().rules.shooting.dice,
        );
        let rule = if reactive { Rule::ll(12) } else { Rule::host(2) };
        self.say(UNDER, &text, &Cited::of(&[rule]));
    }

    /// What comes of a shot or a blow at somebody.
    pub(super) fn outcome(&self, scene: &Scene<'_>, target: FigureId, hit: bool) -> &'static str {
        let is_here = scene.alive[target.side()] >> target.index() & 1 == 1;
        match (hit, is_here || self.is_across(target)) {
            (true, true) => "hit",
            (true, false) => "hit, on one who is down already",
            (false, _) => "miss",
        }
    }

    /// Whether somebody has just left the table.
    fn is_across(&self, figure: FigureId) -> bool {
        self.across[figure.side()] >> figure.index() & 1 == 1
    }

    pub(super) fn hit(&mut self, scene: &Scene<'_>, figure: FigureId, rolled: i32, effect: Effect) {
        let rules = &scene.battle.spec().rules.shooting;
        let quality = scene.battle.traits(figure).quality.clamp(1, 3);
        let text = format!(
            "effect on {} ({}), rolls {rolled}: ",
            rules.effect_dice,
            words::thresholds(&rules.effect[usize::from(quality) - 1]),
        );
        self.suffers(figure, effect, text, Rule::host(2));
    }

    /// Tells what somebody suffers, or waits for how far it drives him.
    fn suffers(&mut self, figure: FigureId, effect: Effect, text: String, rule: Rule) {
        let mut text = text + &words::effect(self.names.figure(figure), effect);
        let mut cited = Cited::of(&[rule]);
        if matches!(effect, Effect::None | Effect::Kill) {
            if effect == Effect::Kill {
                self.told_dead.push(figure);
            }
            self.say(DEEPER, &text, &cited);
            return;
        }
        if self.is_across(figure) {
            text += ", but is across";
            self.say(DEEPER, &text, &cited.and(Rule::ad(8)));
            return;
        }
        cited = cited.and(Rule::llc(6));
        let has_moved = self.moved >> figure.index() & 1 == 1;
        let is_stopped = self.is_on_the_way && has_moved && rule == Rule::host(2);
        if is_stopped {
            text += " on the way";
        }
        // Shots of a match take effect when all of them have been rolled (WS-04): who goes back, and why, is told then.
        if self.is_match && rule == Rule::host(2) {
            self.say(DEEPER, &text, &cited);
            return;
        }
        self.pending =
            Pending::Suffers(Suffers { indent: DEEPER, text, cited, figure, is_stopped });
    }

    pub(super) fn melee_round(&mut self, scene: &Scene<'_>, why: MeleeKind) {
        let (what, kind) = match why {
            MeleeKind::Contact => ("round of melee on contact", EventKind::ContactRound),
            MeleeKind::Action => ("round of melee", EventKind::ActionRound),
            MeleeKind::Reaction => ("round of melee for everyone in it", EventKind::ReactionRound),
            MeleeKind::Turn => ("round of melee at the end of the turn", EventKind::TurnRound),
            // The natural number that brought it about has said so.
            MeleeKind::Everyone => return,
        };
        self.say(UNDER, what, &cited(scene, kind));
    }

    pub(super) fn everyone_fights(&mut self, rolled: i32) {
        let text = format!("natural {rolled}: everyone in contact fights a round");
        self.say(UNDER, &text, &Cited::of(&[Rule::ll(10)]));
    }

    pub(super) fn fights(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Fights { a, b, rolled_a, rolled_b, total_a, total_b, parts, effect } = *event
        else {
            return;
        };
        let mut text = format!(
            "{} {}, {} {}; ",
            self.names.figure(a),
            words::melee_roll(scene, a, rolled_a, total_a, &parts[0]),
            self.names.figure(b),
            words::melee_roll(scene, b, rolled_b, total_b, &parts[1])
        );
        let margin = (total_a - total_b).abs();
        if margin > 0 {
            text += &format!("by {margin}: ");
        }
        let loser = if total_a > total_b { b } else { a };
        self.suffers(loser, effect, text, Rule::host(3));
    }

    pub(super) fn dies(&mut self, figure: FigureId, cause: Cause) {
        self.tells_death(figure, cause);
        if self.is_across(figure) {
            self.across[figure.side()] &= !(1 << figure.index());
            let text = format!("{} is down, but across", self.names.figure(figure));
            self.say(DEEPER, &text, &Cited::of(&[Rule::ad(8)]));
        }
    }

    fn tells_death(&mut self, figure: FigureId, cause: Cause) {
        // Usually the line before has told it.
        let told = self.told_dead.iter().position(|other| *other == figure);
        match told {
            Some(k) => {
                self.told_dead.remove(k);
                return;
            }
            None => self.told_dead.clear(),
        }
        let name = self.names.figure(figure);
        let (text, rule) = match cause {
            Cause::Shot => (format!("{name} is shot dead"), 2),
            Cause::Melee => (format!("{name} is cut down"), 3),
        };
        self.say(DEEPER, &text, &Cited::of(&[Rule::host(rule)]));
    }

    pub(super) fn unit_leaves(
        &mut self,
        scene: &Scene<'_>,
        side: Side,
        unit: UnitId,
        figures: FigureSet,
    ) {
        let gone = self.names.group(side, figures);
        let text = format!(
            "morale of {} is spent: {}",
            self.names.unit(side, unit),
            gone.does("leaves the table", "leave the table")
        );
        self.say(DEEPER, &text, &cited(scene, EventKind::UnitLeaves));
    }

    pub(super) fn duel(&mut self, winner: FigureId, loser: FigureId) {
        let text = format!(
            "a duel: {} has beaten {}; one attempt to seize by {}, or else {} has the initiative",
            self.names.figure(winner),
            self.names.figure(loser),
            self.names.side(loser.side()),
            self.names.side(winner.side())
        );
        self.say(DEEPER, &text, &Cited::of(&[Rule::ll(16)]));
    }
}

/// The rule of a kind of event under the rulebook that is played.
fn cited(scene: &Scene<'_>, kind: EventKind) -> Cited {
    Cited::of(&[kind.rule_under(&scene.battle.spec().rules)])
}
