//! Runs the program as a user does, and compares its output with kept files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

pub(crate) fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the package lies two levels down")
        .to_owned()
}

/// A temporary folder to work in.
pub(crate) struct Place(TempDir);

pub(crate) struct Done {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("there is room for a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).expect("the folder can be written to");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Returns the sorted names of the files in a folder, without the program's own list of them.
    pub(crate) fn files(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("the folder is there");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("it can be read").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .filter(|name| name != ".skirmish")
            .collect();
        names.sort();
        names
    }

    /// Returns the program, ready to start here without a terminal, whatever the environment says about one.
    pub(crate) fn command<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
        command
            .args(args)
            .current_dir(self.0.path())
            .env_remove("COLUMNS")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn run<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> Done {
        self.command(args).output().expect("the program starts").into()
    }

    /// Starts a command, interrupts it like Ctrl-C once a file exists, and waits for its end.
    #[cfg(unix)]
    pub(crate) fn interrupted<'a>(
        &self,
        args: impl IntoIterator<Item = &'a str>,
        file: &str,
    ) -> Done {
        self.interrupted_once(args, || self.path(file).exists())
    }

    /// Runs a command until something is so, and interrupts it.
    #[track_caller]
    #[cfg(unix)]
    pub(crate) fn interrupted_once<'a>(
        &self,
        args: impl IntoIterator<Item = &'a str>,
        is_so: impl Fn() -> bool,
    ) -> Done {
        let child = self.started_until(args, is_so);
        signal(&child, "-INT");
        child.wait_with_output().expect("it ends").into()
    }

    /// Starts a command, and returns it at work once something is so.
    ///
    /// What it has played is kept on disk once a second. It is stopped while seconds pass, so that it has played little by then,
    /// and need not have much to play.
    #[track_caller]
    pub(crate) fn started_until<'a>(
        &self,
        args: impl IntoIterator<Item = &'a str>,
        is_so: impl Fn() -> bool,
    ) -> Child {
        let mut child = self.command(args).spawn().expect("the program starts");
        let mut looks = 0;
        while !is_so() {
            let ended = child.try_wait().expect("it can be asked");
            assert!(ended.is_none(), "it ended too soon");
            sleep(Duration::from_millis(2));
            looks += 1;
            if cfg!(unix) && [64, 256, 1024].contains(&looks) {
                signal(&child, "-STOP");
                sleep(Duration::from_secs(1));
                signal(&child, "-CONT");
            }
        }
        child
    }

    /// Runs a command that must succeed with nothing on stderr, and returns what it printed.
    #[track_caller]
    pub(crate) fn ok<'a>(&self, args: impl IntoIterator<Item = &'a str>) -> String {
        let done = self.run(args);
        assert_eq!((done.status, done.stderr.as_str()), (0, ""));
        done.stdout
    }
}

#[track_caller]
pub(crate) fn signal(child: &Child, name: &str) {
    let told = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(told.is_ok_and(|status| status.success()));
}

impl From<Output> for Done {
    fn from(output: Output) -> Self {
        Self {
            // Ended by a signal; no test expects -1.
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("stdout is UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("stderr is UTF-8"),
        }
    }
}

impl Done {
    /// Checks a failure: this status, nothing on stdout, no panic, and a message with all these words.
    #[track_caller]
    pub(crate) fn fails(&self, status: i32, words: &[&str]) {
        let Self { stdout, stderr, .. } = self;
        assert_eq!(self.status, status, "{stderr}");
        assert_eq!(stdout, "");
        assert!(!stderr.contains("panicked"), "{stderr}");
        for word in words {
            assert!(stderr.contains(word), "`{word}` is missing from:\n{stderr}");
        }
    }
}

pub(crate) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits a command line at spaces outside single quotes that begin a word; good enough for tests and the README.
pub(crate) fn words(line: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut before) = (false, ' ');
    line.split(move |c: char| {
        is_quoted = c == '\'' && !is_quoted && before.is_whitespace() || is_quoted && c != '\'';
        before = c;
        c.is_whitespace() && !is_quoted
    })
    .filter(|word| !word.is_empty())
    .map(|word| word.trim_matches('\''))
}

/// Returns whether files are to be updated instead of compared: `UPDATE=1 cargo test -p skirmish`.
pub(crate) fn updating() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

/// Compares with a file of the repository, or writes it if updating.
#[track_caller]
pub(crate) fn same_as_file(path: &str, text: &str) {
    let file = top().join(path);
    if updating() {
        fs::create_dir_all(file.parent().expect("files lie in folders")).expect("it can be made");
        fs::write(&file, text).expect("it can be written");
        return;
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    if kept == text {
        return;
    }
    let same = kept.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
    panic!(
        "{path} is out of date from line {}:\n  it has  {:?}\n  it needs {:?}\n\
         bring it up to date with `UPDATE=1 cargo test -p skirmish` and look at the difference",
        same + 1,
        kept.lines().nth(same).unwrap_or("(its end)"),
        text.lines().nth(same).unwrap_or("(its end)"),
    );
}

/// Returns the format that a study's JSON names, with its version.
pub(crate) fn format_of(study: &str) -> String {
    let version = if ["exploit", "solution"].contains(&study) { 2 } else { 1 };
    format!("skirmish-{study}/{version}")
}
