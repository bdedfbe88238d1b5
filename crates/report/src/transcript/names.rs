//! Names, safe for terminals and unique among figures.

use skirmish_engine::battle::{Battle, FigureId, PlaceId, UnitId};
use skirmish_engine::event::FigureSet;
use skirmish_engine::side::{BySide, Side};

use super::page;
use crate::safe_text;

/// Most figures to name besides the leader; more are counted.
const MOST_NAMED: usize = 2;

#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    sides: BySide<Force>,
    places: Vec<String>,
    events: Vec<String>,
}

#[derive(Debug, Clone, Default)]
struct Force {
    name: String,
    figures: Vec<String>,
    /// The unit of each figure, by its index.
    unit_of: Vec<usize>,
    units: Vec<String>,
    leaders: Vec<Option<usize>>,
    cards: Vec<String>,
}

/// Returns the indices in a set of figures or units, in rising order.
pub(super) fn members(set: u128) -> impl Iterator<Item = usize> {
    (0..u128::BITS as usize).filter(move |i| set >> i & 1 == 1)
}

pub(super) fn is_among(sets: &BySide<FigureSet>, figure: FigureId) -> bool {
    sets[figure.side()] >> figure.index() & 1 == 1
}

/// Returns safe names; invisible ones are replaced by a noun and a number.
fn shown<'n>(names: impl Iterator<Item = &'n String>, noun: &str) -> Vec<String> {
    let names = names.map(|name| safe_text(name)).enumerate();
    names
        .map(|(k, name)| if name.trim().is_empty() { format!("{noun} {}", k + 1) } else { name })
        .collect()
}

fn at<'n>(names: &'n [String], index: impl Into<usize>, otherwise: &'static str) -> &'n str {
    names.get(index.into()).map_or(otherwise, String::as_str)
}

impl Names {
    pub(super) fn of(battle: &Battle) -> Self {
        let spec = battle.spec();
        let mut side_names = shown(spec.sides.0.iter().map(|side| &side.name), "side").into_iter();
        let mut sides = BySide::from_fn(|side| {
            let of = &spec.sides[side];
            Force {
                name: side_names.next().unwrap_or_default(),
                figures: shown(of.figures.iter().map(|figure| &figure.name), "figure"),
                unit_of: of.figures.iter().map(|figure| usize::from(figure.unit.0)).collect(),
                units: shown(of.units.iter().map(|unit| &unit.name), "unit"),
                leaders: of.units.iter().map(|unit| unit.leader).collect(),
                cards: shown(of.cards.iter().map(|card| &card.name), "card"),
            }
        });
        for side in Side::BOTH {
            number_namesakes(&mut sides[side].figures);
        }
        // A shot's line names two figures without their sides, so no two may share a name.
        let [first, second] = &mut sides.0;
        for a in &mut first.figures {
            if let Some(b) = second.figures.iter_mut().find(|b| *b == a) {
                *a = format!("{a} of {}", first.name);
                *b = format!("{b} of {}", second.name);
            }
        }
        Self {
            sides,
            places: shown(spec.places.iter().map(|place| &place.name), "place"),
            events: shown(spec.events.iter().map(|event| &event.name), "event"),
        }
    }

    pub(super) fn side(&self, side: Side) -> &str {
        &self.sides[side].name
    }

    pub(super) fn figure(&self, figure: FigureId) -> &str {
        at(&self.sides[figure.side()].figures, figure.index(), "somebody")
    }

    /// Returns the figure with its side, unless its name already says that.
    pub(super) fn figure_and_side(&self, figure: FigureId) -> String {
        let (name, side) = (self.figure(figure), self.side(figure.side()));
        if name.ends_with(&format!(" of {side}")) {
            name.to_owned()
        } else {
            format!("{name} of {side}")
        }
    }

    /// Returns `Raiders 4, Gate 2`: a number for each side.
    pub(super) fn both(&self, numbers: BySide<i32>) -> String {
        Side::BOTH.map(|side| format!("{} {}", self.side(side), numbers[side])).join(", ")
    }

    pub(super) fn unit(&self, side: Side, unit: UnitId) -> &str {
        at(&self.sides[side].units, unit.0, "a unit")
    }

    /// Returns `Riders and Bows`: the units in a bit set.
    pub(super) fn units(&self, side: Side, units: u128) -> String {
        let units = members(units).map(|unit| at(&self.sides[side].units, unit, "a unit"));
        page::list(&units.map(String::from).collect::<Vec<_>>())
    }

    /// Returns `Riders and Bows of Raiders`.
    pub(super) fn units_of(&self, side: Side, units: u128) -> String {
        format!("{} of {}", self.units(side, units), self.side(side))
    }

    pub(super) fn card(&self, side: Side, card: u8) -> &str {
        at(&self.sides[side].cards, card, "?")
    }

    pub(super) fn place(&self, place: PlaceId) -> &str {
        self.place_at(place.0.into())
    }

    pub(super) fn place_at(&self, index: usize) -> &str {
        at(&self.places, index, "a place")
    }

    pub(super) fn event(&self, event: u8) -> &str {
        at(&self.events, event, "something")
    }

    /// Returns figures of a side, unit by unit: leaders by name, the others by name if they are few, else counted.
    pub(super) fn who(&self, side: Side, set: FigureSet) -> String {
        let force = &self.sides[side];
        let mut parts = Vec::new();
        for (unit, name) in force.units.iter().enumerate() {
            let leader = force.leaders[unit].filter(|i| set >> i & 1 == 1);
            let is_other = |i: &usize| force.unit_of.get(*i) == Some(&unit) && Some(*i) != leader;
            let others: Vec<usize> = members(set).filter(is_other).collect();
            parts.extend(leader.map(|i| force.figures[i].clone()));
            match others.len() {
                ..=MOST_NAMED => parts.extend(others.iter().map(|i| force.figures[*i].clone())),
                many => parts.push(format!("{many} of {name}")),
            }
        }
        page::list(&parts)
    }

    /// Returns figures of each side as in [`Names::who`]; empty sides are left out.
    pub(super) fn of_both(&self, sets: &BySide<FigureSet>) -> Vec<String> {
        let sides = sets.iter().filter(|(_, set)| **set != 0);
        sides.map(|(side, set)| self.who(side, *set)).collect()
    }
}

/// Numbers figures of a side that share a name.
fn number_namesakes(figures: &mut [String]) {
    let names = figures.to_vec();
    for (i, figure) in figures.iter_mut().enumerate() {
        let is_same = |other: &&String| **other == names[i];
        if names.iter().filter(is_same).count() > 1 {
            let nth = names[..=i].iter().filter(is_same).count();
            *figure = format!("{} #{nth}", names[i]);
        }
    }
}
