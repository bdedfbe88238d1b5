//! A scenario as written to a battle that can be played: names are looked up, everything that refers to something else
//! is tested, and whatever is wrong is noted.

mod blocks;
mod bots;
mod cards;
mod figures;
mod goals;
mod terrain;

use std::cell::Cell;

use skirmish_engine::battle::{BattleSpec, EventSpec, PlaceId, PlaceSpec, SideSpec, WinSpec};
use skirmish_engine::rulebook::{Fighting, Rulebook, System};
use skirmish_engine::side::{BySide, Side};

use crate::bots::{Names, tests};
use crate::code::Code;
use crate::file::{ScenarioFile, SideFile};
use crate::limits;
use crate::load::Files;
use crate::measures::{self, MEASURES};
use crate::path;
use crate::problem::{Desk, near, quote};
use crate::rules;
use crate::source::{At, Said};

/// Checks a scenario and builds the battle; `None` if there is nothing to build. Without a rulebook (it has problems of
/// its own) everything is checked that does not need one. What is written for the battle's own rules is no mistake where
/// others are asked for from outside: `are_foreign`.
pub(crate) fn check(
    desk: &mut Desk,
    files: &dyn Files,
    file: &ScenarioFile,
    rules: Option<&Rulebook>,
    are_foreign: bool,
) -> Option<BattleSpec> {
    let place_names: Vec<String> = file.board.places.iter().map(|p| p.name.value.clone()).collect();
    let event_names: Vec<String> = file.events.iter().map(|e| e.name.value.clone()).collect();
    if place_names.iter().any(|n| n == "objective") {
        let place = file.board.places.iter().find(|p| p.name.value == "objective");
        if let Some(place) = place {
            desk.problem(Code::BadName, place.name.at, "a place cannot be called `objective`")
                .hint("the word stands for the objective of each side");
        }
    }
    let mut seek = Seek {
        places: place_names,
        events: event_names,
        used: Cell::new(0),
        // Until it is known that nobody does.
        has_line: true,
        file,
        rules,
        are_foreign,
    };
    let features = terrain::features(desk, &mut seek);
    terrain::places(desk, file, &features);
    let [a, b] = file.sides.as_slice() else {
        // The number of sides is already noted; with more or fewer, hardly anything else can be said.
        return None;
    };
    let objectives = [goals::objective(desk, &seek, a, b), goals::objective(desk, &seek, b, a)];
    let armies = [figures::army(desk, &seek, a, b), figures::army(desk, &seek, b, a)];
    seek.has_line = armies.iter().any(|army| army.has_line(rules));
    figures::positions(desk, &seek, &armies, &features);
    figures::names(desk, &armies);
    let bots = bots::both(desk, files, &seek, [a, b], objectives);
    let mut sides: Vec<SideSpec> = Vec::new();
    for (i, side) in [a, b].into_iter().enumerate() {
        let names = seek.names(objectives[i]);
        let (own, enemy) = (&armies[i], &armies[1 - i]);
        let me = Side::BOTH[i];
        let blocks = blocks::blocks(desk, &names, side, own);
        let cards = cards::cards(desk, &seek, &names, side, own, enemy, me);
        let wins = goals::wins(desk, &seek, side, own, enemy, me);
        sides.push(SideSpec {
            name: side.name.value.clone(),
            units: own.units.clone(),
            figures: own.figures.clone(),
            blocks,
            cards,
            wins,
            objective: objectives[i],
            exit: side.exit,
            surprised_on: surprised_on(desk, &seek, side),
            bot: bots[i].clone(),
        });
    }
    let events = events(desk, &seek, [a, b], objectives);
    let starts = starts(desk, file, [a, b]);
    expectations(desk, file, &seek, [a, b]);
    unused_events(desk, &seek);
    let rules = rules?;
    let sides: [SideSpec; 2] = sides.try_into().ok()?;
    let spec = BattleSpec {
        rules: rules.clone(),
        width: file.board.width,
        height: file.board.height,
        features,
        places: file
            .board
            .places
            .iter()
            .map(|p| PlaceSpec { name: p.name.value.clone(), at: p.at.value, radius: p.radius })
            .collect(),
        events,
        sides: BySide(sides),
        starts,
        cap: file.cap,
    };
    check_caps(desk, &spec, [a, b], file.at);
    Some(spec)
}

/// What names are looked up in.
pub(crate) struct Seek<'f> {
    pub(crate) places: Vec<String>,
    pub(crate) events: Vec<String>,
    used: Cell<u64>,
    has_line: bool,
    pub(crate) file: &'f ScenarioFile,
    pub(crate) rules: Option<&'f Rulebook>,
    /// Whether they are others than the file's own.
    are_foreign: bool,
}

impl Seek<'_> {
    fn names(&self, objective: Option<PlaceId>) -> Names<'_> {
        Names {
            places: &self.places,
            events: &self.events,
            objective,
            by_dice: self.rules.is_none_or(|r| r.fighting == Fighting::PetiteGuerre),
            has_line: self.has_line,
            used: &self.used,
        }
    }

    /// The place that is called so, or a note.
    fn place(&self, desk: &mut Desk, name: &Said<String>) -> Option<PlaceId> {
        let found = self.places.iter().position(|p| *p == name.value);
        if found.is_none() {
            let message = format!("there is no place {}", quote(&name.value));
            let known: Vec<&str> = self.places.iter().map(String::as_str).collect();
            let note = desk.problem(Code::UnknownPlace, name.at, message);
            if known.is_empty() {
                note.hint("define it under `places` of the board");
            } else {
                note.suggest(&name.value, known);
            }
        }
        found.and_then(|i| u8::try_from(i).ok()).map(PlaceId)
    }

    /// The event that is called so, or a note.
    fn event(
        &self,
        desk: &mut Desk,
        name: &Said<String>,
    ) -> Option<skirmish_engine::battle::EventId> {
        let found = self.events.iter().position(|e| *e == name.value);
        if let Some(index) = found {
            self.names(None).uses(index);
        } else {
            let message = format!("there is no event {}", quote(&name.value));
            let known: Vec<&str> = self.events.iter().map(String::as_str).collect();
            let note = desk.problem(Code::UnknownEvent, name.at, message);
            if known.is_empty() {
                note.hint(format!("define it as `[{}]`", path::heading(["event", &name.value])));
            } else {
                note.suggest(&name.value, known);
            }
        }
        found.and_then(|i| u8::try_from(i).ok()).map(skirmish_engine::battle::EventId)
    }
}

/// Which of two sides is called so, or a note.
fn side_called(desk: &mut Desk, sides: [&SideFile; 2], name: &str, at: At) -> Option<Side> {
    let found = Side::BOTH.into_iter().find(|side| sides[side.index()].name.value == name);
    if found.is_none() {
        desk.problem(Code::UnknownSide, at, format!("there is no side {}", quote(name)))
            .suggest(name, sides.map(|s| s.name.value.as_str()));
    }
    found
}

fn events(
    desk: &mut Desk,
    seek: &Seek<'_>,
    sides: [&SideFile; 2],
    objectives: [Option<PlaceId>; 2],
) -> Vec<EventSpec> {
    let mut events = Vec::new();
    for (index, event) in seek.file.events.iter().enumerate() {
        let side = event
            .side
            .as_ref()
            .and_then(|s| side_called(desk, sides, &s.value, s.at))
            .unwrap_or(Side::A);
        let before = seek.used.get();
        let when = tests(desk, &event.when, &seek.names(objectives[side.index()]));
        // An event that only waits for itself is not waited for.
        if before >> index & 1 == 0 {
            seek.used.set(seek.used.get() & !(1 << index));
        }
        events.push(EventSpec { name: event.name.value.clone(), side, when });
    }
    events
}

fn unused_events(desk: &mut Desk, seek: &Seek<'_>) {
    for (index, event) in seek.file.events.iter().enumerate() {
        if seek.used.get() >> index & 1 == 0 {
            desk.problem(
                Code::UnusedEvent,
                event.name.at,
                format!("nothing refers to the event {}", quote(&event.name.value)),
            )
            .hint("a gate `opens` by it, a goal `happens`, or a condition says that it `has happened`");
        }
    }
}

fn starts(desk: &mut Desk, file: &ScenarioFile, sides: [&SideFile; 2]) -> Option<Side> {
    let by_flag: Vec<Side> = Side::BOTH
        .into_iter()
        .filter(|s| sides[s.index()].starts.is_some_and(|f| f.value))
        .collect();
    let by_name = file.starts.as_ref().and_then(|s| side_called(desk, sides, &s.value, s.at));
    if by_flag.len() == 2 {
        let at = sides[1].starts.map_or(file.at, |s| s.at);
        desk.problem(Code::BothStart, at, "both sides start")
            .hint("leave `starts` out of both to decide it by lot");
    }
    if let (Some(named), [flagged]) = (by_name, by_flag.as_slice())
        && named != *flagged
    {
        let at = file.starts.as_ref().map_or(file.at, |s| s.at);
        desk.problem(Code::BothStart, at, "both sides start")
            .hint("say it once, here or in the side");
    }
    by_name.or(by_flag.first().copied())
}

fn expectations(desk: &mut Desk, file: &ScenarioFile, seek: &Seek<'_>, sides: [&SideFile; 2]) {
    for expectation in &file.expect {
        if let Some(side) = &expectation.side {
            side_called(desk, sides, side, expectation.side_at);
        }
        if let Some(event) = &expectation.event {
            seek.event(desk, &Said::new(event.clone(), expectation.at));
            if expectation.measure.trim() != measures::HAPPENS {
                let message =
                    format!("{} is not measured of an event", quote(&expectation.measure));
                desk.problem(Code::UnknownWord, expectation.measure_at, message)
                    .hint("write `measure = \"happens\"`, or leave out `event`");
            }
            continue;
        }
        match measures::find(&expectation.measure) {
            Some(measure) => {
                if expectation.side.is_some() && !measure.by_side {
                    let name = measure.name;
                    let message = format!("`{name}` is of the whole game, not of a side");
                    desk.problem(Code::Choice, expectation.side_at, message)
                        .hint("leave out `side`");
                }
            }
            None if expectation.measure.trim() == measures::HAPPENS => {
                let message = format!("`{}` is measured of an event", measures::HAPPENS);
                let known = seek.events.first().map_or("NAME", String::as_str);
                let note = desk
                    .problem(Code::Missing, expectation.measure_at, message)
                    .hint(format!("add `event = \"{}\"`", known.escape_default()));
                if seek.events.is_empty() {
                    note.hint("an event is a table of the scenario: `[event.NAME]` with `side` and `when`");
                }
            }
            None => {
                let found = expectation.measure.trim().replace(' ', "-");
                let message = format!("there is no measure {}", quote(&expectation.measure));
                let names = MEASURES.iter().map(|measure| measure.name);
                let is_near = !near(&found, &names.clone().collect::<Vec<_>>()).is_empty();
                let problem = desk
                    .problem(Code::UnknownWord, expectation.measure_at, message)
                    .suggest(&found, names.clone());
                if is_near {
                    problem.hint(format!("measures: {}", names.collect::<Vec<_>>().join(", ")));
                }
            }
        }
    }
}

/// How easily a side is surprised: by no more than the dice of surprise can show, where there is any (ADC-9).
fn surprised_on(desk: &mut Desk, seek: &Seek<'_>, side: &SideFile) -> Option<u8> {
    let on = side.surprised_on.as_ref()?;
    if let Some(rules) = seek.rules
        && rules.system == System::Adnd
    {
        rules::can_surprise(desk, on.at, on.value, &rules.segments.surprise);
    }
    Some(on.value)
}

/// Limits on sums, which no single reader sees; and goals that the cap makes impossible.
fn check_caps(desk: &mut Desk, spec: &BattleSpec, sides: [&SideFile; 2], board_at: At) {
    for (side, file) in Side::BOTH.into_iter().zip(sides) {
        for (win, written) in spec.sides[side].wins.iter().zip(&file.wins) {
            let (needed, of) = match win {
                WinSpec::After { actions } => (*actions, "actions"),
                WinSpec::AfterTurns { turns } => (*turns, "turns"),
                _ => continue,
            };
            if needed > spec.cap {
                desk.problem(
                    Code::Hopeless,
                    written.at,
                    format!("the goal needs {needed} {of}, but the cap is {}", spec.cap),
                )
                .hint("raise `cap` at the top of the scenario");
            }
        }
    }
    let mut gates: Vec<_> = spec.features.iter().filter_map(|f| f.opened_by).collect();
    gates.sort_unstable();
    gates.dedup();
    crate::reader::amount(desk, gates.len(), board_at, &limits::GATES);
}
