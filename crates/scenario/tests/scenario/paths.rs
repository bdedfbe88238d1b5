//! Parameters by path: listed, read, and set from the scenario, from a rulebook of one's own and from the command line.

use std::collections::{BTreeMap, BTreeSet};

use skirmish_engine::rulebook::{
    Advantage, FactorCondition, Fighting, HalfStrengthTest, Routines, System,
};
use skirmish_engine::side::Side;
use skirmish_scenario::{Kind, NoFiles, Origin, Override, Parameter, RULEBOOKS, Scenario, load};

const BASE: &str = include_str!("../files/base.toml");
const PETITE: &str = include_str!("../files/petite.toml");

/// A small fight for a shipped rulebook, and what sets it.
fn fight(rules: &'static str) -> (&'static str, Vec<(&'static str, &'static str)>) {
    if rules == "petite-guerre" {
        (PETITE, Vec::new())
    } else {
        (BASE, vec![("rules", rules)])
    }
}

fn with(more: &str, overrides: &[(&str, &str)], files: &[(&str, &str)]) -> Scenario {
    based(BASE, more, overrides, files)
}

fn based(base: &str, more: &str, overrides: &[(&str, &str)], files: &[(&str, &str)]) -> Scenario {
    let overrides: Vec<Override> = overrides
        .iter()
        .map(|(path, value)| Override::new(path, value))
        .collect();
    let files: BTreeMap<String, Vec<u8>> = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
        .collect();
    match load(
        format!("{base}\n{more}").as_bytes(),
        "small.toml",
        &overrides,
        &files,
    ) {
        Ok(scenario) => scenario,
        Err(problems) => panic!("{problems}"),
    }
}

#[test]
fn the_published_numbers_are_in_the_rulebook() {
    let scenario = with("", &[], &[]);
    for (path, value) in [
        ("seize.base.sub-human", "22"),
        ("seize.base.average", "19"),
        ("seize.base.demigod", "16"),
        ("seize.leadership.inspired", "4"),
        ("seize.factor.engaged", "-4"),
        ("seize.dice", "d20"),
        ("move.group", "4"),
        ("shooting.reactive", "-1"),
    ] {
        let parameter = scenario.parameter(path).unwrap();
        assert_eq!(parameter.value, value, "{path}");
        assert_eq!(parameter.origin, Origin::Published, "{path}");
        assert!(parameter.rule.starts_with("LL-"), "{path}");
    }
    assert_eq!(
        scenario.parameter("move.base").unwrap().origin,
        Origin::Companion
    );
    assert_eq!(
        scenario.parameter("move.foot").unwrap().origin,
        Origin::Assumed
    );
}

#[test]
fn the_published_numbers_of_petite_guerre_are_in_its_rulebook() {
    let scenario = based(PETITE, "", &[], &[]);
    for (path, value, rule) in [
        ("skill.aimed-fire.civilians", "d4", "PG-07"),
        ("skill.aimed-fire.line-infantry", "d8", "PG-07"),
        ("skill.aimed-fire.light-infantry", "d10", "PG-07"),
        ("weapon.musket.stick.40", "11", "PG-07"),
        ("fire.aim", "d8", "PG-07"),
        ("fire.screened", "4", "PG-07"),
        ("fire.effect-dice", "d4", "PG-08"),
        ("fire.reload", "4", "PG-09"),
        ("fire.haste", "d4", "PG-10"),
        ("fire.volley", "d20", "PG-11"),
        ("fire.rank-reload", "16", "PG-12"),
        ("fire.platoon-reload", "12", "PG-12"),
        ("hand-to-hand.hit", "4", "PG-13"),
        ("points.leader.leader", "12", "PG-03"),
        ("points.leader.sub-leader", "6", "PG-03"),
    ] {
        let parameter = scenario.parameter(path).unwrap();
        assert_eq!(parameter.value, value, "{path}");
        assert_eq!(parameter.origin, Origin::Published, "{path}");
        assert_eq!(parameter.rule, rule, "{path}");
    }
    for (path, origin) in [
        ("skill.aimed-fire.militia", Origin::Assumed),
        ("weapon.musket.stick.50", Origin::Assumed),
        ("move.base", Origin::Companion),
        ("control.in-control", Origin::Assumed),
    ] {
        assert_eq!(scenario.parameter(path).unwrap().origin, origin, "{path}");
    }
    // What only the other rulebook has is no parameter here.
    for path in [
        "seize.dice",
        "shooting.dice",
        "quality.militia",
        "move.foot",
    ] {
        assert_eq!(scenario.parameter(path), None, "{path}");
    }
    let rules = &scenario.spec.rules;
    assert_eq!(
        rules.movement.foot,
        rules.movement.paces.unwrap().infantry[0][1]
    );
    assert_eq!(rules.morale.start, 0);
    assert_eq!(rules.shooting.cover_distance, rules.fire.cover_distance);
}

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
        let mut paths: Vec<&str> = scenario
            .parameters
            .iter()
            .map(|p| p.path.as_str())
            .collect();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), scenario.parameters.len());
    }
}

/// Whatever is listed can be set to what it is, and that changes nothing but the origin.
#[test]
fn setting_every_parameter_to_its_own_value_changes_nothing() {
    for rules in RULEBOOKS {
        let (base, before) = fight(rules.0);
        let plain = based(base, "", &before, &[]);
        // The command line takes no more at once.
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

/// Every number, die and word can be set to something else, is listed so, and changes the rulebook's hash.
#[test]
fn every_parameter_can_be_changed() {
    for rules in RULEBOOKS {
        let (base, set) = fight(rules.0);
        let plain = based(base, "", &set, &[]);
        for parameter in &plain.parameters {
            if parameter.path.ends_with("effect.quality-1.retreat")
                || parameter.path.ends_with("effect.retreat")
                // Other tables go with another way of fighting.
                || parameter.path == "fighting"
            {
                continue;
            }
            let other = other(parameter);
            let mut set = set.clone();
            set.push((&parameter.path, &other));
            let changed = based(base, "", &set, &[]);
            assert_eq!(
                changed.get(&parameter.path),
                Some(other.as_str()),
                "{}",
                parameter.path
            );
            assert_ne!(
                changed.rulebook_sha256, plain.rulebook_sha256,
                "{}",
                parameter.path
            );
        }
    }
}

/// Another value that may stand for a parameter.
fn other(parameter: &Parameter) -> String {
    match &parameter.kind {
        Kind::Whole(limit) | Kind::Factor(limit) => {
            let value: i64 = parameter.value.parse().unwrap();
            // Tables whose rows must be in order have room below the first and above the last row; sticks have room
            // above each.
            let above = ["kill", "long"].iter().any(|l| parameter.path.ends_with(l))
                || parameter.path.contains(".stick.");
            let up = (above || value == limit.least) && value < limit.most;
            (if up { value + 1 } else { value - 1 }).to_string()
        }
        Kind::Length(_) => {
            let whole = parameter.value.split('.').next().unwrap();
            let [half, more] = [".5", ".75"].map(|part| format!("{whole}{part}"));
            if half == parameter.value { more } else { half }
        }
        Kind::Dice => "2d6".to_owned(),
        Kind::Die => "d7".to_owned(),
        Kind::Amount => "d7+1".to_owned(),
        Kind::Words(words) => words
            .iter()
            .find(|w| **w != parameter.value)
            .unwrap()
            .to_string(),
        Kind::Flag => (parameter.value != "true").to_string(),
        Kind::Routines(_) => "5/2".to_owned(),
    }
}

/// The initiative of one rulebook and the fighting of the other, both ways round.
#[test]
fn systems_and_ways_of_fighting_can_be_mixed() {
    let lloyd = "name = \"mine\"\nextends = \"petite-guerre\"\nsystem = \"lloyd\"\n[seize]\ndice = \"d20\"\neveryone-fights-up-to = 3\n[seize.base]\ncivilians = 21\nmilitia = 20\nline-infantry = 19\nlight-infantry = 18\nrangers = 17\ndragoons = 19\nhussars = 18\n[seize.leadership]\nleader = 2\nsub-leader = 1\n[seize.factor]\nengaged = -4\n";
    let rules = [("rules", "mine.toml")];
    let scenario = based(PETITE, "", &rules, &[("mine.toml", lloyd)]);
    let book = &scenario.spec.rules;
    assert_eq!(
        (book.system, book.fighting),
        (System::Lloyd, Fighting::PetiteGuerre)
    );
    let militia = book.troops.iter().find(|t| t.name == "militia").unwrap();
    assert_eq!((militia.base, militia.skills.aimed), (20, 6));
    assert_eq!((book.ranks[0].bonus, book.ranks[0].worth), (2, 12));
    assert_eq!(scenario.parameter("control.in-control"), None);
    assert_eq!(scenario.parameter("skill.command.militia"), None);

    let turns = "name = \"mine\"\nextends = \"lloyd\"\nsystem = \"petite-guerre\"\n[control]\nin-control = 4\nout-of-control = 2\n[skill.command]\nsub-human = \"d4\"\nrubbish = \"d4\"\npoor = \"d6\"\naverage = \"d8\"\ngood = \"d10\"\nexcellent = \"d12\"\ndemigod = \"d12\"\n";
    let scenario = with("", &rules, &[("mine.toml", turns)]);
    let book = &scenario.spec.rules;
    assert_eq!(
        (book.system, book.fighting),
        (System::PetiteGuerre, Fighting::Host)
    );
    let average = book.troops.iter().find(|t| t.name == "average").unwrap();
    assert_eq!((average.quality, average.skills.command), (2, 8));
    // Ranks have their names, though leadership counts for nothing.
    assert!(
        book.ranks
            .iter()
            .any(|r| r.name == "heroic" && r.bonus == 0)
    );
    assert_eq!(scenario.parameter("seize.dice"), None);
    assert!(scenario.parameter("shooting.dice").is_some());
    assert!(book.weapons.iter().all(|w| w.stick.is_none()));

    // With tables for both, either can be played.
    let both = format!("{turns}[options]\nhalf-strength-test = \"each-loss\"\n");
    let files = [("mine.toml", both.as_str())];
    let each = with("", &rules, &files).spec.rules.control;
    assert_eq!(each.half_strength_test, HalfStrengthTest::EachLoss);
    let set = [rules[0], ("seize.dice", "2d10"), ("system", "lloyd")];
    let back = with("", &set, &[("mine.toml", turns)]);
    assert_eq!(back.spec.rules.system, System::Lloyd);
    assert_eq!(back.get("seize.dice"), Some("2d10"));
}

#[test]
fn the_command_line_overrides_the_scenario_overrides_the_rulebook() {
    let own = "name = \"mine\"\nextends = \"lloyd\"\nseize.base.average = 17\nseize.base.good = 16\nmove.foot = 7.5\n";
    let set = "[set]\n\"seize.base.average\" = 18\nseize.base.poor = 21\n";
    let scenario = with(
        set,
        &[("rules", "mine.toml"), ("seize.base.poor", "15")],
        &[("mine.toml", own)],
    );
    let origin = |path: &str| {
        let p = scenario.parameter(path).unwrap();
        (
            p.value.as_str(),
            p.origin,
            p.base_value.as_deref(),
            p.base_origin,
        )
    };
    let published = Some(Origin::Published);
    assert_eq!(
        origin("seize.base.average"),
        ("18", Origin::Scenario, Some("19"), published)
    );
    assert_eq!(
        origin("seize.base.good"),
        ("16", Origin::Rulebook, Some("18"), published)
    );
    assert_eq!(
        origin("seize.base.poor"),
        ("15", Origin::CommandLine, Some("20"), published)
    );
    assert_eq!(
        origin("move.foot"),
        ("7.5", Origin::Rulebook, Some("8"), Some(Origin::Assumed))
    );
    assert_eq!(scenario.spec.rules.name, "mine");
    assert_eq!(scenario.spec.rules.movement.foot, 1920);
    let names: Vec<&str> = scenario.inputs.iter().map(|i| i.name.as_str()).collect();
    assert!(names.contains(&"mine.toml") && names.contains(&"rulebook lloyd"));
}

/// Other values that might stand in the place of a parameter's.
fn others(parameter: &Parameter) -> Vec<String> {
    let now = parameter.value.as_str();
    let whole = |step: i64| now.parse::<i64>().ok().map(|now| (now + step).to_string());
    let length = |factor: f64| {
        now.parse::<f64>()
            .ok()
            .map(|now| format!("{:.2}", now * factor))
    };
    match &parameter.kind {
        Kind::Whole(_) | Kind::Factor(_) => [whole(1), whole(-1)].into_iter().flatten().collect(),
        Kind::Routines(_) => ["1", "2"].map(str::to_owned).to_vec(),
        Kind::Length(_) => [length(1.25), length(0.8)].into_iter().flatten().collect(),
        Kind::Dice | Kind::Die | Kind::Amount => {
            ["d6", "d8", "d10", "d20"].map(str::to_owned).to_vec()
        }
        Kind::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        Kind::Flag => vec!["true".to_owned(), "false".to_owned()],
    }
}

/// A number that stands in a rulebook and never reaches the engine is worse than none: whatever a shipped rulebook says and
/// has in use is a parameter, and another value of it is another rulebook.
#[test]
fn every_parameter_reaches_the_engine() {
    for (rules, _) in RULEBOOKS {
        let (base, before) = fight(rules);
        let plain = based(base, "", &before, &[]);
        let read = |more: &[(&str, &str)]| {
            let all = before.iter().chain(more);
            let all: Vec<Override> = all
                .map(|(path, value)| Override::new(path, value))
                .collect();
            load(base.as_bytes(), "small.toml", &all, &NoFiles).ok()
        };
        for parameter in &plain.parameters {
            let path = parameter.path.as_str();
            if ["system", "fighting"].contains(&path) {
                continue;
            }
            let others = others(parameter);
            let others = others.iter().filter(|value| **value != parameter.value);
            let mut changed = others.filter_map(|value| read(&[(path, value)]));
            assert!(
                changed.any(|scenario| scenario.spec.rules != plain.spec.rules),
                "{rules}: {path} changes nothing"
            );
        }
    }
}

/// Paths of all values of a table.
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

/// Whatever a shipped rulebook says is a parameter of it under some system and some way of fighting.
#[test]
fn nothing_in_a_rulebook_goes_unread() {
    for (rules, text) in RULEBOOKS {
        let said: toml::Table = text.parse().expect("it is TOML");
        let mut unread = BTreeSet::new();
        leaves(&said, "", &mut unread);
        unread.retain(|path| !["name", "about", "extends", "origin"].contains(&path.as_str()));
        let (base, before) = fight(rules);
        let read = |set: &[(&str, &str)]| {
            let all = before.iter().chain(set);
            let all: Vec<Override> = all
                .map(|(path, value)| Override::new(path, value))
                .collect();
            load(base.as_bytes(), "small.toml", &all, &NoFiles).ok()
        };
        for system in System::ALL {
            for (word, _) in Fighting::ALL {
                let set = [("system", system.name()), ("fighting", word)];
                if let Some(scenario) = read(&set) {
                    unread.retain(|path| scenario.get(path).is_none());
                }
            }
        }
        // The rest goes with another reading of its own rules.
        let own = read(&[]).expect("it is shipped");
        for option in own
            .parameters
            .iter()
            .filter(|p| p.path.starts_with("options."))
        {
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

/// What a weapon does to a man is read, and is a parameter like others (ADC-2).
#[test]
fn weapons_have_their_damage() {
    let scenario = with("", &[("rules", "osric")], &[]);
    let weapons = &scenario.spec.rules.weapons;
    let weapon = |name: &str| weapons.iter().find(|w| w.name == name).unwrap();
    for (name, blow, shot) in [
        ("sword", "d8", "0"),
        ("two-handed-sword", "d10", "0"),
        ("bow", "d4", "d6"),
        ("claws", "d8", "0"),
    ] {
        let harm = weapon(name).harm;
        let found = (harm.blow.to_string(), harm.shot.to_string());
        assert_eq!(found, (blow.to_owned(), shot.to_owned()), "{name}");
        let path = format!("weapon.{name}.damage");
        assert_eq!(scenario.get(&path), Some(blow));
    }
    let set = [("rules", "osric"), ("weapon.sword.damage", "d6+1")];
    assert_eq!(with("", &set, &[]).get("weapon.sword.damage"), Some("d6+1"));
}

/// The whole table of the original: no weapon has a speed factor of 11 or 12, and none but the pike one above 10, so that
/// two extra strikes (AD-10) come of pikes only.
#[test]
fn the_weapons_of_the_original_are_all_there() {
    let scenario = with("", &[("rules", "adnd")], &[]);
    let weapons = &scenario.spec.rules.weapons;
    assert_eq!(weapons.len(), 65);
    let factors = weapons
        .iter()
        .filter_map(|w| w.handling.speed_factor.map(|speed| (speed, &w.name)));
    let (mut count, mut slow) = (0, Vec::new());
    for (speed, name) in factors {
        count += 1;
        assert!((1..=10).contains(&speed) || speed == 13, "{name}: {speed}");
        if speed > 10 {
            slow.push(name.as_str());
        }
    }
    assert_eq!((count, slow), (51, vec!["pike"]));
    for (path, value) in [
        ("weapon.fist.speed-factor", "1"),
        ("weapon.bastard-sword.damage", "2d4"),
        ("weapon.heavy-lance.damage", "2d4+1"),
        ("weapon.heavy-lance.charge-damage", "2"),
        ("weapon.bill-guisarme.speed-factor", "10"),
        ("weapon.partisan.length", "7"),
        ("weapon.dart.shots", "3"),
        ("weapon.dart.range.long", "4.5"),
    ] {
        assert_eq!(scenario.get(path), Some(value), "{path}");
    }
}

/// A troop type's full move, in a rulebook that has none and in one of a designer's own.
#[test]
fn troop_types_may_have_a_full_move_of_their_own() {
    let rate = |scenario: &Scenario, name: &str| {
        let mut troops = scenario.spec.rules.troops.iter();
        troops.find(|troop| troop.name == name).unwrap().rate
    };
    let plain = with("", &[], &[]);
    assert_eq!(rate(&plain, "average"), None);
    assert_eq!(plain.parameter("move.troop.average"), None);
    let set = "[set]\nmove.troop.average = 6.5\n";
    for scenario in [
        with(set, &[], &[]),
        with("", &[("move.troop.average", "6.5")], &[]),
    ] {
        assert_eq!(rate(&scenario, "average"), Some(1664));
        assert_eq!(rate(&scenario, "good"), None);
        assert_eq!(scenario.get("move.troop.average"), Some("6.5"));
        assert_ne!(scenario.rulebook_sha256, plain.rulebook_sha256);
    }
    let own = "name = \"mine\"\nextends = \"lloyd\"\n[move.troop]\ngood = 10\n";
    let files = [("mine.toml", own)];
    let mine = [("rules", "mine.toml")];
    let scenario = with("", &mine, &files);
    assert_eq!(rate(&scenario, "good"), Some(2560));
    let origin = |s: &Scenario| s.parameter("move.troop.good").unwrap().origin;
    assert_eq!(origin(&scenario), Origin::Rulebook);
    let scenario = with("", &[mine[0], ("move.troop.good", "11")], &files);
    assert_eq!(origin(&scenario), Origin::CommandLine);
    assert_eq!(rate(&scenario, "good"), Some(2816));
    // Any system plays by it.
    for system in System::ALL {
        let scenario = with("", &[mine[0], ("system", system.name())], &files);
        assert_eq!(rate(&scenario, "good"), Some(2560), "{}", system.name());
    }
    // And so does AD&D's fighting.
    let own = own.replace("lloyd", "osric");
    let scenario = with("", &mine, &[("mine.toml", own.as_str())]);
    assert_eq!(rate(&scenario, "good"), Some(2560));
}

#[test]
fn factors_can_be_added_changed_and_switched_off() {
    let set = "[set]\nseize.factor.outnumbered = 1\nseize.factor.engaged = \"off\"\n\"seize.factor.lost\" = { when = [\"alone\", \"leader-lost\"], value = -3 }\n";
    let scenario = with(set, &[("seize.factor.lost", "-2")], &[]);
    let factors = &scenario.spec.rules.seize.factors;
    assert!(factors.iter().all(|f| f.name != "engaged"));
    let lost = factors.iter().find(|f| f.name == "lost").unwrap();
    assert_eq!(
        lost.when,
        [FactorCondition::Alone, FactorCondition::LeaderLost]
    );
    assert_eq!(lost.value, -2);
    assert_eq!(scenario.get("seize.factor.engaged"), Some("off"));
    assert_eq!(scenario.get("seize.factor.outnumbered"), Some("1"));
    let parameter = scenario.parameter("seize.factor.engaged").unwrap();
    assert_eq!(parameter.base_value.as_deref(), Some("-4"));
}

#[test]
fn the_scenario_itself_can_be_set() {
    let scenario = with(
        "",
        &[
            ("side.Red.body.1.figures", "6"),
            ("side.Blue.body.Blue band.troops", "good"),
            ("side.Red.bot", "rusher"),
            ("cap", "100"),
            ("board.places.well.radius", "1.5"),
        ],
        &[],
    );
    assert_eq!(scenario.spec.sides[Side::A].figures.len(), 6);
    assert_eq!(scenario.spec.sides[Side::A].bot.name, "rusher");
    assert_eq!(scenario.spec.cap, 100);
    assert_eq!(scenario.spec.places[0].radius, 384);
    assert_eq!(scenario.get("side.Blue.body.1.troops"), Some("good"));
    assert_eq!(scenario.get("side.\"Red\".body.1.figures"), Some("6"));
    assert_eq!(scenario.get("nonsense"), None);
    assert_eq!(scenario.side("Blue"), Some(Side::B));
}

#[test]
fn a_rulebook_and_a_bot_of_ones_own_come_from_files() {
    let rules = "name = \"mine\"\nextends = \"lloyd\"\n[seize.base]\nmilitia = 20\n[quality]\nmilitia = 1\n[weapon.\"long bow\"]\nrange = { short = 10, medium = 20, long = 30 }\nto-hit = { short = 5, medium = 7, long = 8 }\nmobility = \"half\"\n[[origin]]\nof = [\"weapon.long bow\"]\norigin = \"published\"\nrule = \"LL-14\"\nnote = \"my own page\"\n";
    let bot = "lines = [{ when = \"engaged\", do = \"fight\" }, { do = \"move to well\" }, { do = \"stand\" }]\n";
    let scenario = with(
        "",
        &[
            ("rules", "mine.toml"),
            ("side.Red.body.1.troops", "militia"),
            ("side.Red.body.1.weapon", "long bow"),
            ("side.Red.bot", "bots/sly.toml"),
        ],
        &[("mine.toml", rules), ("bots/sly.toml", bot)],
    );
    assert_eq!(scenario.spec.sides[Side::A].bot.name, "sly");
    let parameter = scenario.parameter("weapon.long bow.range.short").unwrap();
    assert_eq!(
        (parameter.origin, parameter.note.as_str()),
        (Origin::Published, "my own page")
    );
    assert_eq!(
        scenario.parameter("seize.base.militia").unwrap().origin,
        Origin::Rulebook
    );
}

#[test]
fn overrides_are_read_from_one_argument() {
    assert_eq!(
        Override::parse("seize.base.average=18"),
        Ok(Override::new("seize.base.average", "18"))
    );
    assert!(Override::parse("seize.base.average").is_err());
    assert!(Override::parse("=3").is_err());
}

#[test]
fn hashes_are_those_of_standard_tools() {
    let scenario = load(BASE.as_bytes(), "small.toml", &[], &NoFiles).unwrap();
    assert_eq!(scenario.scenario_sha256.len(), 64);
    assert_eq!(scenario.inputs[0].sha256, scenario.scenario_sha256);
}

/// The tables of the systems with turns are where their sources say, with what their sources say.
#[test]
fn the_published_numbers_of_the_other_systems_are_in_their_rulebooks() {
    use Origin::{Assumed, Companion, Published};
    for (rules, path, value, origin, rule) in [
        ("cards", "options.end-card", "none", Assumed, "BL-02"),
        ("lloyd-d10", "turn.dice", "d10", Companion, "LLC-3"),
        ("warspike", "warspike.turns", "20", Assumed, "WS-01"),
        ("warspike", "warspike.increments", "10", Companion, "WS-04"),
        (
            "warspike",
            "warspike.advantage.dice",
            "d6",
            Assumed,
            "WS-07",
        ),
        (
            "warspike",
            "options.reaction-move",
            "towards",
            Published,
            "WS-03",
        ),
        ("adnd", "segments.dice", "d6", Published, "AD-01"),
        ("adnd", "segments.round", "10", Published, "AD-05"),
        ("adnd", "segments.charge-rest", "10", Published, "AD-09"),
        (
            "adnd",
            "options.timed-loser",
            "by-segment",
            Published,
            "AD-04",
        ),
        ("adnd", "troops.average.blows", "1", Assumed, "AD-01"),
        (
            "adnd",
            "troops.zombie.always-last",
            "true",
            Published,
            "AD-01",
        ),
        (
            "adnd",
            "weapon.scimitar.speed-factor",
            "4",
            Published,
            "AD-07",
        ),
        ("adnd", "weapon.pike.speed-factor", "13", Companion, "AD-10"),
        (
            "adnd",
            "weapon.heavy-crossbow.shots",
            "1/2",
            Companion,
            "AD-01",
        ),
        ("adnd", "weapon.spell.segments", "2", Published, "AD-04"),
        ("adnd", "fighting", "osric", Companion, "ADC-1"),
        (
            "adnd",
            "options.charge-met",
            "longer-first",
            Companion,
            "ADC-7",
        ),
        ("adnd", "options.segment", "by-method", Published, "AD-06"),
        ("adnd", "options.surprise", "none", Assumed, "ADC-9"),
        ("adnd", "options.missile-range", "1e", Companion, "ADC-3"),
        ("adnd", "combat.level.orc", "2", Companion, "ADC-1"),
        ("adnd", "combat.level.good", "1", Assumed, "ADC-1"),
        (
            "adnd",
            "combat.hit-points.zombie",
            "2d8",
            Companion,
            "ADC-2",
        ),
        ("adnd", "weapon.sword.damage", "d8", Companion, "ADC-2"),
        (
            "adnd",
            "weapon.long-bow.range.long",
            "21",
            Companion,
            "ADC-3",
        ),
        ("adnd", "move.foot", "9", Companion, "HOST-1"),
        ("adnd", "move.troop.zombie", "6", Companion, "HOST-1"),
        ("adnd", "move.troop.skeleton", "12", Companion, "HOST-1"),
        ("adnd", "move.troop.light-horse", "24", Companion, "HOST-1"),
        ("osric", "options.segment", "osric", Companion, "ADC-6"),
        ("osric", "options.surprise", "osric", Companion, "ADC-9"),
        (
            "osric",
            "options.missile-range",
            "osric",
            Companion,
            "ADC-3",
        ),
        (
            "osric",
            "options.charge-met",
            "longer-first",
            Companion,
            "ADC-7",
        ),
        (
            "osric",
            "weapon.crossbow.shot-damage",
            "d4+1",
            Companion,
            "ADC-2",
        ),
        ("osric", "move.troop.heavy-horse", "15", Companion, "HOST-1"),
    ] {
        let scenario = with("", &[("rules", rules)], &[]);
        let parameter = scenario.parameter(path).unwrap();
        let found = (
            parameter.value.as_str(),
            parameter.origin,
            parameter.rule.as_str(),
        );
        assert_eq!(found, (value, origin, rule), "{rules}: {path}");
    }
}

/// What a rulebook lacks of the system that it is played under comes from the shipped rulebook of that system, and is the
/// same as under that rulebook; what the rulebook has stays.
#[test]
fn a_system_brings_its_tables_to_any_rulebook() {
    for system in System::ALL {
        let brought = with("", &[("system", system.name())], &[]);
        let book = &brought.spec.rules;
        assert_eq!(book.system, system);
        assert_eq!(brought.get("system"), Some(system.name()));
        if system != System::PetiteGuerre {
            let named = with("", &[("rules", system.name())], &[]).spec.rules;
            assert_eq!(book.warspike, named.warspike);
            assert_eq!(book.segments, named.segments);
            assert_eq!(
                (book.turn_dice, book.end_card),
                (named.turn_dice, named.end_card)
            );
            for (mine, other) in book.troops.iter().zip(&named.troops) {
                assert_eq!((&mine.name, mine.nature), (&other.name, other.nature));
            }
            for (mine, other) in book.weapons.iter().zip(&named.weapons) {
                assert_eq!((&mine.name, mine.handling), (&other.name, other.handling));
            }
        }
    }
    // The fighting stays the rulebook's own, whatever that of the system's rulebook is.
    let lloyd = with("", &[], &[]);
    let adnd = with("", &[("system", "adnd")], &[]);
    let (own, brought) = (&lloyd.spec.rules, &adnd.spec.rules);
    assert_eq!(own.fighting, Fighting::Host);
    assert_eq!(brought.fighting, own.fighting);
    assert_eq!(brought.movement, own.movement);
    for (own, brought) in own.weapons.iter().zip(&brought.weapons) {
        assert_eq!(own.missile, brought.missile, "{}", own.name);
        assert_eq!(own.harm, brought.harm, "{}", own.name);
    }
    let fights = |p: &&Parameter| p.path.starts_with("combat.") || p.path.ends_with("damage");
    let ours: Vec<&Parameter> = adnd.parameters.iter().filter(fights).collect();
    assert!(
        ours.iter()
            .all(|p| p.path.ends_with("set-damage") || p.path.ends_with("charge-damage")),
        "{ours:?}"
    );
    // And a battle of AD&D's keeps its own under another system.
    let set = [("rules", "adnd"), ("system", "lloyd")];
    assert_eq!(with("", &set, &[]).spec.rules.fighting, Fighting::Osric);
    let set = [("rules", "adnd"), ("fighting", "host")];
    let host = with("", &set, &[]).spec.rules;
    assert_eq!(host.fighting, Fighting::Host);
    assert_eq!(host.melee, own.melee);
    assert_eq!(host.shooting, own.shooting);
    // Only of weapons and troops that there are.
    assert_eq!(adnd.get("weapon.sword.speed-factor"), Some("5"));
    assert_eq!(adnd.get("weapon.scimitar.speed-factor"), None);
    assert_eq!(adnd.get("troops.zombie.blows"), None);
    let brought = adnd.parameter("weapon.sword.speed-factor").unwrap();
    assert_eq!(
        (brought.origin, &brought.base_value),
        (Origin::Companion, &None)
    );
    let names: Vec<&str> = adnd.inputs.iter().map(|i| i.name.as_str()).collect();
    assert!(names.contains(&"rulebook adnd"));

    let petite = based(PETITE, "", &[("system", "petite-guerre")], &[]);
    let lloyd = with("", &[("system", "petite-guerre")], &[]);
    assert_eq!(lloyd.spec.rules.control, petite.spec.rules.control);
    let average = lloyd.parameter("skill.command.average").unwrap();
    assert_eq!(
        (average.value.as_str(), average.origin),
        ("d8", Origin::Assumed)
    );
    let lloyd = based(PETITE, "", &[("system", "lloyd")], &[]);
    assert_eq!(
        lloyd.spec.rules.seize.factors,
        with("", &[], &[]).spec.rules.seize.factors
    );
    let militia = lloyd.parameter("seize.base.militia").unwrap();
    assert_eq!(
        (militia.value.as_str(), militia.origin),
        ("20", Origin::Assumed)
    );
}

/// The same of its way of fighting, whatever the system: but of troop types and weapons that there are, and only where the
/// tables know any of them.
#[test]
fn a_way_of_fighting_brings_its_tables_to_any_rulebook() {
    for (word, fighting) in Fighting::ALL {
        if *fighting == Fighting::PetiteGuerre {
            continue;
        }
        for system in System::ALL {
            let two_lines = format!(
                "name = \"mine\"\nextends = \"lloyd\"\nsystem = \"{}\"\nfighting = \"{word}\"\n",
                system.name()
            );
            let files = [("mine.toml", two_lines.as_str())];
            let mine = with("", &[("rules", "mine.toml")], &files);
            assert_eq!(mine.spec.rules.fighting, *fighting);
            // Moves are the battle's own: neither WarSpike's initiative nor his melee brings strides (WSC-2).
            assert_eq!(mine.spec.rules.movement.strides, None);
            let set = [("system", system.name()), ("fighting", word)];
            let by_path = with("", &set, &[]);
            let values = |of: &Scenario| -> Vec<(String, String)> {
                let rows = of.parameters.iter();
                rows.map(|p| (p.path.clone(), p.value.clone())).collect()
            };
            assert_eq!(values(&mine), values(&by_path), "{word} {system:?}");
            let of_lloyd = with("", &[], &[]);
            for troops in &of_lloyd.spec.rules.troops {
                let found = mine
                    .spec
                    .rules
                    .troops
                    .iter()
                    .find(|t| t.name == troops.name);
                assert!(found.is_some(), "{word}: {}", troops.name);
            }
        }
    }
    let brought = with("", &[("fighting", "osric")], &[]);
    let level = brought.parameter("combat.level.average").unwrap();
    assert_eq!((level.value.as_str(), level.origin), ("0", Origin::Assumed));
    let dice = brought.parameter("combat.dice").unwrap();
    assert_eq!(
        (dice.value.as_str(), dice.origin),
        ("d20", Origin::Companion)
    );
    assert_eq!(brought.get("weapon.bow.shot-damage"), Some("d6"));
    assert_eq!(brought.get("weapon.glaive.damage"), None);
    assert_eq!(brought.get("combat.level.skeleton"), None);
    // What the battle's rulebook has stays: moves, ranges, and whatever a designer says.
    let plain = with("", &[], &[]);
    for path in ["move.foot", "weapon.bow.range.long"] {
        assert_eq!(brought.get(path), plain.get(path), "{path}");
    }
    let own = "name = \"mine\"\nextends = \"lloyd\"\nfighting = \"osric\"\n[combat.level]\ngood = 4\n[weapon.bow]\nshot-damage = \"d8\"\n";
    let own = with("", &[("rules", "mine.toml")], &[("mine.toml", own)]);
    for (path, value) in [
        ("combat.level.good", "4"),
        ("combat.level.average", "0"),
        ("weapon.bow.shot-damage", "d8"),
        ("weapon.bow.damage", "d4"),
    ] {
        assert_eq!(own.get(path), Some(value), "{path}");
    }
}

/// Any initiative system with any fighting tables, and changes to either.
#[test]
fn a_rulebook_of_ones_own_takes_a_system_and_changes_it() {
    let own = "name = \"mine\"\nextends = \"lloyd\"\nsystem = \"warspike\"\n[warspike]\nturns = 8\nadvantage = { per-unit = 2 }\n[options]\nadvantage = \"alternate\"\n[move]\nfoot = 6\n[weapon.sword]\nspeed-factor = 6\n";
    let rules = [("rules", "mine.toml")];
    let files = [("mine.toml", own)];
    let scenario = with("", &rules, &files);
    let warspike = &scenario.spec.rules.warspike;
    assert_eq!((warspike.turns, warspike.increments), (8, 10));
    assert_eq!(warspike.advantage, Advantage::Alternate);
    assert_eq!(
        (warspike.advantage_dice.sides, warspike.advantage_per_unit),
        (6, 2)
    );
    let origin = |path: &str| scenario.parameter(path).unwrap().origin;
    assert_eq!(origin("warspike.turns"), Origin::Rulebook);
    assert_eq!(origin("warspike.increments"), Origin::Companion);
    // Its own options are no mistake where another system is played.
    let set = [rules[0], ("system", "adnd")];
    let adnd = with("", &set, &files);
    assert_eq!(adnd.get("options.advantage"), None);
    assert_eq!(adnd.get("weapon.sword.speed-factor"), Some("6"));
    assert_eq!(adnd.get("weapon.axe.speed-factor"), Some("7"));
}

/// What a scenario says of its own system stays without meaning under another one; what the command line says does not.
#[test]
fn what_a_scenario_sets_of_its_system_is_idle_under_another() {
    let set = "[set]\nseize.base.average = 17\nmove.foot = 7\n";
    let scenario = with(set, &[("system", "cards")], &[]);
    assert_eq!(scenario.get("seize.base.average"), None);
    assert_eq!(scenario.get("move.foot"), Some("7"));
}

#[test]
fn attacks_are_counted_in_halves_too() {
    for (text, odd, even) in [("2", 2, 2), ("3/2", 2, 1), ("1/2", 1, 0), ("4/2", 2, 2)] {
        let set = [
            ("system", "adnd"),
            ("troops.good.blows", text),
            ("weapon.claws.shots", text),
        ];
        let rules = with("", &set, &[]).spec.rules;
        let expected = Routines { odd, even };
        let good = rules.troops.iter().find(|t| t.name == "good").unwrap();
        let claws = rules.weapons.iter().find(|w| w.name == "claws").unwrap();
        assert_eq!(good.nature.blows, expected, "{text}");
        assert_eq!(claws.handling.shots, expected, "{text}");
    }
}

#[test]
fn members_of_lists_are_read_by_number_and_by_name() {
    let more = "[[side.Red.body]]\nname = \"St. George\"\nfigures = 3\ntroops = \"good\"\n\
                weapon = \"bow\"\nat = [4, 20]\n";
    let text = format!("{BASE}\n{more}");
    let scenario = load(text.as_bytes(), "small.toml", &[], &NoFiles).expect("it is good");
    for (path, value) in [
        ("side.Red.body.1.figures", Some("4")),
        ("side.Red.body.Red band.figures", Some("4")),
        ("side.Red.body.\"St. George\".figures", Some("3")),
        ("side.Red.body.\"St. George\".leader.name", None),
        ("side.Red.body.Reds.figures", None),
        ("side.Red.body.3.figures", None),
        ("cap", None),
    ] {
        assert_eq!(scenario.get(path), value, "{path}");
    }
}

/// What is asked for and does nothing is noted; what a file or a rulebook has for other cases is not.
#[test]
fn what_does_nothing_here_is_noted() {
    let notes = |set: &[(&str, &str)]| with("", set, &[]).notes();
    let none: [String; 0] = [];
    assert_eq!(notes(&[]), none);
    assert_eq!(notes(&[("rules", "adnd")]), none);
    let surprise = "nobody is surprised by `options.surprise = \"none\"`";
    let adnd = ("rules", "adnd");
    assert_eq!(
        notes(&[adnd, ("segments.surprised-on", "3")]),
        [format!(
            "`segments.surprised-on = 3` is taken, but does nothing here: {surprise}"
        )]
    );
    let net = ("options.surprise", "net");
    assert_eq!(notes(&[adnd, ("segments.surprised-on", "3"), net]), none);
    assert_eq!(
        notes(&[adnd, ("side.Red.surprised-on", "1")]),
        [format!(
            "`surprised-on` of `Red` is taken, but does nothing here: {surprise}"
        )]
    );
    // Nobody has a crossbow, and some have a bow.
    assert_eq!(
        notes(&[("weapon.crossbow.reach", "2"), ("weapon.bow.reach", "2")]),
        [
            "`weapon.crossbow.reach = 2` is taken, but does nothing here: nobody in the battle has this weapon"
        ]
    );
    // One body a side has two actions a turn at most.
    let short = [("rules", "warspike"), ("warspike.turns", "14")];
    assert_eq!(
        notes(&short),
        [
            "`Blue` can never win after 30 actions: the game is over after 14 turns (`warspike.turns`), and with 2 units \
          these have no more than 28 actions"
        ]
    );
    assert_eq!(
        notes(&[("rules", "warspike"), ("warspike.turns", "15")]),
        none
    );
    let late = ("side.Blue.wins.after", "15 turns");
    assert_eq!(
        notes(&[short[0], short[1], late]),
        ["`Blue` can never win after 15 turns: the game is over after 14 turns (`warspike.turns`)"]
    );
}

/// What takes part under one system or one way of fighting only, or is there for what nobody does.
#[test]
fn what_no_rule_asks_for_is_noted() {
    let notes = |set: &[(&str, &str)]| with("", set, &[]).notes();
    let none: [String; 0] = [];
    let idle = |rules: &[(&'static str, &'static str)],
                path: &'static str,
                value: &'static str,
                why: &str| {
        let set: Vec<_> = rules.iter().copied().chain([(path, value)]).collect();
        let expected = format!("`{path} = {value}` is taken, but does nothing here: {why}");
        assert_eq!(notes(&set), [expected], "{rules:?}");
    };
    let warspike = [("rules", "warspike")];
    let adnd = [("rules", "adnd")];
    let no_reactions = "nobody shoots in reaction but under Lloyd's initiative (LL-12)";
    idle(
        &[("system", "cards")],
        "shooting.reactive",
        "-2",
        no_reactions,
    );
    idle(&adnd, "combat.reactive", "-3", no_reactions);
    assert_eq!(
        notes(&[("shooting.reactive", "-2"), ("move.reaction", "5")]),
        none
    );
    idle(
        &[("system", "cards")],
        "move.reaction",
        "5",
        "it is for reactions (LL-11) and for a leader's call (LL-15), and there is neither",
    );
    let no_holders = "nobody in the battle is on hold orders";
    idle(&warspike, "options.hold-moves", "in-reaction", no_holders);
    idle(
        &warspike,
        "options.blocks",
        "whole-side",
        "no side has more than one body",
    );
    idle(
        &warspike,
        "warspike.found",
        "9",
        "nobody in the battle lies low",
    );
    idle(
        &warspike,
        "warspike.prepared",
        "3",
        "nobody in the battle prepares",
    );
    idle(
        &adnd,
        "combat.range-step",
        "-3",
        "it goes with `options.missile-range = \"osric\"`",
    );
    idle(
        &adnd,
        "weapon.bow.range-step",
        "7",
        "it goes with `options.missile-range = \"osric\"`",
    );
    let osric = [("rules", "osric")];
    idle(
        &osric,
        "combat.long",
        "-3",
        "it goes with `options.missile-range = \"1e\"`",
    );
    idle(
        &adnd,
        "combat.free-blow",
        "9",
        "nobody leaves a melee by an action: there is no barricade (ADC-8)",
    );
    idle(
        &adnd,
        "combat.screened",
        "-3",
        "nobody is shot at through a screen",
    );
    idle(
        &[("rules", "adnd"), ("system", "lloyd")],
        "combat.rear",
        "3",
        "nobody faces any way under Lloyd's initiative (ADC-4)",
    );
    idle(
        &[("rules", "adnd"), ("system", "lloyd-d10")],
        "combat.charge",
        "3",
        "nobody charges where melee is fought at the end of the turn (ADC-4)",
    );
    let sword = [("rules", "adnd"), ("side.Red.body.1.weapon", "sword")];
    for (path, value) in [
        ("weapon.sword.shots", "2"),
        ("weapon.sword.mobility", "half"),
        ("weapon.sword.shot-damage", "d6"),
    ] {
        idle(&sword, path, value, "this weapon does not shoot");
    }
}

/// Keys of sides and bodies that mean something elsewhere.
#[test]
fn orders_that_nobody_understands_are_noted() {
    let notes = |set: &[(&str, &str)]| with("", set, &[]).notes();
    let elsewhere = "is taken, but does nothing here: it goes with `system =";
    assert_eq!(
        notes(&[("side.Red.surprised-on", "1")]),
        [format!("`surprised-on` of `Red` {elsewhere} \"adnd\"`")]
    );
    let held = [
        ("side.Red.body.1.hold", "true"),
        ("side.Red.body.1.hidden", "true"),
    ];
    assert_eq!(
        notes(&held),
        [
            format!("`hold` of `Red band` {elsewhere} \"warspike\"`"),
            format!("`hidden` of `Red band` {elsewhere} \"warspike\"`"),
        ]
    );
    let none: [String; 0] = [];
    assert_eq!(notes(&[held[0], held[1], ("rules", "warspike")]), none);
    assert_eq!(
        notes(&[("side.Red.exit", "left"), ("side.Red.bot", "rusher")]),
        [
            "`exit` of `Red` is taken, but does nothing here: its bot `rusher` never leaves the table"
        ]
    );
    assert_eq!(
        notes(&[("side.Red.exit", "left"), ("side.Red.bot", "runner")]),
        none
    );
    let rider = [
        ("rules", "adnd"),
        ("side.Red.body.1.troops", "light-horse"),
        ("side.Red.body.1.mounted", "true"),
    ];
    assert_eq!(
        notes(&rider[..2]),
        ["the `light-horse` of `Red band` are on foot: `mounted = true` would give them horses"]
    );
    assert_eq!(notes(&rider), none);
}

/// What only missiles have makes a missile weapon, and that needs a range.
#[test]
fn a_missile_weapon_of_ones_own_needs_a_range() {
    let book = |key: &str| {
        format!("name = \"own\"\nextends = \"adnd\"\n[weapon.knife]\ndamage = \"d4\"\n{key}\n")
    };
    let problem = |key: &str| {
        let text = book(key);
        let files = BTreeMap::from([("own.toml".to_owned(), text.into_bytes())]);
        let set = [Override::new("rules", "own.toml")];
        load(BASE.as_bytes(), "small.toml", &set, &files)
            .err()
            .map(|e| e.to_string())
    };
    assert_eq!(problem("length = 1"), None);
    let range =
        "range = { short = 1, medium = 2, long = 3 }\nmobility = \"full\"\nshot-damage = \"d4\"";
    assert_eq!(problem(range), None);
    for key in [
        "shot-damage = \"d4\"",
        "mobility = \"full\"",
        "range-step = 2",
    ] {
        let found = problem(key).unwrap_or_else(|| panic!("{key} is taken"));
        let key = key.split(' ').next().unwrap_or_default();
        let says = format!("a weapon that shoots needs `range`, and this one has `{key}` only");
        assert!(found.contains(&says), "{found}");
        assert!(found.contains("add `range = {"), "{found}");
    }
}
