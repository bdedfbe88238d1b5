//! The edits of one level of cost against the targets, until one of them is accepted.

use skirmish_simulator::Tally;
use skirmish_simulator::study::Verdict;

use super::{Asked, Edit, Stage, Table, Tried};

/// What came of a race.
pub(super) struct Raced {
    /// Every edit of the level.
    pub(super) tried: Vec<Tried>,
    /// Whether it was not stopped.
    pub(super) is_whole: bool,
}

/// One edit, and what was counted of it in each seat.
struct Runner {
    tried: Tried,
    verdicts: Vec<Verdict>,
    tallies: Vec<Option<Tally>>,
}

impl Runner {
    fn is_out(&self) -> bool {
        self.verdicts.contains(&Verdict::Fail)
    }
}

/// Plays all of them to one look after the other, one seat after the other: who misses a target is out at once. It ends
/// with the look at which an edit is accepted, or with the last.
///
/// What is true of one edit does not hang on how many others run: it is dropped although it meets all targets no more often
/// than half of the error, since its intervals hold over all its looks and targets together.
pub(super) fn race<T: Table>(
    asked: &Asked,
    level: usize,
    edits: Vec<Edit>,
    table: &mut T,
) -> Result<Raced, T::Error> {
    let looks = asked.looks();
    let runner = |edit: Edit| Runner {
        tried: Tried {
            cost: asked.cost(&edit),
            edit,
            values: vec![None; asked.targets.len()],
            verdict: Verdict::Inconclusive,
            games: 0,
        },
        verdicts: vec![Verdict::Inconclusive; asked.targets.len()],
        tallies: vec![None; asked.seats],
    };
    let mut runners: Vec<Runner> = edits.into_iter().map(runner).collect();
    let mut from = 0;
    let mut is_whole = true;
    'looks: for &look in looks.games() {
        for seat in 0..asked.seats {
            let running: Vec<usize> =
                (0..runners.len()).filter(|k| !runners[*k].is_out()).collect();
            if running.is_empty() {
                if level == 0 {
                    continue;
                }
                break 'looks;
            }
            let moved = |k: &&usize| !runners[**k].tried.edit.is_empty();
            let edits: Vec<Edit> =
                running.iter().filter(moved).map(|k| runners[*k].tried.edit.clone()).collect();
            let Some(study) = table.play(Stage::Race(level), seat, &edits, from..look)? else {
                is_whole = false;
                break 'looks;
            };
            let mut variants = study.variants.iter();
            for k in running {
                let runner = &mut runners[k];
                let more = match runner.tried.edit.is_empty() {
                    true => Some(&study.base),
                    false => variants.next().map(|variant| &variant.tally),
                };
                let Some(more) = more else { continue };
                runner.add(seat, more);
                for (place, target) in asked.targets.iter().enumerate() {
                    if let Some(tally) = runner.tallies[target.seat].as_ref()
                        && target.seat == seat
                    {
                        let estimate = target.estimate(tally, looks.confidence());
                        runner.tried.values[place] = estimate;
                        runner.verdicts[place] = target.judge(estimate);
                        runner.tried.games = tally.games();
                    }
                }
            }
        }
        from = look;
        for runner in &mut runners {
            if runner.verdicts.iter().all(|verdict| *verdict == Verdict::Pass) {
                runner.tried.verdict = Verdict::Pass;
            }
        }
        if runners.iter().any(|runner| runner.tried.verdict == Verdict::Pass) {
            break;
        }
    }
    for runner in runners.iter_mut().filter(|runner| runner.is_out()) {
        runner.tried.verdict = Verdict::Fail;
    }
    Ok(Raced { tried: runners.into_iter().map(|runner| runner.tried).collect(), is_whole })
}

impl Runner {
    fn add(&mut self, seat: usize, more: &Tally) {
        match &mut self.tallies[seat] {
            Some(tally) => {
                // Both are of the same battle.
                let merged = tally.merge(more);
                debug_assert!(merged.is_ok());
            }
            none => *none = Some(more.clone()),
        }
    }
}
