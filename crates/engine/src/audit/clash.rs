//! Hand-to-hand combat by the dice of petite guerre (PG-13, PG-14).

use super::{Auditor, each, has, in_contact, scene_at};
use crate::battle::{Cover, FigureId};
use crate::event::{Cause, Event, FigureSet, MeleeKind, Scene};
use crate::rule::Rule;
use crate::rulebook::step_up;
use crate::side::{BySide, Side};

/// The round under way.
#[derive(Debug, Clone, Default)]
pub(super) struct Bouts {
    /// Everyone has to fight who can.
    whole: bool,
    open: bool,
    /// Those who have rolled.
    rolled: BySide<FigureSet>,
    /// How many have opposed each.
    against: BySide<Vec<u8>>,
    /// A unit has left the table in it, so that some may be without their opponent.
    torn: bool,
}

impl Auditor {
    /// Looks at an event before it is entered in the books.
    pub(super) fn check_clash(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::MeleeRound { why } => {
                self.books_mut().clash = Bouts {
                    whole: why == MeleeKind::Turn,
                    open: true,
                    against: BySide::from_fn(|side| vec![0; scene.battle.count(side)]),
                    ..Bouts::default()
                };
            }
            Event::Clashes { .. } => self.clashes(scene, event),
            Event::UnitLeaves { .. } => self.books_mut().clash.torn = true,
            Event::Struck { .. }
            | Event::Dies { .. }
            | Event::LosesControl { .. }
            | Event::MoraleFalls { .. }
            | Event::Duel { .. } => {}
            _ => self.round_is_over(scene),
        }
    }

    /// Nobody in contact is left out whose enemy nobody opposed (PG-13).
    fn round_is_over(&mut self, scene: &Scene<'_>) {
        let clash = std::mem::take(&mut self.books_mut().clash);
        if !clash.open || !clash.whole || clash.torn {
            return;
        }
        let alive = self.books_mut().alive;
        let happened = self.books_mut().score.happened;
        let idle = |side: Side| each(alive[side] & scene.engaged[side] & !clash.rolled[side]);
        let left_out = idle(Side::A).find_map(|i| {
            let at = scene.positions[Side::A][i];
            idle(Side::B)
                .find(|j| {
                    let untouched =
                        clash.against[Side::A][i] == 0 && clash.against[Side::B][*j] == 0;
                    let enemy = scene.positions[Side::B][*j];
                    untouched && in_contact(scene.battle, happened, at, enemy)
                })
                .map(|j| (i, j))
        });
        self.expect(left_out.is_none(), Rule::pg(13), || {
            format!("{left_out:?} are in contact and do not fight")
        });
    }

    fn clashes(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Clashes { a, b, dice, advantage, vantage, prepared, rolled, hits } = *event
        else {
            return;
        };
        let (at, other) = (scene_at(scene, a), scene_at(scene, b));
        let happened = self.books_mut().score.happened;
        let touch = a.side() != b.side() && in_contact(scene.battle, happened, at, other);
        self.expect(touch, Rule::pg(13), || format!("{a:?} and {b:?} fight out of contact"));
        for (k, (figure, enemy)) in [(a, b), (b, a)].into_iter().enumerate() {
            if let Some(right) = self.has_advantage(scene, figure, enemy) {
                self.expect(advantage[k] == right, Rule::pg(14), || {
                    format!("{figure:?} has an advantage: {}", advantage[k])
                });
            }
            self.expect(advantage[k] == vantage[k].is_some(), Rule::pg(14), || {
                format!("{figure:?} has an advantage: {}, by {:?}", advantage[k], vantage[k])
            });
            let spec = scene.battle.spec();
            let troops = spec.sides[figure.side()].figures[figure.index()].troops;
            let own = spec.rules.troops[troops].skills.melee;
            let own = self.books_mut().drill.die(figure, own);
            let own = if advantage[k] { step_up(own) } else { own };
            self.expect(dice[k] == own, Rule::pg(14), || {
                format!("{figure:?} fights with a d{} and has a d{own}", dice[k])
            });
            let shown = (0..=i32::from(dice[k])).contains(&rolled[k]);
            self.expect(shown, Rule::pg(13), || {
                format!("{figure:?} rolls {} on a d{}", rolled[k], dice[k])
            });
        }
        self.opposes(scene, [a, b], rolled);
        let least = scene.battle.spec().rules.hand_to_hand.hit;
        let there = [0, 1].map(|k| rolled[k] > 0 && rolled[k] + prepared[k] >= least);
        let right = match there {
            [true, true] => [rolled[0] == rolled[1]; 2],
            there => there,
        };
        self.expect(hits == right, Rule::pg(13), || {
            format!("{rolled:?} hits {hits:?}, by the rule {right:?}")
        });
        for (hit, who) in [(hits[0], b), (hits[1], a)] {
            if hit {
                self.owe_hit(who, Cause::Melee);
            }
        }
    }

    /// Each fights man against man once in a round, or comes second against one who does and rolls not against him; no
    /// more than two oppose one (PG-13).
    fn opposes(&mut self, scene: &Scene<'_>, both: [FigureId; 2], rolled: [i32; 2]) {
        let most = scene.battle.spec().rules.hand_to_hand.most_against_one;
        let clash = &mut self.books_mut().clash;
        let fought = both.map(|figure| has(clash.rolled[figure.side()], figure.index()));
        let mut crowded = false;
        let mut twice = false;
        let mut idle = false;
        for k in 0..2 {
            let (own, enemy) = (both[k], both[1 - k]);
            if rolled[k] == 0 {
                // He fights somebody else in this round.
                idle |= !fought[k] && !clash.torn;
                continue;
            }
            twice |= fought[k];
            clash.rolled[own.side()] |= 1 << own.index();
            let Some(against) = clash.against[enemy.side()].get_mut(enemy.index()) else {
                continue;
            };
            *against += 1;
            crowded |= *against > most;
        }
        let open = clash.open;
        self.expect(open && rolled != [0, 0], Rule::pg(13), || {
            format!("{both:?} fight in no round, or nobody rolls")
        });
        self.expect(!twice, Rule::pg(13), || format!("one of {both:?} fights twice in a round"));
        self.expect(!idle, Rule::pg(13), || {
            format!("one of {both:?} is opposed by nobody else and does not roll")
        });
        self.expect(!crowded, Rule::pg(13), || format!("more than {most} oppose one of {both:?}"));
    }

    /// Whether a figure has an advantage (PG-14), if the books know.
    fn has_advantage(
        &mut self,
        scene: &Scene<'_>,
        figure: FigureId,
        enemy: FigureId,
    ) -> Option<bool> {
        let books = self.books_mut();
        let (at, other) = (scene_at(scene, figure), scene_at(scene, enemy));
        let came = has(books.drill.came[figure.side()], figure.index());
        let near = scene.battle.spec().rules.fire.cover_distance;
        let terrain = scene.battle.terrain(books.score.happened);
        let cover = terrain.cover(other, at, near);
        if (!came && cover == Cover::Protect) || books.drill.is_wounded(enemy) {
            return Some(true);
        }
        let lines = [figure, enemy].map(|who| super::drill::is_in_line(scene, who));
        if lines != [true; 2] {
            return Some(false);
        }
        books.drill.is_beside_front(scene, enemy, at)
    }
}
