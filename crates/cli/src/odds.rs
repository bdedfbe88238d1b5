//! `skirmish odds`: exact chances from the tables of a rulebook.

mod activation;
mod arms;
pub(crate) mod columns;
mod crossing;
mod hit;
mod instigator;
mod melee;
mod order;
mod reload;
mod round;
mod stacked;
mod strikes;
mod techniques;

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::rulebook::{Counters, Factor, FactorCondition, Rulebook};
use skirmish_odds::{OddsError, Ratio, Seize, Shooting, Streak, Wait};
use skirmish_report::chart::{self, Axis, Labels, LineChart, LinePoint, LineSeries, ValueFormat};
use skirmish_report::table;
use skirmish_scenario::load_rules;

use crate::args::{self, Nominee, Question, TableFormat};
use crate::files::Disk;
use crate::output;
use crate::status::{Failure, did_you_mean};

pub(crate) fn odds(args: &args::Odds) -> Result<(), Failure> {
    match &args.question {
        Question::Seize(args) => seize(args),
        Question::Streak(args) => streak(args),
        Question::Hit(args) => hit::hit(args),
        Question::Reload(args) => reload::reload(args),
        Question::Melee(args) => melee::melee(args),
        Question::Activation(args) => activation::activation(args),
        Question::Crossing(args) => crossing::crossing(args),
        Question::Order(args) => order::order(args),
        Question::Strikes(args) => strikes::strikes(args),
        Question::Instigator(args) => instigator::instigator(args),
        Question::Techniques(args) => techniques::techniques(args),
        Question::Stacked(args) => stacked::stacked(args),
    }
}

pub(crate) fn of_odds(error: OddsError) -> Failure {
    Failure::usage(error.to_string())
}

fn rulebook(args: &args::Rules) -> Result<Rulebook, Failure> {
    Ok(load_rules(&args.rules, &args.set, &Disk)?.rulebook)
}

/// A factor row that counts, and how often.
#[derive(Debug, Clone, Serialize)]
struct Counted {
    factor: String,
    times: u32,
    adds: i32,
}

/// A nominee as the rules see it.
struct Case {
    troops: String,
    leader: Option<String>,
    base: i32,
    leadership: i32,
}

pub(crate) fn unknown(what: &str, name: &str, known: impl Iterator<Item = String>) -> Failure {
    let known: Vec<String> = known.collect();
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    let mut hints: Vec<String> = did_you_mean(name, &names).into_iter().collect();
    hints.push(format!("it has {}", names.join(", ")));
    Failure::Usage(format!("{what} `{name}` is not in the rulebook"), hints)
}

fn case(rules: &Rulebook, troops: &str, leader: Option<&str>) -> Result<Case, Failure> {
    let grade = rules.troops.iter().find(|t| t.name == troops);
    let grade = grade.ok_or_else(|| {
        unknown(
            "troop type",
            troops,
            rules.troops.iter().map(|t| t.name.clone()),
        )
    })?;
    let leadership = match leader {
        None => 0,
        Some(name) => {
            let rank = rules.ranks.iter().find(|r| r.name == name);
            rank.ok_or_else(|| unknown("rank", name, rules.ranks.iter().map(|r| r.name.clone())))?
                .bonus
        }
    };
    Ok(Case {
        troops: troops.to_owned(),
        leader: leader.map(str::to_owned),
        base: grade.base,
        leadership,
    })
}

/// Every case of a table: all troops, without a leader and with each rank.
fn cases(rules: &Rulebook) -> impl Iterator<Item = Case> {
    let leaders = || {
        std::iter::once((None, 0))
            .chain(rules.ranks.iter().map(|r| (Some(r.name.clone()), r.bonus)))
    };
    rules.troops.iter().flat_map(move |t| {
        leaders().map(move |(leader, leadership)| Case {
            troops: t.name.clone(),
            leader,
            base: t.base,
            leadership,
        })
    })
}

/// Reads `in-reach` and `enemy-shots=2` against the table of factors.
fn factors(rules: &Rulebook, words: &[String]) -> Result<Vec<Counted>, Failure> {
    words.iter().map(|word| factor(rules, word)).collect()
}

fn factor(rules: &Rulebook, word: &str) -> Result<Counted, Failure> {
    let (name, count) = word.split_once('=').unwrap_or((word, "1"));
    let times = count
        .trim()
        .parse::<u32>()
        .ok()
        .filter(|times| *times <= 1000);
    let times = times.ok_or_else(|| {
        Failure::Usage(
            format!("factor `{name}` counts `{count}` times"),
            vec!["a count is a whole number from 0 to 1000, such as enemy-shots=2".to_owned()],
        )
    })?;
    let rows = &rules.seize.factors;
    let row = rows.iter().find(|row| row.name == name.trim());
    let row = row.ok_or_else(|| unknown("factor", name, rows.iter().map(|r| r.name.clone())))?;
    let counted = row.when.iter().any(|condition| condition.is_counted());
    if times > 1 && !counted {
        return Err(Failure::Usage(
            format!("factor `{name}` holds or does not; it cannot count {times} times"),
            vec![format!("factors that are counted: {}", counted_rows(rows))],
        ));
    }
    Ok(Counted {
        factor: row.name.clone(),
        times,
        adds: row.value * times as i32,
    })
}

fn counted_rows(rows: &[Factor]) -> String {
    let counted = rows
        .iter()
        .filter(|row| row.when.iter().any(|c| c.is_counted()));
    counted
        .map(|row| row.name.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

fn total(factors: &[Counted]) -> i32 {
    factors.iter().map(|f| f.adds).sum()
}

/// The answer to `odds seize`.
#[derive(Debug, Serialize)]
struct SeizeAnswer {
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

fn seize_answer(rules: &Rulebook, case: Case, factors: &[Counted]) -> Result<SeizeAnswer, Failure> {
    let seize = Seize {
        dice: rules.seize.dice,
        base: case.base,
        factors: case.leadership + total(factors),
    };
    let exact = seize.chance().map_err(of_odds)?;
    Ok(SeizeAnswer {
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

fn seize(args: &args::OddsSeize) -> Result<(), Failure> {
    let rules = rulebook(&args.rules)?;
    let factors = factors(&rules, &args.nominee.factors)?;
    let answers = if args.table {
        cases(&rules)
            .map(|case| seize_answer(&rules, case, &factors))
            .collect::<Result<Vec<_>, _>>()?
    } else {
        vec![seize_answer(
            &rules,
            nominee(&rules, &args.nominee)?,
            &factors,
        )?]
    };
    match args.rules.format {
        TableFormat::Json if args.table => print_json(&answers),
        TableFormat::Json => print_json(&answers[0]),
        TableFormat::Csv => {
            let rows = answers.iter().map(|a| {
                let leader = a.leader.clone().unwrap_or_default();
                let decimal = a.exact.decimal(12).to_string();
                [
                    a.troops.clone(),
                    leader,
                    a.dice.clone(),
                    a.needed.to_string(),
                    a.exact.to_string(),
                    decimal,
                ]
            });
            print_csv(
                ["troops", "leader", "dice", "needed", "exact", "probability"],
                rows,
            )
        }
        TableFormat::Text if args.table => {
            output::print(&grid(&rules, &factors, "Chance to seize", &answers, |a| {
                format!("{}", a.exact.percent(2))
            }))
        }
        TableFormat::Text => output::print(&seize_text(&answers[0])),
    }
}

fn nominee(rules: &Rulebook, nominee: &Nominee) -> Result<Case, Failure> {
    case(rules, &nominee.troops, nominee.leader.as_deref())
}

fn seize_text(a: &SeizeAnswer) -> String {
    let mut text = format!("{} = {}\n\n", a.exact, a.exact.percent(4));
    let _ = writeln!(
        text,
        "  {:<28} {:>4}",
        format!("base, {}", a.troops),
        a.base
    );
    if let Some(leader) = &a.leader {
        let _ = writeln!(
            text,
            "  {:<28} {:>4}",
            format!("leader, {leader}"),
            signed(-a.leadership)
        );
    }
    for f in &a.factors {
        let name = if f.times == 1 {
            f.factor.clone()
        } else {
            format!("{} x {}", f.factor, f.times)
        };
        let _ = writeln!(text, "  {name:<28} {:>4}", signed(-f.adds));
    }
    let _ = writeln!(
        text,
        "  {:<28} {:>4}",
        format!("needed on {}", a.dice),
        a.needed
    );
    text.push_str("\nRule LL-03: dice + leadership + factors >= base; no number succeeds or fails of itself.\n");
    text
}

fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        n if n < 0 => format!("\u{2212}{}", n.unsigned_abs()),
        n => format!("+{n}"),
    }
}

/// A table of all troops by all ranks.
fn grid<A>(
    rules: &Rulebook,
    factors: &[Counted],
    title: &str,
    answers: &[A],
    show: impl Fn(&A) -> String,
) -> String {
    let columns = rules.ranks.len() + 1;
    let heads: Vec<String> = std::iter::once("no leader".to_owned())
        .chain(rules.ranks.iter().map(|r| r.name.clone()))
        .collect();
    let cells: Vec<String> = answers.iter().map(show).collect();
    let width = |k: usize| {
        let column = cells.iter().skip(k).step_by(columns).chain([&heads[k]]);
        column.map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let first = rules
        .troops
        .iter()
        .map(|t| t.name.chars().count())
        .max()
        .unwrap_or(0);
    let under: Vec<String> = factors
        .iter()
        .map(|f| format!("{} ({})", f.factor, signed(f.adds)))
        .collect();
    let mut text = format!("{title}, {}", rules.seize.dice);
    if under.is_empty() {
        text.push_str(", no tactical factor\n\n");
    } else {
        let _ = writeln!(text, ", {}\n", under.join(", "));
    }
    let _ = write!(text, "{:first$}", "");
    for (head, width) in heads.iter().zip(&widths) {
        let _ = write!(text, "  {head:>width$}");
    }
    text.push('\n');
    for (row, troops) in cells.chunks(columns).zip(&rules.troops) {
        let _ = write!(text, "{:first$}", troops.name);
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    }
    text
}

/// One length of a streak.
#[derive(Debug, Serialize)]
struct Length {
    length: u64,
    exact: Ratio,
    probability: f64,
}

/// The answer to `odds streak`.
#[derive(Debug, Serialize)]
struct StreakAnswer {
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
    let every = word
        .strip_prefix("every=")
        .and_then(|k| k.parse::<u8>().ok());
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
    // Counters add up by themselves as the streak goes on; every row that counts them does.
    let rows = rules.seize.factors.iter();
    let per_counter = rows
        .filter(|row| row.when == [FactorCondition::EnemyShots])
        .map(|row| row.value)
        .sum();
    let streak = Streak {
        dice: rules.seize.dice,
        base: case.base,
        factors: case.leadership + total(factors),
        per_counter,
        shooting,
        counters: match counters {
            Counters::Kept => skirmish_odds::Counters::Kept,
            Counters::Spent => skirmish_odds::Counters::Spent,
        },
    };
    streak.law().map_err(of_odds)
}

const fn reading(counters: Counters) -> &'static str {
    match counters {
        Counters::Kept => "kept",
        Counters::Spent => "spent",
    }
}

fn streak_answer(
    args: &args::OddsStreak,
    rules: &Rulebook,
    case: Case,
    factors: &[Counted],
    counters: Counters,
) -> Result<StreakAnswer, Failure> {
    let law = law(rules, &case, factors, shooting(&args.shooting)?, counters)?;
    let listed = law
        .longest()
        .map_or(args.lengths, |longest| longest.min(1000));
    let pmf: Vec<Length> = law
        .terms()
        .take_while(|(length, _)| *length <= listed)
        .map(|(length, exact)| Length {
            length,
            probability: exact.to_f64(),
            exact,
        })
        .collect();
    let half = Ratio::new(1, 2).map_err(of_odds)?;
    let mean_exact = law.mean();
    Ok(StreakAnswer {
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
        median: law.quantile(&half).map_err(of_odds)?,
        longest: law.longest(),
        pmf,
    })
}

fn streak(args: &args::OddsStreak) -> Result<(), Failure> {
    let rules = rulebook(&args.rules)?;
    let factors = factors(&rules, &args.nominee.factors)?;
    let counters = counters(&rules, args.counters.as_deref())?;
    let answers = if args.table {
        cases(&rules)
            .map(|case| streak_answer(args, &rules, case, &factors, counters))
            .collect::<Result<Vec<_>, _>>()?
    } else {
        let case = nominee(&rules, &args.nominee)?;
        vec![streak_answer(args, &rules, case, &factors, counters)?]
    };
    if let Some(path) = &args.svg {
        if args.table {
            return Err(Failure::usage("a chart shows one law; leave `--table` out"));
        }
        output::write_file(path, streak_chart(&answers[0]).as_bytes())?;
    }
    match args.rules.format {
        TableFormat::Json if args.table => print_json(&answers),
        TableFormat::Json => print_json(&answers[0]),
        TableFormat::Csv => {
            let rows = answers.iter().flat_map(|a| {
                a.pmf.iter().map(|l| {
                    [
                        a.troops.clone(),
                        a.leader.clone().unwrap_or_default(),
                        a.shooting.clone(),
                        a.counters.to_owned(),
                        l.length.to_string(),
                        l.exact.to_string(),
                        l.exact.decimal(12).to_string(),
                    ]
                })
            });
            let head = [
                "troops",
                "leader",
                "shooting",
                "counters",
                "length",
                "exact",
                "probability",
            ];
            print_csv(head, rows)
        }
        TableFormat::Text if args.table => {
            let title = format!(
                "Mean streak against each nominee (shooting {}, counters {})",
                args.shooting,
                reading(counters)
            );
            output::print(&grid(&rules, &factors, &title, &answers, |a| {
                a.mean
                    .map_or_else(|| "for ever".to_owned(), |mean| format!("{mean:.3}"))
            }))
        }
        TableFormat::Text => output::print(&streak_text(&answers[0])),
    }
}

fn against(a: &StreakAnswer) -> String {
    let leader = a
        .leader
        .as_ref()
        .map_or_else(String::new, |l| format!(", {l} leader"));
    let factors: Vec<String> = a.factors.iter().map(|f| f.factor.clone()).collect();
    let factors = if factors.is_empty() {
        String::new()
    } else {
        format!(", {}", factors.join(", "))
    };
    format!("{}{leader}{factors}", a.troops)
}

fn streak_text(a: &StreakAnswer) -> String {
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
        // Fractions of long laws run to dozens of digits; JSON and CSV have them whole.
        let exact = l.exact.to_string();
        let exact = if exact.len() <= 40 {
            exact
        } else {
            "…".to_owned()
        };
        let _ = writeln!(
            text,
            "  {:>6}  {:>11}  {exact}",
            l.length,
            l.exact.percent(5).to_string()
        );
    }
    if !a.longer.is_zero() {
        let _ = writeln!(text, "  longer  {:>11}", a.longer.percent(5).to_string());
    }
    text
}

fn streak_chart(a: &StreakAnswer) -> String {
    let mut left = Ratio::ONE;
    let mut points = vec![LinePoint {
        x: 0.0,
        y: 1.0,
        interval: None,
    }];
    for l in &a.pmf {
        left = &left - &l.exact;
        points.push(LinePoint {
            x: l.length as f64,
            y: left.to_f64(),
            interval: None,
        });
    }
    let mean = a.mean.map_or_else(
        || "no mean".to_owned(),
        |mean| format!("mean {mean:.2} actions"),
    );
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
        x: Axis {
            name: "Actions".to_owned(),
            format: ValueFormat::Plain,
            range: None,
        },
        y: Axis {
            name: "Still held".to_owned(),
            format: ValueFormat::Percent,
            range: Some((0.0, 1.0)),
        },
        series: vec![LineSeries {
            label: "exact".to_owned(),
            points,
            stepped: false,
        }],
        stressed: Some(0.5),
        callouts: Vec::new(),
    })
}

pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::Bug(error.to_string(), Vec::new()))?;
    output::print(&format!("{text}\n"))
}

fn print_csv<const N: usize>(
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<(), Failure> {
    let bytes =
        table::rows(head, rows).map_err(|error| Failure::Bug(error.to_string(), Vec::new()))?;
    output::print(&String::from_utf8_lossy(&bytes))
}
