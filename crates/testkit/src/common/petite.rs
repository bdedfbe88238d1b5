//! Small battles under petite guerre, with its published values and those assumed by the shipped rulebook. Lengths: paces.

use super::{Field, Played, inches as paces, line, rules as lloyd};
use skirmish_engine::battle::geometry::{Len, Point};
use skirmish_engine::battle::{FigureId, Time, UnitId, WinSpec};
use skirmish_engine::bot::{Act, Pick};
use skirmish_engine::event::{
    Cause, ControlResult, ControlTest, Event, FireKind, Pressure, TargetCondition,
};
use skirmish_engine::rulebook::{
    Fighting, Formation, Morale, Paces, Rulebook, Skills, Stick, System, TroopType, Weapon,
};
use skirmish_engine::side::{BySide, Side};

// Published: civilians d8+d4, line infantry d8+d8, light infantry d8+d10.
pub const CIVILIAN: usize = 0;
pub const MILITIA: usize = 1;
pub const LINE: usize = 2;
pub const LIGHT: usize = 3;
pub const RANGER: usize = 4;

pub const MUSKET: usize = 0;
pub const PISTOL: usize = 1;
pub const CARBINE: usize = 2;
pub const BLUNDERBUSS: usize = 3;
pub const SWIVEL: usize = 4;
pub const BOW: usize = 5;
pub const SABRE: usize = 6;

/// What a musket needs at each distance in paces; 11 at 40 is published.
pub const MUSKET_STICK: [(f64, i32); 9] = [
    (5.0, 3),
    (10.0, 5),
    (20.0, 7),
    (30.0, 9),
    (40.0, 11),
    (50.0, 12),
    (60.0, 13),
    (80.0, 15),
    (100.0, 17),
];

fn stick(marks: &[(f64, i32)]) -> Option<Stick> {
    let marks: Vec<(Len, i32)> = marks.iter().map(|(far, n)| (paces(*far), *n)).collect();
    Some(Stick::new(&marks).expect("marks that ascend"))
}

/// Returns the musket's stick with every distance multiplied.
fn scaled(by: f64) -> Option<Stick> {
    stick(&MUSKET_STICK.map(|(far, needed)| (far * by, needed)))
}

pub fn rules() -> Rulebook {
    let troop = |name: &str, die, sure_footed| TroopType {
        name: name.to_owned(),
        base: 19,
        quality: 2,
        skills: Skills { command: die, aimed: die, melee: die, sure_footed },
        technique: 6,
        stack: skirmish_engine::rulebook::Stack::even(6),
        ..TroopType::default()
    };
    let weapon =
        |name: &str, stick| Weapon { name: name.to_owned(), stick, ranks: 1, ..Weapon::default() };
    let mut rules = lloyd();
    rules.name = "petite-guerre".to_owned();
    rules.system = System::PetiteGuerre;
    rules.fighting = Fighting::PetiteGuerre;
    rules.troops = vec![
        troop("civilian", 4, false),
        troop("militia", 6, false),
        troop("line", 8, false),
        troop("light", 10, false),
        troop("ranger", 12, true),
    ];
    rules.weapons = vec![
        weapon("musket", stick(&MUSKET_STICK)),
        weapon("pistol", scaled(0.25)),
        weapon("carbine", scaled(0.75)),
        weapon("blunderbuss", scaled(0.375)),
        weapon("swivel gun", scaled(1.5)),
        weapon("bow", scaled(0.5)),
        weapon("sabre", None),
    ];
    rules.morale = Morale::default();
    rules.movement.group = paces(8.0);
    rules.movement.base = paces(3.0);
    rules.movement.paces = Some(Paces {
        infantry: [[6.0, 12.0, 18.0].map(paces); 2],
        cavalry: [[12.0, 24.0, 36.0].map(paces); 2],
    });
    rules.fire.cover_distance = paces(3.0);
    rules
}

/// Returns an open board of 200 by 150 paces. Side A faces right, side B left; A has the first turn.
pub fn field() -> Field {
    let mut field = Field::new();
    field.spec.rules = rules();
    field.spec.width = paces(200.0);
    field.spec.height = paces(150.0);
    for side in Side::BOTH {
        field.spec.sides[side].units[0].facing = ahead(side);
    }
    field
}

/// Ends the game after this many turns, with the last one's melee, which the cap on actions could cut off.
pub fn ends_after(field: &mut Field, turns: u32) {
    field.wins(Side::B, WinSpec::After(Time::turns(turns)));
}

/// Returns the direction in which a side faces at the start.
pub const fn ahead(side: Side) -> Point {
    match side {
        Side::A => Point::new(1, 0),
        Side::B => Point::new(-1, 0),
    }
}

/// Adds a unit to a side; `enlist` puts figures in it.
pub fn unit(field: &mut Field, side: Side, name: &str) -> UnitId {
    let unit = field.unit(side, name);
    field.spec.sides[side].units[unit.0 as usize].facing = ahead(side);
    unit
}

/// Forms a side's first unit in line, `ranks` of `files` figures, the first at (x, y) and the files upward.
pub fn form_line(
    field: &mut Field,
    side: Side,
    troops: usize,
    ranks: u8,
    files: usize,
    (x, y): (f64, f64),
) -> Vec<FigureId> {
    let back = if side == Side::A { -3.25 } else { 3.25 };
    let mut men = Vec::new();
    for rank in 0..ranks {
        for file in 0..files {
            let at = (x + back * f64::from(rank), y + 3.25 * file as f64);
            men.push(field.figure(side, troops, MUSKET, at.0, at.1));
        }
    }
    field.spec.sides[side].units[0].formation = Formation::Line { ranks };
    men
}

/// Returns a field with a musketeer of side A that shoots and a figure of side B `apart` paces away that stands.
pub fn duel(troops: usize, apart: f64) -> (Field, FigureId, FigureId) {
    let mut field = field();
    let a = field.figure(Side::A, troops, MUSKET, 50.0, 75.0);
    let b = field.figure(Side::B, LINE, MUSKET, 50.0 + apart, 75.0);
    field.bot(Side::A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    (field, a, b)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fired {
    pub shooter: FigureId,
    pub target: FigureId,
    pub fire: FireKind,
    pub condition: TargetCondition,
    pub dice: [u8; 2],
    pub needed: i32,
    pub rolled: i32,
    pub hit: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tested {
    pub side: Side,
    pub unit: u8,
    pub test: ControlTest,
    pub die: u8,
    pub result: ControlResult,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bout {
    pub both: [FigureId; 2],
    pub dice: [u8; 2],
    pub advantage: [bool; 2],
    pub rolled: [i32; 2],
    pub hits: [bool; 2],
}

impl Played {
    pub fn fired(&self) -> Vec<Fired> {
        self.find(|event| match *event {
            Event::Fires {
                shooter, target, fire, condition, dice, needed, rolled, hit, ..
            } => Some(Fired { shooter, target, fire, condition, dice, needed, rolled, hit }),
            _ => None,
        })
    }

    pub fn tests(&self) -> Vec<Tested> {
        self.find(|event| match *event {
            Event::ControlTest { side, unit, test, die, result, .. } => {
                Some(Tested { side, unit: unit.0, test, die, result })
            }
            _ => None,
        })
    }

    pub fn bouts(&self) -> Vec<Bout> {
        self.find(|event| match *event {
            Event::Clashes { a, b, dice, advantage, rolled, hits, .. } => {
                Some(Bout { both: [a, b], dice, advantage, rolled, hits })
            }
            _ => None,
        })
    }

    /// Returns units put out of control, and the cause.
    pub fn pressed(&self) -> Vec<(Side, u8, Pressure)> {
        self.find(|event| match *event {
            Event::LosesControl { side, unit, pressure } => Some((side, unit.0, pressure)),
            _ => None,
        })
    }

    /// Returns attempts of single figures to reload: the figure, the die, and whether it succeeded.
    pub fn reloads(&self) -> Vec<(FigureId, u8, bool)> {
        self.find(|event| match *event {
            Event::Reloads { figure, die, loaded, .. } => Some((figure, die, loaded)),
            _ => None,
        })
    }

    /// Returns attempts of ranks and platoons to reload: the rank, the number of figures, the number needed, and success.
    pub fn rank_reloads(&self) -> Vec<(Option<u8>, u32, i32, bool)> {
        self.find(|event| match *event {
            Event::RankReloads { rank, figures, needed, loaded, .. } => {
                Some((rank, figures.count_ones(), needed, loaded))
            }
            _ => None,
        })
    }

    /// Returns figures hit by volleys: condition, number needed, and roll.
    pub fn hits_fallen(&self) -> Vec<(FigureId, TargetCondition, i32, i32)> {
        self.find(|event| match *event {
            Event::HitFalls { figure, condition, needed, rolled, .. } => {
                Some((figure, condition, needed, rolled))
            }
            _ => None,
        })
    }

    /// Returns figures struck, the cause, and whether it killed.
    pub fn struck(&self) -> Vec<(FigureId, Cause, bool)> {
        self.find(|event| match *event {
            Event::Struck { figure, cause, kills, .. } => Some((figure, cause, kills)),
            _ => None,
        })
    }

    pub fn ran_off(&self) -> Vec<FigureId> {
        self.find(|event| match *event {
            Event::RoutsOff { figure } => Some(figure),
            _ => None,
        })
    }

    /// Returns how far each figure is from where it started, in a straight line.
    pub fn gone(&self, start: &Field) -> BySide<Vec<Len>> {
        BySide::from_fn(|side| {
            let figures = start.spec.sides[side].figures.iter();
            let ends = self.places[side].iter();
            figures.zip(ends).map(|(f, end)| f.at.distance(*end)).collect()
        })
    }
}
