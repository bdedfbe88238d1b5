//! `skirmish odds hit`: the chance of a shot (PG-07, PG-10, PG-11).

use std::fmt::Write as _;

use skirmish_engine::event::{FireKind, TargetCondition};
use skirmish_engine::rulebook::Rulebook;
use skirmish_odds::fire::{Hit, Shot, paces, sum};

use super::columns::{columns, signed};
use super::print;
use crate::args::OddsHit;
use crate::fire::{rulebook, troops, with_stick};
use crate::status::Done;

impl OddsHit {
    const fn kind(&self) -> FireKind {
        match (self.haste, self.volley) {
            (true, _) => FireKind::Haste,
            (_, true) => FireKind::Volley,
            _ => FireKind::Aimed,
        }
    }
}

fn one(args: &OddsHit, rules: &Rulebook) -> Done<Shot> {
    let by = args.dice.is_none().then(|| troops(rules, &args.troops)).transpose()?;
    let shot = match args.threshold {
        Some(needed) => Shot { needed: Some(needed), ..Shot::default() },
        None => {
            let (weapon, stick) = with_stick(rules, &args.weapon)?;
            let at = (weapon.name.as_str(), stick);
            Shot::at(&rules.fire, at, args.distance, args.condition)
        }
    };
    Ok(match (by, &args.dice) {
        (None, Some(pools)) => Shot { dice: pools.0.clone(), ..shot },
        (None, None) => shot,
        (Some(troops), _) => shot.by(&rules.fire, troops, args.kind(), args.wounded),
    })
}

/// All troop types at all marks, under all conditions: condition by condition, mark by mark.
fn table(args: &OddsHit, rules: &Rulebook) -> Done<Vec<Shot>> {
    let (weapon, stick) = with_stick(rules, &args.weapon)?;
    let fire = &rules.fire;
    let marks = TargetCondition::ALL
        .into_iter()
        .flat_map(|condition| stick.marks().map(move |(far, _)| (far, condition)));
    let shots = marks.flat_map(|(far, condition)| {
        let at = Shot::at(fire, (&weapon.name, stick), far, condition);
        rules.troops.iter().map(move |t| at.clone().by(fire, t, args.kind(), args.wounded))
    });
    Ok(shots.collect())
}

pub(super) fn hit(args: &OddsHit) -> Done {
    let rules = rulebook(&args.rules.book)?;
    let shots = if args.table { table(args, &rules)? } else { vec![one(args, &rules)?] };
    let hits = shots.into_iter().map(Shot::hits).collect::<Result<Vec<_>, _>>()?;
    print((args.rules.format, args.table), &hits, |hits| grid(args, &rules, hits), text)
}

const fn manner(fire: FireKind) -> &'static str {
    match fire {
        FireKind::Aimed => "aimed fire",
        FireKind::Haste => "in haste",
        FireKind::Volley => "in a volley",
    }
}

fn text(hit: &Hit) -> String {
    let of = &hit.shot;
    let weapon = of.weapon.as_deref().unwrap_or_default();
    let Some(needed) = of.needed else {
        return format!(
            "0 = 0 %\n\n{} paces are beyond the last mark on the stick of the {weapon}.\n",
            of.distance.map(paces).unwrap_or_default(),
        );
    };
    let mut text = format!("{} = {}\n\n", hit.chance, hit.chance.percent(4));
    let mut line = |what: String, value: String| {
        let _ = writeln!(text, "  {what:<40} {value:>7}");
    };
    let troops = of.troops.as_deref().unwrap_or("dice");
    let fire = of.fire.map_or(String::new(), |fire| format!(", {}", manner(fire)));
    let wounded = if of.wounded { ", wounded" } else { "" };
    line(format!("{troops}{fire}{wounded}"), sum(&of.dice));
    if let Some(mark) = of.mark {
        let on_stick = format!("{weapon}, up to {} paces", paces(mark));
        line(on_stick, (needed - of.adds).to_string());
    }
    if let Some(condition) = of.target.filter(|_| of.adds != 0) {
        line(format!("target {}", condition.name()), signed(of.adds));
    }
    line("roll needed".to_owned(), needed.to_string());
    line("rolls that hit".to_owned(), format!("{}/{}", hit.hits, hit.rolls));
    text + "\nRules PG-01 and PG-07: roll the dice of the troops, hit on the number or more; in haste PG-10, volleys PG-11.\n"
}

/// A block for each condition, a row for each mark, a column for each troop type.
fn grid(args: &OddsHit, rules: &Rulebook, hits: &[Hit]) -> String {
    let wounded = if args.wounded { ", wounded" } else { "" };
    let mut text = format!("Chance to hit, {}, {}{wounded}\n", args.weapon, manner(args.kind()));
    let count = rules.troops.len();
    let row = |head: [String; 2], cells: Vec<String>| [&head[..], &cells].concat();
    let names = rules.troops.iter().map(|troops| troops.name.clone()).collect();
    let dice = hits.iter().take(count).map(|hit| sum(&hit.shot.dice)).collect();
    let heads = [row(["paces", "needed"].map(str::to_owned), names), row(Default::default(), dice)];
    for block in hits.chunk_by(|a, b| a.shot.target == b.shot.target) {
        let marks = block.chunks(count).map(|mark| {
            let far = mark[0].shot.mark.map(paces).unwrap_or_default().to_string();
            let needed = format!("{}+", mark[0].shot.needed.unwrap_or_default());
            row([far, needed], mark.iter().map(|hit| hit.chance.percent(1)).collect())
        });
        let rows: Vec<Vec<String>> = heads.iter().cloned().chain(marks).collect();
        let condition = block[0].shot.target.map_or("", TargetCondition::name);
        let _ = write!(text, "\n{condition}\n{}", columns(rows));
    }
    text
}
