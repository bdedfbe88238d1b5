//! The page of a study, from ordinary and hostile names.

use crate::common::{HOSTILE, bundle, run, run_of};
use sha2::{Digest as _, Sha256};
use skirmish_report::chart::Drawing;
use skirmish_report::{PAGE, Report, json};

/// Names that attempt injection.
const NAMES: [&str; 6] = [
    HOSTILE,
    "</script><img src=x onerror=alert(1)>",
    "{{7*7}}{% raw %}",
    "\"><svg onload=alert(1)>",
    "</title></style>\u{202e}evil",
    "-->]]>&lt;b&gt;",
];

fn page(report: &Report) -> String {
    let files = bundle(report).unwrap();
    let page = files.into_iter().find(|file| file.name == PAGE).unwrap();
    String::from_utf8(page.bytes).unwrap()
}

/// Returns the names of a page's tags.
fn tags(page: &str) -> Vec<&str> {
    let style = page.find("<style>").unwrap()..page.find("</style>").unwrap();
    let script = page.find("<script>").unwrap()..page.find("</script>").unwrap();
    let is_text = |at: &usize| !style.contains(&(at - 1)) && !script.contains(&(at - 1));
    let begins = page.match_indices('<').map(|(at, _)| at + 1);
    let begins = begins.filter(|at| is_text(at) || page[*at..].starts_with("s"));
    begins.map(|at| page[at..].split([' ', '>', '\n']).next().unwrap()).collect()
}

#[test]
fn names_are_never_markup() {
    let mut ordinary = run();
    (ordinary.doubts, ordinary.assumptions) = (vec![String::new()], vec![String::new()]);
    let ordinary = page(&ordinary);
    let mut known = tags(&ordinary);
    known.sort_unstable();
    known.dedup();
    for name in NAMES {
        let mut report = run_of(name, name);
        report.provenance.scenario_title = name.to_owned();
        report.provenance.command = name.to_owned();
        report.doubts = vec![name.to_owned()];
        report.assumptions = vec![name.to_owned()];
        report.parameters[0].value = name.to_owned();
        let page = page(&report);
        let strange: Vec<&str> =
            tags(&page).into_iter().filter(|tag| known.binary_search(tag).is_err()).collect();
        assert!(strange.is_empty(), "{name}: {strange:?}");
        assert_eq!(page.matches("</script>").count(), 1, "{name}");
        assert!(!page.contains("49{") && !page.contains('\u{202e}'), "{name}");
    }
}

#[test]
fn the_page_asks_nothing_of_a_network_and_is_the_same_each_time() {
    let page = page(&run());
    assert_eq!(page, self::page(&run()));
    let addresses = page.match_indices("http").map(|(at, _)| &page[at..]);
    for address in addresses {
        // The name of a format is not an address.
        let is_name = address.starts_with("http://www.w3.org/2000/svg\"");
        assert!(is_name || address.starts_with("http-equiv"), "{}", &address[..60]);
    }
    for part in
        ["lang=\"en\"", "default-src 'none'", "<h1>", "role=\"img\"", "prefers-color-scheme"]
    {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn what_is_read_again_is_drawn_the_same() {
    for report in [run(), run_of(HOSTILE, "Watch")] {
        let files = bundle(&report).unwrap();
        let again = json::read(&files[0].bytes).unwrap().drawn(&Drawing::default()).unwrap();
        let drawn = files
            .iter()
            .filter(|file| [".html", ".svg"].iter().any(|end| file.name.ends_with(end)));
        assert!(drawn.eq(&again));
    }
}

#[test]
fn what_is_no_summary_is_told_so() {
    let why = |text: &str| json::read(text.as_bytes()).unwrap_err().to_string();
    assert!(why("").starts_with("it is damaged"));
    assert!(why("{}").starts_with("it has no `format`"));
    assert!(why("{\"format\": \"skirmish-report/9\"}").contains("`skirmish-report/9`"));
    assert!(why("{\"format\": \"skirmish-report/1\", \"sides\": 7}").starts_with("it is damaged"));
}

/// Encodes bytes in base 64, as in the page's hash.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let bits = (0..3).fold(0, |bits, k| bits << 8 | usize::from(*group.get(k).unwrap_or(&0)));
        let digit = |k: usize| match k <= group.len() {
            true => char::from(DIGITS[bits >> (18 - 6 * k) & 63]),
            false => '=',
        };
        (0..4).map(digit).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

#[test]
fn the_page_lets_no_script_run_but_its_own() {
    // Test vectors of RFC 4648, section 10.
    let of = |text: &str| base64(text.as_bytes());
    assert_eq!(["f", "fo", "foo", "foob"].map(of), ["Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    let page = page(&run());
    let (_, script) = page.split_once("<script>").expect("a script");
    let (script, _) = script.split_once("</script>").expect("its end");
    // After a change of page/script.js, write this hash into page/report.html.
    let hash = base64(&Sha256::digest(script));
    assert!(page.contains(&format!("script-src 'sha256-{hash}';")), "{hash}");
}

#[test]
fn a_game_to_watch_lets_no_script_run_but_its_own() {
    let [page, script] =
        [include_str!("../../src/film/game.html"), include_str!("../../src/film/script.js")];
    // After a change of film/script.js, write this hash into film/game.html.
    let hash = base64(&Sha256::digest(script));
    assert!(page.contains(&format!("script-src 'sha256-{hash}';")), "{hash}");
}
