//! The frame of all charts: headline, warning, subtitle, room for the body, caption.

use super::canvas::{Anchor, Canvas, Rect, Type, paint};
use super::labels::Labels;
use super::measure::{wrap, wrap_evenly};
use super::style::{CAPTION, NORMAL, PALE, Sheet};

const TITLE_GAP: f64 = 3.0;
const SUBTITLE_LINE: f64 = 18.0;
const AFTER_HEAD: f64 = 18.0;
const BEFORE_CAPTION: f64 = 14.0;

/// Draws a chart: `labels` around a body of the given height, which `draw` fills. If the sheet's height is fixed and too small,
/// returns the width that the sheet would need as an error.
pub(crate) fn card(
    labels: &Labels,
    sheet: Sheet,
    body_height: f64,
    draw: impl FnOnce(&mut Canvas<'_>, Rect),
) -> Result<String, f64> {
    let (room, margin, (size, pitch)) = (sheet.room(), sheet.margin, sheet.title);
    // On narrow sheets texts may have more lines.
    let lines_of = |most: usize| if room < 500.0 { 2 * most } else { most };
    let title = wrap_evenly(&labels.title, size, true, room, lines_of(3));
    let warning = wrap(&labels.warning, NORMAL, true, room, lines_of(2));
    let subtitle = wrap_evenly(&labels.subtitle, NORMAL, false, room, lines_of(4));
    let caption = wrap(&labels.caption, CAPTION.0, false, room, lines_of(4));
    let head = margin - 6.0
        + title.len() as f64 * pitch
        + (warning.len() + subtitle.len()) as f64 * SUBTITLE_LINE
        + TITLE_GAP
        + AFTER_HEAD;
    let foot = if caption.is_empty() {
        margin
    } else {
        BEFORE_CAPTION + caption.len() as f64 * CAPTION.1 + margin - 8.0
    };
    let height = head + body_height + foot;
    let needed = height / sheet.part;
    if sheet.part > 0.0 && needed > sheet.width + 1.0 {
        return Err(needed);
    }
    // Spare height is split evenly above and below the body.
    let spare = (sheet.width * sheet.part - height).max(0.0);
    let (height, body_top) = (height + spare, head + spare / 2.0);
    let whole = ((sheet.width, height), sheet.theme);
    Ok(paint(whole, &labels.title, &labels.description(), |canvas| {
        let y = lines(canvas, &title, (margin, margin - 6.0), pitch, Type::ink(size).bold());
        let y = y + TITLE_GAP;
        let y = lines(canvas, &warning, (margin, y), SUBTITLE_LINE, Type::ink(NORMAL).bold());
        lines(canvas, &subtitle, (margin, y), SUBTITLE_LINE, Type::muted(NORMAL));
        let body = Rect { left: margin, top: body_top, width: room, height: body_height };
        draw(canvas, body);
        let y = body.bottom() + spare / 2.0 + BEFORE_CAPTION;
        lines(canvas, &caption, (margin, y), CAPTION.1, Type::muted(CAPTION.0));
    }))
}

/// Draws lines of text downwards from a corner and returns where they end.
fn lines(
    canvas: &mut Canvas<'_>,
    lines: &[String],
    (left, top): (f64, f64),
    pitch: f64,
    look: Type,
) -> f64 {
    let mut y = top;
    for line in lines {
        canvas.text((left, y + pitch / 2.0), line, look);
        y += pitch;
    }
    y
}

/// Returns a card that says that there is nothing to draw, with the reason if there is one.
pub(crate) fn empty_card(labels: &Labels, sheet: Sheet, reason: &str) -> Result<String, f64> {
    let reason = if reason.is_empty() { "There is nothing to draw." } else { reason };
    card(labels, sheet, 120.0, |canvas, body| {
        canvas.fill(body, PALE, 1.0);
        let at = (body.left + body.width / 2.0, body.top + body.height / 2.0);
        let lines = wrap(reason, NORMAL, false, body.width - 16.0, 4);
        canvas.lines(at, &lines, Type::muted(NORMAL).to(Anchor::Middle));
    })
}
