//! `skirmish export`: files that come with the program, by name.

use std::path::Path;

use skirmish_scenario::{RULEBOOKS, library, near};

use crate::args::{self, Listed};
use crate::output;
use crate::shell::quoted;
use crate::status::{Failure, Result, did_you_mean};

const KINDS: [Listed; 4] = [Listed::Scenarios, Listed::Rulebooks, Listed::Bots, Listed::Players];

pub(crate) fn export(args: &args::Export) -> Result {
    let text = called(&KINDS, &args.name)?;
    match &args.out {
        Some(file) => output::write_own(Path::new(file), text.as_bytes(), args.force),
        None => output::print(&text),
    }
}

/// Returns a kind's name and its files by name.
fn files(kind: Listed) -> (&'static str, Vec<(String, &'static str)>) {
    let of =
        |files: &[library::Shipped]| files.iter().map(|it| (it.name.to_owned(), it.text)).collect();
    match kind {
        Listed::Scenarios => ("scenarios", of(library::SCENARIOS)),
        Listed::Players => ("players", of(library::PLAYERS)),
        Listed::Rulebooks => (
            "rulebooks",
            RULEBOOKS.iter().map(|(name, text)| ((*name).to_owned(), *text)).collect(),
        ),
        Listed::Bots => {
            let text = |name: String| library::bot(&name).map(|text| (name, text));
            ("bots", library::bots().into_iter().filter_map(|(name, _)| text(name)).collect())
        }
        Listed::Rules | Listed::Troops | Listed::Parameters | Listed::Ways => ("files", Vec::new()),
    }
}

/// Returns a file of these kinds by its name, or as printed messages name it.
pub(crate) fn called(kinds: &[Listed], name: &str) -> Result<String> {
    let of_kinds: Vec<_> = kinds.iter().map(|kind| files(*kind)).collect();
    let known: Vec<&(String, &str)> = of_kinds.iter().flat_map(|(_, files)| files).collect();
    if known.is_empty() {
        let message = format!("no file comes with the program for `{name}`");
        let what = format!("what it is: skirmish explain {}", quoted(name));
        return Err(Failure::hinted(message, what));
    }
    let stem = name.rsplit('/').next().unwrap_or(name);
    let stem = stem.strip_suffix(".toml").unwrap_or(stem);
    if let Some((_, text)) = known.iter().find(|(name, _)| name == stem) {
        return Ok(format!("{}\n", text.trim_end()));
    }
    let known: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
    // `flank-run` alone names no players, but longer names with its systems do.
    let longer: Vec<&str> =
        known.iter().copied().filter(|name| name.starts_with(&format!("{stem}."))).collect();
    let near = match longer.as_slice() {
        [] => did_you_mean(stem, &known).or_else(|| {
            let battles: Vec<&str> =
                known.iter().filter_map(|name| Some(name.split_once('.')?.0)).collect();
            let near = near(stem, &battles);
            let named =
                |name: &&&str| near.iter().any(|near| name.starts_with(&format!("{near}.")));
            let names: Vec<&str> = known.iter().filter(named).copied().collect();
            (!names.is_empty()).then(|| format!("did you mean `{}`?", names.join("` or `")))
        }),
        longer => Some(format!("did you mean `{}`?", longer.join("` or `"))),
    };
    let (what, list) = match of_kinds.as_slice() {
        [(kind, _)] => (format!("no {kind} called `{name}` come"), format!("skirmish list {kind}")),
        _ => (format!("no file called `{name}` comes"), "skirmish list".to_owned()),
    };
    let all = format!("see them all with `{list}`");
    let hints = near.into_iter().chain([all]).collect();
    Err(Failure::Usage(format!("{what} with the program"), hints))
}
