//! How charts are drawn, whatever they show.

use std::ops::RangeInclusive;

use super::Chart;
use super::png;
use super::style::Sheet;
use crate::{OutputFile, ReportError};

/// What page a chart is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// A light one.
    #[default]
    Light,
    /// A dark one.
    Dark,
    /// Whatever its reader has: the chart carries the colours of both.
    Auto,
}

/// How charts are drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drawing {
    /// The colours.
    pub theme: Theme,
    /// For how many pixels charts are laid out; the usual width if `None`.
    pub width: Option<u16>,
    /// The headline of the first chart, and of the page, instead of what was found.
    pub title: Option<String>,
    /// Whether each chart is written in pixels, too.
    pub png: bool,
}

impl Drawing {
    /// Widths that charts can be laid out for.
    pub const WIDTHS: RangeInclusive<u16> = 320..=1600;

    /// A chart as the files that are wanted of it, which have this name but for its ending.
    ///
    /// # Errors
    /// [`ReportError`] if it cannot be drawn in pixels, which tests would have found.
    pub fn files(&self, name: &str, chart: &Chart) -> Result<Vec<OutputFile>, ReportError> {
        self.files_of(name, chart, None)
    }

    /// The same of a chart that may have been drawn already as it usually looks.
    ///
    /// # Errors
    /// As for [`files`](Self::files).
    pub(crate) fn files_of(
        &self,
        name: &str,
        chart: &Chart,
        usual: Option<String>,
    ) -> Result<Vec<OutputFile>, ReportError> {
        let sheet = self.width.map_or(Sheet::WIDE, |width| Sheet::of(width.into()));
        let drawn = |theme| chart.on(Sheet { theme, ..sheet });
        let usual = usual.filter(|_| self.width.is_none() && self.theme == Sheet::WIDE.theme);
        let svg = usual.unwrap_or_else(|| drawn(self.theme));
        let mut files = vec![OutputFile::new(name.to_owned(), svg.into_bytes())];
        if self.png {
            // Pixels cannot change with their reader.
            let theme = if self.theme == Theme::Dark { Theme::Dark } else { Theme::Light };
            let name = name.strip_suffix(".svg").unwrap_or(name);
            files.push(OutputFile::new(format!("{name}.png"), png::png(&drawn(theme))?));
        }
        Ok(files)
    }
}
