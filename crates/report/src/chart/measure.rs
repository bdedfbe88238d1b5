//! Measures and wraps text, and keeps labels apart.
//!
//! The viewer's font is unknown, so widths are the greater of Inter's and Open Sans', with a reserve for other common fonts.

/// Widths of U+0020 to U+007E in thousandths of the font size.
#[rustfmt::skip]
const ASCII: [u16; 95] = [
    281, 278, 403, 646, 638, 823, 730, 222, 362, 362, 552, 659, 280, 460, 276, 367,
    625, 572, 605, 636, 642, 608, 624, 572, 616, 624, 276, 280, 659, 659, 659, 507,
    936, 676, 651, 727, 729, 598, 587, 743, 740, 279, 543, 652, 562, 903, 754, 779,
    635, 779, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 367, 362, 542, 452,
    577, 564, 621, 558, 621, 582, 361, 609, 614, 253, 253, 544, 253, 930, 614, 604,
    613, 613, 408, 523, 364, 614, 557, 812, 540, 557, 541, 379, 551, 379, 659,
];

/// Widths of U+00A0 to U+00FF in thousandths of the font size.
#[rustfmt::skip]
const LATIN: [u16; 96] = [
    281, 278, 572, 631, 723, 572, 551, 551, 591, 915, 449, 540, 572, 460, 832, 500,
    455, 659, 420, 430, 577, 622, 655, 276, 267, 347, 449, 540, 884, 926, 949, 507,
    676, 676, 676, 676, 676, 676, 990, 727, 598, 598, 598, 598, 279, 279, 279, 279,
    722, 754, 779, 779, 779, 779, 779, 659, 779, 741, 741, 741, 741, 665, 631, 622,
    564, 564, 564, 564, 564, 564, 925, 558, 582, 582, 582, 582, 253, 253, 253, 253,
    596, 614, 604, 604, 604, 604, 604, 659, 604, 614, 614, 614, 614, 557, 613, 557,
];

/// Factor by which the unknown font may be wider than the table.
const RESERVE: f64 = 1.08;
/// Approximate factor for bold faces.
const BOLD: f64 = 1.1;

fn char_width(character: char) -> u16 {
    let code = u32::from(character);
    match code {
        0x20..=0x7e => ASCII[(code - 0x20) as usize],
        0xa0..=0xff => LATIN[(code - 0xa0) as usize],
        // Combining marks sit on their base; joiners and variation selectors are invisible.
        0x300..=0x36f | 0x200b..=0x200d | 0xfe00..=0xfe0f => 0,
        // Scripts and symbols of full width.
        0x1100..=0x11ff | 0x2e80..=0x9fff | 0xac00..=0xd7a3 | 0xf900..=0xfaff => 1000,
        0xff00..=0xff60 | 0x20000..=0x3ffff => 1000,
        0x1f000..=0x1faff => 1250,
        _ => 700,
    }
}

/// Returns the width of a text in thousandths of the font size.
fn thousandths(text: &str) -> u64 {
    text.chars().map(|character| u64::from(char_width(character))).sum()
}

/// Converts thousandths of the font size to pixels, with the reserve.
fn pixels(thousandths: u64, size: f64, bold: bool) -> f64 {
    thousandths as f64 / 1000.0 * size * RESERVE * if bold { BOLD } else { 1.0 }
}

/// Returns the width of a text in pixels, with the reserve.
pub(crate) fn width(text: &str, size: f64, bold: bool) -> f64 {
    pixels(thousandths(text), size, bold)
}

/// Returns the width of the widest text in pixels, 0 for none.
pub(crate) fn widest<T: AsRef<str>>(
    texts: impl IntoIterator<Item = T>,
    size: f64,
    bold: bool,
) -> f64 {
    texts.into_iter().map(|text| width(text.as_ref(), size, bold)).fold(0.0, f64::max)
}

/// Returns the parts that [`wrap`] keeps in one line if it can: words, split after hyphens.
pub(crate) fn unbroken(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().flat_map(|word| word.split_inclusive('-'))
}

/// Breaks a text into at most `max_lines` lines (but at least one unless it is blank) no wider than `max_width`. Breaks at
/// spaces if possible, else inside words, preferably after a hyphen. Text that does not fit ends in an ellipsis.
pub(crate) fn wrap(
    text: &str,
    size: f64,
    bold: bool,
    max_width: f64,
    max_lines: usize,
) -> Vec<String> {
    // Widths are summed, instead of measuring each line again.
    let fits = |thousandths: u64| pixels(thousandths, size, bold) <= max_width;
    let mut lines: Vec<String> = Vec::new();
    let mut of_last = 0;
    // Only plain spaces separate words, since a no-break space joins a number and its unit.
    let text = text.replace(" %", "\u{a0}%");
    for word in text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()) {
        if let Some(line) = lines.last_mut() {
            let longer = of_last + u64::from(char_width(' ')) + thousandths(word);
            if fits(longer) {
                line.extend([" ", word]);
                of_last = longer;
                continue;
            }
        }
        let (mut line, mut of_line) = (String::new(), 0);
        for character in word.chars() {
            line.push(character);
            of_line += u64::from(char_width(character));
            if !fits(of_line) && line.chars().nth(1).is_some() {
                line.pop();
                let rest = match line.rfind('-') {
                    Some(hyphen) if hyphen > 0 => line.split_off(hyphen + 1),
                    _ => String::new(),
                };
                lines.push(std::mem::replace(&mut line, rest));
                line.push(character);
                of_line = thousandths(&line);
            }
        }
        lines.push(line);
        of_last = of_line;
    }
    if lines.len() > max_lines {
        lines.truncate(max_lines.max(1));
        if let Some(last) = lines.last_mut() {
            last.push('…');
            while !fits(thousandths(last)) && last.chars().nth(1).is_some() {
                last.pop();
                last.pop();
                last.truncate(last.trim_end().len());
                last.push('…');
            }
        }
    }
    lines
}

/// Works like [`wrap`], but with lines of similar length, so that no headline ends in a single word.
pub(crate) fn wrap_evenly(
    text: &str,
    size: f64,
    bold: bool,
    max_width: f64,
    max_lines: usize,
) -> Vec<String> {
    const STEPS: u32 = 40;
    let widest = wrap(text, size, bold, max_width, max_lines);
    // A single line is even, and a narrower column would cut a shortened text further.
    let is_cut = widest.last().is_some_and(|line| line.ends_with('…'));
    let steps = if widest.len() > 1 && !is_cut { STEPS / 2..STEPS } else { 0..0 };
    let narrower = steps
        .map(|step| max_width * f64::from(step) / f64::from(STEPS))
        .map(|narrower| wrap(text, size, bold, narrower, usize::MAX))
        .find(|lines| lines.len() == widest.len());
    narrower.unwrap_or(widest)
}

/// Returns a text as one line, cut with an ellipsis if it is too wide.
pub(crate) fn shorten(text: &str, size: f64, bold: bool, max_width: f64) -> String {
    wrap(text, size, bold, max_width, 1).pop().unwrap_or_default()
}

/// Moves positions apart until they are at least `gap` from each other within `low..=high`, or evenly spaced. Keeps their
/// order.
pub(crate) fn spread(positions: &[f64], gap: f64, (low, high): (f64, f64)) -> Vec<f64> {
    let gaps = positions.len().saturating_sub(1).max(1) as f64;
    let gap = gap.min((high - low).max(0.0) / gaps);
    let mut order: Vec<usize> = (0..positions.len()).collect();
    order.sort_by(|&a, &b| positions[a].total_cmp(&positions[b]));
    let mut moved = positions.to_vec();
    let mut least = low;
    for &index in &order {
        moved[index] = moved[index].max(least);
        least = moved[index] + gap;
    }
    let mut most = high;
    for &index in order.iter().rev() {
        moved[index] = moved[index].min(most);
        most = moved[index] - gap;
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_lines_fit_and_lose_nothing() {
        let text = "A rather long headline that states its finding in too many words";
        let lines = wrap(text, 20.0, true, 300.0, 9);
        assert!(lines.iter().all(|line| width(line, 20.0, true) <= 300.0));
        assert_eq!(lines.join(" "), text);
        assert!(lines.len() > 1);
    }

    #[test]
    fn what_does_not_fit_ends_in_an_ellipsis() {
        let lines = wrap(&"Donaudampfschiff".repeat(9), 12.0, false, 90.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…'));
        assert!(lines.iter().all(|line| width(line, 12.0, false) <= 90.0));
        assert_eq!(shorten("Short", 12.0, false, 90.0), "Short");
    }

    #[test]
    fn long_words_break_after_their_hyphens() {
        let lines = wrap("destination-out-of-sight", 12.0, false, 90.0, 3);
        assert_eq!(lines.concat(), "destination-out-of-sight");
        assert_eq!(lines[0], "destination-");
    }

    #[test]
    fn hopeless_widths_and_blank_texts_end() {
        assert_eq!(wrap("  ", 12.0, false, 90.0, 2), Vec::<String>::new());
        assert_eq!(wrap("abc", 12.0, false, 0.0, 9).len(), 3);
    }

    #[test]
    fn spread_moves_only_what_collides() {
        assert_eq!(spread(&[10.0, 50.0], 10.0, (0.0, 100.0)), [10.0, 50.0]);
        assert_eq!(spread(&[52.0, 50.0], 10.0, (0.0, 100.0)), [60.0, 50.0]);
        assert_eq!(spread(&[0.0, 0.0, 0.0], 10.0, (0.0, 100.0)), [0.0, 10.0, 20.0]);
        assert_eq!(spread(&[99.0, 100.0], 10.0, (0.0, 100.0)), [90.0, 100.0]);
        assert_eq!(spread(&[5.0, 5.0, 5.0], 90.0, (0.0, 100.0)), [0.0, 50.0, 100.0]);
    }
}
