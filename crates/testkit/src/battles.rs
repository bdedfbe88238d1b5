//! Battles built by hand, without files: the flank run and others, and dice to play them.

use crate::common;
use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::battle::*;
use skirmish_engine::bot::Test;
use skirmish_engine::bot::*;
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::rulebook::*;
use skirmish_engine::side::{BySide, Side};

pub const fn quarters(number: i32) -> Len {
    number * UNIT / 4
}

pub const fn inches(number: i32) -> Len {
    number * UNIT
}

pub const fn point(x: i32, y: i32) -> Point {
    Point::new(inches(x), inches(y))
}

const POOR: usize = 0;
const AVERAGE: usize = 1;
const GOOD: usize = 2;

const ADEQUATE: usize = 0;
const HEROIC: usize = 1;

const SWORD: usize = 0;
const SPEAR: usize = 1;
const BOW: usize = 2;
const CROSSBOW: usize = 3;
const JAVELIN: usize = 4;

/// Returns Lloyd's rules as the first scenarios had them: fewer troop types and leaders, other weapons and effects.
pub fn rules() -> Rulebook {
    let sheet = common::rules();
    let weapon = |name: &str, missile, reach, ranks| Weapon {
        name: name.to_owned(),
        missile,
        reach,
        ranks,
        ..Weapon::default()
    };
    let missile = |range: [i32; 3], to_hit, mobility| {
        Some(Missile { range: range.map(inches), to_hit, mobility })
    };
    let row = |push_back, retreat, kill| EffectRow { push_back, retreat, kill };
    Rulebook {
        troops: sheet.troops[common::POOR..=common::GOOD].to_vec(),
        ranks: [sheet.ranks[1].clone(), sheet.ranks[common::HEROIC].clone()].to_vec(),
        options: LloydOptions::default(),
        weapons: vec![
            weapon("sword", None, 0, 1),
            weapon("spear", None, 1, 2),
            weapon("bow", missile([8, 16, 24], [5, 6, 8], Mobility::Half), 0, 1),
            weapon("crossbow", missile([8, 16, 24], [4, 6, 8], Mobility::Still), 0, 1),
            weapon("javelin", missile([4, 8, 10], [5, 6, 8], Mobility::Full), 0, 1),
        ],
        shooting: Shooting {
            cover_distance: inches(1),
            effect: [row(3, 7, 8), row(4, 8, 9), row(5, 9, 10)],
            ..sheet.shooting
        },
        melee: Melee { support_most: 2, barricade: 2, effect: row(2, 4, 5), ..sheet.melee },
        ..sheet
    }
}

fn tests(conditions: &[Condition]) -> Vec<Test> {
    let test = |condition: &Condition| Test { condition: *condition, expected: true };
    conditions.iter().map(test).collect()
}

pub fn bot(name: &str, lines: &[(&[Condition], Act)], reactions: &[(&[Condition], React)]) -> Bot {
    Bot {
        name: name.to_owned(),
        lines: lines.iter().map(|(when, act)| Line { when: tests(when), act: *act }).collect(),
        reactions: reactions
            .iter()
            .map(|(when, react)| Line { when: tests(when), act: *react })
            .collect(),
        ..Bot::default()
    }
}

/// Adds a unit in ranks of four, its leader first.
fn body(
    side: &mut SideSpec,
    name: &str,
    figures: i32,
    (troops, weapon): (usize, usize),
    leader: Option<(&str, usize)>,
    at: Point,
) {
    let unit = UnitId(side.units.len() as u8);
    side.units.push(UnitSpec {
        name: name.to_owned(),
        leader: leader.map(|_| side.figures.len()),
        ..UnitSpec::default()
    });
    for k in 0..figures {
        let leader = leader.filter(|_| k == 0);
        side.figures.push(FigureSpec {
            name: leader.map_or_else(|| format!("{name} {}", k + 1), |(name, _)| name.to_owned()),
            unit,
            troops,
            rank: leader.map(|(_, rank)| rank),
            weapon,
            at: Point::new(at.x + k % 4 * quarters(6), at.y + k / 4 * quarters(6)),
            ..FigureSpec::default()
        });
    }
}

fn side(name: &str, bot: Bot) -> SideSpec {
    SideSpec { name: name.to_owned(), objective: Some(SHRINE), bot, ..SideSpec::default() }
}

fn feature(name: &str, low: Point, high: Point) -> FeatureSpec {
    FeatureSpec {
        name: name.to_owned(),
        corners: vec![low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)],
        sight: SightEffect::BlockBeyond(0),
        cover: Cover::None,
        going: Going::Barred,
        breaks_off: false,
        opened_by: None,
    }
}

pub const SHRINE: PlaceId = PlaceId(0);
const ALARM: EventId = EventId(0);

/// Returns the flank run: the Raiders want to run past the Watch to the shrine.
pub fn flank_run() -> BattleSpec {
    let runner = bot(
        "runner",
        &[
            (&[Condition::Engaged], Act::Fight),
            (
                &[Condition::EnemyHoldsObjective, Condition::EnemyWithinCharge],
                Act::Charge(Pick::Nearest),
            ),
            (&[], Act::Move(Goal::Objective)),
            (&[], Act::Stand),
        ],
        &[(&[Condition::EnemyInMediumRange], React::Shoot), (&[], React::Run)],
    );
    let holder = bot(
        "holder",
        &[
            (&[Condition::Engaged], Act::Fight),
            (&[Condition::OrderCardOpen], Act::CarryOutOrder),
            (&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
            (&[Condition::EnemyInRange], Act::Shoot(Pick::Nearest)),
            (&[], Act::Stand),
        ],
        &[(&[Condition::EnemyInMediumRange], React::Shoot), (&[], React::Engage)],
    );
    let mut raiders = side("Raiders", runner);
    body(&mut raiders, "Bran's band", 8, (AVERAGE, BOW), Some(("Bran", ADEQUATE)), point(5, 5));
    raiders.wins = vec![WinSpec::Holds(Hold::of(SHRINE, 3))];
    let mut watch = side("Watch", holder);
    body(&mut watch, "Gate", 6, (GOOD, SPEAR), Some(("Osric", HEROIC)), point(26, 19));
    body(&mut watch, "Tower", 3, (POOR, CROSSBOW), None, point(38, 26));
    watch.wins = vec![WinSpec::After(Time::actions(60))];
    watch.cards = vec![CardSpec {
        name: String::from("Gate: to the shrine"),
        figures: (0..6).collect(),
        task: Task::Occupy(SHRINE),
        when: tests(&[Condition::Happened(ALARM)]),
    }];
    let mut hedge = feature("hedge", point(8, 20), point(20, 21));
    (hedge.sight, hedge.cover, hedge.going) = (SightEffect::Clear, Cover::Screen, Going::Slow);
    BattleSpec {
        rules: rules(),
        width: inches(48),
        height: inches(36),
        features: vec![feature("house", point(18, 12), point(24, 17)), hedge],
        ways: Vec::new(),
        places: vec![PlaceSpec {
            name: String::from("the shrine"),
            at: point(44, 32),
            radius: inches(2),
        }],
        events: vec![EventSpec {
            name: String::from("the alarm is raised"),
            side: Side::B,
            when: tests(&[Condition::EnemyWithinOf(inches(16), SHRINE)]),
        }],
        sides: BySide([raiders, watch]),
        starts: Some(Side::A),
        cap: Time::actions(200),
    }
}

/// Returns a battle of two warbands that attack with everything they have, and leave by their edges after heavy losses.
pub fn brawl() -> BattleSpec {
    let captain = bot(
        "captain",
        &[
            (&[Condition::Engaged], Act::Fight),
            (&[Condition::OrderCardOpen], Act::CarryOutOrder),
            (&[Condition::LossesAtLeast(6)], Act::Escape),
            (
                &[Condition::HasLeader, Condition::Stragglers, Condition::StreakAtLeast(3)],
                Act::ToMe,
            ),
            (&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
            (&[Condition::CountersAtLeast(1)], Act::Charge(Pick::Leader)),
            (&[Condition::EnemyInMediumRange], Act::AllShoot),
            (&[Condition::HasMissiles], Act::Shoot(Pick::Weakest)),
            (&[], Act::Appear),
            (&[], Act::Charge(Pick::Nearest)),
        ],
        &[
            (&[Condition::EnemyInMediumRange], React::Shoot),
            (&[Condition::Outnumbered], React::Run),
            (&[], React::Engage),
        ],
    );
    let mut spec = flank_run();
    let band = |name: &str, captain: Bot, leaders: [&str; 2], y: i32, exit| {
        let mut side = side(name, captain);
        body(
            &mut side,
            &format!("{} men", leaders[0]),
            6,
            (AVERAGE, SPEAR),
            Some((leaders[0], HEROIC)),
            point(20, y),
        );
        body(
            &mut side,
            &format!("{} men", leaders[1]),
            6,
            (POOR, SWORD),
            Some((leaders[1], ADEQUATE)),
            point(30, y),
        );
        body(
            &mut side,
            "Skirmishers",
            4,
            (GOOD, if y < 18 { BOW } else { JAVELIN }),
            None,
            point(10, y),
        );
        side.exit = Some(exit);
        side
    };
    let mut north = band("North", captain.clone(), ["Harald", "Sven"], 30, Edge::Top);
    let south = band("South", captain, ["Guy", "Odo"], 4, Edge::Bottom);
    north.cards = vec![CardSpec {
        name: String::from("Harald: kill Guy"),
        figures: vec![0, 1, 2],
        task: Task::Kill(FigureId::new(Side::B, 0)),
        when: Vec::new(),
    }];
    spec.sides = BySide([north, south]);
    spec.events.clear();
    spec.starts = None;
    spec
}

/// Dice from a small generator, the same everywhere.
pub struct Lcg(pub u64);

impl Chance for Lcg {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(sides)) as u8 + 1
    }
}

/// Returns the rules of petite guerre; lengths are in paces.
pub fn petite_guerre() -> Rulebook {
    let troops = |name: &str, command, aimed, melee| TroopType {
        name: name.to_owned(),
        base: 19,
        quality: 2,
        skills: Skills { command, aimed, melee, sure_footed: false },
        technique: 6,
        stack: Stack::even(6),
        ..TroopType::default()
    };
    let marks =
        [(5, 3), (10, 5), (20, 7), (30, 9), (40, 11), (50, 12), (60, 13), (80, 15), (100, 17)]
            .map(|(far, needed)| (inches(far), needed));
    let rates = |slow, fast| [[slow, 2 * slow, fast].map(inches); 2];
    let mut rules = rules();
    rules.name = String::from("petite-guerre");
    rules.system = System::PetiteGuerre;
    rules.fighting = Fighting::PetiteGuerre;
    rules.troops = vec![
        troops("militia", 6, 6, 6),
        troops("line infantry", 8, 8, 8),
        troops("light infantry", 8, 10, 6),
    ];
    rules.weapons = vec![Weapon {
        name: String::from("musket"),
        stick: Stick::new(&marks),
        ranks: 1,
        ..Weapon::default()
    }];
    rules.movement.group = inches(8);
    rules.movement.paces = Some(Paces { infantry: rates(6, 18), cavalry: rates(12, 36) });
    rules.fire.cover_distance = inches(1);
    // Control replaces morale.
    rules.morale = Morale::default();
    rules
}

/// Returns a battle in which a line of regulars, with light infantry in front, meets rebels behind a hedge.
pub fn outpost() -> BattleSpec {
    let sharpshooter = bot(
        "sharpshooter",
        &[
            (&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
            (&[Condition::Unloaded], Act::Reload),
            (&[Condition::EnemyWithin(inches(40))], Act::ShootInHaste(Pick::Nearest)),
            (&[Condition::EnemyInRange], Act::Shoot(Pick::Nearest)),
            (&[], Act::Run(Goal::Objective)),
            (&[], Act::Stand),
        ],
        &[],
    );
    let drill = bot(
        "drill",
        &[
            (&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
            (&[Condition::Unloaded], Act::Reload),
            (&[Condition::EnemyInMediumRange], Act::Volley(2)),
            (&[Condition::InLine], Act::Move(Goal::Objective)),
            (&[Condition::EnemyInRange], Act::Shoot(Pick::Nearest)),
            (&[], Act::Move(Goal::Objective)),
            (&[], Act::Stand),
        ],
        &[],
    );
    let mut rebels = side("Rebels", sharpshooter);
    body(&mut rebels, "Rangers", 8, (2, 0), Some(("Tom Box", ADEQUATE)), point(56, 62));
    body(&mut rebels, "Militia", 6, (0, 0), None, point(70, 64));
    rebels.wins = vec![WinSpec::After(Time::turns(40))];
    let mut regulars = side("Regulars", drill);
    body(&mut regulars, "Line", 12, (1, 0), Some(("Lt Fox", HEROIC)), point(60, 10));
    body(&mut regulars, "Lights", 6, (2, 0), None, point(76, 46));
    regulars.units[0].formation = Formation::Line { ranks: 3 };
    regulars.wins = vec![WinSpec::Losses { figures: 11 }];
    let mut hedge = feature("hedge", point(52, 60), point(70, 61));
    (hedge.sight, hedge.cover, hedge.going) = (SightEffect::Clear, Cover::Screen, Going::Slow);
    let mut spec = flank_run();
    spec.rules = petite_guerre();
    (spec.width, spec.height) = (inches(120), inches(90));
    spec.features = vec![hedge];
    spec.places =
        vec![PlaceSpec { name: String::from("the farm"), at: point(60, 66), radius: inches(6) }];
    spec.events.clear();
    for side in Side::BOTH {
        for unit in &mut [&mut rebels, &mut regulars][side.index()].units {
            unit.facing = Point::new(0, if side == Side::A { -1 } else { 1 });
        }
    }
    spec.sides = BySide([rebels, regulars]);
    spec.starts = None;
    spec
}
