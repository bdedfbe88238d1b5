//! What is told of every game: how it begins, each action with its number, places, turns, and how it ends.

use skirmish_engine::battle::{FigureId, Foe, Hold, PlaceId, WinSpec};
use skirmish_engine::event::{
    ActionKind, Cause, Draw, Ending, Event, EventKind, FigureSet, MeleeKind, MoveKind, Scene,
};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Fighting, Next, System};
use skirmish_engine::side::{BySide, Side};

use super::Transcript;
use super::actions::{self, Aim};
use super::names::{Names, is_among, members};
use super::page::{Level, Ruler, ordinal};
use crate::number::counted as count;
use crate::text::framed;
use crate::{a_round, safe_text};

impl Transcript {
    pub(super) fn tells_game(&mut self, scene: &Scene<'_>, event: &Event) -> bool {
        let (names, rules) = (&self.names, &scene.battle.spec().rules);
        match *event {
            Event::Begins { side, by_lot } => self.begins(scene, side, by_lot),
            Event::Acts { .. } => self.acts(scene, event),
            Event::ComesToNothing { side, figures, action, why } => {
                let who = names.who(side, figures);
                let manner = self.round.manner(side, action, figures);
                let (what, reason) = (actions::nothing_of(action, manner), actions::reason(why));
                let rule = match action {
                    _ if rules.system.has_segments() => super::adnd::rule_of_hindrance(why),
                    // Who fights whom is a matter of the melee, not of who acts.
                    ActionKind::Fight if rules.system.fights_by_turn() => {
                        EventKind::TurnRound.rule_under(rules)
                    }
                    _ => actions::rule_of(rules, action),
                };
                self.say(Level::Under, &format!("{who}: {what}, {reason}"), rule);
            }
            Event::MeleeRound { why } => {
                let (which, kind) = match why {
                    MeleeKind::Contact => (" on contact", EventKind::ContactRound),
                    MeleeKind::Action => ("", EventKind::ActionRound),
                    MeleeKind::Reaction => (" for everyone in it", EventKind::ReactionRound),
                    MeleeKind::Turn => (" at the end of the turn", EventKind::TurnRound),
                    // The natural number that brought it about has said so.
                    MeleeKind::Everyone => return true,
                };
                let rule = kind.rule_under(rules);
                self.say(Level::Under, &format!("round of melee{which}"), rule);
            }
            Event::Dies { figure, cause } => self.dies(scene, figure, cause),
            Event::Scores { round, points, total, held } => {
                self.tell_contested(scene);
                self.counts_rounds(scene, round, held);
                let told = Side::BOTH.map(|side| {
                    format!("{} {} ({} in all)", self.names.side(side), points[side], total[side])
                });
                if total != BySide([0; 2]) {
                    let text = format!("points: {}", told.join(", "));
                    self.say(Level::Under, &text, Rule::host(5));
                }
            }
            Event::Happens { event } => {
                self.tell_places(scene);
                tell!(self: Under [host(5)] "event: {}", self.names.event(event.0));
            }
            Event::Ends { ending, streak } => self.ends(scene, ending, streak),
            _ => return false,
        }
        true
    }

    fn begins(&mut self, scene: &Scene<'_>, side: Side, by_lot: bool) {
        let spec = scene.battle.spec();
        let rules = &spec.rules;
        *self = Self {
            page: std::mem::take(&mut self.page),
            names: Names::of(scene.battle),
            at_places: vec![BySide([0, 0]); spec.places.len()],
            ruler: match rules.movement.paces {
                Some(_) => Ruler::Paces,
                None if self.is_metric => Ruler::Centimetres,
                None => Ruler::Inches,
            },
            is_metric: self.is_metric,
            is_at_once: rules.system.answers() || rules.system.has_segments(),
            ..Self::new(self.detail)
        };
        let [one, other] = Side::BOTH.map(|side| {
            let (name, of) = (self.names.side(side), &spec.sides[side]);
            let figures = count(of.figures.len() as u64, "figure");
            let own = of.units.iter().filter_map(|unit| {
                let bot = unit.bot.as_ref()?;
                Some(format!("; {}: “{}”", safe_text(&unit.name), safe_text(&bot.name)))
            });
            let own: String = own.collect();
            format!("{name} ({figures}, bot “{}”{own})", safe_text(&of.bot.name))
        });
        let fighting = match rules.fighting {
            Fighting::Host => super::host::in_a_line(rules),
            Fighting::PetiteGuerre => super::petite_guerre::in_a_line(rules),
            Fighting::Osric => super::osric::in_a_line(rules),
            Fighting::Techniques => super::techniques::in_a_line(rules),
            Fighting::Steps(_) => super::steps::in_a_line(rules),
        };
        let name = safe_text(&rules.name);
        let parts = [("initiative", rules.system.name()), ("fighting", rules.fighting.name())];
        let others = parts.iter().filter(|(_, part)| *part != name);
        let others: Vec<String> = others.map(|(what, part)| format!("{what}: {part}")).collect();
        let parts = framed(" (", &others.join(", "), ")");
        self.page.line(Level::Headline, &format!("{one} against {other}"));
        self.page.open();
        self.page.line(Level::Margin, &format!("rules: {name}{parts}; {fighting}"));
        if spec.holds_for_rounds() {
            self.page.line(Level::Margin, &a_round(rules.system));
        }
        self.tell_places(scene);
        self.tell_hidden(scene);
        let what = match rules.system {
            System::Lloyd => Some("initiative"),
            System::PetiteGuerre => Some("first turn"),
            System::Table(turn) if turn.has_starter() && !turn.rolls_for_first() => {
                Some(match turn.next {
                    Next::Sides => "first turn",
                    Next::Count => "first of equals",
                    Next::Bag | Next::Deck => "first joker",
                })
            }
            // Dice, cards or a toss say who goes first.
            System::Table(_) | System::WarSpike | System::Adnd => None,
        };
        if let Some(what) = what {
            let lot = if by_lot { ", by lot" } else { "" };
            tell!(self: Margin [host(6)] "{what}: {}{lot}", self.names.side(side));
        }
        self.page.gap();
    }

    /// `7. Raiders, 2nd in a row:`
    pub(super) fn numbered(&mut self, scene: &Scene<'_>, number: u32, side: Side) -> String {
        self.streak += 1;
        self.moved = 0;
        if scene.battle.spec().rules.system.has_turns() {
            return format!("{number}.");
        }
        let row = match self.streak {
            1 => String::new(),
            streak => format!(", {} in a row", ordinal(streak)),
        };
        format!("{number}. {}{row}:", self.names.side(side))
    }

    fn acts(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Acts { number, side, action, figures, destination, first, card, .. } = *event
        else {
            return;
        };
        let manner = self.round.manner(side, action, figures);
        let Some(aim) = Aim::of(event, manner) else { return };
        let head = self.numbered(scene, number, side) + " ";
        let mut tail = card
            .map_or(String::new(), |card| format!(", by {}", self.names.order_card(side, card)));
        let stated = self.stated.take();
        let spec = scene.battle.spec();
        let mut cited = match action {
            ActionKind::Reload => actions::rules_of_reloading(spec, side, figures),
            _ => actions::rule_of(&spec.rules, action).into(),
        };
        if let Some(first) = first {
            cited = cited.and_clause(first);
            if stated.is_some_and(|stated| stated != aim) {
                tail += ", not as stated, since the table has changed";
            }
        }
        let cited = cited.and_if(card.is_some(), Rule::ll(8));
        if action.is_move() && !self.is_at_once {
            let (before, verb) = actions::predicate(&self.names, scene, &aim, destination);
            let words = (head + &before, verb + &tail);
            self.wait_for_moves(
                Level::Margin,
                Some(words),
                cited,
                MoveKind::Action,
                (side, figures),
            );
        } else {
            let does = actions::does(&self.names, scene, &aim, figures, destination);
            self.say(Level::Margin, &(head + &does + &tail), cited);
        }
    }

    fn dies(&mut self, scene: &Scene<'_>, figure: FigureId, cause: Cause) {
        let by_steps = scene.battle.spec().rules.fighting.is_by_steps();
        // The line before has usually told it.
        let told = self.told_dead.iter().position(|told| *told == figure);
        let name = self.names.figure(figure);
        match (told, cause) {
            (Some(k), _) => {
                self.told_dead.remove(k);
            }
            (None, Cause::Shot) => {
                tell!(self: Deeper [host(2) if !by_steps, ft(6) if by_steps] "{name} is shot dead")
            }
            (None, Cause::Melee) => {
                tell!(self: Deeper [host(3) if !by_steps, ft(6) if by_steps] "{name} is cut down")
            }
        }
        if told.is_none() {
            self.told_dead.clear();
        }
        if is_among(&self.across, figure) {
            self.across[figure.side()] &= !(1 << figure.index());
            tell!(self: Deeper [ad(8)] "{} is down, but across", self.names.figure(figure));
        }
    }

    fn ends(&mut self, scene: &Scene<'_>, ending: Ending, streak: u32) {
        self.tell_places(scene);
        let text = self.ending(scene, ending);
        self.page.line_of_opening(&text);
        self.page.gap();
        self.say(Level::Margin, &text, Rule::host(5));
        let last = self.last_turn.take().unwrap_or_else(|| {
            let holder = self.names.side(scene.holder);
            format!("last initiative: {holder}, {}, cut short", count(streak, "action"))
        });
        let left = |side: Side| {
            let (left, all) = (scene.alive[side].count_ones(), scene.battle.count(side));
            format!("{left} of {all} {}", self.names.side(side))
        };
        let table = format!("left on the table: {}, {}", left(Side::A), left(Side::B));
        self.page.line(Level::Margin, &last);
        self.page.line(Level::Margin, &table);
    }

    /// At the end of a round: places of goals that both sides are at, and who holds them all the same (HOST-5).
    fn tell_contested(&mut self, scene: &Scene<'_>) {
        let spec = scene.battle.spec();
        for place in (0..spec.places.len()).map(|k| PlaceId(k as u8)) {
            let at = |side: Side| self.those_at(scene, side, place).count_ones();
            let at = [at(Side::A), at(Side::B)];
            let holds = Side::BOTH.map(|side| spec.hold_of(side, place));
            if at.contains(&0) || holds == [None; 2] {
                continue;
            }
            let is_held = |side: &Side| {
                holds[side.index()]
                    .is_some_and(|it| it.is_held(at[side.index()], at[(!*side).index()]))
            };
            let held = Side::BOTH.into_iter().filter(is_held);
            let held: Vec<&str> = held.map(|side| self.names.side(side)).collect();
            let by = if held.is_empty() { "nobody".to_owned() } else { held.join(" and by ") };
            let text = format!("{}: contested, held by {by}", self.names.place(place));
            self.say(Level::Under, &text, Rule::host(5));
        }
    }

    /// At the end of a round: for how many in a row a side has held a place that it must hold for some (HOST-5).
    fn counts_rounds(&mut self, scene: &Scene<'_>, round: u32, held: BySide<u64>) {
        let more = round.saturating_sub(std::mem::replace(&mut self.rounds, round));
        let spec = scene.battle.spec();
        let goals = Side::BOTH.into_iter().flat_map(|side| {
            let wins = spec.sides[side].wins.iter().enumerate();
            wins.map(move |(k, win)| (side, held[side] >> k & 1 == 1, win))
        });
        let mut lines = Vec::new();
        for (k, (side, is_held, win)) in goals.enumerate() {
            let WinSpec::HoldsFor { hold, rounds } = *win else { continue };
            if self.held.len() <= k {
                self.held.resize(k + 1, 0);
            }
            let before = self.held[k];
            self.held[k] = if is_held { before + more } else { 0 };
            let (name, place) = (self.names.side(side), self.names.place(hold.place));
            match self.held[k] {
                0 if before == 0 => {}
                0 => lines.push(format!("{place}: no longer held by {name}")),
                held => lines.push(format!(
                    "{place}: held by {name} for {} in a row, of {rounds}",
                    count(held, "round")
                )),
            }
        }
        for line in lines {
            self.say(Level::Under, &line, Rule::host(5));
        }
    }

    /// Who of a side is at a place.
    fn those_at(&self, scene: &Scene<'_>, side: Side, place: PlaceId) -> FigureSet {
        let spec = &scene.battle.spec().places[usize::from(place.0)];
        let radius = i64::from(spec.radius);
        let is_at = |i: &usize| scene.positions[side][*i].distance2(spec.at) <= radius * radius;
        members(scene.alive[side]).filter(is_at).fold(0, |set, i| set | 1 << i)
    }

    /// How the game ended, and why.
    fn ending(&self, scene: &Scene<'_>, ending: Ending) -> String {
        let spec = scene.battle.spec();
        match ending {
            Ending::Draw(Draw::Both) => "a draw: both sides have reached a goal at once".into(),
            Ending::Draw(Draw::Deserted) => "a draw: nobody is left on the table".into(),
            Ending::Draw(Draw::TurnsOver) => {
                let turns = count(spec.rules.warspike.turns, "turn");
                format!("a draw: the {turns} are over")
            }
            Ending::Cap => {
                format!("undecided: stopped at the cap of {}", spec.cap)
            }
            Ending::Won { side, goal } => {
                let goal = goal.and_then(|goal| spec.sides[side].wins.get(usize::from(goal)));
                format!("victory of {}: {}", self.names.side(side), self.reached(scene, side, goal))
            }
        }
    }

    /// What the winner has reached: a goal, or that no enemy is left.
    fn reached(&self, scene: &Scene<'_>, winner: Side, goal: Option<&WinSpec>) -> String {
        let (names, enemy) = (&self.names, self.names.side(!winner));
        let Some(goal) = goal else { return format!("nobody of {enemy} is left on the table") };
        let number = |figures| count(figures, "figure");
        match *goal {
            WinSpec::Holds(Hold { place, figures, .. }) => {
                let is = if figures == 1 { "is" } else { "are" };
                format!("{} {is} at {}", number(figures), names.place(place))
            }
            WinSpec::HoldsFor { hold, rounds } => {
                let rounds = count(rounds, "round");
                format!("{} at {} for {rounds}", number(hold.figures), names.place(hold.place))
            }
            WinSpec::Most { place, after } => {
                format!("more figures than {enemy} at {} after {after}", names.place(place))
            }
            WinSpec::Points { least } => format!("{least} points"),
            WinSpec::Ahead { by, after } => {
                format!("{by} points or more ahead of {enemy} after {after}")
            }
            WinSpec::After(time) => format!("not beaten after {time}"),
            WinSpec::Escapes { figures } => {
                let has = if figures == 1 { "has" } else { "have" };
                format!("{} {has} left by {}", number(figures), actions::exit(scene, winner))
            }
            WinSpec::Kills { figure } => format!("{} is dead", names.figure(figure)),
            WinSpec::Destroys { unit } => {
                format!("nobody of {} is left who fights", names.unit(!winner, unit))
            }
            WinSpec::Gone { who: Foe::Leader(figure) } => {
                format!("{} is off the table", names.figure(figure))
            }
            WinSpec::Gone { who: Foe::Body(unit) } => {
                format!("nobody of {} is left on the table", names.unit(!winner, unit))
            }
            WinSpec::Losses { figures } => format!("{} of {enemy} lost", number(figures)),
            WinSpec::Happens { event } => names.event(event.0).to_owned(),
        }
    }

    /// Tells who stands at which place, wherever that has changed since it was last told.
    pub(super) fn tell_places(&mut self, scene: &Scene<'_>) {
        for k in 0..scene.battle.spec().places.len() {
            let now = BySide::from_fn(|side| self.those_at(scene, side, PlaceId(k as u8)));
            match self.at_places.get_mut(k) {
                Some(before) if *before != now => *before = now,
                _ => continue,
            }
            let sides = now.iter().filter(|(_, set)| **set != 0);
            let who: Vec<String> = sides.map(|(side, set)| self.names.who(side, *set)).collect();
            let who = match &who[..] {
                [] => String::from("nobody any more"),
                who => who.join("; against them "),
            };
            self.page.line(Level::Under, &format!("at {}: {who}", self.names.place_at(k)));
        }
    }
}
