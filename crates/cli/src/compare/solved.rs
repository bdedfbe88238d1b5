//! `compare --solve`: what each variant is worth when both sides play well, by the players of the first and by its own.

use skirmish_engine::battle::{Battle, Player};
use skirmish_engine::side::{BySide, Side};
use skirmish_report::OutputFile;
use skirmish_report::comparison::Value;
use skirmish_report::solved::VariantRow;
use skirmish_search::arena::Score;
use skirmish_simulator::{Workers, scores};

use super::{Case, names};
use crate::args::{self, Searching};
use crate::output;
use crate::search::CERTIFICATE;
use crate::show::CONFIDENCE;
use crate::solve::{Effort, script, well_played};
use crate::status::Failure;

/// Searches for the players of each variant. Returns what each is worth, and the players as files; of an interrupted search
/// nothing.
pub(super) fn variants(
    args: &args::Compare,
    cases: &[Case],
    searching: Searching,
    workers: &Workers,
    command: &str,
) -> Result<(Vec<VariantRow>, Vec<OutputFile>), Failure> {
    let (games, time) = match searching {
        Searching::Games(games) => (games, None),
        Searching::For(time) => (u64::MAX, Some(time / cases.len() as u32)),
    };
    let seed = args.dice.seed;
    let quiet = args.playing.quiet;
    let effort = Effort { games, time, answer: ANSWER, seed, delta: DELTA, quiet };
    let (mut rows, mut files) = (Vec::new(), Vec::new());
    let mut of_first = BySide([Vec::new(), Vec::new()]);
    for ((case, name), letter) in cases.iter().zip(names(cases)).zip('a'..) {
        let solution = match well_played(&case.scenario, &case.battle, &effort, workers, None) {
            Err(Failure::Interrupted(why)) => {
                output::note(&why);
                return Ok((Vec::new(), Vec::new()));
            }
            solution => solution?,
        };
        if rows.is_empty() {
            of_first.clone_from(&solution.mixes);
        }
        let same = match played_alike(case, &cases[0], &of_first) {
            Some(battle) => {
                let points = scores(&[battle], Side::A, seed, 0..CERTIFICATE, workers)?;
                Some(Score::of(&points[0]))
            }
            None => None,
        };
        let worth = solution.worth();
        let Value { value, interval } = solution.certified.value;
        rows.push(VariantRow {
            variant: name,
            same: same.map_or(f64::NAN, |same| same.mean()),
            same_interval: same.map(|same| same.interval(CONFIDENCE)),
            best: value,
            best_interval: interval,
            low: worth.range.0,
            high: worth.range.1,
            games: solution.searched(),
        });
        let text = script(&case.scenario, &solution.mixes, Some(&worth), command);
        files.push(OutputFile::new(format!("players-{letter}.toml"), text.into_bytes()));
    }
    Ok((rows, files))
}

/// A variant between the players of the first; `None` if what they speak of is not there.
fn played_alike(case: &Case, first: &Case, mixes: &BySide<Vec<Player>>) -> Option<Battle> {
    let translated = |side: Side, player: &Player| {
        let text = first.scenario.say_bot(side, &player.bot, "");
        let bot = case.scenario.read_bot(side, &player.bot.name, &text).ok()?;
        Some(Player { bot, weight: player.weight })
    };
    let of = |side: Side| mixes[side].iter().map(|player| translated(side, player)).collect();
    let [a, b]: [Option<Vec<Player>>; 2] = Side::BOTH.map(of);
    case.battle.with_players(BySide([&a?, &b?])).ok()
}

/// Games of each search for a best answer: fewer than for `solve`, which has more of them.
const ANSWER: u64 = 20_000;

/// What neither side is to gain any more, as for `solve`.
const DELTA: f64 = 0.02;
