//! The figures of `odds order` as a battle has them: by side, body, troop type and weapon.

use std::collections::BTreeMap;

use skirmish_engine::battle::{Battle, FigureId};
use skirmish_engine::initiative::adnd::Standing;
use skirmish_engine::rulebook::{Segments, System};
use skirmish_engine::side::Side;
use skirmish_odds::rounds::Figure;
use skirmish_odds::segments::Combatant;
use skirmish_report::safe_text;
use skirmish_scenario::Override;

use crate::args::OddsOrder;
use crate::files::Source;
use crate::status::Done;

/// The round that is asked about: the first, an odd one.
const ROUND: u32 = 1;

/// A battle and who acts in it.
pub(super) struct Field {
    /// What it is called.
    pub(super) title: String,
    pub(super) rules: Segments,
    pub(super) figures: Vec<Figure>,
    /// The system of its own rulebook, if that is another.
    pub(super) own_system: Option<System>,
}

/// Reads the battle of a question; under another system it is asked as if it were played by rounds of segments.
pub(super) fn field(args: &OddsOrder, file: &str) -> Done<Field> {
    let source = Source::find(Some(file))?;
    let mut set = args.rules.asked.book.set.clone();
    let (mut scenario, mut battle) = source.load(&set)?;
    let own_system = battle.spec().rules.system;
    if !own_system.has_segments() {
        set.push(Override::new("system", "adnd"));
        (scenario, battle) = source.load(&set)?;
    }
    Ok(Field {
        title: safe_text(&scenario.title),
        rules: battle.spec().rules.segments,
        figures: figures(&battle, args.melee),
        own_system: (!own_system.has_segments()).then_some(own_system),
    })
}

/// Those who are alike in a body act alike, and are one entry.
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
