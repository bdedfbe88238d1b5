//! `skirmish odds`: the derived numbers of the rules, to the last digit.

use serde_json::{Value, json};

use crate::common::{Place, words};

fn answer(command: &str) -> Value {
    let text = Place::new().ok(words(command).chain(["--format", "json"]));
    serde_json::from_str(&text).expect("it is JSON")
}

#[track_caller]
fn seize(question: &str, exact: &str, probability: f64) {
    let answer = answer(&format!("odds seize {question}"));
    assert_eq!(answer["exact"], exact, "{question}");
    assert_eq!(answer["probability"], probability, "{question}");
}

#[test]
fn chances_to_seize_are_the_published_ones() {
    seize("--troops average", "1/10", 0.1);
    seize("--troops rubbish", "0", 0.0);
    seize("--troops average --leader heroic --factor in-reach", "7/20", 0.35);
    seize("--troops good --leader heroic --factor in-reach", "2/5", 0.4);
    seize("--troops demigod --leader inspired --factor in-reach --factor order-card", "3/4", 0.75);
    seize("--troops average --factor enemy-shots=2", "3/10", 0.3);
    seize("--troops excellent --factor engaged", "0", 0.0);
    // No roll fails automatically, so the chance may be 1.
    seize("--troops demigod --factor enemy-shots=9", "1", 1.0);
}

#[test]
fn an_exact_chance_opens_with_a_sentence() {
    let text = Place::new().ok(words("odds seize --leader heroic --factor in-reach"));
    assert!(text.starts_with("A roll to seize succeeds in 35 % (7/20).\n"), "{text}");
}

#[test]
fn the_law_of_streaks_under_counters_is_the_published_one() {
    let kept = answer("odds streak --troops average --shooting always --set options.counters=kept");
    let law = [
        ("1/5", 0.2),
        ("6/25", 0.24),
        ("28/125", 0.224),
        ("21/125", 0.168),
        ("63/625", 0.1008),
        ("147/3125", 0.047_04),
        ("252/15625", 0.016_128),
        ("567/156250", 0.003_628_8),
        ("63/156250", 0.000_403_2),
    ];
    let law: Vec<Value> = (1..)
        .zip(law)
        .map(|(length, (exact, probability))| {
            json!({ "length": length, "exact": exact, "probability": probability })
        })
        .collect();
    assert_eq!(kept["pmf"], Value::Array(law));
    assert_eq!(kept["mean"], 2.955_795_2);
    assert_eq!(kept["longest"], 9);
    assert_eq!(kept["longer"], "0");

    let spent =
        answer("odds streak --troops average --shooting always --set options.counters=spent");
    assert_eq!(spent["mean"], 5.0);
    assert_eq!(spent["pmf"][2]["exact"], "16/125");
    assert_eq!(spent["longest"], Value::Null);

    let alone = answer("odds streak --troops average");
    assert_eq!(alone["mean"], 10.0);
    assert_eq!(alone["pmf"][0]["exact"], "1/10");
}

#[test]
fn a_streak_that_may_last_for_ever_has_no_mean() {
    let rubbish = answer("odds streak --troops rubbish");
    assert_eq!(rubbish["mean"], Value::Null);
    assert_eq!(rubbish["never"], "1");
    let text = Place::new().ok(words("odds streak --troops rubbish"));
    assert!(text.contains("never be seized"), "{text}");
}

/// The answer comes first. Long lists are left to spreadsheets, and no possible result is shown as 0.
#[test]
fn a_streak_is_told_in_a_sentence() {
    let text = Place::new().ok(words("odds streak --troops average"));
    let flat = words(&text).collect::<Vec<_>>().join(" ");
    let told = "The initiative is held for 10 actions on average, half the time for 7 or more. ";
    assert!(flat.starts_with(told), "{text}");
    assert!(flat.contains("`--format csv` has it whole"), "{text}");
    let text = Place::new().ok(words("odds instigator"));
    assert!(text.contains("< 0.001 %") && !text.contains(" 0.000 %"), "{text}");
}

#[test]
fn bare_questions_list_what_there_is() {
    let place = Place::new();
    for question in ["odds duel", "odds attack"] {
        place.run(words(question)).fails(
            2,
            &[
                "wants --troops, --weapon and --against",
                "troop types of `hit-wound-save`: sub-human, ",
                "weapons: ",
                "for example: skirmish odds ",
                "--rules",
            ],
        );
    }
    place
        .run(words("odds duel --rules opposed --troops good --weapon sword"))
        .fails(2, &["wants --against", "troop types of `opposed`", "--rules opposed --troops"]);
    assert_eq!(place.ok(words("odds order")), place.ok(words("odds order party-and-orcs")));
    let text = place.ok(["explain"]);
    for told in ["lloyd", "LL-07", "seize.base.average", "captain", "measures", "limits"] {
        assert!(text.contains(told), "{told} in {text}");
    }
}

#[test]
fn tables_have_all_troops_by_all_ranks() {
    let text = Place::new().ok(words("odds seize --table --factor in-reach"));
    assert!(
        text.lines().any(|line| {
            words(line).collect::<Vec<_>>().join(" ") == "average 20 % 20 % 25 % 30 % 35 % 40 %"
        }),
        "{text}"
    );
    assert_eq!(answer("odds seize --table").as_array().map(Vec::len), Some(42));
    let csv = Place::new().ok(words("odds seize --table --format csv"));
    assert_eq!(csv.lines().count(), 43);
    assert!(csv.contains("\ngood,heroic,d20,15,3,10,0.3\n"), "{csv}");
    let means = Place::new().ok(words("odds streak --table --shooting always"));
    assert!(means.contains("2.956"), "{means}");
}

#[test]
fn other_dice_and_values_give_other_chances() {
    // Two ten-sided dice show 19 or more in 3 of 100 ways.
    seize("--troops average --set seize.dice=2d10", "3/100", 0.03);
    seize("--troops average --set seize.base.average=18", "3/20", 0.15);
    seize("--troops average --set seize.factor.in-reach=3 --factor in-reach", "1/4", 0.25);
}

#[test]
fn misspelt_questions_are_answered_with_what_there_is() {
    let fails = |command: &str, hints: &[&str]| Place::new().run(words(command)).fails(2, hints);
    fails("odds seize --troops avrage", &["`avrage`", "hint:", "average"]);
    fails("odds seize --leader hero", &["`hero`", "heroic"]);
    fails("odds seize --factor reach", &["`reach`", "in-reach"]);
    fails("odds seize --factor in-reach=2", &["`in-reach`", "cannot count 2 times", "enemy-shots"]);
    fails("odds seize --factor enemy-shots=-1", &["`-1`", "whole number"]);
    fails("odds streak --shooting often", &["`--shooting often`", "every=K"]);
    fails("odds streak --shooting every=0", &["every=K"]);
    fails("odds seize --rules nobody", &["nobody", "lloyd"]);
    fails("odds seize --set seize.base.avrage=3", &["seize.base.avrage", "average"]);
    fails("odds seize --set seize.base.average=99", &["99", "1 to 40"]);
    fails("odds seize --table --troops good", &["--table", "--troops"]);
    fails("odds duel", &["duel"]);
}

#[test]
fn nobody_seizes_where_nobody_may() {
    for rules in ["adnd", "warspike", "petite-guerre", "cards"] {
        // Streaks have exact chances of their own where a table gives the turns.
        for question in
            ["seize", "streak"].into_iter().filter(|it| (*it, rules) != ("streak", "cards"))
        {
            let asked = format!("odds {question} --rules {rules}");
            let remedy = if question == "seize" { "--rules lloyd" } else { "--measure streak" };
            Place::new().run(words(&asked)).fails(2, &[rules, remedy]);
        }
    }
}

#[test]
fn a_factor_of_the_streak_grows_with_it() {
    let place = Place::new();
    let rules = "name = \"tired\"\nextends = \"lloyd\"\n[seize.factor]\nenemy-streak = 5\n";
    place.write("tired.toml", rules);
    let said = place.ok(words("odds streak --rules tired.toml --troops good"));
    // 18 less 5 for each action: 13, 8, 3, and then any roll is enough.
    assert!(said.contains("longest   4"), "{said}");
    assert!(said.contains("40 %            100 %       2/5"), "{said}");
    place
        .run(words("odds streak --rules tired.toml --factor enemy-streak=2"))
        .fails(2, &["grows by itself"]);
}

/// How many chances a side has before the other has one, where a table gives the turns.
#[test]
fn streaks_of_chances_under_a_turn() {
    let place = Place::new();
    let text = place.ok(words("odds streak --rules cards --units 3,1"));
    assert!(text.contains("cards (BL-02)") && text.contains("3 against 1"), "{text}");
    assert!(
        text.starts_with("The first side has 3.2 chances in a row on average (16/5).\n"),
        "{text}"
    );
    let csv = place.ok(words("odds streak --rules lloyd-d10 --units 2,2 --format csv"));
    assert!(
        csv.starts_with(
            "system,units,leaders,side,length,exact_numerator,exact_denominator,probability\n"
        ),
        "{csv}"
    );
    assert!(csv.contains("lloyd-d10,\"2,2\",\"2,2\",first,2,22,31,"), "{csv}");
    for other in ["--leader heroic", "--troops average", "--shooting never"] {
        place
            .run(words(&format!("odds streak --rules cards {other}")))
            .fails(2, &["nobody seizes the initiative under rulebook `cards`", "`--units 3,2`"]);
    }
    for other in ["--units 3,2", "--led 1,1"] {
        let seized = ["under rulebook `lloyd` the initiative is seized", "`--troops` says"];
        place.run(words(&format!("odds streak {other}"))).fails(2, &seized);
    }
    place
        .run(words("odds streak --rules alternate --units 13,1"))
        .fails(2, &["`--units` takes 1 to 12 units of each side"]);
}
