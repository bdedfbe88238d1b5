//! Notes on things that were asked for and do nothing, such as values that nothing reads, unused weapons, and goals that come
//! too late. They are not errors, since the same file may be played under other rules.

use skirmish_engine::battle::{SideSpec, Time, TimeUnit, UnitSpec, WinSpec};
use skirmish_engine::bot::{Act, Bot, Condition, Goal, Line, React};
use skirmish_engine::rulebook::{Rulebook, SeizeRoll, SmallerSide, SurpriseReading};
use skirmish_engine::side::Side;

use crate::file::Unit;
use crate::path;
use crate::problem::quote;
use crate::reader::show_len;
use crate::rules::{IS_SURPRISED, Origin, Written, acts, does_nothing, idle};
use crate::scenario::Scenario;

/// A key, whether it counts under some rules, and why not.
type OfRules = (&'static str, fn(&Rulebook) -> bool, &'static str);

/// Keys of a battle's own bots that count under some rules only. Shipped bots serve any side, and nominations and reactions are
/// there for every initiative system.
const OF_BOTS: &[OfRules] = &[
    (
        "least-chance",
        |r| r.system.is_seized() && r.options.seize_roll == SeizeRoll::MayDecline,
        "it goes with `options.seize-roll = \"may-decline\"`",
    ),
    (
        "pass",
        |r| {
            r.system.answers()
                || r.system.turn().is_some_and(|t| t.smaller_side == SmallerSide::MayPass)
        },
        "it goes with `system = \"warspike\"` or `turn.smaller-side = \"may-pass\"`",
    ),
    ("commits", |r| r.system.has_segments(), "it goes with `system = \"adnd\"`"),
];

/// The most values listed that nothing reads; the rest are counted.
const MOST_UNREAD: usize = 10;

/// Returns notes on values that no battle uses under these rules.
pub(crate) fn of_rules(written: &[Written]) -> impl Iterator<Item = String> {
    at_most(written.iter().filter_map(Written::by_rules))
}

fn at_most(mut notes: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    let first: Vec<String> = notes.by_ref().take(MOST_UNREAD).collect();
    let more = notes.count();
    let more = (more > 0).then(|| {
        format!("and {more} more such values; those that count: `skirmish list parameters`")
    });
    first.into_iter().chain(more)
}

fn names<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(quote).collect::<Vec<_>>().join(", ")
}

impl Scenario {
    /// Returns notes on what does nothing here, a sentence each without its full stop.
    pub fn notes(&self) -> Vec<String> {
        let idle = |written: &Written| {
            let here = || Some(written.idle(idle(&self.spec, &written.path)?));
            written.by_rules().or_else(here)
        };
        let idle = at_most(self.written.iter().filter_map(idle));
        let mut notes: Vec<String> = idle.chain(self.skipped.iter().cloned()).collect();
        for (id, side) in self.spec.sides.iter() {
            self.of_side(side, &mut notes);
            self.of_plans(id, &mut notes);
            let held = self.spec.held_at_start(id);
            let goals = side.wins.iter().take(64).enumerate().filter(|(k, _)| held >> k & 1 == 1);
            notes.extend(goals.filter_map(|(_, win)| self.already(side, win)));
        }
        self.of_rules(&mut notes);
        self.narrow_gaps(&mut notes);
        if self.unit == Unit::Centimeter && !self.spec.rules.fighting.has_skill_dice() {
            let foot = show_len(self.spec.rules.movement.foot);
            let rules = quote(&self.spec.rules.name);
            notes.push(format!(
                "with `unit = \"cm\"` the numbers of {rules} are centimetres, too: a move of {foot} is {foot} cm"
            ));
        }
        notes
    }

    fn is_written(&self, path: &[&str]) -> bool {
        let path = path::join(path);
        self.values.iter().any(|(other, _)| path::is_below(other, &path))
    }

    fn key(&self, key: &str, of: &str, path: &[&str]) -> String {
        let path = path::join(path.iter().copied().chain([key]));
        let found = self.values.iter().position(|(other, _)| path::is_below(other, &path));
        let place = found.map_or("", |found| self.places[found].as_str());
        format!("`{key}` of {of}{place}")
    }

    /// Notes keys of the battle's bots that count under other rules, unless the command line sets the system.
    fn of_rules(&self, notes: &mut Vec<String>) {
        let rules = &self.spec.rules;
        if self.parameter("system").is_some_and(|it| it.origin == Origin::CommandLine) {
            return;
        }
        for bot in self.spec.sides.0.iter().flat_map(SideSpec::bots) {
            for (key, _, why) in OF_BOTS.iter().filter(|(_, counts, _)| !counts(rules)) {
                let of = format!("the bot {}", quote(&bot.name));
                let note = does_nothing(&self.key(key, &of, &["bot", &bot.name]), why);
                if self.is_written(&["bot", &bot.name, key]) && !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
    }

    /// Notes gaps that look passable but are narrower than a base (HOST-1). Gaps of less than half a base don't look passable.
    fn narrow_gaps(&self, notes: &mut Vec<String>) {
        let (spec, base) = (&self.spec, self.spec.rules.movement.base);
        let mut gaps = spec.narrow_gaps();
        gaps.sort_by_key(|gap| (gap.of, gap.to, gap.width()));
        gaps.dedup_by_key(|gap| (gap.of, gap.to));
        for gap in gaps.iter().filter(|gap| 2 * gap.width() > base) {
            let called = |k: usize| quote(&spec.features[k].name);
            let (one, width) = (called(gap.of), show_len(gap.width()));
            let between = match gap.to {
                Some(to) if to == gap.of => format!("in {one}"),
                Some(to) => format!("between {one} and {}", called(to)),
                None => format!("between {one} and the edge of the board"),
            };
            notes.push(format!(
                "nobody gets through the gap of {width} {between}: a base is {} wide (HOST-1)",
                show_len(base)
            ));
        }
    }

    /// Notes conditions that never hold, and a side's lines for units that play a bot of their own.
    fn of_plans(&self, id: Side, notes: &mut Vec<String>) {
        let (spec, side) = (&self.spec, &self.spec.sides[id]);
        let tests = |bot: &Bot| {
            let lines = bot.lines.iter().map(|line| &line.when);
            let reactions = bot.reactions.iter().map(|line| &line.when);
            lines.chain(reactions).flatten().map(|test| test.condition).collect::<Vec<_>>()
        };
        let waits = |it: &Condition| matches!(it, Condition::RoundsLeftAtMost(_));
        for bot in side.bots().filter(|_| spec.last_round().is_none()) {
            let note = format!(
                "`rounds left` of the bot {} comes to nothing: no goal and no cap here counts rounds (`cap = \"40 rounds\"`)",
                quote(&bot.name)
            );
            if tests(bot).iter().any(waits) && !notes.contains(&note) {
                notes.push(note);
            }
        }
        let first = if id == Side::A { 0 } else { spec.sides[Side::A].units.len() };
        let told = tests(&side.bot);
        for (k, unit) in side.units.iter().enumerate() {
            let is_it = |it: &Condition| matches!(it, Condition::IsOf(of) if usize::from(of.0) == first + k);
            if let Some(own) = unit.bot.as_ref().filter(|_| told.iter().any(is_it)) {
                notes.push(format!(
                    "what the bot {} says of {} is not played: that body plays {}",
                    quote(&side.bot.name),
                    quote(&unit.name),
                    quote(&own.name)
                ));
            }
        }
    }

    fn of_side(&self, side: &SideSpec, notes: &mut Vec<String>) {
        let rules = &self.spec.rules;
        let system = rules.system;
        let name = quote(&side.name);
        if side.surprised_on.is_some() {
            let why = match rules.segments.surprise.reading {
                _ if !system.has_segments() => Some("it goes with `system = \"adnd\"`"),
                SurpriseReading::None => Some(IS_SURPRISED.why),
                _ => None,
            };
            let what = self.key("surprised-on", &name, &["side", &side.name]);
            notes.extend(why.map(|why| does_nothing(&what, why)));
        }
        if system.has_last_turn() {
            notes.extend(side.wins.iter().filter_map(|win| self.too_late(&name, win)));
        }
        if !system.answers() {
            self.of_warspike(side, notes);
        }
        // Moving into or out of sight can also serve the way to the exit (LL-05 c).
        let leaves = |act| match act {
            Act::Escape => true,
            Act::Hide | Act::Appear => system.is_seized(),
            _ => false,
        };
        let bot = quote(&side.bot.name);
        if side.exit.is_some() && !acts(side, leaves) {
            let what = self.key("exit", &name, &["side", &side.name]);
            notes.push(does_nothing(&what, &format!("its bot {bot} never leaves the table")));
        }
        let counts_points =
            |win: &WinSpec| matches!(win, WinSpec::Points { .. } | WinSpec::Ahead { .. });
        if !side.scores.is_empty()
            && !self.spec.sides.0.iter().flat_map(|s| &s.wins).any(counts_points)
        {
            let why = "no goal counts points: `{ points = 10 }` or `{ ahead = 1, after = \"6 rounds\" }` would";
            let what = self.key("scores", &name, &["side", &side.name]);
            notes.push(does_nothing(&what, why));
        }
        self.unused(side, notes);
        self.on_foot(side, notes);
    }

    /// Notes weapons and order cards that a side's bots don't use.
    fn unused(&self, side: &SideSpec, notes: &mut Vec<String>) {
        let (name, bot) = (quote(&side.name), quote(&side.bot.name));
        let reacts_by_shooting =
            |line: &Line<React>| matches!(line.act, React::Shoot | React::HoldFire);
        let shoots = acts(side, Act::shoots)
            || side.bots().flat_map(|bot| &bot.reactions).any(reacts_by_shooting);
        let mut missiles: Vec<&str> = side
            .figures
            .iter()
            .map(|figure| &self.spec.rules.weapons[figure.weapon])
            .filter(|weapon| weapon.shoots())
            .map(|weapon| weapon.name.as_str())
            .collect();
        missiles.sort_unstable();
        missiles.dedup();
        // A bot that only stands is there to be beaten.
        let does_something = acts(side, |act| act != Act::Stand);
        if does_something && !shoots && !missiles.is_empty() {
            let missiles = names(missiles.into_iter());
            notes.push(format!(
                "nobody in {name} ever shoots with {missiles}: its bot {bot} has no line that shoots"
            ));
        }
        // Bots from elsewhere serve any side.
        let is_own = |name: &str| {
            self.values.iter().any(|(path, _)| path.starts_with(&format!("bot.{name}.")))
        };
        let lacking = [
            (
                Act::Move(Goal::Objective),
                "move to objective",
                side.objective.is_none(),
                "objective",
            ),
            (Act::Escape, "escape", side.exit.is_none(), "exit"),
        ];
        for (act, words, is_lacking, key) in lacking {
            let uses =
                |bot: &&Bot| is_own(&bot.name) && bot.lines.iter().any(|line| line.act == act);
            for bot in side.bots().filter(|_| is_lacking).filter(uses) {
                let what = format!("`{words}` of the bot {}", quote(&bot.name));
                let why = format!("{name} has no {key}; `{key} = \"…\"` names one");
                notes.push(does_nothing(&what, &why));
            }
        }
        let asks =
            |line: &Line| line.when.iter().any(|test| test.condition == Condition::OrderCardOpen);
        let has_use = acts(side, |act| act == Act::CarryOutOrder)
            || side.bots().flat_map(|bot| &bot.lines).any(asks);
        if !side.cards.is_empty() && !has_use {
            let why = format!("its bot {bot} has no line `carry out order`");
            let what = self.key("order", &name, &["side", &side.name]);
            notes.push(does_nothing(&what, &why));
        }
    }

    /// Notes orders of units that count under WarSpike's initiative only.
    fn of_warspike(&self, side: &SideSpec, notes: &mut Vec<String>) {
        let goes_with = "it goes with `system = \"warspike\"`";
        let lines = side.bots().flat_map(|bot| &bot.lines).map(|line| &line.when);
        let reactions = side.bots().flat_map(|bot| &bot.reactions).map(|line| &line.when);
        let mut tests = lines.chain(reactions).flatten();
        let is_seen = tests.any(|test| test.condition == Condition::OnHold);
        let mut note = |key: &str, is_so: fn(&UnitSpec) -> bool| {
            let bodies = names(side.units.iter().filter(|u| is_so(u)).map(|u| u.name.as_str()));
            if let Some(first) = side.units.iter().position(is_so) {
                let first = (first + 1).to_string();
                let what = self.key(key, &bodies, &["side", &side.name, "body", &first]);
                notes.push(does_nothing(&what, goes_with));
            }
        };
        if !is_seen {
            note("hold", |unit| unit.on_hold);
        }
        note("hidden", |unit| unit.hidden);
        if !side.blocks.is_empty() {
            let what = self.key("block", &quote(&side.name), &["side", &side.name]);
            notes.push(does_nothing(&what, goes_with));
        }
    }

    /// Notes units on foot whose troop type is a kind of horse.
    fn on_foot(&self, side: &SideSpec, notes: &mut Vec<String>) {
        let is_on_foot = |unit: usize| {
            side.figures.iter().find(|figure| {
                let troops = &self.spec.rules.troops[figure.troops].name;
                let is_horse = troops.rsplit('-').next() == Some("horse");
                usize::from(figure.unit.0) == unit && is_horse && !figure.mounted
            })
        };
        for (k, unit) in side.units.iter().enumerate() {
            if let Some(figure) = is_on_foot(k) {
                notes.push(format!(
                    "the {} of {} are on foot: `mounted = true` would give them horses",
                    quote(&self.spec.rules.troops[figure.troops].name),
                    quote(&unit.name)
                ));
            }
        }
    }

    /// Returns a note on a goal that a side has reached at the start (HOST-5).
    fn already(&self, side: &SideSpec, win: &WinSpec) -> Option<String> {
        let WinSpec::Holds(hold) = *win else {
            return None;
        };
        let (name, place) =
            (quote(&side.name), quote(&self.spec.places[usize::from(hold.place.0)].name));
        Some(format!(
            "{name} holds {place} at the start: that wins only once it has been lost and taken again; to win by keeping it, \
             write `{{ after = \"12 rounds\" }}` in its place, and give the enemy `holds`"
        ))
    }

    /// Returns a note on a goal too late for WarSpike's turns: a unit acts at most once a turn (WS-02, WS-06).
    fn too_late(&self, name: &str, win: &WinSpec) -> Option<String> {
        let turns = self.spec.rules.warspike.turns;
        let units: usize = self.spec.sides.0.iter().map(|side| side.units.len()).sum();
        let most = turns.saturating_mul(u32::try_from(units).unwrap_or(u32::MAX));
        let ends = format!("the game is over after {turns} turns (`warspike.turns`)");
        match *win {
            WinSpec::After(Time { number, of: TimeUnit::Actions }) => {
                (number > most).then(|| {
                    format!(
                        "{name} can never win after {number} actions: {ends}, and with {units} units these have no more \
                         than {most} actions"
                    )
                })
            }
            WinSpec::After(time) if time.number > turns => {
                Some(format!("{name} can never win after {time}: {ends}"))
            }
            _ => None,
        }
    }
}
