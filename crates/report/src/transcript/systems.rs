//! How the other initiative systems are told: who goes first, whose card is drawn, matches of action and reaction, rounds
//! of segments.

use std::cmp::Ordering;

use skirmish_engine::battle::geometry::UNIT;
use skirmish_engine::battle::{FigureId, UnitId};
use skirmish_engine::event::{ActionKind, Event, FigureSet, ReactionKind, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Advantage, FirstInstigator, System};
use skirmish_engine::side::{BySide, Side};

use super::names::members;
use super::page::{list, point};
use super::words::{self, Aim, Cited, Manner};
use super::{DEEPER, Transcript, UNDER};
use crate::number::counted as count;

/// Whether actions of both sides go on at the same time, so that who moves how far is told by itself.
pub(super) const fn is_at_once(system: System) -> bool {
    matches!(system, System::WarSpike | System::Adnd)
}

/// ` on segment 3`
fn on(segment: u16) -> String {
    match segment {
        0 => String::from(" before everything that takes time"),
        segment => format!(" on segment {segment}"),
    }
}

impl Transcript {
    /// A line by itself, with an empty one before it: something new begins.
    fn headline(&mut self, text: &str, rule: Rule) {
        self.moved = 0;
        self.page.gap();
        self.say(0, text, &Cited::of(&[rule]));
    }

    fn cites(&mut self, indent: usize, text: &str, rule: Rule) {
        self.say(indent, text, &Cited::of(&[rule]));
    }

    /// `Raiders 4, Gate 2`
    fn both(&self, of: BySide<impl std::fmt::Display>) -> String {
        let one = |side: Side| format!("{} {}", self.names.side(side), of[side]);
        format!("{}, {}", one(Side::A), one(Side::B))
    }

    /// Who instigates a turn, and by what rule.
    fn instigates(&mut self, scene: &Scene<'_>, side: Side, turn: u32) {
        let spec = scene.battle.spec();
        let by_situation = spec.rules.warspike.first_instigator == FirstInstigator::Situation;
        let (why, rule) = match self.advantage {
            Some(other) if other != side => {
                let unable = format!(", as {} cannot", self.names.side(other));
                (unable, Rule::ws(8))
            }
            Some(_) => (String::new(), Rule::ws(7)),
            None if by_situation && spec.starts.is_none() => {
                (String::from(", by the situation"), Rule::wsc(9))
            }
            None => (String::new(), Rule::ws(1)),
        };
        let text = format!("Turn {turn}, instigator {}{why}", self.names.side(side));
        self.headline(&text, rule);
    }

    /// Who is to instigate the next turn, and what that has come of.
    fn of_advantage(
        &mut self,
        scene: &Scene<'_>,
        rolled: Option<BySide<i32>>,
        destroyed: BySide<u32>,
        to: Side,
    ) {
        self.advantage = Some(to);
        let rules = &scene.battle.spec().rules.warspike;
        let winner = self.names.side(to);
        let text = match (rules.advantage, rolled) {
            (Advantage::Roll, Some(rolled)) => {
                let bonus =
                    |side: Side| i64::from(rules.advantage_per_unit) * i64::from(destroyed[side]);
                let total = |side: Side| i64::from(rolled[side]) + bonus(side);
                let one = |side: Side| match destroyed[side] {
                    0 => format!("{} {}", self.names.side(side), rolled[side]),
                    units => format!(
                        "{} {} {:+} ({units} {} of the enemy destroyed) = {}",
                        self.names.side(side),
                        rolled[side],
                        bonus(side),
                        if units == 1 { "unit" } else { "units" },
                        total(side)
                    ),
                };
                let stays =
                    if total(Side::A) == total(Side::B) { "; a tie, it stays with" } else { ":" };
                format!("advantage: both roll, {}, {}{stays} {winner}", one(Side::A), one(Side::B))
            }
            (Advantage::Coin, _) => format!("advantage: by a toss, {winner}"),
            (Advantage::LoserOfFewer, _) => {
                format!(
                    "advantage: by figures lost in the turn (at equal losses it stays), {winner}"
                )
            }
            (Advantage::Alternate, _) => format!("advantage: in turn, {winner}"),
            (Advantage::Keep, _) => format!("advantage: it stays, {winner}"),
            (Advantage::Situation, _) => format!("advantage: by the situation, {winner}"),
            (Advantage::Roll, None) => format!("advantage: {winner}"),
        };
        let mut cited = Cited::of(&[Rule::ws(7)]);
        if rules.advantage == Advantage::Situation {
            cited = cited.and(Rule::wsc(9));
        }
        self.say(0, &text, &cited);
    }

    fn unit_of(&self, side: Side, unit: UnitId) -> String {
        self.units_of(side, 1 << unit.0)
    }

    /// `Riders and Bows of Raiders`
    fn units_of(&self, side: Side, units: u128) -> String {
        let names = self.unit_names(side, units);
        format!("{} of {}", list(&names), self.names.side(side))
    }

    fn unit_names(&self, side: Side, units: u128) -> Vec<String> {
        let units = (0..128).filter(|unit| units >> unit & 1 == 1);
        let names = units.map(|unit| self.names.unit(side, UnitId(unit)).to_owned());
        names.collect()
    }

    /// Who lies low from the start (WSC-9).
    pub(super) fn in_hiding(&mut self, scene: &Scene<'_>) {
        let spec = scene.battle.spec();
        if spec.rules.system != System::WarSpike {
            return;
        }
        for side in Side::BOTH {
            let units = spec.sides[side].units.iter().enumerate();
            let hidden = units.filter(|(_, unit)| unit.hidden);
            let hidden = hidden.fold(0, |set, (k, _)| set | 1 << k);
            if hidden != 0 {
                let text = format!("in hiding: {}", self.units_of(side, hidden));
                self.say(0, &text, &Cited::of(&[Rule::ws(2), Rule::wsc(9)]));
            }
        }
    }

    /// Tells what belongs to one of these systems only.
    pub(super) fn of_system(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Idle { side, units } => {
                let text = format!("turn passed by {}", list(&self.unit_names(side, units)));
                if let Some(rule) = scene.battle.spec().rules.system.turn_rule() {
                    self.cites(0, &text, rule);
                }
            }
            Event::TurnRoll { rolled, first } => {
                let tie = match rolled[Side::A] == rolled[Side::B] {
                    true => "a tie, lost by who moved last: ",
                    false => "",
                };
                let rolls = self.both(rolled);
                let text = format!("Both roll: {rolls}: {tie}{} first", self.names.side(first));
                self.headline(&text, Rule::llc(3));
            }
            Event::Shuffles { cards, turn } => {
                self.last_turn = Some(format!("last shuffle: {turn}"));
                let text = format!("Shuffle {turn}: a deck of {}", count(cards, "card"));
                self.headline(&text, Rule::bl(2));
            }
            Event::CardDrawn { side, unit } => {
                let text = format!("card drawn: {}", self.unit_of(side, unit));
                self.cites(0, &text, Rule::bl(2));
            }
            Event::EndCard => self.cites(0, "card drawn: the turn ends", Rule::bl(2)),
            Event::Toss { winner } => {
                let text = format!("toss: {}", self.names.side(winner));
                self.cites(0, &text, Rule::ws(1));
            }
            Event::PassesToss { side } => {
                let text = format!("passed by {}", self.names.side(side));
                self.cites(UNDER, &text, Rule::ws(1));
            }
            Event::TurnStruckOff { turn } => {
                self.last_turn = Some(format!("last turn: {turn}, struck off"));
                let text = format!("Turn {turn} is struck off: nobody instigates");
                self.headline(&text, Rule::ws(1));
            }
            Event::Instigates { side, turn } => {
                self.last_turn = Some(format!("last turn: {turn}, {}", self.names.side(side)));
                self.instigates(scene, side, turn);
            }
            Event::FormsBlock { side, units } => {
                let text = format!("one block: {}", self.units_of(side, units));
                self.cites(0, &text, Rule::wsc(10));
            }
            Event::Paired { side, units, with, distance } => {
                let text = format!(
                    "closest: {} and {}, {} apart",
                    self.units_of(side, units),
                    self.units_of(!side, with),
                    self.ruler.length(distance)
                );
                self.cites(0, &text, Rule::sow(1));
            }
            Event::MatchBegins { side, units, reacting, meets } => {
                let met = match meets {
                    0 => String::new(),
                    meets => format!(", about to meet {}", self.units_of(!side, meets)),
                };
                let answer = match reacting {
                    0 => String::from("unanswered"),
                    reacting => format!("answered by {}", self.units_of(!side, reacting)),
                };
                let text = format!("match: {}{met}, {answer}", self.units_of(side, units));
                self.cites(0, &text, Rule::ws(4));
            }
            Event::Reacts { .. } => self.reacts(event),
            Event::Found { side, unit } => {
                let text = format!("{} is found", self.unit_of(side, unit));
                self.cites(UNDER, &text, Rule::ws(2));
            }
            Event::Changeover { side } => {
                let text = format!("changeover: {} may move", self.names.side(side));
                self.cites(0, &text, Rule::ws(6));
            }
            Event::Advantage { rolled, destroyed, to } => {
                self.of_advantage(scene, rolled, destroyed, to);
            }
            Event::Surprise { rolled, on, segments } => {
                let text = format!("Surprise: {}", self.surprise(rolled, on, segments));
                self.headline(&text, Rule::adc(9));
            }
            Event::SurpriseSegment { segment, surprised } => {
                self.has_dice = false;
                self.closing = BySide::default();
                self.casting = BySide::default();
                let sides = Side::BOTH.into_iter().filter(|side| surprised[*side] != 0);
                let who: Vec<String> =
                    sides.map(|side| self.names.group(side, surprised[side]).words).collect();
                let text = format!("Surprise segment {segment}, surprised: {}", who.join("; "));
                self.headline(&text, Rule::adc(9));
            }
            Event::SegmentRoll { round, rolled } => {
                self.last_turn = Some(format!("last round: {round}"));
                self.has_dice = true;
                self.dice = rolled;
                self.closing = BySide::default();
                self.casting = BySide::default();
                let text = format!("Round {round}: {}", self.both(rolled));
                self.headline(&text, Rule::ad(1));
            }
            Event::Declares { .. } => self.declares(scene, event),
            Event::Completes { .. }
            | Event::Simultaneous { .. }
            | Event::ChargeStrikes { .. }
            | Event::Spoiled { .. } => self.on_segment(scene, event),
            Event::MeetsCharge { figure, charger, lengths, set } => {
                let (name, enemy) = (self.names.figure(figure), self.names.figure(charger));
                let [own, other] = lengths.map(|length| f64::from(length) / f64::from(UNIT));
                let order = match (set, own.total_cmp(&other)) {
                    (true, _) => String::from("his weapon is set, and strikes first"),
                    (_, Ordering::Greater) => format!("{own} feet against {other}, first"),
                    (_, Ordering::Equal) => format!("{own} feet against {other}, together"),
                    (_, Ordering::Less) => format!("{own} feet against {other}, second"),
                };
                let text = format!("{name} meets the charge of {enemy}: {order}");
                self.cites(UNDER, &text, Rule::adc(7));
            }
            Event::FreeBlow { by, target } => {
                let (name, enemy) = (self.names.figure(by), self.names.figure(target));
                let text = format!("free blow of {name} at {enemy}, who leaves the melee");
                self.cites(UNDER, &text, Rule::adc(8));
            }
            Event::Strikes { .. } => self.strikes(scene, event),
            Event::ExtraStrike { striker, target, factors: [own, other], with_slower } => {
                let when = match with_slower {
                    true => "at the same time as",
                    false => "before",
                };
                let text = format!(
                    "extra strike of {}, {when} {}: speed factor {own} against {other}",
                    self.names.figure(striker),
                    self.names.figure(target)
                );
                self.cites(DEEPER, &text, Rule::ad(10));
            }
            _ => {}
        }
    }

    /// `Orcs 2, surprised for 2 segments; Party 5`
    fn surprise(&self, rolled: BySide<i32>, on: BySide<u8>, segments: BySide<u32>) -> String {
        let one = |side: Side| {
            let what = match (rolled[side] <= i32::from(on[side]), segments[side]) {
                (false, _) => String::new(),
                (true, 0) => String::from(", made up for by the others' surprise"),
                (true, segments) => format!(", surprised for {}", count(segments, "segment")),
            };
            format!("{} {}{what}", self.names.side(side), rolled[side])
        };
        Side::BOTH.map(one).join("; ")
    }

    fn reacts(&mut self, event: &Event) {
        let Event::Reacts { side, figures, reaction, destination, prepared, .. } = *event else {
            return;
        };
        let who = self.names.group(side, figures);
        let what = match reaction {
            ReactionKind::Shoot => who.does("shoots", "shoot"),
            ReactionKind::Fight => who.does("fights", "fight"),
            ReactionKind::Towards => who.does("moves at them", "move at them"),
            ReactionKind::HeadOff => who.does("heads them off", "head them off"),
            ReactionKind::Away => who.does("moves away", "move away"),
            ReactionKind::TakeCover => who.does("makes for cover", "make for cover"),
            ReactionKind::Rejoin => who.does("makes for friends", "make for friends"),
            ReactionKind::LieLow => who.does("lies low", "lie low"),
            ReactionKind::Prepare => who.does("prepares", "prepare"),
        };
        let to = destination.map_or(String::new(), |to| format!(" at {}", point(to)));
        let prepared = if prepared { ", prepared" } else { "" };
        let text = format!("reaction: {what}{to}{prepared}");
        self.cites(UNDER, &text, Rule::ws(3));
    }

    fn declares(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Declares {
            side,
            action,
            figures,
            target,
            destination,
            place,
            card,
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
        if action == ActionKind::Charge && charging == 0 {
            self.closing[side] |= figures;
        }
        if takes > 0 {
            self.casting[side] |= figures;
        }
        let aim = Aim {
            side,
            kind: action,
            target,
            place,
            card,
            manner: self.manner(side, action, figures),
        };
        let mut details = Vec::new();
        if last {
            details.push(String::from("last"));
        } else if self.has_dice {
            details.push(match total - self.dice[side] {
                0 => format!("at {total}"),
                modifier => format!("at {} {modifier:+} = {total}", self.dice[side]),
            });
        }
        if routines > 1 {
            details.push(format!("{routines} routines"));
        }
        if takes > 0 {
            details.push(count(u32::from(takes), "segment"));
        }
        let mut cited = Cited::of(&[Rule::ad(3)]);
        let mut manner = String::new();
        if charging != 0 {
            cited = cited.and(Rule::ad(9));
            // The others have charged too lately, or cannot reach anybody.
            if charging != figures {
                manner = format!(", {} of them at a charge", charging.count_ones());
            }
        }
        let what = words::does(&self.names, scene, &aim, figures, destination);
        let details = match details.is_empty() {
            true => String::new(),
            false => format!(", {}", list(&details)),
        };
        let text = format!("declared{details}: {what}{manner}");
        self.say(0, &text, &cited);
    }

    /// What an action is called in this round, by what was declared of those who take part.
    pub(super) fn manner(&self, side: Side, kind: ActionKind, figures: FigureSet) -> Manner {
        let are_among = |set: FigureSet| figures != 0 && figures & !set == 0;
        match kind {
            ActionKind::Charge if are_among(self.closing[side]) => Manner::Closing,
            ActionKind::Shoot if are_among(self.casting[side]) => Manner::Casting,
            _ => Manner::Plain,
        }
    }

    /// `, speed factor 5 less a 3`: how the segment of an untimed action comes about (AD-06, AD-07).
    fn by_method(
        &self,
        scene: &Scene<'_>,
        side: Side,
        figures: FigureSet,
        segment: u16,
        rule: Rule,
    ) -> String {
        let (own, other) = (self.dice[side], self.dice[!side]);
        let factor = members(figures).next().and_then(|i| {
            let figure = FigureId::new(side, i);
            scene.battle.traits(figure).handling.speed_factor
        });
        let segment = i32::from(segment);
        if rule == Rule::ad(6) && segment == own.max(other) {
            return String::from(", the higher die");
        }
        match factor.map(i32::from).filter(|_| rule == Rule::ad(7)) {
            Some(factor) if own == other && segment == factor => {
                format!(", speed factor {factor}")
            }
            Some(factor) if segment == (factor - own).abs() => {
                format!(", speed factor {factor} and a die of {own}")
            }
            Some(factor) if segment == factor => format!(", speed factor {factor}"),
            _ => String::new(),
        }
    }

    fn on_segment(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Completes { side, action, figures, routine, segment, rule } => {
                let nth = match routine {
                    0 | 1 => String::new(),
                    nth => format!(" (routine {nth})"),
                };
                let who = self.names.group(side, figures).words;
                let what = self.manner(side, action, figures).name(action);
                let method = self.by_method(scene, side, figures, segment, rule);
                let text = format!("{who}: {what}{nth}{}{method}", on(segment));
                self.cites(UNDER, &text, rule);
            }
            Event::Simultaneous { figures, segment, by_speed } => {
                let [a, b] = Side::BOTH.map(|side| self.names.group(side, figures[side]).words);
                let mut cited = Cited::of(&[Rule::ad(8)]);
                let mut text = format!("tied{}: {a}; {b}", on(segment));
                if by_speed {
                    text += "; of two weapons the lower speed factor strikes first";
                    cited = cited.and(Rule::ad(10));
                }
                self.say(UNDER, &text, &cited);
            }
            Event::ChargeStrikes { figure, segment } => {
                let name = self.names.figure(figure);
                let text = format!("{name} arrives and strikes{}", on(segment));
                self.cites(UNDER, &text, Rule::ad(9));
            }
            Event::Spoiled { figure, action, segment } => {
                let name = self.names.figure(figure);
                let casts = self.casting[figure.side()] >> figure.index() & 1 == 1;
                let what = if casts { "the spell" } else { action.name() };
                let text = format!("{name}: {what} is spoiled{}", on(segment));
                self.cites(UNDER, &text, Rule::ad(4));
            }
            _ => {}
        }
    }

    fn strikes(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Strikes { striker, target, rolled, total, parts, effect } = *event else {
            return;
        };
        let target_name = self.names.figure(target);
        let text = format!(
            "{} strikes at {target_name}: {}, {target_name} {}: {}",
            self.names.figure(striker),
            words::melee_roll(scene, striker, rolled[0], total[0], &parts[0]),
            words::melee_roll(scene, target, rolled[1], total[1], &parts[1]),
            words::effect(target_name, effect)
        );
        self.cites(UNDER, &text, Rule::host(3));
    }
}
