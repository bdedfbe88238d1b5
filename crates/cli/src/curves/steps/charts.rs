//! The curves as charts: shots by distance, blows as tables.

use indicatif::HumanCount;
use skirmish_report::chart::{
    Axis, BarSeries, BarValue, Chart, HeatCell, Key, Labels, LinePoint, Panel, Shape, ValueFormat,
    bars, heat_map,
};
use skirmish_report::once::{grouped, unique};
use skirmish_report::text::listed;
use skirmish_report::{counted, exact_percent};

use skirmish_engine::rulebook::StepCondition as C;
use skirmish_odds::Ratio;

use super::laws::{ATTACKER, Case, Curves, in_brackets, inches, joined, shown, told};
use super::shots::{Overlay, Seen};
use crate::curves::charts::{self, FEWEST_SHOTS, Held, apart, cover_word, slug};

/// Panels of one chart; more would be too small to read.
const MOST_PANELS: usize = 12;

/// Every chart with its file name.
pub(super) fn all(curves: &Curves) -> Vec<(String, Chart)> {
    let mut charts: Vec<(String, Chart)> = Vec::new();
    let weapons = unique(curves.shots.iter().map(|case| case.weapon()));
    for (k, weapon) in weapons.iter().enumerate() {
        let of: Vec<&Case> = curves.shots.iter().filter(|case| case.weapon() == *weapon).collect();
        let name = slug(&of[0].weapons[0], k);
        charts.extend(down(curves, &of).map(|chart| (format!("down-{name}.svg"), chart)));
        let chosen = shown(&curves.shots);
        let chosen: Vec<&Case> =
            chosen.into_iter().filter(|case| case.weapon() == *weapon).collect();
        charts.extend(effects(curves, &chosen).map(|chart| (format!("effects-{name}.svg"), chart)));
        charts.extend(cover(curves, &chosen).map(|chart| (format!("cover-{name}.svg"), chart)));
    }
    if !curves.blows.is_empty() {
        charts.extend(blows(curves).map(|chart| ("blows.svg".to_owned(), chart)));
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
    charts::labels(&curves.rulebook, title, subtitle, "rules FT-01 to FT-06")
}

/// `, screened`, where something is said to hold.
fn holding(case: &Case) -> String {
    let comma = if case.factors.is_empty() { "" } else { ", " };
    format!("{comma}{}", case.factors())
}

fn highest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, f64::max)
}

/// `; no single attack brings down demigod`: the one or two troop types of which that is so, if only those.
fn never(cases: &[&Case]) -> String {
    let types = unique(cases.iter().map(|case| case.troops()[1]));
    let is_safe = |troops: &&str| {
        let of = cases.iter().filter(|case| case.troops()[1] == *troops);
        of.flat_map(|case| &case.at).all(|attacked| attacked.down[1].is_zero())
    };
    let all = types.len();
    let safe: Vec<&str> = types.into_iter().filter(|troops| is_safe(troops)).collect();
    match safe.len() {
        few @ 1..=2 if few < all => format!("; no single attack brings down {}", safe.join(" or ")),
        _ => String::new(),
    }
}

/// `target wounded in up to 75 % of attacks, down in up to 6 %`: what happens most often to targets, and how often at most; if
/// nothing ever does, to attackers.
fn comes_of(names: &[String], rows: &[Chances]) -> String {
    let is_own = |k: &usize| names[*k].starts_with(ATTACKER);
    let (own, others): (Vec<usize>, Vec<usize>) = (0..names.len()).partition(is_own);
    let (who, all) = if others.is_empty() { ("", own) } else { ("target ", others) };
    let of = |k: usize| rows.iter().filter_map(move |row| row[k]);
    let mut most: Vec<(f64, usize)> = all.into_iter().map(|k| (highest(of(k)), k)).collect();
    most.sort_by(|one, other| other.0.total_cmp(&one.0));
    let told = most.iter().take(2).enumerate().map(|(place, &(chance, k))| {
        let up_to = if of(k).all(|other| other == chance) { "" } else { "up to " };
        let attacks = if place == 0 { " of attacks" } else { "" };
        format!("{} in {up_to}{}{attacks}", names[k], exact_percent(chance))
    });
    who.to_owned() + &told.collect::<Vec<_>>().join(", ")
}

/// The chart with a footnote on which weapons `sword etc.` are, where it says that of any.
fn noted(mut chart: Chart, cases: &[&Case]) -> Chart {
    let names = chart.y.bands.iter().chain(&chart.x.bands).map(|band| &band.name);
    let told: Vec<&String> = [&chart.labels.title].into_iter().chain(names).collect();
    let many = cases.iter().filter(|case| case.weapons.len() > 2);
    let is_told = |case: &&&Case| told.iter().any(|text| text.contains(&case.arms()));
    let alike =
        unique(many.filter(is_told).map(|case| format!("{}: {}", case.arms(), case.weapon())));
    let all = [chart.note].into_iter().filter(|note| !note.is_empty()).chain(alike);
    chart.note = all.collect::<Vec<_>>().join("; ");
    chart
}

/// The attack of the highest chance that is not nothing, and who else has that with the same weapon at the same target:
/// `excellent or demigod`, ` at sub-human`.
fn best<'a>(
    cases: &[&'a Case],
    chance: impl Fn(&Case) -> f64,
) -> Option<(&'a Case, String, String)> {
    let most = highest(cases.iter().map(|case| chance(case)));
    let same = |case: &&'a Case| chance(case) == most;
    let first = *cases.iter().find(|case| same(case)).filter(|_| most > 0.0)?;
    let [own, target] = first.troops();
    let is_like = |case: &&&'a Case| {
        same(case)
            && case.weapons == first.weapons
            && (case.troops()[1], case.against_weapon()) == (target, first.against_weapon())
    };
    let names = unique(cases.iter().filter(is_like).map(|case| case.troops()[0]));
    let whom = if names.len() > 1 { first.pair() } else { first.who() };
    Some((first, either(&names), whom.strip_prefix(own).unwrap_or_default().to_owned()))
}

/// `average, good or excellent`, and of very many how many more.
fn either(names: &[&str]) -> String {
    match names {
        [first, second, third, rest @ ..] if rest.len() > 1 => {
            format!("{first}, {second}, {third} or {} more", rest.len())
        }
        few => listed(few, "or"),
    }
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

/// The chance to bring down as a table: who shoots at the left, and over which distances it is the same; whom he shoots at
/// above.
fn down(curves: &Curves, cases: &[&Case]) -> Option<Chart> {
    let first = cases[0];
    let plain: Vec<&Case> = cases.iter().copied().filter(|c| c.factors == first.factors).collect();
    let same = unique(plain.iter().map(|case| case.against_weapon())).len() == 1;
    let target = |case: &Case| case.target(same);
    let targets = unique(plain.iter().map(|case| target(case)));
    let shooters = unique(plain.iter().map(|case| case.troops()[0]));
    let stretches = |shooter: &str| -> Vec<ChanceRow> {
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
        let mut from = 0.0;
        let stretch = |k: usize| {
            let name = format!("{from}–{}", marks[k]);
            from = marks[k];
            (name, at(k))
        };
        ends.map(stretch).collect()
    };
    // Those who shoot alike over all distances stand together; else all distances of one would be strewn over the table.
    let groups = grouped(shooters.into_iter().map(|of| (stretches(of), of.to_owned())));
    let rows = groups.into_iter().flat_map(|(rows, who)| {
        let who = joined(&who);
        rows.into_iter().map(move |(stretch, row)| (format!("{who}, {stretch}"), row))
    });
    let (at, distance) = middle(first);
    let chance = |case: &Case| case.at.get(at).map_or(0.0, |attacked| attacked.down[1].to_f64());
    let title = match best(&plain, chance) {
        Some((case, who, whom)) => format!(
            "At {distance} inches the {} brings its target down in up to {} of attacks ({who}{whom}){}",
            first.arms(),
            exact_percent(chance(case)),
            never(&plain)
        ),
        None => format!(
            "At {distance} inches no single attack with the {} brings anybody down",
            first.arms()
        ),
    };
    let subtitle = format!(
        "Chance, in percent, that one figure's shots bring down an unhurt target{}.",
        holding(first)
    );
    let rows: Vec<ChanceRow> = rows.collect();
    let chart = grid(labels(curves, title, subtitle), ("Shoots", "Target"), targets, rows)?;
    Some(noted(chart, &plain))
}

/// What rows of cases are called, all together and each: by him who attacks, where all attack an equal.
fn rows_of(
    cases: &[&Case],
    own: impl Fn(&Case) -> String,
    pair: impl Fn(&Case) -> String,
) -> (&'static str, Vec<String>) {
    match cases.iter().all(|case| case.troops()[0] == case.troops()[1]) {
        true => ("Against an equal", cases.iter().map(|case| own(case)).collect()),
        false => ("", cases.iter().map(|case| pair(case)).collect()),
    }
}

/// What rows of shots are called, all together and each: by who shoots, where all shoot at an equal.
fn rows_of_shots(cases: &[&Case]) -> (&'static str, Vec<String>) {
    rows_of(cases, |case| case.troops()[0].to_owned(), Case::pair)
}

/// A row of a table: who attacks whom, and a chance in each column.
type ChanceRow = (String, Chances);
type Chances = Vec<Option<f64>>;

/// What comes of attacks as a table: rows that are the same become one.
fn table(
    labels: Labels,
    names: (&str, &str),
    columns: Vec<String>,
    rows: Vec<ChanceRow>,
) -> Option<Chart> {
    let merged = grouped(rows.into_iter().map(|(name, chances)| (chances, name)));
    let is_one = merged.len() == 1;
    let name = |names: &[String]| match names.len() {
        all @ 4.. if is_one => format!("all {all} types"),
        _ => joined(&in_brackets(names)),
    };
    let rows = merged.into_iter().map(|(row, names)| (name(&names), row));
    grid(labels, names, columns, rows.collect())
}

/// The columns of what comes of attacks: two of them are two things, though they may be as likely.
const RESULT: &str = "Result";

/// What comes of attacks as a table with all of its rows; columns that are the same become one, but for results. Where
/// not everybody attacks everybody, as in a battle, cells would be empty: then each attack has a bar. A single number
/// has no chart: the text tells it.
fn grid(
    mut labels: Labels,
    (row_name, column_name): (&str, &str),
    columns: Vec<String>,
    rows: Vec<ChanceRow>,
) -> Option<Chart> {
    let column = |k: usize| rows.iter().map(|(_, row)| row[k]).collect::<Chances>();
    let columns = columns.into_iter().enumerate();
    let columns = grouped(columns.map(|(k, name)| {
        let own = if column_name == RESULT { k } else { 0 };
        ((own, column(k)), name)
    }));
    let columns: Vec<(String, Chances)> = columns
        .into_iter()
        .map(|((_, chances), names)| (joined(&in_brackets(&names)), chances))
        .collect();
    if columns.iter().flat_map(|(_, column)| column.iter().flatten()).count() < 2 {
        return None;
    }
    if columns.iter().any(|(_, column)| column.contains(&None)) {
        let bar = |value| Some(BarValue { value, ..BarValue::default() });
        let each = rows.iter().enumerate().flat_map(|(row, (name, _))| {
            let own = columns.iter().filter_map(move |(whom, column)| Some((whom, column[row]?)));
            own.map(move |(whom, value)| (format!("{name} at {whom}"), bar(value)))
        });
        let (groups, values): (Vec<String>, Vec<_>) = each.unzip();
        let series = BarSeries::new("", values);
        let y = Axis::of("", ValueFormat::Percent, None);
        let chart = Chart { labels, y, is_lying: true, ..Chart::default() };
        return Some(bars(chart, &groups, &[series]));
    }
    labels.subtitle += match row_name {
        "Shoots" => " At the left who shoots, and from how many inches; above at whom.",
        "Strikes" => " At the left who strikes, above at whom.",
        _ => "",
    };
    let cell = |value: f64| HeatCell { value, ..HeatCell::default() };
    let cells = |row: usize| columns.iter().map(|(_, column)| column[row].map(cell)).collect();
    let cells: Vec<Vec<_>> = (0..rows.len()).map(cells).collect();
    let names = [rows, columns].map(|of| of.into_iter().map(|(name, _)| name).collect());
    let chart = Chart { labels, ..Chart::named(row_name, column_name) };
    Some(heat_map(chart, &names, &cells, (None, ValueFormat::Percent)))
}

/// What ever comes of attacks at a mark, and a row of chances for each case; nothing where there is but one thing to see.
fn effects_at(cases: &[&Case], mark: usize) -> Option<(Vec<String>, Vec<Chances>)> {
    let outcomes = cases.iter().map(|case| case.at.get(mark).map(Case::outcomes));
    let outcomes: Vec<Vec<(String, Ratio)>> = outcomes.map(Option::unwrap_or_default).collect();
    let names = unique(outcomes.iter().flatten().map(|(name, _)| name.clone()));
    let column = |name: &String| -> Chances {
        let of = |row: &Vec<(String, Ratio)>| {
            let found = row.iter().find(|(other, _)| other == name);
            Some(found.map_or(0.0, |(_, chance)| chance.to_f64()))
        };
        outcomes.iter().map(of).collect()
    };
    let all: Vec<(String, Chances)> =
        names.into_iter().map(|name| (name.clone(), column(&name))).collect();
    // What always happens to somebody together is one thing, told by the worse of its names, which comes later.
    let whose = |name: &str| name.starts_with(ATTACKER);
    let is_last = |k: &usize| {
        let (own, chances) = &all[*k];
        all[k + 1..].iter().all(|(name, other)| whose(name) != whose(own) || other != chances)
    };
    let kept: Vec<usize> = (0..all.len()).filter(is_last).collect();
    let row = |case: usize| kept.iter().map(|k| all[*k].1[case]).collect::<Chances>();
    let rows: Vec<Chances> = (0..cases.len()).map(row).collect();
    // Where they part in a single row, the tables of who is brought down show that.
    let drawn = unique(rows.iter());
    let parted = drawn.iter().filter(|row| unique(row.iter()).len() > 1).count();
    let names = kept.iter().map(|k| all[*k].0.clone()).collect();
    (parted > usize::from(drawn.len() > 2)).then_some((names, rows))
}

/// Which of several results a table of them shows.
const WORST: &str = "of what happens to one of the two the worst counts.";

/// The chance of all that a shot from the middle mark may do: a row for each pair; none where there is but one thing to see.
fn effects(curves: &Curves, cases: &[&Case]) -> Option<Chart> {
    let first = *cases.first()?;
    let plain: Vec<&Case> = cases.iter().copied().filter(|c| c.factors == first.factors).collect();
    let (at, distance) = middle(first);
    let (names, chances) = effects_at(&plain, at)?;
    let title = format!(
        "What the {} does at {distance} inches: {}",
        first.arms(),
        comes_of(&names, &chances)
    );
    let subtitle = format!(
        "Chance, in percent, of what comes of one figure's shots at an unhurt target from {distance} inches{}; {WORST}",
        holding(first)
    );
    let (all, rows) = rows_of_shots(&plain);
    let rows = rows.into_iter().zip(chances).collect();
    let chart = table(labels(curves, title, subtitle), (all, RESULT), names, rows)?;
    Some(noted(chart, &plain))
}

/// What cover takes off a shot from the middle mark: a row for each pair, a column for each cover.
fn cover(curves: &Curves, cases: &[&Case]) -> Option<Chart> {
    let factors = unique(cases.iter().map(|case| case.factors.clone()));
    let [open, .., last] = &factors[..] else { return None };
    let of_factors = |factors: &Vec<C>| -> Vec<&Case> {
        cases.iter().copied().filter(|case| case.factors == *factors).collect()
    };
    let (plain, covered) = (of_factors(open), of_factors(last));
    let (k, distance) = middle(plain[0]);
    let down = |case: &Case| Some(case.at.get(k)?.down[1].to_f64());
    let drop = |case: &&Case| {
        let is_same = |other: &&&Case| other.pair() == case.pair();
        let (open, less) = (down(case)?, down(covered.iter().find(is_same)?)?);
        Some((open - less, open, less, case.who()))
    };
    let drops = plain.iter().filter_map(drop).max_by(|one, other| one.0.total_cmp(&other.0));
    // Covers that do the same as the last are told with it.
    let chances = |of: &[&Case]| {
        plain
            .iter()
            .map(|case| down(of.iter().find(|other| other.pair() == case.pair())?))
            .collect::<Chances>()
    };
    let same = factors[1..].iter().filter(|other| chances(&of_factors(other)) == chances(&covered));
    let words: Vec<&str> = same.flatten().map(|cover| cover_word(cover.name())).collect();
    let (words, arms) = (unique(words).join(" or "), plain[0].arms());
    let title = match drops.filter(|drop| drop.0 > 0.0) {
        Some((by, open, less, who)) => {
            // Equals stand for all others, unless somebody is named.
            let (target, who) = match who.strip_suffix(" against an equal") {
                Some(who) => ("an equal", who.to_owned()),
                None => ("its target", who),
            };
            format!(
                "At {distance} inches {words} cuts the {arms}'s chance of bringing {target} down by up to {} points ({who}: from {} to \
                 {})",
                exact_percent(by).trim_end_matches(['%', '\u{a0}']),
                exact_percent(open),
                exact_percent(less)
            )
        }
        None => format!(
            "At {distance} inches {words} takes nothing off the {arms}'s chance of bringing its target down"
        ),
    };
    let subtitle = format!(
        "Chance, in percent, that one figure's shots from {distance} inches bring down an unhurt target, by its cover."
    );
    let name = |of: &Vec<C>| if of.is_empty() { "in the open".to_owned() } else { told(of) };
    let (all, rows) = rows_of_shots(&plain);
    let rows = plain.iter().zip(rows).map(|(case, name)| {
        let is_same = |other: &&&Case| other.pair() == case.pair();
        let chances = factors.iter().map(|factors| down(of_factors(factors).iter().find(is_same)?));
        (name, chances.collect())
    });
    let columns = factors.iter().map(name).collect();
    let chart = table(labels(curves, title, subtitle), (all, "Cover"), columns, rows.collect())?;
    Some(noted(chart, &plain))
}

/// Who strikes, and with what: all weapons that are alike in few words.
fn striker(case: &Case, is_alone: bool) -> String {
    let [own, _] = case.troops();
    if is_alone { own.to_owned() } else { format!("{own} ({})", case.arms()) }
}

/// The chance to bring down by a blow, as a table: who strikes at the left, whom he strikes at above. Where that never happens, the
/// chance to wound.
fn blows(curves: &Curves) -> Option<Chart> {
    let cases: Vec<&Case> = curves.blows.iter().collect();
    let is_alone = unique(cases.iter().map(|case| case.weapon())).len() == 1;
    let same =
        unique(cases.iter().map(|case| case.against_weapon())).len() == 1 || curves.run.is_none();
    let target = |case: &Case| case.target(same);
    let is_down = cases.iter().any(|case| !case.at[0].down[1].is_zero());
    let chance = |case: &Case| match is_down {
        true => case.at[0].down[1].to_f64(),
        false => case.at[0].wounds()[1].at_least(&1).to_f64(),
    };
    let rows = unique(cases.iter().map(|case| striker(case, is_alone)));
    let columns = unique(cases.iter().map(|case| target(case)));
    let rows = rows.into_iter().map(|row| {
        let own = || cases.iter().filter(|case| striker(case, is_alone) == row);
        let chance = |column: &String| Some(chance(own().find(|case| target(case) == *column)?));
        (row.clone(), columns.iter().map(chance).collect())
    });
    let rows: Vec<ChanceRow> = rows.collect();
    const NOBODY: &str = "No single attack in melee brings anybody down";
    let title = match best(&cases, chance) {
        Some((case, who, whom)) => {
            let most = exact_percent(chance(case));
            let who = format!("{who} with {}{whom}", case.arms());
            match is_down {
                true => format!(
                    "An attack in melee brings its target down in up to {most} of cases ({who}){}",
                    never(&cases)
                ),
                false => format!("{NOBODY}; it wounds in up to {most} of cases ({who})"),
            }
        }
        None => NOBODY.to_owned(),
    };
    let subtitle = format!(
        "Chance, in percent, that one attack {} an unhurt target{}.",
        if is_down { "brings down" } else { "wounds" },
        holding(cases[0])
    );
    let chart = table(labels(curves, title, subtitle), ("Strikes", "Target"), columns, rows)?;
    Some(noted(chart, &cases))
}

/// The chance of all that a blow may do, as a table; none where there is but one thing to see.
fn blow_effects(curves: &Curves) -> Option<Chart> {
    let cases = shown(&curves.blows);
    let is_alone = unique(cases.iter().map(|case| case.weapon())).len() == 1;
    let (names, chances) = effects_at(&cases, 0)?;
    let title = format!("What blows do: {}", comes_of(&names, &chances));
    let subtitle = format!(
        "Chance, in percent, of what comes of one figure's blows at an unhurt target{}; {WORST}",
        holding(cases[0])
    );
    let striker = |case: &Case| striker(case, is_alone);
    let (all, rows) =
        rows_of(&cases, striker, |case| format!("{} at {}", striker(case), case.troops()[1]));
    let rows = rows.into_iter().zip(chances).collect();
    let chart = table(labels(curves, title, subtitle), (all, RESULT), names, rows)?;
    Some(noted(chart, &cases))
}

/// The marks of shots, each with the exact chance up to it from the mark before.
type Law = Vec<(f64, Ratio)>;

/// The distances around one over which the chance is the same: those up to the first, or from the first to the second.
fn stretch(law: &Law, distance: f64) -> Option<(f64, f64)> {
    let mut from = 0.0;
    for same in law.chunk_by(|one, other| one.1 == other.1) {
        let to = same[same.len() - 1].0;
        if distance <= to {
            return Some((from, to));
        }
        from = to;
    }
    None
}

/// How often the commonest shots take effect, by the exact chance: near by, and far off if that is another; over all distances
/// at which the law has it so.
fn commonest(seen: &[&Seen], before: impl Fn(f64) -> f64, law: impl Fn(&Seen) -> Law) -> String {
    let kind =
        |of: &Seen| [&of.troops, &of.against, &of.against_weapon, &of.factors].map(String::clone);
    let kinds = grouped(seen.iter().map(|of| (kind(of), *of)));
    let shots = |of: &[&Seen]| of.iter().map(|seen| seen.shots).sum::<u64>();
    let most = kinds.iter().max_by_key(|(_, of)| shots(of));
    let Some((near, far)) = most.and_then(|(_, of)| {
        let by = |one: &&&Seen, other: &&&Seen| one.distance.total_cmp(&other.distance);
        Some((of.iter().min_by(by)?, of.iter().max_by(by)?))
    }) else {
        return "How often shots take effect".to_owned();
    };
    let law = law(near);
    let around =
        |of: &Seen| stretch(&law, of.distance).unwrap_or((before(of.distance), of.distance));
    let told = |(from, to): (f64, f64)| match from {
        0.0 => format!("up to {to}"),
        from => format!("{from} to {to}"),
    };
    let holds = if near.factors.is_empty() { "in the open" } else { near.factors.as_str() };
    let first = format!(
        "{} of {} shots by {} at {} {holds} take effect at {} inches",
        exact_percent(near.exact.to_f64()),
        near.weapon,
        near.troops,
        near.against,
        told(around(near))
    );
    let beyond = match (around(near), around(far)) {
        ((_, end), (from, to)) if end == from && law.last().is_some_and(|last| last.0 == to) => {
            "beyond".to_owned()
        }
        (_, far) => format!("at {}", told(far)),
    };
    match near.exact == far.exact {
        true => first,
        false => format!("{first}, {} {beyond}", exact_percent(far.exact.to_f64())),
    }
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
    // A mark stands for all distances from the one before it on.
    let marks = curves.shots.iter().find(|case| case.weapons.iter().any(|w| w == weapon));
    let before = |distance: f64| {
        let marks = marks.iter().flat_map(|case| &case.at).map(|a| inches(a.distance));
        marks.filter(|mark| *mark < distance).fold(0.0, f64::max)
    };
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
            let look = apart(k);
            exact
                .iter()
                .fold(panel, |panel, (far, chance)| {
                    panel.line(&[(before(*far), *chance), (*far, *chance)], false, look, "")
                })
                .dots(&dots, look)
        })
    });
    let panels: Vec<Panel> = panels.collect();
    // By the law, wherever shots were fired; of what is not asked about (where something else holds) each mark is for itself.
    let law = |seen: &Seen| {
        let is_it = |case: &&Case| {
            case.weapons.contains(&seen.weapon)
                && case.troops() == [&seen.troops, &seen.against]
                && case.against_weapon() == seen.against_weapon
                && case.factors() == seen.factors
        };
        let at = curves.shots.iter().find(is_it).into_iter().flat_map(|case| &case.at);
        at.map(|attacked| (inches(attacked.distance), attacked.through.clone())).collect::<Law>()
    };
    let own = || run.seen.iter().filter(|seen| seen.weapon == weapon);
    let off = run.all.agreement.disagreements.iter();
    let off = off.filter(|row| own().any(|seen| seen.words() == row.what)).count();
    let held = Held::of(seen.iter().map(|seen| (&seen.exact, seen.ci_low..=seen.ci_high)));
    let shots = HumanCount(seen.iter().map(|seen| seen.shots).sum());
    // The commonest kind is told, and all of them are counted.
    let [of, theirs] = match seen.len() {
        1 => ["", ""],
        _ => [" of all kinds", " with their chances"],
    };
    let title = match off {
        0 if held.is_all() => {
            format!("{}: {shots} simulated shots{of} agree{theirs}", commonest(&seen, before, law))
        }
        0 => format!(
            "{}: {shots} simulated shots{of} do not speak against it ({})",
            commonest(&seen, before, law),
            held.told("it")
        ),
        off => format!(
            "{off} of {} kinds of shots take effect more or less often than luck explains",
            own().count()
        ),
    };
    let subtitle = format!(
        "Chance that one shot with the {weapon} passes every step and takes effect. Lines: exact. Dots: shots of the run, with \
         95 % intervals, from {FEWEST_SHOTS} shots on.{}",
        held.by_luck()
    );
    let mut labels = labels(curves, title, subtitle);
    labels.caption.insert_str(0, &run.all.played());
    let farthest = seen.iter().map(|seen| seen.distance).fold(1.0, f64::max);
    let top = top(seen.iter().map(|seen| seen.ci_high.max(seen.exact.to_f64())));
    let name = |factors: &String| match factors.is_empty() {
        true => "in the open".to_owned(),
        false => factors.clone(),
    };
    // Where nothing else ever holds there is nothing to tell apart.
    let keys = factors.iter().enumerate().filter(|(_, f)| factors.len() > 1 || !f.is_empty());
    Chart {
        labels,
        x: Axis::of("Distance (inches)", ValueFormat::Plain, Some((0.0, farthest))),
        y: Axis::of("Chance to take effect", ValueFormat::Percent, Some((0.0, top))),
        keys: keys.map(|(k, f)| Key::new(name(f), apart(k), Shape::Curve)).collect(),
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
    use skirmish_odds::Ratio;

    use super::{either, stretch};
    use crate::curves::steps::laws::in_brackets;

    #[test]
    fn distances_with_the_same_chance_are_one_stretch() {
        let law = [(6.0, 3), (12.0, 3), (16.0, 2), (20.0, 2)];
        let law: Vec<_> =
            law.map(|(mark, of)| (mark, Ratio::new(of, 14).expect("a chance"))).into();
        for (distance, ends) in [(6.0, (0.0, 12.0)), (12.0, (0.0, 12.0)), (20.0, (12.0, 20.0))] {
            assert_eq!(stretch(&law, distance), Some(ends));
        }
        assert_eq!(stretch(&law, 21.0), None);
    }

    #[test]
    fn all_who_do_equally_well_are_named_or_counted() {
        let all = ["poor", "average", "good", "excellent", "demigod"];
        assert_eq!(either(&all[..1]), "poor");
        assert_eq!(either(&all[..2]), "poor or average");
        assert_eq!(either(&all[..4]), "poor, average, good or excellent");
        assert_eq!(either(&all), "poor, average, good or 2 more");
    }

    #[test]
    fn rows_that_are_the_same_say_so_once() {
        let names = |all: &[&str]| {
            in_brackets(&all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(
            names(&["poor (bow)", "good (dagger)", "excellent (dagger)"]),
            ["poor (bow)", "good, excellent (dagger)"]
        );
        assert_eq!(
            names(&["poor (bow etc.)", "poor (dagger)", "good"]),
            ["poor (bow etc., dagger)", "good"]
        );
        assert_eq!(names(&["poor", "good"]), ["poor, good"]);
    }
}
