//! What can do nothing in a battle as it is: parameters of weapons that nobody carries or of options that are not chosen, and
//! goals that the game ends before. None of it is wrong, since the same file may be played under other rules; whoever has
//! asked for it should know.

use skirmish_engine::battle::{BattleSpec, Cover, FigureSpec, Going, WinSpec};
use skirmish_engine::rulebook::{
    ChargeMet, Fighting, Formation, LightLoad, SurpriseReading, System, TechniqueAttack,
};
use skirmish_engine::side::Side;

use crate::path;
use crate::problem::quote;
use crate::rules::Origin;
use crate::scenario::Scenario;

const NO_SURPRISE: &str = "nobody is surprised by `options.surprise = \"none\"`";

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
    let strides = spec.rules.movement.strides.is_some();
    let segments = &spec.rules.segments;
    let nobody_is = "nobody in the battle is of these troops";
    let (in_use, why) = match parts.as_slice() {
        ["skill", "rough-ground", troops] => (
            is_slow() && has_troops(troops),
            "none of these troops meets rough ground",
        ),
        ["move", arm @ ("infantry" | "cavalry"), order, _] => (
            of_sides().any(|(side, f)| {
                f.mounted == (*arm == "cavalry") && in_line(side, f) == (*order == "line")
            }),
            "nobody in the battle moves so",
        ),
        ["options", "volley-reload" | "volley-hits"]
        | [
            "fire",
            "volley" | "volley-reload-dice" | "rank-reload" | "platoon-reload",
        ] => (has_line(), "nobody stands in a line"),
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
        | [
            "combat",
            "level" | "armour-class" | "hit-points" | "nerve",
            troops,
        ]
        | ["troops", troops, ..] => (has_troops(troops), nobody_is),
        ["techniques", "mentality" | "action", troops] => match spec.rules.techniques.attack {
            TechniqueAttack::Stacked => (has_troops(troops), nobody_is),
            _ => (
                false,
                "it goes with `options.technique-attack = \"stacked\"`",
            ),
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
                ["length" | "set-damage"] if unmet => (
                    false,
                    "nobody meets a charge by `options.charge-met = \"unanswered\"`",
                ),
                ["charge-damage"] => (
                    spec.rules.fighting == Fighting::Osric,
                    "it goes with `fighting = \"osric\"`",
                ),
                _ => (true, ""),
            }
        }
        ["move", "foot"] if strides => (
            false,
            "by `options.stride = \"stature\"` the stature decides",
        ),
        ["move", "foot"] => (
            figures().any(|f| !f.mounted && !has_rate(f)),
            "nobody is on foot who has no full move of his own",
        ),
        ["move", "slow-factor"] => (is_slow(), "there is no slow ground"),
        ["shooting" | "fire", "screened"] => {
            (covered(Cover::Screen), "nobody is shot at through a screen")
        }
        ["shooting" | "fire", "protected"] => (
            covered(Cover::Protect),
            "nobody is shot at behind what protects",
        ),
        ["shooting" | "fire", "cover-distance"] => (
            covered(Cover::Screen) || covered(Cover::Protect),
            "nobody is shot at in cover",
        ),
        ["shooting", "effect", row, ..] => {
            let quality = |f: &FigureSpec| troops_of(f).quality;
            let is_hit = || figures().any(|f| *row == format!("quality-{}", quality(f)));
            (shoots() && is_hit(), "nobody of this quality is shot at")
        }
        ["shooting" | "fire", ..] => (shoots(), "nobody in the battle shoots"),
        ["melee", "barricade"] => (
            spec.features.iter().any(|f| f.breaks_off),
            "there is no barricade",
        ),
        ["seize", "factor", "order-card"] => (
            spec.sides.0.iter().any(|side| !side.cards.is_empty()),
            "there are no order cards",
        ),
        [
            "segments",
            "surprise-dice" | "surprised-on" | "surprise-shots",
        ] => (
            segments.surprise.reading != SurpriseReading::None,
            NO_SURPRISE,
        ),
        ["segments", "light-load"] => (
            segments.reaction_needs_light_load == LightLoad::On,
            "it goes with `options.reaction-needs-light-load = \"on\"`",
        ),
        _ => (true, ""),
    };
    (!in_use).then_some(why)
}

impl Scenario {
    /// What has been asked for and does nothing here, a sentence each without its full stop: values from the command line
    /// that the battle has no use for, who is how easily surprised where nobody is, and goals that the game ends before.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let asked = |p: &&crate::rules::Parameter| p.origin == Origin::CommandLine;
        let set = self.parameters.iter().filter(asked).filter_map(|p| {
            let why = idle(&self.spec, &p.path)?;
            let set = quote(&format!("{} = {}", p.path, p.value));
            Some(format!("{set} is taken, but does nothing here: {why}"))
        });
        let mut notes: Vec<String> = set.collect();
        let rules = &self.spec.rules;
        let is_adnd = rules.system == System::Adnd;
        for side in Side::BOTH {
            let army = &self.spec.sides[side];
            let name = quote(&army.name);
            let is_named = army.surprised_on.is_some() && is_adnd;
            if is_named && rules.segments.surprise.reading == SurpriseReading::None {
                notes.push(format!(
                    "`surprised-on` of {name} is taken, but does nothing here: {NO_SURPRISE}"
                ));
            }
            if rules.system == System::WarSpike {
                notes.extend(army.wins.iter().filter_map(|win| self.too_late(&name, win)));
            }
        }
        notes
    }

    /// A goal of a side that no game of WarSpike's turns gets to: each unit makes one action a turn at most (WS-02, WS-06).
    fn too_late(&self, name: &str, win: &WinSpec) -> Option<String> {
        let turns = self.spec.rules.warspike.turns;
        let units: usize = self.spec.sides.0.iter().map(|side| side.units.len()).sum();
        let most = turns.saturating_mul(u32::try_from(units).unwrap_or(u32::MAX));
        let ends = format!("the game is over after {turns} turns (`warspike.turns`)");
        match *win {
            WinSpec::After { actions } if actions > most => Some(format!(
                "{name} can never win after {actions} actions: {ends}, and with {units} units these have no more than \
                 {most} actions"
            )),
            WinSpec::AfterTurns { turns: late } if late > turns => {
                Some(format!("{name} can never win after {late} turns: {ends}"))
            }
            _ => None,
        }
    }
}
