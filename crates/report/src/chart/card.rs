//! The frame that all charts share: headline, warning, subtitle, room for the body, caption.

use super::canvas::{Anchor, Canvas, Rect, Type, paint};
use super::labels::Labels;
use super::measure::{wrap, wrap_evenly};
use super::style::{CAPTION, MARGIN, NORMAL, PALE, ROOM, TITLE, WIDTH};

/// Between headline and subtitle.
const TITLE_GAP: f64 = 3.0;
const SUBTITLE_LINE: f64 = 18.0;
const AFTER_HEAD: f64 = 18.0;
const BEFORE_CAPTION: f64 = 14.0;

/// Draws a chart: the words of `labels` round a body of the given height, which `draw` fills.
pub(crate) fn card(
    labels: &Labels,
    body_height: f64,
    draw: impl FnOnce(&mut Canvas<'_>, Rect),
) -> String {
    let title = wrap_evenly(&labels.title, TITLE.0, true, ROOM, 3);
    let warning = wrap(&labels.warning, NORMAL, true, ROOM, 2);
    let subtitle = wrap_evenly(&labels.subtitle, NORMAL, false, ROOM, 4);
    let caption = wrap(&labels.caption, CAPTION.0, false, ROOM, 4);
    let head = MARGIN - 6.0
        + title.len() as f64 * TITLE.1
        + (warning.len() + subtitle.len()) as f64 * SUBTITLE_LINE
        + TITLE_GAP
        + AFTER_HEAD;
    let foot = if caption.is_empty() {
        MARGIN
    } else {
        BEFORE_CAPTION + caption.len() as f64 * CAPTION.1 + MARGIN - 8.0
    };
    let height = head + body_height + foot;
    paint((WIDTH, height), &labels.title, &labels.description(), |canvas| {
        let y = lines(canvas, &title, MARGIN - 6.0, TITLE.1, Type::ink(TITLE.0).bold());
        let y = y + TITLE_GAP;
        let y = lines(canvas, &warning, y, SUBTITLE_LINE, Type::ink(NORMAL).bold());
        lines(canvas, &subtitle, y, SUBTITLE_LINE, Type::muted(NORMAL));
        let body = Rect { left: MARGIN, top: head, width: ROOM, height: body_height };
        draw(canvas, body);
        let y = body.bottom() + BEFORE_CAPTION;
        lines(canvas, &caption, y, CAPTION.1, Type::muted(CAPTION.0));
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

/// A card that says that there is nothing to draw, and why if there is a reason.
pub(crate) fn empty_card(labels: &Labels, reason: &str) -> String {
    let reason = if reason.is_empty() { "There is nothing to draw." } else { reason };
    card(labels, 120.0, |canvas, body| {
        canvas.fill(body, PALE, 1.0);
        let at = (body.left + body.width / 2.0, body.top + body.height / 2.0);
        canvas.text(at, reason, Type::muted(NORMAL).to(Anchor::Middle));
    })
}
