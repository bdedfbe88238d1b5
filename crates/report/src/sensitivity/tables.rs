//! A study of sensitivity as tables.

use super::{Interplay, Luck, LuckSource, Number, Sensitivity, StepEffect};
use crate::comparison::Value;
use crate::schema;
use crate::study::Measured;
use crate::table::{Row as _, Table};

schema! {
    /// `sensitivity.csv`.
    SENSITIVITY in "sensitivity.csv", "What a step of each number of the rules does: a row for each number and step.";
    fn step_row(study: &Sensitivity, number: &Number, step: &StepEffect) {
        "number": Shared(Number::SCHEMA.columns), "The number." => number.clone(),
        "step": Shared(StepEffect::SCHEMA.columns), "The step." => step.clone(),
        "measured": Shared(Measured::SCHEMA.columns), "What is measured." => study.measure.clone(),
        "games": Whole, "Games played with the step." => study.played.games,
        "dead": YesNo, "Whether no game changed, whichever way the number was moved." => number.is_dead(),
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
    let together =
        LuckSource { source: "together".to_owned(), first: luck.together, ..LuckSource::default() };
    Table::of(&[luck.sources.as_slice(), &[together]].concat())
}
