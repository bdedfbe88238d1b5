//! `skirmish odds order`: the order of actions in a round of a battle (AD-01, AD-02).

use std::collections::BTreeMap;

use serde_json::json;
use skirmish_engine::battle::{Battle, FigureId};
use skirmish_engine::initiative::adnd::Standing;
use skirmish_engine::side::Side;
use skirmish_odds::rounds::{Figure, Ordered};
use skirmish_odds::segments::Combatant;
use skirmish_report::safe_text;
use skirmish_scenario::Override;

use super::print;
use crate::args::OddsOrder;
use crate::files::Source;
use crate::status::{Failure, Result};

/// The first round, an odd one.
const ROUND: u32 = 1;

/// More entries than this take too long to compare.
const MOST_FIGURES: usize = 40;

/// Answers for a battle of another system as if it were played by rounds of segments.
pub(super) fn order(args: &OddsOrder) -> Result {
    let source = Source::find(Some(&args.scenario))?;
    let mut set = args.set.clone();
    let (mut scenario, mut battle) = source.load(&set)?;
    let own_system = battle.spec().rules.system;
    let is_other = !own_system.has_segments();
    if is_other {
        set.push(Override::new("system", "adnd"));
        (scenario, battle) = source.load(&set)?;
    }
    let figures = figures(&battle, args.melee);
    if figures.len() > MOST_FIGURES {
        return Err(Failure::hinted(
            format!("{} kinds of figures are more than {MOST_FIGURES}", figures.len()),
            "those of a body who are alike act alike: take bodies out of the battle",
        ));
    }
    let ordered = Ordered::of(battle.spec().rules.segments, figures, args.orders.into())?;
    let ordered = Ordered { battle: Some(safe_text(&scenario.title)), ..ordered };
    let more = json!({ "own_system": is_other.then(|| own_system.name()) });
    print("order", (args.format, false), &[ordered], &more)
}

/// Returns an entry for each set of figures that are alike in a unit, since they act alike.
fn figures(battle: &Battle, in_melee: bool) -> Vec<Figure> {
    let mut all: Vec<Figure> = Vec::new();
    for side in Side::BOTH {
        let spec = &battle.spec().sides[side];
        for (unit, body) in spec.units.iter().enumerate() {
            let mut groups: BTreeMap<(u8, i32, bool, bool), Vec<usize>> = BTreeMap::new();
            let members =
                (0..spec.figures.len()).filter(|i| usize::from(spec.figures[*i].unit.0) == unit);
            for i in members {
                let traits = battle.traits(FigureId::new(side, i));
                let missiles =
                    Standing::with_missiles(traits, &battle.spec().rules.segments, ROUND);
                let melee = Standing::in_melee(traits, ROUND);
                let of = match missiles {
                    Some(missiles) if !in_melee && missiles.routines > 0 => missiles,
                    _ => melee,
                };
                let key = (of.routines, of.modifier, traits.nature.hasted, of.last);
                groups.entry(key).or_default().push(i);
            }
            let is_whole = groups.len() == 1;
            for ((routines, modifier, hasted, last), members) in groups {
                let name = match members[..] {
                    [one] => spec.figures[one].name.clone(),
                    _ if is_whole => body.name.clone(),
                    [first, ..] => {
                        let weapon = &battle.spec().rules.weapons[spec.figures[first].weapon].name;
                        format!("{} ({weapon})", body.name)
                    }
                    [] => continue,
                };
                let mut name = safe_text(&name);
                if all.iter().any(|figure| figure.name == name) {
                    name = format!("{name} of {}", safe_text(&spec.name));
                }
                all.push(Figure {
                    name,
                    side: safe_text(&spec.name),
                    combatant: Combatant { side, standing: Standing { routines, modifier, last } },
                    hasted,
                    count: members.len(),
                });
            }
        }
    }
    all
}
