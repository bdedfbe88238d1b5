//! The curves as charts.

use std::ops::RangeInclusive;

use indicatif::HumanCount;
use skirmish_odds::Ratio;
use skirmish_report::chart::{
    Axis, Callout, Chart, Key, Labels, LinePoint, Look, Panel, Shape, ValueFormat,
};
use skirmish_report::text::listed;
use skirmish_report::{counted, exact_percent};

use super::laws::{Curves, Overlay, Rate, Shot, Skill, WAYS};
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

/// The words of a chart of exact chances by these rules of a rulebook.
pub(super) fn labels(book: &str, title: String, subtitle: String, rules: &str) -> Labels {
    let version = env!("CARGO_PKG_VERSION");
    let caption = format!("Exact. Rulebook {book}, {rules}. skirmish {version}.");
    Labels { title, subtitle, caption, ..Labels::default() }
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

/// `militia, 2 more`.
fn troops(skill: &Skill) -> String {
    match &skill.troops[..] {
        [first, rest @ ..] if !rest.is_empty() => format!("{first}, {} more", rest.len()),
        all => all.concat(),
    }
}

/// `d8+d6 militia`, with more troops only counted.
fn name(dice: &str, skill: &Skill) -> String {
    format!("{dice} {}", troops(skill)).trim_end().to_owned()
}

/// Names longer than this do not stand in a headline.
const LONGEST_NAME: usize = 24;

/// Who rolls these dice, in a headline: `militia`, `militia and others`, or the dice where names are long.
fn who(curves: &Curves, k: usize) -> String {
    let dice = || curves.aimed_dice().get(k).copied().unwrap_or_default().to_owned();
    match curves.skills.get(k).map_or(&[][..], |skill| &skill.troops[..]) {
        [first, ..] if first.chars().count() > LONGEST_NAME => dice(),
        [one] => one.clone(),
        [first, ..] => format!("{first} and others"),
        [] => dice(),
    }
}

/// The troops of dice of which panels and legends only count some.
fn all_troops(curves: &Curves) -> String {
    let dice = curves.aimed_dice().into_iter().zip(&curves.skills);
    let several = dice.filter(|(_, skill)| skill.troops.len() > 1);
    let told = several.map(|(dice, skill)| format!("{dice}: {}", skill.troops.join(", ")));
    told.collect::<Vec<_>>().join("; ")
}

/// The dice of aimed fire with the troops that roll them, and those of a volley.
fn names_by_dice(curves: &Curves) -> Vec<(String, Look)> {
    let dice = curves.aimed_dice().into_iter();
    let aimed = dice.zip(&curves.skills).map(|(dice, skill)| name(dice, skill)).enumerate();
    let aimed = aimed.map(|(k, name)| (name, Look::hue(k)));
    aimed.chain([(format!("{} volley", curves.volley_dice), Look::INK)]).collect()
}

/// Aimed fire of each dice and a volley, at a target in one condition, with names at the ends of curves.
fn distance_panel(curves: &Curves, weapon: &str, target: &'static str, names: &[String]) -> Panel {
    let dice = curves.aimed_dice();
    let aimed = dice.iter().enumerate().map(|(k, dice)| ("aimed", *dice, Look::hue(k)));
    let ways = aimed.chain([("volley", curves.volley_dice.as_str(), Look::INK)]);
    let middle = curves.middle_mark(weapon, target);
    ways.enumerate().fold(Panel::default(), |panel, (k, (fire, dice, look))| {
        let rows = curves.shots(weapon, target, fire).filter(|row| row.dice == dice);
        let points: Vec<_> = rows.map(|row| (row.distance, row.exact.to_f64())).collect();
        let name = names.get(k).map_or("", String::as_str);
        // Curves that bear their names need no markers but at the mark that the headline is about.
        let told = points.iter().filter(|point| middle.is_some_and(|mark| mark.0 == point.0));
        let told = told.map(|&(x, y)| LinePoint { x, y, interval: None });
        panel.line(&points, true, look, name).dots(&told.collect::<Vec<_>>(), look)
    })
}

/// Least and greatest chance of aimed fire at the middle mark, in words.
fn finding(curves: &Curves, weapon: &str, target: &'static str) -> String {
    let Some((distance, _)) = curves.middle_mark(weapon, target) else {
        return format!("Chance to hit with the {weapon}");
    };
    let ([(least, worst), (most, best)], volley) = at(curves, weapon, target, distance);
    let range = match (exact_percent(least), exact_percent(most)) {
        (least, most) if least == most => most,
        (least, most) => {
            format!("{least} ({}) to {most} ({})", who(curves, worst), who(curves, best))
        }
    };
    let volley = exact_percent(volley);
    format!(
        "At {distance} paces {range} of aimed {weapon} shots hit, and {volley} of those in a volley"
    )
}

/// What aimed fire of the worst and of the best dice hits at a distance, with the place of these dice, and what a volley hits. Of
/// the dice that the chart shows: a run may have added those of the wounded.
fn at(
    curves: &Curves,
    weapon: &str,
    target: &'static str,
    distance: f64,
) -> ([(f64, usize); 2], f64) {
    let at = |fire: &str, dice: &str| {
        let mut rows = curves.shots(weapon, target, fire);
        let row = rows.find(|row| row.distance == distance && row.dice == dice);
        row.map_or(0.0, |row| row.exact.to_f64())
    };
    let dice = curves.aimed_dice().into_iter().enumerate();
    let mut aimed: Vec<_> = dice.map(|(k, dice)| (at("aimed", dice), k)).collect();
    aimed.sort_by(|one, other| one.0.total_cmp(&other.0));
    let ends = [aimed.first(), aimed.last()].map(|end| end.copied().unwrap_or_default());
    (ends, at("volley", &curves.volley_dice))
}

fn by_distance(curves: &Curves, weapon: &str) -> Chart {
    let target = curves.targets[0];
    let subtitle = format!(
        "Chance of one {weapon} shot to hit a target that is {target}. Each step includes its right end, a \
         mark of the stick."
    );
    let names: Vec<String> = names_by_dice(curves).into_iter().map(|(name, _)| name).collect();
    let title = finding(curves, weapon, target);
    Chart {
        labels: labels(&curves.rulebook, title, subtitle, "rules PG-07 and PG-11"),
        x: paces_axis(curves, weapon),
        y: percent_axis("Chance to hit"),
        panels: vec![middle_rule(curves, weapon, distance_panel(curves, weapon, target, &names))],
        note: all_troops(curves),
        ..Chart::default()
    }
}

/// The dashed line at the distance that headlines are about.
fn middle_rule(curves: &Curves, weapon: &str, panel: Panel) -> Panel {
    match curves.middle_mark(weapon, curves.targets[0]) {
        Some((distance, _)) => panel.rule(distance, format!("{distance} paces")),
        None => panel,
    }
}

/// A stepped curve that ends where it comes to nothing, so that several do not lie on one another there.
fn down_to_nothing(panel: Panel, points: &[(f64, f64)], look: Look) -> Panel {
    let end = points.iter().position(|point| point.1 == 0.0);
    let points = &points[..end.unwrap_or(points.len())];
    let is_ink = [Look::INK, Look::INK_DASHES].contains(&look);
    let panel = match is_ink {
        true => panel.line(points, true, look, ""),
        false => panel.curve(points, true, look, ""),
    };
    match points.last().filter(|_| end.is_some()) {
        Some(&(x, y)) => panel.line(&[(x, y), (x, 0.0)], false, look, ""),
        None => panel,
    }
}

/// What a condition of the target is, in a sentence.
pub(super) fn cover_word(condition: &str) -> &str {
    match condition {
        "protected" => "protection",
        "screened" => "a screen",
        other => other,
    }
}

fn by_target(curves: &Curves, weapon: &str) -> Chart {
    let targets = &curves.targets;
    let last = targets[targets.len() - 1];
    let dice = curves.aimed_dice();
    let aimed = dice.iter().zip(&curves.skills);
    let aimed = aimed.map(|(dice, skill)| ("aimed", *dice, troops(skill)));
    let volley = ("volley", curves.volley_dice.as_str(), "in a volley".to_owned());
    let panels = aimed.chain([volley]).map(|(fire, dice, who)| {
        let panel = middle_rule(curves, weapon, Panel::new(dice, who));
        targets.iter().enumerate().fold(panel, |panel, (k, target)| {
            let points = curves.shots(weapon, target, fire).filter(|row| row.dice == dice);
            let points: Vec<_> = points.map(|row| (row.distance, row.exact.to_f64())).collect();
            down_to_nothing(panel, &points, Look::hue(k))
        })
    });
    let panels: Vec<Panel> = panels.collect();
    let title = match curves.middle_mark(weapon, targets[0]) {
        Some((distance, _)) => {
            let (([_, (best, _)], volley), ([_, (worse, _)], less)) =
                (at(curves, weapon, targets[0], distance), at(curves, weapon, last, distance));
            let [best, worse, volley, less] = [best, worse, volley, less].map(exact_percent);
            format!(
                "At {distance} paces {} cuts the best aimed {weapon} shot from {best} to {worse}, a volley from {volley} to {less}",
                cover_word(last)
            )
        }
        None => format!("Chance to hit with the {weapon} by condition of the target"),
    };
    Chart {
        labels: labels(
            &curves.rulebook,
            title,
            format!(
                "Chance of one {weapon} shot to hit, by the condition of the target. A line ends where nothing hits."
            ),
            "rules PG-07 and PG-11",
        ),
        x: paces_axis(curves, weapon),
        y: percent_axis("Chance to hit"),
        keys: keys(targets.iter().enumerate().map(|(k, target)| (*target, Look::hue(k)))),
        columns: if panels.len() > 4 { 3 } else { 2 },
        panels,
        note: all_troops(curves),
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
        let panel = Panel::new(*dice, troops(&curves.skills[k]))
            .curve(&points("haste", &haste(k)), false, Look::hue(1), "")
            .curve(&points("aimed", dice), false, Look::hue(0), "")
            .line(&points("volley", &curves.volley_dice), false, Look::INK, "");
        callout.into_iter().fold(panel, Panel::callout)
    };
    let ends = dice.iter().enumerate();
    let ends: Vec<(String, i32)> =
        ends.filter_map(|(k, dice)| Some((who(curves, k), crossed(dice)?))).collect();
    let title = match &ends[..] {
        [] => "Aimed fire is ahead of a volley at every threshold".to_owned(),
        [(all, at)] => format!("For {all} a volley is as good as aimed fire from {at}+ on"),
        [(worst, from), .., (best, to)] => format!(
            "A volley is as good as aimed fire from {from}+ on for {worst}, but only from {to}+ on for {best}"
        ),
    };
    let subtitle = "Chance of one shot to hit, by the number needed. From the black dot on a volley is at least as good, shot \
                    for shot.";
    let volley = format!("in a volley, {}", curves.volley_dice);
    Chart {
        labels: labels(
            &curves.rulebook,
            title,
            subtitle.to_owned(),
            "rules PG-07, PG-10 and PG-11",
        ),
        x: Axis::of("Number needed, or more", ValueFormat::Plain, None),
        y: percent_axis("Chance to hit"),
        keys: keys([("aimed", Look::hue(0)), ("in haste", Look::hue(1)), (&volley, Look::INK)]),
        panels: dice.iter().enumerate().map(panel).collect(),
        columns: 3,
        note: all_troops(curves),
        ..Chart::default()
    }
}

/// A panel for each dice of aimed fire: hits in a turn, reloading counted.
fn rates(curves: &Curves, weapon: &str) -> Chart {
    let target = curves.targets[0];
    let dice = curves.aimed_dice();
    let ways = WAYS.map(|way| curves.rates(weapon, target, way).collect::<Vec<_>>());
    // Rows go mark by mark, the dice of one kind in order.
    let every = |rows: &[&Rate], k: usize, step: usize| -> Vec<(f64, f64)> {
        let rows = rows.iter().skip(k).step_by(step.max(1));
        rows.map(|row| (row.distance, row.hits_per_turn)).collect()
    };
    let panel = |(k, dice_name): (usize, &&str)| {
        let panel = Panel::new(*dice_name, troops(&curves.skills[k]));
        let looks = [Look::hue(0), Look::hue(1), Look::INK, Look::INK_DASHES];
        let own = |way: usize| if way < 2 { (k, dice.len()) } else { (0, 1) };
        let drawn = looks.into_iter().enumerate().fold(panel, |panel, (way, look)| {
            let (first, step) = own(way);
            down_to_nothing(panel, &every(&ways[way], first, step), look)
        });
        middle_rule(curves, weapon, drawn)
    };
    // The way in which some dice hit most often from a distance.
    let best = |k: usize, distance: f64| {
        let words =
            ["with aimed fire", "in haste", "in volleys by ranks", "in volleys by platoons"];
        let at = ways.iter().zip(words).enumerate().filter_map(|(way, (rows, word))| {
            let mut rows = rows.iter().filter(|row| row.distance == distance);
            let row = rows.nth(if way < 2 { k } else { 0 })?;
            Some((row.hits_per_turn, word))
        });
        at.max_by(|one, other| one.0.total_cmp(&other.0)).filter(|best| best.0 > 0.0)
    };
    let title = curves.middle_mark(weapon, target).and_then(|(distance, _)| {
        let last = dice.len().checked_sub(1)?;
        let ((hits, way), (most, other)) = (best(0, distance)?, best(last, distance)?);
        let told = format!(
            "At {distance} paces {} do best {way} ({hits:.2}\u{a0}hits a\u{a0}turn each)",
            who(curves, 0)
        );
        Some(match (last, way == other) {
            (0, _) => told,
            (_, true) => format!("{told}, and so do {} ({most:.2})", who(curves, last)),
            (_, false) => format!("{told}, {} {other} ({most:.2})", who(curves, last)),
        })
    });
    let title = title.unwrap_or_else(|| format!("Hits of a figure in a turn with the {weapon}"));
    let subtitle = format!(
        "Hits of one figure a turn in the long run, {weapon}, target {target}, firing whenever it is loaded; turns spent \
         reloading count. A line ends where nothing hits."
    );
    Chart {
        labels: labels(&curves.rulebook, title, subtitle, "rules PG-07 and PG-09 to PG-12"),
        x: paces_axis(curves, weapon),
        y: Axis::of("Hits a turn by one figure", ValueFormat::Plain, None),
        keys: keys([
            ("aimed, turn after reloading", Look::hue(0)),
            ("in haste, same turn", Look::hue(1)),
            ("volley by ranks", Look::INK),
            ("volley by platoons", Look::INK_DASHES),
        ]),
        panels: dice.iter().enumerate().map(panel).collect(),
        columns: 3,
        note: all_troops(curves),
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
        let what = if is_kills { "Kills" } else { "Hits" };
        let panel = Panel::new(format!("{what}, {}", counted(figures, "figure")), "");
        chosen.iter().enumerate().fold(panel, |panel, (k, (_, threshold))| {
            panel.curve(&law(figures, *threshold, is_kills), false, Look::hue(k), "")
        })
    };
    // The most hits or kills that are as likely as not, and how likely they are: the headline, and a dot in the plots.
    let middle = curves.middle_mark(weapon, target).zip(shown.get(shown.len() / 2).copied());
    let even = |is_kills: bool| {
        let ((_, threshold), figures) = middle?;
        let law = law(figures, threshold, is_kills);
        law.iter().rev().find(|(count, chance)| *chance >= 0.5 && *count > 0.0).copied()
    };
    let told = |is_kills: bool| {
        let (count, chance) = even(is_kills)?;
        let what = counted(count as u64, if is_kills { "kill" } else { "hit" });
        Some(format!("{what} or more ({})", exact_percent(chance)))
    };
    let title = match middle.map(|((distance, _), figures)| (distance, figures)) {
        None => format!("Volleys with the {weapon}"),
        Some((distance, figures)) => {
            let volley = format!("At {distance} paces a volley of {figures}");
            match (told(false), told(true)) {
                (None, _) => format!("{volley} more likely than not hits nobody"),
                (Some(hits), None) => format!(
                    "{volley} more likely than not makes {hits}, but more likely than not kills nobody"
                ),
                (Some(hits), Some(kills)) => {
                    format!("{volley} more likely than not makes {hits}, and {kills}")
                }
            }
        }
    };
    let black = if middle.is_some() { " Black: those of the headline." } else { "" };
    let subtitle = format!(
        "Chance of so many hits, and kills, or more from one volley with the {weapon}, target {target}.{black}"
    );
    let rules = "rules PG-08 and PG-11; a kill is one of a figure that was not wounded";
    let name = |&(distance, threshold): &(f64, i32)| format!("{distance} paces ({threshold}+)");
    let labels = labels(&curves.rulebook, title, subtitle, rules);
    let marked = |is_kills: bool, size: u32| {
        let panel = panel(is_kills, size);
        let at = even(is_kills).filter(|_| middle.is_some_and(|middle| middle.1 == size));
        // A dot alone: the headline has its figure, and words would hide other curves.
        let callout = at.map(|(x, y)| Callout { x, y, text: String::new() });
        callout.into_iter().fold(panel, Panel::callout)
    };
    let of_sizes = |sizes: &[u32]| {
        let others: Vec<String> = curves
            .figures
            .iter()
            .filter(|size| !sizes.contains(size))
            .map(u32::to_string)
            .collect();
        Chart {
            labels: labels.clone(),
            x: Axis::of(
                "Hits or kills, at least",
                ValueFormat::Plain,
                sizes.last().map(|most| (0.0, f64::from(*most))),
            ),
            y: percent_axis("Chance"),
            keys: keys(chosen.iter().enumerate().map(|(k, mark)| (name(mark), Look::hue(k)))),
            panels: [false, true]
                .iter()
                .flat_map(|kills| sizes.iter().map(|size| marked(*kills, *size)))
                .collect(),
            columns: sizes.len(),
            note: match others.is_empty() {
                true => String::new(),
                false => format!("Volleys of {} are in volleys.csv", listed(&others, "and")),
            },
            ..Chart::default()
        }
    };
    // On a phone the size that the headline is about; all of them would be six panels under one another.
    let told = middle.map(|(_, size)| Box::new(of_sizes(&[size])));
    Chart { phone: told, ..of_sizes(&shown) }
}

/// Rows with fewer shots are in the table only: their intervals would hide the others.
pub(super) const FEWEST_SHOTS: u64 = 30;

/// How many intervals hold the exact chance, of how many.
pub(super) struct Held {
    held: usize,
    all: usize,
}

impl Held {
    pub(super) fn of<'a>(seen: impl Iterator<Item = (&'a Ratio, RangeInclusive<f64>)>) -> Self {
        seen.fold(Self { held: 0, all: 0 }, |Self { held, all }, (exact, interval)| Self {
            held: held + usize::from(interval.contains(&exact.to_f64())),
            all: all + 1,
        })
    }

    pub(super) const fn is_all(&self) -> bool {
        self.held == self.all
    }

    /// `13 of 14 intervals hold it`
    pub(super) fn told(&self, it: &str) -> String {
        format!("{} of {} intervals hold {it}", self.held, self.all)
    }

    /// What a reader is to make of those that do not, with a blank before it.
    pub(super) const fn by_luck(&self) -> &'static str {
        if self.is_all() {
            ""
        } else {
            " One interval in 20 misses the exact chance by luck alone."
        }
    }
}

/// The look of the k-th kind of shots of a run: the first two colours are those of its sides.
pub(super) fn apart(k: usize) -> Look {
    Look::hue(k + 2)
}

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
        let rows = curves.shots(weapon, target, fire);
        let rows: Vec<&Shot> = rows.filter(|shot| shot.dice_name() == dice[key]).collect();
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
        panel.line(&exact, true, apart(key), "").dots(&dots, apart(key))
    };
    let panels = kinds.iter().map(|kind| {
        let of_kind = seen().filter(|(shot, _)| (shot.fire, shot.target) == *kind);
        let shots: u64 = of_kind.map(|(_, seen)| seen.shots).sum();
        let panel = Panel::new(format!("{}, target {}", kind.0, kind.1), counted(shots, "shot"));
        (0..dice.len()).fold(panel, |panel, key| curve(panel, key, *kind))
    });
    let panels: Vec<Panel> = panels.collect();
    let held = Held::of(seen().map(|(shot, seen)| (&shot.exact, seen.ci_low..=seen.ci_high)));
    let caption = curves.run.as_ref().map_or_else(String::new, Overlay::played);
    let own = || shots::seen(curves).map(|(shot, _)| shot).filter(|shot| shot.weapon == weapon);
    let off = curves.run.as_ref().map_or(0, |run| run.off(own()));
    let kinds_of_weapon = || shots::seen(curves).filter(|(shot, _)| shot.weapon == weapon);
    let shots = HumanCount(kinds_of_weapon().map(|(_, seen)| seen.shots).sum());
    let title = match off {
        0 if held.all == 0 => format!("Too few shots with the {weapon} to be drawn"),
        0 if held.is_all() => {
            format!("{shots} simulated shots hit as often as the exact chances say")
        }
        0 => format!(
            "{shots} simulated shots agree with the exact chances but for luck: {}",
            held.told("them")
        ),
        off => format!(
            "{off} of {} kinds of shots hit more or less often than luck explains",
            own().count()
        ),
    };
    let subtitle = format!(
        "Chance of one {weapon} shot to hit. Lines: exact. Dots: shots of the run, each on the step where it counts, with \
         95 % intervals, of the {} of {} kinds with {FEWEST_SHOTS} shots or more.{}",
        held.all,
        kinds_of_weapon().count(),
        held.by_luck()
    );
    let mut labels = labels(&curves.rulebook, title, subtitle, "rules PG-07, PG-10 and PG-11");
    labels.caption.insert_str(0, &caption);
    Chart {
        labels,
        x: paces_axis(curves, weapon),
        y: percent_axis("Chance to hit"),
        keys: keys(dice.iter().enumerate().map(|(k, name)| (name, apart(k)))),
        columns: 2,
        panels,
        ..Chart::default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Held, Ratio};

    #[test]
    fn intervals_that_miss_are_counted_and_told_of() {
        let half = Ratio::new(1, 2).expect("a chance");
        let held =
            |ends: &[(f64, f64)]| Held::of(ends.iter().map(|&(low, high)| (&half, low..=high)));
        let all = held(&[(0.4, 0.6), (0.5, 0.7)]);
        assert!(all.is_all() && all.by_luck().is_empty());
        let off = held(&[(0.4, 0.6), (0.51, 0.7)]);
        assert!(!off.is_all());
        assert_eq!(off.told("it"), "1 of 2 intervals hold it");
        assert!(off.by_luck().contains("by luck alone"));
    }
}
