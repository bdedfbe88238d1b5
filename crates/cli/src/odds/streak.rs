//! `odds streak`: how long the initiative is held against a nominee (LL-03, LL-07).

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::rulebook::{Counters, FactorCondition, Rulebook};
use skirmish_odds::{Ratio, Shooting, Streak, Wait};
use skirmish_report::chart::{self, Axis, Labels, LineChart, LinePoint, LineSeries, ValueFormat};

use super::columns::{cells, short};
use super::nominee::{Case, Counted, cases, factors, grid, need_seizing, nominee, total};
use super::{print_answers, rulebook};
use crate::args;
use crate::output;
use crate::status::Failure;

/// One length of a streak.
#[derive(Debug, Serialize)]
struct Length {
    length: u64,
    exact: Ratio,
    probability: f64,
}

/// The answer to `odds streak`.
#[derive(Debug, Serialize)]
struct Answer {
    troops: String,
    leader: Option<String>,
    dice: String,
    base: i32,
    leadership: i32,
    factors: Vec<Counted>,
    shooting: String,
    counters: &'static str,
    pmf: Vec<Length>,
    /// Chance of a streak longer than those listed.
    longer: Ratio,
    /// Chance that the streak never ends.
    never: Ratio,
    mean: Option<f64>,
    mean_exact: Option<Ratio>,
    variance: Option<f64>,
    median: Option<u64>,
    longest: Option<u64>,
}

fn shooting(word: &str) -> Result<Shooting, Failure> {
    match word {
        "always" => return Ok(Shooting::always()),
        "never" => return Ok(Shooting::never()),
        "first" => return Ok(Shooting::first_only()),
        _ => {}
    }
    let every = word.strip_prefix("every=").and_then(|k| k.parse::<u8>().ok());
    match every.map(Shooting::every) {
        Some(Ok(shooting)) => Ok(shooting),
        _ => Err(Failure::Usage(
            format!("`--shooting {word}` is not understood"),
            vec!["it may be always, never, first, or every=K with K from 1 to 255".to_owned()],
        )),
    }
}

fn counters(rules: &Rulebook, word: Option<&str>) -> Result<Counters, Failure> {
    let Some(word) = word else {
        return Ok(rules.options.counters);
    };
    let found = Counters::ALL.iter().find(|(name, _)| *name == word);
    found.map(|(_, reading)| *reading).ok_or_else(|| {
        Failure::Usage(
            format!("`--counters {word}` is not a reading of LL-07"),
            vec!["it may be kept or spent".to_owned()],
        )
    })
}

fn law(
    rules: &Rulebook,
    case: &Case,
    factors: &[Counted],
    shooting: Shooting,
    counters: Counters,
) -> Result<Wait, Failure> {
    // Counters and actions add up by themselves as the streak goes on; every row that counts them does.
    let per = |condition: FactorCondition| {
        let rows = rules.seize.factors.iter();
        let counting = rows.filter(|row| row.when == [condition]);
        counting.map(|row| row.value).sum::<i32>()
    };
    let streak = Streak {
        dice: rules.seize.dice,
        base: case.base,
        factors: case.leadership + total(factors),
        per_counter: per(FactorCondition::EnemyShots),
        per_action: per(FactorCondition::EnemyStreak),
        shooting,
        counters: match counters {
            Counters::Kept => skirmish_odds::Counters::Kept,
            Counters::Spent => skirmish_odds::Counters::Spent,
        },
    };
    Ok(streak.law()?)
}

const fn reading(counters: Counters) -> &'static str {
    match counters {
        Counters::Kept => "kept",
        Counters::Spent => "spent",
    }
}

fn answer(
    args: &args::OddsStreak,
    rules: &Rulebook,
    case: Case,
    factors: &[Counted],
    counters: Counters,
) -> Result<Answer, Failure> {
    let law = law(rules, &case, factors, shooting(&args.shooting)?, counters)?;
    let listed = law.longest().map_or(args.lengths, |longest| longest.min(1000));
    let pmf: Vec<Length> = law
        .terms()
        .take_while(|(length, _)| *length <= listed)
        .map(|(length, exact)| Length { length, probability: exact.to_f64(), exact })
        .collect();
    let half = Ratio::new(1, 2)?;
    let mean_exact = law.mean();
    Ok(Answer {
        troops: case.troops,
        leader: case.leader,
        dice: rules.seize.dice.to_string(),
        base: case.base,
        leadership: case.leadership,
        factors: factors.to_vec(),
        shooting: args.shooting.clone(),
        counters: reading(counters),
        longer: law.survival(listed),
        never: law.never(),
        mean: mean_exact.as_ref().map(Ratio::to_f64),
        mean_exact,
        variance: law.variance().as_ref().map(Ratio::to_f64),
        median: law.quantile(&half)?,
        longest: law.longest(),
        pmf,
    })
}

pub(super) fn streak(args: &args::OddsStreak) -> Result<(), Failure> {
    let rules = rulebook(&args.rules)?;
    need_seizing(&rules)?;
    let factors = factors(&rules, &args.nominee.factors)?;
    let grows = |counted: &&Counted| {
        let mut rows = rules.seize.factors.iter();
        let growing = [FactorCondition::EnemyStreak];
        rows.any(|row| row.name == counted.factor && row.when == growing)
    };
    if let Some(counted) = factors.iter().find(grows) {
        return Err(Failure::Usage(
            format!("factor `{}` counts the actions of the streak", counted.factor),
            vec!["it grows by itself as the streak goes on: leave it out".to_owned()],
        ));
    }
    let counters = counters(&rules, args.counters.as_deref())?;
    let answers = if args.table {
        cases(&rules)
            .map(|case| answer(args, &rules, case, &factors, counters))
            .collect::<Result<Vec<_>, _>>()?
    } else {
        let case = nominee(&rules, &args.nominee)?;
        vec![answer(args, &rules, case, &factors, counters)?]
    };
    if let Some(path) = &args.svg {
        if args.table {
            return Err(Failure::usage("a chart shows one law; leave `--table` out"));
        }
        output::write_file(path, drawn(&answers[0]).as_bytes())?;
    }
    let rows = answers.iter().flat_map(|a| {
        a.pmf.iter().map(|l| {
            let [exact, probability] = cells(&l.exact);
            [
                a.troops.clone(),
                a.leader.clone().unwrap_or_default(),
                a.shooting.clone(),
                a.counters.to_owned(),
                l.length.to_string(),
                exact,
                probability,
            ]
        })
    });
    let head = ["troops", "leader", "shooting", "counters", "length", "exact", "probability"];
    let table = || {
        let title = format!(
            "Mean streak against each nominee (shooting {}, counters {})",
            args.shooting,
            reading(counters)
        );
        Ok(grid(&rules, &factors, &title, &answers, |a| {
            a.mean.map_or_else(|| "for ever".to_owned(), |mean| format!("{mean:.3}"))
        }))
    };
    print_answers(args.rules.format, args.table, &answers, (head, rows), table, text)
}

fn against(a: &Answer) -> String {
    let leader = a.leader.as_ref().map_or_else(String::new, |l| format!(", {l} leader"));
    let factors = a.factors.iter().map(|f| match f.times {
        1 => f.factor.clone(),
        times => format!("{} × {times}", f.factor),
    });
    let factors: Vec<String> = factors.collect();
    let factors =
        if factors.is_empty() { String::new() } else { format!(", {}", factors.join(", ")) };
    format!("{}{leader}{factors}", a.troops)
}

fn text(a: &Answer) -> String {
    let mut text = format!(
        "Streak against a nominee who is {} (shooting {}, counters {})\n\n",
        against(a),
        a.shooting,
        a.counters
    );
    match (&a.mean_exact, a.median) {
        (Some(mean), Some(median)) => {
            let _ = writeln!(text, "  mean   {} actions", mean.decimal(7));
            let _ = writeln!(text, "  median {median}");
        }
        _ => {
            let _ = writeln!(
                text,
                "  the initiative may never be seized: chance {} = {}",
                a.never,
                a.never.percent(4)
            );
        }
    }
    if let Some(longest) = a.longest {
        let _ = writeln!(text, "  never longer than {longest}");
    }
    text.push_str("\n  length       chance  exact\n");
    for l in a.pmf.iter().filter(|l| !l.exact.is_zero()) {
        let exact = short(&l.exact);
        let _ =
            writeln!(text, "  {:>6}  {:>11}  {exact}", l.length, l.exact.percent(5).to_string());
    }
    if !a.longer.is_zero() {
        let _ = writeln!(text, "  longer  {:>11}", a.longer.percent(5).to_string());
    }
    text
}

fn drawn(a: &Answer) -> String {
    let mut left = Ratio::ONE;
    let mut points = vec![LinePoint { x: 0.0, y: 1.0, interval: None }];
    for l in &a.pmf {
        left = &left - &l.exact;
        points.push(LinePoint { x: l.length as f64, y: left.to_f64(), interval: None });
    }
    let mean =
        a.mean.map_or_else(|| "no mean".to_owned(), |mean| format!("mean {mean:.2} actions"));
    chart::lines(&LineChart {
        labels: Labels {
            title: format!("A streak against {} nominees: {mean}", against(a)),
            subtitle: "Chance that the initiative is held for more than so many actions. Exact."
                .to_owned(),
            caption: format!(
                "Seize on {}, shooting {}, counters {}. Rules LL-03 and LL-07.",
                a.dice, a.shooting, a.counters
            ),
            description: "A falling line from 100 % at no action.".to_owned(),
        },
        x: Axis::of("Actions", ValueFormat::Plain, None),
        y: Axis::of("Still held", ValueFormat::Percent, Some((0.0, 1.0))),
        series: vec![LineSeries { label: "exact".to_owned(), points, stepped: false }],
        stressed: Some(0.5),
        callouts: Vec::new(),
    })
}
