//! Checks in every format, from findings made by hand.

use skirmish_report::check::{
    Broken, Changed, Check, Finding, Verdict, github, json, junit, markdown, text,
};

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
    let xml = junit(&check);
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
            parameters: (0..count).map(|k| format!("profile.badger.hide-{k}: 5, now 4")).collect(),
        }],
        findings: vec![Finding { was: Some(0.5), most: Some(0.6), ..finding(Verdict::Fail) }],
        ..check(&[])
    };
    let says = "Changed since the baseline: profile.badger.hide-0: 5, now 4";
    assert!(github(&changed(1)).trim_end().ends_with(says), "{}", github(&changed(1)));
    assert!(github(&changed(9)).trim_end().ends_with("hide-7: 5, now 4; and 1 more"));
    let xml = junit(&changed(1));
    assert!(xml.contains(&format!("{says}\"/>")), "{xml}");
    // A scenario's own expectations have no baseline.
    let own = Check { findings: vec![finding(Verdict::Fail)], ..changed(1) };
    assert!(!github(&own).contains("baseline"));
}

#[test]
fn where_nothing_was_played_nothing_is_said_of_verdicts() {
    let broken = |line| Broken { file: "a.toml".to_owned(), line, message: "no".to_owned() };
    let check = Check { broken: vec![broken(Some(3)), broken(None)], ..check(&[]) };
    assert_eq!(github(&check), "::error file=a.toml,line=3::no\n::error file=a.toml::no\n");
    let xml = junit(&check);
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
    assert!(
        open.message().ends_with("too near the bound for these games to decide: more --games may")
    );
    open.value = None;
    assert!(open.message().ends_with("there was nothing to measure in 1,000 games"));
}

#[test]
fn names_are_harmless_in_every_format() {
    let check = check(&[Verdict::Fail, Verdict::Pass, Verdict::Inconclusive]);
    let xml = junit(&check);
    let tree = roxmltree::Document::parse(&xml).expect("well-formed");
    let suite = tree.descendants().find(|node| node.has_tag_name("testsuite")).expect("a suite");
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
