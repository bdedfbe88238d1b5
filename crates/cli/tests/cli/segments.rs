//! `skirmish odds` about rounds and turns: AD&D's segments (AD-01 to AD-10), WarSpike's Instigator (WS-01) and chains of
//! technique tests (WSC-6), with their published and derived tables.

use serde_json::{Value, json};

use crate::common::{Place, flat, words};
use crate::tables::{number, table};
use skirmish_testkit::common::crossing::{UNDER_A_SHOT, UNDER_A_WEAPON};

fn answer(command: &str) -> Value {
    let text = Place::new().ok(words(command).chain(["--format", "json"]));
    serde_json::from_str(&text).expect("it is JSON")
}

/// Returns the lines of a text with single spaces between cells.
fn lines(text: &str) -> Vec<String> {
    let line = |line: &str| words(line).collect::<Vec<_>>().join(" ");
    text.lines().map(line).collect()
}

#[track_caller]
fn crossing_table(options: &str, expected: &[[u8; 3]; 10]) {
    let table = answer(&format!("odds crossing --table {options}"));
    let rows = table.as_array().expect("a row for each");
    assert_eq!(rows.len(), 10, "a round has ten segments");
    for (row, expected) in rows.iter().zip(expected) {
        let found = ["across", "both", "attacked_first"].map(|fate| {
            assert_eq!(row[fate]["of"], "36");
            row[fate]["ways"].as_str().and_then(|ways| ways.parse().ok())
        });
        assert_eq!(found, expected.map(Some), "{}", row["segments"]);
    }
}

#[test]
fn the_derived_tables_of_crossing_a_gap() {
    crossing_table("", &UNDER_A_SHOT);
    for (factor, expected) in UNDER_A_WEAPON {
        crossing_table(&format!("--speed-factor {factor}"), &expected);
    }
    let text = Place::new().ok(words("odds crossing --table"));
    let row = "2 19/36 52.8 % 1/36 2.8 % 16/36 44.4 %";
    assert!(lines(&text).iter().any(|line| line == row), "{text}");
    let csv = Place::new().ok(words("odds crossing --table --format csv"));
    assert_eq!(csv.lines().count(), 31);
    assert!(csv.contains("\n1,,d6,across,20,36,5,9,0.555555555556\n"), "{csv}");
}

/// 30 feet at a charge, at a rate of 9 inches: two segments.
#[test]
fn segments_are_worked_out_from_a_way() {
    let run = answer("odds crossing --distance 30 --move 90 --charge --attacker-modifier -2");
    assert_eq!(run["segments"], 2);
    let reading = "--set options.timed-loser=always-interrupted";
    let strict = answer(&format!("odds crossing --attacker-modifier -2 {reading}"));
    assert_eq!(strict["timed_loser"], "always-interrupted");
    assert_ne!(strict["across"], run["across"]);
}

#[test]
fn a_crossing_names_the_reading_of_equal_segments() {
    for (options, reading) in
        [("", "initiative"), ("--set options.same-segment=together", "together")]
    {
        assert_eq!(answer(&format!("odds crossing {options}"))["same_segment"], reading);
    }
}

#[test]
fn a_second_shot_and_other_dice() {
    let late = answer("odds crossing --attacks 2 --attack 2");
    assert_eq!(late["across"]["ways"], "35");
    let early = answer("odds crossing --attacks 2");
    assert_eq!(early["attacked_first"]["exact"], "1");
    let ten = answer("odds crossing --segments 1 --set segments.dice=d10");
    assert_eq!(ten["attacked_first"]["exact"], "9/20");
}

#[test]
fn the_published_order_of_action() {
    let order = answer("odds order party-and-orcs");
    let with_clem =
        json!([["Bertie 1"], ["Albert 1"], ["Clem", "Orcs"], ["Bertie 2"], ["Albert 2"], ["Dave"]]);
    let orders = order["orders"].as_array().expect("three");
    let ways = |order: &Value| order["ways"].as_str().map(str::to_owned);
    assert_eq!(orders.len(), 3);
    assert_eq!(orders[2]["order"], with_clem);
    assert_eq!(orders.iter().filter_map(ways).collect::<Vec<_>>(), ["15", "15", "6"]);
    let pair = order["pairs"].as_array().expect("some").iter();
    let clem = pair.clone().find(|p| p["one"] == "Clem" && p["other"] == "Orcs");
    assert_eq!(clem.expect("a pair")["together"]["exact"], "1/6");
    // Position 1 is certainly Bertie's.
    assert_eq!(order["turns"][2]["turn"], "Bertie 1");
    assert_eq!(order["turns"][2]["positions"][0]["exact"], "1");

    let text = Place::new().ok(words("odds order"));
    let line = "6/36 16.67 % Bertie 1, Albert 1, Clem + Orcs, Bertie 2, Albert 2, Dave";
    assert!(lines(&text).join(" ").contains(line), "{text}");
    let csv = Place::new().ok(words("odds order --format csv"));
    assert!(csv.contains("\npair,Clem,Orcs,together,6,36,1,6,"), "{csv}");
    let phases = answer("odds order --set options.routines=phases");
    assert_eq!(phases["routines"], "phases");
}

#[test]
fn the_published_table_of_speed_factors() {
    let text = Place::new().ok(words("odds strikes --table"));
    let lines = lines(&text);
    for row in ["1 3 11", "2 6 12", "3 8 13", "4 9 14", "5 10 15", "6 11 16", "7 12 17", "8 13 18"]
    {
        assert!(lines.iter().any(|line| line == row), "{row}: {text}");
    }
    let flat = lines.join(" ");
    assert!(flat.contains("The printed table has 16") && flat.contains("is 18"), "{text}");
    let pike = answer("odds strikes --one 2 --other 13");
    assert_eq!(pike["tie"]["before"], json!([2, 0]));
    assert_eq!(pike["tie"]["together"], json!([1, 1]));
    assert_eq!(pike["one_first"]["ways"], "21");
    let claws = answer("odds strikes --one natural --other 1");
    assert_eq!(claws["at_once"]["exact"], "1/6");
    assert_eq!(claws["one"], Value::Null);
    let csv = Place::new().ok(words("odds strikes --table --format csv"));
    assert_eq!(csv.lines().count(), 1 + 3 * 18 * 18);
    assert!(csv.contains("\n8,18,d6,3,1,one,21,36,7,12,"), "{csv}");
}

#[test]
fn a_spell_begins_on_the_segment_of_the_other_die() {
    let options = "--spell --segments 2 --set options.segment=osric";
    let a = answer(&format!("odds crossing {options}"));
    assert_eq!((&a["across"]["ways"], &a["both"]["ways"]), (&json!("10"), &json!("0")));
    // A move begins with the round.
    let run = answer("odds crossing --segments 2 --set options.segment=osric");
    assert_eq!(run["across"]["ways"], "25");
}

#[test]
fn who_is_surprised() {
    let a = answer("odds surprise");
    assert_eq!(a["only_one"]["exact"], "1/4");
    assert_eq!(a["neither"]["ways"], "18");
    assert_eq!(a["both"]["ways"], "0");
    assert_eq!(a["mean_other"]["exact"], "13/36");
    let two = json!({"one": 2, "other": 0, "ways": "4", "of": "36", "exact": "1/9"});
    let rows = a["segments"].as_array().expect("a row for each");
    let is_it = |row: &Value| two.as_object().is_some_and(|o| o.iter().all(|(k, v)| row[k] == *v));
    assert!(rows.iter().any(is_it), "{a}");

    // One side lies in ambush, and the other is easily surprised.
    let ambush = answer("odds surprise --on 0 --other-on 4");
    assert_eq!(ambush["only_other"]["exact"], "2/3");
    assert_eq!(ambush["mean_other"]["exact"], "5/3");
    let osric = answer("odds surprise --set options.surprise=osric --reaction 2");
    assert_eq!(osric["only_one"]["ways"], "0");
    let table = answer("odds surprise --table");
    assert_eq!(table.as_array().map(Vec::len), Some(7));
    assert_eq!(table[6]["only_one"]["ways"], "33");
    // Values not given come from the rulebook.
    let book = answer(
        "odds surprise --set options.surprise=difference --set segments.surprised-on=3 --other-on 0",
    );
    assert_eq!((&book["reading"], &book["one_on"]), (&json!("difference"), &json!(3)));
    let csv = Place::new().ok(words("odds surprise --format csv"));
    assert!(csv.contains("\n2,2,d6,net,2,0,4,36,1,9,0.111111111111\n"), "{csv}");
}

#[test]
fn who_instigates() {
    let a = answer("odds instigator --one 1/4 --other 50% --set warspike.turns=3");
    assert_eq!(a["toss"]["one"]["exact"], "9/16");
    assert_eq!(a["toss"]["other"]["exact"], "5/16");
    assert_eq!(a["toss"]["nobody"]["exact"], "1/8");
    assert_eq!(a["first"]["nobody"]["exact"], "1/512");
    assert_eq!(a["struck_off"][3]["exact"], "1/512");
    let never = answer("odds instigator --one 1 --other 1 --set warspike.turns=2");
    assert_eq!(never["first"]["nobody"]["exact"], "1");
    assert_eq!(never["mean_struck_off"], Value::Null);
    let table = answer("odds instigator --table --set warspike.turns=6");
    assert_eq!(table.as_array().map(Vec::len), Some(121));
}

#[test]
fn who_falls_in_a_chain() {
    for (chance, defender, mean) in
        [("50%", "2/3", 2.0), ("3/5", "5/8", 2.5), ("0.7", "10/17", 10.0 / 3.0)]
    {
        let a = answer(&format!("odds techniques --attacker {chance} --defender {chance}"));
        assert_eq!(a["defender_falls"]["exact"], defender);
        assert_eq!(a["mean"], mean);
    }
    // At 6, six of ten rolls pass in one reading and five in the other.
    let under =
        answer("odds techniques --attacker 6 --defender 6 --set options.technique-test=under");
    assert_eq!(under["defender"]["exact"], "1/2");
    let text = Place::new().ok(words("odds techniques --attacker 1 --defender 10"));
    assert!(text.contains("2012"), "{text}");
    let forever = Place::new().ok(words("odds techniques --attacker 100% --defender 100%"));
    assert!(forever.contains("never ends"), "{forever}");
    let table = answer("odds techniques --table");
    assert_eq!(table.as_array().map(Vec::len), Some(121));
}

#[test]
fn what_comes_of_a_stacked_test() {
    let a = answer("odds stacked --mentality 8 --action 6 --attacker 1/2 --defender 1/2");
    let attacks: Vec<_> = ["3/5", "1/5", "0", "1/5"].map(Value::from).to_vec();
    let kinds = a["attacks"].as_array().expect("a list");
    let exact: Vec<_> = kinds.iter().map(|kind| kind["exact"].clone()).collect();
    assert_eq!(exact, attacks);
    assert_eq!(a["defender_falls"]["exact"], "1/2");
    assert_eq!(a["attacker_falls"]["exact"], "3/10");
    assert_eq!(a["nobody_falls"]["exact"], "1/5");
    assert_eq!(a["defender_falls_at_last"]["exact"], "5/8");
    let text = Place::new().ok(words("odds stacked --mentality 6 --action 8"));
    assert!(text.contains("half-hearted attack"), "{text}");
    let forever = Place::new().ok(words("odds stacked --attacker 10 --defender 100%"));
    assert!(forever.contains("never ends"), "{forever}");
    let table = answer("odds stacked --table");
    assert_eq!(table.as_array().map(Vec::len), Some(121));
    let never = answer("odds stacked --mentality 0 --action 0");
    assert_eq!(never["defender_falls_at_last"], Value::Null);
}

#[test]
fn what_cannot_be_asked_is_told() {
    let fails =
        |args: &[&str], hints: &[&str]| Place::new().run(args.iter().copied()).fails(2, hints);
    let crossing = |args: &str, hints: &[&str]| {
        let line = format!("odds crossing {args}");
        Place::new().run(words(&line)).fails(2, hints);
    };
    crossing("--segments 0", &["0", "from 1 to 1000"]);
    crossing("--distance 30", &["--move"]);
    crossing("--attack 2", &["attack 2", "--attacks 2"]);
    crossing("--set segments.dice=9d100", &["outcomes"]);
    fails(&["odds", "strikes", "--one", "claw"], &["natural"]);
    let surprise = |options: &str, hints: &[&str]| {
        let line = format!("odds surprise {options}");
        fails(&words(&line).collect::<Vec<_>>(), hints);
    };
    surprise("--on 101", &["101", "from 0 to 100"]);
    fails(&["odds", "instigator", "--one", "2"], &["not a chance", "25%"]);
    let by_coin = ["odds", "instigator", "--set", "options.first-instigator=coin"];
    fails(&by_coin, &["nobody passes", "--one 0 --other 0"]);
    fails(&["odds", "techniques", "--attacker", "-1"], &["-1"]);
    fails(&["odds", "stacked", "--action", "-1"], &["-1"]);
    // A negative value is read as a number, and refused as one.
    crossing("--segments -3", &["-3", "from 1 to 1000"]);
    crossing("--weapon scimtar", &["`scimtar`", "did you mean `scimitar`?"]);
    crossing("--weapon spell", &["takes segments", "--segments 2"]);
    crossing("--weapon scimitar --speed-factor 4", &["cannot be used with"]);
    fails(
        &["odds", "strikes", "--weapon", "dager"],
        &["`dager`", "did you mean `dagger`?", "pike"],
    );
    fails(&["odds", "strikes", "--against", "bow"], &["`bow` is not for melee", "odds crossing"]);
    fails(
        &["odds", "order", "party-and-ors"],
        &["party-and-ors", "did you mean `party-and-orcs`?"],
    );
}

#[test]
fn the_order_of_action_in_a_battle() {
    let order = answer("odds order party-and-orcs");
    assert_eq!(order["battle"], "The party and the orcs");
    let claims: Vec<Value> = order["figures"]
        .as_array()
        .expect("figures")
        .iter()
        .map(|f| json!([f["name"], f["side"], f["routines"], f["modifier"], f["last"], f["count"]]))
        .collect();
    assert_eq!(
        claims,
        [
            json!(["Albert", "Friends", 2, 0, false, 1]),
            json!(["Bertie", "Friends", 2, 1, false, 1]),
            json!(["Clem", "Friends", 1, 0, false, 1]),
            json!(["Dave", "Friends", 1, 0, true, 1]),
            json!(["Orcs", "Orcs", 1, 0, false, 8]),
        ]
    );
    // Hand to hand the archer has one blow and no modifier.
    let melee = answer("odds order party-and-orcs --melee");
    assert_eq!(melee["figures"][1]["routines"], 1);
    assert_eq!(melee["figures"][1]["modifier"], 0);
    // A battle of another system comes with a note.
    let text = Place::new().ok(words("odds order duel"));
    assert!(text.contains("own rulebook plays `lloyd`"), "{text}");
    let hasted = answer("odds order duel --set troops.average.hasted=true --set system=adnd");
    assert!(hasted["figures"].to_string().contains("true"), "{hasted}");
}

#[test]
fn weapons_are_known_by_their_names() {
    let by_name = answer("odds strikes --weapon dagger --against pike");
    let by_factor = answer("odds strikes --one 2 --other 13");
    assert_eq!(by_name["weapons"], json!(["dagger", "pike"]));
    assert_eq!(by_name["exchanges"], by_factor["exchanges"]);
    let named = answer("odds crossing --segments 3 --weapon scimitar");
    let factor = answer("odds crossing --segments 3 --speed-factor 4");
    assert_eq!((&named["across"], &named["weapon"]), (&factor["across"], &json!("scimitar")));
    // A name may have a space, and a shot uses Method I.
    let text = Place::new().ok(["odds", "crossing", "--weapon", "Heavy crossbow"]);
    assert!(text.contains("heavy-crossbow"), "{text}");
    assert!(text.contains("Method I:"), "{text}");
    let sword = ["odds", "strikes", "--weapon", "two-handed sword", "--against", "dagger"];
    let text = Place::new().ok(sword);
    assert!(text.contains("two-handed-sword  speed factor 10"), "{text}");
}

#[test]
fn negative_numbers_need_no_equals_sign() {
    let spaced = answer("odds crossing --modifier -2 --attacker-modifier -1");
    let joined = answer("odds crossing --modifier=-2 --attacker-modifier=-1");
    assert_eq!(spaced, joined);
    let hit = Place::new().ok(words("odds hit --rules petite-guerre --threshold -2"));
    assert!(hit.contains("-2"), "{hit}");
}

#[test]
fn turns_struck_off_say_when_there_are_more() {
    let text = Place::new().ok(words("odds instigator"));
    assert!(text.contains("and 9 more rows, up to 20 turns"), "{text}");
    let text = Place::new().ok(words("odds instigator --set warspike.turns=6"));
    assert!(!text.contains("more rows"), "{text}");
}

#[test]
fn rounds_of_segments_with_blows_are_rounds_of_melee() {
    let place = Place::new();
    place.ok(words("compare party-and-orcs --initiative adnd,lloyd --games 100 --out o"));
    let mut rounds = table(&place, "o/comparison.csv");
    rounds.retain(|row| row["measure"] == "melee-rounds");
    assert_eq!(rounds.len(), 2);
    for row in &rounds {
        assert!(number(row, "value") > 0.2, "{row:?}");
    }
}

#[test]
fn blows_are_told_with_what_is_added_to_their_dice() {
    let text = Place::new().ok(words("replay party-and-orcs --set fighting=host"));
    let mut blows = text.lines().filter(|line| line.contains(" strikes at "));
    let first = blows.next().expect("a blow");
    assert!(first.contains(": rolls ") && first.contains(", "), "{first}");
    assert!(!text.contains("move (0.0") && !text.contains("moves (0.0"), "{text}");
    let shown = |line: &str| line.matches(" rolls ").count() + line.matches(": rolls").count();
    assert!(blows.all(|line| shown(line) >= 2), "{text}");
}

#[test]
fn blows_from_behind_and_at_chargers_say_so() {
    let text = Place::new().ok(words("replay dagger-and-pike --initiative cards --game 5"));
    let text = flat(&text);
    for told in [
        " from behind: level 0 against armour class 6, charge +2, rear +2, needs 11",
        "armour class 9 (8 but for his charge), needs 12",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[test]
fn troops_that_nobody_is_are_not_in_use() {
    let place = Place::new();
    let text = place.ok(words("run party-and-orcs --games 20 --out o"));
    assert!(!text.contains("troops.sub-human"), "{text}");
    let parameters = place.read("o/parameters.csv");
    let row = parameters.lines().find(|row| row.starts_with("troops.sub-human.blows,"));
    assert!(row.is_some_and(|row| row.ends_with(",no")), "{row:?}");
}

#[test]
fn what_is_set_and_does_nothing_is_noted() {
    let said = Place::new().run(words("replay crossbow-gap --set segments.surprised-on=3"));
    let note = "note: `segments.surprised-on = 3` is accepted, but does nothing here: nobody is surprised by \
                `options.surprise = \"none\"`";
    assert!(said.stderr.starts_with(note), "{}", said.stderr);
    assert!(said.stdout.contains("Round 1"), "{}", said.stdout);
    Place::new()
        .run(words("run crossbow-gap --set options.surprise=net --set segments.surprised-on=9"))
        .fails(2, &["9 is more than surprise can roll: its dice are d6"]);
}
