//! The curves as tidy CSV, as JSON, and in words.

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::rulebook::{ChainKind, Party};
use skirmish_odds::Ratio;
use skirmish_odds::steps::Attacked;
use skirmish_report::once::{grouped, unique};
use skirmish_report::schema;
use skirmish_report::table::{Column, Kind, Schema, Table, aligned};

use super::laws::{Case, Curves, DOWN, are_equals, in_brackets, inches, shown, told};
use super::shots::{Overlay, Seen};
use crate::curves::summary::safe_lines;
use crate::curves::tables::decimal;
use crate::odds::columns::in_places;
use crate::page::wrapped;

const WEAPON: Column = Column::new("weapon", Kind::Text, "Weapon of the attacker.");
const TROOPS: Column = Column::new("troops", Kind::Text, "Troop type that attacks.");
const AGAINST: Column = Column::new("against", Kind::Text, "Troop type that is attacked.");
const AGAINST_WEAPON: Column = Column::new("against_weapon", Kind::Text, "Its weapon.");
const FACTORS: Column = Column::new("factors", Kind::Text, "What holds besides the range.");
const DISTANCE: Column = Column::new(
    "distance",
    Kind::Number,
    "Up to so many inches, from the distance before; empty of a blow.",
);
const EXACT: Column = Column::new("exact", Kind::Fraction, "The exact chance.");
const CHANCE: Column = Column::new("chance", Kind::Exact, "The same as a decimal.");

schema! {
    /// What comes of attacks.
    ATTACKS in "attacks.csv",
        "Fighting by steps: the exact chance of everything that comes of one figure's shots and blows, by distance.";
    fn attack(row: AttackRow<'_>) {
        Column::new("chain", Kind::Text, "`shoot` or `strike`.") => row.chain,
        WEAPON => row.weapon,
        TROOPS => row.troops,
        AGAINST => row.against,
        AGAINST_WEAPON => row.against_weapon,
        FACTORS => row.factors,
        DISTANCE => row.distance,
        Column::new(
            "what",
            Kind::Text,
            "`one attack`; or of all attacks at once: `effect`, `wounds`, `besides`, `down`, and whose, if not the target's.",
        ) => row.what,
        Column::new("result", Kind::Text, "What comes of it; of wounds so many or more.") => row.result,
        EXACT => row.exact.to_string(),
        CHANCE => decimal(&row.exact),
    }
}

schema! {
    /// What a run says of them.
    SHOTS in "shots.csv",
        "Fighting by steps: the shots of a run beside the exact chance that one comes through all steps, if a run is laid over it.";
    fn shot(row: &Seen) {
        WEAPON => &row.weapon,
        TROOPS => &row.troops,
        AGAINST => &row.against,
        AGAINST_WEAPON => &row.against_weapon,
        FACTORS => &row.factors,
        DISTANCE => row.distance,
        EXACT => row.exact.to_string(),
        CHANCE => decimal(&row.exact),
        Column::new("hits", Kind::Whole, "Shots of the run that came through.") => row.hits,
        Column::new("shots", Kind::Whole, "Shots of the run.") => row.shots,
        Column::new("rate", Kind::Share, "Share of those that came through.") => row.rate,
        Column::new("ci", Kind::Interval("ci_low", "ci_high"), "95 % interval of that share.") =>
            Some((row.ci_low, row.ci_high)),
    }
}

/// All tables, in the order of their files.
pub(crate) const SCHEMAS: &[&Schema] = &[&ATTACKS, &SHOTS];

/// A row of the table of attacks.
#[derive(Serialize)]
struct AttackRow<'c> {
    chain: &'static str,
    weapon: &'c str,
    troops: &'c str,
    against: &'c str,
    against_weapon: &'c str,
    factors: String,
    distance: Option<f64>,
    what: &'static str,
    result: String,
    exact: Ratio,
}

/// What the target suffers, and then the attacker.
const WHAT: [(Party, [&str; 4]); 2] = [
    (Party::Target, ["effect", "wounds", "besides", "down"]),
    (
        Party::Attacker,
        ["attacker's effect", "attacker's wounds", "attacker besides", "attacker down"],
    ),
];

fn results(a: &Attacked) -> Vec<(&'static str, String, Ratio)> {
    let mut rows = vec![("one attack", "comes through".to_owned(), a.through.clone())];
    let wounds = a.wounds();
    for (party, [effect, wound, besides, down]) in WHAT {
        let k = party as usize;
        let effects = a.effects.iter().filter(|of| of.on == party);
        rows.extend(effects.map(|of| (effect, of.name.clone(), of.chance.clone())));
        let counts = wounds[k].support().filter(|count| **count > 0);
        rows.extend(counts.map(|count| (wound, count.to_string(), wounds[k].at_least(count))));
        let others = a.besides(party).into_iter();
        rows.extend(others.map(|(words, chance)| (besides, words.to_owned(), chance)));
        if party == Party::Target || !a.down[k].is_zero() {
            rows.push((down, String::new(), a.down[k].clone()));
        }
    }
    rows
}

fn rows(curves: &Curves) -> Vec<AttackRow<'_>> {
    let mut rows = Vec::new();
    for case in curves.shots.iter().chain(&curves.blows) {
        let [troops, against] = case.troops();
        for weapon in &case.weapons {
            for attacked in &case.at {
                let is_shot = attacked.chain == ChainKind::Shoot;
                rows.extend(results(attacked).into_iter().map(|(what, result, exact)| AttackRow {
                    chain: attacked.chain.name(),
                    weapon,
                    troops,
                    against,
                    // Of weapons that are alike both have the same one, if no other is named.
                    against_weapon: match case.weapons.iter().any(|w| w == case.against_weapon()) {
                        true => weapon,
                        false => case.against_weapon(),
                    },
                    factors: case.factors(),
                    distance: is_shot.then(|| inches(attacked.distance)),
                    what,
                    result,
                    exact,
                }));
            }
        }
    }
    rows
}

/// Everything as JSON.
#[derive(Serialize)]
pub(super) struct Json<'c> {
    rulebook: &'c str,
    attacks: Vec<AttackRow<'c>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'c Overlay>,
}

pub(super) fn json(curves: &Curves) -> Json<'_> {
    Json { rulebook: &curves.rulebook, attacks: rows(curves), run: curves.run.as_ref() }
}

/// Every table.
pub(super) fn all(curves: &Curves) -> Vec<Table> {
    let attacks = Table::new(&ATTACKS, rows(curves).into_iter().map(attack));
    let shots = curves.run.iter().map(|run| Table::new(&SHOTS, run.seen.iter().map(shot)));
    std::iter::once(attacks).chain(shots).collect()
}

/// An answer to read.
pub(super) fn text(curves: &Curves) -> String {
    let mut text = format!(
        "Shots and blows under {}, exact: the chance of what one figure's attack does to an unhurt one{}.\n",
        curves.rulebook,
        if curves.shots.is_empty() { "" } else { ", and of its being down behind cover" }
    );
    let (shots, blows) = (shown(&curves.shots), shown(&curves.blows));
    for weapon in unique(shots.iter().map(|case| case.weapon())) {
        let of_weapon = shots.iter().copied().filter(|case| case.weapon() == weapon);
        let of_weapon: Vec<&Case> = of_weapon.collect();
        let first = of_weapon[0];
        let plain = of_weapon.iter().copied().filter(|case| case.factors == first.factors);
        let plain: Vec<&Case> = plain.collect();
        let holds = if first.factors.is_empty() { "in the open" } else { &first.factors() };
        let _ = write!(text, "\n{weapon}{}, {holds}\n", at_equals(&plain));
        table(&mut text, &curves.harms, &plain, &of_weapon);
    }
    if let Some(first) = blows.first() {
        let comma = if first.factors.is_empty() { "" } else { ", " };
        let _ = write!(text, "\nBlows{}{comma}{}\n", at_equals(&blows), first.factors());
        table(&mut text, &curves.harms, &blows, &[]);
        let alike = blows.iter().filter(|case| case.weapons.len() > 2);
        let alike = unique(alike.map(|case| format!("{}: {}.", case.arms(), case.weapon())));
        alike.iter().for_each(|line| text.push_str(&foot(line)));
    }
    let pairs = |cases: &mut dyn Iterator<Item = &Case>| unique(cases.map(Case::pair)).len();
    let is_all =
        |told: &[&Case], all: &[Case]| pairs(&mut told.iter().copied()) == pairs(&mut all.iter());
    if !is_all(&shots, &curves.shots) || !is_all(&blows, &curves.blows) {
        text.push_str(
            "\nEach is shown against an equal; attacks.csv has the rest (--troops, --against).\n",
        );
    }
    if let Some(run) = &curves.run {
        let _ = write!(text, "\n{}", run.all.text("as many take effect as the exact chance says"));
    }
    text.push_str("\nRules FT-01 to FT-06. Nerve is left out (FT-08).\n");
    safe_lines(&text)
}

/// ` at an equal`, where all attack their like: then rows need not say whom.
fn at_equals(cases: &[&Case]) -> &'static str {
    if are_equals(cases) { " at an equal" } else { "" }
}

/// What comes of attacks at each mark, the same in all columns up to the farther of two marks only once.
fn marks(
    case: &Case,
    columns: &[impl Fn(&Case, usize) -> Option<Ratio>],
) -> Vec<(f64, Vec<Option<Ratio>>)> {
    let chances = |k: usize| columns.iter().map(|column| column(case, k)).collect();
    let all = (0..case.at.len()).map(|k| (inches(case.at[k].distance), chances(k)));
    let mut marks: Vec<(f64, Vec<Option<Ratio>>)> = Vec::new();
    for mark in all {
        if marks.last().is_some_and(|before| before.1 == mark.1) {
            marks.pop();
        }
        marks.push(mark);
    }
    marks
}

/// A row for each stretch of distances of a shot, and for each blow, of all cases that are alike; of shots with the chance to bring
/// down behind cover at the end.
fn table(text: &mut String, harms: &[String], cases: &[&Case], others: &[&Case]) {
    let is_shot = cases[0].at[0].chain == ChainKind::Shoot;
    let covers = unique(others.iter().map(|case| &case.factors));
    let covers = covers.into_iter().filter(|f| **f != cases[0].factors);
    let effects = unique(
        cases.iter().flat_map(|case| &case.at).flat_map(Case::chances).map(|(name, _)| name),
    );
    let each = if is_shot { "each shot" } else { "each blow" };
    type ResultColumn<'c> = (String, Box<dyn Fn(&Case, usize) -> Option<Ratio> + 'c>);
    let mut results: Vec<ResultColumn<'_>> = Vec::new();
    // Of a single attack the effects say the same.
    if cases.iter().any(|case| case.at.iter().any(Case::is_of_several)) {
        results.push((each.to_owned(), Box::new(|case, k| Some(case.at[k].through.clone()))));
    }
    for name in effects {
        let own = name.clone();
        let chance = move |case: &Case, k: usize| {
            let found = Case::chances(&case.at[k]).into_iter().find(|(of, _)| *of == own);
            Some(found.map_or(Ratio::ZERO, |(_, chance)| chance))
        };
        results.push((name, Box::new(chance)));
    }
    let mut down_behind: Vec<ResultColumn<'_>> = Vec::new();
    for factors in covers {
        let chance = move |case: &Case, k: usize| {
            let is_it = |other: &&&Case| other.pair() == case.pair() && other.factors == *factors;
            others.iter().find(is_it).map(|other| other.at[k].down[1].clone())
        };
        down_behind.push((format!("if {}", told(factors)), Box::new(chance)));
    }
    let values = |column: &ResultColumn<'_>| -> Vec<Option<Ratio>> {
        let of = |case: &&Case| (0..case.at.len()).map(|k| column.1(case, k)).collect::<Vec<_>>();
        cases.iter().flat_map(of).collect()
    };
    let is_down = |column: &ResultColumn<'_>| column.0 == DOWN;
    let downs = results.iter().find(|column| is_down(column)).map(&values).unwrap_or_default();
    let (never, mut results): (Vec<ResultColumn<'_>>, Vec<ResultColumn<'_>>) =
        results.into_iter().partition(|column| {
            !is_down(column) && values(column).iter().flatten().all(Ratio::is_zero)
        });
    // What is the same as being brought down is that, by another name.
    let is_again = |column: &ResultColumn<'_>| harms.contains(&column.0) && values(column) == downs;
    results.retain(|column| is_down(column) || !is_again(column));
    // Covers that all do the same.
    if down_behind.len() > 1 && unique(down_behind.iter().map(&values)).len() == 1 {
        down_behind.truncate(1);
        down_behind[0].0 = "behind cover".to_owned();
    }
    let (heads, columns): (Vec<String>, Vec<_>) = results.into_iter().chain(down_behind).unzip();
    let are_equal = are_equals(cases);
    let key = |case: &Case| {
        let who = if are_equal { String::new() } else { case.troops()[0].to_owned() };
        (who, case.arms(), marks(case, &columns))
    };
    let name = |case: &Case| match are_equal {
        true => case.troops()[0].to_owned(),
        false => case.target(false),
    };
    let groups = grouped(cases.iter().map(|case| (key(case), name(case))));
    let second = if is_shot { "inches" } else { "with" };
    let mut rows = vec![[vec![String::new(), second.to_owned()], heads].concat()];
    for ((who, arms, marks), names) in groups {
        let whom = match are_equal {
            true => names.join(", "),
            false => format!("{who} at {}", in_brackets(&names).join(", ")),
        };
        let mut from = 0.0;
        for (mark, chances) in marks {
            let second = if is_shot { format!("{from}–{mark}") } else { arms.clone() };
            let mut row = vec![whom.clone(), second];
            from = mark;
            let percent =
                |chance: Option<Ratio>| chance.map_or_else(String::new, |of| of.percent(2));
            row.extend(chances.into_iter().map(percent));
            rows.push(row);
        }
    }
    in_places(&mut rows);
    text.push_str(&aligned(&rows, |k| k == 0 || (k == 1 && !is_shot)));
    if rows[0].iter().any(|head| head == each) {
        text.push_str(&foot(&format!("{each}: the chance of one of them alone to take effect.")));
    }
    if !never.is_empty() {
        let never: Vec<String> = never.into_iter().map(|column| column.0).collect();
        text.push_str(&foot(&format!("Never: {}.", never.join(", "))));
    }
}

/// A line below a table.
fn foot(line: &str) -> String {
    wrapped(line, 2) + "\n"
}
