//! The curves as tidy CSV, as JSON, and in words.

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::rulebook::{ChainKind, Party};
use skirmish_odds::Ratio;
use skirmish_odds::steps::Attacked;
use skirmish_report::cells;
use skirmish_report::once::unique;
use skirmish_report::table::{Cell, Column, Kind, Schema, Table};

use super::laws::{Case, Curves, inches, joined, shown};
use super::shots::Overlay;
use crate::curves::summary::safe_lines;
use crate::curves::tables::decimal;
use crate::odds::columns::columns;

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

/// What comes of attacks.
const ATTACKS: Schema = Schema {
    file: "attacks.csv",
    about: "Fighting by steps: the exact chance of everything that comes of one figure's shots and blows, by distance.",
    columns: &[
        Column::new("chain", Kind::Text, "`shoot` or `strike`."),
        WEAPON,
        TROOPS,
        AGAINST,
        AGAINST_WEAPON,
        FACTORS,
        DISTANCE,
        Column::new(
            "what",
            Kind::Text,
            "`one attack`; or of all attacks at once: `effect`, `wounds`, `besides`, `down`, and whose, if not the target's.",
        ),
        Column::new("result", Kind::Text, "What comes of it; of wounds so many or more."),
        EXACT,
        CHANCE,
    ],
};

/// What a run says of them.
const SHOTS: Schema = Schema {
    file: "shots.csv",
    about: "Fighting by steps: the shots of a run beside the exact chance that one comes through all steps, if a run is laid over it.",
    columns: &[
        WEAPON,
        TROOPS,
        AGAINST,
        AGAINST_WEAPON,
        FACTORS,
        DISTANCE,
        EXACT,
        CHANCE,
        Column::new("hits", Kind::Whole, "Shots of the run that came through."),
        Column::new("shots", Kind::Whole, "Shots of the run."),
        Column::new("rate", Kind::Share, "Share of those that came through."),
        Column::new("ci", Kind::Interval("ci_low", "ci_high"), "95 % interval of that share."),
    ],
};

/// All tables, in the order of their files.
pub(crate) const SCHEMAS: &[&Schema] = &[&ATTACKS, &SHOTS];

/// A row of the table of attacks.
#[derive(Serialize)]
struct Row<'c> {
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

fn rows(curves: &Curves) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for case in curves.shots.iter().chain(&curves.blows) {
        let [troops, against] = case.troops();
        for weapon in &case.weapons {
            for attacked in &case.at {
                let is_shot = attacked.chain == ChainKind::Shoot;
                rows.extend(results(attacked).into_iter().map(|(what, result, exact)| Row {
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
    attacks: Vec<Row<'c>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<&'c Overlay>,
}

pub(super) fn json(curves: &Curves) -> Json<'_> {
    Json { rulebook: &curves.rulebook, attacks: rows(curves), run: curves.run.as_ref() }
}

/// Every table.
pub(super) fn all(curves: &Curves) -> Vec<Table> {
    let attacks = rows(curves).into_iter().map(|row| {
        let Row { chain, weapon, troops, against, against_weapon, .. } = row;
        let (what, result, exact) = (row.what, row.result, row.exact);
        let (fraction, decimal) = (exact.to_string(), decimal(&exact));
        cells![
            chain,
            weapon,
            troops,
            against,
            against_weapon,
            row.factors,
            row.distance,
            what,
            result,
            fraction,
            decimal
        ]
    });
    let attacks: Vec<Vec<Cell>> = attacks.collect();
    let mut tables = vec![Table::new(&ATTACKS, attacks)];
    if let Some(run) = &curves.run {
        let seen = run.seen.iter().map(|row| {
            cells![
                &row.weapon,
                &row.troops,
                &row.against,
                &row.against_weapon,
                &row.factors,
                row.distance,
                row.exact.to_string(),
                decimal(&row.exact),
                row.hits,
                row.shots,
                row.rate,
                Some((row.ci_low, row.ci_high))
            ]
        });
        tables.push(Table::new(&SHOTS, seen));
    }
    tables
}

/// An answer to read.
pub(super) fn text(curves: &Curves) -> String {
    let mut text = format!(
        "Shots and blows under {}, exact: the chance of what one figure's attack does to an unhurt one.\n",
        curves.rulebook
    );
    let cases = shown(&curves.shots);
    for weapon in unique(cases.iter().map(|case| case.weapon())) {
        let of_weapon = cases.iter().copied().filter(|case| case.weapon() == weapon);
        let of_weapon: Vec<&Case> = of_weapon.collect();
        let factors = of_weapon[0].factors.clone();
        let plain = of_weapon.iter().copied().filter(|case| case.factors == factors);
        let holds =
            if factors.is_empty() { "in the open".to_owned() } else { of_weapon[0].factors() };
        let _ = write!(text, "\n{weapon}, {holds}\n{}", table(plain.collect(), &of_weapon));
    }
    let blows = shown(&curves.blows);
    if let Some(first) = blows.first() {
        let comma = if first.factors.is_empty() { "" } else { ", " };
        let _ = write!(text, "\nBlows{comma}{}\n{}", first.factors(), table(blows.clone(), &[]));
    }
    let all = |cases: &[Case]| unique(cases.iter().map(|case| case.pair())).len();
    let told = |cases: &[&Case]| unique(cases.iter().map(|case| case.pair())).len();
    if told(&cases) < all(&curves.shots) || told(&blows) < all(&curves.blows) {
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

/// A row for each case and mark; of shots in the open with the chance to bring down behind cover at the end.
fn table(cases: Vec<&Case>, others: &[&Case]) -> String {
    let percent = |chance: &Ratio| chance.percent(2);
    let is_shot = cases[0].at[0].chain == ChainKind::Shoot;
    let names = unique(
        cases.iter().flat_map(|case| &case.at).flat_map(Case::chances).map(|(name, _)| name),
    );
    let covers = unique(others.iter().map(|case| &case.factors));
    let covers: Vec<_> = covers.into_iter().filter(|f| **f != cases[0].factors).collect();
    let mut head = vec![String::new()];
    head.extend([if is_shot { "inches" } else { "with" }, "one comes through"].map(str::to_owned));
    head.extend(names.iter().cloned());
    head.extend(covers.iter().map(|f| format!("down, {}", super::laws::told(f))));
    let mut rows = vec![head];
    for case in cases {
        let mut of_case: Vec<Vec<String>> = Vec::new();
        for (k, attacked) in case.at.iter().enumerate() {
            let chances = Case::chances(attacked);
            let mut row = vec![String::new()];
            row.push(if is_shot {
                inches(attacked.distance).to_string()
            } else {
                joined(&case.weapons)
            });
            row.push(percent(&attacked.through));
            row.extend(names.iter().map(|name| {
                let found = chances.iter().find(|(of, _)| of == name);
                found.map_or(String::new(), |(_, chance)| percent(chance))
            }));
            row.extend(covers.iter().map(|factors| {
                let behind = others
                    .iter()
                    .find(|other| other.pair() == case.pair() && other.factors == **factors);
                behind.map_or(String::new(), |other| percent(&other.at[k].down[1]))
            }));
            // Up to the farther of two marks it is the same.
            if of_case.last().is_some_and(|before| before[2..] == row[2..]) {
                of_case.pop();
            }
            of_case.push(row);
        }
        of_case[0][0] = case.pair();
        rows.append(&mut of_case);
    }
    columns(&rows)
}
