//! The battles of a comparison: two files, one file with changes, or one under several values of a word of its rules.

use std::rc::Rc;

use skirmish_engine::battle::Battle;
use skirmish_engine::rulebook::Fighting;
use skirmish_report::comparison::Variant;
use skirmish_report::once::unique;
use skirmish_scenario::{Code, Override, Problem, Scenario};

use crate::args;
use crate::files::{FIGHTING, Source, unfit};
use crate::shell::quoted;
use crate::status::{Failure, Result};

pub(super) struct Case {
    pub(super) variant: Variant,
    pub(super) source: Rc<Source>,
    pub(super) scenario: Scenario,
    pub(super) battle: Battle,
}

impl Case {
    fn load(source: &Rc<Source>, label: String, set: &[Override]) -> Result<Self> {
        let (scenario, battle) = source.load(set)?;
        let variant = Variant {
            label,
            changes: Vec::new(),
            scenario_sha256: scenario.scenario_sha256.clone(),
            rulebook_sha256: scenario.rulebook_sha256.clone(),
            changed_games: None,
        };
        Ok(Self { variant, source: Rc::clone(source), scenario, battle })
    }
}

pub(super) struct Cases {
    pub(super) title: String,
    pub(super) stem: String,
    pub(super) cases: Vec<Case>,
    pub(super) notes: Vec<String>,
}

pub(super) fn cases(args: &args::Compare) -> Result<Cases> {
    let source = |file| Ok::<_, Failure>(Rc::new(Source::find(file)?.played_by(&args.players)?));
    let first = source(args.files.first().map(String::as_str))?;
    if let Some(kind) = RulesWord::asked(args) {
        return under_each(args, &first, &kind);
    }
    let more = |more: &[Override]| args.set.iter().chain(more).cloned().collect::<Vec<_>>();
    if let Some(second) = args.files.get(1) {
        let second = source(Some(second))?;
        let label = |letter: char, source: &Source| match first.name == second.name {
            true => format!("{letter}: {}", source.name),
            false => source.name.clone(),
        };
        let cases = vec![
            Case::load(&first, label('A', &first), &args.set)?,
            Case::load(&second, label('B', &second), &more(&args.with))?,
        ];
        let sides = |case: &Case| case.scenario.side_names().0.map(str::to_owned);
        if sides(&cases[0]) != sides(&cases[1]) {
            return Err(Failure::hinted(
                format!(
                    "the sides of `{}` and `{}` have different names, so it is not clear which to compare with which",
                    first.name, second.name
                ),
                "give the sides the same names, in the same order",
            ));
        }
        return Ok(Cases {
            title: match first.stem == second.stem {
                true => format!("{} and {}", first.name, second.name),
                false => format!("{} and {}", first.stem, second.stem),
            },
            stem: format!("{}-{}", first.stem, second.stem),
            cases,
            notes: Vec::new(),
        });
    }
    if args.with.is_empty() {
        // What is set holds for all that is compared.
        let change = args.set.first().map_or_else(
            || "name a second scenario, or change something: --with cap=200".to_owned(),
            |set| {
                let set = quoted(&format!("{}={}", set.path, set.value));
                format!("--set holds for both: to compare that with the battle as it is, write --with {set}")
            },
        );
        let systems = "or set systems side by side: --initiative all".to_owned();
        let message = "there is only one battle to compare".to_owned();
        return Err(Failure::Usage(message, vec![change, systems]));
    }
    for (k, set) in args.with.iter().enumerate() {
        if let Some(other) = args.with[..k].iter().find(|other| other.path == set.path) {
            return Err(Failure::hinted(
                format!(
                    "the second variant cannot have `{}` twice, as {} and as {}",
                    set.path, other.value, set.value
                ),
                format!(
                    "for several values: skirmish sweep --vary {}={},{}",
                    set.path, other.value, set.value
                ),
            ));
        }
    }
    let label = args.with.iter().map(|set| format!("{} = {}", set.path, set.value));
    let label = label.collect::<Vec<_>>().join(", ");
    let mut second = Case::load(&first, label, &more(&args.with))?;
    let changes = args.with.iter().map(|set| (set.path.clone(), set.value.clone()));
    second.variant.changes = changes.collect();
    let cases = vec![Case::load(&first, "as it is".to_owned(), &args.set)?, second];
    Ok(Cases {
        title: format!("{}: {}", cases[0].scenario.title, cases[1].variant.name()),
        stem: first.stem.clone(),
        cases,
        notes: Vec::new(),
    })
}

/// A setting of the rules with several values to compare.
struct RulesWord<'a> {
    path: &'static str,
    flag: &'static str,
    one: &'static str,
    several: &'static str,
    /// The values given on the command line.
    asked: &'a [String],
    all: Vec<&'static str>,
}

impl<'a> RulesWord<'a> {
    fn asked(args: &'a args::Compare) -> Option<Self> {
        let kinds: [Self; 2] = [
            Self {
                path: "system",
                flag: "--initiative",
                one: "system",
                several: "systems",
                asked: &args.initiative,
                all: skirmish_scenario::systems().collect(),
            },
            Self {
                path: FIGHTING,
                flag: "--fighting",
                one: "way of fighting",
                several: "ways of fighting",
                asked: &args.fighting,
                all: Fighting::ALL.iter().map(|(word, _)| *word).collect(),
            },
        ];
        kinds.into_iter().find(|kind| !kind.asked.is_empty())
    }

    fn is_all(&self) -> bool {
        self.asked.iter().any(|name| name == args::ALL)
    }

    /// Returns the values asked for; `own` comes first if `all` is among them.
    fn values(&self) -> Vec<&'a str> {
        let asked = self.asked.iter().map(String::as_str);
        match self.is_all() {
            true => {
                asked.filter(|name| *name == args::OWN).take(1).chain(self.all.clone()).collect()
            }
            false => asked.collect(),
        }
    }

    /// Returns why the battle cannot be played under a value. `is_sound` says that it can without.
    fn refused(&self, is_sound: bool, name: &str, failure: Failure) -> Failure {
        let leave = format!("leave `{name}` out of `{}`", self.flag);
        let with = |hints: Vec<String>| unique(std::iter::once(leave).chain(hints));
        match failure {
            Failure::Files(problems) if is_sound => {
                // If tables are missing, a rulebook of the user's must have them beside those of all other values.
                let wants = |problem: &Problem| {
                    problem.code == Code::Missing && problem.file == "command line"
                };
                let write = problems.list().iter().any(wants).then(|| WRITE.to_owned());
                let hints = problems.list().iter().flat_map(|problem| problem.hints.clone());
                Failure::Usage(
                    format!("this battle cannot be played under `{name}`: {}", unfit(&problems)),
                    with(write.map_or_else(|| hints.collect(), |write| vec![write])),
                )
            }
            Failure::Usage(message, hints) => Failure::Usage(message, with(hints)),
            failure => failure,
        }
    }
}

const WRITE: &str = "or write a rulebook that has these tables as well as those of the others, for the troops and weapons of the \
                     battle, and compare by it: --set rules=my-rules.toml";

/// Returns whether the rules of a variant know what is set.
fn fits(source: &Source, kind: &RulesWord<'_>, name: &str, set: &Override) -> bool {
    match source.load(&[Override::new(kind.path, name), set.clone()]) {
        Err(Failure::Files(problems)) => {
            let mut problems = problems.list().iter();
            !problems.all(|problem| problem.code == Code::OutOfUse)
        }
        _ => true,
    }
}

/// Returns one battle under several systems or ways of fighting. Settings that one of these does not know are left out there.
fn under_each(args: &args::Compare, source: &Rc<Source>, kind: &RulesWord<'_>) -> Result<Cases> {
    let (one, several) = (kind.one, kind.several);
    if args.files.len() > 1 {
        return Err(Failure::usage(format!(
            "{several} are compared on one battle, but two were named"
        )));
    }
    let values = kind.values();
    let (mut cases, mut left_out, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    // With `all`, values that cannot be played are left out if the battle itself is sound.
    let is_way = |set: &&Override| ["rules", "system", FIGHTING].contains(&set.path.as_str());
    let ways: Vec<Override> = args.set.iter().filter(is_way).cloned().collect();
    let is_any = kind.is_all() && source.load_plainly(&ways).is_ok();
    for (k, &name) in values.iter().enumerate() {
        if values[..k].contains(&name) {
            return Err(Failure::usage(format!("{one} `{name}` is named twice")));
        }
        let is_of_others = |set: &&Override| {
            !fits(source, kind, name, set)
                && values.iter().any(|name| fits(source, kind, name, set))
        };
        let (idle, mut set): (Vec<_>, Vec<_>) =
            args.set.iter().cloned().partition(|set| is_of_others(&set));
        left_out.extend(idle.into_iter().map(|set| (set, name)));
        let is_own = name == args::OWN;
        let word = Override::new(kind.path, name);
        set.extend((!is_own).then(|| word.clone()));
        if is_any
            && !is_own
            && let Err(Failure::Files(problems)) =
                source.load_plainly(&[ways.as_slice(), &[word]].concat())
            && source.load_plainly(&set).is_err()
        {
            notes.push(format!("`{name}` is left out: {}", unfit(&problems)));
            continue;
        }
        let mut case = Case::load(source, name.to_owned(), &set).map_err(|failure| {
            kind.refused(source.load_plainly(&args.set).is_ok(), name, failure)
        })?;
        if is_own {
            case.variant.label = case.scenario.spec.rules.name.clone();
        }
        cases.push(case);
    }
    if cases.len() < 2 && !notes.is_empty() {
        return Err(Failure::Usage(
            format!("this battle cannot be fought in another {one}"),
            notes,
        ));
    }
    if cases.len() < 2 {
        return Err(Failure::hinted(
            format!("one {one} alone cannot be compared"),
            format!("{several}: {}", kind.all.join(", ")),
        ));
    }
    for set in &args.set {
        let under = left_out.iter().filter(|(other, _)| other.path == set.path);
        let under: Vec<&str> = under.map(|(_, name)| *name).collect();
        let used: Vec<&str> = values.iter().copied().filter(|name| !under.contains(name)).collect();
        let goes = match used.len() < under.len() {
            true => format!("applies under {} alone; the others have", used.join(", ")),
            false => format!("is left out under {}, where there is", under.join(", ")),
        };
        if !under.is_empty() {
            notes.push(format!("`{} = {}` {goes} no such number", set.path, set.value));
        }
    }
    Ok(Cases {
        title: format!("{} under {} {several}", cases[0].scenario.title, cases.len()),
        stem: source.stem.clone(),
        cases,
        notes,
    })
}
