//! `skirmish odds reload`: how long reloading takes (PG-09, PG-12).

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{Rulebook, step_down};
use skirmish_odds::{Ratio, Wait};

use super::columns::{cells, columns, counted, short};
use super::print_answers;
use crate::args::OddsReload;
use crate::fire::{reaching, rulebook, troops};
use crate::status::Failure;

/// The answer.
#[derive(Debug, Serialize)]
struct Reload {
    /// `figure`, `rank` or `platoon`.
    who: &'static str,
    troops: Option<String>,
    wounded: bool,
    dice: String,
    needed: i32,
    /// The chance of one roll.
    exact: Ratio,
    probability: f64,
    /// Turns up to and including the one that succeeds.
    mean: Option<f64>,
    mean_exact: Option<Ratio>,
    median: Option<u64>,
    /// Chance that it is never loaded.
    never: Ratio,
    turns: Vec<Turn>,
}

/// The weapon is loaded in this turn, counted from the first roll.
#[derive(Debug, Serialize)]
struct Turn {
    turn: u64,
    exact: Ratio,
    probability: f64,
    /// Chance that it is loaded in this turn or before.
    by_then: Ratio,
}

impl Reload {
    fn of(
        (who, troops, wounded): (&'static str, Option<String>, bool),
        dice: Dice,
        needed: i32,
        turns: u64,
    ) -> Result<Self, Failure> {
        let exact = reaching(dice, needed)?;
        let wait = Wait::fixed(&exact)?;
        let half = Ratio::new(1, 2)?;
        let mean_exact = wait.mean();
        Ok(Self {
            who,
            troops,
            wounded,
            dice: dice.to_string(),
            needed,
            probability: exact.to_f64(),
            exact,
            mean: mean_exact.as_ref().map(Ratio::to_f64),
            mean_exact,
            median: wait.quantile(&half)?,
            never: wait.never(),
            turns: (1..=turns)
                .map(|turn| {
                    let exact = wait.chance(turn);
                    Turn { turn, probability: exact.to_f64(), exact, by_then: wait.cdf(turn) }
                })
                .collect(),
        })
    }

    fn name(&self) -> String {
        let name = self.troops.as_deref().unwrap_or(match self.who {
            "figure" => "a figure",
            "rank" => "a rank",
            _ => "a platoon",
        });
        let wounded = if self.wounded { ", wounded" } else { "" };
        format!("{name}{wounded}")
    }
}

fn figure(
    args: &OddsReload,
    rules: &Rulebook,
    troops: Option<&str>,
    die: u8,
) -> Result<Reload, Failure> {
    let die = if args.wounded { step_down(die) } else { die };
    let who = ("figure", troops.map(str::to_owned), args.wounded);
    Reload::of(who, Dice::one(die), rules.fire.reload, args.turns)
}

fn line(args: &OddsReload, rules: &Rulebook, who: &'static str) -> Result<Reload, Failure> {
    let fire = &rules.fire;
    let needed = if who == "rank" { fire.rank_reload } else { fire.platoon_reload };
    let die = Dice::one(fire.volley_reload_die);
    Reload::of((who, None, false), die, needed, args.turns)
}

fn one(args: &OddsReload, rules: &Rulebook) -> Result<Reload, Failure> {
    match (args.rank, args.platoon, args.die) {
        (true, ..) => line(args, rules, "rank"),
        (_, true, _) => line(args, rules, "platoon"),
        (_, _, Some(die)) => figure(args, rules, None, die.sides),
        _ => {
            let troops = troops(rules, &args.troops)?;
            figure(args, rules, Some(&troops.name), troops.skills.aimed)
        }
    }
}

fn table(args: &OddsReload, rules: &Rulebook) -> Result<Vec<Reload>, Failure> {
    let figures = rules.troops.iter();
    let figures = figures.map(|t| figure(args, rules, Some(&t.name), t.skills.aimed));
    let lines = ["rank", "platoon"].map(|who| line(args, rules, who));
    figures.chain(lines).collect()
}

pub(super) fn reload(args: &OddsReload) -> Result<(), Failure> {
    let rules = rulebook(&args.rules.book)?;
    let answers = if args.table { table(args, &rules)? } else { vec![one(args, &rules)?] };
    print_answers(
        args.rules.format,
        args.table,
        &answers,
        (
            [
                "who",
                "troops",
                "wounded",
                "dice",
                "needed",
                "turn",
                "exact",
                "probability",
                "by_then",
            ],
            answers.iter().flat_map(|a| a.turns.iter().map(|turn| csv(a, turn))),
        ),
        || Ok(grid(&answers)),
        text,
    )
}

fn csv(a: &Reload, turn: &Turn) -> [String; 9] {
    let [exact, probability] = cells(&turn.exact);
    [
        a.who.to_owned(),
        a.troops.clone().unwrap_or_default(),
        if a.wounded { "yes" } else { "no" }.to_owned(),
        a.dice.clone(),
        a.needed.to_string(),
        turn.turn.to_string(),
        exact,
        probability,
        turn.by_then.decimal(12).to_string(),
    ]
}

fn text(a: &Reload) -> String {
    let mut text = format!(
        "{} = {}: {}, reloading on {}+ with {}\n\n",
        a.exact,
        a.exact.percent(4),
        a.name(),
        a.needed,
        a.dice
    );
    match (&a.mean_exact, a.median) {
        (Some(mean), Some(median)) => {
            let failed = mean - &Ratio::ONE;
            let _ = writeln!(
                text,
                "  mean   {}: {} that fail, and the one that succeeds",
                counted(&mean.decimal(4), "turn"),
                failed.decimal(4)
            );
            let _ = writeln!(text, "  median {median}");
        }
        _ => text.push_str("  it is never loaded\n"),
    }
    let mut rows = vec![["turn", "chance", "by then", "exact"].map(str::to_owned).to_vec()];
    rows.extend(a.turns.iter().map(|turn| {
        vec![
            turn.turn.to_string(),
            turn.exact.percent(3).to_string(),
            turn.by_then.percent(3).to_string(),
            short(&turn.exact),
        ]
    }));
    let rule = if a.who == "figure" {
        "PG-09: the AF die alone, in a later turn"
    } else {
        "PG-12: one die for all that fired together"
    };
    let _ = write!(text, "\n{}\nRule {rule}.\n", columns(&rows));
    text
}

fn grid(answers: &[Reload]) -> String {
    let head = ["", "die", "needed", "one roll", "exact", "mean turns", "loaded after 3"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(answers.iter().map(|a| {
        let mean = a.mean_exact.as_ref();
        vec![
            a.name(),
            a.dice.clone(),
            format!("{}+", a.needed),
            a.exact.percent(2).to_string(),
            a.exact.to_string(),
            mean.map_or_else(|| "for ever".to_owned(), |mean| mean.decimal(3).to_string()),
            a.turns.get(2).map(|turn| turn.by_then.percent(1).to_string()).unwrap_or_default(),
        ]
    }));
    format!("Reloading\n\n{}", columns(&rows))
}
