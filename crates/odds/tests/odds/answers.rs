//! Answers say the same in the rows of a table as in JSON, and leave undefined what never comes about.

use skirmish_engine::rulebook::{Fire, Loader};
use skirmish_odds::answer::{Record, Value};
use skirmish_odds::fire::Reload;
use skirmish_odds::instigator::{Duel, Techniques};
use skirmish_odds::{Answer, Ratio, Solved};

fn duel(attacker: &str, defender: &str) -> Answer {
    let chance = |text: &str| text.parse::<Ratio>().unwrap();
    let chain = Techniques::new(chance(attacker), chance(defender)).unwrap();
    let law = chain.tests().unwrap();
    Duel { attributes: [Some(6), None], chain, law, tests: 1 }.answer()
}

fn cells(answer: &Answer) -> Vec<String> {
    let cells = |row: &Record| row.values().map(Value::to_string).collect::<Vec<_>>().join(",");
    std::iter::once(answer.names().join(",")).chain(answer.rows().iter().map(cells)).collect()
}

fn json(answer: &Answer) -> String {
    serde_json::to_string(answer).unwrap()
}

#[test]
fn rows_and_json_are_of_one_answer() {
    let answer = duel("1/2", "2/5");
    assert_eq!(
        cells(&answer),
        [
            "attacker,defender,attacker_passes,defender_passes,result,exact,probability",
            "6,,1/2,2/5,defender falls,3/4,0.75",
            "6,,1/2,2/5,attacker falls,1/4,0.25",
            "6,,1/2,2/5,mean tests,7/4,1.75",
        ]
    );
    assert_eq!(
        json(&answer),
        r#"{"format":"skirmish-odds/1","attacker_attribute":6,"defender_attribute":null,"#
            .to_owned()
            + r#""attacker":{"exact":"1/2","probability":0.5},"defender":{"exact":"2/5","probability":0.4},"#
            + r#""defender_falls":{"exact":"3/4","probability":0.75},"attacker_falls":{"exact":"1/4","probability":0.25},"#
            + r#""mean":1.75,"mean_exact":"7/4","tests":[{"tests":1,"exact":"3/5","probability":0.6}]}"#
    );
}

#[test]
fn what_never_comes_about_is_undefined_and_not_0() {
    let answer = duel("1", "1");
    assert_eq!(cells(&answer)[1], "6,,1,1,defender falls,,");
    assert!(json(&answer).contains(r#""defender_falls":null,"attacker_falls":null,"mean":null"#));
    let never = Fire { rank_reload: 1000, ..Fire::default() };
    let reload = Reload::line(&never, Loader::Rank, 1).unwrap();
    assert!(json(&reload.answer()).contains(r#""mean":null,"mean_exact":null,"median":null"#));
}

#[test]
fn an_answer_without_rows_keeps_its_names() {
    let case = Record::new().with("troops", "rubbish");
    let none = case.clone().and(Record::new().with("length", 0_u64).chance(None));
    let answer = Answer::of_rows(case.clone(), &case, []).with_names_of(&none);
    assert_eq!(cells(&answer), ["troops,length,exact,probability"]);
}
