//! `skirmish odds reload`: how long reloading takes (PG-09, PG-12).

use skirmish_engine::rulebook::{Loader, Rulebook};
use skirmish_odds::Ratio;
use skirmish_odds::fire::Reload;

use super::columns::{counted, headed, short};
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
    print((args.rules.format, args.table), &solved(args, &rules)?, grid, text)
}

fn name(a: &Reload) -> String {
    let anybody = || format!("a {}", a.who.name());
    a.troops.clone().unwrap_or_else(anybody) + if a.wounded { ", wounded" } else { "" }
}

fn text(a: &Reload) -> String {
    let (chance, percent) = (&a.chance, a.chance.percent(4));
    let head = format!("{}, reloading on {}+ with {}", name(a), a.needed, a.die);
    let how_long = match (a.law.mean(), a.median) {
        (Some(mean), Some(median)) => format!(
            "  mean   {}: {} that fail, and the one that succeeds\n  median {median}\n",
            counted(mean.decimal(4), "turn"),
            (&mean - &Ratio::ONE).decimal(4)
        ),
        _ => "  it is never loaded\n".to_owned(),
    };
    let turns = (1..=a.turns).map(|turn| {
        let exact = a.law.chance(turn);
        let by_then = a.law.cdf(turn).percent(3);
        vec![turn.to_string(), exact.percent(3), by_then, short(&exact)]
    });
    let turns = headed(["turn", "chance", "by then", "exact"], turns);
    let rule = match a.who {
        Loader::Figure => "PG-09: the AF die alone, in a later turn",
        _ => "PG-12: one die for all that fired together",
    };
    format!("{chance} = {percent}: {head}\n\n{how_long}\n{turns}\nRule {rule}.\n")
}

fn grid(all: &[Reload]) -> String {
    let rows = all.iter().map(|a| {
        let mean = a.law.mean().map(|mean| mean.decimal(3));
        let third = (a.turns >= 3).then(|| a.law.cdf(3).percent(1));
        vec![
            name(a),
            a.die.to_string(),
            format!("{}+", a.needed),
            a.chance.percent(2),
            a.chance.to_string(),
            mean.unwrap_or_else(|| "for ever".to_owned()),
            third.unwrap_or_default(),
        ]
    });
    let head = ["", "die", "needed", "one roll", "exact", "mean turns", "loaded after 3"];
    format!("Reloading\n\n{}", headed(head, rows))
}
