//! Where luck comes from: each game is played again with one kind of dice exchanged.

use indicatif::{HumanCount, ProgressBar};
use skirmish_engine::chance::Purpose;
use skirmish_engine::side::Side;
use skirmish_report::sensitivity::{Luck, LuckSource};
use skirmish_simulator::study::{self, LuckSums};

use super::{Reach, Study};
use crate::playing;
use crate::show;
use crate::status::Result;
use crate::study::kept::Keeper;

/// Games about the luck of one game: with its dice, with other dice, and with each kind exchanged.
pub(super) const LUCK_GAMES: u64 = 2 + Purpose::ALL.len() as u64;

impl Study<'_> {
    pub(super) fn luck(
        &self,
        reach: Reach<'_>,
        (bar, keeper): (&ProgressBar, &mut Keeper),
    ) -> Result<Luck> {
        let played = self.exchanged(reach, (bar, &mut *keeper))?;
        let is_short = played.games() < reach.games;
        // If the clock stopped it, fewer games are reported.
        if is_short && (playing::is_interrupted() || played.games() == 0) {
            bar.finish_and_clear();
            return Err(keeper.interrupted(&format!(
                "all games with each step were played, and {} of {} for where the luck comes from",
                HumanCount(played.games()),
                HumanCount(reach.games)
            )));
        }
        let found = played.shares(reach.confidence);
        let names = self.scenario.side_names();
        let source = |purpose: Purpose| match purpose {
            Purpose::BotA => format!("bot of {}", names[Side::A]),
            Purpose::BotB => format!("bot of {}", names[Side::B]),
            other => other.name().to_owned(),
        };
        Ok(Luck {
            games: found.games,
            least: found.least,
            sources: found
                .shares
                .iter()
                .map(|share| LuckSource {
                    source: source(share.purpose),
                    dice: Some(share.dice),
                    first: share.first.map(show::value),
                    total: share.total.map(show::value),
                })
                .collect(),
            together: found.together.map(show::value),
        })
    }

    pub(super) fn exchanged(
        &self,
        reach: Reach<'_>,
        (bar, keeper): (&ProgressBar, &mut Keeper),
    ) -> Result<LuckSums> {
        let play = |games| {
            let before = bar.position();
            let progress = |played: u64| bar.set_position(before + played * LUCK_GAMES);
            let (seed, progress) = (self.args.study.dice.seed, Some(&progress as _));
            Ok(study::luck(self.base, self.asked, seed, games, &self.workers, progress)?)
        };
        keeper.play("luck", LuckSums::default(), 0..reach.games, &self.workers, play)
    }
}
