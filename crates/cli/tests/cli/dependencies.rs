//! What the program is built from is what `deny.toml` allows: licences, sources, packages and features. `cargo deny` checks
//! the same and more, but takes many minutes to build.

use std::process::Command;

use serde_json::Value;

use crate::common::top;

/// All words in quotes of a list in `deny.toml`: from where it begins to the end of it.
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

/// Whether a licence is allowed: `A OR B`, as `A/B` was written once, of which one must be, and `A AND B`, of which all must be,
/// bracketed at most once.
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
    // Of the packages for other machines a machine need not have got anything.
    let here = ["--filter-platform", "x86_64-unknown-linux-gnu"];
    let Some(found) = metadata(&[]).or_else(|| metadata(&here)) else {
        // Nothing can be said on another machine that has never seen the others.
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
