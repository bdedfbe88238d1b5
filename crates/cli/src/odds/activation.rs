//! `skirmish odds activation`: units out of control (PG-04).

use skirmish_engine::dice::Dice;
use skirmish_odds::{Activation, Control, ControlTest, Ratio};

use super::columns::{columns, counted, headed, short};
use super::print;
use crate::args::OddsActivation;
use crate::fire::{rulebook, troops};
use crate::status::Done;

pub(super) fn activation(args: &OddsActivation) -> Done {
    let rules = rulebook(&args.rules.book)?;
    let of = |name: Option<&str>, die: Dice| {
        Activation::of(name, ControlTest::new(die, &rules.control), args.turns)
    };
    let all = if args.table {
        let all = rules.troops.iter();
        all.map(|t| of(Some(&t.name), Dice::one(t.skills.command))).collect::<Result<_, _>>()?
    } else if let Some(die) = args.die {
        vec![of(None, die)?]
    } else {
        let troops = troops(&rules, &args.troops)?;
        vec![of(Some(&troops.name), Dice::one(troops.skills.command))?]
    };
    print((args.rules.format, args.table), &all, grid, text)
}

fn name(a: &Activation) -> String {
    a.troops.clone().unwrap_or_else(|| "a unit".to_owned())
}

fn text(a: &Activation) -> String {
    let test = &a.test;
    let range = |least: i64, below: Option<i64>| match below {
        Some(below) if below <= least => "never".to_owned(),
        Some(below) if below == least + 1 => least.to_string(),
        Some(below) => format!("{least} to {}", below - 1),
        None => format!("{least}+"),
    };
    let results = [
        ("in control", range(test.in_control, None), Control::InControl),
        (
            "out of control",
            range(test.out_of_control, Some(test.in_control)),
            Control::OutOfControl,
        ),
        ("routed", range(1, Some(test.out_of_control)), Control::Routed),
    ];
    let results = results.map(|(what, rolls, result)| {
        let chance = a.once.chance(&result);
        vec![what.to_owned(), rolls, chance.percent(3), chance.to_string()]
    });
    let end = match (&a.routed_in_the_end, a.tests.mean()) {
        (Some(routed), Some(mean)) => format!(
            "In the end it is routed with chance {routed} = {}. On average it is settled by test {}, after {} missed.",
            routed.percent(3),
            mean.decimal(3),
            counted((&mean - &Ratio::ONE).decimal(3), "turn")
        ),
        _ => "It stays out of control for ever.".to_owned(),
    };
    let turns = (1..=a.turns).map(|turn| {
        let [in_control, out_of_control, routed] = a.after(turn);
        let percents = [in_control, routed, out_of_control.clone()];
        let percents = percents.map(|chance| chance.percent(3));
        [&[turn.to_string()], &percents[..], &[short(&out_of_control)]].concat()
    });
    let head = ["after turn", "in control", "routed", "still out of control", "exact"];
    format!(
        "One test of {} on {}\n\n{}\n{end}\n\n{}\nRule PG-04: a unit under pressure tests at the start of its player's turn.\n",
        name(a),
        test.dice,
        columns(results),
        headed(head, turns)
    )
}

fn grid(all: &[Activation]) -> String {
    let rows = all.iter().map(|a| {
        let chance = |result| a.once.chance(&result).percent(2);
        let missed = a.tests.mean().map(|mean| (&mean - &Ratio::ONE).decimal(3));
        let routed = a.routed_in_the_end.as_ref().map(|routed| routed.percent(2));
        vec![
            name(a),
            a.test.dice.to_string(),
            chance(Control::InControl),
            chance(Control::OutOfControl),
            chance(Control::Routed),
            missed.unwrap_or_else(|| "for ever".to_owned()),
            routed.unwrap_or_default(),
        ]
    });
    let head =
        ["", "die", "in control", "out of control", "routed", "turns missed", "routed in the end"];
    format!("Units out of control\n\n{}", headed(head, rows))
}
