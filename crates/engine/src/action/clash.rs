//! Hand-to-hand combat by the dice of petite guerre (PG-13, PG-14): both roll their M die. A figure that reaches the number
//! hits, unless both do with different rolls.

use super::melee::Crowd;
use crate::battle::{Cover, FigureId, MAX_FIGURES};
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::dice::Dice;
use crate::event::{ActionKind, Cause, Event, Hindrance, MeleeKind, Observer, Vantage};
use crate::game::{Game, Play};
use crate::list::List;
use crate::rule::Rule;
use crate::rulebook::{SecondFigure, step_down, step_up};
use crate::side::Side;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Fights a round between figures in contact; hits take effect as they are rolled, or all at the end. A second figure
    /// against an enemy that is fighting already rolls unopposed; the rules limit how many may be against one (PG-13).
    pub(super) fn clash_round(&mut self, side: Side, own: S, enemy: S, why: MeleeKind) {
        let rules = &self.battle.spec().rules.hand_to_hand;
        let bouts = self.bouts(side, own, enemy, Some(u32::from(rules.most_against_one)));
        if bouts.is_empty() {
            return;
        }
        let crowd = self.crowd();
        self.tell(|| Event::MeleeRound { why });
        if self.observer.wants_reasons() {
            let idle = own.minus(bouts.own());
            self.tell_hindered(side, idle, ActionKind::Fight, |_, _| Hindrance::Crowded);
        }
        let in_turn = rules.second_figure == SecondFigure::InTurn;
        let mut hits = [[false; 2]; 2 * MAX_FIGURES];
        for ((a, b, second), hits) in bouts.iter().zip(&mut hits) {
            if self.state.is_alive(a) && self.state.is_alive(b) {
                *hits = self.roll_bout(a, b, second);
                if in_turn {
                    self.land_of_round([a, b], *hits, &crowd);
                }
            } else {
                self.tell_left_alone([a, b], second);
            }
        }
        if !in_turn {
            for ((a, b, _), hits) in bouts.iter().zip(hits) {
                self.land_of_round([a, b], hits, &crowd);
            }
        }
    }

    /// Fights one bout: the rolls, and the hits with their effect (PG-08, PG-13).
    pub(super) fn clash(&mut self, a: FigureId, b: FigureId, second: Option<Side>) {
        let hits = self.roll_bout(a, b, second);
        self.land([a, b], hits);
    }

    /// Applies the hits of a bout. Returns which of the two they have killed.
    fn land(&mut self, [a, b]: [FigureId; 2], hits: [bool; 2]) -> [bool; 2] {
        let mut strike = |hit: bool, who| {
            let lands = hit && self.state.can_be_hit(who);
            if lands {
                self.strike(who, Cause::Melee);
            }
            lands && !self.state.is_alive(who)
        };
        let b_falls = strike(hits[0], b);
        [strike(hits[1], a), b_falls]
    }

    /// Applies the hits of a bout in a round, where it may decide a duel (LL-16).
    fn land_of_round(&mut self, pair: [FigureId; 2], hits: [bool; 2], crowd: &Crowd<S>) {
        let fallen = self.land(pair, hits);
        if crowd.leaves_alone(pair) {
            self.note_fall(pair, fallen);
        }
    }

    /// Rolls a bout. Returns whether the first hits the second, and the second the first.
    fn roll_bout(&mut self, a: FigureId, b: FigureId, second: Option<Side>) -> [bool; 2] {
        let hit = self.battle.spec().rules.hand_to_hand.hit;
        let mut dice = [0; 2];
        let mut vantage = [None; 2];
        let mut prepared = [0; 2];
        let mut rolled = [0; 2];
        let mut gets_there = [false; 2];
        for (k, (figure, enemy)) in [(a, b), (b, a)].into_iter().enumerate() {
            vantage[k] = self.vantage(figure, enemy);
            prepared[k] = self.edge(figure);
            dice[k] = self.melee_die(figure, vantage[k].is_some());
            if second.is_none_or(|side| side == figure.side()) {
                rolled[k] = self.roll(Purpose::Melee, Rule::pg(13), Dice::one(dice[k]));
                gets_there[k] = rolled[k] + prepared[k] >= hit;
                self.state.activations += 1;
            }
        }
        // Both reach the number with different rolls: they parry.
        let parry = gets_there == [true; 2] && rolled[0] != rolled[1];
        let hits = gets_there.map(|there| there && !parry);
        self.tell(|| Event::Clashes {
            a,
            b,
            dice,
            advantage: vantage.map(|why| why.is_some()),
            vantage,
            prepared,
            rolled,
            hits,
        });
        hits
    }

    /// Returns the die with which a figure fights an enemy.
    pub(crate) fn die_of_bout(&self, figure: FigureId, enemy: FigureId) -> u8 {
        self.melee_die(figure, self.vantage(figure, enemy).is_some())
    }

    /// Returns the M die of a figure, stepped down for a wound (PG-08) and up for an advantage (PG-14).
    fn melee_die(&self, figure: FigureId, advantage: bool) -> u8 {
        let die = self.battle.traits(figure).skills.melee;
        let die = if self.is_wounded(figure) { step_down(die) } else { die };
        if advantage { step_up(die) } else { die }
    }

    /// Returns what gives a figure an advantage in melee (PG-14): a parapet that it did not come up to, a wounded enemy, or the
    /// flank or rear of a line when lines clash.
    fn vantage(&self, figure: FigureId, enemy: FigureId) -> Option<Vantage> {
        let (at, other) = (self.state.at(figure), self.state.at(enemy));
        let came = self.state.force[figure.side()].came.has(figure.index());
        let near = self.battle.spec().rules.fire.cover_distance;
        let terrain = self.state.terrain(self.battle);
        let is_behind_parapet = || terrain.cover(other, at, near) == Cover::Protect;
        let (own, his) = (self.battle.traits(figure), self.battle.traits(enemy));
        let lines_clash = own.rank.is_some() && his.rank.is_some();
        if !came && is_behind_parapet() {
            Some(Vantage::Parapet)
        } else if self.is_wounded(enemy) {
            Some(Vantage::WoundedEnemy)
        } else if lines_clash && self.is_beside_front(enemy, at) {
            Some(Vantage::FlankOrRear)
        } else {
            None
        }
    }
}

/// Two figures that fight each other in a round.
#[derive(Debug, Clone, Copy, Default)]
struct Bout {
    own: FigureId,
    enemy: FigureId,
    second: Option<Side>,
}

impl Bout {
    /// Returns the one of the two that is of a side.
    fn of(&self, side: Side) -> FigureId {
        if self.own.side() == side { self.own } else { self.enemy }
    }
}

/// The bouts of a round, all settled before a die is rolled.
pub(super) struct Bouts {
    bouts: List<Bout, { 2 * MAX_FIGURES }>,
    /// How many of them, from the start of the list, pair two that face each other; in the rest a second figure joins in.
    pairs: usize,
}

impl Bouts {
    pub(super) fn is_empty(&self) -> bool {
        self.bouts.is_empty()
    }

    /// Returns the figures of the bouts' own side that are in one.
    pub(super) fn own<S: Bits>(&self) -> S {
        S::of(self.bouts.iter().map(|bout| bout.own.index()))
    }

    /// Returns all bouts; for those of a second figure with the side it belongs to.
    pub(super) fn iter(&self) -> impl Iterator<Item = (FigureId, FigureId, Option<Side>)> + '_ {
        self.bouts.iter().map(|bout| (bout.own, bout.enemy, bout.second))
    }

    /// Returns only the bouts in which two face each other.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [FigureId; 2]> + '_ {
        self.bouts[..self.pairs].iter().map(|pair| [pair.own, pair.enemy])
    }

    /// Returns how many second figures help each of a pair (HOST-3); `is_there` says whether one is still in contact with its
    /// enemy.
    pub(super) fn helpers(
        &self,
        pair: [FigureId; 2],
        is_there: impl Fn(FigureId, FigureId) -> bool,
    ) -> [i32; 2] {
        let [own, enemy] = pair;
        [[own, enemy], [enemy, own]].map(|[who, enemy]| {
            let side = who.side();
            let helps = |bout: &&Bout| {
                bout.second == Some(side)
                    && bout.of(!side) == enemy
                    && is_there(bout.of(side), enemy)
            };
            self.bouts[self.pairs..].iter().filter(helps).count() as i32
        })
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns the bouts of a round between figures in contact; `most` limits how many may be against one.
    pub(super) fn bouts(&self, side: Side, own: S, enemy: S, most: Option<u32>) -> Bouts {
        self.bouts_and_others(side, own, enemy, (S::EMPTY, most))
    }

    /// Returns the bouts of a round of pairs. A figure already in contact with one of the enemies has fought its round with it
    /// (LL-09), and helps friends that have just come (HOST-3).
    pub(super) fn bouts_of_pairs(&self, side: Side, own: S, enemy: S) -> Bouts {
        let upon = match self.is_in_isolation() {
            true => S::EMPTY,
            false => self.state.met_by(!side, enemy).minus(own),
        };
        self.bouts_and_others(side, own, enemy, (upon, None))
    }

    fn bouts_and_others(
        &self,
        side: Side,
        own: S,
        enemy: S,
        (others, most): (S, Option<u32>),
    ) -> Bouts {
        let mut bouts = List::<Bout, _>::default();
        let (mut idle_own, mut idle_enemy) = (others, enemy);
        for i in own.iter() {
            let open = self.state.force[side].contacts[i] & idle_enemy;
            if open.is_empty() {
                idle_own |= S::bit(i);
                continue;
            }
            let j = open.first();
            idle_enemy &= !S::bit(j);
            let [own, enemy] = [FigureId::new(side, i), FigureId::new(!side, j)];
            bouts.push(Bout { own, enemy, second: None });
        }
        let pairs = bouts.len();
        for (idle, of) in [(idle_own, side), (idle_enemy, !side)] {
            for k in idle.iter() {
                let contacts = self.state.force[of].contacts[k];
                let all = &bouts;
                let has_room = |other: FigureId| {
                    let against = |bout: &&Bout| {
                        bout.of(!of) == other && bout.second.is_none_or(|second| second == of)
                    };
                    most.is_none_or(|most| (all.iter().filter(against).count() as u32) < most)
                };
                let mut enemies = all[..pairs].iter().map(|bout| bout.of(!of));
                let open = enemies.find(|it| contacts.has(it.index()) && has_room(*it));
                if let Some(other) = open {
                    let idle = FigureId::new(of, k);
                    let [own, enemy] = if of == side { [idle, other] } else { [other, idle] };
                    bouts.push(Bout { own, enemy, second: Some(of) });
                }
            }
        }
        Bouts { bouts, pairs }
    }
}
