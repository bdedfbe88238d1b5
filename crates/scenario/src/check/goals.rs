//! Goals of a side, and what its objective is.

use skirmish_engine::battle::{FigureId, PlaceId, UnitId, WinSpec};
use skirmish_engine::side::Side;

use super::Seek;
use super::figures::Army;
use crate::code::Code;
use crate::file::{GoalFile, SideFile};
use crate::problem::{Desk, quote};
use crate::source::Said;

/// What `objective` means to a side's bot: what the file says, or else the place that it wins by holding, or else the
/// one that the enemy wins by holding and it must keep.
pub(super) fn objective(
    desk: &mut Desk,
    seek: &Seek<'_>,
    side: &SideFile,
    enemy: &SideFile,
) -> Option<PlaceId> {
    if let Some(name) = &side.objective {
        return seek.place(desk, name);
    }
    let held = |side: &SideFile| {
        side.wins.iter().find_map(|win| match &win.goal {
            GoalFile::Holds { place, .. } => seek
                .places
                .iter()
                .position(|p| *p == place.value)
                .and_then(|i| u8::try_from(i).ok())
                .map(PlaceId),
            _ => None,
        })
    };
    held(side).or_else(|| held(enemy))
}

pub(super) fn wins(
    desk: &mut Desk,
    seek: &Seek<'_>,
    side: &SideFile,
    own: &Army,
    enemy: &Army,
    me: Side,
) -> Vec<WinSpec> {
    let mut wins = Vec::new();
    for win in &side.wins {
        let enough = |desk: &mut Desk, figures: u8, army: &Army, whose: &str| {
            if usize::from(figures) > army.figures.len()
                && !army.figures.is_empty()
                && !army.may_be_more
            {
                desk.problem(
                    Code::Hopeless,
                    win.at,
                    format!(
                        "the goal needs {figures} figures, but {whose} has {}",
                        army.figures.len()
                    ),
                );
            }
        };
        let spec = match &win.goal {
            GoalFile::Holds { place, with } => {
                enough(desk, *with, own, "the side");
                seek.place(desk, place).map(|place| WinSpec::Holds { place, figures: *with })
            }
            GoalFile::After { actions } => Some(WinSpec::After { actions: *actions }),
            GoalFile::AfterTurns { turns } => {
                if let Some(rules) = seek.rules
                    && !rules.system.has_turns()
                {
                    desk.problem(
                        Code::Hopeless,
                        win.at,
                        format!(
                            "the goal waits for turns, but there are none in the system `{}`",
                            rules.system.name()
                        ),
                    )
                    .hint("count actions: `after = \"60 actions\"`");
                }
                Some(WinSpec::AfterTurns { turns: *turns })
            }
            GoalFile::Escapes { figures } => {
                enough(desk, *figures, own, "the side");
                if side.exit.is_none() {
                    desk.problem(
                        Code::Hopeless,
                        win.at,
                        format!("the side {} has no edge to escape by", quote(&side.name.value)),
                    )
                    .hint("add `exit = \"right\"` or another edge to the side");
                }
                Some(WinSpec::Escapes { figures: *figures })
            }
            GoalFile::Kills { figure } => {
                leader(desk, figure, enemy, !me).map(|figure| WinSpec::Kills { figure })
            }
            GoalFile::Destroys { body } => {
                unit(desk, body, enemy).map(|unit| WinSpec::Destroys { unit })
            }
            GoalFile::Losses { figures } => {
                enough(desk, *figures, enemy, "the enemy");
                Some(WinSpec::Losses { figures: *figures })
            }
            GoalFile::Happens { event } => {
                seek.event(desk, event).map(|event| WinSpec::Happens { event })
            }
        };
        // A goal with a problem keeps its place, so that later messages point at the right one.
        wins.push(spec.unwrap_or(WinSpec::Losses { figures: u8::MAX }));
    }
    wins
}

/// The leader of this army who is called so, or a note.
pub(super) fn leader(
    desk: &mut Desk,
    name: &Said<String>,
    army: &Army,
    side: Side,
) -> Option<FigureId> {
    let found = army.leader(&name.value);
    if found.is_none() {
        let note = desk.problem(
            Code::UnknownFigures,
            name.at,
            format!("the enemy has no leader {}", quote(&name.value)),
        );
        let note = note.suggest(&name.value, army.leader_names());
        if army.unit(&name.value).is_some() {
            note.hint("that is a body: use `destroys` or `destroy`");
        }
    }
    found.map(|index| FigureId::new(side, index))
}

/// The body of this army that is called so, or a note.
pub(super) fn unit(desk: &mut Desk, name: &Said<String>, army: &Army) -> Option<UnitId> {
    let found = army.unit(&name.value);
    if found.is_none() {
        let note = desk.problem(
            Code::UnknownFigures,
            name.at,
            format!("the enemy has no body {}", quote(&name.value)),
        );
        let note = note.suggest(&name.value, army.unit_names());
        if army.leader(&name.value).is_some() {
            note.hint("that is a leader: use `kills` or `kill`");
        }
    }
    found.and_then(|i| u8::try_from(i).ok()).map(UnitId)
}
