//! The curves as charts: shots by distance, blows as tables.

use indicatif::HumanCount;
use skirmish_report::chart::{
    Axis, Chart, HeatCell, HeatMap, Key, Labels, LinePoint, Look, Panel, Shape, ValueFormat,
    heat_map,
};
use skirmish_report::counted;
use skirmish_report::once::{grouped, unique};

use skirmish_engine::rulebook::StepCondition as C;
use skirmish_odds::steps::Attacked;

use super::laws::{Case, Curves, inches, joined, shown, told};
use super::shots::{Overlay, Seen};
use crate::curves::charts::slug;

/// Panels of one chart; more would be too small to read.
const MOST_PANELS: usize = 12;
/// Rows with fewer shots are in the table only: their intervals would hide the others.
const FEWEST_SHOTS: u64 = 30;

/// Every chart with its file name.
pub(super) fn all(curves: &Curves) -> Vec<(String, Chart)> {
    let mut charts: Vec<(String, Chart)> = Vec::new();
    let weapons = unique(curves.shots.iter().map(|case| case.weapon()));
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
        let weapons = unique(run.seen.iter().filter(is_drawn).map(|seen| &seen.weapon));
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

fn highest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, f64::max)
}

/// `, against demigod in none`: the one or two troop types that no single attack brings down, if only those.
fn never(cases: &[&Case]) -> String {
    let types = unique(cases.iter().map(|case| case.troops()[1]));
    let is_safe = |troops: &&str| {
        let of = cases.iter().filter(|case| case.troops()[1] == *troops);
        of.flat_map(|case| &case.at).all(|attacked| attacked.down[1].is_zero())
    };
    let all = types.len();
    let safe: Vec<&str> = types.into_iter().filter(|troops| is_safe(troops)).collect();
    match safe.len() {
        few @ 1..=2 if few < all => format!(", against {} in none", safe.join(" or ")),
        _ => String::new(),
    }
}

/// `effect of the bow is “wounded”, up to 56 %`: what happens most often, or all that does so equally, and how often at most.
fn likeliest<'a>(of: &str, all: impl Iterator<Item = &'a Attacked>) -> Option<String> {
    let effects: Vec<(String, f64)> =
        all.flat_map(Case::chances).map(|(name, chance)| (name, chance.to_f64())).collect();
    let most = highest(effects.iter().map(|effect| effect.1));
    let names = unique(effects.into_iter().filter(|effect| effect.1 == most));
    let names: Vec<String> = names.into_iter().map(|(name, _)| format!("“{name}”")).collect();
    let (last, first) = names.split_last()?;
    let told = match first {
        [] => format!("effect {of} is {last}"),
        first => format!("effects {of} are {} and {last}", first.join(", ")),
    };
    (most > 0.0).then(|| format!("{told}, up to {}\u{a0}%", percent(most)))
}

/// The end of an axis of chances: the next fifth above all of them.
fn top(chances: impl Iterator<Item = f64>) -> f64 {
    ((highest(chances) * 5.0).ceil() / 5.0).clamp(0.2, 1.0)
}

/// The place of the middle mark, and its distance.
fn middle(case: &Case) -> (usize, f64) {
    let k = case.at.len() / 2;
    (k, inches(case.at[k].distance))
}

/// Whom an attack is at, and with what, unless all have the same.
fn target(case: &Case, is_same: bool) -> String {
    match is_same {
        true => case.troops()[1].to_owned(),
        false => format!("{}, {}", case.troops()[1], case.against_weapon()),
    }
}

/// The chance to bring down as a table: who shoots at the left, and up to how far it is the same; whom he shoots at above.
fn down(curves: &Curves, cases: &[&Case]) -> Chart {
    let first = cases[0];
    let plain: Vec<&Case> = cases.iter().copied().filter(|c| c.factors == first.factors).collect();
    let same = unique(plain.iter().map(|case| case.against_weapon())).len() == 1;
    let target = |case: &Case| target(case, same);
    let targets = unique(plain.iter().map(|case| target(case)));
    let shooters = unique(plain.iter().map(|case| case.troops()[0]));
    let rows = shooters.into_iter().flat_map(|shooter| {
        let own = || plain.iter().filter(|case| case.troops()[0] == shooter);
        let at = |k: usize| {
            let chance = |name: &String| {
                let case = own().find(|case| target(case) == *name)?;
                Some(case.at.get(k)?.down[1].to_f64())
            };
            targets.iter().map(chance).collect::<Vec<_>>()
        };
        let marks: Vec<f64> = own().next().map_or_else(Vec::new, |case| {
            case.at.iter().map(|attacked| inches(attacked.distance)).collect()
        });
        let ends = (0..marks.len()).filter(|k| k + 1 == marks.len() || at(*k) != at(k + 1));
        let mut from = String::new();
        let stretch = |k: usize| {
            let name = format!("{shooter} ({from}to {})", marks[k]);
            from = format!("over {} ", marks[k]);
            (name, at(k))
        };
        ends.map(stretch).collect::<Vec<Row>>()
    });
    let rows: Vec<Row> = rows.collect();
    let (at, distance) = middle(first);
    let chance = |case: &Case| case.at.get(at).map_or(0.0, |attacked| attacked.down[1].to_f64());
    let most = highest(plain.iter().map(|case| chance(case)));
    let who = plain.iter().find(|case| chance(case) == most).filter(|_| most > 0.0);
    let title = format!(
        "At {distance} inches the {} brings its target down in up to {}\u{a0}% of attacks{}{}",
        first.weapon(),
        percent(most),
        who.map_or_else(String::new, |case| format!(" ({})", case.pair())),
        never(&plain)
    );
    let subtitle = format!(
        "Chance, in percent, that one figure's shots bring down an unhurt target{}. At the left who shoots, and from how many \
         inches; above whom he shoots at.",
        holding(first)
    );
    table(labels(curves, title, subtitle), ("Shoots", "Target"), targets, rows)
}

/// What rows of cases are called, all together and each: by him who attacks, where all attack their like.
fn rows_of(
    cases: &[&Case],
    own: impl Fn(&Case) -> String,
    pair: impl Fn(&Case) -> String,
) -> (&'static str, Vec<String>) {
    match cases.iter().all(|case| case.troops()[0] == case.troops()[1]) {
        true => ("Attacks his like", cases.iter().map(|case| own(case)).collect()),
        false => ("", cases.iter().map(|case| pair(case)).collect()),
    }
}

/// The same of shots.
fn rows_of_shots(cases: &[&Case]) -> (&'static str, Vec<String>) {
    rows_of(cases, |case| case.troops()[0].to_owned(), Case::pair)
}

/// A row of a table: who attacks whom, and a chance in each column.
type Row = (String, Chances);
type Chances = Vec<Option<f64>>;

/// What comes of attacks as a table: rows that are the same become one.
fn table(
    labels: Labels,
    (row_name, column_name): (&str, &str),
    columns: Vec<String>,
    rows: Vec<Row>,
) -> Chart {
    let merged = grouped(rows.into_iter().map(|(name, chances)| (chances, name)));
    let cell = |value: f64| HeatCell { value, ..HeatCell::default() };
    let cells = |row: &Chances| row.iter().map(|chance| chance.map(cell)).collect();
    heat_map(&HeatMap {
        labels,
        row_name: row_name.to_owned(),
        column_name: column_name.to_owned(),
        rows: merged.iter().map(|(_, names)| joined(&in_brackets(names))).collect(),
        columns,
        cells: merged.iter().map(|(row, _)| cells(row)).collect(),
        middle: None,
        format: ValueFormat::Percent,
    })
}

/// Names that have the same in brackets with it only once: `rubbish, poor (to 16)`.
fn in_brackets(names: &[String]) -> Vec<String> {
    let split = |name: &str| {
        let (name, bracket) = name.split_once(" (").unwrap_or((name, ""));
        (name.to_owned(), bracket.to_owned())
    };
    let split: Vec<(String, String)> = names.iter().map(|name| split(name)).collect();
    let groups = split.chunk_by(|one, other| one.1 == other.1);
    let told = groups.map(|of| {
        let names: Vec<String> = of.iter().map(|(name, _)| name.clone()).collect();
        match of[0].1.as_str() {
            "" => joined(&names),
            bracket => format!("{} ({bracket}", joined(&names)),
        }
    });
    told.collect()
}

/// The effects that ever happen at a mark, and a row of their chances for each case; nothing where there is but one thing to
/// see.
fn effects_at(cases: &[&Case], mark: usize) -> Option<(Vec<String>, Vec<Chances>)> {
    let chances = |case: &Case| case.at.get(mark).map(Case::chances).unwrap_or_default();
    let all = cases.iter().flat_map(|case| chances(case));
    let names = unique(all.filter(|(_, chance)| !chance.is_zero()).map(|(name, _)| name));
    let row = |case: &&Case| {
        let chances = chances(case);
        let chance = |name: &String| chances.iter().find(|(of, _)| of == name);
        names.iter().map(|name| Some(chance(name)?.1.to_f64())).collect::<Vec<_>>()
    };
    let rows: Vec<Chances> = cases.iter().map(row).collect();
    // Effects that always happen together are one thing; where they part in a single row, the tables of who is brought down
    // show that.
    let drawn = unique(rows.iter());
    let parted = drawn.iter().filter(|row| unique(row.iter()).len() > 1).count();
    (parted > usize::from(drawn.len() > 2)).then_some((names, rows))
}

/// The chance of each effect of a shot from the middle mark: a row for each pair; none where there is but one thing to see.
fn effects(curves: &Curves, cases: &[&Case]) -> Option<Chart> {
    let first = *cases.first()?;
    let plain: Vec<&Case> = cases.iter().copied().filter(|c| c.factors == first.factors).collect();
    let (at, distance) = middle(first);
    let (names, chances) = effects_at(&plain, at)?;
    let of = format!("of the {}", first.weapon());
    let likeliest = likeliest(&of, plain.iter().filter_map(|case| case.at.get(at)))?;
    let title = format!("At {distance} inches the likeliest {likeliest}");
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
    let factors = unique(cases.iter().map(|case| case.factors.clone()));
    let [open, .., last] = &factors[..] else { return None };
    let of = |factors: &Vec<_>| -> Vec<&Case> {
        cases.iter().copied().filter(|case| case.factors == *factors).collect()
    };
    let (plain, covered) = (of(open), of(last));
    let (k, distance) = middle(plain[0]);
    let down = |case: &Case| Some(case.at.get(k)?.down[1].to_f64());
    let drop = |case: &&Case| {
        let is_same = |other: &&&Case| other.pair() == case.pair();
        let (open, less) = (down(case)?, down(covered.iter().find(is_same)?)?);
        Some((open - less, open, less, case.pair()))
    };
    let drops = plain.iter().filter_map(drop).max_by(|one, other| one.0.total_cmp(&other.0));
    let title = match drops.filter(|drop| drop.0 > 0.005) {
        Some((by, open, less, pair)) => format!(
            "At {distance} inches the {} brings down targets that are {} up to {} points less often ({pair}: {} instead of {}\u{a0}%)",
            plain[0].weapon(),
            covered[0].factors(),
            percent(by),
            percent(less),
            percent(open)
        ),
        None => format!(
            "At {distance} inches the {} brings down targets that are {} as often as others",
            plain[0].weapon(),
            covered[0].factors()
        ),
    };
    let subtitle = format!(
        "Chance, in percent, that one figure's shots from {distance} inches bring down an unhurt target, by its cover."
    );
    let name = |of: &Vec<C>| if of.is_empty() { "in the open".to_owned() } else { told(of) };
    let (all, rows) = rows_of_shots(&plain);
    let rows = plain.iter().zip(rows).map(|(case, name)| {
        let is_same = |other: &&&Case| other.pair() == case.pair();
        let chances = factors.iter().map(|factors| down(of(factors).iter().find(is_same)?));
        (name, chances.collect())
    });
    let columns = factors.iter().map(name).collect();
    Some(table(labels(curves, title, subtitle), (all, "Cover"), columns, rows.collect()))
}

/// Who strikes, and with what: all weapons that are alike in few words.
fn striker(case: &Case, is_alone: bool) -> String {
    let [own, _] = case.troops();
    match &case.weapons[..] {
        [first, .., _] if !is_alone => format!("{own} ({first}, {} more)", case.weapons.len() - 1),
        [one] if !is_alone => format!("{own} ({one})"),
        _ => own.to_owned(),
    }
}

/// The chance to bring down by a blow, as a table: who strikes at the left, whom he strikes at above.
fn blows(curves: &Curves) -> Chart {
    let cases: Vec<&Case> = curves.blows.iter().collect();
    let is_alone = unique(cases.iter().map(|case| case.weapon())).len() == 1;
    let same =
        unique(cases.iter().map(|case| case.against_weapon())).len() == 1 || curves.run.is_none();
    let target = |case: &Case| target(case, same);
    let rows = unique(cases.iter().map(|case| striker(case, is_alone)));
    let columns = unique(cases.iter().map(|case| target(case)));
    let rows = rows.into_iter().map(|row| {
        let own = || cases.iter().filter(|case| striker(case, is_alone) == row);
        let chance = |column: &String| {
            Some(own().find(|case| target(case) == *column)?.at[0].down[1].to_f64())
        };
        (row.clone(), columns.iter().map(chance).collect())
    });
    let rows: Vec<Row> = rows.collect();
    let most = highest(cases.iter().map(|case| case.at[0].down[1].to_f64()));
    let title = format!(
        "An attack in melee brings its target down in up to {}\u{a0}% of cases{}",
        percent(most),
        never(&cases)
    );
    let subtitle = format!(
        "Chance, in percent, that one attack brings down an unhurt target{}. At the left who strikes, above whom he strikes.",
        holding(cases[0])
    );
    table(labels(curves, title, subtitle), ("Strikes", "Target"), columns, rows)
}

/// The chance of each effect of a blow, as a table; none where there is but one thing to see.
fn blow_effects(curves: &Curves) -> Option<Chart> {
    let cases = shown(&curves.blows);
    let is_alone = unique(cases.iter().map(|case| case.weapon())).len() == 1;
    let (names, chances) = effects_at(&cases, 0)?;
    let likeliest = likeliest("of blows", cases.iter().map(|case| &case.at[0]))?;
    let title = format!("The likeliest {likeliest}");
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
    let mut pairs = unique(seen.iter().map(|seen| pair(seen)));
    let shots = |of: &[String; 3]| -> u64 {
        seen.iter().filter(|seen| pair(seen) == *of).map(|seen| seen.shots).sum()
    };
    pairs.sort_by_key(|pair| std::cmp::Reverse(shots(pair)));
    let left_out = pairs.len().saturating_sub(MOST_PANELS);
    pairs.truncate(MOST_PANELS);
    let factors = unique(seen.iter().map(|seen| &seen.factors));
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
    let is_held = |seen: &&&Seen| (seen.ci_low..=seen.ci_high).contains(&seen.exact.to_f64());
    let held = seen.iter().filter(is_held).count();
    let shots = HumanCount(run.all.shots);
    let title = match off {
        0 if held == seen.len() => {
            format!("{shots} simulated shots come through as often as they should")
        }
        0 => format!(
            "{shots} simulated shots are not told apart from what is exact; {held} of {} intervals hold it",
            seen.len()
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

#[cfg(test)]
mod tests {
    use super::in_brackets;

    #[test]
    fn rows_that_are_the_same_say_so_once() {
        let names = |all: &[&str]| {
            in_brackets(&all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(
            names(&["poor (to 16)", "good (over 16 to 24)", "excellent (over 16 to 24)"]),
            ["poor (to 16)", "good, excellent (over 16 to 24)"]
        );
        assert_eq!(names(&["poor", "good"]), ["poor, good"]);
    }
}
