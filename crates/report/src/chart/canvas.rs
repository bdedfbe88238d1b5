//! The drawing surface, the only module that uses plotters.
//!
//! plotters serves as SVG writer alone, without its axes, legends and fonts. Its coordinates are whole pixels, so charts are
//! drawn ten times as large and shrunk by the `viewBox`. All lengths here are CSS pixels as `f64`.

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
use crate::findings::game_page;
use crate::number::fixed;
use crate::safe_text;

/// Drawing units per pixel.
const SCALE: f64 = 10.0;
/// The SVG writer divides font sizes by this factor, so they are multiplied by it.
const FONT_CORRECTION: f64 = 1.24;
/// Distance from the middle of capitals and digits to the baseline, in font sizes: half the height of capitals in our fonts.
const HALF_CAPITAL: f64 = 0.36;
/// System fonts in order of preference; charts include no font and must look right in any of these.
const FONTS: &str = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Style of a text, with its size in pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Type {
    pub(crate) size: f64,
    pub(crate) color: Color,
    pub(crate) anchor: Anchor,
    pub(crate) bold: bool,
    /// Whether the text is rotated to read upwards.
    pub(crate) is_turned: bool,
}

impl Type {
    /// Returns a style for text that starts at its point.
    pub(crate) const fn start(size: f64, color: Color) -> Self {
        Self { size, color, anchor: Anchor::Start, bold: false, is_turned: false }
    }

    pub(crate) const fn ink(size: f64) -> Self {
        Self::start(size, INK)
    }

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

#[derive(Debug, Clone, Copy)]
pub(crate) struct Stroke {
    pub(crate) width: f64,
    pub(crate) color: Color,
}

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

pub(crate) struct Canvas<'a> {
    backend: SVGBackend<'a>,
    drawn: usize,
    groups: Vec<Group>,
}

/// A group of consecutive elements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Group {
    /// The series that they show.
    pub(crate) series: Option<usize>,
    /// Whether they are the series' name instead of its marks.
    pub(crate) is_name: bool,
    /// Tooltip of the group.
    pub(crate) told: String,
    /// The game whose page it leads to.
    pub(crate) game: Option<u64>,
    /// Index of the first element and of the one after the last.
    from: usize,
    to: usize,
}

impl Group {
    pub(crate) fn marks(series: Option<usize>, told: String) -> Self {
        Self { series, told, ..Self::default() }
    }

    pub(crate) fn leading_to(self, game: Option<u64>) -> Self {
        Self { game, ..self }
    }

    const fn tag(&self) -> &'static str {
        if self.game.is_some() { "a" } else { "g" }
    }

    pub(crate) fn name(series: Option<usize>) -> Self {
        Self { series, is_name: true, ..Self::default() }
    }
}

/// Draws a picture on a white card and returns it as an SVG document.
pub(crate) fn paint(
    ((width, height), theme): ((f64, f64), Theme),
    title: &str,
    description: &str,
    draw: impl FnOnce(&mut Canvas<'_>),
) -> String {
    // Whole pixels make the outer size and the viewBox agree exactly.
    let size = (width.ceil().max(1.0), height.ceil().max(1.0));
    let mut buffer = String::new();
    let groups = {
        let units = (px(size.0).unsigned_abs(), px(size.1).unsigned_abs());
        let backend = SVGBackend::with_string(&mut buffer, units);
        let mut canvas = Canvas { backend, drawn: 0, groups: Vec::new() };
        // The card keeps dark ink readable on dark pages.
        canvas.fill(Rect { left: 0.0, top: 0.0, width: size.0, height: size.1 }, WHITE, 1.0);
        draw(&mut canvas);
        canvas.done(|backend| backend.present());
        canvas.groups
    };
    let document = document(&buffer, (size, theme), (title, description), &groups);
    debug_assert!(document.is_ok(), "what the writer wrote is well-formed: {document:?}");
    document.unwrap_or_default()
}

/// Turns the writer's raw SVG into a document that pages and screen readers can use: adds its size in pixels, a role, a title,
/// a description and groups, and removes defaults. It has no ids, since a page may hold several charts.
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
    // Elements begun, and the depth of the next one.
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
                // Pages that embed the chart keep their own colours.
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
        if let Some(group) = groups.next_if(|group| is_end && group.to == begun) {
            writer.write_event(Event::End(BytesEnd::new(group.tag())))?;
        }
    }
    Ok(String::from_utf8_lossy(&writer.into_inner()).into_owned())
}

/// Opens a group with the index of its series, and with its tooltip as a title, which browsers show.
fn open(writer: &mut Writer<Vec<u8>>, group: &Group) -> std::io::Result<()> {
    let mut tag = BytesStart::new(group.tag());
    if let Some(game) = group.game {
        tag.push_attribute(("href", game_page(game).as_str()));
    }
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

/// Class of a chart that follows its reader's theme.
const AUTO: &str = "skirmish-chart";

/// Returns a style sheet with the colours for dark mode.
fn night_rules(nights: &[(String, String)]) -> String {
    let rule = |(day, night): &(String, String)| {
        let of = |what: &str| format!(".{AUTO} [{what}=\"{day}\"]{{{what}:{night}}}");
        of("fill") + &of("stroke")
    };
    let rules: String = nights.iter().map(rule).collect();
    format!("@media screen and (prefers-color-scheme:dark){{{rules}}}")
}

/// Removes default and inherited attributes, and rounds font sizes, which the writer leaves slightly off.
fn tidy<'a>(tag: &BytesStart<'a>, dark: &[(String, String)]) -> Result<BytesStart<'a>, AttrError> {
    let mut tidy = BytesStart::new(tag.name().0.to_owned());
    // The writer repeats no attribute, so duplicates need no check.
    for attribute in tag.attributes().with_checks(false) {
        let Attribute { key, value } = attribute?;
        let value = match (key.0, value.trim_end()) {
            // Text is centred vertically when it is placed, since viewers disagree on `ex` when a font is missing.
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

/// Returns a length in drawing units; a length that is not a number becomes 0.
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
    /// Executes a drawing command. The writer appends to a string, which cannot fail.
    fn done<E: std::fmt::Debug>(
        &mut self,
        draw: impl FnOnce(&mut SVGBackend<'_>) -> Result<(), E>,
    ) {
        let result = draw(&mut self.backend);
        self.drawn += 1;
        debug_assert!(result.is_ok(), "writing to a string: {result:?}");
    }

    /// Draws a group. Groups do not nest.
    pub(crate) fn group(&mut self, group: Group, draw: impl FnOnce(&mut Self)) {
        let from = self.drawn;
        draw(self);
        if self.drawn > from && (group.series.is_some() || !group.told.is_empty()) {
            self.groups.push(Group { from, to: self.drawn, ..group });
        }
    }

    pub(crate) fn fill(&mut self, area: Rect, color: Color, opacity: f64) {
        let style = shape(color, opacity, 0.0, true);
        let (from, to) = (point((area.left, area.top)), point((area.right(), area.bottom())));
        self.done(|backend| backend.draw_rect(from, to, &style, true));
    }

    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
        let style = shape(stroke.color, 1.0, stroke.width, false);
        self.done(|backend| backend.draw_line(point(from), point(to), &style));
    }

    /// Draws a dashed straight line, dash by dash because the writer has no dashes.
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

    pub(crate) fn path(&mut self, points: &[(f64, f64)], stroke: Stroke) {
        let style = shape(stroke.color, 1.0, stroke.width, false);
        self.done(|backend| backend.draw_path(points.iter().copied().map(point), &style));
    }

    pub(crate) fn polygon(&mut self, points: &[(f64, f64)], color: Color, opacity: f64) {
        let style = shape(color, opacity, 0.0, true);
        self.done(|backend| backend.fill_polygon(points.iter().copied().map(point), &style));
    }

    pub(crate) fn disc(&mut self, center: (f64, f64), radius: f64, color: Color) {
        let style = shape(color, 1.0, 0.0, true);
        let radius = px(radius).unsigned_abs();
        self.done(|backend| backend.draw_circle(point(center), radius, &style, true));
    }

    /// Draws a line of text, made safe, with its middle height at the point.
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

    /// Draws lines of text below each other, centred on the point.
    pub(crate) fn lines(&mut self, (x, y): (f64, f64), lines: &[String], look: Type) {
        let first = y - (lines.len() as f64 - 1.0) / 2.0 * LINE;
        for (k, line) in lines.iter().enumerate() {
            self.text((x, first + k as f64 * LINE), line, look);
        }
    }
}
