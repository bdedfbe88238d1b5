//! The bodies of a side: who they are, with what, under whom, and where they stand.

use std::fmt::Write as _;

use skirmish_engine::rulebook::{Fighting, Rulebook};

use crate::board::{Board, Box4, overlap};
use crate::lots::{Lots, round};
use crate::scripts::shipped_bot;

/// A side as it is made up.
#[derive(Debug, Default)]
pub(crate) struct Force {
    pub(crate) bodies: Vec<String>,
    pub(crate) leaders: Vec<String>,
    pub(crate) figures: usize,
    pub(crate) has_line: bool,
    /// Its bodies as they are written.
    pub(crate) text: String,
}

/// What forces are made from.
pub(crate) struct Muster<'m> {
    pub(crate) rules: &'m Rulebook,
    pub(crate) board: &'m Board,
    /// Diameter of a base, in the unit of the file.
    pub(crate) base: f64,
    /// Where somebody stands already.
    pub(crate) taken: Vec<Box4>,
    /// Where most of the battle's figures stand, so that they meet.
    pub(crate) field: Box4,
}

/// Where the figures of a body stand, and how that is written.
struct Stand {
    count: usize,
    in_line: bool,
    keys: String,
}

impl Muster<'_> {
    pub(crate) fn force(&mut self, lots: &mut Lots, side: &str, most: usize) -> Force {
        let mut force = Force::default();
        for k in 0..=lots.below(most) {
            self.add_body(lots, side, k, &mut force);
        }
        for k in 0..20 {
            if force.bodies.is_empty() {
                self.add_body(lots, side, k, &mut force);
            }
        }
        force
    }

    fn add_body(&mut self, lots: &mut Lots, side: &str, k: usize, force: &mut Force) {
        let is_dice = self.rules.fighting == Fighting::PetiteGuerre;
        let in_line = is_dice && lots.percent(40);
        let Some(stand) = self.stand(lots, in_line) else { return };
        let name = format!("{side} body {k}");
        let _ = write!(force.text, "[[side.{side}.body]]\nname = \"{name}\"\n{}", stand.keys);
        let troops: Vec<&str> = self.rules.troops.iter().map(|t| t.name.as_str()).collect();
        let _ = writeln!(force.text, "troops = {}", mix(lots, &troops, stand.count));
        let shoots = stand.in_line || lots.percent(50);
        let weapons = self.weapons(shoots);
        let _ = writeln!(force.text, "weapon = {}", mix(lots, &weapons, stand.count));
        for (chance, key) in [(20, "mounted"), (15, "hold"), (20, "hidden")] {
            if lots.percent(chance) {
                let _ = writeln!(force.text, "{key} = {}", !lots.percent(15));
            }
        }
        if lots.percent(20) {
            let bot = if lots.percent(50) { shipped_bot(lots) } else { format!("bot {side}") };
            let _ = writeln!(force.text, "bot = \"{bot}\"");
        }
        if self.rules.fighting.has_host_shots() && lots.percent(40) {
            let _ = writeln!(force.text, "morale = {}", lots.one_of(&[0, 1, 2, 5, 20, 1000]));
        }
        if lots.percent(30) {
            let to = format!(
                "[{}, {}]",
                lots.real(0.0, self.board.width),
                lots.real(0.0, self.board.height)
            );
            let facing = *lots.one_of(&["\"left\"", "\"right\"", "\"top\"", "\"bottom\"", &to]);
            let _ = writeln!(force.text, "facing = {facing}");
        }
        if lots.percent(65) {
            self.add_leader(lots, &name, "leader", force);
            if stand.count > 1 && lots.percent(30) {
                self.add_leader(lots, &name, "sub-leader", force);
            }
        }
        force.has_line |= stand.in_line;
        force.figures += stand.count;
        force.bodies.push(name);
    }

    fn add_leader(&self, lots: &mut Lots, body: &str, key: &str, force: &mut Force) {
        let name = format!("{key} of {body}");
        let mut keys = format!("name = \"{name}\"");
        let ranks: Vec<&str> = self.rules.ranks.iter().map(|r| r.name.as_str()).collect();
        let has_usual = ranks.contains(&"sub-leader");
        if !(key == "sub-leader" && has_usual && lots.percent(50)) {
            let _ = write!(keys, ", rank = \"{}\"", lots.one_of(&ranks));
        }
        if lots.percent(40) {
            let _ = write!(keys, ", troops = \"{}\"", lots.one_of(&self.rules.troops).name);
        }
        if lots.percent(40) {
            let weapons = self.weapons(lots.percent(50));
            let _ = write!(keys, ", weapon = \"{}\"", lots.one_of(&weapons));
        }
        if lots.percent(20) {
            let _ = write!(keys, ", mounted = {}", lots.percent(50));
        }
        if key == "leader" && lots.percent(30) {
            let _ = write!(keys, ", commands = \"{}\"", lots.one_of(&["own", "all"]));
        }
        let _ = writeln!(force.text, "{key} = {{ {keys} }}");
        force.leaders.push(name);
    }

    /// Weapons to choose from: any, or those that shoot, if there are such.
    fn weapons(&self, shoots: bool) -> Vec<&str> {
        let all = self.rules.weapons.iter();
        let some = all.clone().filter(|w| w.missile.is_some() || w.stick.is_some());
        let some: Vec<&str> = some.map(|w| w.name.as_str()).collect();
        if shoots && !some.is_empty() { some } else { all.map(|w| w.name.as_str()).collect() }
    }

    /// A free spot for a body, in one of the ways in which it can be written.
    fn stand(&mut self, lots: &mut Lots, in_line: bool) -> Option<Stand> {
        let base = self.base;
        let count = match lots.below(10) {
            0..3 => 1,
            9 => 6 + lots.below(8),
            _ => 2 + lots.below(5),
        };
        for _ in 0..20 {
            let ranks = 2 + lots.below(3);
            let in_line = in_line && count >= ranks;
            let way = if in_line { 4 + lots.below(2) } else { lots.below(10) };
            let pitch = ceil(base * *lots.one_of(&[1.0, 1.0, 1.1, 1.5, 3.0]));
            let usual = base * 1.25;
            // How wide and deep it is at most, from its middle.
            let columns = count.isqrt() + usize::from(count.isqrt().pow(2) < count);
            let half = match way {
                0 | 4 => usual * count as f64 / 2.0,
                1 => pitch * count as f64 / 2.0,
                2 => 2.6 * base * (count as f64).sqrt(),
                5 => pitch * (count as f64 + ranks as f64),
                _ => pitch * columns as f64 / 2.0,
            } + base / 2.0;
            let [left, bottom, right, top] = if lots.percent(80) {
                self.field
            } else {
                [0.0, 0.0, self.board.width, self.board.height]
            };
            let (x, y) =
                (lots.real(left, right.max(left + 0.1)), lots.real(bottom, top.max(bottom + 0.1)));
            let bounds = [x - half, y - half, x + half, y + half];
            let edge = half - base / 2.0;
            let on_board = x >= edge
                && y >= edge
                && x + edge <= self.board.width
                && y + edge <= self.board.height;
            let is_free = |boxes: &[Box4]| boxes.iter().all(|other| !overlap(&bounds, other));
            if !on_board || !is_free(&self.taken) || !is_free(&self.board.barred) {
                continue;
            }
            let mut keys = match way {
                0 | 4 => format!("figures = {count}\nat = [{x}, {y}]\n"),
                1 | 5 => {
                    let files = if way == 5 { count.div_ceil(ranks) } else { count };
                    let far = round(pitch * files.saturating_sub(1) as f64 / 2.0 + 0.01);
                    let (from, to) = (round(x - far), round(x + far));
                    format!(
                        "figures = {count}\nline = {{ from = [{from}, {y}], to = [{to}, {y}] }}\n"
                    )
                }
                2 => {
                    let radius = round(2.5 * base * (count as f64).sqrt());
                    format!(
                        "figures = {count}\nscattered = {{ at = [{x}, {y}], radius = {radius} }}\n"
                    )
                }
                _ => {
                    let points = (0..count).map(|k| {
                        let (column, row) = ((k % columns) as f64, (k / columns) as f64);
                        let left = x - pitch * (columns - 1) as f64 / 2.0;
                        let low = y - pitch * (columns - 1) as f64 / 2.0;
                        format!("[{:.3}, {:.3}]", left + pitch * column, low + pitch * row)
                    });
                    format!("each = [{}]\n", points.collect::<Vec<_>>().join(", "))
                }
            };
            if in_line {
                keys += &format!("formation = \"line\"\nranks = {ranks}\n");
            } else if lots.percent(10) {
                keys += "formation = \"open\"\n";
            }
            self.taken.push(bounds);
            return Some(Stand { count, in_line, keys });
        }
        None
    }
}

/// To two decimals, and not less.
fn ceil(number: f64) -> f64 {
    (number * 100.0).ceil() / 100.0
}

/// One kind, or how many of each of two.
fn mix(lots: &mut Lots, of: &[&str], count: usize) -> String {
    let first = *lots.one_of(of);
    let second = *lots.one_of(of);
    if count < 2 || first == second || lots.percent(60) {
        return format!("\"{first}\"");
    }
    let some = 1 + lots.below(count - 1);
    format!("{{ \"{first}\" = {some}, \"{second}\" = {} }}", count - some)
}
