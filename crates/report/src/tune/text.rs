//! The cheapest edit as an answer to read.

use super::{Certified, Changed, Ending, Moved, TargetRow, TriedRow, Tune};
use crate::Told;
use crate::comparison::{Value, plain};
use crate::number::{NO_BREAK, counted, defined, percent, with_commas};
use crate::once::unique;
use crate::safe::safe_text;
use crate::table::{Cell, Table, reading};
use crate::text::{definitions, framed, notes, sentences};

/// Measures beside the targets that are told.
const MOVED: usize = 3;

/// The search as an answer to read.
pub fn text(tune: &Tune) -> Told {
    let measures = tune.targets.iter().map(|target| &target.measured);
    let told = Told::new(said(tune)).and(targets(tune));
    let told = match tune.best() {
        Some(_) => told.and(others(tune)),
        None => told,
    };
    told.and(tune.played.told_players(true))
        .because(sentences(&promise(tune)))
        .because(listed(tune))
        .because(definitions(measures.map(|m| (m.measure.as_str(), m.about.as_str()))))
        .because(notes(&tune.played.notes))
}

/// An edit as one would write it on the printed table.
pub(super) fn in_words(edit: &Certified) -> String {
    safe_text(&Changed::listed(&edit.changes))
}

/// What an edit costs, in words.
fn cost(edit: &Certified) -> String {
    let cells = counted(edit.changes.len() as u64, "number");
    format!("{cells}, {}", counted(edit.steps, "step"))
}

fn said(tune: &Tune) -> Vec<String> {
    let titles: Vec<String> = tune.titles.iter().map(|title| safe_text(title)).collect();
    let titles = titles.join(", ");
    let missed = tune.targets.iter().filter(|target| !target.is_met(target.now)).count();
    match (tune.ending, tune.best()) {
        (Ending::NothingToDo, _) => vec![
            format!("{titles}: nothing to do. All targets are met as the table stands."),
            on_games(tune),
        ],
        (Ending::Found, Some(edit)) => {
            let second = tune.certified.iter().find(|it| it.is_certain && *it != edit);
            let open = unsettled(tune, Some(edit));
            // A cheaper one that was not ruled out may do it, too.
            let least = match open.as_str() {
                "" => "the least that does it",
                _ => "the cheapest that is sure to do it",
            };
            let already = match missed {
                0 if !tune.targets.is_empty() => {
                    "As the table stands it may meet them already: more --games would tell."
                }
                _ => "",
            };
            let already = already.to_owned();
            vec![
                format!("{titles}: {}.", in_words(edit)),
                format!("That is {}: {least}, of all edits that were listed.", cost(edit)),
                already,
                only_just(tune, edit),
                open,
                as_cheap(tune, edit),
                at_their_best(tune, edit),
                answered(tune, edit),
                second.map_or_else(String::new, |it| {
                    format!("As cheap, and meets them, too: {}.", in_words(it))
                }),
                on_games(tune),
            ]
        }
        (Ending::Stopped, _) => vec![
            format!("{titles}: not known yet. Play ended before an edit was certified."),
            "To go on: the same command, with a longer --for.".to_owned(),
            nearest(tune),
            on_games(tune),
        ],
        _ => vec![
            format!(
                "{titles}: {}; as it stands {missed} of {} {be} not met.",
                none_does_it(tune),
                tune.targets.len(),
                be = if missed == 1 { "is" } else { "are" }
            ),
            match tune.ending {
                Ending::GivenUp => {
                    "It was given up: fresh dice refused too many that had met them. Dearer edits were not played."
                        .to_owned()
                }
                _ => String::new(),
            },
            unsettled(tune, None),
            nearest(tune),
            against_each_other(tune),
            on_games(tune),
        ],
    }
}

/// How many edits were played, if each of them surely misses a target.
pub(super) fn all_miss(tune: &Tune) -> Option<usize> {
    let edits = by_edit(tune).into_iter().filter(|rows| !rows[0].edit.is_empty());
    let verdicts: Vec<&str> = edits.map(|rows| rows[0].verdict.as_str()).collect();
    let all = verdicts.len();
    (all > 0 && verdicts.into_iter().all(|verdict| verdict == "misses")).then_some(all)
}

/// Tells that no edit was found, and whether one may yet be.
fn none_does_it(tune: &Tune) -> String {
    let most = counted(tune.most_cells as u64, "number");
    match all_miss(tune) {
        Some(1) => format!("the one edit of up to {most} that was played misses a target"),
        Some(all) => {
            format!("none of the {all} edits of up to {most} that were played meets all targets")
        }
        None => format!(
            "none of the edits of up to {most} that were played is sure to meet all targets"
        ),
    }
}

/// Which targets the intervals of an edit reach out of, though its figures meet them.
fn only_just(tune: &Tune, edit: &Certified) -> String {
    let targets = tune.targets.iter().zip(&edit.values);
    let reaches_out = targets.filter(|(target, value)| target.is_met_only_just(**value));
    let told =
        reaches_out.filter_map(|(target, value)| Some(beside_wanted(tune, target, (*value)?)));
    let told = told.collect::<Vec<_>>().join("; ");
    framed("It may miss by a little, as far as fresh games tell: ", &told, ".")
}

/// A target with what it comes to, and what is wanted of it.
fn beside_wanted(tune: &Tune, target: &TargetRow, value: Value) -> String {
    let (name, quoted) = (safe_text(&target.name(tune)), value.quoted(target.measured.is_share));
    format!("{name} {quoted} (wanted: {})", target.wanted())
}

/// How many edits, of those cheaper than the one that is printed, were neither in nor out when their games were over, or were
/// refused by fresh dice.
fn unsettled(tune: &Tune, than: Option<&Certified>) -> String {
    let is_cheaper = |rows: &[TriedRow]| {
        than.is_none_or(|it| (rows[0].cells, rows[0].steps) < (it.cells, it.steps))
    };
    let edits = by_edit(tune);
    let count = |verdict: &str| {
        let of = edits.iter().filter(|rows| rows[0].verdict == verdict && is_cheaper(rows));
        of.filter(|rows| !rows[0].edit.is_empty()).count() as u64
    };
    let games = with_commas(tune.effort[1]);
    let open = match (count("open"), than) {
        (0, _) => String::new(),
        (open, Some(_)) => format!(
            "{} may do it, too: {games} games do not tell (`open` in tune.csv).",
            counted(open, "cheaper edit")
        ),
        (open, None) => format!(
            "{open} of those played could not be settled in {games} games (`open` in tune.csv): give more with --games."
        ),
    };
    let edit = if than.is_some() { "cheaper edit" } else { "edit" };
    let refused = match count("refused") {
        0 => String::new(),
        refused => format!(
            "{} met all targets at first, and not for sure on fresh dice (`refused` in tune.csv): more --games may tell.",
            counted(refused, edit)
        ),
    };
    format!("{open} {refused}").trim().to_owned()
}

/// How many edits that cost as much were neither in nor out when their games were over.
fn as_cheap(tune: &Tune, as_that: &Certified) -> String {
    let edits = by_edit(tune).into_iter().map(|rows| &rows[0]);
    let open = edits.filter(|row| !row.edit.is_empty() && row.verdict == "open");
    let cost = (as_that.cells, as_that.steps);
    match open.filter(|row| (row.cells, row.steps) == cost).count() {
        0 => String::new(),
        1 => "One as cheap may do it, too (`open` in tune.csv).".to_owned(),
        some => format!("{some} as cheap may do it, too (`open` in tune.csv)."),
    }
}

/// Between whom the games were played: what holds between these may not hold between others.
fn players(tune: &Tune) -> String {
    let names = unique(tune.targets.iter().map(|target| safe_text(&target.players)));
    format!("between {}", names.join(" and between "))
}

/// What the answer rests on.
fn on_games(tune: &Tune) -> String {
    let players = players(tune);
    let edits = tune.levels.iter().map(|level| level.raced).sum::<u64>() + tune.surveyed;
    match tune.ending {
        Ending::NothingToDo => format!(
            "Up to {} games of each battle {players} (seed {}); a target that is missed by more than its slack passes in under {}.",
            with_commas(most_games(tune)),
            tune.played.seed,
            percent(tune.error / 2.0, None)
        ),
        _ => format!(
            "{} {} played, in up to {} games of each battle {players} (seed {}){}.",
            counted(edits, "edit"),
            if edits == 1 { "was" } else { "were" },
            with_commas(most_games(tune)),
            tune.played.seed,
            tune.best().map_or_else(String::new, |_| format!(
                "; the figures come from {} fresh ones (seed {})",
                fresh(tune),
                tune.fresh_seed
            ))
        ),
    }
}

/// Games that the edit that was played most has had, of each battle.
fn most_games(tune: &Tune) -> u64 {
    tune.tried.iter().map(|row| row.games).max().unwrap_or(0)
}

/// How many fresh games of each battle there were.
fn fresh(tune: &Tune) -> String {
    match (tune.fresh.iter().min(), tune.fresh.iter().max()) {
        (Some(least), Some(most)) if least < most => {
            format!("{} to {}", with_commas(*least), with_commas(*most))
        }
        (_, most) => with_commas(*most.unwrap_or(&tune.effort[2])),
    }
}

/// What is promised, and what is not.
fn promise(tune: &Tune) -> String {
    let half = percent(tune.error / 2.0, None);
    let unlisted: u64 = tune.levels.iter().map(|it| it.possible.saturating_sub(it.raced)).sum();
    format!(
        "An edit that misses a target by more than its slack is printed in at most {half} of all answers, and a cheaper \
         one on the list that meets all targets is taken to miss one in at most {half}; what lies too close to an end \
         to be told from it is `open` or `refused` in tune.csv. There is no promise about edits that were not listed: \
         numbers that changed no game of the screen, edits that a model of single numbers rules out, {} that it holds possible but less likely than those played at their cost, \
         and whatever changes more or other numbers. Nor about other players.",
        with_commas(unlisted)
    )
}

/// How many edits there were of each cost.
fn listed(tune: &Tune) -> String {
    reading!(&tune.levels => |level| {
        "cost of cells" => with_commas(level.cells.into()),
        "steps" => with_commas(level.steps.into()),
        "possible" => with_commas(level.possible),
        "played" => with_commas(level.raced),
    })
    .told()
}

impl TargetRow {
    /// Whether the interval of a value reaches out of what is wanted.
    pub(super) fn is_met_only_just(&self, value: Option<Value>) -> bool {
        let ends = value.and_then(|value| defined(value.interval));
        ends.is_some_and(|(low, high)| {
            self.least.is_some_and(|least| low < least) || self.most.is_some_and(|most| high > most)
        })
    }

    pub(super) fn is_met(&self, value: Option<Value>) -> bool {
        value.is_some_and(|it| {
            self.least.is_none_or(|least| it.value >= least)
                && self.most.is_none_or(|most| it.value <= most)
        })
    }

    /// How far outside a value lies, in widths of what is wanted.
    fn shortfall(&self, value: f64) -> f64 {
        let below = self.least.map_or(0.0, |least| least - value);
        let above = self.most.map_or(0.0, |most| value - most);
        let width = match (self.least, self.most) {
            (Some(least), Some(most)) if most > least => most - least,
            (Some(one), _) | (_, Some(one)) => one.abs().max(self.slack),
            _ => 1.0,
        };
        below.max(above).max(0.0) / width
    }

    /// `45 to 55 %`, `at least 2.5`.
    pub(super) fn wanted(&self) -> String {
        let show = |value: f64| match self.measured.is_share {
            true => {
                plain(value * 100.0, None).trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            false => value.to_string(),
        };
        let unit = if self.measured.is_share { format!("{NO_BREAK}%") } else { String::new() };
        match (self.least, self.most) {
            (Some(least), Some(most)) => format!("{} to {}{unit}", show(least), show(most)),
            (Some(least), None) => format!("at least {}{unit}", show(least)),
            (None, Some(most)) => format!("at most {}{unit}", show(most)),
            (None, None) => String::new(),
        }
    }
}

/// Each target now, with the edit, and as it is wanted.
fn targets(tune: &Tune) -> String {
    let mut head = vec!["target", "now"];
    let best = tune.best();
    if best.is_some() {
        head.push("then");
    }
    let learned = best.filter(|edit| !edit.learned.is_empty());
    if learned.is_some() {
        head.push("both at their best");
    }
    head.push("wanted");
    let mut table = Table::of_words(head);
    for (k, target) in tune.targets.iter().enumerate() {
        let show = |value: Option<Value>| {
            value.map_or("never measured".to_owned(), |it| it.quoted(target.measured.is_share))
        };
        let mut cells: Vec<Cell> =
            vec![safe_text(&target.name(tune)).into(), show(target.now).into()];
        cells.extend(best.map(|edit| Cell::from(show(edit.values[k]))));
        cells.extend(learned.map(|edit| match edit.learned[k] {
            None => Cell::Empty,
            value => Cell::from(show(value)),
        }));
        cells.push(target.wanted().into());
        table.push(cells);
    }
    table.text()
}

/// Whether the targets hold when both sides learn to play by the edit.
fn at_their_best(tune: &Tune, edit: &Certified) -> String {
    let known = edit.learned.iter().zip(&tune.targets).filter(|(value, _)| value.is_some());
    let missed: Vec<String> = known
        .clone()
        .filter(|(value, target)| !target.is_met(**value))
        .map(|(_, target)| safe_text(&target.name(tune)))
        .collect();
    match (known.count(), missed.as_slice()) {
        (0, _) => String::new(),
        (_, []) => {
            "Between players found by a search under it, the targets are met, too.".to_owned()
        }
        (_, missed) => format!(
            "But between players found by a search under it, not all are met: {}. Tune again with --players, or widen the target.",
            missed.join("; ")
        ),
    }
}

/// How far win rates hang on who plays, where short searches were made for answers to the edit.
fn answered(tune: &Tune, edit: &Certified) -> String {
    let known = edit.answered.iter().zip(&tune.targets);
    let each = known.filter_map(|(of, target)| {
        let [low, high] = (*of)?.map(|wins| wins.quoted(true));
        Some(format!("{} {low} to {high}", safe_text(&target.name(tune))))
    });
    match each.collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        each => format!(
            "Who plays matters: when each side in turn answers by the best player of a short search, {}.",
            each.join("; ")
        ),
    }
}

/// What else the edit moves most.
fn others(tune: &Tune) -> String {
    let Some(edit) = tune.best() else { return String::new() };
    if edit.moved.is_empty() {
        return "It clearly moves nothing else that is measured.\n".to_owned();
    }
    // What comes out as another to the last digit is not told again.
    let is_new = |(k, moved): &(usize, &Moved)| {
        let is_same = |of: &Moved| (of.now, of.then) == (moved.now, moved.then);
        !edit.moved[..*k].iter().any(is_same)
    };
    let name = |Moved { scenario, players, measured, .. }: &Moved| {
        let (scenario, players, measured) = (scenario.clone(), players.clone(), measured.clone());
        safe_text(&TargetRow { scenario, players, measured, ..TargetRow::default() }.name(tune))
    };
    let show = |of: &Moved, value: Option<Value>| value.map(|it| it.quoted(of.measured.is_share));
    let change = |of: &Moved| of.change.map(|it| it.signed(of.measured.is_share));
    reading!(edit.moved.iter().enumerate().filter(is_new).take(MOVED) => |(_, moved)| {
        "also moves" => name(moved),
        "now" => show(moved, moved.now),
        "then" => show(moved, moved.then),
        "change" => change(moved),
    })
    .text()
}

/// Edits that were played, each with the rows of its targets.
pub(super) fn by_edit(tune: &Tune) -> Vec<&[TriedRow]> {
    tune.tried.chunks(tune.targets.len().max(1)).collect()
}

/// So much less outside, in widths of what is wanted, is closer.
const CLOSER: f64 = 0.1;

/// How far outside the worst target of an edit lies.
pub(super) fn outside(tune: &Tune, rows: &[TriedRow]) -> f64 {
    let short = rows
        .iter()
        .zip(&tune.targets)
        .map(|(row, target)| row.value.map_or(f64::INFINITY, |value| target.shortfall(value)));
    short.fold(0.0, f64::max)
}

/// The rows of the edit that comes closest, and how far outside its worst target lies.
fn closest(tune: &Tune) -> Option<(&[TriedRow], f64)> {
    let edits = by_edit(tune).into_iter().map(|rows| (rows, outside(tune, rows)));
    edits.filter(|(_, worst)| worst.is_finite()).min_by(|one, two| one.1.total_cmp(&two.1))
}

/// The rows of the edit that comes closest, if it is clearly closer than the table as it stands.
pub(super) fn closer(tune: &Tune) -> Option<(&[TriedRow], f64)> {
    let now = outside(tune, by_edit(tune).first()?);
    closest(tune).filter(|(_, worst)| now - worst >= CLOSER)
}

fn nearest(tune: &Tune) -> String {
    let rows = match (closest(tune), closer(tune)) {
        (None, _) => return String::new(),
        (_, Some((rows, _))) => rows,
        _ => {
            return "Nothing that was played comes clearly closer than the table as it stands."
                .to_owned();
        }
    };
    let told = rows.iter().zip(&tune.targets).filter_map(|(row, target)| {
        Some(beside_wanted(tune, target, Value { value: row.value?, interval: row.interval }))
    });
    let told: Vec<String> = told.collect();
    let edit = match rows[0].edit.as_str() {
        "" => "the table as it stands".to_owned(),
        edit => safe_text(edit),
    };
    format!("Nearest: {edit}: {}.", told.join("; "))
}

/// Of the two targets that fight most, one is left at least so far outside, in widths of what is wanted.
const FIGHT: f64 = 0.1;

/// Two targets that no edit comes close to meeting together, though each of them was met: of all such, those that are furthest
/// from it.
pub(super) fn rivals(tune: &Tune) -> Option<(usize, usize)> {
    let edits = by_edit(tune);
    let short = |rows: &[TriedRow], k: usize| {
        rows[k].value.map_or(f64::INFINITY, |value| tune.targets[k].shortfall(value))
    };
    let least = |of: &dyn Fn(&[TriedRow]) -> f64| {
        edits.iter().map(|rows| of(rows)).fold(f64::INFINITY, f64::min)
    };
    let count = tune.targets.len();
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |two| (one, two)));
    pairs
        .filter(|&(one, two)| [one, two].iter().all(|k| least(&|rows| short(rows, *k)) <= 0.0))
        .map(|(one, two)| ((one, two), least(&|rows| short(rows, one).max(short(rows, two)))))
        .filter(|(_, apart)| *apart > FIGHT && apart.is_finite())
        .max_by(|one, two| one.1.total_cmp(&two.1))
        .map(|(pair, _)| pair)
}

fn against_each_other(tune: &Tune) -> String {
    let Some((one, two)) = rivals(tune) else { return String::new() };
    let [one, two] = [one, two].map(|k| safe_text(&tune.targets[k].name(tune)));
    format!("Two targets fight each other: no edit that was played meets both {one} and {two}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A target, and edits that came out so, each a number moved a step further than the one before.
    fn tune(verdicts: &[&str]) -> Tune {
        let row = |(k, verdict): (usize, &&str)| TriedRow {
            edit: format!("a 1 → {}", k + 2),
            cells: 1,
            steps: k as u32 + 1,
            verdict: (*verdict).to_owned(),
            ..TriedRow::default()
        };
        Tune {
            most_cells: 1,
            targets: vec![TargetRow::default()],
            tried: verdicts.iter().enumerate().map(row).collect(),
            ..Tune::default()
        }
    }

    #[test]
    fn that_all_edits_miss_is_more_than_that_none_is_sure_to_do_it() {
        let told = |verdicts: &[&str]| none_does_it(&tune(verdicts));
        assert_eq!(
            told(&["misses", "misses"]),
            "none of the 2 edits of up to 1 number that were played meets all targets"
        );
        assert!(told(&["misses"]).ends_with("that was played misses a target"));
        let open =
            "none of the edits of up to 1 number that were played is sure to meet all targets";
        assert_eq!(told(&["misses", "open"]), open);
        assert_eq!(told(&[]), open);
    }

    #[test]
    fn an_answer_is_the_least_only_if_all_that_are_cheaper_are_ruled_out() {
        let told = |verdicts: &[&str]| {
            let edit = Certified { cells: 1, steps: 2, is_certain: true, ..Certified::default() };
            let tune = Tune { ending: Ending::Found, certified: vec![edit], ..tune(verdicts) };
            said(&tune).join(" ")
        };
        assert!(told(&["misses", "meets"]).contains(": the least that does it, of all"));
        assert!(told(&["open", "meets"]).contains(": the cheapest that is sure to do it, of all"));
        assert!(
            told(&["refused", "meets"]).contains(": the cheapest that is sure to do it, of all")
        );
    }
}
