//! The drawing surface: the only module that knows plotters.
//!
//! plotters is used for its SVG writer alone. Its own axes, legends and fonts are left out, and its whole-pixel
//! coordinates are worked round by drawing ten times as large and shrinking through the `viewBox`. All lengths here are
//! CSS pixels as `f64`.

use std::borrow::Cow;

use plotters::backend::{DrawingBackend, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    FontDesc, FontFamily, FontStyle, FontTransform, RGBColor, ShapeStyle, TextStyle,
};

use quick_xml::events::attributes::{AttrError, Attribute};
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer};

use super::by_night;
use super::drawing::Theme;
use super::style::{Color, INK, LINE, MUTED, WHITE};
use crate::number::fixed;
use crate::safe_text;

/// Drawing units a pixel.
const SCALE: f64 = 10.0;
/// The writer divides font sizes by this; it is multiplied in once, here.
const FONT_CORRECTION: f64 = 1.24;
/// From the middle of capitals and digits down to the baseline, in font sizes; half the height of capitals of our fonts.
const HALF_CAPITAL: f64 = 0.36;
/// System fonts in order of preference; charts ship no font and must look right in any of these.
const FONTS: &str = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/// Where a text stands to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// The text begins at the point.
    Start,
    /// The text is centred on the point.
    Middle,
    /// The text ends at the point.
    End,
}

/// How a text looks. Sizes are in pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Type {
    pub(crate) size: f64,
    pub(crate) color: Color,
    pub(crate) anchor: Anchor,
    pub(crate) bold: bool,
    /// Whether it is read from below.
    pub(crate) is_turned: bool,
}

impl Type {
    /// Text at the start of its point.
    pub(crate) const fn start(size: f64, color: Color) -> Self {
        Self { size, color, anchor: Anchor::Start, bold: false, is_turned: false }
    }

    /// Text in ink, for names.
    pub(crate) const fn ink(size: f64) -> Self {
        Self::start(size, INK)
    }

    /// Text in grey, for what is not the matter itself.
    pub(crate) const fn muted(size: f64) -> Self {
        Self::start(size, MUTED)
    }

    pub(crate) const fn to(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    pub(crate) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

/// How a line looks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) width: f64,
    pub(crate) color: Color,
}

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rect {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Rect {
    pub(crate) fn right(self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(self) -> f64 {
        self.top + self.height
    }
}

/// A surface while it is drawn on.
pub(crate) struct Canvas<'a> {
    backend: SVGBackend<'a>,
    /// Elements drawn so far.
    drawn: usize,
    groups: Vec<Group>,
}

/// What elements that follow one another belong to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Group {
    /// The series that they show.
    pub(crate) series: Option<usize>,
    /// Whether they are its name, not its marks.
    pub(crate) is_name: bool,
    /// What a reader is told who points at them.
    pub(crate) told: String,
    /// The first of them, and the one after the last.
    from: usize,
    to: usize,
}

impl Group {
    /// Marks of a series, with what is told of them.
    pub(crate) fn marks(series: Option<usize>, told: String) -> Self {
        Self { series, told, ..Self::default() }
    }

    /// The name of a series.
    pub(crate) fn name(series: Option<usize>) -> Self {
        Self { series, is_name: true, ..Self::default() }
    }
}

/// Draws a picture of the given size on a white card and returns it as an SVG document.
pub(crate) fn paint(
    ((width, height), theme): ((f64, f64), Theme),
    title: &str,
    description: &str,
    draw: impl FnOnce(&mut Canvas<'_>),
) -> String {
    // Whole pixels outside, so that the outer size and the viewBox agree exactly.
    let size = (width.ceil().max(1.0), height.ceil().max(1.0));
    let mut buffer = String::new();
    let groups = {
        let units = (px(size.0).unsigned_abs(), px(size.1).unsigned_abs());
        let backend = SVGBackend::with_string(&mut buffer, units);
        let mut canvas = Canvas { backend, drawn: 0, groups: Vec::new() };
        // A card of its own keeps dark ink readable on dark pages.
        canvas.fill(Rect { left: 0.0, top: 0.0, width: size.0, height: size.1 }, WHITE, 1.0);
        draw(&mut canvas);
        canvas.done(|backend| backend.present());
        canvas.groups
    };
    let document = document(&buffer, (size, theme), (title, description), &groups);
    debug_assert!(document.is_ok(), "what the writer wrote is well-formed: {document:?}");
    document.unwrap_or_default()
}

/// From the writer's raw SVG to a document that pages and screen readers can take as it is: with its size in pixels, a role,
/// a title and a description, with its groups, and without what is only the default. Ids are avoided: several charts may stand
/// in one page.
fn document(
    raw: &str,
    ((width, height), theme): ((f64, f64), Theme),
    (title, description): (&str, &str),
    groups: &[Group],
) -> Result<String, quick_xml::Error> {
    let mut reader = Reader::from_str(raw);
    let mut writer = Writer::new(Vec::new());
    let mut groups = groups.iter().peekable();
    let nights = if theme == Theme::Light { Vec::new() } else { by_night() };
    let dark = if theme == Theme::Dark { &nights[..] } else { &[] };
    // Elements begun, and how deep the next one stands.
    let (mut begun, mut depth) = (0, 0);
    loop {
        let event = reader.read_event()?;
        let is_element = depth == 1 && matches!(event, Event::Start(_) | Event::Empty(_));
        if let Some(group) = groups.peek().filter(|group| is_element && group.from == begun) {
            open(&mut writer, group)?;
        }
        begun += usize::from(is_element);
        depth = match event {
            Event::Start(_) => depth + 1,
            Event::End(_) => depth - 1,
            _ => depth,
        };
        let is_end = depth == 1 && matches!(event, Event::End(_) | Event::Empty(_));
        match event {
            Event::Start(tag) if tag.name().0 == "svg" => {
                let [w, h, wide, high] =
                    [width, height, width * SCALE, height * SCALE].map(|length| fixed(length, 0));
                let mut tag = BytesStart::new("svg").with_attributes([
                    ("xmlns", "http://www.w3.org/2000/svg"),
                    ("role", "img"),
                    ("width", &w),
                    ("height", &h),
                    ("viewBox", &format!("0 0 {wide} {high}")),
                    ("font-family", FONTS),
                ]);
                // Pages that take the chart as it is keep their own colours.
                if theme == Theme::Auto {
                    tag.push_attribute(("class", AUTO));
                }
                writer.write_event(Event::Start(tag))?;
                for (name, text) in [("title", title), ("desc", description)] {
                    writer.write_event(Event::Text(BytesText::from_escaped("\n")))?;
                    let text = safe_text(text);
                    writer.create_element(name).write_text_content(BytesText::new(&text))?;
                }
                if theme == Theme::Auto {
                    let rules = BytesText::from_escaped(night_rules(&nights));
                    writer.create_element("style").write_text_content(rules)?;
                }
            }
            Event::Start(tag) => writer.write_event(Event::Start(tidy(&tag, dark)?))?,
            Event::Empty(tag) => writer.write_event(Event::Empty(tidy(&tag, dark)?))?,
            Event::Eof => break,
            event => writer.write_event(event)?,
        }
        if groups.next_if(|group| is_end && group.to == begun).is_some() {
            writer.write_event(Event::End(BytesEnd::new("g")))?;
        }
    }
    Ok(String::from_utf8_lossy(&writer.into_inner()).into_owned())
}

/// Begins a group: with the number of its series, and with what is told of it as its title, which browsers show.
fn open(writer: &mut Writer<Vec<u8>>, group: &Group) -> std::io::Result<()> {
    let mut tag = BytesStart::new("g");
    if let Some(series) = group.series {
        let of = if group.is_name { "data-name" } else { "data-series" };
        tag.push_attribute((of, series.to_string().as_str()));
    }
    writer.write_event(Event::Start(tag))?;
    if !group.told.is_empty() {
        let told = safe_text(&group.told);
        writer.create_element("title").write_text_content(BytesText::new(&told))?;
    }
    Ok(())
}

/// The class of a chart that changes with its reader.
const AUTO: &str = "skirmish-chart";

/// The colours of a chart for readers in the dark, as a style sheet.
fn night_rules(nights: &[(String, String)]) -> String {
    let rule = |(day, night): &(String, String)| {
        let of = |what: &str| format!(".{AUTO} [{what}=\"{day}\"]{{{what}:{night}}}");
        of("fill") + &of("stroke")
    };
    let rules: String = nights.iter().map(rule).collect();
    format!("@media screen and (prefers-color-scheme:dark){{{rules}}}")
}

/// A tag without attributes that say nothing or the same as the whole document, and with round font sizes, which the writer leaves a hair off.
fn tidy<'a>(tag: &BytesStart<'a>, dark: &[(String, String)]) -> Result<BytesStart<'a>, AttrError> {
    let mut tidy = BytesStart::new(tag.name().0.to_owned());
    // The writer names nothing twice.
    for attribute in tag.attributes().with_checks(false) {
        let Attribute { key, value } = attribute?;
        let value = match (key.0, value.trim_end()) {
            // The shift that centres a text is worked out when it is placed: viewers disagree on `ex` when a font is missing.
            ("opacity", "1") | ("text-anchor", "start") | ("stroke", "none") => continue,
            ("dy" | "font-family", _) => continue,
            ("font-size", size) => {
                size.parse().map_or(size.into(), |size| Cow::Owned(fixed(size, 2)))
            }
            ("fill" | "stroke", color) => {
                let night = dark.iter().find(|(day, _)| day == color);
                night.map_or(color, |(_, night)| night).into()
            }
            (_, value) => value.into(),
        };
        tidy.push_attribute(Attribute { key, value });
    }
    Ok(tidy)
}

/// Drawing units nearest to a length; a length that is no number draws nothing harmful at the edge.
fn px(length: f64) -> i32 {
    (length * SCALE).round() as i32
}

fn point((x, y): (f64, f64)) -> (i32, i32) {
    (px(x), px(y))
}

fn shape(color: Color, opacity: f64, width: f64, filled: bool) -> ShapeStyle {
    let Color(red, green, blue) = color;
    let mut style =
        ShapeStyle::from(plotters::style::Color::mix(&RGBColor(red, green, blue), opacity));
    style.stroke_width = px(width).unsigned_abs();
    style.filled = filled;
    style
}

impl Canvas<'_> {
    /// Runs one drawing order. The writer appends to a string, which does not fail.
    fn done<E: std::fmt::Debug>(
        &mut self,
        draw: impl FnOnce(&mut SVGBackend<'_>) -> Result<(), E>,
    ) {
        let result = draw(&mut self.backend);
        self.drawn += 1;
        debug_assert!(result.is_ok(), "writing to a string: {result:?}");
    }

    /// Draws what belongs together. Groups do not nest.
    pub(crate) fn group(&mut self, group: Group, draw: impl FnOnce(&mut Self)) {
        let from = self.drawn;
        draw(self);
        if self.drawn > from && (group.series.is_some() || !group.told.is_empty()) {
            self.groups.push(Group { from, to: self.drawn, ..group });
        }
    }

    /// A filled rectangle.
    pub(crate) fn fill(&mut self, area: Rect, color: Color, opacity: f64) {
        let style = shape(color, opacity, 0.0, true);
        let (from, to) = (point((area.left, area.top)), point((area.right(), area.bottom())));
        self.done(|backend| backend.draw_rect(from, to, &style, true));
    }

    /// A straight line.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
        let style = shape(stroke.color, 1.0, stroke.width, false);
        self.done(|backend| backend.draw_line(point(from), point(to), &style));
    }

    /// A dashed straight line, drawn dash by dash because the writer knows no dashes.
    pub(crate) fn dashes(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
        const DASH: f64 = 5.0;
        const GAP: f64 = 4.0;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if !length.is_finite() {
            return;
        }
        let at = |way: f64| {
            let part = (way / length).min(1.0);
            (from.0 + dx * part, from.1 + dy * part)
        };
        let mut way = 0.0;
        while way < length {
            self.line(at(way), at(way + DASH), stroke);
            way += DASH + GAP;
        }
    }

    /// A line through all points.
    pub(crate) fn path(&mut self, points: &[(f64, f64)], stroke: Stroke) {
        let style = shape(stroke.color, 1.0, stroke.width, false);
        self.done(|backend| backend.draw_path(points.iter().copied().map(point), &style));
    }

    /// A filled polygon.
    pub(crate) fn polygon(&mut self, points: &[(f64, f64)], color: Color, opacity: f64) {
        let style = shape(color, opacity, 0.0, true);
        self.done(|backend| backend.fill_polygon(points.iter().copied().map(point), &style));
    }

    /// A filled circle.
    pub(crate) fn disc(&mut self, center: (f64, f64), radius: f64, color: Color) {
        let style = shape(color, 1.0, 0.0, true);
        let radius = px(radius).unsigned_abs();
        self.done(|backend| backend.draw_circle(point(center), radius, &style, true));
    }

    /// One line of text, its middle height at the point. Whatever it holds is made harmless first.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), text: &str, look: Type) {
        if text.is_empty() {
            return;
        }
        let style = if look.bold { FontStyle::Bold } else { FontStyle::Normal };
        let font =
            FontDesc::new(FontFamily::Name(FONTS), look.size * SCALE * FONT_CORRECTION, style);
        let h_pos = match look.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let Color(red, green, blue) = look.color;
        let color = RGBColor(red, green, blue);
        let style = TextStyle::from(font).color(&color).pos(Pos::new(h_pos, VPos::Center));
        let text = safe_text(text);
        let down = HALF_CAPITAL * look.size;
        let (style, at) = match look.is_turned {
            true => (style.transform(FontTransform::Rotate270), (x + down, y)),
            false => (style, (x, y + down)),
        };
        let at = point(at);
        self.done(|backend| backend.draw_text(&text, &style, at));
    }

    /// Lines of text under one another, the middle of all at the point.
    pub(crate) fn lines(&mut self, (x, y): (f64, f64), lines: &[String], look: Type) {
        let first = y - (lines.len() as f64 - 1.0) / 2.0 * LINE;
        for (k, line) in lines.iter().enumerate() {
            self.text((x, first + k as f64 * LINE), line, look);
        }
    }
}
