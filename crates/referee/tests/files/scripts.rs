//! Bots in the words of the vocabulary, and conditions of whatever has any.

use skirmish_scenario::{library, vocabulary};

use crate::lots::Lots;

/// What the words of a side may refer to.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) bodies: Vec<String>,
    pub(crate) places: Vec<String>,
    pub(crate) events: Vec<String>,
    pub(crate) has_objective: bool,
    /// Whether one reloads, and whether somebody fires volleys.
    pub(crate) by_dice: bool,
    pub(crate) has_line: bool,
}

impl Names {
    /// A pattern of a list with its gaps filled; `None` if there is nothing to fill them with.
    fn fill(&self, lots: &mut Lots, pattern: &str) -> Option<String> {
        if pattern.contains("objective") && !self.has_objective {
            return None;
        }
        let mut places = self.places.clone();
        if self.has_objective {
            places.push("objective".to_owned());
        }
        let mut words = Vec::new();
        for word in pattern.split(' ') {
            words.push(match word {
                "{distance}" => lots.one_of(&["0", "1", "4", "6.5", "12", "24", "960"]).to_string(),
                "{number}" if pattern.starts_with("volley") => lots.between(1, 4).to_string(),
                "{number}" if pattern.contains("chance") => lots.between(0, 100).to_string(),
                "{number}" => lots.one_of(&["0", "1", "2", "3", "5", "10", "100000"]).to_string(),
                "{place}" if places.is_empty() => return None,
                "{place}" => lots.one_of(&places).clone(),
                "{body}" if self.bodies.is_empty() => return None,
                "{body}" => lots.one_of(&self.bodies).clone(),
                "{event}" if self.events.is_empty() => return None,
                "{event}" => lots.one_of(&self.events).clone(),
                word => word.to_owned(),
            });
        }
        Some(words.join(" "))
    }

    /// Words of a list: any of its patterns in any of its wordings.
    fn phrase(&self, lots: &mut Lots, list: &str) -> String {
        let rows: Vec<_> = vocabulary().into_iter().filter(|row| row.list == list).collect();
        loop {
            let row = lots.one_of(&rows);
            let wordings: Vec<&str> =
                std::iter::once(row.pattern).chain(row.also.iter().copied()).collect();
            let pattern = *lots.one_of(&wordings);
            let is_by_dice =
                ["reload", "volley", "shoot in haste"].iter().any(|w| pattern.starts_with(w));
            let can =
                !is_by_dice || self.by_dice && (self.has_line || !pattern.starts_with("volley"));
            if can && let Some(phrase) = self.fill(lots, pattern) {
                return phrase;
            }
        }
    }

    /// A few conditions, as a list.
    pub(crate) fn conditions(&self, lots: &mut Lots, without: &str) -> String {
        let mut list = Vec::new();
        for _ in 0..lots.below(4) {
            let phrase = self.phrase(lots, "when");
            if phrase != without {
                let not = if lots.percent(35) { "not " } else { "" };
                list.push(format!("\"{not}{phrase}\""));
            }
        }
        format!("[{}]", list.join(", "))
    }

    fn lines(&self, lots: &mut Lots, list: &str, most: usize) -> String {
        let mut text = String::new();
        for _ in 0..1 + lots.below(most) {
            let when = self.conditions(lots, "");
            text += &format!("  {{ when = {when}, do = \"{}\" }},\n", self.phrase(lots, list));
        }
        text
    }

    /// A bot of a battle's own.
    pub(crate) fn bot(&self, lots: &mut Lots, called: &str) -> String {
        let mut lines = self.lines(lots, "do", 10);
        // Nothing comes after what is always possible.
        for last in ["stand", "anything"] {
            let (open, asks) =
                (format!("[], do = \"{last}\""), format!("[\"seen\"], do = \"{last}\""));
            lines = lines.replace(&open, &asks);
        }
        let last = match lots.below(3) {
            0 => "stand".to_owned(),
            1 => "anything".to_owned(),
            _ => self.phrase(lots, "do"),
        };
        let mut text = format!("[bot.{called}]\nlines = [\n{lines}  {{ do = \"{last}\" }},\n]\n");
        if lots.percent(70) {
            text += &format!("reactions = [\n{}]\n", self.lines(lots, "reaction", 6));
        }
        if lots.percent(70) {
            text += &format!("nominate = \"{}\"\n", self.phrase(lots, "nominate"));
        }
        if lots.percent(20) {
            text += &format!("least-chance = {}\n", lots.between(0, 100));
        }
        if lots.percent(20) {
            text += &format!("pass = {}\n", lots.between(0, 100));
        }
        if lots.percent(20) {
            text += &format!("commits = {}\n", lots.percent(50));
        }
        if lots.percent(30) {
            let first = lots.below(self.bodies.len().max(1));
            let bodies: Vec<String> =
                self.bodies[first..].iter().rev().map(|body| format!("\"{body}\"")).collect();
            text += &format!("bodies = [{}]\n", bodies.join(", "));
        }
        text
    }
}

/// A bot that comes with the program.
pub(crate) fn shipped_bot(lots: &mut Lots) -> String {
    lots.one_of(&library::bots()).0.clone()
}
