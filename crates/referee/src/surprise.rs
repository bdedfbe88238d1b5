//! Surprise before the first round (ADC-9): how long each side is surprised, and that surprised figures do nothing.

use crate::known::*;

/// What the books know of surprise.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unawares {
    /// Segments for which each side is surprised, once reported.
    told: Option<BySide<u32>>,
    /// The current segment and the last one; 0 in rounds and before surprise.
    pub(crate) segment: u32,
    last: u32,
    /// Figures surprised in the current segment.
    pub(crate) surprised: BySide<FigureSet>,
    /// Segments that each figure has spent on a spell.
    pub(crate) cast: BySide<Vec<u8>>,
}

impl Unawares {
    pub(crate) fn cast_by(&self, figure: FigureId) -> u8 {
        let row = &self.cast[figure.side()];
        row.get(figure.index()).copied().unwrap_or(0)
    }

    /// Returns whether any of these figures has begun a spell before this round.
    pub(crate) fn is_under_way(&self, side: Side, figures: FigureSet) -> bool {
        each(figures).any(|i| self.cast_by(FigureId::new(side, i)) > 0)
    }

    /// Lets figures go on with a spell: `before` is what they had spent before, `spent` what they have spent now.
    pub(crate) fn goes_on(
        &mut self,
        side: Side,
        figures: FigureSet,
        before: &BySide<Vec<u8>>,
        spent: u16,
    ) {
        let row = &mut self.cast[side];
        row.resize(MAX_FIGURES, 0);
        for i in each(figures) {
            row[i] = spent as u8 + before[side].get(i).copied().unwrap_or(0);
        }
    }
}

/// Returns the figures of a side on the table that are surprised in a segment.
fn surprised_in(scene: &Scene<'_>, side: Side, told: BySide<u32>, segment: u32) -> FigureSet {
    let rules = &rulebook(scene).segments;
    let traits = scene.traits_of(side);
    let is_surprised = |i: &usize| {
        let reaction = traits[*i].nature.reaction_modifier(traits[*i].rate, rules);
        let own = i64::from(told[side]) - i64::from(reaction);
        told[side] > 0 && own >= i64::from(segment)
    };
    set_of(each(scene.alive[side]).filter(is_surprised))
}

impl Audit<'_> {
    /// Returns the last segment of the current round, or of the current surprise segment.
    pub(crate) fn last_segment(&self) -> u16 {
        match self.books.segments.unawares.segment {
            0 => u16::from(self.rules.segments.round),
            _ => 1,
        }
    }

    /// Returns into how many parts a full move is divided, one of which may be moved now.
    pub(crate) fn parts(&self) -> Len {
        let round = self.rules.segments.round;
        Len::from(round) / Len::from(self.last_segment().max(1)).max(1)
    }

    /// Checks the surprise rolls of both sides: once, before anything else.
    pub(crate) fn surprise(&mut self) {
        told!(self: Event::Surprise { rolled, on, segments });
        let spec = self.scene.spec();
        let rules = spec.rules.segments.surprise;
        let round = &mut self.books.segments;
        let first = round.number == 0 && round.unawares.told.replace(segments).is_none();
        must!(self: first && rules.reading != SurpriseReading::None => adc(9),
            "surprise is rolled for where it is not, or again");
        let can = Side::BOTH.map(|side| can_show(rules.dice, rolled[side]));
        must!(self: can == [true; 2] => adc(9), "{rolled:?} on {}", rules.dice);
        let named = BySide::from_fn(|side| spec.sides[side].surprised_on.unwrap_or(rules.on));
        must!(self: on == named => adc(9), "surprised on {on:?}, and it is {named:?}");
        let pips = Side::BOTH.map(|side| match rolled[side] {
            shown if shown > i32::from(on[side]) => 0,
            shown => shown,
        });
        let due = match (rules.reading, pips) {
            (SurpriseReading::None, _) | (_, [0, 0]) => [0, 0],
            (SurpriseReading::Osric, pips) => pips,
            (SurpriseReading::Difference, [0, _]) => [0, (rolled[Side::A] - rolled[Side::B]).abs()],
            (SurpriseReading::Difference, [_, 0]) => [(rolled[Side::A] - rolled[Side::B]).abs(), 0],
            (_, [a, b]) if a > b => [a - b, 0],
            (_, [a, b]) => [0, b - a],
        };
        let told = segments.0.map(i64::from);
        must!(self: told == due.map(i64::from) => adc(9),
            "{rolled:?} surprise for {segments:?}, and not for {due:?}");
    }

    /// Begins a segment in which a figure acts; in the segments skipped before it, none could.
    pub(crate) fn surprise_segment(&mut self, segment: u32, surprised: BySide<FigureSet>) {
        let number = self.page_is_over();
        let unawares = &mut self.books.segments.unawares;
        let told = unawares.told;
        let before = unawares.last;
        (unawares.segment, unawares.last) = (segment, segment);
        unawares.surprised = surprised;
        let Some(told) = told else {
            return self.breach(adc(9), "a surprise segment, and nobody has rolled");
        };
        let last = told[Side::A].max(told[Side::B]);
        must!(self: number == 0 && before < segment && segment <= last => adc(9),
            "surprise segment {segment} of {last} after {before}, in round {number}");
        self.nobody_acts(told, before + 1..segment);
        let due = BySide::from_fn(|side| surprised_in(self.scene, side, told, segment));
        must!(self: surprised == due => adc(9),
            "{surprised:?} are surprised in segment {segment}, and it is {due:?}");
        must!(self: surprised != self.scene.alive => adc(9),
            "nobody acts in surprise segment {segment}");
    }

    /// Checks that the first round begins only when surprise is over.
    pub(crate) fn surprise_is_over(&mut self) {
        let reading = self.rules.segments.surprise.reading;
        let unawares = &mut self.books.segments.unawares;
        let (told, before) = (unawares.told, unawares.last);
        unawares.segment = 0;
        unawares.surprised = BySide([0; 2]);
        let Some(told) = told else {
            must!(self: reading == SurpriseReading::None => adc(9),
                "the first round begins before surprise is rolled for");
            return;
        };
        let last = told[Side::A].max(told[Side::B]);
        unawares.last = last;
        self.nobody_acts(told, before + 1..last + 1);
    }

    /// Checks that everyone is surprised in these skipped segments.
    fn nobody_acts(&mut self, told: BySide<u32>, mut segments: std::ops::Range<u32>) {
        let acts = segments.find(|segment| {
            Side::BOTH.iter().any(|side| {
                self.scene.alive[*side] & !surprised_in(self.scene, *side, told, *segment) != 0
            })
        });
        must!(self: acts.is_none() => adc(9), "surprise segment {acts:?} is left out");
    }
}
