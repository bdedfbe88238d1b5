//! Phrases for what is done, meant, rolled and reached.

use skirmish_engine::battle::geometry::Point;
use skirmish_engine::battle::{BattleSpec, Edge, FigureId, FigureSpec, PlaceId, WinSpec};
use skirmish_engine::event::{ActionKind, Draw, Ending, FigureSet, Parts, Qualifies, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{
    Effect, EffectRow, Fighting, Formation, Missile, Rulebook, System,
};
use skirmish_engine::side::Side;

use super::names::{Names, members};
use super::page::point;
use crate::number::NO_BREAK;
use crate::number::counted as count;

/// Rules in brackets, such as `[LL-01, LL-05 a]`.
#[derive(Debug, Clone, Default)]
pub(super) struct Cited(Vec<String>);

impl Cited {
    pub(super) fn of(rules: &[Rule]) -> Self {
        Self(rules.iter().map(Rule::to_string).collect())
    }

    pub(super) fn and(mut self, rule: Rule) -> Self {
        self.0.push(rule.to_string());
        self
    }

    /// The clause of LL-05 by which a first action qualifies; it makes the rule alone superfluous.
    pub(super) fn and_clause(mut self, qualifies: Qualifies) -> Self {
        self.0.retain(|rule| *rule != Rule::ll(5).to_string());
        let letter = match qualifies {
            Qualifies::TowardEnemy => 'a',
            Qualifies::Engages => 'b',
            Qualifies::ChangesSight => 'c',
            Qualifies::Escapes => 'd',
            Qualifies::Order => 'e',
        };
        self.0.push(format!("{}{NO_BREAK}{letter}", Rule::ll(5)));
        self
    }

    pub(super) fn text(&self) -> String {
        format!("[{}]", self.0.join(", "))
    }
}

/// What an action aims at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Aim {
    pub(super) side: Side,
    pub(super) kind: ActionKind,
    pub(super) target: Option<FigureId>,
    pub(super) place: Option<PlaceId>,
    pub(super) card: Option<u8>,
    pub(super) manner: Manner,
}

/// What rounds of segments make of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Manner {
    /// Nothing else.
    #[default]
    Plain,
    /// A charge in which nobody charges (AD-09).
    Closing,
    /// A shot that takes segments: a spell (AD-04).
    Casting,
}

impl Manner {
    /// The action in a word.
    pub(super) const fn name(self, kind: ActionKind) -> &'static str {
        match self {
            Self::Plain => kind.name(),
            Self::Closing => "close",
            Self::Casting => "cast",
        }
    }
}

/// The rule that allows an action.
pub(super) fn rules_of(rules: &Rulebook, aim: &Aim) -> Cited {
    let skill_dice = rules.fighting == Fighting::PetiteGuerre;
    let rule = match aim.kind {
        ActionKind::Run => Rule::pg(6),
        ActionKind::Volley => Rule::pg(11),
        ActionKind::ShootInHaste => Rule::pg(10),
        ActionKind::LieLow | ActionKind::Prepare => Rule::ws(2),
        ActionKind::Set => Rule::adc(7),
        ActionKind::Shoot | ActionKind::AllShoot if skill_dice => Rule::pg(7),
        kind => match rules.system {
            System::Lloyd => by_lloyd(kind),
            System::PetiteGuerre if kind.is_move() && kind != ActionKind::ToMe => Rule::pg(6),
            system => system.turn_rule().unwrap_or_else(|| by_lloyd(kind)),
        },
    };
    Cited::of(&[rule])
}

/// The rules of reloading: of each by himself in open order (PG-09), and with one roll in a line (PG-12).
pub(super) fn reloading(spec: &BattleSpec, side: Side, figures: FigureSet) -> Cited {
    let of = &spec.sides[side];
    let is_in_line =
        |figure: &FigureSpec| of.units[usize::from(figure.unit.0)].formation != Formation::Open;
    let acting = of
        .figures
        .iter()
        .enumerate()
        .filter(|(i, _)| figures >> i & 1 == 1)
        .map(|(_, figure)| figure);
    let has = |wanted: bool| acting.clone().any(|figure| is_in_line(figure) == wanted);
    match [has(false), has(true)] {
        [true, true] => Cited::of(&[Rule::pg(9), Rule::pg(12)]),
        [_, false] => Cited::of(&[Rule::pg(9)]),
        [false, true] => Cited::of(&[Rule::pg(12)]),
    }
}

/// The rule of Lloyd's that allows an action.
const fn by_lloyd(kind: ActionKind) -> Rule {
    match kind {
        ActionKind::AllShoot => Rule::ll(13),
        ActionKind::Fight => Rule::ll(9),
        ActionKind::ToMe => Rule::ll(15),
        ActionKind::Hide | ActionKind::Appear | ActionKind::Escape => Rule::ll(5),
        _ => Rule::ll(1),
    }
}

/// An action as a sentence about those who take part.
pub(super) fn does(
    names: &Names,
    scene: &Scene<'_>,
    aim: &Aim,
    figures: FigureSet,
    to: Option<Point>,
) -> String {
    let who = names.group(aim.side, figures);
    match aim.kind {
        ActionKind::Stand => String::from("nobody does anything"),
        ActionKind::Fight => who.does("fights on", "fight on"),
        ActionKind::AllShoot => {
            who.does("shoots, as everyone who can", "shoot, as everyone who can")
        }
        ActionKind::ToMe => {
            let leader = aim.target.map_or("a leader", |leader| names.figure(leader));
            format!("{leader} calls “To me!” and {}", who.does("comes", "come"))
        }
        ActionKind::Move
        | ActionKind::Run
        | ActionKind::Hide
        | ActionKind::Appear
        | ActionKind::Escape => {
            let verb = match aim.kind {
                ActionKind::Move => who.does("moves", "move"),
                ActionKind::Run => who.does("runs", "run"),
                ActionKind::Hide => who.does("moves out of sight", "move out of sight"),
                ActionKind::Appear => who.does("comes into sight", "come into sight"),
                _ => who.does("makes", "make"),
            };
            format!("{verb}{}", destination(names, scene, aim, to))
        }
        ActionKind::Charge => {
            let verb = match aim.manner {
                Manner::Closing => who.does("closes with", "close with"),
                _ => who.does("charges", "charge"),
            };
            format!("{verb} {}", target(names, scene, aim))
        }
        ActionKind::Shoot => {
            let verb = match aim.manner {
                Manner::Casting => who.does("casts at", "cast at"),
                _ => who.does("shoots at", "shoot at"),
            };
            format!("{verb} {}", target(names, scene, aim))
        }
        ActionKind::Volley => {
            let verb = who.does("fires a volley at", "fire a volley at");
            format!("{verb} {}", target(names, scene, aim))
        }
        ActionKind::ShootInHaste => {
            let verb = who.does("fires in haste at", "fire in haste at");
            format!("{verb} {}", target(names, scene, aim))
        }
        ActionKind::Reload => who.does("reloads", "reload"),
        ActionKind::LieLow => who.does("lies low", "lie low"),
        ActionKind::Prepare => who.does("prepares", "prepare"),
        ActionKind::Set => {
            who.does("sets a weapon against a charge", "set their weapons against a charge")
        }
    }
}

/// An action as an intention.
pub(super) fn means(names: &Names, scene: &Scene<'_>, aim: &Aim) -> String {
    match aim.kind {
        ActionKind::Stand => String::from("to stand"),
        ActionKind::Fight => String::from("to fight on"),
        ActionKind::AllShoot => String::from("to have everyone shoot"),
        ActionKind::ToMe => String::from("to call “To me!”"),
        ActionKind::Move => format!("to move{}", destination(names, scene, aim, None)),
        ActionKind::Hide => String::from("to move out of sight"),
        ActionKind::Appear => String::from("to come into sight"),
        ActionKind::Escape => format!("to make{}", destination(names, scene, aim, None)),
        ActionKind::Charge => format!("to charge {}", target(names, scene, aim)),
        ActionKind::Shoot => format!("to shoot at {}", target(names, scene, aim)),
        ActionKind::Run => format!("to run{}", destination(names, scene, aim, None)),
        ActionKind::Volley => format!("to fire a volley at {}", target(names, scene, aim)),
        ActionKind::ShootInHaste => {
            format!("to fire in haste at {}", target(names, scene, aim))
        }
        ActionKind::Reload => String::from("to reload"),
        ActionKind::LieLow => String::from("to lie low"),
        ActionKind::Prepare => String::from("to prepare"),
        ActionKind::Set => String::from("to set weapons against a charge"),
    }
}

fn destination(names: &Names, scene: &Scene<'_>, aim: &Aim, to: Option<Point>) -> String {
    if aim.kind == ActionKind::Escape {
        let exit = scene.battle.spec().sides[aim.side].exit;
        return format!(" for {}", exit.map_or("the edge", edge));
    }
    if let Some(place) = aim.place {
        return format!(" towards {}", names.place(place));
    }
    let Some(to) = to else { return String::new() };
    // Stragglers move to where their leader stands; a point behind a corner is one, whoever stands there by chance.
    let stands_there =
        |i: &usize| aim.kind == ActionKind::Move && scene.positions[aim.side].get(*i) == Some(&to);
    match members(scene.alive[aim.side]).find(stands_there) {
        Some(i) => format!(" towards {}", names.figure(FigureId::new(aim.side, i))),
        None => format!(" to {}", point(to)),
    }
}

/// Those aimed at: a body, and not a man (LL-01), unless he is by himself.
fn target(names: &Names, scene: &Scene<'_>, aim: &Aim) -> String {
    let Some(target) = aim.target else {
        return String::from("the enemy");
    };
    let side = target.side();
    let at = scene.positions[side][target.index()];
    let group = i64::from(scene.battle.spec().rules.movement.group);
    let has_company = members(scene.alive[side])
        .any(|i| i != target.index() && scene.positions[side][i].distance2(at) <= group * group);
    let name = names.figure(target);
    if has_company { format!("the body round {name}") } else { name.to_owned() }
}

fn edge(edge: Edge) -> &'static str {
    match edge {
        Edge::Left => "the left edge",
        Edge::Right => "the right edge",
        Edge::Bottom => "the lower edge",
        Edge::Top => "the upper edge",
    }
}

/// The range band of a shot, with the number that hits at it.
pub(super) fn band(band: u8, missile: Option<&Missile>) -> String {
    let name = match band {
        0 => "short range",
        1 => "medium range",
        _ => "long range",
    };
    match missile {
        Some(missile) => format!("{name} {}", missile.to_hit[usize::from(band).min(2)]),
        None => name.to_owned(),
    }
}

/// `, range -2, from behind +2`: what a sum is made of, one by one.
pub(super) fn parts(parts: &Parts) -> String {
    parts.iter().map(|(part, adds)| format!(", {} {adds:+}", part.name())).collect()
}

/// `rolls 6, quality +2, support +1 = 9`: a die in melee with all that is added to it (HOST-3).
pub(super) fn melee_roll(
    scene: &Scene<'_>,
    figure: FigureId,
    rolled: i32,
    total: i32,
    made_of: &Parts,
) -> String {
    let quality = i32::from(scene.battle.traits(figure).quality);
    format!("rolls {rolled}, quality {quality:+}{} = {total}", parts(made_of))
}

/// From which number on each effect happens.
pub(super) fn thresholds(row: &EffectRow) -> String {
    format!("{} back, {} retreat, {} dead", row.push_back, row.retreat, row.kill)
}

/// What an effect does to somebody.
pub(super) fn effect(name: &str, effect: Effect) -> String {
    match effect {
        Effect::None => String::from("nothing comes of it"),
        Effect::PushBack => format!("{name} is pushed back"),
        Effect::Retreat => format!("{name} retreats"),
        Effect::Kill => format!("{name} is killed"),
    }
}

/// How the game ended, and why.
pub(super) fn ending(names: &Names, scene: &Scene<'_>, ending: Ending) -> String {
    match ending {
        Ending::Draw(why) => match why {
            Draw::Both => String::from("a draw: both sides have reached a goal at once"),
            Draw::Deserted => String::from("a draw: nobody is left on the table"),
            Draw::TurnsOver => format!(
                "a draw: the {} are over",
                count(scene.battle.spec().rules.warspike.turns, "turn")
            ),
        },
        Ending::Cap => {
            format!("undecided: stopped at the cap of {}", count(scene.battle.spec().cap, "action"))
        }
        Ending::Won { side, goal } => {
            let wins = &scene.battle.spec().sides[side].wins;
            let goal = goal.and_then(|goal| wins.get(usize::from(goal)));
            format!("victory of {}: {}", names.side(side), reached(names, scene, side, goal))
        }
    }
}

fn reached(names: &Names, scene: &Scene<'_>, side: Side, goal: Option<&WinSpec>) -> String {
    let enemy = names.side(!side);
    let Some(goal) = goal else {
        return format!("nobody of {enemy} is left on the table");
    };
    match *goal {
        WinSpec::Holds { place, figures } => {
            let (place, is) = (names.place(place), if figures == 1 { "is" } else { "are" });
            format!("{} {is} at {place}", count(figures, "figure"))
        }
        WinSpec::After { actions } => {
            format!("not beaten after {}", count(actions, "action"))
        }
        WinSpec::AfterTurns { turns } => {
            format!("not beaten after {}", count(turns, "turn"))
        }
        WinSpec::Escapes { figures } => {
            let exit = scene.battle.spec().sides[side].exit;
            let has = if figures == 1 { "has" } else { "have" };
            format!("{} {has} left by {}", count(figures, "figure"), exit.map_or("the edge", edge))
        }
        WinSpec::Kills { figure } => format!("{} is dead or gone", names.figure(figure)),
        WinSpec::Destroys { unit } => {
            format!("nobody is left of {}", names.unit(!side, unit))
        }
        WinSpec::Losses { figures } => {
            format!("{} of {enemy} lost", count(figures, "figure"))
        }
        WinSpec::Happens { event } => names.event(event.0).to_owned(),
    }
}
