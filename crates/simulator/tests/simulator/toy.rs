//! A toy game with everything that tallies count: both sides act, shoot for points and try to seize the initiative.

use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::{Point, UNIT};
use skirmish_engine::battle::{Battle, BattleSpec, FigureSpec, SideSpec, UnitSpec};
use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{ActionKind, Cause, Draw, Ending, Event, Observer, Scene};
use skirmish_engine::game::Outcome;
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Movement, Rulebook, TroopType, Weapon};
use skirmish_engine::side::{BySide, Side};
use skirmish_simulator::{Driver, Facts};

pub(crate) struct Toy {
    /// The battle that scenes show.
    pub(crate) battle: Battle,
    /// The number needed to seize, before counters.
    pub(crate) needed: BySide<i32>,
    /// Hits that win.
    pub(crate) points: u32,
    /// The least roll of a d6 that hits.
    pub(crate) to_hit: u8,
    /// The most actions.
    pub(crate) cap: u32,
    /// Whether the start is by lot.
    pub(crate) by_lot: bool,
    /// The game panics if the first die of this purpose shows less than this.
    pub(crate) panics_below: Option<(Purpose, u8)>,
    /// A set-up roll of at least this on a d20 wins the game for A, with either side starting.
    pub(crate) decided_from: u8,
}

impl Toy {
    /// A toy where starting is an advantage.
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
    type Workspace = ();

    fn workspace(&self) {}

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
            // An ongoing fight may decide the game at the same moment.
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

fn battle() -> Battle {
    let rules = Rulebook {
        troops: vec![TroopType { quality: 2, ..TroopType::default() }],
        movement: Movement { foot: 6 * UNIT, base: UNIT, ..Movement::default() },
        weapons: vec![Weapon { ranks: 1, ..Weapon::default() }],
        ..Rulebook::default()
    };
    let side = |name: &str, x| SideSpec {
        name: name.into(),
        units: vec![UnitSpec::default()],
        figures: vec![FigureSpec { at: Point::new(x, 12 * UNIT), ..FigureSpec::default() }],
        ..SideSpec::default()
    };
    let spec = BattleSpec {
        rules,
        width: 24 * UNIT,
        height: 24 * UNIT,
        features: Vec::new(),
        places: Vec::new(),
        ways: Vec::new(),
        events: Vec::new(),
        sides: BySide([side("A", 4 * UNIT), side("B", 20 * UNIT)]),
        starts: None,
        cap: skirmish_engine::battle::Time::actions(100),
    };
    Battle::new(spec).expect("a battle of two figures")
}
