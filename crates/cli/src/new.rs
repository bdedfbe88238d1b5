//! `skirmish new`: files for the user to start from, which run as they are.

use std::path::{Path, PathBuf};

use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::rulebook::{Rulebook, Weapon};
use skirmish_report::safe_text;
use skirmish_scenario::{RULEBOOKS, Rules, limits, load_rules, written};

use crate::args::{self, Listed, Made};
use crate::files::{ALLOW_OUTSIDE, Disk, is_elsewhere, named_from};
use crate::output;
use crate::shell::quoted;
use crate::shipped;
use crate::status::{Failure, Result};

const BATTLE: &str = include_str!("../templates/battle.toml");
const RULEBOOK: &str = include_str!("../templates/rulebook.toml");
const BOT: &str = include_str!("../templates/bot.toml");

const USUAL: &str = "lloyd";

pub(crate) fn new(args: &args::New) -> Result {
    let file = Own::named(&args.name)?;
    if args.rules.is_some() && args.what != Made::Battle {
        let hint = "a rulebook starts from another one: say which with --from".to_owned();
        return Err(Failure::hinted("--rules goes with a battle", hint));
    }
    let (text, about, next) = match args.what {
        Made::Battle => battle(&file, args.from.as_deref(), args.rules.as_deref())?,
        Made::Rulebook => rulebook(&file, args.from.as_deref())?,
        Made::Bot => bot(&file, args.from.as_deref())?,
    };
    output::write_own(&file.path, text.as_bytes(), args.force)?;
    if args.quiet {
        return Ok(());
    }
    let next: String = next.iter().map(|line| format!("  skirmish {line}\n")).collect();
    output::print(&format!("{}: {about}. Try\n{next}", file.path.display()))
}

/// A text, what it is, and commands to try.
type Written = (String, String, Vec<String>);

struct Own {
    path: PathBuf,
    stem: String,
}

impl Own {
    fn named(name: &str) -> Result<Self> {
        let path = Path::new(name);
        let last = path.file_name().and_then(|last| last.to_str()).unwrap_or_default();
        let stem = last.strip_suffix(".toml").unwrap_or(last);
        let most = usize::try_from(limits::NAME.most).unwrap_or(usize::MAX);
        let is_plain = |c: char| !c.is_control() && !"\"'\\:*?<>|".contains(c);
        let is_name = !stem.is_empty()
            && !name.ends_with(['/', '\\'])
            && !stem.starts_with(['-', '.'])
            && stem.trim() == stem
            && stem.chars().count() <= most
            && stem.chars().all(is_plain);
        if is_name {
            let path = path.with_file_name(format!("{stem}.toml"));
            return Ok(Self { path, stem: stem.to_owned() });
        }
        Err(Failure::hinted(
            format!("the name `{name}` is none for a file"),
            format!(
                "use up to {most} letters, digits and hyphens, such as `ford` or `battles/old-ford`"
            ),
        ))
    }

    fn word(&self) -> String {
        quoted(&self.path.display().to_string())
    }

    /// Returns its title in reports: `Old ford` for `old-ford`.
    fn title(&self) -> String {
        let mut letters = self.stem.chars().map(|c| if "-_".contains(c) { ' ' } else { c });
        let first = letters.next().map(char::to_uppercase).into_iter().flatten();
        first.chain(letters).collect()
    }

    fn fill(&self, template: &str, title: &str, values: &[(&str, String)]) -> String {
        let mut text = template.replace("@TITLE@", &self.title());
        text = text.replace("@TITLE_TEXT@", &written::text(title));
        for (gap, value) in values {
            text = text.replace(gap, &written::text(value));
        }
        text
    }

    /// Returns a path from the working folder as this file names it; the file's folder must exist.
    fn names(&self, path: &str) -> String {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let shortest = named_from(Path::new(path), folder.unwrap_or(Path::new(".")));
        match Path::new(path).is_absolute() {
            true => path.to_owned(),
            false => shortest.unwrap_or_else(|_| path.to_owned()),
        }
    }
}

/// Returns the head of a file that began as one of the program's.
fn from(name: &str, kind: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "# Begun as the {kind} `{name}` of skirmish {version}; `skirmish export {name}` prints that as it was.\n"
    )
}

/// Returns a file of the program without its schema line, which names a file that the user does not have.
fn without_schema(text: &str) -> &str {
    match text.split_once('\n') {
        Some((first, rest)) if first.starts_with("#:schema ") => rest,
        _ => text,
    }
}

fn battle(own: &Own, begun: Option<&str>, rules: Option<&str>) -> Result<Written> {
    let file = own.word();
    let next = |more: &str| {
        vec![
            format!("run {file}{more}"),
            format!("replay {file}{more}"),
            format!("list parameters {file}{more}"),
            "explain file".to_owned(),
        ]
    };
    if let Some(name) = begun {
        let text = shipped::called(&[Listed::Scenarios], name)?;
        let name = name.strip_suffix(".toml").unwrap_or(name);
        let text = from(name, "battle") + without_schema(&text);
        return Ok((text, format!("the battle `{name}`, for you to change"), next("")));
    }
    let called = rules.unwrap_or(USUAL);
    let known = load_rules(called, &[], &Disk::default())?.rulebook;
    let is_shipped = RULEBOOKS.iter().any(|(name, _)| *name == called);
    let named = if is_shipped { called.to_owned() } else { own.names(called) };
    let is_outside = !is_shipped && is_elsewhere(Path::new(called), &own.path);
    if !is_shipped && (named.starts_with("../") || Path::new(&named).is_absolute()) {
        output::note(&format!(
            "its rules, `{}`, lie outside its folder: called from elsewhere, commands play it with {ALLOW_OUTSIDE}",
            safe_text(&named)
        ));
    }
    let more = if is_outside { format!(" {ALLOW_OUTSIDE}") } else { String::new() };
    // With bases larger than an inch, everything else is larger too.
    let scale = (known.movement.base + UNIT - 1) / UNIT;
    let text = own.fill(&scaled(BATTLE, scale.max(1)), &own.title(), &cast(&known, named));
    Ok((text, "a battle, ready to play".to_owned(), next(&more)))
}

/// Returns a board with coordinates in brackets, and radii, multiplied.
fn scaled(text: &str, times: Len) -> String {
    let mut scaled = String::new();
    let mut depth = 0;
    for word in text.split_inclusive([' ', ',', '[', ']']) {
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = word.split_at(digits);
        let is_length = depth > 0 || scaled.ends_with("radius = ");
        match number.parse::<Len>() {
            Ok(number) if is_length => scaled += &format!("{}{rest}", number * times),
            _ => scaled += word,
        }
        depth += word.matches('[').count();
        depth -= word.matches(']').count().min(depth);
    }
    scaled
}

/// Longest name of a unit, with room for a number.
const LONGEST: usize = 58;

/// Returns troop types and weapons of the rulebook for a battle.
fn cast(rules: &Rulebook, named: String) -> Vec<(&'static str, String)> {
    // Common troops on foot or, if the rulebook has none of these, its first two types.
    let usual = ["average", "line-infantry", "fighter"];
    let has = |name: &&&str| rules.troops.iter().any(|troop| troop.name == **name);
    let troops = |k: usize| match usual.iter().find(has) {
        Some(name) => (*name).to_owned(),
        None => rules.troops[k.min(rules.troops.len() - 1)].name.clone(),
    };
    let weapon = |shoots: bool| {
        let is_so = |weapon: &&Weapon| weapon.shoots() == shoots;
        let found = rules.weapons.iter().find(is_so).or(rules.weapons.first());
        found.map_or(String::new(), |weapon| weapon.name.clone())
    };
    let (shoots, strikes) = (weapon(true), weapon(false));
    // Units are named after their weapons too, as all troops may be of one type.
    let body = |side: &str, troops: String, weapon: &str| {
        let name = format!("{side} {troops} with {weapon}").replace('-', " ");
        name.chars().take(LONGEST).collect::<String>()
    };
    let second = |name: String, first: &str| if name == first { format!("{name} 2") } else { name };
    let [north, south] = ["North", "South"].map(|side| {
        let first = body(side, troops(0), &shoots);
        let other = second(body(side, troops(1), &strikes), &first);
        [first, other]
    });
    let ([north_shooters, north_fighters], [south_shooters, south_fighters]) = (north, south);
    let rank = rules.ranks.iter().find(|rank| rank.name == "good").or(rules.ranks.first());
    vec![
        ("@RULES@", named),
        ("@SHOOTERS@", troops(0)),
        ("@NORTH_SHOOTERS@", north_shooters),
        ("@NORTH_FIGHTERS@", north_fighters),
        ("@SOUTH_SHOOTERS@", south_shooters),
        ("@SOUTH_FIGHTERS@", south_fighters),
        ("@SHOOTS@", shoots),
        ("@FIGHTERS@", troops(1)),
        ("@STRIKES@", strikes),
        ("@RANK@", rank.map_or(String::new(), |rank| rank.name.clone())),
    ]
}

fn rulebook(own: &Own, begun: Option<&str>) -> Result<Written> {
    let file = own.word();
    let mut next = vec![
        format!("new battle my-battle --rules {file}"),
        "run my-battle.toml".to_owned(),
        format!("list parameters --rules {file}"),
        "explain rulebook".to_owned(),
    ];
    let odds = format!("odds attack --rules {file} --table");
    let Some(name) = begun else {
        next.insert(0, odds);
        let text = own.fill(RULEBOOK, &own.stem, &[]);
        return Ok((text, "rules of your own, ready to play".to_owned(), next));
    };
    shipped::called(&[Listed::Rulebooks], name)?;
    let name = name.strip_suffix(".toml").unwrap_or(name);
    let rules = load_rules(name, &[], &Disk::default())?;
    if rules.rulebook.fighting.is_by_steps() {
        next.insert(0, odds);
    }
    let about = format!("`{name}`, to be changed");
    Ok((extending(own, name, &rules), about, next))
}

/// Returns a rulebook that extends another, with what it may change in comments.
fn extending(own: &Own, name: &str, rules: &Rules) -> String {
    let head = from(name, "rulebook")
        + "# All that it extends holds, until you say otherwise: take the `#` from a line, and from the heading above it. Whole tables,\n\
           # and rows of them, go by `drop`, such as `drop = [\"weapon.bow\"]`. `skirmish explain rulebook` has every key.\n";
    let written = written::tables(&rules.parameters);
    // The text before the first heading describes the whole file, and is not needed here.
    let tables = written.split_once("\n\n").map_or("", |(_, tables)| tables);
    let comments: String = tables
        .lines()
        .map(|line| if line.is_empty() { "\n".to_owned() } else { format!("# {line}\n") })
        .collect();
    // What is set nowhere is not among its parameters.
    let usual: String = rules
        .pitfalls()
        .iter()
        .filter(|it| it.place.is_none())
        .map(|it| format!("#   {} = {}\n", it.path, written::text(&it.value)))
        .collect();
    let usual = match usual.is_empty() {
        true => usual,
        false => format!("# By default, since nothing says otherwise:\n{usual}"),
    };
    let [called, about, name] = [&own.stem, &rules.about, name].map(written::text);
    format!("{head}{usual}\nname = {called}\nabout = {about}\nextends = {name}\n\n{comments}")
}

fn bot(own: &Own, begun: Option<&str>) -> Result<Written> {
    let file = own.word();
    let next = vec![
        format!("run flank-run --set side.Raiders.bot={file}"),
        format!("run flank-run --bots {file},captain,runner"),
        "explain bots".to_owned(),
    ];
    let Some(name) = begun else {
        let text = own.fill(BOT, &own.stem, &[]);
        return Ok((text, "a player, ready to play".to_owned(), next));
    };
    let text = shipped::called(&[Listed::Bots], name)?;
    let name = name.strip_suffix(".toml").unwrap_or(name);
    let text = from(name, "bot") + &text;
    Ok((text, format!("the bot `{name}`, for you to change"), next))
}
