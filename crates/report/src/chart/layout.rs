//! Lays out a chart: panels in a grid with scales, axes and names, and the legend above them.

use super::board::Board;
use super::canvas::{Anchor, Canvas, Group, Rect, Stroke, Type};
use super::card::{card, empty_card};
use super::grammar::{Axis, Band, Chart, Key, Mark, Panel, Shape};
use super::labels::ValueFormat;
use super::marks::{
    Frame, VALUE_GAP, behind_width, do_end_names_fit, draw, draw_end_names, end_names_room, line,
    marker,
};
use super::measure::{shorten, unbroken, widest, width, wrap};
use super::scale::{Scale, nice, tick_labels, ticks};
use super::style::{
    AXIS, AXIS_WIDTH, GAP, GRID, HAIR, HEAD, LINE, Look, NAME_ROOM, NORMAL, PLOT, SMALL, Shades,
    Sheet, TICK_ROOM, TINY,
};
use super::tooltips::{Series, Tooltips};
use crate::number::bounds;

/// Greatest length of vertical column names.
const LONGEST_NAME: f64 = 150.0;
const MOST_PANELS: usize = 30;
/// Least width of a readable tile.
const LEAST_TILE: f64 = 24.0;
/// Width of the colour bar with its numbers.
const COLOR_BAR: f64 = 74.0;
/// Between tables that stand beside or below each other.
const BOARD_GAP: f64 = 14.0;
const KEY_MARK: f64 = 22.0;
const KEY_GAP: f64 = 20.0;
const KEY_LINE: f64 = 22.0;

/// An axis with its range, ticks and labels.
struct Side<'a> {
    axis: &'a Axis,
    range: (f64, f64),
    ticks: Vec<f64>,
    labels: Vec<String>,
}

/// A panel with its axes, and the heights of what is above and below its plot.
struct Plot<'a> {
    panel: &'a Panel,
    heading: Heading,
    x: Side<'a>,
    y: Side<'a>,
    height: f64,
    above: f64,
    ticks: f64,
    below: f64,
    /// Name of the axis below the plot.
    name: &'a str,
}

impl Chart {
    /// Returns the chart as an SVG document. The same chart gives the same bytes.
    pub fn svg(&self) -> String {
        self.on(Sheet::WIDE)
    }

    /// Returns the chart laid out for a phone, or `None` if its tiles would be too narrow to read.
    pub fn narrow(&self) -> Option<String> {
        let tiles = self.panels.iter().map(|panel| {
            let axis = panel.x.as_ref().unwrap_or(&self.x);
            axis.range.map_or(1.0, |(low, high)| high - low)
        });
        let room = Sheet::NARROW.room() - Sheet::NARROW.names;
        let fits = !self.is_tiled() || room / tiles.fold(1.0, f64::max) >= LEAST_TILE;
        fits.then(|| self.on(Sheet::NARROW))
    }

    /// Draws the chart on a sheet, or on a wider one if its height is fixed and too small.
    pub(super) fn on(&self, sheet: Sheet) -> String {
        let wider = |width: f64| self.on(Sheet { width, ..sheet });
        self.laid_out(sheet).unwrap_or_else(|needed| wider(needed.max(sheet.width + 20.0).ceil()))
    }

    fn laid_out(&self, sheet: Sheet) -> Result<String, f64> {
        let names = if self.names > 0.0 { self.names.min(sheet.names) } else { sheet.names };
        let (room, sheet) = (sheet.room(), Sheet { names, ..sheet });
        let shown = &self.panels[..self.panels.len().min(MOST_PANELS)];
        if !self.boards.is_empty() {
            return self.on_boards(sheet);
        }
        let reach = || shown.iter().flat_map(|panel| &panel.marks).flat_map(Mark::reach);
        if reach().next().is_none() && self.note.is_empty() {
            return empty_card(&self.labels, sheet, &self.nothing);
        }
        let mut note = wrap(&self.note, SMALL, false, room, 12);
        if self.panels.len() > shown.len() {
            note.push(format!("{} more panels are not drawn", self.panels.len() - shown.len()));
        }
        let columns = self.columns.clamp(1, sheet.columns).min(shown.len().max(1));
        let gaps = (columns - 1) as f64 * GAP.0;
        let wide = (room - gaps) / columns as f64;
        let mut plots: Vec<Plot<'_>> =
            shown.iter().map(|panel| self.plot(panel, wide, sheet.names)).collect();
        if !plots.iter().all(|plot| do_end_names_fit(plot.panel, sheet.ends, plot.height)) {
            return self.keyed().laid_out(sheet);
        }
        let left = plots.iter().map(|plot| self.left_room(plot, sheet.names)).fold(0.0, f64::max);
        // Rows that all panels share are named once, before the first panel.
        let are_shared =
            self.is_lying && columns > 1 && shown.iter().all(|panel| panel.x.is_none());
        let (margin, left) = if are_shared { (left, 0.0) } else { (0.0, left) };
        let wide = (room - margin - gaps) / columns as f64;
        let plot_width = self.plot_width(&plots, wide - left, sheet);
        for (index, plot) in plots.iter_mut().enumerate() {
            let is_last = index / columns == (shown.len() - 1) / columns;
            plot.heading = Heading::of(plot.panel, wide);
            self.measure(plot, plot_width, index + columns >= shown.len(), is_last);
        }
        let keys = key_places(&self.keys, room);
        let key_height = keys.last().map_or(0.0, |key| key.top + key.height() + 10.0);
        let name = if self.has_name_above() { NAME_ROOM } else { 0.0 };
        let rows: Vec<f64> = plots.chunks(columns).map(height_of_row).collect();
        let height = key_height
            + name
            + rows.iter().sum::<f64>()
            + rows.len().saturating_sub(1) as f64 * GAP.1
            + note.len() as f64 * LINE
            + if note.is_empty() { 0.0 } else { 8.0 };
        let series = self.series();
        card(&self.labels, sheet, height, |canvas, body| {
            legend(canvas, &keys, body);
            self.draw_names_above(canvas, body, body.top + key_height, left);
            let mut top = body.top + key_height + name;
            for (row, high) in plots.chunks(columns).zip(rows) {
                let above = row.iter().map(|plot| plot.above).fold(0.0, f64::max);
                for (column, plot) in row.iter().enumerate() {
                    let across = body.left + margin + column as f64 * (wide + GAP.0);
                    let room = (left, plot_width);
                    let is_named = !are_shared || column == 0;
                    self.draw_panel(
                        canvas,
                        plot,
                        (across, top + above),
                        room,
                        (is_named, sheet),
                        &series,
                    );
                }
                top += high + GAP.1;
            }
            for (k, line) in note.iter().rev().enumerate() {
                let y = body.bottom() - (k as f64 + 0.5) * LINE;
                canvas.text((body.left, y), line, Type::muted(SMALL));
            }
        })
    }

    /// Lays out tables with their legend above and their note below. Several stand beside each other under headings.
    fn on_boards(&self, sheet: Sheet) -> Result<String, f64> {
        let keys = key_places(&self.keys, sheet.room());
        let above = keys.last().map_or(0.0, |key| key.top + key.height() + 10.0);
        let note = wrap(&self.note, SMALL, false, sheet.room(), 12);
        let columns = self.columns.max(1);
        let wide = (sheet.room() - (columns - 1) as f64 * BOARD_GAP) / columns as f64;
        let high = |boards: &[Board]| boards.iter().map(|of| of.height(wide)).fold(0.0, f64::max);
        let rows = || self.boards.chunks(columns);
        let all = rows().map(|row| high(row) + BOARD_GAP).sum::<f64>() - BOARD_GAP;
        let height = above + all + note.len() as f64 * LINE;
        card(&self.labels, sheet, height, |canvas, body| {
            legend(canvas, &keys, body);
            let mut top = body.top + above;
            for row in rows() {
                for (column, board) in row.iter().enumerate() {
                    let left = body.left + column as f64 * (wide + BOARD_GAP);
                    board.draw(canvas, Rect { left, top, width: wide, height: high(row) });
                }
                top += high(row) + BOARD_GAP;
            }
            for (k, line) in note.iter().enumerate() {
                let y = body.top + above + all + (k as f64 + 0.5) * LINE;
                canvas.text((body.left, y), line, Type::muted(SMALL));
            }
        })
    }

    /// Returns whether column names have to stand vertically, because they do not fit beside each other.
    fn are_turned(&self, side: &Side<'_>, wide: f64) -> bool {
        let bands = &side.axis.bands;
        let pitch = wide / (side.range.1 - side.range.0).max(1.0);
        let words = bands.iter().flat_map(|band| unbroken(&band.name));
        let are_words = bands.iter().any(|band| band.name.chars().any(char::is_alphabetic));
        self.is_tiled() && are_words && pitch >= LINE && widest(words, SMALL, false) > pitch - 3.0
    }

    /// Returns this chart with a legend, which has the whole width, in place of names at the ends of lines.
    fn keyed(&self) -> Self {
        let mut keyed = self.clone();
        for mark in keyed.panels.iter_mut().flat_map(|panel| &mut panel.marks) {
            let Mark::Line { look, name, .. } = mark else { continue };
            let name = std::mem::take(name);
            if !name.is_empty() && keyed.keys.iter().all(|key| !key.looks.contains(look)) {
                let shape = if *look == Look::INK { Shape::Line } else { Shape::Curve };
                keyed.keys.push(Key::new(name, *look, shape));
            }
        }
        keyed
    }

    fn is_tiled(&self) -> bool {
        self.shades.is_some()
    }

    /// Returns the plot of a panel, with its own axes or with shared ones that cover the marks of all panels.
    fn plot<'a>(&'a self, panel: &'a Panel, wide: f64, names: f64) -> Plot<'a> {
        let (own_x, own_y) = (panel.x.as_ref(), panel.y.as_ref());
        let marks = |is_own: bool| {
            let panels = if is_own { std::slice::from_ref(panel) } else { &self.panels[..] };
            panels.iter().flat_map(|panel| &panel.marks)
        };
        let height = if self.panels.len() == 1 { PLOT.0 } else { PLOT.1 };
        let x_reach = marks(own_x.is_some()).flat_map(Mark::reach).map(|at| at.0);
        let x = places(own_x.unwrap_or(&self.x), x_reach.collect(), wide);
        let y_reach = bounds(marks(own_y.is_some()).flat_map(Mark::reach).map(|at| at.1));
        // Space for numbers above and below bars, or at both ends of horizontal ones, as a share of the plot.
        let spare = [false, true].map(|under| {
            let texts = marks(own_y.is_some()).filter_map(|mark| match mark {
                Mark::Value { is_under, text, .. } if *is_under == under => Some(text),
                _ => None,
            });
            match widest(texts, TINY, false) {
                0.0 => 0.0,
                text if self.is_lying => (text + 2.0 * VALUE_GAP) / (0.6 * wide),
                _ => 0.06,
            }
        });
        let most = if self.is_lying {
            (wide / 45.0).clamp(2.0, 6.0) as usize
        } else {
            (height / 25.0).clamp(2.0, 5.0) as usize
        };
        let y = values(own_y.unwrap_or(&self.y), y_reach, spare, most);
        let rows = if self.is_lying { &x } else { &y };
        let span = rows.range.1 - rows.range.0;
        let height = if rows.axis.bands.is_empty() {
            height
        } else {
            // A name of several lines may be higher than its bars.
            let lines = rows.axis.bands.iter().map(|band| row_name(band, rows.axis, names).len());
            let least = lines.max().unwrap_or(1) as f64 * LINE + 4.0;
            span * if rows.axis.pitch < 2.0 * LINE {
                rows.axis.pitch
            } else {
                rows.axis.pitch.max(least)
            }
        };
        let heading = Heading::default();
        Plot { panel, heading, x, y, height, above: 0.0, ticks: 0.0, below: 0.0, name: "" }
    }

    fn sides<'a, 'b>(&self, plot: &'b Plot<'a>) -> (&'b Side<'a>, &'b Side<'a>) {
        if self.is_lying { (&plot.x, &plot.y) } else { (&plot.y, &plot.x) }
    }

    fn left_room(&self, plot: &Plot<'_>, most: f64) -> f64 {
        let (side, _) = self.sides(plot);
        let names = side.axis.bands.iter().map(|band| {
            let style = band_style(band, side.axis);
            widest(row_name(band, side.axis, most), style.size, style.bold) + 12.0
        });
        names.fold(widest(&side.labels, SMALL, false) + 9.0, f64::max)
    }

    /// Returns the width of all plots, which leaves room for whatever is behind their marks.
    fn plot_width(&self, plots: &[Plot<'_>], room: f64, sheet: Sheet) -> f64 {
        let (ends, bar) = (sheet.ends, if self.has_bar(sheet) { COLOR_BAR } else { 0.0 });
        let mut most = room - bar;
        for plot in plots {
            let (_, bottom) = self.sides(plot);
            if bottom.axis.bands.is_empty() && !self.is_tiled() {
                // Half of the last number sticks out.
                let half = widest(bottom.labels.last(), SMALL, false) / 2.0;
                most = most.min(room - half.max(6.0));
            }
            most = most.min(room - end_names_room(plot.panel, ends));
            for mark in &plot.panel.marks {
                if let Mark::Behind { at, y, .. } = mark {
                    let end = if self.is_lying { *y } else { at.x };
                    let (low, high) = bottom.range;
                    let part = ((end - low) / (high - low)).clamp(0.01, 1.0);
                    most = most.min((room - behind_width(mark, sheet.is_for_phones())) / part);
                }
            }
            let span = bottom.range.1 - bottom.range.0;
            if bottom.axis.pitch > 0.0 && span.is_finite() {
                most = most.min(bottom.axis.pitch * span);
            }
        }
        most.max(80.0)
    }

    /// Returns whether there is a colour bar. On phones the numbers in the tiles replace it.
    fn has_bar(&self, sheet: Sheet) -> bool {
        matches!(self.shades, Some((_, Some(_)))) && !sheet.is_for_phones()
    }

    fn has_name_above(&self) -> bool {
        let is_named = |axis: &Axis| !axis.name.is_empty();
        (is_named(&self.y) && !self.is_lying) || (self.is_tiled() && is_named(&self.x))
    }

    /// Computes what is above and below a plot, given whether it is the lowest in its column and whether it is in the last row.
    fn measure<'a>(&'a self, plot: &mut Plot<'a>, wide: f64, is_lowest: bool, is_last: bool) {
        let has_rule = plot.panel.marks.iter().any(|mark| matches!(mark, Mark::Rule { .. }));
        let own_y = plot.panel.y.as_ref().filter(|y| !y.name.is_empty() && !self.is_tiled());
        let (_, bottom) = self.sides(plot);
        let lines = column_names(bottom, wide).iter().map(|(_, lines)| lines.len()).max();
        let names = lines.map_or(0.0, |lines| lines as f64 * LINE + 10.0);
        let turned = bottom.axis.bands.iter().map(|band| width(&band.name, SMALL, false) + 14.0);
        let names = match self.are_turned(bottom, wide) {
            true => turned.fold(0.0, f64::max).min(LONGEST_NAME),
            false => names,
        };
        let ticks = if bottom.axis.bands.is_empty() { TICK_ROOM } else { names };
        plot.above = plot.heading.height()
            + if own_y.is_some() { NAME_ROOM } else { 0.0 }
            + if has_rule { 10.0 } else { 0.0 };
        if self.is_tiled() {
            plot.above += names;
            return;
        }
        // A value axis of its own has its name above the plot.
        let is_above = self.is_lying && own_y.is_some();
        if !is_above && (is_lowest || plot.panel.x.is_some()) {
            plot.name = if self.is_lying { &plot.y.axis.name } else { &plot.x.axis.name };
        }
        // A name in the gap between rows needs no extra space.
        let has_room = plot.name.is_empty() || !(is_last || plot.panel.x.is_some());
        plot.ticks = ticks;
        plot.below = ticks + if has_room { 0.0 } else { NAME_ROOM };
    }

    fn draw_panel(
        &self,
        canvas: &mut Canvas<'_>,
        plot: &Plot<'_>,
        (left, top): (f64, f64),
        (left_room, plot_width): (f64, f64),
        (is_named, sheet): (bool, Sheet),
        series: &[Series<'_>],
    ) {
        let panel = plot.panel;
        let area = Rect { left: left + left_room, top, width: plot_width, height: plot.height };
        plot.heading.draw(canvas, panel.look, (left, top - plot.above + 10.0));
        let (across, down) = ((area.left, area.right()), (area.top, area.bottom()));
        let up = (area.bottom(), area.top);
        let (x, y) = match (self.is_lying, plot.y.axis.bands.is_empty()) {
            (true, _) => (Scale::new(plot.x.range, down), Scale::new(plot.y.range, across)),
            (_, true) => (Scale::new(plot.x.range, across), Scale::new(plot.y.range, up)),
            (_, false) => (Scale::new(plot.x.range, across), Scale::new(plot.y.range, down)),
        };
        let shades = self.shades.map(|(shades, _)| shades);
        let tiles = self.shades.and_then(|(_, format)| format);
        let tooltips = Tooltips { x: &self.x, y: &self.y, tiles, series };
        let (is_lying, is_for_phones) = (self.is_lying, sheet.is_for_phones());
        let frame = Frame { plot: area, x, y, is_lying, is_for_phones, shades, tooltips };
        if is_named {
            self.draw_left(canvas, plot, &frame, sheet.names);
        }
        self.draw_bottom(canvas, plot, &frame);
        if let Some(axis) = panel.y.as_ref().filter(|_| !self.is_tiled()) {
            canvas.text((left, area.top - NAME_ROOM + 4.0), &axis.name, Type::ink(SMALL));
        }
        draw(canvas, &frame, panel, &[1]);
        if !self.is_tiled() {
            zero_line(canvas, plot, &frame);
        }
        draw(canvas, &frame, panel, &[2, 3, 4, 5, 6]);
        draw_end_names(canvas, &frame, panel, sheet.ends);
        if let Some((shades, Some(format))) = self.shades.filter(|_| self.has_bar(sheet)) {
            color_bar(canvas, shades, panel, format, area);
        }
    }

    /// Draws names or numbers at the left of a plot; numbers have grid lines.
    fn draw_left(&self, canvas: &mut Canvas<'_>, plot: &Plot<'_>, frame: &Frame<'_>, most: f64) {
        let (side, _) = self.sides(plot);
        let scale = if self.is_lying { &frame.x } else { &frame.y };
        let area = frame.plot;
        for band in &side.axis.bands {
            let style = band_style(band, side.axis).to(Anchor::End);
            let name = row_name(band, side.axis, most);
            canvas.lines((area.left - 10.0, scale.at(band.at)), &name, style);
        }
        for (tick, label) in side.ticks.iter().zip(&side.labels) {
            let y = scale.at(*tick);
            let stroke = Stroke { width: HAIR, color: GRID };
            canvas.line((area.left, y), (area.right(), y), stroke);
            let style = Type::muted(SMALL).to(Anchor::End);
            canvas.text((area.left - 9.0, y), label, style);
        }
    }

    /// Draws names or numbers below a plot, or above tiles; values have grid lines.
    fn draw_bottom(&self, canvas: &mut Canvas<'_>, plot: &Plot<'_>, frame: &Frame<'_>) {
        let (_, side) = self.sides(plot);
        let (scale, area) = (if self.is_lying { &frame.y } else { &frame.x }, frame.plot);
        let turned = Type { is_turned: true, ..Type::ink(SMALL) };
        let are_turned = self.are_turned(side, area.width);
        for band in side.axis.bands.iter().filter(|_| are_turned) {
            let name = shorten(&band.name, SMALL, false, LONGEST_NAME - 14.0);
            canvas.text((scale.at(band.at), area.top - 8.0), &name, turned);
        }
        for (at, lines) in column_names(side, area.width).into_iter().filter(|_| !are_turned) {
            let half = lines.len() as f64 * LINE / 2.0;
            let y =
                if self.is_tiled() { area.top - 6.0 - half } else { area.bottom() + 10.0 + half };
            // The last one must not stick out of the card.
            let half_width = widest(&lines, SMALL, false) / 2.0;
            let x = scale.at(at).min(area.right() + 12.0 - half_width);
            canvas.lines((x, y), &lines, Type::ink(SMALL).to(Anchor::Middle));
        }
        if self.is_tiled() {
            return;
        }
        // In a narrow plot only some ticks have numbers.
        let room = area.width / side.ticks.len().saturating_sub(1).max(1) as f64;
        let every = ((widest(&side.labels, SMALL, false) + 4.0) / room).ceil().max(1.0) as usize;
        for (k, (tick, label)) in side.ticks.iter().zip(&side.labels).enumerate() {
            let x = scale.at(*tick);
            let (from, color) =
                if self.is_lying { (area.top, GRID) } else { (area.bottom() + 4.0, AXIS) };
            canvas.line((x, from), (x, area.bottom()), Stroke { width: HAIR, color });
            let style = Type::muted(SMALL).to(Anchor::Middle);
            if k % every == 0 {
                canvas.text((x, area.bottom() + 14.0), label, style);
            }
        }
        let style = Type::ink(SMALL).to(Anchor::Middle);
        let at = (area.left + area.width / 2.0, area.bottom() + plot.ticks + 10.0);
        canvas.text(at, &shorten(plot.name, SMALL, false, area.width + 60.0), style);
    }

    /// Draws axis names above all panels; those of tiles have arrows.
    fn draw_names_above(&self, canvas: &mut Canvas<'_>, body: Rect, top: f64, left_room: f64) {
        if !self.has_name_above() {
            return;
        }
        let y = top + 4.0;
        if !self.is_tiled() {
            return canvas.text((body.left, y), &self.y.name, Type::ink(SMALL));
        }
        let style = Type::muted(SMALL);
        let mut left = body.left;
        let names = [(&self.y.name, " ↓"), (&self.x.name, " →")];
        // A short name leaves its space to the other.
        const BETWEEN: f64 = 20.0;
        let wide = |(name, arrow): (&String, &str)| width(&format!("{name}{arrow}"), SMALL, false);
        let is_room = names.map(wide).iter().sum::<f64>() + BETWEEN <= body.width;
        let most = if is_room { body.width } else { body.width / 2.0 - 30.0 };
        for (name, arrow) in names {
            if !name.is_empty() {
                let text = shorten(name, SMALL, false, most) + arrow;
                canvas.text((left, y), &text, style);
                left = (left + width(&text, SMALL, false) + BETWEEN).max(body.left + left_room);
            } else {
                left = body.left + left_room;
            }
        }
    }
}

fn height_of_row(row: &[Plot<'_>]) -> f64 {
    let most = |part: fn(&Plot<'_>) -> f64| row.iter().map(part).fold(0.0, f64::max);
    most(|plot| plot.above) + most(|plot| plot.height + plot.below)
}

/// Returns the axis of places with its range, and with ticks if it has no names.
fn places<'a>(axis: &'a Axis, reach: Vec<f64>, wide: f64) -> Side<'a> {
    let range = axis.range.unwrap_or_else(|| bounds(reach.iter().copied()));
    let most = (wide / 42.0).clamp(3.0, 10.0) as usize;
    // Parameters and dice with whole numbers have no values in between.
    let least = if reach.iter().all(|x| x.fract() == 0.0) { 1.0 } else { 0.0 };
    let mut ticks = if axis.bands.is_empty() { ticks(range, most, least) } else { Vec::new() };
    // Counts from one begin at 1.
    if range.0 == 1.0 && ticks.first().is_some_and(|first| *first > 1.0) {
        ticks.insert(0, 1.0);
    }
    Side { axis, range, labels: tick_labels(&ticks, axis.format), ticks }
}

/// Returns the axis of values, ending on round numbers, with room for what is above and below marks.
fn values<'a>(axis: &'a Axis, reach: (f64, f64), [over, under]: [f64; 2], most: usize) -> Side<'a> {
    let (low, high) = axis.range.unwrap_or(reach);
    if !axis.bands.is_empty() {
        return Side { axis, range: (low, high), ticks: Vec::new(), labels: Vec::new() };
    }
    let room = |part: f64| if axis.range.is_none() { (high - low) * part } else { 0.0 };
    let wanted = (low - room(under), high + room(over));
    let closed = nice(wanted, most);
    // No share exceeds 100 %, so the space above that has no grid.
    let is_full = axis.format == ValueFormat::Percent && high <= 1.0 && closed.1 > 1.0;
    let (range, marks) = if is_full {
        let low = nice((wanted.0, 1.0), most).0;
        ((low, 1.0 + room(over)), ticks((low, 1.0), most, 0.0))
    } else {
        (closed, ticks(closed, most, 0.0))
    };
    Side { axis, range, labels: tick_labels(&marks, axis.format), ticks: marks }
}

/// If there are parts, names of wholes are bold.
fn band_style(band: &Band, axis: &Axis) -> Type {
    match (band.is_part, axis.bands.iter().any(|band| band.is_part)) {
        (true, _) => Type::muted(SMALL),
        (false, true) => Type::ink(NORMAL).bold(),
        (false, false) => Type::ink(SMALL),
    }
}

/// Returns the name of a row in as many lines as fit.
fn row_name(band: &Band, axis: &Axis, most: f64) -> Vec<String> {
    let style = band_style(band, axis);
    // Rows of parts are lower.
    let has_parts = axis.bands.iter().any(|band| band.is_part);
    let lines = match axis.pitch < 2.0 * LINE {
        true => 1,
        false if has_parts => 2,
        false => 6,
    };
    wrap(&band.name, style.size, style.bold, most, lines)
}

/// Returns column names in lines that fit; with narrow columns only some are named, always including the last.
fn column_names(side: &Side<'_>, wide: f64) -> Vec<(f64, Vec<String>)> {
    let bands = &side.axis.bands;
    let pitch = wide / (side.range.1 - side.range.0).max(1.0);
    let word = widest(bands.iter().flat_map(|band| unbroken(&band.name)), SMALL, false);
    let every = ((word.min(64.0) + 3.0) / pitch).ceil().max(1.0) as usize;
    let room = pitch * every as f64 - 3.0;
    let named = bands.iter().rev().step_by(every);
    named.map(|band| (band.at, wrap(&band.name, SMALL, false, room, 4))).collect()
}

/// Name and note above a panel, side by side if they fit, else below each other.
#[derive(Default)]
struct Heading {
    name: Vec<String>,
    note: Vec<String>,
    is_one_line: bool,
}

impl Heading {
    fn of(panel: &Panel, wide: f64) -> Self {
        if panel.title.is_empty() {
            return Self { is_one_line: true, ..Self::default() };
        }
        let note = &panel.note;
        let room = wide - if note.is_empty() { 0.0 } else { width(note, SMALL, false) };
        let is_one_line = before_note(&panel.title) <= room;
        let name = wrap(&panel.title, NORMAL, true, wide, 4);
        Self { name, note: wrap(note, SMALL, false, wide, 4), is_one_line }
    }

    fn height(&self) -> f64 {
        let lines = self.name.len() + if self.is_one_line { 0 } else { self.note.len() };
        if lines == 0 { 0.0 } else { HEAD + (lines - 1) as f64 * LINE }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, look: Option<Look>, (left, y): (f64, f64)) {
        let style = look.map_or(Type::ink(NORMAL), |look| Type::start(NORMAL, look.hue.text));
        for (k, line) in self.name.iter().enumerate() {
            canvas.text((left, y + k as f64 * LINE), line, style.bold());
        }
        let (left, y) = match self.is_one_line {
            true => (left + self.name.first().map_or(0.0, |name| before_note(name)), y),
            false => (left, y + self.name.len() as f64 * LINE),
        };
        for (k, line) in self.note.iter().enumerate() {
            canvas.text((left, y + k as f64 * LINE), line, Type::muted(SMALL));
        }
    }
}

/// Returns the width of a panel's name with the gap behind it, allowing for wider fonts than ours.
fn before_note(name: &str) -> f64 {
    1.06 * width(name, NORMAL, true) + 8.0
}

fn zero_line(canvas: &mut Canvas<'_>, plot: &Plot<'_>, frame: &Frame<'_>) {
    if plot.y.axis.bands.is_empty() && frame.y.holds(0.0) {
        let (zero, area) = (frame.y.at(0.0), frame.plot);
        let stroke = Stroke { width: AXIS_WIDTH, color: AXIS };
        if frame.is_lying {
            canvas.line((zero, area.top), (zero, area.bottom()), stroke);
        } else {
            canvas.line((area.left, zero), (area.right(), zero), stroke);
        }
    }
}

fn color_bar(
    canvas: &mut Canvas<'_>,
    shades: Shades,
    panel: &Panel,
    format: ValueFormat,
    plot: Rect,
) {
    const STEPS: usize = 48;
    let (left, height) = (plot.right() + 18.0, plot.height.min(320.0));
    let values = panel.marks.iter().filter_map(|mark| match mark {
        Mark::Tile { value, .. } => *value,
        _ => None,
    });
    let ends = bounds(values.chain(shades.middle));
    let scale = Scale::new(ends, (plot.top + height, plot.top));
    for index in 0..STEPS {
        let passed = index as f64 / STEPS as f64;
        let part = 1.0 - passed - 0.5 / STEPS as f64;
        let color = shades.color(ends.0 + part * (ends.1 - ends.0));
        // Each step extends to the end below the next ones, because adjoining steps show white seams.
        let top = plot.top + passed * height;
        let area = Rect { left, top, width: 14.0, height: plot.top + height - top };
        canvas.fill(area, color, 1.0);
    }
    let most = (height / 24.0).clamp(2.0, 5.0) as usize;
    let marks = match shades.middle {
        // The middle is what the colours compare with.
        Some(middle) => vec![ends.0, middle, ends.1],
        None => ticks(ends, most, 0.0),
    };
    // A single number does not explain a colour, so the ends are named.
    let mut marks = if marks.len() > 1 { marks } else { vec![ends.0, ends.1] };
    marks.dedup();
    for (mark, label) in marks.iter().zip(tick_labels(&marks, format)) {
        canvas.text((left + 20.0, scale.at(*mark)), &label, Type::muted(SMALL));
    }
}

/// An entry of a legend, wrapped into lines, with the position of its corner.
struct KeyPlace<'a> {
    key: &'a Key,
    lines: Vec<String>,
    left: f64,
    top: f64,
}

impl KeyPlace<'_> {
    fn height(&self) -> f64 {
        KEY_LINE + (self.lines.len().max(1) - 1) as f64 * LINE
    }
}

/// Arranges the entries of a legend in rows. A name too long for a row of its own has several lines there.
fn key_places(keys: &[Key], room: f64) -> Vec<KeyPlace<'_>> {
    let mut places: Vec<KeyPlace<'_>> = Vec::new();
    let mut left = 0.0;
    for key in keys {
        let lines = wrap(&key.name, SMALL, false, room - KEY_MARK, 4);
        let wide = KEY_MARK + widest(&lines, SMALL, false);
        let (mut top, below) =
            places.last().map_or((0.0, 0.0), |last| (last.top, last.top + last.height()));
        if left > 0.0 && left + wide > room {
            (left, top) = (0.0, below);
        }
        let place_left = left;
        // Nothing stands beside a name of several lines.
        left += if lines.len() > 1 { room } else { wide + KEY_GAP };
        places.push(KeyPlace { key, lines, left: place_left, top });
    }
    places
}

fn legend(canvas: &mut Canvas<'_>, places: &[KeyPlace<'_>], body: Rect) {
    for (k, place) in places.iter().enumerate() {
        let series = (places.len() > 1).then_some(k);
        let at = (body.left + place.left, body.top + place.top + 0.5 * KEY_LINE);
        canvas.group(Group::name(series), |canvas| draw_key(canvas, place, at));
    }
}

fn draw_key(
    canvas: &mut Canvas<'_>,
    KeyPlace { key, lines, .. }: &KeyPlace<'_>,
    (left, y): (f64, f64),
) {
    let each = 12.0 / key.looks.len() as f64;
    for (k, look) in key.looks.iter().enumerate() {
        let square = Rect {
            left: left + 1.0 + k as f64 * each,
            top: y - 6.0,
            width: each - if k > 0 { 1.0 } else { 0.0 },
            height: 12.0,
        };
        let across = [(left - 1.0, y), (left + 15.0, y)];
        match key.shape {
            Shape::Area => canvas.fill(square, look.hue.area, 1.0),
            Shape::Point => marker(canvas, *look, (left + 7.0, y), 3.6),
            Shape::Line => line(canvas, &across, *look),
            Shape::Curve => {
                line(canvas, &across, *look);
                marker(canvas, *look, (left + 7.0, y), 3.0);
            }
        }
    }
    let style = Type::ink(SMALL);
    for (k, line) in lines.iter().enumerate() {
        canvas.text((left + KEY_MARK - 2.0, y + k as f64 * LINE), line, style);
    }
}
