//! Shots, reloading, melee and effects of hits with skill dice (petite guerre, PG-07 to PG-14).

use skirmish_engine::battle::geometry::Len;
use skirmish_engine::battle::{Battle, FigureId, MAX_FIGURES, UnitId};
use skirmish_engine::event::{Cause, Event, FireKind, TargetCondition};
use skirmish_engine::rulebook::{Fire, Loader, MOST_MARKS, MOST_RANKS, Stick};
use skirmish_engine::side::{BySide, Side};

use crate::additive::additive;
use crate::die_rows::DieRows;
use crate::sums::RatioSums;
use crate::trials::Trials;

const FIRES: usize = FireKind::ALL.len();
const CONDITIONS: usize = TargetCondition::ALL.len();

/// Rolls to reload with a row of their own; later ones share the last row.
pub const MOST_ROLLS: usize = 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FightingLayout {
    dice: DieRows,
    fire: Fire,
    /// The least melee roll that reaches the enemy.
    to_hit: i32,
    /// The carried weapons with a stick, by index in the rulebook.
    weapons: Vec<(usize, Stick)>,
    /// For each figure the index of its weapon among these.
    carries: BySide<Vec<u8>>,
    ranks: BySide<Vec<Option<(UnitId, u8)>>>,
}

impl FightingLayout {
    pub(crate) fn of(battle: &Battle) -> Option<Self> {
        let spec = battle.spec();
        let fire = spec.rules.fire;
        if !spec.rules.fighting.has_skill_dice() {
            return None;
        }
        let skills = Side::BOTH
            .into_iter()
            .flat_map(|side| battle.traits_of(side))
            .flat_map(|traits| [traits.skills.aimed, traits.skills.melee]);
        let others = [fire.aim, fire.haste, fire.volley, fire.volley_reload_die];
        let mut weapons: Vec<(usize, Stick)> = Vec::new();
        let carries = BySide::from_fn(|side| {
            let figures = spec.sides[side].figures.iter();
            let row = |weapon: usize| {
                let Some(stick) = spec.rules.weapons[weapon].stick else {
                    return u8::MAX;
                };
                let known = weapons.iter().position(|(other, _)| *other == weapon);
                known.unwrap_or_else(|| {
                    weapons.push((weapon, stick));
                    weapons.len() - 1
                }) as u8
            };
            figures.map(|figure| figure.weapon).map(row).collect()
        });
        let ranks = BySide::from_fn(|side| {
            let traits = battle.traits_of(side).iter();
            traits.map(|traits| traits.rank.map(|rank| (traits.unit, rank))).collect()
        });
        Some(Self {
            dice: DieRows::of(skills.chain(others)),
            fire,
            to_hit: spec.rules.hand_to_hand.hit,
            weapons,
            carries,
            ranks,
        })
    }

    fn shot_row(&self, side: Side, weapon: usize, shot: &ShotKind) -> usize {
        let mut row = side.index() * self.weapons.len() + weapon;
        for (part, parts) in [
            (shot.fire as usize, FIRES),
            (self.dice.row(shot.dice[0]), self.dice.count()),
            (self.dice.row(shot.dice[1]), self.dice.count()),
            (shot.condition as usize, CONDITIONS),
            (shot.mark, MOST_MARKS),
        ] {
            row = row * parts + part;
        }
        row
    }

    fn shot_rows(&self) -> usize {
        let dice = self.dice.count();
        2 * self.weapons.len() * FIRES * dice * dice * CONDITIONS * MOST_MARKS
    }

    fn needed(&self, weapon: usize, mark: usize, condition: TargetCondition) -> i32 {
        self.weapons[weapon].1.needed(mark) + self.fire.adds(condition)
    }

    fn reload_row(&self, side: Side, loader: Loader, die: u8) -> usize {
        (side.index() * Loader::ALL.len() + loader as usize) * self.dice.count()
            + self.dice.row(die)
    }

    fn clash_row(&self, clash: &ClashKind) -> usize {
        let [one, other] = clash.dice.map(|die| self.dice.row(die));
        let mut row = one * self.dice.count() + other;
        for advantage in clash.advantage {
            row = 2 * row + usize::from(advantage);
        }
        row
    }
}

/// What the chance of a shot depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShotKind {
    /// The kind of fire.
    pub fire: FireKind,
    /// The faces of the dice; the second is 0 for the single die of a volley.
    pub dice: [u8; 2],
    /// The condition of the target.
    pub condition: TargetCondition,
    /// The mark of the stick.
    pub mark: usize,
}

/// Shots of one kind: x hits in y shots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shots<'a> {
    /// The weapon, by index in the rulebook.
    pub weapon: usize,
    /// What they have in common.
    pub kind: ShotKind,
    /// The distance of the mark.
    pub distance: Len,
    /// The number needed.
    pub needed: i32,
    /// Hits in shots.
    pub hits: &'a RatioSums,
}

/// Rolls to reload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reloads<'a> {
    /// Who loads.
    pub loader: Loader,
    /// The faces of the die.
    pub die: u8,
    /// The number of the roll since the weapon was fired, where [`MOST_ROLLS`] includes all later ones; `None` for all rolls.
    pub roll: Option<u32>,
    /// Successes in rolls.
    pub loaded: &'a RatioSums,
}

/// Hits, and those that killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strikes<'a> {
    /// The cause of the hits.
    pub cause: Cause,
    /// Whether the figure was wounded before.
    pub again: bool,
    /// Deaths in hits.
    pub killed: &'a RatioSums,
}

/// What the result of a bout depends on, with side A's figure first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClashKind {
    /// The faces of the M dice; 0 for a second figure's opponent, which does not roll.
    pub dice: [u8; 2],
    /// Whether each rolling figure has an advantage, which is already in its die.
    pub advantage: [bool; 2],
}

/// The results of a bout, in the order of [`Clashes::results`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClashResult {
    /// Only side A's figure hits.
    FirstHits,
    /// Only side B's figure hits.
    SecondHits,
    /// Both hit.
    BothHit,
    /// Both reach the number, and parry.
    Parry,
    /// Neither reaches it.
    Nothing,
}

impl ClashResult {
    /// Every result; `result as usize` is its index here.
    pub const ALL: [Self; 5] =
        [Self::FirstHits, Self::SecondHits, Self::BothHit, Self::Parry, Self::Nothing];
}

/// Bouts of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clashes<'a> {
    /// What they have in common.
    pub kind: ClashKind,
    /// For each [`ClashResult`], how often it came up in how many bouts.
    pub results: &'a [RatioSums; 5],
}

/// Results of shots, reloading and melee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fighting {
    layout: FightingLayout,
    fire: Trials<1>,
    shots: Trials<1>,
    strikes: Trials<1>,
    reloads: Trials<1>,
    reloads_at: Trials<1>,
    clashes: Trials<5>,
    /// Shots with numbers that their stick lacks (WS-02), which are in no row.
    pub strays: u64,
}

impl Fighting {
    pub(crate) fn new(layout: FightingLayout) -> Self {
        let dice = layout.dice.count();
        let loaders = 2 * Loader::ALL.len() * dice;
        Self {
            fire: Trials::new(2 * FIRES),
            shots: Trials::new(layout.shot_rows()),
            strikes: Trials::new(2 * 2 * 2),
            reloads: Trials::new(loaders),
            reloads_at: Trials::new(loaders * MOST_ROLLS),
            clashes: Trials::new(dice * dice * 2 * 2),
            strays: 0,
            layout,
        }
    }

    /// Returns all shots of the side with this kind of fire: x hits in y shots.
    pub fn fire(&self, side: Side, fire: FireKind) -> &RatioSums {
        &self.fire.row(side.index() * FIRES + fire as usize)[0]
    }

    /// Returns the side's shots by everything that their chance depends on. A stick with any shot has a row for every mark.
    pub fn shots(&self, side: Side) -> impl Iterator<Item = Shots<'_>> {
        let layout = &self.layout;
        let kinds = (0..layout.weapons.len()).flat_map(move |weapon| {
            FireKind::ALL.into_iter().flat_map(move |fire| {
                layout.dice.faces().flat_map(move |first| {
                    layout.dice.faces().flat_map(move |second| {
                        TargetCondition::ALL
                            .into_iter()
                            .map(move |condition| (weapon, fire, [first, second], condition))
                    })
                })
            })
        });
        kinds.flat_map(move |(weapon, fire, dice, condition)| {
            let (index, stick) = &layout.weapons[weapon];
            let at = move |mark| {
                let kind = ShotKind { fire, dice, condition, mark };
                let row = layout.shot_row(side, weapon, &kind);
                (kind, &self.shots.row(row)[0])
            };
            let was_shot = (0..MOST_MARKS).any(|mark| at(mark).1.y > 0);
            let marks = stick.marks().enumerate().filter(move |_| was_shot);
            marks.map(move |(mark, (distance, _))| {
                let (kind, hits) = at(mark);
                Shots {
                    weapon: *index,
                    kind,
                    distance,
                    needed: layout.needed(weapon, mark, condition),
                    hits,
                }
            })
        })
    }

    /// Returns hits on figures of the side.
    pub fn strikes(&self, side: Side) -> impl Iterator<Item = Strikes<'_>> {
        let kinds = [Cause::Shot, Cause::Melee]
            .into_iter()
            .flat_map(|cause| [(cause, false), (cause, true)]);
        let all = kinds.map(move |(cause, again)| Strikes {
            cause,
            again,
            killed: &self.strikes.row(strike_row(side, cause, again))[0],
        });
        all.filter(|strikes| strikes.killed.y > 0)
    }

    /// Returns the side's rolls to reload: for each die first all, then by the number of the roll.
    pub fn reloads(&self, side: Side) -> impl Iterator<Item = Reloads<'_>> {
        let kinds = Loader::ALL.into_iter().flat_map(|loader| {
            let dice = self.layout.dice.faces();
            dice.map(move |die| (loader, die))
        });
        kinds.flat_map(move |(loader, die)| {
            let row = self.layout.reload_row(side, loader, die);
            let all = std::iter::once((None, &self.reloads.row(row)[0]));
            let at = (0..MOST_ROLLS).map(move |roll| {
                let sums = self.reloads_at.row(row * MOST_ROLLS + roll);
                (Some(roll as u32 + 1), &sums[0])
            });
            all.chain(at).filter(|(_, loaded)| loaded.y > 0).map(move |(roll, loaded)| Reloads {
                loader,
                die,
                roll,
                loaded,
            })
        })
    }

    /// Returns bouts of melee by everything that their result depends on.
    pub fn clashes(&self) -> impl Iterator<Item = Clashes<'_>> {
        let dice = || self.layout.dice.faces();
        let pairs = dice().flat_map(move |one| dice().map(move |other| [one, other]));
        pairs.flat_map(move |dice| {
            let advantages = [[false, false], [false, true], [true, false], [true, true]];
            advantages
                .into_iter()
                .map(move |advantage| ClashKind { dice, advantage })
                .map(|kind| Clashes {
                    kind,
                    results: self.clashes.row(self.layout.clash_row(&kind)),
                })
                .filter(|clashes| clashes.results[0].y > 0)
        })
    }

    #[inline(always)]
    pub(crate) fn event(&mut self, waits: &mut BySide<Waits>, event: &Event) {
        match *event {
            Event::Fires { shooter, .. } => {
                self.shot(event);
                self.fired(waits, shooter);
            }
            Event::Struck { figure, again, kills, cause, .. } => {
                let row = strike_row(figure.side(), cause, again);
                self.strikes.add(row, [kills]);
            }
            Event::Reloads { figure, die, loaded, .. } => {
                let wait = &mut waits[figure.side()].figures[figure.index()];
                let (row, roll) =
                    (self.layout.reload_row(figure.side(), Loader::Figure, die), *wait);
                *wait += 1;
                self.reload(row, roll, loaded);
            }
            Event::RankReloads { side, unit, rank, die, loaded, .. } => {
                let (waits, unit) = (&mut waits[side], usize::from(unit.0));
                let (loader, wait) = match rank {
                    Some(rank) => (Loader::Rank, &mut waits.ranks[unit][usize::from(rank)]),
                    None => (Loader::Platoon, &mut waits.platoons[unit]),
                };
                let (row, roll) = (self.layout.reload_row(side, loader, die), *wait);
                *wait += 1;
                self.reload(row, roll, loaded);
            }
            Event::Clashes { a, dice, advantage, rolled, hits, .. } => {
                self.clash(a, (dice, advantage), (rolled, hits))
            }
            _ => {}
        }
    }

    fn shot(&mut self, event: &Event) {
        let Event::Fires {
            shooter, fire, condition, distance, dice, needed, hit, reactive, ..
        } = *event
        else {
            return;
        };
        let (layout, side) = (&self.layout, shooter.side());
        self.fire.add(side.index() * FIRES + fire as usize, [hit]);
        let weapon = usize::from(layout.carries[side][shooter.index()]);
        let stick = layout.weapons.get(weapon).map(|(_, stick)| stick);
        let told = (distance, condition, needed);
        let mark = stick.and_then(|stick| layout.fire.mark(stick, told, reactive));
        let Some(mark) = mark else {
            self.strays += 1;
            return;
        };
        let kind = ShotKind { fire, dice, condition, mark };
        self.shots.add(layout.shot_row(side, weapon, &kind), [hit]);
    }

    /// Restarts the count of reload rolls for a weapon that was fired.
    #[inline]
    fn fired(&self, waits: &mut BySide<Waits>, shooter: FigureId) {
        let waits = &mut waits[shooter.side()];
        waits.figures[shooter.index()] = 0;
        if let Some((unit, rank)) = self.layout.ranks[shooter.side()][shooter.index()] {
            waits.ranks[usize::from(unit.0)][usize::from(rank)] = 0;
            waits.platoons[usize::from(unit.0)] = 0;
        }
    }

    fn reload(&mut self, row: usize, roll: u8, loaded: bool) {
        self.reloads.add(row, [loaded]);
        let roll = usize::from(roll).min(MOST_ROLLS - 1);
        self.reloads_at.add(row * MOST_ROLLS + roll, [loaded]);
    }

    fn clash(
        &mut self,
        a: FigureId,
        (mut dice, mut advantage): ([u8; 2], [bool; 2]),
        (rolled, mut hits): ([i32; 2], [bool; 2]),
    ) {
        for (k, roll) in rolled.into_iter().enumerate() {
            if roll == 0 {
                (dice[k], advantage[k]) = (0, false);
            }
        }
        // The law does not depend on whose turn it is, so side A comes first.
        if a.side() == Side::B {
            dice.reverse();
            advantage.reverse();
            hits.reverse();
        }
        let kind = ClashKind { dice, advantage };
        let result = match hits {
            [true, false] => ClashResult::FirstHits,
            [false, true] => ClashResult::SecondHits,
            [true, true] => ClashResult::BothHit,
            // Without hits, either both reach the number or neither does.
            [false, false] if rolled.iter().all(|roll| *roll >= self.layout.to_hit) => {
                ClashResult::Parry
            }
            [false, false] => ClashResult::Nothing,
        };
        let results = ClashResult::ALL.map(|of| of == result);
        self.clashes.add(self.layout.clash_row(&kind), results);
    }

    pub(crate) fn end_unit(&mut self) {
        let Self { fire, shots, strikes, reloads, reloads_at, .. } = self;
        for trials in [fire, shots, strikes, reloads, reloads_at] {
            trials.end_unit();
        }
        self.clashes.end_unit();
    }
}

additive!(Fighting { fire, shots, strikes, reloads, reloads_at, clashes, strays });

const fn strike_row(side: Side, cause: Cause, again: bool) -> usize {
    let cause = match cause {
        Cause::Shot => 0,
        Cause::Melee => 1,
    };
    4 * side.index() + 2 * cause + again as usize
}

#[derive(Debug, Clone)]
pub(crate) struct Waits {
    figures: [u8; MAX_FIGURES],
    ranks: [[u8; MOST_RANKS as usize]; MAX_FIGURES],
    platoons: [u8; MAX_FIGURES],
}

impl Default for Waits {
    fn default() -> Self {
        Self {
            figures: [0; MAX_FIGURES],
            ranks: [[0; MOST_RANKS as usize]; MAX_FIGURES],
            platoons: [0; MAX_FIGURES],
        }
    }
}
