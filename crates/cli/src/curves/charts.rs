//! The curves as charts.

use indicatif::HumanCount;
use skirmish_report::chart::{
    self, Axis, Callout, CurveKey, Labels, LinePoint, Look, Panel, PanelCurve, Panels, ValueFormat,
};
use skirmish_report::{OutputFile, counted};

use super::laws::{Curves, Rate, Shot, Skill, WAYS};
use super::shots;

/// Every chart with its file name.
pub(super) fn files(curves: &Curves) -> Vec<OutputFile> {
    let mut files = Vec::new();
    for (k, weapon) in curves.weapons.iter().enumerate() {
        let name = slug(weapon, k);
        files.push((format!("hit-curves-{name}.svg"), by_distance(curves, weapon)));
        if curves.targets.len() > 1 {
            files.push((format!("hit-targets-{name}.svg"), by_target(curves, weapon)));
        }
        if shots::seen(curves).any(|(shot, _)| shot.weapon == *weapon) {
            files.push((format!("shots-{name}.svg"), simulated(curves, weapon)));
        }
        files.push((format!("fire-rates-{name}.svg"), rates(curves, weapon)));
        files.push((format!("volleys-{name}.svg"), volleys(curves, weapon)));
    }
    files.push(("aimed-or-volley.svg".to_owned(), by_threshold(curves)));
    files
        .into_iter()
        .map(|(name, panels)| OutputFile::new(name, chart::panels(&panels).into_bytes()))
        .collect()
}

/// A weapon's name as a part of a file name; other characters than usual ones give way to its number.
fn slug(weapon: &str, index: usize) -> String {
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

fn percent_axis(name: &str) -> Axis {
    Axis { name: name.to_owned(), format: ValueFormat::Percent, range: Some((0.0, 1.0)) }
}

fn paces_axis(curves: &Curves, weapon: &str) -> Axis {
    let farthest = curves.marks(weapon, curves.targets[0]).last().map_or(1.0, |mark| mark.0);
    Axis {
        name: "Distance (paces)".to_owned(),
        format: ValueFormat::Plain,
        range: Some((0.0, farthest)),
    }
}

/// `d8+d6 militia`, with more troops only counted.
fn name(dice: &str, skill: &Skill) -> String {
    match &skill.troops[..] {
        [one] => format!("{dice} {one}"),
        [first, rest @ ..] => format!("{dice} {first}, {} more", rest.len()),
        [] => dice.to_owned(),
    }
}

fn keys_by_dice(curves: &Curves) -> Vec<CurveKey> {
    let dice = curves.aimed_dice();
    let aimed = dice.iter().zip(&curves.skills).enumerate();
    let mut keys: Vec<CurveKey> = aimed
        .map(|(k, (dice, skill))| CurveKey { name: name(dice, skill), look: Look::Hue(k) })
        .collect();
    keys.push(CurveKey { name: format!("{} volley", curves.volley_dice), look: Look::Ink });
    keys
}

/// Aimed fire of each dice and a volley, at a target in one condition.
fn distance_panel(curves: &Curves, weapon: &str, target: &'static str) -> Panel {
    let points = |is_it: &dyn Fn(&Shot) -> bool| -> Vec<(f64, f64)> {
        let rows = curves.hit_curves.iter();
        rows.filter(|row| row.weapon == weapon && row.target == target && is_it(row))
            .map(|row| (row.distance, row.exact.to_f64()))
            .collect()
    };
    let dice = curves.aimed_dice();
    let mut lines: Vec<PanelCurve> = dice
        .iter()
        .enumerate()
        .map(|(key, dice)| PanelCurve {
            key,
            exact: points(&|row| row.fire == "aimed" && row.dice == *dice),
            stepped: true,
            dots: Vec::new(),
        })
        .collect();
    lines.push(PanelCurve {
        key: dice.len(),
        exact: points(&|row| row.fire == "volley" && row.dice == curves.volley_dice),
        stepped: true,
        dots: Vec::new(),
    });
    Panel {
        title: format!("Target {target}"),
        note: String::new(),
        curves: lines,
        callouts: Vec::new(),
    }
}

/// Least and greatest chance of aimed fire at the middle mark, in words.
fn finding(curves: &Curves, weapon: &str, target: &'static str) -> String {
    let Some((distance, _)) = curves.middle_mark(weapon, target) else {
        return format!("Chance to hit with the {weapon}");
    };
    // Of the dice that the chart shows: a run may have added those of the wounded.
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
    let volley = at("volley", &[&curves.volley_dice]).first().copied().unwrap_or(0.0);
    let range = if least.round() == most.round() {
        format!("{most:.0} %")
    } else {
        format!("{least:.0} to {most:.0} %")
    };
    format!(
        "At {distance} paces {range} of aimed {weapon} shots hit, and {volley:.0} % of those in a volley"
    )
}

fn by_distance(curves: &Curves, weapon: &str) -> Panels {
    let target = curves.targets[0];
    Panels {
        labels: Labels {
            title: finding(curves, weapon, target),
            subtitle: format!(
                "Chance of one {weapon} shot to hit a target that is {target}. The number needed changes at the marks \
                 of the stick."
            ),
            caption: caption(curves, "rules PG-07 and PG-11"),
            description: String::new(),
        },
        x: paces_axis(curves, weapon),
        y: percent_axis("Chance to hit"),
        keys: keys_by_dice(curves),
        panels: vec![distance_panel(curves, weapon, target)],
        columns: 1,
    }
}

fn by_target(curves: &Curves, weapon: &str) -> Panels {
    let targets = &curves.targets;
    let last = targets[targets.len() - 1];
    let panels = targets.iter().map(|target| distance_panel(curves, weapon, target));
    let title = match (curves.middle_mark(weapon, targets[0]), curves.middle_mark(weapon, last)) {
        (Some((distance, easy)), Some((_, hard))) => format!(
            "{} costs {} points of the {weapon}'s threshold: {easy}+ becomes {hard}+ at {distance} paces",
            match last {
                "protected" => "Protection",
                "screened" => "A screen",
                _ => "Moving",
            },
            hard - easy
        ),
        _ => format!("Chance to hit with the {weapon} by condition of the target"),
    };
    Panels {
        labels: Labels {
            title,
            subtitle: format!("Chance of one {weapon} shot to hit, by condition of the target."),
            caption: caption(curves, "rules PG-07 and PG-11"),
            description: String::new(),
        },
        x: paces_axis(curves, weapon),
        y: percent_axis("Chance to hit"),
        keys: keys_by_dice(curves),
        panels: panels.collect(),
        columns: 2,
    }
}

/// A panel for each dice of aimed fire, with the volley and where it overtakes.
fn by_threshold(curves: &Curves) -> Panels {
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
        let line = |key: usize, exact| PanelCurve { key, exact, stepped: false, dots: Vec::new() };
        Panel {
            title: (*dice).to_owned(),
            note: curves.skills[k].troops.join(", "),
            curves: vec![
                line(1, points("haste", &haste(k))),
                line(0, points("aimed", dice)),
                line(2, points("volley", &curves.volley_dice)),
            ],
            callouts: callout.into_iter().collect(),
        }
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
    let key = |name: &str, look| CurveKey { name: name.to_owned(), look };
    Panels {
        labels: Labels {
            title,
            subtitle: "Chance of one shot by the number needed. Dots: from there on a volley is at least as good, shot \
                       for shot."
                .to_owned(),
            caption: caption(curves, "rules PG-07, PG-10 and PG-11"),
            description: String::new(),
        },
        x: Axis {
            name: "Needed, or more".to_owned(),
            ..Axis::default()
        },
        y: percent_axis("Chance to hit"),
        keys: vec![
            key("aimed", Look::Hue(0)),
            key("in haste", Look::Hue(1)),
            key(&format!("in a volley, {}", curves.volley_dice), Look::Ink),
        ],
        panels: dice.iter().enumerate().map(panel).collect(),
        columns: 3,
    }
}

/// A panel for each dice of aimed fire: hits in a turn, reloading counted.
fn rates(curves: &Curves, weapon: &str) -> Panels {
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
    let panel = |(k, dice_name): (usize, &&str)| Panel {
        title: (*dice_name).to_owned(),
        note: curves.skills[k].troops.join(", "),
        curves: [(0, k, dice.len()), (1, k, dice.len()), (2, 0, 1), (3, 0, 1)]
            .map(|(key, skip, step)| PanelCurve {
                key,
                exact: every(&ways[key], skip, step),
                stepped: true,
                dots: Vec::new(),
            })
            .into(),
        callouts: Vec::new(),
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
    Panels {
        labels: Labels {
            title,
            subtitle: format!(
                "Hits of one figure in a turn in the long run, {weapon}, target {target}, firing whenever it is loaded."
            ),
            caption: caption(curves, "rules PG-07 and PG-09 to PG-12"),
            description: String::new(),
        },
        x: paces_axis(curves, weapon),
        y: Axis { name: "Hits per figure and turn".to_owned(), ..Axis::default() },
        keys: [
            ("aimed, turn after reloading", Look::Hue(0)),
            ("in haste, same turn", Look::Hue(1)),
            ("volley by ranks", Look::Ink),
            ("volley by platoons", Look::InkDashes),
        ]
        .map(|(name, look)| CurveKey { name: name.to_owned(), look })
        .into(),
        panels: dice.iter().enumerate().map(panel).collect(),
        columns: 3,
    }
}

/// Hits above, kills below, a panel for each size of volley; a curve for each of some marks.
fn volleys(curves: &Curves, weapon: &str) -> Panels {
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
    let panels = [false, true].into_iter().flat_map(|is_kills| {
        let chosen = &chosen;
        let law = &law;
        shown.iter().map(move |figures| Panel {
            title: counted(*figures, "figure"),
            note: if is_kills { "kills" } else { "hits" }.to_owned(),
            curves: chosen
                .iter()
                .enumerate()
                .map(|(key, (_, threshold))| PanelCurve {
                    key,
                    exact: law(*figures, *threshold, is_kills),
                    stepped: false,
                    dots: Vec::new(),
                })
                .collect(),
            callouts: Vec::new(),
        })
    });
    let panels: Vec<Panel> = panels.collect();
    let even = |figures: u32, threshold: i32, is_kills: bool| {
        let law = law(figures, threshold, is_kills);
        law.iter().rev().find(|(_, chance)| *chance >= 0.5).map_or(0.0, |(count, _)| *count)
    };
    let title = match (curves.middle_mark(weapon, target), shown.get(shown.len() / 2)) {
        (Some((distance, threshold)), Some(figures)) => format!(
            "{figures} figures at {distance} paces: as likely as not {} hits or more, and {} kills",
            even(*figures, threshold, false),
            even(*figures, threshold, true)
        ),
        _ => format!("Volleys with the {weapon}"),
    };
    Panels {
        labels: Labels {
            title,
            subtitle: format!(
                "Chance of at least so many hits, and kills, from one volley with the {weapon}, target {target}."
            ),
            caption: caption(
                curves,
                "rules PG-08 and PG-11; a kill is one of a figure that was not wounded",
            ),
            description: String::new(),
        },
        x: Axis {
            name: "At least".to_owned(),
            format: ValueFormat::Plain,
            range: shown.last().map(|most| (0.0, f64::from(*most))),
        },
        y: percent_axis("Chance"),
        keys: chosen
            .iter()
            .enumerate()
            .map(|(k, (distance, threshold))| CurveKey {
                name: format!("{distance} paces ({threshold}+)"),
                look: Look::Hue(k),
            })
            .collect(),
        panels,
        columns: shown.len().max(1),
    }
}

/// Rows with fewer shots are in the table only: their intervals would hide the others.
const FEWEST_SHOTS: u64 = 30;

/// The shots of a run over the exact curves: a panel for each kind of fire and condition of the target, a colour for
/// each dice.
fn simulated(curves: &Curves, weapon: &str) -> Panels {
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
    let curve = |key: usize, (fire, target): (&str, &str)| -> Option<PanelCurve> {
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
        (!dots.is_empty()).then(|| PanelCurve {
            key,
            exact: rows.iter().map(|shot| (shot.distance, shot.exact.to_f64())).collect(),
            stepped: true,
            dots,
        })
    };
    let panels = kinds.iter().map(|kind| {
        let shots: u64 = seen()
            .filter(|(shot, _)| (shot.fire, shot.target) == *kind)
            .map(|(_, seen)| seen.shots)
            .sum();
        Panel {
            title: format!("{}, target {}", kind.0, kind.1),
            note: counted(shots, "shot"),
            curves: (0..dice.len()).filter_map(|key| curve(key, *kind)).collect(),
            callouts: Vec::new(),
        }
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
    let dice_keys = dice
        .iter()
        .enumerate()
        .map(|(k, name)| CurveKey { name: name.clone(), look: Look::Hue(k) });
    Panels {
        labels: Labels {
            title,
            subtitle: format!(
                "Chance of one {weapon} shot to hit. Lines: exact. Dots: shots of the run, each on the step where \
                 it counts, with 95 % intervals, from {FEWEST_SHOTS} shots on."
            ),
            caption: caption + &self::caption(curves, "rules PG-07, PG-10 and PG-11"),
            description: String::new(),
        },
        x: paces_axis(curves, weapon),
        y: percent_axis("Chance to hit"),
        keys: dice_keys.collect(),
        columns: if panels.len() > 1 { 2 } else { 1 },
        panels,
    }
}
