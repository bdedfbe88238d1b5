//! What a command that plays many games keeps in its folder, so that it can be stopped, or be cut off, and taken up again.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use skirmish_scenario::{Override, Scenario};
use skirmish_simulator::study::{LuckSums, Study};
use skirmish_simulator::{Additive, Workers};

use crate::args;
use crate::output;
use crate::playing::Stretch;
use crate::shell;
use crate::status::Failure;
use crate::unfinished::{BATTLE, Identity, RULEBOOK, Unfinished};

/// The time after which what was played is kept: so much is lost at most if the power fails.
const EVERY: Duration = Duration::from_secs(1);

/// What the numbers of every study depend on; each study adds what it asks.
pub(crate) fn identity(
    scenario: &Scenario,
    set: &[Override],
    dice: &args::Dice,
    games: String,
) -> Identity {
    let inputs = scenario.inputs.iter().map(|input| input.sha256.as_str());
    let set: Vec<String> = shell::set_words("--set", set).collect();
    [
        ("the version of skirmish", env!("CARGO_PKG_VERSION").to_owned()),
        // What is set changes the battle: it says more, and so it comes first.
        ("what is set", set.join(" ")),
        (BATTLE, inputs.collect::<Vec<_>>().join(" ")),
        (RULEBOOK, scenario.rulebook_sha256.clone()),
        ("the seed", dice.seed.to_string()),
        ("--pairs", dice.pairs.word().to_owned()),
        ("the number of games", games),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

/// The games played so far, as sums of whole numbers, by what they are played for.
type Sums = BTreeMap<String, Vec<i128>>;

/// Sums over games that can be kept.
pub(crate) trait Played: Additive {
    /// Games played so far.
    fn games(&self) -> u64;
}

impl Played for Study {
    fn games(&self) -> u64 {
        self.games()
    }
}

impl Played for LuckSums {
    fn games(&self) -> u64 {
        self.games()
    }
}

/// The file that a command keeps its games in while it is under way.
pub(crate) struct Keeper {
    file: Unfinished,
    sums: Sums,
    /// When it was written last.
    written: Instant,
}

impl Keeper {
    pub(crate) fn new(folder: &Path, study: Identity) -> Self {
        Self { file: Unfinished::new(folder, study), sums: Sums::new(), written: Instant::now() }
    }

    /// Reads what an earlier call has kept; says so if there is nothing.
    pub(crate) fn take_up(&mut self) -> Result<(), Failure> {
        match self.file.take_up()? {
            Some(sums) => self.sums = sums,
            None => output::note("nothing was kept in the folder: it is begun anew"),
        }
        Ok(())
    }

    /// What was played before for this purpose, or else nothing.
    pub(crate) fn played<S: Played>(&self, purpose: &str, nothing: S) -> Result<S, Failure> {
        let mut played = nothing;
        if let Some(row) = self.sums.get(purpose) {
            let mut row = row.iter().copied();
            let is_read = played.unpack(&mut row).is_some() && row.next().is_none();
            is_read.then_some(()).ok_or_else(|| self.file.refusal("its sums are damaged"))?;
        }
        Ok(played)
    }

    /// Plays on to so many games, in parts that are kept one after the other; stops early if a part comes back short.
    pub(crate) fn play_on<S: Played>(
        &mut self,
        purpose: &str,
        played: &mut S,
        goal: u64,
        workers: &Workers,
        mut play: impl FnMut(Range<u64>) -> Result<S, Failure>,
    ) -> Result<(), Failure> {
        let mut stretch = Stretch::of(workers);
        while played.games() < goal {
            let games = stretch.after(played.games(), goal);
            let (end, began) = (games.end, Instant::now());
            played.merge(&play(games)?);
            stretch.took(began.elapsed());
            let is_short = played.games() < end;
            self.keep(purpose, played, is_short)?;
            if is_short {
                break;
            }
        }
        Ok(())
    }

    fn keep(&mut self, purpose: &str, played: &impl Played, at_once: bool) -> Result<(), Failure> {
        let mut row = Vec::new();
        played.pack(&mut row);
        self.sums.insert(purpose.to_owned(), row);
        if !at_once && self.written.elapsed() < EVERY {
            return Ok(());
        }
        self.written = Instant::now();
        self.file.keep(&self.sums)
    }

    /// What is said of an interrupt: what was played, and how to go on.
    pub(crate) fn told(&self, played: &str) -> String {
        self.file.told(played)
    }

    /// An interrupt, told with what was played and how to go on.
    pub(crate) fn interrupted(&self, played: &str) -> Failure {
        Failure::Interrupted(self.told(played))
    }

    /// What a command that tells what it has, also when it is interrupted, says of an interrupt; without one it is done.
    pub(crate) fn end(&self, interrupted: Option<String>) -> Result<Option<String>, Failure> {
        match interrupted {
            Some(played) if self.file.is_there() => Ok(Some(self.told(&played))),
            None => self.done().map(|()| None),
            some => Ok(some),
        }
    }

    /// The study is done: nothing is left to be taken up.
    pub(crate) fn done(&self) -> Result<(), Failure> {
        self.file.done()
    }
}
