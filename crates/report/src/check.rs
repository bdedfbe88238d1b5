//! What a check found, for people, programs, build servers and pages.

mod junit;
mod markdown;

use std::fmt::Write as _;

use serde::Serialize;

pub use junit::junit;
pub use markdown::markdown;

use crate::comparison::{plain, quoted_value};
use crate::number::{NO_BREAK, counted, percent, share};
use crate::report::Interval;
use crate::text::{framed, hanging, sentences};
use crate::{LessLuck, ReportError, safe_text};

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

impl Verdict {
    /// The word for it; the one that matters stands out.
    const fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "FAIL",
            Self::Inconclusive => "inconclusive",
        }
    }
}

/// Of fewer games it is not foretold how many would decide: where the value will come to lie is not known well enough.
const FORESEEN: u64 = 1000;

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
        format!("{}{side}{bots}", self.measure)
    }

    /// A value with the places that an interval supports.
    fn shown(&self, value: f64, interval: Option<Interval>) -> String {
        if self.is_share { percent(value, interval) } else { plain(value, interval) }
    }

    /// What was expected and what was found, in words.
    pub fn message(&self) -> String {
        let bound = |bound: f64| match self.is_share {
            true => format!("{}{NO_BREAK}%", share(100.0 * bound)),
            false => share(bound),
        };
        let expected = match (self.was, self.least.map(bound), self.most.map(bound)) {
            (Some(was), Some(_), Some(_)) => {
                let ends = (self.least.unwrap_or(was), self.most.unwrap_or(was));
                // With the places of what it is held against.
                let places = self.interval.or(Some(ends));
                let [was, least, most] = [was, ends.0, ends.1].map(|it| self.shown(it, places));
                format!("was {was} (allowed: {least} to {most})")
            }
            (Some(was), ..) => format!("was {}", self.shown(was, self.interval)),
            (_, Some(least), Some(most)) => format!("expected between {least} and {most}"),
            (_, Some(least), None) => format!("expected at least {least}"),
            (_, None, Some(most)) => format!("expected at most {most}"),
            (_, None, None) => "nothing definite expected".to_owned(),
        };
        let found = if self.was.is_some() { "now" } else { "found" };
        let games = counted(self.games, "game");
        let is_searched = self.measure == "exploitable";
        let Some(value) = self.value else {
            if is_searched {
                return format!(
                    "{expected}, but time ran out before the search was over: allow more (--for)"
                );
            }
            return format!("{expected}, but there was nothing to measure in {games}");
        };
        let Some((low, high)) = self.interval else {
            let value = self.shown(value, None);
            return format!("{expected}, {found} {value} in {games}, which has no interval yet");
        };
        let is_nothing = is_searched && (low, high) == (0.0, 0.0);
        let mut text = match is_nothing {
            true => format!("{expected}, found nothing better in {games}"),
            false => {
                let value = quoted_value(value, self.interval, self.is_share);
                format!("{expected}, {found} {value} in {games}")
            }
        };
        if is_searched {
            text += &match self.verdict {
                Verdict::Pass => {
                    " of search or a few more; a longer search may find better".to_owned()
                }
                _ => format!(" of search or a few more; how: {}", safe_text(&self.how)),
            };
        }
        if self.verdict == Verdict::Inconclusive {
            if let Some(less) = self.less_luck.filter(LessLuck::is_worth_saying) {
                let value = quoted_value(less.share, less.interval, true);
                text += &format!(" (with the luck of the dice taken out {value})");
            }
            text += &match self.games_to_decide {
                _ if self.games < FORESEEN && !is_searched && low < high => {
                    "; too few to say how many would decide: more --games".to_owned()
                }
                Some(more) => {
                    let by = if is_searched { " (--games), and as long a search," } else { "" };
                    format!("; about {}{by} would decide if it stays there", counted(more, "game"))
                }
                None if low >= high => "; so few games, all alike, say little".to_owned(),
                None => {
                    "; as it stands it lies too near the bound for any affordable number of games to decide"
                        .to_owned()
                }
            };
        }
        text
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

    /// How many came out so.
    fn count(&self, verdict: Verdict) -> usize {
        let is_so = |finding: &&Finding| finding.verdict == verdict;
        self.findings.iter().filter(is_so).count()
    }

    /// The findings for people to read: those that need looking at come first, and the rest keeps its order.
    fn worst_first(&self) -> Vec<&Finding> {
        let mut findings: Vec<_> = self.findings.iter().collect();
        findings.sort_by_key(|finding| finding.verdict);
        findings
    }

    /// The message of a finding that is shown by itself: what has changed since the baseline is not told elsewhere.
    fn whole_message(&self, finding: &Finding) -> String {
        const MOST: usize = 8;
        let message = finding.message();
        let changed = self.changed.iter().find(|changed| changed.file == finding.file);
        let Some(Changed { parameters, .. }) = changed.filter(|_| finding.was.is_some()) else {
            return message;
        };
        let told = parameters.iter().take(MOST).map(|parameter| safe_text(parameter));
        let told = told.collect::<Vec<_>>().join("; ");
        let more = match parameters.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        format!("{message}. Changed since the baseline: {told}{more}")
    }

    fn totals(&self) -> String {
        let totals = format!(
            "{} passed, {} failed, {} inconclusive",
            self.count(Verdict::Pass),
            self.count(Verdict::Fail),
            self.count(Verdict::Inconclusive)
        );
        if !self.broken.is_empty() {
            let problems = counted(self.broken.len() as u64, "problem");
            return format!("{problems} in the files; nothing was played");
        }
        match self.unasked.len() as u64 {
            0 => totals,
            unasked => format!("{totals}, {} not checked", counted(unasked, "scenario")),
        }
    }

    /// How far the verdicts can be trusted, if there are any. Of what is exploitable only what was found is told, not what
    /// there is.
    fn trust(&self) -> Option<String> {
        if self.findings.is_empty() {
            return None;
        }
        let error = self.error_percent();
        let is_pass = |finding: &Finding| {
            finding.measure == "exploitable" && finding.verdict == Verdict::Pass
        };
        Some(match self.findings.iter().any(is_pass) {
            false => format!("At most {error} % of such checks give any wrong verdict."),
            true => format!(
                "At most {error} % of such checks give any wrong verdict; an `exploitable` row that passes says only \
                 that the player found gains no more."
            ),
        })
    }

    /// The error in percent, without the dust of binary fractions.
    fn error_percent(&self) -> String {
        format!("{}", (self.error * 1e10).round() / 1e8)
    }
}

/// Blanks before what was found, under the verdict.
const MARGIN: &str = "              ";

/// The verdict in numbers, each finding, and what has changed.
pub fn text(check: &Check) -> String {
    let trust = check.trust().map_or_else(String::new, |trust| format!(" {trust}"));
    let mut text = sentences(&format!("{}.{trust}", check.totals()));
    if !check.findings.is_empty() || !check.unasked.is_empty() {
        text.push('\n');
    }
    for finding in check.worst_first() {
        let _ = writeln!(
            text,
            "{:<12}  {}:{}  {}",
            finding.verdict.word(),
            safe_text(&finding.file),
            finding.line,
            safe_text(&finding.subject()),
        );
        text += &hanging([MARGIN; 2], &finding.message());
    }
    for file in &check.unasked {
        let _ = writeln!(text, "{:<12}  {}: {UNASKED}", "not checked", safe_text(file));
    }
    for Changed { file, parameters } in &check.changed {
        let told = parameters.join("; ");
        let says = format!("Changed in {file} since the baseline: {told}.");
        let _ = write!(text, "\n{}", sentences(&safe_text(&says)));
    }
    text.replace(NO_BREAK, " ")
}

/// Everything, for programs.
///
/// # Errors
/// [`ReportError::Json`] if the writer fails; it writes to memory, so it does not.
pub fn json(check: &Check) -> Result<Vec<u8>, ReportError> {
    #[derive(Serialize)]
    struct JsonFinding<'a> {
        #[serde(flatten)]
        finding: &'a Finding,
        message: String,
    }
    #[derive(Serialize)]
    struct JsonCheck<'a> {
        error: f64,
        seed: u64,
        verdict: Verdict,
        findings: Vec<JsonFinding<'a>>,
        unasked: &'a [String],
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        changed: &'a [Changed],
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        broken: &'a [Broken],
    }
    let row = |finding| JsonFinding { finding, message: Finding::message(finding) };
    crate::json::of(
        "skirmish-check/1",
        &JsonCheck {
            error: check.error,
            seed: check.seed,
            verdict: check.verdict(),
            findings: check.findings.iter().map(row).collect(),
            unasked: &check.unasked,
            changed: &check.changed,
            broken: &check.broken,
        },
    )
}

/// Workflow commands of GitHub that mark the lines of the scenarios: an error for what failed, a warning for what was
/// inconclusive, and a notice for a scenario of which nothing was asked.
pub fn github(check: &Check) -> String {
    let escaped = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| escaped(text).replace(':', "%3A").replace(',', "%2C");
    let mut text = String::new();
    for finding in &check.findings {
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
            escaped(&format!("{}: {}", finding.subject(), check.whole_message(finding)))
        );
    }
    for file in &check.unasked {
        let _ = writeln!(text, "::notice file={}::{UNASKED}", property(file));
    }
    for Broken { file, line, message } in &check.broken {
        let line = line.map_or_else(String::new, |line| format!(",line={line}"));
        let _ = writeln!(text, "::error file={}{line}::{}", property(file), escaped(message));
    }
    text.replace(NO_BREAK, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(verdict: Verdict) -> Finding {
        Finding {
            file: "a<b>,%:.toml".to_owned(),
            line: 7,
            measure: "win-rate".to_owned(),
            side: "R&D | \"Raiders\"\n".to_owned(),
            bots: None,
            is_share: true,
            was: None,
            least: Some(0.4),
            most: None,
            value: Some(0.3),
            interval: Some((0.2, 0.35)),
            less_luck: None,
            games: 1000,
            games_to_decide: None,
            verdict,
            how: String::new(),
        }
    }

    fn check(verdicts: &[Verdict]) -> Check {
        Check {
            error: 0.01,
            seed: 3,
            findings: verdicts.iter().map(|verdict| finding(*verdict)).collect(),
            unasked: Vec::new(),
            ..Check::default()
        }
    }

    #[test]
    fn a_scenario_of_which_nothing_was_asked_is_named_in_every_format() {
        let check = Check { unasked: vec!["a<b>|:.toml".to_owned()], ..check(&[Verdict::Pass]) };
        assert_eq!(check.verdict(), Verdict::Pass);
        let said = text(&check);
        assert!(said.contains("not checked   a<b>|:.toml: it has no `[[expect]]` checks"));
        assert!(said.contains("0 inconclusive, 1 scenario not checked."));
        let xml = String::from_utf8(junit(&check).expect("writes to memory")).expect("UTF-8");
        assert!(xml.contains("tests=\"2\"") && xml.contains("skipped=\"1\""));
        assert!(xml.contains("<skipped message=\"it has no `[[expect]]` checks\"/>"));
        assert_eq!(xml.matches("<testcase").count(), 2);
        assert!(markdown(&check).contains("| not checked | a&lt;b>\\|:.toml |"));
        assert!(github(&check).contains("::notice file=a<b>|%3A.toml::it has no"));
        let told = json(&check).expect("writes to memory");
        assert!(String::from_utf8_lossy(&told).contains("\"unasked\": ["));
    }

    #[test]
    fn a_failure_shown_by_itself_names_what_has_changed_since_the_baseline() {
        let changed = |count: usize| Check {
            changed: vec![Changed {
                file: "a<b>,%:.toml".to_owned(),
                parameters: (0..count)
                    .map(|k| format!("profile.badger.hide-{k}: 5, now 4"))
                    .collect(),
            }],
            findings: vec![Finding { was: Some(0.5), most: Some(0.6), ..finding(Verdict::Fail) }],
            ..check(&[])
        };
        let says = "Changed since the baseline: profile.badger.hide-0: 5, now 4";
        assert!(github(&changed(1)).trim_end().ends_with(says), "{}", github(&changed(1)));
        assert!(github(&changed(9)).trim_end().ends_with("hide-7: 5, now 4; and 1 more"));
        let xml = String::from_utf8(junit(&changed(1)).expect("writes to memory")).expect("UTF-8");
        assert!(xml.contains(&format!("{says}\"/>")), "{xml}");
        // What a scenario itself expects is not held against the baseline.
        let own = Check { findings: vec![finding(Verdict::Fail)], ..changed(1) };
        assert!(!github(&own).contains("baseline"));
    }

    #[test]
    fn where_nothing_was_played_nothing_is_said_of_verdicts() {
        let broken = |line| Broken { file: "a.toml".to_owned(), line, message: "no".to_owned() };
        let check = Check { broken: vec![broken(Some(3)), broken(None)], ..check(&[]) };
        assert_eq!(github(&check), "::error file=a.toml,line=3::no\n::error file=a.toml::no\n");
        let xml = String::from_utf8(junit(&check).expect("writes to memory")).expect("UTF-8");
        assert!(!xml.contains("system-out") && xml.matches(" line=").count() == 1, "{xml}");
        let page = markdown(&check);
        assert!(page.contains("| a.toml:3 |") && page.contains("| a.toml |"), "{page}");
        for told in [page, text(&check)] {
            assert!(!told.contains("verdicts") && !told.contains("Seed"), "{told}");
        }
    }

    #[test]
    fn what_failed_comes_first() {
        use Verdict::{Fail, Inconclusive, Pass};
        let check = check(&[Pass, Inconclusive, Fail, Pass]);
        let said = text(&check);
        let verdicts = said.lines().filter(|line| line.contains(".toml:7"));
        let verdicts: Vec<_> = verdicts.filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(verdicts, ["FAIL", "inconclusive", "pass", "pass"]);
        assert!(said.starts_with("2 passed, 1 failed, 1 inconclusive. "), "{said}");
        let page = markdown(&check);
        assert!(page.find("| FAIL |") < page.find("| inconclusive |"));
        assert!(page.find("| inconclusive |") < page.find("| pass |"));
    }

    #[test]
    fn the_worst_finding_is_the_verdict() {
        use Verdict::{Fail, Inconclusive, Pass};
        assert_eq!(check(&[]).verdict(), Pass);
        assert_eq!(check(&[Pass, Inconclusive]).verdict(), Inconclusive);
        assert_eq!(check(&[Inconclusive, Fail, Pass]).verdict(), Fail);
    }

    #[test]
    fn messages_say_what_would_decide() {
        let mut open = finding(Verdict::Inconclusive);
        open.interval = Some((0.2, 0.45));
        open.games_to_decide = Some(12_000);
        assert_eq!(
            open.message(),
            "expected at least 40\u{a0}%, found 30 ± 12\u{a0}% in 1,000 games; about 12,000 games would decide if it stays \
             there"
        );
        open.games_to_decide = None;
        assert!(open.message().ends_with("number of games to decide"));
        open.value = None;
        assert!(open.message().ends_with("there was nothing to measure in 1,000 games"));
    }

    #[test]
    fn names_are_harmless_in_every_format() {
        let check = check(&[Verdict::Fail, Verdict::Pass, Verdict::Inconclusive]);
        let bytes = junit(&check).expect("writes to memory");
        let xml = String::from_utf8(bytes).expect("UTF-8");
        let tree = roxmltree::Document::parse(&xml).expect("well-formed");
        let suite =
            tree.descendants().find(|node| node.has_tag_name("testsuite")).expect("a suite");
        assert_eq!(suite.attribute("failures"), Some("1"));
        assert_eq!(suite.attribute("skipped"), Some("1"));
        let case = suite.children().find(|node| node.has_tag_name("testcase")).expect("a case");
        assert_eq!(case.attribute("name"), Some("win-rate, R&D | \"Raiders\" "));
        assert_eq!(case.attribute("line"), Some("7"));
        let below = tree.descendants().find(|node| node.has_tag_name("system-out"));
        let said = below.and_then(|node| node.text()).expect("what it rests on");
        assert!(said.starts_with("At most 1 % of such checks give any wrong verdict"), "{said}");

        let notes = github(&check);
        assert_eq!(notes.lines().count(), 2);
        assert!(notes.starts_with("::error file=a<b>%2C%25%3A.toml,line=7::"));
        assert!(notes.contains("\n::warning file="));

        let page = markdown(&check);
        let row = page.lines().find(|line| line.contains("FAIL")).expect("a row");
        assert!(row.contains("a&lt;b>,%:.toml:7") && row.contains("R&amp;D \\| \"Raiders\""));

        let told = json(&check).expect("writes to memory");
        assert!(String::from_utf8_lossy(&told).contains("\"verdict\": \"fail\""));
        assert!(text(&check).contains("1 passed, 1 failed, 1 inconclusive"));
    }
}
