//! Which parameters can do nothing in a battle as it is: those of weapons that nobody carries, of options that are not chosen,
//! of what no bot does.

use skirmish_engine::battle::{BattleSpec, Cover, FigureSpec, Going, SideSpec};
use skirmish_engine::bot::{Act, React};
use skirmish_engine::rulebook::{
    Blocks, ChargeMet, Fighting, Formation, LightLoad, SurpriseReading, System, TechniqueAttack,
};
use skirmish_engine::side::Side;

use crate::path;

pub(crate) const NO_SURPRISE: &str = "nobody is surprised by `options.surprise = \"none\"`";

/// Whether the bot of a side may do such a thing as an action; one that does anything may.
pub(crate) fn acts(side: &SideSpec, is_it: impl Fn(Act) -> bool) -> bool {
    let mut lines = side.bot.lines.iter();
    lines.any(|line| line.act == Act::Anything || is_it(line.act))
}

/// The same, as an action or as a reaction.
fn does(spec: &BattleSpec, act: Act, react: React) -> bool {
    spec.sides.0.iter().any(|side| {
        let mut reactions = side.bot.reactions.iter();
        acts(side, |other| other == act) || reactions.any(|line| line.react == react)
    })
}

/// Why a battle has no use for a parameter of its rulebook, as a fragment; `None` if it may have.
#[must_use]
pub fn idle(spec: &BattleSpec, path: &str) -> Option<&'static str> {
    let parts = path::split(path)?;
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let of_sides = || {
        let sides = Side::BOTH.into_iter();
        sides.flat_map(|side| spec.sides[side].figures.iter().map(move |f| (side, f)))
    };
    let figures = || of_sides().map(|(_, figure)| figure);
    let weapon = |f: &FigureSpec| &spec.rules.weapons[f.weapon];
    let shoots = || figures().any(|f| weapon(f).missile.is_some() || weapon(f).stick.is_some());
    let in_line = |side: Side, f: &FigureSpec| {
        let unit = &spec.sides[side].units[usize::from(f.unit.0)];
        unit.formation != Formation::Open
    };
    let has_line = || of_sides().any(|(side, f)| in_line(side, f));
    let troops_of = |f: &FigureSpec| &spec.rules.troops[f.troops];
    let has_troops = |name: &str| figures().any(|f| troops_of(f).name == name);
    let has_rate = |f: &FigureSpec| troops_of(f).rate.is_some();
    let has_rank =
        |name: &str| figures().any(|f| f.rank.is_some_and(|r| spec.rules.ranks[r].name == name));
    let covered = |cover| shoots() && spec.features.iter().any(|f| f.cover == cover);
    let is_slow = || spec.features.iter().any(|f| f.going == Going::Slow);
    let units = || spec.sides.0.iter().flat_map(|side| &side.units);
    let has_barricade = || spec.features.iter().any(|f| f.breaks_off);
    let system = spec.rules.system;
    let strides = spec.rules.movement.strides.is_some();
    let segments = &spec.rules.segments;
    let nobody_is = "nobody in the battle is of these troops";
    let (in_use, why) = match parts.as_slice() {
        ["skill", "rough-ground", troops] => {
            (is_slow() && has_troops(troops), "none of these troops meets rough ground")
        }
        ["move", arm @ ("infantry" | "cavalry"), order, _] => (
            of_sides().any(|(side, f)| {
                f.mounted == (*arm == "cavalry") && in_line(side, f) == (*order == "line")
            }),
            "nobody in the battle moves so",
        ),
        ["options", "volley-reload" | "volley-hits"]
        | ["fire", "volley" | "volley-reload-dice" | "rank-reload" | "platoon-reload"] => {
            (has_line(), "nobody stands in a line")
        }
        ["fire", "effect-dice" | "kills"] => (true, ""),
        // What troops are worth plays no part in a battle, but it is told of each side.
        ["points", "leader", rank] | ["seize", "leadership", rank] => {
            (has_rank(rank), "no leader in the battle has this rank")
        }
        ["points", "mounted"] => (figures().any(|f| f.mounted), "nobody is mounted"),
        ["move", "troop", troops] => {
            let goes_by_it = |f: &FigureSpec| f.mounted || !strides;
            (
                figures().any(|f| troops_of(f).name == *troops && goes_by_it(f)),
                "nobody in the battle moves by it",
            )
        }
        ["move", "mounted"] => (
            figures().any(|f| f.mounted && !has_rate(f)),
            "nobody is mounted who has no full move of his own",
        ),
        ["seize", "base", troops]
        | ["quality", troops]
        | ["skill", _, troops]
        | ["techniques", "attribute", troops]
        | ["combat", "level" | "armour-class" | "hit-points" | "nerve", troops]
        | ["troops", troops, ..] => (has_troops(troops), nobody_is),
        ["techniques", "mentality" | "action", troops] => match spec.rules.techniques.attack {
            TechniqueAttack::Stacked => (has_troops(troops), nobody_is),
            _ => (false, "it goes with `options.technique-attack = \"stacked\"`"),
        },
        ["move", "stature" | "strides" | "yard"] => (
            strides && figures().any(|f| !f.mounted),
            if strides {
                "nobody is on foot"
            } else {
                "it goes with `options.stride = \"stature\"`"
            },
        ),
        ["weapon", name, key @ ..] => {
            let is_carried = figures().any(|f| weapon(f).name == *name);
            let unmet = segments.charge_met == ChargeMet::Unanswered;
            match key {
                _ if !is_carried => (false, "nobody in the battle has this weapon"),
                ["length" | "set-damage"] if unmet => {
                    (false, "nobody meets a charge by `options.charge-met = \"unanswered\"`")
                }
                ["charge-damage"] if spec.rules.fighting == Fighting::Osric => (
                    figures().any(|f| weapon(f).name == *name && f.mounted),
                    "nobody who has this weapon is mounted",
                ),
                ["charge-damage"] => (false, "it goes with `fighting = \"osric\"`"),
                ["shots"] => (
                    figures().any(|f| weapon(f).name == *name && weapon(f).missile.is_some()),
                    "this weapon does not shoot",
                ),
                _ => (true, ""),
            }
        }
        ["move", "foot"] if strides => {
            (false, "by `options.stride = \"stature\"` the stature decides")
        }
        ["move", "foot"] => (
            figures().any(|f| !f.mounted && !has_rate(f)),
            "nobody is on foot who has no full move of his own",
        ),
        ["move", "slow-factor"] => (is_slow(), "there is no slow ground"),
        ["shooting" | "fire" | "combat", "reactive"] if !system.has_reactions() => {
            (false, "nobody shoots in reaction but under Lloyd's initiative (LL-12)")
        }
        // Those whom a leader calls are further than this from every enemy, too.
        ["move", "reaction"] => (
            system.has_reactions()
                || system == System::PetiteGuerre
                    && spec.sides.0.iter().any(|s| acts(s, |act| act == Act::ToMe)),
            "it is for reactions (LL-11) and for a leader's call (LL-15), and there is neither",
        ),
        ["options", "hold-reacts" | "hold-moves"] => {
            (units().any(|unit| unit.on_hold), "nobody in the battle is on hold orders")
        }
        ["options", "blocks"] if spec.sides.0.iter().all(|side| side.units.len() < 2) => {
            (false, "no side has more than one body")
        }
        ["options", "blocks"] => (
            spec.rules.warspike.blocks == Blocks::WholeSide
                || spec.sides.0.iter().any(|side| !side.blocks.is_empty()),
            "no side has formed blocks",
        ),
        ["warspike", "found"] => (
            units().any(|unit| unit.hidden) || does(spec, Act::LieLow, React::LieLow),
            "nobody in the battle lies low",
        ),
        ["warspike", "prepared"] => {
            (does(spec, Act::Prepare, React::Prepare), "nobody in the battle prepares")
        }
        ["combat", "free-blow"] => {
            (has_barricade(), "nobody leaves a melee by an action: there is no barricade (ADC-8)")
        }
        ["combat", "rear"] => {
            (system.has_turns(), "nobody faces any way under Lloyd's initiative (ADC-4)")
        }
        ["combat", "charge" | "exposed"] => (
            !system.fights_by_turn(),
            "nobody charges where melee is fought at the end of the turn (ADC-4)",
        ),
        ["combat", "medium" | "long" | "range-step"] => (shoots(), "nobody in the battle shoots"),
        ["shooting" | "fire" | "combat", "screened"] => {
            (covered(Cover::Screen), "nobody is shot at through a screen")
        }
        ["shooting" | "fire" | "combat", "protected"] => {
            (covered(Cover::Protect), "nobody is shot at behind what protects")
        }
        ["shooting" | "fire" | "combat", "cover-distance"] => {
            (covered(Cover::Screen) || covered(Cover::Protect), "nobody is shot at in cover")
        }
        ["shooting", "effect", row, ..] => {
            let quality = |f: &FigureSpec| troops_of(f).quality;
            let is_hit = || figures().any(|f| *row == format!("quality-{}", quality(f)));
            (shoots() && is_hit(), "nobody of this quality is shot at")
        }
        ["shooting" | "fire", ..] | ["combat", "reactive"] => {
            (shoots(), "nobody in the battle shoots")
        }
        ["melee", "barricade"] => (has_barricade(), "there is no barricade"),
        ["seize", "factor", "order-card"] => {
            (spec.sides.0.iter().any(|side| !side.cards.is_empty()), "there are no order cards")
        }
        ["segments", "surprise-dice" | "surprised-on" | "surprise-shots"] => {
            (segments.surprise.reading != SurpriseReading::None, NO_SURPRISE)
        }
        ["segments", "light-load"] => (
            segments.reaction_needs_light_load == LightLoad::On,
            "it goes with `options.reaction-needs-light-load = \"on\"`",
        ),
        _ => (true, ""),
    };
    (!in_use).then_some(why)
}
