//! Whole battles made up by lot, as the text of a file.

use std::fmt::Write as _;

use skirmish_engine::battle::geometry::UNIT;
use skirmish_scenario::{Form, SCENARIO, TableDoc};

use crate::board::Board;
use crate::forces::{Force, Muster};
use crate::lots::Lots;
use crate::scripts::{Names, shipped_bot};
use crate::settings::Shelf;

const SIDES: [&str; 2] = ["Red", "Blue"];

/// The battle of a seed.
pub(crate) fn battle(shelf: &mut Shelf, seed: u64) -> String {
    let mut lots = Lots::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let lots = &mut lots;
    let book = shelf.draw(lots);
    let settings = book.settings(lots);
    let rulebook = &book.rules.rulebook;
    let set_to = |path: &str| {
        settings.iter().find(|(other, _)| other == path).map(|(_, value)| value.as_str())
    };
    let base = set_to("move.base").and_then(|base| base.parse().ok());
    let base = base.unwrap_or(f64::from(rulebook.movement.base) / f64::from(UNIT));
    let board = Board::make(lots, base);
    let mut muster = Muster {
        rules: rulebook,
        board: &board,
        base,
        taken: Vec::new(),
        field: field(lots, &board),
    };
    let most = [1, 2, 4, 8][lots.below(4)];
    let forces = SIDES.map(|side| muster.force(lots, side, most));
    let events = events(lots, &board);
    let cap = match lots.below(10) {
        0 => 1,
        1 => 400,
        2 => lots.between(2, 12),
        _ => lots.between(20, 80),
    };
    let mut text = head(lots, seed, book.called(), cap);
    text += &board.text;
    let mut names: [Names; 2] = std::array::from_fn(|k| Names {
        bodies: forces[k].bodies.clone(),
        places: board.places.clone(),
        events: events.clone(),
        has_objective: !board.places.is_empty() && lots.percent(85),
        by_dice: rulebook.fighting == skirmish_engine::rulebook::Fighting::PetiteGuerre,
        has_line: forces[k].has_line,
    });
    for (k, side) in SIDES.into_iter().enumerate() {
        let bot = if lots.percent(40) { shipped_bot(lots) } else { format!("bot {side}") };
        let _ = write!(text, "[side.{side}]\nbot = \"{bot}\"\n");
        let sides =
            Sides { own: &forces[k], enemy: &forces[1 - k], board: &board, events: &events };
        let has_turns = rulebook.system.has_turns();
        let goals: Vec<String> = (0..[0, 0, 1, 1, 2, 4][lots.below(6)])
            .filter_map(|_| sides.goal(lots, cap, has_turns))
            .collect();
        let by_points = goals.iter().any(|goal| goal.contains("points") || goal.contains("ahead"));
        let many = if by_points { 1 + lots.below(3) } else { usize::from(lots.percent(10)) };
        let scores: Vec<String> = (0..many).map(|_| sides.score(lots)).collect();
        let by_exit = |row: &String| ["escape", "gone"].iter().any(|word| row.contains(word));
        let escapes = goals.iter().chain(&scores).any(by_exit);
        side_keys(lots, &names[k], escapes, &mut text);
        if k == 0 && !text.contains("\nstarts = ") && lots.percent(15) {
            text += "starts = true\n";
        }
        match goals.as_slice() {
            [] => {}
            [one] if lots.percent(50) => text += &format!("wins = {one}\n"),
            several => text += &format!("wins = [\n{},\n]\n", several.join(",\n")),
        }
        if !scores.is_empty() {
            text += &format!("scores = [\n{},\n]\n", scores.join(",\n"));
        }
        text += &forces[k].text;
        sides.add_orders_and_blocks(lots, side, &names[k], &mut text);
        if bot.starts_with("bot ") || forces[k].text.contains("\nbot = \"bot ") {
            text += &names[k].bot(lots, &format!("\"bot {side}\""));
        }
    }
    add_events(lots, &mut names, &mut text);
    text += "[set]\n";
    for (path, value) in settings {
        let _ = writeln!(text, "{path:?} = {value}");
    }
    text
}

/// Who holds a place where both sides stand, if that is said.
fn contested(lots: &mut Lots) -> String {
    match lots.percent(50) {
        true => format!(", contested = \"{}\"", lots.one_of(&["nobody", "more", "each"])),
        false => String::new(),
    }
}

fn head(lots: &mut Lots, seed: u64, rules: &str, cap: i64) -> String {
    let mut text = format!("title = \"made-up battle {seed}\"\nrules = \"{rules}\"\n");
    if lots.percent(20) {
        let _ = writeln!(text, "starts = \"{}\"", lots.one_of(&SIDES));
    }
    text + &match lots.percent(30) {
        true => format!("cap = \"{cap} rounds\"\n"),
        false => format!("cap = {cap}\n"),
    }
}

/// Where most figures stand: a part of a large board, so that they meet.
fn field(lots: &mut Lots, board: &Board) -> [f64; 4] {
    let (wide, high) =
        (board.width.min(lots.real(12.0, 50.0)), board.height.min(lots.real(12.0, 50.0)));
    let (x, y) =
        (lots.real(0.0, board.width - wide + 0.1), lots.real(0.0, board.height - high + 0.1));
    [x, y, (x + wide).min(board.width), (y + high).min(board.height)]
}

/// Those by which something opens, and perhaps others.
fn events(lots: &mut Lots, board: &Board) -> Vec<String> {
    let openings = (0..board.openings).map(|k| format!("opening {k}"));
    let others = (0..lots.below(3)).map(|k| format!("event {k}"));
    openings.chain(others).collect()
}

/// The events that something refers to: others are mistakes.
fn add_events(lots: &mut Lots, names: &mut [Names; 2], text: &mut String) {
    let of_all = std::mem::take(&mut names[0].events);
    let used: Vec<String> =
        of_all.into_iter().filter(|event| text.contains(event.as_str())).collect();
    for event in used {
        let k = lots.below(2);
        // What waits for itself is a mistake: so each waits for those before it only, and for no card, that may wait for it.
        let mut when = names[k].conditions(lots, "order card open");
        if when == "[]" {
            when = "\"seen\"".to_owned();
        }
        let _ = write!(text, "[event.\"{event}\"]\nside = \"{}\"\nwhen = {when}\n", SIDES[k]);
        for side in &mut *names {
            side.events.push(event.clone());
        }
    }
}

/// What a side may have beside bodies, goals and cards.
fn side_keys(lots: &mut Lots, names: &Names, escapes: bool, text: &mut String) {
    if names.has_objective {
        let _ = writeln!(text, "objective = \"{}\"", lots.one_of(&names.places));
    }
    if escapes || lots.percent(75) {
        let _ = writeln!(text, "exit = \"{}\"", lots.one_of(&["left", "right", "top", "bottom"]));
    }
    if lots.percent(15) {
        let _ = writeln!(text, "surprised-on = {}", lots.between(0, 6));
    }
}

/// A side and its enemy, for what names both.
struct Sides<'s> {
    own: &'s Force,
    enemy: &'s Force,
    board: &'s Board,
    events: &'s [String],
}

/// The table of a form that is one, a list of them or either.
pub(crate) fn table_of(form: &Form) -> Option<&'static TableDoc> {
    match form {
        Form::Table(doc) => Some(doc),
        Form::List(inner) | Form::Named(inner) => table_of(inner),
        Form::Either(forms) => forms.iter().find_map(table_of),
        _ => None,
    }
}

/// A table of the side, by its key.
fn of_side(key: &str) -> &'static TableDoc {
    let field = |doc: &TableDoc, key: &str| {
        doc.fields.iter().find(|field| field.key == key).map(|field| field.form)
    };
    let side =
        field(&SCENARIO, "side").and_then(|form| table_of(&form)).expect("a side is a table");
    field(side, key).and_then(|form| table_of(&form)).expect("it has such a table")
}

impl Sides<'_> {
    /// Something that is named by what the declaration says of it.
    fn named(&self, lots: &mut Lots, key: &str, what: &str) -> Option<String> {
        let among = match what {
            _ if ["occupy"].contains(&key) => &self.board.places,
            _ if ["destroy"].contains(&key) => &self.enemy.bodies,
            _ if ["kill"].contains(&key) => &self.enemy.leaders,
            what if what.contains("place") => &self.board.places,
            what if what.contains("enemy leader") => &self.enemy.leaders,
            what if what.contains("enemy body") => &self.enemy.bodies,
            what if what.contains("event") => self.events,
            _ => return None,
        };
        (!among.is_empty()).then(|| format!("\"{}\"", lots.one_of(among)))
    }

    /// A goal, of any kind that is declared.
    fn goal(&self, lots: &mut Lots, cap: i64, has_turns: bool) -> Option<String> {
        let kinds: Vec<_> = of_side("wins").fields.iter().collect();
        let kind = lots.one_of(&kinds);
        let few = |lots: &mut Lots, of: &Force| 1 + lots.below(of.figures);
        let time = |lots: &mut Lots| {
            let soon = if lots.percent(40) { cap.min(12) } else { cap };
            let soon = lots.between(1, soon);
            match lots.below(3) {
                0 => soon.to_string(),
                1 if has_turns => format!("\"{soon} turns\""),
                _ if lots.percent(50) => format!("\"{soon} rounds\""),
                _ => format!("\"{soon} actions\""),
            }
        };
        let value = match kind.form {
            // What goes with another goal is drawn with that.
            _ if ["with", "for", "contested"].contains(&kind.key) => return None,
            _ if kind.key == "after" => time(lots),
            _ if kind.key == "losses" => few(lots, self.enemy).to_string(),
            _ if ["points", "ahead"].contains(&kind.key) => lots.between(1, 12).to_string(),
            Form::Whole(_) => few(lots, self.own).to_string(),
            Form::Text(what) => self.named(lots, kind.key, what)?,
            _ => return None,
        };
        let mut goal = format!("  {{ {} = {value}", kind.key);
        match kind.key {
            "holds" => {
                if lots.percent(50) {
                    let _ = write!(goal, ", with = {}", few(lots, self.own));
                }
                if lots.percent(40) {
                    let _ = write!(goal, ", for = \"{} rounds\"", lots.between(1, 6));
                }
                goal += &contested(lots);
            }
            "most" | "ahead" => {
                let _ = write!(goal, ", after = {}", time(lots));
            }
            _ => {}
        }
        Some(goal + " }")
    }

    /// What it scores points for.
    fn score(&self, lots: &mut Lots) -> String {
        let place = if lots.percent(50) { self.named(lots, "holds", "place") } else { None };
        let what = match place {
            Some(place) if lots.percent(40) => {
                let few = 1 + lots.below(self.own.figures);
                format!("holds = {place}, with = {few}{}", contested(lots))
            }
            Some(place) => format!("holds = {place}{}", contested(lots)),
            None => format!("for-each = \"{}\"", lots.one_of(&["escaped", "enemy-lost"])),
        };
        format!("  {{ {what}, points = {} }}", lots.between(1, 4))
    }

    fn add_orders_and_blocks(&self, lots: &mut Lots, side: &str, names: &Names, text: &mut String) {
        let mut free: Vec<&String> = self.own.bodies.iter().collect();
        while !free.is_empty() && lots.percent(40) {
            let body = free.remove(lots.below(free.len()));
            let leader = self.own.leaders.iter().find(|leader| leader.ends_with(body.as_str()));
            let figures = match leader {
                Some(leader) if lots.percent(30) => format!("\"{leader}\""),
                _ => format!("\"{body}\""),
            };
            let tasks = of_side("order").fields.iter().find(|field| field.key == "task");
            let tasks = tasks.and_then(|field| table_of(&field.form)).expect("an order has a task");
            let task = lots.one_of(tasks.fields);
            let Some(name) = self.named(lots, task.key, "") else { continue };
            let _ = write!(
                text,
                "[[side.{side}.order]]\nfigures = [{figures}]\ntask = {{ {} = {name} }}\n",
                task.key
            );
            if lots.percent(40) {
                // A card that asks whether a card is open would ask itself.
                let _ = writeln!(text, "when = {}", names.conditions(lots, "order card open"));
            }
        }
        let mut free: Vec<&String> = self.own.bodies.iter().collect();
        while free.len() > 1 && lots.percent(30) {
            let many = free.len().min(2 + lots.below(2));
            let bodies: Vec<String> = free.drain(..many).map(|body| format!("{body:?}")).collect();
            if bodies.len() > 1 {
                let _ = write!(text, "[[side.{side}.block]]\nbodies = [{}]\n", bodies.join(", "));
                if lots.percent(50) {
                    let _ = writeln!(text, "when = {}", names.conditions(lots, "order card open"));
                }
            }
        }
    }
}
