//! `skirmish odds attack` and `skirmish odds duel`: fighting that a rulebook says in tables (FT-01 to FT-07).

use indicatif::HumanCount;
use serde_json::{Value as Json, json};
use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::rulebook::{
    ChainKind, Rulebook, Situation, StepCondition as C, StepMelee, TroopType, Weapon,
};
use skirmish_odds::steps::{Attack, Attacked, Man, StepDuel};
use skirmish_report::once::grouped;
use skirmish_report::text::listed;

use super::{print, rulebook};
use crate::args::{self, OddsAttack, OddsDuel, TableFormat};
use crate::fire;
use crate::output;
use crate::shell::quoted;
use crate::status::{Done, Failure, unknown};
use crate::troops;

/// The rulebook of a question, if it fights by steps.
fn need_steps(args: &args::Rules) -> Done<Rulebook> {
    let rules = rulebook(args)?;
    if rules.fighting.is_by_steps() {
        return Ok(rules);
    }
    let mut hints: Vec<String> = troops::asked(&rules).into_iter().collect();
    hints.push(format!(
        "this is a question about rules with `fighting = \"steps\"` and tables of their own, or with tables that come with the \
         program, such as --set fighting=hit-wound-save: there are {}",
        troops::by_steps()
    ));
    Err(Failure::Usage(format!("rulebook `{}` does not fight by steps", rules.name), hints))
}

/// What may hold of such an attack.
fn may(chain: ChainKind) -> Vec<C> {
    let all = C::ALL.iter().copied();
    all.filter(|condition| *condition != C::Always && condition.goes_with(chain)).collect()
}

/// What may hold of a whole duel.
const DUELS: &[C] =
    &[C::Barricade, C::BehindBarricade, C::Mounted, C::TargetMounted, C::Leads, C::TargetLeads];

/// Conditions of which one shuts out the other.
const EITHER: [[C; 2]; 2] = [[C::MediumRange, C::LongRange], [C::LongerReach, C::ShorterReach]];

/// Reads `charges` and `helped=2`. No more friends count than the rulebook lets help.
pub(crate) fn situation(
    words: &[String],
    most_helpers: i32,
    may: &[C],
    of: &str,
) -> Done<Situation> {
    let mut situation = Situation::PLAIN;
    let all = || may.iter().map(|condition| condition.name()).collect::<Vec<_>>();
    for word in words {
        let (name, count) = match word.split_once('=') {
            None => (word.trim(), None),
            Some((name, count)) => (name.trim(), Some(count.trim())),
        };
        let Some(condition) = C::ALL.iter().find(|condition| condition.name() == name) else {
            let what = format!("no step asks for `--factor {name}`");
            let others = format!("it may be {}", all().join(", "));
            return Err(Failure::no_such(what, name, &all(), others));
        };
        if !may.contains(condition) {
            return Err(Failure::hinted(
                format!("`--factor {name}` is not set for {of}: {}", condition.meaning()),
                format!("it may be {}", all().join(", ")),
            ));
        }
        let helps = match condition {
            C::Helped => Some(0),
            C::TargetHelped => Some(1),
            _ => None,
        };
        match (helps, count) {
            (Some(k), count) => {
                let count = count.unwrap_or("1").parse::<i32>().ok();
                let count = count.filter(|count| (0..=100).contains(count)).ok_or_else(|| {
                    Failure::usage(format!("`--factor {word}` takes a number of friends, 0 to 100"))
                })?;
                situation.helpers[k] = count.min(most_helpers);
            }
            (None, None) => situation = situation.with(*condition, true),
            (None, Some(_)) => {
                return Err(Failure::usage(format!(
                    "`--factor {name}` holds or does not: it takes no count"
                )));
            }
        }
    }
    let holds = |condition: &C| situation.times(*condition) > 0;
    if let Some([one, other]) = EITHER.iter().find(|both| both.iter().all(holds)) {
        let (one, other) = (one.name(), other.name());
        let message = format!("`--factor {one}` and `--factor {other}` cannot both hold");
        return Err(Failure::usage(message));
    }
    Ok(situation)
}

/// How far a shot goes.
fn at_range(args: &OddsAttack, weapon: &Weapon, situation: &Situation) -> Done<Len> {
    let Some(missile) = &weapon.missile else {
        return Err(Failure::hinted(
            format!("`{}` does not shoot: it has no range", weapon.name),
            "leave out `--shoot`, or name a weapon that shoots",
        ));
    };
    let named = |condition| usize::from(situation.times(condition) > 0);
    let band = match args.range {
        None => (2 * named(C::LongRange)).max(named(C::MediumRange)),
        Some(distance) => {
            let band = missile.range.iter().position(|far| distance <= *far);
            band.ok_or_else(|| {
                let far = f64::from(missile.range[2]) / f64::from(UNIT);
                Failure::usage(format!("`{}` shoots no farther than {far} inches", weapon.name))
            })?
        }
    };
    for (k, condition) in [(1, C::MediumRange), (2, C::LongRange)] {
        if named(condition) > 0 && band != k {
            let inches = f64::from(args.range.unwrap_or(0)) / f64::from(UNIT);
            return Err(Failure::hinted(
                format!("{inches} inches are not `{}` for `{}`", condition.name(), weapon.name),
                "leave `--factor` out: `--range` says which range it is",
            ));
        }
    }
    let distance = args.range.unwrap_or(missile.range[band]);
    // Short range is where nothing else is said.
    let distance = if args.range.is_none() && band == 0 { 0 } else { distance };
    Ok(distance)
}

/// A troop type with gear (FT-10).
fn equipped(rules: &Rulebook, name: &str, gear: &[String]) -> Done<TroopType> {
    let plain = fire::troops(rules, name)?;
    let k = rules.troops.iter().position(|troops| troops.name == plain.name).unwrap_or(0);
    let all = || rules.steps.gear.iter().map(|gear| gear.name.clone());
    gear.iter().try_fold(plain.clone(), |troops, name| {
        let found = rules.steps.gear.iter().find(|gear| gear.name == *name);
        let Some(gear) = found else { return Err(unknown("gear", name, all())) };
        if !gear.is_for(k) {
            let may = gear.troops.iter().filter_map(|k| rules.troops.get(*k));
            let may = may.map(|troops| troops.name.as_str()).collect::<Vec<_>>();
            return Err(Failure::hinted(
                format!("`{}` has no {name}", plain.name),
                format!("{} may have it: see `gear.{name}` of the rulebook", may.join(", ")),
            ));
        }
        if troops.gear.contains(name) {
            return Err(Failure::usage(format!(
                "`{name}` is named twice, and nobody has it twice"
            )));
        }
        Ok(troops.with(gear))
    })
}

/// One attack.
fn one(
    args: &OddsAttack,
    rules: &Rulebook,
    (own, weapon): (&TroopType, &Weapon),
    (other, arms): (&TroopType, &Weapon),
) -> Done<Attacked> {
    let steps = &rules.steps;
    let [own, other] = [Man::new(steps, own, weapon), Man::new(steps, other, arms)];
    let pair = [&own, &other];
    let attack = if args.shoot {
        let situation =
            situation(&args.factors, steps.most_helpers, &may(ChainKind::Shoot), "shots")?;
        let distance = at_range(args, weapon, &situation)?;
        Attack::shot(steps, pair, situation, distance)
            .ok_or_else(|| Failure::usage(format!("`{}` does not shoot so far", weapon.name)))?
    } else {
        let situation =
            situation(&args.factors, steps.most_helpers, &may(ChainKind::Strike), "blows")?
                .with(C::LongerReach, own.reach > other.reach)
                .with(C::ShorterReach, own.reach < other.reach);
        Attack::blow(steps, pair, situation)
    };
    Ok(attack.law()?)
}

/// Refuses a rulebook by which nobody attacks so.
fn need(rules: &Rulebook, chain: ChainKind) -> Done {
    if !rules.steps.chain(chain).steps.is_empty() {
        return Ok(());
    }
    Err(Failure::hinted(
        format!("rulebook `{}` has no steps to {}", rules.name, chain.name()),
        format!("they stand in its table `{}`", chain.name()),
    ))
}

/// Who attacks, with what, and whom; unless all are named, what there is to name.
fn asked<'a>(
    question: &str,
    (book, rules): (&args::Rules, &Rulebook),
    named: [&'a Option<String>; 3],
    can: impl Fn(&Weapon) -> bool,
) -> Done<[&'a String; 3]> {
    if let [Some(troops), Some(weapon), Some(against)] = named {
        return Ok([troops, weapon, against]);
    }
    let missing = ["--troops", "--weapon", "--against"].into_iter().zip(named);
    let missing = missing.filter(|(_, name)| name.is_none()).map(|(flag, _)| flag);
    let troops: Vec<&str> = rules.troops.iter().map(|troops| troops.name.as_str()).collect();
    let able: Vec<&Weapon> = rules.weapons.iter().filter(|weapon| can(weapon)).collect();
    let weapons: Vec<&str> = able.iter().map(|weapon| weapon.name.as_str()).collect();
    let mut hints = vec![
        format!("troop types of `{}`: {}", rules.name, troops.join(", ")),
        format!("weapons: {}", weapons.join(", ")),
    ];
    // One that is not for shooting, if there is such.
    let usual = able.iter().find(|weapon| weapon.missile.is_none()).or(able.first());
    if let ([one, .., other] | [one @ other], Some(weapon)) = (&troops[..], usual) {
        let [from, one, weapon, other] =
            [&book.rules, *one, weapon.name.as_str(), *other].map(quoted);
        hints.push(format!(
            "for example: skirmish odds {question} --rules {from} --troops {one} --weapon {weapon} --against {other}"
        ));
    }
    hints.push(format!("other rulebooks, by `--rules`: {}, or your own", troops::by_steps()));
    let missing = listed(&missing.collect::<Vec<_>>(), "and");
    Err(Failure::Usage(format!("`odds {question}` wants {missing}"), hints))
}

pub(super) fn attack(args: &OddsAttack) -> Done {
    let who = &args.who;
    let rules = need_steps(&args.rules.book)?;
    let chain = if args.shoot { ChainKind::Shoot } else { ChainKind::Strike };
    need(&rules, chain)?;
    let can = |weapon: &Weapon| !args.shoot || weapon.missile.is_some();
    if !args.table {
        let named = [&who.troops, &who.weapon, &who.against];
        let question = if args.shoot { "attack --shoot" } else { "attack" };
        asked(question, (&args.rules.book, &rules), named, can)?;
    }
    let against_weapon = who.against_weapon.as_deref();
    let against_weapon = against_weapon.map(|name| fire::weapon(&rules, name)).transpose()?;
    let attacked = match (&who.troops, &who.weapon, &who.against) {
        (Some(own), Some(weapon), Some(other)) if !args.table => {
            let weapon = fire::weapon(&rules, weapon)?;
            let own = equipped(&rules, own, &who.gear)?;
            let other = equipped(&rules, other, &who.against_gear)?;
            let against = (&other, against_weapon.unwrap_or(weapon));
            vec![one(args, &rules, (&own, weapon), against)?]
        }
        _ => {
            let weapons = || rules.weapons.iter().filter(|weapon| can(weapon));
            let mut all = Vec::new();
            for own in &rules.troops {
                for weapon in weapons() {
                    for other in &rules.troops {
                        let other = (other, against_weapon.unwrap_or(weapon));
                        all.push(one(args, &rules, (own, weapon), other)?);
                    }
                }
            }
            all
        }
    };
    if attacked.is_empty() {
        return Err(Failure::usage(format!("no weapon of rulebook `{}` shoots", rules.name)));
    }
    let table = args.table.then(|| table(&rules, &attacked));
    let more = json!({
        "shoots": args.shoot,
        "contest": !args.shoot && rules.steps.melee == StepMelee::Contest,
        "above": rules.troops.iter().map(|troops| &troops.name).collect::<Vec<_>>(),
        "rows": table,
        "against_weapon": against_weapon.map(|weapon| &weapon.name),
        "profiles": args.table.then(|| troops::profiles(&rules, against_weapon)),
    });
    // The text of a table has rows of its own, and needs no record of each attack.
    let is_told = args.table && matches!(args.rules.format, TableFormat::Text);
    let attacked = if is_told { &attacked[..1] } else { &attacked };
    print("attack", (args.rules.format, args.table), attacked, &more)
}

/// Troops with their weapons, those that do the same together, and the chance to bring down each troop type.
fn table(rules: &Rulebook, all: &[Attacked]) -> Json {
    let rows = all.chunks(rules.troops.len()).map(|row| {
        let down = row.iter().map(|of| of.down[1].to_string()).collect::<Vec<_>>();
        ((&row[0].pair[0].troops, down), &row[0].pair[0].weapon)
    });
    let rows = grouped(rows).into_iter();
    rows.map(
        |((troops, down), weapons)| json!({ "troops": troops, "weapons": weapons, "down": down }),
    )
    .collect()
}

/// States of a duel that are worked out within a second or so.
const MANY_STATES: u64 = 600;

pub(super) fn duel(args: &OddsDuel) -> Done {
    let who = &args.who;
    let rules = need_steps(&args.rules.book)?;
    need(&rules, ChainKind::Strike)?;
    let steps = &rules.steps;
    let named = [&who.troops, &who.weapon, &who.against];
    let [troops, weapon, against] = asked("duel", (&args.rules.book, &rules), named, |_| true)?;
    let weapon = fire::weapon(&rules, weapon)?;
    let arms = who.against_weapon.as_deref().map(|name| fire::weapon(&rules, name)).transpose()?;
    let own = Man::new(steps, &equipped(&rules, troops, &who.gear)?, weapon);
    let against = equipped(&rules, against, &who.against_gear)?;
    let other = Man::new(steps, &against, arms.unwrap_or(weapon));
    let situation = situation(&args.factors, steps.most_helpers, DUELS, "a duel")?;
    let duel = StepDuel {
        steps,
        pair: [&own, &other],
        several: args.several,
        charge: !args.standing,
        situation,
    };
    let states = duel.states()?;
    if states > MANY_STATES {
        output::note(&format!(
            "there are up to {} ways in which these can be wounded, and all chances are exact: this takes a while; Ctrl-C ends it",
            HumanCount(states)
        ));
    }
    print("duel", (args.rules.format, false), &[duel.law(args.rounds)?], &json!({}))
}
