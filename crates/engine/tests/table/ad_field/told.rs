//! What happened in a round of segments, and dice for it by which everything hits.

use crate::common::Played;
use skirmish_engine::battle::FigureId;
use skirmish_engine::chance::Purpose::{Initiative, Melee};
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::event::{ActionKind, Event};
use skirmish_engine::rule::Rule;

/// Initiative dice as given; every attack hits and kills.
pub(crate) struct Deadly {
    initiative: Vec<u8>,
    defends: bool,
}

impl Deadly {
    pub(crate) fn new(a: u8, b: u8) -> Self {
        Self { initiative: vec![b, a], defends: true }
    }
}

impl Chance for Deadly {
    fn die(&mut self, site: RollSite, sides: u8) -> u8 {
        match site.purpose {
            Initiative => self.initiative.pop().unwrap_or(1),
            // The striker rolls first.
            Melee => {
                self.defends = !self.defends;
                if self.defends { 1 } else { sides }
            }
            _ => sides,
        }
    }
}

/// Who had which routine completed on which segment, and by which rule.
pub(crate) fn completes(played: &Played) -> Vec<(FigureId, u8, u16, Rule)> {
    played.find(|event| match *event {
        Event::Completes { side, figures, routine, segment, rule, .. } => {
            Some((FigureId::new(side, figures.trailing_zeros() as usize), routine, segment, rule))
        }
        _ => None,
    })
}

/// Who struck at whom, in their order; by whichever way of fighting.
pub(crate) fn strikes(played: &Played) -> Vec<(FigureId, FigureId)> {
    played.find(|event| match *event {
        Event::Strikes { striker, target, .. } => Some((striker, target)),
        Event::Attacks { by, target, band: None, .. } => Some((by, target)),
        _ => None,
    })
}

/// Who declared what.
pub(crate) fn declarations(played: &Played) -> Vec<(FigureId, ActionKind)> {
    played.find(|event| match *event {
        Event::Declares { side, figures, action, .. } => {
            Some((FigureId::new(side, figures.trailing_zeros() as usize), action))
        }
        _ => None,
    })
}
