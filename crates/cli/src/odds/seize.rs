//! `odds seize`: the chance that a nominee seizes the initiative (LL-03).

use skirmish_odds::nominee::Attempt;

use super::columns::signed;
use super::nominee::{factors, nominees, of_all, seizing};
use super::print;
use crate::args::OddsSeize;
use crate::status::Done;

pub(super) fn seize(args: &OddsSeize) -> Done {
    let rules = seizing(&args.rules.book)?;
    let factors = factors(&rules, &args.nominee.factors)?;
    let nominees = nominees(&rules, &args.nominee, &factors, args.table)?.into_iter();
    let attempts =
        nominees.map(|nominee| nominee.attempt(&rules)).collect::<Result<Vec<_>, _>>()?;
    let table = |all: &[Attempt]| {
        let cells = all.iter().map(|attempt| attempt.chance.percent(2));
        of_all(&rules, &factors, "Chance to seize", cells)
    };
    print((args.rules.format, args.table), &attempts, table, text)
}

fn text(a: &Attempt) -> String {
    let line = |what: String, value: String| format!("  {what:<28} {value:>4}\n");
    let of = &a.nominee;
    let mut text = format!("{} = {}\n\n", a.chance, a.chance.percent(4));
    text += &line(format!("base, {}", of.troops), of.base.to_string());
    if let Some(leader) = &of.leader {
        text += &line(format!("leader, {leader}"), signed(of.leadership));
    }
    for f in &of.factors {
        let name =
            if f.times == 1 { f.factor.clone() } else { format!("{} x {}", f.factor, f.times) };
        text += &line(name, signed(f.adds));
    }
    // What counts for the roller is not needed on the dice.
    let less = i64::from(of.base) - a.roll.needed();
    let why = match less {
        0 => String::new(),
        less if less > 0 => format!(", {} - {less}", of.base),
        more => format!(", {} + {}", of.base, -more),
    };
    text += &line(format!("needed on {}{why}", a.roll.dice), a.roll.needed().to_string());
    text + "\nRule LL-03: dice + leadership + factors >= base; no roll succeeds or fails automatically.\n"
}
