//! `skirmish odds stacked`: what comes of one attack by a stacked test (WSC-5).

use skirmish_engine::event::Opening;
use skirmish_odds::{OddsError, Stacked};

use super::columns::{chance_row, columns, foot};
use super::print;
use super::techniques::{pairs, square};
use crate::args::OddsStacked;
use crate::status::Done;

pub(super) fn stacked(args: &OddsStacked) -> Done {
    let of = |(mentality, action)| -> Result<Stacked, OddsError> {
        let chances = [args.of.passes(&args.attacker)?.1, args.of.passes(&args.defender)?.1];
        Stacked::new(args.of.die, args.of.test, [mentality, action], chances)
    };
    let all = if args.table {
        pairs().map(of).collect::<Result<_, _>>()?
    } else {
        vec![of((args.mentality, args.action))?]
    };
    let reading = args.of.reading();
    let table = |all: &[Stacked]| {
        format!(
            "How often the defender falls to one attack, in percent: the attacker's Mentality at the left, his Action above\n\n{}{}",
            square(all.iter().map(Stacked::defender_falls)),
            foot(&[NOTE, &reading])
        )
    };
    let text = |a: &Stacked| text(a) + &foot(&[NOTE, &reading]);
    print((args.of.format, args.table), &all, table, text)
}

const NOTE: &str = "Rule WSC-5: one die is read against both of the attacker's attributes. What each kind of attack does is \
                    ours: a skilled one is the chain of WSC-6, a counter to a wild one cannot be answered, a counter to a \
                    half-hearted one ends it.";

fn text(a: &Stacked) -> String {
    let [mentality, action] = a.attributes();
    let [answers, counters] = a.pass().map(|chance| chance.percent(2));
    let attacks = Opening::ALL.map(|opening| chance_row(opening.name(), a.attack(opening)));
    let text = format!(
        "The attacker has Mentality {mentality} and Action {action}, and answers a counter in {answers}; the defender counters in {counters}\n\n{}\n",
        columns(attacks)
    );
    let (Some(defender), Some(attacker), Some(nobody), Some(mean)) =
        (a.defender_falls(), a.attacker_falls(), a.nobody_falls(), a.mean_tests())
    else {
        return text + "Neither can fail a technique test: a skilled attack never ends.\n";
    };
    let at_last = a.defender_falls_at_last().map_or_else(
        || "However often it is made, nobody falls".to_owned(),
        |chance| {
            let percent = chance.percent(3);
            format!("If it is made again until one of them falls, it is the defender in {percent}")
        },
    );
    let falls = [
        chance_row("the defender falls", &defender),
        chance_row("the attacker falls", &attacker),
        chance_row("nobody falls", &nobody),
    ];
    format!(
        "{text}{}\n{at_last}\nTechnique tests until then, on average: {}\n",
        columns(falls),
        mean.decimal(4)
    )
}
