//! Facts of AD&D's initiative: surprise, rounds of segments, declarations, and the events of each segment.

use minijinja::context;
use minijinja::value::Value;
use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::UNIT;
use skirmish_engine::event::{ActionKind, Event, FigureSet, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::{BySide, Side};

use super::Transcript;
use super::actions::{Aim, Manner};
use super::names::{is_among, members};

/// The current round of segments.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Round {
    /// Both sides' dice (AD-01); `None` in a surprise segment (ADC-9).
    dice: Option<BySide<i32>>,
    /// Figures of charges in which some only close in, including those that charge (AD-09).
    closing: BySide<FigureSet>,
    /// Figures whose shots take segments (AD-04).
    casting: BySide<FigureSet>,
}

impl Round {
    /// Returns the manner of an action, by what its figures declared.
    pub(super) fn manner(&self, side: Side, kind: ActionKind, figures: FigureSet) -> Manner {
        let are_among = |set: FigureSet| figures != 0 && figures & !set == 0;
        match kind {
            ActionKind::Charge if are_among(self.closing[side]) => Manner::Closing,
            ActionKind::Shoot if are_among(self.casting[side]) => Manner::Casting,
            _ => Manner::Plain,
        }
    }
}

impl Transcript {
    pub(super) fn adnd(&mut self, scene: &Scene<'_>, event: &Event) -> Option<Value> {
        let names = &self.names;
        Some(match *event {
            Event::Surprise { rolled, on, segments } => {
                let one = |side: Side| {
                    let (rolled, segments) = (rolled[side], segments[side]);
                    let surprised = rolled <= i32::from(on[side]);
                    context! { side => names.side(side), rolled, surprised, segments }
                };
                facts!(names; sides = Side::BOTH.map(one))
            }
            Event::SurpriseSegment { segment, surprised } => {
                self.round = Round::default();
                facts!(names; segment, who = names.of_both(&surprised))
            }
            Event::SegmentRoll { round, rolled } => {
                self.round = Round { dice: Some(rolled), ..Round::default() };
                facts!(names; round, both = names.both(rolled))
            }
            Event::Declares { .. } => self.declares(scene, event),
            Event::Completes { side, action, figures, routine, segment, rule } => {
                let manner = self.round.manner(side, action, figures);
                let (higher_die, factor, die) = self.method(scene, (side, figures), segment, rule);
                facts!(names; who = (side, figures), name = action.name(), manner, routine, segment, higher_die, factor,
                    die, rule)
            }
            Event::Simultaneous { figures, segment, by_speed } => {
                let sides = Side::BOTH.map(|side| names.who(side, figures[side]));
                facts!(names; sides, segment, by_speed)
            }
            Event::ChargeStrikes { figure, segment } => facts!(names; figure, segment),
            Event::Spoiled { figure, action, segment } => {
                let casts = is_among(&self.round.casting, figure);
                facts!(names; figure, casts, name = action.name(), segment)
            }
            Event::MeetsCharge { figure, charger, lengths, set } => {
                let feet = lengths.map(|length| f64::from(length) / f64::from(UNIT));
                let order = format!("{:?}", lengths[0].cmp(&lengths[1]));
                let feet = feet.map(|feet| feet.to_string());
                facts!(names; figure, charger, feet, order, weapon_set = set)
            }
            Event::FreeBlow { by, target } => facts!(names; by, target),
            Event::ExtraStrike { striker, target, factors, with_slower } => {
                facts!(names; striker, target, factors, with_slower)
            }
            _ => return None,
        })
    }

    fn declares(&mut self, scene: &Scene<'_>, event: &Event) -> Value {
        let Event::Declares {
            side,
            action,
            figures,
            destination,
            routines,
            total,
            last,
            charging,
            takes,
            ..
        } = *event
        else {
            return super::TOLD;
        };
        if action == ActionKind::Charge && charging != figures {
            self.round.closing[side] |= figures;
        }
        if takes > 0 {
            self.round.casting[side] |= figures;
        }
        let manner = self.round.manner(side, action, figures);
        let Some(aim) = Aim::of(event, manner) else { return super::TOLD };
        let names = &self.names;
        // Not all figures of a charge may charge; several routines are told one at a time (AD-09).
        facts!(names;
            die = self.round.dice.map(|dice| dice[side]),
            total,
            last,
            routines,
            takes,
            does = aim.does(names, scene, figures, destination),
            some = charging.count_ones(),
            all = figures.count_ones(),
        )
    }

    /// Returns what set the segment of an untimed action: the higher die (AD-06), or a speed factor, with or without a die
    /// (AD-07).
    fn method(
        &self,
        scene: &Scene<'_>,
        (side, figures): (Side, FigureSet),
        segment: u16,
        rule: Rule,
    ) -> (bool, Option<i32>, Option<i32>) {
        let dice = self.round.dice.unwrap_or_default();
        let (own, other, segment) = (dice[side], dice[!side], i32::from(segment));
        if rule == Rule::ad(6) && segment == own.max(other) {
            return (true, None, None);
        }
        let first = members(figures).next().filter(|_| rule == Rule::ad(7));
        let handling = first.map(|i| scene.battle.traits(FigureId::new(side, i)).handling);
        let factor = handling.and_then(|handling| handling.speed_factor).map(i32::from);
        let is_by_die = factor.is_some_and(|factor| segment == (factor - own).abs());
        let is_plain = factor == Some(segment) && (!is_by_die || own == other);
        (false, factor.filter(|_| is_plain || is_by_die), (is_by_die && !is_plain).then_some(own))
    }
}
