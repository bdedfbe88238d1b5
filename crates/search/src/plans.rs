//! Plans, such as two players would agree on before the first die: a unit waits for a sign, takes a route, falls back from a
//! threat or plays like another bot. Climbing by single lines finds none of these, since half a plan is worth nothing. So every
//! plan is tried on every known bot, and the best are extended.

use skirmish_engine::battle::UnitId;
use skirmish_engine::bot::{Act, Bot, Condition, Goal, Language, Line, Test};

use crate::arena::{Arena, SearchError};
use crate::mutate::tidy;
use crate::search::{Candidate, push_new, sort};

/// Games of each plan in the first look; then the best sixth plays four times as many, and so on.
const FIRST_LOOK: u64 = 8;
const MORE: u64 = 4;
const KEPT: usize = 6;

/// How many of the best are kept, how many of those are extended, and how many times.
const BEST: usize = 8;
const BASES: usize = 4;
const DEPTH: u32 = 4;

/// A share of points below which plans can't be ranked.
const HOPELESS: f64 = 0.05;

/// Games of a plan that survives all looks of a step.
pub(crate) const MOST_GAMES: u64 = FIRST_LOOK * MORE * MORE * MORE;

/// The most games of all plans together, and their part of a search: one in `SHARE`.
const MOST: u64 = 200_000;
const SHARE: u64 = 2;

/// Searches with fewer games try no plans, since each would get too few.
const LEAST: u64 = 16_000;

/// Returns how many of a search's first generations try plans; the first one races the known bots.
pub(crate) const fn steps(games: u64) -> u32 {
    if games < LEAST { 0 } else { DEPTH + 1 }
}

/// Runs the next step of planning. Each candidate is a known bot with at most one change more than those of the step before.
/// Returns the best, best first, and how many were tried. All steps together take at most half of the games of the search.
///
/// # Errors
/// As for [`Arena::points`].
pub(crate) fn step(
    arena: &mut Arena<'_>,
    language: &Language,
    starts: &[Bot],
    mut brood: Vec<Candidate>,
    (step, games): (u32, u64),
) -> Result<(Vec<Candidate>, u64), SearchError> {
    if step == 1 {
        starts.iter().for_each(|start| push_new(&mut brood, start.clone()));
    } else {
        let each = (games / SHARE).min(MOST) / u64::from(DEPTH);
        // If all are hopeless, their order says nothing.
        let is_hopeless = brood.first().is_none_or(|best| best.score.mean() < HOPELESS);
        let bases = if is_hopeless { BEST } else { BASES };
        let bases: Vec<Bot> = brood.iter().take(bases).map(|of| of.bot.clone()).collect();
        let changes = Words::of(language, starts).changes();
        // If there are too many, each step tries a different part of them.
        let room = (each / FIRST_LOOK / 2).max(BEST as u64) as usize;
        let every = (bases.len() * changes.len()).div_ceil(room).max(1);
        let all = bases.iter().flat_map(|base| changes.iter().map(move |change| (base, change)));
        for (k, (base, change)) in all.enumerate() {
            if k % every == step as usize % every {
                push_new(&mut brood, change.of(base));
            }
        }
    }
    let tried = brood.len() as u64;
    let mut best = race(arena, brood)?;
    best.truncate(BEST);
    Ok((best, tried))
}

fn race(arena: &mut Arena<'_>, mut brood: Vec<Candidate>) -> Result<Vec<Candidate>, SearchError> {
    let dice = arena.fresh(MOST_GAMES);
    let (mut from, mut to) = (0, FIRST_LOOK);
    loop {
        let bots: Vec<Bot> = brood.iter().map(|candidate| candidate.bot.clone()).collect();
        let points = arena.points(&bots, dice.start + from..dice.start + to)?;
        for (candidate, points) in brood.iter_mut().zip(points) {
            candidate.score.add(&points);
        }
        sort(&mut brood);
        if to == MOST_GAMES {
            return Ok(brood);
        }
        let kept = brood.len().div_ceil(KEPT).max(BEST);
        brood.truncate(kept);
        (from, to) = (to, to * MORE);
    }
}

#[derive(Debug, Clone)]
struct Change {
    of: Option<UnitId>,
    lines: Vec<Line>,
}

impl Change {
    /// Returns a bot with this change. The new lines come after those for fighting, which every bot needs.
    fn of(&self, base: &Bot) -> Bot {
        let mut bot = base.clone();
        let fights = bot.lines.iter().take_while(|line| line.act == Act::Fight).count();
        let own = self.of.map(|unit| test(Condition::IsOf(unit)));
        let lines = self.lines.iter().map(|line| Line {
            when: own.iter().chain(&line.when).copied().collect(),
            act: line.act,
        });
        bot.lines.splice(fights..fights, lines);
        tidy(&mut bot);
        bot
    }
}

/// Returns whether a sign is a round to wait for at a waypoint. Only some rounds, since there are many waypoints.
const fn is_hour(sign: &Condition) -> bool {
    matches!(sign, Condition::RoundsAtLeast(2 | 3 | 4 | 5 | 6 | 8 | 10 | 12 | 14))
}

struct Words {
    bodies: Vec<Option<UnitId>>,
    signs: Vec<Condition>,
    ways: Vec<Act>,
    threats: Vec<Condition>,
    /// Actions that a unit may keep doing.
    acts: Vec<Act>,
    falls_back: bool,
    others: Vec<Vec<Line>>,
}

const fn test(condition: Condition) -> Test {
    Test { condition, expected: true }
}

const fn unless(condition: Condition) -> Test {
    Test { condition, expected: false }
}

impl Words {
    fn of(language: &Language, starts: &[Bot]) -> Self {
        let conditions = || language.conditions.iter().copied();
        let bodies: Vec<Option<UnitId>> = conditions()
            .filter_map(|it| if let Condition::IsOf(unit) = it { Some(Some(unit)) } else { None })
            .collect();
        let is_sign = |it: &Condition| {
            matches!(
                it,
                Condition::RoundsAtLeast(_)
                    | Condition::FriendWithinCharge
                    | Condition::FriendNearer
                    | Condition::EnemyWithin(_)
                    | Condition::EnemyWithinCharge
                    | Condition::LossesAtLeast(1)
                    | Condition::EnemyLossesAtLeast(_)
                    | Condition::Happened(_)
            )
        };
        let is_threat = |it: &Condition| {
            matches!(
                it,
                Condition::EnemyWithin(_)
                    | Condition::EnemyCouldCharge
                    | Condition::EnemyInSight
                    | Condition::EnemyInRange
            )
        };
        let is_way = |act: &Act| matches!(act, Act::Move(Goal::Place(_)));
        let is_steady = |act: &Act| {
            matches!(act, Act::Shoot(_) | Act::Charge(_) | Act::Move(Goal::Objective) | Act::Hide)
        };
        let acts = || language.actions.iter().copied();
        Self {
            bodies: if bodies.is_empty() { vec![None] } else { bodies },
            signs: conditions().filter(is_sign).collect(),
            ways: acts().filter(is_way).collect(),
            threats: conditions().filter(is_threat).collect(),
            acts: acts().filter(is_steady).collect(),
            falls_back: acts().any(|act| act == Act::FallBack),
            others: starts.iter().map(|bot| bot.lines.clone()).collect(),
        }
    }

    fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for &of in &self.bodies {
            let mut add = |lines: Vec<Line>| changes.push(Change { of, lines });
            let line = |when: Vec<Test>, act: Act| Line { when, act };
            for &sign in &self.signs {
                // Wait for a sign; or act until the sign comes, and then stand.
                add(vec![line(vec![unless(sign)], Act::Stand)]);
                add(vec![line(vec![test(sign)], Act::Stand)]);
            }
            for &way in &self.ways {
                if let Act::Move(Goal::Place(place)) = way {
                    add(vec![line(vec![unless(Condition::Been(place))], way)]);
                    add(vec![line(vec![], way), line(vec![], Act::Stand)]);
                    for &sign in self.signs.iter().filter(|sign| is_hour(sign)) {
                        let goes = line(vec![unless(Condition::Been(place))], way);
                        add(vec![goes, line(vec![unless(sign)], Act::Stand)]);
                    }
                }
            }
            for &threat in &self.threats {
                if self.falls_back {
                    add(vec![line(vec![test(threat)], Act::FallBack)]);
                }
                for &way in &self.ways {
                    if matches!(threat, Condition::EnemyWithin(_) | Condition::EnemyCouldCharge) {
                        add(vec![line(vec![test(threat)], way)]);
                    }
                }
            }
            for &act in &self.acts {
                add(vec![line(vec![], act)]);
            }
            add(vec![line(vec![], Act::Stand)]);
            if of.is_some() {
                for lines in &self.others {
                    add(lines.clone());
                }
            }
        }
        changes
    }
}
