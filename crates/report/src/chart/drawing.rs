//! How charts are drawn, whatever they show.

use std::ops::RangeInclusive;

use super::Chart;
#[cfg(feature = "png")]
use super::png;
use super::style::Sheet;
use crate::{OutputFile, ReportError};

/// Whether charts can be drawn in pixels: this was built with the feature `png`.
pub const HAS_PNG: bool = cfg!(feature = "png");

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
    /// Width and height of charts, which PNG have in pixels.
    pub aspect: Option<(u16, u16)>,
    /// The headline of the first chart, and of the page, instead of what was found.
    pub title: Option<String>,
    /// What stands below that headline.
    pub subtitle: Option<String>,
    /// The small print of all charts, instead of where they come from.
    pub credit: Option<String>,
    /// Whether each chart is written in pixels, too.
    pub png: bool,
}

impl Drawing {
    /// Widths that charts can be laid out for.
    pub const WIDTHS: RangeInclusive<u16> = 320..=1600;

    /// A chart under the words that were asked for; only the first has a headline of its own.
    #[must_use]
    pub fn worded(&self, mut chart: Chart, is_first: bool) -> Chart {
        let [title, subtitle] =
            [&self.title, &self.subtitle].map(|it| it.clone().filter(|_| is_first));
        let labels = &mut chart.labels;
        labels.title = title.unwrap_or_else(|| labels.title.clone());
        labels.subtitle = subtitle.unwrap_or_else(|| labels.subtitle.clone());
        labels.caption = self.credit.clone().unwrap_or_else(|| labels.caption.clone());
        chart
    }

    /// A chart as the files that are wanted of it, which have this name but for its ending.
    ///
    /// # Errors
    /// [`ReportError`] if it cannot be drawn in pixels: where they were not built ([`HAS_PNG`]). Anything else tests would have
    /// found.
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
        let is_usual = self.sheet() == Sheet::WIDE;
        let svg = usual.filter(|_| is_usual).unwrap_or_else(|| chart.on(self.sheet()));
        let mut files = vec![OutputFile::new(name.to_owned(), svg.into_bytes())];
        if self.png {
            let name = name.strip_suffix(".svg").unwrap_or(name);
            files.push(OutputFile::new(format!("{name}.png"), self.pixels(chart)?));
        }
        Ok(files)
    }

    /// A chart as PNG.
    ///
    /// # Errors
    /// As for [`files`](Self::files).
    #[cfg(feature = "png")]
    pub fn pixels(&self, chart: &Chart) -> Result<Vec<u8>, ReportError> {
        // Pixels cannot change with their reader.
        let theme = if self.theme == Theme::Dark { Theme::Dark } else { Theme::Light };
        png::png(&chart.on(Sheet { theme, ..self.sheet() }), self.aspect)
    }

    /// No chart as PNG: this was built without.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "png"))]
    pub fn pixels(&self, _: &Chart) -> Result<Vec<u8>, ReportError> {
        Err(ReportError::Png("this was built without the feature `png`".to_owned()))
    }

    fn sheet(&self) -> Sheet {
        let sheet = self.width.map_or(Sheet::WIDE, |width| Sheet::of(width.into()));
        let part = self.aspect.map(|(width, height)| f64::from(height) / f64::from(width));
        Sheet { theme: self.theme, part: part.unwrap_or(0.0), ..sheet }
    }
}
