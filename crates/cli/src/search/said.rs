//! Describes players found, as changes to a known bot or to a nameless one that only stands.

use skirmish_engine::bot::{Bot, Line, React};
use skirmish_scenario::Scenario;
use skirmish_search::shrink::Change;

#[derive(Clone, Copy)]
struct Edit<'c> {
    adds: bool,
    at: usize,
    what: What<'c>,
}

#[derive(Clone, Copy, PartialEq)]
enum What<'c> {
    Line(&'c Line),
    Reaction(&'c Line<React>),
}

impl What<'_> {
    /// Returns whether both do the same, apart from conditions and target.
    fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Line(one), Self::Line(other)) => {
                std::mem::discriminant(&one.act) == std::mem::discriminant(&other.act)
            }
            (Self::Reaction(one), Self::Reaction(other)) => one.act == other.act,
            _ => false,
        }
    }

    fn said(self, scenario: &Scenario) -> String {
        match self {
            Self::Line(of) => scenario.say_line(&of.when, &scenario.say_act(of.act)),
            Self::Reaction(of) => scenario.say_line(&of.when, &scenario.say_reaction(of.act)),
        }
    }
}

impl<'c> Edit<'c> {
    /// Returns what a change does to the list of lines or of reactions; `None` if it touches neither.
    const fn of(change: &'c Change) -> Option<Self> {
        let (adds, at, what) = match change {
            Change::Adds(at, of) => (true, *at, What::Line(of)),
            Change::Drops(at, of) => (false, *at, What::Line(of)),
            Change::AddsReaction(at, of) => (true, *at, What::Reaction(of)),
            Change::DropsReaction(at, of) => (false, *at, What::Reaction(of)),
            Change::Nominates(_) | Change::LeastChance(_) => return None,
        };
        Some(Self { adds, at, what })
    }
}

/// Groups changes that are undone together: a line replaced by a similar one, or a line that moves.
pub(crate) fn together(changes: &[Change]) -> Vec<Vec<&Change>> {
    let mut told: Vec<Vec<&Change>> = Vec::new();
    for change in changes {
        let is_half = |one: &Vec<&Change>| one.len() == 1 && is_moved(one[0], change);
        match told.iter().position(is_half) {
            Some(k) => told[k].push(change),
            None => told.push(vec![change]),
        }
    }
    // Lines keep their order: none is placed before an altered one.
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

/// Returns two changes as edits if one drops a line and the other adds one.
fn pair<'c>(one: &'c Change, other: &'c Change) -> Option<[Edit<'c>; 2]> {
    Some([Edit::of(one)?, Edit::of(other)?]).filter(|[one, other]| one.adds != other.adds)
}

/// Returns whether one change adds elsewhere what the other drops.
fn is_moved(one: &Change, other: &Change) -> bool {
    pair(one, other).is_some_and(|[one, other]| one.what == other.what)
}

/// Returns whether one change drops a line and the other puts it back in its place with other conditions or another target.
fn is_altered(changes: &[Change], one: &Change, other: &Change) -> bool {
    let Some([one, other]) = pair(one, other) else { return false };
    let is_gone = |k: usize| {
        changes.iter().filter_map(Edit::of).any(|it| {
            let is_of_list = matches!(it.what, What::Line(_)) == matches!(one.what, What::Line(_));
            !it.adds && it.at == k && is_of_list
        })
    };
    one.what.is_like(other.what) && (one.at.min(other.at)..one.at.max(other.at)).all(is_gone)
}

/// Returns the place of a bot's line in its full listing; the end if there is none.
fn place_in(listed: &Bot, bot: &Bot, at: usize) -> usize {
    let mut left = bot.lines.iter().peekable();
    let kept = (0..listed.lines.len()).filter(|k| left.next_if_eq(&&listed.lines[*k]).is_some());
    kept.collect::<Vec<_>>().get(at).copied().unwrap_or(listed.lines.len())
}

/// Returns what grouped changes do, where, and with which lines: old and new if they alter one.
fn telling<'c>(told: &[&'c Change]) -> Option<(&'static str, usize, Vec<What<'c>>)> {
    let edits: Vec<Edit<'_>> = told.iter().copied().filter_map(Edit::of).collect();
    let old = edits.iter().find(|it| !it.adds);
    let new = edits.iter().find(|it| it.adds);
    Some(match (old, new) {
        (Some(old), Some(new)) if old.what != new.what => {
            ("alter", old.at, vec![old.what, new.what])
        }
        (Some(old), Some(new)) if new.at < old.at => ("move up", new.at, vec![new.what]),
        (Some(_), Some(new)) => ("move down", new.at, vec![new.what]),
        (None, Some(new)) => ("add", new.at, vec![new.what]),
        (Some(old), None) => ("leave out", old.at, vec![old.what]),
        (None, None) => return None,
    })
}

/// Describes a change of a bot: the action, the line as in a script, and its listed place from 1, or 0 in a whole script.
pub(crate) fn said(
    scenario: &Scenario,
    (base, listed): (&Bot, &Bot),
    told: &[&Change],
) -> (String, String, u64) {
    let Some((does, at, lines)) = telling(told) else {
        return match told[0] {
            Change::LeastChance(percent) => ("least chance".to_owned(), format!("{percent} %"), 0),
            Change::Nominates(nominate) => {
                ("nominate".to_owned(), scenario.say_nomination(*nominate), 0)
            }
            _ => Default::default(),
        };
    };
    let (of, at) = match lines[0] {
        What::Line(_) => ("line", place_in(listed, base, at)),
        What::Reaction(_) => ("reaction", at),
    };
    let said = lines.iter().map(|line| line.said(scenario)).collect::<Vec<_>>().join(" becomes ");
    match (does, of) {
        ("add", of) if base.name.is_empty() => (of.to_owned(), said, 0),
        (does, "line") => (does.to_owned(), said, at as u64 + 1),
        (does, of) => (format!("{does} {of}"), said, at as u64 + 1),
    }
}

#[cfg(test)]
mod tests {
    use skirmish_engine::bot::{Act, Condition, Pick, Test};

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
        // Lines in between make it a different line.
        let apart = [Change::Adds(0, new), Change::Drops(1, old.clone())];
        assert_eq!(together(&apart).len(), 2);
        // A line found elsewhere has moved, whatever else is altered.
        let moved = [
            Change::Adds(0, old.clone()),
            Change::Adds(1, line(false, Act::Hide)),
            Change::Drops(1, line(true, Act::Hide)),
            Change::Drops(2, old),
        ];
        let told = together(&moved);
        assert_eq!(told.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2], "{told:?}");
        let does = told.iter().map(|told| telling(told).map(|(does, at, _)| (does, at)));
        assert_eq!(does.collect::<Vec<_>>(), [Some(("move up", 0)), Some(("alter", 1))]);
    }
}
