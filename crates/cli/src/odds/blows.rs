//! `skirmish odds blows`: blows and shots by armour class and hit points (ADC-1 to ADC-4, ADC-7, ADC-8).

mod table;
mod words;

use serde::Serialize;
use skirmish_engine::rulebook::{Fighting, Osric, Rulebook, System, Weapon, needed_to_hit};
use skirmish_odds::{Blows, Felling, Pmf, Ratio, amount};

use super::arms;
use super::columns::Chance;
use super::round::rulebook;
use super::{print_csv, print_json};
use crate::args::{InCover, OddsBlows, TableFormat};
use crate::fire::troops;
use crate::output;
use crate::status::Failure;

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

/// What is added to every roll; and to the first as well.
fn modifiers(args: &OddsBlows, rules: &Osric) -> [Vec<Modifier>; 2] {
    let list = |all: &[(bool, &str, i32)]| -> Vec<Modifier> {
        let counting = all.iter().filter(|(counts, _, adds)| *counts && *adds != 0);
        counting.map(|(_, why, adds)| Modifier { why: (*why).to_owned(), adds: *adds }).collect()
    };
    let range = args.range.map_or(0, |range| rules.range[range as usize]);
    let band = args.range.map_or(String::new(), |r| format!("{} range", r.name()));
    let every = list(&[
        (true, &band, range),
        (args.cover == Some(InCover::Screened), "screened", rules.screened),
        (args.cover == Some(InCover::Protected), "protected", rules.protected),
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
    let damage = if is_shot { weapon.harm.shot } else { weapon.harm.blow };
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
        let fells: Ratio = points.iter().map(|(points, share)| share * law.fells(*points)).sum();
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
    let down = (1..=u32::from(args.blows)).zip(law.down_after()).map(|(blow, by)| {
        let at = &by - &before;
        before = by.clone();
        Down { blow, by: by.into(), at: at.into() }
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
        return table::print(args, &rules.osric);
    }
    let answer = answer(args, &rules)?;
    if let Some(path) = &args.svg {
        output::write_file(path, words::drawn(&answer, &rules.name).as_bytes())?;
    }
    match args.rules.format {
        TableFormat::Json => print_json(&answer),
        TableFormat::Csv => print_csv(words::HEAD, words::csv(&answer).into_iter()),
        TableFormat::Text => output::print(&words::text(&answer)),
    }
}
