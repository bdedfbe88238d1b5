//! Parameters by path: listed, read, and set from the scenario, from a rulebook of one's own and from the command line.

use std::collections::BTreeMap;

use skirmish_engine::rulebook::FactorCondition;
use skirmish_engine::side::Side;
use skirmish_scenario::{Kind, NoFiles, Origin, Override, Scenario, load};

const BASE: &str = include_str!("files/base.toml");

fn with(more: &str, overrides: &[(&str, &str)], files: &[(&str, &str)]) -> Scenario {
    let overrides: Vec<Override> = overrides
        .iter()
        .map(|(path, value)| Override::new(path, value))
        .collect();
    let files: BTreeMap<String, Vec<u8>> = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
        .collect();
    match load(
        format!("{BASE}\n{more}").as_bytes(),
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
fn every_parameter_has_an_origin_a_rule_and_a_note() {
    let scenario = with("", &[], &[]);
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

/// Whatever is listed can be set to what it is, and that changes nothing but the origin.
#[test]
fn setting_every_parameter_to_its_own_value_changes_nothing() {
    let plain = with("", &[], &[]);
    let all: Vec<(&str, &str)> = plain
        .parameters
        .iter()
        .map(|p| (p.path.as_str(), p.value.as_str()))
        .collect();
    let set = with("", &all, &[]);
    assert_eq!(plain.spec, set.spec);
    assert_eq!(plain.rulebook_sha256, set.rulebook_sha256);
    for (old, new) in plain.parameters.iter().zip(&set.parameters) {
        assert_eq!(new.origin, Origin::CommandLine, "{}", new.path);
        assert_eq!(new.base_origin, Some(old.origin), "{}", new.path);
        assert_eq!(
            new.base_value.as_deref(),
            Some(old.value.as_str()),
            "{}",
            new.path
        );
    }
}

/// Every number, die and word can be set to something else, is listed so, and changes the rulebook's hash.
#[test]
fn every_parameter_can_be_changed() {
    let plain = with("", &[], &[]);
    for parameter in &plain.parameters {
        let other = match &parameter.kind {
            Kind::Whole(limit) | Kind::Factor(limit) => {
                let value: i64 = parameter.value.parse().unwrap();
                // Tables whose rows must be in order have room below the first and above the last row.
                let last = ["kill", "long"].iter().any(|l| parameter.path.ends_with(l));
                let up = (last || value == limit.least) && value < limit.most;
                (if up { value + 1 } else { value - 1 }).to_string()
            }
            Kind::Length(_) => format!("{}.5", parameter.value.split('.').next().unwrap()),
            Kind::Dice => "2d6".to_owned(),
            Kind::Words(words) => words
                .iter()
                .find(|w| **w != parameter.value)
                .unwrap()
                .to_string(),
            Kind::Flag => (parameter.value != "true").to_string(),
        };
        if parameter.path.ends_with("effect.quality-1.retreat")
            || parameter.path.ends_with("effect.retreat")
        {
            continue;
        }
        let changed = with("", &[(&parameter.path, &other)], &[]);
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
