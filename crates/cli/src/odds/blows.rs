//! `skirmish odds blows`: blows and shots by armour class and hit points (ADC-1 to ADC-4, ADC-7, ADC-8).

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::rulebook::{Fighting, Osric, Rulebook, System, Weapon, needed_to_hit};
use skirmish_odds::{Blows, Felling, Pmf, Ratio, amount};
use skirmish_report::chart::{self, Axis, Labels, LineChart, LinePoint, LineSeries, ValueFormat};

use super::arms;
use super::columns::{Chance, cells, columns, counted, short, signed};
use super::round::{foot, rulebook};
use super::{print_csv, print_json};
use crate::args::{InCover, OddsBlows, TableFormat};
use crate::fire::troops;
use crate::output;
use crate::status::Failure;

/// The highest level of the table; the printed ones end before it.
const MOST_LEVEL: i32 = 20;
/// The armour classes of the table, from none to the best.
const CLASSES: std::ops::RangeInclusive<i32> = -10..=10;

/// Numbers of hit points times kinds of damage; exact fractions of more take minutes.
const MOST_STEPS: usize = 20_000;

/// What is added to a roll to hit, and why.
#[derive(Debug, Clone, Serialize)]
struct Modifier {
    why: String,
    adds: i32,
}

/// One blow or shot.
#[derive(Debug, Serialize)]
struct Blow {
    modifiers: Vec<Modifier>,
    /// On the dice, or more.
    needed: i32,
    hit: Chance,
    /// How many times the damage of a hit counts (ADC-7).
    damage_times: u8,
    /// The chance that such a blow fells the target by itself.
    fells: Chance,
    #[serde(skip)]
    law: Blows,
}

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    troops: String,
    level: i32,
    weapon: String,
    damage: String,
    is_shot: bool,
    against: String,
    armour_class: i32,
    hit_points: String,
    dice: String,
    first: Blow,
    later: Blow,
    down: Vec<Down>,
    /// Blows up to and including the one that fells; `None` if none ever may.
    mean: Option<f64>,
    mean_exact: Option<Ratio>,
}

/// How far it has come with a blow.
#[derive(Debug, Serialize)]
struct Down {
    blow: u32,
    by: Chance,
    at: Chance,
}

/// A chance to hit of the table.
#[derive(Debug, Serialize)]
struct Cell {
    level: i32,
    armour_class: i32,
    modifier: i32,
    needed: i32,
    #[serde(flatten)]
    chance: Chance,
}

/// What is added to every roll; and to the first as well.
fn modifiers(args: &OddsBlows, rules: &Osric) -> [Vec<Modifier>; 2] {
    let list = |all: &[(bool, &str, i32)]| -> Vec<Modifier> {
        let counting = all.iter().filter(|(counts, _, adds)| *counts && *adds != 0);
        counting
            .map(|(_, why, adds)| Modifier {
                why: (*why).to_owned(),
                adds: *adds,
            })
            .collect()
    };
    let range = args.range.map_or(0, |range| rules.range[range as usize]);
    let band = args
        .range
        .map_or(String::new(), |r| format!("{} range", r.name()));
    let every = list(&[
        (true, &band, range),
        (
            args.cover == Some(InCover::Screened),
            "screened",
            rules.screened,
        ),
        (
            args.cover == Some(InCover::Protected),
            "protected",
            rules.protected,
        ),
        (args.reactive, "in reaction", rules.reactive),
        (args.rear, "from behind", rules.rear),
        (true, "modifier", args.modifier),
    ]);
    let first = list(&[
        (args.charge, "charge", rules.charge),
        (args.exposed, "at a charger", rules.exposed),
        (args.free, "free blow", rules.free_blow),
    ]);
    [every, first]
}

fn added(modifiers: &[Modifier]) -> i32 {
    modifiers.iter().map(|m| m.adds).sum()
}

/// How many times the damage of the first blow counts (ADC-7).
fn times(args: &OddsBlows, weapon: &Weapon) -> u8 {
    let of = |counts: bool, times: u8| if counts { times.max(1) } else { 1 };
    let set = of(args.set_weapon, weapon.handling.set_damage);
    set * of(args.mounted, weapon.handling.charge_damage)
}

fn answer(args: &OddsBlows, rules: &Rulebook) -> Result<Answer, Failure> {
    let (own, other) = (troops(rules, &args.troops)?, troops(rules, &args.against)?);
    let weapon = arms::weapon(rules, &args.weapon)?;
    let is_shot = args.range.is_some();
    if is_shot && weapon.missile.is_none() {
        return Err(Failure::Usage(
            format!("`{}` does not shoot: it has no range", weapon.name),
            vec!["leave out `--range`, or name a weapon that shoots, such as `bow`".to_owned()],
        ));
    }
    let damage = if is_shot {
        weapon.harm.shot
    } else {
        weapon.harm.blow
    };
    if args.set_weapon && weapon.handling.set_damage == 0 {
        let able = rules.weapons.iter().filter(|w| w.handling.set_damage > 0);
        let able: Vec<&str> = able.map(|w| w.name.as_str()).collect();
        return Err(Failure::Usage(
            format!("`{}` cannot be set against a charge", weapon.name),
            vec![format!("weapons that can: {}", able.join(", "))],
        ));
    }
    let level = args.level.unwrap_or(own.body.level);
    let armour_class = args.armour_class.unwrap_or(other.body.armour_class);
    let (hit_points, points) = match args.points {
        Some(points) => (points.to_string(), Pmf::certain(i64::from(points))),
        None => {
            let rolled = other.body.hit_points;
            (rolled.to_string(), amount(rolled)?)
        }
    };
    let (most, kinds) = (*points.max(), amount(damage)?.support().len());
    if usize::try_from(most).unwrap_or(0).saturating_mul(kinds) > MOST_STEPS {
        return Err(Failure::Usage(
            format!(
                "up to {most} hit points and {kinds} kinds of damage are too many for an exact answer"
            ),
            vec!["take smaller dice, or fewer hit points by `--points`".to_owned()],
        ));
    }
    let osric = &rules.osric;
    let blow = |modifiers: Vec<Modifier>, times: u8| -> Result<Blow, Failure> {
        let adds = added(&modifiers);
        let law = Blows::new(osric.dice, level, armour_class, adds, damage)?.times(times);
        let fells: Ratio = points
            .iter()
            .map(|(points, share)| share * law.fells(*points))
            .sum();
        Ok(Blow {
            needed: needed_to_hit(level, armour_class) - adds,
            hit: law.hit().clone().into(),
            damage_times: times,
            fells: fells.into(),
            modifiers,
            law,
        })
    };
    let [every, of_first] = modifiers(args, osric);
    let first = blow([&every[..], &of_first[..]].concat(), times(args, weapon))?;
    let later = blow(every, 1)?;
    let law = Felling::new(first.law.clone(), later.law.clone(), &points);
    let mean_exact = law.mean();
    let mut before = Ratio::ZERO;
    let down = (1..=u32::from(args.blows))
        .zip(law.down_after())
        .map(|(blow, by)| {
            let at = &by - &before;
            before = by.clone();
            Down {
                blow,
                by: by.into(),
                at: at.into(),
            }
        });
    Ok(Answer {
        troops: own.name.clone(),
        level,
        weapon: weapon.name.clone(),
        damage: damage.to_string(),
        is_shot,
        against: other.name.clone(),
        armour_class,
        hit_points,
        dice: osric.dice.to_string(),
        down: down.collect(),
        first,
        later,
        mean: mean_exact.as_ref().map(Ratio::to_f64),
        mean_exact,
    })
}

/// Every level against every armour class.
fn table(args: &OddsBlows, rules: &Osric) -> Result<Vec<Cell>, Failure> {
    let [every, first] = modifiers(args, rules);
    let modifier = added(&every) + added(&first);
    let classes = || CLASSES.rev();
    let pairs = (0..=MOST_LEVEL).flat_map(|level| classes().map(move |class| (level, class)));
    pairs
        .map(|(level, armour_class)| {
            let damage = skirmish_engine::rulebook::Amount::fixed(1);
            let law = Blows::new(rules.dice, level, armour_class, modifier, damage)?;
            Ok(Cell {
                level,
                armour_class,
                modifier,
                needed: needed_to_hit(level, armour_class) - modifier,
                chance: law.hit().clone().into(),
            })
        })
        .collect()
}

pub(super) fn blows(args: &OddsBlows) -> Result<(), Failure> {
    let rules = rulebook(&args.rules, System::Adnd)?;
    if rules.fighting != Fighting::Osric {
        return Err(Failure::Usage(
            format!(
                "the troops of rulebook `{}` have neither armour classes nor hit points",
                rules.name
            ),
            vec![
                "this is a question about rules with `fighting = \"osric\"`, such as --rules adnd"
                    .to_owned(),
            ],
        ));
    }
    if args.table {
        let cells = table(args, &rules.osric)?;
        return match args.rules.format {
            TableFormat::Json => print_json(&cells),
            TableFormat::Csv => print_csv(
                [
                    "level",
                    "armour_class",
                    "modifier",
                    "needed",
                    "exact",
                    "probability",
                ],
                cells.iter().map(table_row),
            ),
            TableFormat::Text => output::print(&grid(&rules.osric, &cells)),
        };
    }
    let answer = answer(args, &rules)?;
    if let Some(path) = &args.svg {
        output::write_file(path, drawn(&answer, &rules.name).as_bytes())?;
    }
    match args.rules.format {
        TableFormat::Json => print_json(&answer),
        TableFormat::Csv => print_csv(HEAD, csv(&answer).into_iter()),
        TableFormat::Text => output::print(&text(&answer)),
    }
}

fn table_row(cell: &Cell) -> [String; 6] {
    let [exact, probability] = cells(&cell.chance.exact);
    [
        cell.level.to_string(),
        cell.armour_class.to_string(),
        cell.modifier.to_string(),
        cell.needed.to_string(),
        exact,
        probability,
    ]
}

const HEAD: [&str; 9] = [
    "troops",
    "weapon",
    "against",
    "armour_class",
    "hit_points",
    "what",
    "blow",
    "exact",
    "probability",
];

fn csv(a: &Answer) -> Vec<[String; 9]> {
    let row = |what: &str, blow: Option<u32>, exact: Option<&Ratio>| {
        // What never comes about is undefined, not 0.
        let [exact, probability] = exact.map_or_else(Default::default, cells);
        [
            a.troops.clone(),
            a.weapon.clone(),
            a.against.clone(),
            a.armour_class.to_string(),
            a.hit_points.clone(),
            what.to_owned(),
            blow.map(|blow| blow.to_string()).unwrap_or_default(),
            exact,
            probability,
        ]
    };
    let mut rows = vec![
        row("first hits", None, Some(&a.first.hit.exact)),
        row("first fells", None, Some(&a.first.fells.exact)),
        row("later hits", None, Some(&a.later.hit.exact)),
        row("later fells", None, Some(&a.later.fells.exact)),
        row("mean", None, a.mean_exact.as_ref()),
    ];
    for down in &a.down {
        rows.push(row("down at", Some(down.blow), Some(&down.at.exact)));
        rows.push(row("down by", Some(down.blow), Some(&down.by.exact)));
    }
    rows
}

impl Answer {
    const fn noun(&self) -> &'static str {
        if self.is_shot { "shot" } else { "blow" }
    }

    /// Whether the first blow is another than those after it.
    fn has_first(&self) -> bool {
        self.first.needed != self.later.needed || self.first.damage_times > 1
    }

    /// Who strikes at whom.
    fn subject(&self) -> String {
        format!(
            "{}, {} ({}), at {}, {} hit points",
            self.troops, self.weapon, self.damage, self.against, self.hit_points
        )
    }
}

/// How one blow comes about.
fn told(a: &Answer, blow: &Blow) -> String {
    let line = |what: String, value: String| format!("  {what:<36} {value:>5}\n");
    let bare = blow.needed + added(&blow.modifiers);
    let mut text = line(
        format!("level {} against armour class {}", a.level, a.armour_class),
        bare.to_string(),
    );
    for modifier in &blow.modifiers {
        text += &line(modifier.why.clone(), signed(-modifier.adds));
    }
    text += &line(format!("needed on {}", a.dice), blow.needed.to_string());
    if blow.damage_times > 1 {
        text += &line(
            "damage counts".to_owned(),
            format!("x{}", blow.damage_times),
        );
    }
    let _ = writeln!(text, "  fells by itself in {}", blow.fells.exact.percent(3));
    text
}

fn text(a: &Answer) -> String {
    let mut text = format!("{}\n\n", a.subject());
    let hits = |blow: &Blow| format!("{} = {}", blow.hit.exact, blow.hit.exact.percent(4));
    let noun = a.noun();
    if a.has_first() {
        let _ = write!(
            text,
            "The first {noun} hits in {}\n{}\n",
            hits(&a.first),
            told(a, &a.first)
        );
        let _ = write!(
            text,
            "Each later {noun} hits in {}\n{}",
            hits(&a.later),
            told(a, &a.later)
        );
    } else {
        let _ = write!(
            text,
            "A {noun} hits in {}\n{}",
            hits(&a.later),
            told(a, &a.later)
        );
    }
    match &a.mean_exact {
        None => {
            let _ = write!(text, "\nNo {noun} may ever fell it.\n");
        }
        Some(mean) => {
            let mean = counted(&mean.decimal(4), noun);
            let _ = write!(text, "\nIt takes {mean} on average\n");
            let head = [noun, "down at it", "down by then", "exact"];
            let mut rows = vec![head.map(str::to_owned).to_vec()];
            rows.extend(a.down.iter().map(|down| {
                vec![
                    down.blow.to_string(),
                    down.at.exact.percent(3).to_string(),
                    down.by.exact.percent(3).to_string(),
                    short(&down.by.exact),
                ]
            }));
            text += &columns(&rows);
        }
    }
    text + &foot(&[
        "Rules ADC-1 and ADC-2: 21 less level and armour class, the numbers from 20 to 25 all 20, less what is added; a hit takes \
         its damage off the hit points, and who has none left is down. ADC-3: range and cover of shots. ADC-4, ADC-7 and ADC-8: \
         what charges, weapons set against them and free blows change, of the first blow only.",
    ])
}

fn grid(rules: &Osric, all: &[Cell]) -> String {
    let classes: Vec<String> = CLASSES.rev().map(|class| class.to_string()).collect();
    let mut rows = vec![
        std::iter::once(String::new())
            .chain(classes.clone())
            .collect(),
    ];
    for of_level in all.chunks(classes.len()) {
        let percent = |cell: &Cell| {
            let percent = cell.chance.exact.percent(0).to_string();
            percent.trim_end_matches([' ', '%']).to_owned()
        };
        let name = of_level.first().map_or(0, |cell| cell.level).to_string();
        rows.push(
            std::iter::once(name)
                .chain(of_level.iter().map(percent))
                .collect(),
        );
    }
    let modifier = match all.first().map_or(0, |cell| cell.modifier) {
        0 => String::new(),
        adds => format!(", {} on the dice", signed(adds)),
    };
    format!(
        "Chance to hit on {}{modifier}, in percent: levels at the left, armour classes above\n\n{}{}",
        rules.dice,
        columns(&rows),
        foot(&["Rule ADC-1: 21 less level and armour class, the numbers from 20 to 25 all 20."])
    )
}

/// The chance that the target still stands after so many blows.
fn drawn(a: &Answer, rulebook: &str) -> String {
    let point = |blow: u32, y: f64| LinePoint {
        x: f64::from(blow),
        y,
        interval: None,
    };
    let stands = a
        .down
        .iter()
        .map(|down| point(down.blow, 1.0 - down.by.probability));
    let noun = a.noun();
    let mean = a.mean.map_or_else(
        || format!("no {noun} may fell it"),
        |mean| format!("{} on average", counted(&format!("{mean:.2}"), noun)),
    );
    let needed = if a.has_first() {
        format!(
            "{} or more hits with the first, {} with the others",
            a.first.needed, a.later.needed
        )
    } else {
        format!("{} or more hits", a.later.needed)
    };
    chart::lines(&LineChart {
        labels: Labels {
            title: format!("How long one stands against {}s: {mean}", noun),
            subtitle: format!(
                "{}. Chance that it is not down after so many {noun}s. Exact.",
                a.subject()
            ),
            caption: format!(
                "Rulebook {rulebook}. Level {} against armour class {}: on {} {needed}. Rules ADC-1 to ADC-4.",
                a.level, a.armour_class, a.dice
            ),
            description: "A falling line from 100 % before the first.".to_owned(),
        },
        x: Axis {
            name: if a.is_shot { "Shots" } else { "Blows" }.to_owned(),
            format: ValueFormat::Plain,
            range: None,
        },
        y: Axis {
            name: "Still stands".to_owned(),
            format: ValueFormat::Percent,
            range: Some((0.0, 1.0)),
        },
        series: vec![LineSeries {
            label: "exact".to_owned(),
            points: std::iter::once(point(0, 1.0)).chain(stands).collect(),
            stepped: false,
        }],
        stressed: Some(0.5),
        callouts: Vec::new(),
    })
}
