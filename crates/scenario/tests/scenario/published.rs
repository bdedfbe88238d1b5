//! The published numbers are in the rulebooks.

use skirmish_engine::rulebook::Routines;
use skirmish_scenario::Origin;

use crate::battle::{PETITE, based, with};

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
    assert_eq!(scenario.parameter("move.base").unwrap().origin, Origin::Companion);
    assert_eq!(scenario.parameter("move.foot").unwrap().origin, Origin::Assumed);
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
    // Values that only the other rulebook has are no parameters here.
    for path in ["seize.dice", "shooting.dice", "quality.militia", "move.foot"] {
        assert_eq!(scenario.parameter(path), None, "{path}");
    }
    let rules = &scenario.spec.rules;
    assert_eq!(rules.movement.foot, rules.movement.paces.unwrap().infantry[0][1]);
    assert_eq!(rules.morale.start, 0);
    assert_eq!(rules.shooting.cover_distance, rules.fire.cover_distance);
}

/// A weapon's damage is a parameter like others (ADC-2).
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

/// The original's table: only the pike has a speed factor above 10, so only pikes get two extra strikes (AD-10).
#[test]
fn the_weapons_of_the_original_are_all_there() {
    let scenario = with("", &[("rules", "adnd")], &[]);
    let weapons = &scenario.spec.rules.weapons;
    assert_eq!(weapons.len(), 65);
    let factors =
        weapons.iter().filter_map(|w| w.handling.speed_factor.map(|speed| (speed, &w.name)));
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

/// Numbers of systems with turns, at the rules and with the origins of their sources.
#[test]
fn the_published_numbers_of_the_other_systems_are_in_their_rulebooks() {
    use Origin::{Assumed, Companion, Published};
    for (rules, path, value, origin, rule) in [
        ("cards", "turn.end-cards", "0", Assumed, "BL-02"),
        ("lloyd-d10", "turn.dice", "d10", Companion, "LLC-3"),
        ("warspike", "warspike.turns", "20", Assumed, "WS-01"),
        ("warspike", "warspike.increments", "10", Companion, "WS-04"),
        ("warspike", "warspike.advantage.dice", "d6", Assumed, "WS-07"),
        ("warspike", "options.reaction-move", "towards", Published, "WS-03"),
        ("adnd", "segments.dice", "d6", Published, "AD-01"),
        ("adnd", "segments.round", "10", Published, "AD-05"),
        ("adnd", "segments.charge-rest", "10", Published, "AD-09"),
        ("adnd", "options.timed-loser", "by-segment", Published, "AD-04"),
        ("adnd", "options.same-segment", "initiative", Published, "AD-08"),
        ("adnd", "options.missiles", "routines", Published, "AD-02"),
        ("adnd", "troops.average.blows", "1", Assumed, "AD-01"),
        ("adnd", "troops.zombie.always-last", "true", Published, "AD-01"),
        ("adnd", "weapon.scimitar.speed-factor", "4", Published, "AD-07"),
        ("adnd", "weapon.pike.speed-factor", "13", Companion, "AD-10"),
        ("adnd", "weapon.heavy-crossbow.shots", "1/2", Companion, "AD-01"),
        ("adnd", "weapon.spell.segments", "2", Published, "AD-04"),
        ("adnd", "fighting", "osric", Companion, "ADC-1"),
        ("adnd", "options.charge-met", "longer-first", Companion, "ADC-7"),
        ("adnd", "options.segment", "by-method", Published, "AD-06"),
        ("adnd", "options.surprise", "none", Assumed, "ADC-9"),
        ("adnd", "options.missile-range", "1e", Companion, "ADC-3"),
        ("adnd", "combat.level.orc", "2", Companion, "ADC-1"),
        ("adnd", "combat.level.good", "1", Assumed, "ADC-1"),
        ("adnd", "combat.hit-points.zombie", "2d8", Companion, "ADC-2"),
        ("adnd", "weapon.sword.damage", "d8", Companion, "ADC-2"),
        ("adnd", "weapon.long-bow.range.long", "21", Companion, "ADC-3"),
        ("adnd", "move.foot", "9", Companion, "HOST-1"),
        ("adnd", "move.troop.zombie", "6", Companion, "HOST-1"),
        ("adnd", "move.troop.skeleton", "12", Companion, "HOST-1"),
        ("adnd", "move.troop.light-horse", "24", Companion, "HOST-1"),
        ("osric", "options.segment", "osric", Companion, "ADC-6"),
        ("osric", "options.surprise", "osric", Companion, "ADC-9"),
        ("osric", "options.missile-range", "osric", Companion, "ADC-3"),
        ("osric", "options.charge-met", "longer-first", Companion, "ADC-7"),
        ("osric", "weapon.crossbow.shot-damage", "d4+1", Companion, "ADC-2"),
        ("osric", "move.troop.heavy-horse", "15", Companion, "HOST-1"),
    ] {
        let scenario = with("", &[("rules", rules)], &[]);
        let parameter = scenario.parameter(path).unwrap();
        let found = (parameter.value.as_str(), parameter.origin, parameter.rule.as_str());
        assert_eq!(found, (value, origin, rule), "{rules}: {path}");
    }
}

#[test]
fn attacks_are_counted_in_halves_too() {
    for (text, odd, even) in [("2", 2, 2), ("3/2", 2, 1), ("1/2", 1, 0), ("4/2", 2, 2)] {
        let set = [("system", "adnd"), ("troops.good.blows", text), ("weapon.claws.shots", text)];
        let rules = with("", &set, &[]).spec.rules;
        let expected = Routines { odd, even };
        let good = rules.troops.iter().find(|t| t.name == "good").unwrap();
        let claws = rules.weapons.iter().find(|w| w.name == "claws").unwrap();
        assert_eq!(good.nature.blows, expected, "{text}");
        assert_eq!(claws.handling.shots, expected, "{text}");
    }
}
