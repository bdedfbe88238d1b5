//! Loads scenarios and rulebooks from bytes to checked values.

use std::collections::BTreeMap;

use skirmish_engine::rulebook::Rulebook;

use crate::check;
use crate::code::Code;
use crate::limits;
use crate::notes;
use crate::parse;
use crate::path;
use crate::problem::{Diagnostics, Problems, quote};
use crate::read;
use crate::reader;
use crate::rules::{self, Parameter, Setting};
use crate::scenario::{Input, Scenario};
use crate::source::{At, SourceKind, Sources, sha256};
use crate::tree::Node;
use crate::unused;
use crate::what::{self, Asked, What};

/// The source of files that a scenario names; this crate opens none itself.
pub trait Files {
    /// Returns name and bytes of the file `path`, relative to the file `from` or, without it, as named on the command line.
    ///
    /// # Errors
    /// Why the file cannot be read, as a fragment for a message.
    fn read(&self, path: &str, from: Option<&str>) -> Result<(String, Vec<u8>), String>;

    /// Returns whether a file lies outside the allowed folder. Its text is shown only if it is of the expected kind.
    fn is_outside(&self, _name: &str) -> bool {
        false
    }
}

/// No files except the shipped ones.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: Option<&str>) -> Result<(String, Vec<u8>), String> {
        Err("no files can be read here".to_owned())
    }
}

/// Files by name, for tests and for pages without a file system.
impl Files for BTreeMap<String, Vec<u8>> {
    fn read(&self, path: &str, _: Option<&str>) -> Result<(String, Vec<u8>), String> {
        self.get(path)
            .map(|bytes| (path.to_owned(), bytes.clone()))
            .ok_or_else(|| "there is no such file".to_owned())
    }
}

/// A value set from outside by path: `--set seize.base.average=18`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Override {
    /// The path.
    pub path: String,
    /// The value as a file would have it; text needs no quotation marks.
    pub value: String,
}

impl Override {
    /// Creates an override from a path and a value.
    pub fn new(path: &str, value: &str) -> Self {
        Self { path: path.to_owned(), value: value.to_owned() }
    }

    /// Reads `PATH=VALUE`.
    ///
    /// # Errors
    /// If there is no `=`, or nothing before it.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((path, value)) if !path.trim().is_empty() => {
                Ok(Self::new(path.trim(), value.trim()))
            }
            _ => Err(format!(
                "expected PATH=VALUE, such as seize.base.average=18, found {}",
                quote(text)
            )),
        }
    }
}

/// Reads and checks a scenario, the files it names and the values set from outside.
///
/// # Errors
/// Every problem found, in one pass.
pub fn load(
    bytes: &[u8],
    name: &str,
    overrides: &[Override],
    files: &dyn Files,
) -> Result<Scenario, Problems> {
    match load_as_far(bytes, name, overrides, files) {
        (Some(scenario), problems) if problems.count() == 0 => Ok(scenario),
        (_, problems) => Err(problems),
    }
}

/// Reads a scenario as far as that goes, and returns what there is of it, to be looked at but not played, with every problem.
pub fn load_as_far(
    bytes: &[u8],
    name: &str,
    overrides: &[Override],
    files: &dyn Files,
) -> (Option<Scenario>, Problems) {
    let mut diag = Diagnostics::default();
    let scenario = load_at(&mut diag, bytes, name, overrides, files);
    (scenario, diag.into_problems())
}

fn load_at(
    diag: &mut Diagnostics,
    bytes: &[u8],
    name: &str,
    overrides: &[Override],
    files: &dyn Files,
) -> Option<Scenario> {
    let battle = Asked { what: What::Battle, called: name, at: None };
    let mut tree = what::read(diag, files, (name, bytes), battle)?;
    if overrides.len() as i64 > limits::OVERRIDES.most {
        reader::amount(diag, overrides.len(), tree.at, &limits::OVERRIDES);
        return None;
    }
    let for_rules = set_scenario(diag, &mut tree, overrides);
    let file = read::scenario(diag, &tree)?;
    let resolved = rules::resolve(diag, files, &file.rules.value, file.rules.at);
    let reading = resolved.and_then(|mut resolved| {
        let settings = file.set.iter().cloned().chain(for_rules).collect();
        rules::apply(diag, &mut resolved, settings);
        rules::read(diag, resolved)
    });
    let is_foreign = |over: &Override| ["rules", "fighting"].contains(&over.path.as_str());
    let are_foreign = overrides.iter().any(is_foreign);
    let rules = reading.as_ref().map(|r| &r.rulebook);
    let spec = check::check(diag, files, &file, rules, are_foreign);
    let reading = reading?;
    unused::note(diag, &file);
    let leaves = path::leaves(&tree).into_iter();
    let leaves: Vec<_> = leaves.filter(|(path, _)| !path.starts_with("set.")).collect();
    let rulebook_sha256 = rulebook_sha256(&reading.parameters);
    let inputs = diag
        .sources
        .iter()
        .map(|source| Input { name: source.name.clone(), sha256: source.sha256().to_owned() })
        .collect();
    Some(Scenario {
        title: file.title,
        shows: file.shows,
        name: name.to_owned(),
        unit: file.board.unit,
        spec: spec?,
        written: reading.written,
        parameters: reading.parameters,
        places: leaves.iter().map(|(_, node)| diag.place(node.at)).collect(),
        values: leaves.into_iter().map(|(path, node)| (path, node.show())).collect(),
        expectations: file.expect,
        tuning: file.tune,
        scenario_sha256: sha256(bytes),
        rulebook_sha256,
        skipped: std::mem::take(&mut diag.notes),
        inputs,
    })
}

fn rulebook_sha256(parameters: &[Parameter]) -> String {
    let lines = parameters.iter().map(|p| format!("{}={}\n", p.path, p.value));
    sha256(lines.collect::<String>().as_bytes())
}

/// A rulebook by itself, for questions that need no battle.
#[derive(Debug, Clone)]
pub struct Rules {
    /// Its tables.
    pub rulebook: Rulebook,
    /// Its own description; may be empty.
    pub about: String,
    /// Every parameter, in order.
    pub parameters: Vec<Parameter>,
    /// SHA-256 of the rulebook in force: a line `path=value` for each parameter.
    pub sha256: String,
    pub(crate) sources: Sources,
    /// Things worth knowing that are not problems, a sentence each.
    pub notes: Vec<String>,
}

/// Reads and checks a rulebook by name or path, with values set from outside.
///
/// # Errors
/// Every problem found, in one pass.
pub fn load_rules(
    called: &str,
    overrides: &[Override],
    files: &dyn Files,
) -> Result<Rules, Problems> {
    let mut diag = Diagnostics::default();
    match load_rules_at(&mut diag, called, overrides, files) {
        Some(rules) if diag.is_clean() => Ok(rules),
        _ => Err(diag.into_problems()),
    }
}

fn load_rules_at(
    diag: &mut Diagnostics,
    called: &str,
    overrides: &[Override],
    files: &dyn Files,
) -> Option<Rules> {
    let source = diag.sources.add("command line", called.to_owned(), SourceKind::CommandLine);
    let at = At { source, start: 0, end: called.len() as u32 };
    let mut resolved = rules::resolve(diag, files, called, at)?;
    let settings = overrides.iter().filter_map(|over| setting(diag, over)).collect();
    rules::apply(diag, &mut resolved, settings);
    let reading = rules::read(diag, resolved)?;
    let sha256 = rulebook_sha256(&reading.parameters);
    let notes = notes::of_rules(&reading.written).chain(std::mem::take(&mut diag.notes)).collect();
    Some(Rules {
        notes,
        rulebook: reading.rulebook,
        about: reading.about,
        parameters: reading.parameters,
        sha256,
        sources: diag.sources.clone(),
    })
}

fn setting(diag: &mut Diagnostics, over: &Override) -> Option<Setting> {
    let (at, node) = parse::assignment(diag, &over.path, &over.value);
    let node = node?;
    let path = path::split(&over.path);
    if path.is_none() {
        diag.problem(Code::UnknownPath, at, format!("{} is not a path", quote(&over.path)))
            .hint("write paths like `seize.base.average`");
    }
    Some(Setting { path: path?, at, node })
}

pub(crate) fn set_scenario(
    diag: &mut Diagnostics,
    tree: &mut Node,
    overrides: &[Override],
) -> Vec<Setting> {
    let mut for_rules = Vec::new();
    for over in overrides {
        let Some(Setting { path: parts, at, node }) = setting(diag, over) else {
            continue;
        };
        if rules::roots().any(|root| root == parts[0]) {
            for_rules.push(Setting { path: parts, at, node });
            continue;
        }
        if parts[0] == "set" || !path::set(tree, &parts, at, node) {
            let leaves = path::leaves(tree);
            let known: Vec<&str> = leaves
                .iter()
                .map(|(leaf, _)| leaf.as_str())
                .filter(|leaf| !leaf.starts_with("set."))
                .collect();
            let message = format!("no such parameter: {}", quote(&over.path));
            let note = diag.problem(Code::UnknownPath, at, message);
            note.meant(&over.path, known).hint(format!(
                "paths begin with {}, or with a key of the scenario such as `side` or `cap`",
                rules::roots().collect::<Vec<_>>().join(", ")
            ));
        }
    }
    for_rules
}
