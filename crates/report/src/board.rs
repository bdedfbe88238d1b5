//! The table of a battle as a picture: how both sides stand at the start.

use minijinja::context;
use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::battle::{
    Battle, BattleSpec, Cover, Edge, FeatureSpec, FigureId, Going, SideSpec, SightEffect,
};
use skirmish_engine::rulebook::Formation;
use skirmish_engine::side::Side;
use skirmish_scenario::{Problem, Scenario, Unit};

use crate::answer::chart_words;
use crate::chart::{Area, Board, Chart, Ground, Key, Labels, Look, Piece, Ring, Shape, Spot};
use crate::number::fixed;
use crate::once::unique;
use crate::safe_text;

/// Returns the table as it is set up, with moves and ranges of the units that are named.
pub fn set_up(scenario: &Scenario, battle: &Battle, shown: &[&str]) -> Chart {
    chart(&scenario.title, scenario.side_names().0, table(scenario, battle, shown), shown)
}

/// Returns the table of a battle that has mistakes, with a mark for each that is about a point of it.
pub fn faulty(scenario: &Scenario, problems: &[Problem]) -> Chart {
    let mut board = laid_out(scenario, None, &[]);
    let flaw = |of: &Problem| Some((spot(of.spot?), safe_text(&of.message)));
    board.flaws = problems.iter().filter_map(flaw).collect();
    chart(&scenario.title, scenario.side_names().0, board, &[])
}

/// Returns the chart of a table as it is set up.
pub(crate) fn chart(title: &str, sides: [&str; 2], board: Board, shown: &[&str]) -> Chart {
    let grounds = unique(board.areas.iter().map(|area| area.ground));
    let names = sides.map(safe_text);
    let figures = |side: usize| board.pieces.iter().filter(|piece| piece.side == side).count();
    let keys = names.iter().enumerate().map(|(k, name)| {
        Key::new(format!("{name} ({})", figures(k)), Look::piece(k), Shape::Point)
    });
    let kinds = grounds.into_iter().map(|of| Key::new(of.name(), of.look(), Shape::Area));
    let exits = board.exits.iter().filter_map(|(from, to, side)| {
        let is_there = |(_, edge): &&(&str, Edge)| ends(*edge, board.size) == (*from, *to);
        Some((names.get(*side)?.clone(), Edge::ALL.iter().find(is_there)?.0))
    });
    let facts = context! {
        title => safe_text(title),
        unit => safe_text(&board.unit),
        wide => fixed(board.size.0, 1),
        high => fixed(board.size.1, 1),
        leads => board.pieces.iter().any(|of| of.is_leader),
        faces => board.pieces.iter().any(|of| of.facing.is_some()),
        exits => exits.collect::<Vec<_>>(),
        flaws => board.flaws.len(),
        shown => shown.iter().map(|name| safe_text(name)).collect::<Vec<_>>(),
    };
    let [title, subtitle, note] = chart_words("board", facts);
    Chart {
        labels: Labels { title, subtitle, ..Labels::default() },
        keys: keys.chain(kinds).collect(),
        boards: vec![board],
        note,
        ..Chart::default()
    }
}

/// Returns the table as it is set up.
pub fn table(scenario: &Scenario, battle: &Battle, shown: &[&str]) -> Board {
    laid_out(scenario, Some(battle), shown)
}

/// Lays a table out. Without a battle the file may be wrong: what lies off the table is left out or cut off.
fn laid_out(scenario: &Scenario, battle: Option<&Battle>, shown: &[&str]) -> Board {
    let spec = &scenario.spec;
    let size = (length(spec.width), length(spec.height));
    let within = |(x, y): Spot| (x.clamp(0.0, size.0), y.clamp(0.0, size.1));
    let areas = spec.features.iter().map(|of| Area {
        name: safe_text(&of.name),
        ground: ground(of),
        corners: of.corners.iter().map(|at| within(spot(*at))).collect(),
    });
    let places = spec.places.iter().map(|of| Ring {
        name: safe_text(&of.name),
        at: spot(of.at),
        radius: length(of.radius),
        side: None,
    });
    let unit = if scenario.unit == Unit::Centimeter { "centimetres" } else { "inches" };
    let mut board = Board {
        unit: unit.to_owned(),
        size,
        areas: areas.collect(),
        places: places.collect(),
        ..Board::default()
    };
    for side in Side::BOTH {
        let of = &spec.sides[side];
        board.exits.extend(of.exit.map(|edge| {
            let (from, to) = ends(edge, board.size);
            (from, to, side as usize)
        }));
        add_figures(&mut board, spec, battle, side);
        add_names(&mut board, of, side);
        for (k, unit) in of.units.iter().enumerate() {
            if let Some(battle) = battle.filter(|_| shown.contains(&&*unit.name)) {
                add_reaches(&mut board, battle, (side, k));
            }
        }
    }
    let is_seen = |at: Spot| within(at) == at;
    board.pieces.retain(|of| is_seen(of.at));
    board.places.retain(|of| is_seen(of.at));
    board.names.retain(|of| is_seen(of.0));
    board
}

pub(crate) fn length(of: Len) -> f64 {
    f64::from(of) / f64::from(UNIT)
}

pub(crate) fn spot(of: Point) -> Spot {
    (length(of.x), length(of.y))
}

fn ends(edge: Edge, (wide, high): Spot) -> (Spot, Spot) {
    match edge {
        Edge::Left => ((0.0, 0.0), (0.0, high)),
        Edge::Right => ((wide, 0.0), (wide, high)),
        Edge::Bottom => ((0.0, 0.0), (wide, 0.0)),
        Edge::Top => ((0.0, high), (wide, high)),
    }
}

/// Returns what terrain looks like, by what it does.
fn ground(of: &FeatureSpec) -> Ground {
    match (of.sight, of.cover, of.going) {
        (SightEffect::BlockBeyond(0), ..) => Ground::Solid,
        (SightEffect::BlockBeyond(_), ..) => Ground::Wood,
        (_, Cover::None, Going::Barred) => Ground::Water,
        (_, Cover::None, _) | (_, _, Going::Free) => Ground::Rough,
        _ => Ground::Low,
    }
}

fn add_figures(board: &mut Board, spec: &BattleSpec, battle: Option<&Battle>, side: Side) {
    let of = &spec.sides[side];
    let rules = &spec.rules;
    board.pieces.extend(of.figures.iter().enumerate().map(|(k, figure)| {
        let unit = &of.units[usize::from(figure.unit.0)];
        let facing = spot(unit.facing);
        let words = [
            figure.name.as_str(),
            unit.name.as_str(),
            rules.troops.get(figure.troops).map_or("", |of| &of.name),
            rules.weapons.get(figure.weapon).map_or("", |of| &of.name),
        ];
        let told = words.into_iter().filter(|word| !word.is_empty()).map(safe_text);
        Piece {
            told: unique(told).join(", "),
            side: side as usize,
            at: spot(figure.at),
            radius: length(rules.movement.base) / 2.0,
            facing: (unit.formation != Formation::Open).then_some(facing),
            is_leader: battle.map_or(figure.rank.is_some(), |battle| {
                battle.traits(FigureId::new(side, k)).leads
            }),
        }
    }));
}

/// Writes each unit's name at its middle, or where there is room near that.
fn add_names(board: &mut Board, of: &SideSpec, side: Side) {
    for (k, unit) in of.units.iter().enumerate() {
        let figures = of.figures.iter().filter(|figure| usize::from(figure.unit.0) == k);
        let spots: Vec<Spot> = figures.map(|figure| spot(figure.at)).collect();
        let middle = |of: fn(&Spot) -> f64| spots.iter().map(of).sum::<f64>() / spots.len() as f64;
        if !spots.is_empty() {
            let at = (middle(|spot| spot.0), middle(|spot| spot.1));
            board.names.push((at, safe_text(&unit.name), side as usize));
        }
    }
}

/// Draws how far a unit moves and shoots, from its leader or its first figure.
fn add_reaches(board: &mut Board, battle: &Battle, (side, unit): (Side, usize)) {
    let of = &battle.spec().sides[side];
    let is_in = |k: &usize| usize::from(of.figures[*k].unit.0) == unit;
    let Some(figure) = of.units[unit].leader.or_else(|| (0..of.figures.len()).find(is_in)) else {
        return;
    };
    let id = FigureId::new(side, figure);
    let ring = |name: &str, radius: Len| Ring {
        name: format!("{name} {}", fixed(length(radius), 1)),
        at: spot(of.figures[figure].at),
        radius: length(radius),
        side: Some(side as usize),
    };
    board.reaches.push(ring("moves", battle.traits(id).rate));
    board.reaches.extend(battle.range(id).map(|range| ring("shoots", range)));
}
