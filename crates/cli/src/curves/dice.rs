//! Curves of fire by skill dice (PG-07 to PG-12), by distance, threshold and size of volley; and by the host rules (HOST-2).

use serde_json::json;
use skirmish_engine::event::TargetCondition;
use skirmish_engine::rulebook::{Rulebook, TroopType};
use skirmish_odds::curves::{Curves, CurvesQuestion, Harm, Skill, WAYS};
use skirmish_report::chart::{Axis, ValueFormat};
use skirmish_report::once::{grouped, unique};
use skirmish_scenario::{Origin, Parameter};

use super::pictures::{Line, Picture, distance_axis, lines, percent_axis, slug, table_of_lines};
use crate::args;
use crate::fire::{self, need_no, with_ranges, with_stick};
use crate::odds::host;
use crate::status::Result;

/// Looks up the troops asked for, by default all, by a number that the rules ask for, the least first.
fn troops<'r>(
    args: &args::Curves,
    rules: &'r Rulebook,
    number: fn(&TroopType) -> u8,
) -> Result<Vec<(u8, Vec<&'r TroopType>)>> {
    let all: Vec<String> = rules.troops.iter().map(|troops| troops.name.clone()).collect();
    let named = unique(if args.troops.is_empty() { &all } else { &args.troops });
    let found = named.into_iter().map(|name| fire::troops(rules, name));
    let found = found.map(|troops| troops.map(|troops| (number(troops), troops)));
    let mut groups = grouped(found.collect::<Result<Vec<_>>>()?);
    groups.sort_by_key(|group| group.0);
    Ok(groups)
}

fn is_asked(args: &args::Curves, condition: TargetCondition) -> bool {
    args.condition.is_empty() || args.condition.contains(&condition)
}

/// Looks up the names asked for; by default muskets and all troops.
pub(super) fn question(args: &args::Curves, rules: &Rulebook) -> Result<CurvesQuestion> {
    let skill = |(die, of): (u8, Vec<&TroopType>)| Skill {
        die,
        troops: of.iter().map(|troops| troops.name.clone()).collect(),
    };
    let skills =
        troops(args, rules, |troops| troops.skills.aimed)?.into_iter().map(skill).collect();
    let usual = vec!["musket".to_owned()];
    let mut weapons = Vec::new();
    for name in unique(if args.weapon.is_empty() { &usual } else { &args.weapon }) {
        weapons.push((name.clone(), *with_stick(rules, name)?.1));
    }
    let conditions = TargetCondition::ALL.into_iter().filter(|of| is_asked(args, *of)).collect();
    let mut figures = if args.figures.is_empty() { vec![10, 20, 30] } else { args.figures.clone() };
    figures.sort_unstable();
    figures.dedup();
    Ok(CurvesQuestion { skills, weapons, conditions, figures })
}

/// Solves what is asked for by the host rules; by default the first weapon that shoots, at troops of every quality.
pub(super) fn by_host(args: &args::Curves, rules: &Rulebook) -> Result<Curves> {
    let is_moving = args.condition.contains(&TargetCondition::Moving);
    let given = [(!args.figures.is_empty(), "--figures"), (is_moving, "--condition moving")];
    need_no(rules, &given, host::COUNTS)?;
    let weapons = match &args.weapon[..] {
        [] => vec![with_ranges(rules, None)],
        named => unique(named).iter().map(|name| with_ranges(rules, Some(name))).collect(),
    };
    let weapons = weapons.into_iter().collect::<Result<Vec<_>>>()?;
    let troops = troops(args, rules, |troops| troops.quality)?;
    let against: Vec<&TroopType> = troops.iter().map(|of| of.1[0]).collect();
    let asked = |of| is_asked(args, of);
    Ok(Curves::of_host(
        &rules.name,
        &host::shots(rules, &weapons, asked, &[false, true], &against)?,
    )?)
}

/// Returns the assumed parameters behind the numbers, with marks of one stick joined.
pub(super) fn assumed(parameters: &[Parameter], curves: &Curves) -> Vec<String> {
    let (table, marks) = match curves.effects.is_empty() {
        true => ("fire.", "marks on the stick"),
        false => ("shooting.", "ranges and numbers"),
    };
    let assumed = parameters.iter().filter(|p| p.origin == Origin::Assumed);
    let names = assumed.filter_map(|parameter| {
        let path = parameter.path.as_str();
        let is_of = |weapon: &&String| {
            let has = |key| path.starts_with(&format!("weapon.{weapon}.{key}"));
            ["stick", "range", "to-hit"].into_iter().any(has)
        };
        let of_troops = curves
            .skills
            .iter()
            .flat_map(|skill| &skill.troops)
            .any(|troops| path == format!("skill.aimed-fire.{troops}"));
        let is_fire = path.starts_with(table)
            && path != "fire.reactive"
            && !path.ends_with(".cover-distance");
        match curves.weapons.iter().find(is_of) {
            Some(weapon) => Some(format!("{marks} of the {weapon}")),
            // The rows for each quality are one.
            None => (is_fire || of_troops)
                .then(|| path.split(".quality-").next().unwrap_or(path).to_owned()),
        }
    });
    unique(names)
}

/// Returns `d8+d6 militia`, with the number of other troops.
fn name(dice: &str, skill: &Skill) -> String {
    match &skill.troops[..] {
        [first, rest @ ..] if !rest.is_empty() => format!("{dice} {first}, {} more", rest.len()),
        all => format!("{dice} {}", all.concat()).trim_end().to_owned(),
    }
}

fn chances(curves: &Curves, of: (&str, &str, &str), dice: &str) -> Vec<(f64, f64)> {
    let shots = curves
        .hit_curves
        .iter()
        .filter(|shot| (shot.weapon.as_str(), shot.target, shot.fire) == of && shot.dice == dice);
    shots.map(|shot| (shot.distance, shot.exact.to_f64())).collect()
}

pub(super) fn pictures(curves: &Curves) -> Vec<Picture> {
    let weapons = curves.weapons.iter().enumerate();
    let of_weapons = weapons.flat_map(|(k, weapon)| of_weapon(curves, weapon, &slug(weapon, k)));
    of_weapons.chain(curves.effects.is_empty().then(|| aimed_or_volley(curves))).collect()
}

fn of_weapon(curves: &Curves, weapon: &str, slug: &str) -> Vec<Picture> {
    let (target, covered) = (curves.targets[0], curves.targets[curves.targets.len() - 1]);
    let skills = curves.aimed_dice().into_iter().zip(&curves.skills);
    let dice: Vec<String> = skills.map(|(dice, skill)| name(dice, skill)).collect();
    let shots = curves.hit_curves.iter().filter(|row| row.fire != "haste");
    let ways = unique(shots.map(|row| (row.fire, row.dice.as_str())));
    let (last, is_host) = (ways[ways.len() - 1], !curves.effects.is_empty());
    let unit = if is_host { "inches" } else { "paces" };
    let marks = curves.marks(weapon, target);
    let (middle, _) = curves.middle_mark(weapon, target).unwrap_or_default();
    let at = |target: &str, (fire, dice): (&str, &str)| {
        let all = chances(curves, (weapon, target, fire), dice);
        all.into_iter().find(|point| point.0 == middle).map(|point| point.1)
    };
    let aimed = |target: &str| {
        let aimed = ways.iter().filter(|way| way.0 == "aimed");
        aimed.filter_map(|way| at(target, *way)).collect::<Vec<_>>()
    };
    let facts = json!({
        "rulebook": curves.rulebook,
        "weapon": weapon,
        "target": target,
        "covered": covered,
        "distance": middle,
        "unit": unit,
        "aimed": aimed(target),
        "aimed_covered": aimed(covered),
        "volley": at(target, last),
        "volley_covered": at(covered, last),
        "figures": curves.figures,
    });
    let drawn = |chart: &str, axes: [Axis; 2], all: &[Line], told: &[Line]| Picture {
        file: format!("{chart}-{slug}.svg"),
        chart: lines((chart, &facts), axes, chart != "volleys", all),
        table: if told.is_empty() { Vec::new() } else { table_of_lines(unit, told) },
    };
    let distance = || distance_axis(unit, marks.last().map_or(1.0, |mark| mark.0));
    let axes = |name: &str| [distance(), percent_axis(name)];
    let ways = |target: &str| {
        let named = ways.iter().enumerate().map(|(k, (fire, rolled))| {
            let name = dice.get(k).cloned().unwrap_or_else(|| format!("{rolled} {fire}"));
            (name, chances(curves, (weapon, target, fire), rolled))
        });
        named.collect::<Vec<_>>()
    };
    let one: Vec<Line> =
        ways(target).into_iter().map(|(name, points)| Line::new("", name, points)).collect();
    let mut all = vec![drawn("hit-curves", axes("Chance to hit"), &one, &one)];
    if curves.targets.len() > 1 {
        let of = |target: &&'static str| {
            let all = ways(target).into_iter();
            all.map(|(panel, points)| Line::new(&panel, *target, points)).collect::<Vec<_>>()
        };
        let lines_of: Vec<Line> = curves.targets.iter().flat_map(of).collect();
        all.push(drawn("hit-targets", axes("Chance to hit"), &lines_of, &[]));
    }
    if is_host {
        let effects = effects(curves, (weapon, target));
        let killed = effects.iter().filter(|line| line.name == "killed");
        let told = |of: &Line| Line::new("", format!("killed, {}", of.panel), of.points.clone());
        all.push(drawn(
            "hit-effects",
            axes("Chance"),
            &effects,
            &killed.map(told).collect::<Vec<_>>(),
        ));
        return all;
    }
    let y = Axis::of("Hits a turn by one figure", ValueFormat::Plain, None);
    all.push(drawn("fire-rates", [distance(), y], &rates(curves, (weapon, target), &dice), &[]));
    let x = Axis::of("Hits or kills, at least", ValueFormat::Plain, None);
    all.push(drawn("volleys", [x, percent_axis("Chance")], &volleys(curves, &marks), &[]));
    all
}

/// Returns what shots by the host rules do, in a panel for each quality of target.
fn effects(curves: &Curves, of: (&str, &str)) -> Vec<Line> {
    let shots = curves.effects.iter();
    let shots =
        shots.filter(|row| (&*row.shot.weapon, row.shot.target) == of && row.shot.fire == "aimed");
    let point = |row: &Harm| ((row.quality, row.effect), (row.shot.distance, row.chance.to_f64()));
    let line =
        |((quality, effect), points)| Line::new(&format!("quality {quality}"), effect, points);
    grouped(shots.map(point)).into_iter().map(line).collect()
}

/// Returns hits per turn with reloading, in a panel for each dice of aimed fire.
fn rates(curves: &Curves, (weapon, target): (&str, &str), dice: &[String]) -> Vec<Line> {
    let points = |k: usize, way: &str| {
        let own = curves
            .fire_rates
            .iter()
            .filter(|row| (row.weapon.as_str(), row.target, row.fire) == (weapon, target, way));
        // Rows go mark by mark with the dice of a kind in order; volleys are the same for all dice.
        let (first, step) = if way.starts_with("volley") { (0, 1) } else { (k, dice.len().max(1)) };
        let own = own.skip(first).step_by(step);
        own.map(|row| (row.distance, row.hits_per_turn)).collect()
    };
    let of = |(k, panel): (usize, &String)| WAYS.map(|way| Line::new(panel, way, points(k, way)));
    dice.iter().enumerate().flat_map(of).collect()
}

/// Returns hits and kills of volleys of the first three sizes, with a line for some marks.
fn volleys(curves: &Curves, marks: &[(f64, i32)]) -> Vec<Line> {
    // Every other mark, the middle one included, is enough.
    let from = marks.len() / 2 % 2;
    let chosen: Vec<&(f64, i32)> = marks.iter().skip(from).step_by(2).take(6).collect();
    let law = |figures: u32, threshold: i32, is_kills: bool| {
        let rows = curves.volleys.iter();
        let rows = rows.filter(move |row| (row.figures, row.threshold) == (figures, threshold));
        let chance = rows.map(move |row| {
            let chance = if is_kills { &row.kills } else { &row.hits };
            (f64::from(row.at_least), chance.to_f64())
        });
        std::iter::once((0.0, 1.0)).chain(chance).collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    for (what, is_kills) in [("Hits", false), ("Kills", true)] {
        for figures in curves.figures.iter().take(3) {
            let panel = format!("{what}, {figures} figures");
            all.extend(chosen.iter().map(|(distance, threshold)| {
                let name = format!("{distance} paces ({threshold}+)");
                Line::new(&panel, name, law(*figures, *threshold, is_kills))
            }));
        }
    }
    all
}

/// Draws aimed fire with fire in haste and in volleys, a panel for each dice.
fn aimed_or_volley(curves: &Curves) -> Picture {
    let points = |fire: &str, dice: &str| -> Vec<(f64, f64)> {
        let rows = curves.thresholds.iter().filter(|row| row.fire == fire && row.dice == dice);
        rows.map(|row| (f64::from(row.threshold), row.exact.to_f64())).collect()
    };
    let of_haste = curves.thresholds.iter().filter(|row| row.fire == "haste");
    let haste = unique(of_haste.map(|row| row.dice.as_str()));
    let dice = curves.aimed_dice();
    let all = dice.iter().zip(&curves.skills).enumerate().flat_map(|(k, (dice, skill))| {
        let of = [
            ("aimed", *dice),
            ("haste", haste.get(k).copied().unwrap_or_default()),
            ("volley", &curves.volley_dice),
        ];
        of.map(|(fire, rolled)| Line::new(&name(dice, skill), fire, points(fire, rolled)))
    });
    let from = |dice: &&str| {
        let mut rows = curves.crossovers.iter();
        rows.find(|row| row.weapon.is_none() && row.dice == *dice)?.threshold
    };
    let from: Vec<_> =
        dice.iter().map(|dice| json!({ "dice": dice, "from": from(dice) })).collect();
    let facts = json!({ "rulebook": curves.rulebook, "from": from });
    let axes = [
        Axis::of("Number needed, or more", ValueFormat::Plain, None),
        percent_axis("Chance to hit"),
    ];
    Picture {
        file: "aimed-or-volley.svg".to_owned(),
        chart: lines(("aimed-or-volley", &facts), axes, false, &all.collect::<Vec<_>>()),
        table: Vec::new(),
    }
}
