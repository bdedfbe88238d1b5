//! Streaks of chances, by their formulas.

use skirmish_engine::side::Side;
use skirmish_odds::chances::{ChanceStreaks, Handing, Next, streaks};
use skirmish_odds::{OddsError, Pmf, Ratio};

use crate::fractions::r;

/// A deck with cards of each side, some for nobody, and some that end the round.
struct Deck {
    cards: [u8; 2],
    blanks: u8,
    ends: u8,
}

impl Handing for Deck {
    type State = [u8; 4];

    fn first(&self) -> [u8; 4] {
        [self.cards[0], self.cards[1], self.blanks, self.ends]
    }

    fn next(&self, state: &[u8; 4]) -> Result<Next<[u8; 4]>, OddsError> {
        let sides = [Some(Side::A), Some(Side::B), None, None];
        let drawn = (0..4).filter(|k| state[*k] > 0).map(|k| {
            let mut left = *state;
            left[k] -= 1;
            let is_over = k == 3 || left[..3] == [0; 3] && self.ends == 0;
            let next = if is_over { self.first() } else { left };
            ((sides[k], next), u64::from(state[k]))
        });
        Pmf::from_weights(drawn)
    }

    fn is_round(&self, state: &[u8; 4]) -> bool {
        *state == self.first()
    }
}

/// Sides with a turn each in which all of their units act; the higher die is first, and who was last loses a tie.
struct Rolled {
    units: [u8; 2],
    faces: u64,
}

impl Handing for Rolled {
    /// Whose turn, whether it is the second of the round, how many units are left to act, and who was last.
    type State = (Option<Side>, bool, u8, Option<Side>);

    fn first(&self) -> Self::State {
        (None, false, 0, None)
    }

    fn next(
        &self,
        (now, is_second, left, last): &Self::State,
    ) -> Result<Next<Self::State>, OddsError> {
        let units = |side: Side| self.units[side as usize];
        let Some(side) = *now else {
            let better = self.faces * (self.faces - 1) / 2;
            let tie = |side: Side| if last.unwrap_or(Side::B) == side { 0 } else { self.faces };
            let opens =
                |side: Side| ((None, (Some(side), false, units(side), *last)), better + tie(side));
            return Pmf::from_weights(Side::BOTH.map(opens));
        };
        let next = match (*left - 1, is_second) {
            (0, false) => (Some(!side), true, units(!side), *last),
            (0, true) => (None, false, 0, Some(side)),
            (left, _) => (*now, *is_second, left, *last),
        };
        Ok(Pmf::certain((Some(side), next)))
    }

    fn is_round(&self, state: &Self::State) -> bool {
        state.0.is_none()
    }
}

fn of<H: Handing>(handing: &H, lengths: usize) -> [ChanceStreaks; 2] {
    streaks(handing, lengths).expect("a law").0.map(|law| law.expect("streaks"))
}

#[test]
fn cards_by_their_formula() {
    for (n, m, ends) in [(1, 1, 0), (3, 3, 0), (3, 1, 0), (1, 1, 1), (4, 2, 1), (2, 5, 3)] {
        for blanks in [0, 2] {
            let [a, b] = of(&Deck { cards: [n, m], blanks, ends }, 3);
            let all = u128::from(n + m);
            let (with, ends) = (all + u128::from(ends), u128::from(ends));
            // N (N + e) / (m (N + e + 1)), which blanks do not change: they come between chances. They do where the
            // round may end before all cards are drawn, but not the order of chances.
            let mean = |other: u8| Ratio::new(all * with, u128::from(other) * (with + 1));
            assert_eq!(
                (a.mean, b.mean),
                (mean(m).unwrap(), mean(n).unwrap()),
                "{n} {m} {ends} {blanks}"
            );
        }
    }
    let [a, _] = of(&Deck { cards: [1, 1], blanks: 0, ends: 0 }, 3);
    assert_eq!(a.lengths, ["2/3", "1/3", "0"].map(r));
    let [a, _] = of(&Deck { cards: [3, 3], blanks: 0, ends: 0 }, 6);
    assert_eq!(a.mean, r("12/7"));
    assert_eq!(a.lengths, ["18/35", "54/175", "24/175", "21/700", "6/700", "1/700"].map(r));
    assert!(a.longer.is_zero());
}

#[test]
fn turns_that_are_rolled_for_by_their_formula() {
    // d10, n units a side: 40 n / 31; n with weight 1.1, 2 n with 0.45.
    for n in [1, 3] {
        let [a, b] = of(&Rolled { units: [n, n], faces: 10 }, 2 * usize::from(n));
        assert_eq!(a, b);
        assert_eq!(a.mean, Ratio::new(40 * u128::from(n), 31).unwrap());
        assert_eq!(a.lengths[usize::from(n) - 1], r("22/31"));
        assert_eq!(a.lengths[2 * usize::from(n) - 1], r("9/31"));
        assert!(a.longer.is_zero());
    }
    let [a, _] = of(&Rolled { units: [1, 1], faces: 6 }, 1);
    assert_eq!(a.mean, r("24/19"));
}

#[test]
fn whoever_is_never_followed_has_no_streaks() {
    let alone = streaks(&Deck { cards: [2, 0], blanks: 1, ends: 0 }, 3).unwrap();
    assert_eq!(alone.0, [None, None]);
}
