//! Colours: an Okabe-Ito subset that colour-blind readers tell apart, each with a darker twin for text.
//!
//! Yellow is missing because it vanishes on white, black because it is the ink. The twins have a contrast of 4.9 to 1 or
//! better on white. No chart relies on colour alone: labels, panels or marker shapes say the same.

/// Red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// The card.
pub(crate) const WHITE: Color = Color(0xff, 0xff, 0xff);
/// Text, whiskers and exact laws.
pub(crate) const INK: Color = Color(0x1f, 0x23, 0x28);
/// Subtitles, ticks and captions; 5.9 to 1 on white.
pub(crate) const MUTED: Color = Color(0x5b, 0x63, 0x6e);
/// Grid lines.
pub(crate) const GRID: Color = Color(0xe3, 0xe6, 0xea);
/// Axes and stressed grid lines.
pub(crate) const AXIS: Color = Color(0x97, 0xa0, 0xab);
/// Empty cells and zones that cannot happen.
pub(crate) const PALE: Color = Color(0xf1, 0xf3, 0xf5);

/// A colour for areas and lines, with its twin for text.
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

/// Whatever belongs to nobody: draws, caps.
const NEUTRAL: Hue = Hue { area: Color(0x8a, 0x92, 0x9b), text: MUTED };

/// The colour of a series by its position. After six they repeat, and the caller needs dashes or panels.
pub(crate) fn hue(index: usize) -> Hue {
    HUES[index % HUES.len()]
}

/// Number of different colours.
pub(crate) const HUE_COUNT: usize = HUES.len();

/// The colour of a side, or grey for nobody.
pub(crate) fn side_hue(side: Option<usize>) -> Hue {
    side.map_or(NEUTRAL, hue)
}

/// A colour between two, `part` of the way from the first to the second.
pub(crate) fn blend(from: Color, to: Color, part: f64) -> Color {
    let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
    Color(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// Relative luminance after WCAG 2.2.
fn luminance(color: Color) -> f64 {
    let linear = |channel: u8| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(color.0) + 0.7152 * linear(color.1) + 0.0722 * linear(color.2)
}

/// Ink or white, whichever reads better on the colour.
pub(crate) fn ink_on(color: Color) -> Color {
    let contrast = |a: f64, b: f64| (a.max(b) + 0.05) / (a.min(b) + 0.05);
    let ground = luminance(color);
    if contrast(ground, luminance(INK)) >= contrast(ground, 1.0) { INK } else { WHITE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_colour_reads_on_white() {
        for color in HUES.iter().map(|hue| hue.text).chain([INK, MUTED]) {
            assert!(1.05 / (luminance(color) + 0.05) >= 4.5, "{color:?}");
        }
    }

    #[test]
    fn blends_keep_their_ends() {
        assert_eq!(blend(WHITE, INK, 0.0), WHITE);
        assert_eq!(blend(WHITE, INK, 7.0), INK);
        assert_eq!((ink_on(WHITE), ink_on(INK)), (INK, WHITE));
    }
}
