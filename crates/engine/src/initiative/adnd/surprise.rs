//! Surprise (ADC-9): both sides roll before the first round, and figures not surprised act in segments of their own.

use super::Adnd;
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::event::Event;
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::rulebook::SurpriseReading;
use crate::side::{BySide, Side};

/// Returns for how many segments sides with these rolls are surprised, where a roll of up to `on` means surprise.
pub fn surprised_for(rolled: BySide<i32>, on: BySide<u8>, reading: SurpriseReading) -> BySide<u32> {
    let own = BySide::from_fn(|side| match rolled[side] <= i32::from(on[side]) {
        true => rolled[side].max(0).unsigned_abs(),
        false => 0,
    });
    let both = own[Side::A] > 0 && own[Side::B] > 0;
    match reading {
        SurpriseReading::None => BySide([0; 2]),
        SurpriseReading::Osric => own,
        SurpriseReading::Difference if !both => {
            let apart = rolled[Side::A].abs_diff(rolled[Side::B]);
            BySide::from_fn(|side| if own[side] > 0 { apart } else { 0 })
        }
        SurpriseReading::Net | SurpriseReading::Difference => {
            BySide::from_fn(|side| own[side].saturating_sub(own[!side]))
        }
    }
}

/// Returns for how many segments a figure is surprised if its side is for `side`: a reaction bonus takes some off, a penalty
/// adds some; neither matters if the side is not surprised.
pub fn surprised_himself(side: u32, reaction: i32) -> u32 {
    match side {
        0 => 0,
        side => side.saturating_add_signed(reaction.saturating_neg()),
    }
}

/// How far the segments before the first round have come.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Unawares {
    rolled: bool,
    segments: BySide<u32>,
    /// The current segment, from 1; 0 in rounds.
    pub(super) segment: u32,
}

impl<S: Bits> Adnd<S> {
    /// Returns whether this is a surprise segment rather than a round.
    pub(super) const fn is_surprise(&self) -> bool {
        self.unawares.segment > 0
    }

    /// Returns the number for routines that differ from round to round (AD-02).
    pub(super) const fn number(&self) -> u32 {
        if self.is_surprise() { self.unawares.segment } else { self.round }
    }

    /// Goes on to the next surprise segment in which any figure acts. Returns whether there is one.
    pub(super) fn surprise(&mut self, game: &mut Game<'_, S, impl Play>) -> bool {
        if game.battle.spec().rules.segments.surprise.reading == SurpriseReading::None {
            return false;
        }
        if !self.unawares.rolled {
            self.roll_for_surprise(game);
        }
        let segments = self.unawares.segments;
        let last = segments[Side::A].max(segments[Side::B]);
        while self.unawares.segment < last {
            self.unawares.segment += 1;
            let segment = self.unawares.segment;
            self.surprised = BySide::from_fn(|side| still_surprised(game, side, segments, segment));
            let acts = |side: Side| game.state.force[side].alive != self.surprised[side];
            if acts(Side::A) || acts(Side::B) {
                let surprised = BySide::from_fn(|side| self.surprised[side].widen());
                game.tell(|| Event::SurpriseSegment { segment, surprised });
                return true;
            }
        }
        self.unawares.segment = 0;
        self.unawares.segments = BySide([0; 2]);
        self.surprised = BySide([S::EMPTY; 2]);
        false
    }

    fn roll_for_surprise(&mut self, game: &mut Game<'_, S, impl Play>) {
        let spec = game.battle.spec();
        let rules = spec.rules.segments.surprise;
        let on = BySide::from_fn(|side| spec.sides[side].surprised_on.unwrap_or(rules.on));
        let rolled = BySide::from_first(game.began, |_| {
            game.roll(Purpose::Surprise, Rule::adc(9), rules.dice)
        });
        let segments = surprised_for(rolled, on, rules.reading);
        self.unawares.rolled = true;
        self.unawares.segments = segments;
        game.tell(|| Event::Surprise { rolled, on, segments });
    }
}

/// Returns the figures of a side surprised in a segment.
fn still_surprised<S: Bits>(
    game: &Game<'_, S, impl Play>,
    side: Side,
    segments: BySide<u32>,
    segment: u32,
) -> S {
    let rules = &game.battle.spec().rules.segments;
    let traits = game.battle.traits_of(side);
    let is_surprised = |i: &usize| {
        let reaction = traits[*i].nature.reaction_modifier(traits[*i].rate, rules);
        surprised_himself(segments[side], reaction) >= segment
    };
    S::of(game.state.force[side].alive.iter().filter(is_surprised))
}

#[cfg(test)]
mod tests {
    use super::*;
    use SurpriseReading::{Difference, Net, Osric};

    /// The readings, with the dice of their sources.
    #[test]
    fn adc_9_how_long_a_side_is_surprised() {
        for (rolled, reading, expected) in [
            ([2, 3], Net, [2, 0]),
            ([1, 2], Net, [0, 1]),
            ([2, 2], Net, [0, 0]),
            ([1, 2], Osric, [1, 2]),
            ([2, 5], Osric, [2, 0]),
            ([3, 4], Osric, [0, 0]),
            ([1, 6], Difference, [5, 0]),
            ([4, 2], Difference, [0, 2]),
            ([1, 2], Difference, [0, 1]),
            ([6, 3], Difference, [0, 0]),
            ([1, 2], SurpriseReading::None, [0, 0]),
        ] {
            let found = surprised_for(BySide(rolled), BySide([2, 2]), reading);
            assert_eq!(found, BySide(expected), "{rolled:?} by {reading:?}");
        }
        // Some are surprised more easily, and some not at all.
        let found = surprised_for(BySide([4, 1]), BySide([4, 0]), Net);
        assert_eq!(found, BySide([4, 0]));
    }

    #[test]
    fn adc_9_the_reaction_modifier_makes_it_shorter_or_longer() {
        for (side, reaction, expected) in
            [(2, 0, 2), (2, 1, 1), (2, 3, 0), (1, -2, 3), (0, -2, 0), (0, 2, 0)]
        {
            let found = surprised_himself(side, reaction);
            assert_eq!(found, expected, "{side} segments, {reaction:+}");
        }
    }
}
