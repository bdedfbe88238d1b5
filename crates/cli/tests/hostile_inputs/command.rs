//! Runs the program with limited processor time, memory and files, and judges how it ended.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{Fault, plain};

/// Seconds of processor time, kilobytes of memory, and size of files in blocks of 512 bytes.
const LIMITS: &str =
    "ulimit -c 0; ulimit -t 10; ulimit -v 6000000; ulimit -f 400000; exec \"$0\" \"$@\"";

const MOST: u64 = 16 << 20;

pub(crate) struct Ended {
    status: Option<ExitStatus>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

/// Returns the program in a folder, with nothing of the user's environment.
pub(crate) fn command<W: AsRef<OsStr>>(folder: &Path, words: &[W]) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", LIMITS])
        .arg(std::env::var_os("SKIRMISH").unwrap_or_else(|| env!("CARGO_BIN_EXE_skirmish").into()))
        .args(words)
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", folder)
        .env("TMPDIR", folder)
        .stdin(Stdio::null());
    command
}

/// Runs a command to its end. Its output goes to files beside its folder, so that it cannot block on a reader.
pub(crate) fn run<W: AsRef<OsStr>>(folder: &Path, words: &[W]) -> Ended {
    let said = ["stdout.txt", "stderr.txt"].map(|name| folder.with_extension(name));
    let [stdout, stderr] = said.each_ref().map(|path| File::create(path).expect("a file"));
    let mut command = command(folder, words);
    let mut child = command.stdout(stdout).stderr(stderr).spawn().expect("it starts");
    let status = wait(&mut child);
    let [stdout, stderr] = said.map(|path| {
        let mut bytes = Vec::new();
        let file = File::open(&path).expect("a file");
        file.take(MOST).read_to_end(&mut bytes).expect("it can be read");
        fs::remove_file(path).expect("a file");
        bytes
    });
    Ended { status, stdout, stderr }
}

/// Returns how it ended; `None` if it waits for ever.
fn wait(child: &mut Child) -> Option<ExitStatus> {
    let (began, mut pause) = (Instant::now(), Duration::from_millis(1));
    loop {
        if let Some(status) = child.try_wait().expect("it is ours") {
            return Some(status);
        }
        let waited = began.elapsed();
        let is_idle = waited > Duration::from_secs(60)
            && ticks(&child.id().to_string()).is_some_and(|it| it < 100);
        if is_idle || waited > Duration::from_secs(300) {
            child.kill().expect("it can be killed");
            child.wait().expect("it is ours");
            return None;
        }
        sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

/// Returns the processor time of a process or thread in hundredths of a second, where the system reports it.
pub(crate) fn ticks(of: &str) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{of}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

impl Ended {
    pub(crate) fn is_well(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// Returns whether it did what it was asked to, or what is wrong with how it ended.
    pub(crate) fn judged(&self, words: &[OsString]) -> Result<bool, Fault> {
        let (told, complaint) = (text(&self.stdout), text(&self.stderr));
        let says = format!("{}\n{}", shown(words), last(&complaint, 1500));
        let fault = |kind: String| Err(Fault::new(kind, says.clone()));
        let Some(status) = self.status else { return fault("waits for ever".to_owned()) };
        let panic = complaint.find("panicked at").map(|at| &complaint[at..]);
        if let Some(panic) = panic {
            return fault(panic.lines().next().unwrap_or_default().to_owned());
        }
        let Some(code) = status.code() else {
            return fault(format!("{status}: {}", plain(last(&complaint, 200))));
        };
        let is_check = words.first().is_some_and(|word| word == "check");
        let is_timed = words.iter().any(|word| word.to_string_lossy().starts_with("--for"));
        let is_documented = match code {
            0 | 2 | 3 => true,
            1 | 4 => is_check,
            130 => is_timed,
            _ => false,
        };
        if !is_documented {
            return fault(format!("status {code}: {}", plain(last(&complaint, 200))));
        }
        if [2, 3, 130].contains(&code) && complaint.trim().is_empty() {
            return fault(format!("status {code} without a word"));
        }
        let is_github = is_check && words.iter().any(|word| word == "--github");
        for (stream, bytes) in [(&told, &self.stdout), (&complaint, &self.stderr)] {
            if !stream.is_empty()
                && std::str::from_utf8(bytes).is_err()
                && (bytes.len() as u64) < MOST
            {
                return fault("what it says is not UTF-8".to_owned());
            }
            if let Some(wild) = stream.chars().find(|c| is_wild(*c)) {
                return fault(format!("it prints {wild:?}"));
            }
            let is_ours = |line: &&str| {
                is_github
                    && ["::error ", "::warning ", "::notice "].iter().any(|it| line.starts_with(it))
            };
            let mut lines = stream.lines().filter(|line| !is_ours(line));
            if let Some(line) = lines.find(|line| is_command(line)) {
                return Err(Fault::new(
                    "a line begins with ::",
                    format!("{}\n{line}", shown(words)),
                ));
            }
        }
        Ok(code == 0)
    }
}

/// Returns whether a terminal obeys this character, or it changes the direction of text.
fn is_wild(c: char) -> bool {
    c.is_control() && !['\n', '\t'].contains(&c)
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn last(text: &str, most: usize) -> &str {
    let start = text.char_indices().rev().nth(most).map_or(0, |(at, _)| at);
    &text[start..]
}

pub(crate) fn shown(words: &[OsString]) -> String {
    let word = |word: &OsString| {
        let word: String = format!("{word:?}").chars().take(120).collect();
        let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "\"-_=./,:+%".contains(c));
        if is_plain { word.replace('"', "") } else { word }
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Returns whether a build server may take a line for a command. Messages about files begin with three colons.
fn is_command(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("::") && !line.starts_with("::: ")
}
