//! An output that is a device, a pipe or a link stays what it is.

use std::fs::{self, File, FileType};
use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::process::{Command, Stdio};

use crate::common::{Place, words};

/// Every option that names a file to write, with that name.
const WRITES: [(&str, &str); 6] = [
    ("check bridge-race --games 40 -q --junit out", "out"),
    ("check bridge-race --games 40 -q --markdown out", "out"),
    ("check bridge-race --games 40 -q --write-baseline out", "out"),
    ("odds attack --table --svg out", "out"),
    ("export duel -o out --force", "out"),
    ("new battle out --force", "out.toml"),
];

/// Runs a command that must finish, whatever its verdict.
#[track_caller]
fn gives(place: &Place, line: &str) {
    let done = place.run(words(line));
    assert!([0, 1, 4].contains(&done.status), "{line}: {}", done.stderr);
}

fn kind(place: &Place, name: &str) -> FileType {
    fs::symlink_metadata(place.path(name)).expect("it is there").file_type()
}

#[test]
fn a_pipe_is_written_to_and_stays() {
    for (line, out) in WRITES {
        let place = Place::new();
        let pipe = place.path(out);
        assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|made| made.success()));
        let reader = std::thread::spawn(move || fs::read_to_string(pipe));
        gives(&place, line);
        assert!(kind(&place, out).is_fifo(), "{line}");
        let got = reader.join().expect("no panic").expect("it is text");
        assert!(got.lines().count() > 3, "{line}: {got}");
    }
}

/// Replacing `/dev/null` with a file would break a build server.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is left out says so")]
fn a_device_stays_one() {
    for (line, out) in WRITES {
        let place = Place::new();
        let node = place.path(out);
        let (mut mknod, null) = (Command::new("mknod"), Stdio::null());
        let made = mknod.args(["-m", "666"]).arg(&node).args(["c", "1", "3"]).stderr(null).status();
        let is_open = || File::options().write(true).open(&node).is_ok();
        if !made.is_ok_and(|made| made.success()) || !is_open() {
            eprintln!("a_device_stays_one is left out: devices cannot be made here");
            return;
        }
        gives(&place, line);
        assert!(kind(&place, out).is_char_device(), "{line}");
        assert_eq!(place.files("."), [out], "{line}");
    }
}

#[test]
fn a_link_is_followed_and_stays() {
    for (line, out) in WRITES {
        for there in [true, false] {
            let place = Place::new();
            fs::create_dir(place.path("far")).expect("a folder");
            symlink("far/between", place.path(out)).expect("a link");
            symlink("end", place.path("far/between")).expect("a link");
            if there {
                place.write("far/end", "old");
            }
            gives(&place, line);
            assert!(kind(&place, out).is_symlink(), "{line}");
            assert!(kind(&place, "far/between").is_symlink(), "{line}");
            assert!(place.read("far/end").lines().count() > 3, "{line}");
            assert_eq!(place.files("far"), ["between", "end"], "{line}");
        }
    }
}

#[test]
fn stdout_by_name_goes_where_stdout_goes() {
    // Never `/dev/stdout`: a program with this fault would replace the machine's.
    for name in ["link", "/dev/fd/1", "/proc/self/fd/1"] {
        let place = Place::new();
        symlink("/proc/self/fd/1", place.path("link")).expect("a link");
        if fs::metadata(place.path(name)).is_err() {
            continue;
        }
        let file = File::create(place.path("all")).expect("a file");
        let line = format!("odds attack --table --svg {name}");
        let status = place.command(words(&line)).stdout(file).status().expect("it starts");
        assert!(status.success());
        let all = place.read("all");
        let told = place.ok(words("odds attack --table"));
        let (head, drawn) = all.split_at(told.len());
        assert_eq!(head, told, "{name}");
        assert!(drawn.starts_with("<svg") && drawn.trim_end().ends_with("</svg>"), "{name}");
    }
}

#[test]
fn where_nothing_can_be_is_refused_before_anything_is_played() {
    let place = Place::new();
    symlink("nowhere/file", place.path("dangling")).expect("a link");
    symlink("circle", place.path("circle")).expect("a link");
    fs::create_dir(place.path("folder")).expect("a folder");
    for option in ["--junit", "--markdown", "--write-baseline"] {
        let line = |out: &str| format!("check bridge-race --games 1000000000 {option} {out}");
        place.run(words(&line("dangling"))).fails(2, &["there is no folder `./nowhere`"]);
        place.run(words(&line("circle"))).fails(3, &["it is a link that leads to itself"]);
        place.run(words(&line("folder"))).fails(2, &["is a folder"]);
    }
    place.run(words("odds attack --table --svg nowhere/a.svg")).fails(2, &["there is no folder"]);
    place.run(words("odds attack --table --svg folder")).fails(3, &["it is a folder"]);
}
