//! The program's dependencies keep to `deny.toml` (licences, sources, packages and features), none has an advisory in
//! `advisories.toml`, and none is yanked. `cargo deny` checks this and more, but takes many minutes to build.

use std::path::PathBuf;
use std::process::Command;

use semver::{Version, VersionReq};
use serde_json::Value;

use crate::common::top;

/// Returns all quoted words of a list in `deny.toml`.
fn list<'t>(text: &'t str, begins: &str) -> Vec<&'t str> {
    let (_, rest) = text.split_once(begins).unwrap_or_else(|| panic!("no `{begins}`"));
    let (list, _) = rest.split_once("\n]").unwrap_or((rest, ""));
    let list = if list.trim_start().starts_with('"') {
        list.split(']').next().unwrap_or(list)
    } else {
        list
    };
    list.split('"').skip(1).step_by(2).collect()
}

/// Returns whether a licence is allowed: one of `A OR B` (or `A/B`), all of `A AND B`, with one level of brackets at most.
fn is_allowed(licence: &str, allowed: &[&str]) -> bool {
    let licence = licence.replace('/', " OR ");
    // Brackets stand around alternatives only.
    let mut depth = 0_i32;
    let marked: String = licence
        .chars()
        .map(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            if depth > 0 && c == ' ' { '~' } else { c }
        })
        .collect();
    let one = |part: &str| {
        let part = part.trim().trim_matches(['(', ')']).replace('~', " ");
        part.split(" OR ").any(|one| allowed.contains(&one.trim()))
    };
    marked.split(" OR ").any(|all| all.split(" AND ").all(one))
}

#[test]
fn licences_are_read() {
    let allowed = ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"];
    for (licence, expected) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("MIT OR GPL-3.0", true),
        ("GPL-3.0/MIT", true),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
        ("(MIT OR GPL-3.0) AND GPL-3.0", false),
        ("GPL-3.0 OR Apache-2.0 WITH LLVM-exception", true),
        ("", false),
    ] {
        assert_eq!(is_allowed(licence, &allowed), expected, "{licence}");
    }
}

#[test]
fn everything_that_the_program_is_built_from_is_allowed() {
    let deny = std::fs::read_to_string(top().join("deny.toml")).expect("it is there");
    let (allowed, banned) = (list(&deny, "\nallow = ["), list(&deny, "\ndeny = [\n"));
    let features = list(&deny, "[[bans.features]]");
    assert!(allowed.contains(&"MIT") && banned.contains(&"font-kit"), "{allowed:?} {banned:?}");
    let metadata = |more: &[&str]| {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let args = ["metadata", "--locked", "--offline", "--format-version", "1"];
        let done = Command::new(cargo).current_dir(top()).args(args).args(more).output();
        done.ok().filter(|done| done.status.success()).map(|done| done.stdout)
    };
    // A machine may lack packages that only other machines need.
    let here = ["--filter-platform", "x86_64-unknown-linux-gnu"];
    let Some(found) = metadata(&[]).or_else(|| metadata(&here)) else {
        // Nothing can be said on another platform without their packages.
        let is_here = ["linux", "x86_64"] == [std::env::consts::OS, std::env::consts::ARCH];
        assert!(!is_here, "no metadata");
        return;
    };
    let found: Value = serde_json::from_slice(&found).expect("it is JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = found["packages"].as_array().expect("a list");
    assert!(packages.len() > 50);
    for package in packages {
        let (name, licence) = (text(&package["name"]), text(&package["license"]));
        assert!(is_allowed(&licence, &allowed), "{name}: licence `{licence}`");
        assert!(!banned.contains(&name.as_str()), "{name} is banned");
        let source = text(&package["source"]);
        let is_ours = package["source"].is_null();
        assert!(
            is_ours || source == "registry+https://github.com/rust-lang/crates.io-index",
            "{name}: from {source}"
        );
        for needed in package["dependencies"].as_array().into_iter().flatten().filter(|_| is_ours) {
            let any = text(&needed["req"]) == "*" && needed["path"].is_null();
            assert!(!any, "{name} takes any version of {}", text(&needed["name"]));
        }
    }
    let (of, features) = features.split_first().expect("features of a package");
    let nodes = found["resolve"]["nodes"].as_array().into_iter().flatten();
    for node in nodes.filter(|node| text(&node["id"]).contains(&format!("#{of}@"))) {
        for feature in node["features"].as_array().into_iter().flatten() {
            assert!(!features.contains(&text(feature).as_str()), "{of} with {feature}");
        }
    }
}

/// Returns the packages of a lock file that are not ours, with their versions.
fn locked(lock: &str) -> Vec<(String, Version)> {
    let lock: toml::Table = lock.parse().expect("it is TOML");
    let packages = lock["package"].as_array().expect("a list").iter();
    let others = packages.filter(|package| package.get("source").is_some());
    let text =
        |package: &toml::Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let version = |package| Version::parse(&text(package, "version")).expect("a version");
    others.map(|package| (text(package, "name"), version(package))).collect()
}

/// Returns advisories against the packages of a lock file, and packages that were never looked up.
fn faults(lock: &str, known: &toml::Table) -> Vec<String> {
    let text = |value: &toml::Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: Option<&toml::Value>| {
        value.and_then(toml::Value::as_array).cloned().unwrap_or_default()
    };
    let looked_up: Vec<String> = list(known.get("looked_up")).iter().map(text).collect();
    let advisories = list(known.get("advisories"));
    let mut faults = Vec::new();
    for (name, version) in locked(lock) {
        if !looked_up.contains(&name) {
            faults
                .push(format!("nobody has looked for advisories about {name}: run .ci/advisories"));
        }
        for advisory in advisories.iter().filter(|it| text(&it["package"]) == name) {
            let sound = ["patched", "unaffected"].map(|key| list(advisory.get(key)));
            let is_in = |range: &toml::Value| {
                VersionReq::parse(&text(range)).expect("a range").matches(&version)
            };
            if !sound.iter().flatten().any(is_in) {
                let [id, title] = ["id", "title"].map(|key| text(&advisory[key]));
                faults.push(format!("{name} {version}: {id}, {title}"));
            }
        }
    }
    faults
}

/// Returns cargo's cached registry index of a package.
fn index_of(name: &str) -> Option<Vec<u8>> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")))?;
    let place = match name.len() {
        len @ (1 | 2) => format!("{len}/{name}"),
        3 => format!("3/{}/{name}", &name[..1]),
        _ => format!("{}/{}/{name}", &name[..2], &name[2..4]),
    };
    let registries = std::fs::read_dir(home.join("registry/index")).ok()?.flatten();
    let mut files = registries.map(|it| it.path().join(".cache").join(&place));
    files.find_map(|file| std::fs::read(file).ok())
}

/// Returns whether a version is yanked, by the index of its package: a line of JSON for each version.
fn is_yanked(index: &[u8], version: &Version) -> bool {
    let lines = index.split(|byte| *byte == 0).filter(|line| line.starts_with(b"{"));
    let mut said = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    said.any(|it| it["vers"] == version.to_string() && it["yanked"] == true)
}

#[test]
fn no_advisory_is_known_of_what_is_locked_and_nothing_is_yanked() {
    let read = |name: &str| std::fs::read_to_string(top().join(name)).expect("it is there");
    let known: toml::Table = read("advisories.toml").parse().expect("it is TOML");
    let locks = ["Cargo.lock", "fuzz/Cargo.lock"].map(read);
    for lock in &locks {
        assert_eq!(faults(lock, &known), Vec::<String>::new());
        for (name, version) in locked(lock) {
            let yanked = index_of(&name).is_some_and(|index| is_yanked(&index, &version));
            assert!(!yanked, "{name} {version} has been yanked");
        }
    }
    // Planted faults are found.
    let (_, now) = locked(&locks[0]).into_iter().find(|(name, _)| name == "smallvec").expect("is");
    let before = format!("name = \"smallvec\"\nversion = \"{now}\"");
    let old = locks[0].replace(&before, "name = \"smallvec\"\nversion = \"1.6.0\"");
    let found = faults(&old, &known);
    assert!(found.len() == 1 && found[0].contains("RUSTSEC-2021-0003"), "{found:?}");
    let new = locks[0].replace("name = \"smallvec\"", "name = \"unheard-of\"");
    let found = faults(&new, &known);
    assert!(found.len() == 1 && found[0].contains("unheard-of"), "{found:?}");
    let index = b"\x03\0junk\x001.0.0\0{\"vers\":\"1.0.0\",\"yanked\":true}\x001.0.1\0{\"vers\":\"1.0.1\",\"yanked\":false}\0";
    let versions = ["1.0.0", "1.0.1"].map(|text| Version::parse(text).expect("a version"));
    assert_eq!(versions.map(|version| is_yanked(index, &version)), [true, false]);
}
