//! Charts as one moving picture: an animated PNG of indexed colours, in which each frame holds only what changes.

use std::collections::BTreeMap;

use png::{BitDepth, BlendOp, ColorType, Compression, Encoder, Filter};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::Tree;

use super::png::{failed, tree};
use crate::ReportError;

/// Seconds that a frame is shown, and the last one.
const SECONDS: [u16; 2] = [1, 4];
/// Frames whose colours make the palette.
const SAMPLES: usize = 12;
/// Bits of each channel in which colours differ that do not look the same.
const BITS: usize = 5;
/// The index for what stays as it was.
const SAME: u8 = 0;

type Rgb = [u8; 3];

fn rgb(pixel: PremultipliedColorU8) -> Rgb {
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// Returns the number of the shade of a colour.
fn shade(color: Rgb) -> usize {
    color.iter().fold(0, |shade, channel| shade << BITS | usize::from(channel >> (8 - BITS)))
}

/// Colours, and for each shade the place of the one that stands for it, if there is one.
struct Palette {
    colors: Vec<Rgb>,
    places: Vec<u8>,
}

impl Palette {
    /// Returns the commonest colours of some pictures, one of each shade.
    fn of(seen: BTreeMap<Rgb, u32>) -> Self {
        let mut shades: BTreeMap<usize, (u32, Rgb)> = BTreeMap::new();
        for (color, count) in seen {
            let best = shades.entry(shade(color)).or_default();
            *best = (*best).max((count, color));
        }
        let mut shades: Vec<(u32, Rgb)> = shades.into_values().collect();
        shades.sort_unstable_by(|one, other| other.cmp(one));
        // The first place is for what stays as it was.
        let mut palette = Self { colors: vec![[0; 3]], places: vec![SAME; 1 << (3 * BITS)] };
        for (place, (_, color)) in (1..=u8::MAX).zip(shades) {
            palette.colors.push(color);
            palette.places[shade(color)] = place;
        }
        palette
    }

    /// Returns the place of a colour, or of the nearest.
    fn place(&self, color: Rgb) -> u8 {
        let far =
            |of: &Rgb| (0..3).map(|k| u32::from(of[k].abs_diff(color[k])).pow(2)).sum::<u32>();
        match self.places[shade(color)] {
            SAME => {
                let colors = (1..=u8::MAX).zip(&self.colors[1..]);
                colors.min_by_key(|(_, of)| far(of)).map_or(SAME, |(place, _)| place)
            }
            place => place,
        }
    }
}

/// Returns charts as one animated PNG of this width that loops for ever.
pub(super) fn moving(svgs: &[String], width: u16) -> Result<Vec<u8>, ReportError> {
    let trees = svgs.iter().map(|svg| tree(svg)).collect::<Result<Vec<_>, _>>()?;
    let scale = |tree: &Tree| f32::from(width) / tree.size().width();
    let highest = trees.iter().map(|tree| tree.size().height() * scale(tree)).fold(1.0, f32::max);
    let size = (u32::from(width), highest.ceil() as u32);
    let drawn = |tree: &Tree| {
        let pixels = Pixmap::new(size.0, size.1);
        let mut pixels = pixels.ok_or_else(|| failed(format!("it has {size:?} pixels")))?;
        // Cards with fewer lines stand at the foot, so that the table stays where it is.
        let above = (highest - tree.size().height() * scale(tree)).floor();
        let place = Transform::from_scale(scale(tree), scale(tree)).post_translate(0.0, above);
        resvg::render(tree, place, &mut pixels.as_mut());
        let (row, from) = (size.0 as usize, above as usize * size.0 as usize);
        let card = pixels.pixels()[from + row];
        pixels.pixels_mut()[..from + row].fill(card);
        Ok::<Pixmap, ReportError>(pixels)
    };
    let mut seen = BTreeMap::new();
    for tree in trees.iter().step_by(trees.len().div_ceil(SAMPLES).max(1)) {
        for pixel in drawn(tree)?.pixels() {
            *seen.entry(rgb(*pixel)).or_default() += 1;
        }
    }
    let palette = Palette::of(seen);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, size.0, size.1);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.colors.concat());
    encoder.set_trns(vec![0]);
    encoder.set_compression(Compression::High);
    encoder.set_filter(Filter::NoFilter);
    encoder.set_animated(trees.len() as u32, 0).map_err(failed)?;
    encoder.set_blend_op(BlendOp::Over).map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut before = Vec::new();
    for (k, tree) in trees.iter().enumerate() {
        let shown = drawn(tree)?;
        let shown = shown.pixels().iter().map(|pixel| palette.place(rgb(*pixel)));
        let shown: Vec<u8> = shown.collect();
        let changed = shown.iter().enumerate();
        let changed = changed.map(|(k, of)| if before.get(k) == Some(of) { SAME } else { *of });
        let changed: Vec<u8> = changed.collect();
        before = shown;
        let seconds = SECONDS[usize::from(k + 1 == trees.len())];
        writer.set_frame_delay(seconds, 1).map_err(failed)?;
        writer.write_image_data(&changed).map_err(failed)?;
    }
    writer.finish().map_err(failed)?;
    Ok(file)
}
