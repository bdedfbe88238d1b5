//! How players that were found are told: as changes of a bot that one knows, or of one that only stands, which has no name.

use skirmish_engine::bot::{Act, Bot, Line, React};
use skirmish_scenario::Scenario;
use skirmish_search::shrink::Change;

/// Changes as they are told, each to be undone as a whole: a line left out and one like it in its place are one, and so is a
/// line that moves.
pub(crate) fn together(changes: &[Change]) -> Vec<Vec<&Change>> {
    let mut told: Vec<Vec<&Change>> = Vec::new();
    for change in changes {
        let is_half = |one: &Vec<&Change>| one.len() == 1 && is_moved(one[0], change);
        match told.iter().position(is_half) {
            Some(k) => told[k].push(change),
            None => told.push(vec![change]),
        }
    }
    // Lines keep their order: none goes before one that has been altered.
    let (mut first, mut k) = (0, 0);
    while k < told.len() {
        let is_half = |one: &Vec<&Change>| match (one.as_slice(), told[k].as_slice()) {
            ([one], [other]) => is_altered(changes, one, other),
            _ => false,
        };
        match (first..k).find(|j| is_half(&told[*j])) {
            Some(j) => {
                let other = told.remove(k);
                told[j].extend(other);
                first = j + 1;
            }
            None => k += 1,
        }
    }
    told
}

/// Whether two changes move a line: one leaves out what the other adds elsewhere.
fn is_moved(one: &Change, other: &Change) -> bool {
    match (one, other) {
        (Change::Drops(_, old), Change::Adds(_, new))
        | (Change::Adds(_, new), Change::Drops(_, old)) => old == new,
        (Change::DropsReaction(_, old), Change::AddsReaction(_, new))
        | (Change::AddsReaction(_, new), Change::DropsReaction(_, old)) => old == new,
        _ => false,
    }
}

/// Whether two changes alter a line: one leaves out what the other puts in its place with other conditions or at another
/// target.
fn is_altered(changes: &[Change], one: &Change, other: &Change) -> bool {
    let is_gone =
        |k: usize| changes.iter().any(|change| matches!(change, Change::Drops(at, _) if *at == k));
    let is_reaction_gone = |k: usize| {
        changes.iter().any(|change| matches!(change, Change::DropsReaction(at, _) if *at == k))
    };
    let between = |one: usize, other: usize| one.min(other)..one.max(other);
    match (one, other) {
        (Change::Drops(at, old), Change::Adds(before, new))
        | (Change::Adds(before, new), Change::Drops(at, old)) => {
            is_like(old.act, new.act) && between(*at, *before).all(is_gone)
        }
        (Change::DropsReaction(at, old), Change::AddsReaction(before, new))
        | (Change::AddsReaction(before, new), Change::DropsReaction(at, old)) => {
            old.act == new.act && between(*at, *before).all(is_reaction_gone)
        }
        _ => false,
    }
}

/// Whether two actions are the same but for their target.
fn is_like(one: Act, other: Act) -> bool {
    std::mem::discriminant(&one) == std::mem::discriminant(&other)
}

/// A change, or the two that alter a line or move it, from one place to another.
enum Telling<'c> {
    Alters(usize, &'c Line, &'c Line),
    AltersReaction(usize, &'c Line<React>, &'c Line<React>),
    Moves(usize, usize, &'c Line),
    MovesReaction(usize, usize, &'c Line<React>),
    One(&'c Change),
}

fn telling<'c>(told: &[&'c Change]) -> Telling<'c> {
    match *told {
        [Change::Drops(from, old), Change::Adds(to, new)]
        | [Change::Adds(to, new), Change::Drops(from, old)]
            if old == new =>
        {
            Telling::Moves(*from, *to, new)
        }
        [Change::DropsReaction(from, old), Change::AddsReaction(to, new)]
        | [Change::AddsReaction(to, new), Change::DropsReaction(from, old)]
            if old == new =>
        {
            Telling::MovesReaction(*from, *to, new)
        }
        [Change::Drops(at, old), Change::Adds(_, new)]
        | [Change::Adds(_, new), Change::Drops(at, old)] => Telling::Alters(*at, old, new),
        [Change::DropsReaction(at, old), Change::AddsReaction(_, new)]
        | [Change::AddsReaction(_, new), Change::DropsReaction(at, old)] => {
            Telling::AltersReaction(*at, old, new)
        }
        _ => Telling::One(told[0]),
    }
}

/// Where a line of a bot stands in the same bot with all of its lines; the end, if there is no such line.
fn place_in(listed: &Bot, bot: &Bot, at: usize) -> usize {
    let mut left = bot.lines.iter().peekable();
    let kept = (0..listed.lines.len()).filter(|k| left.next_if_eq(&&listed.lines[*k]).is_some());
    kept.collect::<Vec<_>>().get(at).copied().unwrap_or(listed.lines.len())
}

/// A change of a bot as a script has it: what is done, with which line, and where (from 1, as the bot is listed; 0 for nowhere,
/// as in a script that is told whole).
pub(crate) fn said(
    scenario: &Scenario,
    (base, listed): (&Bot, &Bot),
    told: &[&Change],
) -> (&'static str, String, u64) {
    let line = |line: &Line| scenario.say_line(&line.when, &scenario.say_act(line.act));
    let reaction =
        |line: &Line<React>| scenario.say_line(&line.when, &scenario.say_reaction(line.act));
    let place = |at: usize| place_in(listed, base, at);
    let (what, said, place) = match telling(told) {
        Telling::Alters(at, old, new) => {
            ("alter", format!("{} becomes {}", line(old), line(new)), Some(place(at)))
        }
        Telling::AltersReaction(at, old, new) => {
            ("alter reaction", format!("{} becomes {}", reaction(old), reaction(new)), Some(at))
        }
        Telling::Moves(from, to, of) if to < from => ("move up", line(of), Some(place(to))),
        Telling::Moves(_, to, of) => ("move down", line(of), Some(place(to))),
        Telling::MovesReaction(from, to, of) if to < from => {
            ("move up reaction", reaction(of), Some(to))
        }
        Telling::MovesReaction(_, to, of) => ("move down reaction", reaction(of), Some(to)),
        Telling::One(change) => match change {
            Change::Adds(at, of) => ("add", line(of), Some(place(*at))),
            Change::Drops(at, of) => ("leave out", line(of), Some(place(*at))),
            Change::AddsReaction(at, of) => ("add reaction", reaction(of), Some(*at)),
            Change::DropsReaction(at, of) => ("leave out reaction", reaction(of), Some(*at)),
            Change::Nominates(nominate) => ("nominate", scenario.say_nomination(*nominate), None),
            Change::LeastChance(percent) => ("least chance", format!("{percent} %"), None),
        },
    };
    let (what, place) = match (what, base.name.as_str()) {
        ("add", "") => ("line", None),
        ("add reaction", "") => ("reaction", None),
        _ => (what, place),
    };
    (what, said, place.map_or(0, |at| at as u64 + 1))
}

#[cfg(test)]
mod tests {
    use skirmish_engine::bot::{Condition, Pick, Test};

    use super::*;

    #[test]
    fn a_line_stands_where_the_whole_list_has_it() {
        let lines = |acts: &[Act]| {
            let lines = acts.iter().map(|act| Line { when: Vec::new(), act: *act });
            Bot { lines: lines.collect(), ..Bot::default() }
        };
        let listed = lines(&[Act::Fight, Act::Hide, Act::Fight, Act::Appear, Act::Stand]);
        let bot = lines(&[Act::Fight, Act::Fight, Act::Stand]);
        let places: Vec<usize> = (0..4).map(|at| place_in(&listed, &bot, at)).collect();
        assert_eq!(places, [0, 2, 4, 5]);
    }

    #[test]
    fn a_line_with_another_condition_or_target_is_one_change() {
        let line = |is_engaged: bool, act: Act| {
            let test = Test { condition: Condition::Engaged, expected: is_engaged };
            Line { when: vec![test], act }
        };
        let (old, new) =
            (line(true, Act::Charge(Pick::Nearest)), line(false, Act::Charge(Pick::Weakest)));
        let altered = [
            Change::Adds(1, new.clone()),
            Change::Adds(1, line(true, Act::Hide)),
            Change::Drops(1, old.clone()),
        ];
        let told = together(&altered);
        assert_eq!(told.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1], "{told:?}");
        // What stands between stays: it is another line.
        let apart = [Change::Adds(0, new), Change::Drops(1, old.clone())];
        assert_eq!(together(&apart).len(), 2);
        // The same line elsewhere has moved, whatever is altered beside it.
        let moved = [
            Change::Adds(0, old.clone()),
            Change::Adds(1, line(false, Act::Hide)),
            Change::Drops(1, line(true, Act::Hide)),
            Change::Drops(2, old),
        ];
        let told = together(&moved);
        assert_eq!(told.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2], "{told:?}");
        assert!(matches!(telling(&told[0]), Telling::Moves(2, 0, _)));
        assert!(matches!(telling(&told[1]), Telling::Alters(1, ..)));
    }
}
