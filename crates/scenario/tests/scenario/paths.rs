//! Parameters by path: listed, read, and set from a scenario, a user's rulebook and the command line.

use skirmish_engine::rulebook::FactorCondition;
use skirmish_engine::side::Side;
use skirmish_scenario::{NoFiles, Origin, Override, Scenario, load, systems};

use crate::battle::{BASE, with};

#[test]
fn the_command_line_overrides_the_scenario_overrides_the_rulebook() {
    let own = "name = \"mine\"\nextends = \"lloyd\"\nseize.base.average = 17\nseize.base.good = 16\nmove.foot = 7.5\n";
    let set = "[set]\n\"seize.base.average\" = 18\nseize.base.poor = 21\n";
    let scenario =
        with(set, &[("rules", "mine.toml"), ("seize.base.poor", "15")], &[("mine.toml", own)]);
    let origin = |path: &str| {
        let p = scenario.parameter(path).unwrap();
        (p.value.as_str(), p.origin, p.base_value.as_deref(), p.base_origin)
    };
    let published = Some(Origin::Published);
    assert_eq!(origin("seize.base.average"), ("18", Origin::Scenario, Some("19"), published));
    assert_eq!(origin("seize.base.good"), ("16", Origin::Rulebook, Some("18"), published));
    assert_eq!(origin("seize.base.poor"), ("15", Origin::CommandLine, Some("20"), published));
    assert_eq!(origin("move.foot"), ("7.5", Origin::Rulebook, Some("8"), Some(Origin::Assumed)));
    assert_eq!(scenario.spec.rules.name, "mine");
    assert_eq!(scenario.spec.rules.movement.foot, 1920);
    let names: Vec<&str> = scenario.inputs.iter().map(|i| i.name.as_str()).collect();
    assert!(names.contains(&"mine.toml") && names.contains(&"rulebook lloyd"));
}

/// A troop type's full move, in a rulebook that has none and in a user's own.
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
    for scenario in [with(set, &[], &[]), with("", &[("move.troop.average", "6.5")], &[])] {
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
    for system in systems() {
        let scenario = with("", &[mine[0], ("system", system)], &files);
        assert_eq!(rate(&scenario, "good"), Some(2560), "{system}");
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
    assert_eq!(lost.when, [FactorCondition::Alone, FactorCondition::LeaderLost]);
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
    assert_eq!(scenario.spec.cap, skirmish_engine::battle::Time::actions(100));
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
    assert_eq!((parameter.origin, parameter.note.as_str()), (Origin::Published, "my own page"));
    assert_eq!(scenario.parameter("seize.base.militia").unwrap().origin, Origin::Rulebook);
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
