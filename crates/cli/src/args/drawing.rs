//! How charts are drawn, for every command that draws some.

use std::path::Path;

use clap::Args as ClapArgs;
use skirmish_report::chart::{self, Chart, Theme};

use super::{Choice, choice};
use crate::output;
use crate::status::{Done, Failure};

/// How charts are drawn.
#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = "Charts")]
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
    /// Write each chart as PNG too, at twice the pixels
    #[arg(long)]
    png: bool,
}

const THEMES: &[Choice<Theme>] = &[
    ("light", "For light pages", Theme::Light),
    ("dark", "For dark ones", Theme::Dark),
    ("auto", "As the reader's setting has it: SVG with both sets of colours", Theme::Auto),
];

impl Drawing {
    /// What the charts are told.
    pub(crate) fn asked(&self) -> chart::Drawing {
        let Self { theme, width, title, png } = self;
        chart::Drawing { theme: *theme, width: *width, title: title.clone(), png: *png }
    }

    /// Tells an answer and, if there is to be one, draws its one chart to a file: what is told is not lost with that.
    pub(crate) fn draw(
        &self,
        svg: Option<&Path>,
        chart: impl FnOnce() -> Done<Chart>,
        tell: impl FnOnce() -> Done,
    ) -> Done {
        let asked = self.asked();
        let Some(path) = svg else {
            return match asked == chart::Drawing::default() {
                true => tell(),
                false => Err(Failure::hinted(
                    "`--png`, `--width`, `--theme` and `--title` are of a chart, and none is drawn",
                    "name a file for it: --svg chart.svg",
                )),
            };
        };
        output::has_folder(path)?;
        if asked.png && output::is_stream(path) {
            let what = format!("`{}` has no room for a second file beside it", output::shown(path));
            return Err(Failure::hinted(what, "leave --png out, or name a file: --svg chart.svg"));
        }
        let mut chart = chart()?;
        if let Some(title) = &asked.title {
            title.clone_into(&mut chart.labels.title);
        }
        let name = path.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
        let files = asked.files(&name, &chart).map_err(Failure::bug)?;
        let told = tell();
        for file in files {
            output::write_file(&path.with_file_name(file.name.as_ref()), &file.bytes)?;
        }
        told
    }
}

fn width(text: &str) -> Result<u16, String> {
    let widths = chart::Drawing::WIDTHS;
    text.parse().ok().filter(|width| widths.contains(width)).ok_or_else(|| {
        let (least, most) = (widths.start(), widths.end());
        format!("expected pixels from {least} to {most}: 360 for phones, 720 for a column of text")
    })
}

fn title(text: &str) -> Result<String, String> {
    let is_blank = text.trim().is_empty();
    (!is_blank)
        .then(|| text.to_owned())
        .ok_or_else(|| "expected words; without --title the headline is what was found".to_owned())
}
