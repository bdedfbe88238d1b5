//! `skirmish curves`: what fire is worth, exactly, over all distances: by skill dice, with thresholds and sizes of volleys (PG-07
//! to PG-12), and by the steps of a rulebook (FT-01 to FT-06).

mod charts;
mod laws;
mod shots;
mod steps;
mod summary;
mod tables;

use serde::Serialize;
use skirmish_engine::event::TargetCondition;
use skirmish_engine::rulebook::Rulebook;
use skirmish_engine::side::Side;
use skirmish_odds::curves::CurvesQuestion;
use skirmish_report::once::unique;
use skirmish_report::text::sentences;
use skirmish_report::{Answer, Findings, Words};
use skirmish_scenario::{Origin, Parameter, Scenario};

use crate::args::{self, Format};
use crate::files::{self, Source};
use crate::fire::{self, with_stick};
use crate::output;
use crate::playing;
use crate::results::Results;
use crate::status::{Done, Failure};
use crate::troops;
use laws::{Curves, Skill};
pub(crate) use steps::SCHEMAS as OF_STEPS;
pub(crate) use tables::SCHEMAS;

pub(crate) fn curves(args: &args::Curves) -> Done {
    let played = match &args.run {
        Some(file) => Some(Source::find(Some(file))?.load(&args.book.set)?),
        None => None,
    };
    let (rulebook, parameters) = match &played {
        Some((scenario, _)) => (scenario.spec.rules.clone(), scenario.parameters.clone()),
        None => {
            let rules = files::rules(&args.book.rules, &args.book.set)?;
            (rules.rulebook, rules.parameters)
        }
    };
    if rulebook.fighting.is_by_steps() {
        return steps::curves(args, &rulebook, played.as_ref());
    }
    need_curves(&rulebook)?;
    let of_steps = [
        ("--against", !args.against.is_empty()),
        ("--against-weapon", args.against_weapon.is_some()),
        ("--factor", !args.factors.is_empty()),
    ];
    if let Some((flag, _)) = of_steps.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::hinted(
            format!("`{flag}` is about fighting by steps, and `{}` has skill dice", rulebook.name),
            "how the target stands: --condition screened",
        ));
    }
    let carried = played.as_ref().map(|(scenario, _)| carried(scenario));
    let exact = skirmish_odds::curves::Curves::of(&rulebook, &question(args, &rulebook, carried)?)?;
    let mut curves = Curves { exact, run: None };
    let assumed = assumed(&parameters, &curves);
    if played.is_some() {
        playing::stop_on_interrupt();
    }
    let results = Results::new(&args.output(), "curves", ("curves", ""))?;
    if let Some((scenario, battle)) = &played {
        curves.run = Some(shots::lay_over(&mut curves.exact, args, scenario, battle)?);
    }
    tell(args, &results, findings(args, &curves, &assumed), &curves)
}

/// Findings at the head of the answer; each chart has its own.
const MOST_FOUND: usize = 4;

/// Writes what curves leave, and tells it.
fn tell(
    args: &args::Curves,
    results: &Results,
    mut findings: Findings,
    curves: &impl Serialize,
) -> Done {
    // What charts have found comes first, of the first few.
    let found = findings.charts.iter().map(|(_, chart)| chart.labels.title.as_str());
    let found = unique(found.filter(|title| !title.is_empty())).into_iter().take(MOST_FOUND);
    let found: String = found.map(|title| sentences(&format!("{title}."))).collect();
    findings.words.answer = format!("{found}\n{}", findings.words.answer);
    let answer = findings.words.answer.clone();
    let files = results.write(Ok(findings))?;
    match args.format {
        Format::Json => {
            let json = skirmish_report::json::of("skirmish-curves/1", curves);
            let json = json.map_err(Failure::bug)?;
            output::print(&String::from_utf8_lossy(&json))?;
            results.close(&files)
        }
        Format::Text => results.tell(&files, || Answer::default().with_table(answer)),
    }
}

/// What every page of curves says of itself.
fn words(args: &args::Curves) -> Words {
    Words {
        command: "curves",
        origins: vec![("Program", format!("skirmish {}", env!("CARGO_PKG_VERSION")))],
        again: args.words(),
        ..Words::default()
    }
}

/// Refuses a rulebook that has nothing to draw.
fn need_curves(rules: &Rulebook) -> Done {
    if rules.fighting.has_skill_dice() {
        return Ok(());
    }
    let mut hints = vec![
        "fire by skill dice has curves: --rules petite-guerre".to_owned(),
        format!(
            "and so has fighting by steps, that of a rulebook of one's own or one that comes with the program: --rules, or --set \
             fighting=, {}",
            troops::by_steps()
        ),
    ];
    if rules.fighting.has_hit_points() {
        hints.extend(troops::asked(rules));
    }
    Err(Failure::Usage(
        format!(
            "there is nothing to draw: rulebook `{}` fights by `{}`, which has neither skill dice nor steps",
            rules.name,
            rules.fighting.name()
        ),
        hints,
    ))
}

/// Everything that the curves leave.
fn findings(args: &args::Curves, curves: &Curves, assumed: &[String]) -> Findings {
    let charts = charts::all(curves).into_iter().map(|(name, chart)| (name.into(), chart));
    let silent = |name: &String| format!("The source is silent on {name}.");
    Findings {
        tables: tables::all(curves),
        charts: charts.collect(),
        words: Words {
            title: format!("What fire is worth under {}", curves.rulebook),
            answer: summary::text(curves, assumed),
            assumptions: assumed.iter().map(silent).collect(),
            ..words(args)
        },
        ..Findings::default()
    }
}

/// The weapons with a stick that somebody carries in a battle, and the troops who do.
fn carried(scenario: &Scenario) -> [Vec<String>; 2] {
    let rules = &scenario.spec.rules;
    let figures = Side::BOTH.into_iter().flat_map(|side| &scenario.spec.sides[side].figures);
    let armed = figures.map(|figure| (&rules.weapons[figure.weapon], &rules.troops[figure.troops]));
    let armed = unique(armed.filter(|(weapon, _)| weapon.stick.is_some()));
    let (weapons, troops): (Vec<_>, Vec<_>) = armed
        .into_iter()
        .map(|(weapon, troops)| (weapon.name.clone(), troops.name.clone()))
        .unzip();
    [unique(weapons), unique(troops)]
}

/// What is asked, with every name looked up. Weapons are those named, or those carried in a battle, or muskets; troops are those
/// named, or who carry these in the battle, or all.
fn question(
    args: &args::Curves,
    rules: &Rulebook,
    carried: Option<[Vec<String>; 2]>,
) -> Done<CurvesQuestion> {
    let mut skills: Vec<Skill> = Vec::new();
    let [usual, all] = carried.unwrap_or_else(|| {
        [vec!["musket".to_owned()], rules.troops.iter().map(|t| t.name.clone()).collect()]
    });
    for name in unique(if args.troops.is_empty() { &all } else { &args.troops }) {
        let found = fire::troops(rules, name)?;
        let die = found.skills.aimed;
        match skills.iter_mut().find(|skill| skill.die == die) {
            Some(skill) => skill.troops.push(found.name.clone()),
            None => skills.push(Skill { die, troops: vec![found.name.clone()] }),
        }
    }
    skills.sort_by_key(|skill| skill.die);
    let mut weapons = Vec::new();
    for name in unique(if args.weapon.is_empty() { &usual } else { &args.weapon }) {
        weapons.push((name.clone(), *with_stick(rules, name)?.1));
    }
    if weapons.is_empty() {
        return Err(Failure::usage("nobody in this battle carries a weapon that fires"));
    }
    let mut conditions = args.condition.clone();
    if conditions.is_empty() {
        conditions.extend(TargetCondition::ALL);
    }
    conditions.sort();
    conditions.dedup();
    let mut figures = args.figures.clone();
    figures.sort_unstable();
    figures.dedup();
    Ok(CurvesQuestion { skills, weapons, conditions, figures })
}

/// The assumed parameters that the figures rest on; marks of a stick together.
fn assumed(parameters: &[Parameter], curves: &Curves) -> Vec<String> {
    let assumed = parameters.iter().filter(|p| p.origin == Origin::Assumed);
    let names = assumed.filter_map(|parameter| {
        let path = parameter.path.as_str();
        let of_weapon = curves
            .weapons
            .iter()
            .find(|weapon| path.starts_with(&format!("weapon.{weapon}.stick")));
        let of_troops = curves
            .skills
            .iter()
            .flat_map(|skill| &skill.troops)
            .any(|troops| path == format!("skill.aimed-fire.{troops}"));
        let is_fire =
            path.starts_with("fire.") && !["fire.cover-distance", "fire.reactive"].contains(&path);
        match of_weapon {
            Some(weapon) => Some(format!("marks on the stick of the {weapon}")),
            None => (is_fire || of_troops).then(|| path.to_owned()),
        }
    });
    unique(names)
}
