//! From a scenario as written to a playable battle: resolves names, tests references and notes what is wrong.

mod blocks;
mod bots;
mod cards;
mod circles;
mod figures;
mod goals;
mod lots;
mod terrain;
mod ways;

pub use bots::USUAL_BOT;

use std::cell::Cell;

use skirmish_engine::battle::{
    BattleSpec, EventId, EventSpec, PlaceId, PlaceSpec, SideSpec, Time, TimeUnit, WinSpec,
};
use skirmish_engine::rulebook::Rulebook;
use skirmish_engine::side::{BySide, Side};
use skirmish_measures::{MEASURES, Measure, renamed_hint};

use crate::bots::{Names, tests};
use crate::code::Code;
use crate::file::{ScenarioFile, SideFile};
use crate::limits;
use crate::load::Files;
use crate::measures;
use crate::path;
use crate::problem::{Diagnostics, near, quote};
use crate::rules;
use crate::source::{At, Spanned};

/// Checks a scenario and builds the battle; `None` if that is impossible. Without a rulebook, checks only what needs none. If
/// the rules are foreign, set from outside, what the file says for its own rules is no mistake.
pub(crate) fn check(
    diag: &mut Diagnostics,
    files: &dyn Files,
    file: &ScenarioFile,
    rules: Option<&Rulebook>,
    are_foreign: bool,
) -> Option<BattleSpec> {
    let place_names: Vec<String> = file.board.places.iter().map(|p| p.name.value.clone()).collect();
    let event_names: Vec<String> = file.events.iter().map(|e| e.name.value.clone()).collect();
    if let Some(place) = file.board.places.iter().find(|p| p.name.value == "objective") {
        diag.problem(Code::BadName, place.name.at, "a place cannot be called `objective`")
            .hint("the word stands for the objective of each side");
    }
    let mut lookup = Lookup {
        places: place_names,
        ways: Vec::new(),
        bodies: Default::default(),
        events: event_names,
        used: Cell::new(0),
        has_line: true,
        file,
        rules,
        are_foreign,
    };
    let features = terrain::features(diag, &mut lookup);
    terrain::places(diag, file, &features);
    let [a, b] = file.sides.as_slice() else {
        // The number of sides is noted elsewhere; without two, little else can be checked.
        return None;
    };
    let objectives = [goals::objective(diag, &lookup, a, b), goals::objective(diag, &lookup, b, a)];
    let mut armies = [figures::army(diag, &lookup, a, b), figures::army(diag, &lookup, b, a)];
    lookup.has_line = armies.iter().any(|army| army.has_line(rules));
    figures::positions(diag, &lookup, &armies, &features);
    figures::names(diag, &armies);
    let board = (file.board.width, file.board.height);
    let ways = ways::ways(board, &features, &armies, &lookup.places);
    lookup.bodies = armies.each_ref().map(|army| army.unit_names().map(str::to_owned).collect());
    lookup.ways = ways.iter().map(|way| way.name.clone()).collect();
    let bots = bots::both(diag, files, &lookup, [a, b], &mut armies, objectives);
    let mut sides: Vec<SideSpec> = Vec::new();
    for (i, side) in [a, b].into_iter().enumerate() {
        let names = lookup.names(Side::BOTH[i], objectives[i]);
        let (own, enemy) = (&armies[i], &armies[1 - i]);
        let me = Side::BOTH[i];
        let blocks = blocks::blocks(diag, &names, side, own);
        let cards = cards::cards(diag, &lookup, &names, side, own, enemy, me);
        let wins = goals::wins(diag, &lookup, side, own, enemy, me);
        let scores = goals::scores(diag, &lookup, side, [b, a][i]);
        sides.push(SideSpec {
            name: side.name.value.clone(),
            units: own.units.clone(),
            figures: own.figures.clone(),
            blocks,
            cards,
            wins,
            scores,
            objective: objectives[i],
            exit: side.exit,
            surprised_on: surprised_on(diag, &lookup, side),
            bot: bots[i].clone(),
        });
    }
    let events = events(diag, &lookup, [a, b], objectives);
    let starts = starts(diag, file, [a, b]);
    expectations(diag, file, &lookup, [a, b]);
    unused_events(diag, &lookup);
    let rules = rules?;
    let mut rules = rules.clone();
    for (side, army) in sides.iter_mut().zip(&armies) {
        figures::equip(&mut rules, &mut side.figures, army);
    }
    let sides: [SideSpec; 2] = sides.try_into().ok()?;
    let spec = BattleSpec {
        rules,
        width: file.board.width,
        height: file.board.height,
        features,
        places: file
            .board
            .places
            .iter()
            .map(|p| PlaceSpec { name: p.name.value.clone(), at: p.at.value, radius: p.radius })
            .collect(),
        ways,
        events,
        sides: BySide(sides),
        starts,
        cap: file.cap,
    };
    check_caps(diag, &spec, [a, b], file.at);
    lots::lots(diag, &spec, [a, b], file.at);
    figures::in_gaps(diag, &armies, &spec);
    if diag.is_clean() {
        circles::circles(diag, &spec, file);
    }
    Some(spec)
}

pub(crate) struct Lookup<'f> {
    pub(crate) places: Vec<String>,
    /// Waypoints that only scripts know, which need no name in the file.
    pub(crate) ways: Vec<String>,
    bodies: [Vec<String>; 2],
    pub(crate) events: Vec<String>,
    used: Cell<u64>,
    has_line: bool,
    pub(crate) file: &'f ScenarioFile,
    pub(crate) rules: Option<&'f Rulebook>,
    /// Whether the rules are not the file's own.
    are_foreign: bool,
}

impl Lookup<'_> {
    fn names(&self, side: Side, objective: Option<PlaceId>) -> Names<'_> {
        Names {
            places: &self.places,
            ways: &self.ways,
            events: &self.events,
            objective,
            by_dice: self.rules.is_none_or(|r| r.fighting.has_skill_dice()),
            has_line: self.has_line,
            bodies: [side, !side].map(|side| self.bodies[side.index()].as_slice()),
            is_first: side == Side::A,
            used: &self.used,
        }
    }

    fn place(&self, diag: &mut Diagnostics, name: &Spanned<String>) -> Option<PlaceId> {
        let define = || "define it under `places` of the board".to_owned();
        let found = named(diag, (Code::UnknownPlace, "place"), name, &self.places, define)?;
        u8::try_from(found).ok().map(PlaceId)
    }

    fn event(&self, diag: &mut Diagnostics, name: &Spanned<String>) -> Option<EventId> {
        let define = || format!("define it as `[{}]`", path::heading(["event", &name.value]));
        let found = named(diag, (Code::UnknownEvent, "event"), name, &self.events, define)?;
        self.names(Side::A, None).uses(found);
        u8::try_from(found).ok().map(EventId)
    }
}

/// Returns the index of a name; or notes that it is unknown, with a hint if there are none at all.
fn named(
    diag: &mut Diagnostics,
    (code, what): (Code, &str),
    name: &Spanned<String>,
    known: &[String],
    define: impl Fn() -> String,
) -> Option<usize> {
    match diag.find(code, name.at, what, &name.value, known) {
        Ok(found) => Some(found),
        Err(note) if known.is_empty() => note.hint(define()).none(),
        Err(_) => None,
    }
}

fn side_called(diag: &mut Diagnostics, sides: [&SideFile; 2], name: &str, at: At) -> Option<Side> {
    let known = sides.map(|side| &side.name.value);
    diag.find(Code::UnknownSide, at, "side", name, &known).ok().map(|k| Side::BOTH[k])
}

fn events(
    diag: &mut Diagnostics,
    lookup: &Lookup<'_>,
    sides: [&SideFile; 2],
    objectives: [Option<PlaceId>; 2],
) -> Vec<EventSpec> {
    let mut events = Vec::new();
    for (index, event) in lookup.file.events.iter().enumerate() {
        let side = event
            .side
            .as_ref()
            .and_then(|s| side_called(diag, sides, &s.value, s.at))
            .unwrap_or(Side::A);
        let before = lookup.used.get();
        let when = tests(diag, &event.when, &lookup.names(side, objectives[side.index()]));
        // An event that is named only by its own conditions is unused.
        if before >> index & 1 == 0 {
            lookup.used.set(lookup.used.get() & !(1 << index));
        }
        events.push(EventSpec { name: event.name.value.clone(), side, when });
    }
    events
}

fn unused_events(diag: &mut Diagnostics, lookup: &Lookup<'_>) {
    for (index, event) in lookup.file.events.iter().enumerate() {
        if lookup.used.get() >> index & 1 == 0 {
            let message = format!("nothing refers to the event {}", quote(&event.name.value));
            diag.problem(Code::UnusedEvent, event.name.at, message)
            .hint("a gate `opens` by it, a goal `happens`, or a condition says that it `has happened`");
        }
    }
}

fn starts(diag: &mut Diagnostics, file: &ScenarioFile, sides: [&SideFile; 2]) -> Option<Side> {
    let by_flag: Vec<Side> = Side::BOTH
        .into_iter()
        .filter(|s| sides[s.index()].starts.is_some_and(|f| f.value))
        .collect();
    let by_name = file.starts.as_ref().and_then(|s| side_called(diag, sides, &s.value, s.at));
    if by_flag.len() == 2 {
        let at = sides[1].starts.map_or(file.at, |s| s.at);
        diag.problem(Code::BothStart, at, "both sides start")
            .hint("leave `starts` out of both to decide it by lot");
    }
    if let (Some(named), [flagged]) = (by_name, by_flag.as_slice())
        && named != *flagged
    {
        let at = file.starts.as_ref().map_or(file.at, |s| s.at);
        diag.problem(Code::BothStart, at, "both sides start")
            .hint("say it once, here or in the side");
    }
    by_name.or(by_flag.first().copied())
}

fn expectations(
    diag: &mut Diagnostics,
    file: &ScenarioFile,
    lookup: &Lookup<'_>,
    sides: [&SideFile; 2],
) {
    for expectation in &file.expect {
        if let Some(side) = &expectation.side {
            side_called(diag, sides, side, expectation.side_at);
        }
        if let Some(event) = &expectation.event {
            lookup.event(diag, &Spanned::new(event.clone(), expectation.at));
            if expectation.measure.trim() != measures::HAPPENS {
                let message =
                    format!("{} cannot be measured for an event", quote(&expectation.measure));
                diag.problem(Code::UnknownWord, expectation.measure_at, message)
                    .hint("write `measure = \"happens\"`, or leave out `event`");
            }
            continue;
        }
        match Measure::named(&expectation.measure) {
            Some(measure) => {
                if expectation.side.is_some() && !measure.by_side {
                    let name = measure.name;
                    let message = format!("`{name}` measures the whole game, not a side");
                    diag.problem(Code::Choice, expectation.side_at, message)
                        .hint("leave out `side`");
                }
            }
            None if expectation.measure.trim() == measures::EXPLOITABLE => {
                if expectation.least.is_some() {
                    let message = "`exploitable` can only be asked to stay below a bound";
                    diag.problem(Code::Expectation, expectation.at, message)
                        .hint("write `at_most` alone, such as `at_most = 0.1`");
                } else if expectation.most.is_some_and(|most| most <= 0.0) {
                    let message = "no search can show that nothing at all can be won";
                    diag.problem(Code::Expectation, expectation.at, message)
                        .hint("say how much would be too much, such as `at_most = 0.05`");
                }
            }
            None if expectation.measure.trim() == measures::HAPPENS => {
                let message = format!("`{}` is measured for an event", measures::HAPPENS);
                let known = lookup.events.first().map_or("NAME", String::as_str);
                let note = diag
                    .problem(Code::Missing, expectation.measure_at, message)
                    .hint(format!("add `event = \"{}\"`", known.escape_default()));
                if lookup.events.is_empty() {
                    note.hint("an event is a table of the scenario: `[event.NAME]` with `side` and `when`");
                }
            }
            None => {
                let found = expectation.measure.trim().replace(' ', "-");
                let message = format!("there is no measure {}", quote(&expectation.measure));
                let names = MEASURES.iter().map(|measure| measure.name);
                let names = names.chain([measures::HAPPENS, measures::EXPLOITABLE]);
                if let Some(hint) = renamed_hint(&found) {
                    diag.problem(Code::UnknownWord, expectation.measure_at, message).hint(hint);
                    continue;
                }
                let is_near = !near(&found, &names.clone().collect::<Vec<_>>()).is_empty();
                let problem = diag
                    .problem(Code::UnknownWord, expectation.measure_at, message)
                    .suggest(&found, names.clone());
                if is_near {
                    problem.hint(format!("measures: {}", names.collect::<Vec<_>>().join(", ")));
                }
            }
        }
    }
}

/// Returns the number on which a side is surprised, and notes one that the dice can't show (ADC-9).
fn surprised_on(diag: &mut Diagnostics, lookup: &Lookup<'_>, side: &SideFile) -> Option<u8> {
    let on = side.surprised_on.as_ref()?;
    if let Some(rules) = lookup.rules
        && rules.system.has_segments()
    {
        rules::can_surprise(diag, on.at, on.value, &rules.segments.surprise);
    }
    Some(on.value)
}

/// Notes sums beyond their limits, and goals that the cap makes impossible.
fn check_caps(diag: &mut Diagnostics, spec: &BattleSpec, sides: [&SideFile; 2], board_at: At) {
    for (side, file) in Side::BOTH.into_iter().zip(sides) {
        for (win, written) in spec.sides[side].wins.iter().zip(&file.wins) {
            let time = match *win {
                WinSpec::After(time)
                | WinSpec::Most { after: time, .. }
                | WinSpec::Ahead { after: time, .. } => time,
                WinSpec::HoldsFor { rounds, .. } => Time { number: rounds, of: TimeUnit::Rounds },
                _ => continue,
            };
            // A game has at least as many actions as turns, but rounds compare only with rounds.
            let alike = (time.of == TimeUnit::Rounds) == (spec.cap.of == TimeUnit::Rounds);
            if alike && time.number > spec.cap.number {
                let message = format!("the goal needs {time}, but the cap is {}", spec.cap);
                diag.problem(Code::Hopeless, written.at, message)
                    .hint("raise `cap` at the top of the scenario");
            }
        }
    }
    let mut gates: Vec<_> = spec.features.iter().filter_map(|f| f.opened_by).collect();
    gates.sort_unstable();
    gates.dedup();
    crate::reader::amount(diag, gates.len(), board_at, &limits::GATES);
}
