//! `skirmish odds order`: who acts before whom in a round (AD-01, AD-02).

mod battle;
mod figure;

use std::fmt::Write as _;

use skirmish_engine::rulebook::{RoutineOrder, Segments};
use skirmish_odds::rounds::{Ordered, groups};

use self::battle::field;
use self::figure::{described, figures, limit};
use super::columns::{columns, foot, grid, rolls_row};
use super::{print, rulebook, segments};
use crate::args::OddsOrder;
use crate::page::wrapped;
use crate::status::{Done, Failure};

/// More routines than this do not fit side by side on the screen.
const MOST_COLUMNS: usize = 9;

pub(super) fn order(args: &OddsOrder) -> Done {
    let read = |rules: Segments| Segments {
        dice: args.rules.dice.unwrap_or(rules.dice),
        routines: args.routines.unwrap_or(rules.routines),
        ..rules
    };
    let listed = args.orders.into();
    let (ordered, own_system) = match &args.scenario {
        Some(file) => {
            let field = field(args, file)?;
            limit(field.figures.len())?;
            let ordered = Ordered::of(read(field.rules), field.figures, listed)?;
            (Ordered { battle: Some(field.title), ..ordered }, field.own_system)
        }
        None if args.figures.is_empty() => {
            return Err(Failure::Usage(
                "`odds order` wants to know who acts: a battle, or each with `--figure`".to_owned(),
                vec![
                    "for example: skirmish odds order party-and-orcs".to_owned(),
                    "for example: skirmish odds order --figure 'Albert hasted' --figure Clem --figure 'orcs side=enemies'"
                        .to_owned(),
                    "battles are listed by `skirmish list scenarios`; `skirmish odds order --help` has what a figure may claim"
                        .to_owned(),
                ],
            ));
        }
        None => {
            let rules = rulebook(&args.rules.asked.book)?;
            let rules = read(segments(&args.rules, &rules));
            (Ordered::of(rules, figures(&args.figures)?, listed)?, None)
        }
    };
    let own = own_system.map(|system| {
        format!("The battle's own rulebook plays `{}`; here it is under `adnd`.", system.name())
    });
    let text = |a: &Ordered| {
        let mut notes = notes(a);
        notes.extend(own.as_deref());
        text(a) + &foot(&notes)
    };
    print((args.rules.asked.format, false), &[ordered], |_| String::new(), text)
}

fn text(a: &Ordered) -> String {
    let of = a.battle.as_ref();
    let of = of.map_or(String::new(), |title| format!(" in “{title}”"));
    let mut text = format!("The order of action{of}, {} a side\n\n", a.rules.dice);
    for figure in &a.figures {
        let _ = writeln!(text, "  {}", described(figure));
    }
    let more = if a.orders.len() < a.all_orders {
        format!("The {} likeliest of {} orders", a.orders.len(), a.all_orders)
    } else {
        "Every order".to_owned()
    };
    let _ = writeln!(text, "\n{more} (+ is at the same time)");
    for (order, rolls) in &a.orders {
        let order = wrapped(&groups(order), 23);
        let (ratio, percent) = (rolls.to_string(), rolls.chance().percent(2));
        let _ = writeln!(text, "  {ratio:>9}  {percent:>8}  {}", order.trim_start());
    }
    text + &positions(a) + &before(a)
}

/// Rules, readings and assumptions that the answer rests on.
fn notes(a: &Ordered) -> Vec<&'static str> {
    let mut notes = vec![
        "Rules AD-01 (several routines, then the die with its modifier, then the slowed and zombies; equal totals at the same \
         time) and AD-02 (half of the routines early, half late). A position counts those at the same time once.",
    ];
    if a.figures.iter().any(|figure| figure.combatant.standing.routines > 1) {
        notes.push(match a.rules.routines {
            RoutineOrder::CountFirst => {
                "Assumed (AD-02, count-first): among figures with different numbers of routines, the early ones of the \
                 figure with more come first, and so do its late ones."
            }
            RoutineOrder::DiceAmongSeveral => {
                "Reading (AD-02, dice-among-several): a figure with several routines comes first and last against one \
                 with one; among figures with several the die decides."
            }
            RoutineOrder::Phases => {
                "Reading (AD-02, phases): the routines of each figure are spread evenly over the round; the die decides \
                 among those at the same place."
            }
        });
    }
    notes.push("Assumed (AD-01): a figure that acts last does so whatever routines it has.");
    if a.battle.is_some() {
        notes.push(
            "From the battle: what everybody can claim in the first round. Anyone with a missile weapon shoots, as \
             often as it can, and the others strike; with --melee all strike. Figures of a body that claim the same are \
             one entry. Spells and moves take segments: see `skirmish odds crossing`.",
        );
    }
    notes
}

fn positions(a: &Ordered) -> String {
    let all = a.turns.iter().flat_map(|(_, positions)| positions);
    let most = all.map(|(at, _)| *at).max().unwrap_or(0);
    if most > MOST_COLUMNS {
        return format!("\nPositions 1 to {most} do not fit here; `--format csv` has them.\n");
    }
    let cell = |turn: usize, column: usize| {
        let found = a.turns[turn].1.iter().find(|(at, _)| *at == column + 1);
        found.map_or("-".to_owned(), |(_, rolls)| rolls.chance().percent(1))
    };
    let names = a.turns.iter().map(|(turn, _)| turn);
    format!("\nWhich position each has\n{}", grid(names, 1..=most, cell))
}

/// How often who stands at the left comes before who stands above.
fn before(a: &Ordered) -> String {
    let names: Vec<&String> = a.turns.iter().map(|(turn, _)| turn).collect();
    if names.len() < 2 {
        return String::new();
    }
    if names.len() > MOST_COLUMNS {
        return format!(
            "\nWho comes before whom, {} routines against one another, does not fit here; `--format csv` has it.\n",
            names.len()
        );
    }
    let chance = |one: usize, other: usize| {
        let found = a.pairs.iter().find_map(|(pair, [before, _, after])| {
            let is = |pair: [&String; 2]| pair == [names[one], names[other]];
            let [first, second] = pair.each_ref();
            if is([first, second]) { Some(before) } else { is([second, first]).then_some(after) }
        });
        found.map_or("-".to_owned(), |rolls| rolls.chance().percent(1))
    };
    // Names stand at the left in full; above, their numbers do.
    let left = names.iter().zip(1..).map(|(name, k)| format!("{k} {name}"));
    let mut text = format!(
        "\nHow often the figure at the left comes before the one above\n{}",
        grid(left, 1..=names.len(), chance)
    );
    let tied = a.pairs.iter().filter(|(_, [_, together, _])| !together.chance().is_zero());
    let tied = tied
        .map(|([one, other], [_, together, _])| rolls_row(format!("{one} and {other}"), together));
    let tied: Vec<_> = tied.collect();
    if !tied.is_empty() {
        let _ = write!(text, "\nAt the same time\n{}", columns(tied));
    }
    text
}
