//! One game to watch: after each action, where the figures stand, who shot at whom, who fought, who fell, and what was rolled.

use std::sync::LazyLock;

use minijinja::value::Value;
use minijinja::{Environment, context};
use serde::Serialize;
use skirmish_engine::battle::{Battle, FigureId};
use skirmish_engine::event::{Cause, Event, Observer, Scene};
use skirmish_engine::rulebook::ChainKind;
use skirmish_engine::side::Side;
use skirmish_scenario::Scenario;

use crate::answer::{Templates, rendered};
use crate::board::{self, length, spot};
use crate::chart::{Chart, Spot};
use crate::number::whole_percent;
use crate::transcript::Transcript;
use crate::{Answer, ReportError, safe_text};

/// A game, ready to be shown: the table, and a frame for each action.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Film {
    /// Format of the file.
    format: &'static str,
    /// Title of the battle.
    title: String,
    /// Which game of the run it is, from 0.
    game: u64,
    /// Who has won, by the number of the side; `null` if nobody has.
    winner: Option<usize>,
    /// Games played on from each action, with other dice, for who would win.
    playouts: u32,
    /// Unit of lengths: `in` or `cm`.
    unit: &'static str,
    /// Width and height of the table.
    size: Spot,
    /// Terrain: its name, what it looks like, and its corners.
    areas: Vec<(String, &'static str, Vec<Spot>)>,
    /// Named places: name, centre and radius.
    places: Vec<(String, Spot, f64)>,
    /// The sides.
    sides: [String; 2],
    /// The figures of both sides, those of the first side first.
    figures: Vec<Figure>,
    /// How the game went; the first frame is the table as it is set up.
    frames: Vec<Frame>,
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
    /// Number of the action; 0 for what comes before the first.
    action: u32,
    /// The side that acted.
    side: usize,
    /// What it did.
    what: &'static str,
    /// Whether the side had just seized the initiative.
    seized: bool,
    /// Figures that have moved, with where they came to.
    moves: Vec<(usize, f64, f64)>,
    /// Who shot at whom, and whether that hit.
    shots: Vec<(usize, usize, bool)>,
    /// Who fought whom.
    fights: Vec<(usize, usize)>,
    /// Figures that are no longer on the table.
    gone: Vec<usize>,
    /// What the transcript says of it.
    text: String,
    /// How often the first side would win from here on, before the dice of this action, if they fell anew; a draw as half a win.
    wins: f64,
}

/// Watches a game and keeps what a film needs.
#[derive(Debug, Clone)]
pub struct Camera {
    film: Film,
    transcript: Transcript,
    /// How much of the transcript the frames have.
    told: usize,
    frame: Frame,
    /// Where everybody stood after the last frame, and who was on the table.
    seen: Vec<Option<Spot>>,
    /// How many figures the first side has.
    first: usize,
    is_seized: bool,
}

/// Of files for other viewers.
const FORMAT: &str = "skirmish-replay/1";

impl Camera {
    /// Returns a camera for a game of this battle.
    pub fn new(scenario: &Scenario, battle: &Battle, game: u64, transcript: Transcript) -> Self {
        let board = board::table(scenario, battle, &[]);
        let spec = battle.spec();
        let figures = Side::BOTH.into_iter().flat_map(|side| {
            let of = &spec.sides[side];
            of.figures.iter().enumerate().map(move |(k, figure)| Figure {
                name: safe_text(&figure.name),
                unit: safe_text(&of.units[usize::from(figure.unit.0)].name),
                side: side as usize,
                radius: length(spec.rules.movement.base) / 2.0,
                leads: battle.traits(FigureId::new(side, k)).leads,
            })
        });
        let figures: Vec<Figure> = figures.collect();
        let film = Film {
            format: FORMAT,
            title: safe_text(&scenario.title),
            game,
            winner: None,
            playouts: 0,
            unit: scenario.unit.name(),
            size: board.size,
            areas: board
                .areas
                .into_iter()
                .map(|area| (area.name, area.ground.key(), area.corners))
                .collect(),
            places: board
                .places
                .into_iter()
                .map(|place| (place.name, place.at, place.radius))
                .collect(),
            sides: spec.sides.0.each_ref().map(|side| safe_text(&side.name)),
            figures,
            frames: Vec::new(),
        };
        Self {
            seen: vec![None; film.figures.len()],
            first: battle.count(Side::A),
            film,
            transcript,
            told: 0,
            frame: Frame { what: "set up", ..Frame::default() },
            is_seized: false,
        }
    }

    /// Returns the film, with how often the first side would win from before each action on: one number for each, and one for
    /// the start.
    /// These are shares of so many games each.
    pub fn into_film(mut self, course: Vec<f64>, playouts: u32) -> Film {
        self.film.playouts = playouts;
        self.cut(Frame::default());
        let [_, ending] = self.transcript.in_order();
        let opening = &mut self.film.frames[0].text;
        *opening = format!("{}\n{opening}", ending.trim_matches('\n'));
        for (frame, wins) in self.film.frames.iter_mut().zip(course) {
            frame.wins = wins;
        }
        self.film
    }

    /// Ends the frame under way and begins another.
    fn cut(&mut self, next: Frame) {
        let [text, _] = self.transcript.in_order();
        self.frame.text = text[self.told..].trim_matches('\n').to_owned();
        self.told = text.len();
        self.film.frames.push(std::mem::replace(&mut self.frame, next));
    }

    fn number(&self, figure: FigureId) -> usize {
        figure.index() + if figure.side() == Side::A { 0 } else { self.first }
    }

    /// Notes who has moved and who is gone since the last frame.
    fn look(&mut self, scene: &Scene<'_>) {
        for side in Side::BOTH {
            for (k, at) in scene.positions[side].iter().enumerate() {
                let number = self.number(FigureId::new(side, k));
                let now = (scene.alive[side] >> k & 1 == 1).then(|| spot(*at));
                let before = std::mem::replace(&mut self.seen[number], now);
                match now {
                    Some((x, y)) if now != before => {
                        self.frame.moves.retain(|of| of.0 != number);
                        self.frame.moves.push((number, rounded(x), rounded(y)));
                    }
                    None if before.is_some() => self.frame.gone.push(number),
                    _ => {}
                }
            }
        }
    }
}

/// Returns a length to a hundredth of a unit, which is finer than a picture shows.
fn rounded(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

impl Frame {
    /// Notes that the last shot at a figure has hit it, where that is known only by what comes of it.
    fn hit(&mut self, figure: usize) {
        if let Some(shot) = self.shots.iter_mut().rfind(|shot| shot.1 == figure) {
            shot.2 = true;
        }
    }

    fn fight(&mut self, one: usize, other: usize) {
        if !self.fights.contains(&(one, other)) && !self.fights.contains(&(other, one)) {
            self.fights.push((one, other));
        }
    }
}

impl Observer for Camera {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Passes { .. } => self.is_seized = true,
            Event::Ends { ending, .. } => {
                self.film.winner = ending.winner().map(|side| side as usize);
            }
            Event::Acts { number, side, action, .. } => {
                let seized = std::mem::take(&mut self.is_seized);
                let what = action.name();
                self.cut(Frame {
                    action: number,
                    side: side as usize,
                    what,
                    seized,
                    ..Frame::default()
                });
            }
            _ => {}
        }
        match *event {
            Event::Shoots { shooter, target, hit, .. }
            | Event::Fires { shooter, target, hit, .. }
            | Event::Attacks { by: shooter, target, band: Some(_), hit, .. } => {
                let (shooter, target) = (self.number(shooter), self.number(target));
                self.frame.shots.push((shooter, target, hit));
            }
            Event::Fights { a, b, .. }
            | Event::Clashes { a, b, .. }
            | Event::Strikes { striker: a, target: b, .. }
            | Event::Opens { figure: a, against: b, .. }
            | Event::Attacks { by: a, target: b, band: None, .. } => {
                let (a, b) = (self.number(a), self.number(b));
                self.frame.fight(a, b);
            }
            // Of the steps of one attack only the first counts.
            Event::StepRolled { chain, step, attacker, target, .. }
                if scene.battle.spec().rules.steps.chain(chain).steps.first() == Some(&step) =>
            {
                let (a, b) = (self.number(attacker), self.number(target));
                match chain {
                    ChainKind::Shoot => self.frame.shots.push((a, b, false)),
                    ChainKind::Strike => self.frame.fight(a, b),
                    _ => {}
                }
            }
            Event::Wounded { figure, .. }
            | Event::Pinned { figure }
            | Event::Dies { figure, cause: Cause::Shot } => {
                let figure = self.number(figure);
                self.frame.hit(figure);
            }
            _ => {}
        }
        self.look(scene);
        self.transcript.event(scene, event);
    }
}

static TEMPLATES: Templates = LazyLock::new(|| {
    let mut templates = Environment::new();
    // The ending `.html` turns on escaping.
    templates.add_template("game.html", include_str!("film/game.html"))?;
    Ok(templates)
});

/// Turning points that are named.
const TURNS: usize = 3;

impl Film {
    /// Returns how often the first side would win after a frame.
    fn after(&self, frame: usize) -> f64 {
        let last = || self.winner.map_or(0.5, |side| if side == 0 { 1.0 } else { 0.0 });
        self.frames.get(frame + 1).map_or_else(last, |frame| frame.wins)
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
            let share = |wins: f64| whole_percent(if frame.side == 0 { wins } else { 1.0 - wins });
            context! {
                action => frame.action,
                side => &self.sides[frame.side],
                what => frame.what,
                before => share(frame.wins),
                after => share(self.after(k)),
            }
        };
        turns.into_iter().map(turn).collect()
    }

    /// Returns how far such a share may be off, in points: half of the widest 95 % interval of it.
    fn half(&self) -> f64 {
        (98.0 / f64::from(self.playouts.max(1)).sqrt()).ceil()
    }

    /// Returns what a person reads of it.
    pub fn told(&self) -> String {
        let winner = self.winner.map(|side| &self.sides[side]);
        let facts = context! { title => &self.title, game => self.game, winner, turns => self.turns(), playouts => self.playouts, half => self.half() };
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
    pub fn page(&self, set_up: &Chart) -> Result<String, ReportError> {
        // No text of a file can end the element that the data stand in.
        let data = String::from_utf8_lossy(&self.json()?).replace('<', "\\u003c");
        let facts = context! {
            title => &self.title,
            game => self.game,
            turns => self.turns(),
            playouts => self.playouts,
            half => self.half(),
            sides => &self.sides,
            still => set_up.svg(),
            text => self.frames.iter().map(|frame| frame.text.clone()).collect::<Vec<_>>(),
            style => include_str!("film/style.css"),
            script => include_str!("film/script.js"),
            data,
        };
        Ok(rendered(&TEMPLATES, "game.html", facts)?)
    }
}
