//! What everybody and everything is called: harmless for terminals, and never the same for two figures.

use skirmish_engine::battle::{Battle, FigureId, PlaceId, UnitId};
use skirmish_engine::event::FigureSet;
use skirmish_engine::side::{BySide, Side};

use super::page;
use crate::safe_text;

/// So many figures beside the leader are named one by one; more are counted.
const MOST_NAMED: usize = 2;

/// The names in one battle.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    sides: BySide<Force>,
    places: Vec<String>,
    events: Vec<String>,
}

#[derive(Debug, Clone, Default)]
struct Force {
    name: String,
    figures: Vec<Figure>,
    units: Vec<String>,
    leaders: Vec<Option<usize>>,
    cards: Vec<String>,
}

#[derive(Debug, Clone)]
struct Figure {
    name: String,
    unit: usize,
}

/// Some figures, in words.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) words: String,
    is_one: bool,
}

impl Group {
    /// The group with a verb: `Bran runs`, `Bran and 3 of Gate run`.
    pub(super) fn does(&self, one: &str, many: &str) -> String {
        format!("{} {}", self.words, if self.is_one { one } else { many })
    }
}

/// A name as it may be shown, or what to say in its place if there is nothing to see of it.
fn shown(name: &str, otherwise: impl FnOnce() -> String) -> String {
    let name = safe_text(name);
    if name.trim().is_empty() { otherwise() } else { name }
}

pub(super) fn members(set: FigureSet) -> impl Iterator<Item = usize> {
    (0..FigureSet::BITS as usize).filter(move |i| set >> i & 1 == 1)
}

impl Names {
    pub(super) fn of(battle: &Battle) -> Self {
        let spec = battle.spec();
        let mut sides = BySide::from_fn(|side| {
            let of = &spec.sides[side];
            let number = side.index() + 1;
            Force {
                name: shown(&of.name, || format!("side {number}")),
                figures: of
                    .figures
                    .iter()
                    .enumerate()
                    .map(|(i, figure)| Figure {
                        name: shown(&figure.name, || format!("figure {}", i + 1)),
                        unit: usize::from(figure.unit.0),
                    })
                    .collect(),
                units: of
                    .units
                    .iter()
                    .enumerate()
                    .map(|(k, unit)| shown(&unit.name, || format!("unit {}", k + 1)))
                    .collect(),
                leaders: of.units.iter().map(|unit| unit.leader).collect(),
                cards: of
                    .cards
                    .iter()
                    .enumerate()
                    .map(|(k, card)| shown(&card.name, || format!("card {}", k + 1)))
                    .collect(),
            }
        });
        for side in Side::BOTH {
            number_namesakes(&mut sides[side].figures);
        }
        // The line of a shot names two figures without their sides, so no name may stand for one of either.
        let [first, second] = &mut sides.0;
        for a in &mut first.figures {
            if let Some(b) = second.figures.iter_mut().find(|b| b.name == a.name) {
                a.name = format!("{} of {}", a.name, first.name);
                b.name = format!("{} of {}", b.name, second.name);
            }
        }
        let places = spec.places.iter().enumerate();
        let events = spec.events.iter().enumerate();
        Self {
            sides,
            places: places
                .map(|(k, place)| shown(&place.name, || format!("place {}", k + 1)))
                .collect(),
            events: events
                .map(|(k, event)| shown(&event.name, || format!("event {}", k + 1)))
                .collect(),
        }
    }

    pub(super) fn side(&self, side: Side) -> &str {
        &self.sides[side].name
    }

    pub(super) fn figure(&self, figure: FigureId) -> &str {
        let figures = &self.sides[figure.side()].figures;
        figures.get(figure.index()).map_or("somebody", |figure| &figure.name)
    }

    /// The figure with its side, unless its name says that already.
    pub(super) fn figure_and_side(&self, figure: FigureId) -> String {
        let (name, side) = (self.figure(figure), self.side(figure.side()));
        if name.ends_with(&format!(" of {side}")) {
            name.to_owned()
        } else {
            format!("{name} of {side}")
        }
    }

    pub(super) fn unit(&self, side: Side, unit: UnitId) -> &str {
        let units = &self.sides[side].units;
        units.get(usize::from(unit.0)).map_or("a unit", String::as_str)
    }

    pub(super) fn card(&self, side: Side, card: u8) -> &str {
        let cards = &self.sides[side].cards;
        cards.get(usize::from(card)).map_or("?", String::as_str)
    }

    pub(super) fn place(&self, place: PlaceId) -> &str {
        self.place_at(usize::from(place.0))
    }

    pub(super) fn place_at(&self, index: usize) -> &str {
        self.places.get(index).map_or("a place", String::as_str)
    }

    pub(super) fn event(&self, event: u8) -> &str {
        let name = self.events.get(usize::from(event));
        name.map_or("something", String::as_str)
    }

    /// Figures of a side, unit by unit: leaders by name, the others by name if they are few, or else counted.
    pub(super) fn group(&self, side: Side, set: FigureSet) -> Group {
        let force = &self.sides[side];
        let mut parts = Vec::new();
        for (unit, name) in force.units.iter().enumerate() {
            let is_here = |i: &usize| force.figures.get(*i).is_some_and(|f| f.unit == unit);
            let leader = force.leaders[unit].filter(|i| set >> i & 1 == 1);
            parts.extend(leader.map(|i| force.figures[i].name.clone()));
            let others: Vec<usize> =
                members(set).filter(is_here).filter(|i| Some(*i) != leader).collect();
            if others.len() > MOST_NAMED {
                parts.push(format!("{} of {name}", others.len()));
            } else {
                parts.extend(others.iter().map(|i| force.figures[*i].name.clone()));
            }
        }
        Group { words: page::list(&parts), is_one: set.count_ones() <= 1 }
    }
}

/// Figures of one side with the same name get numbers.
fn number_namesakes(figures: &mut [Figure]) {
    let names: Vec<String> = figures.iter().map(|figure| figure.name.clone()).collect();
    for (i, figure) in figures.iter_mut().enumerate() {
        let is_same = |other: &&String| **other == names[i];
        if names.iter().filter(is_same).count() > 1 {
            let nth = names[..=i].iter().filter(is_same).count();
            figure.name = format!("{} #{nth}", names[i]);
        }
    }
}
