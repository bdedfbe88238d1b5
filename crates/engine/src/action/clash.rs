//! Hand-to-hand combat by the dice of petite guerre (PG-13, PG-14): both roll their M die, and whoever alone gets there
//! hits.

use crate::battle::{FigureId, MAX_FIGURES};
use crate::bits::Bits;
use crate::chance::{Chance, Purpose};
use crate::dice::Dice;
use crate::event::{Cause, Event, MeleeKind, Observer};
use crate::game::Game;
use crate::rule::Rule;
use crate::rulebook::{SecondFigure, step_down, step_up};
use crate::side::Side;

/// Two who fight one another in a round.
#[derive(Debug, Clone, Copy)]
struct Bout {
    own: u8,
    enemy: u8,
    /// The side of the one who comes second against an enemy who is fighting already: he rolls without reaction
    /// (PG-13).
    second: Option<Side>,
}

impl Bout {
    /// Both, he of this side first.
    fn both(&self, side: Side) -> [FigureId; 2] {
        [
            FigureId::new(side, usize::from(self.own)),
            FigureId::new(!side, usize::from(self.enemy)),
        ]
    }
}

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// A round between figures in contact: man against man, and those left over as second figures, no more than the rules
    /// allow against one. All bouts are settled before a die is rolled; hits take effect as they are rolled, or all at the
    /// end.
    pub(super) fn clash_round(&mut self, side: Side, own: S, enemy: S, why: MeleeKind) {
        let rules = &self.battle.spec().rules.hand_to_hand;
        let most = u32::from(rules.most_against_one);
        let mut bouts = [Bout {
            own: 0,
            enemy: 0,
            second: None,
        }; 2 * MAX_FIGURES];
        let mut count = 0;
        let (mut idle_own, mut idle_enemy) = (S::EMPTY, enemy);
        for i in own.iter() {
            let open = self.state.force[side].contacts[i] & idle_enemy;
            if open.is_empty() {
                idle_own |= S::bit(i);
                continue;
            }
            let j = open.first();
            idle_enemy &= !S::bit(j);
            bouts[count] = Bout {
                own: i as u8,
                enemy: j as u8,
                second: None,
            };
            count += 1;
        }
        let pairs = count;
        for (idle, of) in [(idle_own, side), (idle_enemy, !side)] {
            for k in idle.iter() {
                let contacts = self.state.force[of].contacts[k];
                let opposed = |bouts: &[Bout], other: usize| {
                    let against = |bout: &&Bout| {
                        let (mine, his) = (usize::from(bout.own), usize::from(bout.enemy));
                        (if of == side { his } else { mine }) == other
                            && bout.second.is_none_or(|s| s == of)
                    };
                    bouts.iter().filter(against).count() as u32
                };
                let free = bouts[..pairs]
                    .iter()
                    .map(|bout| usize::from(if of == side { bout.enemy } else { bout.own }))
                    .find(|other| contacts.has(*other) && opposed(&bouts[..count], *other) < most);
                if let Some(other) = free {
                    let (own, enemy) = if of == side { (k, other) } else { (other, k) };
                    bouts[count] = Bout {
                        own: own as u8,
                        enemy: enemy as u8,
                        second: Some(of),
                    };
                    count += 1;
                }
            }
        }
        if count == 0 {
            return;
        }
        self.tell(|| Event::MeleeRound { why });
        let in_turn = rules.second_figure == SecondFigure::InTurn;
        let mut hits = [[false; 2]; 2 * MAX_FIGURES];
        for (bout, hits) in bouts.iter().zip(&mut hits).take(count) {
            let [a, b] = bout.both(side);
            if self.state.is_alive(a) && self.state.is_alive(b) {
                *hits = self.roll_bout(a, b, bout.second);
                if in_turn {
                    self.land([a, b], *hits);
                }
            }
        }
        if !in_turn {
            for (bout, hits) in bouts.iter().zip(hits).take(count) {
                self.land(bout.both(side), hits);
            }
        }
    }

    /// One bout: the rolls, and the hits with their effect (PG-08, PG-13).
    pub(super) fn clash(&mut self, a: FigureId, b: FigureId, second: Option<Side>) {
        let hits = self.roll_bout(a, b, second);
        self.land([a, b], hits);
    }

    /// The hits of a bout take effect.
    fn land(&mut self, [a, b]: [FigureId; 2], hits: [bool; 2]) {
        for (hit, who) in [(hits[0], b), (hits[1], a)] {
            if hit && self.state.is_alive(who) {
                self.strike(who, Cause::Melee);
            }
        }
    }

    /// The rolls of a bout. Returns whether the second is hit by the first, and the first by the second.
    fn roll_bout(&mut self, a: FigureId, b: FigureId, second: Option<Side>) -> [bool; 2] {
        let hit = self.battle.spec().rules.hand_to_hand.hit;
        let mut dice = [0; 2];
        let mut advantage = [false; 2];
        let mut rolled = [0; 2];
        let mut gets_there = [false; 2];
        for (k, (figure, enemy)) in [(a, b), (b, a)].into_iter().enumerate() {
            advantage[k] = self.has_advantage(figure, enemy);
            dice[k] = self.melee_die(figure, advantage[k]);
            if second.is_none_or(|side| side == figure.side()) {
                rolled[k] = self.roll(Purpose::Melee, Rule::pg(13), Dice::one(dice[k]));
                gets_there[k] = rolled[k] + self.edge(figure) >= hit;
                self.state.activations += 1;
            }
        }
        // Both get there with different rolls: they parry.
        let parry = gets_there == [true; 2] && rolled[0] != rolled[1];
        let hits = gets_there.map(|there| there && !parry);
        self.tell(|| Event::Clashes {
            a,
            b,
            dice,
            advantage,
            rolled,
            hits,
        });
        hits
    }

    /// The M die of a figure, stepped down for a wound (PG-08) and up for an advantage (PG-14).
    fn melee_die(&self, figure: FigureId, advantage: bool) -> u8 {
        let die = self.battle.traits(figure).skills.melee;
        let die = if self.is_wounded(figure) {
            step_down(die)
        } else {
            die
        };
        if advantage { step_up(die) } else { die }
    }

    /// Whether a figure has an advantage in melee (PG-14): behind a parapet that it did not come up to, against a wounded
    /// enemy, or at the flank or rear of a line when lines clash.
    fn has_advantage(&self, figure: FigureId, enemy: FigureId) -> bool {
        let (at, other) = (self.state.at(figure), self.state.at(enemy));
        let came = self.state.force[figure.side()].came.has(figure.index());
        let terrain = self.state.terrain(self.battle);
        let (own, his) = (self.battle.traits(figure), self.battle.traits(enemy));
        let lines_clash = own.rank.is_some() && his.rank.is_some();
        (!came && terrain.is_across_barricade(at, other))
            || self.is_wounded(enemy)
            || (lines_clash && self.is_beside_front(enemy, at))
    }
}
