//! What a search for the cheapest edit says: the facts that fill its template.

use minijinja::context;
use minijinja::value::Value as Fact;

use super::tried::{all_miss, by_edit, closer, in_words, rivals};
use super::{Certified, Ending, Moved, TargetRow, Tune};
use crate::Answer;
use crate::comparison::Value;
use crate::number::{counted, percent, with_commas};
use crate::once::unique;
use crate::safe::safe_text;
use crate::study::NEVER;
use crate::table::reading;
use crate::text::{definitions, notes, sentences};

/// Measures beside the targets that are told.
const MOVED: usize = 3;

/// The search as an answer to read.
pub fn text(tune: &Tune) -> Answer {
    let measures = tune.targets.iter().map(|target| &target.measured);
    Answer::of("tune.txt", facts(tune))
        .with_explanation(sentences(&promise(tune)))
        .with_explanation(listed(tune))
        .with_explanation(definitions(measures.map(|m| (m.measure.as_str(), m.about.as_str()))))
        .with_explanation(notes(&tune.played.notes))
}

fn facts(tune: &Tune) -> Fact {
    let best = tune.best().filter(|_| tune.ending == Ending::Found);
    let second = tune.certified.iter().find(|it| it.is_certain && best.is_some_and(|of| *it != of));
    let is_learned = best.is_some_and(|edit| !edit.learned.is_empty());
    let count = |verdict: &str, is: &dyn Fn((u32, u32)) -> bool| {
        let of = by_edit(tune).into_iter().map(|rows| &rows[0]);
        of.filter(|row| {
            !row.edit.is_empty() && row.verdict == verdict && is((row.cells, row.steps))
        })
        .count()
    };
    let cost = best.map(|edit| (edit.cells, edit.steps));
    let is_cheaper = |of: (u32, u32)| cost.is_none_or(|it| of < it);
    let nearest = closer(tune).filter(|_| best.is_none());
    context! {
        titles => tune.titles.iter().map(|title| safe_text(title)).collect::<Vec<_>>().join(", "),
        edits => counted(tune.levels.iter().map(|level| level.raced).sum::<u64>() + tune.surveyed, "edit"),
        games => with_commas(most_games(tune)),
        seed => tune.played.seed,
        ending => match tune.ending {
            Ending::NothingToDo => "nothing to do",
            Ending::Found => "found",
            Ending::Stopped => "stopped",
            Ending::GivenUp => "given up",
            _ => "none",
        },
        in_order => !tune.any_order && tune.ending != Ending::NothingToDo,
        most => counted(tune.most_cells as u64, "number"),
        all_miss => all_miss(tune),
        edit => best.map(|edit| edit.changes.iter().map(|change| context! {
            name => safe_text(&change.name),
            now => safe_text(&change.now),
            then => safe_text(&change.then),
        }).collect::<Fact>()),
        second => second.map(in_words),
        learned => is_learned,
        targets => (0..tune.targets.len()).map(|k| target(tune, k, best)).collect::<Fact>(),
        fresh => best.map(|_| fresh(tune)),
        moved => best.map(|edit| moved(tune, edit)),
        cheaper => count("open", &is_cheaper) + count("refused", &is_cheaper),
        as_cheap => cost.map(|cost| count("open", &|of| of == cost)),
        nearest => nearest.map(|(rows, _)| context! {
            edit => safe_text(&rows[0].edit),
            targets => rows.iter().zip(&tune.targets).map(|(row, target)| context! {
                name => safe_text(&target.name(tune)),
                value => show(target, row.value.map(|value| Value { value, interval: row.interval })),
                wanted => target.wanted(),
            }).collect::<Fact>(),
        }),
        rivals => rivals(tune).map(|(one, two)| {
            [one, two].map(|k| safe_text(&tune.targets[k].name(tune))).to_vec()
        }),
        players => match tune.played.who() {
            Some(who) => vec![safe_text(&who)],
            None => unique(tune.targets.iter().map(|target| safe_text(&target.players))),
        },
    }
}

/// A target: what it is now, what it is with the edit, and what is wanted.
fn target(tune: &Tune, k: usize, best: Option<&Certified>) -> Fact {
    let target = &tune.targets[k];
    let then = best.and_then(|edit| edit.values[k]);
    let learned = best.and_then(|edit| *edit.learned.get(k)?);
    let answered = best.and_then(|edit| (*edit.answered.get(k)?).as_ref());
    let met = match best {
        None if target.is_met(target.now) => "met",
        Some(_) if target.is_met_only_just(then) => "met, perhaps just missed",
        Some(_) if target.is_met(then) => "met",
        _ => "missed",
    };
    context! {
        name => safe_text(&target.name(tune)),
        now => show(target, target.now),
        then => best.map(|_| show(target, then)),
        learned => learned.map_or("–".to_owned(), |value| show(target, Some(value))),
        answered => answered.map(|ends| ends.map(|wins| wins.quoted(true)).join(" to ")),
        wanted => target.wanted(),
        met,
    }
}

fn show(target: &TargetRow, value: Option<Value>) -> String {
    value.map_or_else(|| NEVER.to_owned(), |it| it.quoted(target.measured.is_share))
}

/// What else the edit moves most; what comes out as another to the last digit is not told again.
fn moved(tune: &Tune, edit: &Certified) -> Fact {
    let is_new = |(k, moved): &(usize, &Moved)| {
        let is_same = |of: &Moved| (of.now, of.then) == (moved.now, moved.then);
        !edit.moved[..*k].iter().any(is_same)
    };
    let told = edit.moved.iter().enumerate().filter(is_new).take(MOVED).map(|(_, of)| {
        let Moved { scenario, players, measured, .. } = of;
        let (scenario, players, measured) = (scenario.clone(), players.clone(), measured.clone());
        let row = TargetRow { scenario, players, measured, ..TargetRow::default() };
        let [now, then] = [of.now, of.then].map(|value| show(&row, value));
        context! { name => safe_text(&row.name(tune)), now, then }
    });
    told.collect()
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
