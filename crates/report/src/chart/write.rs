//! From the writer's raw SVG to a document that pages and screen readers can take as it is.

use crate::number::fixed;
use crate::safe_text;

/// Escapes text for XML content and attributes.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in safe_text(text).chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Rounds font sizes, which the writer divides by 1.24 and so leaves a hair off.
fn round_sizes(body: &str) -> String {
    const SIZE: &str = " font-size=\"";
    let mut parts = body.split(SIZE);
    let mut rounded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (size, rest) = part.split_once('"').unwrap_or((part, ""));
        let size = size.parse().map_or_else(|_| size.to_owned(), |size| fixed(size, 2));
        rounded.push_str(SIZE);
        rounded.push_str(&size);
        rounded.push('"');
        rounded.push_str(rest);
    }
    rounded
}

/// Replaces the opening tag by one with the size in pixels, a role, a title and a description, and leaves out what is
/// only the default. Ids are avoided: several charts may stand in one page.
pub(crate) fn document(
    raw: &str,
    (width, height): (f64, f64),
    title: &str,
    description: &str,
) -> String {
    let body = raw.split_once('>').map_or(raw, |(_, body)| body);
    // No text can hold any of the strings looked for here and above, since its quotes are escaped.
    let body = round_sizes(body);
    // The shift that centres a text is worked out when it is placed: viewers disagree on `ex` when a font is missing.
    let body =
        body.replace(" opacity=\"1\"", "").replace(" dy=\"0.5ex\"", "").replace(" \"/>", "\"/>");
    let [w, h, wide, high] =
        [width, height, width * 10.0, height * 10.0].map(|length| fixed(length, 0));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {wide} {high}\">\n\
         <title>{}</title>\n<desc>{}</desc>{body}",
        escape(title),
        escape(description),
    )
}
