//! Duels: which fights of leaders are one, and that each is told and followed by its roll (LL-16).

use super::{Auditor, each, in_contact, plays, scene_at};
use crate::battle::FigureId;
use crate::event::{Cause, Event, Scene};
use crate::rule::Rule;
use crate::rulebook::{Duels as Reading, Effect, System};
use crate::side::Side;

/// Duels as the books keep them, each with its winner first.
#[derive(Debug, Clone, Default)]
pub(super) struct Duels {
    /// Leaders who had nobody but one another in contact when the round began.
    pairs: Vec<[FigureId; 2]>,
    /// Somebody is about to run from the enemy who charges him, so that others may be alone (WSC-5).
    runs: bool,
    /// Lost, and not told yet.
    lost: Vec<(FigureId, FigureId)>,
    /// Told, and not followed by a roll yet.
    pub(super) told: Vec<(FigureId, FigureId)>,
}

impl Duels {
    /// The enemy of a figure in a duel.
    fn enemy_of(&self, figure: FigureId) -> Option<FigureId> {
        let pair = self.pairs.iter().find(|pair| pair.contains(&figure))?;
        pair.iter().copied().find(|other| *other != figure)
    }

    /// Somebody has been beaten in one. Whoever has lost one already, whose roll is still to come, loses no other.
    fn lose(&mut self, winner: FigureId, loser: FigureId) {
        let mut known = self.lost.iter().chain(&self.told);
        if known.all(|(_, other)| *other != loser) {
            self.lost.push((winner, loser));
        }
    }
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_duels(&mut self, scene: &Scene<'_>, event: &Event) {
        let rules = &scene.battle.spec().rules;
        if !plays(scene, System::Lloyd) || rules.options.duels == Reading::Off {
            self.expect(!matches!(event, Event::Duel { .. }), Rule::ll(16), || {
                "a duel where there are none".to_owned()
            });
            return;
        }
        let duels = &mut self.books_mut().duels;
        match *event {
            Event::MeleeRound { .. } => {
                self.all_duels_told();
                self.enter_pairs(scene);
            }
            Event::RunsFrom { .. } => duels.runs = true,
            Event::Moves { .. } if duels.runs => self.enter_pairs(scene),
            // Who is struck down as he leaves has fought no duel.
            Event::FreeBlow { .. } => duels.pairs.clear(),
            Event::Fights { a, b, total_a, total_b, effect, .. }
                if effect >= Effect::Retreat && duels.enemy_of(a) == Some(b) =>
            {
                let (winner, loser) = if total_a > total_b { (a, b) } else { (b, a) };
                duels.lose(winner, loser);
            }
            Event::Dies { figure, cause: Cause::Melee } => {
                if let Some(enemy) = duels.enemy_of(figure) {
                    // Where both fall, nobody has won.
                    let before = duels.lost.len();
                    duels.lost.retain(|lost| *lost != (figure, enemy));
                    if duels.lost.len() == before {
                        duels.lose(enemy, figure);
                    }
                }
            }
            Event::Duel { winner, loser } => {
                let lost = duels.lost.iter().position(|lost| *lost == (winner, loser));
                if let Some(k) = lost {
                    duels.lost.remove(k);
                }
                duels.told.push((winner, loser));
                self.expect(lost.is_some(), Rule::ll(16), || {
                    format!("{winner:?} has not beaten {loser:?} in a duel")
                });
            }
            Event::Nominates { .. }
            | Event::Acts { .. }
            | Event::Forfeits { .. }
            | Event::Ends { .. } => self.all_duels_told(),
            _ => {}
        }
    }

    fn enter_pairs(&mut self, scene: &Scene<'_>) {
        let happened = self.books_mut().score.happened;
        let duels = &mut self.books_mut().duels;
        duels.pairs = pairs(scene, happened);
        duels.runs = false;
    }

    fn all_duels_told(&mut self) {
        let lost = self.books_mut().duels.lost.first().copied();
        self.expect(lost.is_none(), Rule::ll(16), || {
            format!("a duel that nobody tells of: {lost:?}")
        });
        self.books_mut().duels.lost.clear();
    }
}

/// Leaders in contact who have nobody but one another there.
fn pairs(scene: &Scene<'_>, happened: u16) -> Vec<[FigureId; 2]> {
    let only_enemy = |figure: FigureId| {
        let enemies = each(scene.alive[!figure.side()]).map(|j| FigureId::new(!figure.side(), j));
        let at = scene_at(scene, figure);
        let meets =
            |enemy: &FigureId| in_contact(scene.battle, happened, at, scene_at(scene, *enemy));
        let mut met = enemies.filter(meets);
        let first = met.next();
        first.filter(|_| met.next().is_none())
    };
    let leads = |figure: &FigureId| scene.battle.traits(*figure).leads;
    each(scene.alive[Side::A])
        .map(|i| FigureId::new(Side::A, i))
        .filter(leads)
        .filter_map(|a| {
            let b = only_enemy(a).filter(leads)?;
            (only_enemy(b) == Some(a)).then_some([a, b])
        })
        .collect()
}
