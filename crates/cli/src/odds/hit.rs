//! `skirmish odds hit`: the chance of a shot (PG-07, PG-10, PG-11).

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{FireKind, TargetCondition};
use skirmish_engine::rulebook::Rulebook;
use skirmish_odds::Ratio;

use super::columns::{cells, columns, signed};
use super::print_answers;
use crate::args::OddsHit;
use crate::fire::{paces, rulebook, shot, sum, troops, ways, weapon};
use crate::status::Failure;

/// The answer.
#[derive(Debug, Serialize)]
struct Hit {
    #[serde(flatten)]
    shooter: Shooter,
    #[serde(flatten)]
    target: Target,
    /// Of the equally likely rolls so many hit,
    exact_numerator: u64,
    /// of so many.
    exact_denominator: u64,
    exact: Ratio,
    probability: f64,
}

/// Who fires, or the dice alone.
#[derive(Debug, Clone, Serialize)]
struct Shooter {
    troops: Option<String>,
    fire: Option<&'static str>,
    wounded: bool,
    dice: String,
    #[serde(skip)]
    pools: Vec<Dice>,
}

/// What is fired at, or the number alone.
#[derive(Debug, Clone, Serialize)]
struct Target {
    weapon: Option<String>,
    distance: Option<f64>,
    /// The mark of the stick that counts; `None` beyond the last.
    mark: Option<f64>,
    target: Option<&'static str>,
    /// Added to the number on the stick for the target's condition.
    adds: i32,
    /// `None` beyond the last mark: no shot can be made.
    threshold: Option<i32>,
}

impl Hit {
    fn of(shooter: Shooter, target: Target) -> Result<Self, Failure> {
        let ways = ways(&shooter.pools)?;
        // No more than nine dice of a hundred faces.
        let count = |n: skirmish_odds::Natural| n.to_u128().map_or(0, |n| n as u64);
        let reach = target.threshold.map(|needed| ways.reach(needed.into()));
        let exact = target.threshold.map(|needed| ways.chance(needed.into()));
        let exact = exact.unwrap_or(Ratio::ZERO);
        Ok(Self {
            shooter,
            target,
            exact_numerator: reach.map_or(0, count),
            exact_denominator: count(ways.all()),
            probability: exact.to_f64(),
            exact,
        })
    }
}

fn kind(args: &OddsHit) -> FireKind {
    match (args.haste, args.volley) {
        (true, _) => FireKind::Haste,
        (_, true) => FireKind::Volley,
        _ => FireKind::Aimed,
    }
}

fn shooter(args: &OddsHit, rules: &Rulebook, name: &str) -> Result<Shooter, Failure> {
    let (kind, wounded) = (kind(args), args.wounded);
    let pools = shot(&rules.fire, kind, troops(rules, name)?.skills.aimed, wounded);
    Ok(Shooter {
        troops: Some(name.to_owned()),
        fire: Some(kind.name()),
        wounded,
        dice: sum(&pools),
        pools,
    })
}

fn one(args: &OddsHit, rules: &Rulebook) -> Result<Hit, Failure> {
    let shooter = match &args.dice {
        Some(pools) => Shooter {
            troops: None,
            fire: None,
            wounded: false,
            dice: sum(&pools.0),
            pools: pools.0.clone(),
        },
        None => shooter(args, rules, &args.troops)?,
    };
    let target = match args.threshold {
        Some(threshold) => Target {
            weapon: None,
            distance: None,
            mark: None,
            target: None,
            adds: 0,
            threshold: Some(threshold),
        },
        None => {
            let (weapon, stick) = weapon(rules, &args.weapon)?;
            let distance = i64::from(args.distance);
            let mark = stick.mark(distance * distance);
            let adds = rules.fire.adds(args.condition);
            Target {
                weapon: Some(weapon.name.clone()),
                distance: Some(paces(args.distance)),
                mark: mark.and_then(|mark| Some(paces(stick.marks().nth(mark)?.0))),
                target: Some(args.condition.name()),
                adds,
                threshold: mark.map(|mark| stick.needed(mark) + adds),
            }
        }
    };
    Hit::of(shooter, target)
}

/// All troop types at all marks, under all conditions: condition by condition, mark by mark.
fn table(args: &OddsHit, rules: &Rulebook) -> Result<Vec<Hit>, Failure> {
    let (weapon, stick) = weapon(rules, &args.weapon)?;
    let mut hits = Vec::new();
    for condition in TargetCondition::ALL {
        for (far, needed) in stick.marks() {
            for troops in &rules.troops {
                let adds = rules.fire.adds(condition);
                let target = Target {
                    weapon: Some(weapon.name.clone()),
                    distance: Some(paces(far)),
                    mark: Some(paces(far)),
                    target: Some(condition.name()),
                    adds,
                    threshold: Some(needed + adds),
                };
                hits.push(Hit::of(shooter(args, rules, &troops.name)?, target)?);
            }
        }
    }
    Ok(hits)
}

pub(super) fn hit(args: &OddsHit) -> Result<(), Failure> {
    let rules = rulebook(&args.rules.book)?;
    let answers = if args.table { table(args, &rules)? } else { vec![one(args, &rules)?] };
    print_answers(
        args.rules.format,
        args.table,
        &answers,
        (
            [
                "weapon",
                "fire",
                "troops",
                "wounded",
                "dice",
                "target",
                "distance",
                "threshold",
                "exact_numerator",
                "exact_denominator",
                "exact",
                "probability",
            ],
            answers.iter().map(csv),
        ),
        || Ok(grid(args, &rules, &answers)),
        text,
    )
}

fn csv(a: &Hit) -> [String; 12] {
    let number = |number: Option<f64>| number.map(|n| n.to_string()).unwrap_or_default();
    let [exact, probability] = cells(&a.exact);
    [
        a.target.weapon.clone().unwrap_or_default(),
        a.shooter.fire.unwrap_or_default().to_owned(),
        a.shooter.troops.clone().unwrap_or_default(),
        if a.shooter.wounded { "yes" } else { "no" }.to_owned(),
        a.shooter.dice.clone(),
        a.target.target.unwrap_or_default().to_owned(),
        number(a.target.distance),
        number(a.target.threshold.map(f64::from)),
        a.exact_numerator.to_string(),
        a.exact_denominator.to_string(),
        exact,
        probability,
    ]
}

fn manner(fire: &str) -> &'static str {
    match fire {
        "haste" => "in haste",
        "volley" => "in a volley",
        _ => "aimed fire",
    }
}

fn text(a: &Hit) -> String {
    let Some(threshold) = a.target.threshold else {
        return format!(
            "0 = 0 %\n\n{} paces are beyond the last mark on the stick of the {}.\n",
            a.target.distance.unwrap_or_default(),
            a.target.weapon.as_deref().unwrap_or_default(),
        );
    };
    let mut text = format!("{} = {}\n\n", a.exact, a.exact.percent(4));
    let mut line = |what: String, value: String| {
        let _ = writeln!(text, "  {what:<40} {value:>7}");
    };
    let troops = a.shooter.troops.as_deref().unwrap_or("dice");
    let fire = a.shooter.fire.map_or(String::new(), |fire| format!(", {}", manner(fire)));
    let wounded = if a.shooter.wounded { ", wounded" } else { "" };
    line(format!("{troops}{fire}{wounded}"), a.shooter.dice.clone());
    if let (Some(weapon), Some(mark)) = (&a.target.weapon, a.target.mark) {
        let on_stick = format!("{weapon}, up to {mark} paces");
        line(on_stick, (threshold - a.target.adds).to_string());
    }
    if let Some(condition) = a.target.target.filter(|_| a.target.adds != 0) {
        line(format!("target {condition}"), signed(a.target.adds));
    }
    line("needed, or more".to_owned(), threshold.to_string());
    line("rolls that hit".to_owned(), format!("{}/{}", a.exact_numerator, a.exact_denominator));
    text.push_str("\nRules PG-01 and PG-07: roll the dice of the troops, hit on the number or more; in haste PG-10, volleys PG-11.\n");
    text
}

/// A block for each condition, a row for each mark, a column for each troop type.
fn grid(args: &OddsHit, rules: &Rulebook, answers: &[Hit]) -> String {
    let wounded = if args.wounded { ", wounded" } else { "" };
    let fire = manner(kind(args).name());
    let mut text = format!("Chance to hit, {}, {fire}{wounded}\n", args.weapon);
    let count = rules.troops.len();
    let mut head = vec!["paces".to_owned(), "needed".to_owned()];
    head.extend(rules.troops.iter().map(|t| t.name.clone()));
    let mut dice = vec![String::new(); 2];
    dice.extend(answers.iter().take(count).map(|a| a.shooter.dice.clone()));
    let marks = answers.len() / count.max(1) / TargetCondition::ALL.len();
    for block in answers.chunks((count * marks).max(1)) {
        let condition = block[0].target.target.unwrap_or_default();
        let mut rows = vec![head.clone(), dice.clone()];
        for mark in block.chunks(count) {
            let target = &mark[0].target;
            let mut row = vec![
                target.mark.unwrap_or_default().to_string(),
                format!("{}+", target.threshold.unwrap_or_default()),
            ];
            row.extend(mark.iter().map(|a| a.exact.percent(1).to_string()));
            rows.push(row);
        }
        let _ = write!(text, "\n{condition}\n{}", columns(&rows));
    }
    text
}
