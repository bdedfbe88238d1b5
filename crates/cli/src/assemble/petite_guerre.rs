//! What only petite guerre reports, with exact chances: control of units, fire by skill dice, reloading and bouts of melee.

use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Cause, ControlTest, FireKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::Rulebook;
use skirmish_engine::side::Side;
use skirmish_odds::{self as odds, Pmf, Ways};
use skirmish_report::{
    ControlRow, FireTotal, HitRow, Interval, MeleeRow, ReloadRow, Report, WorthRow, WoundRow,
};
use skirmish_scenario::Unit;
use skirmish_simulator::estimate::{Estimate, share};
use skirmish_simulator::sums::RatioSums;
use skirmish_simulator::{ClashResult, Command, Fighting, Tests};

use super::Assembly;
use crate::fire::are_wounded;

impl Assembly<'_> {
    pub(super) fn petite_guerre(&mut self, report: &mut Report) {
        let tally = &self.run.tally;
        if let Some(command) = &tally.command {
            for side in Side::BOTH {
                self.control(report, command, side);
            }
        }
        if self.rules().fighting.has_skill_dice() {
            report.worth = Side::BOTH.map(|side| self.worth(side)).into();
        }
        if let Some(fighting) = &tally.fighting {
            report.length_unit = match self.scenario.unit {
                Unit::Inch => "inches".to_owned(),
                Unit::Centimeter => "paces".to_owned(),
            };
            for side in Side::BOTH {
                self.fire_totals(report, fighting, side);
                self.hit_curves(report, fighting, side);
                self.wounds(report, fighting, side);
                self.reloads(report, fighting, side);
            }
            self.melee(report, fighting);
            if fighting.strays > 0 {
                let shots = skirmish_report::counted(fighting.strays, "shot");
                report.notes.push(format!(
                    "Left out of hit-curves.csv: {shots} in reaction (LL-12) or of units that had prepared (WS-02), which \
                     need numbers that stand on no stick."
                ));
            }
        }
    }

    pub(super) fn system(&self) -> String {
        self.rules().system.name().to_owned()
    }

    pub(super) fn side(&self, side: Side) -> String {
        self.scenario.side_names()[side].to_owned()
    }

    const fn rules(&self) -> &Rulebook {
        &self.scenario.spec.rules
    }

    /// Returns what a side is worth at the start (PG-03).
    fn worth(&self, side: Side) -> WorthRow {
        let spec = &self.scenario.spec;
        WorthRow {
            side: self.side(side),
            figures: spec.sides[side].figures.len() as u64,
            points: spec.side_worth(side),
            rule: Rule::pg(3).to_string(),
        }
    }

    pub(super) fn rate(&mut self, sums: &RatioSums) -> (Option<f64>, Option<Interval>) {
        self.told(share(sums, self.confidence))
    }

    /// Splits an estimate into value and interval, and notes the interval's method.
    pub(super) fn told(&mut self, estimate: Option<Estimate>) -> (Option<f64>, Option<Interval>) {
        (estimate.map(|estimate| estimate.value), self.methods.interval(estimate.as_ref()))
    }

    fn control(&mut self, report: &mut Report, command: &Command, side: Side) {
        let named = self.side(side);
        let mut row = |(rate, interval), measure: &str, die, sums: &RatioSums, exact| {
            report.control.push(ControlRow {
                side: named.clone(),
                measure: measure.to_owned(),
                die,
                cases: sums.y,
                count: sums.x,
                rate,
                interval,
                exact,
            });
        };
        let turns = command.unit_turns(side);
        for (measure, sums) in [
            (ControlRow::MISSED, turns.missed),
            (ControlRow::OUT_OF_CONTROL, turns.out_of_control),
            (ControlRow::IN_ROUT, turns.in_rout),
        ] {
            row(self.rate(sums), measure, None, sums, None);
        }
        let tests: Vec<Tests<'_>> = command.tests(side).collect();
        for of in &tests {
            let dice = tests.iter().filter(|other| other.test == of.test && other.die.is_some());
            // With one die only, its own row says it all.
            if of.die.is_none() && dice.count() == 1 {
                continue;
            }
            // The exact chance, weighted by how often each die was rolled.
            let law = |result: odds::Control| {
                let of_test = tests.iter().filter(|other| other.test == of.test);
                let rolled = of_test
                    .filter(|other| other.die.is_some_and(|die| of.die.is_none_or(|d| d == die)));
                odds::mixed(rolled.map(|row| {
                    let law = row.die.and_then(|die| self.control_law(die));
                    (law.map(|law| law.chance(&result).to_f64()), row.routed.y)
                }))
            };
            let (test, fine) = match of.test {
                ControlTest::Activation => ("activation test", "in control"),
                ControlTest::HalfStrength => ("test below half strength", "no change"),
                ControlTest::FlankOrRear => ("test when charged in flank or rear", "no change"),
            };
            let results = [
                (fine, odds::Control::InControl, of.in_control),
                ("out of control", odds::Control::OutOfControl, of.out_of_control),
                ("routed", odds::Control::Routed, of.routed),
            ];
            let results = results.map(|(word, result, sums)| (word, law(result), sums));
            for (word, exact, sums) in results {
                row(self.rate(sums), &format!("{test}: {word}"), of.die, sums, exact);
            }
        }
        let games = command.games_with_rout(side);
        let told = self.told(self.run.tally.rout_rate(side, self.confidence));
        row(told, ControlRow::GAMES_WITH_ROUT, None, games, None);
    }

    fn control_law(&self, die: u8) -> Option<Pmf<odds::Control>> {
        let test = odds::ControlTest::new(Dice::one(die), &self.rules().control);
        test.law().ok()
    }

    fn fire_totals(&mut self, report: &mut Report, fighting: &Fighting, side: Side) {
        for fire in FireKind::ALL {
            let sums = fighting.fire(side, fire);
            if sums.y == 0 {
                continue;
            }
            let (rate, interval) = self.rate(sums);
            let per_game = self.run.tally.trials_per_game(sums, self.confidence);
            report.fire_totals.push(FireTotal {
                side: self.side(side),
                fire: fire.name().to_owned(),
                hits: sums.x,
                shots: sums.y,
                rate,
                interval,
                per_game: per_game.map_or(0.0, |estimate| estimate.value),
            });
        }
    }

    fn hit_curves(&mut self, report: &mut Report, fighting: &Fighting, side: Side) {
        for row in fighting.shots(side) {
            let [first, second] = row.kind.dice;
            let dice: Vec<Dice> =
                [first, second].into_iter().filter(|die| *die > 0).map(Dice::one).collect();
            let exact = Ways::of(&dice).ok().map(|ways| odds::fire::counts(&ways, row.needed));
            let (reach, all, _) = exact.clone().unwrap_or((0, 0, odds::Ratio::ZERO));
            let (rate, interval) = self.rate(row.hits);
            let wounded = are_wounded(&self.scenario.spec, side, row.kind.fire, &dice);
            report.hit_curves.push(HitRow {
                side: self.side(side),
                weapon: self.rules().weapons[row.weapon].name.clone(),
                fire: row.kind.fire.name().to_owned(),
                dice: odds::fire::sum(&dice),
                wounded,
                target: row.kind.condition.name().to_owned(),
                distance: odds::fire::paces(row.distance),
                threshold: row.needed,
                exact_numerator: reach,
                exact_denominator: all,
                exact: exact.map(|(_, _, chance)| chance.to_f64()),
                hits: row.hits.x,
                shots: row.hits.y,
                rate,
                interval,
            });
        }
    }

    fn wounds(&mut self, report: &mut Report, fighting: &Fighting, side: Side) {
        let fire = self.rules().fire;
        for row in fighting.strikes(side) {
            // A second wound kills (PG-08).
            let exact = if row.again { Some(1.0) } else { reaching(fire.effect_dice, fire.kills) };
            let (rate, interval) = self.rate(row.killed);
            report.wounds.push(WoundRow {
                side: self.side(side),
                cause: match row.cause {
                    Cause::Shot => "shot".to_owned(),
                    Cause::Melee => "melee".to_owned(),
                },
                state: if row.again { "wounded" } else { "unhurt" }.to_owned(),
                hits: row.killed.y,
                killed: row.killed.x,
                rate,
                interval,
                exact,
            });
        }
    }

    fn reloads(&mut self, report: &mut Report, fighting: &Fighting, side: Side) {
        let fire = self.rules().fire;
        for row in fighting.reloads(side) {
            let needed = row.loader.needed(&fire);
            let (rate, interval) = self.rate(row.loaded);
            report.reloads.push(ReloadRow {
                side: self.side(side),
                who: row.loader.name().to_owned(),
                die: row.die,
                needed,
                roll: row.roll,
                rolls: row.loaded.y,
                loaded: row.loaded.x,
                rate,
                interval,
                exact: reaching(Dice::one(row.die), needed),
            });
        }
    }

    fn melee(&mut self, report: &mut Report, fighting: &Fighting) {
        for row in fighting.clashes() {
            let [first_die, second_die] = row.kind.dice.map(|die| (die > 0).then_some(die));
            for (result, sums) in ClashResult::ALL.into_iter().zip(row.results) {
                let (word, in_law) = match result {
                    ClashResult::FirstHits => ("first hits", odds::Clash::OneHits),
                    ClashResult::SecondHits => ("second hits", odds::Clash::OtherHits),
                    ClashResult::BothHit => ("both hit", odds::Clash::BothHit),
                    ClashResult::Parry => ("parry", odds::Clash::Parry),
                    ClashResult::Nothing => ("nothing", odds::Clash::Nothing),
                };
                let (rate, interval) = self.rate(sums);
                report.melee.push(MeleeRow {
                    first: self.side(Side::A),
                    second: self.side(Side::B),
                    first_die,
                    second_die,
                    first_advantage: row.kind.advantage[0],
                    second_advantage: row.kind.advantage[1],
                    result: word.to_owned(),
                    count: sums.x,
                    bouts: sums.y,
                    rate,
                    interval,
                    exact: self.bout(row.kind.dice, in_law),
                });
            }
        }
    }

    /// Returns the exact chance of a result in a bout. No die means that the figure does not roll.
    fn bout(&self, dice: [u8; 2], result: odds::Clash) -> Option<f64> {
        let dice = dice.map(|die| (die > 0).then(|| Dice::one(die)));
        let law = odds::clash(dice, self.rules().hand_to_hand.hit.into()).ok()?;
        Some(law.chance(&result).to_f64())
    }
}

fn reaching(dice: Dice, needed: i32) -> Option<f64> {
    Some(odds::fire::reaching(dice, needed).ok()?.to_f64())
}
