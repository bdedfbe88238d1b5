//! The curves as charts.

use indicatif::HumanCount;
use skirmish_report::chart::{
    Axis, Callout, Chart, Key, Labels, LinePoint, Look, Panel, Shape, ValueFormat,
};
use skirmish_report::counted;

use super::laws::{Curves, Rate, Shot, Skill, WAYS};
use super::shots;

/// Every chart with its file name.
pub(super) fn all(curves: &Curves) -> Vec<(String, Chart)> {
    let mut charts = Vec::new();
    for (k, weapon) in curves.weapons.iter().enumerate() {
        let name = slug(weapon, k);
        charts.push((format!("hit-curves-{name}.svg"), by_distance(curves, weapon)));
        if curves.targets.len() > 1 {
            charts.push((format!("hit-targets-{name}.svg"), by_target(curves, weapon)));
        }
        if shots::seen(curves).any(|(shot, _)| shot.weapon == *weapon) {
            charts.push((format!("shots-{name}.svg"), simulated(curves, weapon)));
        }
        charts.push((format!("fire-rates-{name}.svg"), rates(curves, weapon)));
        charts.push((format!("volleys-{name}.svg"), volleys(curves, weapon)));
    }
    charts.push(("aimed-or-volley.svg".to_owned(), by_threshold(curves)));
    charts
}

/// A weapon's name as a part of a file name; other characters than usual ones give way to its number.
pub(super) fn slug(weapon: &str, index: usize) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if weapon.chars().all(plain) && weapon.len() <= 60 {
        weapon.to_owned()
    } else {
        format!("{}", index + 1)
    }
}

fn caption(curves: &Curves, rules: &str) -> String {
    format!("Exact. Rulebook {}, {rules}. skirmish {}.", curves.rulebook, env!("CARGO_PKG_VERSION"))
}

/// The words of a chart of exact chances under these rules.
fn labels(curves: &Curves, title: String, subtitle: String, rules: &str) -> Labels {
    Labels { title, subtitle, caption: caption(curves, rules), ..Labels::default() }
}

fn percent_axis(name: &str) -> Axis {
    Axis::of(name, ValueFormat::Percent, Some((0.0, 1.0)))
}

fn paces_axis(curves: &Curves, weapon: &str) -> Axis {
    let farthest = curves.marks(weapon, curves.targets[0]).last().map_or(1.0, |mark| mark.0);
    Axis::of("Distance (paces)", ValueFormat::Plain, Some((0.0, farthest)))
}

/// Names of looks, with markers where there are colours to tell apart.
fn keys<T: Into<String>>(names: impl IntoIterator<Item = (T, Look)>) -> Vec<Key> {
    let shape = |look| {
        if [Look::INK, Look::INK_DASHES].contains(&look) { Shape::Line } else { Shape::Curve }
    };
    names.into_iter().map(|(name, look)| Key::new(name, look, shape(look))).collect()
}

/// `d8+d6 militia`, with more troops only counted.
fn name(dice: &str, skill: &Skill) -> String {
    match &skill.troops[..] {
        [one] => format!("{dice} {one}"),
        [first, rest @ ..] => format!("{dice} {first}, {} more", rest.len()),
        [] => dice.to_owned(),
    }
}

/// The dice of aimed fire with the troops that roll them, and those of a volley.
fn names_by_dice(curves: &Curves) -> Vec<(String, Look)> {
    let dice = curves.aimed_dice().into_iter();
    let aimed = dice.zip(&curves.skills).map(|(dice, skill)| name(dice, skill)).enumerate();
    let aimed = aimed.map(|(k, name)| (name, Look::hue(k)));
    aimed.chain([(format!("{} volley", curves.volley_dice), Look::INK)]).collect()
}

/// Aimed fire of each dice and a volley, at a target in one condition; with names at the ends of curves, if there are any.
fn distance_panel(curves: &Curves, weapon: &str, target: &'static str, names: &[String]) -> Panel {
    let dice = curves.aimed_dice();
    let aimed = dice.iter().enumerate().map(|(k, dice)| ("aimed", *dice, Look::hue(k)));
    let ways = aimed.chain([("volley", curves.volley_dice.as_str(), Look::INK)]);
    let title = format!("Target {target}");
    let panel = Panel::new(if names.is_empty() { &title } else { "" }, "");
    ways.enumerate().fold(panel, |panel, (k, (fire, dice, look))| {
        let is_it = |row: &&Shot| {
            (row.weapon.as_str(), row.target, row.fire) == (weapon, target, fire)
                && row.dice == dice
        };
        let rows = curves.hit_curves.iter().filter(is_it);
        let points: Vec<_> = rows.map(|row| (row.distance, row.exact.to_f64())).collect();
        let name = names.get(k).map_or("", String::as_str);
        // Where curves bear their names they need no markers.
        if look == Look::INK || !name.is_empty() {
            panel.line(&points, true, look, name)
        } else {
            panel.curve(&points, true, look, name)
        }
    })
}

/// Least and greatest chance of aimed fire at the middle mark, in words.
fn finding(curves: &Curves, weapon: &str, target: &'static str) -> String {
    let Some((distance, _)) = curves.middle_mark(weapon, target) else {
        return format!("Chance to hit with the {weapon}");
    };
    let (least, most, volley) = at(curves, weapon, target, distance);
    let range = if least.round() == most.round() {
        format!("{most:.0} %")
    } else {
        format!("{least:.0} to {most:.0} %")
    };
    format!(
        "At {distance} paces {range} of aimed {weapon} shots hit, and {volley:.0} % of those in a volley"
    )
}

/// What aimed fire of the worst and of the best dice hits at a distance, and a volley, in percent. Of the dice that the chart
/// shows: a run may have added those of the wounded.
fn at(curves: &Curves, weapon: &str, target: &'static str, distance: f64) -> (f64, f64, f64) {
    let at = |fire: &str, dice: &[&str]| -> Vec<f64> {
        let rows = curves.hit_curves.iter();
        rows.filter(|row| {
            (row.weapon.as_str(), row.target, row.fire) == (weapon, target, fire)
                && row.distance == distance
                && dice.contains(&row.dice.as_str())
        })
        .map(|row| row.exact.to_f64() * 100.0)
        .collect()
    };
    let aimed = at("aimed", &curves.aimed_dice());
    let least = aimed.iter().copied().fold(f64::INFINITY, f64::min);
    let most = aimed.iter().copied().fold(0.0, f64::max);
    (least, most, at("volley", &[&curves.volley_dice]).first().copied().unwrap_or(0.0))
}

fn by_distance(curves: &Curves, weapon: &str) -> Chart {
    let target = curves.targets[0];
    let subtitle = format!(
        "Chance of one {weapon} shot to hit a target that is {target}. The number needed changes at the marks of the stick."
    );
    let names: Vec<String> = names_by_dice(curves).into_iter().map(|(name, _)| name).collect();
    let title = finding(curves, weapon, target);
    Chart {
        labels: labels(curves, title, subtitle, "rules PG-07 and PG-11"),
        x: paces_axis(curves, weapon),
        y: percent_axis("Chance to hit"),
        panels: vec![match curves.middle_mark(weapon, target) {
            Some((distance, _)) => {
                let panel = distance_panel(curves, weapon, target, &names);
                panel.rule(distance, format!("{distance} paces"))
            }
            None => distance_panel(curves, weapon, target, &names),
        }],
        ..Chart::default()
    }
}

fn by_target(curves: &Curves, weapon: &str) -> Chart {
    let targets = &curves.targets;
    let last = targets[targets.len() - 1];
    let panels = targets.iter().map(|target| distance_panel(curves, weapon, target, &[]));
    let title = match curves.middle_mark(weapon, targets[0]) {
        Some((distance, _)) => {
            let ((_, best, volley), (_, worse, less)) =
                (at(curves, weapon, targets[0], distance), at(curves, weapon, last, distance));
            let what = match last {
                "protected" => "protection",
                "screened" => "a screen",
                _ => "moving",
            };
            format!(
                "At {distance} paces {what} cuts the best aimed {weapon} shot from {best:.0} % to {worse:.0} %, a volley \
                 from {volley:.0} % to {less:.0} %"
            )
        }
        None => format!("Chance to hit with the {weapon} by condition of the target"),
    };
    Chart {
        labels: labels(
            curves,
            title,
            format!("Chance of one {weapon} shot to hit, by condition of the target."),
            "rules PG-07 and PG-11",
        ),
        x: paces_axis(curves, weapon),
        y: percent_axis("Chance to hit"),
        keys: keys(names_by_dice(curves)),
        panels: panels.collect(),
        columns: 2,
        ..Chart::default()
    }
}

/// A panel for each dice of aimed fire, with the volley and where it overtakes.
fn by_threshold(curves: &Curves) -> Chart {
    let points = |fire: &str, dice: &str| -> Vec<(f64, f64)> {
        let rows = curves.thresholds.iter();
        rows.filter(|row| row.fire == fire && row.dice == dice)
            .map(|row| (f64::from(row.threshold), row.exact.to_f64()))
            .collect()
    };
    let haste = |k: usize| {
        let rows = curves.thresholds.iter().filter(|row| row.fire == "haste");
        let mut dice: Vec<&str> = rows.map(|row| row.dice.as_str()).collect();
        dice.dedup();
        dice.get(k).copied().unwrap_or_default().to_owned()
    };
    let dice = curves.aimed_dice();
    let crossed = |dice: &str| {
        let mut rows = curves.crossovers.iter();
        rows.find(|row| row.weapon.is_none() && row.dice == dice)?.threshold
    };
    let panel = |(k, dice): (usize, &&str)| {
        let callout = crossed(dice).map(|threshold| {
            let at = curves.thresholds.iter();
            let mut at = at.filter(|row| row.fire == "volley" && row.threshold == threshold);
            Callout {
                x: f64::from(threshold),
                y: at.next().map_or(0.0, |row| row.exact.to_f64()),
                text: format!("{threshold}+"),
            }
        });
        let panel = Panel::new(*dice, curves.skills[k].troops.join(", "))
            .curve(&points("haste", &haste(k)), false, Look::hue(1), "")
            .curve(&points("aimed", dice), false, Look::hue(0), "")
            .line(&points("volley", &curves.volley_dice), false, Look::INK, "");
        callout.into_iter().fold(panel, Panel::callout)
    };
    let ends: Vec<(&str, i32)> =
        dice.iter().filter_map(|dice| Some((*dice, crossed(dice)?))).collect();
    let title = match ends[..] {
        [] => "Aimed fire is ahead of a volley at every threshold".to_owned(),
        [(dice, at)] => format!("A volley is as good as {dice} where {at} or more is needed"),
        [(worst, from), .., (best, to)] => {
            format!(
                "A volley is as good as aim from {from}+ on for {worst}, but only from {to}+ on for {best}"
            )
        }
    };
    let subtitle = "Chance of one shot by the number needed. Dots: from there on a volley is at least as good, shot for shot.";
    let volley = format!("in a volley, {}", curves.volley_dice);
    Chart {
        labels: labels(curves, title, subtitle.to_owned(), "rules PG-07, PG-10 and PG-11"),
        x: Axis::of("Needed, or more", ValueFormat::Plain, None),
        y: percent_axis("Chance to hit"),
        keys: keys([("aimed", Look::hue(0)), ("in haste", Look::hue(1)), (&volley, Look::INK)]),
        panels: dice.iter().enumerate().map(panel).collect(),
        columns: 3,
        ..Chart::default()
    }
}

/// A panel for each dice of aimed fire: hits in a turn, reloading counted.
fn rates(curves: &Curves, weapon: &str) -> Chart {
    let target = curves.targets[0];
    let dice = curves.aimed_dice();
    let of = |way: &str| -> Vec<&Rate> {
        let rows = curves.fire_rates.iter();
        rows.filter(|row| (row.weapon.as_str(), row.target, row.fire) == (weapon, target, way))
            .collect()
    };
    let ways = WAYS.map(of);
    // Rows go mark by mark, the dice of one kind in order.
    let every = |rows: &[&Rate], k: usize, step: usize| -> Vec<(f64, f64)> {
        let rows = rows.iter().skip(k).step_by(step.max(1));
        rows.map(|row| (row.distance, row.hits_per_turn)).collect()
    };
    let panel = |(k, dice_name): (usize, &&str)| {
        let panel = Panel::new(*dice_name, curves.skills[k].troops.join(", "));
        panel
            .curve(&every(&ways[0], k, dice.len()), true, Look::hue(0), "")
            .curve(&every(&ways[1], k, dice.len()), true, Look::hue(1), "")
            .line(&every(&ways[2], 0, 1), true, Look::INK, "")
            .line(&every(&ways[3], 0, 1), true, Look::INK_DASHES, "")
    };
    let title = match curves.middle_mark(weapon, target) {
        Some((distance, _)) => {
            let at = |rows: &[&Rate]| -> Vec<f64> {
                let rows = rows.iter().filter(|row| row.distance == distance);
                rows.map(|row| row.hits_per_turn).collect()
            };
            let best = |values: Vec<f64>| values.into_iter().fold(0.0, f64::max);
            let [aimed, haste, ranks, platoons] = [0, 1, 2, 3].map(|k| best(at(&ways[k])));
            format!(
                "Reloading counted, at {distance} paces a figure hits {aimed:.2} times a turn at best by aim, {haste:.2} \
                 in haste, {ranks:.2} by ranks, {platoons:.2} by platoons"
            )
        }
        None => format!("Hits of a figure in a turn with the {weapon}"),
    };
    let subtitle = format!(
        "Hits of one figure in a turn in the long run, {weapon}, target {target}, firing whenever it is loaded."
    );
    Chart {
        labels: labels(curves, title, subtitle, "rules PG-07 and PG-09 to PG-12"),
        x: paces_axis(curves, weapon),
        y: Axis::of("Hits per figure and turn", ValueFormat::Plain, None),
        keys: keys([
            ("aimed, turn after reloading", Look::hue(0)),
            ("in haste, same turn", Look::hue(1)),
            ("volley by ranks", Look::INK),
            ("volley by platoons", Look::INK_DASHES),
        ]),
        panels: dice.iter().enumerate().map(panel).collect(),
        columns: 3,
        ..Chart::default()
    }
}

/// Hits above, kills below, a panel for each size of volley; a curve for each of some marks.
fn volleys(curves: &Curves, weapon: &str) -> Chart {
    let target = curves.targets[0];
    let marks = curves.marks(weapon, target);
    // Every other mark, the middle one among them, tells as much as all.
    let from = marks.len() / 2 % 2;
    let chosen: Vec<(f64, i32)> = marks.iter().copied().skip(from).step_by(2).take(6).collect();
    let shown: Vec<u32> = curves.figures.iter().copied().take(3).collect();
    let law = |figures: u32, threshold: i32, is_kills: bool| -> Vec<(f64, f64)> {
        let rows = curves.volleys.iter();
        let rows = rows.filter(|row| row.figures == figures && row.threshold == threshold);
        let value = |row: &super::laws::Volley| {
            if is_kills { row.kills.to_f64() } else { row.hits.to_f64() }
        };
        std::iter::once((0.0, 1.0))
            .chain(rows.map(|row| (f64::from(row.at_least), value(row))))
            .collect()
    };
    let panel = |is_kills: bool, figures: u32| {
        let panel = Panel::new(counted(figures, "figure"), if is_kills { "kills" } else { "hits" });
        chosen.iter().enumerate().fold(panel, |panel, (k, (_, threshold))| {
            panel.curve(&law(figures, *threshold, is_kills), false, Look::hue(k), "")
        })
    };
    let hits = shown.iter().map(|figures| panel(false, *figures));
    let kills = shown.iter().map(|figures| panel(true, *figures));
    let even = |figures: u32, threshold: i32, is_kills: bool| {
        let law = law(figures, threshold, is_kills);
        law.iter().rev().find(|(_, chance)| *chance >= 0.5).map_or(0.0, |(count, _)| *count)
    };
    let title = match (curves.middle_mark(weapon, target), shown.get(shown.len() / 2)) {
        (Some((distance, threshold)), Some(figures)) => format!(
            "{figures} figures at {distance} paces: more likely than not {} hits or more; {} kills or more",
            even(*figures, threshold, false),
            even(*figures, threshold, true)
        ),
        _ => format!("Volleys with the {weapon}"),
    };
    let subtitle = format!(
        "Chance of at least so many hits, and kills, from one volley with the {weapon}, target {target}."
    );
    let rules = "rules PG-08 and PG-11; a kill is one of a figure that was not wounded";
    let name = |&(distance, threshold): &(f64, i32)| format!("{distance} paces ({threshold}+)");
    let most = shown.last().map(|most| (0.0, f64::from(*most)));
    Chart {
        labels: labels(curves, title, subtitle, rules),
        x: Axis::of("At least", ValueFormat::Plain, most),
        y: percent_axis("Chance"),
        keys: keys(chosen.iter().enumerate().map(|(k, mark)| (name(mark), Look::hue(k)))),
        panels: hits.chain(kills).collect(),
        columns: shown.len(),
        ..Chart::default()
    }
}

/// Rows with fewer shots are in the table only: their intervals would hide the others.
const FEWEST_SHOTS: u64 = 30;

/// The shots of a run over the exact curves: a panel for each kind of fire and condition of the target, a colour for
/// each dice.
fn simulated(curves: &Curves, weapon: &str) -> Chart {
    let seen = || {
        shots::seen(curves)
            .filter(|(shot, seen)| shot.weapon == weapon && seen.shots >= FEWEST_SHOTS)
    };
    let mut dice: Vec<String> = Vec::new();
    let mut kinds: Vec<(&str, &str)> = Vec::new();
    for (shot, _) in seen() {
        if !dice.contains(&shot.dice_name()) {
            dice.push(shot.dice_name());
        }
        if !kinds.contains(&(shot.fire, shot.target)) {
            kinds.push((shot.fire, shot.target));
        }
    }
    let curve = |panel: Panel, key: usize, (fire, target): (&str, &str)| {
        let is_it = |shot: &&Shot| {
            (shot.weapon.as_str(), shot.fire, shot.target) == (weapon, fire, target)
                && shot.dice_name() == dice[key]
        };
        let rows: Vec<&Shot> = curves.hit_curves.iter().filter(is_it).collect();
        // On the step where they count, those of different dice beside each other.
        let part = (key + 1) as f64 / (dice.len() + 1) as f64;
        let befores = std::iter::once(0.0).chain(rows.iter().map(|shot| shot.distance));
        let dots = rows.iter().zip(befores).filter_map(|(shot, before)| {
            let seen = shot.seen.as_ref().filter(|seen| seen.shots >= FEWEST_SHOTS)?;
            Some(LinePoint {
                x: before + (shot.distance - before) * part,
                y: seen.rate,
                interval: Some((seen.ci_low, seen.ci_high)),
            })
        });
        let dots: Vec<LinePoint> = dots.collect();
        if dots.is_empty() {
            return panel;
        }
        let exact: Vec<_> = rows.iter().map(|shot| (shot.distance, shot.exact.to_f64())).collect();
        panel.line(&exact, true, Look::hue(key), "").dots(&dots, Look::hue(key))
    };
    let panels = kinds.iter().map(|kind| {
        let of_kind = seen().filter(|(shot, _)| (shot.fire, shot.target) == *kind);
        let shots: u64 = of_kind.map(|(_, seen)| seen.shots).sum();
        let panel = Panel::new(format!("{}, target {}", kind.0, kind.1), counted(shots, "shot"));
        (0..dice.len()).fold(panel, |panel, key| curve(panel, key, *kind))
    });
    let panels: Vec<Panel> = panels.collect();
    let (title, caption) = match &curves.run {
        Some(run) if run.agreement.disagreements.is_empty() => (
            format!("{} simulated shots lie where the exact chances say", HumanCount(run.shots)),
            format!("{}, {}, seed {}. ", run.battle, counted(run.games, "game"), run.seed),
        ),
        Some(run) => (
            format!(
                "{} of {} kinds of shots do not lie where the exact chances say",
                run.agreement.disagreements.len(),
                run.agreement.compared
            ),
            format!("{}, {}, seed {}. ", run.battle, counted(run.games, "game"), run.seed),
        ),
        None => (String::new(), String::new()),
    };
    let subtitle = format!(
        "Chance of one {weapon} shot to hit. Lines: exact. Dots: shots of the run, each on the step where it counts, with \
         95 % intervals, from {FEWEST_SHOTS} shots on."
    );
    let mut labels = labels(curves, title, subtitle, "rules PG-07, PG-10 and PG-11");
    labels.caption.insert_str(0, &caption);
    Chart {
        labels,
        x: paces_axis(curves, weapon),
        y: percent_axis("Chance to hit"),
        keys: keys(dice.iter().enumerate().map(|(k, name)| (name, Look::hue(k)))),
        columns: 2,
        panels,
        ..Chart::default()
    }
}
