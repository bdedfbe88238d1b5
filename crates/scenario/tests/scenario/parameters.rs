//! Every number, die and word of a rulebook is listed, can be set, and reaches the engine.

use std::collections::BTreeSet;

use skirmish_engine::rulebook::Fighting;
use skirmish_scenario::{
    Code, NoFiles, Origin, Override, Parameter, ParameterKind, Problems, RULEBOOKS, load, systems,
};

use crate::battle::{based, fight};

#[test]
fn every_parameter_has_an_origin_a_rule_and_a_note() {
    for rules in RULEBOOKS {
        let (base, set) = fight(rules.0);
        let scenario = based(base, "", &set, &[]);
        for parameter in &scenario.parameters {
            assert!(!parameter.rule.is_empty(), "{}", parameter.path);
            assert!(!parameter.note.is_empty(), "{}", parameter.path);
            assert_eq!(parameter.base_value, None, "{}", parameter.path);
        }
        let mut paths: Vec<&str> = scenario.parameters.iter().map(|p| p.path.as_str()).collect();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), scenario.parameters.len());
    }
}

#[test]
fn setting_every_parameter_to_its_own_value_changes_nothing() {
    for rules in RULEBOOKS {
        let (base, before) = fight(rules.0);
        let plain = based(base, "", &before, &[]);
        // The limit of the command line.
        for some in plain.parameters.chunks(200) {
            let some = some.iter().map(|p| (p.path.as_str(), p.value.as_str()));
            let some: Vec<(&str, &str)> = before.iter().copied().chain(some).collect();
            let set = based(base, "", &some, &[]);
            assert_eq!(plain.spec, set.spec);
            assert_eq!(plain.rulebook_sha256, set.rulebook_sha256);
            for (old, new) in plain.parameters.iter().zip(&set.parameters) {
                assert_eq!(old.path, new.path);
                if !some.iter().any(|(path, _)| *path == new.path) {
                    assert_eq!(old, new);
                    continue;
                }
                assert_eq!(new.origin, Origin::CommandLine, "{}", new.path);
                assert_eq!(new.base_origin, Some(old.origin), "{}", new.path);
                let base = new.base_value.as_deref();
                assert_eq!(base, Some(old.value.as_str()), "{}", new.path);
            }
        }
    }
}

/// Every number, die and word can be changed, is then listed so, changes the rulebook's hash and reaches the engine. A number
/// in a rulebook that does nothing is worse than none.
#[test]
fn every_parameter_can_be_changed_and_reaches_the_engine() {
    for (rules, _) in RULEBOOKS {
        let (base, before) = fight(rules);
        let plain = based(base, "", &before, &[]);
        for parameter in &plain.parameters {
            let path = parameter.path.as_str();
            // Other tables go with another system or way of fighting.
            if ["system", "fighting"].contains(&path) {
                continue;
            }
            let fits = other(parameter);
            let mut values = others(parameter);
            values.retain(|value| *value != parameter.value && *value != fits);
            values.insert(0, fits.clone());
            let mut is_heard = false;
            let mut are_against_others = true;
            for value in &values {
                let all = before.iter().copied().chain([(path, value.as_str())]);
                let all: Vec<Override> =
                    all.map(|(path, value)| Override::new(path, value)).collect();
                match load(base.as_bytes(), "small.toml", &all, &NoFiles) {
                    Ok(changed) => {
                        assert_eq!(changed.get(path), Some(value.as_str()), "{rules}: {path}");
                        assert_ne!(
                            changed.rulebook_sha256, plain.rulebook_sha256,
                            "{rules}: {path}"
                        );
                        is_heard = changed.spec.rules != plain.spec.rules;
                        are_against_others = false;
                    }
                    Err(why) => {
                        let is_against_others = contradicts(path, &why);
                        are_against_others &= is_against_others;
                        let is_range = path.ends_with("effect.quality-1.retreat")
                            || path.ends_with("effect.retreat");
                        assert!(
                            is_against_others || is_range || *value != fits,
                            "{rules}: {path} = {value}: {why:?}"
                        );
                    }
                }
                if is_heard {
                    break;
                }
            }
            // A value that contradicts other answers must be changed together with them.
            assert!(is_heard || are_against_others, "{rules}: {path} changes nothing");
        }
    }
}

/// Returns whether a value is refused only because it contradicts others of the turn (TN-09) or of a chain (FT-03).
fn contradicts(path: &str, why: &Problems) -> bool {
    let code = if path.starts_with("turn.") { Code::Turn } else { Code::Fighting };
    why.list().iter().all(|problem| problem.code == code)
}

/// Returns another allowed value for a parameter.
fn other(parameter: &Parameter) -> String {
    match &parameter.kind {
        ParameterKind::Whole(limit) | ParameterKind::Factor(limit) => {
            let value: i64 = parameter.value.parse().unwrap();
            // Ordered tables have room below the first and above the last row; sticks have room above each.
            let above = ["kill", "long"].iter().any(|l| parameter.path.ends_with(l))
                || parameter.path.contains(".stick.");
            let up = (above || value == limit.least) && value < limit.most;
            (if up { value + 1 } else { value - 1 }).to_string()
        }
        ParameterKind::Length(_) => {
            let whole = parameter.value.split('.').next().unwrap();
            let [half, more] = [".5", ".75"].map(|part| format!("{whole}{part}"));
            if half == parameter.value { more } else { half }
        }
        ParameterKind::Dice if parameter.value == "2d6" => "3d6".to_owned(),
        ParameterKind::Dice => "2d6".to_owned(),
        ParameterKind::Die => "d7".to_owned(),
        ParameterKind::Amount => "d7+1".to_owned(),
        ParameterKind::Words(words) => {
            words.iter().find(|w| **w != parameter.value).unwrap().to_string()
        }
        ParameterKind::Flag => (parameter.value != "true").to_string(),
        ParameterKind::Routines(_) => "5/2".to_owned(),
    }
}

fn others(parameter: &Parameter) -> Vec<String> {
    let now = parameter.value.as_str();
    let whole = |step: i64| now.parse::<i64>().ok().map(|now| (now + step).to_string());
    let length = |factor: f64| now.parse::<f64>().ok().map(|now| format!("{:.2}", now * factor));
    match &parameter.kind {
        ParameterKind::Whole(_) | ParameterKind::Factor(_) => {
            [whole(1), whole(-1)].into_iter().flatten().collect()
        }
        ParameterKind::Routines(_) => ["1", "2"].map(str::to_owned).to_vec(),
        ParameterKind::Length(_) => [length(1.25), length(0.8)].into_iter().flatten().collect(),
        ParameterKind::Dice | ParameterKind::Die | ParameterKind::Amount => {
            ["d6", "d8", "d10", "d20", "d90"].map(str::to_owned).to_vec()
        }
        ParameterKind::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        ParameterKind::Flag => vec!["true".to_owned(), "false".to_owned()],
    }
}

fn leaves(table: &toml::Table, prefix: &str, into: &mut BTreeSet<String>) {
    for (key, value) in table {
        let path = format!("{prefix}{key}");
        match value {
            toml::Value::Table(inner) => leaves(inner, &format!("{path}."), into),
            _ => {
                into.insert(path);
            }
        }
    }
}

/// Returns whether the value at a path of fighting by steps names parts of it, or is a list.
fn names_a_part(said: &toml::Table, path: &str) -> bool {
    let parts: Vec<&str> = path.split('.').collect();
    let of_steps = ["shoot", "strike", "nerve", "step", "table", "effect"];
    let words = ["by", "on", "lowest", "highest", "rerolls", "ties", "who", "does", "unit", "dice"];
    let mut value = &toml::Value::Table(said.clone());
    for part in &parts {
        let Some(inner) = value.get(part) else { return false };
        value = inner;
    }
    let is_word = value.is_str() && !words.contains(&parts[parts.len() - 1]);
    of_steps.contains(&parts[0]) && (is_word || value.is_array())
}

/// Every value of a shipped rulebook is a parameter under some system and some way of fighting.
#[test]
fn nothing_in_a_rulebook_goes_unread() {
    for (rules, text) in RULEBOOKS {
        let said: toml::Table = text.parse().expect("it is TOML");
        let mut unread = BTreeSet::new();
        leaves(&said, "", &mut unread);
        unread.retain(|path| !["name", "about", "extends", "origin"].contains(&path.as_str()));
        // Names of steps, attributes and effects build chains; the numbers of lists have paths of their own.
        unread.retain(|path| !names_a_part(&said, path));
        let (base, before) = fight(rules);
        let read = |set: &[(&str, &str)]| {
            let all = before.iter().chain(set);
            let all: Vec<Override> = all.map(|(path, value)| Override::new(path, value)).collect();
            load(base.as_bytes(), "small.toml", &all, &NoFiles).ok()
        };
        for system in systems() {
            for (word, _) in Fighting::ALL {
                let set = [("system", system), ("fighting", word)];
                if let Some(scenario) = read(&set) {
                    unread.retain(|path| scenario.get(path).is_none());
                }
            }
        }
        // The rest goes with another reading of the rulebook's own rules.
        let own = read(&[]).expect("it is shipped");
        for option in own.parameters.iter().filter(|p| p.path.starts_with("options.")) {
            for word in others(option) {
                let set = [(option.path.as_str(), word.as_str())];
                if let Some(scenario) = read(&set) {
                    unread.retain(|path| scenario.get(path).is_none());
                }
            }
        }
        assert!(unread.is_empty(), "{rules}: nobody reads {unread:?}");
    }
}
