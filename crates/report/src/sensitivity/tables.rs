//! A study of sensitivity as tables.

use super::{Interplay, Luck, Number, Sensitivity, StepEffect};
use crate::comparison::{CHANGE, Value, changed};
use crate::schema;
use crate::table::Table;

schema! {
    /// `sensitivity.csv`.
    SENSITIVITY in "sensitivity.csv", "What a step of each number of the rules does: a row for each number and step.";
    fn step_row(study: &Sensitivity, number: &Number, step: &StepEffect) {
        "path": Text, "Path of the number." => &number.path,
        "rule": Text, "The rule that it belongs to; may be empty." => &number.rule,
        "now": Text, "Its value." => &number.value,
        "step_to": Text, "The value that the step leads to." => &step.value,
        "direction": Whole, "1 for up, -1 for down, 0 where there is no order." => step.direction,
        "measure": Text, "What is measured, such as `win-rate`." => &study.measure.measure,
        "side": Text, "The side; empty for a measure of the whole game." => &study.measure.side,
        "changes": Shared(CHANGE), "What the step changes." => step.change.map(changed),
        "changed_games": Whole, "Games in which anything at all went differently; empty if the step was refused." =>
            step.refused.is_empty().then_some(step.changed_games),
        "games": Whole, "Games played with the step." => study.played.games,
        "counted_games": Whole, "Of a row of the factor table, in how many games it counted for a nomination; else empty." =>
            number.counted_games,
        "dead": YesNo, "Whether no game changed, whichever way the number was moved." => number.is_dead(),
        "refused": Text, "Why the battle cannot be played with the step; empty if it can." => &step.refused,
    }
}

schema! {
    /// `interactions.csv`.
    INTERACTIONS in "interactions.csv", "How the most important numbers act together: shares of the variance of the measure \
        over all combinations of their values. There only with `--interactions`.";
    fn interplay_row(one: &str, other: &str, kind: &str, share: Option<Value>) {
        "path": Text, "Path of a number." => one,
        "other_path": Text, "Path of another, for what they do together; else empty." => other,
        "kind": Text, "`alone`, `in_all` (what it plays a part in) or `together`." => kind,
        "share": Share, "Share of the variance; may come out below 0 by chance." => share.map(|it| it.value),
        "interval": Interval("ci_low", "ci_high"), "Interval of the share." => share.and_then(|it| it.interval),
    }
}

schema! {
    /// `luck.csv`.
    LUCK in "luck.csv", "Where the luck comes from: a row for each kind of dice, with shares of the variance of the measure \
        over games, and a last one for what no kind explains alone.";
    fn luck_row(source: &str, dice: Option<f64>, first: Option<Value>, total: Option<Value>) {
        "source": Text, "What the dice are for, or `together`." => source,
        "dice_per_game": Number, "Dice rolled for it a game." => dice,
        "alone": Share, "Share that these dice decide whatever the others show." => first.map(|it| it.value),
        "alone_interval": Interval("alone_low", "alone_high"), "Interval of that." => first.and_then(|it| it.interval),
        "in_all": Share, "Share that these dice play a part in." => total.map(|it| it.value),
        "in_all_interval": Interval("in_all_low", "in_all_high"), "Interval of that." => total.and_then(|it| it.interval),
    }
}

pub(super) fn steps(study: &Sensitivity) -> Table {
    let steps = study.numbers.iter().flat_map(|of| of.steps.iter().map(move |step| (of, step)));
    Table::new(&SENSITIVITY, steps.map(|(number, step)| step_row(study, number, step)))
}

pub(super) fn interplay(interplay: &Interplay) -> Table {
    let row = interplay_row;
    let single = interplay.parameters.iter();
    let single = single
        .flat_map(|p| [row(&p.path, "", "alone", p.first), row(&p.path, "", "in_all", p.total)]);
    let pairs = interplay.pairs.iter().map(|p| row(&p.paths[0], &p.paths[1], "together", p.share));
    Table::new(&INTERACTIONS, single.chain(pairs))
}

pub(super) fn luck(luck: &Luck) -> Table {
    let rows = luck.sources.iter().map(|s| luck_row(&s.source, Some(s.dice), s.first, s.total));
    Table::new(&LUCK, rows.chain([luck_row("together", None, luck.together, None)]))
}
