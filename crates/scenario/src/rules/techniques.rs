//! The tables of close combat by technique tests (WSC-4, WSC-6).

use skirmish_engine::rulebook::{Techniques, TroopType};

use super::docs;
use super::read::{Options, RuleReader};
use super::rows::Column;
use crate::limits;
use crate::reader::Keys;

/// The attribute of each troop type.
pub(super) const COLUMN: Column<TroopType> = Column {
    path: "techniques.attribute",
    what: "attribute",
    such_as: "6",
    read: |reader, path, node, troop| {
        troop.technique = reader.leaf_whole(path, node, &limits::ATTRIBUTE);
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
        }
    }
}
