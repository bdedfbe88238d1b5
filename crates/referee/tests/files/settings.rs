//! Rulebooks, and values of their parameters over the whole of what they may be, as the declaration of parameters has them.

use std::collections::BTreeMap;

use skirmish_engine::rulebook::{FactorCondition, Fighting};
use skirmish_scenario::{Form, NoFiles, Override, RULEBOOK, RULEBOOKS, Rules, load_rules, systems};

use crate::lots::Lots;

/// A rulebook as it is played under a system and with a way of fighting, and what can be set in it.
#[derive(Debug)]
pub(crate) struct Book {
    called: &'static str,
    /// What it takes to have that system and that fighting.
    head: Vec<Override>,
    pub(crate) rules: Rules,
    leaves: Vec<Leaf>,
}

/// A parameter.
#[derive(Debug, Clone)]
struct Leaf {
    path: String,
    form: Form,
}

/// All that have been asked for.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    books: BTreeMap<(usize, usize, usize), Option<Book>>,
    left_out: LeftOut,
}

/// Under a system and with a way of fighting, the keys that any weapon or troop type, or any rulebook, may have.
type LeftOut = BTreeMap<(&'static str, Fighting), Vec<(&'static str, &'static str, Form)>>;

/// The form of what stands at a path, and the key of the table that it stands in.
fn form_of(path: &str) -> Option<Form> {
    let mut form = Form::Table(&RULEBOOK);
    for part in path.split('.') {
        form = match form {
            Form::Table(doc) => doc.fields.iter().find(|field| field.key == part)?.form,
            Form::Named(inner) => *inner,
            _ => return None,
        };
    }
    Some(form)
}

impl Shelf {
    /// A rulebook by lot: mostly as it is shipped, else with another system or another way of fighting.
    pub(crate) fn draw(&mut self, lots: &mut Lots) -> &Book {
        loop {
            let (system, fighting) = (systems().count(), Fighting::ALL.len());
            let key = (
                lots.below(RULEBOOKS.len()),
                if lots.percent(25) { lots.below(system) } else { system },
                if lots.percent(30) { lots.below(fighting) } else { fighting },
            );
            let left_out = &mut self.left_out;
            if self.books.entry(key).or_insert_with(|| Book::new(key, left_out)).is_some() {
                return self.books[&key].as_ref().expect("it was there just now");
            }
        }
    }
}

impl Book {
    /// `None` if nobody can play this.
    fn new(
        (book, system, fighting): (usize, usize, usize),
        left_out: &mut LeftOut,
    ) -> Option<Self> {
        let called = RULEBOOKS[book].0;
        let mut head = Vec::new();
        if let Some(system) = systems().nth(system) {
            head.push(Override::new("system", system));
        }
        if let Some((fighting, _)) = Fighting::ALL.get(fighting) {
            head.push(Override::new("fighting", fighting));
        }
        let rules = load_rules(called, &head, &NoFiles).ok()?;
        let of_factor = Form::Either(&[]);
        let known =
            rules.parameters.iter().filter(|p| !["system", "fighting"].contains(&p.path.as_str()));
        let mut leaves: Vec<Leaf> = known
            .filter_map(|p| {
                let is_factor = p.path.starts_with("seize.factor.");
                let form = if is_factor { Some(of_factor) } else { form_of(&p.path) };
                Some(Leaf { path: p.path.clone(), form: form? })
            })
            .collect();
        if leaves.iter().any(|leaf| leaf.path.starts_with("seize.factor.")) {
            let names = FactorCondition::ALL.iter().map(|c| format!("seize.factor.{}", c.name()));
            leaves.extend(names.map(|path| Leaf { path, form: of_factor }));
        }
        let mut made = Self { called, head, rules, leaves };
        made.add_what_is_left_out(left_out);
        Some(made)
    }

    /// What may be said and is not: options, and what one weapon or troop type may have is what all may have.
    fn add_what_is_left_out(&mut self, left_out: &mut LeftOut) {
        let rulebook = &self.rules.rulebook;
        let key = (rulebook.system.name(), rulebook.fighting);
        let mut new = Vec::new();
        for (table, key, form) in left_out.entry(key).or_insert_with(|| self.probe()) {
            let paths = paths(table, &self.names(table), key);
            let known = |path: &String| self.leaves.iter().any(|leaf| leaf.path == *path);
            let paths = paths.into_iter().filter(|path| !known(path));
            new.extend(paths.map(|path| Leaf { path, form: *form }));
        }
        self.leaves.extend(new);
    }

    /// The names of the tables in a table; none if it has parameters itself.
    fn names(&self, table: &str) -> Vec<String> {
        let rulebook = &self.rules.rulebook;
        match table {
            "weapon" => rulebook.weapons.iter().map(|weapon| weapon.name.clone()).collect(),
            "troops" => rulebook.troops.iter().map(|troops| troops.name.clone()).collect(),
            _ => Vec::new(),
        }
    }

    /// Which of all keys of those tables this rulebook would take, tried with its first weapon and troop type.
    fn probe(&self) -> Vec<(&'static str, &'static str, Form)> {
        let mut found = Vec::new();
        for table in ["options", "move", "weapon", "troops"] {
            let doc = match form_of(table) {
                Some(Form::Table(doc) | Form::Named(&Form::Table(doc))) => doc,
                _ => continue,
            };
            for field in doc.fields {
                let value = value(&mut Lots::new(3), &field.form);
                let path = paths(table, &self.names(table), field.key).swap_remove(0);
                if !value.is_empty() && self.would_load(&[(path, value)]) {
                    found.push((table, field.key, field.form));
                }
            }
        }
        found
    }

    fn would_load(&self, settings: &[(String, String)]) -> bool {
        let set = settings.iter().map(|(path, value)| Override::new(path, value.trim_matches('"')));
        let set: Vec<Override> = self.head.iter().cloned().chain(set).collect();
        load_rules(self.called, &set, &NoFiles).is_ok()
    }

    pub(crate) fn called(&self) -> &'static str {
        self.called
    }

    /// What is set in a battle: the system and the fighting, options by lot, and other parameters, from none to many.
    pub(crate) fn settings(&self, lots: &mut Lots) -> Vec<(String, String)> {
        let mut settings: Vec<(String, String)> = Vec::new();
        let is_option = |leaf: &&Leaf| leaf.path.starts_with("options.");
        if !lots.percent(20) {
            let options = self.leaves.iter().filter(is_option);
            for leaf in options {
                if lots.percent(50) {
                    settings.push((leaf.path.clone(), value(lots, &leaf.form)));
                }
            }
            let many = [0, 0, 2, 5, 10, 40][lots.below(6)];
            for _ in 0..lots.below(many + 1) {
                let leaf = lots.one_of(&self.leaves).clone();
                self.set(lots, &leaf, &mut settings);
            }
        }
        // Some values forbid others.
        while !settings.is_empty() && !self.would_load(&settings) {
            settings.retain(|_| lots.percent(60));
        }
        let head = self.head.iter().map(|over| (over.path.clone(), format!("{:?}", over.value)));
        head.chain(settings).collect()
    }

    /// Sets a parameter; one of several that must ascend together with the others.
    fn set(&self, lots: &mut Lots, leaf: &Leaf, settings: &mut Vec<(String, String)>) {
        const ASCENDING: [&str; 9] = [
            "range",
            "to-hit",
            "stick",
            "open",
            "line",
            "quality-1",
            "quality-2",
            "quality-3",
            "effect",
        ];
        let table = leaf.path.rsplit_once('.').map_or("", |(table, _)| table);
        let last = table.rsplit('.').next().unwrap_or_default();
        let mut paths = vec![leaf.path.clone()];
        let mut values = vec![value(lots, &leaf.form)];
        if ASCENDING.contains(&last) {
            let below =
                |path: &str| path.rsplit_once('.').is_some_and(|(before, _)| before == table);
            paths = self.leaves.iter().map(|l| l.path.clone()).filter(|path| below(path)).collect();
            values = paths.iter().map(|_| value(lots, &leaf.form)).collect();
            let number = |text: &String| (text.parse::<f64>().unwrap_or(0.0) * 100.0) as i64;
            values.sort_by_key(number);
            let last_part = |path: &String| {
                let part = path.rsplit('.').next().unwrap_or_default();
                part.parse::<i64>().unwrap_or(0)
            };
            paths.sort_by_key(last_part);
        }
        for (path, value) in paths.into_iter().zip(values) {
            settings.retain(|(other, _)| *other != path);
            settings.push((path, value));
        }
    }
}

/// The paths of a key in a table, or in the table of each of these names.
fn paths(table: &str, names: &[String], key: &str) -> Vec<String> {
    if names.is_empty() {
        return vec![format!("{table}.{key}")];
    }
    names.iter().map(|name| format!("{table}.{name}.{key}")).collect()
}

/// A value of a form, as it is written; nothing for forms that are no values.
fn value(lots: &mut Lots, form: &Form) -> String {
    const FACES: [i64; 11] = [2, 3, 4, 6, 8, 10, 12, 20, 30, 60, 100];
    let dice = |lots: &mut Lots, most: i64| {
        let count = if lots.percent(60) { 1 } else { lots.between(1, most) };
        let faces = lots.one_of(&FACES);
        if count == 1 { format!("d{faces}") } else { format!("{count}d{faces}") }
    };
    match form {
        Form::Whole(limit) | Form::Length(limit) => lots.within(limit),
        Form::Words(words) => format!("{:?}", lots.one_of(words)),
        Form::Flag => lots.percent(50).to_string(),
        Form::Dice => format!("{:?}", dice(lots, 10)),
        Form::Die => format!("{:?}", dice(lots, 1)),
        Form::Amount(limit) => match lots.below(3) {
            0 => lots.within(limit),
            1 => format!("{:?}", dice(lots, 10)),
            _ => format!("\"{}+{}\"", dice(lots, 3), lots.between(1, 9)),
        },
        Form::Routines(limit) => match lots.below(3) {
            0 => format!("\"{}/2\"", 2 * lots.between(0, limit.most - 1) + 1),
            _ => lots.within(limit),
        },
        // A factor.
        Form::Either([]) => match lots.below(4) {
            0 => "\"off\"".to_owned(),
            1 => lots.between(-40, 40).to_string(),
            _ => lots.between(-4, 8).to_string(),
        },
        _ => String::new(),
    }
}
