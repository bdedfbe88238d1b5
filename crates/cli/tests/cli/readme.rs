//! Runs the examples of the README and of pages in `docs`, whose output must be as shown.
//!
//! A `console` block is a command and its output. A comment before it selects a part:
//! `<!-- paragraphs 1-4 -->` or `<!-- lines 1-20 -->`. `<!-- fails -->` shows the error. A block after `<!-- file: NAME -->` is
//! a file for later commands.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::common::{Place, same_as_file, top, words};

enum Part {
    Whole,
    Paragraphs(RangeInclusive<usize>),
    Lines(RangeInclusive<usize>),
}

impl Part {
    fn of(comment: &str) -> Self {
        let range = |text: &str| {
            let (first, last) = text.split_once('-').expect("a range");
            let number = |text: &str| text.trim().parse().expect("a number");
            number(first)..=number(last)
        };
        if let Some(text) = comment.strip_prefix("paragraphs ") {
            Self::Paragraphs(range(text))
        } else if let Some(text) = comment.strip_prefix("lines ") {
            Self::Lines(range(text))
        } else {
            Self::Whole
        }
    }

    fn cut(&self, text: &str) -> String {
        let (pieces, between, range): (Vec<&str>, _, _) = match self {
            Self::Whole => return text.trim_end().to_owned(),
            Self::Paragraphs(range) => (text.split("\n\n").collect(), "\n\n", range),
            Self::Lines(range) => (text.lines().collect(), "\n", range),
        };
        let last = (*range.end()).min(pieces.len());
        let mut shown = pieces[range.start() - 1..last].join(between);
        if *range.start() > 1 {
            shown.insert_str(0, "...\n");
        }
        if last < pieces.len() {
            shown.push_str("\n...");
        }
        shown.trim_end().to_owned()
    }
}

/// Returns the arguments of a command in the README, whatever it calls the program.
fn arguments(command: &str) -> Vec<&str> {
    let called = ["skirmish ", "cargo run --release -p skirmish -- "];
    let found = called.iter().find_map(|name| command.strip_prefix(name));
    words(found.unwrap_or_else(|| panic!("what is `{command}`?"))).collect()
}

#[test]
fn examples_are_what_the_program_says() {
    shows_what_the_program_says("README.md", 4);
}

#[test]
fn odds_are_what_the_program_says() {
    shows_what_the_program_says("docs/odds.md", 5);
}

#[test]
fn a_battle_of_ones_own_is_what_the_program_says() {
    shows_what_the_program_says("docs/your-own-battle.md", 4);
}

#[test]
fn a_turn_of_ones_own_is_what_the_program_says() {
    shows_what_the_program_says("docs/your-own-turn.md", 9);
}

#[test]
fn warbands_of_ones_own_are_what_the_program_says() {
    shows_what_the_program_says("docs/your-own-warbands.md", 7);
}

#[test]
fn a_table_that_is_tuned_is_what_the_program_says() {
    shows_what_the_program_says("docs/tune.md", 6);
}

#[test]
fn a_game_to_watch_is_what_the_program_says() {
    shows_what_the_program_says("docs/replay.md", 1);
}

/// Runs the examples of a page, which has at least this many.
fn shows_what_the_program_says(page: &str, least: usize) {
    let readme = std::fs::read_to_string(top().join(page)).expect("there is such a page");
    let place = Place::new();
    let mut fresh = Vec::new();
    let mut commands = 0;
    let mut comment = "";
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        fresh.push(line.to_owned());
        if let Some(text) = line.strip_prefix("<!-- ") {
            comment = text.trim_end_matches(" -->");
        }
        let Some(kind) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if kind == "console" {
            let command = block[0].strip_prefix("$ ").expect("a command comes first");
            let done = place.run(arguments(command));
            // A replay reports on stderr whose players it shows.
            let is_clean = done.stderr.is_empty() || done.stderr.starts_with("note: sides play");
            let said = match comment {
                "fails" => {
                    assert_eq!(done.status, 2, "{command}: {}", done.stderr);
                    done.stderr
                }
                _ => {
                    assert!(done.status == 0 && is_clean, "{command}: {}", done.stderr);
                    done.stdout
                }
            };
            fresh.push(block[0].to_owned());
            fresh.push(Part::of(comment).cut(&said));
            commands += 1;
        } else {
            if let Some(name) = comment.strip_prefix("file: ") {
                place.write(name, block.join("\n") + "\n");
            }
            fresh.extend(block.iter().map(|line| (*line).to_owned()));
        }
        fresh.push("```".to_owned());
        comment = "";
    }
    assert!(commands >= least, "examples have gone: {commands} are left");
    same_as_file(page, &(fresh.join("\n") + "\n"));
}

#[test]
fn the_two_commands_come_first() {
    let readme = std::fs::read_to_string(top().join("README.md")).expect("there is a README");
    let commands: Vec<_> = readme
        .lines()
        .skip_while(|line| !line.starts_with("```"))
        .skip(1)
        .take_while(|line| !line.starts_with("```"))
        .filter(|line| line.starts_with("cargo "))
        .collect();
    assert_eq!(commands.len(), 2);
    assert!(commands[0].starts_with("cargo run --release -p skirmish -- run"));
    assert!(commands[1].starts_with("cargo test --workspace --locked"));
}

/// What marks a command line as one of other programs: their names, and options that stand alone.
const OTHERS: &str =
    "cargo sbatch squeue parallel dask pip setpriv --cpus-per-task --features --skip --time";

/// Returns what may follow each command, as shells complete it: `skirmish odds seize` and its options.
fn known() -> BTreeMap<String, Vec<String>> {
    let script = Place::new().ok(["completions", "bash"]);
    let (mut of, mut known) = ("", BTreeMap::new());
    for line in script.lines().map(str::trim) {
        of = line.strip_suffix(')').unwrap_or(of);
        if let Some(follows) = line.strip_prefix("opts=\"") {
            let follows = follows.trim_end_matches('"').split(' ').map(str::to_owned).collect();
            known.insert(of.replace("__subcmd__", " "), follows);
        }
    }
    known
}

/// Returns the first word of a command line that the program does not know.
fn unknown<'a>(span: &'a str, known: &BTreeMap<String, Vec<String>>) -> Option<&'a str> {
    let span = span.split(" # ").next().unwrap_or_default();
    let pieces = span.split(|c: char| c.is_whitespace() || ",;()=[]\"".contains(c));
    let words: Vec<_> = pieces.map(|word| word.trim_end_matches(['.', ':'])).collect();
    let follows = |of: &str, word: &str| known[of].iter().any(|known| known == word);
    let mut of = "skirmish".to_owned();
    let mut rest = &words[..];
    if let Some(at) = words.iter().position(|word| *word == "skirmish") {
        rest = &words[at + 1..];
        if let ["--", after @ ..] = rest {
            rest = after;
        }
        let first = rest.first().filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
        if let Some(first) = first.filter(|word| !follows(&of, word)) {
            return Some(first);
        }
    }
    while let [word, after @ ..] = rest
        && known.contains_key(&format!("{of} {word}"))
    {
        of = format!("{of} {word}");
        rest = after;
    }
    let is_others = |word: &&str| OTHERS.split(' ').any(|other| other == *word);
    if rest.len() == words.len() && words.iter().any(is_others) {
        return None;
    }
    let any = |word: &str| known.keys().any(|of| follows(of, word));
    let is_known = |word: &str| follows(&of, word) || of == "skirmish" && any(word);
    let is_option = |word: &str| {
        word.strip_prefix("--").is_some_and(|name| name.starts_with(char::is_alphabetic))
    };
    rest.iter().copied().find(|word| is_option(word) && !is_known(word))
}

#[test]
fn pages_name_commands_options_and_files_that_there_are() {
    let known = known();
    let docs = std::fs::read_dir(top().join("docs")).expect("there are pages");
    let docs = docs.map(|page| page.expect("it can be read").path());
    let pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|page| top().join(page));
    let mut faults = Vec::new();
    for page in docs.chain(pages) {
        let text = std::fs::read_to_string(&page).expect("it can be read").replace("\\\n", " ");
        let mut is_code = false;
        for line in text.lines() {
            is_code ^= line.starts_with("```");
            let spans = line.split('`').enumerate().filter(|(at, _)| is_code || at % 2 == 1);
            for (_, span) in spans {
                let folder = span.split('/').next().unwrap_or_default();
                let is_file = span.contains('/') && !span.contains([' ', '{', '…', '*', 'N']);
                let is_lost = is_file
                    && ["benches", "crates", "docs", "reports", "scenarios"].contains(&folder)
                    && !top().join(span).exists();
                let unknown = if is_lost { Some(span) } else { unknown(span, &known) };
                faults.extend(unknown.map(|word| format!("{}: {word}: {span}", page.display())));
            }
            for link in line.split("](").skip(1).filter(|_| !is_code) {
                let path = link.split([')', '#']).next().unwrap_or_default();
                if !path.contains("://") && !page.parent().unwrap().join(path).exists() {
                    faults.push(format!("{}: {path}", page.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
