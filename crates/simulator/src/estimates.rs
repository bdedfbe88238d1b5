//! Reads estimates off a tally: every measure with its interval.

use skirmish_engine::event::{Draw, EventKind};
use skirmish_engine::side::Side;

use crate::controls::LessLuck;
use crate::estimate::{Confidence, Estimate, Per, Trials, mean, proportion, ratio, share};
use crate::measure::streak_measure;
use crate::outcomes::{Finish, Way};
use crate::sums::{RatioSums, Sums};
use crate::tally::{Tally, Unit};
use skirmish_measures::Measure;

impl Tally {
    /// Returns a measure with its interval; `None` if it was never measured.
    pub fn estimate(
        &self,
        measure: &Measure,
        side: Option<Side>,
        confidence: Confidence,
    ) -> Option<Estimate> {
        let sums = self.sums(measure, side).filter(|sums| sums.y > 0)?;
        match (measure.is_of_games(), measure.is_share, measure.is_a_game()) {
            (true, ..) => self.of_games(sums, confidence),
            (_, true, _) => share(sums, confidence),
            (.., true) => {
                let counts = Sums { sum: sums.x, squares: sums.xx, cubes: sums.xxx };
                mean(&counts, self.per_game(), confidence)
            }
            // Streaks, which are never shorter than one.
            _ => ratio(sums, confidence).map(|mean| mean.at_least(1.0)),
        }
    }

    /// Returns a measure by name, with its interval; `None` if it was never measured.
    pub fn measure(
        &self,
        name: &str,
        side: Option<Side>,
        confidence: Confidence,
    ) -> Option<Estimate> {
        self.estimate(Measure::named(name)?, side, confidence)
    }

    /// Returns the share of games in which an event of the scenario happened; `None` without games.
    pub fn event_rate(&self, event: usize, confidence: Confidence) -> Option<Estimate> {
        self.rate_of(self.happened(event)?, confidence)
    }

    const fn per_game(&self) -> Per {
        Per { units: self.units, games: self.unit().games() }
    }

    fn of_games(&self, sums: &RatioSums, confidence: Confidence) -> Option<Estimate> {
        match self.unit() {
            Unit::Game => proportion(Trials { successes: sums.x, trials: sums.y }, confidence),
            Unit::Pair => share(sums, confidence),
        }
    }

    fn rate_of(&self, sums: &Sums, confidence: Confidence) -> Option<Estimate> {
        self.of_games(&sums.over(self.units, self.unit().games()), confidence)
    }

    fn way(&self, way: Way, confidence: Confidence) -> Option<Estimate> {
        let mut sums = Sums::default();
        sums.add_alike(way.games - 2 * way.both, 1);
        sums.add_alike(way.both, 2);
        self.rate_of(&sums, confidence)
    }

    /// Returns the share of games with this finish.
    pub fn finish_rate(&self, finish: Finish, confidence: Confidence) -> Option<Estimate> {
        let (name, side) = match finish {
            Finish::WonA => ("win-rate", Some(Side::A)),
            Finish::WonB => ("win-rate", Some(Side::B)),
            Finish::Draw => ("draw-rate", None),
            Finish::Cap => ("cap-rate", None),
        };
        self.measure(name, side, confidence)
    }

    /// Returns the share of games with this finish, adjusted for luck; `None` if too few games ended so or otherwise.
    pub fn finish_rate_less_luck(
        &self,
        finish: Finish,
        confidence: Confidence,
    ) -> Option<LessLuck> {
        self.ending_less_luck(finish as usize, confidence)
    }

    /// Returns the same for a measure; also `None` if it is not about how games end.
    pub fn less_luck(
        &self,
        measure: &Measure,
        side: Option<Side>,
        confidence: Confidence,
    ) -> Option<LessLuck> {
        self.ending_less_luck(measure.ending(side)?, confidence)
    }

    fn ending_less_luck(&self, ending: usize, confidence: Confidence) -> Option<LessLuck> {
        self.joint.less_luck(self.units, self.unit().games(), ending, confidence)
    }

    /// Returns the share of games that the side won.
    pub fn win_rate(&self, side: Side, confidence: Confidence) -> Option<Estimate> {
        self.finish_rate(Finish::won_by(side), confidence)
    }

    /// Returns the share of games that the side won by a goal, or (`None`) because the enemy had no figure left.
    pub fn way_rate(
        &self,
        side: Side,
        goal: Option<u8>,
        confidence: Confidence,
    ) -> Option<Estimate> {
        self.way(self.outcomes.way(side, goal), confidence)
    }

    /// Returns the share of games drawn for this reason.
    pub fn draw_rate(&self, why: Draw, confidence: Confidence) -> Option<Estimate> {
        self.way(self.outcomes.draw(why), confidence)
    }

    /// Returns the share of successes among the side's seize rolls that needed this number.
    pub fn seize_rate_needing(
        &self,
        side: Side,
        needed: i32,
        confidence: Confidence,
    ) -> Option<Estimate> {
        share(self.seizes[side].needed(needed), confidence)
    }

    /// Returns the share of the side's completed streaks with this length; `is_seized` says whether the initiative is seized.
    pub fn streak_share(
        &self,
        side: Side,
        length: u32,
        is_seized: bool,
        confidence: Confidence,
    ) -> Option<Estimate> {
        let row = self.streaks[side].length(length);
        let all = self.completed_streaks(side, is_seized);
        let sums = RatioSums {
            x: row.completed,
            y: all.y,
            xx: row.completed_squares,
            xy: row.completed_by_all,
            yy: all.yy,
            units: all.units,
            ..RatioSums::default()
        };
        share(&sums, confidence)
    }

    /// Returns how often something happens per game.
    pub fn events_per_game(
        &self,
        kind: EventKind,
        side: Side,
        confidence: Confidence,
    ) -> Option<Estimate> {
        mean(self.event(kind, side), self.per_game(), confidence)
    }

    /// Returns the share of games in which a unit of the side was routed; `None` in systems without rout.
    pub fn rout_rate(&self, side: Side, confidence: Confidence) -> Option<Estimate> {
        self.of_games(self.command.as_ref()?.games_with_rout(side), confidence)
    }

    /// Returns how often per game the y of `sums` happens, such as shots; [`share`] has the results.
    pub fn trials_per_game(&self, sums: &RatioSums, confidence: Confidence) -> Option<Estimate> {
        let sums = Sums { sum: sums.y, squares: sums.yy, cubes: sums.yyy };
        mean(&sums, self.per_game(), confidence)
    }

    /// Returns the side's completed streaks: x actions (or chances, if the initiative is not seized) in y streaks.
    pub fn completed_streaks(&self, side: Side, is_seized: bool) -> RatioSums {
        self.of_side(streak_measure(is_seized), side)
    }

    /// Returns the side's seize rolls: x successes in y rolls.
    pub fn seize_rolls(&self, side: Side) -> RatioSums {
        self.of_side("seize-rate", side)
    }

    fn of_side(&self, name: &str, side: Side) -> RatioSums {
        let sums = Measure::named(name).and_then(|measure| self.sums(measure, Some(side)));
        debug_assert!(sums.is_some(), "there is no measure {name}");
        sums.copied().unwrap_or_default()
    }
}
