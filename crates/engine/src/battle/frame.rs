//! The frame in which a side breaks ties between equal choices, such as the ways round a house on its left and on its right. It
//! follows from how the battle lies before that side, not from where the board's own left is: a battle that is turned, mirrored
//! or has its sides swapped is played turned, mirrored or swapped.

use super::geometry::{Len, Point};
use super::{BattleSpec, Edge};
use crate::side::Side;

/// One of the eight ways to look at a board along its axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Its first axis, as the angle (cosine and sine) by which it is turned from the board's.
    turn: (Len, Len),
    /// Whether its second axis is to the left of its first (1), or to the right (-1).
    pub(crate) hand: Len,
}

impl Frame {
    const ALL: [Self; 8] = {
        let mut all = [Self { turn: (1, 0), hand: 1 }; 8];
        let turns = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let mut k = 0;
        while k < 8 {
            all[k] = Self { turn: turns[k / 2], hand: if k % 2 == 0 { 1 } else { -1 } };
            k += 1;
        }
        all
    };

    /// Returns the frame of a side: of all frames the one in which its first figure comes furthest on along the first axis,
    /// then along the second; ties are broken by the next figure, and so forth. If the battle is the same in two frames, either
    /// will do: one game is then the image of the other.
    pub(crate) fn of(spec: &BattleSpec, side: Side) -> Self {
        let about = |p: Point| Point::new(2 * p.x - spec.width, 2 * p.y - spec.height);
        let mut told: Vec<Point> = Vec::new();
        for side in [side, !side] {
            let of = &spec.sides[side];
            told.extend(of.figures.iter().map(|figure| about(figure.at)));
            told.extend(of.units.iter().map(|unit| unit.facing));
            told.extend(of.objective.map(|place| about(spec.places[place.0 as usize].at)));
            told.extend(of.exit.map(|exit| match exit {
                Edge::Left => Point::new(-1, 0),
                Edge::Right => Point::new(1, 0),
                Edge::Bottom => Point::new(0, -1),
                Edge::Top => Point::new(0, 1),
            }));
        }
        let corners: Vec<Point> =
            spec.features.iter().flat_map(|f| &f.corners).map(|c| about(*c)).collect();
        let places: Vec<Point> = spec.places.iter().map(|place| about(place.at)).collect();
        let sorted = |frame: Self, points: &[Point]| {
            let mut points: Vec<Point> = points.iter().map(|p| frame.tell(*p)).collect();
            points.sort_unstable();
            points
        };
        let sight = |frame: &Self| {
            let told: Vec<Point> = told.iter().map(|p| frame.tell(*p)).collect();
            (told, sorted(*frame, &corners), sorted(*frame, &places))
        };
        Self::ALL.into_iter().max_by_key(sight).unwrap_or(Self::ALL[0])
    }

    /// Returns a point or a way in the frame's coordinates.
    #[inline]
    pub(crate) const fn tell(self, p: Point) -> Point {
        let (ahead, aside) = self.turn;
        Point::new(p.x * ahead + p.y * aside, self.hand * (p.y * ahead - p.x * aside))
    }

    /// Returns its first axis, in 1/1024.
    #[inline]
    pub(crate) const fn straight(self) -> (Len, Len) {
        (1024 * self.turn.0, 1024 * self.turn.1)
    }
}
