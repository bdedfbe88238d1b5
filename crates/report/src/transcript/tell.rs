//! How the events of the game and of its initiatives are told.

use skirmish_engine::battle::FigureId;
use skirmish_engine::event::{ActionKind, Ending, Event, EventKind, FigureSet, MoveKind, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{FactorCondition, Fighting, System};
use skirmish_engine::side::{BySide, Side};

use super::gather::{Going, Pending};
use super::names::{Names, members};
use super::page::{Ruler, chance, ordinal};
use super::systems::is_at_once;
use super::words::{self, Aim, Cited, Manner};
use super::{DEEPER, Transcript, UNDER};
use crate::number::NO_BREAK;
use crate::number::counted as count;
use crate::safe_text;

/// A nomination that waits for its roll, with its factors as they come in.
#[derive(Debug, Clone)]
pub(super) struct Nominated {
    figure: FigureId,
    aim: Aim,
    is_duel: bool,
    /// Who means to do what, and the rules for it.
    words: (String, Cited),
    /// Base, leadership and factors in words.
    reckoning: Vec<String>,
}

impl Nominated {
    /// Whether this is but the same attempt over again.
    fn repeats(&self, other: &Self) -> bool {
        (self.figure, self.aim, self.is_duel) == (other.figure, other.aim, other.is_duel)
            && self.reckoning == other.reckoning
    }
}

impl Transcript {
    pub(super) fn begins(&mut self, scene: &Scene<'_>, side: Side, by_lot: bool) {
        let spec = scene.battle.spec();
        *self = Self {
            page: std::mem::take(&mut self.page),
            names: Names::of(scene.battle),
            at_places: vec![BySide([0, 0]); spec.places.len()],
            ruler: match spec.rules.movement.paces {
                Some(_) => Ruler::Paces,
                None => Ruler::Inches,
            },
            has_turns: spec.rules.system.has_turns(),
            is_at_once: is_at_once(spec.rules.system),
            is_match: spec.rules.system == System::WarSpike,
            advantage: None,
            by_points: spec.rules.fighting == Fighting::Osric,
            contact_rule: Some(EventKind::Contact.rule_under(&spec.rules)),
            ..Self::new(self.detail)
        };
        self.page.gap();
        let force = |side: Side| {
            let of = &spec.sides[side];
            let figures = count(of.figures.len() as u64, "figure");
            let bot = safe_text(&of.bot.name);
            format!("{} ({figures}, bot “{bot}”)", self.names.side(side))
        };
        let heading = format!("{} against {}", force(Side::A), force(Side::B));
        let melee = &spec.rules.melee;
        let fighting = match spec.rules.fighting {
            Fighting::PetiteGuerre => Self::skill_dice(scene),
            Fighting::Osric => Self::armour_rules(scene),
            Fighting::Techniques => Self::technique_tests(scene),
            Fighting::Host => format!(
                "in melee both roll {} and add their quality, and the loser suffers by the margin: {}",
                melee.dice,
                words::thresholds(&melee.effect)
            ),
        };
        let name = safe_text(&spec.rules.name);
        let system = spec.rules.system.name();
        let way = spec.rules.fighting.name();
        let parts = [("initiative", system), ("fighting", way)];
        let others = parts.iter().filter(|(_, part)| *part != name);
        let others: Vec<String> = others.map(|(what, part)| format!("{what}: {part}")).collect();
        let rules = match &others[..] {
            [] => format!("rules: {name}; {fighting}"),
            others => format!("rules: {name} ({}); {fighting}", others.join(", ")),
        };
        let lot = if by_lot { ", by lot" } else { "" };
        let what = match spec.rules.system {
            System::Lloyd => Some("initiative"),
            System::PetiteGuerre | System::Alternate => Some("first turn"),
            // Dice, cards or a toss say who goes first.
            System::Cards | System::LloydD10 | System::WarSpike | System::Adnd => None,
        };
        self.page.line(0, &heading);
        self.page.line(0, &rules);
        self.tell_places(scene);
        self.in_hiding(scene);
        if let Some(what) = what {
            let first = format!("{what}: {}{lot}", self.names.side(side));
            self.say(0, &first, &Cited::of(&[Rule::host(6)]));
        }
        self.page.gap();
    }

    /// `7. Raiders, 2nd in a row:`
    fn numbered(&mut self, number: u32, side: Side) -> String {
        self.streak += 1;
        self.moved = 0;
        if self.has_turns {
            return format!("{number}.");
        }
        let row = match self.streak {
            1 => String::new(),
            streak => format!(", {} in a row", ordinal(streak)),
        };
        format!("{number}. {}{row}:", self.names.side(side))
    }

    pub(super) fn acts(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Acts { number, side, action, figures, target, destination, place, first, card } =
            *event
        else {
            return;
        };
        let aim = Aim {
            side,
            kind: action,
            target,
            place,
            card,
            manner: self.manner(side, action, figures),
        };
        let mut head = self.numbered(number, side);
        head += &format!(" {}", words::does(&self.names, scene, &aim, figures, destination));
        if let Some(card) = card {
            head += &format!(", by order card “{}”", self.names.card(side, card));
        }
        let stated = self.stated.take();
        let spec = scene.battle.spec();
        let mut cited = if action == ActionKind::Reload {
            words::reloading(spec, side, figures)
        } else {
            words::rules_of(&spec.rules, &aim)
        };
        if let Some(first) = first {
            cited = cited.and_clause(first);
            if stated.is_some_and(|stated| stated != aim) {
                head += ", not as stated, since the table has changed";
            }
        }
        if card.is_some() {
            cited = cited.and(Rule::ll(8));
        }
        match action {
            ActionKind::Move
            | ActionKind::Run
            | ActionKind::Charge
            | ActionKind::Hide
            | ActionKind::Appear
            | ActionKind::Escape
            | ActionKind::ToMe
                if !self.is_at_once =>
            {
                self.pending = Pending::Going(Going {
                    indent: 0,
                    head: Some(head),
                    cited,
                    why: MoveKind::Action,
                    side,
                    who: figures,
                    steps: Vec::new(),
                    off: 0,
                });
            }
            _ => self.say(0, &head, &cited),
        }
    }

    pub(super) fn forfeits(&mut self, side: Side, number: u32) {
        self.stated = None;
        let head = self.numbered(number, side);
        let text = format!("{head} nothing that may be a first action is possible");
        self.say(0, &text, &Cited::of(&[Rule::ll(5)]));
    }

    pub(super) fn nominates(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Nominates {
            figure,
            intention,
            qualifies,
            target,
            place,
            card,
            base,
            leadership,
            duel,
            ..
        } = *event
        else {
            return;
        };
        self.tell_places(scene);
        self.in_hiding(scene);
        let side = figure.side();
        let aim = Aim { side, kind: intention, target, place, card, manner: Manner::Plain };
        let what = match (duel, side == scene.holder) {
            (false, _) => "to seize",
            (true, false) => "to seize after the duel",
            (true, true) => "to keep the initiative after the duel",
        };
        let mut text = format!(
            "{what}: {}, meaning {}",
            self.names.figure_and_side(figure),
            words::means(&self.names, scene, &aim)
        );
        if let Some(card) = card {
            text += &format!(" by order card “{}”", self.names.card(side, card));
        }
        let mut cited = Cited::of(&[Rule::ll(3)]).and_clause(qualifies).and(Rule::ll(6));
        if card.is_some() {
            cited = cited.and(Rule::ll(8));
        }
        if duel {
            cited = cited.and(Rule::ll(16));
        }
        let spec = scene.battle.spec();
        let of = &spec.sides[side].figures[figure.index()];
        let troops = safe_text(&spec.rules.troops[of.troops].name);
        let mut reckoning = vec![format!("base {base} ({troops})")];
        if let Some(rank) = of.rank {
            let rank = safe_text(&spec.rules.ranks[rank].name);
            reckoning.push(format!("{rank} leader {leadership:+}"));
        }
        self.nominated =
            Some(Nominated { figure, aim, is_duel: duel, words: (text, cited), reckoning });
    }

    pub(super) fn factor(&mut self, scene: &Scene<'_>, row: u8, times: u32, adds: i32) {
        let rows = &scene.battle.spec().rules.seize.factors;
        let Some(factor) = rows.get(usize::from(row)) else {
            return;
        };
        let name = safe_text(&factor.name).replace('-', " ");
        let is_counted = factor.when.iter().copied().any(FactorCondition::is_counted);
        let words = if is_counted {
            format!("{name} {times} x {:+} = {adds:+}", factor.value)
        } else {
            format!("{name} {adds:+}")
        };
        if let Some(nominated) = &mut self.nominated {
            nominated.reckoning.push(words);
        }
    }

    pub(super) fn seize_roll(
        &mut self,
        scene: &Scene<'_>,
        rolled: i32,
        needed: i32,
        success: bool,
    ) {
        let Some(nominated) = self.nominated.take() else {
            return;
        };
        let dice = scene.battle.spec().rules.seize.dice;
        let roll = format!(
            "needs {needed}{NO_BREAK}or{NO_BREAK}more on {dice}, {}; rolls {rolled}: {}",
            chance(scene.battle.seize_chance(needed)),
            if success { "yes" } else { "no" }
        );
        let rule = Cited::of(&[Rule::ll(3)]);
        if self.tried.as_ref().is_some_and(|tried| nominated.repeats(tried)) {
            let name = self.names.figure(nominated.figure);
            self.say(UNDER, &format!("to seize: {name} again, {roll}"), &rule);
        } else {
            self.say(UNDER, &nominated.words.0, &nominated.words.1);
            let text = format!("{}: {roll}", nominated.reckoning.join(", "));
            self.say(DEEPER, &text, &rule);
        }
        self.stated = success.then_some(nominated.aim);
        self.tried = Some(nominated);
    }

    pub(super) fn passes(&mut self, to: Side, streak: u32) {
        self.streak = 0;
        // Whose turn it is has been told.
        if self.has_turns {
            return;
        }
        let tried = self.tried.take();
        let is_after_duel = tried.is_some_and(|tried| tried.is_duel);
        let text = format!(
            "initiative: {}, after {} by {}",
            self.names.side(to),
            count(streak, "action"),
            self.names.side(!to)
        );
        let rule = Rule::ll(if is_after_duel { 16 } else { 3 });
        self.page.gap();
        self.say(0, &text, &Cited::of(&[rule]));
        self.page.gap();
    }

    pub(super) fn card_closes(&mut self, scene: &Scene<'_>, side: Side, card: u8, done: bool) {
        self.tell_places(scene);
        self.in_hiding(scene);
        let what = if done { "is carried out" } else { "is void, since nobody on it is left" };
        let (card, of) = (self.names.card(side, card), self.names.side(side));
        let text = format!("order card of {of}, “{card}”, {what}");
        self.say(UNDER, &text, &Cited::of(&[Rule::ll(8)]));
    }

    pub(super) fn ends(&mut self, scene: &Scene<'_>, ending: Ending, streak: u32) {
        self.tell_places(scene);
        self.in_hiding(scene);
        self.page.gap();
        let text = words::ending(&self.names, scene, ending);
        self.say(0, &text, &Cited::of(&[Rule::host(5)]));
        let last = match self.last_turn.take() {
            Some(last) => last,
            None => {
                let holder = self.names.side(scene.holder);
                let actions = count(streak, "action");
                format!("last initiative: {holder}, {actions}, cut short")
            }
        };
        let left = |side: Side| {
            let (left, all) = (scene.alive[side].count_ones(), scene.battle.count(side));
            format!("{left} of {all} {}", self.names.side(side))
        };
        let table = format!("left on the table: {}, {}", left(Side::A), left(Side::B));
        self.page.line(0, &last);
        self.page.line(0, &table);
    }

    /// Tells who stands at which place, wherever that has changed since it was last told.
    pub(super) fn tell_places(&mut self, scene: &Scene<'_>) {
        for (k, place) in scene.battle.spec().places.iter().enumerate() {
            let radius = i64::from(place.radius);
            let now = BySide::from_fn(|side| {
                members(scene.alive[side])
                    .filter(|i| scene.positions[side][*i].distance2(place.at) <= radius * radius)
                    .fold(0, |set: FigureSet, i| set | 1 << i)
            });
            let Some(before) = self.at_places.get_mut(k) else {
                continue;
            };
            if *before == now {
                continue;
            }
            *before = now;
            let who: Vec<String> = Side::BOTH
                .into_iter()
                .filter(|side| now[*side] != 0)
                .map(|side| self.names.group(side, now[side]).words)
                .collect();
            let who = if who.is_empty() {
                String::from("nobody any more")
            } else {
                who.join("; against them ")
            };
            let text = format!("at {}: {who}", self.names.place_at(k));
            self.page.line(UNDER, &text);
        }
    }
}
