//! Circular conditions: order cards that ask whether one is open, and events and cards that wait for one another.

use skirmish_engine::battle::{BattleSpec, CardSpec};
use skirmish_engine::bot::{Condition, Test};
use skirmish_engine::side::Side;

use crate::code::Code;
use crate::file::{OrderFile, ScenarioFile};
use crate::problem::{Diagnostics, quote};
use crate::source::Spanned;

struct Waiting<'a> {
    /// Its name in messages, such as ``the event `flood` ``.
    called: String,
    never: &'static str,
    side: Side,
    is_card: bool,
    tests: &'a [Test],
    when: &'a [Spanned<String>],
}

pub(super) fn circles(diag: &mut Diagnostics, spec: &BattleSpec, file: &ScenarioFile) {
    let events = spec.events.iter().zip(&file.events).map(|(event, written)| Waiting {
        called: format!("the event {}", quote(&event.name)),
        never: "happens",
        side: event.side,
        is_card: false,
        tests: &event.when,
        when: &written.when,
    });
    // Events come first, so that their numbers are indexes.
    let mut all: Vec<Waiting<'_>> = events.collect();
    for (side, written) in Side::BOTH.into_iter().zip(&file.sides) {
        let cards = spec.sides[side].cards.iter().zip(&written.orders);
        all.extend(cards.map(|card| of_card(side, card)));
    }
    for card in all.iter().filter(|of| of.is_card) {
        for (test, phrase) in card.tests.iter().zip(card.when) {
            if test.condition == Condition::OrderCardOpen {
                let called = &card.called;
                let message = format!("{called} asks whether an order card is open, and is one");
                diag.problem(Code::Circle, phrase.at, message)
                    .hint("leave the condition out; a card stays open until it is done (LL-08)");
            }
        }
    }
    // Whatever waits for nothing comes, or for something that comes; the rest waits for itself.
    let mut comes = vec![false; all.len()];
    let is_met = |comes: &[bool], of: &Waiting<'_>, test: &Test| {
        let needed = needed(&all, of, test);
        needed.is_empty() || needed.iter().any(|k| comes[*k])
    };
    while let Some(next) = (0..all.len())
        .find(|&k| !comes[k] && all[k].tests.iter().all(|test| is_met(&comes, &all[k], test)))
    {
        comes[next] = true;
    }
    for (k, of) in all.iter().enumerate().filter(|(k, _)| !comes[*k]) {
        for (test, phrase) in of.tests.iter().zip(of.when) {
            if is_met(&comes, of, test) {
                continue;
            }
            let needed = needed(&all, of, test);
            let (called, never) = (&of.called, of.never);
            if needed.contains(&k) {
                let message = format!("{called} waits for itself, and so never {never}");
                diag.problem(Code::Circle, phrase.at, message).hint("leave the condition out");
                continue;
            }
            let other = &all[needed[0]];
            let line = other.when.first().map_or(0, |when| diag.sources.line_column(when.at).0);
            let message = format!(
                "{called} never {never}: it waits for {} of line {line}, which never {}",
                other.called, other.never
            );
            diag.problem(Code::Circle, phrase.at, message)
                .hint("they wait for one another: leave one of these conditions out");
        }
    }
}

fn of_card<'a>(side: Side, (card, written): (&'a CardSpec, &'a OrderFile)) -> Waiting<'a> {
    Waiting {
        called: format!("the order card {}", quote(&card.name)),
        never: "opens",
        side,
        is_card: true,
        tests: &card.when,
        when: &written.when,
    }
}

/// Returns events and cards: at least one must come before the test can hold. Empty if it needs none.
fn needed(all: &[Waiting<'_>], of: &Waiting<'_>, test: &Test) -> Vec<usize> {
    match test.condition {
        _ if !test.expected => Vec::new(),
        Condition::Happened(event) => vec![usize::from(event.0)],
        // A card that asks for open cards is an error of its own.
        Condition::OrderCardOpen if !of.is_card => {
            (0..all.len()).filter(|&k| all[k].is_card && all[k].side == of.side).collect()
        }
        _ => Vec::new(),
    }
}
