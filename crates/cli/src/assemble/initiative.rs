//! Streaks, seizes and other events: how often they happened, beside their exact chances where there are any.

use skirmish_engine::event::{ActionKind, EventKind};
use skirmish_engine::side::Side;
use skirmish_report::{
    EventRow, Initiative, LostAfterRow, Report, RoundRow, SeizeRow, SeizeTotal, StreakMean,
    StreakRow,
};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::{self as simulator, Tally, estimate, streak_measure};

use super::{Assembly, FEW, Methods};

impl Assembly<'_> {
    pub(super) fn streaks(&mut self, side: Side, report: &mut Report) {
        let tally = &self.run.tally;
        let is_seized = report.initiative == Initiative::Seized;
        let who = (&*self.system(), &*self.side(side));
        let of = (side, is_seized, self.confidence);
        let (mut lengths, mean) = streaks(tally, who, of, &mut self.methods);
        let completed = tally.completed_streaks(side, is_seized).y;
        for (row, (_, counted)) in lengths.iter_mut().zip(by_length(tally, side)) {
            // The share of streaks ended by a roll that the exact chances of rolls at this length predict. Where sides take
            // turns no roll ends a streak. Streaks cut short by the end of the game count in neither.
            row.expected = tally.expected(counted.expected, completed).filter(|_| is_seized);
        }
        report.streaks.extend(lengths);
        report.streak_means.extend(mean);
    }

    /// Adds how often a side seized the initiative, by the number it needed.
    pub(super) fn seizes(&mut self, side: Side, report: &mut Report) {
        let (battle, run, confidence) = (self.battle, self.run, self.confidence);
        let seizes = &run.tally.seizes[side];
        let dice = battle.spec().rules.seize.dice;
        let faced = seizes.by_needed().map(|(needed, _)| needed);
        let (least, most) =
            faced.fold((dice.min(), dice.max() + 1), |(l, m), n| (l.min(n), m.max(n)));
        for needed in least..=most {
            let sums = seizes.needed(needed);
            let (rate, interval) =
                self.told(run.tally.seize_rate_needing(side, needed, confidence));
            let (ways, all) = battle.seize_chance(needed);
            report.seizes.push(SeizeRow {
                side: self.side(side),
                needed,
                attempts: sums.y,
                successes: sums.x,
                rate,
                interval,
                exact: Some(ways as f64 / all as f64),
            });
        }
        let all = run.tally.seize_rolls(side);
        let (rate, interval) = self.told(run.tally.measure("seize-rate", Some(side), confidence));
        let per_game = run.tally.measure("seizes", Some(side), confidence);
        report.seize_totals.push(SeizeTotal {
            side: self.side(side),
            attempts: all.y,
            successes: all.x,
            rate,
            interval,
            per_game: per_game.map_or(0.0, |e| e.value),
        });
    }

    pub(super) fn lost_after(&mut self, side: Side, report: &mut Report) {
        let (run, confidence) = (self.run, self.confidence);
        for kind in ActionKind::ALL {
            let row = &run.tally.lost_after[side][kind as usize];
            let Some(rate) = estimate::share(&row.lost, confidence) else { continue };
            let expected = run.tally.expected(row.expected, row.lost.y);
            report.lost_after.push(LostAfterRow {
                side: self.side(side),
                after: kind.name().to_owned(),
                actions: row.lost.y,
                rolls: row.rolls,
                lost: row.lost.x,
                rate: rate.value,
                interval: self.methods.interval(Some(&rate)),
                expected,
            });
        }
    }

    pub(super) fn rounds(&mut self, side: Side, report: &mut Report) {
        for (round, row) in (1..).zip(&self.run.tally.rounds[side]) {
            let Some(share) = estimate::share(&row.share, self.confidence) else { continue };
            report.rounds.push(RoundRow {
                side: self.side(side),
                round,
                chances: row.share.x,
                used: row.used.x,
                share: share.value,
                interval: self.methods.interval(Some(&share)),
            });
        }
    }

    pub(super) fn events(&mut self) -> Vec<EventRow> {
        let (scenario, run, confidence) = (self.scenario, self.run, self.confidence);
        let mut rows = Vec::new();
        let rules = &scenario.spec.rules;
        for &kind in EventKind::ALL.iter().filter(|kind| kind.belongs_to(rules)) {
            for side in Side::BOTH {
                let count = run.tally.event(kind, side).sum;
                let estimate = run.tally.events_per_game(kind, side, confidence);
                rows.push(EventRow {
                    event: kind.name().to_owned(),
                    rule: kind.rule_under(rules).to_string(),
                    side: self.side(side),
                    count,
                    per_game: estimate.as_ref().map_or(0.0, |e| e.value),
                    interval: self.methods.interval(estimate.as_ref()),
                });
            }
        }
        rows
    }
}

/// Returns the counted streaks of a side, by length.
fn by_length(tally: &Tally, side: Side) -> impl Iterator<Item = (u32, &simulator::StreakRow)> {
    tally.streaks[side].by_length().filter(|(length, _)| *length > 0)
}

/// Returns how long a side kept the initiative, seized or taken in turns: by length, and as a mean.
pub(crate) fn streaks(
    tally: &Tally,
    (system, side_name): (&str, &str),
    (side, is_seized, confidence): (Side, bool, Confidence),
    methods: &mut Methods,
) -> (Vec<StreakRow>, Option<StreakMean>) {
    let rows = by_length(tally, side).map(|(length, row)| {
        let share = tally.streak_share(side, length, is_seized, confidence);
        StreakRow {
            system: system.to_owned(),
            side: side_name.to_owned(),
            length,
            count: row.completed,
            share: share.map_or(0.0, |share| share.value),
            interval: methods.interval(share.as_ref().filter(|_| row.completed >= FEW)),
            exact: None,
            expected: None,
        }
    });
    let rows = rows.collect();
    let mean = tally.measure(streak_measure(is_seized), Some(side), confidence);
    let mean = mean.map(|mean| StreakMean {
        system: system.to_owned(),
        side: side_name.to_owned(),
        streaks: tally.completed_streaks(side, is_seized).y,
        mean: mean.value,
        interval: methods.interval(Some(&mean)),
        longest: tally.streaks[side].longest,
    });
    (rows, mean)
}
