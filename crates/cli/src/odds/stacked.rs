//! `skirmish odds stacked`: what comes of one attack by a stacked test (WSC-5).

use serde::Serialize;
use skirmish_engine::event::Opening;
use skirmish_odds::instigator::TechniqueTest;
use skirmish_odds::{Ratio, Stacked};

use super::columns::{Chance, cells, columns, short};
use super::round::foot;
use super::techniques::{MOST, passes, reading, square};
use super::{print_csv, print_json};
use crate::args::{OddsStacked, TableFormat};
use crate::output;
use crate::status::Failure;

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    mentality: i32,
    action: i32,
    /// Chances to pass a technique test.
    attacker: Chance,
    defender: Chance,
    attacks: Vec<Attack>,
    /// `None` if a chain may go on for ever.
    defender_falls: Option<Chance>,
    attacker_falls: Option<Chance>,
    nobody_falls: Option<Chance>,
    /// If the attack is made again until one of them falls.
    defender_falls_at_last: Option<Chance>,
    mean: Option<f64>,
    mean_exact: Option<Ratio>,
}

#[derive(Debug, Serialize)]
struct Attack {
    attack: &'static str,
    #[serde(flatten)]
    chance: Chance,
}

fn answer(args: &OddsStacked, mentality: i32, action: i32) -> Result<Answer, Failure> {
    let tests = &args.of;
    let (_, attacker) = passes(tests, &args.attacker)?;
    let (_, defender) = passes(tests, &args.defender)?;
    let (dice, test) = (tests.die, TechniqueTest::from(tests.test));
    let chances = [attacker.clone(), defender.clone()];
    let law = Stacked::new(dice, test, [mentality, action], chances)?;
    let mean_exact = law.mean_tests();
    Ok(Answer {
        mentality,
        action,
        attacker: attacker.into(),
        defender: defender.into(),
        attacks: Opening::ALL
            .into_iter()
            .map(|opening| Attack {
                attack: opening.name(),
                chance: law.attack(opening).clone().into(),
            })
            .collect(),
        defender_falls: law.defender_falls().map(Chance::from),
        attacker_falls: law.attacker_falls().map(Chance::from),
        nobody_falls: law.nobody_falls().map(Chance::from),
        defender_falls_at_last: law.defender_falls_at_last().map(Chance::from),
        mean: mean_exact.as_ref().map(Ratio::to_f64),
        mean_exact,
    })
}

pub(super) fn stacked(args: &OddsStacked) -> Result<(), Failure> {
    let answers = if args.table {
        let pairs = (0..=MOST).flat_map(|one| (0..=MOST).map(move |other| (one, other)));
        let of = |(mentality, action)| answer(args, mentality, action);
        pairs.map(of).collect::<Result<Vec<_>, _>>()?
    } else {
        vec![answer(args, args.mentality, args.action)?]
    };
    match args.of.format {
        TableFormat::Json if args.table => print_json(&answers),
        TableFormat::Json => print_json(&answers[0]),
        TableFormat::Csv => print_csv(
            [
                "mentality",
                "action",
                "attacker_passes",
                "defender_passes",
                "result",
                "exact",
                "probability",
            ],
            answers.iter().flat_map(csv),
        ),
        TableFormat::Text if args.table => output::print(&grid(args, &answers)),
        TableFormat::Text => output::print(&text(args, &answers[0])),
    }
}

fn csv(a: &Answer) -> Vec<[String; 7]> {
    let row = |result: &str, exact: Option<&Ratio>| {
        // What never comes about is undefined, not 0.
        let [exact, probability] = exact.map_or_else(Default::default, cells);
        [
            a.mentality.to_string(),
            a.action.to_string(),
            a.attacker.exact.to_string(),
            a.defender.exact.to_string(),
            result.to_owned(),
            exact,
            probability,
        ]
    };
    let of = |chance: &'_ Option<Chance>| chance.as_ref().map(|c| c.exact.clone());
    let attacks = a.attacks.iter();
    let mut rows: Vec<_> = attacks.map(|kind| row(kind.attack, Some(&kind.chance.exact))).collect();
    for (result, chance) in [
        ("defender falls", of(&a.defender_falls)),
        ("attacker falls", of(&a.attacker_falls)),
        ("nobody falls", of(&a.nobody_falls)),
        ("defender falls at last", of(&a.defender_falls_at_last)),
        ("mean tests", a.mean_exact.clone()),
    ] {
        rows.push(row(result, chance.as_ref()));
    }
    rows
}

const NOTE: &str = "Rule WSC-5: one die is read against both of the attacker's attributes. What each kind of attack does is \
                    ours: a skilled one is the chain of WSC-6, a counter to a wild one cannot be answered, a counter to a \
                    half-hearted one ends it.";

fn text(args: &OddsStacked, a: &Answer) -> String {
    let mut text = format!(
        "The attacker has Mentality {} and Action {}, and answers a counter in {}; the defender counters in {}\n\n",
        a.mentality,
        a.action,
        a.attacker.exact.percent(2),
        a.defender.exact.percent(2)
    );
    let row = |what: &str, chance: &Chance| {
        vec![what.to_owned(), chance.exact.percent(3).to_string(), short(&chance.exact)]
    };
    let attacks = a.attacks.iter();
    let rows: Vec<_> = attacks.map(|kind| row(kind.attack, &kind.chance)).collect();
    text.push_str(&columns(&rows));
    text.push('\n');
    let reading = reading(&args.of);
    let (Some(defender), Some(attacker), Some(nobody), Some(mean)) =
        (&a.defender_falls, &a.attacker_falls, &a.nobody_falls, &a.mean_exact)
    else {
        text.push_str("Neither can fail a technique test: a skilled attack never ends.\n");
        return text + &foot(&[NOTE, &reading]);
    };
    text.push_str(&columns(&[
        row("the defender falls", defender),
        row("the attacker falls", attacker),
        row("nobody falls", nobody),
    ]));
    let at_last = a.defender_falls_at_last.as_ref().map_or_else(
        || "However often it is made, nobody falls".to_owned(),
        |chance| {
            format!(
                "If it is made again until one of them falls, it is the defender in {}",
                chance.exact.percent(3)
            )
        },
    );
    text.push_str(&format!(
        "\n{at_last}\nTechnique tests until then, on average: {}\n",
        mean.decimal(4)
    ));
    text + &foot(&[NOTE, &reading])
}

/// How often the defender falls.
fn grid(args: &OddsStacked, answers: &[Answer]) -> String {
    let falls = answers.iter().map(|a| a.defender_falls.as_ref());
    format!(
        "How often the defender falls to one attack, in percent: the attacker's Mentality at the left, his Action above\n\n{}{}",
        square(falls),
        foot(&[NOTE, &reading(&args.of)])
    )
}
