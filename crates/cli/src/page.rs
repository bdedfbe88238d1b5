//! Pages of plain text, 80 columns wide.

use std::fmt::Write as _;

use skirmish_report::table::aligned;
use skirmish_report::text::hanging;

pub(crate) struct Page(String);

impl Page {
    pub(crate) fn titled(title: &str) -> Self {
        Self(format!("{title}\n"))
    }

    pub(crate) fn heading(&mut self, heading: &str) {
        let _ = write!(self.0, "\n{heading}\n");
    }

    pub(crate) fn paragraph(&mut self, text: &str) {
        let _ = write!(self.0, "\n{}\n", wrapped(text, 0));
    }

    pub(crate) fn raw(&mut self, text: &str) {
        self.0.push_str(text);
    }

    pub(crate) fn finish(self) -> String {
        self.0
    }
}

/// Aligns columns of text: names on the left, the rest on the right.
pub(crate) fn columns(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    aligned(&rows.into_iter().collect::<Vec<_>>(), |k| k == 0)
}

pub(crate) fn headed<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let head = head.map(str::to_owned).to_vec();
    columns(std::iter::once(head).chain(rows))
}

/// Wraps a text to the page's width, each line indented.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let indent = " ".repeat(indent);
    hanging([&indent; 2], &words).trim_end().to_owned()
}
