//! `skirmish odds attack` and `duel`: sums by hand, and refusals.

use serde_json::Value;

use crate::common::{Place, flat, words};

fn answer(question: &str) -> Value {
    let text = Place::new().ok(words(&format!("odds {question} --format json")));
    serde_json::from_str(&text).expect("it is JSON")
}

/// Good figures hit average ones on 3 and wound them on 4; these save on 6.
#[test]
fn ft_2_an_attack_comes_out_by_hand() {
    let found = answer("attack --troops good --weapon sword --against average");
    assert_eq!(found["through"]["exact"], "5/18");
    assert_eq!(found["steps"][2]["goes_on"]["exact"], "5/6");
    assert_eq!(found["down"]["exact"], "5/18");
    let charge = "attack --troops good --weapon sword --against average --factor charges";
    assert_eq!(answer(charge)["down"]["exact"], "25/72");
}

/// Two equals strike at once, each with a chance of 2 in 9. If neither charges, each wins as often as the other.
#[test]
fn ft_7_a_duel_comes_out_by_hand() {
    let found = answer("duel --troops good --weapon sword --against good --standing");
    assert_eq!(found["both_down"]["exact"], "1/8");
    assert_eq!(found["attackers_win"]["exact"], "7/16");
    assert_eq!(found["target_wins"]["exact"], "7/16");
    assert_eq!(found["mean_exact"], "81/32");
}

#[test]
fn ft_1_tables_are_of_all_troops_and_weapons() {
    for rules in
        ["hit-wound-save", "opposed", "roll-under", "combat-results", "quality-and-defence"]
    {
        for kind in ["", "--shoot"] {
            let question = format!("odds attack --rules {rules} --table {kind}");
            let text = Place::new().ok(words(&question));
            assert!(text.contains("\n  good with "), "{text}");
        }
    }
}

/// The answer comes first, a save is given as what the attack needs, and nothing is repeated.
#[test]
fn an_attack_is_told_from_its_end() {
    let place = Place::new();
    let of = |asked: &str| place.ok(words(&format!("odds attack --weapon sword {asked}")));
    let text = of("--troops good --against average");
    for told in [
        "good with sword strikes at average with sword: down in 5/18 = 27.778 %.\n",
        "\n  save fails  6+ on d6  ",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert_eq!(text.matches("27.778").count(), 1, "{text}");
    let text = of("--troops good --against demigod");
    assert!(text.contains(": never down in one attack.\n"), "{text}");
    assert!(text.contains("\n  all "), "{text}");
}

/// Names in a table of results are not listed beside their effects.
#[test]
fn what_becomes_of_both_is_told_once_in_words() {
    let asked = "odds attack --rules combat-results --troops good --weapon sword --against average";
    let text = Place::new().ok(words(asked));
    for told in [
        "What becomes of the target\n  is pushed back      33.333 %",
        "What becomes of the attacker\n",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(!text.contains("driven") && !text.contains("Effects"), "{text}");
}

/// A shield saves on 5; a figure hit but not wounded is pinned.
#[test]
fn ft_9_and_10_pins_and_gear_come_out_by_hand() {
    let place = Place::new();
    let mine = "name = \"mine\"\nextends = \"hit-wound-save\"\n[gear.shield]\nadds = { save = -1 }\n\
                [gear.crown]\nadds = { nerve = 1 }\ntroops = [\"demigod\"]\n\
                [effect.held]\ndoes = \"pin\"\n[step.wound]\nfails = \"held\"\n";
    place.write("mine.toml", mine);
    let asked = "odds attack --rules mine.toml --troops good --weapon sword --against average";
    let of = |more: &str| place.ok(words(&format!("{asked} {more} --format json")));
    let found: Value =
        serde_json::from_str(&of("--against-gear shield --gear shield")).expect("it is JSON");
    assert_eq!(found["through"]["exact"], "2/9");
    assert_eq!(found["against"], "average (shield)");
    assert_eq!(found["besides"][0]["result"], "is pinned");
    assert_eq!(found["besides"][0]["exact"], "1/3");
    let shielded = place.ok(words(&format!("{asked} --against-gear shield")));
    let set = format!("{asked} --against-gear shield --set gear.shield.adds.save=-2");
    assert_ne!(place.ok(words(&set)), shielded);
    let listed = place.ok(words("list parameters --rules mine.toml --find gear"));
    assert!(listed.contains("gear.shield.adds.save"), "{listed}");
    for (gear, told) in [("shild", "did you mean `shield`?"), ("crown", "demigod may have it")] {
        place.run(words(&format!("{asked} --gear {gear}"))).fails(2, &[told]);
    }
}

#[test]
fn what_no_step_asks_for_is_refused() {
    let good = "--weapon sword --against good";
    for (question, told) in [
        (format!("attack --rules lloyd --troops good {good}"), "--set fighting=hit-wound-save"),
        (format!("attack --troops god {good}"), "did you mean `good`?"),
        (format!("attack --troops good {good} --factor charge"), "did you mean `charges`"),
        (format!("attack --troops good {good} --factor screened"), "it may be charges"),
        (format!("attack --troops good {good} --factor charges=2"), "takes no count"),
        (format!("attack --troops good {good} --factor helped=many"), "a number of friends"),
        (format!("attack --troops good {good} --shoot"), "does not shoot"),
        (format!("duel --troops good {good} --factor wounded"), "it may be barricade"),
    ] {
        Place::new().run(words(&format!("odds {question}"))).fails(2, &[told]);
    }
}

#[test]
fn a_duel_by_contest_says_who_attacks() {
    let place = Place::new();
    let line = "odds duel --rules opposed --troops average --weapon sword --against good";
    let text = flat(&place.ok(words(line)));
    assert!(
        text.contains("the sides attack by turns, one round the attackers and the next the other"),
        "{text}"
    );
}
