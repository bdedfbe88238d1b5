//! `odds seize`: the chance that a nominee seizes the initiative (LL-03).

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::rulebook::Rulebook;
use skirmish_odds::{Ratio, Seize};

use super::columns::{cells, signed};
use super::nominee::{Case, Counted, cases, factors, grid, need_seizing, nominee, total};
use super::{print_answers, rulebook};
use crate::args;
use crate::status::Failure;

/// The answer to `odds seize`.
#[derive(Debug, Serialize)]
struct Answer {
    troops: String,
    leader: Option<String>,
    base: i32,
    leadership: i32,
    factors: Vec<Counted>,
    dice: String,
    needed: i64,
    exact: Ratio,
    probability: f64,
}

fn answer(rules: &Rulebook, case: Case, factors: &[Counted]) -> Result<Answer, Failure> {
    let seize = Seize {
        dice: rules.seize.dice,
        base: case.base,
        factors: case.leadership + total(factors),
    };
    let exact = seize.chance()?;
    Ok(Answer {
        troops: case.troops,
        leader: case.leader,
        base: case.base,
        leadership: case.leadership,
        factors: factors.to_vec(),
        dice: rules.seize.dice.to_string(),
        needed: seize.needed(),
        probability: exact.to_f64(),
        exact,
    })
}

pub(super) fn seize(args: &args::OddsSeize) -> Result<(), Failure> {
    let rules = rulebook(&args.rules)?;
    need_seizing(&rules)?;
    let factors = factors(&rules, &args.nominee.factors)?;
    let answers = if args.table {
        cases(&rules).map(|case| answer(&rules, case, &factors)).collect::<Result<Vec<_>, _>>()?
    } else {
        vec![answer(&rules, nominee(&rules, &args.nominee)?, &factors)?]
    };
    let rows = answers.iter().map(|a| {
        let [exact, probability] = cells(&a.exact);
        [
            a.troops.clone(),
            a.leader.clone().unwrap_or_default(),
            a.dice.clone(),
            a.needed.to_string(),
            exact,
            probability,
        ]
    });
    let head = ["troops", "leader", "dice", "needed", "exact", "probability"];
    let table = || {
        Ok(grid(&rules, &factors, "Chance to seize", &answers, |a| {
            format!("{}", a.exact.percent(2))
        }))
    };
    print_answers(args.rules.format, args.table, &answers, (head, rows), table, text)
}

fn text(a: &Answer) -> String {
    let mut text = format!("{} = {}\n\n", a.exact, a.exact.percent(4));
    let _ = writeln!(text, "  {:<28} {:>4}", format!("base, {}", a.troops), a.base);
    if let Some(leader) = &a.leader {
        let _ =
            writeln!(text, "  {:<28} {:>4}", format!("leader, {leader}"), signed(-a.leadership));
    }
    for f in &a.factors {
        let name =
            if f.times == 1 { f.factor.clone() } else { format!("{} x {}", f.factor, f.times) };
        let _ = writeln!(text, "  {name:<28} {:>4}", signed(-f.adds));
    }
    let _ = writeln!(text, "  {:<28} {:>4}", format!("needed on {}", a.dice), a.needed);
    text.push_str("\nRule LL-03: dice + leadership + factors >= base; no number succeeds or fails of itself.\n");
    text
}
