//! Watches a game and keeps what a film needs.

use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::battle::{Battle, FigureId, Guide, Path};
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::rulebook::ChainKind;
use skirmish_engine::side::Side;
use skirmish_scenario::Scenario;

use super::{Figure, Film, Frame};
use crate::board::{self, length, spot};
use crate::chart::{Board, Spot};
use crate::safe_text;
use crate::transcript::Transcript;

/// Distance of the points of a way at which it is looked whether a shooter sees them.
const STEP: Len = UNIT / 4;

/// Format of a film as JSON.
const FORMAT: &str = "skirmish-replay/1";

/// An observer that makes a film.
#[derive(Debug, Clone)]
pub struct Camera {
    film: Film,
    transcript: Transcript,
    frame: Frame,
    /// Where everybody on the table was last seen.
    seen: Vec<Option<Spot>>,
    /// Ways that figures have gone in this action.
    ways: Vec<Option<Path>>,
    /// Events of the scenario that have happened, which change the table.
    happened: u16,
    is_seized: bool,
    /// The side that has just won a roll to seize.
    won: Option<Side>,
}

impl Camera {
    /// Returns a camera for a game of this battle.
    pub fn new(scenario: &Scenario, battle: &Battle, game: u64, transcript: Transcript) -> Self {
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
        let set_up = board::set_up(scenario, battle, &[]);
        let Board { size, areas, places, exits, .. } =
            set_up.boards.first().cloned().unwrap_or_default();
        let film = Film {
            format: FORMAT,
            title: safe_text(&scenario.title),
            game,
            winner: None,
            how: String::new(),
            playouts: 0,
            unit: scenario.unit.name(),
            size,
            areas: areas.into_iter().map(|of| (of.name, of.ground.key(), of.corners)).collect(),
            places: places.into_iter().map(|of| (of.name, of.at, of.radius)).collect(),
            exits,
            sides: spec.sides.0.each_ref().map(|side| safe_text(&side.name)),
            figures,
            frames: Vec::new(),
            set_up,
        };
        Self {
            seen: vec![None; film.figures.len()],
            ways: vec![None; film.figures.len()],
            happened: 0,
            film,
            transcript: transcript.whole(),
            frame: Frame { what: "set up", ..Frame::default() },
            is_seized: false,
            won: None,
        }
    }

    /// Returns the film, with how often the first side would win from before each action on, and from the start on: shares of
    /// so many games each.
    pub fn into_film(mut self, course: Vec<f64>, playouts: u32) -> Film {
        self.cut(Frame::default());
        let mut film = self.film;
        film.playouts = playouts;
        let ([opening, ending], first) = (self.transcript.opening(), &mut film.frames[0].text);
        first.insert_str(opening.len().min(first.len()), &ending);
        for (frame, wins) in film.frames.iter_mut().zip(course) {
            frame.wins = wins;
        }
        for k in 0..film.frames.len() {
            film.word(k);
        }
        film
    }

    /// Ends the frame under way and begins another.
    fn cut(&mut self, next: Frame) {
        self.frame.text = self.transcript.news().trim_matches('\n').to_owned();
        self.film.frames.push(std::mem::replace(&mut self.frame, next));
        self.ways.fill(None);
    }

    /// Notes the corners of the way that a figure has gone: it goes round what bars its way.
    fn goes(&mut self, scene: &Scene<'_>, figure: FigureId, (from, to): (Point, Point), far: Len) {
        let (terrain, number) = (scene.battle.terrain(self.happened), number(scene, figure));
        let mut path = Path::from(from);
        path.push(to);
        if !terrain.is_passable(from, to) {
            let mut guide = Guide::with_room(figure.side(), terrain.routes().len());
            guide.lead_to(terrain, to);
            let round = guide.path(terrain, from);
            if (round.length() - far).abs() <= UNIT / 2 {
                path = round;
                let corners = path.points().iter().skip(1).rev().skip(1).rev();
                corners.for_each(|at| self.frame.comes_to(number, rounded(spot(*at))));
            }
        }
        self.ways[number] = Some(path);
    }

    /// Notes a shot. One at a figure on the move is at the nearest point of its way that the shooter sees (LL-12).
    fn shoot(
        &mut self,
        scene: &Scene<'_>,
        (by, at): (FigureId, FigureId),
        hit: bool,
        reactive: bool,
    ) {
        let (shooter, target) = (number(scene, by), number(scene, at));
        let from = scene.positions[by.side()][by.index()];
        let terrain = scene.battle.terrain(self.happened);
        let passing = self.ways[target].as_ref().filter(|_| reactive).and_then(|way| {
            let points = (0..=way.length() / STEP).map(|k| way.point_at(k * STEP));
            let points = points.chain([way.end()]).filter(|point| terrain.sees(from, *point));
            points.min_by_key(|point| from.distance2(*point))
        });
        let to = passing.map_or_else(|| place(scene, at), |point| rounded(spot(point)));
        self.frame.shots.push((shooter, target, hit, rounded(spot(from)), to));
    }

    fn acts(&mut self, action: u32, side: Side, what: &'static str) {
        let (side, seized) = (side as usize, std::mem::take(&mut self.is_seized));
        self.cut(Frame { action, side, what, seized, ..Frame::default() });
    }

    /// Notes who has moved and who is gone since the last look.
    fn look(&mut self, scene: &Scene<'_>) {
        for side in Side::BOTH {
            for (k, at) in scene.positions[side].iter().enumerate() {
                let (number, at) = (number(scene, FigureId::new(side, k)), rounded(spot(*at)));
                let is_there = scene.alive[side] >> k & 1 == 1;
                let before = std::mem::replace(&mut self.seen[number], is_there.then_some(at));
                if (is_there || before.is_some()) && before != Some(at) {
                    self.frame.comes_to(number, at);
                }
                if before.is_some() && !is_there {
                    self.frame.gone.push((number, at, false));
                }
            }
        }
    }
}

/// Returns the number of a figure in the list of both sides.
fn number(scene: &Scene<'_>, figure: FigureId) -> usize {
    figure.index() + if figure.side() == Side::A { 0 } else { scene.battle.count(Side::A) }
}

/// Returns where a figure stands.
fn place(scene: &Scene<'_>, figure: FigureId) -> Spot {
    rounded(spot(scene.positions[figure.side()][figure.index()]))
}

/// Returns a place to a hundredth of a unit, which is finer than a picture shows.
pub(super) fn rounded((x, y): Spot) -> Spot {
    ((x * 100.0).round() / 100.0, (y * 100.0).round() / 100.0)
}

impl Frame {
    fn comes_to(&mut self, figure: usize, at: Spot) {
        match self.moves.iter_mut().find(|of| of.0 == figure) {
            Some((_, way)) => way.push(at),
            None => self.moves.push((figure, vec![at])),
        }
    }

    fn fight(&mut self, scene: &Scene<'_>, one: FigureId, other: FigureId) {
        let pair = [number(scene, one), number(scene, other)];
        if !self.fights.iter().any(|of| pair.contains(&of.0) && pair.contains(&of.1)) {
            self.fights.push((pair[0], pair[1], place(scene, one), place(scene, other)));
        }
    }
}

impl Observer for Camera {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            // Only where a roll has won it; else it merely changes hands.
            Event::SeizeRoll { side, success, .. } => self.won = success.then_some(side),
            Event::Passes { to, .. } => self.is_seized = self.won.take() == Some(to),
            Event::Ends { ending, .. } => {
                self.film.winner = ending.winner().map(|side| side as usize);
            }
            Event::Acts { number, side, action, .. } => self.acts(number, side, action.name()),
            Event::Forfeits { side, number } => self.acts(number, side, "forfeit"),
            _ => {}
        }
        if let Event::Moves { figure, from, to, way, .. } = *event {
            self.goes(scene, figure, (from, to), way);
        }
        self.look(scene);
        let frame = &mut self.frame;
        match *event {
            Event::Happens { event } => {
                self.happened |= 1 << event.0;
                let of = &scene.battle.spec().events[usize::from(event.0)];
                frame.events.push(safe_text(&of.name));
            }
            Event::Shoots { shooter, target, hit, reactive, .. }
            | Event::Fires { shooter, target, hit, reactive, .. } => {
                self.shoot(scene, (shooter, target), hit, reactive);
            }
            Event::Attacks { by: shooter, target, band: Some(_), hit, .. } => {
                self.shoot(scene, (shooter, target), hit, false);
            }
            // A hit of a volley falls on another than it was rolled for.
            Event::HitFalls { shooter, figure, .. } => {
                let by = number(scene, shooter);
                frame.shots.retain(|shot| shot.0 != by || !shot.2);
                self.shoot(scene, (shooter, figure), true, false);
            }
            Event::Technique { figure: a, against: b, .. }
            | Event::Fights { a, b, .. }
            | Event::Clashes { a, b, .. }
            | Event::Strikes { striker: a, target: b, .. }
            | Event::Opens { figure: a, against: b, .. }
            | Event::Attacks { by: a, target: b, band: None, .. } => frame.fight(scene, a, b),
            // The first step of an attack tells that there is one, and the last that is rolled whether it comes through.
            Event::StepRolled { chain, step, attacker, target, passes, .. } => {
                let steps = &scene.battle.spec().rules.steps;
                let is_first = steps.chain(chain).steps.first() == Some(&step);
                match chain {
                    // Whether it is at a figure on the move is not told; only such a figure has a way.
                    ChainKind::Shoot if is_first => {
                        self.shoot(scene, (attacker, target), false, true);
                    }
                    ChainKind::Strike if is_first => frame.fight(scene, attacker, target),
                    _ => {}
                }
                let hits = passes != steps.steps[usize::from(step)].stops;
                if let (ChainKind::Shoot, Some(shot)) = (chain, self.frame.shots.last_mut()) {
                    shot.2 = hits;
                }
            }
            Event::Dies { figure, .. } => {
                let figure = number(scene, figure);
                if let Some(gone) = frame.gone.iter_mut().rfind(|of| of.0 == figure) {
                    gone.2 = true;
                }
            }
            _ => {}
        }
        self.transcript.event(scene, event);
    }
}
