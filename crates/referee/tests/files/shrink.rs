//! A battle that breaks a rule, made smaller as long as it breaks the same one: tables and lines are left out one by one.

use crate::play::{Breach, Played, play};

/// How often it is tried.
const MOST_TRIES: u32 = 600;

/// A smaller file with the same kind of breach, and that breach.
pub(crate) fn shrink(text: &str, breach: Breach) -> (String, Breach) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (mut breach, mut tries) = (breach, 0);
    loop {
        let before = lines.len();
        // Whole tables first, then single lines.
        for by_table in [true, false] {
            let mut k = 0;
            while k < lines.len() && tries < MOST_TRIES {
                let end = if by_table { end_of_table(&lines, k) } else { k + 1 };
                let mut fewer = lines.clone();
                fewer.drain(k..end);
                tries += 1;
                // A rarer breach may need other dice than before.
                let games = (4 * (breach.game + 1)).clamp(20, 400);
                match play(&fewer.join("\n"), games, |_| (), |_, _| ()) {
                    Played::Broken(other) if other.kind == breach.kind => {
                        (lines, breach) = (fewer, other);
                    }
                    _ => k = end,
                }
            }
        }
        if lines.len() == before || tries >= MOST_TRIES {
            return (lines.join("\n"), breach);
        }
    }
}

/// Where the table that begins at a line is over.
fn end_of_table(lines: &[String], k: usize) -> usize {
    let is_head = |line: &String| line.starts_with('[');
    if !is_head(&lines[k]) {
        return k + 1;
    }
    (k + 1..lines.len()).find(|k| is_head(&lines[*k])).unwrap_or(lines.len())
}
