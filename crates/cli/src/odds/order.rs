//! `skirmish odds order`: who acts before whom in a round (AD-01, AD-02).

mod battle;
mod figure;

use std::cmp::Ordering;
use std::fmt::Write as _;

use serde::{Serialize, Serializer};
use skirmish_engine::rulebook::{RoutineOrder, Segments, System};
use skirmish_odds::Pmf;
use skirmish_odds::segments::{self, Order, Turn};

use self::battle::field;
use self::figure::{Figure, figures, limit};
use super::columns::columns;
use super::round::{Rolls, foot, segments};
use super::{print_csv, print_json};
use crate::args::{OddsOrder, TableFormat};
use crate::output;
use crate::page::wrapped;
use crate::status::Failure;

/// More routines than this do not fit side by side on the screen.
const MOST_COLUMNS: usize = 9;

/// The answer.
#[derive(Debug, Serialize)]
struct Answer {
    /// The battle that the figures are of.
    #[serde(skip_serializing_if = "Option::is_none")]
    battle: Option<String>,
    /// The system of its own rulebook, if that has no rounds of segments.
    #[serde(skip)]
    own_system: Option<System>,
    dice: String,
    #[serde(serialize_with = "as_word")]
    routines: RoutineOrder,
    figures: Vec<Figure>,
    turns: Vec<TurnAnswer>,
    /// How many different orders there are; the likeliest follow.
    all_orders: usize,
    orders: Vec<OrderAnswer>,
    pairs: Vec<Pair>,
}

/// One routine of a figure, and when it comes.
#[derive(Debug, Serialize)]
struct TurnAnswer {
    turn: String,
    /// Groups that act at once count as one position, the first being 1.
    positions: Vec<Position>,
}

#[derive(Debug, Serialize)]
struct Position {
    position: usize,
    #[serde(flatten)]
    rolls: Rolls,
}

#[derive(Debug, Serialize)]
struct OrderAnswer {
    order: Vec<Vec<String>>,
    #[serde(flatten)]
    rolls: Rolls,
}

/// Two routines of different figures.
#[derive(Debug, Serialize)]
struct Pair {
    one: String,
    other: String,
    before: Rolls,
    together: Rolls,
    after: Rolls,
}

fn as_word<S: Serializer>(reading: &RoutineOrder, to: S) -> Result<S::Ok, S::Error> {
    let named = RoutineOrder::ALL.iter().find(|(_, r)| r == reading);
    to.serialize_str(named.map_or("", |(word, _)| word))
}

fn position(order: &Order, turn: Turn) -> usize {
    let found = order.iter().position(|group| group.contains(&turn));
    // Every order has every routine.
    found.map_or(0, |at| at + 1)
}

fn answer(args: &OddsOrder, rules: Segments, figures: Vec<Figure>) -> Result<Answer, Failure> {
    let combatants: Vec<_> = figures.iter().map(Figure::combatant).collect();
    let law = segments::order(&rules, &combatants)?;
    let turns: Vec<Turn> = figures
        .iter()
        .enumerate()
        .flat_map(|(combatant, figure)| {
            (0..figure.routines).map(move |routine| Turn { combatant, routine })
        })
        .collect();
    let name = |turn: &Turn| figures[turn.combatant].turn(turn.routine);
    let mut orders: Vec<(&Order, Rolls)> =
        law.support().map(|order| (order, Rolls::that(&law, |such| such == order))).collect();
    // The order of the law decides among equally likely ones.
    orders.sort_by(|one, other| other.1.exact().cmp(one.1.exact()));
    let listed = orders.into_iter().take(args.orders.into());
    let listed = listed.map(|(order, rolls)| OrderAnswer {
        order: order.iter().map(|group| group.iter().map(name).collect()).collect(),
        rolls,
    });
    Ok(Answer {
        battle: None,
        own_system: None,
        dice: rules.dice.to_string(),
        routines: rules.routines,
        turns: turns.iter().map(|turn| when(&law, *turn, name(turn))).collect(),
        all_orders: law.support().len(),
        orders: listed.collect(),
        pairs: pairs(&law, &turns, name),
        figures,
    })
}

fn when(law: &Pmf<Order>, turn: Turn, name: String) -> TurnAnswer {
    let places = law.map(|order| position(order, turn));
    TurnAnswer {
        turn: name,
        positions: places
            .support()
            .map(|at| Position {
                position: *at,
                rolls: Rolls::that(law, |order| position(order, turn) == *at),
            })
            .collect(),
    }
}

fn pairs(law: &Pmf<Order>, turns: &[Turn], name: impl Fn(&Turn) -> String) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (k, one) in turns.iter().enumerate() {
        for other in turns[k + 1..].iter().filter(|t| t.combatant != one.combatant) {
            let that = |sought: Ordering| {
                Rolls::that(law, |order| {
                    position(order, *one).cmp(&position(order, *other)) == sought
                })
            };
            pairs.push(Pair {
                one: name(one),
                other: name(other),
                before: that(Ordering::Less),
                together: that(Ordering::Equal),
                after: that(Ordering::Greater),
            });
        }
    }
    pairs
}

pub(super) fn order(args: &OddsOrder) -> Result<(), Failure> {
    let read = |rules: Segments| Segments {
        dice: args.rules.dice.unwrap_or(rules.dice),
        routines: args.routines.unwrap_or(rules.routines),
        ..rules
    };
    let answer = match &args.scenario {
        Some(file) => {
            let field = field(args, file)?;
            limit(field.figures.len())?;
            Answer {
                battle: Some(field.title),
                own_system: field.own_system,
                ..answer(args, read(field.rules), field.figures)?
            }
        }
        None => answer(args, read(segments(&args.rules)?), figures(&args.figures)?)?,
    };
    match args.rules.book.format {
        TableFormat::Json => print_json(&answer),
        TableFormat::Csv => print_csv(
            ["what", "one", "other", "result", "ways", "of", "exact", "probability"],
            csv(&answer).into_iter(),
        ),
        TableFormat::Text => output::print(&text(&answer)),
    }
}

fn csv(a: &Answer) -> Vec<[String; 8]> {
    let row = |what: &str, one: &str, other: &str, result: String, rolls: &Rolls| {
        let [ways, of, exact, probability] = rolls.cells();
        let [what, one, other] = [what, one, other].map(str::to_owned);
        [what, one, other, result, ways, of, exact, probability]
    };
    let mut rows = Vec::new();
    for order in &a.orders {
        rows.push(row("order", "", "", told(&order.order), &order.rolls));
    }
    for turn in &a.turns {
        for at in &turn.positions {
            let position = at.position.to_string();
            rows.push(row("position", &turn.turn, "", position, &at.rolls));
        }
    }
    for pair in &a.pairs {
        let results =
            [("before", &pair.before), ("together", &pair.together), ("after", &pair.after)];
        for (result, rolls) in results {
            rows.push(row("pair", &pair.one, &pair.other, result.to_owned(), rolls));
        }
    }
    rows
}

/// `Bertie 1, Albert 1, Clem + orcs, …`
fn told(order: &[Vec<String>]) -> String {
    let groups: Vec<String> = order.iter().map(|group| group.join(" + ")).collect();
    groups.join(", ")
}

fn text(a: &Answer) -> String {
    let of = a.battle.as_ref();
    let of = of.map_or(String::new(), |title| format!(" in “{title}”"));
    let mut text = format!("The order of action{of}, {} a side\n\n", a.dice);
    let claims: Vec<_> = a.figures.iter().map(|figure| format!("  {figure}")).collect();
    let _ = writeln!(text, "{}", claims.join("\n"));
    let more = if a.orders.len() < a.all_orders {
        format!("The {} likeliest of {} orders", a.orders.len(), a.all_orders)
    } else {
        "Every order".to_owned()
    };
    let _ = writeln!(text, "\n{more} (+ is at the same time)");
    for order in &a.orders {
        let _ = writeln!(
            text,
            "  {:>9}  {:>8}  {}",
            order.rolls.ratio(),
            order.rolls.percent(2),
            wrapped(&told(&order.order), 23).trim_start()
        );
    }
    text.push_str(&positions(a));
    text.push_str(&before(a));
    let mut notes = vec![
        "Rules AD-01 (several routines, then the die with its modifier, then the slowed and zombies; equal totals at the same \
         time) and AD-02 (half of the routines early, half late). A position counts those at the same time once.",
    ];
    let counts = a.figures.iter().map(|figure| figure.routines);
    if counts.max() > Some(1) {
        notes.push(match a.routines {
            RoutineOrder::CountFirst => {
                "Assumed (AD-02, count-first): among figures with different numbers of routines, the early ones of who has \
                 more come first, and so do the late ones."
            }
            RoutineOrder::DiceAmongSeveral => {
                "Reading (AD-02, dice-among-several): who has several routines comes first and last against who has one; \
                 among those who have several the die decides."
            }
            RoutineOrder::Phases => {
                "Reading (AD-02, phases): the routines of each figure are spread evenly over the round; the die decides \
                 among those at the same place."
            }
        });
    }
    notes.push("Assumed (AD-01): who acts last does so whatever routines he has.");
    if a.battle.is_some() {
        notes.push(
            "From the battle: what everybody can claim in the first round. Who has a missile weapon shoots, as often as it \
             can (with --melee he strikes, too); the others strike. Those of a body who claim the same are one entry. \
             Spells and moves take segments: see `skirmish odds crossing`.",
        );
    }
    let own = a.own_system.map(|system| {
        format!("The battle's own rulebook plays `{}`; here it is under `adnd`.", system.name())
    });
    notes.extend(own.as_deref());
    text.push_str(&foot(&notes));
    text
}

fn positions(a: &Answer) -> String {
    let all = a.turns.iter().flat_map(|turn| &turn.positions);
    let most = all.map(|at| at.position).max().unwrap_or(0);
    if most > MOST_COLUMNS {
        return format!("\nPositions 1 to {most} do not fit here; `--format csv` has them.\n");
    }
    let head = std::iter::once(String::new()).chain((1..=most).map(|at| at.to_string()));
    let mut rows = vec![head.collect::<Vec<_>>()];
    rows.extend(a.turns.iter().map(|turn| {
        let cell = |at: usize| {
            let found = turn.positions.iter().find(|p| p.position == at);
            found.map_or("-".to_owned(), |p| p.rolls.percent(1))
        };
        std::iter::once(turn.turn.clone()).chain((1..=most).map(cell)).collect()
    }));
    format!("\nWhich position each has\n{}", columns(&rows))
}

/// How often who stands at the left comes before who stands above.
fn before(a: &Answer) -> String {
    let names: Vec<&str> = a.turns.iter().map(|turn| turn.turn.as_str()).collect();
    if names.len() < 2 {
        return String::new();
    }
    if names.len() > MOST_COLUMNS {
        return format!(
            "\nWho comes before whom, {} routines against one another, does not fit here; `--format csv` has it.\n",
            names.len()
        );
    }
    let chance = |one: &str, other: &str| {
        let found = a.pairs.iter().find_map(|pair| {
            if (pair.one.as_str(), pair.other.as_str()) == (one, other) {
                Some(&pair.before)
            } else if (pair.one.as_str(), pair.other.as_str()) == (other, one) {
                Some(&pair.after)
            } else {
                None
            }
        });
        found.map_or("-".to_owned(), |rolls| rolls.percent(1))
    };
    // Names stand at the left in full; above, their numbers do.
    let head = std::iter::once(String::new()).chain((1..=names.len()).map(|k| k.to_string()));
    let mut rows = vec![head.collect::<Vec<_>>()];
    rows.extend(names.iter().zip(1..).map(|(one, k): (_, usize)| {
        let cells = names.iter().map(|other| chance(one, other));
        std::iter::once(format!("{k} {one}")).chain(cells).collect()
    }));
    let mut text = format!(
        "\nHow often who stands at the left comes before who stands above\n{}",
        columns(&rows)
    );
    let tied = a.pairs.iter().filter(|pair| !pair.together.exact().is_zero());
    let tied: Vec<_> =
        tied.map(|pair| pair.together.row(format!("{} and {}", pair.one, pair.other))).collect();
    if !tied.is_empty() {
        let _ = write!(text, "\nAt the same time\n{}", columns(&tied));
    }
    text
}
