//! Reports do not depend on the number of threads: to the last byte, on stdout and in the folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use skirmish_scenario::{NoFiles, library, load};

/// Three chunks, so that threads share work or run out of it.
const GAMES: &str = "140";

fn run(scenario: &str, threads: &str, pairs: &str) -> (String, BTreeMap<String, Vec<u8>>) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(["run", scenario, "--games", GAMES, "--seed", "7", "--quiet"])
        .args(["--threads", threads, "--pairs", pairs])
        .arg("--out")
        .arg(folder.path())
        .output()
        .expect("the program starts");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{scenario}: {complaint}");
    let answer = String::from_utf8(output.stdout).expect("UTF-8");
    (answer, files(folder.path()))
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), std::fs::read(&path).expect("a file"))
        })
        .collect()
}

#[test]
fn reports_are_the_same_to_the_last_byte_on_any_number_of_threads() {
    for (k, shipped) in library::SCENARIOS.iter().enumerate() {
        let Ok(scenario) = load(shipped.text.as_bytes(), shipped.name, &[], &NoFiles) else {
            panic!("{} does not load", shipped.name);
        };
        // Pairs are refused unless the starting side is random.
        let spec = &scenario.spec;
        let by_lot = spec.starts.is_none() && spec.rules.system.has_starter();
        let pairs = &["off", "on"][..1 + usize::from(by_lot)];
        // One battle on few threads, the next on many; in pairs the other way round.
        for (pairs, threads) in pairs.iter().zip(["2", "7"].into_iter().cycle().skip(k % 2)) {
            let one = run(shipped.name, "1", pairs);
            assert!(one.1.len() > 5, "{}: files", shipped.name);
            let more = run(shipped.name, threads, pairs);
            assert_eq!(one.0, more.0, "{}: stdout on {threads}", shipped.name);
            assert!(one.1.keys().eq(more.1.keys()), "{}: files", shipped.name);
            for (name, bytes) in &one.1 {
                assert!(more.1[name] == *bytes, "{}: {name} on {threads} threads", shipped.name);
            }
        }
    }
}
