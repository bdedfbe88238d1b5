//! Writes bots back as text, and lists the words that a script may use in a battle.

use skirmish_engine::battle::geometry::{Len, Point};
use skirmish_engine::battle::{EventId, PlaceId, UnitId, UnitSpec};
use skirmish_engine::bot::{Act, Bot, ChanceOf, Condition, Goal, Language, Nominate, React, Test};
use skirmish_engine::rulebook::{Formation, MOST_RANKS};
use skirmish_engine::side::Side;

use super::vocabulary::{ACTIONS, CONDITIONS, NOMINATIONS, REACTIONS, Slots, Word};
use crate::reader;
use crate::scenario::Scenario;
use crate::written;

/// Distances offered to searches.
const DISTANCES: [f64; 7] = [2.0, 4.0, 6.0, 9.0, 12.0, 16.0, 24.0];

const COUNTS: [u32; 8] = [1, 2, 3, 4, 6, 8, 12, 20];

/// The most waypoints offered to searches.
const MOST_WAYS: usize = 16;

const PERCENT: [u32; 8] = [5, 15, 25, 35, 50, 65, 75, 90];

impl Scenario {
    /// Returns the phrases that a script of this side may use in this battle: every word with every place and event and with
    /// some numbers. Leaves out random choices, and words of no use under these rules or to these figures.
    pub fn language(&self, side: Side) -> Language {
        let mut language = Language {
            conditions: self.forms(side, CONDITIONS),
            actions: self.forms(side, ACTIONS),
            reactions: self.forms(side, REACTIONS),
            nominations: self.forms(side, NOMINATIONS),
        };
        let has_objective = self.spec.sides[side].objective.is_some();
        language.conditions.retain(|condition| self.serves_condition(side, *condition));
        language.actions.retain(|act| {
            self.serves(side, *act) && (has_objective || !matches!(act, Act::Move(Goal::Objective)))
        });
        if !self.spec.rules.system.answers() {
            language.reactions.retain(|r| !matches!(r, React::LieLow | React::Prepare));
        }
        language.nominations.retain(|nominate| *nominate != Nominate::ByLot);
        language
    }

    /// Returns a bot without the lines that are of no use to a side in this battle.
    pub fn suited(&self, side: Side, bot: &Bot) -> Bot {
        let mut bot = bot.clone();
        bot.lines.retain(|line| self.serves(side, line.act) || line.act == Act::Anything);
        bot
    }

    /// Returns a condition as a script has it.
    pub fn say_test(&self, test: &Test) -> String {
        let said = self.say(CONDITIONS, test.condition, &slots_of_condition(test.condition));
        if test.expected { said } else { format!("not {said}") }
    }

    /// Returns an action as a script has it.
    pub fn say_act(&self, act: Act) -> String {
        self.say(ACTIONS, act, &slots_of_act(act))
    }

    /// Returns a reaction as a script has it.
    pub fn say_reaction(&self, react: React) -> String {
        self.say(REACTIONS, react, &Slots::default())
    }

    /// Returns a way to nominate as a script has it.
    pub fn say_nomination(&self, nominate: Nominate) -> String {
        self.say(NOMINATIONS, nominate, &Slots::default())
    }

    /// Returns a line of a script: `{ when = ["engaged"], do = "fight" }`.
    pub fn say_line(&self, when: &[Test], act: &str) -> String {
        let tests: Vec<String> =
            when.iter().map(|test| written::text(&self.say_test(test))).collect();
        let when = if tests.is_empty() {
            String::new()
        } else {
            format!("when = [{}], ", tests.join(", "))
        };
        format!("{{ {when}do = {} }}", written::text(act))
    }

    /// Returns a bot as a file that reads back as the same bot.
    pub fn say_bot(&self, side: Side, bot: &Bot, about: &str) -> String {
        let mut text = format!("about = {}\nlines = [\n", written::text(about));
        for line in &bot.lines {
            text += &format!("  {},\n", self.say_line(&line.when, &self.say_act(line.act)));
        }
        text += "]\nreactions = [\n";
        for line in &bot.reactions {
            text += &format!("  {},\n", self.say_line(&line.when, &self.say_reaction(line.act)));
        }
        text += &format!("]\nnominate = {}\n", written::text(&self.say_nomination(bot.nominate)));
        for (key, percent) in
            [("least-chance", bot.least_chance_percent), ("pass", bot.pass_percent)]
        {
            if percent > 0 {
                text += &format!("{key} = {percent}\n");
            }
        }
        if bot.holds_back {
            text += "commits = false\n";
        }
        if !bot.bodies.is_empty() {
            let units = &self.spec.sides[side].units;
            let names = bot.bodies.iter().filter_map(|unit| units.get(usize::from(unit.0)));
            let names: Vec<String> = names.map(|unit| written::text(&unit.name)).collect();
            text += &format!("bodies = [{}]\n", names.join(", "));
        }
        text
    }

    /// Returns the first wording of a meaning.
    fn say<T: PartialEq>(&self, words: &[Word<T>], meaning: T, slots: &Slots) -> String {
        let word = words.iter().find(|word| (word.make)(slots) == meaning);
        word.map_or_else(String::new, |word| self.filled(word.pattern, slots))
    }

    fn filled(&self, pattern: &str, slots: &Slots) -> String {
        let name_of_place = |place: PlaceId| match usize::from(place.0) {
            k if k < self.spec.places.len() + self.spec.ways.len() => {
                self.spec.place(place).name.as_str()
            }
            _ => "objective",
        };
        let mut bodies = self.spec.sides.0.iter().flat_map(|side| &side.units);
        let name_of_body =
            bodies.nth(usize::from(slots.body.0)).map_or("", |unit| unit.name.as_str());
        let name_of_event = |event: EventId| {
            self.spec.events.get(usize::from(event.0)).map_or("", |e| e.name.as_str())
        };
        pattern
            .replace("{distance}", &reader::show_len(slots.distance))
            .replace("{number}", &slots.number.to_string())
            .replace("{place}", name_of_place(slots.place))
            .replace("{body}", name_of_body)
            .replace("{event}", name_of_event(slots.event))
    }

    /// Returns every word with every place, event and unit of the side and with some numbers. Waypoints that the file does not
    /// name come only in phrases about moving.
    fn forms<T: PartialEq>(&self, side: Side, words: &[Word<T>]) -> Vec<T> {
        let distances = self.distances();
        let rounds: Vec<u32> = (1..=self.spec.last_round().unwrap_or(16).min(16)).collect();
        let first = if side == Side::A { 0 } else { self.spec.sides[Side::A].units.len() };
        let own = self.spec.places.len();
        let mut forms = Vec::new();
        for word in words {
            let has = |gap| word.pattern.contains(gap);
            let mut all = vec![Slots::default()];
            if has("{number}") {
                let counts = match () {
                    () if has("chance") => &PERCENT[..],
                    () if has("rounds") => &rounds,
                    () => &COUNTS,
                };
                all = each(&all, counts, |slots, &number| Slots { number, ..slots });
            }
            if has("{distance}") {
                all = each(&all, &distances, |slots, &distance| Slots { distance, ..slots });
            }
            if has("{place}") {
                let ways = if word.goes_by() { self.spread(own) } else { Vec::new() };
                let places: Vec<usize> = (0..own).chain(ways).collect();
                all = each(&all, &places, |slots, k| Slots { place: PlaceId(*k as u8), ..slots });
            }
            if has("{body}") {
                let bodies: Vec<usize> =
                    (first..first + self.spec.sides[side].units.len()).collect();
                all = each(&all, &bodies, |slots, k| Slots { body: UnitId(*k as u8), ..slots });
            }
            if has("{event}") {
                let events: Vec<usize> = (0..self.spec.events.len()).collect();
                all = each(&all, &events, |slots, k| Slots { event: EventId(*k as u8), ..slots });
            }
            for form in all.iter().map(word.make) {
                if !forms.contains(&form) {
                    forms.push(form);
                }
            }
        }
        forms
    }

    /// Returns distances that suit any battle, and the moves of this one's figures.
    fn distances(&self) -> Vec<Len> {
        let movement = &self.spec.rules.movement;
        let moves = [movement.foot, movement.mounted].into_iter().flat_map(|rate| [rate, 2 * rate]);
        let mut all: Vec<Len> =
            DISTANCES.into_iter().map(reader::to_len).chain(moves).filter(|d| *d > 0).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns some waypoints, as numbers of places: those farthest from the places and from one another.
    fn spread(&self, own: usize) -> Vec<usize> {
        let ways = &self.spec.ways;
        let mut taken: Vec<Point> = self.spec.places.iter().map(|place| place.at).collect();
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < MOST_WAYS {
            let off = |k: &usize| {
                let to = |p: &Point| p.distance2(ways[*k].at);
                taken.iter().map(to).min().unwrap_or(i64::MAX)
            };
            let open = (0..ways.len()).filter(|k| !chosen.contains(k));
            let Some(best) = open.rev().max_by_key(off) else { break };
            taken.push(ways[best].at);
            chosen.push(best);
        }
        chosen.into_iter().map(|k| own + k).collect()
    }

    fn serves(&self, side: Side, act: Act) -> bool {
        let (rules, own) = (&self.spec.rules, &self.spec.sides[side]);
        let (system, by_dice) = (rules.system, rules.fighting.has_skill_dice());
        let is_line = |unit: &UnitSpec| matches!(unit.formation, Formation::Line { .. });
        let has_line = own.units.iter().any(is_line);
        let shoots = self.shoots(side);
        match act {
            Act::Volley(ranks) => by_dice && has_line && shoots && ranks <= MOST_RANKS,
            Act::ShootInHaste(_) | Act::Reload => by_dice && shoots,
            Act::Shoot(_) | Act::AllShoot => shoots,
            Act::Rejoin => system.is_seized(),
            Act::LieLow | Act::Prepare => system.answers(),
            Act::Set | Act::Cast(_) | Act::Close(_) => system.has_segments(),
            Act::Run(_) => rules.movement.paces.is_some(),
            Act::CarryOutOrder => !own.cards.is_empty(),
            Act::Escape => own.exit.is_some(),
            Act::Anything => false,
            _ => true,
        }
    }

    fn shoots(&self, side: Side) -> bool {
        let weapons = &self.spec.rules.weapons;
        self.spec.sides[side].figures.iter().any(|figure| weapons[figure.weapon].shoots())
    }

    /// Returns whether a condition can vary for a side.
    fn serves_condition(&self, side: Side, condition: Condition) -> bool {
        let (rules, own) = (&self.spec.rules, &self.spec.sides[side]);
        let system = rules.system;
        match condition {
            Condition::Unloaded | Condition::InLine => rules.fighting.has_skill_dice(),
            Condition::Charged | Condition::ShotAt | Condition::ActsLast | Condition::CanCast => {
                system.has_segments()
            }
            Condition::OnHold => system.answers(),
            Condition::RoundsLeftAtMost(_) => self.spec.last_round().is_some(),
            Condition::IsOf(_) | Condition::FriendNearer | Condition::FriendWithinCharge => {
                own.units.len() > 1
            }
            Condition::CountersAtLeast(_)
            | Condition::ChanceAtLeast(ChanceOf::Seizing, _)
            | Condition::ChanceAtMost(ChanceOf::Seizing, _) => system.is_seized(),
            Condition::OrderCardOpen => !own.cards.is_empty(),
            Condition::EnemyWithinChargeNearObjective
            | Condition::ObjectiveThreatened
            | Condition::ObjectiveInReach
            | Condition::HoldsObjective
            | Condition::EnemyHoldsObjective
            | Condition::ThereFirst(None) => own.objective.is_some(),
            _ => true,
        }
    }
}

fn each<T>(slots: &[Slots], things: &[T], put: impl Fn(Slots, &T) -> Slots) -> Vec<Slots> {
    slots.iter().flat_map(|slots| things.iter().map(|thing| put(*slots, thing))).collect()
}

fn slots_of_condition(condition: Condition) -> Slots {
    let slots = Slots::default();
    match condition {
        Condition::EnemyWithin(distance) => Slots { distance, ..slots },
        Condition::EnemyWithinOf(distance, place)
        | Condition::Within(distance, place)
        | Condition::AllWithin(distance, place) => Slots { distance, place, ..slots },
        Condition::IsOf(body) => Slots { body, ..slots },
        Condition::Been(place) | Condition::Holds(place) | Condition::ThereFirst(Some(place)) => {
            Slots { place, ..slots }
        }
        Condition::ChanceAtLeast(_, number) | Condition::ChanceAtMost(_, number) => {
            Slots { number: number.into(), ..slots }
        }
        Condition::CountersAtLeast(number)
        | Condition::LossesAtLeast(number)
        | Condition::EnemyLossesAtLeast(number)
        | Condition::FiguresAtLeast(number) => Slots { number: number.into(), ..slots },
        Condition::StreakAtLeast(number)
        | Condition::EnemyStreakAtLeast(number)
        | Condition::ActionsAtLeast(number)
        | Condition::RoundsAtLeast(number)
        | Condition::RoundsLeftAtMost(number) => Slots { number, ..slots },
        Condition::Happened(event) => Slots { event, ..slots },
        _ => slots,
    }
}

fn slots_of_act(act: Act) -> Slots {
    let slots = Slots::default();
    match act {
        Act::Move(Goal::Place(place)) | Act::Run(Goal::Place(place)) => Slots { place, ..slots },
        Act::Volley(ranks) => Slots { number: ranks.into(), ..slots },
        _ => slots,
    }
}
