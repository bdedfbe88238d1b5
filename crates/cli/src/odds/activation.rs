//! `skirmish odds activation`: units out of control (PG-04).

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::Rulebook;
use skirmish_odds::{Control, ControlTest, Ratio};

use super::columns::{Chance, cells, columns, counted, short};
use super::print_answers;
use crate::args::OddsActivation;
use crate::fire::{rulebook, troops};
use crate::status::Failure;

/// The answer.
#[derive(Debug, Serialize)]
struct Activation {
    troops: Option<String>,
    dice: String,
    /// Least roll for control.
    needed: i32,
    /// Least roll that does not rout.
    needed_to_stay: i32,
    /// One test.
    in_control: Chance,
    out_of_control: Chance,
    routed: Chance,
    /// Tests up to and including the one that ends it; each but the last stands for a turn missed.
    mean: Option<f64>,
    mean_exact: Option<Ratio>,
    /// Chance that it stays out of control for ever.
    never: Ratio,
    /// `None` if it stays out of control for ever.
    routed_in_the_end: Option<Chance>,
    turns: Vec<Turn>,
}

/// How it stands after the test of one turn, counted from the first.
#[derive(Debug, Serialize)]
struct Turn {
    turn: u64,
    in_control: Ratio,
    routed: Ratio,
    /// Still out of control.
    out_of_control: Ratio,
}

impl Activation {
    fn of(
        args: &OddsActivation,
        rules: &Rulebook,
        troops: Option<&str>,
        dice: Dice,
    ) -> Result<Self, Failure> {
        let control = &rules.control;
        let test = ControlTest {
            dice,
            in_control: control.in_control.into(),
            out_of_control: control.out_of_control.into(),
        };
        let law = test.law()?;
        let tests = test.tests()?;
        let chance = |end| law.chance(&end);
        let routed_in_the_end =
            if tests.never().is_zero() { Some(test.routed_in_the_end()?) } else { None };
        let routed_share = routed_in_the_end.clone().unwrap_or(Ratio::ZERO);
        let mean_exact = tests.mean();
        Ok(Self {
            troops: troops.map(str::to_owned),
            dice: dice.to_string(),
            needed: control.in_control,
            needed_to_stay: control.out_of_control,
            in_control: chance(Control::InControl).into(),
            out_of_control: chance(Control::OutOfControl).into(),
            routed: chance(Control::Routed).into(),
            mean: mean_exact.as_ref().map(Ratio::to_f64),
            mean_exact,
            never: tests.never(),
            // How it ends is independent of how long it takes.
            turns: (1..=args.turns)
                .map(|turn| {
                    let ended = tests.cdf(turn);
                    let routed = &ended * &routed_share;
                    Turn {
                        turn,
                        in_control: &ended - &routed,
                        routed,
                        out_of_control: tests.survival(turn),
                    }
                })
                .collect(),
            routed_in_the_end: routed_in_the_end.map(Chance::from),
        })
    }

    fn name(&self) -> &str {
        self.troops.as_deref().unwrap_or("a unit")
    }
}

pub(super) fn activation(args: &OddsActivation) -> Result<(), Failure> {
    let rules = rulebook(&args.rules.book)?;
    let of = |name: &str, die| Activation::of(args, &rules, Some(name), Dice::one(die));
    let answers = if args.table {
        let all = rules.troops.iter();
        all.map(|t| of(&t.name, t.skills.command)).collect::<Result<_, _>>()?
    } else if let Some(die) = args.die {
        vec![Activation::of(args, &rules, None, die)?]
    } else {
        let troops = troops(&rules, &args.troops)?;
        vec![of(&troops.name, troops.skills.command)?]
    };
    print_answers(
        args.rules.format,
        args.table,
        &answers,
        (
            ["troops", "dice", "after_turn", "state", "exact", "probability"],
            answers.iter().flat_map(csv),
        ),
        || Ok(grid(&answers)),
        text,
    )
}

/// Rows for each turn; the end, whenever it comes, has an empty one.
fn csv(a: &Activation) -> Vec<[String; 6]> {
    let row = |turn: String, state: &str, exact: &Ratio| {
        let [exact, probability] = cells(exact);
        [
            a.troops.clone().unwrap_or_default(),
            a.dice.clone(),
            turn,
            state.to_owned(),
            exact,
            probability,
        ]
    };
    let turns = a.turns.iter().flat_map(|t| {
        let turn = t.turn.to_string();
        [
            row(turn.clone(), "in control", &t.in_control),
            row(turn.clone(), "out of control", &t.out_of_control),
            row(turn, "routed", &t.routed),
        ]
    });
    let end = a.routed_in_the_end.iter().flat_map(|routed| {
        let in_control = &Ratio::ONE - &routed.exact;
        [row(String::new(), "in control", &in_control), row(String::new(), "routed", &routed.exact)]
    });
    turns.chain(end).collect()
}

fn text(a: &Activation) -> String {
    let mut text = format!("One test of {} on {}\n\n", a.name(), a.dice);
    let range = |least: i32, below: Option<i32>| match below {
        Some(below) if below <= least => "never".to_owned(),
        Some(below) if below == least + 1 => least.to_string(),
        Some(below) => format!("{least} to {}", below - 1),
        None => format!("{least}+"),
    };
    let rows = [
        ("in control", range(a.needed, None), &a.in_control),
        ("out of control", range(a.needed_to_stay, Some(a.needed)), &a.out_of_control),
        ("routed", range(1, Some(a.needed_to_stay)), &a.routed),
    ];
    let rows = rows.map(|(what, rolls, chance)| {
        vec![what.to_owned(), rolls, chance.exact.percent(3).to_string(), chance.exact.to_string()]
    });
    text.push_str(&columns(&rows));
    match (&a.routed_in_the_end, &a.mean_exact) {
        (Some(routed), Some(mean)) => {
            let missed = mean - &Ratio::ONE;
            let _ = writeln!(
                text,
                "\nIn the end it is routed with chance {} = {}. On average it is settled by test {}, after {} missed.",
                routed.exact,
                routed.exact.percent(3),
                mean.decimal(3),
                counted(&missed.decimal(3), "turn")
            );
        }
        _ => text.push_str("\nIt stays out of control for ever.\n"),
    }
    let head = ["after turn", "in control", "routed", "still out of control", "exact"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(a.turns.iter().map(|turn| {
        vec![
            turn.turn.to_string(),
            turn.in_control.percent(3).to_string(),
            turn.routed.percent(3).to_string(),
            turn.out_of_control.percent(3).to_string(),
            short(&turn.out_of_control),
        ]
    }));
    let _ = write!(
        text,
        "\n{}\nRule PG-04: a unit under pressure tests at the start of its player's turn.\n",
        columns(&rows)
    );
    text
}

fn grid(answers: &[Activation]) -> String {
    let head =
        ["", "die", "in control", "out of control", "routed", "turns missed", "routed in the end"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let for_ever = || "for ever".to_owned();
    rows.extend(answers.iter().map(|a| {
        let missed = a.mean_exact.as_ref().map(|mean| mean - &Ratio::ONE);
        let routed = a.routed_in_the_end.as_ref();
        vec![
            a.name().to_owned(),
            a.dice.clone(),
            a.in_control.exact.percent(2).to_string(),
            a.out_of_control.exact.percent(2).to_string(),
            a.routed.exact.percent(2).to_string(),
            missed.map_or_else(for_ever, |missed| missed.decimal(3).to_string()),
            routed.map_or_else(String::new, |routed| routed.exact.percent(2).to_string()),
        ]
    }));
    format!("Units out of control\n\n{}", columns(&rows))
}
