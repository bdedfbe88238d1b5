//! `skirmish compare`: two battles, two settings or several initiative systems, side by side on the same dice.

use std::path::PathBuf;

use skirmish_engine::battle::Battle;
use skirmish_engine::rulebook::System;
use skirmish_engine::side::Side;
use skirmish_report::comparison::{self, ChangeValue, Comparison, MeasureRow, Value, Variant};
use skirmish_scenario::{Override, Scenario};
use skirmish_simulator::Control;
use skirmish_simulator::estimate::{Confidence, Estimate, Method};
use skirmish_simulator::study::{self, Paired};

use crate::args::{self, Format};
use crate::files::Source;
use crate::output;
use crate::run;
use crate::status::{Failure, did_you_mean};

const CONFIDENCE: Confidence = Confidence::P95;

/// One of the battles that are compared.
struct Case {
    label: String,
    scenario: Scenario,
    battle: Battle,
}

/// What is compared, and where it came from.
struct Cases {
    title: String,
    stem: String,
    cases: Vec<Case>,
}

pub(crate) fn compare(args: &args::Compare) -> Result<(), Failure> {
    let Cases { title, stem, cases } = cases(args)?;
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("skirmish-out").join(format!("compare-{stem}")));
    output::make_folder(&folder)?;
    let workers = run::workers(args.threads)?;
    run::stop_on_interrupt();
    let others = cases.len() as u64 - 1;
    let bar = run::progress_bar(args.games * others, args.quiet);
    let first = &cases[0];
    let mut games = args.games;
    let mut pairs: Vec<Paired> = Vec::new();
    for (k, other) in (0_u64..).zip(&cases[1..]) {
        let progress = |played: u64| bar.set_position(k * args.games + played);
        let control = Control {
            progress: Some(&progress),
            cancel: Some(&run::STOP),
            records: None,
        };
        let battles = [&first.battle, &other.battle];
        let paired = study::compare(battles, args.seed, 0..games, &workers, &control);
        games = games.min(paired.games());
        pairs.push(paired);
    }
    bar.finish_and_clear();
    let was_cut_short = games < args.games;
    if was_cut_short && others > 1 {
        return Err(Failure::Interrupted(
            "the variants had not all been played; nothing was kept".to_owned(),
        ));
    }
    let comparison = Comparison {
        title,
        variants: cases.iter().map(variant).collect(),
        games,
        seed: args.seed,
        confidence: CONFIDENCE.get(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command(args, games),
        rows: rows(&first.scenario, &pairs),
        notes: notes(),
    };
    let files = comparison::files(&comparison)
        .map_err(|error| Failure::Bug(error.to_string(), Vec::new()))?;
    for file in &files {
        output::write_file(&folder.join(file.name), &file.bytes)?;
    }
    match args.format {
        Format::Text => {
            let mut answer = comparison::text(&comparison);
            if !args.quiet {
                let names: Vec<_> = files.iter().map(|file| file.name).collect();
                answer.push_str(&format!(
                    "\nIn {}: {}\n",
                    folder.display(),
                    names.join(", ")
                ));
            }
            output::print(&answer)?;
        }
        Format::Json => output::print(&String::from_utf8_lossy(&files[0].bytes))?,
    }
    if was_cut_short {
        return Err(Failure::Interrupted(format!(
            "{games} of {} games were played under each; they are in {}",
            args.games,
            folder.display()
        )));
    }
    Ok(())
}

/// The battles that the command line asks for.
fn cases(args: &args::Compare) -> Result<Cases, Failure> {
    let first = Source::find(args.files.first().map(String::as_str))?;
    if !args.initiative.is_empty() {
        return systems(args, &first);
    }
    let more = |more: &[Override]| args.set.iter().chain(more).cloned().collect::<Vec<_>>();
    let case = |source: &Source, label: String, set: &[Override]| -> Result<Case, Failure> {
        let (scenario, battle) = source.load(set)?;
        Ok(Case {
            label,
            scenario,
            battle,
        })
    };
    if let Some(second) = args.files.get(1) {
        let second = Source::find(Some(second))?;
        let cases = vec![
            case(&first, first.name.clone(), &args.set)?,
            case(&second, second.name.clone(), &more(&args.with))?,
        ];
        let sides = |case: &Case| case.scenario.side_names().0.map(str::to_owned);
        if sides(&cases[0]) != sides(&cases[1]) {
            return Err(Failure::Usage(
                format!(
                    "the sides of `{}` and `{}` have different names, so that it is not clear what to compare with what",
                    first.name, second.name
                ),
                vec!["give the sides the same names, in the same order".to_owned()],
            ));
        }
        return Ok(Cases {
            title: format!("{} and {}", first.stem, second.stem),
            stem: format!("{}-{}", first.stem, second.stem),
            cases,
        });
    }
    if args.with.is_empty() {
        return Err(Failure::Usage(
            "there is only one battle to compare".to_owned(),
            vec![
                "name a second scenario, or change something: --with seize.base.average=18"
                    .to_owned(),
                "or set systems side by side: --initiative lloyd,alternate,cards".to_owned(),
            ],
        ));
    }
    let changed: Vec<String> = args
        .with
        .iter()
        .map(|set| format!("{} = {}", set.path, set.value))
        .collect();
    let cases = vec![
        case(&first, "as it is".to_owned(), &args.set)?,
        case(&first, changed.join(", "), &more(&args.with))?,
    ];
    Ok(Cases {
        title: format!("{}: {}", cases[0].scenario.title, changed.join(", ")),
        stem: first.stem,
        cases,
    })
}

/// The same battle under several initiative systems.
fn systems(args: &args::Compare, source: &Source) -> Result<Cases, Failure> {
    if args.files.len() > 1 {
        return Err(Failure::usage(
            "systems are compared on one battle, but two were named",
        ));
    }
    let known = System::ALL.map(System::name);
    let mut cases = Vec::new();
    for (k, name) in args.initiative.iter().enumerate() {
        if !known.contains(&name.as_str()) {
            let mut hints: Vec<String> = did_you_mean(name, &known).into_iter().collect();
            hints.push(format!("systems: {}", known.join(", ")));
            return Err(Failure::Usage(
                format!("there is no initiative system `{name}`"),
                hints,
            ));
        }
        if args.initiative[..k].contains(name) {
            return Err(Failure::usage(format!("system `{name}` stands twice")));
        }
        let mut set = args.set.clone();
        set.push(Override::new("system", name));
        let (scenario, battle) = source.load(&set)?;
        cases.push(Case {
            label: name.clone(),
            scenario,
            battle,
        });
    }
    if cases.len() < 2 {
        return Err(Failure::Usage(
            "one system alone cannot be compared".to_owned(),
            vec![format!("systems: {}", known.join(", "))],
        ));
    }
    Ok(Cases {
        title: format!("{} under {} systems", cases[0].scenario.title, cases.len()),
        stem: source.stem.clone(),
        cases,
    })
}

fn variant(case: &Case) -> Variant {
    Variant {
        label: case.label.clone(),
        scenario_sha256: case.scenario.scenario_sha256.clone(),
        rulebook_sha256: case.scenario.rulebook_sha256.clone(),
    }
}

/// A row for each measure and side: the values under each variant, and the changes from the first.
fn rows(scenario: &Scenario, pairs: &[Paired]) -> Vec<MeasureRow> {
    let comparisons: Vec<_> = pairs.iter().map(|p| p.comparison(CONFIDENCE)).collect();
    let first = &comparisons[0].changes;
    (0..first.len())
        .map(|k| {
            let (measure, side) = (first[k].measure, first[k].side);
            let name = |side: Side| scenario.side_names()[side].to_owned();
            let mut values = vec![first[k].values[0].map(value)];
            values.extend(
                comparisons
                    .iter()
                    .map(|c| c.changes[k].values[1].map(value)),
            );
            MeasureRow {
                measure: measure.name.to_owned(),
                about: measure.about.to_owned(),
                side: side.map_or(String::new(), name),
                is_share: measure.is_share,
                values,
                changes: comparisons.iter().map(|c| change(&c.changes[k])).collect(),
            }
        })
        .collect()
}

fn value(estimate: Estimate) -> Value {
    Value {
        value: estimate.value,
        interval: estimate.interval.map(|i| (i.low, i.high)),
    }
}

fn change(change: &study::Change) -> Option<ChangeValue> {
    let difference = change.difference?;
    Some(ChangeValue {
        value: difference.value,
        interval: difference.interval.map(|i| (i.low, i.high)),
        p_value: change.p_value,
        adjusted_p_value: change.adjusted_p_value,
        gain: change.gain,
    })
}

fn notes() -> Vec<String> {
    let mut notes: Vec<String> = [
        Method::Wilson,
        Method::WilsonEffective,
        Method::Student,
        Method::StudentRatio,
        Method::StudentPaired,
        Method::AgrestiMin,
    ]
    .iter()
    .map(|method| format!("{}: {}", method.name(), method.source()))
    .collect();
    notes.push(
        "p-values: exact sign test of the games that differ for shares of games (McNemar 1947), Student's t otherwise; \
         adjusted over all measures by S. Holm, Scandinavian Journal of Statistics 6 (1979) 65-70"
            .to_owned(),
    );
    notes.push(
        "pairing: how many times as many games with dice of their own would have told the change as well".to_owned(),
    );
    notes
}

/// The command that gives the same numbers.
fn command(args: &args::Compare, games: u64) -> String {
    let mut words = vec!["skirmish compare".to_owned()];
    words.extend(args.files.iter().map(|file| run::quoted(file)));
    words.push(format!("--games {games} --seed {}", args.seed));
    let set = |flag: &str, set: &Override| {
        format!(
            "{flag} {}",
            run::quoted(&format!("{}={}", set.path, set.value))
        )
    };
    words.extend(args.set.iter().map(|s| set("--set", s)));
    words.extend(args.with.iter().map(|s| set("--with", s)));
    if !args.initiative.is_empty() {
        words.push(format!("--initiative {}", args.initiative.join(",")));
    }
    words.join(" ")
}
