//! How far the dice of a shot can hit at all, worked out once when a battle is loaded: beyond that there is no point in aiming,
//! and up to another distance the target's situation does not matter (HOST-2, PG-07, ADC-1).

use super::geometry::Len;
use super::{BattleSpec, Cover, Traits};
use crate::rulebook::{Fighting, needed_to_hit, step_down};

/// How a shot is made, which affects what it takes to hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shot {
    /// With time to aim.
    Aimed,
    /// In the turn in which the shooter has reloaded (PG-10).
    Haste,
    /// In a volley (PG-11).
    Volley,
    /// In reaction (LL-12).
    Reaction,
}

impl Shot {
    /// Every kind, in the order of a [`Reach`]'s place.
    pub(crate) const ALL: [Self; 4] = [Self::Aimed, Self::Haste, Self::Volley, Self::Reaction];

    /// Returns whether it is harder for being a reaction.
    pub(crate) const fn is_reactive(self) -> bool {
        matches!(self, Self::Reaction)
    }
}

/// Distances that are told apart; those beyond count as the last.
const MARKS: usize = 8;

/// How far a figure's shots reach.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Reach {
    /// Up to here (squared) some roll hits, whatever the target's situation.
    pub(crate) sure2: i64,
    /// Beyond here no roll hits any target.
    pub(crate) last: Len,
    /// The least number needed from each distance (squared) on, the nearest first.
    least: [(i64, i32); MARKS],
}

/// The most and the least that is needed up to a distance.
struct Mark {
    far: Len,
    hardest: i32,
    easiest: i32,
}

impl Reach {
    /// Returns how far a figure's shots of a kind reach against these enemies.
    pub(crate) fn of(spec: &BattleSpec, own: &Traits, enemies: &[Traits], shot: Shot) -> Self {
        let Some((most, marks)) = marks(spec, own, enemies, shot) else {
            return Self::default();
        };
        // The wounded have smaller dice (PG-08).
        let [worst, best] = most;
        let sure = marks.iter().take_while(|mark| mark.hardest <= worst).last();
        let last = marks.iter().filter(|mark| mark.easiest <= best).map(|mark| mark.far).max();
        let square = |far: Len| i64::from(far) * i64::from(far);
        let mut least = [(i64::MAX, i32::MAX); MARKS];
        for (k, mark) in marks.iter().enumerate() {
            let far2 = if k + 1 < MARKS { square(mark.far) } else { i64::MAX };
            least[k.min(MARKS - 1)].0 = far2;
            for (_, needed) in &mut least[..=k.min(MARKS - 1)] {
                *needed = mark.easiest.min(*needed);
            }
        }
        let sure2 = sure.map_or(0, |mark| square(mark.far));
        Self { sure2, last: last.unwrap_or(0), least }
    }

    /// Returns the least that it takes to hit any target at this distance or beyond, whatever its situation: a quick bound.
    pub(crate) fn needed_at_least(&self, distance2: i64) -> i32 {
        self.least.iter().find(|(far2, _)| distance2 <= *far2).map_or(i32::MAX, |(_, least)| *least)
    }
}

/// Returns the most that the dice show, at their worst and at their best; and what is needed at each distance, the nearest
/// first.
fn marks(
    spec: &BattleSpec,
    own: &Traits,
    enemies: &[Traits],
    shot: Shot,
) -> Option<([i32; 2], Vec<Mark>)> {
    let rules = &spec.rules;
    let missile = own.missile?;
    let is_there = |cover: Cover| spec.features.iter().any(|feature| feature.cover == cover);
    // Cover on the board may help or hinder; prepared units have an edge (WS-02).
    let covers = |screened: i32, protected: i32| {
        let screened = if is_there(Cover::Screen) { screened } else { 0 };
        let protected = if is_there(Cover::Protect) { protected } else { 0 };
        [screened.min(protected).min(0), screened.max(protected).max(0)]
    };
    let prepared = if rules.system.answers() { rules.warspike.prepared } else { 0 };
    let edge = [prepared.min(0), prepared.max(0)];
    let by_bands = |[worst, best]: [i32; 2], reactive: i32, needed: &dyn Fn(usize) -> [i32; 2]| {
        let reactive = if shot.is_reactive() { reactive } else { 0 };
        let mark = |(band, far): (usize, &Len)| {
            let [hardest, easiest] = needed(band);
            Mark {
                far: *far,
                hardest: hardest - worst - edge[0] - reactive,
                easiest: easiest - best - edge[1] - reactive,
            }
        };
        missile.range.iter().enumerate().map(mark).collect()
    };
    match rules.fighting {
        Fighting::Host | Fighting::Techniques => {
            let table = &rules.shooting;
            let covers = covers(table.screened, table.protected);
            let marks = by_bands(covers, table.reactive, &|band| [missile.to_hit[band]; 2]);
            Some(([table.dice.max(); 2], marks))
        }
        Fighting::Osric => {
            let table = &rules.osric;
            let covers = covers(table.screened, table.protected);
            let needed =
                enemies.iter().map(|enemy| needed_to_hit(own.body.level, enemy.body.armour_class));
            let (hardest, easiest) = (needed.clone().max()?, needed.min()?);
            let marks = by_bands(covers, table.reactive, &|band| {
                [hardest, easiest].map(|needed| needed - table.range[band])
            });
            Some(([table.dice.max(); 2], marks))
        }
        // The target's situation is looked at for every shot.
        Fighting::Steps(_) => {
            let mark = |far: &Len| Mark { far: *far, hardest: i32::MAX, easiest: 1 };
            Some(([100; 2], missile.range.iter().map(mark).collect()))
        }
        Fighting::PetiteGuerre => {
            let table = &rules.fire;
            let stick = own.stick?;
            let [least, most] = covers(table.screened, table.protected);
            let (least, most) = (least.min(table.moving), most.max(table.moving));
            let reactive = table.in_reaction(shot.is_reactive());
            let mark = |(far, needed): (Len, i32)| Mark {
                far,
                hardest: needed + most + reactive - edge[0],
                easiest: needed + least + reactive - edge[1],
            };
            let dice = table.dice(shot, own.skills.aimed);
            let sum = |dice: [u8; 2]| dice.into_iter().map(i32::from).sum::<i32>();
            let wounded = dice.map(|die| if die == 0 { 0 } else { step_down(die) });
            Some(([sum(wounded).min(sum(dice)), sum(dice)], stick.marks().map(mark).collect()))
        }
    }
}
