//! How charts are drawn, whatever they show.

use std::ops::RangeInclusive;

use super::Chart;
use super::style::Sheet;
#[cfg(feature = "png")]
use super::{apng, png};
use crate::{OutputFile, ReportError};

/// Whether charts can be drawn in pixels, with the feature `png`.
pub const HAS_PNG: bool = cfg!(feature = "png");

/// Theme of the page that a chart is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// A light page.
    #[default]
    Light,
    /// A dark page.
    Dark,
    /// The reader's theme: the chart has the colours of both.
    Auto,
}

/// Options for drawing charts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drawing {
    /// The colours.
    pub theme: Theme,
    /// Layout width in pixels; the usual width if `None`.
    pub width: Option<u16>,
    /// Aspect ratio as width and height; a PNG has this size in pixels.
    pub aspect: Option<(u16, u16)>,
    /// Headline of the first chart and of the page, instead of the finding.
    pub title: Option<String>,
    /// Subtitle of the first chart.
    pub subtitle: Option<String>,
    /// Caption of all charts, instead of their provenance.
    pub credit: Option<String>,
    /// Whether each chart is also written as PNG.
    pub png: bool,
}

impl Drawing {
    /// Supported layout widths.
    pub const WIDTHS: RangeInclusive<u16> = 320..=1600;

    /// Applies the user's texts to a chart; headline and subtitle are for the first chart only.
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

    /// Returns a chart as files in the wanted formats, named `name` with another ending.
    ///
    /// # Errors
    /// [`ReportError`] if pixels are wanted without [`HAS_PNG`]; tests would find anything else.
    pub fn files(&self, name: &str, chart: &Chart) -> Result<Vec<OutputFile>, ReportError> {
        self.files_of(name, chart, None)
    }

    /// Returns the same of a chart that may have been drawn as it usually looks.
    pub(crate) fn files_of(
        &self,
        name: &str,
        chart: &Chart,
        usual: Option<String>,
    ) -> Result<Vec<OutputFile>, ReportError> {
        let usual = usual.filter(|_| self.sheet() == Sheet::WIDE);
        let svg = usual.unwrap_or_else(|| chart.on(self.sheet())).into_bytes();
        let mut files = vec![OutputFile::new(name.to_owned(), svg)];
        if self.png {
            let name = name.strip_suffix(".svg").unwrap_or(name);
            files.push(OutputFile::new(format!("{name}.png"), self.pixels(chart)?));
        }
        Ok(files)
    }

    /// Returns a chart as PNG.
    ///
    /// # Errors
    /// As for [`files`](Self::files).
    #[cfg(feature = "png")]
    pub fn pixels(&self, chart: &Chart) -> Result<Vec<u8>, ReportError> {
        png::png(&chart.on(Sheet { theme: self.fixed_theme(), ..self.sheet() }), self.aspect)
    }

    /// Returns charts as one moving picture, an animated PNG.
    ///
    /// # Errors
    /// As for [`files`](Self::files).
    #[cfg(feature = "png")]
    pub fn moving(&self, charts: &[Chart]) -> Result<Vec<u8>, ReportError> {
        const WIDTH: u16 = 640;
        let width = self.width.unwrap_or(WIDTH);
        let sheet = Self { width: Some(width), ..self.clone() }.sheet();
        let sheet = Sheet { theme: self.fixed_theme(), ..sheet };
        apng::moving(&charts.iter().map(|chart| chart.on(sheet)).collect::<Vec<_>>(), width)
    }

    /// Fails, because this was built without the feature `png`.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "png"))]
    pub fn pixels(&self, _: &Chart) -> Result<Vec<u8>, ReportError> {
        Err(ReportError::Png("this was built without the feature `png`".to_owned()))
    }

    /// Fails, because this was built without the feature `png`.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "png"))]
    pub fn moving(&self, _: &[Chart]) -> Result<Vec<u8>, ReportError> {
        self.pixels(&Chart::default())
    }

    /// Returns the theme of pixels, which cannot follow their reader's.
    #[cfg(feature = "png")]
    fn fixed_theme(&self) -> Theme {
        if self.theme == Theme::Dark { Theme::Dark } else { Theme::Light }
    }

    fn sheet(&self) -> Sheet {
        let sheet = self.width.map_or(Sheet::WIDE, |width| Sheet::of(width.into()));
        let part = self.aspect.map(|(width, height)| f64::from(height) / f64::from(width));
        Sheet { theme: self.theme, part: part.unwrap_or(0.0), ..sheet }
    }
}
