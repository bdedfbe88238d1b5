//! The observer that reads what is measured off a game.

use skirmish_engine::battle::{Battle, WinSpec};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Ending, Event, Observer, Scene};
use skirmish_engine::game::Outcome;
use skirmish_engine::rulebook::System;
use skirmish_engine::side::{BySide, Side};

use super::measure::{QUANTITIES, Quantity};
use crate::controls::LuckWatch;
use crate::outcomes::first_mover_won;
use crate::sums::LUCK;

/// Lengths of streaks that are told apart; longer ones are counted with the last.
pub const STREAK_LENGTHS: usize = 24;

/// What was read off a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readings {
    /// The quantities, by their places.
    pub counts: [i64; QUANTITIES],
    /// Streaks that came to an end, as [`Quantity::StreaksA`] counts them, of each length from 1 on.
    pub streaks: BySide<[u32; STREAK_LENGTHS]>,
    /// The events of the scenario that happened, by their places.
    pub happened: u16,
    /// The luck of the dice, by its kinds ([`crate::sums::Measure::LUCK`]), if the gauge watches it; else nothing.
    pub luck: [i64; LUCK],
}

impl Default for Readings {
    fn default() -> Self {
        Self {
            counts: [0; QUANTITIES],
            streaks: BySide([[0; STREAK_LENGTHS]; 2]),
            happened: 0,
            luck: [0; LUCK],
        }
    }
}

/// The goals of a side that are ground, as bits: a place to hold, an edge to leave by.
fn ground(battle: &Battle, side: Side) -> u64 {
    let wins = battle.spec().sides[side].wins.iter().take(64);
    let is_ground = |win: &WinSpec| matches!(win, WinSpec::Holds { .. } | WinSpec::Escapes { .. });
    (0..).zip(wins).fold(0, |bits, (k, win)| bits | u64::from(is_ground(win)) << k)
}

/// Reads a game. Nothing is allocated.
#[derive(Debug, Clone)]
pub struct Gauge {
    readings: Readings,
    /// Who made the last action, and how many in a row.
    last: Option<Side>,
    run: i64,
    /// The same since the last reaction of the other side.
    pure_run: i64,
    /// The last action has been answered by a reaction.
    answered: bool,
    /// Actions of the enemy since the side's last.
    waiting: BySide<i64>,
    busy: BySide<u128>,
    reacted: BySide<bool>,
    /// In a round of segments, where blows are struck one by one: whether there has been any.
    struck: Option<bool>,
    /// Goals that are ground, read off the battle at the first event.
    ground: Option<BySide<u64>>,
    luck: Option<LuckWatch>,
}

impl Default for Gauge {
    fn default() -> Self {
        Self {
            readings: Readings::default(),
            last: None,
            run: 0,
            pure_run: 0,
            answered: false,
            waiting: BySide([0; 2]),
            busy: BySide([0; 2]),
            reacted: BySide([false; 2]),
            struck: None,
            ground: None,
            luck: None,
        }
    }
}

impl Gauge {
    /// A gauge that also watches the luck of the dice, in games in which the initiative is seized with these.
    #[must_use]
    pub fn with_luck(seize_dice: Dice) -> Self {
        Self { luck: Some(LuckWatch::new(seize_dice)), ..Self::default() }
    }

    #[inline]
    fn count(&mut self, quantity: Quantity, side: Side, more: i64) {
        self.readings.counts[quantity.index(side)] += more;
    }

    fn acts(&mut self, side: Side, figures: u128) {
        self.readings.counts[Quantity::Actions as usize] += 1;
        self.readings.counts[Quantity::Decisions as usize] += 1;
        self.count(Quantity::ActionsA, side, 1);
        self.busy[side] |= figures;
        match self.last {
            Some(last) if last == side => {
                let unanswered = i64::from(!self.answered);
                self.count(Quantity::UnansweredA, side, unanswered);
            }
            Some(last) => {
                let (run, pure) = (self.run, self.pure_run);
                self.count(Quantity::StreaksA, last, 1);
                self.count(Quantity::StreakActionsA, last, run);
                let row = (run.max(1) as usize).min(STREAK_LENGTHS) - 1;
                self.readings.streaks[last][row] += 1;
                if pure > 0 {
                    self.count(Quantity::PureStreaksA, last, 1);
                    self.count(Quantity::PureStreakActionsA, last, pure);
                }
                (self.run, self.pure_run) = (0, 0);
            }
            None => {}
        }
        self.last = Some(side);
        self.answered = false;
        self.run += 1;
        self.pure_run += 1;
        self.waiting[side] = 0;
        self.waiting[!side] += 1;
        let longest = &mut self.readings.counts[Quantity::LongestA.index(side)];
        *longest = (*longest).max(self.run);
        let drought = &mut self.readings.counts[Quantity::DroughtA.index(!side)];
        *drought = (*drought).max(self.waiting[!side]);
    }

    /// The passive side has reacted: the action under way is answered.
    fn reacts(&mut self, side: Side) {
        self.readings.counts[Quantity::Decisions as usize] += 1;
        self.reacted[side] = true;
        let Some(last) = self.last.filter(|last| *last != side) else {
            return;
        };
        self.answered = true;
        let pure = std::mem::take(&mut self.pure_run);
        if pure > 0 {
            self.count(Quantity::PureStreaksA, last, 1);
            self.count(Quantity::PureStreakActionsA, last, pure);
        }
    }

    fn busy(&mut self, figure: skirmish_engine::battle::FigureId) {
        self.busy[figure.side()] |= 1 << figure.index();
    }

    /// A blow: the first of a round of segments makes it a round of melee. Other systems tell rounds of melee as such.
    fn strikes(&mut self) {
        if self.struck == Some(false) {
            self.struck = Some(true);
            self.readings.counts[Quantity::MeleeRounds as usize] += 1;
        }
    }

    /// The readings of the game that has just ended; the gauge is ready for the next.
    pub fn finish(&mut self, outcome: &Outcome, dice: u64, figures: BySide<usize>) -> Readings {
        let ground = self.ground.unwrap_or_default();
        let reacted = self.reacted;
        let mut luck = self.luck.take();
        let mut readings = std::mem::take(self).take(figures);
        if let Some(luck) = &mut luck {
            readings.luck = luck.end_game();
        }
        self.luck = luck;
        readings.counts[Quantity::Games as usize] = 1;
        for side in Side::BOTH {
            let acts = |side: Side| readings.counts[Quantity::ActionsA.index(side)] > 0;
            let by_ground = |side: Side| match outcome.ending {
                Ending::Won { side: winner, goal: Some(goal) } => {
                    winner == side && ground[side].checked_shr(goal.into()).unwrap_or(0) & 1 == 1
                }
                _ => false,
            };
            let has_run = by_ground(side) && !acts(!side);
            // An enemy who has won by something else has not been stopped by anybody.
            let is_stopped = match outcome.ending {
                Ending::Won { side: winner, .. } => winner == side,
                Ending::Draw(_) => true,
                Ending::Cap => false,
            };
            let has_headed_off = is_stopped && (acts(side) || reacted[side]);
            let (own, enemy) = (ground[side] != 0, ground[!side] != 0);
            for (quantity, holds) in [
                (Quantity::GroundA, own),
                (Quantity::RunThroughA, own && has_run),
                (Quantity::EnemyGroundA, enemy),
                (Quantity::HeadedOffA, enemy && has_headed_off),
            ] {
                readings.counts[quantity.index(side)] = i64::from(holds);
            }
        }
        match outcome.ending {
            Ending::Won { side, .. } => {
                readings.counts[Quantity::WonA.index(side)] = 1;
                readings.counts[Quantity::WalkoverA.index(side)] =
                    i64::from(readings.counts[Quantity::ActionsA.index(!side)] == 0);
            }
            Ending::Draw(_) => readings.counts[Quantity::Drawn as usize] = 1,
            Ending::Cap => readings.counts[Quantity::Capped as usize] = 1,
        }
        readings.counts[Quantity::FirstMoverWon as usize] = i64::from(first_mover_won(outcome));
        for (side, losses) in outcome.losses.iter() {
            readings.counts[Quantity::LostA.index(side)] = i64::from(*losses);
        }
        readings.counts[Quantity::Activations as usize] = i64::from(outcome.activations);
        readings.counts[Quantity::Dice as usize] = dice as i64;
        readings
    }

    fn take(mut self, figures: BySide<usize>) -> Readings {
        for side in Side::BOTH {
            let busy = i64::from(self.busy[side].count_ones());
            self.count(Quantity::FiguresA, side, figures[side] as i64);
            self.count(Quantity::IdleA, side, figures[side] as i64 - busy);
        }
        self.readings
    }
}

impl Observer for Gauge {
    #[inline]
    fn wants_reasons(&self) -> bool {
        false
    }

    #[inline]
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        if self.ground.is_none() {
            self.ground = Some(BySide::from_fn(|side| ground(scene.battle, side)));
            let can_seize = scene.battle.spec().rules.system == System::Lloyd;
            for side in Side::BOTH {
                self.count(Quantity::SeizingA, side, i64::from(can_seize));
            }
        }
        if let Some(luck) = &mut self.luck {
            luck.event(scene, event);
        }
        match *event {
            Event::Acts { side, figures, .. } => self.acts(side, figures),
            Event::Forfeits { side, .. } => self.acts(side, 0),
            Event::ReactsShooting { side, .. }
            | Event::ReactsMoving { side, .. }
            | Event::Reacts { side, .. } => {
                self.reacts(side);
            }
            Event::Nominates { .. } | Event::Declines { .. } => {
                self.readings.counts[Quantity::Decisions as usize] += 1;
            }
            Event::SeizeRoll { side, success, .. } => {
                self.count(Quantity::AttemptsA, side, 1);
                self.count(Quantity::SeizesA, side, i64::from(success));
            }
            Event::Shoots { shooter, hit, .. } | Event::Fires { shooter, hit, .. } => {
                self.busy(shooter);
                self.count(Quantity::ShotsA, shooter.side(), 1);
                self.count(Quantity::HitsA, shooter.side(), i64::from(hit));
            }
            Event::Happens { event } => self.readings.happened |= 1 << event.0,
            Event::MeleeRound { .. } => self.readings.counts[Quantity::MeleeRounds as usize] += 1,
            Event::SegmentRoll { .. } => self.struck = Some(false),
            Event::Strikes { .. } => self.strikes(),
            Event::Fights { a, b, .. } | Event::Clashes { a, b, .. } => {
                self.strikes();
                self.busy(a);
                self.busy(b);
            }
            Event::Technique { figure, .. } | Event::Opens { figure, .. } => {
                self.strikes();
                self.busy(figure);
            }
            Event::Attacks { by, band, hit, .. } => {
                self.busy(by);
                if band.is_some() {
                    self.count(Quantity::ShotsA, by.side(), 1);
                    self.count(Quantity::HitsA, by.side(), i64::from(hit));
                } else {
                    self.strikes();
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_engine::event::Draw;

    #[test]
    fn streaks_and_droughts_by_hand() {
        let mut gauge = Gauge::default();
        // A A (reaction of B) A | B B | A, and the game ends.
        for side in [Side::A, Side::A] {
            gauge.acts(side, 0b1);
        }
        gauge.reacts(Side::B);
        gauge.acts(Side::A, 0b10);
        gauge.acts(Side::B, 0b1);
        gauge.acts(Side::B, 0b1);
        gauge.acts(Side::A, 0b1);
        let readings = gauge.take(BySide([3, 1]));
        let read = |quantity: Quantity| readings.counts[quantity as usize];
        assert_eq!(read(Quantity::Actions), 6);
        assert_eq!((read(Quantity::StreaksA), read(Quantity::StreakActionsA)), (1, 3));
        assert_eq!((read(Quantity::StreaksB), read(Quantity::StreakActionsB)), (1, 2));
        assert_eq!((read(Quantity::PureStreaksA), read(Quantity::PureStreakActionsA)), (2, 3));
        assert_eq!((read(Quantity::UnansweredA), read(Quantity::UnansweredB)), (1, 1));
        assert_eq!((read(Quantity::DroughtA), read(Quantity::DroughtB)), (2, 3));
        assert_eq!((read(Quantity::LongestA), read(Quantity::LongestB)), (3, 2));
        assert_eq!((read(Quantity::IdleA), read(Quantity::IdleB)), (1, 0));
        assert_eq!(read(Quantity::Decisions), 7);
        assert_eq!(readings.streaks[Side::A][..4], [0, 0, 1, 0]);
        assert_eq!(readings.streaks[Side::B][..4], [0, 1, 0, 0]);
    }

    /// A game in which side A can win by its second goal, which is ground.
    fn to_the_ground(gauge: Gauge, ending: Ending) -> [i64; 4] {
        let mut gauge = Gauge { ground: Some(BySide([0b10, 0])), ..gauge };
        let outcome = Outcome {
            ending,
            actions: 0,
            losses: BySide([0; 2]),
            activations: 0,
            started: Side::A,
            first_mover: None,
            longest_streak: 0,
        };
        let readings = gauge.finish(&outcome, 0, BySide([1, 1]));
        use Quantity::{EnemyGroundB, GroundB, HeadedOffB, RunThroughA};
        [RunThroughA, HeadedOffB, EnemyGroundB, GroundB].map(|q| readings.counts[q as usize])
    }

    #[test]
    fn running_through_and_heading_off_by_hand() {
        let played = |answers: &[bool]| {
            let mut gauge = Gauge::default();
            gauge.acts(Side::A, 1);
            for is_action in answers {
                if *is_action {
                    gauge.acts(Side::B, 1);
                } else {
                    gauge.reacts(Side::B);
                }
            }
            gauge
        };
        let won = |side, goal| Ending::Won { side, goal };
        for (answers, ending, expected) in [
            (&[][..], won(Side::A, Some(1)), [1, 0]),
            // By another goal, or with nobody left: not by ground.
            (&[], won(Side::A, Some(0)), [0, 0]),
            (&[], won(Side::A, None), [0, 0]),
            // Through all the same: after a reaction it is still a run, after an action it is not.
            (&[false], won(Side::A, Some(1)), [1, 0]),
            (&[true], won(Side::A, Some(1)), [0, 0]),
            // Not stopped: on the way he has won by something else.
            (&[true], won(Side::A, Some(0)), [0, 0]),
            (&[false], won(Side::A, None), [0, 0]),
            // Stopped by an action, by a reaction, and by nothing but the end of the game.
            (&[true], won(Side::B, Some(1)), [0, 1]),
            (&[false], Ending::Draw(Draw::Both), [0, 1]),
            (&[], won(Side::B, Some(0)), [0, 0]),
            (&[true], Ending::Cap, [0, 0]),
        ] {
            let found = to_the_ground(played(answers), ending);
            assert_eq!(found, [expected[0], expected[1], 1, 0], "{answers:?}, {ending:?}");
        }
    }
}
