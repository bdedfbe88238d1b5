//! The frame that all charts share: headline, subtitle, room for the body, caption.

use super::canvas::{Anchor, Canvas, Rect, Type, paint};
use super::labels::Labels;
use super::measure::{shorten, width, wrap, wrap_evenly};
use super::palette::{Color, INK, MUTED};

/// Width of every chart: a blog column, and still legible at two thirds of it.
pub(crate) const WIDTH: f64 = 760.0;
/// Blank edge on all sides.
pub(crate) const MARGIN: f64 = 26.0;
/// Size of tick labels and most other text in charts.
pub(crate) const SMALL: f64 = 12.0;
/// Size of labels that name things.
pub(crate) const NORMAL: f64 = 13.0;

const TITLE: f64 = 20.0;
const TITLE_LINE: f64 = 26.0;
/// Between headline and subtitle.
const TITLE_GAP: f64 = 3.0;
const SUBTITLE_LINE: f64 = 18.0;
const CAPTION: f64 = 10.5;
const CAPTION_LINE: f64 = 15.0;
const AFTER_HEAD: f64 = 18.0;
const BEFORE_CAPTION: f64 = 14.0;

/// Text at the start of its point.
pub(crate) fn start(size: f64, color: Color) -> Type {
    Type { size, color, anchor: Anchor::Start, bold: false }
}

/// Text round its point.
pub(crate) fn middle(size: f64, color: Color) -> Type {
    Type { anchor: Anchor::Middle, ..start(size, color) }
}

/// Text before its point.
pub(crate) fn end(size: f64, color: Color) -> Type {
    Type { anchor: Anchor::End, ..start(size, color) }
}

/// The same in bold.
pub(crate) fn bold(look: Type) -> Type {
    Type { bold: true, ..look }
}

/// Draws a chart: the words of `labels` round a body of the given height, which `draw` fills.
pub(crate) fn card(
    labels: &Labels,
    body_height: f64,
    draw: impl FnOnce(&mut Canvas<'_>, Rect),
) -> String {
    let room = WIDTH - 2.0 * MARGIN;
    let title = wrap_evenly(&labels.title, TITLE, true, room, 3);
    let subtitle = wrap_evenly(&labels.subtitle, NORMAL, false, room, 4);
    let caption = wrap(&labels.caption, CAPTION, false, room, 4);
    let head = MARGIN - 6.0
        + title.len() as f64 * TITLE_LINE
        + subtitle.len() as f64 * SUBTITLE_LINE
        + TITLE_GAP
        + AFTER_HEAD;
    let foot = if caption.is_empty() {
        MARGIN
    } else {
        BEFORE_CAPTION + caption.len() as f64 * CAPTION_LINE + MARGIN - 8.0
    };
    let height = head + body_height + foot;
    paint((WIDTH, height), &labels.title, &labels.description(), |canvas| {
        let y = lines(canvas, &title, MARGIN - 6.0, TITLE_LINE, bold(start(TITLE, INK)));
        lines(canvas, &subtitle, y + TITLE_GAP, SUBTITLE_LINE, start(NORMAL, MUTED));
        let body = Rect { left: MARGIN, top: head, width: room, height: body_height };
        draw(canvas, body);
        let y = body.bottom() + BEFORE_CAPTION;
        lines(canvas, &caption, y, CAPTION_LINE, start(CAPTION, MUTED));
    })
}

/// Draws lines of text from the left margin down and returns where they end.
fn lines(canvas: &mut Canvas<'_>, lines: &[String], top: f64, pitch: f64, look: Type) -> f64 {
    let mut y = top;
    for line in lines {
        canvas.text((MARGIN, y + pitch / 2.0), line, look);
        y += pitch;
    }
    y
}

/// A card that says that there is nothing to draw, and why.
pub(crate) fn empty_card(labels: &Labels, reason: &str) -> String {
    card(labels, 120.0, |canvas, body| {
        canvas.fill(body, super::palette::PALE, 1.0);
        let at = (body.left + body.width / 2.0, body.top + body.height / 2.0);
        canvas.text(at, reason, middle(NORMAL, MUTED));
    })
}

/// Draws the mark of a legend entry round a point.
type Mark<'a> = Box<dyn Fn(&mut Canvas<'_>, (f64, f64)) + 'a>;

/// One entry of a legend.
pub(crate) struct Key<'a> {
    text: String,
    mark: Mark<'a>,
}

impl<'a> Key<'a> {
    /// An entry; a text that would not fit into a row of its own is cut.
    pub(crate) fn new(text: &str, mark: impl Fn(&mut Canvas<'_>, (f64, f64)) + 'a) -> Self {
        let text = shorten(text, SMALL, false, WIDTH - 2.0 * MARGIN - KEY_MARK);
        Self { text, mark: Box::new(mark) }
    }
}

const KEY_MARK: f64 = 22.0;
const KEY_GAP: f64 = 20.0;
/// Height of one row of a legend.
pub(crate) const KEY_LINE: f64 = 22.0;

/// Positions of legend entries in rows no wider than `room`: row and left edge.
fn key_places(keys: &[Key<'_>], room: f64) -> Vec<(usize, f64)> {
    let (mut row, mut left) = (0, 0.0);
    keys.iter()
        .map(|key| {
            let wide = KEY_MARK + width(&key.text, SMALL, false);
            if left > 0.0 && left + wide > room {
                (row, left) = (row + 1, 0.0);
            }
            let place = (row, left);
            left += wide + KEY_GAP;
            place
        })
        .collect()
}

/// Height that a legend needs.
pub(crate) fn legend_height(keys: &[Key<'_>], room: f64) -> f64 {
    key_places(keys, room).last().map_or(0.0, |(row, _)| (row + 1) as f64 * KEY_LINE)
}

/// Draws a legend from a corner.
pub(crate) fn legend(
    canvas: &mut Canvas<'_>,
    keys: &[Key<'_>],
    (left, top): (f64, f64),
    room: f64,
) {
    for (key, (row, offset)) in keys.iter().zip(key_places(keys, room)) {
        let (x, y) = (left + offset, top + (row as f64 + 0.5) * KEY_LINE);
        (key.mark)(canvas, (x + 7.0, y));
        canvas.text((x + KEY_MARK - 2.0, y), &key.text, start(SMALL, INK));
    }
}
