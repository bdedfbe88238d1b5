//! Positions of a unit's figures.

use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::side::Side;

use crate::battle::{PETITE, based};

/// The middle of a board of 48 inches.
const MIDDLE: Point = Point::new(24 * UNIT, 24 * UNIT);

/// The distance between figures in a block: a base and a quarter.
const PITCH: Len = UNIT + UNIT / 4;

/// A point relative to the middle of the board, as a file has it.
fn written(off: Point) -> String {
    let number = |middle: Len, off: Len| f64::from(middle + off) / f64::from(UNIT);
    format!("[{}, {}]", number(MIDDLE.x, off.x), number(MIDDLE.y, off.y))
}

/// Returns the positions of figures from the middle of the board, the leader's first.
fn laid(count: usize, how: &str, facing: Point, enemy: Point) -> Vec<Point> {
    let text = PETITE
        .replace("size = [90, 60]\nunit = \"cm\"", "size = [48, 48]")
        .replace("  { kind = \"house\", at = [40, 25], size = [10, 10] },\n", "")
        .replace("places = { well = { at = [45, 50], radius = 5 } }", "")
        .replace("{ holds = \"well\" }", "{ after = \"50 actions\" }")
        .replace("figures = 6", "figures = 1")
        .replace("figures = 4", &format!("figures = {count}"))
        .replace("at = [15, 15]", &format!("{how}\nfacing = {}", written(facing)))
        .replace("at = [70, 45]", &format!("at = {}", written(enemy)));
    let scenario = based(&text, "", &[("move.base", "1")], &[]);
    let figures = scenario.spec.sides[Side::A].figures.iter();
    figures.map(|figure| Point::new(figure.at.x - MIDDLE.x, figure.at.y - MIDDLE.y)).collect()
}

/// Returns the positions of a block in the middle of the board.
fn block(count: usize, facing: Point) -> Vec<Point> {
    laid(count, "at = [24, 24]", facing, Point::new(-20 * UNIT, 0))
}

fn do_not_overlap(points: &[Point]) -> bool {
    let least = i64::from(UNIT) * i64::from(UNIT);
    let apart = |(i, a): (usize, &Point)| points[..i].iter().all(|b| a.distance2(*b) >= least);
    points.iter().enumerate().all(apart)
}

/// A block's leader stands in its middle, and the block is as wide to the left as to the right.
#[test]
fn blocks_are_the_same_on_either_side_of_their_axis() {
    let right = Point::new(UNIT, 0);
    for count in 1..=128 {
        let points = block(count, right);
        let mirrored = |p: &Point| Point::new(p.x, -p.y);
        assert!(points.iter().all(|p| points.contains(&mirrored(p))), "{count}: {points:?}");
        assert!(points[0].distance(Point::default()) <= PITCH * 3 / 4, "{count}");
    }
    let three = [(-160, 0), (160, -160), (160, 160)].map(|(x, y)| Point::new(x, y));
    assert_eq!(block(3, right), three);
}

#[test]
fn blocks_do_not_overlap() {
    for count in 1..=128 {
        let points = block(count, Point::new(700, 333));
        assert_eq!(points.len(), count);
        assert!(do_not_overlap(&points));
    }
}

/// A turned or mirrored unit is laid out turned or mirrored, to the last figure and the last fraction of a length.
#[test]
fn bodies_are_laid_out_in_their_own_frames() {
    let turns: [fn(Point) -> Point; 4] = [
        |p| Point::new(-p.x, p.y),
        |p| Point::new(p.x, -p.y),
        |p| Point::new(-p.x, -p.y),
        |p| Point::new(p.y, p.x),
    ];
    // The enemy decides which flank is first, since the middle of the board does not.
    let (facing, enemy) = (Point::new(5003, -711), Point::new(977, 5209));
    let hows = [
        "at = [24, 24]",
        "scattered = { at = [24, 24], radius = 9 }",
        "at = [24, 24]\nformation = \"line\"",
    ];
    for count in 1..=30 {
        // A line has two ranks.
        for how in hows.into_iter().take(1 + count.min(2)) {
            let plain = laid(count, how, facing, enemy);
            for turn in turns {
                let turned = laid(count, how, turn(facing), turn(enemy));
                assert_eq!(turned, plain.iter().copied().map(turn).collect::<Vec<_>>());
            }
        }
    }
}

/// Three ranks of four along a slanting line, facing up: each rank is behind the one before.
#[test]
fn ranks_stand_behind_one_another() {
    let (up, enemy) = (Point::new(0, 20 * UNIT), Point::new(20 * UNIT, -20 * UNIT));
    let line = "line = { from = [14, 20], to = [26, 29] }\nformation = \"line\"\nranks = 3";
    let points = laid(11, line, up, enemy);
    assert_eq!(points.len(), 11);
    assert_eq!(points[0], Point::new(-10 * UNIT, -4 * UNIT));
    assert_eq!(points[3], Point::new(2 * UNIT, 5 * UNIT));
    assert!(do_not_overlap(&points));
    for (front, behind) in points.iter().zip(&points[4..]) {
        assert!(behind.y < front.y && behind.x > front.x);
        assert!((front.distance(*behind) - PITCH).abs() <= 2);
    }
    let block = laid(6, "at = [24, 24]\nformation = \"line\"", up, enemy);
    assert!(block[..3].iter().all(|p| p.y > 0) && block[3..].iter().all(|p| p.y < 0));
    assert_eq!(block[1].x, 0);
}

#[test]
fn a_spread_stays_in_its_disc_and_keeps_distance() {
    let how = "scattered = { at = [24, 24], radius = 10 }";
    let points = laid(30, how, Point::new(UNIT, 0), Point::new(-20 * UNIT, 0));
    assert!(points.iter().all(|p| p.distance(Point::default()) <= 10 * UNIT));
    assert!(do_not_overlap(&points));
    // Pinned: positions are part of every result.
    assert_eq!(points[1], Point::new(-344, -315));
}
