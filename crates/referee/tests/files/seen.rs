//! What has come up in the battles that were played: every key and word that a file may have, every phrase of the bots, every
//! value of an option, every kind of event.

use std::collections::{BTreeMap, BTreeSet};

use skirmish_engine::event::{Event, EventKind, Scene};
use skirmish_scenario::{Form, RULEBOOK, SCENARIO, Scenario, vocabulary};

/// How often.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    in_files: BTreeMap<String, u32>,
    events: Vec<u32>,
}

/// Keys that say nothing of how a battle is played.
const BESIDE_THE_POINT: [&str; 6] = ["title", "shows", "about", "expect", "set", "tune"];

/// Keys and events of which only rulebooks of one's own make use: `made_up_steps` has them (FT-09, FT-10).
const OF_OWN_RULES: [&str; 1] = ["gear"];
const OF_OWN_RULES_TOLD: [EventKind; 1] = [EventKind::StepPinned];

/// What may not happen in thousands of games: the whole body of a nominee must fall at once.
const HARDLY_EVER: [EventKind; 1] = [EventKind::Forfeit];

impl Seen {
    /// Adds what another has seen.
    pub(crate) fn add(&mut self, other: Self) {
        for (what, times) in other.in_files {
            *self.in_files.entry(what).or_insert(0) += times;
        }
        self.events.resize(EventKind::ALL.len(), 0);
        for (own, others) in self.events.iter_mut().zip(other.events) {
            *own += others;
        }
    }

    /// Notes a file that was played.
    pub(crate) fn file(&mut self, text: &str, scenario: &Scenario) {
        let mut found = BTreeSet::new();
        for (path, value) in &scenario.values {
            walk(Form::Table(&SCENARIO), &mut path.split('.'), String::new(), value, &mut found);
        }
        for parameter in &scenario.parameters {
            if parameter.path.starts_with("options.") || !parameter.path.contains('.') {
                found.insert(format!("{} = {}", parameter.path, parameter.value));
            }
        }
        let phrases: BTreeSet<String> = text.split('"').map(outline).collect();
        for row in vocabulary().iter().filter(|row| row.list != "factor") {
            if phrases.contains(&outline(row.pattern)) {
                found.insert(format!("{} {}", row.list, row.pattern));
            }
        }
        for what in found {
            *self.in_files.entry(what).or_insert(0) += 1;
        }
    }

    /// Notes what happens in a game.
    pub(crate) fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        self.events.resize(EventKind::ALL.len(), 0);
        event.counts(scene.holder, |kind, _, _| self.events[kind as usize] += 1);
    }

    /// What there is and has come up less often than this.
    pub(crate) fn rarer_than(&self, least: u32) -> Vec<String> {
        let mut all = BTreeSet::new();
        declared(Form::Table(&SCENARIO), "", &mut all);
        for (key, form) in options().chain(systems()) {
            if let Form::Words(words) = form {
                all.extend(words.iter().map(|word| format!("{key} = {word}")));
            }
        }
        let phrases = vocabulary().into_iter().filter(|row| row.list != "factor");
        all.extend(phrases.map(|row| format!("{} {}", row.list, row.pattern)));
        // Of a turn, or of steps, in a rulebook of its own: no rulebook here has them.
        all.retain(|what| !["system = turn", "fighting = steps"].contains(&what.as_str()));
        all.retain(|what| what.rsplit('.').next().is_none_or(|key| !OF_OWN_RULES.contains(&key)));
        all.retain(|what| self.in_files.get(what).is_none_or(|times| *times < least));
        let kinds = EventKind::ALL.iter().zip(&self.events).filter(|(_, times)| **times < least);
        let kinds = kinds
            .filter(|(kind, _)| !HARDLY_EVER.contains(kind) && !OF_OWN_RULES_TOLD.contains(kind));
        all.extend(kinds.map(|(kind, _)| format!("event `{}`", kind.name())));
        all.into_iter().collect()
    }
}

fn options() -> impl Iterator<Item = (String, Form)> {
    let options = RULEBOOK.fields.iter().find(|field| field.key == "options");
    let fields = match options.map(|field| field.form) {
        Some(Form::Table(doc)) => doc.fields,
        _ => &[],
    };
    fields.iter().map(|field| (format!("options.{}", field.key), field.form))
}

fn systems() -> impl Iterator<Item = (String, Form)> {
    let fields = RULEBOOK.fields.iter().filter(|field| ["system", "fighting"].contains(&field.key));
    fields.map(|field| (field.key.to_owned(), field.form))
}

/// Follows the path of a value through the declaration, and notes its keys, and its word where there is a choice.
fn walk(
    form: Form,
    path: &mut dyn Iterator<Item = &str>,
    so_far: String,
    value: &str,
    found: &mut BTreeSet<String>,
) {
    match form {
        Form::Table(doc) => {
            let Some(field) = path.next().and_then(|key| doc.fields.iter().find(|f| f.key == key))
            else {
                return;
            };
            let key = format!("{so_far}.{}", field.key);
            found.insert(key.clone());
            walk(field.form, path, key, value, found);
        }
        Form::Named(inner) | Form::List(inner) => {
            path.next();
            walk(*inner, path, so_far, value, found);
        }
        Form::Either(forms) => {
            let rest: Vec<&str> = path.collect();
            for form in forms {
                walk(*form, &mut rest.iter().copied(), so_far.clone(), value, found);
            }
        }
        Form::Words(words) if words.contains(&value) => {
            found.insert(format!("{so_far} = {value}"));
        }
        _ => {}
    }
}

/// All keys of a form, and all words where there is a choice.
fn declared(form: Form, so_far: &str, all: &mut BTreeSet<String>) {
    match form {
        Form::Table(doc) => {
            for field in doc.fields.iter().filter(|field| !BESIDE_THE_POINT.contains(&field.key)) {
                let key = format!("{so_far}.{}", field.key);
                all.insert(key.clone());
                declared(field.form, &key, all);
            }
        }
        Form::Named(inner) | Form::List(inner) => declared(*inner, so_far, all),
        Form::Either(forms) => forms.iter().for_each(|form| declared(*form, so_far, all)),
        Form::Words(words) => all.extend(words.iter().map(|word| format!("{so_far} = {word}"))),
        _ => {}
    }
}

/// A phrase or a pattern with a mark for whatever fills a gap.
fn outline(phrase: &str) -> String {
    let words = phrase.strip_prefix("not ").unwrap_or(phrase).split(' ').map(|word| {
        let is_gap =
            word.starts_with('{') || word.parse::<f64>().is_ok() || word.starts_with("place");
        if is_gap { "_" } else { word }
    });
    let text = words.collect::<Vec<_>>().join(" ");
    match text.as_str() {
        happened if happened.ends_with(" has happened") => "_ has happened".to_owned(),
        // Names of bodies have several words.
        of_body if of_body.starts_with("is ") && of_body.contains(" body ") => "is _".to_owned(),
        _ => text,
    }
}
