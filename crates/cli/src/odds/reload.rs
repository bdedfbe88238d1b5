//! `skirmish odds reload`: how long reloading takes (PG-09, PG-12).

use serde_json::json;
use skirmish_engine::rulebook::{Loader, Rulebook};
use skirmish_odds::fire::Reload;

use super::print;
use crate::args::OddsReload;
use crate::fire::{rulebook, troops};
use crate::status::Done;

fn solved(args: &OddsReload, rules: &Rulebook) -> Done<Vec<Reload>> {
    let (fire, turns) = (&rules.fire, args.turns);
    let figure = |name: Option<&str>, die| Reload::figure(fire, name, (die, args.wounded), turns);
    let line = |who| Reload::line(fire, who, turns);
    if args.table {
        let figures = rules.troops.iter().map(|t| figure(Some(&t.name), t.skills.aimed));
        let lines = [Loader::Rank, Loader::Platoon].map(line);
        return Ok(figures.chain(lines).collect::<Result<_, _>>()?);
    }
    Ok(vec![match (args.rank, args.platoon, args.die) {
        (true, ..) => line(Loader::Rank)?,
        (_, true, _) => line(Loader::Platoon)?,
        (_, _, Some(die)) => figure(None, die.sides)?,
        _ => {
            let troops = troops(rules, &args.troops)?;
            figure(Some(&troops.name), troops.skills.aimed)?
        }
    }])
}

pub(super) fn reload(args: &OddsReload) -> Done {
    let rules = rulebook(&args.rules.book)?;
    print("reload", (args.rules.format, args.table), &solved(args, &rules)?, &json!({}))
}
