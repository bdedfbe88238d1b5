//! Order cards (LL-08): their figures, tasks and conditions.

use skirmish_engine::battle::{CardSpec, Task};
use skirmish_engine::side::Side;

use super::figures::Army;
use super::{Lookup, goals};
use crate::bots::{Names, tests};
use crate::code::Code;
use crate::file::{OrderFile, SideFile};
use crate::problem::{Diagnostics, quote};
use crate::source::Spanned;

pub(super) fn cards(
    diag: &mut Diagnostics,
    lookup: &Lookup<'_>,
    names: &Names<'_>,
    side: &SideFile,
    own: &Army,
    enemy: &Army,
    me: Side,
) -> Vec<CardSpec> {
    let mut taken: Vec<bool> = vec![false; own.figures.len()];
    let mut cards = Vec::new();
    for order in &side.orders {
        let figures = figures(diag, order, own, &mut taken);
        let when = tests(diag, &order.when, names);
        let task = order.task.as_ref().and_then(|(what, whom)| match *what {
            "occupy" => lookup.place(diag, whom).map(Task::Occupy),
            "destroy" => goals::unit(diag, whom, enemy).map(Task::Destroy),
            _ => goals::leader(diag, whom, enemy, !me).map(Task::Kill),
        });
        if let (Some(task), Some((what, whom))) = (task, &order.task) {
            let who: Vec<&str> = order.figures.iter().map(|f| f.value.as_str()).collect();
            let name = format!("{}: {what} {}", who.join(", "), whom.value);
            cards.push(CardSpec { name, figures, task, when });
        }
    }
    cards
}

fn figures(
    diag: &mut Diagnostics,
    order: &OrderFile,
    own: &Army,
    taken: &mut [bool],
) -> Vec<usize> {
    let mut figures: Vec<usize> = Vec::new();
    for name in &order.figures {
        for figure in named(diag, name, own) {
            if figures.contains(&figure) {
                continue;
            }
            if taken[figure] {
                let message = format!("{} is on two order cards", quote(&own.figures[figure].name));
                diag.problem(Code::TwoCards, name.at, message)
                    .hint("a figure is on one card at most (LL-08)");
                break;
            }
            taken[figure] = true;
            figures.push(figure);
        }
    }
    figures.sort_unstable();
    figures
}

/// Returns the figures of a unit, a leader, or a single figure such as `Gate 3`.
fn named(diag: &mut Diagnostics, name: &Spanned<String>, own: &Army) -> Vec<usize> {
    if let Some(unit) = own.unit(&name.value) {
        return own.of_unit(unit);
    }
    if let Some(figure) = own.figures.iter().position(|f| f.name == name.value) {
        return vec![figure];
    }
    // `Gate 9` may exist if the number of figures is unknown.
    if own.may_be_more && own.unit_names().any(|unit| name.value.starts_with(unit)) {
        return Vec::new();
    }
    let known: Vec<&str> = own.unit_names().chain(own.leader_names()).collect();
    let message = format!("the side has no body or figure {}", quote(&name.value));
    diag.problem(Code::UnknownFigures, name.at, message).suggest(&name.value, known);
    Vec::new()
}
