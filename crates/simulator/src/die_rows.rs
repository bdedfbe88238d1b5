//! The dice that a battle may roll, as rows of a table, so that play needs no search.

use skirmish_engine::rulebook::{step_down, step_up};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DieRows {
    faces: Vec<u8>,
    rows: [u8; 256],
}

impl DieRows {
    /// Returns rows for these dice, and for those that wounds and advantages make of them.
    pub(crate) fn of(dice: impl IntoIterator<Item = u8>) -> Self {
        let mut faces: Vec<u8> = dice.into_iter().collect();
        // A wound takes a die one step down, an advantage one step up, and both may come together.
        for at in 0..faces.len() {
            let down = step_down(faces[at]);
            faces.extend([down, step_up(faces[at]), step_up(down)]);
        }
        // No die has a row too, for what is not rolled.
        faces.push(0);
        faces.sort_unstable();
        faces.dedup();
        let mut rows = [0; 256];
        for (row, die) in (0..).zip(&faces) {
            rows[usize::from(*die)] = row;
        }
        Self { faces, rows }
    }

    pub(crate) fn count(&self) -> usize {
        self.faces.len()
    }

    #[inline]
    pub(crate) fn row(&self, die: u8) -> usize {
        usize::from(self.rows[usize::from(die)])
    }

    pub(crate) fn faces(&self) -> impl Iterator<Item = u8> {
        self.faces.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_die_that_can_be_rolled_has_a_row_of_its_own() {
        let dice = DieRows::of([8, 20]);
        for die in [0, 6, 8, 10, 12, 20] {
            assert_eq!(dice.faces().nth(dice.row(die)), Some(die));
        }
        assert_eq!(dice.faces().count(), dice.count());
    }
}
