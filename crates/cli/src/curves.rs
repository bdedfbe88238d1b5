//! `skirmish curves`: what fire is worth, exactly, over all distances, thresholds and sizes of volleys (PG-07 to PG-12).

mod charts;
mod laws;
mod shots;
mod summary;
mod tables;

use skirmish_engine::event::TargetCondition;
use skirmish_engine::rulebook::Rulebook;
use skirmish_engine::side::Side;
use skirmish_odds::curves::Question;
use skirmish_scenario::{Origin, Parameter, Scenario};

use crate::args::{self, Format, Playing};
use crate::files::Source;
use crate::fire::{need_skills, troops, weapon};
use crate::odds::print_json;
use crate::playing;
use crate::results::Results;
use crate::status::Failure;
use laws::{Curves, Skill};
pub(crate) use tables::SCHEMAS;

pub(crate) fn curves(args: &args::Curves) -> Result<(), Failure> {
    let played = match &args.run {
        Some(file) => Some(Source::find(Some(file))?.load(&args.book.set)?),
        None => None,
    };
    let (rulebook, parameters) = match &played {
        Some((scenario, _)) => (scenario.spec.rules.clone(), scenario.parameters.clone()),
        None => {
            let rules = crate::fire::rules(&args.book)?;
            (rules.rulebook, rules.parameters)
        }
    };
    need_skills(&rulebook)?;
    let carried = played.as_ref().map(|(scenario, _)| carried(scenario));
    let exact = skirmish_odds::curves::Curves::of(&rulebook, &question(args, &rulebook, carried)?)?;
    let mut curves = Curves { exact, run: None };
    let assumed = assumed(&parameters, &curves);
    if played.is_some() {
        playing::stop_on_interrupt();
    }
    let results =
        Results::new(args.out.as_ref(), "curves", &Playing::telling(args.format, args.quiet))?;
    if let Some((scenario, battle)) = &played {
        curves.run = Some(shots::lay_over(&mut curves.exact, args, scenario, battle)?);
    }
    let mut files = tables::files(&curves)?;
    files.extend(charts::files(&curves));
    let files = results.write(Ok(files))?;
    match args.format {
        Format::Json => {
            print_json(&curves)?;
            results.tell_older(&files);
            Ok(())
        }
        Format::Text => results.tell(&files, || summary::text(&curves, &assumed), String::new),
    }
}

/// The weapons with a stick that somebody carries in a battle.
fn carried(scenario: &Scenario) -> Vec<String> {
    let rules = &scenario.spec.rules;
    let figures = Side::BOTH.into_iter().flat_map(|side| &scenario.spec.sides[side].figures);
    let weapons = figures.map(|figure| &rules.weapons[figure.weapon]);
    weapons.filter(|weapon| weapon.stick.is_some()).map(|weapon| weapon.name.clone()).collect()
}

/// What is asked, with every name looked up. Weapons are those named, or those carried in a battle, or muskets.
fn question(
    args: &args::Curves,
    rules: &Rulebook,
    carried: Option<Vec<String>>,
) -> Result<Question, Failure> {
    let mut skills: Vec<Skill> = Vec::new();
    let all: Vec<String> = rules.troops.iter().map(|t| t.name.clone()).collect();
    for name in unique(if args.troops.is_empty() { &all } else { &args.troops }) {
        let found = troops(rules, name)?;
        let die = found.skills.aimed;
        match skills.iter_mut().find(|skill| skill.die == die) {
            Some(skill) => skill.troops.push(found.name.clone()),
            None => skills.push(Skill { die, troops: vec![found.name.clone()] }),
        }
    }
    skills.sort_by_key(|skill| skill.die);
    let mut weapons = Vec::new();
    let usual = carried.unwrap_or_else(|| vec!["musket".to_owned()]);
    for name in unique(if args.weapon.is_empty() { &usual } else { &args.weapon }) {
        weapons.push((name.clone(), *weapon(rules, name)?.1));
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
    Ok(Question { skills, weapons, conditions, figures })
}

/// Each name once, where it came first.
fn unique(names: &[String]) -> Vec<&String> {
    let mut once: Vec<&String> = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    once
}

/// The assumed parameters that the figures rest on; marks of a stick together.
fn assumed(parameters: &[Parameter], curves: &Curves) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for parameter in parameters.iter().filter(|p| p.origin == Origin::Assumed) {
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
        let name = match of_weapon {
            Some(weapon) => format!("marks on the stick of the {weapon}"),
            None if is_fire || of_troops => path.to_owned(),
            None => continue,
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
