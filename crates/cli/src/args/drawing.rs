//! Options for drawing charts.

use std::path::Path;

use clap::Args as ClapArgs;
use skirmish_report::chart::{self, Chart, Theme};

use super::{Choice, choice};
use crate::output;
use crate::status::{Failure, Result};

/// The heading of these options in a command's help.
pub(super) const HEADING: &str = "Charts";

/// How charts are drawn.
#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = HEADING)]
pub(crate) struct Drawing {
    /// Colours of the charts; report.html follows its reader's setting
    #[arg(long, default_value = "light", value_parser = choice(THEMES))]
    theme: Theme,
    /// Lay the charts out for this many pixels, such as 360 for phones [default: 760]; report.html has layouts for both
    #[arg(long, value_name = "PIXELS", value_parser = width)]
    width: Option<u16>,
    /// Headline for the first chart and for report.html, in place of the finding
    #[arg(long, value_name = "TEXT", value_parser = title)]
    title: Option<String>,
    /// What stands below that headline
    #[arg(long, value_name = "TEXT", value_parser = title)]
    subtitle: Option<String>,
    /// Small print of every chart, in place of where its numbers come from
    #[arg(long, value_name = "TEXT", value_parser = title)]
    credit: Option<String>,
    /// Width and height of charts, such as 1200x630 for a link's preview; PNG have just these pixels
    #[arg(long, value_name = "PIXELS", value_parser = aspect)]
    aspect: Option<(u16, u16)>,
    /// Write each chart as PNG too, at twice the pixels (needs a program built with `--features png`)
    #[arg(long)]
    png: bool,
}

const THEMES: &[Choice<Theme>] = &[
    ("light", "For light pages", Theme::Light),
    ("dark", "For dark ones", Theme::Dark),
    ("auto", "As the reader's setting has it: SVG with both sets of colours", Theme::Auto),
];

impl Drawing {
    /// Returns the options for charts. Fails if PNG is asked for and not built in.
    pub(crate) fn asked(&self) -> Result<chart::Drawing> {
        let Self { theme, width, aspect, title, subtitle, credit, png } = self.clone();
        if png {
            has_png()?;
        }
        Ok(chart::Drawing { theme, width, aspect, title, subtitle, credit, png })
    }

    /// Draws a chart to a file, in the format of its ending.
    pub(crate) fn draw_to(&self, file: &Path, chart: Chart) -> Result {
        let asked = self.asked()?;
        let chart = asked.worded(chart, true);
        output::has_folder(file)?;
        let bytes = match file.extension().and_then(|ending| ending.to_str()) {
            Some("png") => {
                has_png()?;
                asked.pixels(&chart).map_err(Failure::bug)?
            }
            Some("svg") => asked.files("", &chart).map_err(Failure::bug)?.swap_remove(0).bytes,
            _ => {
                return Err(Failure::hinted(
                    format!("`{}` ends neither in .svg nor in .png", output::shown(file)),
                    "name the file as what it is to be: -o chart.svg, or -o chart.png",
                ));
            }
        };
        output::write_file(file, &bytes)
    }

    /// Draws charts to a file as one moving picture.
    pub(crate) fn animate_to(&self, file: &Path, charts: impl Iterator<Item = Chart>) -> Result {
        let asked = self.asked()?;
        let charts: Vec<Chart> = charts.map(|chart| asked.worded(chart, true)).collect();
        output::write_file(file, &asked.moving(&charts).map_err(Failure::bug)?)
    }

    /// Fails if these options are given, because no chart is drawn; the hint says how to have one.
    pub(crate) fn unused(&self, hint: &str) -> Result {
        let is_plain = self.asked()? == chart::Drawing::default();
        is_plain.then_some(()).ok_or_else(|| {
            Failure::hinted(
                "`--png`, `--width`, `--theme`, `--title` and the like are of a chart, and none is drawn",
                hint,
            )
        })
    }

    /// Prints an answer, then draws its one chart to a file if asked, so that a failed chart does not lose the answer.
    pub(crate) fn draw(
        &self,
        svg: Option<&Path>,
        chart: impl FnOnce() -> Result<Chart>,
        tell: impl FnOnce() -> Result,
    ) -> Result {
        let asked = self.asked()?;
        let Some(path) = svg else {
            return self.unused("name a file for it: --svg chart.svg").and_then(|()| tell());
        };
        output::has_folder(path)?;
        if asked.png && output::is_stream(path) {
            let what = format!("`{}` has no room for a second file beside it", output::shown(path));
            return Err(Failure::hinted(what, "leave --png out, or name a file: --svg chart.svg"));
        }
        let chart = asked.worded(chart()?, true);
        let name = path.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
        let files = asked.files(&name, &chart).map_err(Failure::bug)?;
        let told = tell();
        for file in files {
            output::write_file(&path.with_file_name(file.name.as_ref()), &file.bytes)?;
        }
        told
    }
}

/// Checks that this program can draw PNG.
pub(crate) fn has_png() -> Result {
    chart::HAS_PNG.then_some(()).ok_or_else(|| {
        Failure::hinted(
            "this program was built without PNG",
            "draw SVG; or build it with its feature: cargo install --path crates/cli --features png",
        )
    })
}

fn width(text: &str) -> Result<u16, String> {
    let widths = chart::Drawing::WIDTHS;
    text.parse().ok().filter(|width| widths.contains(width)).ok_or_else(|| {
        let (least, most) = (widths.start(), widths.end());
        format!("expected pixels from {least} to {most}: 360 for phones, 720 for a column of text")
    })
}

fn aspect(text: &str) -> Result<(u16, u16), String> {
    let pixels = |text: &str| text.parse().ok().filter(|px| (200..=4000).contains(px));
    let both = text.split_once('x').and_then(|(one, other)| Some((pixels(one)?, pixels(other)?)));
    both.ok_or_else(|| "expected pixels as 1200x630, each from 200 to 4000".to_owned())
}

fn title(text: &str) -> Result<String, String> {
    let is_blank = text.trim().is_empty();
    (!is_blank)
        .then(|| text.to_owned())
        .ok_or_else(|| "expected words; without it the chart says what was found".to_owned())
}
