//! Small fights for shipped rulebooks.

use std::collections::BTreeMap;

use skirmish_engine::rulebook::Amount;
use skirmish_engine::side::Side;
use skirmish_scenario::{Override, Scenario, load};

pub(crate) const BASE: &str = include_str!("../files/base.toml");
pub(crate) const PETITE: &str = include_str!("../files/petite.toml");

/// Returns a small fight for a shipped rulebook, and the overrides that select the rulebook.
pub(crate) fn fight(rules: &'static str) -> (&'static str, Vec<(&'static str, &'static str)>) {
    if rules == "petite-guerre" { (PETITE, Vec::new()) } else { (BASE, vec![("rules", rules)]) }
}

pub(crate) fn with(more: &str, overrides: &[(&str, &str)], files: &[(&str, &str)]) -> Scenario {
    based(BASE, more, overrides, files)
}

pub(crate) fn based(
    base: &str,
    more: &str,
    overrides: &[(&str, &str)],
    files: &[(&str, &str)],
) -> Scenario {
    let overrides: Vec<Override> =
        overrides.iter().map(|(path, value)| Override::new(path, value)).collect();
    let files: BTreeMap<String, Vec<u8>> =
        files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    match load(format!("{base}\n{more}").as_bytes(), "small.toml", &overrides, &files) {
        Ok(scenario) => scenario,
        Err(problems) => panic!("{problems}"),
    }
}

#[test]
fn ft_10_gear_adds_to_the_profile_of_who_has_it() {
    let mine = "name = \"mine\"\nextends = \"hit-wound-save\"\n[gear.shield]\nadds = { save = -1, reach = 2 }\n\
                [gear.banner]\nadds = { nerve = 1 }\ntroops = [\"average\"]\n[weapon.sword.profile]\nreach = 1\n";
    let text = BASE
        .replacen("weapon = \"sword\"", "weapon = \"sword\"\ngear = [\"shield\"]", 1)
        .replacen("rank = \"good\"", "rank = \"good\", gear = [\"banner\", \"shield\"]", 1);
    let rules = [("rules", "mine.toml"), ("gear.shield.adds.save", "-2")];
    let scenario = based(&text, "", &rules, &[("mine.toml", mine)]);
    let spec = &scenario.spec;
    let of = |side: Side, i: usize, attribute: &str| {
        let figure = &spec.sides[side].figures[i];
        let (steps, troops) = (&spec.rules.steps, &spec.rules.troops[figure.troops]);
        let k = steps.attributes.iter().position(|name| name == attribute).expect("it is there");
        steps.profile(troops, &spec.rules.weapons[figure.weapon])[k].map(|amount| amount.plus)
    };
    // The leader has gear of its own, the others the unit's, and the enemy none.
    assert_eq!([0, 1].map(|i| of(Side::A, i, "save")), [Some(4); 2]);
    assert_eq!([0, 1].map(|i| of(Side::A, i, "nerve")), [Some(8), Some(7)]);
    assert_eq!(of(Side::B, 0, "save"), Some(6));
    // A weapon's own value replaces whatever the figure has.
    assert_eq!(of(Side::A, 1, "reach"), Some(1));
    // If the weapon says nothing, gear alone counts.
    let (steps, rules) = (&spec.rules.steps, &spec.rules);
    let troops = &rules.troops[spec.sides[Side::A].figures[1].troops];
    let reach = steps.attributes.iter().position(|name| name == "reach").expect("it is there");
    let bow = rules.weapons.iter().find(|weapon| weapon.name == "bow").expect("it is there");
    assert_eq!(steps.profile(troops, bow)[reach], Some(Amount::fixed(2)));
    let told = |i: usize| spec.rules.troops[spec.sides[Side::A].figures[i].troops].told();
    assert_eq!(told(0), "average (banner, shield)");
    assert_eq!(told(1), "average (shield)");
}
