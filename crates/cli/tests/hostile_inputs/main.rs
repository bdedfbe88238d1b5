//! Broken files of every kind, and senseless command lines. Each must end within ten seconds of processor time with a
//! documented status and printable text, and without a panic.
//!
//! `cargo test -p skirmish --test hostile_inputs` tries a share. In the environment, `FILES=20000 LINES=5000` sets the numbers
//! of files and command lines, and `FROM=7000` the first number. A case depends on its number alone, except for what
//! interrupted commands kept. `ONE=7012` tries one case, and keeps it. `ONLY=shards` tries files of one kind (numbers then mean
//! other cases), and `SKIRMISH=/path/to/it` another program.
//!
//! Each fault is reported once, and its folder kept in `target/tmp/hostile`, with the command in `command.txt`. A case that
//! never ends is named in `under-way-0` or `under-way-1` there.

mod command;
mod corpus;
mod help;
mod lines;
mod mutate;
mod plays;

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once, PoisonError};

use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) type Lots = Xoshiro256PlusPlus;

const THREADS: usize = 2;

/// A fault: its kind, which groups like ones, and the details.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) kind: String,
    pub(crate) told: String,
}

impl Fault {
    pub(crate) fn new(kind: impl Into<String>, told: impl Into<String>) -> Self {
        Self { kind: kind.into(), told: told.into() }
    }
}

fn number<T: FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

/// Returns the random generator of a case, whatever others are run.
fn lots(what: &str, case: u64) -> Lots {
    let salt = what.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(31) + u64::from(byte));
    Lots::seed_from_u64(salt ^ case.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Tries cases on all threads. A case leaves what reproduces it in its folder, and returns whether the program took its input.
fn attack(what: &str, share: u64, case: impl Fn(&mut Lots, &Path) -> Result<bool, Fault> + Sync) {
    // Runs one test at a time, as each has threads of its own.
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    remember_panics();
    let one: Option<u64> = number("ONE");
    let from = one.or_else(|| number("FROM")).unwrap_or(0);
    let count = one.map_or_else(|| number(&what.to_uppercase()).unwrap_or(share), |_| 1);
    let (next, taken) = (AtomicU64::new(from), AtomicU64::new(0));
    let scratch = tempfile::tempdir().expect("a folder");
    let found: Mutex<BTreeMap<String, (u64, String)>> = Mutex::default();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            // Nested, so that what escapes the folder of a case stays within ours.
            let top = scratch.path().join(format!("{what}-{thread}"));
            let folder = top.join("a/b/c");
            let (next, taken, found, case) = (&next, &taken, &found, &case);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= from + count {
                        break;
                    }
                    let _ = fs::remove_dir_all(&top);
                    fs::create_dir_all(&folder).expect("a folder");
                    // Names the case in case it never ends, or ends this program.
                    fs::write(kept(what, &format!("under-way-{thread}")), number.to_string())
                        .expect("a file");
                    let ended =
                        catch_unwind(AssertUnwindSafe(|| case(&mut lots(what, number), &folder)));
                    let ended = ended.unwrap_or_else(|panic| Err(panicked(panic.as_ref())));
                    if one.is_some() {
                        keep(&folder, &kept(what, "one"));
                    }
                    taken.fetch_add(u64::from(matches!(ended, Ok(true))), Ordering::Relaxed);
                    if let Err(Fault { kind, told }) = ended {
                        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                        let many = found.len();
                        let (times, _) = found.entry(kind.clone()).or_insert_with(|| {
                            let place = kept(what, &format!("{many}-{number}"));
                            keep(&folder, &place);
                            let told =
                                format!("case {number}, kept in {}\n{told}", place.display());
                            fs::write(place.join("fault.txt"), format!("{kind}\n{told}"))
                                .expect("a file");
                            (0, told)
                        });
                        *times += 1;
                    }
                }
            });
        }
    });
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let told = found.iter().map(|(kind, (times, told))| format!("{times} × {kind}\n{told}\n\n"));
    let taken = taken.into_inner();
    assert!(
        found.is_empty(),
        "{} faults in {count} {what}:\n{}",
        found.len(),
        told.collect::<String>()
    );
    // Else all may be refused at once, which would test nothing.
    assert!(count < 100 || taken >= count / 50, "{taken} of {count} {what}");
}

fn kept(what: &str, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile").join(what);
    fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

/// Copies the files of a folder and those below it, except for pipes and devices.
fn keep(folder: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    copy(folder, to);
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let to = to.join(entry.file_name());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => copy(&entry.path(), &to),
            Ok(kind) if kind.is_file() => {
                fs::copy(entry.path(), to).expect("a copy");
            }
            _ => {}
        }
    }
}

thread_local! {
    /// Place and message of the last panic.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Collects panics, which are reported at the end.
fn remember_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            LAST.set(info.to_string());
            // Tests' threads have names, unlike those of an attack.
            if std::thread::current().name().is_some() {
                usual(info);
            }
        }));
    });
}

fn panicked(panic: &(dyn Any + Send)) -> Fault {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
    Fault::new(LAST.take().lines().next().unwrap_or_default(), words)
}

/// Returns a text with its digits replaced, so that the same fault reads the same.
pub(crate) fn plain(words: &str) -> String {
    let words: Vec<String> = words
        .split_whitespace()
        .map(|word| word.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect())
        .take(30)
        .collect();
    words.join(" ")
}

#[test]
fn files() {
    let corpus = corpus::corpus();
    attack("files", 1200, |lots, folder| corpus.case(lots, folder));
}

#[test]
fn lines() {
    let (corpus, commands) = (corpus::beside_lines(), help::commands());
    attack("lines", 300, |lots, folder| lines::case(&commands, &corpus, lots, folder));
}
