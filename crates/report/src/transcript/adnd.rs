//! How AD&D's initiative is told: surprise, rounds of segments, declarations, and what happens on which segment.

use std::cmp::Ordering;

use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::UNIT;
use skirmish_engine::event::{ActionKind, Event, FigureSet, Hindrance, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::{BySide, Side};

use super::Transcript;
use super::actions::{self, Aim, Manner};
use super::names::{is_among, members};
use super::page::Level;
use crate::number::counted as count;
use crate::text::{framed, listed};

/// The round of segments under way.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Round {
    /// What both sides have rolled (AD-01); a surprise segment has no dice (ADC-9).
    dice: Option<BySide<i32>>,
    /// Who only closes in it, with those at a charge among them (AD-09).
    closing: BySide<FigureSet>,
    /// Whose shots take segments (AD-04).
    casting: BySide<FigureSet>,
}

impl Round {
    /// What an action is called, by what was declared of those who take part.
    pub(super) fn manner(&self, side: Side, kind: ActionKind, figures: FigureSet) -> Manner {
        let are_among = |set: FigureSet| figures != 0 && figures & !set == 0;
        match kind {
            ActionKind::Charge if are_among(self.closing[side]) => Manner::Closing,
            ActionKind::Shoot if are_among(self.casting[side]) => Manner::Casting,
            _ => Manner::Plain,
        }
    }
}

/// The rule by which a declared action comes to nothing.
pub(super) const fn rule_of_hindrance(why: Hindrance) -> Rule {
    match why {
        Hindrance::RoundOver => Rule::adc(6),
        Hindrance::Pinned => Rule::ft(9),
        Hindrance::Withdrawn => Rule::adc(5),
        _ => Rule::ad(4),
    }
}

/// ` on segment 3`
fn on(segment: u16) -> String {
    match segment {
        0 => String::from(" before everything that takes time"),
        segment => format!(" on segment {segment}"),
    }
}

impl Transcript {
    pub(super) fn tells_adnd(&mut self, scene: &Scene<'_>, event: &Event) -> bool {
        let names = &self.names;
        match *event {
            Event::Surprise { rolled, on, segments } => {
                let one = |side: Side| {
                    let (name, roll) = (names.side(side), rolled[side]);
                    match (roll <= i32::from(on[side]), segments[side]) {
                        (false, _) => format!("{name} {roll}"),
                        (true, 0) => format!("{name} {roll}, made up for by the others' surprise"),
                        (true, n) => {
                            format!("{name} {roll}, surprised for {}", count(n, "segment"))
                        }
                    }
                };
                tell!(self: Headline [adc(9)] "Surprise: {}", Side::BOTH.map(one).join("; "));
            }
            Event::SurpriseSegment { segment, surprised } => {
                self.round = Round::default();
                let sides = surprised.iter().filter(|(_, set)| **set != 0);
                let who: Vec<String> = sides.map(|(side, set)| names.who(side, *set)).collect();
                let who = who.join("; ");
                tell!(self: Headline [adc(9)] "Surprise segment {segment}, surprised: {who}");
            }
            Event::SegmentRoll { round, rolled } => {
                self.last_turn = Some(format!("last round: {round}"));
                self.round = Round { dice: Some(rolled), ..Round::default() };
                tell!(self: Headline [ad(1)] "Round {round}: {}", names.both(rolled));
            }
            Event::Declares { .. } => self.declares(scene, event),
            Event::Completes { side, action, figures, routine, segment, rule } => {
                let who = names.who(side, figures);
                let what = self.round.manner(side, action, figures).name(action);
                let nth = if routine > 1 { format!(" (routine {routine})") } else { String::new() };
                let how = self.by_method(scene, side, figures, segment, rule);
                self.say(Level::Under, &format!("{who}: {what}{nth}{}{how}", on(segment)), rule);
            }
            Event::Simultaneous { figures, segment, by_speed } => {
                let who = Side::BOTH.map(|side| names.who(side, figures[side])).join("; ");
                let first = match by_speed {
                    true => "; of two weapons the lower speed factor strikes first",
                    false => "",
                };
                tell!(self: Under [ad(8), ad(10) if by_speed] "tied{}: {who}{first}", on(segment));
            }
            Event::ChargeStrikes { figure, segment } => {
                tell!(self: Under [ad(9)] |figure| "{figure} arrives and strikes{}", on(segment));
            }
            Event::Spoiled { figure, action, segment } => {
                let casts = is_among(&self.round.casting, figure);
                let what = if casts { "the spell" } else { action.name() };
                tell!(self: Under [ad(4)] |figure| "{figure}: {what} is spoiled{}", on(segment));
            }
            Event::MeetsCharge { figure, charger, lengths, set } => {
                let [own, other] = lengths.map(|length| f64::from(length) / f64::from(UNIT));
                let order = match own.total_cmp(&other) {
                    _ if set => String::from("his weapon is set, and strikes first"),
                    Ordering::Greater => format!("{own} feet against {other}, first"),
                    Ordering::Equal => format!("{own} feet against {other}, together"),
                    Ordering::Less => format!("{own} feet against {other}, second"),
                };
                tell!(self: Under [adc(7)] |figure, charger| "{figure} meets the charge of {charger}: {order}");
            }
            Event::FreeBlow { by, target } => {
                tell!(self: Under [adc(8)] |by, target| "free blow of {by} at {target}, who leaves the melee");
            }
            Event::ExtraStrike { striker, target, factors: [own, other], with_slower } => {
                let when = if with_slower { "at the same time as" } else { "before" };
                tell!(self: Deeper [ad(10)] |striker, target|
                    "extra strike of {striker}, {when} {target}: speed factor {own} against {other}");
            }
            _ => return false,
        }
        true
    }

    fn declares(&mut self, scene: &Scene<'_>, event: &Event) {
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
            return;
        };
        if action == ActionKind::Charge && charging != figures {
            self.round.closing[side] |= figures;
        }
        if takes > 0 {
            self.round.casting[side] |= figures;
        }
        let place = self.round.dice.map(|dice| (dice[side], total - dice[side]));
        let place = match place {
            _ if last => Some(String::from("last")),
            Some((_, 0)) => Some(format!("at {total}")),
            Some((die, modifier)) => Some(format!("at {die} {modifier:+} = {total}")),
            None => None,
        };
        let of_several = routines > 1;
        let routines = of_several.then(|| format!("{routines} routines"));
        let takes = (takes > 0).then(|| count(u32::from(takes), "segment"));
        let details: Vec<String> = [place, routines, takes].into_iter().flatten().collect();
        let details = framed(", ", &listed(&details, "and"), "");
        let manner = self.round.manner(side, action, figures);
        let Some(aim) = Aim::of(event, manner) else { return };
        let what = actions::does(&self.names, scene, &aim, figures, destination);
        // The others have charged too lately, or cannot reach anybody.
        let of_them = match charging.count_ones() {
            some if some > 0 && charging != figures => format!(", {some} of them at a charge"),
            // Of several routines a charge is one (AD-09).
            some if some > 0 && of_several => String::from(", with one blow"),
            _ => String::new(),
        };
        tell!(self: Margin [ad(3), ad(9) if charging != 0] "declared{details}: {what}{of_them}");
    }

    /// `, speed factor 5 and a die of 3`: how the segment of an untimed action comes about (AD-06, AD-07).
    fn by_method(
        &self,
        scene: &Scene<'_>,
        side: Side,
        figures: FigureSet,
        segment: u16,
        rule: Rule,
    ) -> String {
        let dice = self.round.dice.unwrap_or_default();
        let (own, other, segment) = (dice[side], dice[!side], i32::from(segment));
        if rule == Rule::ad(6) && segment == own.max(other) {
            return String::from(", the higher die");
        }
        let first = members(figures).next().filter(|_| rule == Rule::ad(7));
        let handling = first.map(|i| scene.battle.traits(FigureId::new(side, i)).handling);
        let Some(factor) = handling.and_then(|handling| handling.speed_factor).map(i32::from)
        else {
            return String::new();
        };
        let is_by_die = segment == (factor - own).abs();
        let is_plain = segment == factor;
        match (is_plain, is_by_die) {
            (true, false) => format!(", speed factor {factor}"),
            (true, true) if own == other => format!(", speed factor {factor}"),
            (_, true) => format!(", speed factor {factor} and a die of {own}"),
            (false, false) => String::new(),
        }
    }
}
