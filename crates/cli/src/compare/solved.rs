//! `compare --solve`: what each variant is worth when both sides play well, by the players of the first and by its own.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use skirmish_engine::battle::{Battle, Player};
use skirmish_engine::side::{BySide, Side};
use skirmish_report::OutputFile;
use skirmish_report::comparison::Value;
use skirmish_report::solved::VariantRow;
use skirmish_search::arena::Score;
use skirmish_simulator::Workers;

use super::cases::Case;
use crate::args::{self, Searching};
use crate::output;
use crate::playing::{self, BRAKE, in_time};
use crate::search::certified;
use crate::search::kept::{KeptMixes, Scripts};
use crate::show::CONFIDENCE;
use crate::solve::{Effort, script, well_played};
use crate::status::{Done, Failure};
use crate::study::kept::Keeper;

/// What was found of a variant, as it is kept.
#[derive(Serialize, Deserialize)]
struct SolvedVariant {
    row: VariantRow,
    mixes: KeptMixes,
    /// The players as a file.
    script: String,
}

/// Searches for the players of each variant. Returns what each is worth, and the players as files; of an interrupted search
/// nothing.
pub(super) fn variants(
    args: &args::Compare,
    cases: &[Case],
    searching: Searching,
    workers: &Workers,
    command: &str,
    keeper: &mut Keeper,
) -> Done<(Vec<VariantRow>, Vec<OutputFile>)> {
    let seed = args.study.dice.seed;
    let effort =
        Effort::beside(searching, cases.len() as u32, seed, args.study.output.playing.quiet);
    // Of a time that is for all of the command, whatever is left.
    let end = match (args.solve, args.study.budget.time, searching) {
        (Some(None), Some(all), _) => Some(BRAKE.made() + all),
        (_, _, Searching::For(time)) => Some(Instant::now() + time),
        _ => None,
    };
    let (mut rows, mut files) = (Vec::new(), Vec::new());
    let mut of_first = None;
    for (case, letter) in cases.iter().zip('a'..) {
        let scripts =
            BySide::from_fn(|side| Scripts { scenario: &case.scenario, side, known: &[] });
        let search = |keeper: &mut Keeper, of_first: Option<&BySide<Vec<Player>>>| {
            let left = (cases.len() - rows.len()) as u32;
            let time = end.map(|end| playing::until(end) / left);
            let effort = Effort { time, ..effort };
            let kept = (keeper, &*format!("search {letter}"));
            let solution = well_played(&case.scenario, &case.battle, &effort, workers, kept)?;
            playing::allow_more(effort.time);
            let own = &solution.mixes;
            let same = match played_alike(case, &cases[0], of_first.unwrap_or(own)) {
                Some(battle) => {
                    let (of, bar) = ((Side::A, seed), &playing::search_bar(true));
                    let told = certified(&case.scenario, (&[], &[battle]), of, (workers, bar));
                    let told = in_time(told, "the players of the first variant")?;
                    told.map(|told| Score::of(&told.points[0]))
                }
                None => None,
            };
            let worth = solution.worth();
            let (Value { value, interval }, (low, high)) = (solution.value, solution.range());
            let row = VariantRow {
                variant: case.variant.label.clone(),
                same: same.map(|same| same.mean()),
                same_interval: same.map(|same| same.interval(CONFIDENCE)),
                best: value,
                best_interval: interval,
                low,
                high,
                settled: solution.solved.is_settled,
                games: solution.searched(),
            };
            let script = script(&case.scenario, own, worth.as_ref(), command);
            Ok::<_, Failure>(SolvedVariant { row, mixes: KeptMixes::of(&scripts, own), script })
        };
        let purpose = format!("found {letter}");
        let found = match keeper.kept::<SolvedVariant>(&purpose)? {
            Some(found) => found,
            None => {
                let found = match search(keeper, of_first.as_ref()) {
                    Err(Failure::Interrupted(why)) => {
                        output::note(&why);
                        return Ok((Vec::new(), Vec::new()));
                    }
                    found => found?,
                };
                keeper.keep(&purpose, &found, true)?;
                found
            }
        };
        if of_first.is_none() {
            of_first = Some(found.mixes.read(&scripts).ok_or_else(|| keeper.is_damaged())?);
        }
        let SolvedVariant { row, script, .. } = found;
        rows.push(row);
        files.push(OutputFile::new(format!("players-{letter}.toml"), script.into_bytes()));
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
