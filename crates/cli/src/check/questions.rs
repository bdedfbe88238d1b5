//! Questions about a scenario: its expectations and the rows of a baseline.

use skirmish_engine::side::Side;
use skirmish_scenario::{Expectation, Scenario};
use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::Bounds;
use skirmish_simulator::{LessLuck, Measure, Tally};

use super::baseline::BaselineOf;
use crate::measure;
use crate::status::{Failure, Result};

#[derive(Debug, Clone, Copy)]
enum Subject {
    Measure(&'static Measure, Option<Side>),
    Event(usize),
    /// What a side could gain by playing otherwise.
    Exploit(Side),
}

pub(super) struct Question {
    pub(super) name: String,
    pub(super) side: String,
    pub(super) line: usize,
    pub(super) bounds: Bounds,
    pub(super) was: Option<f64>,
    subject: Subject,
}

impl Question {
    /// Returns what was found; `None` if it was never measured.
    pub(super) fn estimate(&self, tally: &Tally, confidence: Confidence) -> Option<Estimate> {
        match self.subject {
            Subject::Measure(measure, side) => tally.estimate(measure, side, confidence),
            Subject::Event(place) => tally.event_rate(place, confidence),
            Subject::Exploit(_) => None,
        }
    }

    /// Returns the adjusted estimate of how games end.
    pub(super) fn less_luck(&self, tally: &Tally, confidence: Confidence) -> Option<LessLuck> {
        match self.subject {
            Subject::Measure(measure, side) => tally.less_luck(measure, side, confidence),
            Subject::Event(_) | Subject::Exploit(_) => None,
        }
    }

    pub(super) fn is_share(&self) -> bool {
        match self.subject {
            Subject::Measure(measure, _) => measure.is_share,
            Subject::Event(_) => false,
            Subject::Exploit(_) => true,
        }
    }

    /// Returns the side to search a better player for, if the question needs that.
    pub(super) const fn exploits(&self) -> Option<Side> {
        match self.subject {
            Subject::Exploit(side) => Some(side),
            _ => None,
        }
    }
}

/// Returns the expectations of a scenario. A measure by side that names no side is asked of both.
pub(super) fn of_scenario(scenario: &Scenario) -> Result<Vec<Question>> {
    let mut questions = Vec::new();
    for expected in &scenario.expectations {
        let question = |subject, side: &str| Question {
            name: expected.measure.replace(' ', "-"),
            side: side.to_owned(),
            line: expected.line,
            bounds: Bounds { least: expected.least, most: expected.most },
            was: None,
            subject,
        };
        if let Some(event) = &expected.event {
            let place = scenario.spec.events.iter().position(|e| e.name == *event);
            let bug = || Failure::Bug(format!("`{event}` is not an event"), Vec::new());
            let place = place.ok_or_else(bug)?;
            questions.push(question(Subject::Event(place), event));
            continue;
        }
        let named = side_of(scenario, expected);
        if expected.measure.trim() == "exploitable" {
            for side in Side::BOTH.into_iter().filter(|side| named.is_none_or(|it| it == *side)) {
                questions.push(question(Subject::Exploit(side), scenario.side_names()[side]));
            }
            continue;
        }
        let Some(measure) = measure::find(&expected.measure) else {
            return Err(Failure::Bug(
                format!("`{}` cannot be measured", expected.measure),
                Vec::new(),
            ));
        };
        for &side in measure.sides() {
            if named.is_none() || side.is_none() || side == named {
                let name = side.map_or("", |side| scenario.side_names()[side]);
                questions.push(question(Subject::Measure(measure, side), name));
            }
        }
    }
    Ok(questions)
}

fn side_of(scenario: &Scenario, expected: &Expectation) -> Option<Side> {
    scenario.side(expected.side.as_deref()?)
}

/// Returns questions whether measures are where they were. A measure that the baseline at `place` lacks, or has otherwise, is
/// an error: leaving it out would look like a pass.
pub(super) fn of_baseline(
    scenarios: &[BaselineOf],
    place: &str,
    file: &str,
    scenario: &Scenario,
) -> Result<Vec<Question>> {
    let wrong = |message: String| {
        let anew = format!("write it again with --write-baseline {place} and without --baseline");
        Err(Failure::hinted(message, anew))
    };
    let mut questions = Vec::new();
    let of_file = scenarios.iter().filter(|of| of.file == file);
    for row in of_file.flat_map(|of| &of.measures) {
        let side = scenario.side(&row.side);
        let Some(measure) = measure::find(&row.measure).filter(|m| m.by_side == side.is_some())
        else {
            return wrong(format!(
                "`{place}` has `{}` of `{}`, which `{file}` does not have",
                row.measure, row.side
            ));
        };
        questions.push(Question {
            name: row.measure.clone(),
            side: row.side.clone(),
            line: 1,
            bounds: Bounds { least: Some(row.low), most: Some(row.high) },
            was: Some(row.value),
            subject: Subject::Measure(measure, side),
        });
    }
    if questions.is_empty() {
        return wrong(format!(
            "`{place}` has nothing on `{file}`; write the names as they were then"
        ));
    }
    Ok(questions)
}
