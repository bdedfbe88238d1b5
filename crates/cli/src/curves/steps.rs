//! The curves of fighting that a rulebook says in tables (FT-01 to FT-06): what comes of shots by distance, and of blows, for
//! each weapon and each two troop types.

mod charts;
mod laws;
mod shots;
mod tables;

use skirmish_engine::battle::Battle;
use skirmish_engine::rulebook::{ChainKind, Rulebook};
use skirmish_report::{Findings, Words};
use skirmish_scenario::Scenario;

use crate::args;
use crate::playing;
use crate::results::Results;
use crate::status::{Done, Failure};
pub(crate) use tables::SCHEMAS;

pub(super) fn curves(
    args: &args::Curves,
    rules: &Rulebook,
    played: Option<&(Scenario, Battle)>,
) -> Done {
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
    let mut curves = laws::curves(args, rules, played.map(|(scenario, _)| scenario))?;
    if played.is_some() {
        playing::stop_on_interrupt();
    }
    let results = Results::new(&args.output(), "curves", ("curves", ""))?;
    if let Some((scenario, battle)) = played {
        curves.run = Some(shots::lay_over(args, scenario, battle)?);
    }
    let charts = charts::all(&curves).into_iter().map(|(name, chart)| (name.into(), chart));
    let findings = Findings {
        tables: tables::all(&curves),
        charts: charts.collect(),
        words: Words {
            title: format!("Shots and blows under {}", curves.rulebook),
            answer: tables::text(&curves),
            ..super::words(args)
        },
        ..Findings::default()
    };
    super::tell(args, &results, findings, &tables::json(&curves))
}
