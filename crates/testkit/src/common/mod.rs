//! Small battles for tests, built by hand: rules as in the sheet, a board, a few figures.

pub mod crossing;
pub mod made_up;
pub mod petite;
pub mod tables;
pub mod turns;

use std::sync::{Arc, Mutex};

use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::battle::{
    Battle, BattleSpec, Cover, EventSpec, FeatureSpec, FigureId, FigureSpec, Going, PlaceId,
    PlaceSpec, SideSpec, SightEffect, Time, UnitId, UnitSpec, WinSpec,
};
use skirmish_engine::bot::{Act, Bot, Condition, Line, Pick, React, Test};
use skirmish_engine::chance::{Chance, Script, ScriptFault};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{
    ActionKind, Event, FigureSet, MeleeKind, MoveKind, Observer, Qualifies, Scene,
};
use skirmish_engine::game::{Outcome, Workspace, play_watched};
use skirmish_engine::rulebook::{
    EffectRow, Factor, FactorCondition, LeaderRank, LloydOptions, Melee, Missile, Mobility, Morale,
    Movement, Rulebook, SeizeRoll, SeizeTable, Shooting, Stack, System, TroopType, Waiting, Weapon,
};
use skirmish_engine::side::{BySide, Side};

pub use crate::battles::Lcg;

/// Boards that have been worked out: this takes longer than a game, and many battles share a board.
static BOARDS: Mutex<Vec<Arc<Battle>>> = Mutex::new(Vec::new());

fn on_a_known_board(spec: BattleSpec) -> Battle {
    let boards = || BOARDS.lock().expect("nobody panics");
    let known = boards().iter().find(|battle| battle.is_on_board_of(&spec)).cloned();
    let battle = match &known {
        Some(known) => Battle::like(spec, known),
        None => Battle::new(spec),
    };
    let battle = battle.expect("a battle that can be played");
    if known.is_none() {
        boards().push(Arc::new(battle.clone()));
    }
    battle
}

/// Returns a length in inches, which may be fractional.
pub fn inches(length: f64) -> Len {
    (length * f64::from(UNIT)) as Len
}

pub fn point(x: f64, y: f64) -> Point {
    Point::new(inches(x), inches(y))
}

pub const SUB_HUMAN: usize = 0;
pub const RUBBISH: usize = 1;
pub const POOR: usize = 2;
pub const AVERAGE: usize = 3;
pub const GOOD: usize = 4;
pub const EXCELLENT: usize = 5;
pub const DEMIGOD: usize = 6;

pub const SWORD: usize = 0;
pub const BOW: usize = 1;
pub const CROSSBOW: usize = 2;
pub const JAVELIN: usize = 3;
pub const SPEAR: usize = 4;
pub const PIKE: usize = 5;

pub const HEROIC: usize = 3;

pub fn rules() -> Rulebook {
    let troop = |name: &str, base, quality| TroopType {
        name: name.to_owned(),
        base,
        quality,
        technique: 6,
        stack: Stack::even(6),
        ..TroopType::default()
    };
    let rank = |name: &str, bonus| LeaderRank { name: name.to_owned(), bonus, worth: 1 };
    let row = |condition: FactorCondition, value| Factor {
        name: condition.name().to_owned(),
        when: vec![condition],
        value,
    };
    let weapon = |name: &str, missile, reach, ranks, supports| Weapon {
        name: name.to_owned(),
        missile,
        reach,
        ranks,
        supports,
        ..Weapon::default()
    };
    let missile = |range: [f64; 3], mobility| {
        Some(Missile { range: range.map(inches), to_hit: [5, 6, 8], mobility })
    };
    Rulebook {
        name: "lloyd".to_owned(),
        troops: vec![
            troop("sub-human", 22, 1),
            troop("rubbish", 21, 1),
            troop("poor", 20, 1),
            troop("average", 19, 2),
            troop("good", 18, 3),
            troop("excellent", 17, 3),
            troop("demigod", 16, 3),
        ],
        ranks: vec![
            rank("useless", 0),
            rank("adequate", 1),
            rank("good", 2),
            rank("heroic", 3),
            rank("inspired", 4),
        ],
        seize: SeizeTable {
            dice: Dice::one(20),
            everyone_fights_up_to: 3,
            towards: 50,
            factors: vec![
                row(FactorCondition::InReach, 2),
                row(FactorCondition::EnemyShots, 2),
                row(FactorCondition::DestinationOutOfSight, -2),
                row(FactorCondition::Engaged, -4),
                row(FactorCondition::OrderCard, 4),
            ],
        },
        // Standing keeps the initiative and every action is followed by a roll, so that tests choose which side acts.
        options: LloydOptions {
            seize_roll: SeizeRoll::Always,
            waiting: Waiting::Keeps,
            ..LloydOptions::default()
        },
        movement: Movement {
            foot: inches(8.0),
            mounted: inches(14.0),
            slow_factor: 2,
            group: inches(4.0),
            reaction: inches(4.0),
            base: inches(1.0),
            contact_gap: inches(0.25),
            ..Movement::default()
        },
        weapons: vec![
            weapon("sword", None, 0, 1, false),
            weapon("bow", missile([8.0, 16.0, 24.0], Mobility::Half), 0, 1, false),
            weapon("crossbow", missile([8.0, 16.0, 24.0], Mobility::Still), 0, 1, false),
            weapon("javelin", missile([4.0, 8.0, 10.0], Mobility::Full), 1, 1, true),
            weapon("spear", None, 1, 2, false),
            weapon("pike", None, 2, 3, false),
        ],
        shooting: Shooting {
            dice: Dice::one(10),
            reactive: -1,
            screened: -1,
            protected: -2,
            cover_distance: inches(2.0),
            effect_dice: Dice::one(10),
            effect: [
                EffectRow { push_back: 2, retreat: 4, kill: 6 },
                EffectRow { push_back: 3, retreat: 5, kill: 7 },
                EffectRow { push_back: 4, retreat: 6, kill: 8 },
            ],
        },
        melee: Melee {
            dice: Dice::one(10),
            reach: 1,
            support: 1,
            support_most: 3,
            barricade: 1,
            effect: EffectRow { push_back: 1, retreat: 4, kill: 6 },
        },
        morale: Morale { start: 6, figure_lost: 1, leader_lost: 2 },
        ..Rulebook::default()
    }
}

pub fn line(when: &[Condition], act: Act) -> Line {
    Line { when: when.iter().map(|c| Test { condition: *c, expected: true }).collect(), act }
}

pub fn reaction(when: &[Condition], react: React) -> Line<React> {
    Line { when: when.iter().map(|c| Test { condition: *c, expected: true }).collect(), act: react }
}

pub fn bot(lines: Vec<Line>) -> Bot {
    Bot { name: "test".to_owned(), lines, ..Bot::default() }
}

/// A battle on an open board of 48 by 36 inches. Side A starts, only removing every enemy wins, and the cap is 200 actions.
pub struct Field {
    pub spec: BattleSpec,
    /// Whether scripts are played as they are. If not, those under Lloyd's system end with stand, fight and charge.
    pub as_written: bool,
}

impl Default for Field {
    fn default() -> Self {
        Self::new()
    }
}

impl Field {
    pub fn new() -> Self {
        let side = |name: &str| SideSpec {
            name: name.to_owned(),
            units: vec![UnitSpec {
                name: format!("{name}'s men"),
                morale: Some(0),
                ..UnitSpec::default()
            }],
            bot: bot(vec![line(&[], Act::Stand)]),
            ..SideSpec::default()
        };
        Self {
            spec: BattleSpec {
                rules: rules(),
                width: inches(48.0),
                height: inches(36.0),
                features: Vec::new(),
                places: Vec::new(),
                ways: Vec::new(),
                events: Vec::new(),
                sides: BySide([side("Ann"), side("Bob")]),
                starts: Some(Side::A),
                cap: Time::actions(200),
            },
            as_written: false,
        }
    }

    pub fn figure(&mut self, side: Side, troops: usize, weapon: usize, x: f64, y: f64) -> FigureId {
        let figures = &mut self.spec.sides[side].figures;
        let index = figures.len();
        figures.push(FigureSpec {
            name: format!("{}{}", if side == Side::A { "a" } else { "b" }, index),
            troops,
            weapon,
            at: point(x, y),
            ..FigureSpec::default()
        });
        FigureId::new(side, index)
    }

    /// Makes a figure a leader of this rank, and the leader of its unit.
    pub fn leader(&mut self, figure: FigureId, rank: usize) -> FigureId {
        let side = &mut self.spec.sides[figure.side()];
        side.figures[figure.index()].rank = Some(rank);
        let unit = side.figures[figure.index()].unit.0 as usize;
        side.units[unit].leader = Some(figure.index());
        figure
    }

    /// Adds a unit to a side; `enlist` puts figures in it.
    pub fn unit(&mut self, side: Side, name: &str) -> UnitId {
        let units = &mut self.spec.sides[side].units;
        units.push(UnitSpec { name: name.to_owned(), morale: Some(0), ..UnitSpec::default() });
        UnitId(units.len() as u8 - 1)
    }

    pub fn enlist(&mut self, figure: FigureId, unit: UnitId) -> FigureId {
        self.spec.sides[figure.side()].figures[figure.index()].unit = unit;
        figure
    }

    /// Adds a house: it blocks sight and movement.
    pub fn house(&mut self, x0: f64, y0: f64, x1: f64, y1: f64) {
        let sight = SightEffect::BlockBeyond(0);
        self.feature("house", x0, y0, x1, y1, sight, Cover::None, Going::Barred);
    }

    /// Adds a wood: sight reaches `depth` into it, it screens, and movement through it is slow.
    pub fn wood(&mut self, x0: f64, y0: f64, x1: f64, y1: f64, depth: Len) {
        let sight = SightEffect::BlockBeyond(depth);
        self.feature("wood", x0, y0, x1, y1, sight, Cover::Screen, Going::Slow);
    }

    /// Adds a barricade: it protects figures behind it, and a fight across it can be broken off.
    pub fn barricade(&mut self, x0: f64, y0: f64, x1: f64, y1: f64) {
        let clear = SightEffect::Clear;
        self.feature("barricade", x0, y0, x1, y1, clear, Cover::Protect, Going::Barred)
            .breaks_off = true;
    }

    /// Adds a river, which no figure can cross.
    pub fn river(&mut self, x0: f64, y0: f64, x1: f64, y1: f64) {
        self.feature("river", x0, y0, x1, y1, SightEffect::Clear, Cover::None, Going::Barred);
    }

    #[expect(clippy::too_many_arguments, reason = "a fixture reads best in one line")]
    pub fn feature(
        &mut self,
        name: &str,
        x0: f64,
        y0: f64,
        x1: f64,
        y1: f64,
        sight: SightEffect,
        cover: Cover,
        going: Going,
    ) -> &mut FeatureSpec {
        self.spec.features.push(FeatureSpec {
            name: name.to_owned(),
            corners: vec![point(x0, y0), point(x1, y0), point(x1, y1), point(x0, y1)],
            sight,
            cover,
            going,
            breaks_off: false,
            opened_by: None,
        });
        self.spec.features.last_mut().expect("just added")
    }

    pub fn place(&mut self, name: &str, x: f64, y: f64, radius: f64) -> PlaceId {
        self.spec.places.push(PlaceSpec {
            name: name.to_owned(),
            at: point(x, y),
            radius: inches(radius),
        });
        PlaceId(self.spec.places.len() as u8 - 1)
    }

    pub fn event(&mut self, name: &str, side: Side, when: &[Condition]) {
        self.spec.events.push(EventSpec {
            name: name.to_owned(),
            side,
            when: when.iter().map(|c| Test { condition: *c, expected: true }).collect(),
        });
    }

    pub fn bot(&mut self, side: Side, lines: Vec<Line>) -> &mut Bot {
        self.spec.sides[side].bot.lines = lines;
        &mut self.spec.sides[side].bot
    }

    pub fn wins(&mut self, side: Side, win: WinSpec) {
        self.spec.sides[side].wins.push(win);
    }

    pub fn cap(&mut self, actions: u32) -> &mut Self {
        self.spec.cap = Time::actions(actions);
        self
    }

    pub fn battle(&self) -> Battle {
        let mut spec = self.spec.clone();
        if spec.rules.system == System::Lloyd && !self.as_written {
            for side in Side::BOTH {
                let acts = [Act::Stand, Act::Fight, Act::Charge(Pick::Nearest)];
                spec.sides[side].bot.lines.extend(acts.map(|act| line(&[], act)));
            }
        }
        on_a_known_board(spec)
    }

    /// Plays with these rolls in order, all of which must be used.
    pub fn play(&self, rolls: &[u8]) -> Played {
        self.play_script(Script::in_order(rolls.iter().copied()))
    }

    fn play_script(&self, mut script: Script) -> Played {
        let played = self.play_with(&mut script);
        assert_eq!(script.finish(), Ok(()), "the script of rolls; events: {:#?}", played.events);
        played
    }

    /// Plays with these rolls in order and returns how they did not fit the game.
    pub fn try_play(&self, rolls: &[u8]) -> (Played, Result<(), ScriptFault>) {
        let mut script = Script::in_order(rolls.iter().copied());
        let played = self.play_with(&mut script);
        (played, script.finish())
    }

    pub fn play_with(&self, chance: &mut dyn Chance) -> Played {
        play_battle(&self.battle(), chance)
    }
}

/// Plays a game on the code compiled once for all dice and observers, as compiling it for each would take most of the build.
pub fn play(
    battle: &Battle,
    workspace: &mut Workspace,
    chance: &mut dyn Chance,
    observer: &mut impl Observer,
) -> Outcome {
    play_watched(battle, workspace, None, chance, &mut |scene, event| {
        observer.event(scene, event);
    })
}

/// Plays a battle before the auditor, which must find nothing.
pub fn play_battle(battle: &Battle, chance: &mut dyn Chance) -> Played {
    let mut recorder = Recorder::default();
    let mut auditor = skirmish_referee::Auditor::default();
    let mut workspace = Workspace::new(battle);
    let outcome = play_watched(battle, &mut workspace, None, chance, &mut |scene, event| {
        recorder.event(scene, event);
        auditor.event(scene, event);
    });
    assert_eq!(auditor.breaches(), [], "events: {:#?}", recorder.events);
    Played { outcome, events: recorder.events, places: recorder.places }
}

pub struct Played {
    pub outcome: Outcome,
    pub events: Vec<Event>,
    /// Where every figure stood after the last event.
    pub places: BySide<Vec<Point>>,
}

impl Played {
    pub fn at(&self, figure: FigureId) -> Point {
        self.places[figure.side()][figure.index()]
    }

    /// Returns what `pick` returns for the events it picks.
    pub fn find<T>(&self, pick: impl Fn(&Event) -> Option<T>) -> Vec<T> {
        self.events.iter().filter_map(pick).collect()
    }

    /// Returns for each seize roll what it needed, what it rolled, and whether it succeeded.
    pub fn seizes(&self) -> Vec<(i32, i32, bool)> {
        self.find(|event| match *event {
            Event::SeizeRoll { needed, rolled, success, .. } => Some((needed, rolled, success)),
            _ => None,
        })
    }
}

#[derive(Default)]
struct Recorder {
    events: Vec<Event>,
    places: BySide<Vec<Point>>,
}

impl Observer for Recorder {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        self.events.push(*event);
        self.places = BySide::from_fn(|side| scene.positions[side].to_vec());
    }
}

/// Returns a bot's line that applies unless the condition holds.
pub fn unless(condition: Condition, act: Act) -> Line {
    let mut line = line(&[condition], act);
    line.when[0].expected = false;
    line
}

/// Returns the set of these figures, all of one side.
pub fn set(figures: &[FigureId]) -> FigureSet {
    figures.iter().fold(0, |set, figure| set | 1 << figure.index())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nomination {
    pub figure: FigureId,
    pub intention: ActionKind,
    pub qualifies: Qualifies,
    pub card: Option<u8>,
    pub factors: i32,
    pub needed: i32,
    pub duel: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Action {
    pub side: Side,
    pub kind: ActionKind,
    pub figures: FigureSet,
    pub target: Option<FigureId>,
    pub place: Option<PlaceId>,
    pub first: Option<Qualifies>,
    pub card: Option<u8>,
}

/// A round of melee with its pairs, the side with the initiative first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    pub why: MeleeKind,
    pub pairs: Vec<(FigureId, FigureId)>,
}

/// A shot, with what matters to rules of initiative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shot {
    pub shooter: FigureId,
    pub target: FigureId,
    pub needed: i32,
    pub reactive: bool,
    pub moved: bool,
}

impl Played {
    pub fn actions(&self) -> Vec<Action> {
        self.find(|event| match *event {
            Event::Acts { side, action, figures, target, place, first, card, .. } => {
                Some(Action { side, kind: action, figures, target, place, first, card })
            }
            _ => None,
        })
    }

    pub fn nominations(&self) -> Vec<Nomination> {
        self.find(|event| match *event {
            Event::Nominates {
                figure, intention, qualifies, card, factors, needed, duel, ..
            } => Some(Nomination { figure, intention, qualifies, card, factors, needed, duel }),
            _ => None,
        })
    }

    pub fn needed(&self) -> Vec<i32> {
        self.seizes().iter().map(|(needed, ..)| *needed).collect()
    }

    pub fn moves(&self, kind: MoveKind) -> Vec<(FigureId, Point, Point)> {
        self.find(|event| match *event {
            Event::Moves { figure, from, to, why, .. } if why == kind => Some((figure, from, to)),
            _ => None,
        })
    }

    pub fn shots(&self) -> Vec<Shot> {
        self.find(|event| match *event {
            Event::Shoots { shooter, target, needed, reactive, moved, .. } => {
                Some(Shot { shooter, target, needed, reactive, moved })
            }
            _ => None,
        })
    }

    pub fn reactive_shots(&self) -> Vec<(FigureId, FigureId)> {
        self.shots()
            .iter()
            .filter(|shot| shot.reactive)
            .map(|shot| (shot.shooter, shot.target))
            .collect()
    }

    pub fn rounds(&self) -> Vec<Round> {
        let mut rounds: Vec<Round> = Vec::new();
        for event in &self.events {
            match *event {
                Event::MeleeRound { why } => rounds.push(Round { why, pairs: Vec::new() }),
                Event::Fights { a, b, .. } => {
                    rounds.last_mut().expect("a fight is part of a round").pairs.push((a, b))
                }
                _ => {}
            }
        }
        rounds
    }

    pub fn passes(&self) -> Vec<(Side, u32)> {
        self.find(|event| match *event {
            Event::Passes { to, streak } => Some((to, streak)),
            _ => None,
        })
    }

    pub fn dead(&self) -> Vec<FigureId> {
        self.find(|event| match *event {
            Event::Dies { figure, .. } => Some(figure),
            _ => None,
        })
    }

    /// Returns the index of the first event for which `is` holds.
    pub fn place_of(&self, is: impl Fn(&Event) -> bool) -> usize {
        self.events
            .iter()
            .position(is)
            .unwrap_or_else(|| panic!("no such event in {:#?}", self.events))
    }

    pub fn count(&self, is: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| is(event)).count()
    }
}

impl Field {
    /// Adds an order card for these figures of one side; returns its number.
    pub fn card(
        &mut self,
        figures: &[FigureId],
        task: skirmish_engine::battle::Task,
        when: &[Condition],
    ) -> u8 {
        let cards = &mut self.spec.sides[figures[0].side()].cards;
        cards.push(skirmish_engine::battle::CardSpec {
            name: format!("order {}", cards.len()),
            figures: figures.iter().map(|figure| figure.index()).collect(),
            task,
            when: line(when, Act::Stand).when,
        });
        cards.len() as u8 - 1
    }

    pub fn reacts(&mut self, side: Side, reacts: &[React]) {
        self.spec.sides[side].bot.reactions = reacts.iter().map(|r| reaction(&[], *r)).collect();
    }

    /// Plays with these rolls by purpose, all of which must be used.
    pub fn play_purposes(&self, rolls: &[(skirmish_engine::chance::Purpose, &[u8])]) -> Played {
        let entries =
            rolls.iter().flat_map(|(purpose, faces)| faces.iter().map(|face| (*purpose, *face)));
        self.play_script(Script::by_purpose(entries))
    }
}
