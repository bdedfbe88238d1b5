//! A frame of a film as a picture.

use super::Film;
use super::camera::rounded;
use crate::chart::{Action, Chart, Labels, Piece, Spot};

impl Film {
    /// Returns the table after each action, with its number.
    pub fn stills(&self) -> impl Iterator<Item = (u32, Chart)> {
        let mut seen = vec![None; self.figures.len()];
        self.frames
            .iter()
            .enumerate()
            .map(move |(k, frame)| (frame.action, self.still(k, &mut seen)))
    }

    /// Returns the table after a frame, given where everybody was seen before it.
    fn still(&self, k: usize, seen: &mut [Option<Spot>]) -> Chart {
        let (frame, side) = (&self.frames[k], |figure: usize| self.figures[figure].side);
        let mut action = Action {
            shots: frame.shots.iter().map(|of| (of.3, of.4, side(of.0), of.2)).collect(),
            fights: frame.fights.iter().map(|of| (of.2, of.3)).collect(),
            ..Action::default()
        };
        for (figure, way) in &frame.moves {
            let way: Vec<Spot> = seen[*figure].into_iter().chain(way.iter().copied()).collect();
            seen[*figure] = way.last().copied();
            action.trails.push((way, side(*figure)));
        }
        for (figure, at, fell) in &frame.gone {
            seen[*figure] = None;
            action.fallen.extend(fell.then_some((*at, side(*figure))));
        }
        let mut chart = self.set_up.clone();
        let figures = || self.figures.iter().zip(&*seen);
        for (side, key) in chart.keys.iter_mut().take(self.sides.len()).enumerate() {
            let those = || figures().filter(|(of, _)| of.side == side);
            let (left, all) = (those().filter(|(_, at)| at.is_some()).count(), those().count());
            key.name = format!("{}: {left} of {all}", self.sides[side]);
        }
        chart.keys.extend(Action::keys());
        if let Some(board) = chart.boards.first_mut() {
            let pieces = std::mem::take(&mut board.pieces).into_iter().zip(&*seen);
            board.pieces.extend(pieces.filter_map(|(piece, at)| {
                // Which way it turned as it moved is not told.
                let facing = piece.facing.filter(|_| *at == Some(rounded(piece.at)));
                Some(Piece { at: (*at)?, facing, ..piece })
            }));
            board.names.retain_mut(|(place, name, side)| {
                let unit = figures().filter(|(of, _)| (&of.unit, of.side) == (&*name, *side));
                let amid = amid(unit.filter_map(|(_, at)| *at));
                *place = amid.unwrap_or(*place);
                amid.is_some()
            });
            board.action = Some(action);
        }
        chart.note.clone_from(&frame.happens);
        chart.labels = Labels {
            title: frame.headline.clone(),
            subtitle: frame.outlook.clone(),
            caption: self.caption(),
            ..Labels::default()
        };
        chart
    }
}

/// Returns the place that is nearest to the middle of several: where the name of a unit is near a figure of it, however scattered.
fn amid(places: impl Iterator<Item = Spot>) -> Option<Spot> {
    let places: Vec<Spot> = places.collect();
    let middle = |of: fn(&Spot) -> f64| places.iter().map(of).sum::<f64>() / places.len() as f64;
    let (x, y) = (middle(|of| of.0), middle(|of| of.1));
    let far = |of: &Spot| (of.0 - x).hypot(of.1 - y);
    places.iter().copied().min_by(|one, other| far(one).total_cmp(&far(other)))
}
