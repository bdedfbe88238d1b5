//! The tables of close combat by technique tests.

use crate::describe::{Form, TableDoc, may, need};
use crate::limits;

pub(crate) const TECHNIQUES: TableDoc = TableDoc {
    name: "`techniques`",
    about: "close combat by technique tests (WSC-6)",
    fields: &[
        need("dice", Form::Dice, "dice of a test"),
        need(
            "most-tests",
            Form::Whole(&limits::TESTS),
            "most tests of one chain; then the two stay in contact",
        ),
        need(
            "attribute",
            Form::Named(&Form::Whole(&limits::ATTRIBUTE)),
            "attribute of each troop type (WSC-3, WSC-4)",
        ),
        may(
            "mentality",
            Form::Named(&Form::Whole(&limits::ATTRIBUTE)),
            "Mentality in stacked tests (WSC-5), where it is not as `attribute`",
        ),
        may(
            "action",
            Form::Named(&Form::Whole(&limits::ATTRIBUTE)),
            "Action in stacked tests (WSC-5), where it is not as `attribute`",
        ),
    ],
};
