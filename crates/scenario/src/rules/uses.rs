//! What a battle must have for a parameter to matter, such as a weapon, an option or an action of a bot.

use skirmish_engine::battle::{BattleSpec, Cover, FigureSpec, Going, SideSpec, UnitSpec};
use skirmish_engine::bot::{Act, React};
use skirmish_engine::rulebook::{
    Blocks as BlockReading, ChargeMet, Formation, LightLoad, Rulebook, SurpriseReading, System,
    TechniqueAttack, TroopType, Weapon,
};
use skirmish_engine::side::Side;

use super::scope::along;
use crate::path;

/// Something that a battle has or lacks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Use {
    /// Tests for it, given the parts of a parameter's path.
    is_there: IsThere,
    /// What to say if it is missing, as a fragment.
    pub(crate) why: &'static str,
}

#[derive(Debug, Clone, Copy)]
enum IsThere {
    Battle(fn(&Battle<'_>, &[&str]) -> bool),
    /// The same in every battle by these rules.
    Rules(fn(&Rulebook) -> bool),
}

/// Returns why a battle has no use for a parameter, as a fragment; `None` if it may have one.
pub fn idle(spec: &BattleSpec, path: &str) -> Option<&'static str> {
    let parts = path::split(path)?;
    lacks(&parts, |is_there, parts| match is_there {
        IsThere::Battle(is_there) => is_there(&Battle(spec), parts),
        IsThere::Rules(is_there) => is_there(&spec.rules),
    })
}

/// Returns why no battle by these rules has a use for a parameter, as a fragment; `None` if one may have.
pub(super) fn idle_by_rules(rules: &Rulebook, parts: &[String]) -> Option<&'static str> {
    lacks(parts, |is_there, _| match is_there {
        IsThere::Battle(_) => true,
        IsThere::Rules(is_there) => is_there(rules),
    })
}

/// Returns what to say about the first thing that is missing for a parameter.
fn lacks(parts: &[String], is_there: impl Fn(IsThere, &[&str]) -> bool) -> Option<&'static str> {
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let uses = along(parts.iter().copied()).iter().rev().find_map(|field| field.uses)?;
    uses.iter().find(|of| !is_there(of.is_there, &parts)).map(|of| of.why)
}

/// Returns whether a bot of a side may take such an action; one with `anything` may take any.
pub(crate) fn acts(side: &SideSpec, is_it: impl Fn(Act) -> bool) -> bool {
    let mut lines = side.bots().flat_map(|bot| &bot.lines);
    lines.any(|line| line.act == Act::Anything || is_it(line.act))
}

/// A battle that is asked what it has.
pub(crate) struct Battle<'b>(&'b BattleSpec);

impl<'b> Battle<'b> {
    fn sides(&self) -> impl Iterator<Item = &'b SideSpec> {
        self.0.sides.0.iter()
    }

    fn units(&self) -> impl Iterator<Item = &'b UnitSpec> {
        self.sides().flat_map(|side| &side.units)
    }

    fn has_figure(&self, is_one: impl Fn(&FigureSpec) -> bool) -> bool {
        self.sides().any(|side| side.figures.iter().any(&is_one))
    }

    fn weapon(&self, figure: &FigureSpec) -> &'b Weapon {
        &self.0.rules.weapons[figure.weapon]
    }

    fn troops(&self, figure: &FigureSpec) -> &'b TroopType {
        &self.0.rules.troops[figure.troops]
    }

    fn has_troops(&self, name: &str) -> bool {
        self.has_figure(|figure| self.troops(figure).name == name)
    }

    /// Returns whether any figure, mounted or on foot, stands in line or in open order.
    fn stands(&self, mounted: Option<bool>, in_line: bool) -> bool {
        Side::BOTH.into_iter().any(|side| {
            let side = &self.0.sides[side];
            side.figures.iter().any(|figure| {
                let is_open = side.units[usize::from(figure.unit.0)].formation == Formation::Open;
                is_open != in_line && mounted.is_none_or(|mounted| mounted == figure.mounted)
            })
        })
    }

    fn shoots(&self) -> bool {
        self.has_figure(|figure| self.weapon(figure).shoots())
    }

    fn has_cover(&self, cover: Cover) -> bool {
        self.shoots() && self.0.features.iter().any(|feature| feature.cover == cover)
    }

    fn has_slow_ground(&self) -> bool {
        self.0.features.iter().any(|feature| feature.going == Going::Slow)
    }

    fn has_barricade(&self) -> bool {
        self.0.features.iter().any(|feature| feature.breaks_off)
    }

    fn does(&self, act: Act, react: React) -> bool {
        self.sides().any(|side| {
            let mut reactions = side.bots().flat_map(|bot| &bot.reactions);
            acts(side, |other| other == act) || reactions.any(|line| line.act == react)
        })
    }

    fn goes_by_stature(&self) -> bool {
        self.0.rules.movement.strides.is_some()
    }

    const fn system(&self) -> System {
        self.0.rules.system
    }
}

fn of_these_troops(battle: &Battle<'_>, path: &[&str]) -> bool {
    path.iter().any(|name| battle.has_troops(name))
}

/// Rows `NAME "what to say of a battle that lacks it" => whether it has it;`.
macro_rules! uses {
    ($of:ident; $($name:ident $why:literal => $is_there:expr;)+) => {
        $(pub(crate) const $name: Use = Use { is_there: IsThere::$of($is_there), why: $why };)+
    };
}

uses! {
    Rules;
    REACTS "nobody shoots in reaction but under Lloyd's initiative (LL-12) or by `turn.interrupts` (TN-08)"
        => |r| r.system.reacts_by_shooting();
    BY_STATURE "it goes with `options.stride = \"stature\"`" => |r| r.movement.strides.is_some();
    NOT_BY_STATURE "by `options.stride = \"stature\"` the stature decides" => |r| r.movement.strides.is_none();
    MEETS_CHARGES "nobody meets a charge by `options.charge-met = \"unanswered\"`" => |r| {
        r.segments.charge_met != ChargeMet::Unanswered
    };
    BY_HIT_POINTS "it goes with `fighting = \"osric\"`" => |r| r.fighting.has_hit_points();
    STACKED "it goes with `options.technique-attack = \"stacked\"`" => |r| {
        r.techniques.attack == TechniqueAttack::Stacked
    };
    FACES "nobody faces any way under Lloyd's initiative (ADC-4)" => |r| r.system.has_turns();
    CHARGES "nobody charges where melee is fought at the end of the turn (ADC-4)" => |r| !r.system.fights_by_turn();
    IS_SURPRISED "nobody is surprised by `options.surprise = \"none\"`" => |r| {
        r.segments.surprise.reading != SurpriseReading::None
    };
    NEEDS_LIGHT_LOAD "it goes with `options.reaction-needs-light-load = \"on\"`" => |r| {
        r.segments.reaction_needs_light_load == LightLoad::On
    };
}

uses! {
    Battle;
    OF_THESE_TROOPS "nobody in the battle is of these troops" => of_these_troops;
    HAS_LEADER "nobody in the battle leads" => |b, _| b.units().any(|unit| unit.leader.is_some());
    HAS_RANK "no leader in the battle has this rank" => |b, path| {
        b.has_figure(|f| f.rank.is_some_and(|rank| path.last() == Some(&&*b.0.rules.ranks[rank].name)))
    };
    MEETS_ROUGH_GROUND "none of these troops meets rough ground" => |b, path| {
        b.has_slow_ground() && of_these_troops(b, path)
    };
    SLOW_GROUND "there is no slow ground" => |b, _| b.has_slow_ground();
    BARRICADE "there is no barricade" => |b, _| b.has_barricade();
    LEAVES_MELEE "nobody leaves a melee by an action: there is no barricade (ADC-8)" => |b, _| b.has_barricade();

    SHOOTS "nobody in the battle shoots" => |b, _| b.shoots();
    SCREENED "nobody is shot at through a screen" => |b, _| b.has_cover(Cover::Screen);
    PROTECTED "nobody is shot at behind what protects" => |b, _| b.has_cover(Cover::Protect);
    IN_COVER "nobody is shot at in cover" => |b, _| b.has_cover(Cover::Screen) || b.has_cover(Cover::Protect);
    HIT "nobody of this quality is shot at" => |b, path| {
        let is_of = |f: &FigureSpec| path.get(2).is_some_and(|row| *row == format!("quality-{}", b.troops(f).quality));
        b.shoots() && b.has_figure(is_of)
    };
    // Figures that a leader calls must be further than this from every enemy, too.
    REACTS_OR_CALLS "it is for reactions (LL-11) and for a leader's call (LL-15), and there is neither" => |b, _| {
        let calls = || b.sides().any(|side| acts(side, |act| act == Act::ToMe));
        b.system().reacts_by_moving() || b.system().acts_as_a_side() && calls()
    };

    LINE "nobody stands in a line" => |b, _| b.stands(None, true);
    MOVES_SO "nobody in the battle moves like that" => |b, path| {
        b.stands(Some(path.contains(&"cavalry")), path.contains(&"line"))
    };
    RIDES "nobody is mounted" => |b, _| b.has_figure(|f| f.mounted);
    WALKS "nobody is on foot" => |b, _| b.has_figure(|f| !f.mounted);
    RIDES_AT_USUAL_RATE "everybody mounted has a full move of his own" => |b, _| {
        b.has_figure(|f| f.mounted && b.troops(f).rate.is_none())
    };
    WALKS_AT_USUAL_RATE "everybody on foot has a full move of his own" => |b, _| {
        b.has_figure(|f| !f.mounted && b.troops(f).rate.is_none())
    };
    GOES_BY_OWN_RATE "nobody in the battle moves by it" => |b, path| {
        let goes_by_it = |f: &FigureSpec| f.mounted || !b.goes_by_stature();
        b.has_figure(|f| path.last() == Some(&&*b.troops(f).name) && goes_by_it(f))
    };

    CARRIED "nobody in the battle has this weapon" => |b, path| b.has_figure(|f| path[1] == b.weapon(f).name);
    HAD "nobody in the battle has this gear" => |b, path| {
        b.has_figure(|f| b.troops(f).gear.iter().any(|gear| path[1] == gear))
    };
    CARRIED_MOUNTED "nobody with this weapon is mounted" => |b, path| {
        b.has_figure(|f| path[1] == b.weapon(f).name && f.mounted)
    };
    IS_MISSILE "this weapon does not shoot" => |b, path| {
        b.has_figure(|f| path[1] == b.weapon(f).name && b.weapon(f).missile.is_some())
    };

    HAS_CARDS "there are no order cards" => |b, path| {
        path.last() != Some(&"order-card") || b.sides().any(|side| !side.cards.is_empty())
    };
    ON_HOLD "nobody in the battle is on hold orders" => |b, _| b.units().any(|unit| unit.on_hold);
    TWO_BODIES "no side has more than one body" => |b, _| b.sides().any(|side| side.units.len() >= 2);
    BLOCKS "no side has formed blocks" => |b, _| {
        b.0.rules.warspike.blocks == BlockReading::WholeSide || b.sides().any(|side| !side.blocks.is_empty())
    };
    LIES_LOW "nobody in the battle lies low" => |b, _| {
        b.units().any(|unit| unit.hidden) || b.does(Act::LieLow, React::LieLow)
    };
    PREPARES "nobody in the battle prepares" => |b, _| b.does(Act::Prepare, React::Prepare);
}
