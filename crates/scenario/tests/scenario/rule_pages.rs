//! Pages about rules.

use std::collections::BTreeMap;

use skirmish_engine::event::EventKind;
use skirmish_scenario::{
    NoFiles, Override, RULEBOOKS, RulePage, load_rules, page, pages, pages_of,
};

#[test]
fn every_parameter_is_on_a_page_and_every_page_names_real_ones() {
    for (book, _) in RULEBOOKS {
        let rules = load_rules(book, &[], &NoFiles).unwrap();
        for parameter in &rules.parameters {
            let of_book = |id: &str| pages_of(&rules.rulebook).any(|p| p.id == id);
            let covers = pages_of(&rules.rulebook).any(|p| p.covers(parameter));
            assert!(covers, "{book}: {}", parameter.path);
            let about = page(&parameter.rule).unwrap();
            // Rulebooks that extend Lloyd's share its numbers, under its rules.
            let is_borrowed = about.id.starts_with("LL");
            assert!(of_book(&about.id) || is_borrowed, "{book}: {}", about.id);
        }
    }
    // Surprise adds its dice (ADC-9).
    let surprise = Override::new("options.surprise", "net");
    let with_surprise = load_rules("adnd", &[surprise], &NoFiles).unwrap();
    // No shipped rulebook has gear (FT-10).
    let text =
        "name = \"geared\"\nextends = \"hit-wound-save\"\n[gear.shield]\nadds = { save = -1 }\n";
    let files = BTreeMap::from([("geared.toml".to_owned(), text.as_bytes().to_vec())]);
    let geared = load_rules("geared.toml", &[], &files).unwrap();
    let all: Vec<_> = RULEBOOKS
        .iter()
        .map(|(book, _)| load_rules(book, &[], &NoFiles).unwrap())
        .chain([with_surprise, geared])
        .flat_map(|rules| rules.parameters)
        .collect();
    for page in pages() {
        for begin in page.parameters.iter().chain(&page.options) {
            let parameters = vec![begin.clone()];
            let alone = RulePage { parameters, options: Vec::new(), ..page.clone() };
            let is_real = all.iter().any(|p| alone.covers(p));
            assert!(is_real, "{}: {begin}", page.id);
        }
    }
}

#[test]
fn only_who_plays_lloyd_reads_about_seizing() {
    for (book, _) in RULEBOOKS {
        let rulebook = load_rules(book, &[], &NoFiles).unwrap().rulebook;
        let seizes = pages_of(&rulebook).any(|page| page.id == "LL-03");
        assert_eq!(seizes, rulebook.system.is_seized(), "{book}");
    }
}

/// With hit points there is no quality, no reach and no morale number that is used up.
#[test]
fn who_fights_by_armour_and_hit_points_reads_nothing_of_lloyds_melee() {
    for (book, _) in RULEBOOKS {
        let rulebook = load_rules(book, &[], &NoFiles).unwrap().rulebook;
        let reads = |id: &str| pages_of(&rulebook).any(|page| page.id == id);
        assert_eq!(reads("LLC-4"), rulebook.fighting.has_host_melee(), "{book}");
        assert_eq!(reads("LLC-1"), rulebook.fighting.has_host_shots(), "{book}");
        if rulebook.system.has_segments() {
            assert!(!reads("LL-09") && !reads("LLC-5"), "{book}");
        }
    }
}

#[test]
fn every_rule_that_events_name_has_a_page() {
    for kind in EventKind::ALL {
        let rule = kind.rule().to_string();
        assert!(page(&rule).is_some(), "{rule}");
    }
    for (book, _) in RULEBOOKS {
        let rulebook = load_rules(book, &[], &NoFiles).unwrap().rulebook;
        let happening = EventKind::ALL.iter().filter(|k| k.belongs_to(&rulebook));
        for rule in happening.map(|kind| kind.rule_under(&rulebook).to_string()) {
            assert!(page(&rule).is_some(), "{book}: {rule}");
        }
    }
    for (of, width, most) in [
        ("LL", 2, 16),
        ("PG", 2, 14),
        ("PGC", 1, 8),
        ("WS", 2, 8),
        ("AD", 2, 10),
        ("WSC", 1, 12),
        ("HOST", 1, 6),
    ] {
        for id in (1..=most).map(|number| format!("{of}-{number:0width$}")) {
            assert!(page(&id).is_some(), "{id}");
        }
    }
    for id in ["TN-01", "TN-09", "BL-01", "BL-02", "LLC-3", "SOW-1"] {
        assert!(page(id).is_some(), "{id}");
    }
    assert!(page("nonsense").is_none());
}

#[test]
fn where_sides_have_turns_no_action_cites_lloyds_initiative() {
    use EventKind as K;
    let of_initiative = [
        K::Stand,
        K::Move,
        K::Charge,
        K::Shoot,
        K::AllShoot,
        K::Fight,
        K::ToMe,
        K::Hide,
        K::Appear,
        K::Escape,
        K::InitiativePasses,
        K::Contact,
        K::ContactRound,
        K::ActionRound,
    ];
    for (book, _) in RULEBOOKS {
        let rulebook = load_rules(book, &[], &NoFiles).unwrap().rulebook;
        for kind in of_initiative {
            let rule = kind.rule_under(&rulebook);
            assert_eq!(rule.book == "LL", rulebook.system.is_seized(), "{book}: {rule}");
        }
    }
}

/// The page on steps lists every condition of rows.
#[test]
fn every_condition_of_steps_is_on_its_page() {
    let about = page("FT-03").unwrap().digest.split_whitespace().collect::<Vec<_>>().join(" ");
    for condition in skirmish_engine::rulebook::StepCondition::ALL {
        let line = format!("`{}`: {}", condition.name(), condition.meaning());
        assert!(about.contains(&line), "{line}");
    }
}

/// The page on LL-03 gives the readings of who rolls to seize and of waiting: the settings, their effects and the default.
#[test]
fn ll_03_says_who_rolls_and_what_comes_of_waiting() {
    use skirmish_engine::rulebook::{SeizeRoll, Waiting};
    let options = load_rules("lloyd", &[], &NoFiles).unwrap().rulebook.options;
    let assumed = page("LL-03").unwrap().assumed.join(" ");
    let says = |words: String| assert!(assumed.contains(&words), "{words}: {assumed}");
    says(format!("`options.seize-roll = \"{}\"`, the default", options.seize_roll.name()));
    says(format!("`options.waiting = \"{}\"`, the default", options.waiting.name()));
    for (name, value) in SeizeRoll::ALL {
        assert!(*value == options.seize_roll || assumed.contains(&format!("`{name}`: ")), "{name}");
    }
    for (name, value) in Waiting::ALL {
        assert!(*value == options.waiting || assumed.contains(&format!("`{name}`: ")), "{name}");
    }
}
