//! `skirmish odds melee`: hand-to-hand combat (PG-08, PG-13, PG-14).

use serde_json::json;
use skirmish_engine::rulebook::Rulebook;
use skirmish_odds::{Bout, Fighter};

use super::print;
use crate::args::{Fighter as Who, OddsMelee, die};
use crate::fire::{rulebook, troops};
use crate::status::{Done, Failure};

/// A die, or the M die of a troop type.
fn m_die(rules: &Rulebook, text: &str) -> Done<(Option<String>, u8)> {
    let digits = text.strip_prefix(['d', 'D']).unwrap_or(text);
    if digits.starts_with(|c: char| c.is_ascii_digit()) {
        let place = |error| Failure::usage(format!("`{text}` among the fighters: {error}"));
        return Ok((None, die(text).map_err(place)?.sides));
    }
    let troops = troops(rules, text)?;
    Ok((Some(troops.name.clone()), troops.skills.melee))
}

fn fighter(args: &OddsMelee, rules: &Rulebook, who: Who, text: &str) -> Done<Fighter> {
    let (troops, sides) = m_die(rules, text)?;
    // The one rolls against the other alone; that the second is wounded helps him nothing.
    let enemy = if who == Who::One { Who::Other } else { Who::One };
    let advantage = args.wounded.contains(&enemy) || args.advantage.contains(&who);
    Ok(Fighter::new(troops, sides, args.wounded.contains(&who), advantage))
}

pub(super) fn melee(args: &OddsMelee) -> Done {
    let rules = rulebook(&args.rules.book)?;
    if args.second.is_none()
        && [&args.wounded, &args.advantage].iter().any(|of| of.contains(&Who::Second))
    {
        return Err(Failure::hinted(
            "there is no second figure that could be wounded or have an advantage",
            "name it by `--second DIE` or `--second TROOPS`",
        ));
    }
    let bout = |one: &str, other: &str, second: Option<&str>| -> Done<Bout> {
        let fighter = |who, text: &str| fighter(args, &rules, who, text);
        let two = [fighter(Who::One, one)?, fighter(Who::Other, other)?];
        let second = second.map(|text| fighter(Who::Second, text)).transpose()?;
        Ok(Bout::of(&rules, two, second, args.rounds)?)
    };
    let bouts = if args.table {
        let names = || rules.troops.iter().map(|t| t.name.as_str());
        let pairs = names().flat_map(|one| names().map(move |other| (one, other)));
        pairs.map(|(one, other)| bout(one, other, None)).collect::<Result<_, _>>()?
    } else {
        vec![bout(&args.one, &args.other, args.second.as_deref())?]
    };
    print("melee", (args.rules.format, args.table), &bouts, &json!({}))
}
