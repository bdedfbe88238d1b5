//! The auditor: an observer that checks the rules' invariants on every event, from positions and its own books, not from
//! the engine's. It is slow and simple on purpose.
//!
//! Each initiative system has a file of its own for who may act and when; how one moves, shoots and fights is checked here
//! for all, as far as the system does not say otherwise.

mod adnd;
mod alternate;
mod cards;
mod clash;
mod drill;
mod due;
mod goals;
mod gunnery;
mod lloyd;
mod lloyd_d10;
mod matching;
mod moments;
mod osric;
mod pressure;
mod reactions;
mod segments;
mod specials;
mod techniques;
mod turns;
mod warspike;

use crate::battle::geometry::{Len, Point};
use crate::battle::{Battle, FigureId, UnitId};
use crate::event::{
    ActionKind, Cause, Event, FigureSet, MeleeKind, MoveKind, Observer, ReactionKind, Scene,
};
use crate::rule::Rule;
use crate::rulebook::{Fighting, Mobility, Pace, System};
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
    seizing: lloyd::Seizing,
    control: pressure::Control,
    drill: drill::Drill,
    gunnery: gunnery::Gunnery,
    clash: clash::Bouts,
    tests: techniques::Tests,
    points: osric::Points,
    alternation: alternate::Alternation,
    deck: cards::Deck,
    sequence: lloyd_d10::Sequence,
    instigation: warspike::Instigation,
    round_of_segments: adnd::Round,
    ended: bool,
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
        seizing: lloyd::Seizing::default(),
        control: pressure::Control::default(),
        drill: drill::Drill::new(spec),
        gunnery: gunnery::Gunnery::default(),
        clash: clash::Bouts::default(),
        tests: techniques::Tests::default(),
        points: osric::Points::default(),
        alternation: alternate::Alternation::default(),
        deck: cards::Deck::default(),
        sequence: lloyd_d10::Sequence::default(),
        instigation: warspike::Instigation::at_start(scene),
        round_of_segments: adnd::Round::default(),
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
        let system = scene.battle.spec().rules.system;
        match scene.battle.spec().rules.fighting {
            Fighting::Techniques => self.check_techniques(scene, event),
            Fighting::Osric => self.check_points(scene, event),
            Fighting::Host | Fighting::PetiteGuerre => {}
        }
        self.belongs_here(scene, event);
        self.nobody_gone_acts(event);
        self.check_morale(scene, event);
        match system {
            System::Lloyd => self.check_due(scene, event),
            System::PetiteGuerre => self.check_pressure(scene, event),
            System::Alternate => self.check_alternate(scene, event),
            System::Cards => self.check_cards(scene, event),
            System::LloydD10 => self.check_lloyd_d10(scene, event),
            System::WarSpike => self.check_warspike(scene, event),
            System::Adnd => self.check_adnd(scene, event),
        }
        self.check_goals(scene, event);
        if system != System::Adnd {
            self.check_reactions(scene, event);
        }
        self.enter_turns(scene, event);
        if is_by_dice(scene) && matches!(system, System::Lloyd | System::PetiteGuerre) {
            self.check_gunnery(scene, event);
            self.check_clash(scene, event);
        }
        self.enter_drill(scene, event);
        match *event {
            Event::Acts { .. } => self.acts(scene, event),
            Event::Moves {
                why: MoveKind::Action,
                ..
            } if system == System::Adnd => self.goes_on_its_way(scene, event),
            Event::Moves { .. } => self.moves(scene, event),
            Event::Contact { figure, enemy } => {
                let apart = scene_at(scene, figure).distance(scene_at(scene, enemy));
                self.expect(apart <= contact(scene.battle), Rule::ll(9), || {
                    format!("{figure:?} and {enemy:?} are in contact at {apart}/256")
                });
            }
            Event::Shoots { .. } => self.shoots(scene, event),
            Event::MeleeRound { why } => self.melee_round(scene, why),
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
            Event::Passes { to, streak } => match system {
                System::Lloyd | System::PetiteGuerre => self.passes(scene, to, streak),
                _ => self.passes_in_turn(scene, to, streak),
            },
            Event::Ends { streak, .. } => {
                let books = self.books_mut();
                books.ended = true;
                let mine = books.streak;
                self.games += 1;
                self.expect(streak == mine, Rule::ll(3), || {
                    format!("streak {streak}, counted {mine}")
                });
            }
            Event::TurnBegins { .. }
            | Event::Shuffles { .. }
            | Event::Instigates { .. }
            | Event::SegmentRoll { .. } => self.look_at_table(scene),
            Event::RoutsOff { figure } => self.gone(figure.side(), 1 << figure.index()),
            _ => self.seizes(scene, event),
        }
    }
}

fn scene_at(scene: &Scene<'_>, figure: FigureId) -> Point {
    scene.positions[figure.side()][figure.index()]
}

/// Whether a system is played.
fn plays(scene: &Scene<'_>, system: System) -> bool {
    scene.battle.spec().rules.system == system
}

/// Whether shots and melee go by the dice of petite guerre; else by the host rules.
fn is_by_dice(scene: &Scene<'_>) -> bool {
    scene.battle.spec().rules.fighting == Fighting::PetiteGuerre
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

    /// Nothing happens that belongs to another system, or to other rules of fighting.
    fn belongs_here(&mut self, scene: &Scene<'_>, event: &Event) {
        let system = scene.battle.spec().rules.system;
        let (seized, pressed) = (system == System::Lloyd, system == System::PetiteGuerre);
        let rounds = system == System::Adnd;
        let fighting = scene.battle.spec().rules.fighting;
        let dice = is_by_dice(scene);
        let seizing = if pressed {
            Rule::pg(4)
        } else {
            turns::rule_of(system)
        };
        let (fits, rule) = match *event {
            Event::Forfeits { .. }
            | Event::ReactsShooting { .. }
            | Event::ReactsMoving { .. }
            | Event::Counter { .. }
            | Event::Declines { .. }
            | Event::Nominates { .. }
            | Event::Factor { .. }
            | Event::SeizeRoll { .. }
            | Event::EveryoneFights { .. }
            | Event::Duel { .. } => (seized, seizing),
            Event::TurnBegins { .. } => (
                pressed || matches!(system, System::Alternate | System::LloydD10),
                turns::rule_of(system),
            ),
            Event::Idle { .. } => (
                matches!(
                    system,
                    System::Alternate | System::LloydD10 | System::WarSpike
                ),
                turns::rule_of(system),
            ),
            Event::LosesControl { .. }
            | Event::ControlTest { .. }
            | Event::Routs { .. }
            | Event::RoutsOff { .. } => (pressed, turns::rule_of(system)),
            Event::TurnRoll { .. } => (system == System::LloydD10, Rule::llc(3)),
            Event::Shuffles { .. } | Event::CardDrawn { .. } | Event::EndCard => {
                (system == System::Cards, Rule::bl(2))
            }
            Event::Toss { .. }
            | Event::PassesToss { .. }
            | Event::TurnStruckOff { .. }
            | Event::Instigates { .. }
            | Event::FormsBlock { .. }
            | Event::Paired { .. }
            | Event::MatchBegins { .. }
            | Event::Reacts { .. }
            | Event::Found { .. }
            | Event::Changeover { .. }
            | Event::Advantage { .. } => (system == System::WarSpike, Rule::ws(1)),
            Event::SegmentRoll { .. }
            | Event::Declares { .. }
            | Event::Completes { .. }
            | Event::Simultaneous { .. }
            | Event::ChargeStrikes { .. }
            | Event::ExtraStrike { .. }
            | Event::Spoiled { .. } => (rounds, Rule::ad(1)),
            Event::MeetsCharge { .. } => (rounds, Rule::adc(7)),
            Event::FreeBlow { .. } => (fighting == Fighting::Osric, Rule::adc(8)),
            Event::Strikes { .. } => (rounds && fighting == Fighting::Host, Rule::ad(1)),
            Event::MeleeRound { .. } => (!rounds, Rule::ad(1)),
            Event::Fights { .. } => (fighting == Fighting::Host && !rounds, Rule::host(3)),
            Event::Shoots { .. } | Event::Hit { .. } => (fighting.has_host_shots(), Rule::pg(1)),
            Event::HitPoints { .. }
            | Event::Attacks { .. }
            | Event::Harmed { .. }
            | Event::NerveCheck { .. } => (fighting == Fighting::Osric, Rule::adc(1)),
            Event::Technique { .. } => (fighting == Fighting::Techniques, Rule::wsc(6)),
            Event::Fires { .. }
            | Event::Struck { .. }
            | Event::Reloads { .. }
            | Event::RankReloads { .. }
            | Event::Clashes { .. }
            | Event::Acts {
                action: ActionKind::Volley | ActionKind::ShootInHaste | ActionKind::Reload,
                ..
            } => (dice, Rule::host(2)),
            Event::Moves { why, .. } => match why {
                MoveKind::Action => (true, Rule::host(1)),
                MoveKind::Rout => (pressed, turns::rule_of(system)),
                MoveKind::ReactEngage | MoveKind::ReactRun => {
                    (seized || system == System::WarSpike, seizing)
                }
                MoveKind::Halt => (seized && !dice, seizing),
                MoveKind::PushBack | MoveKind::Retreat => (!dice, Rule::pg(1)),
            },
            _ => (true, Rule::host(6)),
        };
        self.expect(fits, rule, || {
            format!("it belongs to other rules: {event:?}")
        });
    }

    /// Nobody dead or gone moves, shoots, fights, reacts or is nominated.
    fn nobody_gone_acts(&mut self, event: &Event) {
        let alive = self.books_mut().alive;
        let here = |figure: FigureId| has(alive[figure.side()], figure.index());
        let gone = match *event {
            Event::Moves { figure, .. } | Event::Nominates { figure, .. } => !here(figure),
            Event::Contact { figure, enemy } => !here(figure) || !here(enemy),
            // Of those who act at once neither's effects stop the other (AD-08).
            Event::Shoots { shooter, .. } | Event::Fires { shooter, .. } => {
                !here(shooter) && !self.acts_at_once(shooter)
            }
            Event::Clashes { a, b, .. } => !here(a) && !self.acts_at_once(a) || !here(b),
            Event::Fights { a, b, .. } => !here(a) || !here(b),
            Event::Struck { figure, .. }
            | Event::Reloads { figure, .. }
            | Event::RoutsOff { figure } => !here(figure),
            Event::RankReloads { side, figures, .. } | Event::Routs { side, figures, .. } => {
                figures & !alive[side] != 0
            }
            Event::Acts { side, figures, .. } | Event::ReactsShooting { side, figures, .. } => {
                figures & !alive[side] != 0
            }
            Event::ReactsMoving { side, engage, run } => (engage | run) & !alive[side] != 0,
            Event::Dies { figure, .. } | Event::Escapes { figure } => !here(figure),
            Event::Strikes { target, .. } => !here(target),
            Event::Reacts { side, figures, .. }
            | Event::Declares { side, figures, .. }
            | Event::Completes { side, figures, .. } => figures & !alive[side] != 0,
            _ => false,
        };
        self.expect(!gone, Rule::host(6), || {
            format!("somebody who is gone: {event:?}")
        });
    }

    /// Whether a figure is one of those who act at once with the other side in a round of segments (AD-08).
    fn acts_at_once(&mut self, figure: FigureId) -> bool {
        let at_once = self.books_mut().round_of_segments.at_once;
        has(at_once[figure.side()], figure.index())
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
        let (holder, action, owed) = (books.holder, books.action, books.seizing.owed);
        books.action = number;
        books.moved = BySide([0, 0]);
        books.shot = BySide([0, 0]);
        books.way[Side::A].fill(0);
        books.way[Side::B].fill(0);
        let rule = turns::rule_of(scene.battle.spec().rules.system);
        self.expect(side == holder, rule, || {
            format!("{side:?} acts without the initiative")
        });
        self.expect(number == action + 1, Rule::ll(1), || {
            format!("action {number} after {action}")
        });
        if plays(scene, System::Lloyd) {
            self.expect(!owed, Rule::ll(3), || "nobody tried to seize".to_owned());
            let duel = self.books_mut().seizing.duel.is_some();
            self.expect(!duel, Rule::ll(16), || "a duel without its roll".to_owned());
        }
        self.look_at_table(scene);
    }

    fn acted(&mut self, shooting: bool) {
        let books = self.books_mut();
        books.streak += 1;
        books.seizing.counters += u32::from(shooting);
        books.seizing.owed = true;
    }

    fn acts(&mut self, scene: &Scene<'_>, event: &Event) {
        let Event::Acts {
            number,
            side,
            action,
            figures,
            target,
            ..
        } = *event
        else {
            return;
        };
        self.next_action(scene, side, number);
        self.books_mut().kind = action;
        self.books_mut().declared = figures;
        self.books_mut().engaged = scene.engaged;
        // Where there are turns, units act (PG-04) and not bodies.
        let seized = plays(scene, System::Lloyd);
        if seized && !matches!(action, ActionKind::AllShoot | ActionKind::ToMe) {
            let happened = self.books_mut().score.happened;
            let whole = figures == 0 || {
                let first = figures.trailing_zeros() as usize;
                figures & !body_of(scene, side, first, happened) == 0
            };
            self.expect(whole, Rule::ll(1), || format!("{figures:b} is no body"));
        }
        if seized {
            self.first_action(event);
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
        // A reaction may draw others of the active unit into it (WS-03).
        let chosen = books.round != MeleeKind::Action
            || has(books.declared, a.index())
            || plays(scene, System::WarSpike);
        self.expect(!twice, Rule::ll(9), || {
            format!("{a:?} or {b:?} fights twice in a round")
        });
        self.expect(chosen, Rule::ll(9), || {
            format!("{a:?} fights in an action without part in it")
        });
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
        let kind = self.books_mut().kind;
        let drill = &self.books_mut().drill;
        let rate = drill.full_move(scene, figure, Pace::Normal);
        let (own, fast) = (
            drill.allowance(scene, figure, drill::pace(kind)),
            drill.allowance(scene, figure, Pace::Fast),
        );
        let movement = &scene.battle.spec().rules.movement;
        let most = match why {
            MoveKind::Action => own,
            MoveKind::ReactEngage | MoveKind::ReactRun | MoveKind::Rout => fast,
            MoveKind::Retreat => 2 * rate,
            // One who is hit on his way is told from where he would have ended.
            MoveKind::Halt => 2 * rate,
            MoveKind::PushBack if has(self.books_mut().moved[side], i) => 2 * rate,
            MoveKind::PushBack => movement.base,
        };
        let rule = if movement.paces.is_some() {
            Rule::pg(6)
        } else {
            Rule::host(1)
        };
        self.expect(cost <= most + ROUNDING, rule, || {
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
            let still = match kind {
                ActionKind::AllShoot | ActionKind::Fight | ActionKind::Stand => true,
                // By the dice one moves, fires or reloads (PG-09).
                ActionKind::Shoot => is_by_dice(scene),
                kind => !kind.is_move(),
            };
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
            (self.edge_of(scene, shooter), Rule::host(2))
        };
        let cover = modifier - penalty;
        let known = [0, shooting.screened, shooting.protected].contains(&cover);
        self.expect(known, rule, || {
            format!("a modifier of {modifier}, reactive: {reactive}")
        });
        self.expect(target.side() != side, Rule::host(2), || {
            format!("{shooter:?} shoots at a friend")
        });
        if plays(scene, System::Adnd) {
            // How often he shoots is checked there; where he went before he did, too.
            self.expect(!reactive, Rule::ad(1), || format!("{shooter:?} reacts"));
            return;
        }
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
        let reacts = side != holder && !plays(scene, System::WarSpike);
        self.expect(reactive == reacts, Rule::ll(12), || {
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

    fn melee_round(&mut self, scene: &Scene<'_>, why: MeleeKind) {
        let system = scene.battle.spec().rules.system;
        let turns = matches!(system, System::PetiteGuerre | System::LloydD10);
        let books = self.books_mut();
        books.fought = BySide([0, 0]);
        books.round = why;
        let kind = books.kind;
        let reaction = books.instigation.reaction();
        let moving = !matches!(
            kind,
            ActionKind::Stand | ActionKind::AllShoot | ActionKind::Fight
        );
        let fits = match why {
            MeleeKind::Contact if system == System::WarSpike => {
                moving || reaction.is_some_and(ReactionKind::is_move)
            }
            MeleeKind::Reaction if system == System::WarSpike => {
                reaction == Some(ReactionKind::Fight)
            }
            MeleeKind::Reaction => moving && system == System::Lloyd,
            MeleeKind::Contact => moving,
            MeleeKind::Action => kind == ActionKind::Fight,
            MeleeKind::Everyone => std::mem::take(&mut books.seizing.fight_owed),
            MeleeKind::Turn => turns,
        };
        let fits = fits && turns == (why == MeleeKind::Turn);
        self.expect(fits, Rule::ll(9), || {
            format!("a round of melee for {why:?} in: {}", kind.name())
        });
        if let Some(bound) = &mut self.books_mut().seizing.bound {
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
