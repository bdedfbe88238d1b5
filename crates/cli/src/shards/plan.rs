//! The file of a plan: what is played, in how many shards, and how another engine is found out.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use skirmish_report::{counted, safe_text};
use skirmish_scenario::sha256;

use crate::files;
use crate::made;
use crate::output;
use crate::shell::quoted;
use crate::status::{Done, Failure};
use crate::unfinished::Identity;

/// The name of the file that a plan is in.
pub(crate) const NAME: &str = "plan.json";

const FORMAT: &str = "skirmish-plan/1";

/// Most shards: each is a file in one folder.
pub(crate) const MOST: u32 = 100_000;

/// A plan is a few thousand characters, or some more where a sweep has many points.
const MOST_BYTES: u64 = 1 << 24;

/// What a plan fixes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    format: String,
    /// The words of the command.
    pub(super) command: Vec<String>,
    /// The folder from which files in it are named.
    pub(super) folder: String,
    pub(super) shards: u32,
    /// Games under each variant, at each point or with each step.
    pub(super) games: u64,
    /// Everything that the numbers depend on.
    pub(super) study: Identity,
    /// The code of what was counted in the first games: another engine, or a machine that computes otherwise, has another.
    pub(super) engine: String,
}

impl Plan {
    /// A code of everything that its shards must have in common, but for the engine, which is told apart; from which folder
    /// the plan was made is no matter.
    pub(super) fn code(&self) -> String {
        let Self { format, command, shards, games, study, engine: _, folder: _ } = self;
        sha256(format!("{:?}", (format, command, shards, games, study)).as_bytes())
    }
}

/// A plan and its file.
#[derive(Debug)]
pub(crate) struct PlanFile {
    pub(super) path: PathBuf,
    pub(super) plan: Plan,
}

impl PlanFile {
    /// Reads a plan, or that of a folder.
    pub(super) fn read(path: &Path) -> Done<Self> {
        let path = if path.is_dir() { path.join(NAME) } else { path.to_owned() };
        let shown = output::shown(&path);
        let bytes = files::read(&path, MOST_BYTES).map_err(|error| {
            let remedy = "`skirmish plan` leaves a plan, and the commands that play its parts";
            Failure::Io(format!("cannot read `{shown}`"), error, vec![remedy.to_owned()])
        })?;
        let no_plan = |why: &str| {
            let remedy = "make one with `skirmish plan`".to_owned();
            Failure::hinted(format!("`{shown}` is not a plan: {why}"), remedy)
        };
        let plan: Plan =
            serde_json::from_slice(&bytes).map_err(|error| no_plan(&error.to_string()))?;
        if plan.format != FORMAT {
            return Err(no_plan("another version of skirmish wrote it"));
        }
        if !(1..=MOST).contains(&plan.shards) || plan.games < most_shards_need(plan.shards) {
            return Err(no_plan("it has no games for its shards"));
        }
        Ok(Self { path, plan })
    }

    /// A file in the same folder.
    pub(super) fn beside(&self, name: &str) -> PathBuf {
        self.path.with_file_name(name)
    }

    /// The folder that it lies in.
    pub(super) fn folder(&self) -> PathBuf {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        folder.unwrap_or(Path::new(".")).to_owned()
    }

    /// The command that plays a shard.
    pub(super) fn shard(&self, number: u32) -> String {
        shard(&self.path, number)
    }

    pub(super) fn refusal(&self, why: &str) -> Failure {
        let what = format!("cannot use `{}`: {why}", output::shown(&self.path));
        let remedy = "restore what has changed, or make a new plan with `skirmish plan`".to_owned();
        Failure::hinted(what, remedy)
    }

    pub(super) fn other_engine(&self) -> Failure {
        let why = "this engine does not play as the one that made the plan did: its first games come out differently";
        let remedy = "use the same program that made the plan, or make a new plan with this one";
        let what = format!("cannot use `{}`: {why}", output::shown(&self.path));
        Failure::hinted(what, remedy)
    }
}

fn shard(path: &Path, number: u32) -> String {
    let words = format!("skirmish run --plan {} --shard {number}", quoted(&output::shown(path)));
    std::iter::once(words).chain(files::given_outside()).collect::<Vec<_>>().join(" ")
}

/// The fewest games that so many shards can be made of: a pair for each, of which the last may lack a game.
const fn most_shards_need(shards: u32) -> u64 {
    2 * shards as u64 - 1
}

/// What is to become a plan, once it is known what the command depends on.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(super) words: Vec<String>,
    pub(super) shards: u32,
    /// Whether it takes the place of another plan.
    pub(super) fresh: bool,
    pub(super) quiet: bool,
}

impl Draft {
    /// Keeps the shards of another plan in the same folder, which would be of no use without it, unless they are to go.
    fn make_room(&self, plan: &Path, bytes: &[u8]) -> Done {
        let folder = plan.parent().and_then(|folder| std::fs::read_dir(folder).ok());
        let entries = folder.into_iter().flatten().flatten();
        let shards: Vec<PathBuf> = entries
            .filter(|entry| entry.file_name().to_str().is_some_and(super::is_shard))
            .map(|entry| entry.path())
            .collect();
        if std::fs::read(plan).is_ok_and(|before| before == bytes) || shards.is_empty() {
            return Ok(());
        }
        if !self.fresh {
            return Err(Failure::hinted(
                format!("shards of another plan lie beside `{}`", output::shown(plan)),
                "--fresh plans anew and removes them; or name another folder with --out",
            ));
        }
        shards.iter().try_for_each(|shard| made::is_free(shard))?;
        shards.iter().try_for_each(|shard| output::remove(shard))
    }

    /// Writes the plan, and says how to go on.
    pub(crate) fn write(&self, folder: &Path, study: &Identity, games: u64, engine: &str) -> Done {
        let shards = self.shards;
        if games < most_shards_need(shards) {
            let pairs = games.div_ceil(2);
            return Err(Failure::hinted(
                format!("{} cannot be split into {shards} shards", counted(games, "game")),
                format!("each shard has a pair of games at least: --shards {pairs}"),
            ));
        }
        let here = std::env::current_dir()
            .map_err(|error| Failure::io("cannot tell which folder this is", error))?;
        let plan = Plan {
            format: FORMAT.to_owned(),
            command: self.words.clone(),
            folder: here.to_string_lossy().into_owned(),
            shards,
            games,
            study: study.clone(),
            engine: engine.to_owned(),
        };
        let mut bytes = serde_json::to_vec_pretty(&plan).map_err(Failure::bug)?;
        bytes.push(b'\n');
        let path = folder.join(NAME);
        made::is_free(&path)?;
        self.make_room(&path, &bytes)?;
        output::write_through(&path, &bytes)?;
        if self.quiet {
            return Ok(());
        }
        let (games, shown) = (counted(games, "game"), output::shown(&path));
        let lines = [
            format!("{}, {games} in all: {shown}", counted(shards, "shard")),
            String::new(),
            "Play each of them once, on any machine, in any order:".to_owned(),
            format!("  {}", shard(&path, 1)),
            match shards {
                1 => String::new(),
                last => format!("  … and so on to --shard {last}"),
            },
            String::new(),
            "Then put them together, which writes what one machine would have written:".to_owned(),
            ["  skirmish merge".to_owned(), quoted(&shown)]
                .into_iter()
                .chain(files::given_outside())
                .collect::<Vec<_>>()
                .join(" "),
        ];
        let lines = lines.map(|line| format!("{}\n", safe_text(&line)));
        output::print(&lines.concat())
    }
}
