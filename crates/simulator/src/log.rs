//! Whether games go as other games went: to the last event, with the same numbers in it.

use skirmish_engine::event::Event;

/// The events of a few games, and what is done with those of the game being played.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log {
    events: Vec<Event>,
    /// Where each of the games ends.
    ends: Vec<usize>,
    mode: Mode,
}

#[derive(Debug, Clone, Copy, Default)]
enum Mode {
    #[default]
    Off,
    /// Events are written down.
    Writing,
    /// Events are held against those of a game: those from `next` up to `end` are still to come.
    Comparing { next: usize, end: usize, is_same: bool },
}

impl Log {
    #[inline]
    pub(crate) const fn is_on(&self) -> bool {
        !matches!(self.mode, Mode::Off)
    }

    /// An event happens. Out of line, so that games without a log pay no more than a branch for it.
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

    /// Forgets all games; those that follow are written down.
    pub(crate) fn write(&mut self) {
        self.events.clear();
        self.ends.clear();
        self.mode = Mode::Writing;
    }

    /// A game that was written down is over.
    pub(crate) fn end_game(&mut self) {
        self.ends.push(self.events.len());
    }

    /// The game that follows is held against the k-th of those written down.
    pub(crate) fn compare(&mut self, k: usize) {
        let next = k.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.mode = Mode::Comparing { next, end: self.ends[k], is_same: true };
    }

    /// Whether the game that is over now went as the one that it was held against.
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
