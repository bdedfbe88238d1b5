//! The auditor: an observer that checks the rules' invariants on every event, from positions and its own books, not from
//! the engine's. It is slow and simple on purpose.
//!
//! Each initiative system has a file of its own for who may act and when; how one moves, shoots and fights is checked in
//! `actions` for all, as far as the system does not say otherwise.

mod across;
mod actions;
mod adnd;
mod alternate;
mod always;
mod cards;
mod clash;
mod drill;
mod due;
mod duel;
mod fronts;
mod goals;
mod gunnery;
mod hold;
mod isolation;
mod lloyd;
mod lloyd_d10;
mod matching;
mod moments;
mod osric;
mod pressure;
mod reactions;
mod segments;
mod specials;
mod sums;
mod surprise;
mod techniques;
mod told;
mod turns;
mod warspike;

use crate::battle::geometry::{Len, Point};
use crate::battle::{Battle, FigureId, UnitId};
use crate::event::{ActionKind, Cause, Event, FigureSet, MeleeKind, MoveKind, Observer, Scene};
use crate::rule::Rule;
use crate::rulebook::{Fighting, System};
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
        write!(f, "action {} broke rule {}: {}", self.action, self.rule, self.what)
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
    duels: duel::Duels,
    score: goals::Score,
    seen: reactions::Seen,
    seizing: lloyd::Seizing,
    control: pressure::Control,
    drill: drill::Drill,
    gunnery: gunnery::Gunnery,
    clash: clash::Bouts,
    tests: techniques::Tests,
    points: osric::Points,
    fronts: fronts::Fronts,
    alternation: alternate::Alternation,
    deck: cards::Deck,
    sequence: lloyd_d10::Sequence,
    instigation: warspike::Instigation,
    round_of_segments: adnd::Round,
    to_attack: told::ToAttack,
    ended: bool,
}

/// Whether two of different sides are in contact: base to base, and not through a wall.
fn in_contact(battle: &Battle, happened: u16, at: Point, enemy: Point) -> bool {
    let reach = i64::from(contact(battle));
    at.distance2(enemy) <= reach * reach && battle.terrain(happened).lets_fight(at, enemy)
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
        self.breaches.push(Breach { rule, action, what: what.into() });
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
            spec.sides[side].units.iter().map(|unit| unit.morale.unwrap_or(start)).collect()
        }),
        fought: BySide([0, 0]),
        round: MeleeKind::Contact,
        due: due::Due::default(),
        duels: duel::Duels::default(),
        score: goals::Score::default(),
        seen: reactions::Seen::default(),
        seizing: lloyd::Seizing::default(),
        control: pressure::Control::default(),
        drill: drill::Drill::new(spec),
        gunnery: gunnery::Gunnery::default(),
        clash: clash::Bouts::default(),
        tests: techniques::Tests::default(),
        points: osric::Points::default(),
        fronts: fronts::Fronts::new(spec),
        alternation: alternate::Alternation::default(),
        deck: cards::Deck::default(),
        sequence: lloyd_d10::Sequence::default(),
        instigation: warspike::Instigation::at_start(scene),
        round_of_segments: adnd::Round::default(),
        to_attack: told::ToAttack::default(),
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
        self.expect(!ended, Rule::host(5), || "an event after the end of the game".to_owned());
        let system = scene.battle.spec().rules.system;
        match scene.battle.spec().rules.fighting {
            Fighting::Techniques => self.check_techniques(scene, event),
            Fighting::Osric => self.check_points(scene, event),
            Fighting::Host | Fighting::PetiteGuerre => {}
        }
        self.belongs_here(scene, event);
        if matches!(event, Event::ComesToNothing { .. }) {
            // It changes nothing on the table.
            self.check_told(scene, event);
            return;
        }
        self.nobody_gone_acts(event);
        self.check_morale(scene, event);
        self.check_duels(scene, event);
        let by_dice = is_by_dice(scene) && matches!(system, System::Lloyd | System::PetiteGuerre);
        if by_dice {
            // What a hit brings about at once, before anything is said of what comes in its place.
            self.check_owed(scene, event);
        }
        match system {
            System::Lloyd => self.check_due(scene, event),
            System::PetiteGuerre => self.check_pressure(scene, event),
            System::Alternate => self.check_alternate(scene, event),
            System::Cards => self.check_cards(scene, event),
            System::LloydD10 => self.check_lloyd_d10(scene, event),
            System::WarSpike => self.check_warspike(scene, event),
            System::Adnd => self.check_adnd(scene, event),
        }
        self.check_told(scene, event);
        self.check_goals(scene, event);
        if system != System::Adnd {
            self.check_reactions(scene, event);
        }
        self.enter_turns(scene, event);
        if by_dice {
            self.check_gunnery(scene, event);
            self.check_clash(scene, event);
        }
        self.enter_drill(scene, event);
        match *event {
            Event::Acts { .. } => self.acts(scene, event),
            Event::Moves { why: MoveKind::Action, .. } if system == System::Adnd => {
                self.goes_on_its_way(scene, event)
            }
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
            Event::MoraleFalls { side, unit, left, .. } => self.morale_falls(side, unit, left),
            Event::UnitLeaves { side, unit, figures } => {
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
        self.check_sums(scene, event);
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
        self.books.as_mut().expect("books are open while a game is under way")
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
        self.expect(left == mine, Rule::llc(5), || format!("morale {left}, counted {mine}"));
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
