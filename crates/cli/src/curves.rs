//! `skirmish curves`: what shots and blows are worth, exactly, over all distances: by skill dice (PG-07 to PG-12), and by the steps
//! of a rulebook (FT-01 to FT-06).

mod dice;
mod pictures;
mod run;
mod steps;
mod tables;

use serde::Serialize;
use serde_json::{Value as Json, json};
use skirmish_engine::battle::Battle;
use skirmish_engine::rulebook::{ChainKind, Rulebook};
use skirmish_report::table::Table;
use skirmish_report::{Answer, Findings, Words};
use skirmish_scenario::{Parameter, Scenario};

use crate::args::{self, Format};
use crate::files::{self, Source};
use crate::output;
use crate::playing;
use crate::results::Results;
use crate::status::{Done, Failure};
use crate::troops;
use pictures::Picture;
pub(crate) use tables::{OF_STEPS, SCHEMAS};

/// The battle whose shots are laid over the curves, if there is one.
type Played<'a> = Option<&'a (Scenario, Battle)>;

pub(crate) fn curves(args: &args::Curves) -> Done {
    let played = match &args.run {
        Some(file) => Some(Source::find(Some(file))?.load(&args.book.set)?),
        None => None,
    };
    let (rulebook, parameters) = match &played {
        Some((scenario, _)) => (scenario.spec.rules.clone(), scenario.parameters.clone()),
        None => {
            let rules = files::rules(&args.book.rules, &args.book.set)?;
            (rules.rulebook, rules.parameters)
        }
    };
    match rulebook.fighting.is_by_steps() {
        true => by_steps(args, &rulebook, played.as_ref()),
        false => by_dice(args, &rulebook, &parameters, played.as_ref()),
    }
}

fn by_dice(
    args: &args::Curves,
    rulebook: &Rulebook,
    parameters: &[Parameter],
    played: Played<'_>,
) -> Done {
    need_curves(rulebook)?;
    let of_steps = [
        ("--against", !args.against.is_empty()),
        ("--against-weapon", args.against_weapon.is_some()),
        ("--factor", !args.factors.is_empty()),
    ];
    if let Some((flag, _)) = of_steps.into_iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::hinted(
            format!("`{flag}` is about fighting by steps, and `{}` has skill dice", rulebook.name),
            "how the target stands: --condition screened",
        ));
    }
    let question = dice::question(args, rulebook, played.map(|(scenario, _)| scenario))?;
    let exact = skirmish_odds::curves::Curves::of(rulebook, &question)?;
    let mut fire = dice::Fire { exact, run: None };
    let assumed = dice::assumed(parameters, &fire.exact);
    let results = results(args, played)?;
    if let Some((scenario, battle)) = played {
        fire.run = Some(run::of_dice(&mut fire.exact, args, scenario, battle)?);
    }
    let curves = &fire.exact;
    let of_target = curves.crossovers.iter().filter(|row| {
        row.compared == "shot" && row.weapon.is_some() && row.target == Some(curves.targets[0])
    });
    let facts = json!({
        "run": fire.run,
        "assumed": assumed,
        "crossovers": of_target.collect::<Vec<_>>(),
    });
    let silent = |name: &String| format!("The source is silent on {name}.");
    let words = Words {
        title: format!("What fire is worth under {}", curves.rulebook),
        assumptions: assumed.iter().map(silent).collect(),
        ..Words::default()
    };
    let found = (tables::of_dice(curves), dice::pictures(&fire));
    tell(args, &results, words, facts, found, &fire)
}

fn by_steps(args: &args::Curves, rules: &Rulebook, played: Played<'_>) -> Done {
    if !args.condition.is_empty() {
        return Err(Failure::hinted(
            "`--condition` is about skill dice",
            "of fighting by steps say what holds: --factor screened",
        ));
    }
    let has = |chain| !rules.steps.chain(chain).steps.is_empty();
    if !has(ChainKind::Shoot) && !has(ChainKind::Strike) {
        return Err(Failure::hinted(
            format!(
                "there is nothing to draw: by rulebook `{}` nobody shoots or strikes",
                rules.name
            ),
            "steps of shots and blows stand in its tables `shoot` and `strike`: skirmish explain FT-02",
        ));
    }
    let mut curves = steps::solved(args, rules, played.map(|(scenario, _)| scenario))?;
    let results = results(args, played)?;
    if let Some((scenario, battle)) = played {
        curves.run = Some(run::of_steps(args, scenario, battle)?);
    }
    let words =
        Words { title: format!("Shots and blows under {}", curves.rulebook), ..Words::default() };
    let facts = json!({ "run": curves.run.as_ref().map(|run| &run.all), "steps": true });
    let found = (tables::of_steps(&curves), steps::pictures(&curves));
    tell(args, &results, words, facts, found, &tables::json(&curves))
}

/// Where the curves go; a run that is laid over them may be interrupted.
fn results(args: &args::Curves, played: Played<'_>) -> Done<Results> {
    if played.is_some() {
        playing::stop_on_interrupt();
    }
    Results::new(&args.output(), "curves", ("curves", ""))
}

/// Writes what curves leave, and tells it.
fn tell(
    args: &args::Curves,
    results: &Results,
    words: Words,
    mut facts: Json,
    (tables, pictures): (Vec<Table>, Vec<Picture>),
    curves: &impl Serialize,
) -> Done {
    let told = |Picture { chart, table, .. }: &Picture| json!({ "title": chart.labels.title, "about": chart.labels.subtitle, "table": table });
    facts["pictures"] = pictures.iter().map(told).collect();
    let answer = Answer::of_chances("curves", &facts);
    let charts = pictures.into_iter().map(|picture| (picture.file.into(), picture.chart));
    let findings = Findings {
        tables,
        charts: charts.collect(),
        words: Words {
            command: "curves",
            origins: vec![("Program", format!("skirmish {}", env!("CARGO_PKG_VERSION")))],
            again: args.words(),
            answer: answer.text(false),
            ..words
        },
        ..Findings::default()
    };
    let files = results.write(Ok(findings))?;
    match args.format {
        Format::Json => {
            let json = skirmish_report::json::of("skirmish-curves/1", curves);
            let json = json.map_err(Failure::bug)?;
            output::print(&String::from_utf8_lossy(&json))?;
            results.close(&files)
        }
        Format::Text => results.tell(&files, || answer),
    }
}

/// Refuses a rulebook that has nothing to draw.
fn need_curves(rules: &Rulebook) -> Done {
    if rules.fighting.has_skill_dice() {
        return Ok(());
    }
    let mut hints = vec![
        "fire by skill dice has curves: --rules petite-guerre".to_owned(),
        format!(
            "and so has fighting by steps, that of a rulebook of one's own or one that comes with the program: --rules, or --set \
             fighting=, {}",
            troops::by_steps()
        ),
    ];
    if rules.fighting.has_hit_points() {
        hints.extend(troops::asked(rules));
    }
    Err(Failure::Usage(
        format!(
            "there is nothing to draw: rulebook `{}` fights by `{}`, which has neither skill dice nor steps",
            rules.name,
            rules.fighting.name()
        ),
        hints,
    ))
}
