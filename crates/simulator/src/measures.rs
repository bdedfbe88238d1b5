//! What a tally says: every measure with its interval.

use skirmish_engine::event::{Draw, EventKind};
use skirmish_engine::side::Side;

use crate::controls::{LessLuck, less_luck};
use crate::estimate::{Confidence, Estimate, Per, Trials, mean, proportion, ratio, share};
use crate::outcomes::{Finish, Way};
use crate::sums::{GameSums, Measure, RatioSums, Sums};
use crate::tally::{Tally, Unit};

/// Measures that [`Tally::named`] knows, by the names that studies use.
pub const NAMED: &[&str] = &[
    "win-rate",
    "draw-rate",
    "cap-rate",
    "first-mover-win-rate",
    "mean-streak",
    "actions",
    "seize-rate",
    "seizes",
    "losses",
    "activations",
];

impl Tally {
    /// A measure by its name, of each side if it is by side; `None` if it is none of [`NAMED`]. Streaks are here those that
    /// ended by a seize.
    #[must_use]
    pub fn named(&self, name: &str, confidence: Confidence) -> Option<Vec<Option<Estimate>>> {
        let of_sides =
            |measure: fn(&Self, Side, Confidence) -> Option<Estimate>| -> Vec<Option<Estimate>> {
                Side::BOTH.map(|side| measure(self, side, confidence)).to_vec()
            };
        Some(match name {
            "win-rate" => of_sides(Self::win_rate),
            "draw-rate" => vec![self.finish_rate(Finish::Draw, confidence)],
            "cap-rate" => vec![self.finish_rate(Finish::Cap, confidence)],
            "first-mover-win-rate" => vec![self.first_mover_win_rate(confidence)],
            "mean-streak" => of_sides(Self::mean_streak),
            "actions" => vec![self.actions_per_game(confidence)],
            "seize-rate" => of_sides(Self::seize_rate),
            "seizes" => of_sides(Self::seizes_per_game),
            "losses" => of_sides(Self::losses_per_game),
            "activations" => vec![self.activations_per_game(confidence)],
            _ => return None,
        })
    }

    const fn per_game(&self) -> Per {
        Per { units: self.units, games: self.unit().games() }
    }

    /// Games of a kind, of all games.
    fn of_games(&self, sums: &RatioSums, confidence: Confidence) -> Option<Estimate> {
        match self.unit() {
            Unit::Game => proportion(Trials { successes: sums.x, trials: sums.y }, confidence),
            Unit::Pair => share(sums, confidence),
        }
    }

    /// Share of games that ended so.
    #[must_use]
    pub fn finish_rate(&self, finish: Finish, confidence: Confidence) -> Option<Estimate> {
        let sums = self.outcomes.count(|_, seen| seen == finish);
        self.of_games(&sums, confidence)
    }

    /// Share of games that the side won.
    #[must_use]
    pub fn win_rate(&self, side: Side, confidence: Confidence) -> Option<Estimate> {
        self.finish_rate(Finish::won_by(side), confidence)
    }

    /// Share of games won by the side that made the first action.
    #[must_use]
    pub fn first_mover_win_rate(&self, confidence: Confidence) -> Option<Estimate> {
        self.rate_of(self.outcomes.first_mover(), confidence)
    }

    /// Share of games that the side won by a goal, or, for `None`, because the enemy had no figure left.
    #[must_use]
    pub fn way_rate(
        &self,
        side: Side,
        goal: Option<u8>,
        confidence: Confidence,
    ) -> Option<Estimate> {
        self.rate_of(self.outcomes.way(side, goal), confidence)
    }

    /// Share of games in which nobody won for this reason.
    #[must_use]
    pub fn draw_rate(&self, why: Draw, confidence: Confidence) -> Option<Estimate> {
        self.rate_of(self.outcomes.draw(why), confidence)
    }

    fn rate_of(&self, way: Way, confidence: Confidence) -> Option<Estimate> {
        let (units, games) = (self.units, self.unit().games());
        let sums = RatioSums {
            x: way.games,
            y: self.games(),
            // A pair that ended so twice counts 2² where two pairs that ended so once count 1 + 1.
            xx: u128::from(way.games + 2 * way.both),
            xy: u128::from(games * way.games),
            yy: u128::from(games * games * units),
            units,
        };
        self.of_games(&sums, confidence)
    }

    /// Seize rolls of the side that succeeded, of all.
    #[must_use]
    pub fn seize_rate(&self, side: Side, confidence: Confidence) -> Option<Estimate> {
        share(&self.seizes[side].all, confidence)
    }

    /// The same, of the rolls that needed this number.
    #[must_use]
    pub fn seize_rate_needing(
        &self,
        side: Side,
        needed: i32,
        confidence: Confidence,
    ) -> Option<Estimate> {
        share(self.seizes[side].needed(needed), confidence)
    }

    /// Share of the side's completed streaks that have this length.
    #[must_use]
    pub fn streak_share(
        &self,
        side: Side,
        length: u32,
        confidence: Confidence,
    ) -> Option<Estimate> {
        share(&self.streaks[side].share(length), confidence)
    }

    /// Mean length of the side's completed streaks, in actions.
    #[must_use]
    pub fn mean_streak(&self, side: Side, confidence: Confidence) -> Option<Estimate> {
        ratio(&self.streaks[side].lengths, confidence)
    }

    /// Actions a game.
    #[must_use]
    pub fn actions_per_game(&self, confidence: Confidence) -> Option<Estimate> {
        mean(&self.actions.units, self.per_game(), confidence)
    }

    /// Figure activations a game.
    #[must_use]
    pub fn activations_per_game(&self, confidence: Confidence) -> Option<Estimate> {
        mean(&self.activations.units, self.per_game(), confidence)
    }

    /// Figures of the side lost a game.
    #[must_use]
    pub fn losses_per_game(&self, side: Side, confidence: Confidence) -> Option<Estimate> {
        mean(&self.losses[side].units, self.per_game(), confidence)
    }

    /// How often something happens a game.
    #[must_use]
    pub fn events_per_game(
        &self,
        kind: EventKind,
        side: Side,
        confidence: Confidence,
    ) -> Option<Estimate> {
        mean(self.event(kind, side), self.per_game(), confidence)
    }

    /// Successful seize rolls of the side a game.
    #[must_use]
    pub fn seizes_per_game(&self, side: Side, confidence: Confidence) -> Option<Estimate> {
        let all = &self.seizes[side].all;
        let sums = Sums { sum: all.x, squares: all.xx };
        mean(&sums, self.per_game(), confidence)
    }

    /// Share of games in which a unit of the side was routed; `None` in systems that know no rout.
    #[must_use]
    pub fn rout_rate(&self, side: Side, confidence: Confidence) -> Option<Estimate> {
        self.of_games(self.command.as_ref()?.games_with_rout(side), confidence)
    }

    /// How often a game what `sums` counts as y happens, such as shots; [`share`] has what came of it.
    #[must_use]
    pub fn trials_per_game(&self, sums: &RatioSums, confidence: Confidence) -> Option<Estimate> {
        let sums = Sums { sum: sums.y, squares: sums.yy };
        mean(&sums, self.per_game(), confidence)
    }

    /// Standard deviation over single games, for `actions`, `activations` or `losses` of this tally; `None` below two
    /// games.
    #[must_use]
    pub fn game_deviation(&self, sums: &GameSums) -> Option<f64> {
        let games = self.games() as f64;
        let sum = sums.units.sum as f64;
        let squares = sums.game_squares as f64 - sum * (sum / games);
        (games > 1.0).then(|| (squares.max(0.0) / (games - 1.0)).sqrt())
    }

    /// Share of games that ended so, with the luck of the dice taken out. `None` if there are too few games of that kind,
    /// or of others, to tell.
    #[must_use]
    pub fn finish_rate_less_luck(
        &self,
        finish: Finish,
        confidence: Confidence,
    ) -> Option<LessLuck> {
        let outcome = match finish {
            Finish::WonA => Measure::WinsA,
            Finish::WonB => Measure::WinsB,
            Finish::Draw => Measure::Draws,
            Finish::Cap => Measure::Caps,
        };
        let games = self.unit().games();
        less_luck(&self.joint, self.units, games, outcome, confidence)
    }
}
