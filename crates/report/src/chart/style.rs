//! The style of all charts: colours, type sizes, spacing.
//!
//! The colours are a subset of Okabe-Ito, which colour-blind readers can tell apart, each with a darker variant for text whose
//! contrast on white is at least 4.9 to 1. Yellow is left out because it vanishes on white, and black because it is the ink.
//! Labels, panels or marker shapes always say the same as colours.

use super::drawing::Theme;

/// The page that a chart is drawn on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sheet {
    pub(crate) width: f64,
    pub(crate) margin: f64,
    /// Size and line height of headlines.
    pub(crate) title: (f64, f64),
    pub(crate) columns: usize,
    /// Greatest width of row names.
    pub(crate) names: f64,
    /// Greatest width of names at the ends of lines.
    pub(crate) ends: f64,
    pub(crate) theme: Theme,
    /// Required height as a part of the width; 0 leaves it open.
    pub(crate) part: f64,
}

impl Sheet {
    /// A blog column; legible at two thirds of its size.
    pub(crate) const WIDE: Self = Self {
        width: 760.0,
        margin: 26.0,
        title: (20.0, 26.0),
        columns: 5,
        names: 260.0,
        ends: 180.0,
        theme: Theme::Light,
        part: 0.0,
    };
    pub(crate) const NARROW: Self = Self {
        width: 360.0,
        margin: 14.0,
        title: (17.0, 22.0),
        columns: 1,
        names: 116.0,
        ends: 84.0,
        theme: Theme::Light,
        part: 0.0,
    };

    /// Returns a sheet of another width, laid out as for a phone if it is narrower than a column. Type sizes stay the same.
    pub(crate) fn of(width: f64) -> Self {
        const COLUMN: f64 = 520.0;
        const PANEL: f64 = 150.0;
        let like = if width < COLUMN { Self::NARROW } else { Self::WIDE };
        let part = width / like.width;
        let columns = if width < COLUMN { 1 } else { (width / PANEL) as usize };
        Self { width, columns, names: like.names * part, ends: like.ends * part, ..like }
    }

    pub(crate) const fn is_for_phones(self) -> bool {
        self.columns == 1
    }

    pub(crate) const fn room(self) -> f64 {
        self.width - 2.0 * self.margin
    }
}

/// Size of names.
pub(crate) const NORMAL: f64 = 13.0;
/// Size of tick labels and most other text in charts.
pub(crate) const SMALL: f64 = 12.0;
/// Size of numbers beside marks.
pub(crate) const TINY: f64 = 11.0;
/// Size and line height of small print.
pub(crate) const CAPTION: (f64, f64) = (10.5, 15.0);
/// Line height of labels.
pub(crate) const LINE: f64 = 15.0;

/// Height of a single plot, and of one among several.
pub(crate) const PLOT: (f64, f64) = (290.0, 150.0);
/// Gap between panels, across and down.
pub(crate) const GAP: (f64, f64) = (24.0, 20.0);
/// Height of a panel's heading.
pub(crate) const HEAD: f64 = 28.0;
/// Height of tick labels below a plot.
pub(crate) const TICK_ROOM: f64 = 24.0;
/// Height of an axis name above or below a plot.
pub(crate) const NAME_ROOM: f64 = 22.0;
/// Share of a place that its bars fill, and greatest thickness of a bar.
pub(crate) const BAR: (f64, f64) = (0.78, 46.0);
/// Width of thin lines: whiskers and exact values.
pub(crate) const THIN: f64 = 1.3;
/// Width of grid lines.
pub(crate) const HAIR: f64 = 1.0;
pub(crate) const AXIS_WIDTH: f64 = 1.2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// Background of the card.
pub(crate) const WHITE: Color = Color(0xff, 0xff, 0xff);
/// Text, whiskers and exact values.
pub(crate) const INK: Color = Color(0x1f, 0x23, 0x28);
/// Subtitles, ticks and captions; 5.9 to 1 on white.
pub(crate) const MUTED: Color = Color(0x5b, 0x63, 0x6e);
pub(crate) const GRID: Color = Color(0xe3, 0xe6, 0xea);
/// Axes and marked grid lines.
pub(crate) const AXIS: Color = Color(0x97, 0xa0, 0xab);
/// Empty cells.
pub(crate) const PALE: Color = Color(0xf1, 0xf3, 0xf5);

/// A colour for areas and lines, with its variant for text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hue {
    pub(crate) area: Color,
    pub(crate) text: Color,
}

const HUES: [Hue; 6] = [
    Hue { area: Color(0x00, 0x72, 0xb2), text: Color(0x00, 0x72, 0xb2) },
    Hue { area: Color(0xd5, 0x5e, 0x00), text: Color(0xa9, 0x4b, 0x00) },
    Hue { area: Color(0x00, 0x9e, 0x73), text: Color(0x00, 0x73, 0x5a) },
    Hue { area: Color(0xcc, 0x79, 0xa7), text: Color(0x9c, 0x4a, 0x78) },
    Hue { area: Color(0xe6, 0x9f, 0x00), text: Color(0x8a, 0x5f, 0x00) },
    Hue { area: Color(0x56, 0xb4, 0xe9), text: Color(0x1f, 0x78, 0xa8) },
];

/// For what belongs to no side, such as draws and limits.
const NEUTRAL: Hue = Hue { area: Color(0x8a, 0x92, 0x9b), text: MUTED };

/// How far parts of a whole are paled.
const PALED: f64 = 0.45;

/// Look of a mark: its colours, and cues besides colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    pub(crate) hue: Hue,
    /// Index of its marker shape.
    pub(crate) marker: usize,
    pub(crate) is_dashed: bool,
    pub(crate) width: f64,
}

impl Look {
    const PLAIN: Self = Self { hue: NEUTRAL, marker: 0, is_dashed: false, width: 2.2 };
    /// Ink, for values that others are compared with.
    pub const INK: Self = Self { hue: Hue { area: INK, text: INK }, ..Self::PLAIN };
    /// Thin ink, for exact values over simulated ones.
    pub(crate) const LAW: Self = Self { width: THIN, ..Self::INK };

    /// Target ranges, in a colour that small sets of series do not use.
    pub(crate) const WANTED: Self = Self { hue: HUES[5], ..Self::PLAIN };

    /// Returns the look of a series by its index; after six colours they repeat with dashes.
    pub fn hue(index: usize) -> Self {
        let is_dashed = index >= HUES.len();
        Self { hue: HUES[index % HUES.len()], marker: index, is_dashed, ..Self::PLAIN }
    }

    /// Returns the look of a side, or grey for no side.
    pub(crate) fn side(side: Option<usize>) -> Self {
        side.map_or(Self::PLAIN, Self::hue)
    }

    /// Returns a paler look, for parts of a whole.
    pub(crate) fn pale(self) -> Self {
        Self { hue: Hue { area: blend(self.hue.area, WHITE, PALED), text: MUTED }, ..self }
    }
}

impl Default for Look {
    fn default() -> Self {
        Self::hue(0)
    }
}

/// Maps values to colours. Around a middle, such as an even game, they turn orange below and purple above, over equal ranges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shades {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) middle: Option<f64>,
}

const BELOW: [Color; 4] = [
    Color(0xf7, 0xf7, 0xf7),
    Color(0xfd, 0xdf, 0xb5),
    Color(0xe8, 0x94, 0x2c),
    Color(0xb3, 0x58, 0x06),
];
const ABOVE: [Color; 4] = [
    Color(0xf7, 0xf7, 0xf7),
    Color(0xd3, 0xcf, 0xe6),
    Color(0x86, 0x78, 0xb4),
    Color(0x54, 0x27, 0x88),
];

impl Shades {
    pub(crate) fn new((low, high): (f64, f64), middle: Option<f64>) -> Self {
        let Some(center) = middle.filter(|value| value.is_finite()) else {
            // Equal values get a range of their own, so that the bar has two ends.
            let high = if high > low { high } else { low + low.abs().max(1.0) };
            return Self { low, high, middle: None };
        };
        let reach = (high - center).abs().max((center - low).abs());
        let reach = if reach > 0.0 { reach } else { center.abs().max(1.0) * 0.1 };
        Self { low: center - reach, high: center + reach, middle: Some(center) }
    }

    pub(crate) fn color(self, value: f64) -> Color {
        let part = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        let (stops, part) = match self.middle {
            Some(_) if part < 0.5 => (&BELOW, 1.0 - 2.0 * part),
            Some(_) => (&ABOVE, 2.0 * part - 1.0),
            None => (&ABOVE, part),
        };
        let at = part.clamp(0.0, 1.0) * 3.0;
        let from = (at.floor() as usize).min(2);
        blend(stops[from], stops[from + 1], at - from as f64)
    }
}

/// Returns a colour that is `part` of the way between two.
pub(crate) fn blend(from: Color, to: Color, part: f64) -> Color {
    let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    Color(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// Returns the relative luminance by WCAG 2.2.
fn luminance(color: Color) -> f64 {
    let linear = |channel: u8| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2)
}

/// Text colours on tiles, which keep their colours in dark mode: slightly different from those of the card, which change.
const ON_TILES: [Color; 2] = [Color(0x1f, 0x23, 0x29), Color(0xfe, 0xfe, 0xfe)];

/// Returns the text colour with more contrast on a tile.
pub(crate) fn ink_on(color: Color) -> Color {
    let [ink, white] = ON_TILES;
    let contrast = |a: f64, b: f64| (a.max(b) + 0.05) / (a.min(b) + 0.05);
    let (ground, [dark, light]) = (luminance(color), [ink, white].map(luminance));
    if contrast(ground, dark) >= contrast(ground, light) { ink } else { white }
}

/// Returns the colours of a card with their equivalents for dark mode, including paled ones.
fn nights() -> Vec<(Color, Color)> {
    const NIGHT: Color = Color(0x1b, 0x1f, 0x24);
    let mut pairs = vec![
        (WHITE, NIGHT),
        (INK, Color(0xe8, 0xea, 0xed)),
        (MUTED, Color(0xa7, 0xb0, 0xba)),
        (GRID, Color(0x2f, 0x36, 0x3d)),
        (AXIS, Color(0x6b, 0x75, 0x80)),
        (PALE, Color(0x26, 0x2c, 0x33)),
    ];
    let nights = [(0x5c, 0xad, 0xee), (0xf0, 0x8c, 0x45), (0x3f, 0xcb, 0xa3), (0xe0, 0x9b, 0xc2)];
    let nights = nights.into_iter().chain([(0xe6, 0xb0, 0x3a), (0x8a, 0xcc, 0xf5)]);
    let nights = nights.map(|(red, green, blue)| Color(red, green, blue));
    for (day, night) in HUES.into_iter().zip(nights) {
        let paled = |color, card| blend(color, card, PALED);
        pairs.extend([(day.area, night), (paled(day.area, WHITE), paled(night, NIGHT))]);
        if day.text != day.area {
            pairs.push((day.text, night));
        }
    }
    pairs
}

/// Returns the colours of charts as hex codes, with their equivalents for dark mode.
pub(crate) fn by_night() -> Vec<(String, String)> {
    let hex = |Color(red, green, blue)| format!("#{red:02X}{green:02X}{blue:02X}");
    nights().into_iter().map(|(day, night)| (hex(day), hex(night))).collect()
}
