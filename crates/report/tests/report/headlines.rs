//! What the headlines of all sample charts say is to be seen in them.

use std::path::{Path, PathBuf};

use roxmltree::{Document, Node};

/// All charts under a folder, those in pages too, each with its file.
fn charts(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if path.is_dir() {
            charts(&path, found);
        } else if ["svg", "html"].contains(&ending) {
            let text = std::fs::read_to_string(&path).unwrap();
            let parts = text.match_indices("<svg").map(|(from, _)| &text[from..]);
            let charts = parts.filter_map(|part| part.split_once("</svg>"));
            found.extend(charts.map(|(chart, _)| (path.clone(), format!("{chart}</svg>"))));
        }
    }
}

/// A text without the difference between blanks.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The numbers in a text, each with its places after the point.
fn numbers(text: &str) -> Vec<(f64, usize)> {
    let text = text.replace(',', "");
    let words = text.split(|it: char| !(it.is_ascii_digit() || it == '.'));
    let words = words.map(|word| word.trim_matches('.')).filter(|word| !word.is_empty());
    let places = |word: &str| word.split_once('.').map_or(0, |(_, part)| part.len());
    words.filter_map(|word| Some((word.parse().ok()?, places(word)))).collect()
}

/// What a headline says that its chart does not show, or that it is cut.
fn fault(chart: &str) -> Option<String> {
    let document = Document::parse(chart).unwrap();
    let root = document.root_element();
    let said = |node: Node<'_, '_>| plain(node.text().unwrap_or_default());
    let all = |name: &'static str| document.descendants().filter(move |it| it.has_tag_name(name));
    let headline = said(root.children().find(|it| it.has_tag_name("title"))?);
    let (mut drawn, mut shown) = (String::new(), Vec::new());
    for text in all("text").map(said) {
        match drawn == headline {
            false => drawn = plain(&format!("{drawn} {text}")),
            true => shown.extend(numbers(&text)),
        }
    }
    if drawn != headline || headline.contains('…') {
        return Some(format!("it is cut: {headline}"));
    }
    shown.extend(all("title").skip(1).flat_map(|it| numbers(&said(it))));
    let is_shown = |(number, places): &(f64, usize)| {
        // What is rounded twice may be off by half a digit of each.
        let half = |places: usize| 0.5001 * 10f64.powi(-(places as i32));
        shown.iter().any(|(of, finer)| {
            (of - number).abs() <= half(*places) + if finer > places { half(*finer) } else { 0.0 }
        })
    };
    let missing = numbers(&headline).into_iter().find(|number| !is_shown(number))?;
    Some(format!("{} is not to be seen: {headline}", missing.0))
}

#[test]
fn headlines_say_what_is_to_be_seen() {
    let mut found = Vec::new();
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    charts(&reports, &mut found);
    assert!(found.len() > 40, "{} charts", found.len());
    let faults = found.iter().filter_map(|(path, chart)| {
        Some(format!("{}: {}", path.strip_prefix(&reports).unwrap().display(), fault(chart)?))
    });
    let faults: Vec<String> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_number_that_is_not_drawn_is_found_and_so_is_a_cut() {
    let chart = |title: &str, drawn: &str| {
        format!(
            "<svg><title>{title}</title><desc/><text>A win</text><text>{drawn}</text><g><title>A: 54.04 %</title></g></svg>"
        )
    };
    assert_eq!(fault(&chart("A win 54.0 %", "54.0 %")), None);
    assert!(fault(&chart("A win 55 %", "55 %")).is_some_and(|it| it.starts_with("55 is not")));
    assert!(fault(&chart("A win 54.0 %", "54.0 …")).is_some_and(|it| it.starts_with("it is cut")));
}
