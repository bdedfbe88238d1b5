//! What a check found: one set of facts, which a template for each reader fills in (people, programs, build servers, pages).

use minijinja::context;
use minijinja::value::Value as Fact;
use serde::{Serialize, Serializer};

use crate::answer::{filled, of_study};
use crate::comparison::{plain, quoted_value};
use crate::number::{NO_BREAK, percent, share};
use crate::report::Interval;
use crate::text::framed;
use crate::{Answer, LessLuck, ReportError, safe_text};

/// What is said of a scenario of which nothing was asked.
const UNASKED: &str = "it has no `[[expect]]` checks";

/// How an expectation came out; what needs looking at comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// What was expected does not hold.
    Fail,
    /// The games played do not tell.
    Inconclusive,
    /// It holds.
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
    /// The side that it is of, or the name of the event; empty for a measure of the whole game.
    pub side: String,
    /// The bots of both sides, where others than the battle's own play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bots: Option<[String; 2]>,
    /// Whether it is a share, to be read in percent.
    pub is_share: bool,
    /// What it was in the baseline that it is held against, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<f64>,
    /// Not below this.
    pub least: Option<f64>,
    /// Not above this.
    pub most: Option<f64>,
    /// What was found; `None` if it never came to be measured.
    pub value: Option<f64>,
    /// Its interval; `None` where there is none.
    pub interval: Option<Interval>,
    /// What was found with the luck of the dice taken out, of how games end: it decides nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub less_luck: Option<LessLuck>,
    /// Games played for it.
    pub games: u64,
    /// How many games would probably decide, where these did not; `None` if no affordable number would.
    pub games_to_decide: Option<u64>,
    /// The verdict.
    pub verdict: Verdict,
    /// The command that tells how that is done, for what a search finds; else empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub how: String,
}

impl Finding {
    /// What was measured, of whom.
    fn subject(&self) -> String {
        let side = framed(", ", &self.side, "");
        let bots =
            self.bots.as_ref().map_or_else(String::new, |[a, b]| format!(", {a} against {b}"));
        safe_text(&format!("{}{side}{bots}", self.measure))
    }

    /// What was expected and what was found, in words.
    pub fn message(&self) -> String {
        self.with_changes(&[])
    }

    /// The message, with the parameters that have changed since the baseline.
    fn with_changes(&self, changed: &[String]) -> String {
        // What it was has the places of what it is held against.
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
            // So few games that all of them came out the same.
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
    /// How often any finding may be wrong, over all of them together.
    pub error: f64,
    /// Seed of all dice.
    pub seed: u64,
    /// The findings, in the order of files and lines.
    #[serde(serialize_with = "with_messages")]
    pub findings: Vec<Finding>,
    /// Scenarios of which nothing was asked, so that nobody takes them for checked.
    pub unasked: Vec<String>,
    /// Of each scenario held against a baseline, the parameters that have changed since.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Changed>,
    /// What is wrong with the files; then nothing was played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<Broken>,
}

/// The parameters of a scenario that are not what they were in the baseline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The scenario.
    pub file: String,
    /// Each as `path: was, now`.
    pub parameters: Vec<String>,
}

/// A problem of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// The file.
    pub file: String,
    /// The line, from 1; `None` if the file cannot be read at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What is wrong, with its code, and what to do.
    pub message: String,
}

impl Check {
    /// Fail if anything failed, else inconclusive if anything was, else pass.
    pub fn verdict(&self) -> Verdict {
        self.findings.iter().map(|finding| finding.verdict).min().unwrap_or(Verdict::Pass)
    }

    /// What all templates tell: in rows whatever was asked, is not asked, or is broken. What needs looking at comes first, and the
    /// rest keeps its order.
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
            // Without the dust of binary fractions.
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
            // What is shown by itself says what has changed, which is not told elsewhere.
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

/// The verdict in numbers, each finding, and what has changed.
pub fn text(check: &Check) -> String {
    Answer::of("check/text.txt", check.facts()).text(false)
}

/// Everything, for programs.
///
/// # Errors
/// [`ReportError::Json`] if the writer fails; it writes to memory, so it does not.
pub fn json(check: &Check) -> Result<Vec<u8>, ReportError> {
    #[derive(Serialize)]
    struct Judged<'a> {
        verdict: Verdict,
        #[serde(flatten)]
        check: &'a Check,
    }
    crate::json::of("skirmish-check/1", &Judged { verdict: check.verdict(), check })
}

/// A page in Markdown, such as the summary of a workflow.
pub fn markdown(check: &Check) -> String {
    filled("check/summary.md", check.facts())
}

/// JUnit XML, as build servers read it (<https://github.com/testmoapp/junitxml> collects what they agree on): a test case for
/// each finding. What was inconclusive counts as skipped: it neither holds nor fails. So does a scenario of which nothing was
/// asked.
pub fn junit(check: &Check) -> String {
    filled("check/junit.txt", check.facts()) + "\n"
}

/// Workflow commands of GitHub that mark the lines of the scenarios: an error for what failed, a warning for what was
/// inconclusive, and a notice for a scenario of which nothing was asked.
pub fn github(check: &Check) -> String {
    filled("check/github.txt", check.facts()).replace(NO_BREAK, " ")
}
