//! A toy game with all that tallies count: both sides act, shoot for points and try to seize the initiative.

use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::{Point, UNIT};
use skirmish_engine::battle::{Battle, BattleSpec, FigureSpec, SideSpec, UnitId, UnitSpec};
use skirmish_engine::bot::Bot;
use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{ActionKind, Cause, Draw, Ending, Event, Observer, Scene};
use skirmish_engine::game::Outcome;
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{
    AimReading, EffectRow, LloydOptions, Melee, Morale, Movement, Rulebook, SeizeTable, Shooting,
    System, TroopType, Weapon,
};
use skirmish_engine::side::{BySide, Side};
use skirmish_simulator::{Driver, Facts};

/// The toy game.
pub(crate) struct Toy {
    /// What scenes show.
    pub(crate) battle: Battle,
    /// Number needed to seize, before counters.
    pub(crate) needed: BySide<i32>,
    /// Hits that win.
    pub(crate) points: u32,
    /// Least roll of a d6 that hits.
    pub(crate) to_hit: u8,
    /// Most actions.
    pub(crate) cap: u32,
    /// Whether the side that starts is by lot.
    pub(crate) by_lot: bool,
    /// The game panics if the first die of this purpose shows less than this.
    pub(crate) panics_below: Option<(Purpose, u8)>,
    /// A set-up roll of at least this on a d20 decides the game by itself, for A, whoever starts.
    pub(crate) decided_from: u8,
}

impl Toy {
    /// A toy in which starting is an advantage.
    pub(crate) fn new() -> Self {
        Self {
            battle: battle(),
            needed: BySide([17, 16]),
            points: 5,
            to_hit: 4,
            cap: 60,
            by_lot: true,
            panics_below: None,
            decided_from: 21,
        }
    }
}

impl Driver for Toy {
    type Table = ();

    fn table(&self) {}

    fn facts(&self) -> Facts {
        Facts { can_seize: true, ..Facts::default() }
    }

    fn play<C: Chance, O: Observer>(
        &self,
        (): &mut (),
        first: Option<Side>,
        chance: &mut C,
        observer: &mut O,
    ) -> Outcome {
        let site = |purpose| RollSite { purpose, rule: Rule::ll(3) };
        let by_lot = first.is_none();
        let lot = chance.die(site(Purpose::SetUp), 2);
        let started = first.unwrap_or(if lot == 1 { Side::A } else { Side::B });
        if let Some((purpose, least)) = self.panics_below {
            let rolled = chance.die(site(purpose), 255);
            assert!(rolled >= least, "the toy broke at {rolled}");
        }
        let decided = chance.die(site(Purpose::SetUp), 20) >= self.decided_from;

        let mut game = Game { toy: self, observer, holder: started };
        game.tell(Event::Begins { side: started, by_lot });
        let (mut actions, mut streak, mut counters) = (0, 0, 0);
        let mut points = BySide([0; 2]);
        let mut losses = BySide([0; 2]);
        let ending = loop {
            if decided {
                break Ending::Won { side: Side::A, goal: None };
            }
            if actions == self.cap {
                break Ending::Cap;
            }
            let side = game.holder;
            actions += 1;
            streak += 1;
            counters += 1;
            game.tell(Event::Acts {
                number: actions,
                side,
                action: ActionKind::Shoot,
                figures: 1,
                target: None,
                destination: None,
                place: None,
                first: None,
                card: None,
            });
            let rolled = chance.die(site(Purpose::Shooting), 6);
            if rolled >= self.to_hit {
                points[side] += 1;
                losses[!side] += 1;
                game.tell(Event::Dies { figure: FigureId::new(!side, 0), cause: Cause::Shot });
            }
            // A fight that goes on by itself can decide the game at the same moment.
            if chance.die(site(Purpose::Melee), 20) == 1 {
                points[!side] += 1;
                losses[side] += 1;
            }
            match points.0.map(|points| points >= self.points) {
                [true, true] => break Ending::Draw(Draw::Both),
                [true, false] => break won(Side::A),
                [false, true] => break won(Side::B),
                [false, false] => {}
            }
            let needed = self.needed[!side] - 2 * counters;
            let rolled = i32::from(chance.die(site(Purpose::Initiative), 20));
            let success = rolled >= needed;
            game.tell(Event::SeizeRoll { side: !side, rolled, needed, success, attempt: streak });
            if success {
                game.holder = !side;
                game.tell(Event::Passes { to: !side, streak });
                (streak, counters) = (0, 0);
            }
        };
        game.tell(Event::Ends { ending, streak });
        Outcome {
            ending,
            actions,
            losses,
            activations: 2 * actions,
            started,
            first_mover: Some(started),
            longest_streak: 0,
        }
    }

    fn starts_by_lot(&self) -> bool {
        self.by_lot
    }

    fn seize_dice(&self) -> Dice {
        Dice::one(20)
    }
}

fn won(side: Side) -> Ending {
    Ending::Won { side, goal: Some(side.index() as u8) }
}

struct Game<'a, O> {
    toy: &'a Toy,
    observer: &'a mut O,
    holder: Side,
}

impl<O: Observer> Game<'_, O> {
    fn tell(&mut self, event: Event) {
        let scene = Scene {
            battle: &self.toy.battle,
            positions: BySide([&[], &[]]),
            alive: BySide([0; 2]),
            engaged: BySide([0; 2]),
            holder: self.holder,
        };
        self.observer.event(&scene, &event);
    }
}

/// A small battle, since a scene must have one.
fn battle() -> Battle {
    let effects = EffectRow { push_back: 1, retreat: 3, kill: 5 };
    let rules = Rulebook {
        name: "toy".into(),
        system: System::Lloyd,
        fighting: skirmish_engine::rulebook::Fighting::default(),
        control: skirmish_engine::rulebook::Control::default(),
        fire: skirmish_engine::rulebook::Fire::default(),
        hand_to_hand: skirmish_engine::rulebook::HandToHand::default(),
        techniques: skirmish_engine::rulebook::Techniques::default(),
        osric: skirmish_engine::rulebook::Osric::default(),
        steps: skirmish_engine::rulebook::Steps::default(),
        points: skirmish_engine::rulebook::Points::default(),
        segments: skirmish_engine::rulebook::Segments::default(),
        warspike: skirmish_engine::rulebook::WarSpike::default(),
        troops: vec![TroopType {
            name: "average".into(),
            base: 19,
            quality: 2,
            count: 0,
            rate: None,
            skills: skirmish_engine::rulebook::Skills::default(),
            technique: 6,
            stack: skirmish_engine::rulebook::Stack::even(6),
            body: skirmish_engine::rulebook::Body::default(),
            nature: skirmish_engine::rulebook::Nature::default(),
            profile: Vec::new(),
            gear: Vec::new(),
        }],
        ranks: Vec::new(),
        seize: SeizeTable { dice: Dice::one(20), everyone_fights_up_to: 3, factors: Vec::new() },
        options: LloydOptions::default(),
        aim: AimReading::default(),
        movement: Movement {
            foot: 6 * UNIT,
            mounted: 12 * UNIT,
            slow_factor: 2,
            group: 4 * UNIT,
            reaction: 4 * UNIT,
            base: UNIT,
            contact_gap: UNIT / 8,
            paces: None,
            strides: None,
        },
        weapons: vec![Weapon {
            name: "sword".into(),
            missile: None,
            stick: None,
            reach: 0,
            ranks: 1,
            supports: false,
            harm: skirmish_engine::rulebook::Harm::default(),
            handling: skirmish_engine::rulebook::Handling::default(),
            profile: Vec::new(),
        }],
        shooting: Shooting {
            dice: Dice::one(10),
            reactive: -1,
            screened: -1,
            protected: -2,
            cover_distance: UNIT,
            effect_dice: Dice::one(6),
            effect: [effects; 3],
        },
        melee: Melee {
            dice: Dice::one(6),
            reach: 1,
            support: 1,
            support_most: 2,
            barricade: 1,
            effect: effects,
        },
        morale: Morale { start: 10, figure_lost: 1, leader_lost: 3 },
    };
    let side = |name: &str, x| SideSpec {
        name: name.into(),
        units: vec![UnitSpec {
            name: "all".into(),
            leader: None,
            morale: None,
            formation: skirmish_engine::rulebook::Formation::default(),
            facing: Point::default(),
            on_hold: false,
            hidden: false,
            bot: None,
        }],
        figures: vec![FigureSpec {
            name: "one".into(),
            unit: UnitId(0),
            troops: 0,
            rank: None,
            weapon: 0,
            mounted: false,
            commands_all: false,
            at: Point::new(x, 12 * UNIT),
        }],
        blocks: Vec::new(),
        cards: Vec::new(),
        wins: Vec::new(),
        scores: Vec::new(),
        objective: None,
        exit: None,
        surprised_on: None,
        bot: Bot::default(),
    };
    let spec = BattleSpec {
        rules,
        width: 24 * UNIT,
        height: 24 * UNIT,
        features: Vec::new(),
        places: Vec::new(),
        events: Vec::new(),
        sides: BySide([side("A", 4 * UNIT), side("B", 20 * UNIT)]),
        starts: None,
        cap: skirmish_engine::battle::Time::actions(100),
    };
    Battle::new(spec).expect("a battle of two figures")
}
