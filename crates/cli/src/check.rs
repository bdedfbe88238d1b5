//! `skirmish check`: whether what a scenario expects of itself still holds. For builds: the exit status is the verdict.
//!
//! Every expectation is looked at after fixed numbers of games, each time with an interval for its measure. The intervals
//! of all expectations and looks together are wrong at most as often as the stated error (Bonferroni), so that neither the
//! number of expectations nor the number of looks raises false alarms. An interval that lies within the bounds passes, one
//! that lies outside fails, and what neither does at the last look is inconclusive.

use std::fmt::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};
use skirmish_engine::side::Side;
use skirmish_report::safe_text;
use skirmish_scenario::{Expectation, Scenario};
use skirmish_simulator::Control;
use skirmish_simulator::estimate::{Confidence, Estimate};
use skirmish_simulator::study::{self, Measure, Sample};

use crate::args::{self, Format};
use crate::files::Source;
use crate::measure;
use crate::output;
use crate::run;
use crate::status::Failure;

/// Games at the first look.
const FIRST_LOOK: u64 = 1_000;

/// What is measured for an expectation.
#[derive(Debug, Clone, Copy)]
enum Subject {
    Measure(&'static Measure, Option<Side>),
    Event(usize),
}

/// One question: a measure and where it must lie.
struct Question {
    name: String,
    side: String,
    line: usize,
    subject: Subject,
    least: Option<f64>,
    most: Option<f64>,
}

/// How an expectation came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Pass,
    Fail,
    Inconclusive,
}

impl Verdict {
    const fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "FAIL",
            Self::Inconclusive => "inconclusive",
        }
    }
}

/// An expectation with its verdict, as it is reported.
#[derive(Debug, Clone, Serialize)]
struct Finding {
    file: String,
    line: usize,
    measure: String,
    side: String,
    least: Option<f64>,
    most: Option<f64>,
    value: Option<f64>,
    interval: Option<[f64; 2]>,
    games: u64,
    verdict: Verdict,
    message: String,
}

/// A measure as it once was, to compare with.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct BaselineRow {
    file: String,
    measure: String,
    side: String,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct Answer<'a> {
    error: f64,
    seed: u64,
    verdict: Verdict,
    findings: &'a [Finding],
}

pub(crate) fn check(args: &args::Check) -> Result<(), Failure> {
    let baseline = match &args.baseline {
        Some(path) => read_baseline(path)?,
        None => Vec::new(),
    };
    let workers = run::workers(args.threads)?;
    run::stop_on_interrupt();
    let mut asked = Vec::new();
    for name in &args.files {
        let source = Source::find(Some(name))?;
        let (scenario, battle) = source.load(&args.set)?;
        let mut questions = questions(&source.name, &scenario)?;
        questions.extend(of_baseline(&baseline, &source.name, &scenario));
        asked.push((source, scenario, battle, questions));
    }
    let count: usize = asked.iter().map(|(.., questions)| questions.len()).sum();
    if count == 0 && args.write_baseline.is_none() {
        return Err(Failure::Usage(
            "nothing is expected in these scenarios".to_owned(),
            vec![
                "write `[[expect]]` with `measure`, `side` and `between`, or compare with `--baseline FILE`"
                    .to_owned(),
            ],
        ));
    }
    let looks = looks(args.games);
    let share = args.error / (count.max(1) * looks.len()) as f64;
    let confidence = Confidence::new(1.0 - share).unwrap_or(Confidence::P95);
    let bar = run::progress_bar(args.games * asked.len() as u64, args.quiet);
    let mut findings = Vec::new();
    let mut rows = Vec::new();
    for (k, (source, scenario, battle, questions)) in (0_u64..).zip(&asked) {
        let mut sample = Sample::default();
        let mut verdicts: Vec<Option<Finding>> = questions.iter().map(|_| None).collect();
        for &look in &looks {
            let before = sample.games();
            let progress = |played: u64| bar.set_position(k * args.games + before + played);
            let control = Control {
                progress: Some(&progress),
                cancel: Some(&run::STOP),
                records: None,
            };
            let more = study::sample(battle, args.seed, before..look, &workers, &control);
            sample.merge(&more);
            if sample.games() < look {
                return Err(Failure::Interrupted("no verdict was reached".to_owned()));
            }
            let is_last = Some(&look) == looks.last();
            for (verdict, question) in verdicts.iter_mut().zip(questions) {
                if verdict.is_none() {
                    *verdict = judge(question, &sample, confidence, is_last, &source.name);
                }
            }
            let settled = verdicts.iter().all(Option::is_some);
            if settled && args.write_baseline.is_none() {
                break;
            }
        }
        findings.extend(verdicts.into_iter().flatten());
        if args.write_baseline.is_some() {
            rows.extend(baseline_rows(&source.name, scenario, &sample));
        }
    }
    bar.finish_and_clear();
    if let Some(path) = &args.write_baseline {
        let mut text = serde_json::to_string_pretty(&rows)
            .map_err(|error| Failure::Bug(error.to_string(), Vec::new()))?;
        text.push('\n');
        output::write_file(path, text.as_bytes())?;
    }
    report(args, &findings)
}

/// Numbers of games after which the expectations are looked at: each twice the one before, the last the cap.
fn looks(cap: u64) -> Vec<u64> {
    let mut looks = vec![cap];
    while looks.last().is_some_and(|last| last / 2 >= FIRST_LOOK) {
        looks.push(looks[looks.len() - 1] / 2);
    }
    looks.reverse();
    looks
}

/// The expectations of a scenario. One about each side that names none is asked of both.
fn questions(file: &str, scenario: &Scenario) -> Result<Vec<Question>, Failure> {
    let mut questions = Vec::new();
    for expected in &scenario.expectations {
        let wrong = |message: String, hints: Vec<String>| {
            Failure::Usage(format!("{file}:{}: {message}", expected.line), hints)
        };
        let question = |subject, side: &str| Question {
            name: expected.measure.replace(' ', "-"),
            side: side.to_owned(),
            line: expected.line,
            subject,
            least: expected.least,
            most: expected.most,
        };
        if let Some(event) = &expected.event {
            let place = scenario.spec.events.iter().position(|e| e.name == *event);
            let place =
                place.ok_or_else(|| wrong(format!("there is no event `{event}`"), Vec::new()))?;
            questions.push(question(Subject::Event(place), event));
            continue;
        }
        let Some(measure) = measure::find(&expected.measure) else {
            return Err(wrong(
                format!("there is no measure `{}`", expected.measure),
                measure::hints(&expected.measure),
            ));
        };
        let named = side_of(scenario, expected);
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

/// Questions whether a measure is where it once was.
fn of_baseline(rows: &[BaselineRow], file: &str, scenario: &Scenario) -> Vec<Question> {
    rows.iter()
        .filter(|row| row.file == file)
        .filter_map(|row| {
            let measure = measure::find(&row.measure)?;
            let side = scenario.side(&row.side);
            (side.is_some() == measure.by_side).then(|| Question {
                name: format!("{} as in the baseline", row.measure),
                side: row.side.clone(),
                line: 1,
                subject: Subject::Measure(measure, side),
                least: Some(row.low),
                most: Some(row.high),
            })
        })
        .collect()
}

/// Where every measure is now, with an interval wide enough to hold it again: what it was known by, and as much again.
fn baseline_rows(file: &str, scenario: &Scenario, sample: &Sample) -> Vec<BaselineRow> {
    let mut rows = Vec::new();
    for measure in study::MEASURES {
        for &side in measure.sides() {
            let Some(estimate) = sample.estimate(measure, side, Confidence::P95) else {
                continue;
            };
            let Some(interval) = estimate.interval else {
                continue;
            };
            let half = interval.high - interval.low;
            rows.push(BaselineRow {
                file: file.to_owned(),
                measure: measure.name.to_owned(),
                side: side.map_or(String::new(), |side| scenario.side_names()[side].to_owned()),
                low: estimate.value - half,
                high: estimate.value + half,
            });
        }
    }
    rows
}

fn read_baseline(path: &Path) -> Result<Vec<BaselineRow>, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::io(format!("cannot read `{}`", path.display()), error))?;
    serde_json::from_str(&text).map_err(|error| {
        Failure::Usage(
            format!("`{}` is no baseline: {error}", path.display()),
            vec!["write one with `skirmish check FILE --write-baseline FILE`".to_owned()],
        )
    })
}

/// The verdict on a question after some games; `None` if more can be played and are needed.
fn judge(
    question: &Question,
    sample: &Sample,
    confidence: Confidence,
    is_last: bool,
    file: &str,
) -> Option<Finding> {
    let estimate = match question.subject {
        Subject::Measure(measure, side) => sample.estimate(measure, side, confidence),
        Subject::Event(place) => sample.event_rate(place, confidence),
    };
    let (verdict, message) = verdict(question, estimate.as_ref(), sample.games());
    if verdict == Verdict::Inconclusive && !is_last {
        return None;
    }
    Some(Finding {
        file: file.to_owned(),
        line: question.line,
        measure: question.name.clone(),
        side: question.side.clone(),
        least: question.least,
        most: question.most,
        value: estimate.map(|e| e.value),
        interval: estimate.and_then(|e| e.interval).map(|i| [i.low, i.high]),
        games: sample.games(),
        verdict,
        message,
    })
}

fn verdict(question: &Question, estimate: Option<&Estimate>, games: u64) -> (Verdict, String) {
    let bounds = match (question.least, question.most) {
        (Some(least), Some(most)) => format!("between {least} and {most}"),
        (Some(least), None) => format!("at least {least}"),
        (None, Some(most)) => format!("at most {most}"),
        (None, None) => String::new(),
    };
    let Some(estimate) = estimate else {
        return (
            Verdict::Inconclusive,
            format!("expected {bounds}, but it never came to be measured in {games} games"),
        );
    };
    let Some(interval) = estimate.interval else {
        return (
            Verdict::Inconclusive,
            format!("expected {bounds}; one game says nothing"),
        );
    };
    let (low, high) = (interval.low, interval.high);
    let found = format!(
        "expected {bounds}, found {:.4} ({low:.4} to {high:.4})",
        estimate.value
    );
    let above = question.least.is_none_or(|least| low >= least);
    let below = question.most.is_none_or(|most| high <= most);
    let outside = question.least.is_some_and(|least| high < least)
        || question.most.is_some_and(|most| low > most);
    if outside {
        (Verdict::Fail, found)
    } else if above && below {
        (Verdict::Pass, found)
    } else {
        (
            Verdict::Inconclusive,
            format!("{found}{}", needed(question, estimate, games)),
        )
    }
}

/// How many games would probably decide: those after which the interval is as narrow as the way to the nearest bound.
fn needed(question: &Question, estimate: &Estimate, games: u64) -> String {
    let half = estimate.interval.map_or(0.0, |i| (i.high - i.low) / 2.0);
    let room = [question.least, question.most]
        .into_iter()
        .flatten()
        .map(|bound| (estimate.value - bound).abs())
        .fold(f64::INFINITY, f64::min);
    if room <= 0.0 || !room.is_finite() || half <= 0.0 {
        return "; it lies on the bound".to_owned();
    }
    let more = games as f64 * (half / room).powi(2) * 1.2;
    if more < 1e12 {
        format!("; about {} games would decide", round_up(more))
    } else {
        "; no affordable number of games would decide".to_owned()
    }
}

/// Two digits are enough.
fn round_up(value: f64) -> u64 {
    let step = 10_f64.powf(value.max(10.0).log10().floor() - 1.0);
    ((value / step).ceil() * step) as u64
}

/// Prints and writes what was found; the exit status is the verdict.
fn report(args: &args::Check, findings: &[Finding]) -> Result<(), Failure> {
    let any = |verdict| findings.iter().any(|f| f.verdict == verdict);
    let overall = if any(Verdict::Fail) {
        Verdict::Fail
    } else if any(Verdict::Inconclusive) {
        Verdict::Inconclusive
    } else {
        Verdict::Pass
    };
    match args.format {
        Format::Text => output::print(&text(args, findings))?,
        Format::Json => {
            let answer = Answer {
                error: args.error,
                seed: args.seed,
                verdict: overall,
                findings,
            };
            let mut text = serde_json::to_string_pretty(&answer)
                .map_err(|error| Failure::Bug(error.to_string(), Vec::new()))?;
            text.push('\n');
            output::print(&text)?;
        }
    }
    if args.github {
        output::print(&github(findings))?;
    }
    if let Some(path) = &args.junit {
        output::write_file(path, junit(findings).as_bytes())?;
    }
    if let Some(path) = &args.markdown {
        output::write_file(path, markdown(args, findings).as_bytes())?;
    }
    match overall {
        Verdict::Pass => Ok(()),
        Verdict::Fail => Err(Failure::Check(1)),
        Verdict::Inconclusive => Err(Failure::Check(4)),
    }
}

fn subject(finding: &Finding) -> String {
    if finding.side.is_empty() {
        finding.measure.clone()
    } else {
        format!("{}, {}", finding.measure, finding.side)
    }
}

fn text(args: &args::Check, findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let _ = writeln!(
            text,
            "{:<12}  {}:{}  {}: {} in {} games",
            finding.verdict.word(),
            safe_text(&finding.file),
            finding.line,
            safe_text(&subject(finding)),
            finding.message,
            finding.games
        );
    }
    let count = |verdict| findings.iter().filter(|f| f.verdict == verdict).count();
    let _ = writeln!(
        text,
        "\n{} passed, {} failed, {} inconclusive; false alarms over all of them together: at most {} %.",
        count(Verdict::Pass),
        count(Verdict::Fail),
        count(Verdict::Inconclusive),
        args.error * 100.0
    );
    text
}

/// Workflow commands that annotate the lines of the scenarios.
fn github(findings: &[Finding]) -> String {
    let escaped = |text: &str| {
        text.replace('%', "%25")
            .replace('\r', "%0D")
            .replace('\n', "%0A")
    };
    let property = |text: &str| escaped(text).replace(':', "%3A").replace(',', "%2C");
    let mut text = String::new();
    for finding in findings {
        let level = match finding.verdict {
            Verdict::Pass => continue,
            Verdict::Fail => "error",
            Verdict::Inconclusive => "warning",
        };
        let _ = writeln!(
            text,
            "::{level} file={},line={}::{}",
            property(&finding.file),
            finding.line,
            escaped(&format!("{}: {}", subject(finding), finding.message))
        );
    }
    text
}

fn markdown(args: &args::Check, findings: &[Finding]) -> String {
    let cell = |text: &str| {
        safe_text(text)
            .replace('\\', "\\\\")
            .replace('|', "\\|")
            .replace('<', "&lt;")
            .replace('`', "\\`")
    };
    let mut text = String::from(
        "| verdict | where | measure | what was found | games |\n| --- | --- | --- | --- | ---: |\n",
    );
    for finding in findings {
        let _ = writeln!(
            text,
            "| {} | {}:{} | {} | {} | {} |",
            finding.verdict.word(),
            cell(&finding.file),
            finding.line,
            cell(&subject(finding)),
            cell(&finding.message),
            finding.games
        );
    }
    let _ = writeln!(
        text,
        "\nFalse alarms over all rows together: at most {} %. Seed {}.",
        args.error * 100.0,
        args.seed
    );
    text
}

/// JUnit XML, as build servers read it: an inconclusive expectation counts as skipped.
fn junit(findings: &[Finding]) -> String {
    let escaped = |text: &str| {
        let text: String = safe_text(text);
        text.replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;")
    };
    let count = |verdict| findings.iter().filter(|f| f.verdict == verdict).count();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"skirmish check\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
        findings.len(),
        count(Verdict::Fail),
        count(Verdict::Inconclusive)
    );
    for finding in findings {
        let _ = write!(
            text,
            "  <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\"",
            escaped(&finding.file),
            escaped(&subject(finding)),
            escaped(&finding.file),
            finding.line
        );
        let message = escaped(&finding.message);
        let _ = match finding.verdict {
            Verdict::Pass => writeln!(text, "/>"),
            Verdict::Fail => writeln!(
                text,
                ">\n    <failure message=\"{message}\"/>\n  </testcase>"
            ),
            Verdict::Inconclusive => {
                writeln!(
                    text,
                    ">\n    <skipped message=\"inconclusive: {message}\"/>\n  </testcase>"
                )
            }
        };
    }
    text.push_str("</testsuite>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_double_up_to_the_cap() {
        assert_eq!(looks(16_000), [1_000, 2_000, 4_000, 8_000, 16_000]);
        assert_eq!(looks(500), [500]);
        assert_eq!(looks(1), [1]);
    }

    #[test]
    fn numbers_of_games_are_rounded_up_to_two_digits() {
        assert_eq!(round_up(12_345.0), 13_000);
        assert_eq!(round_up(3.0), 3);
    }

    fn finding(verdict: Verdict) -> Finding {
        Finding {
            file: "a<b>,%:.toml".to_owned(),
            line: 7,
            measure: "win-rate".to_owned(),
            side: "R&D | \"Raiders\"".to_owned(),
            least: Some(0.4),
            most: None,
            value: Some(0.3),
            interval: Some([0.2, 0.35]),
            games: 1000,
            verdict,
            message: "expected at least 0.4".to_owned(),
        }
    }

    #[test]
    fn names_are_harmless_in_every_format() {
        let findings = [finding(Verdict::Fail), finding(Verdict::Pass)];
        let xml = junit(&findings);
        assert!(xml.contains("failures=\"1\"") && xml.contains("a&lt;b&gt;"));
        assert!(!xml.contains("R&D |"));
        let note = github(&findings);
        assert_eq!(note.lines().count(), 1);
        assert!(note.starts_with("::error file=a<b>%2C%25%3A.toml,line=7::"));
    }
}
