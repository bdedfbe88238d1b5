//! Every key that a user writes is read, refused or noted with its line; `src/rules/planted.rs` tests rulebooks.

use std::collections::{BTreeMap, BTreeSet};

use skirmish_engine::dice::Dice;
use skirmish_scenario::{
    Form, NoFiles, PLAYERS, RULEBOOKS, SCENARIO, Scenario, TableDoc, load, load_rules,
};

use crate::battle::{BASE, based};

/// A battle by a user's own rulebook.
fn by(rulebook: &str, set: &[(&str, &str)]) -> Scenario {
    let set: Vec<_> = [("rules", "mine.toml")].iter().chain(set).copied().collect();
    based(BASE, "", &set, &[("mine.toml", rulebook)])
}

fn notes(rulebook: &str) -> Vec<String> {
    by(rulebook, &[]).notes()
}

/// A user's own steps for the troops of the small fight.
const STEPS: &str = "name = \"mine\"
extends = \"unit-by-unit\"
[profile]
average = { wounds = 2, n = 2, armor = 5 }
[strike]
steps = [\"hit\", \"save\"]
attacks = \"n\"
[step.hit]
dice = \"d6\"
at-least = 4
[step.save]
dice = \"d6\"
by = \"target\"
at-least = \"armor\"
stops = true
effect = \"hurt\"
[effect.hurt]
wounds = 1
";

#[test]
fn what_no_battle_reads_by_these_rules_is_told_with_its_line() {
    let none: [String; 0] = [];
    assert_eq!(notes(STEPS), none);
    let told = |more: &str| notes(&format!("{STEPS}{more}"));
    let idle = |what: &str, line: usize, why: &str| {
        [format!("`{what}` (line {line} of `mine.toml`) is accepted, but does nothing here: {why}")]
    };
    let host = "it goes with `fighting = \"host\"`";
    assert_eq!(told("[quality]\naverage = 3\n"), idle("quality.average = 3", 20, host));
    assert_eq!(told("[quality]\nnobody = 3\n"), idle("quality.nobody = 3", 20, host));
    let osric = "it goes with `fighting = \"osric\"`";
    assert_eq!(told("[combat]\nx = 1\n"), idle("combat.x = 1", 20, osric));
    let ranges = "[weapon.sword]\nranks = 2\ndamage = \"d6\"\n";
    assert_eq!(told(ranges), idle("weapon.sword.damage = d6", 21, osric));
    assert_eq!(
        told("[seize.base]\naverage = 12\n"),
        idle("seize.base.average = 12", 20, "it goes with `system = \"lloyd\"`")
    );
    // A rank that leaders use is read.
    assert_eq!(told("[seize.leadership]\nboss = 1\n"), none);
    // For one table, the first value is noted with a count of the rest.
    let more = "[quality]\naverage = 3\ngood = 2\nelves = 1\n[weapon.sword]\ndamage = \"d6\"\nlength = 2\n";
    let does = "accepted, but does nothing here";
    assert_eq!(
        told(more),
        [
            format!(
                "`quality.average = 3` (line 20 of `mine.toml`) is {does}, like 2 more of its table: {host}"
            ),
            format!("`weapon.sword.damage = d6` (line 24 of `mine.toml`) is {does}: {osric}"),
            format!(
                "`weapon.sword.length = 2` (line 25 of `mine.toml`) is {does}: it goes with `system = \"adnd\"`"
            ),
        ]
    );
    let many: String = (1..=15).map(|k| format!("[weapon.w{k}]\ndamage = \"d6\"\n")).collect();
    let many = told(&many);
    assert_eq!(many.len(), 11);
    assert_eq!(many[10], "and 5 more such values; those that count: `skirmish list parameters`");
    // Values for the rulebook's own system are no mistake while another is played.
    let lloyd = "name = \"mine\"\nextends = \"lloyd\"\n[seize.base]\naverage = 12\n[weapon.pike]\nreach = 2\n";
    assert_eq!(notes(lloyd), none);
    assert_eq!(by(lloyd, &[("system", "cards")]).notes(), none);
    let shots =
        "name = \"mine\"\nextends = \"lloyd\"\nsystem = \"cards\"\n[shooting]\nreactive = -3\n";
    let no_reactions = "nobody shoots in reaction but under Lloyd's initiative (LL-12) or by `turn.interrupts` (TN-08)";
    assert_eq!(notes(shots), idle("shooting.reactive = -3", 5, no_reactions));
    let surprise = "name = \"mine\"\nextends = \"adnd\"\n[segments]\nsurprised-on = 3\n";
    assert_eq!(
        notes(surprise),
        idle(
            "segments.surprised-on = 3",
            4,
            "nobody is surprised by `options.surprise = \"none\"`"
        )
    );
}

/// A copy of a shipped rulebook has notes only on tables for other systems, and not on all of them.
#[test]
fn copies_of_shipped_rulebooks_have_few_notes() {
    for (name, text) in RULEBOOKS {
        let copy = text.replacen(&format!("name = \"{name}\""), "name = \"copy\"", 1);
        let files = BTreeMap::from([("copy.toml".to_owned(), copy.into_bytes())]);
        let rules =
            load_rules("copy.toml", &[], &files).unwrap_or_else(|problems| panic!("{problems}"));
        let is_idle =
            |note: &String| note.contains("does nothing here") || note.starts_with("and ");
        assert!(
            rules.notes.iter().all(is_idle) && rules.notes.len() <= 11,
            "{name}: {:#?}",
            rules.notes
        );
    }
}

#[test]
fn attributes_that_nothing_asks_for_are_told() {
    let points = STEPS.replacen("armor = 5", "armor = 5, points = 7", 1);
    assert_eq!(notes(&points), ["nothing asks for the attribute `points` (line 4 of `mine.toml`)"]);
    // A shipped attribute needs no note.
    let mine = "name = \"mine\"\nextends = \"hit-wound-save\"\n[profile.average]\npoints = 7\n";
    assert_eq!(notes(mine), ["nothing asks for the attribute `points` (line 4 of `mine.toml`)"]);
    let gear = format!("{points}[gear.shield]\nadds = {{ points = 1 }}\n");
    assert_eq!(notes(&gear).len(), 1);
}

/// A number beyond the dice is noted with the one that it plays like, unless it is 99 for never.
#[test]
fn numbers_beyond_the_dice_are_told() {
    let of = |armor: i32| {
        let others = format!("armor = {armor} }}\ngood = {{ wounds = 1, n = 1, armor = 4 }}");
        notes(&STEPS.replacen("armor = 5 }", &others, 1))
    };
    assert_eq!(
        of(15),
        [
            "`profile.average.armor = 15` (line 4 of `mine.toml`) plays as 7: no dice tell it from that"
        ]
    );
    assert_eq!(of(0).len(), 1);
    for armor in [1, 4, 7, 99] {
        assert_eq!(of(armor), [""; 0], "{armor}");
    }
}

/// A step that always succeeds or always fails may be intended.
#[test]
fn steps_that_are_sure_are_told_and_played() {
    let never = STEPS.replacen("armor = 5", "armor = 7", 1);
    let told = "the step `save` never succeeds, whoever rolls it (line 14 of `mine.toml`)";
    assert_eq!(notes(&never), [told]);
    let always = STEPS.replacen("at-least = 4", "at-least = 1", 1);
    let told = "the step `hit` never fails, whoever rolls it (line 10 of `mine.toml`)";
    assert_eq!(notes(&always), [told]);
    assert_eq!(
        by(STEPS, &[("step.hit.at-least", "9")]).notes(),
        [
            "`step.hit.at-least = 9` plays as 7: no dice tell it from that",
            "the step `hit` never succeeds, whoever rolls it"
        ]
    );
}

/// So may such a test of a turn.
#[test]
fn tests_of_a_turn_that_are_sure_are_told_and_played() {
    let turn = |dice: &str, needs: i32| {
        let mine = format!(
            "name = \"mine\"\nextends = \"lloyd\"\n[turn]\nnext = \"sides\"\nhands-over = \"side\"\ntimes = \"once-a-turn\"\n\
             [turn.test]\ndice = \"{dice}\"\nneeds = {needs}\nfailures = 1\n\
             [turn.interrupts]\nwho = \"sees\"\ndice = \"{dice}\"\nneeds = {needs}\n"
        );
        notes(&mine)
    };
    let told = |what: &str| {
        [("test", 9), ("interrupts", 14)].map(|(test, line)| {
            format!(
                "the test of `turn.{test}` {what}, whoever rolls it (line {line} of `mine.toml`)"
            )
        })
    };
    assert_eq!(turn("3d6", 3), told("never fails"));
    assert_eq!(turn("d12", 20), told("never succeeds"));
    assert_eq!(turn("d20", 21), told("never succeeds"));
    assert_eq!(turn("d20", 20), [""; 0]);
}

#[test]
fn places_that_nothing_names_are_told() {
    let places = "places = { well = { at = [12, 20] }, mill = { at = [2, 2] }, \"old-mill\" = { at = [3, 3] } }";
    let battle = EVERYTHING.replacen("places = { well = { at = [12, 20] } }", places, 1);
    let of = |battle: &str| {
        let scenario = load(battle.as_bytes(), "b.toml", &[], &NoFiles);
        let notes = scenario.unwrap_or_else(|problems| panic!("{problems}")).notes();
        notes.into_iter().filter(|it| it.starts_with("nothing in the battle")).collect::<Vec<_>>()
    };
    assert_eq!(of(EVERYTHING), [""; 0]);
    let told =
        "nothing in the battle asks for the place `mill`, nor for 1 more (line 8 of `b.toml`)";
    assert_eq!(of(&battle), [told]);
}

/// Answers of a turn that never come up beside the others.
#[test]
fn answers_of_a_turn_that_never_come_up_are_told() {
    let turn = |more: &str| {
        notes(&format!("name = \"mine\"\nextends = \"lloyd\"\n[turn]\nnext = \"sides\"\n{more}"))
    };
    let idle = |key: &str, line: usize, why: &str| {
        [format!(
            "`turn.{key}` is accepted, but does nothing here: {why} (line {line} of `mine.toml`)"
        )]
    };
    let test = "times = \"again\"\n[turn.test]\ndice = \"d6\"\nneeds = 3\n";
    let harder = "a turn is one activation, and nobody acts twice in it";
    assert_eq!(turn(&format!("{test}harder = 1\n")), idle("test.harder", 9, harder));
    assert_eq!(turn(&format!("units = 2\n{test}harder = 1\n")), [""; 0]);
    let failures = "one activation is handed over at a time: the turn passes on after it anyway";
    assert_eq!(turn(&format!("{test}failures = 1\n")), idle("test.failures", 9, failures));
    let deck =
        "name = \"mine\"\nextends = \"unit-deck\"\n[turn]\nleader-cards = 0\nleader-reach = 9\n";
    assert_eq!(
        notes(deck),
        idle("leader-reach", 5, "the deck has no cards of leaders: `leader-cards`")
    );
}

/// A unit's test and the roll for initiative may use any dice.
#[test]
fn tests_of_units_are_of_any_dice() {
    let mine = "name = \"mine\"\nextends = \"lloyd\"\n[turn]\nnext = \"sides\"\nhands-over = \"side\"\ntimes = \"once-a-turn\"\n\
                [turn.test]\ndice = \"2d6\"\nneeds = 7\nfailures = 1\n[turn.interrupts]\nwho = \"sees\"\ndice = \"3d6\"\nneeds = 10\n";
    let scenario = by(mine, &[]);
    let turn = scenario.spec.rules.system.turn().expect("it is a table");
    let dice = [turn.test.map(|it| it.dice), turn.interrupts.and_then(|it| it.dice)];
    assert_eq!(dice, [2, 3].map(|count| Some(Dice { count, sides: 6 })));
    assert_eq!(scenario.notes(), [""; 0]);
}

/// A battle with every table that there is.
const EVERYTHING: &str = r#"
title = "Everything"
starts = "Red"
cap = "40 rounds"
[board]
size = [24, 24]
features = [{ kind = "house", at = [10, 10], size = [4, 4] }]
places = { well = { at = [12, 20] } }
[side.Red]
wins = { holds = "well" }
bot = "mine"
scores = [{ holds = "well", points = 1 }]
[[side.Red.body]]
name = "Red band"
figures = 4
troops = "average"
weapon = "sword"
leader = { name = "Ann", rank = "good" }
sub-leader = { name = "Cid", rank = "adequate" }
line = { from = [4, 4], to = [8, 4] }
[[side.Red.order]]
figures = ["Red band"]
task = { occupy = "well" }
[[side.Red.block]]
bodies = ["Red band", "Red others"]
[[side.Red.body]]
name = "Red others"
figures = 2
troops = "average"
weapon = "sword"
scattered = { at = [4, 12], radius = 2 }
[side.Blue]
wins = [{ points = 10 }, { after = "30 rounds" }]
scores = [{ for-each = "enemy-lost", points = 1 }]
[[side.Blue.body]]
name = "Blue band"
figures = 4
troops = "average"
weapon = "bow"
at = [20, 20]
[event.alarm]
side = "Red"
when = "engaged"
[bot.mine]
lines = [{ when = "alarm has happened", do = "carry out order" }, { do = "stand" }]
[set]
"move.foot" = 7
[[expect]]
measure = "win rate"
side = "Red"
at_least = 0.1
[tune]
may = ["move"]
"#;

const PLAYED: &str = r#"
battle = "Everything"
[mix.Red]
mine = 1
[bot.mine]
lines = [{ do = "stand" }]
[solved]
value = 0.5
low = 0.4
high = 0.6
gaps = { Red = 0.1, Blue = 0.1 }
games = 100
code = "x"
"#;

/// Collects every declared table of a file.
fn tables(
    form: &Form,
    value: &toml::Value,
    path: &mut Vec<String>,
    found: &mut Vec<(&'static str, Vec<String>)>,
) {
    match (form, value) {
        (Form::Table(doc), toml::Value::Table(table)) => {
            found.push((doc.name, path.clone()));
            for field in doc.fields {
                if let Some(value) = table.get(field.key) {
                    path.push(field.key.to_owned());
                    tables(&field.form, value, path, found);
                    path.pop();
                }
            }
        }
        (Form::Named(form), toml::Value::Table(table)) => {
            for (key, value) in table {
                path.push(key.clone());
                tables(form, value, path, found);
                path.pop();
            }
        }
        (Form::List(form), toml::Value::Array(list)) => {
            for (k, value) in list.iter().enumerate() {
                path.push(k.to_string());
                tables(form, value, path, found);
                path.pop();
            }
        }
        (Form::Either(forms), value) => {
            forms.iter().for_each(|form| tables(form, value, path, found))
        }
        _ => {}
    }
}

/// Collects the names of all declared tables at or below a form.
fn described(form: &Form, names: &mut BTreeSet<&'static str>) {
    match form {
        Form::Table(doc) if names.insert(doc.name) => {
            doc.fields.iter().for_each(|field| described(&field.form, names));
        }
        Form::Named(form) | Form::List(form) => described(form, names),
        Form::Either(forms) => forms.iter().for_each(|form| described(form, names)),
        _ => {}
    }
}

/// Returns a text with a misspelled key in each of its tables in turn.
fn planted(doc: &'static TableDoc, text: &str) -> Vec<(&'static str, String)> {
    let whole: toml::Value = toml::Value::Table(text.parse().expect("it is TOML"));
    let (mut found, mut names) = (Vec::new(), BTreeSet::new());
    tables(&Form::Table(doc), &whole, &mut Vec::new(), &mut found);
    described(&Form::Table(doc), &mut names);
    let missing: Vec<_> =
        names.iter().filter(|name| found.iter().all(|(it, _)| it != *name)).collect();
    assert!(missing.is_empty(), "the text has no {missing:?}");
    let plant = |(name, path): (&'static str, Vec<String>)| {
        let mut tree = whole.clone();
        let place = path.iter().fold(&mut tree, |value, key| match value {
            toml::Value::Array(list) => &mut list[key.parse::<usize>().expect("a number")],
            value => &mut value[key.as_str()],
        });
        let table = place.as_table_mut().expect("a table");
        table.insert("zzz".to_owned(), toml::Value::Integer(1));
        (name, toml::to_string(&tree).expect("it can be written"))
    };
    found.into_iter().map(plant).collect()
}

#[test]
fn no_key_of_a_battle_passes_in_silence() {
    let read = |text: &str| load(text.as_bytes(), "it.toml", &[], &NoFiles);
    read(EVERYTHING).unwrap_or_else(|problems| panic!("{problems}"));
    for (name, text) in planted(&SCENARIO, EVERYTHING) {
        let problems = read(&text).expect_err(name);
        assert!(
            problems.list().iter().any(|it| it.message.contains("`zzz`")),
            "{name}: {problems}"
        );
    }
}

#[test]
fn no_key_of_players_passes_in_silence() {
    let battle = load(EVERYTHING.as_bytes(), "it.toml", &[], &NoFiles).expect("it is sound");
    let read = |text: &str| battle.clone().read_players(text.as_bytes(), "players.toml", &NoFiles);
    read(PLAYED).unwrap_or_else(|problems| panic!("{problems}"));
    for (name, text) in planted(&PLAYERS, PLAYED) {
        let problems = read(&text).expect_err(name);
        assert!(
            problems.list().iter().any(|it| it.message.contains("`zzz`")),
            "{name}: {problems}"
        );
    }
}

/// Keys of bots that the rules of a battle don't use.
#[test]
fn keys_of_a_battle_that_its_rules_do_not_read_are_told() {
    let notes = |rules: &str, text: &str| {
        based(&format!("rules = \"{rules}\"\n{text}"), "", &[], &[]).notes()
    };
    let bot = "[bot.mine]\nnominate = \"leader first\"\nleast-chance = 10\npass = 5\ncommits = false\n\
               lines = [{ do = \"move to objective\" }, { do = \"stand\" }]\n";
    let text = BASE.replacen("bot = \"runner\"", "bot = \"mine\"", 1);
    let told = notes("alternate", &format!("{text}{bot}"));
    let keys = ["least-chance", "pass", "commits"];
    let expected = keys.map(|key| format!("`{key}` of the bot `mine` (line "));
    assert_eq!(told.len(), keys.len(), "{told:?}");
    assert!(expected.iter().all(|it| told.iter().any(|note| note.starts_with(it))), "{told:?}");
}
