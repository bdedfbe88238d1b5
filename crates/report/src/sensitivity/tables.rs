//! A study of sensitivity as tables.

use super::{Interplay, Luck, Sensitivity};
use crate::cells;
use crate::comparison::Value;
use crate::table::Kind::{Exact, Interval, Number, Share, Text, Whole, YesNo};
use crate::table::{Cell, Column, Schema, Table};

/// `sensitivity.csv`.
pub const SENSITIVITY: Schema = Schema {
    file: "sensitivity.csv",
    about: "What a step of each number of the rules does: a row for each number and step.",
    columns: &[
        Column::new("path", Text, "Path of the number."),
        Column::new("rule", Text, "The rule that it belongs to; may be empty."),
        Column::new("now", Text, "Its value."),
        Column::new("step_to", Text, "The value that the step leads to."),
        Column::new("direction", Whole, "1 for up, -1 for down, 0 where there is no order."),
        Column::new("measure", Text, "What is measured, such as `win-rate`."),
        Column::new("side", Text, "The side; empty for a measure of the whole game."),
        Column::new("change", Number, "The change of the measure; a share is a fraction of one."),
        Column::new("change", Interval("change_low", "change_high"), "Interval of the change."),
        Column::new("p_value", Exact, "Two-sided p-value of the change."),
        Column::new("adjusted_p_value", Exact, "The same, adjusted for all steps."),
        Column::new(
            "changed_games",
            Whole,
            "Games in which anything at all went differently; empty if the step was refused.",
        ),
        Column::new("games", Whole, "Games played with the step."),
        Column::new(
            "counted_games",
            Whole,
            "Of a row of the factor table, in how many games it counted for a nomination; else empty.",
        ),
        Column::new("dead", YesNo, "Whether no game changed, whichever way the number was moved."),
        Column::new(
            "refused",
            Text,
            "Why the battle cannot be played with the step; empty if it can.",
        ),
    ],
};

/// `interactions.csv`.
pub const INTERACTIONS: Schema = Schema {
    file: "interactions.csv",
    about: "How the most important numbers act together: shares of the variance of the measure over all combinations of \
            their values. There only with `--interactions`.",
    columns: &[
        Column::new("path", Text, "Path of a number."),
        Column::new("other_path", Text, "Path of another, for what they do together; else empty."),
        Column::new("kind", Text, "`alone`, `in_all` (what it plays a part in) or `together`."),
        Column::new("share", Share, "Share of the variance; may come out below 0 by chance."),
        Column::new("interval", Interval("ci_low", "ci_high"), "Interval of the share."),
    ],
};

/// `luck.csv`.
pub const LUCK: Schema = Schema {
    file: "luck.csv",
    about: "Where the luck comes from: a row for each kind of dice, with shares of the variance of the measure over games, \
            and a last one for what no kind explains alone.",
    columns: &[
        Column::new("source", Text, "What the dice are for, or `together`."),
        Column::new("dice_per_game", Number, "Dice rolled for it a game."),
        Column::new("alone", Share, "Share that these dice decide whatever the others show."),
        Column::new("alone", Interval("alone_low", "alone_high"), "Interval of that."),
        Column::new("in_all", Share, "Share that these dice play a part in."),
        Column::new("in_all", Interval("in_all_low", "in_all_high"), "Interval of that."),
    ],
};

pub(super) fn steps(study: &Sensitivity) -> Table {
    let rows = study.numbers.iter().flat_map(|number| {
        number.steps.iter().map(move |step| {
            cells![
                &number.path,
                &number.rule,
                &number.value,
                &step.value,
                step.direction,
                &study.measure.measure,
                &study.measure.side,
                step.change.map(|c| c.value),
                step.change.and_then(|c| c.interval),
                step.change.and_then(|c| c.p_value),
                step.change.and_then(|c| c.adjusted_p_value),
                step.refused.is_empty().then_some(step.changed_games),
                study.played.games,
                number.counted_games,
                number.is_dead(),
                &step.refused,
            ]
        })
    });
    Table::new(&SENSITIVITY, rows)
}

/// The cells of a value and its interval.
fn estimate(value: Option<Value>) -> Vec<Cell> {
    cells![value.map(|v| v.value), value.and_then(|v| v.interval)]
}

pub(super) fn interplay(interplay: &Interplay) -> Table {
    let row = |one: &str, other: &str, kind: &str, value| {
        [cells![one, other, kind], estimate(value)].concat()
    };
    let single = interplay.parameters.iter();
    let single = single
        .flat_map(|p| [row(&p.path, "", "alone", p.first), row(&p.path, "", "in_all", p.total)]);
    let pairs = interplay.pairs.iter().map(|p| row(&p.paths[0], &p.paths[1], "together", p.share));
    Table::new(&INTERACTIONS, single.chain(pairs))
}

pub(super) fn luck(luck: &Luck) -> Table {
    let row = |source: &str, dice: Option<f64>, first, total| {
        [cells![source, dice], estimate(first), estimate(total)].concat()
    };
    let sources = luck.sources.iter();
    let rows = sources.map(|s| row(&s.source, Some(s.dice), s.first, s.total));
    Table::new(&LUCK, rows.chain([row("together", None, luck.together, None)]))
}
