//! `skirmish odds attack` and `duel`: fighting by the steps of a rulebook (FT-01 to FT-07).

use indicatif::HumanCount;
use serde::Serialize;
use serde_json::{Value as Json, json};
use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::rulebook::{
    ChainKind, Rulebook, Situation, StepCondition as C, StepMelee, TroopType, Weapon,
};
use skirmish_odds::steps::{Attack, Attacked, Combatant, StepDuel};
use skirmish_odds::{Ratio, Solved};
use skirmish_report::chart::{Axis, Chart, ValueFormat, heat_map};
use skirmish_report::chart_labels;
use skirmish_report::comparison::Value;
use skirmish_report::once::grouped;
use skirmish_report::text::listed;

use super::{print, rulebook};
use crate::args::{self, Fighters, OddsAttack, OddsDuel, TableFormat};
use crate::fire;
use crate::output;
use crate::shell::quoted;
use crate::status::{Failure, Result, unknown};
use crate::troops;

/// Returns the rulebook. Fails if it does not fight by steps.
fn need_steps(args: &args::Rules) -> Result<Rulebook> {
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

fn may(chain: ChainKind) -> Vec<C> {
    let all = C::ALL.iter().copied();
    all.filter(|condition| *condition != C::Always && condition.goes_with(chain)).collect()
}

const DUELS: &[C] =
    &[C::Barricade, C::BehindBarricade, C::Mounted, C::TargetMounted, C::Leads, C::TargetLeads];

/// Conditions that exclude each other.
const EITHER: [[C; 2]; 2] = [[C::MediumRange, C::LongRange], [C::LongerReach, C::ShorterReach]];

/// Reads conditions such as `charges` and `helped=2`, with at most as many helpers as the rulebook allows.
fn situation(words: &[String], most_helpers: i32, may: &[C], of: &str) -> Result<Situation> {
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

fn at_range(
    range: Option<Len>,
    (rules, own): (&Rulebook, &Combatant),
    situation: &Situation,
) -> Result<Len> {
    let (_, missile) = fire::with_ranges(rules, Some(&own.weapon))?;
    let named = |condition| usize::from(situation.times(condition) > 0);
    let inches = |length: Len| f64::from(length) / f64::from(UNIT);
    let Some(distance) = range else {
        // Short range needs no condition.
        let band = (2 * named(C::LongRange)).max(named(C::MediumRange));
        return Ok(if band == 0 { 0 } else { missile.range[band] });
    };
    let Some(band) = missile.band(i64::from(distance) * i64::from(distance)) else {
        let far = inches(missile.range[2]);
        return Err(Failure::usage(format!(
            "`{}` shoots no farther than {far} inches",
            own.weapon
        )));
    };
    for (k, condition) in [(1, C::MediumRange), (2, C::LongRange)] {
        if named(condition) > 0 && band != k {
            let (far, name) = (inches(distance), condition.name());
            return Err(Failure::hinted(
                format!("{far} inches are not `{name}` for `{}`", own.weapon),
                "leave `--factor` out: `--range` says which range it is",
            ));
        }
    }
    Ok(distance)
}

/// Returns a troop type with gear (FT-10).
fn equipped(rules: &Rulebook, name: &str, gear: &[String]) -> Result<TroopType> {
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

fn one(args: &OddsAttack, rules: &Rulebook, [own, other]: &[Combatant; 2]) -> Result<Attacked> {
    let steps = &rules.steps;
    let chain = if args.shoot { ChainKind::Shoot } else { ChainKind::Strike };
    let what = if args.shoot { "shots" } else { "blows" };
    let situation = situation(&args.of.factors, steps.most_helpers, &may(chain), what)?;
    let attack = if args.shoot {
        let distance = at_range(args.range, (rules, own), &situation)?;
        Attack::shot(steps, [own, other], situation, distance)
            .ok_or_else(|| Failure::usage(format!("`{}` does not shoot so far", own.weapon)))?
    } else {
        let situation = situation
            .with(C::LongerReach, own.reach > other.reach)
            .with(C::ShorterReach, own.reach < other.reach);
        Attack::blow(steps, [own, other], situation)
    };
    Ok(attack.law()?)
}

/// Fails if the rulebook has no such attacks.
fn need(rules: &Rulebook, chain: ChainKind) -> Result {
    if !rules.steps.chain(chain).steps.is_empty() {
        return Ok(());
    }
    Err(Failure::hinted(
        format!("rulebook `{}` has no steps to {}", rules.name, chain.name()),
        format!("they stand in its table `{}`", chain.name()),
    ))
}

/// Returns the fighters. Fails if one is not named, with a list of names.
fn pair(
    question: &str,
    (book, rules): (&args::Rules, &Rulebook),
    of: &Fighters,
    can: impl Fn(&Weapon) -> bool,
) -> Result<[Combatant; 2]> {
    if let (Some(own), Some(weapon), Some(other)) = (&of.troops, &of.weapon, &of.against) {
        let weapon = fire::weapon(rules, weapon)?;
        let arms = arms(of, rules)?.unwrap_or(weapon);
        let own = equipped(rules, own, &of.gear)?;
        let other = equipped(rules, other, &of.against_gear)?;
        return Ok([(own, weapon), (other, arms)].map(|(t, w)| Combatant::new(&rules.steps, &t, w)));
    }
    let named = [("--troops", &of.troops), ("--weapon", &of.weapon), ("--against", &of.against)];
    let missing = named.iter().filter(|(_, name)| name.is_none()).map(|(flag, _)| *flag);
    let troops: Vec<&str> = rules.troops.iter().map(|troops| troops.name.as_str()).collect();
    let able: Vec<&Weapon> = rules.weapons.iter().filter(|weapon| can(weapon)).collect();
    let weapons: Vec<&str> = able.iter().map(|weapon| weapon.name.as_str()).collect();
    let mut hints = vec![
        format!("troop types of `{}`: {}", rules.name, troops.join(", ")),
        format!("weapons: {}", weapons.join(", ")),
    ];
    // A weapon that does not shoot, if there is one.
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

/// Returns the target's weapon, if it is not the attacker's.
fn arms<'r>(of: &Fighters, rules: &'r Rulebook) -> Result<Option<&'r Weapon>> {
    of.against_weapon.as_deref().map(|name| fire::weapon(rules, name)).transpose()
}

/// Returns the attacks of every troop type with every weapon on every troop type.
fn all_pairs(args: &OddsAttack, rules: &Rulebook, arms: Option<&Weapon>) -> Result<Vec<Attacked>> {
    let man = |troops, weapon| Combatant::new(&rules.steps, troops, weapon);
    let mut all = Vec::new();
    for own in &rules.troops {
        for weapon in rules.weapons.iter().filter(|weapon| can(args, weapon)) {
            for other in &rules.troops {
                let pair = [man(own, weapon), man(other, arms.unwrap_or(weapon))];
                all.push(one(args, rules, &pair)?);
            }
        }
    }
    if all.is_empty() {
        return Err(Failure::usage(format!("no weapon of rulebook `{}` shoots", rules.name)));
    }
    Ok(all)
}

fn can(args: &OddsAttack, weapon: &Weapon) -> bool {
    !args.shoot || weapon.missile.is_some()
}

pub(super) fn attack(args: &OddsAttack) -> Result {
    // The options that `--table` conflicts with keep clap from requiring it.
    if args.svg.is_some() && !args.table {
        return Err(Failure::hinted(
            "`--svg` draws the chances of all troop types",
            "say --table, and leave out who attacks whom",
        ));
    }
    let rules = need_steps(&args.rules.book)?;
    need(&rules, if args.shoot { ChainKind::Shoot } else { ChainKind::Strike })?;
    let arms = arms(&args.of, &rules)?;
    let attacked = if args.table {
        all_pairs(args, &rules, arms)?
    } else {
        let question = if args.shoot { "attack --shoot" } else { "attack" };
        let pair = pair(question, (&args.rules.book, &rules), &args.of, |it| can(args, it))?;
        vec![one(args, &rules, &pair)?]
    };
    let rows = if args.table { table(&rules, &attacked) } else { Vec::new() };
    let above: Vec<String> = rules.troops.iter().map(|troops| troops.name.clone()).collect();
    let more = json!({
        "rulebook": rules.name,
        "shoots": args.shoot,
        "contest": !args.shoot && rules.steps.melee == StepMelee::Contest,
        "above": above,
        "rows": rows,
        "against_weapon": arms.map(|weapon| &weapon.name),
        "profiles": args.table.then(|| troops::profiles(&rules, arms)),
    });
    // As text, a table has rows of its own and needs no single attacks.
    let is_told = args.table && matches!(args.rules.format, TableFormat::Text);
    let told = if is_told { &attacked[..1] } else { &attacked };
    let chart = || Ok(tiles(&attacked[0], &more, &rows, above.clone()));
    let tell = || print("attack", (args.rules.format, args.table), told, &more);
    args.drawing.draw(args.svg.as_deref(), chart, tell)
}

/// Draws attackers at the left, targets above, and the chance to bring each down.
fn tiles(a: &Attacked, more: &Json, rows: &[Row], above: Vec<String>) -> Chart {
    let [x, y] = ["Target", "Attacker"].map(|name| Axis::of(name, ValueFormat::Plain, None));
    let mut facts = more.clone();
    facts["chart"] = "attack".into();
    facts["a"] = json!(a.answer());
    let labels = chart_labels("charts", &facts);
    let name = |row: &Row| match &row.weapons[..] {
        [one] => format!("{} ({one})", row.troops),
        several => format!("{} ({} etc.)", row.troops, several[0]),
    };
    let cell = |chance: &Ratio| Some(Value { value: chance.to_f64(), interval: None });
    let cells: Vec<Vec<_>> = rows.iter().map(|row| row.down.iter().map(cell).collect()).collect();
    let names = [rows.iter().map(name).collect(), above];
    heat_map(
        Chart { labels, x, y, ..Chart::default() },
        &names,
        &cells,
        (None, ValueFormat::Percent),
    )
}

/// A troop type with weapons of equal effect, and its chances to bring down each troop type.
#[derive(Serialize)]
struct Row {
    troops: String,
    weapons: Vec<String>,
    down: Vec<Ratio>,
}

fn table(rules: &Rulebook, all: &[Attacked]) -> Vec<Row> {
    let rows = all.chunks(rules.troops.len()).map(|row| {
        let [own, _] = &row[0].pair;
        let down: Vec<Ratio> = row.iter().map(|of| of.down[1].clone()).collect();
        ((own.troops.clone(), down), own.weapon.clone())
    });
    let row = |((troops, down), weapons)| Row { troops, weapons, down };
    grouped(rows).into_iter().map(row).collect()
}

/// States of a duel that take about a second to work out.
const MANY_STATES: u64 = 600;

pub(super) fn duel(args: &OddsDuel) -> Result {
    let rules = need_steps(&args.rules.book)?;
    need(&rules, ChainKind::Strike)?;
    let steps = &rules.steps;
    let pair = pair("duel", (&args.rules.book, &rules), &args.of, |_| true)?;
    let duel = StepDuel {
        steps,
        pair: pair.each_ref(),
        several: args.several,
        charge: !args.standing,
        situation: situation(&args.of.factors, steps.most_helpers, DUELS, "a duel")?,
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
