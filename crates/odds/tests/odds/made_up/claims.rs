//! Chances that a law claims, held against play.

use std::collections::BTreeMap;
use std::fmt::Display;

use super::lots::Lots;
use skirmish_engine::chance::Chance;
use skirmish_odds::{OddsError, Ratio, every_outcome};

/// Ways for the dice to fall that are walked through, at most.
const MOST_WAYS: u64 = 2000;
/// How often what has more of them is played.
const GAMES: u32 = 150;
/// How likely it may be that something right is called wrong, of all that is played together,
const ERROR: f64 = 1e-6;
/// and that is so many claims, and so many sums of them, at most.
const MOST_CLAIMS: f64 = 1e6;
const MOST_SUMS: f64 = 32.0;

/// A chance that a law claims for something that is seen of a game.
pub(super) struct Claim<T> {
    /// What it is about: one word for all rulebooks, by which chances add up.
    about: &'static str,
    name: String,
    chance: Ratio,
    holds: Box<dyn Fn(&T) -> bool>,
}

impl<T> Claim<T> {
    pub(super) fn new(
        about: &'static str,
        name: impl ToString,
        chance: Ratio,
        holds: impl Fn(&T) -> bool + 'static,
    ) -> Self {
        Self { about, name: name.to_string(), chance, holds: Box::new(holds) }
    }
}

/// What has come of all claims.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// Whose claims come next, for messages.
    pub(super) of: String,
    pub(super) rulebooks: u64,
    /// Battles that were walked through, and played.
    pub(super) walked: u64,
    pub(super) played: u64,
    /// Battles in which nothing was done.
    pub(super) idle: u64,
    claims: u64,
    /// By what claims are about: how much oftener they held than they were to, and the variance of that.
    sums: BTreeMap<&'static str, [f64; 2]>,
    wrong: Vec<String>,
}

impl Held {
    /// This, and what has come of others.
    pub(super) fn and(&mut self, other: Self) {
        self.rulebooks += other.rulebooks;
        self.walked += other.walked;
        self.played += other.played;
        self.idle += other.idle;
        self.claims += other.claims;
        self.wrong.extend(other.wrong);
        for (about, more) in other.sums {
            let sum = self.sums.entry(about).or_default();
            *sum = [sum[0] + more[0], sum[1] + more[1]];
        }
    }

    /// Something is wrong with what is played.
    pub(super) fn fails(&mut self, why: impl Display) {
        self.wrong.push(format!("{}: {why}", self.of));
    }

    /// What was not as claimed.
    pub(super) fn wrong(&self) -> Vec<String> {
        let mut wrong = self.wrong.clone();
        if self.claims as f64 > MOST_CLAIMS || self.sums.len() as f64 > MOST_SUMS {
            wrong.push(format!("{} claims about {} things", self.claims, self.sums.len()));
        }
        for (about, [more, variance]) in &self.sums {
            // D. A. Freedman, On tail probabilities for martingales, Annals of Probability 3 (1975) 100-118.
            let exponent = more * more / (2.0 * variance + 2.0 * more.abs() / 3.0).max(1e-9);
            if exponent > (2.0 * MOST_SUMS / ERROR).ln() {
                wrong.push(format!("{about}: in all {more} oftener than claimed, of {variance}"));
            }
        }
        wrong
    }

    /// Walks through all ways for the dice to fall, if they are few enough. Says whether they were.
    pub(super) fn walk<T: Ord>(
        &mut self,
        claims: &[Claim<T>],
        play: impl FnMut(&mut dyn Chance) -> T,
    ) -> bool {
        let walked = match every_outcome(MOST_WAYS, play) {
            Ok(walked) => walked,
            Err(OddsError::TooManyOutcomes { .. }) => return false,
            Err(error) => {
                self.fails(error);
                return true;
            }
        };
        self.walked += 1;
        for claim in claims {
            let seen = walked.chance_that(|seen| (claim.holds)(seen));
            if seen != claim.chance {
                let Claim { about, name, chance, .. } = claim;
                self.fails(format!("{about} {name}: {chance} and not {seen}"));
            }
        }
        true
    }

    /// Plays so many games, and counts.
    pub(super) fn play<T>(
        &mut self,
        claims: &[Claim<T>],
        lots: &mut Lots,
        mut play: impl FnMut(&mut dyn Chance) -> T,
    ) {
        let games: Vec<T> = (0..GAMES).map(|_| play(lots)).collect();
        let all = f64::from(GAMES);
        self.played += 1;
        self.claims += claims.len() as u64;
        for claim in claims {
            let count = games.iter().filter(|game| (claim.holds)(game)).count() as f64;
            let chance = claim.chance.to_f64();
            // W. Hoeffding, Probability inequalities for sums of bounded random variables, Journal of the American Statistical
            // Association 58 (1963) 13-30: a share as far off is no likelier than by its divergence.
            if all * divergence(count / all, chance) > (2.0 * MOST_CLAIMS / ERROR).ln() {
                let Claim { about, name, .. } = claim;
                self.fails(format!("{about} {name}: {count} of {all} at {chance}"));
            }
            let sum = self.sums.entry(claim.about).or_default();
            sum[0] += count - all * chance;
            sum[1] += all * chance * (1.0 - chance);
        }
    }
}

/// How far a share is from a chance, as a likelihood.
fn divergence(share: f64, chance: f64) -> f64 {
    let part = |share: f64, chance: f64| {
        if share == 0.0 { 0.0 } else { share * (share / chance).ln() }
    };
    part(share, chance) + part(1.0 - share, 1.0 - chance)
}
