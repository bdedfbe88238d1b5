//! Scenarios and the files they name, from disk or from the program itself.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use skirmish_engine::battle::Battle;
use skirmish_scenario::{Files, Override, Scenario, library, limits, load};

use crate::output;
use crate::status::{Failure, did_you_mean};

/// Files on disk, named relative to the file that names them.
#[derive(Debug)]
pub(crate) struct Disk;

impl Files for Disk {
    fn read(&self, path: &str, from: &str) -> Result<(String, Vec<u8>), String> {
        let base = Path::new(from).parent().unwrap_or(Path::new(""));
        let path = base.join(path);
        let bytes = read_limited(&path).map_err(|error| error.to_string())?;
        Ok((path.display().to_string(), bytes))
    }
}

/// Reads a file, but never much more than a scenario may have: the loader says what is wrong with a larger one.
fn read_limited(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = limits::FILE_SIZE.most.unsigned_abs();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A scenario as text, with what it is called in messages and in the name of an output folder.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) stem: String,
    bytes: Vec<u8>,
}

impl Source {
    /// The scenario that the command line names: a file, a shipped one, or the flank run.
    pub(crate) fn find(named: Option<&str>) -> Result<Self, Failure> {
        let Some(name) = named else {
            return Ok(Self::shipped(&library::SCENARIOS[0]));
        };
        let path = PathBuf::from(name);
        match read_limited(&path) {
            Ok(bytes) => {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                Ok(Self { name: name.to_owned(), stem, bytes })
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                if let Some(shipped) = library::scenario(name) {
                    return Ok(Self::shipped(shipped));
                }
                let known: Vec<_> = library::SCENARIOS.iter().map(|s| s.name).collect();
                let mut hints =
                    vec![format!("scenarios that come with the program: {}", known.join(", "))];
                // `scenarios/flnk-run.toml` is meant like `flnk-run`.
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                hints.splice(0..0, did_you_mean(&stem, &known));
                Err(Failure::Usage(format!("there is no scenario file `{name}`"), hints))
            }
            Err(error) => Err(Failure::io(format!("cannot read `{name}`"), error)),
        }
    }

    fn shipped(shipped: &library::Shipped) -> Self {
        Self {
            name: format!("scenarios/{}.toml", shipped.name),
            stem: shipped.name.to_owned(),
            bytes: shipped.text.as_bytes().to_vec(),
        }
    }

    /// The same beside another battle, with which it shares the board if that is the same.
    pub(crate) fn load_like(
        &self,
        overrides: &[Override],
        other: &Battle,
    ) -> Result<(Scenario, Battle), Failure> {
        let scenario = load(&self.bytes, &self.name, overrides, &Disk)?;
        let battle = Battle::like(scenario.spec.clone(), other)
            .map_err(|error| Failure::usage(format!("{}: {error}", self.name)))?;
        Ok((scenario, battle))
    }

    /// Loads it like [`Source::load`], and notes what has been asked for and does nothing.
    pub(crate) fn load_aloud(&self, overrides: &[Override]) -> Result<(Scenario, Battle), Failure> {
        let (scenario, battle) = self.load(overrides)?;
        for text in scenario.notes() {
            output::note(&text);
        }
        Ok((scenario, battle))
    }

    /// Loads it, with values set on the command line, and works out the battle.
    pub(crate) fn load(&self, overrides: &[Override]) -> Result<(Scenario, Battle), Failure> {
        let scenario = load(&self.bytes, &self.name, overrides, &Disk)?;
        let battle = Battle::new(scenario.spec.clone())
            .map_err(|error| Failure::usage(format!("{}: {error}", self.name)))?;
        Ok((scenario, battle))
    }
}
