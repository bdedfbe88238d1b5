//! `skirmish odds techniques`: a chain of technique tests (WSC-6).

use serde::Serialize;
use skirmish_odds::Ratio;
use skirmish_odds::instigator::{TechniqueTest, Techniques};

use super::columns::{Chance, cells, columns, short};
use super::print_answers;
use super::round::foot;
use crate::args::{OddsTechniques, Technique, TechniqueTests};
use crate::status::Failure;

/// The highest attribute of the table.
pub(super) const MOST: i32 = 10;

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    attacker_attribute: Option<i32>,
    defender_attribute: Option<i32>,
    /// Chances to pass a test.
    attacker: Chance,
    defender: Chance,
    /// `None` if neither can fail: the chain never ends.
    defender_falls: Option<Chance>,
    attacker_falls: Option<Chance>,
    /// Tests up to and including the one that fails.
    mean: Option<f64>,
    mean_exact: Option<Ratio>,
    tests: Vec<Test>,
}

#[derive(Debug, Serialize)]
struct Test {
    tests: u64,
    #[serde(flatten)]
    chance: Chance,
}

/// The attribute, if it is one, and the chance to pass a test.
pub(super) fn passes(
    args: &TechniqueTests,
    technique: &Technique,
) -> Result<(Option<i32>, Ratio), Failure> {
    match technique {
        Technique::Chance(chance) => Ok((None, chance.clone())),
        Technique::Attribute(attribute) => {
            let test = TechniqueTest::from(args.test);
            let chance = test.chance(args.die, *attribute)?;
            Ok((Some(*attribute), chance))
        }
    }
}

fn answer(
    args: &OddsTechniques,
    attacker: &Technique,
    defender: &Technique,
) -> Result<Answer, Failure> {
    let (attacker_attribute, attacker) = passes(&args.of, attacker)?;
    let (defender_attribute, defender) = passes(&args.of, defender)?;
    let chain = Techniques::new(attacker.clone(), defender.clone())?;
    let law = chain.tests()?;
    let mean_exact = chain.mean_tests();
    Ok(Answer {
        attacker_attribute,
        defender_attribute,
        attacker: attacker.into(),
        defender: defender.into(),
        defender_falls: chain.defender_falls().map(Chance::from),
        attacker_falls: chain.attacker_falls().map(Chance::from),
        mean: mean_exact.as_ref().map(Ratio::to_f64),
        mean_exact,
        tests: (1..=args.tests)
            .map(|tests| Test { tests, chance: law.chance(tests).into() })
            .collect(),
    })
}

pub(super) fn techniques(args: &OddsTechniques) -> Result<(), Failure> {
    let answers = if args.table {
        let pairs = (0..=MOST).flat_map(|one| (0..=MOST).map(move |other| (one, other)));
        let of =
            |(one, other)| answer(args, &Technique::Attribute(one), &Technique::Attribute(other));
        pairs.map(of).collect::<Result<Vec<_>, _>>()?
    } else {
        vec![answer(args, &args.attacker, &args.defender)?]
    };
    print_answers(
        args.of.format,
        args.table,
        &answers,
        (
            [
                "attacker",
                "defender",
                "attacker_passes",
                "defender_passes",
                "result",
                "exact",
                "probability",
            ],
            answers.iter().flat_map(csv),
        ),
        || Ok(grid(args, &answers)),
        |answer| text(args, answer),
    )
}

fn csv(a: &Answer) -> Vec<[String; 7]> {
    let number = |number: Option<i32>| number.map(|n| n.to_string()).unwrap_or_default();
    let row = |result: &str, [exact, probability]: [String; 2]| {
        [
            number(a.attacker_attribute),
            number(a.defender_attribute),
            a.attacker.exact.to_string(),
            a.defender.exact.to_string(),
            result.to_owned(),
            exact,
            probability,
        ]
    };
    // What never comes about is undefined, not 0.
    let of = |exact: Option<&Ratio>| exact.map_or_else(Default::default, cells);
    let falls = |chance: &Option<Chance>| of(chance.as_ref().map(|c| &c.exact));
    vec![
        row("defender falls", falls(&a.defender_falls)),
        row("attacker falls", falls(&a.attacker_falls)),
        row("mean tests", of(a.mean_exact.as_ref())),
    ]
}

const NOTE: &str = "Rule WSC-6: the attacker's opening lands without a roll; then the defender tests, the attacker, and so on, \
                    and the first to fail falls. A test takes one increment.";

fn text(args: &OddsTechniques, a: &Answer) -> String {
    let who = |attribute: Option<i32>, chance: &Chance| {
        let percent = chance.exact.percent(2);
        attribute.map_or_else(
            || format!("passes in {percent}"),
            |n| format!("has {n}, and passes in {percent}"),
        )
    };
    let mut text = format!(
        "The attacker {}; the defender {}\n\n",
        who(a.attacker_attribute, &a.attacker),
        who(a.defender_attribute, &a.defender)
    );
    let (Some(defender), Some(attacker), Some(mean)) =
        (&a.defender_falls, &a.attacker_falls, &a.mean_exact)
    else {
        text.push_str("Neither can fail: the chain never ends.\n");
        return text + &foot(&[NOTE]);
    };
    let row = |what: &str, chance: &Chance| {
        vec![what.to_owned(), chance.exact.percent(3).to_string(), short(&chance.exact)]
    };
    text.push_str(&columns(&[
        row("the defender falls", defender),
        row("the attacker falls", attacker),
    ]));
    text.push_str(&format!("\nTests until then, on average: {}\n", mean.decimal(4)));
    let tests: Vec<_> = a
        .tests
        .iter()
        .filter(|test| !test.chance.exact.is_zero())
        .map(|test| row(&test.tests.to_string(), &test.chance))
        .collect();
    text.push_str(&columns(&tests));
    let reading = reading(&args.of);
    let has_attribute = a.attacker_attribute.or(a.defender_attribute).is_some();
    let notes = if has_attribute { vec![NOTE, &reading] } else { vec![NOTE] };
    text + &foot(&notes)
}

/// How a test is read.
pub(super) fn reading(args: &TechniqueTests) -> String {
    let passes = match TechniqueTest::from(args.test) {
        TechniqueTest::AtOrUnder => "the attribute or less passes (WSC-4, the reading of 2012)",
        TechniqueTest::Under => "less than the attribute passes (WSC-4, the reading of 2009)",
    };
    format!("A test is a {}; {passes}.", args.die)
}

/// A cell of a table in percent; what never comes about is undefined.
fn percent(chance: Option<&Chance>) -> String {
    chance.map_or("-".to_owned(), |chance| {
        let percent = chance.exact.percent(1).to_string();
        percent.trim_end_matches([' ', '%']).to_owned()
    })
}

/// How often the defender falls.
fn grid(args: &OddsTechniques, answers: &[Answer]) -> String {
    let falls = answers.iter().map(|a| a.defender_falls.as_ref());
    format!(
        "How often the defender falls, in percent: the attacker's attribute at the left, the defender's above\n\n{}{}",
        square(falls),
        foot(&[NOTE, &reading(&args.of)])
    )
}

/// Chances by two attributes, the first of them at the left: all pairs from 0 to [`MOST`], row by row.
pub(super) fn square<'a>(chances: impl Iterator<Item = Option<&'a Chance>>) -> String {
    let names = || (0..=MOST).map(|attribute| attribute.to_string());
    let head = std::iter::once(String::new()).chain(names());
    let mut rows = vec![head.collect::<Vec<_>>()];
    let mut cells = chances.map(percent);
    for name in names() {
        let row = cells.by_ref().take(names().count());
        rows.push(std::iter::once(name).chain(row).collect());
    }
    columns(&rows)
}
