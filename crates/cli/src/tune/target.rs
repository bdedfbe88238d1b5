//! Targets as typed: `win-rate Raiders 45%..55%`.

use skirmish_engine::side::Side;
use skirmish_scenario::Scenario;
use skirmish_search::tune::Target;
use skirmish_simulator::Measure;
use skirmish_simulator::study::Bounds;

use crate::show;
use crate::status::{Failure, Result};

/// By how much a printed edit may miss a share.
const SLACK_OF_SHARES: f64 = 0.01;

/// By how much a printed edit may miss another measure, relative to the bound.
const SLACK: f64 = 0.02;

/// A target, before battles are searched for its side.
pub(super) struct Wanted {
    pub(super) measure: &'static Measure,
    pub(super) side: Option<String>,
    pub(super) bounds: Bounds,
    pub(super) written: String,
}

impl Wanted {
    pub(super) fn parse(text: &str) -> Result<Self> {
        let wrong = |why: String| {
            let such_as =
                "such as 'win-rate Raiders 45%..55%', 'streak-in-actions 2.5..4' or 'actions ..60'";
            Err(Failure::hinted(format!("--target '{text}': {why}"), such_as))
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let [first, .., range] = words.as_slice() else {
            return wrong("expected a measure, a side where it has one, and a range".to_owned());
        };
        let Some((least, most)) = range.split_once("..") else {
            return wrong(format!("`{range}` is not a range, which has two dots between its ends"));
        };
        // Files may write `win rate`.
        let named = (1..words.len()).rev();
        let mut named =
            named.filter_map(|k| Some((crate::measure::find(&words[..k].join(" "))?, k)));
        let (measure, after) = match named.next() {
            Some(named) => named,
            None => (show::measures(&[(*first).to_owned()])?[0], 1),
        };
        let side = &words[after..words.len() - 1];
        let is_percent = range.contains('%');
        let end = |text: &str| match text.trim_end_matches('%') {
            "" => Ok(None),
            number => match number.parse::<f64>() {
                Ok(value) if value.is_finite() => {
                    Ok(Some(if is_percent { value / 100.0 } else { value }))
                }
                _ => Err(format!("`{number}` is not a number")),
            },
        };
        let (least, most) = match (end(least), end(most)) {
            (Ok(least), Ok(most)) => (least, most),
            (Err(why), _) | (_, Err(why)) => return wrong(why),
        };
        let side = (!side.is_empty()).then(|| side.join(" "));
        let is_no_share = |end: &f64| !(0.0..=1.0).contains(end);
        let name = measure.name;
        let why = match (least, most) {
            (None, None) => "the range has no end".to_owned(),
            (Some(least), Some(most)) if least == most => "the range is empty".to_owned(),
            (Some(least), Some(most)) if least > most => {
                "the range ends before it begins".to_owned()
            }
            _ if is_percent && !measure.is_share => {
                format!("{name} is not a share, and takes no percent")
            }
            ends if measure.is_share && [ends.0, ends.1].iter().flatten().any(is_no_share) => {
                match is_percent {
                    true => "a share lies between 0% and 100%".to_owned(),
                    false => format!("{name} is a share: write 45%..55%, or 0.45..0.55"),
                }
            }
            (_, Some(..0.0)) => "nothing that is measured is below 0".to_owned(),
            _ if side.is_some() && !measure.by_side => {
                format!("{name} measures the whole game, not a side")
            }
            _ => {
                let bounds = Bounds { least, most };
                return Ok(Self { measure, side, bounds, written: text.to_owned() });
            }
        };
        wrong(why)
    }

    pub(super) fn expected(scenario: &Scenario) -> Vec<Self> {
        let rows = scenario.expectations.iter().filter(|row| row.event.is_none());
        rows.filter_map(|row| {
            Some(Self {
                measure: crate::measure::find(&row.measure)?,
                side: row.side.clone(),
                bounds: Bounds { least: row.least, most: row.most },
                written: format!("[[expect]] in line {} of `{}`", row.line, scenario.name),
            })
        })
        .collect()
    }

    /// Returns the targets of a matchup; none if the battle has no such side.
    pub(super) fn at(&self, matchup: usize, scenario: &Scenario) -> Vec<Target> {
        let slack = match self.measure.is_share {
            true => SLACK_OF_SHARES,
            false => {
                let ends = [self.bounds.least, self.bounds.most].into_iter().flatten();
                SLACK * ends.map(f64::abs).fold(0.0, f64::max)
            }
        };
        let side = self.side.as_deref().map(|name| scenario.side(name));
        let sides: Vec<Option<Side>> = match side {
            None => self.measure.sides().to_vec(),
            Some(Some(side)) => vec![Some(side)],
            Some(None) => Vec::new(),
        };
        let target =
            |side| Target { matchup, measure: self.measure, side, bounds: self.bounds, slack };
        sides.into_iter().map(target).collect()
    }

    pub(super) fn has_no_side(&self, scenarios: &[&Scenario]) -> Failure {
        let known: Vec<&str> =
            scenarios.iter().flat_map(|scenario| scenario.side_names().0).collect();
        let side = self.side.as_deref().unwrap_or_default();
        let what = format!("--target '{}': there is no side `{side}`", self.written);
        Failure::no_such(what, side, &known, format!("sides: {}", known.join(", ")))
    }
}

/// Finds two targets of one matchup that contradict each other.
pub(super) fn contradiction(targets: &[Target]) -> Option<(usize, usize)> {
    let pairs =
        (0..targets.len()).flat_map(|one| (one + 1..targets.len()).map(move |two| (one, two)));
    pairs.into_iter().find(|&(one, two)| {
        let (one, two) = (&targets[one], &targets[two]);
        let is_same = one.matchup == two.matchup && one.measure.name == two.measure.name;
        // Both sides' win rates add up to 1 at most.
        let least = |target: &Target| target.bounds.least.unwrap_or(0.0);
        let is_too_much = is_same
            && one.side != two.side
            && one.measure.name == "win-rate"
            && least(one) + least(two) > 1.0;
        let apart = |one: &Target, two: &Target| {
            one.bounds.most.zip(two.bounds.least).is_some_and(|(most, least)| most < least)
        };
        is_too_much || is_same && one.side == two.side && (apart(one, two) || apart(two, one))
    })
}
