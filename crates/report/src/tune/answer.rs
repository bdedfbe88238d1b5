//! Fills the template of a search for the cheapest edit with facts.

use minijinja::context;
use minijinja::value::Value as Fact;

use super::tried::{all_miss, by_edit, closer, in_words, rivals};
use super::{Certified, Ending, Moved, TargetRow, Tune};
use crate::Answer;
use crate::answer::of_study;
use crate::comparison::Value;
use crate::number::with_commas;
use crate::once::unique;
use crate::safe::safe_text;
use crate::table::{Cell, Table};
use crate::text::{definitions, notes};
use crate::words;

/// Most measures to tell besides the targets.
const MOVED: usize = 3;

/// Returns the answer.
pub fn text(tune: &Tune) -> Answer {
    let measures = tune.targets.iter().map(|target| &target.measured);
    Answer::of("tune.txt", facts(tune))
        .with_explanation(listed(tune))
        .with_explanation(definitions(measures.map(|m| (m.measure.as_str(), m.about.as_str()))))
        .with_explanation(notes(&tune.played.methods("tune")))
}

pub(super) fn facts(tune: &Tune) -> Fact {
    let best = tune.best().filter(|_| tune.ending == Ending::Found);
    let second = tune.certified.iter().find(|it| it.is_certain && best.is_some_and(|of| *it != of));
    let cost = best.map(|edit| (edit.cells, edit.steps));
    let edits =
        || by_edit(tune).into_iter().map(|rows| &rows[0]).filter(|row| !row.edit.is_empty());
    let is_cheaper = |of: (u32, u32)| cost.is_none_or(|cost| of < cost);
    let cheaper = edits().filter(|row| {
        ["open", "refused"].contains(&row.verdict.as_str()) && is_cheaper((row.cells, row.steps))
    });
    let as_cheap =
        edits().filter(|row| row.verdict == "open" && cost == Some((row.cells, row.steps)));
    let name = |k: usize| safe_text(&tune.targets[k].name(tune));
    let nearest = closer(tune).filter(|_| best.is_none() && tune.guess.is_none());
    let guess = tune.guess.as_ref();
    let value = |value: Option<Value>| of_study(&value);
    context! {
        edits => tune.levels.iter().map(|level| level.raced).sum::<u64>() + tune.surveyed,
        most_games => tune.tried.iter().map(|row| row.games).max().unwrap_or(0),
        in_order => !tune.any_order && tune.ending != Ending::NothingToDo,
        all_miss => all_miss(tune),
        edit => best.map(|edit| of_study(&edit.changes)),
        second => second.map(in_words),
        rows => (0..tune.targets.len()).map(|k| {
            let target = &tune.targets[k];
            context! {
                name => name(k),
                now => value(target.now),
                then => best.map(|edit| &edit.values).or(guess.map(|guess| &guess.values))
                    .map(|then| value(then[k])),
                answered => best.and_then(|edit| Some(of_study(edit.answered.get(k)?))),
                is_share => target.measured.is_share,
                wanted => target.wanted(),
                met => met(target, best.map(|edit| edit.values[k])),
            }
        }).collect::<Fact>(),
        // Targets may have different numbers of fresh games.
        tested => best.map(|_| [tune.fresh.iter().min(), tune.fresh.iter().max()]
            .map(|games| games.copied().unwrap_or(tune.effort[2])).to_vec()),
        guess => guess.map(of_study),
        minutes => tune.minutes,
        moved => best.map(|edit| moved(tune, edit)),
        cheaper => cheaper.count(),
        as_cheap => as_cheap.count(),
        nearest => nearest.map(|(rows, _)| rows.iter().enumerate().map(|(k, row)| context! {
            edit => safe_text(&row.edit),
            name => name(k),
            value => value(row.value.map(|value| Value { value, interval: row.interval })),
            is_share => tune.targets[k].measured.is_share,
            wanted => tune.targets[k].wanted(),
        }).collect::<Fact>()),
        rivals => rivals(tune).map(|(one, two)| vec![name(one), name(two)]),
        who => match tune.played.who() {
            Some(who) => vec![safe_text(&who)],
            None => unique(tune.targets.iter().map(|target| safe_text(&target.players))),
        },
        ..of_study(tune)
    }
}

/// What is said where the interval of a value reaches out of what is wanted.
const JUST_MET: &str = "met, perhaps just missed";

/// Returns how a target is met, at present or with an edit.
fn met(target: &TargetRow, then: Option<Option<Value>>) -> &'static str {
    let (value, is_edit) = then.map_or((target.now, false), |then| (then, true));
    match target.is_met(value) {
        is_met if (is_met || is_edit) && target.is_met_only_just(value) => JUST_MET,
        true => "met",
        false => "missed",
    }
}

/// Returns the other measures that the edit moves most, without exact repetitions.
fn moved(tune: &Tune, edit: &Certified) -> Fact {
    let is_new = |(k, moved): &(usize, &Moved)| {
        !edit.moved[..*k].iter().any(|other| other.row.values == moved.row.values)
    };
    let told = edit.moved.iter().enumerate().filter(is_new).take(MOVED).map(|(_, of)| {
        let name = words::of_side(&of.row.measure, &of.row.side);
        let name = safe_text(&tune.named(name, &of.scenario, &of.players));
        context! { name, ..of_study(of) }
    });
    told.collect()
}

/// Returns a table with the number of edits of each cost.
fn listed(tune: &Tune) -> String {
    let mut table = Table::of_words(["cost of cells", "steps", "possible", "played"]);
    for level in &tune.levels {
        let numbers = [u64::from(level.cells), level.steps.into(), level.possible, level.raced];
        table.push(numbers.map(|number| Cell::from(with_commas(number))).to_vec());
    }
    table.told()
}
