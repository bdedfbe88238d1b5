//! Compares games event by event, including all numbers.

use skirmish_engine::event::Event;

/// The events of a few games, and what to do with those of the current one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log {
    events: Vec<Event>,
    ends: Vec<usize>,
    mode: Mode,
}

#[derive(Debug, Clone, Copy, Default)]
enum Mode {
    #[default]
    Off,
    /// Events are recorded.
    Writing,
    /// Events are compared with those of a recorded game; `next` to `end` are still to come.
    Comparing { next: usize, end: usize, is_same: bool },
}

impl Log {
    #[inline]
    pub(crate) const fn is_on(&self) -> bool {
        !matches!(self.mode, Mode::Off)
    }

    /// Handles an event. Kept out of line, so that games without a log pay only for a branch.
    #[cold]
    #[inline(never)]
    pub(crate) fn meet(&mut self, event: &Event) {
        match &mut self.mode {
            Mode::Off => {}
            Mode::Writing => self.events.push(*event),
            Mode::Comparing { next, end, is_same } => {
                if *is_same && *next < *end && self.events[*next] == *event {
                    *next += 1;
                } else {
                    *is_same = false;
                }
            }
        }
    }

    pub(crate) fn write(&mut self) {
        self.events.clear();
        self.ends.clear();
        self.mode = Mode::Writing;
    }

    pub(crate) fn end_game(&mut self) {
        self.ends.push(self.events.len());
    }

    pub(crate) fn compare(&mut self, k: usize) {
        let next = k.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.mode = Mode::Comparing { next, end: self.ends[k], is_same: true };
    }

    /// Returns whether the finished game went like the one it was compared with.
    pub(crate) const fn was_same(&self) -> bool {
        matches!(self.mode, Mode::Comparing { next, end, is_same: true } if next == end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_engine::side::Side;

    #[test]
    fn games_are_the_same_to_the_last_event_or_not_at_all() {
        let event = |streak| Event::Passes { to: Side::A, streak };
        let mut log = Log::default();
        assert!(!log.is_on());
        log.write();
        for game in [&[1, 2, 3][..], &[4]] {
            game.iter().for_each(|streak| log.meet(&event(*streak)));
            log.end_game();
        }
        for (k, game, is_same) in [
            (0, &[1, 2, 3][..], true),
            (0, &[1, 2], false),
            (0, &[1, 2, 3, 4], false),
            (0, &[2, 2, 3], false),
            (1, &[4], true),
            (1, &[], false),
        ] {
            log.compare(k);
            game.iter().for_each(|streak| log.meet(&event(*streak)));
            assert_eq!(log.was_same(), is_same, "{game:?}");
        }
    }
}
