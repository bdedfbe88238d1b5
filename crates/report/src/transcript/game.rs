//! Facts of every game: the opening, numbered actions, places, goals and the ending.

use minijinja::context;
use minijinja::value::{Value, merge_maps};
use skirmish_engine::battle::{EnemyTarget, FigureId, Hold, PlaceId, WinSpec};
use skirmish_engine::event::{
    ActionKind, Cause, Ending, Event, EventKind, FigureSet, MeleeKind, MoveKind, Scene,
};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Fighting, Rulebook, System, TechniqueAttack, TechniqueMelee};
use skirmish_engine::side::{BySide, Side};

use super::actions::{self, Aim};
use super::names::{Names, is_among, members};
use super::page::{Level, Ruler};
use super::template::{Fact, filled};
use super::{TOLD, Transcript, clause, steps};
use crate::{a_round, safe_text};

impl Transcript {
    pub(super) fn game(&mut self, scene: &Scene<'_>, event: &Event) -> Option<Value> {
        let (names, rules) = (&self.names, &scene.battle.spec().rules);
        Some(match *event {
            Event::Begins { side, by_lot } => self.begins(scene, side, by_lot),
            Event::Acts { .. } => self.acts(scene, event),
            Event::ComesToNothing { side, figures, action, why } => {
                let rule = match action {
                    _ if rules.system.has_segments() => actions::rule_of_hindrance(why),
                    // The melee decides who fights, not initiative.
                    ActionKind::Fight if rules.system.fights_by_turn() => {
                        EventKind::TurnRound.rule_under(rules)
                    }
                    _ => actions::rule_of(rules, action),
                };
                let manner = self.round.manner(side, action, figures);
                let kind = format!("{action:?}");
                facts!(names; who = (side, figures), kind, manner, why, rule)
            }
            Event::MeleeRound { why } => {
                let kind = match why {
                    MeleeKind::Contact => EventKind::ContactRound,
                    MeleeKind::Action => EventKind::ActionRound,
                    MeleeKind::Reaction => EventKind::ReactionRound,
                    MeleeKind::Turn => EventKind::TurnRound,
                    // The natural roll that caused it has been told.
                    MeleeKind::Everyone => EventKind::EveryoneRound,
                };
                facts!(names; why, rule = kind.rule_under(rules))
            }
            Event::Dies { figure, cause } => self.dies(scene, figure, cause),
            Event::Scores { round, points, total, held } => {
                let row = |side: Side| context! { side => names.side(side), points => points[side], total => total[side] };
                let points = (total != BySide([0; 2])).then(|| Side::BOTH.map(row));
                let contested = self.contested(scene);
                let held = self.counts_rounds(scene, round, held);
                facts!(&self.names; contested, held, points)
            }
            Event::Happens { event } => {
                self.tell_places(scene);
                facts!(&self.names; event = self.names.event(event.0))
            }
            Event::Ends { ending, streak } => self.ends(scene, ending, streak),
            _ => return None,
        })
    }

    fn begins(&mut self, scene: &Scene<'_>, side: Side, by_lot: bool) -> Value {
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
        let forces = Side::BOTH.map(|side| {
            let of = &spec.sides[side];
            let bots = of.units.iter().filter_map(|unit| {
                let bot = unit.bot.as_ref()?;
                Some(vec![safe_text(&unit.name), safe_text(&bot.name)])
            });
            let (figures, bot) = (of.figures.len(), safe_text(&of.bot.name));
            let bots: Vec<Vec<String>> = bots.collect();
            filled("Force", facts!(&self.names; name = side, figures, bots, bot))
        });
        self.tell("Forces", context! { forces });
        self.page.open();
        let name = safe_text(&rules.name);
        let parts = [("initiative", rules.system.name()), ("fighting", rules.fighting.name())];
        let others = parts.iter().filter(|(_, part)| *part != name);
        let others: Vec<String> = others.map(|(what, part)| format!("{what}: {part}")).collect();
        let hidden = Side::BOTH.into_iter().filter(|_| spec.rules.system.answers());
        let hidden = hidden.filter_map(|side| {
            let units = spec.sides[side].units.iter().enumerate();
            let hidden = units.filter(|(_, unit)| unit.hidden).fold(0, |set, (k, _)| set | 1 << k);
            (hidden != 0).then(|| self.names.units_of(side, hidden))
        });
        let hidden: Vec<String> = hidden.collect();
        let starts = match rules.system {
            System::Lloyd | System::PetiteGuerre => Some(format!("{:?}", rules.system)),
            System::Table(turn) if turn.has_starter() && !turn.rolls_for_first() => {
                Some(format!("{:?}", turn.next))
            }
            // Dice, cards or a toss decide who goes first.
            System::Table(_) | System::WarSpike | System::Adnd => None,
        };
        let places = self.places(scene);
        facts!(&self.names;
            rules = name,
            parts = others,
            fighting = fighting(rules),
            round = spec.holds_for_rounds().then(|| a_round(rules.system)),
            places,
            hidden,
            starts,
            side,
            by_lot,
        )
    }

    /// Returns `7. Raiders, 2nd in a row:`.
    pub(super) fn numbered(&mut self, scene: &Scene<'_>, number: u32, side: Side) -> String {
        self.streak += 1;
        self.moved = 0;
        let turns = scene.battle.spec().rules.system.has_turns();
        filled("Head", facts!(&self.names; number, side, turns, streak = self.streak))
    }

    fn acts(&mut self, scene: &Scene<'_>, event: &Event) -> Value {
        let Event::Acts { number, side, action, figures, destination, first, card, .. } = *event
        else {
            return TOLD;
        };
        let manner = self.round.manner(side, action, figures);
        let Some(aim) = Aim::of(event, manner) else { return TOLD };
        let head = self.numbered(scene, number, side) + " ";
        let stated = self.stated.take();
        let spec = scene.battle.spec();
        let rules = match action {
            ActionKind::Reload => actions::rules_of_reloading(spec, side, figures),
            _ => vec![actions::rule_of(&spec.rules, action)],
        };
        let mut rules: Vec<String> = rules.iter().map(Rule::to_string).collect();
        // The clause replaces the rule itself.
        rules.retain(|rule| first.is_none() || *rule != Rule::ll(5).to_string());
        rules.extend(first.map(clause));
        rules.extend(card.map(|_| Rule::ll(8).to_string()));
        let tail = filled(
            "Tail",
            facts!(&self.names;
                card = card.map(|card| self.names.card(side, card)),
                not_as_stated = first.is_some() && stated.is_some_and(|stated| stated != aim),
            ),
        );
        if action.is_move() && !self.is_at_once {
            let (before, verb) = aim.predicate(&self.names, scene, destination);
            let (words, movers) = ((head + &before, verb + &tail), (side, figures));
            self.wait_for_moves(Level::Margin, Some(words), &rules, MoveKind::Action, movers);
        } else {
            let does = aim.does(&self.names, scene, figures, destination);
            self.say(Level::Margin, &(head + &does + &tail), &rules);
        }
        TOLD
    }

    fn dies(&mut self, scene: &Scene<'_>, figure: FigureId, cause: Cause) -> Value {
        // Usually told by the line before.
        let told = self.told_dead.iter().position(|told| *told == figure);
        match told {
            Some(k) => drop(self.told_dead.remove(k)),
            None => self.told_dead.clear(),
        }
        let across = is_among(&self.across, figure);
        self.across[figure.side()] &= !(1 << figure.index());
        let by_steps = scene.battle.spec().rules.fighting.is_by_steps();
        facts!(&self.names; figure, cause, told = told.is_some(), across, by_steps)
    }

    fn ends(&mut self, scene: &Scene<'_>, ending: Ending, streak: u32) -> Value {
        self.tell_places(scene);
        let text = self.ending(scene, ending);
        self.page.line_of_opening(&text);
        let left = Side::BOTH.map(|side| {
            let (left, all) = (scene.alive[side].count_ones(), scene.battle.count(side));
            vec![Value::from(left), Value::from(all), side.fact(&self.names)]
        });
        let last_turn = self.last_turn.take();
        facts!(&self.names; text, last_turn, holder = scene.holder, streak, left)
    }

    /// Returns, at the end of a round, contested places of goals and who holds them all the same (HOST-5).
    fn contested(&self, scene: &Scene<'_>) -> Vec<Value> {
        let spec = scene.battle.spec();
        let mut contested = Vec::new();
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
            let by: Vec<Side> = Side::BOTH.into_iter().filter(is_held).collect();
            contested.push(facts!(&self.names; name = self.names.place(place), by));
        }
        contested
    }

    /// Returns, at the end of a round, for how many rounds each side has held a place that it must hold for several (HOST-5).
    fn counts_rounds(&mut self, scene: &Scene<'_>, round: u32, held: BySide<u64>) -> Vec<Value> {
        let more = round.saturating_sub(std::mem::replace(&mut self.rounds, round));
        let spec = scene.battle.spec();
        let goals = Side::BOTH.into_iter().flat_map(|side| {
            let wins = spec.sides[side].wins.iter().enumerate();
            wins.map(move |(k, win)| (side, held[side] >> k & 1 == 1, win))
        });
        let mut told = Vec::new();
        for (k, (side, is_held, win)) in goals.enumerate() {
            let WinSpec::HoldsFor { hold, rounds } = *win else { continue };
            if self.held.len() <= k {
                self.held.resize(k + 1, 0);
            }
            let before = self.held[k];
            self.held[k] = if is_held { before + more } else { 0 };
            if before > 0 || self.held[k] > 0 {
                let (place, held) = (self.names.place(hold.place), self.held[k]);
                told.push(facts!(&self.names; side, place, held, rounds));
            }
        }
        told
    }

    fn those_at(&self, scene: &Scene<'_>, side: Side, place: PlaceId) -> FigureSet {
        let spec = &scene.battle.spec().places[usize::from(place.0)];
        let radius = i64::from(spec.radius);
        let is_at = |i: &usize| scene.positions[side][*i].distance2(spec.at) <= radius * radius;
        members(scene.alive[side]).filter(is_at).fold(0, |set, i| set | 1 << i)
    }

    fn ending(&self, scene: &Scene<'_>, ending: Ending) -> String {
        let (names, spec) = (&self.names, scene.battle.spec());
        let facts = match ending {
            Ending::Draw(draw) => {
                context! { ending => format!("{draw:?}"), turns => spec.rules.warspike.turns }
            }
            Ending::Cap => context! { ending => "Cap", cap => spec.cap.to_string() },
            Ending::Won { side, goal } => {
                let goal = goal.and_then(|goal| spec.sides[side].wins.get(usize::from(goal)));
                let reached =
                    goal.map_or(context! { ending => "Nobody" }, |goal| self.reached(side, goal));
                let exit = spec.sides[side].exit;
                merge_maps([facts!(names; side, enemy = !side, exit), reached])
            }
        };
        filled("Ending", facts)
    }

    /// Returns the goal that the winner has reached.
    fn reached(&self, winner: Side, goal: &WinSpec) -> Value {
        let names = &self.names;
        match *goal {
            WinSpec::Holds(Hold { place, figures, .. }) => {
                facts!(names; ending = "Holds", figures, what = names.place(place))
            }
            WinSpec::HoldsFor { hold, rounds } => {
                let what = names.place(hold.place);
                facts!(names; ending = "HoldsFor", figures = hold.figures, what, rounds)
            }
            WinSpec::Most { place, after } => {
                facts!(names; ending = "Most", what = names.place(place), time = after.to_string())
            }
            WinSpec::Points { least } => facts!(names; ending = "Points", points = least),
            WinSpec::Ahead { by, after } => {
                facts!(names; ending = "Ahead", points = by, time = after.to_string())
            }
            WinSpec::After(time) => facts!(names; ending = "After", time = time.to_string()),
            WinSpec::Escapes { figures } => facts!(names; ending = "Escapes", figures),
            WinSpec::Kills { figure } => facts!(names; ending = "Kills", what = figure),
            WinSpec::Destroys { unit } => {
                facts!(names; ending = "Destroys", what = (!winner, unit))
            }
            WinSpec::Gone { who: EnemyTarget::Leader(figure) } => {
                facts!(names; ending = "LeaderGone", what = figure)
            }
            WinSpec::Gone { who: EnemyTarget::Body(unit) } => {
                facts!(names; ending = "BodyGone", what = (!winner, unit))
            }
            WinSpec::Losses { figures } => facts!(names; ending = "Losses", figures),
            WinSpec::Happens { event } => {
                facts!(names; ending = "Happens", what = names.event(event.0))
            }
        }
    }

    /// Lists the figures at each place that has changed since it was last told.
    fn places(&mut self, scene: &Scene<'_>) -> Vec<String> {
        let mut changed = Vec::new();
        for k in 0..scene.battle.spec().places.len() {
            let now = BySide::from_fn(|side| self.those_at(scene, side, PlaceId(k as u8)));
            match self.at_places.get_mut(k) {
                Some(before) if *before != now => *before = now,
                _ => continue,
            }
            let (place, who) = (self.names.place_at(k), self.names.of_both(&now));
            changed.push(filled("Place", context! { place, who }));
        }
        changed
    }

    pub(super) fn tell_places(&mut self, scene: &Scene<'_>) {
        for place in self.places(scene) {
            self.page.line(Level::Under, &place);
        }
    }
}

/// Returns a line with the rules of fighting that rolls do not repeat.
fn fighting(rules: &Rulebook) -> String {
    let (melee, fire) = (&rules.melee, &rules.fire);
    match rules.fighting {
        Fighting::Host => {
            let effect = [melee.effect.push_back, melee.effect.retreat, melee.effect.kill];
            filled("Host", context! { dice => melee.dice.to_string(), effect })
        }
        Fighting::PetiteGuerre => {
            let (kills, hit) = (fire.kills, rules.hand_to_hand.hit);
            filled("PetiteGuerre", context! { kills, hit, dice => fire.effect_dice.to_string() })
        }
        Fighting::Osric => filled("Osric", context! { dice => rules.osric.dice.to_string() }),
        Fighting::Techniques => {
            let together = rules.techniques.melee == TechniqueMelee::Together;
            let stacked = rules.techniques.attack == TechniqueAttack::Stacked;
            let dice = rules.techniques.dice.to_string();
            filled("Techniques", context! { dice, together, stacked })
        }
        Fighting::Steps(_) => filled("Steps", context! { chains => steps::chains(rules) }),
    }
}
