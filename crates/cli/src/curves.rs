//! `skirmish curves`: what shots and blows are worth, exactly, over all distances: by skill dice (PG-07 to PG-12), and by the steps
//! of a rulebook (FT-01 to FT-06).

mod dice;
mod pictures;
mod steps;
mod tables;

use serde::Serialize;
use serde_json::{Value as Json, json};
use skirmish_engine::rulebook::{ChainKind, Rulebook};
use skirmish_odds::curves::Curves;
use skirmish_report::table::Table;
use skirmish_report::{Answer, Findings, Words};
use skirmish_scenario::Parameter;

use crate::args::{self, Format, typed};
use crate::files;
use crate::output;
use crate::results::Results;
use crate::shell::quoted;
use crate::status::{Done, Failure};
use crate::troops;
use pictures::Picture;
pub(crate) use tables::{OF_STEPS, SCHEMAS};

pub(crate) fn curves(args: &args::Curves) -> Done {
    let rules = files::rules(&args.book.rules, &args.book.set)?;
    match rules.rulebook.fighting.is_by_steps() {
        true => by_steps(args, &rules.rulebook),
        false => by_dice(args, &rules.rulebook, &rules.parameters),
    }
}

/// What is worked out of a rulebook, in all forms in which it is told; `json` is the same for programs.
struct Worked<J> {
    title: String,
    assumptions: Vec<String>,
    facts: Json,
    tables: Vec<Table>,
    pictures: Vec<Picture>,
    json: J,
}

fn by_dice(args: &args::Curves, rulebook: &Rulebook, parameters: &[Parameter]) -> Done {
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
    let curves = Curves::of(rulebook, &dice::question(args, rulebook)?)?;
    let assumed = dice::assumed(parameters, &curves);
    let of_target = curves.crossovers.iter().filter(|row| {
        row.compared == "shot" && row.weapon.is_some() && row.target == Some(curves.targets[0])
    });
    let silent = |name: &String| format!("The source is silent on {name}.");
    let worked = Worked {
        title: format!("What fire is worth under {}", curves.rulebook),
        assumptions: assumed.iter().map(silent).collect(),
        facts: json!({ "assumed": assumed, "crossovers": of_target.collect::<Vec<_>>() }),
        tables: tables::of_dice(&curves),
        pictures: dice::pictures(&curves),
        json: &curves,
    };
    tell(args, worked)
}

fn by_steps(args: &args::Curves, rules: &Rulebook) -> Done {
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
    let cases = steps::solved(args, rules)?;
    let attacks = tables::of_steps(&cases);
    let worked = Worked {
        title: format!("Shots and blows under {}", rules.name),
        assumptions: Vec::new(),
        facts: json!({ "steps": true }),
        tables: vec![attacks.clone()],
        pictures: steps::pictures(&rules.name, &cases),
        json: json!({ "rulebook": rules.name, "attacks": attacks }),
    };
    tell(args, worked)
}

/// Writes what curves leave, and tells it.
fn tell(args: &args::Curves, worked: Worked<impl Serialize>) -> Done {
    let Worked { title, assumptions, mut facts, tables, pictures, json } = worked;
    let results = Results::new(&args.output(), "curves", ("curves", ""))?;
    let told = |Picture { chart, table, .. }: &Picture| json!({ "title": chart.labels.title, "about": chart.labels.subtitle, "table": table });
    facts["pictures"] = pictures.iter().map(told).collect();
    let answer = Answer::of_chances("curves", &facts);
    let charts = pictures.into_iter().map(|picture| (picture.file.into(), picture.chart));
    let findings = Findings {
        tables,
        charts: charts.collect(),
        words: Words {
            command: "curves",
            title,
            assumptions,
            origins: vec![("Program", format!("skirmish {}", env!("CARGO_PKG_VERSION")))],
            again: typed().again(None, &[format!("--rules {}", quoted(&args.book.rules))]),
            answer: answer.text(false),
            ..Words::default()
        },
        ..Findings::default()
    };
    let files = results.write(Ok(findings))?;
    match args.format {
        Format::Json => {
            let json = skirmish_report::json::of("skirmish-curves/1", &json);
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
