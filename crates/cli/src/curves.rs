//! `skirmish curves`: exact values of fire over all distances, by skill dice (PG-07 to PG-12) or by the host rules (HOST-2).

mod dice;
mod pictures;
mod tables;

use serde_json::json;
use skirmish_odds::curves::Curves;
use skirmish_report::{Answer, Findings, Words};

use crate::args::{self, Format, typed};
use crate::files;
use crate::fire::need_skill_dice;
use crate::output;
use crate::results::Results;
use crate::shell::quoted;
use crate::status::{Failure, Result};
use pictures::Picture;
pub(crate) use tables::SCHEMAS;

pub(crate) fn curves(args: &args::Curves) -> Result {
    let rules = files::rules(&args.book.rules, &args.book.set)?;
    let is_host = rules.rulebook.fighting.has_host_shots();
    let curves = if is_host {
        dice::by_host(args, &rules.rulebook)?
    } else {
        need_skill_dice(&rules.rulebook)?;
        Curves::of(&rules.rulebook, &dice::question(args, &rules.rulebook)?)?
    };
    let results = Results::new(&args.output(), "curves", ("curves", ""))?;
    let assumed = dice::assumed(&rules.parameters, &curves);
    let of_target = curves.crossovers.iter().filter(|row| {
        row.compared == "shot" && row.weapon.is_some() && row.target == Some(curves.targets[0])
    });
    let pictures = dice::pictures(&curves);
    let told = |Picture { chart, table, .. }: &Picture| json!({ "title": chart.labels.title, "about": chart.labels.subtitle, "table": table });
    let answer = Answer::of_chances(
        "curves",
        &json!({
            "is_host": is_host,
            "assumed": assumed,
            "crossovers": of_target.collect::<Vec<_>>(),
            "pictures": pictures.iter().map(told).collect::<Vec<_>>(),
        }),
    );
    let silent = |name: &String| format!("The source is silent on {name}.");
    let charts = pictures.into_iter().map(|picture| (picture.file.into(), picture.chart));
    let findings = Findings {
        tables: tables::of(&curves),
        charts: charts.collect(),
        words: Words {
            command: "curves",
            title: format!("What fire is worth under {}", curves.rulebook),
            assumptions: assumed.iter().map(silent).collect(),
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
            let json = skirmish_report::json::of("skirmish-curves/1", &curves);
            let json = json.map_err(Failure::bug)?;
            output::print(&String::from_utf8_lossy(&json))?;
            results.close(&files)
        }
        Format::Text => results.tell(&files, || answer),
    }
}
