//! Charts as PNG: the SVG documents rendered by resvg with an included font, so that they look the same on every machine.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

use crate::ReportError;

/// Pixels per CSS pixel, enough for sharp charts on phones.
const SHARP: f32 = 2.0;

/// The font in two weights, with the characters of European languages and the symbols in charts (`fonts/`).
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("../../fonts/inter-regular.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../../fonts/inter-bold.ttf").to_vec());
    fonts.set_sans_serif_family("Inter");
    Arc::new(fonts)
});

pub(super) fn failed(why: impl ToString) -> ReportError {
    ReportError::Png(why.to_string())
}

/// Reads a chart.
pub(super) fn tree(svg: &str) -> Result<Tree, ReportError> {
    let options = Options {
        fontdb: Arc::clone(&FONTS),
        font_family: String::from("Inter"),
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(failed)
}

/// Returns a chart as PNG, of this size or else of the usual one.
pub(super) fn png(svg: &str, size: Option<(u16, u16)>) -> Result<Vec<u8>, ReportError> {
    let tree = tree(svg)?;
    let [width, height] = [tree.size().width(), tree.size().height()];
    let usual = [width, height].map(|px| (px * SHARP).ceil());
    let [across, down] = size.map_or(usual, |(across, down)| [across, down].map(f32::from));
    let pixels = Pixmap::new(across as u32, down as u32);
    let mut pixels = pixels.ok_or_else(|| failed(format!("it has {across} x {down} pixels")))?;
    let scale = size.map_or((SHARP, SHARP), |_| (across / width, down / height));
    resvg::render(&tree, Transform::from_scale(scale.0, scale.1), &mut pixels.as_mut());
    pixels.encode_png().map_err(failed)
}
