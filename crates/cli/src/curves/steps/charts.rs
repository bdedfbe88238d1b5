//! The curves as charts: shots by distance, blows as tables.

use indicatif::HumanCount;
use skirmish_report::chart::{
    Axis, Chart, HeatCell, HeatMap, Key, Labels, LinePoint, Look, Panel, Shape, ValueFormat,
    heat_map,
};
use skirmish_report::counted;

use skirmish_engine::rulebook::StepCondition as C;
use skirmish_odds::steps::Attacked;

use super::laws::{Case, Curves, inches, joined, shown, told, unique_of};
use super::shots::{Overlay, Seen};
use crate::curves::charts::slug;

/// Panels of one chart; more would be too small to read.
const MOST_PANELS: usize = 12;
/// Letters that fit over a panel.
const MOST_LETTERS: usize = 26;
/// Rows with fewer shots are in the table only: their intervals would hide the others.
const FEWEST_SHOTS: u64 = 30;

/// Every chart with its file name.
pub(super) fn all(curves: &Curves) -> Vec<(String, Chart)> {
    let mut charts: Vec<(String, Chart)> = Vec::new();
    let weapons = unique_of(curves.shots.iter().map(|case| case.weapon()));
    for (k, weapon) in weapons.iter().enumerate() {
        let of: Vec<&Case> = curves.shots.iter().filter(|case| case.weapon() == *weapon).collect();
        let name = slug(&of[0].weapons[0], k);
        charts.push((format!("down-{name}.svg"), down(curves, &of)));
        let chosen = shown(&curves.shots);
        let chosen: Vec<&Case> =
            chosen.into_iter().filter(|case| case.weapon() == *weapon).collect();
        charts.extend(effects(curves, &chosen).map(|chart| (format!("effects-{name}.svg"), chart)));
        charts.extend(cover(curves, &chosen).map(|chart| (format!("cover-{name}.svg"), chart)));
    }
    if !curves.blows.is_empty() {
        charts.push(("blows.svg".to_owned(), blows(curves)));
        charts.extend(blow_effects(curves).map(|chart| ("blow-effects.svg".to_owned(), chart)));
    }
    if let Some(run) = &curves.run {
        let is_drawn = |seen: &&Seen| seen.shots >= FEWEST_SHOTS;
        let weapons = unique_of(run.seen.iter().filter(is_drawn).map(|seen| &seen.weapon));
        for (k, weapon) in weapons.into_iter().enumerate() {
            let name = format!("shots-{}.svg", slug(weapon, k));
            charts.push((name, simulated(curves, run, weapon)));
        }
    }
    charts
}

fn labels(curves: &Curves, title: String, subtitle: String) -> Labels {
    let caption = format!(
        "Exact. Rulebook {}, rules FT-01 to FT-06. skirmish {}.",
        curves.rulebook,
        env!("CARGO_PKG_VERSION")
    );
    Labels { title, subtitle, caption, ..Labels::default() }
}

/// `, screened`, where something is said to hold.
fn holding(case: &Case) -> String {
    let comma = if case.factors.is_empty() { "" } else { ", " };
    format!("{comma}{}", case.factors())
}

fn percent(chance: f64) -> String {
    format!("{:.0}", chance * 100.0)
}

/// `14 %`, or `2 to 40 %`.
fn range(values: impl Iterator<Item = f64>) -> String {
    let (least, most) = values.fold((1.0_f64, 0.0_f64), |(low, high), v| (low.min(v), high.max(v)));
    match (percent(least), percent(most)) {
        (least, most) if least == most => format!("{most} %"),
        (least, most) => format!("{least} to {most} %"),
    }
}

fn highest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, f64::max)
}

/// `, but no demigod`: the one or two troop types that nobody ever brings down, if only those.
fn never(cases: &[&Case]) -> String {
    let types = unique_of(cases.iter().map(|case| case.troops()[1]));
    let is_safe = |troops: &&str| {
        let of = cases.iter().filter(|case| case.troops()[1] == *troops);
        of.flat_map(|case| &case.at).all(|attacked| attacked.down[1].is_zero())
    };
    let all = types.len();
    let safe: Vec<&str> = types.into_iter().filter(|troops| is_safe(troops)).collect();
    match safe.len() {
        few @ 1..=2 if few < all => format!(", but no {}", safe.join(" or ")),
        _ => String::new(),
    }
}

/// `wounded, up to 56 %`: what happens most often, and how often at most.
fn likeliest<'a>(all: impl Iterator<Item = &'a Attacked>) -> Option<String> {
    let effects = all.flat_map(Case::chances);
    let effects = effects.map(|(name, chance)| (name, chance.to_f64()));
    let (name, chance) = effects.max_by(|one, other| one.1.total_cmp(&other.1))?;
    (chance > 0.0).then(|| format!("“{name}”, up to {} %", percent(chance)))
}

/// A line on all panels that have it: its name, and its points on each.
struct Series {
    names: Vec<String>,
    points: Vec<Vec<(f64, f64)>>,
}

impl Series {
    /// Whether there is any chance of it at all.
    fn is_ever(&self) -> bool {
        self.points.iter().flatten().any(|point| point.1 > 0.0)
    }
}

/// Those that are the same on every panel become one, with all names; what never happens is left out.
fn merged(all: Vec<Series>) -> Vec<Series> {
    let mut merged: Vec<Series> = Vec::new();
    for series in all.into_iter().filter(|series| series.is_ever()) {
        match merged.iter_mut().find(|other| other.points == series.points) {
            Some(other) => other.names.extend(series.names),
            None => merged.push(series),
        }
    }
    merged
}

/// Lines over distance on panels. Panels that show the same become one; those that show nothing but 0 are named below, and so
/// is how many are too many.
fn by_distance(
    labels: Labels,
    titles: &[(String, String)],
    series: Vec<Series>,
    farthest: f64,
    y: &str,
) -> Chart {
    let series = merged(series);
    let mut panels: Vec<(Vec<&(String, String)>, usize)> = Vec::new();
    let mut nothing: Vec<&str> = Vec::new();
    for (k, title) in titles.iter().enumerate() {
        let is_like = |other: usize| series.iter().all(|of| of.points[k] == of.points[other]);
        let mut values = series.iter().flat_map(|of| &of.points[k]).map(|point| point.1);
        if values.all(|chance| chance == 0.0) {
            nothing.push(&title.0);
        } else if let Some((names, _)) = panels.iter_mut().find(|panel| is_like(panel.1)) {
            names.push(title);
        } else {
            panels.push((vec![title], k));
        }
    }
    let too_many = panels.len().saturating_sub(MOST_PANELS);
    panels.truncate(MOST_PANELS);
    let values = series.iter().flat_map(|of| of.points.iter().flatten()).map(|point| point.1);
    let top = top(values);
    let panels = panels.into_iter().map(|(names, k)| {
        let all = names.iter().map(|name| name.0.as_str()).collect::<Vec<_>>().join(", ");
        let panel = match all.len() <= MOST_LETTERS {
            true => Panel::new(all, &names[0].1),
            false if names.len() > 1 => {
                Panel::new(&names[0].0, format!("and {} more", names.len() - 1))
            }
            false => Panel::new(&names[0].0, &names[0].1),
        };
        series.iter().enumerate().fold(panel, |panel, (hue, series)| {
            panel.curve(&series.points[k], true, Look::hue(hue), "")
        })
    });
    let mut panels: Vec<Panel> = panels.collect();
    if panels.is_empty() {
        panels.push(Panel::default());
    }
    let keys = series.iter().enumerate();
    let keys = keys.map(|(k, s)| Key::new(joined(&s.names), Look::hue(k), Shape::Curve)).collect();
    let mut note = Vec::new();
    if !nothing.is_empty() {
        note.push(format!("No chance: {}", nothing.join("; ")));
    }
    if too_many > 0 {
        note.push(format!("{too_many} more are not drawn"));
    }
    Chart {
        labels,
        x: Axis::of("Distance (inches)", ValueFormat::Plain, Some((0.0, farthest))),
        y: Axis::of(y, ValueFormat::Percent, Some((0.0, top))),
        keys,
        columns: panels.len().clamp(1, 3),
        panels,
        note: note.join(". "),
        ..Chart::default()
    }
}

/// The end of an axis of chances: the next fifth above all of them.
fn top(chances: impl Iterator<Item = f64>) -> f64 {
    ((highest(chances) * 5.0).ceil() / 5.0).clamp(0.2, 1.0)
}

fn farthest(cases: &[&Case]) -> f64 {
    let ends = cases.iter().filter_map(|case| case.at.last());
    ends.map(|end| inches(end.distance)).fold(1.0, f64::max)
}

/// The place of the middle mark, and its distance.
fn middle(case: &Case) -> (usize, f64) {
    let k = case.at.len() / 2;
    (k, inches(case.at[k].distance))
}

/// The chance to bring down: a panel for each target, a line for each who shoots.
fn down(curves: &Curves, cases: &[&Case]) -> Chart {
    let first = cases[0];
    let plain: Vec<&Case> = cases.iter().copied().filter(|c| c.factors == first.factors).collect();
    let kind = |case: &Case, k: usize| case.troops()[k].to_owned();
    let armed = |case: &Case| (kind(case, 1), case.against_weapon().to_owned());
    let targets = unique_of(plain.iter().map(|case| armed(case)));
    let shooters = unique_of(plain.iter().map(|case| kind(case, 0)));
    let series = shooters.into_iter().map(|shooter| {
        let points = targets.iter().map(|target| {
            let found =
                plain.iter().find(|case| kind(case, 0) == shooter && armed(case) == *target);
            found.map_or_else(Vec::new, |case| case.down())
        });
        Series { points: points.collect(), names: vec![shooter.clone()] }
    });
    let (at, distance) = middle(first);
    let most = highest(plain.iter().filter_map(|case| Some(case.at.get(at)?.down[1].to_f64())));
    let title = format!(
        "At {distance} inches the {} brings down up to {} %{}",
        first.weapon(),
        percent(most),
        never(&plain)
    );
    let subtitle = format!(
        "Chance that one figure's shots bring down an unhurt target{}. A panel for each target, a line for each troop \
         type that shoots.",
        holding(first)
    );
    // Where all have one weapon it need not be told again.
    let one_weapon = unique_of(targets.iter().map(|target| &target.1)).len() == 1;
    let titles = targets.iter().map(|(troops, weapon)| {
        (format!("at {troops}"), if one_weapon { String::new() } else { format!("with {weapon}") })
    });
    let titles: Vec<(String, String)> = titles.collect();
    by_distance(
        labels(curves, title, subtitle),
        &titles,
        series.collect(),
        farthest(&plain),
        "Chance to bring down",
    )
}

/// What rows of cases are called, all together and each: by him who attacks, where all attack their like.
fn rows_of(
    cases: &[&Case],
    own: impl Fn(&Case) -> String,
    pair: impl Fn(&Case) -> String,
) -> (&'static str, Vec<String>) {
    match cases.iter().all(|case| case.troops()[0] == case.troops()[1]) {
        true => ("Against his like", cases.iter().map(|case| own(case)).collect()),
        false => ("", cases.iter().map(|case| pair(case)).collect()),
    }
}

/// The same of shots.
fn rows_of_shots(cases: &[&Case]) -> (&'static str, Vec<String>) {
    rows_of(cases, |case| case.troops()[0].to_owned(), Case::pair)
}

/// A row of a table: who attacks whom, and a chance in each column.
type Row = (String, Vec<Option<f64>>);

/// What comes of attacks as a table: rows that are the same become one.
fn table(
    labels: Labels,
    (row_name, column_name): (&str, &str),
    columns: Vec<String>,
    rows: Vec<Row>,
) -> Chart {
    let mut merged: Vec<(Vec<String>, Vec<Option<f64>>)> = Vec::new();
    for (name, chances) in rows {
        match merged.iter_mut().find(|(_, other)| *other == chances) {
            Some((names, _)) => names.push(name),
            None => merged.push((vec![name], chances)),
        }
    }
    let cells = |row: &Vec<Option<f64>>| row.iter().map(|chance| cell((*chance)?)).collect();
    heat_map(&HeatMap {
        labels,
        row_name: row_name.to_owned(),
        column_name: column_name.to_owned(),
        rows: merged.iter().map(|(names, _)| joined(names)).collect(),
        columns,
        cells: merged.iter().map(|(_, row)| cells(row)).collect(),
        middle: None,
        format: ValueFormat::Percent,
    })
}

/// The effects that ever happen at a mark, and a row of their chances for each case; nothing where there is but one thing to
/// see.
fn effects_at(cases: &[&Case], mark: usize) -> Option<(Vec<String>, Vec<Vec<Option<f64>>>)> {
    let chances = |case: &Case| case.at.get(mark).map(Case::chances).unwrap_or_default();
    let all = cases.iter().flat_map(|case| chances(case));
    let names = unique_of(all.filter(|(_, chance)| !chance.is_zero()).map(|(name, _)| name));
    let row = |case: &&Case| {
        let chances = chances(case);
        let chance = |name: &String| chances.iter().find(|(of, _)| of == name);
        names.iter().map(|name| Some(chance(name)?.1.to_f64())).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<Option<f64>>> = cases.iter().map(row).collect();
    let columns = (0..names.len()).map(|k| rows.iter().map(|row| row[k]).collect::<Vec<_>>());
    (unique_of(columns).len() > 1).then_some((names, rows))
}

/// The chance of each effect of a shot from the middle mark: a row for each pair; none where there is but one thing to see.
fn effects(curves: &Curves, cases: &[&Case]) -> Option<Chart> {
    let first = *cases.first()?;
    let plain: Vec<&Case> = cases.iter().copied().filter(|c| c.factors == first.factors).collect();
    let (at, distance) = middle(first);
    let (names, chances) = effects_at(&plain, at)?;
    let likeliest = likeliest(plain.iter().filter_map(|case| case.at.get(at)))?;
    let title = format!(
        "At {distance} inches the likeliest effect of the {} is {likeliest}",
        first.weapon()
    );
    let subtitle = format!(
        "Chance of each effect, in percent, at least once among all that one figure shoots at once from {distance} inches, \
         on an unhurt target{}.",
        holding(first)
    );
    let (all, rows) = rows_of_shots(&plain);
    let rows = rows.into_iter().zip(chances).collect();
    Some(table(labels(curves, title, subtitle), (all, "Effect"), names, rows))
}

/// What cover takes off a shot from the middle mark: a row for each pair, a column for each cover.
fn cover(curves: &Curves, cases: &[&Case]) -> Option<Chart> {
    let factors = unique_of(cases.iter().map(|case| case.factors.clone()));
    let [open, .., last] = &factors[..] else { return None };
    let of = |factors: &Vec<_>| -> Vec<&Case> {
        cases.iter().copied().filter(|case| case.factors == *factors).collect()
    };
    let (plain, covered) = (of(open), of(last));
    let (k, distance) = middle(plain[0]);
    let down = |case: &Case| Some(case.at.get(k)?.down[1].to_f64());
    let title = format!(
        "Shots with the {} at {distance} inches bring down {} in the open, {} if {}",
        plain[0].weapon(),
        range(plain.iter().filter_map(|case| down(case))),
        range(covered.iter().filter_map(|case| down(case))),
        covered[0].factors()
    );
    let subtitle = format!(
        "Chance, in percent, that one figure's shots from {distance} inches bring down an unhurt target, by its cover."
    );
    let name = |of: &Vec<C>| if of.is_empty() { "in the open".to_owned() } else { told(of) };
    let (all, rows) = rows_of_shots(&plain);
    let rows = rows.into_iter().enumerate().map(|(row, name)| {
        let chances = factors.iter().map(|factors| down(of(factors).get(row)?));
        (name, chances.collect())
    });
    let columns = factors.iter().map(name).collect();
    Some(table(labels(curves, title, subtitle), (all, "Cover"), columns, rows.collect()))
}

fn cell(value: f64) -> Option<HeatCell> {
    Some(HeatCell { value, ..HeatCell::default() })
}

/// Who strikes, and with what: all weapons that are alike in few words.
fn striker(case: &Case, is_alone: bool) -> String {
    let [own, _] = case.troops();
    match &case.weapons[..] {
        [first, .., _] if !is_alone => format!("{own}, {first}, {} more", case.weapons.len() - 1),
        [one] if !is_alone => format!("{own}, {one}"),
        _ => own.to_owned(),
    }
}

/// The chance to bring down by a blow, as a table: who strikes at the left, whom he strikes at above.
fn blows(curves: &Curves) -> Chart {
    let cases: Vec<&Case> = curves.blows.iter().collect();
    let is_alone = unique_of(cases.iter().map(|case| case.weapon())).len() == 1;
    let same = unique_of(cases.iter().map(|case| case.against_weapon())).len() == 1
        || curves.run.is_none();
    let target = |case: &Case| match same {
        true => case.troops()[1].to_owned(),
        false => format!("{}, {}", case.troops()[1], case.against_weapon()),
    };
    let rows = unique_of(cases.iter().map(|case| striker(case, is_alone)));
    let columns = unique_of(cases.iter().map(|case| target(case)));
    let at = |row: &String, column: &String| {
        let mut cases = cases.iter();
        let case = cases.find(|case| striker(case, is_alone) == *row && target(case) == *column)?;
        cell(case.at[0].down[1].to_f64())
    };
    let cells = rows.iter().map(|row| columns.iter().map(|column| at(row, column)).collect());
    let cells: Vec<Vec<Option<HeatCell>>> = cells.collect();
    let most = highest(cases.iter().map(|case| case.at[0].down[1].to_f64()));
    let title = format!("Blows bring down up to {} %{}", percent(most), never(&cases));
    let subtitle = format!(
        "Chance, in percent, that the attacker at the left brings down the figure above, unhurt{}.",
        holding(cases[0])
    );
    heat_map(&HeatMap {
        labels: labels(curves, title, subtitle),
        row_name: "Strikes".to_owned(),
        column_name: "Target".to_owned(),
        rows,
        columns,
        cells,
        middle: None,
        format: ValueFormat::Percent,
    })
}

/// The chance of each effect of a blow, as a table; none where there is but one thing to see.
fn blow_effects(curves: &Curves) -> Option<Chart> {
    let cases = shown(&curves.blows);
    let is_alone = unique_of(cases.iter().map(|case| case.weapon())).len() == 1;
    let (names, chances) = effects_at(&cases, 0)?;
    let likeliest = likeliest(cases.iter().map(|case| &case.at[0]))?;
    let title = format!("The likeliest effect of blows is {likeliest}");
    let subtitle = format!(
        "Chance of each effect, in percent, at least once among all blows that one figure strikes at once{}.",
        holding(cases[0])
    );
    let striker = |case: &Case| striker(case, is_alone);
    let (all, rows) =
        rows_of(&cases, striker, |case| format!("{} at {}", striker(case), case.troops()[1]));
    let rows = rows.into_iter().zip(chances).collect();
    Some(table(labels(curves, title, subtitle), (all, "Effect"), names, rows))
}

/// The shots of a run over the exact chance of one to come through: a panel for each pair, a line for each set of factors.
fn simulated(curves: &Curves, run: &Overlay, weapon: &str) -> Chart {
    let of = run.seen.iter().filter(|seen| seen.weapon == weapon && seen.shots >= FEWEST_SHOTS);
    let seen: Vec<&Seen> = of.collect();
    let pair =
        |seen: &Seen| [seen.troops.clone(), seen.against.clone(), seen.against_weapon.clone()];
    let mut pairs = unique_of(seen.iter().map(|seen| pair(seen)));
    let shots = |of: &[String; 3]| -> u64 {
        seen.iter().filter(|seen| pair(seen) == *of).map(|seen| seen.shots).sum()
    };
    pairs.sort_by_key(|pair| std::cmp::Reverse(shots(pair)));
    let left_out = pairs.len().saturating_sub(MOST_PANELS);
    pairs.truncate(MOST_PANELS);
    let factors = unique_of(seen.iter().map(|seen| &seen.factors));
    let kinds = factors.len();
    let panels = pairs.iter().map(|of| {
        let [troops, against, his] = of;
        let note = format!("with {his}; {}", counted(shots(of), "shot"));
        let panel = Panel::new(format!("{troops} at {against}"), note);
        factors.iter().enumerate().fold(panel, |panel, (k, factors)| {
            let rows = seen.iter().filter(|seen| pair(seen) == *of && seen.factors == **factors);
            let mut rows: Vec<&&Seen> = rows.collect();
            rows.sort_by(|a, b| a.distance.total_cmp(&b.distance));
            let exact: Vec<_> = rows.iter().map(|row| (row.distance, row.exact.to_f64())).collect();
            // On the step where they count, those of different factors beside each other.
            let marks = curves.shots.iter().find(|case| case.weapons.iter().any(|w| w == weapon));
            let before = |distance: f64| {
                let marks = marks.iter().flat_map(|case| &case.at).map(|a| inches(a.distance));
                marks.filter(|mark| *mark < distance).fold(0.0, f64::max)
            };
            let part = (k + 1) as f64 / (kinds + 1) as f64;
            let dots = rows.iter().map(|row| {
                let from = before(row.distance);
                LinePoint {
                    x: from + (row.distance - from) * part,
                    y: row.rate,
                    interval: Some((row.ci_low, row.ci_high)),
                }
            });
            let dots: Vec<LinePoint> = dots.collect();
            let look = Look::hue(k);
            exact
                .iter()
                .fold(panel, |panel, (far, chance)| {
                    panel.line(&[(before(*far), *chance), (*far, *chance)], false, look, "")
                })
                .dots(&dots, look)
        })
    });
    let panels: Vec<Panel> = panels.collect();
    let off = run.all.agreement.disagreements.len();
    let title = match off {
        0 => format!(
            "{} simulated shots come through as often as they should",
            HumanCount(run.all.shots)
        ),
        off => format!(
            "{off} of {} kinds of shots do not come through as often as they should",
            run.all.agreement.compared
        ),
    };
    let subtitle = format!(
        "Chance of one shot with the {weapon} to come through all steps. Lines: exact. Dots: shots of the run, with 95 % \
         intervals, from {FEWEST_SHOTS} shots on."
    );
    let mut labels = labels(curves, title, subtitle);
    let played =
        format!("{}, {}, seed {}. ", run.all.battle, counted(run.all.games, "game"), run.all.seed);
    labels.caption.insert_str(0, &played);
    let farthest = seen.iter().map(|seen| seen.distance).fold(1.0, f64::max);
    let top = top(seen.iter().map(|seen| seen.ci_high.max(seen.exact.to_f64())));
    let name = |factors: &String| match factors.is_empty() {
        true => "nothing else holds".to_owned(),
        false => factors.clone(),
    };
    // Where nothing else ever holds there is nothing to tell apart.
    let keys = factors.iter().enumerate().filter(|(_, f)| factors.len() > 1 || !f.is_empty());
    Chart {
        labels,
        x: Axis::of("Distance (inches)", ValueFormat::Plain, Some((0.0, farthest))),
        y: Axis::of("Chance to come through", ValueFormat::Percent, Some((0.0, top))),
        keys: keys.map(|(k, f)| Key::new(name(f), Look::hue(k), Shape::Curve)).collect(),
        columns: panels.len().min(3),
        panels,
        note: match left_out {
            0 => String::new(),
            more => format!("{more} more are not drawn"),
        },
        ..Chart::default()
    }
}
