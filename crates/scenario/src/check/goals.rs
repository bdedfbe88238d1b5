//! Goals and objective of a side.

use skirmish_engine::battle::{
    EnemyTarget, FigureId, Hold, PlaceId, Score, ScoreSpec, TimeUnit, UnitId, WinSpec,
};
use skirmish_engine::side::Side;

use super::Lookup;
use super::figures::Army;
use crate::code::Code;
use crate::file::{GoalFile, ScoredFile, SideFile};
use crate::problem::{Diagnostics, quote};
use crate::source::Spanned;

/// Returns what `objective` means to a side's bot: what the file says, or else the place that it wins by holding, or else the
/// place that the enemy wins by holding.
pub(super) fn objective(
    diag: &mut Diagnostics,
    lookup: &Lookup<'_>,
    side: &SideFile,
    enemy: &SideFile,
) -> Option<PlaceId> {
    if let Some(name) = &side.objective {
        return lookup.place(diag, name);
    }
    let held = |side: &SideFile| {
        side.wins.iter().find_map(|win| match &win.goal {
            GoalFile::Holds { place, .. } | GoalFile::Most { place, .. } => lookup
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
    diag: &mut Diagnostics,
    lookup: &Lookup<'_>,
    side: &SideFile,
    own: &Army,
    enemy: &Army,
    me: Side,
) -> Vec<WinSpec> {
    let mut wins = Vec::new();
    for win in &side.wins {
        let enough = |diag: &mut Diagnostics, figures: Spanned<u8>, army: &Army, whose: &str| {
            let Spanned { value: figures, at } = figures;
            if usize::from(figures) > army.figures.len()
                && !army.figures.is_empty()
                && !army.may_be_more
            {
                let message = format!(
                    "the goal needs {figures} figures, but {whose} has {}",
                    army.figures.len()
                );
                diag.problem(Code::Hopeless, at, message);
            }
        };
        if let GoalFile::Most { after, .. } | GoalFile::Ahead { after, .. } | GoalFile::After(after) =
            &win.goal
            && let Some(rules) = lookup.rules
            && after.of == TimeUnit::Turns
            && !rules.system.has_turns()
        {
            let system = rules.system.name();
            let message = format!("the goal counts turns, but the system `{system}` has none");
            diag.problem(Code::Hopeless, win.at, message)
                .hint("count rounds, which every system has: `after = \"12 rounds\"`");
        }
        let spec = match &win.goal {
            GoalFile::Holds { place, with, contested, rounds } => {
                enough(diag, *with, own, "the side");
                lookup.place(diag, place).map(|place| {
                    let hold = Hold { place, figures: with.value, contested: *contested };
                    match *rounds {
                        None => WinSpec::Holds(hold),
                        Some(rounds) => WinSpec::HoldsFor { hold, rounds },
                    }
                })
            }
            GoalFile::Most { place, after } => {
                lookup.place(diag, place).map(|place| WinSpec::Most { place, after: *after })
            }
            GoalFile::Points { least } => Some(WinSpec::Points { least: *least }),
            GoalFile::Ahead { by, after } => Some(WinSpec::Ahead { by: *by, after: *after }),
            GoalFile::After(time) => Some(WinSpec::After(*time)),
            GoalFile::Escapes { figures } => {
                enough(diag, Spanned::new(*figures, win.at), own, "the side");
                if side.exit.is_none() {
                    let message =
                        format!("the side {} has no edge to escape by", quote(&side.name.value));
                    diag.problem(Code::Hopeless, win.at, message)
                        .hint("add `exit = \"right\"` or another edge to the side");
                }
                Some(WinSpec::Escapes { figures: *figures })
            }
            GoalFile::Kills { figure } => {
                leader(diag, figure, enemy, !me).map(|figure| WinSpec::Kills { figure })
            }
            GoalFile::Destroys { body } => {
                unit(diag, body, enemy).map(|unit| WinSpec::Destroys { unit })
            }
            GoalFile::Gone { who } => foe(diag, who, enemy, !me).map(|who| WinSpec::Gone { who }),
            GoalFile::Losses { figures } => {
                enough(diag, Spanned::new(*figures, win.at), enemy, "the enemy");
                Some(WinSpec::Losses { figures: *figures })
            }
            GoalFile::Happens { event } => {
                lookup.event(diag, event).map(|event| WinSpec::Happens { event })
            }
        };
        // A bad goal keeps its index, so that later messages point at the right one.
        wins.push(spec.unwrap_or(WinSpec::Losses { figures: u8::MAX }));
    }
    wins
}

pub(super) fn scores(
    diag: &mut Diagnostics,
    lookup: &Lookup<'_>,
    side: &SideFile,
    enemy: &SideFile,
) -> Vec<ScoreSpec> {
    let needs_points = |goal: &GoalFile| match goal {
        GoalFile::Points { .. } => side.scores.is_empty(),
        // Points against the enemy can put a side ahead, too.
        GoalFile::Ahead { by, .. } => *by > 0 && side.scores.is_empty() && enemy.scores.is_empty(),
        _ => false,
    };
    if let Some(win) = side.wins.iter().find(|win| needs_points(&win.goal)) {
        diag.problem(Code::Hopeless, win.at, "the goal needs points, and nothing scores any")
            .hint("say what does: `[[side.NAME.scores]]` with `holds` or `for-each`, and `points`");
    }
    let mut scores = Vec::new();
    for score in &side.scores {
        let what = match &score.what {
            ScoredFile::Holds { place, with, contested } => {
                let (figures, contested) = (*with, *contested);
                let place = lookup.place(diag, place);
                place.map(|place| Score::Holds(Hold { place, figures, contested }))
            }
            ScoredFile::Each(Score::Escapes) if side.exit.is_none() => {
                let message = "nobody can escape: the side has no edge to escape by";
                diag.problem(Code::Hopeless, score.at, message)
                    .hint("add `exit = \"right\"` or another edge to the side");
                None
            }
            ScoredFile::Each(score) => Some(*score),
        };
        scores.extend(what.map(|what| ScoreSpec { what, points: score.points }));
    }
    scores
}

pub(super) fn leader(
    diag: &mut Diagnostics,
    name: &Spanned<String>,
    army: &Army,
    side: Side,
) -> Option<FigureId> {
    let found = army.leader(&name.value);
    if found.is_none() {
        let is_body = army.unit(&name.value).is_some();
        let hint = is_body.then_some("that is a body: use `destroys` or `destroy`");
        unknown(diag, "leader", name, army.leader_names().collect(), hint);
    }
    found.map(|index| FigureId::new(side, index))
}

pub(super) fn unit(diag: &mut Diagnostics, name: &Spanned<String>, army: &Army) -> Option<UnitId> {
    let found = army.unit(&name.value);
    if found.is_none() {
        let is_leader = army.leader(&name.value).is_some();
        let hint = is_leader.then_some("that is a leader: use `kills` or `kill`");
        unknown(diag, "body", name, army.unit_names().collect(), hint);
    }
    found.and_then(|i| u8::try_from(i).ok()).map(UnitId)
}

fn foe(
    diag: &mut Diagnostics,
    name: &Spanned<String>,
    army: &Army,
    side: Side,
) -> Option<EnemyTarget> {
    let leader =
        army.leader(&name.value).map(|index| EnemyTarget::Leader(FigureId::new(side, index)));
    let body = || Some(EnemyTarget::Body(UnitId(u8::try_from(army.unit(&name.value)?).ok()?)));
    let found = leader.or_else(body);
    if found.is_none() {
        let known = army.leader_names().chain(army.unit_names()).collect();
        unknown(diag, "leader or body", name, known, None);
    }
    found
}

/// Notes that the enemy has no such leader or unit, and what it has.
fn unknown(
    diag: &mut Diagnostics,
    what: &str,
    name: &Spanned<String>,
    known: Vec<&str>,
    hint: Option<&str>,
) {
    let message = match known.is_empty() {
        true => format!("the enemy has no {what} {}, nor any other", quote(&name.value)),
        false => format!("the enemy has no {what} {}", quote(&name.value)),
    };
    let note = diag.problem(Code::UnknownFigures, name.at, message).suggest(&name.value, known);
    if let Some(hint) = hint {
        note.hint(hint);
    }
}
