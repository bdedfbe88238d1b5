//! What battles fought by steps report: each step rolled, with its exact chance (FT-02 to FT-08).

use skirmish_engine::rulebook::{
    Against, Amount, ChainKind, Party, Step, StepMark, StepResult, Test,
};
use skirmish_engine::side::Side;
use skirmish_odds::mixed;
use skirmish_odds::steps::{does, step_chance};
use skirmish_report::{Report, StepRow, StepTotal};
use skirmish_simulator::{StepCount, StepRolls};

use super::Assembly;

impl Assembly<'_> {
    pub(super) fn steps(&mut self, report: &mut Report) {
        let Some(rolls) = &self.run.tally.steps else { return };
        for side in Side::BOTH {
            self.steps_of(report, rolls, side);
        }
    }

    fn steps_of(&mut self, report: &mut Report, rolls: &StepRolls, attacker: Side) {
        let scenario = self.scenario;
        let step_of = |of: &StepCount<'_>| &scenario.spec.rules.steps.steps[usize::from(of.step)];
        let exact =
            |of: &StepCount<'_>| Some(step_chance(step_of(of), of.mark?, of.result).ok()?.to_f64());
        let rolls: Vec<(StepCount<'_>, Option<f64>)> =
            rolls.of(attacker).map(|of| (of, exact(&of))).collect();
        for (of, exact) in &rolls {
            let (side, chain) = (self.side(attacker), word(of.chain).to_owned());
            let (step, result) = (step_of(of).name.clone(), self.comes_to(step_of(of), of.result));
            let (count, rolled) = (of.count.x, of.count.y);
            let rolled_by = self.rolled_by(of.chain, step_of(of), attacker);
            let (rate, interval) = self.rate(of.count);
            let Some(mark) = of.mark else {
                let is_part = |other: &StepCount<'_>| {
                    other.mark.is_some()
                        && (other.chain, other.step, other.result) == (of.chain, of.step, of.result)
                };
                let parts = rolls.iter().filter(|(other, _)| is_part(other));
                let expected = mixed(parts.map(|(other, exact)| (*exact, other.count.y)));
                report.step_totals.push(StepTotal {
                    side,
                    chain,
                    step,
                    result,
                    count,
                    rolls: rolled,
                    rate,
                    interval,
                    expected,
                    rolled_by,
                    does: self.does(of.result),
                });
                continue;
            };
            report.steps.push(StepRow {
                side,
                chain,
                step,
                needs: needs(step_of(of), mark),
                result,
                count,
                rolls: rolled,
                rate,
                interval,
                exact: *exact,
                rolled_by,
            });
        }
    }

    /// Returns the side that rolls a step when this side attacks or tests its nerve; empty if both roll.
    fn rolled_by(&self, chain: ChainKind, step: &Step, side: Side) -> String {
        match (chain, &step.test, step.by) {
            (ChainKind::Nerve, ..) => self.side(side),
            (_, Test::Opposed { .. }, _) => String::new(),
            (.., Party::Attacker) => self.side(side),
            (.., Party::Target) => self.side(!side),
        }
    }

    /// Returns what an effect does, and to which figure.
    fn does(&self, result: StepResult) -> String {
        let StepResult::Effect(effect) = result else { return String::new() };
        let effect = &self.scenario.spec.rules.steps.effects[usize::from(effect)];
        let whom = if effect.on == Party::Attacker { "attacker" } else { "target" };
        does(effect).map_or_else(String::new, |does| format!("{whom} {does}"))
    }

    fn comes_to(&self, step: &Step, result: StepResult) -> String {
        match (result, &step.test) {
            (StepResult::Passes, Test::Opposed { .. }) => "wins".to_owned(),
            (StepResult::Passes, _) => "passes".to_owned(),
            (StepResult::TargetWins, _) => "target wins".to_owned(),
            (StepResult::Effect(effect), _) => {
                self.scenario.spec.rules.steps.effects[usize::from(effect)].name.clone()
            }
        }
    }
}

fn word(chain: ChainKind) -> &'static str {
    ChainKind::ALL.iter().find(|(_, kind)| *kind == chain).map_or("", |(word, _)| *word)
}

/// Returns what a step needs: `4+ on d6`, `4+ on d6, failures again`, `d20+3 against d20`, `3:2 on d6+1`.
fn needs(step: &Step, mark: StepMark) -> String {
    let dice = step.dice;
    let on = |adds: i32| match adds {
        0 => dice.to_string(),
        adds => Amount::of(dice, adds).to_string(),
    };
    let needs = match (mark.against, &step.test) {
        (Against::AtLeast(least), _) => format!("{least}+ on {dice}"),
        (Against::AtMost(most), _) => format!("{most} or less on {dice}"),
        (Against::Lead(lead), _) => format!("{} against {dice}", on(lead)),
        (Against::Column { column, adds }, Test::Ratio { columns, .. }) => {
            let [so, many] = columns[column];
            format!("{so}:{many} on {}", on(adds))
        }
        (Against::Column { adds, .. }, _) => on(adds),
    };
    let again = match mark.rerolls {
        [false, false] => "",
        [true, false] => ", the lowest again",
        [false, true] => ", failures again",
        [true, true] => ", the lowest and failures again",
    };
    needs + again
}
