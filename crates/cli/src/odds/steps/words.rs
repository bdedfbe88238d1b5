//! Attacks and duels by steps as text.

use std::fmt::Write as _;

use skirmish_engine::battle::geometry::UNIT;
use skirmish_engine::rulebook::{Amount, ChainKind, Party, Rulebook, StepMelee, Weapon};
use skirmish_odds::steps::{Attacked, Ending, Fought, Man};
use skirmish_odds::{Pmf, Ratio};
use skirmish_report::once::grouped;

use crate::odds::columns::{
    TOLD, TOO_LONG, bare_percent, chance_row, columns, counted, foot, grid, headed, short, signed,
};
use crate::page::wrapped;
use crate::troops;

/// Numbers of wounds that are listed; what is more is told in one line.
const LISTED: usize = 12;

/// `brute with axe`
fn named(man: &Man) -> String {
    format!("{} with {}", man.troops, man.weapon)
}

/// Who attacks whom, and under which conditions.
fn subject(a: &Attacked) -> String {
    let [own, other] = &a.pair;
    let mut text = format!("{} {} {}", named(own), verb(a.chain), named(other));
    if a.chain == ChainKind::Shoot {
        let _ = write!(text, ", {} inches off", f64::from(a.distance) / f64::from(UNIT));
    }
    for (condition, times) in &a.holds {
        let _ = write!(text, ", {}", condition.name());
        if *times != 1 {
            let _ = write!(text, " × {times}");
        }
    }
    text
}

const fn verb(chain: ChainKind) -> &'static str {
    match chain {
        ChainKind::Shoot => "shoots at",
        ChainKind::Strike | ChainKind::Nerve => "strikes at",
    }
}

/// What a row adds, with its sign: `+d3`.
fn added(adds: &Amount) -> String {
    match adds.dice {
        None => signed(adds.plus),
        Some(_) => format!("+{adds}"),
    }
}

/// What all rows add: `+2`, `+1 +d3`.
fn together(rows: &[(String, Amount)]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let fixed = rows.iter().filter(|(_, adds)| adds.dice.is_none());
    let sum: i32 = fixed.map(|(_, adds)| adds.plus).sum();
    let dice = rows.iter().filter(|(_, adds)| adds.dice.is_some()).map(|(_, adds)| added(adds));
    let all = (sum != 0).then(|| signed(sum)).into_iter().chain(dice);
    match all.collect::<Vec<_>>() {
        none if none.is_empty() => signed(0),
        all => all.join(" "),
    }
}

/// The numbers of wounds, the last of them together if there are many.
fn wounds(law: &Pmf) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> =
        law.iter().take(LISTED).map(|(n, exact)| chance_row(n, &exact)).collect();
    if let Some(from) = law.support().nth(LISTED) {
        rows.push(chance_row(format!("{from} or more"), &law.at_least(from)));
    }
    rows
}

/// `1/6 = 16.667 %`
fn chance(exact: &Ratio) -> String {
    match short(exact).as_str() {
        TOO_LONG => exact.percent(3),
        fraction => format!("{fraction} = {}", exact.percent(3)),
    }
}

/// The steps, with what is rolled and how likely an attack is to get past each.
fn steps(a: &Attacked) -> String {
    let rows = || a.steps.iter().flat_map(|step| &step.rows);
    let is_added = rows().next().is_some();
    let head = ["step", "rolled", "added", "reached", "chance", "exact"].map(str::to_owned);
    let steps = a.steps.iter().map(|step| {
        // A save that succeeds ends the attack.
        let name = if step.stops { format!("{} fails", step.name) } else { step.name.clone() };
        let how = step.how.clone();
        let [reached, through] = [&step.reached, &step.through].map(|of| of.percent(3));
        [name, how, together(&step.rows), reached, through, short(&step.through)]
    });
    let lines = std::iter::once(head).chain(steps);
    let shown = |line: [String; 6]| {
        let cells = line.into_iter().enumerate().filter(|(k, _)| is_added || *k != 2);
        cells.map(|(_, cell)| cell).collect::<Vec<_>>()
    };
    let mut text = columns(lines.map(shown));
    if is_added {
        let rows: Vec<String> =
            rows().map(|(why, adds)| format!("{why} {}", added(adds))).collect();
        let _ = writeln!(text, "  added: {}", rows.join(", "));
    }
    text
}

pub(super) fn attack(a: &Attacked) -> String {
    let [own_down, down] = &a.down;
    let mut text = match down.is_zero() {
        true => format!("{}: never down in one attack", subject(a)),
        false => format!("{}: down in {}", subject(a), chance(down)),
    };
    if !own_down.is_zero() {
        let _ = write!(text, ", the attacker in {}", chance(own_down));
    }
    text = wrapped(&(text + "."), 0);
    let mut attacks = a.written.to_string();
    for (why, adds) in &a.extra {
        let _ = write!(attacks, ", {why} {}", added(adds));
    }
    if a.is_halved {
        attacks.push_str(", halved");
    }
    let mut has = vec![vec!["attacks at once".to_owned(), attacks]];
    has.push(vec!["wounds that bring him down".to_owned(), a.left[1].to_string()]);
    if !own_down.is_zero() {
        has.push(vec!["wounds that bring down the attacker".to_owned(), a.left[0].to_string()]);
    }
    let _ = write!(text, "\n\n{}\n{}", columns(has), steps(a));
    let is_one = a.attacks.support().all(|count| *count <= 1);
    if a.steps.len() > 1 && !(is_one && a.through == *down) {
        let all = [chance_row("An attack gets past all of them", &a.through)];
        let _ = write!(text, "\n{}", columns(all));
    }
    let laws = a.wounds();
    for (party, who) in [(Party::Target, "target"), (Party::Attacker, "attacker")] {
        let k = party as usize;
        // Where the first wound brings him down that has been said.
        let is_told = *laws[k].max() == 0 || laws[k].at_least(&1) == a.down[k];
        if !is_told {
            let mean = laws[k].mean().decimal(4);
            let _ = write!(
                text,
                "\nWounds of the {who}, {mean} on average\n{}",
                columns(wounds(&laws[k]))
            );
        }
        let rest = a.besides(party);
        let rest: Vec<_> = rest.iter().map(|(words, chance)| chance_row(words, chance)).collect();
        if !rest.is_empty() {
            // Of several attacks at once the worst counts.
            let besides = if is_told { "" } else { " besides" };
            let _ = write!(text, "\nWhat becomes of the {who}{besides}\n{}", columns(rest));
        }
    }
    let is_contest = a.chain == ChainKind::Strike && a.melee == StepMelee::Contest;
    let contest: &[&str] = if is_contest { &[CONTEST] } else { &[] };
    text + &foot(&[&[NOTE][..], contest].concat())
}

const CONTEST: &str = "In a round both roll once (FT-07): where the target wins the roll, the blow is his, and is not counted here. \
                       `skirmish odds duel` counts both.";

const NOTE: &str = "Rules FT-01 to FT-06. The chance of a step is that once it is reached; wounds and what becomes of either are \
                    those of all attacks that a figure makes at once, on an unhurt target. Nerve is left out (FT-08).";

/// Troops by weapons at the left, whom they attack above, and what these are like.
pub(super) fn table(rules: &Rulebook, all: &[Attacked], against: Option<&Weapon>) -> String {
    let above = rules.troops.iter().map(|troops| &troops.name);
    let rows = all.chunks(rules.troops.len()).map(|row| {
        let cells = row.iter().map(|of| bare_percent(&of.down[1], 2)).collect::<Vec<_>>();
        ((&row[0].pair[0].troops, cells), row[0].pair[0].weapon.as_str())
    });
    // Weapons with which a troop type does the same stand together.
    let rows = grouped(rows);
    let every = all.len() / rules.troops.len().pow(2);
    // Several at once under the name of the first, and below which these are; two lists never under the same name.
    let mut lists: Vec<&Vec<&str>> = Vec::new();
    for (_, weapons) in &rows {
        let is_new = lists.iter().all(|list| list[0] != weapons[0]);
        if (3..every).contains(&weapons.len()) && is_new {
            lists.push(weapons);
        }
    }
    let left = rows.iter().map(|((troops, _), weapons)| match weapons.len() {
        all if all == every && every > 1 => format!("{troops} with any weapon"),
        _ if lists.contains(&weapons) => format!("{troops} with {} etc.", weapons[0]),
        _ => format!("{troops} with {}", weapons.join(", ")),
    });
    let left: Vec<String> = left.collect();
    let lists: String = lists
        .iter()
        .map(|list| wrapped(&format!("{} etc.: {}.", list[0], list.join(", ")), 2) + "\n")
        .collect();
    let cell = |row: usize, column: usize| rows[row].0.1[column].clone();
    let first = &all[0];
    let (kind, what, other) = match first.chain {
        ChainKind::Shoot => ("shooter", "shots", ""),
        _ => ("attacker", "blows", " (`--shoot`: with shots)"),
    };
    let (has, profiles) = match against {
        Some(weapon) => (format!("the {}, which is counted in", weapon.name), Some(weapon)),
        None => ("the same weapon as the attacker, which is not counted in".to_owned(), None),
    };
    format!(
        "Chance that the {kind} at the left brings down the figure above with {what}, in percent{other}\n\n{}{lists}\nFigures above \
         have {has}:\n{}{}",
        grid(left, above, cell),
        troops::profiles(rules, profiles),
        foot(&[NOTE])
    )
}

const fn melee(melee: StepMelee) -> &'static str {
    match melee {
        StepMelee::Each => "each strikes at his opponent, all at once",
        StepMelee::ChargerFirst => {
            "whoever has come into contact strikes first, and later all at once"
        }
        StepMelee::Contest => {
            "both roll once, and the winner's blow counts; the sides attack by turns, one round the attackers and the next \
             the other"
        }
        StepMelee::Active => {
            "the side that acts strikes, one round the attackers and the next the other"
        }
    }
}

pub(super) fn duel(a: &Fought) -> String {
    let [own, other] = &a.pair;
    let many = if a.several > 1 { format!("{} × ", a.several) } else { String::new() };
    let mut text = format!("{many}{} against {}", named(own), named(other));
    for condition in &a.holds {
        let _ = write!(text, ", {}", condition.name());
    }
    let begins = if a.charge {
        "the attackers have just come into contact in the first round"
    } else {
        "nobody has just come into contact"
    };
    let _ = write!(text, "\nA round: {}; {begins}.\n\n", melee(a.melee));
    let mut rows: Vec<Vec<String>> =
        Ending::ALL.iter().zip(&a.ends).map(|((_, words), end)| chance_row(words, end)).collect();
    if !a.never().is_zero() {
        rows.push(chance_row("it never ends", &a.never()));
    }
    text += &columns(rows);
    let percent = |chance: &Ratio| chance.percent(3);
    let mut left = 1.0;
    let told = a.rounds.iter().take_while(|round| {
        let is_told = left >= TOLD;
        left -= round.chance().to_f64();
        is_told
    });
    let rows: Vec<Vec<String>> = told
        .map(|round| {
            let ends = round.ends.each_ref().map(percent);
            [&[round.round.to_string()], &ends[..], &[percent(&round.chance())]].concat()
        })
        .collect();
    let mean = a.mean.as_ref();
    let mean = mean.map_or_else(
        || "It may last for ever".to_owned(),
        |mean| format!("It takes {} on average", counted(mean.decimal(4), "round")),
    );
    let _ = write!(
        text,
        "\n{mean}\n{}",
        headed(["round", "attackers win", "target wins", "both down", "ends"], rows)
    );
    if a.open.to_f64() >= TOLD {
        let _ = writeln!(
            text,
            "\nStill open after {}: {}",
            counted(a.rounds.len(), "round"),
            percent(&a.open)
        );
    }
    let others: &[&str] = if a.several == 1 {
        &[]
    } else if matches!(a.melee, StepMelee::Contest | StepMelee::Active) {
        &["Of several, the first still standing fights, and the others help him."]
    } else {
        &["Of several all strike, one after the other, and he strikes at the first still standing."]
    };
    text + &foot(&[&[FOUGHT][..], others].concat())
}

const FOUGHT: &str = "Rules FT-02 to FT-07. Only wounds and who is killed count: pushes, retreats, nerve and helpers from behind are \
                      left out, and nobody leaves.";
