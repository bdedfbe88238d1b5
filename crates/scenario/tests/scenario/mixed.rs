//! Any initiative system with any way of fighting.

use skirmish_engine::rulebook::{
    Advantage, Attribute, Fighting, HalfStrengthTest, System, UnitNumber,
};
use skirmish_scenario::{NoFiles, Origin, Override, Parameter, Scenario, load, systems};

use crate::battle::{BASE, PETITE, based, with};

/// The initiative of one rulebook with the fighting of the other, both ways.
#[test]
fn systems_and_ways_of_fighting_can_be_mixed() {
    let lloyd = "name = \"mine\"\nextends = \"petite-guerre\"\nsystem = \"lloyd\"\n[seize]\ndice = \"d20\"\neveryone-fights-up-to = 3\n[seize.base]\ncivilians = 21\nmilitia = 20\nline-infantry = 19\nlight-infantry = 18\nrangers = 17\ndragoons = 19\nhussars = 18\n[seize.leadership]\nleader = 2\nsub-leader = 1\n[seize.factor]\nengaged = -4\n";
    let rules = [("rules", "mine.toml")];
    let scenario = based(PETITE, "", &rules, &[("mine.toml", lloyd)]);
    let book = &scenario.spec.rules;
    assert_eq!((book.system, book.fighting), (System::Lloyd, Fighting::PetiteGuerre));
    let militia = book.troops.iter().find(|t| t.name == "militia").unwrap();
    assert_eq!((militia.base, militia.skills.aimed), (20, 6));
    assert_eq!((book.ranks[0].bonus, book.ranks[0].worth), (2, 12));
    assert_eq!(scenario.parameter("control.in-control"), None);
    assert_eq!(scenario.parameter("skill.command.militia"), None);

    let turns = "name = \"mine\"\nextends = \"lloyd\"\nsystem = \"petite-guerre\"\n[control]\nin-control = 4\nout-of-control = 2\n[skill.command]\nsub-human = \"d4\"\nrubbish = \"d4\"\npoor = \"d6\"\naverage = \"d8\"\ngood = \"d10\"\nexcellent = \"d12\"\ndemigod = \"d12\"\n";
    let scenario = with("", &rules, &[("mine.toml", turns)]);
    let book = &scenario.spec.rules;
    assert_eq!((book.system, book.fighting), (System::PetiteGuerre, Fighting::Host));
    let average = book.troops.iter().find(|t| t.name == "average").unwrap();
    assert_eq!((average.quality, average.skills.command), (2, 8));
    // Ranks keep their names, though leadership counts for nothing.
    assert!(book.ranks.iter().any(|r| r.name == "heroic" && r.bonus == 0));
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

/// What a rulebook lacks of a system comes unchanged from that system's shipped rulebook; what the rulebook has stays.
#[test]
fn a_system_brings_its_tables_to_any_rulebook() {
    for system in systems() {
        let brought = with("", &[("system", system)], &[]);
        let book = &brought.spec.rules;
        assert_eq!(book.system.name(), system);
        assert_eq!(brought.get("system"), Some(system));
        if system != "petite-guerre" {
            let named = with("", &[("rules", system)], &[]).spec.rules;
            assert_eq!(book.system, named.system);
            assert_eq!(book.warspike, named.warspike);
            assert_eq!(book.segments, named.segments);
            for (mine, other) in book.troops.iter().zip(&named.troops) {
                assert_eq!((&mine.name, mine.nature), (&other.name, other.nature));
            }
            for (mine, other) in book.weapons.iter().zip(&named.weapons) {
                assert_eq!((&mine.name, mine.handling), (&other.name, other.handling));
            }
        }
    }
    // The fighting stays the rulebook's own, whatever the system's rulebook has.
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
        ours.iter().all(|p| p.path.ends_with("set-damage") || p.path.ends_with("charge-damage")),
        "{ours:?}"
    );
    // An AD&D battle keeps its own fighting under another system.
    let set = [("rules", "adnd"), ("system", "lloyd")];
    assert_eq!(with("", &set, &[]).spec.rules.fighting, Fighting::Osric);
    let set = [("rules", "adnd"), ("fighting", "host")];
    let host = with("", &set, &[]).spec.rules;
    assert_eq!(host.fighting, Fighting::Host);
    assert_eq!(host.melee, own.melee);
    assert_eq!(host.shooting, own.shooting);
    // Only for existing weapons and troop types.
    assert_eq!(adnd.get("weapon.sword.speed-factor"), Some("5"));
    assert_eq!(adnd.get("weapon.scimitar.speed-factor"), None);
    assert_eq!(adnd.get("troops.zombie.blows"), None);
    let brought = adnd.parameter("weapon.sword.speed-factor").unwrap();
    assert_eq!((brought.origin, &brought.base_value), (Origin::Companion, &None));
    let names: Vec<&str> = adnd.inputs.iter().map(|i| i.name.as_str()).collect();
    assert!(names.contains(&"rulebook adnd"));

    let petite = based(PETITE, "", &[("system", "petite-guerre")], &[]);
    let lloyd = with("", &[("system", "petite-guerre")], &[]);
    assert_eq!(lloyd.spec.rules.control, petite.spec.rules.control);
    let average = lloyd.parameter("skill.command.average").unwrap();
    assert_eq!((average.value.as_str(), average.origin), ("d8", Origin::Assumed));
    let lloyd = based(PETITE, "", &[("system", "lloyd")], &[]);
    assert_eq!(lloyd.spec.rules.seize.factors, with("", &[], &[]).spec.rules.seize.factors);
    let militia = lloyd.parameter("seize.base.militia").unwrap();
    assert_eq!((militia.value.as_str(), militia.origin), ("20", Origin::Assumed));
}

/// A turn goes by a number that troops have, by steps and with levels, and by no other.
#[test]
fn a_turn_goes_by_numbers_that_there_are() {
    let by = |fighting: &str, number: &str| {
        let set = [("fighting", fighting), ("system", "countdown"), ("turn.by", number)];
        let scenario = with("", &set, &[]);
        let turn = scenario.spec.rules.system.turn().copied().expect("it is a table");
        let troops = scenario.spec.rules.troops.iter().find(|troops| troops.name == "average");
        let rules = &scenario.spec.rules;
        (turn.by, turn.by.of(rules, troops.expect("there are such"), &rules.weapons[0]))
    };
    assert_eq!(by("host", "quality"), (UnitNumber::Quality, 2));
    assert_eq!(by("osric", "level"), (UnitNumber::Level, 0));
    assert_eq!(by("quality-and-defence", "defence"), (UnitNumber::Attribute(Attribute(1)), 5));
    // The user's word means the attribute of that name; a shipped turn's does not.
    assert_eq!(by("quality-and-defence", "quality"), (UnitNumber::Attribute(Attribute(0)), 4));
    for (fighting, _) in Fighting::ALL.iter().filter(|(_, fighting)| !fighting.has_quality()) {
        for system in ["countdown", "overwatch"] {
            let set = [("fighting", *fighting), ("system", system)];
            let set = set.map(|(path, value)| Override::new(path, value));
            let problems = load(BASE.as_bytes(), "small.toml", &set, &NoFiles).unwrap_err();
            let problems = problems.to_string();
            assert!(problems.contains("nobody has"), "{fighting} {system}: {problems}");
        }
    }
}

/// The same for a way of fighting under any system, if its tables know some of the troop types.
#[test]
fn a_way_of_fighting_brings_its_tables_to_any_rulebook() {
    for (word, fighting) in Fighting::ALL {
        if *fighting == Fighting::PetiteGuerre {
            continue;
        }
        for system in systems() {
            let two_lines = format!(
                "name = \"mine\"\nextends = \"lloyd\"\nsystem = \"{system}\"\nfighting = \"{word}\"\n"
            );
            let files = [("mine.toml", two_lines.as_str())];
            // A turn that goes by quality is refused where troops have none.
            if ["countdown", "overwatch"].contains(&system) && !fighting.has_quality() {
                continue;
            }
            let mine = with("", &[("rules", "mine.toml")], &files);
            assert_eq!(mine.spec.rules.fighting, *fighting);
            // Moves stay the battle's own: neither WarSpike's initiative nor its melee adds strides (WSC-2).
            assert_eq!(mine.spec.rules.movement.strides, None);
            let set = [("system", system), ("fighting", word)];
            let by_path = with("", &set, &[]);
            let values = |of: &Scenario| -> Vec<(String, String)> {
                let rows = of.parameters.iter();
                rows.map(|p| (p.path.clone(), p.value.clone())).collect()
            };
            assert_eq!(values(&mine), values(&by_path), "{word} {system:?}");
            let of_lloyd = with("", &[], &[]);
            for troops in &of_lloyd.spec.rules.troops {
                let found = mine.spec.rules.troops.iter().find(|t| t.name == troops.name);
                assert!(found.is_some(), "{word}: {}", troops.name);
            }
        }
    }
    let brought = with("", &[("fighting", "osric")], &[]);
    let level = brought.parameter("combat.level.average").unwrap();
    assert_eq!((level.value.as_str(), level.origin), ("0", Origin::Assumed));
    let dice = brought.parameter("combat.dice").unwrap();
    assert_eq!((dice.value.as_str(), dice.origin), ("d20", Origin::Companion));
    assert_eq!(brought.get("weapon.bow.shot-damage"), Some("d6"));
    assert_eq!(brought.get("weapon.glaive.damage"), None);
    assert_eq!(brought.get("combat.level.skeleton"), None);
    // The battle's rulebook keeps its moves and ranges, and whatever its author wrote.
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

#[test]
fn a_rulebook_of_ones_own_takes_a_system_and_changes_it() {
    let own = "name = \"mine\"\nextends = \"lloyd\"\nsystem = \"warspike\"\n[warspike]\nturns = 8\nadvantage = { per-unit = 2 }\n[options]\nadvantage = \"alternate\"\n[move]\nfoot = 6\n[weapon.sword]\nspeed-factor = 6\n";
    let rules = [("rules", "mine.toml")];
    let files = [("mine.toml", own)];
    let scenario = with("", &rules, &files);
    let warspike = &scenario.spec.rules.warspike;
    assert_eq!((warspike.turns, warspike.increments), (8, 10));
    assert_eq!(warspike.advantage, Advantage::Alternate);
    assert_eq!((warspike.advantage_dice.sides, warspike.advantage_per_unit), (6, 2));
    let origin = |path: &str| scenario.parameter(path).unwrap().origin;
    assert_eq!(origin("warspike.turns"), Origin::Rulebook);
    assert_eq!(origin("warspike.increments"), Origin::Companion);
    // A rulebook's own options are no mistake where another system is played.
    let set = [rules[0], ("system", "adnd")];
    let adnd = with("", &set, &files);
    assert_eq!(adnd.get("options.advantage"), None);
    assert_eq!(adnd.get("weapon.sword.speed-factor"), Some("6"));
    assert_eq!(adnd.get("weapon.axe.speed-factor"), Some("7"));
}

/// Under another system, a scenario's values for its own system mean nothing; values from the command line are refused.
#[test]
fn what_a_scenario_sets_of_its_system_is_idle_under_another() {
    let set = "[set]\nseize.base.average = 17\nmove.foot = 7\n";
    let scenario = with(set, &[("system", "cards")], &[]);
    assert_eq!(scenario.get("seize.base.average"), None);
    assert_eq!(scenario.get("move.foot"), Some("7"));
}
