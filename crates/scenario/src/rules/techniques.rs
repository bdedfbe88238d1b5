//! The tables of close combat by technique tests (WSC-4 to WSC-6).

use skirmish_engine::rulebook::{Stack, Techniques, TroopType};

use super::docs;
use super::read::{Options, RuleReader};
use super::rows::Column;
use crate::limits;
use crate::reader::Keys;

/// The attribute of each troop type. Those of stacked tests are the same, unless they are given.
pub(super) const ATTRIBUTE: Column<TroopType> = Column {
    path: "techniques.attribute",
    what: "attribute",
    such_as: "6",
    every_row: true,
    read: |reader, path, node, troop| {
        troop.technique = reader.leaf_whole(path, node, &limits::ATTRIBUTE);
        troop.stack = Stack::even(troop.technique);
    },
};

/// Its attributes in stacked tests (WSC-5).
pub(super) const MENTALITY: Column<TroopType> = Column {
    path: "techniques.mentality",
    what: "Mentality",
    such_as: "6",
    every_row: false,
    read: |reader, path, node, troop| {
        troop.stack.mentality = reader.leaf_whole(path, node, &limits::ATTRIBUTE);
    },
};
pub(super) const ACTION: Column<TroopType> = Column {
    path: "techniques.action",
    what: "Action",
    such_as: "6",
    every_row: false,
    read: |reader, path, node, troop| {
        troop.stack.action = reader.leaf_whole(path, node, &limits::ATTRIBUTE);
    },
};

impl RuleReader<'_> {
    pub(super) fn techniques(&mut self, keys: &Keys<'_>, options: &Options) -> Techniques {
        let Some(keys) = self.table(keys, "techniques", &docs::TECHNIQUES) else {
            return Techniques::default();
        };
        let (keys, at) = (Some(&keys), "techniques");
        let most = self.whole(keys, at, "most-tests", &limits::TESTS);
        Techniques {
            dice: self.dice(keys, at, "dice"),
            most_tests: u16::try_from(most).unwrap_or(1),
            test: options.technique_test,
            melee: options.technique_melee,
            attack: options.technique_attack,
        }
    }
}
