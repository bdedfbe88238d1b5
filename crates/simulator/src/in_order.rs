//! Hands out the records of games in the order of their numbers, though chunks are finished in any order, and holds
//! only a bounded number of chunks back.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use skirmish_engine::game::Outcome;

/// One game, for lists of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameRecord {
    /// Its number in the run.
    pub game: u64,
    /// How it went.
    pub outcome: Outcome,
    /// Dice rolled.
    pub dice: u64,
}

/// Takes records in the order of game numbers, some at a time.
pub type Records<'a> = &'a mut (dyn FnMut(&[GameRecord]) + Send);

pub(crate) struct InOrder<'a> {
    state: Mutex<State<'a>>,
    moved: Condvar,
    window: u64,
}

struct State<'a> {
    next: u64,
    /// Chunks that wait for an earlier one: chunk `c` at `c % window`.
    waiting: Vec<Option<Vec<GameRecord>>>,
    spare: Vec<Vec<GameRecord>>,
    take: Records<'a>,
    abandoned: bool,
}

impl<'a> InOrder<'a> {
    /// At most `window` chunks are out or held back at any time.
    pub(crate) fn new(window: usize, take: Records<'a>) -> Self {
        Self {
            state: Mutex::new(State {
                next: 0,
                waiting: (0..window).map(|_| None).collect(),
                spare: Vec::new(),
                take,
                abandoned: false,
            }),
            moved: Condvar::new(),
            window: window as u64,
        }
    }

    // Nothing panics with the lock held except the caller's closure, and that panic is passed on.
    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the chunk is within the window and hands out an empty list for it; `None` if the run has failed.
    pub(crate) fn begin(&self, chunk: u64) -> Option<Vec<GameRecord>> {
        let mut state = self.lock();
        while chunk >= state.next + self.window {
            // Whatever failed was within the window, so this chunk comes after it and is not needed. A chunk within the
            // window is played all the same: it may hold an earlier failure.
            if state.abandoned {
                return None;
            }
            state = self.moved.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        Some(state.spare.pop().unwrap_or_default())
    }

    /// Takes the records of a chunk, and passes on all that are next in order.
    pub(crate) fn finish(&self, chunk: u64, records: Vec<GameRecord>) {
        let mut guard = self.lock();
        let state = &mut *guard;
        state.waiting[(chunk % self.window) as usize] = Some(records);
        while let Some(mut ready) = state.waiting[(state.next % self.window) as usize].take() {
            let taken = catch_unwind(AssertUnwindSafe(|| (state.take)(&ready)));
            if let Err(panic) = taken {
                // Nobody would ever wake those who wait.
                state.abandoned = true;
                self.moved.notify_all();
                drop(guard);
                resume_unwind(panic);
            }
            ready.clear();
            state.spare.push(ready);
            state.next += 1;
        }
        drop(guard);
        self.moved.notify_all();
    }

    /// The run has failed: nobody needs to wait any more.
    pub(crate) fn abandon(&self) {
        self.lock().abandoned = true;
        self.moved.notify_all();
    }
}
