//! What a check found: one set of facts for several templates (for people, programs, build servers and pages).

use minijinja::context;
use minijinja::value::Value as Fact;
use serde::{Serialize, Serializer};

use crate::answer::{filled, of_study};
use crate::comparison::{plain, quoted_value};
use crate::number::{NO_BREAK, percent, share};
use crate::report::Interval;
use crate::text::framed;
use crate::{Answer, LessLuck, ReportError, safe_text};

/// Message for a scenario without expectations.
const UNASKED: &str = "it has no `[[expect]]` checks";

/// How an expectation came out, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The expectation does not hold.
    Fail,
    /// The games played do not settle it.
    Inconclusive,
    /// The expectation holds.
    Pass,
}

/// An expectation with its verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// The scenario.
    pub file: String,
    /// Line of the expectation, from 1.
    pub line: usize,
    /// What is measured.
    pub measure: String,
    /// The side, or the name of the event; empty for a measure of the whole game.
    pub side: String,
    /// The bots of both sides, if they are not the battle's own.
    pub bots: Option<[String; 2]>,
    /// Whether the value is a share, shown in percent.
    pub is_share: bool,
    /// Value in the baseline, if compared with one.
    pub was: Option<f64>,
    /// Lower limit.
    pub least: Option<f64>,
    /// Upper limit.
    pub most: Option<f64>,
    /// Value found; `None` if it could not be measured.
    pub value: Option<f64>,
    /// Interval of the value, if there is one.
    pub interval: Option<Interval>,
    /// Share adjusted for the luck of the dice, for how games end; it has no part in the verdict.
    pub less_luck: Option<LessLuck>,
    /// Games played for this finding.
    pub games: u64,
    /// Games that would probably settle an inconclusive finding; `None` if no affordable number would.
    pub games_to_decide: Option<u64>,
    /// The verdict.
    pub verdict: Verdict,
    /// The command that shows how the side exploits the rules, for a value found by search; else empty.
    pub how: String,
}

impl Finding {
    /// Returns what was measured, and for which side and bots.
    fn subject(&self) -> String {
        let side = framed(", ", &self.side, "");
        let bots =
            self.bots.as_ref().map_or_else(String::new, |[a, b]| format!(", {a} against {b}"));
        safe_text(&format!("{}{side}{bots}", self.measure))
    }

    /// Returns what was expected and what was found, in words.
    pub fn message(&self) -> String {
        self.with_changes(&[])
    }

    /// Returns the message with the parameters that have changed since the baseline.
    fn with_changes(&self, changed: &[String]) -> String {
        // The old value is shown with as many places as the new interval.
        let places = self.interval.or(self.least.zip(self.most));
        let bound = |bound: f64| match (self.was, self.is_share) {
            (Some(_), true) => percent(bound, places),
            (Some(_), false) => plain(bound, places),
            (None, true) => format!("{}{NO_BREAK}%", share(100.0 * bound)),
            (None, false) => share(bound),
        };
        let searched = self.measure == "exploitable";
        let found = |value: f64| match searched && self.interval == Some((0.0, 0.0)) {
            true => "nothing better".to_owned(),
            false => quoted_value(value, self.interval, self.is_share),
        };
        let less_luck = self.less_luck.filter(LessLuck::is_worth_saying);
        let facts = context! {
            was => self.was.map(bound),
            least => self.least.map(bound),
            most => self.most.map(bound),
            value => self.value.map(found),
            interval => self.interval.is_some(),
            // Too few games: all came out the same.
            alike => self.interval.is_none_or(|(low, high)| low >= high),
            searched,
            games => self.games,
            games_to_decide => self.games_to_decide,
            less_luck => less_luck.map(|less| quoted_value(less.share, less.interval, true)),
            verdict => of_study(&self.verdict),
            how => safe_text(&self.how),
            changed => of_study(&changed),
        };
        filled("check/message.txt", facts)
    }
}

/// All findings of a check.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Check {
    /// Error rate of all findings together.
    pub error: f64,
    /// Seed of all dice.
    pub seed: u64,
    /// The findings, by file and line.
    #[serde(serialize_with = "with_messages")]
    pub findings: Vec<Finding>,
    /// Scenarios without expectations, listed so that nobody assumes they were checked.
    pub unasked: Vec<String>,
    /// Parameters changed since the baseline, for each scenario that has one.
    pub changed: Vec<Changed>,
    /// Problems of the files; if there are any, nothing was played.
    pub broken: Vec<Broken>,
}

/// The parameters of a scenario that differ from the baseline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The scenario.
    pub file: String,
    /// Changes, each as `path: was, now`.
    pub parameters: Vec<String>,
}

/// A problem in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// The file.
    pub file: String,
    /// The line, from 1; `None` if the file cannot be read at all.
    pub line: Option<usize>,
    /// The problem, with its code, and how to fix it.
    pub message: String,
}

impl Check {
    /// Returns the most urgent verdict among the findings; pass if there are none.
    pub fn verdict(&self) -> Verdict {
        self.findings.iter().map(|finding| finding.verdict).min().unwrap_or(Verdict::Pass)
    }

    /// Returns the facts for all templates, with rows for findings, the most urgent first, unchecked scenarios and problems.
    fn facts(&self) -> Fact {
        let count = |verdict: Verdict| {
            self.findings.iter().filter(|finding| finding.verdict == verdict).count()
        };
        let is_found = |finding: &Finding| {
            finding.measure == "exploitable" && finding.verdict == Verdict::Pass
        };
        let facts = context! {
            passed => count(Verdict::Pass),
            failed => count(Verdict::Fail),
            inconclusive => count(Verdict::Inconclusive),
            unasked => self.unasked.len(),
            broken => self.broken.len(),
            judged => !self.findings.is_empty(),
            searched => self.findings.iter().any(is_found),
            seed => self.seed,
            // Rounded, to hide binary fractions.
            error => ((self.error * 1e10).round() / 1e8).to_string(),
            changed => of_study(&self.changed),
        };
        let said = filled("check/totals.txt", facts.clone());
        let (totals, trust) = said.trim_end().split_once('\n').unwrap_or((said.trim_end(), ""));
        let mut findings: Vec<_> = self.findings.iter().collect();
        findings.sort_by_key(|finding| finding.verdict);
        let findings = findings.into_iter().map(|finding| {
            let word = match finding.verdict {
                Verdict::Pass => "pass",
                Verdict::Fail => "FAIL",
                Verdict::Inconclusive => "inconclusive",
            };
            // A finding shown alone has to list the changed parameters, too.
            let changed = self.changed.iter().find(|changed| changed.file == finding.file);
            let changed = changed.filter(|_| finding.was.is_some());
            let whole = finding.with_changes(changed.map_or(&[], |of| &of.parameters));
            let row = row(word, (&finding.file, Some(finding.line)), &finding.message());
            context! { subject => finding.subject(), name => finding.subject(), whole, ..row }
        });
        let unasked = self.unasked.iter().map(|file| {
            context! { name => "expectations", ..row("not checked", (file, None), UNASKED) }
        });
        let broken = self.broken.iter().map(|Broken { file, line, message }| {
            context! { name => "the file can be read", ..row("error", (file, *line), message) }
        });
        let rows: Fact = findings.chain(unasked).chain(broken).collect();
        context! { totals, trust, rows, ..facts }
    }
}

fn row(word: &str, (file, line): (&str, Option<usize>), message: &str) -> Fact {
    let (file, message) = (safe_text(file), safe_text(message));
    let place = line.map_or_else(|| file.clone(), |line| format!("{file}:{line}"));
    let head = format!("{word:<12}");
    context! { word, head, file, line, place, subject => "", whole => message.clone(), message }
}

fn with_messages<S: Serializer>(findings: &[Finding], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Told<'a> {
        #[serde(flatten)]
        finding: &'a Finding,
        message: String,
    }
    let told = findings.iter().map(|finding| Told { finding, message: finding.message() });
    serializer.collect_seq(told)
}

/// Returns the totals, each finding, and what has changed.
pub fn text(check: &Check) -> String {
    Answer::of("check/text.txt", check.facts()).text(false)
}

/// Returns everything as JSON.
///
/// # Errors
/// [`ReportError::Json`] if the writer fails, which does not happen in memory.
pub fn json(check: &Check) -> Result<Vec<u8>, ReportError> {
    #[derive(Serialize)]
    struct Judged<'a> {
        verdict: Verdict,
        #[serde(flatten)]
        check: &'a Check,
    }
    crate::json::of("skirmish-check/1", &Judged { verdict: check.verdict(), check })
}

/// Returns a page in Markdown, such as the summary of a workflow.
pub fn markdown(check: &Check) -> String {
    filled("check/summary.md", check.facts())
}

/// Returns JUnit XML as build servers read it (see <https://github.com/testmoapp/junitxml>), with a test case for each finding.
/// Inconclusive findings and scenarios without expectations count as skipped.
pub fn junit(check: &Check) -> String {
    filled("check/junit.txt", check.facts()) + "\n"
}

/// Returns GitHub workflow commands that mark lines of the scenarios as errors (failed), warnings (inconclusive) or notices
/// (without expectations).
pub fn github(check: &Check) -> String {
    filled("check/github.txt", check.facts()).replace(NO_BREAK, " ")
}
