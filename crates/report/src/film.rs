//! One game to watch: after each action, where the figures stand, who shot at whom, who fought, who fell, and what was rolled.

mod camera;
mod still;

use std::sync::LazyLock;

use minijinja::value::Value;
use minijinja::{Environment, context};
use serde::Serialize;

use crate::answer::{Templates, filled, lines, rendered};
use crate::chart::{Chart, Spot};
use crate::number::whole_percent;
use crate::{Answer, ReportError, safe_text};

pub use camera::Camera;

/// JSON Schema of a film as JSON.
pub const SCHEMA: &str = include_str!("film/replay.schema.json");

/// A game, ready to be shown: the table, and a frame for each action. `film/replay.schema.json` says what each field means.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Film {
    format: &'static str,
    title: String,
    game: u64,
    winner: Option<usize>,
    /// What decided it.
    how: String,
    playouts: u32,
    unit: &'static str,
    size: Spot,
    /// Name, what it looks like, corners.
    areas: Vec<(String, &'static str, Vec<Spot>)>,
    /// Name, centre, radius.
    places: Vec<(String, Spot, f64)>,
    exits: Vec<(Spot, Spot, usize)>,
    sides: [String; 2],
    /// The figures of both sides, those of the first side first.
    figures: Vec<Figure>,
    /// How the game went; the first frame is the table as it is set up.
    frames: Vec<Frame>,
    /// The table as it is set up, as a picture.
    #[serde(skip)]
    set_up: Chart,
}

/// A figure of a film.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Figure {
    name: String,
    unit: String,
    side: usize,
    radius: f64,
    leads: bool,
}

/// What happened in an action, and how the table looked after it. Figures go by their numbers in the list.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
struct Frame {
    action: u32,
    side: usize,
    what: &'static str,
    seized: bool,
    /// In words: the action, who would win after it, and what came of it.
    headline: String,
    outlook: String,
    happens: String,
    /// Events of the scenario that happened.
    events: Vec<String>,
    /// Figures that have moved, with each place that they came to.
    moves: Vec<(usize, Vec<Spot>)>,
    /// Who shot at whom, whether that hit, and where both stood.
    shots: Vec<(usize, usize, bool, Spot, Spot)>,
    /// Who fought whom, and where both stood.
    fights: Vec<(usize, usize, Spot, Spot)>,
    /// Figures that are no longer on the table, where they were, and whether they fell there.
    gone: Vec<(usize, Spot, bool)>,
    text: String,
    /// How often the first side would win from before this action on, if its dice fell anew; a draw as half a win.
    wins: f64,
}

static TEMPLATES: Templates = LazyLock::new(|| {
    let mut templates = Environment::new();
    // The ending `.html` turns on escaping.
    templates.add_template("game.html", include_str!("film/game.html"))?;
    Ok(templates)
});

/// Returns the shares of both sides in percent, which come to 100.
fn shares(wins: f64) -> Vec<String> {
    let first = (100.0 * wins).round();
    vec![whole_percent(first / 100.0), whole_percent(1.0 - first / 100.0)]
}

/// Turning points that are named.
const TURNS: usize = 3;

impl Film {
    /// Returns the number of its last action.
    pub fn last_action(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.action)
    }

    /// Returns who has won; empty if nobody has.
    fn winner(&self) -> &str {
        self.winner.map_or("", |side| &self.sides[side])
    }

    /// Says in words what decided the game.
    #[must_use]
    pub fn decided(mut self, how: &str) -> Self {
        self.how = safe_text(how);
        if let Some(last) = self.frames.len().checked_sub(1) {
            self.word(last);
        }
        self
    }

    /// Returns how often the first side would win after a frame.
    fn after(&self, frame: usize) -> f64 {
        let last = || self.winner.map_or(0.5, |side| if side == 0 { 1.0 } else { 0.0 });
        self.frames.get(frame + 1).map_or_else(last, |frame| frame.wins)
    }

    /// Puts a frame into words.
    fn word(&mut self, k: usize) {
        let (frame, figures) = (&self.frames[k], &self.figures);
        let name = |figure: usize| figures[figure].name.as_str();
        let shot = |of: &(usize, usize, bool, Spot, Spot)| context! { by => name(of.0), at => name(of.1), hit => of.2 };
        let gone = |fell: bool| {
            let gone = frame.gone.iter().filter(|of| of.2 == fell);
            gone.map(|of| name(of.0)).collect::<Value>()
        };
        let wins = self.after(k);
        let facts = context! {
            action => frame.action,
            side => &self.sides[frame.side],
            what => frame.what,
            seized => frame.seized,
            sides => &self.sides,
            wins => shares(wins),
            events => &frame.events,
            how => &self.how,
            is_last => k + 1 == self.frames.len(),
            winner => self.winner(),
            moved => frame.moves.len(),
            shots => frame.shots.iter().map(shot).collect::<Value>(),
            hits => frame.shots.iter().filter(|shot| shot.2).count(),
            fights => frame.fights.iter().map(|of| [name(of.0), name(of.1)].into_iter().collect::<Value>()).collect::<Value>(),
            fallen => gone(true),
            left => gone(false),
        };
        let words = lines(&filled("game.txt", context! { part => "frame", ..facts }));
        let frame = &mut self.frames[k];
        [frame.headline, frame.outlook, frame.happens] = words;
    }

    /// Returns what the shares of a film are, as small print.
    fn caption(&self) -> String {
        let half = (98.0 / f64::from(self.playouts.max(1)).sqrt()).ceil();
        let facts = context! { part => "caption", title => &self.title, game => self.game, playouts => self.playouts, half };
        filled("game.txt", facts).trim().to_owned()
    }

    /// Returns the actions that changed most in who would win, in their order.
    fn turns(&self) -> Value {
        let swing = |k: &usize| (self.after(*k) - self.frames[*k].wins).abs();
        let mut turns: Vec<usize> = (0..self.frames.len()).collect();
        turns.sort_by(|one, other| swing(other).total_cmp(&swing(one)));
        turns.truncate(TURNS);
        turns.sort_unstable();
        let turn = |k: usize| {
            let frame = &self.frames[k];
            let share = |wins: f64| shares(wins).swap_remove(frame.side);
            context! {
                action => frame.action,
                headline => &frame.headline,
                side => &self.sides[frame.side],
                before => share(frame.wins),
                after => share(self.after(k)),
            }
        };
        turns.into_iter().map(turn).collect()
    }

    /// Returns what a person reads of it.
    pub fn told(&self) -> String {
        let facts = context! { part => "turns", title => &self.title, game => self.game, winner => self.winner(), how => &self.how, turns => self.turns(), caption => self.caption() };
        Answer::of("game.txt", facts).text(false)
    }

    /// Returns the film as JSON, for other viewers.
    ///
    /// # Errors
    /// [`ReportError`] if it cannot be written, which tests would find.
    pub fn json(&self) -> Result<Vec<u8>, ReportError> {
        let mut bytes = serde_json::to_vec(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// Returns a page that shows the game, with the table as it was set up for readers without scripts.
    ///
    /// # Errors
    /// [`ReportError`] if the template is faulty, which tests would find.
    pub fn page(&self) -> Result<String, ReportError> {
        // No text of a file can end the element that the data stand in.
        let data = String::from_utf8_lossy(&self.json()?).replace('<', "\\u003c");
        let facts = context! {
            title => &self.title,
            game => self.game,
            winner => self.winner(),
            how => &self.how,
            turns => self.turns(),
            caption => self.caption(),
            sides => &self.sides,
            still => self.set_up.svg(),
            frames => self.frames.iter().map(|of| [&of.headline, &of.outlook, &of.happens, &of.text].into_iter().collect::<Value>()).collect::<Value>(),
            style => include_str!("film/style.css"),
            script => include_str!("film/script.js"),
            data,
        };
        Ok(rendered(&TEMPLATES, "game.html", facts)?)
    }
}
