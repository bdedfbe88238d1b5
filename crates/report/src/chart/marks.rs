//! Marks that several charts share: whiskers and markers.

use super::canvas::{Canvas, Stroke};
use super::palette::{Color, INK};

/// Width of thin ink lines: whiskers, exact laws.
pub(crate) const THIN: f64 = 1.3;

/// An upright interval with caps.
pub(crate) fn whisker(
    canvas: &mut Canvas<'_>,
    x: f64,
    (from, to): (f64, f64),
    cap: f64,
    color: Color,
) {
    let stroke = Stroke { width: THIN, color };
    canvas.line((x, from), (x, to), stroke);
    for y in [from, to] {
        canvas.line((x - cap, y), (x + cap, y), stroke);
    }
}

/// A lying interval with caps.
pub(crate) fn whisker_across(canvas: &mut Canvas<'_>, y: f64, (from, to): (f64, f64), cap: f64) {
    let stroke = Stroke { width: THIN, color: INK };
    canvas.line((from, y), (to, y), stroke);
    for x in [from, to] {
        canvas.line((x, y - cap), (x, y + cap), stroke);
    }
}

/// Marker of a series: its shape tells series apart where colour does not.
pub(crate) fn marker(
    canvas: &mut Canvas<'_>,
    index: usize,
    (x, y): (f64, f64),
    radius: f64,
    color: Color,
) {
    let corner = |dx: f64, dy: f64| (x + dx * radius, y + dy * radius);
    match index % 4 {
        0 => canvas.disc((x, y), radius, color),
        1 => {
            let far = 1.25;
            let points = [corner(0.0, -far), corner(far, 0.0), corner(0.0, far), corner(-far, 0.0)];
            canvas.polygon(&points, color, 1.0);
        }
        2 => {
            let near = 0.88;
            let points = [
                corner(-near, -near),
                corner(near, -near),
                corner(near, near),
                corner(-near, near),
            ];
            canvas.polygon(&points, color, 1.0);
        }
        _ => {
            canvas.polygon(&[corner(0.0, -1.2), corner(1.15, 0.9), corner(-1.15, 0.9)], color, 1.0)
        }
    }
}
