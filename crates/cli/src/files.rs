//! Scenarios and the files they name, from disk or built into the program.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;
use skirmish_engine::battle::{Battle, BattleError, BattleSpec};
use skirmish_engine::rulebook::Fighting;
use skirmish_engine::side::{BySide, Side};
use skirmish_report::once::unique;
use skirmish_report::solved::MANY;
use skirmish_scenario::{
    Code, Files, NoFiles, Override, Problem, Problems, Rules, Scenario, Settable, SolvedFor,
    is_rulebook, library, limits, load, load_as_far, load_rules, near, rulebook_of, settable,
};

use crate::args::{self, sets_bot, typed};
use crate::assemble::{plays as who_plays, plays_alone};
use crate::output;
use crate::search::known_bots;
use crate::shell::quoted;
use crate::status::{Failure, Result, did_you_mean, why};
use skirmish_report::{notes, percent, safe_text};

/// Whether files may name files in other folders, for the whole command.
static ALLOWS_OUTSIDE: AtomicBool = AtomicBool::new(false);

/// The folders that files named by shards must lie in: those of the shards, or the working folder. Shards may come from
/// strangers, as battles may.
static NAMED_BY_OTHERS: OnceLock<Vec<PathBuf>> = OnceLock::new();

pub(crate) const ALLOW_OUTSIDE: &str = "--allow-outside";

pub(crate) fn allow_outside() {
    ALLOWS_OUTSIDE.store(true, Ordering::Relaxed);
}

/// Notes that shards in these folders name the files of this command, so that no text from elsewhere is shown.
pub(crate) fn named_by_others(folders: &[PathBuf]) {
    let folders = folders.iter().map(PathBuf::as_path).chain([Path::new(".")]);
    NAMED_BY_OTHERS
        .get_or_init(|| folders.filter_map(|folder| folder.canonicalize().ok()).collect());
}

pub(crate) fn outside_word() -> Option<String> {
    ALLOWS_OUTSIDE.load(Ordering::Relaxed).then(|| ALLOW_OUTSIDE.to_owned())
}

/// Files on disk, named relative to the file that names them. Each must lie in the folder of the file on the command line or,
/// if that is below the working folder, in the working folder. So a stranger's battle cannot read the user's files.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    /// By file, the folder that the files it names must lie in.
    homes: RefCell<BTreeMap<String, Option<PathBuf>>>,
}

impl Disk {
    /// Returns the folder that files named by this one must lie in; its own, if no other file named it.
    fn home(&self, file: &str) -> Option<PathBuf> {
        let known = self.homes.borrow().get(file).cloned();
        known.unwrap_or_else(|| real_folder(Path::new(file)))
    }
}

fn real_folder(file: &Path) -> Option<PathBuf> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).canonicalize().ok()
}

/// Returns whether a path leads into a folder, with links followed to the last existing part.
fn lies_in(path: &Path, folder: Option<&Path>) -> bool {
    let here = Path::new(".");
    let ways = path.ancestors().map(|way| if way.as_os_str().is_empty() { here } else { way });
    let real = ways.into_iter().find_map(|way| way.canonicalize().ok());
    real.zip(folder).is_some_and(|(real, folder)| real.starts_with(folder))
}

/// Returns whether files in the folder `home` may name this path.
fn is_allowed(path: &Path, home: Option<&Path>) -> bool {
    let here = Path::new(".").canonicalize().ok();
    let is_below = home.zip(here.as_deref()).is_some_and(|(home, here)| home.starts_with(here));
    lies_in(path, home) || is_below && lies_in(path, here.as_deref())
}

/// Returns whether a path follows a link out of where files may lie.
fn is_link_out(path: &Path, home: Option<&Path>) -> bool {
    let is_in = |folder: Option<&Path>| folder.is_some_and(|folder| is_allowed(folder, home));
    path.ancestors().any(|way| way.is_symlink() && is_in(way.parent()))
}

/// Returns the shortest path from a folder to a file, so that both can be moved together.
pub(crate) fn named_from(file: &Path, folder: &Path) -> std::io::Result<String> {
    let (file, folder) = (file.canonicalize()?, folder.canonicalize()?);
    let path = pathdiff::diff_paths(&file, &folder).unwrap_or(file);
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    Ok(if path.is_relative() { parts.join("/") } else { path.display().to_string() })
}

/// Returns whether a file needs permission to name another.
pub(crate) fn is_elsewhere(named: &Path, by: &Path) -> bool {
    !is_allowed(named, real_folder(by).as_deref())
}

impl Files for Disk {
    fn read(&self, named: &str, from: Option<&str>) -> Result<(String, Vec<u8>), String> {
        let base = from.and_then(|from| Path::new(from).parent()).unwrap_or(Path::new(""));
        let path = base.join(named);
        let home = from.map_or_else(|| real_folder(&path), |from| self.home(from));
        if from.is_some() && outside_word().is_none() && !is_allowed(&path, home.as_deref()) {
            let leads = match is_link_out(&path, home.as_deref()) {
                true => "is a link that leads",
                false => "lies",
            };
            return Err(format!(
                "it {leads} outside the folder of the file that you named and the folder that you are in; allow it with \
                 `{ALLOW_OUTSIDE}`, name it yourself (a rulebook by `--set rules=…`), or copy it there"
            ));
        }
        let bytes = read_limited(&path).map_err(|error| {
            let is_missing = error.kind() == std::io::ErrorKind::NotFound;
            let meant = is_missing.then(|| own_file(&path, Path::new(named))).flatten();
            let meant = meant.map(|file| format!("; did you mean `{file}`?"));
            why(&error) + &meant.unwrap_or_default()
        })?;
        let name = path.display().to_string();
        self.homes.borrow_mut().insert(name.clone(), home);
        Ok((name, bytes))
    }

    fn is_outside(&self, name: &str) -> bool {
        let path = Path::new(name);
        // A link within the folder may also lead to a file of another kind.
        let is_toml = |path: &Path| path.extension().is_some_and(|ending| ending == "toml");
        let is_disguised = is_toml(path) && path.canonicalize().is_ok_and(|real| !is_toml(&real));
        NAMED_BY_OTHERS.get().is_some()
            || is_disguised
            || !lies_in(path, self.home(name).as_deref())
    }
}

/// Reads a file, up to a little more than the limit for scenarios; the loader reports larger ones.
fn read_limited(path: &Path) -> std::io::Result<Vec<u8>> {
    let is_in = |folder: &PathBuf| lies_in(path, Some(folder));
    let is_allowed = NAMED_BY_OTHERS.get().is_none_or(|folders| folders.iter().any(is_in));
    if !is_allowed && outside_word().is_none() && path.exists() {
        return Err(std::io::Error::other(format!(
            "it lies outside the folder of the shards that name it and the folder that you are in; allow it with `{ALLOW_OUTSIDE}`"
        )));
    }
    read(path, limits::FILE_SIZE.most.unsigned_abs() + 1)
}

pub(crate) fn read(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The largest file of results to read back, in MiB.
pub(crate) const RESULTS: u64 = 64;

/// The largest file of kept games: 1,000 points between nine pairs of bots with billions of games come to over 200 MiB.
pub(crate) const KEPT: u64 = 512;

/// Reads a file that a command has left, of no more than so many MiB.
pub(crate) fn read_left(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let bytes = read(path, (most << 20) + 1)?;
    match bytes.len() as u64 <= most << 20 {
        true => Ok(bytes),
        false => {
            Err(std::io::Error::other(format!("it has more than {most} MiB, and no such file has")))
        }
    }
}

/// Opens a file. Anything else, such as a pipe without a writer, is refused before it can block.
pub(crate) fn open(path: &Path) -> std::io::Result<File> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is a folder, a pipe or a device, not a file"));
    }
    File::open(path)
}

/// Loads a rulebook by name or path, and prints notes on entries without effect.
pub(crate) fn rules(called: &str, set: &[Override]) -> Result<Rules> {
    let rules = load_rules(called, set, &Disk::default())?;
    rules.notes.iter().for_each(|text| output::note(text));
    Ok(rules)
}

/// A scenario as text, with its name in messages and the stem of its output folder's name.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) stem: String,
    bytes: Vec<u8>,
    players: PlayerSource,
    thinking: Option<args::Thinking>,
}

enum PlayerSource {
    /// The battle's own bots.
    Own,
    /// The players of a file.
    Of { file: String, bytes: Vec<u8> },
    /// The players shipped for the battle and its system.
    Solved,
}

/// Returns whether a side plays these players, not a bot that was set.
fn plays(battle: &Battle, side: Side, players: &skirmish_scenario::Players) -> bool {
    let (now, theirs) = (battle.players(side), &players.of[side]);
    now.iter().map(|p| &p.bot.name).eq(theirs.iter().map(|p| &p.bot.name))
}

/// Returns an existing file that may have been meant, named in the same way: `mine.toml` for `mine` or `mien.toml`.
fn own_file(path: &Path, named: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten();
    let files = entries.flatten().filter(|entry| entry.path().is_file());
    let names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let names: Vec<String> = names.collect();
    let stems: Vec<&str> = names.iter().filter_map(|name| name.strip_suffix(".toml")).collect();
    let found = *near(&path.file_stem()?.to_string_lossy(), &stems).first()?;
    Some(safe_text(&named.with_file_name(format!("{found}.toml")).display().to_string()))
}

/// Returns the name of a folder for the results of a file: its stem, made safe as a folder name on any system.
pub(crate) fn folder_name(file: &Path) -> String {
    const MOST_BYTES: usize = 80;
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c| if "/\\:*?\"<>|\u{fffd}".contains(c) { '-' } else { c };
    let name: String = safe_text(&stem).chars().map(plain).collect();
    let name = name.trim_start_matches(['.', '-', ' ']);
    let ends = name.char_indices().map(|(at, c)| at + c.len_utf8());
    let name = &name[..ends.take_while(|end| *end <= MOST_BYTES).last().unwrap_or(0)];
    let name = name.trim_end_matches(['.', ' ']);
    // Windows reserves these names for devices, with any ending.
    let word = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_device = ["con", "prn", "aux", "nul"].contains(&word.as_str())
        || ["com", "lpt"]
            .iter()
            .any(|port| word.strip_prefix(port).is_some_and(|k| k.len() == 1 && k > "0"));
    match name {
        "" => "battle".to_owned(),
        name if is_device => format!("battle-{name}"),
        name => name.to_owned(),
    }
}

pub(crate) const SOLVED: &str = "solved";

/// Returns the players shipped for a battle, unless its sides or places were renamed.
fn shipped_players(scenario: &Scenario) -> Option<&'static library::Shipped> {
    let found = library::players(&scenario.title, scenario.spec.rules.system.name());
    found.filter(|players| {
        scenario.clone().read_players(players.text.as_bytes(), players.name, &NoFiles).is_ok()
    })
}

pub(crate) fn side_called(scenario: &Scenario, name: &str) -> Result<Side> {
    let names = scenario.side_names().0;
    scenario.side(name).ok_or_else(|| {
        let message = format!("there is no side `{}` in this battle", safe_text(name));
        Failure::no_such(message, name, &names, format!("sides: {}", names.join(", ")))
    })
}

impl Source {
    /// Finds the scenario named on the command line: a file, a shipped one, or the flank run.
    pub(crate) fn find(named: Option<&str>) -> Result<Self> {
        let Some(name) = named else { return Ok(Self::shipped(&library::SCENARIOS[0])) };
        let path = PathBuf::from(name);
        match read_limited(&path) {
            Ok(bytes) => {
                let stem = folder_name(&path);
                Ok(Self {
                    name: name.to_owned(),
                    stem,
                    bytes,
                    players: PlayerSource::Own,
                    thinking: None,
                })
            }
            Err(error) => {
                // Printed commands name shipped battles like this. A folder of that name, such as one with results, is not
                // meant.
                let shipped = name.strip_prefix("scenarios/").unwrap_or(name);
                let shipped = library::scenario(shipped);
                let is_missing = error.kind() == std::io::ErrorKind::NotFound;
                if let Some(shipped) = shipped.filter(|_| is_missing || path.is_dir()) {
                    return Ok(Self::shipped(shipped));
                }
                if !is_missing {
                    return Err(Failure::io(format!("cannot read `{name}`"), error));
                }
                let known: Vec<_> = library::SCENARIOS.iter().map(|s| s.name).collect();
                let mut hints =
                    vec!["those that come with the program: skirmish list scenarios".to_owned()];
                // `scenarios/flnk-run.toml` means `flnk-run`.
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                let own = own_file(&path, &path).map(|own| format!("did you mean `{own}`?"));
                hints.splice(0..0, did_you_mean(&stem, &known).into_iter().chain(own));
                Err(Failure::Usage(format!("there is no scenario file `{name}`"), hints))
            }
        }
    }

    fn shipped(shipped: &library::Shipped) -> Self {
        Self {
            name: format!("scenarios/{}.toml", shipped.name),
            stem: shipped.name.to_owned(),
            bytes: shipped.text.as_bytes().to_vec(),
            players: PlayerSource::Own,
            thinking: None,
        }
    }

    /// Sets the players of every battle loaded from this file.
    pub(crate) fn played_by(mut self, players: &args::Players) -> Result<Self> {
        let (file, thinking) = players.parts()?;
        self.thinking = thinking;
        self.players = match file {
            None => PlayerSource::Own,
            Some(SOLVED) => PlayerSource::Solved,
            Some(file) => {
                let bytes = read_limited(Path::new(file)).map_err(|error| {
                    let solved = format!(
                        "`--players {SOLVED}` means the players that come with the program; `skirmish solve` finds some"
                    );
                    Failure::Io(format!("cannot read `{file}`"), error, vec![solved])
                })?;
                PlayerSource::Of { file: file.to_owned(), bytes }
            }
        };
        Ok(self)
    }

    /// Returns the players of a battle and where they come from; `None` if it has its own bots.
    fn players(
        &self,
        scenario: &mut Scenario,
    ) -> Result<Option<(String, skirmish_scenario::Players)>> {
        let (name, bytes) = match &self.players {
            PlayerSource::Own => return Ok(None),
            PlayerSource::Of { file, bytes } => (file.clone(), bytes.as_slice()),
            PlayerSource::Solved => {
                let system = scenario.spec.rules.system.name();
                let Some(players) = shipped_players(scenario) else {
                    let others = match library::players(&scenario.title, system) {
                        Some(_) => Some(
                            "those that there are do not fit it: its sides or places have other names"
                                .to_owned(),
                        ),
                        None => library::systems_with_players(&scenario.title)
                            .map(|systems| format!("there are players for it under {systems}")),
                    };
                    return Err(Failure::Usage(
                        format!(
                            "no players come with the program for “{}” under `{}`",
                            safe_text(&scenario.title),
                            system
                        ),
                        others
                            .into_iter()
                            .chain([format!(
                                "find some: skirmish solve {} --initiative {}",
                                quoted(&self.name),
                                system
                            )])
                            .collect(),
                    ));
                };
                (format!("scenarios/players/{}.toml", players.name), players.text.as_bytes())
            }
        };
        let players = scenario.read_players(bytes, &name, &Disk::default())?;
        Ok(Some((name, players)))
    }

    /// Puts in the players named, except where the command line sets a bot.
    fn with_players(
        &self,
        scenario: &mut Scenario,
        set: &[Override],
        battle: Battle,
    ) -> Result<Battle> {
        let Some((name, players)) = self.players(scenario)? else {
            return self.thinking(scenario, battle);
        };
        let names = scenario.side_names();
        let is_set = |side: Side| {
            let paths =
                [format!("side.{}.bot", names[side]), format!("side.\"{}\".bot", names[side])];
            set.iter().any(|set| paths.contains(&set.path))
        };
        let players =
            BySide::from_fn(|side| if is_set(side) { &[] } else { players.of[side].as_slice() });
        let battle = battle.with_players(players);
        let battle = battle.map_err(|error| Failure::usage(format!("{name}: {error}")))?;
        self.thinking(scenario, battle)
    }

    /// Makes sides think ahead, if asked. Each knows the program's bots and the players named.
    fn thinking(&self, scenario: &mut Scenario, battle: Battle) -> Result<Battle> {
        let Some(args::Thinking { playouts, side }) = &self.thinking else { return Ok(battle) };
        let who = side.as_deref().map(|name| side_called(scenario, name)).transpose()?;
        let playouts =
            BySide::from_fn(|side| if who.is_none_or(|who| who == side) { *playouts } else { 0 });
        let mut known = BySide::from_fn(|side| known_bots(scenario, &battle, side));
        if let Some(shipped) = shipped_players(scenario) {
            let players = scenario.read_players(shipped.text.as_bytes(), shipped.name, &NoFiles)?;
            for side in Side::BOTH {
                known[side].extend(players.of[side].iter().map(|player| player.bot.clone()));
            }
        }
        Ok(battle.thinking(playouts, &known)?)
    }

    /// Loads it and shares the board of another battle if it is the same.
    pub(crate) fn load_like(
        &self,
        overrides: &[Override],
        other: &Battle,
    ) -> Result<(Scenario, Battle)> {
        self.load_by(overrides, |spec| Battle::like(spec, other))
    }

    /// Loads it like [`Source::load`], and prints notes on idle settings and, unless the answer does so, on the players.
    pub(crate) fn load_noting(
        &self,
        overrides: &[Override],
        are_players_told: bool,
    ) -> Result<(Scenario, Battle)> {
        let (scenario, battle) = self.load(overrides)?;
        scenario.notes().iter().for_each(|text| output::note(text));
        if !are_players_told && let Some(told) = self.told_players(&scenario, &battle)? {
            output::note(&format!("sides play the players of {told}"));
        }
        Ok((scenario, battle))
    }

    /// Describes where the players come from, which side has another, and the battle's worth; `None` if it has its own bots.
    pub(crate) fn told_players(
        &self,
        scenario: &Scenario,
        battle: &Battle,
    ) -> Result<Option<String>> {
        let Some((file, players)) = self.players(&mut scenario.clone())? else {
            return Ok(None);
        };
        let (names, system) = (scenario.side_names(), scenario.spec.rules.system.name());
        let others = Side::BOTH.into_iter().filter_map(|side| {
            match (players.of[side].is_empty(), plays(battle, side, &players)) {
                (false, true) => None,
                (false, false) => Some(format!("{}, whose bot is set", names[side])),
                (true, _) => Some(format!("{}, of whom it has none", names[side])),
            }
        });
        let alone = Side::BOTH.into_iter().flat_map(|side| plays_alone(battle, side));
        let share = |share: f64| percent(share, Some((0.0, 1.0)));
        let worth = players.solved.map(|worth| {
            let (low, high) = worth.told();
            let undecided = (worth.undecided >= MANY).then(|| share(worth.undecided));
            json!({ "value": share(worth.value), "low": share(low), "high": share(high), "undecided": undecided })
        });
        let facts = json!({
            "file": file,
            "others": others.chain(alone).collect::<Vec<_>>(),
            "side": names[Side::A],
            "worth": worth,
            "is_edited": players.is_edited,
            "found_under": players.initiative.filter(|found| *found != system),
            "system": system,
            "is_changed": self.is_changed(scenario, &players)?,
        });
        Ok(notes("players", &facts).pop())
    }

    /// Returns the bots of both sides if some are set or think ahead; `None` if not, or if players are named.
    pub(crate) fn told_bots(
        &self,
        (scenario, battle): (&Scenario, &Battle),
        set: &[Override],
    ) -> Option<[String; 2]> {
        let is_told = matches!(self.players, PlayerSource::Own)
            && (self.thinking.is_some() || set.iter().any(sets_bot));
        let names = scenario.side_names();
        let of = |side| format!("{} ({})", who_plays(battle, side), safe_text(names[side]));
        is_told.then(|| Side::BOTH.map(of))
    }

    /// Returns whether the battle or its rules differ from those that the players were found for. Shipped players are compared
    /// with the shipped battle, as a newer program is no change.
    fn is_changed(
        &self,
        scenario: &Scenario,
        players: &skirmish_scenario::Players,
    ) -> Result<bool> {
        match self.players {
            PlayerSource::Solved => Self::is_shipped_changed(scenario),
            _ => Ok(players.is_of_other_rules),
        }
    }

    fn is_shipped_changed(scenario: &Scenario) -> Result<bool> {
        let system = scenario.spec.rules.system.name();
        let found = library::players(&scenario.title, system);
        let battle = found.and_then(|found| found.name.split('.').next());
        let Some((battle, shipped)) =
            battle.and_then(|name| Some((name, library::scenario(name)?)))
        else {
            return Ok(false);
        };
        let set = [Override::new("system", system)];
        let shipped = load(shipped.text.as_bytes(), battle, &set, &NoFiles)?;
        Ok(shipped.rules_code() != scenario.rules_code())
    }

    /// Returns the command with shipped players, or the search for some if there are none.
    pub(crate) fn well_played(&self, command: &str, scenario: &Scenario) -> String {
        let words = match shipped_players(scenario) {
            Some(_) => format!("{command} --players {SOLVED}"),
            None => format!("skirmish solve {}", quoted(&self.name)),
        };
        std::iter::once(words).chain(typed().settings_but_bots()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the battle's worth between the players named, if they were found for it and its rules, and both sides play them.
    pub(crate) fn worth(&self, scenario: &Scenario, battle: &Battle) -> Result<Option<SolvedFor>> {
        let system = scenario.spec.rules.system.name();
        let found = self.players(&mut scenario.clone())?.map(|(_, players)| players);
        let Some(players) = found.filter(|players| players.initiative == Some(system)) else {
            return Ok(None);
        };
        let is_so = Side::BOTH.into_iter().all(|side| plays(battle, side, &players))
            && !self.is_changed(scenario, &players)?;
        Ok(players.solved.filter(|_| is_so))
    }

    /// Returns the battle's worth between the players shipped for it, if they were found for it and its rules.
    pub(crate) fn shipped_worth(scenario: &Scenario) -> Result<Option<SolvedFor>> {
        let Some(shipped) = shipped_players(scenario) else { return Ok(None) };
        let (text, name) = (shipped.text.as_bytes(), shipped.name);
        let players = scenario.clone().read_players(text, name, &NoFiles)?;
        Ok(if Self::is_shipped_changed(scenario)? { None } else { players.solved })
    }

    pub(crate) fn settable(&self, overrides: &[Override]) -> Result<Vec<Settable>, Problems> {
        settable(&self.bytes, &self.name, overrides, &Disk::default())
    }

    /// Loads it with values of the command line, and builds the battle.
    ///
    /// If a sound battle only lacks troop types or weapons for another way of fighting, the error is about the way of fighting,
    /// not about lines of its files.
    pub(crate) fn load(&self, overrides: &[Override]) -> Result<(Scenario, Battle)> {
        let problems = match self.load_plainly(overrides) {
            Err(Failure::Files(problems)) => problems,
            loaded => return loaded,
        };
        let (fighting, others): (Vec<_>, Vec<_>) =
            overrides.iter().cloned().partition(|set| set.path == FIGHTING);
        let is_told = problems.list().iter().all(|problem| problem.file == "command line");
        match fighting.last() {
            Some(way) if !is_told && self.load_plainly(&others).is_ok() => Err(Failure::hinted(
                format!("`--fighting {}` is not for this battle: {}", way.value, unfit(&problems)),
                format!(
                    "write a rulebook that has the tables of `{}` for the troop types and weapons of the battle: `skirmish list \
                     parameters --rules {}` shows them",
                    way.value,
                    book_of(&way.value)
                ),
            )),
            _ => Err(Failure::Files(problems)),
        }
    }

    pub(crate) fn is_rulebook(&self) -> bool {
        is_rulebook(&self.bytes)
    }

    /// Loads it like [`Source::load`], with problems at their places.
    pub(crate) fn load_plainly(&self, overrides: &[Override]) -> Result<(Scenario, Battle)> {
        self.load_by(overrides, Battle::new)
    }

    /// Returns what there is of a battle whose files have mistakes, to be looked at.
    pub(crate) fn load_as_far(&self, overrides: &[Override]) -> Option<Scenario> {
        load_as_far(&self.bytes, &self.name, overrides, &Disk::default()).0
    }

    fn load_by(
        &self,
        overrides: &[Override],
        battle: impl FnOnce(BattleSpec) -> Result<Battle, BattleError>,
    ) -> Result<(Scenario, Battle)> {
        let mut scenario = load(&self.bytes, &self.name, overrides, &Disk::default())?;
        let battle = battle(scenario.spec.clone())
            .map_err(|error| Failure::usage(format!("{}: {error}", self.name)))?;
        let battle = self.with_players(&mut scenario, overrides, battle)?;
        Ok((scenario, battle))
    }
}

/// Returns the shipped rulebook with this way of fighting.
fn book_of(way: &str) -> &str {
    let found = Fighting::ALL.iter().find(|(name, _)| *name == way);
    found.map_or(way, |(_, fighting)| rulebook_of(*fighting))
}

pub(crate) const FIGHTING: &str = "fighting";

/// Returns the text that these scenarios read from a file.
pub(crate) fn input<'s>(
    file: &Path,
    scenarios: impl IntoIterator<Item = &'s Scenario>,
) -> Option<&'s str> {
    let place = file.canonicalize().ok()?;
    let names = scenarios.into_iter().flat_map(|of| &of.inputs).map(|input| input.name.as_str());
    let mut names = names.filter(|name| Path::new(name).canonicalize().is_ok_and(|at| at == place));
    names.next()
}

/// Names listed one by one.
const MOST_TOLD: usize = 4;

/// Returns why a sound battle cannot be fought in another way: for its troop types, or else for other problems.
pub(crate) fn unfit(problems: &Problems) -> String {
    let (strange, others): (Vec<&Problem>, Vec<&Problem>) =
        problems.list().iter().partition(|problem| problem.code == Code::UnknownTroops);
    let told = if strange.is_empty() { others } else { strange };
    let mut told = unique(told.iter().map(|problem| problem.message.as_str()));
    told.truncate(MOST_TOLD);
    told.join("; ")
}

#[cfg(test)]
mod tests {
    use super::folder_name;
    use std::path::Path;

    #[test]
    fn a_folder_is_named_safely() {
        for (file, name) in [
            ("a/old-ford.toml", "old-ford"),
            ("...toml", "battle"),
            ("..toml", "battle"),
            (".toml", "toml"),
            ("..", "battle"),
            ("--out.toml", "out"),
            (".hidden.toml", "hidden"),
            ("a\u{1b}[31m\n:b\\c.toml", "a-[31m -b-c"),
            ("end. .toml", "end"),
            ("NUL.a.toml", "battle-NUL.a"),
            ("com1.toml", "battle-com1"),
            ("comet.toml", "comet"),
            ("Größe.toml", "Größe"),
        ] {
            assert_eq!(folder_name(Path::new(file)), name, "{file}");
        }
        assert_eq!(folder_name(Path::new(&"ö".repeat(200))).len(), 80);
    }
}
