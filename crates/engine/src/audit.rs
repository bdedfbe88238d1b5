//! The auditor: an observer that checks the rules' invariants on every event, from positions and its own books, not from
//! the engine's. It is slow and simple on purpose.

mod due;
mod goals;
mod reactions;

use crate::battle::geometry::{Len, Point};
use crate::battle::{Battle, FigureId, PlaceId, UnitId};
use crate::event::{
    ActionKind, Cause, Event, FigureSet, MeleeKind, MoveKind, Observer, Qualifies, Scene,
};
use crate::rule::Rule;
use crate::rulebook::{Counters, FactorCondition, Mobility, ReactiveShooting, SeizeRoll};
use crate::side::{BySide, Side};

/// A breach of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// Which rule.
    pub rule: Rule,
    /// The action in which it happened.
    pub action: u32,
    /// What was wrong.
    pub what: String,
}

impl std::fmt::Display for Breach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "action {} broke rule {}: {}",
            self.action, self.rule, self.what
        )
    }
}

/// Rounding of lengths: a move is worked out leg by leg, each rounded to 1/256.
const ROUNDING: Len = 16;
/// Bases may overlap by this much by rounding.
const OVERLAP: Len = 8;

/// Keeps books on one game after another.
#[derive(Debug, Clone, Default)]
pub struct Auditor {
    breaches: Vec<Breach>,
    books: Option<Books>,
    games: u64,
}

/// What the auditor knows of the game under way.
#[derive(Debug, Clone)]
struct Books {
    holder: Side,
    alive: BySide<FigureSet>,
    action: u32,
    kind: ActionKind,
    streak: u32,
    counters: u32,
    attempts: u32,
    /// An attempt is owed: an action is over and neither a roll nor a refusal has come yet.
    owed: bool,
    won_roll: Option<Side>,
    bound: Option<Bound>,
    duel: Option<(FigureId, FigureId)>,
    nomination: Option<Nomination>,
    fight_owed: bool,
    side_reacted: bool,
    reacted: BySide<FigureSet>,
    moved: BySide<FigureSet>,
    way: BySide<Vec<Len>>,
    shot: BySide<FigureSet>,
    declared: FigureSet,
    /// Who was in melee when shots were declared; what the shots do cannot undo them.
    engaged: BySide<FigureSet>,
    morale: BySide<Vec<i32>>,
    /// Those who have fought one another in the round under way, and why it is fought.
    fought: BySide<FigureSet>,
    round: MeleeKind,
    due: due::Due,
    score: goals::Score,
    seen: reactions::Seen,
    ended: bool,
}

#[derive(Debug, Clone, Copy)]
struct Bound {
    nominee: FigureId,
    intention: ActionKind,
    qualifies: Qualifies,
    target: Option<FigureId>,
    place: Option<PlaceId>,
    card: Option<u8>,
    /// The table has changed since the roll, so that another action than the intended one may follow.
    changed: bool,
}

#[derive(Debug, Clone, Copy)]
struct Nomination {
    bound: Bound,
    needed: i32,
    factors: i32,
    told: i32,
    /// The rows that have been told.
    rows: u64,
    duel: bool,
}

impl Auditor {
    /// The breaches found so far.
    #[must_use]
    pub fn breaches(&self) -> &[Breach] {
        &self.breaches
    }

    /// How many games have been seen to their end.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    fn breach(&mut self, rule: Rule, what: impl Into<String>) {
        let action = self.books.as_ref().map_or(0, |books| books.action);
        self.breaches.push(Breach {
            rule,
            action,
            what: what.into(),
        });
    }

    fn expect(&mut self, holds: bool, rule: Rule, what: impl FnOnce() -> String) {
        if !holds {
            self.breach(rule, what());
        }
    }
}

fn has(set: FigureSet, i: usize) -> bool {
    set >> i & 1 == 1
}

fn each(set: FigureSet) -> impl Iterator<Item = usize> {
    (0..128).filter(move |i| has(set, *i))
}

fn begin(scene: &Scene<'_>, side: Side) -> Books {
    let spec = scene.battle.spec();
    let start = spec.rules.morale.start;
    Books {
        holder: side,
        alive: scene.alive,
        action: 0,
        kind: ActionKind::Stand,
        streak: 0,
        counters: 0,
        attempts: 0,
        owed: false,
        won_roll: None,
        bound: None,
        duel: None,
        nomination: None,
        fight_owed: false,
        side_reacted: false,
        reacted: BySide([0, 0]),
        moved: BySide([0, 0]),
        way: BySide::from_fn(|side| vec![0; scene.battle.count(side)]),
        shot: BySide([0, 0]),
        declared: 0,
        engaged: BySide([0, 0]),
        morale: BySide::from_fn(|side| {
            spec.sides[side]
                .units
                .iter()
                .map(|unit| unit.morale.unwrap_or(start))
                .collect()
        }),
        fought: BySide([0, 0]),
        round: MeleeKind::Contact,
        due: due::Due::default(),
        score: goals::Score::default(),
        seen: reactions::Seen::default(),
        ended: false,
    }
}

impl Observer for Auditor {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        if let Event::Begins { side, .. } = *event {
            self.books = Some(begin(scene, side));
            self.look_at_table(scene);
            return;
        }
        let Some(books) = self.books.take() else {
            self.breach(Rule::host(6), "an event before the game began");
            return;
        };
        let ended = books.ended;
        self.books = Some(books);
        self.expect(!ended, Rule::host(5), || {
            "an event after the end of the game".to_owned()
        });
        self.nobody_gone_acts(event);
        self.check_due(scene, event);
        self.check_goals(scene, event);
        self.check_reactions(scene, event);
        match *event {
            Event::Acts { .. } => self.acts(scene, event),
            Event::Forfeits { side, number } => {
                self.next_action(scene, side, number);
                let books = self.books_mut();
                let bound = books.bound.take();
                self.expect(bound.is_some(), Rule::ll(5), || {
                    "forfeited a free action".to_owned()
                });
                self.acted(false);
            }
            Event::Moves { .. } => self.moves(scene, event),
            Event::Contact { figure, enemy } => {
                let apart = scene_at(scene, figure).distance(scene_at(scene, enemy));
                self.expect(apart <= contact(scene.battle), Rule::ll(9), || {
                    format!("{figure:?} and {enemy:?} are in contact at {apart}/256")
                });
            }
            Event::Shoots { .. } => self.shoots(scene, event),
            Event::ReactsShooting {
                side,
                figures,
                reply,
            } => self.reacts(scene, side, figures, reply),
            Event::ReactsMoving { side, engage, run } => {
                self.reacts_moving(scene, side, engage | run)
            }
            Event::MeleeRound { why } => self.melee_round(why),
            Event::Fights { .. } => self.fights(scene, event),
            Event::Dies { figure, cause } => self.dies(scene.battle, figure, cause),
            Event::Escapes { figure } => self.gone(figure.side(), 1 << figure.index()),
            Event::MoraleFalls { side, unit, left } => self.morale_falls(side, unit, left),
            Event::UnitLeaves {
                side,
                unit,
                figures,
            } => {
                let left = self.books_mut().morale[side][unit.0 as usize];
                self.expect(left == 0, Rule::llc(5), || {
                    format!("a unit leaves with morale {left}")
                });
                self.gone(side, figures);
            }
            Event::Counter { to, counters } => {
                let (holder, mine) = (self.books_mut().holder, self.books_mut().counters);
                self.expect(to == !holder && counters == mine, Rule::ll(7), || {
                    format!("{counters} counters handed over, {mine} are due")
                });
            }
            Event::Declines { side } => {
                let always = scene.battle.spec().rules.options.seize_roll == SeizeRoll::Always;
                let left = self.books_mut().alive[side] != 0;
                self.expect(!(always && left), Rule::ll(3), || {
                    "no attempt to seize".to_owned()
                });
                self.books_mut().owed = false;
            }
            Event::Nominates { .. } => self.nominates(scene, event),
            Event::Factor { row, times, adds } => self.factor(scene, row, times, adds),
            Event::SeizeRoll {
                side,
                rolled,
                needed,
                success,
                attempt,
            } => {
                self.seize_roll(scene, side, rolled, needed, success, attempt);
            }
            Event::EveryoneFights { rolled } => {
                let up_to = scene.battle.spec().rules.seize.everyone_fights_up_to;
                self.expect(rolled <= up_to, Rule::ll(10), || {
                    format!("everyone fights on a {rolled}")
                });
            }
            Event::Passes { to, streak } => self.passes(to, streak),
            Event::Duel { winner, loser } => self.books_mut().duel = Some((winner, loser)),
            Event::Ends { streak, .. } => {
                let books = self.books_mut();
                books.ended = true;
                let mine = books.streak;
                self.games += 1;
                self.expect(streak == mine, Rule::ll(3), || {
                    format!("streak {streak}, counted {mine}")
                });
            }
            Event::Begins { .. }
            | Event::Hit { .. }
            | Event::CardCloses { .. }
            | Event::TurnBegins { .. }
            | Event::LosesControl { .. }
            | Event::ControlTest { .. }
            | Event::Routs { .. }
            | Event::TurnRoll { .. }
            | Event::Shuffles { .. }
            | Event::CardDrawn { .. }
            | Event::EndCard
            | Event::Toss { .. }
            | Event::PassesToss { .. }
            | Event::TurnStruckOff { .. }
            | Event::Instigates { .. }
            | Event::MatchBegins { .. }
            | Event::Reacts { .. }
            | Event::Found { .. }
            | Event::Changeover { .. }
            | Event::Advantage { .. }
            | Event::RoutsOff { .. }
            | Event::Fires { .. }
            | Event::Struck { .. }
            | Event::Reloads { .. }
            | Event::RankReloads { .. }
            | Event::Clashes { .. }
            | Event::SegmentRoll { .. }
            | Event::Declares { .. }
            | Event::Completes { .. }
            | Event::Simultaneous { .. }
            | Event::ChargeStrikes { .. }
            | Event::Strikes { .. }
            | Event::ExtraStrike { .. }
            | Event::Spoiled { .. }
            | Event::Happens { .. } => {}
        }
    }
}

fn scene_at(scene: &Scene<'_>, figure: FigureId) -> Point {
    scene.positions[figure.side()][figure.index()]
}

fn contact(battle: &Battle) -> Len {
    let movement = &battle.spec().rules.movement;
    movement.base + movement.contact_gap
}

impl Auditor {
    fn books_mut(&mut self) -> &mut Books {
        self.books
            .as_mut()
            .expect("books are open while a game is under way")
    }

    /// Nobody dead or gone moves, shoots, fights, reacts or is nominated.
    fn nobody_gone_acts(&mut self, event: &Event) {
        let alive = self.books_mut().alive;
        let here = |figure: FigureId| has(alive[figure.side()], figure.index());
        let gone = match *event {
            Event::Moves { figure, .. } | Event::Nominates { figure, .. } => !here(figure),
            Event::Contact { figure, enemy } => !here(figure) || !here(enemy),
            Event::Shoots { shooter, .. } => !here(shooter),
            Event::Fights { a, b, .. } => !here(a) || !here(b),
            Event::Acts { side, figures, .. } | Event::ReactsShooting { side, figures, .. } => {
                figures & !alive[side] != 0
            }
            Event::ReactsMoving { side, engage, run } => (engage | run) & !alive[side] != 0,
            Event::Dies { figure, .. } | Event::Escapes { figure } => !here(figure),
            _ => false,
        };
        self.expect(!gone, Rule::host(6), || {
            format!("somebody who is gone: {event:?}")
        });
    }

    /// The table between two actions: contacts are what the distances say, nobody overlaps, nobody stands where he cannot.
    fn look_at_table(&mut self, scene: &Scene<'_>) {
        let (battle, alive) = (scene.battle, self.books_mut().alive);
        let happened = self.books_mut().score.happened;
        self.expect(scene.alive == alive, Rule::host(6), || {
            "somebody has come or gone unseen".to_owned()
        });
        let base = battle.spec().rules.movement.base;
        let mut engaged = BySide([0, 0]);
        for (a, b) in [(Side::A, Side::A), (Side::B, Side::B), (Side::A, Side::B)] {
            for i in each(alive[a]) {
                for j in each(alive[b]).filter(|j| a != b || *j > i) {
                    let apart = scene.positions[a][i].distance(scene.positions[b][j]);
                    self.expect(apart >= base - OVERLAP, Rule::host(1), || {
                        format!("bases of {a:?}{i} and {b:?}{j} overlap: {apart}/256")
                    });
                    if a != b && apart <= contact(battle) {
                        engaged[a] |= 1 << i;
                        engaged[b] |= 1 << j;
                    }
                }
            }
        }
        // Distances are rounded down, so that a hair beyond contact may look like contact here; the engine compares squares.
        for side in Side::BOTH {
            let missing = scene.engaged[side] & !engaged[side];
            self.expect(missing == 0, Rule::ll(9), || {
                format!("engaged without contact: {missing:b}")
            });
            for i in each(engaged[side] & !scene.engaged[side]) {
                let at = scene.positions[side][i];
                let reach = i64::from(contact(battle));
                let touches = each(alive[!side])
                    .any(|j| scene.positions[!side][j].distance2(at) <= reach * reach);
                self.expect(!touches, Rule::ll(9), || {
                    format!("{side:?}{i} is in contact unnoticed")
                });
            }
        }
        for side in Side::BOTH {
            for i in each(alive[side]) {
                let at = scene.positions[side][i];
                let spec = battle.spec();
                let on = at.x >= 0 && at.y >= 0 && at.x <= spec.width && at.y <= spec.height;
                self.expect(on, Rule::host(1), || {
                    format!("{side:?}{i} is off the board")
                });
                let standable = battle.terrain(happened).is_standable(at);
                self.expect(standable, Rule::host(1), || {
                    format!("{side:?}{i} stands in a wall")
                });
            }
        }
    }

    fn next_action(&mut self, scene: &Scene<'_>, side: Side, number: u32) {
        let books = self.books_mut();
        let (holder, action, owed) = (books.holder, books.action, books.owed);
        books.action = number;
        books.moved = BySide([0, 0]);
        books.shot = BySide([0, 0]);
        books.way[Side::A].fill(0);
        books.way[Side::B].fill(0);
        self.expect(side == holder, Rule::ll(3), || {
            format!("{side:?} acts without the initiative")
        });
        self.expect(number == action + 1, Rule::ll(1), || {
            format!("action {number} after {action}")
        });
        self.expect(!owed, Rule::ll(3), || "nobody tried to seize".to_owned());
        let duel = self.books_mut().duel.is_some();
        self.expect(!duel, Rule::ll(16), || "a duel without its roll".to_owned());
        self.look_at_table(scene);
    }

    fn acted(&mut self, shooting: bool) {
        let books = self.books_mut();
        books.streak += 1;
        books.counters += u32::from(shooting);
        books.owed = true;
    }

    fn acts(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Acts {
            number,
            side,
            action,
            figures,
            target,
            place,
            first,
            card,
            ..
        } = *event
        else {
            return;
        };
        self.next_action(scene, side, number);
        self.books_mut().kind = action;
        self.books_mut().declared = figures;
        self.books_mut().engaged = scene.engaged;
        if !matches!(action, ActionKind::AllShoot | ActionKind::ToMe) {
            let happened = self.books_mut().score.happened;
            let whole = figures == 0 || {
                let first = figures.trailing_zeros() as usize;
                figures & !body_of(scene, side, first, happened) == 0
            };
            self.expect(whole, Rule::ll(1), || format!("{figures:b} is no body"));
        }
        let bound = self.books_mut().bound.take();
        match (bound, first) {
            (Some(bound), Some(qualifies)) => {
                let takes_part = has(figures, bound.nominee.index());
                let is_gone = !has(self.books_mut().alive[side], bound.nominee.index());
                self.expect(takes_part || is_gone, Rule::ll(5), || {
                    "the nominee takes no part".to_owned()
                });
                let kept = (action, qualifies, target, place, card)
                    == (
                        bound.intention,
                        bound.qualifies,
                        bound.target,
                        bound.place,
                        bound.card,
                    );
                self.expect(kept || bound.changed, Rule::ll(6), || {
                    format!(
                        "intended {} as {:?}, did {} as {qualifies:?}",
                        bound.intention.name(),
                        bound.qualifies,
                        action.name()
                    )
                });
                let listed = match qualifies {
                    Qualifies::TowardEnemy => {
                        matches!(action, ActionKind::Charge | ActionKind::Move)
                    }
                    Qualifies::Engages => matches!(action, ActionKind::Shoot | ActionKind::Fight),
                    Qualifies::ChangesSight => matches!(
                        action,
                        ActionKind::Hide | ActionKind::Appear | ActionKind::Move
                    ),
                    Qualifies::Escapes => action == ActionKind::Escape,
                    Qualifies::Order => card.is_some(),
                };
                self.expect(listed, Rule::ll(5), || {
                    format!("{} is no first action as {qualifies:?}", action.name())
                });
            }
            (Some(_), None) => self.breach(Rule::ll(5), "a free action straight after a seize"),
            (None, Some(_)) => self.breach(Rule::ll(5), "bound without a seize"),
            (None, None) => {}
        }
        if action == ActionKind::ToMe {
            let leader = target.map(FigureId::index);
            let stands = leader.is_some_and(|leader| !has(figures, leader));
            self.expect(stands, Rule::ll(15), || {
                "the leader who calls moves himself".to_owned()
            });
            if let Some(leader) = leader {
                self.called(scene, side, leader, figures);
            }
        }
        self.acted(action.is_shooting());
    }

    /// Those who come at a leader's call: of his command or near such, and all clear of the enemy (LL-15).
    fn called(&mut self, scene: &Scene<'_>, side: Side, leader: usize, figures: FigureSet) {
        let traits = scene.battle.traits_of(side);
        let movement = &scene.battle.spec().rules.movement;
        let commands = |i: usize| {
            i != leader && (traits[leader].commands_all || traits[i].unit == traits[leader].unit)
        };
        self.expect(traits[leader].leads, Rule::ll(15), || {
            format!("{side:?}{leader} calls and is no leader")
        });
        for i in each(figures) {
            let at = scene.positions[side][i];
            let near = |k: usize| scene.positions[side][k].distance(at) <= movement.group;
            let comes = commands(i) || each(scene.alive[side]).any(|k| commands(k) && near(k));
            self.expect(comes, Rule::ll(15), || {
                format!("{side:?}{i} is not of the leader's command")
            });
            let reach = i64::from(movement.reaction) * i64::from(movement.reaction);
            let clear =
                each(scene.alive[!side]).all(|j| scene.positions[!side][j].distance2(at) > reach);
            self.expect(clear, Rule::ll(15), || {
                format!("{side:?}{i} comes from near an enemy")
            });
        }
    }

    /// A pair fights once in a round, base to base, and the margin decides (LL-09, HOST-3).
    fn fights(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Fights {
            a,
            b,
            total_a,
            total_b,
            effect,
            ..
        } = *event
        else {
            return;
        };
        let apart = scene_at(scene, a).distance(scene_at(scene, b));
        self.expect(apart <= contact(scene.battle), Rule::ll(9), || {
            format!("{a:?} and {b:?} fight at {apart}/256")
        });
        let row = scene.battle.spec().rules.melee.effect;
        let right = row.effect((total_a - total_b).abs());
        self.expect(effect == right, Rule::host(3), || {
            format!("{total_a} against {total_b} is {effect:?}")
        });
        let books = self.books_mut();
        let mut twice = false;
        for figure in [a, b] {
            let bit = 1 << figure.index();
            twice |= books.fought[figure.side()] & bit != 0;
            books.fought[figure.side()] |= bit;
        }
        let chosen = books.round != MeleeKind::Action || has(books.declared, a.index());
        self.expect(!twice, Rule::ll(9), || {
            format!("{a:?} or {b:?} fights twice in a round")
        });
        self.expect(chosen, Rule::ll(9), || {
            format!("{a:?} fights in an action without part in it")
        });
    }

    /// A row of the table of factors, as far as it can be checked from the books (LL-03, LL-07, LL-08).
    fn factor(&mut self, scene: &Scene<'_>, row: u8, times: u32, adds: i32) {
        let factor = &scene.battle.spec().rules.seize.factors[row as usize];
        self.expect(adds == factor.value * times as i32, Rule::ll(3), || {
            format!("`{}` adds {adds}, {times} times", factor.name)
        });
        let Some(nomination) = &mut self.books_mut().nomination else {
            self.breach(Rule::ll(3), "a factor without a nomination");
            return;
        };
        nomination.told += adds;
        nomination.rows |= 1 << row;
        let nomination = *nomination;
        if let Some((rule, due)) = self.due_times(scene, row, &nomination) {
            self.expect(times == due, rule, || {
                format!("`{}` counts {times} times, not {due}", factor.name)
            });
        }
    }

    /// How often a row must count, if the books know, and whose rule that is.
    fn due_times(
        &mut self,
        scene: &Scene<'_>,
        row: u8,
        nomination: &Nomination,
    ) -> Option<(Rule, u32)> {
        let factor = &scene.battle.spec().rules.seize.factors[row as usize];
        let [condition] = factor.when[..] else {
            return None;
        };
        let figure = nomination.bound.nominee;
        let side = figure.side();
        let books = self.books_mut();
        match condition {
            // A holder who rolls to keep the initiative has nothing to fear from his own shots.
            FactorCondition::EnemyShots if side == books.holder => Some((Rule::ll(7), 0)),
            FactorCondition::EnemyShots => Some((Rule::ll(7), books.counters)),
            FactorCondition::OrderCard => {
                Some((Rule::ll(8), u32::from(nomination.bound.card.is_some())))
            }
            FactorCondition::Engaged => {
                let terrain = scene.battle.terrain(books.score.happened);
                let at = scene_at(scene, figure);
                let reach = i64::from(contact(scene.battle));
                let held = each(books.alive[!side]).any(|j| {
                    let enemy = scene.positions[!side][j];
                    at.distance2(enemy) <= reach * reach && !terrain.is_across_barricade(at, enemy)
                });
                Some((Rule::ll(3), u32::from(held)))
            }
            _ => None,
        }
    }

    fn moves(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Moves {
            figure,
            from,
            to,
            way,
            cost,
            why,
            ..
        } = *event
        else {
            return;
        };
        let (side, i) = (figure.side(), figure.index());
        let rate = scene.battle.traits(figure).rate;
        let movement = &scene.battle.spec().rules.movement;
        let most = match why {
            MoveKind::Action | MoveKind::ReactEngage | MoveKind::ReactRun => rate,
            MoveKind::Retreat => 2 * rate,
            MoveKind::Rout => scene.battle.traits(figure).rates[2],
            // One who is hit on his way is told from where he would have ended.
            MoveKind::Halt => 2 * rate,
            MoveKind::PushBack if has(self.books_mut().moved[side], i) => 2 * rate,
            MoveKind::PushBack => movement.base,
        };
        self.expect(cost <= most + ROUNDING, Rule::host(1), || {
            format!("{figure:?} moves {cost}/256 and may move {most}/256")
        });
        self.expect(from.distance(to) <= way + ROUNDING, Rule::host(1), || {
            format!("{figure:?} comes further than its way")
        });
        let arrived = scene_at(scene, figure) == to;
        self.expect(arrived, Rule::host(1), || {
            format!("{figure:?} is not where it moved to")
        });
        if why == MoveKind::Action {
            let (twice, declared, kind) = {
                let books = self.books_mut();
                let twice = has(books.moved[side], i);
                books.moved[side] |= 1 << i;
                books.way[side][i] = way;
                (twice, has(books.declared, i), books.kind)
            };
            self.expect(!twice, Rule::ll(1), || {
                format!("{figure:?} moves twice in an action")
            });
            self.expect(declared, Rule::ll(1), || {
                format!("{figure:?} moves and has no part in it")
            });
            let still = matches!(
                kind,
                ActionKind::AllShoot | ActionKind::Fight | ActionKind::Stand
            );
            self.expect(!still, Rule::ll(13), || {
                format!("{figure:?} moves in: {}", kind.name())
            });
            if kind == ActionKind::ToMe {
                let near = each(scene.alive[!side])
                    .any(|j| scene.positions[!side][j].distance(to) < movement.reaction - ROUNDING);
                self.expect(!near, Rule::ll(15), || {
                    format!("{figure:?} comes near an enemy")
                });
            }
        } else {
            let passive = side != self.books_mut().holder;
            let reaction = matches!(why, MoveKind::ReactEngage | MoveKind::ReactRun);
            self.expect(passive || !reaction, Rule::ll(11), || {
                "the active side reacts".to_owned()
            });
        }
    }

    fn shoots(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Shoots {
            shooter,
            target,
            band,
            modifier,
            needed,
            rolled,
            hit,
            reactive,
            moved,
        } = *event
        else {
            return;
        };
        let (side, i) = (shooter.side(), shooter.index());
        let traits = *scene.battle.traits(shooter);
        let Some(missile) = traits.missile else {
            self.breach(
                Rule::host(2),
                format!("{shooter:?} shoots without a missile weapon"),
            );
            return;
        };
        self.expect(hit == (rolled >= needed), Rule::host(2), || {
            format!("{rolled} against {needed}")
        });
        let table = missile.to_hit[usize::from(band).min(2)] - modifier;
        self.expect(needed == table, Rule::host(2), || {
            format!("{needed} is needed, by the table {table}")
        });
        let shooting = &scene.battle.spec().rules.shooting;
        let (penalty, rule) = if reactive {
            (shooting.reactive, Rule::ll(12))
        } else {
            (0, Rule::host(2))
        };
        let cover = modifier - penalty;
        let known = [0, shooting.screened, shooting.protected].contains(&cover);
        self.expect(known, rule, || {
            format!("a modifier of {modifier}, reactive: {reactive}")
        });
        self.expect(target.side() != side, Rule::host(2), || {
            format!("{shooter:?} shoots at a friend")
        });
        let engaged = has(self.books_mut().engaged[side], i);
        self.expect(!engaged, Rule::host(2), || {
            format!("{shooter:?} shoots while in melee")
        });
        let twice = {
            let books = self.books_mut();
            let twice = has(books.shot[side], i);
            books.shot[side] |= 1 << i;
            twice
        };
        self.expect(!twice, Rule::ll(1), || {
            format!("{shooter:?} shoots twice in an action")
        });
        let holder = self.books_mut().holder;
        self.expect(reactive == (side != holder), Rule::ll(12), || {
            format!("{shooter:?} of {side:?} shoots, reactive: {reactive}")
        });
        if reactive {
            let declared = has(self.books_mut().declared, i);
            self.expect(declared, Rule::ll(12), || {
                format!("{shooter:?} was not declared")
            });
            return;
        }
        let went = self.books_mut().way[side][i];
        let allowed = match missile.mobility {
            Mobility::Still => 0,
            Mobility::Half => traits.rate / 2,
            Mobility::Full => traits.rate,
        };
        self.expect(went <= allowed + ROUNDING, Rule::ll(14), || {
            format!("{shooter:?} moved {went}/256 and shot; {allowed}/256 is allowed")
        });
        self.expect(moved == (went > 0), Rule::ll(14), || {
            format!("{shooter:?} hides that it moved")
        });
    }

    fn reacts(&mut self, scene: &Scene<'_>, side: Side, figures: FigureSet, reply: bool) {
        let books = self.books_mut();
        let (holder, side_reacted, before) =
            (books.holder, books.side_reacted, books.reacted[side]);
        let kind = books.kind;
        books.side_reacted = true;
        books.reacted[side] |= figures;
        books.declared = figures;
        books.engaged = scene.engaged;
        self.expect(side != holder, Rule::ll(12), || {
            "the active side reacts by shooting".to_owned()
        });
        match scene.battle.spec().rules.options.reactive_shooting {
            ReactiveShooting::SideOnce => self.expect(!side_reacted, Rule::ll(12), || {
                format!("{side:?} reacted with missiles twice in one initiative")
            }),
            ReactiveShooting::FigureOnce => {
                self.expect(before & figures == 0, Rule::ll(12), || {
                    format!("{:b} reacted with missiles twice", before & figures)
                })
            }
        }
        self.expect(kind.is_shooting() || !reply, Rule::ll(12), || {
            "a reply to no shot".to_owned()
        });
    }

    fn reacts_moving(&mut self, scene: &Scene<'_>, side: Side, figures: FigureSet) {
        let holder = self.books_mut().holder;
        self.expect(side != holder, Rule::ll(11), || {
            "the active side reacts by moving".to_owned()
        });
        let engaged = figures & scene.engaged[side];
        self.expect(engaged == 0, Rule::ll(11), || {
            format!("engaged figures react: {engaged:b}")
        });
        let reach = scene.battle.spec().rules.movement.reaction;
        for i in each(figures) {
            let at = scene.positions[side][i];
            let near =
                each(scene.alive[!side]).any(|j| scene.positions[!side][j].distance(at) <= reach);
            self.expect(near, Rule::ll(11), || {
                format!("{side:?}{i} reacts from afar")
            });
        }
    }

    fn melee_round(&mut self, why: MeleeKind) {
        let books = self.books_mut();
        books.fought = BySide([0, 0]);
        books.round = why;
        let kind = books.kind;
        let moving = !matches!(
            kind,
            ActionKind::Stand | ActionKind::AllShoot | ActionKind::Fight
        );
        let fits = match why {
            MeleeKind::Contact | MeleeKind::Reaction => moving,
            MeleeKind::Action => kind == ActionKind::Fight,
            MeleeKind::Everyone => std::mem::take(&mut books.fight_owed),
            MeleeKind::Turn => false,
        };
        self.expect(fits, Rule::ll(9), || {
            format!("a round of melee for {why:?} in: {}", kind.name())
        });
        if let Some(bound) = &mut self.books_mut().bound {
            bound.changed = true;
        }
    }

    fn gone(&mut self, side: Side, figures: FigureSet) {
        self.books_mut().alive[side] &= !figures;
    }

    fn dies(&mut self, battle: &Battle, figure: FigureId, _: Cause) {
        self.gone(figure.side(), 1 << figure.index());
        let unit = battle.traits(figure).unit.0 as usize;
        let spec = battle.spec();
        let morale = &spec.rules.morale;
        let leads = spec.sides[figure.side()].units[unit].leader == Some(figure.index());
        let cost = morale.figure_lost + if leads { morale.leader_lost } else { 0 };
        let left = &mut self.books_mut().morale[figure.side()][unit];
        if *left > 0 {
            *left = (*left - cost).max(0);
        }
    }

    fn morale_falls(&mut self, side: Side, unit: UnitId, left: i32) {
        let mine = self.books_mut().morale[side][unit.0 as usize];
        self.expect(left == mine, Rule::llc(5), || {
            format!("morale {left}, counted {mine}")
        });
    }

    fn nominates(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Nominates {
            figure,
            intention,
            qualifies,
            target,
            place,
            card,
            base,
            leadership,
            factors,
            needed,
            duel,
            ..
        } = *event
        else {
            return;
        };
        let traits = scene.battle.traits(figure);
        let right = base == traits.base && leadership == traits.leadership;
        self.expect(right, Rule::ll(3), || {
            format!("{figure:?} has another base or leadership")
        });
        self.expect(needed == base - leadership - factors, Rule::ll(3), || {
            format!("needs {needed}")
        });
        let holder = self.books_mut().holder;
        let expected = match self.books_mut().duel {
            Some((_, loser)) if duel => loser.side(),
            _ => !holder,
        };
        self.expect(figure.side() == expected, Rule::ll(3), || {
            format!("{figure:?} is of the wrong side")
        });
        if let Some(card) = card {
            let named = &scene.battle.spec().sides[figure.side()].cards[card as usize].figures;
            let on_it = named.contains(&figure.index());
            self.expect(on_it, Rule::ll(8), || {
                format!("{figure:?} is not named on the card")
            });
        }
        self.books_mut().nomination = Some(Nomination {
            bound: Bound {
                nominee: figure,
                intention,
                qualifies,
                target,
                place,
                card,
                changed: false,
            },
            needed,
            factors,
            told: 0,
            rows: 0,
            duel,
        });
    }

    fn seize_roll(
        &mut self,
        scene: &Scene<'_>,
        side: Side,
        rolled: i32,
        needed: i32,
        success: bool,
        attempt: u32,
    ) {
        let rules = &scene.battle.spec().rules;
        let Some(nomination) = self.books_mut().nomination.take() else {
            self.breach(Rule::ll(6), "a roll without a nomination");
            return;
        };
        self.expect(nomination.needed == needed, Rule::ll(3), || {
            format!("needs {needed}")
        });
        self.expect(nomination.told == nomination.factors, Rule::ll(3), || {
            format!(
                "factors told come to {}, not {}",
                nomination.told, nomination.factors
            )
        });
        for row in 0..rules.seize.factors.len() as u8 {
            if nomination.rows >> row & 1 == 0
                && let Some((rule, due)) = self.due_times(scene, row, &nomination)
            {
                self.expect(due == 0, rule, || {
                    format!("row {row} should count {due} times")
                });
            }
        }
        self.expect(success == (rolled >= needed), Rule::ll(3), || {
            format!("{rolled} against {needed}")
        });
        let books = self.books_mut();
        books.attempts += 1;
        books.owed = false;
        let attempts = books.attempts;
        if nomination.duel {
            let (winner, loser) = books
                .duel
                .take()
                .unwrap_or((nomination.bound.nominee, nomination.bound.nominee));
            books.won_roll = Some(if success { loser.side() } else { winner.side() });
        } else {
            books.won_roll = success.then_some(side);
        }
        books.bound = success.then_some(nomination.bound);
        // A loser who keeps what he holds has seized nothing.
        if nomination.duel && books.won_roll == Some(books.holder) {
            books.bound = None;
        }
        books.fight_owed = rolled <= rules.seize.everyone_fights_up_to;
        if rules.options.counters == Counters::Spent && side != books.holder {
            books.counters = 0;
        }
        self.expect(attempt == attempts, Rule::ll(3), || {
            format!("attempt {attempt}, counted {attempts}")
        });
    }

    fn passes(&mut self, to: Side, streak: u32) {
        let books = self.books_mut();
        let (won, mine) = (books.won_roll.take(), books.streak);
        books.holder = to;
        books.streak = 0;
        books.counters = 0;
        books.attempts = 0;
        books.side_reacted = false;
        books.reacted = BySide([0, 0]);
        self.expect(won == Some(to), Rule::ll(3), || {
            "the initiative changes hands unseized".to_owned()
        });
        self.expect(streak == mine, Rule::ll(3), || {
            format!("streak {streak}, counted {mine}")
        });
    }
}

/// The body that a figure stands in: joined by steps of the body distance, each in sight of the next (LL-01).
fn body_of(scene: &Scene<'_>, side: Side, figure: usize, happened: u16) -> FigureSet {
    let group = i64::from(scene.battle.spec().rules.movement.group);
    let terrain = scene.battle.terrain(happened);
    let mut body: FigureSet = 1 << figure;
    loop {
        let mut grown = body;
        for i in each(body) {
            for j in each(scene.alive[side] & !grown) {
                let (p, q) = (scene.positions[side][i], scene.positions[side][j]);
                if p.distance2(q) <= group * group && terrain.sees_plainly(p, q) {
                    grown |= 1 << j;
                }
            }
        }
        if grown == body {
            return body;
        }
        body = grown;
    }
}
