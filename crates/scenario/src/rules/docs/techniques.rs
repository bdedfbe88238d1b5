//! The tables of close combat by technique tests.

use crate::describe::{Form, TableDoc, need};
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
    ],
};
