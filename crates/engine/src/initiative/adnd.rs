//! AD&D's initiative (AD-01 to AD-10, ADC-6, ADC-7, ADC-9): in each round both sides roll a die, every figure declares, and
//! declared actions come in the order of action, segment by segment. A surprise segment is a round of one segment without dice.
//!
//! Which action comes first is worked out from dice alone, in [`order`] and [`timing`]; the rest of this module plays it. An
//! untimed action is compared with the timed actions of its targets, and of figures that aim at its actors; of several, with
//! the one that has most initiative. Untimed actions that do not concern each other keep the raw order only while neither has
//! to wait. How long a move takes shows on the table: movers go on segment by segment, and an untimed action finds its target
//! where it is then. Within a segment everything, including going on, comes by its place in the order of action; equal places
//! resolve simultaneously (AD-08).

mod clock;
mod declare;
mod exchange;
pub mod order;
mod resolve;
pub mod surprise;
pub mod timing;

pub use order::{Bracket, OrderPlace, Standing, place};
pub use surprise::{surprised_for, surprised_himself};
pub use timing::{
    ActionTime, Method, Time, Verdict, acts_on, compare, extra_strikes, faster, segments_for,
};

use self::declare::Voice;
use self::exchange::Aimed;
use self::surprise::Unawares;
use super::Initiative;
use crate::action::Choice;
use crate::action::attack::Attack;
use crate::battle::geometry::{Len, Point};
use crate::battle::{FigureId, MAX_FIGURES};
use crate::bits::Bits;
use crate::event::{Ending, Hindrance};
use crate::game::{Game, Play};
use crate::rulebook::{Clock, MOST_ROUTINES};
use crate::side::{BySide, Side};

/// Most actions declared in a round: one for each figure.
const MOST_ACTIONS: usize = 2 * MAX_FIGURES;

/// When a routine of an untimed action comes.
#[derive(Debug, Clone, Copy, Default)]
struct Moment {
    segment: u16,
    /// The method that decides it; `None` for the raw order (AD-04).
    method: Option<Method>,
}

impl Moment {
    /// Returns the moment of a routine in the raw order, not before a segment.
    const fn raw(segment: u16) -> Self {
        Self { segment, method: None }
    }
}

/// An action declared for this round by figures of one unit with the same place in the order of action.
#[derive(Debug, Clone, Copy, Default)]
struct Declared<S> {
    side: Side,
    choice: Choice<S>,
    /// Figures that have declared it, fallen or not.
    who: S,
    standing: Standing,
    /// Number of attack routines in it.
    routines: u8,
    /// Shots in each routine, the same for all taking part: more than one if all shots of a round are one volley (AD-02.1).
    shots: u8,
    /// How many routines are over.
    over: u8,
    moments: [Moment; MOST_ROUTINES as usize],
    /// For a spell, how many segments it takes; and after how many it begins.
    takes: u8,
    begins: u16,
    /// The speed factor of the weapon used.
    speed_factor: Option<u8>,
    /// Chargers (AD-09).
    charging: S,
    /// Figures still on their way.
    going: S,
    /// They have yet to go on in the current segment.
    afoot: bool,
    /// Chargers that have arrived and have yet to strike.
    arrived: S,
    /// It has been reported as an action.
    begun: bool,
    /// Its place in the order of action when part of it last came.
    came: Option<OrderPlace>,
    /// Its due part was aimed before the movers with the same place went on (AD-08).
    aimed: bool,
}

impl<S: Bits> Declared<S> {
    /// Returns whether a figure still takes part in it.
    fn is_by(&self, figure: FigureId) -> bool {
        self.side == figure.side() && self.choice.actors.has(figure.index())
    }

    const fn is_move(&self) -> bool {
        self.choice.kind.is_move()
    }

    /// Returns whether it has a time in segments (AD-04).
    const fn is_timed(&self) -> bool {
        self.is_move() || self.takes > 0
    }

    /// Returns whether it is a spell that takes longer than there are segments: it continues in the next round.
    fn outlasts(&self, segments: u16) -> bool {
        self.takes > 0 && self.begins + u16::from(self.takes) > segments
    }
}

/// How far a figure has come in this round.
#[derive(Debug, Clone, Copy, Default)]
struct Gone {
    /// How much of its allowance it has spent, or lost (AD-05).
    spent: Len,
    /// From where, how far and at what cost it has come since that was last reported.
    from: Point,
    way: Len,
    cost: Len,
    /// Its allowance for the round.
    whole: Len,
}

impl Gone {
    /// Returns whether it has moved in this round.
    const fn has_moved(&self) -> bool {
        self.way > 0
    }
}

/// The system: the current round. It is part of the workspace because its lists have room for every figure; a function that
/// needs one takes it out for the time being.
#[derive(Debug, Clone)]
pub(crate) struct Adnd<S> {
    open: bool,
    round: u32,
    /// Surprise before the first round, and the figures that it keeps from acting (ADC-9).
    unawares: Unawares,
    surprised: BySide<S>,
    /// Segments that each figure has spent on a spell begun in surprise (ADC-9), or so late in the round before that it
    /// continues in this one (ADC-6).
    cast: BySide<[u8; MAX_FIGURES]>,
    /// Segments of the round, or the one of surprise.
    segments: u16,
    rolled: BySide<i32>,
    declared: Vec<Declared<S>>,
    /// Units that have not begun anything in the round.
    unused: BySide<u128>,
    /// The current segment; 0 before everything that takes time.
    segment: u16,
    gone: BySide<[Gone; MAX_FIGURES]>,
    /// Figures with a stretch of way not yet reported.
    untold: BySide<S>,
    /// The round in which each figure last charged (AD-09); 0 for never.
    charged: BySide<[u32; MAX_FIGURES]>,
    /// Figures that have had extra strikes in this round (AD-10).
    favoured: BySide<S>,
    /// Figures thrown back in this round, which go no further in it (AD-04).
    thrown: BySide<S>,
    /// Figures that have halted because an enemy met or held them in this round (AD-09).
    halted: BySide<S>,
    /// The place at which everything that completes on the current segment comes, if that is simultaneous (AD-08).
    joint: Option<OrderPlace>,
    /// Figures that have struck in this round because of a charge, their own or one they have met (AD-09, ADC-7).
    struck: BySide<S>,
    /// Attacks by figures acting now that were aimed before the movers with the same place went on, with the index of the
    /// action (AD-08).
    aimed: Vec<(u16, Attack)>,
    /// Why figures among those found no target.
    at_nobody: BySide<[Option<Hindrance>; MAX_FIGURES]>,
    /// Groups that declare, and the order in which they do.
    voices: Vec<Voice<S>>,
    order: Vec<(OrderPlace, usize)>,
    /// Actions due at a place, and their attacks.
    due: Vec<u16>,
    attacks: Vec<Aimed>,
}

impl<S: Bits> Adnd<S> {
    /// Returns it with room for all figures that may act in a round.
    pub(crate) fn boxed() -> Box<Self> {
        Box::new(Self {
            declared: Vec::with_capacity(MOST_ACTIONS),
            aimed: Vec::with_capacity(MOST_ACTIONS),
            voices: Vec::with_capacity(MOST_ACTIONS),
            order: Vec::with_capacity(MOST_ACTIONS),
            due: Vec::with_capacity(MOST_ACTIONS),
            attacks: Vec::with_capacity(MOST_ACTIONS),
            ..Self::without_room()
        })
    }

    /// Begins another game: keeps nothing but the room of the lists.
    pub(crate) fn begin_anew(&mut self) {
        fn emptied<T>(list: &mut Vec<T>) -> Vec<T> {
            list.clear();
            std::mem::take(list)
        }
        *self = Self {
            declared: emptied(&mut self.declared),
            aimed: emptied(&mut self.aimed),
            voices: emptied(&mut self.voices),
            order: emptied(&mut self.order),
            due: emptied(&mut self.due),
            attacks: emptied(&mut self.attacks),
            ..Self::without_room()
        };
    }

    fn without_room() -> Self {
        const STILL: Gone = Gone { spent: 0, from: Point::new(0, 0), way: 0, cost: 0, whole: 0 };
        Self {
            open: false,
            round: 0,
            unawares: Unawares::default(),
            surprised: BySide([S::EMPTY; 2]),
            cast: BySide([[0; MAX_FIGURES]; 2]),
            segments: 0,
            rolled: BySide([0; 2]),
            declared: Vec::new(),
            unused: BySide([0; 2]),
            segment: 0,
            gone: BySide([[STILL; MAX_FIGURES]; 2]),
            untold: BySide([S::EMPTY; 2]),
            charged: BySide([[0; MAX_FIGURES]; 2]),
            favoured: BySide([S::EMPTY; 2]),
            thrown: BySide([S::EMPTY; 2]),
            halted: BySide([S::EMPTY; 2]),
            joint: None,
            struck: BySide([S::EMPTY; 2]),
            aimed: Vec::new(),
            at_nobody: BySide([[None; MAX_FIGURES]; 2]),
            voices: Vec::new(),
            order: Vec::new(),
            due: Vec::new(),
            attacks: Vec::new(),
        }
    }
}

impl<S: Bits> Initiative<S> for Adnd<S> {
    fn step(&mut self, game: &mut Game<'_, S, impl Play>) -> Option<Ending> {
        if !self.open {
            self.begin(game);
        }
        loop {
            if self.moves_end(game) {
                break;
            }
            self.join(game);
            if let Some(place) = self.next_place(game) {
                if self.play(game, place) {
                    break;
                }
                continue;
            }
            if !self.has_more() {
                self.open = false;
                self.tell_unfinished(game);
                for side in game.both() {
                    game.units_let_pass(side, self.unused[side] & game.units_in_play(side));
                }
                if !self.is_surprise() {
                    game.tempo.end_turn(Clock::Turns);
                }
                break;
            }
            self.go_on(game);
        }
        self.tell_ways(game);
        game.settle_events();
        game.ending()
    }
}
