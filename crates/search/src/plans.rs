//! Plans: what two people at a table would say to each other before the first die. A body waits, and for what; goes round,
//! and by which points; falls back, and from what; plays as another bot would. A climb by single lines finds none of these,
//! since half a plan is worth nothing; so every one is tried on every bot that is known, and the best of them are added to.

use skirmish_engine::battle::UnitId;
use skirmish_engine::bot::{Act, Bot, Condition, Goal, Language, Line, Test};

use crate::arena::{Arena, SearchError};
use crate::mutate::tidy;
use crate::search::{Candidate, push_new, sort};

/// Games that each plan is tried in, and how many times as many those get who are kept, one in so many.
const FIRST_LOOK: u64 = 8;
const MORE: u64 = 4;
const KEPT: usize = 6;

/// How many of the best are kept, how many of them are added to, and how often.
const BEST: usize = 8;
const BASES: usize = 4;
const DEPTH: u32 = 4;

/// What wins no more than this is as good as any other.
const HOPELESS: f64 = 0.05;

/// Games of the dice that a step may need: those who get to the end play them all.
pub(crate) const MOST_GAMES: u64 = FIRST_LOOK * MORE * MORE * MORE;

/// Most games of all plans together, and the share of a search that they may take: one in so many.
const MOST: u64 = 200_000;
const SHARE: u64 = 2;

/// Games of a search below which it lays none: there would be too few of each.
const LEAST: u64 = 16_000;

/// How many of the first generations of a search of so many games lay plans: the first races the bots that are known.
pub(crate) const fn steps(games: u64) -> u32 {
    if games < LEAST { 0 } else { DEPTH + 1 }
}

/// The next step of laying plans: the best, the best first, each a known bot with one change more at most than those of the step
/// before, and how many were tried. Of a search of so many games all steps take half at most.
///
/// # Errors
/// As of [`Arena::points`].
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
        // Where all are hopeless their order says nothing.
        let is_hopeless = brood.first().is_none_or(|best| best.score.mean() < HOPELESS);
        let bases = if is_hopeless { BEST } else { BASES };
        let bases: Vec<Bot> = brood.iter().take(bases).map(|of| of.bot.clone()).collect();
        let changes = Words::of(language, starts).changes();
        // Where there are too many, one in so many, others at each step.
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

/// The best of some, found by few games of all, and more of fewer.
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

/// A change of a bot's play, for one body or for all.
#[derive(Debug, Clone)]
struct Change {
    of: Option<UnitId>,
    lines: Vec<Line>,
}

impl Change {
    /// A bot with this change: its lines come after those by which it fights, which nobody has to be told.
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

/// Whether a sign is one of the rounds for which a body waits at a point on its way: not every one of them, since there are as
/// many points.
const fn is_hour(sign: &Condition) -> bool {
    matches!(sign, Condition::RoundsAtLeast(2 | 3 | 4 | 5 | 6 | 8 | 10 | 12 | 14))
}

/// What plans are made of at this battle.
struct Words {
    bodies: Vec<Option<UnitId>>,
    /// What one can wait for.
    signs: Vec<Condition>,
    ways: Vec<Act>,
    /// What one can fall back from.
    threats: Vec<Condition>,
    /// What a body may do for as long as it can.
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

    /// All changes that there are, those of each body together.
    fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for &of in &self.bodies {
            let mut add = |lines: Vec<Line>| changes.push(Change { of, lines });
            let line = |when: Vec<Test>, act: Act| Line { when, act };
            for &sign in &self.signs {
                // It waits for a sign; or does what it would until there is one, and then stands.
                add(vec![line(vec![unless(sign)], Act::Stand)]);
                add(vec![line(vec![test(sign)], Act::Stand)]);
            }
            for &way in &self.ways {
                if let Act::Move(Goal::Place(place)) = way {
                    add(vec![line(vec![unless(Condition::Been(place))], way)]);
                    // It goes there and stays.
                    add(vec![line(vec![], way), line(vec![], Act::Stand)]);
                    // It waits there for its round.
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
