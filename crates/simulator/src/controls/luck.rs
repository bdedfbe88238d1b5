//! Measures the luck of the dice: the excess of each roll over its mean.

use skirmish_engine::dice::Dice;
use skirmish_engine::event::{DiceOf, Event, Scene};
use skirmish_engine::rulebook::{ChainKind, Party, Steps, Test};
use skirmish_engine::side::Side;

/// The kinds of luck: what rolls brought beyond their mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Luck {
    /// Luck of side A in seizing: successes less their exact chances, in units of 1 / denominator.
    SeizeA,
    /// Luck of side B in seizing.
    SeizeB,
    /// Luck of side A in hitting with shots.
    ShotsA,
    /// Luck of side B in hitting with shots.
    ShotsB,
    /// Luck of side A in the effects of its hits.
    EffectsA,
    /// Luck of side B in the effects of its hits.
    EffectsB,
    /// Luck of side A in melee, which is side B's bad luck.
    MeleeA,
    /// Luck of side A in tests of morale and control.
    MoraleA,
    /// Luck of side B in tests of morale and control.
    MoraleB,
}

/// The number of kinds of luck.
pub const LUCKS: usize = Luck::ALL.len();

impl Luck {
    /// Every kind; `kind as usize` is its index here.
    pub const ALL: [Self; 9] = [
        Self::SeizeA,
        Self::SeizeB,
        Self::ShotsA,
        Self::ShotsB,
        Self::EffectsA,
        Self::EffectsB,
        Self::MeleeA,
        Self::MoraleA,
        Self::MoraleB,
    ];
}

/// Luck by [`Luck::ALL`], summed over a unit.
pub(crate) type Lucks = [i64; LUCKS];

/// Adds the luck of an event, if it is a roll other than a seize roll; those go to [`seized`].
///
/// Each kind has a unit of its own, which the regression ignores. Shots and blows that need a number count hits less their
/// exact chance; other rolls count their excess over the mean.
// An event's kind is known where it is built, so all of this compiles away except for rolls.
#[inline(always)]
pub(crate) fn add(lucks: &mut Lucks, scene: &Scene<'_>, event: &Event) {
    let rules = || &scene.battle.spec().rules;
    match *event {
        Event::Shoots { shooter, needed, rolled, .. } => {
            let luck = reaching(rules().shooting.dice, needed, rolled);
            lucks[of(shooter.side(), [Luck::ShotsA, Luck::ShotsB])] += luck;
        }
        Event::Fires { shooter, dice, needed, rolled, .. } => {
            let luck = reaching_with(dice, needed, rolled);
            lucks[of(shooter.side(), [Luck::ShotsA, Luck::ShotsB])] += luck;
        }
        Event::Attacks { by, band, needed, rolled, .. } => {
            let luck = reaching(rules().osric.dice, needed, rolled);
            match band {
                Some(_) => {
                    lucks[of(by.side(), [Luck::ShotsA, Luck::ShotsB])] += luck;
                }
                None => melee(lucks, by.side(), luck),
            }
        }
        // A great effect is bad luck for the figure that was hit.
        Event::Hit { figure, rolled, .. } => {
            let luck = centred(rules().shooting.effect_dice, rolled);
            lucks[of(!figure.side(), [Luck::EffectsA, Luck::EffectsB])] += luck;
        }
        Event::Struck { figure, rolled, .. } => {
            let luck = centred(rules().fire.effect_dice, rolled);
            lucks[of(!figure.side(), [Luck::EffectsA, Luck::EffectsB])] += luck;
        }
        Event::Fights { a, rolled_a, rolled_b, .. } => {
            melee(lucks, a.side(), i64::from(rolled_a - rolled_b))
        }
        Event::Strikes { striker, rolled, .. } => {
            melee(lucks, striker.side(), i64::from(rolled[0] - rolled[1]))
        }
        Event::Clashes { a, dice, rolled, .. } => {
            let luck = |k: usize| match rolled[k] {
                // A second figure's opponent does not roll.
                0 => 0,
                rolled => centred(Dice::one(dice[k]), rolled),
            };
            melee(lucks, a.side(), luck(0) - luck(1));
        }
        Event::Technique { figure, rolled, .. } | Event::Opens { figure, rolled, .. } => {
            let luck = centred(rules().techniques.dice, rolled);
            melee(lucks, figure.side(), -luck);
        }
        Event::StepRolled { .. } => step(lucks, &rules().steps, event),
        Event::StepDice { .. } => step_dice(lucks, &rules().steps, event),
        Event::ControlTest { side, die, rolled, .. } => {
            let luck = centred(Dice::one(die), rolled);
            lucks[of(side, [Luck::MoraleA, Luck::MoraleB])] += luck;
        }
        Event::NerveCheck { side, rolled, .. } => {
            let luck = centred(rules().osric.nerve.dice, rolled);
            lucks[of(side, [Luck::MoraleA, Luck::MoraleB])] -= luck;
        }
        _ => {}
    }
}

/// Adds the luck of a step (FT-03 to FT-05) to the side that attacks or tests its nerve. A reroll replaces the first roll.
fn step(lucks: &mut Lucks, steps: &Steps, event: &Event) {
    let Event::StepRolled { chain, step, attacker, rolled, first, .. } = *event else { return };
    let step = &steps.steps[usize::from(step)];
    let again = first.map_or(0, |first| centred(step.dice, first));
    let luck = match step.test {
        Test::Opposed { .. } => i64::from(rolled[0] - rolled[1]),
        Test::AtMost(_) => -centred(step.dice, rolled[0]) - again,
        Test::AtLeast(_) | Test::Ratio { .. } => centred(step.dice, rolled[0]) + again,
    };
    // In an attack, a step that stops it is bad luck.
    let attack = if step.stops { -luck } else { luck };
    let is_nerve = chain == ChainKind::Nerve;
    lucky(lucks, chain, attacker.side(), if is_nerve { luck } else { attack });
}

fn lucky(lucks: &mut Lucks, chain: ChainKind, side: Side, luck: i64) {
    match chain {
        ChainKind::Shoot => lucks[of(side, [Luck::ShotsA, Luck::ShotsB])] += luck,
        ChainKind::Strike => melee(lucks, side, luck),
        ChainKind::Nerve => lucks[of(side, [Luck::MoraleA, Luck::MoraleB])] += luck,
    }
}

/// Adds the luck of dice outside of steps (FT-02, FT-06): for numbers of attacks and for rows the attacker's; for wounds that
/// of the side that does not suffer them.
fn step_dice(lucks: &mut Lucks, steps: &Steps, event: &Event) {
    let Event::StepDice { chain, of, attacker, amount, rolled, .. } = *event else { return };
    let luck = amount.dice.map_or(0, |dice| centred(dice, rolled));
    let side = attacker.side();
    match of {
        DiceOf::Attacks | DiceOf::Extra(_) => lucky(lucks, chain, side, luck),
        DiceOf::Row(step, _) => {
            let stops = steps.steps[usize::from(step)].stops;
            lucky(lucks, chain, side, if stops { -luck } else { luck });
        }
        DiceOf::Wounds(effect) => {
            let on_himself = steps.effects[usize::from(effect)].on == Party::Attacker;
            let side = if on_himself { !side } else { side };
            lucks[self::of(side, [Luck::EffectsA, Luck::EffectsB])] += luck;
        }
    }
}

#[inline]
pub(crate) fn seized(lucks: &mut Lucks, side: Side, success: bool, chances: u64, outcomes: u64) {
    let scored = if success { outcomes } else { 0 };
    lucks[of(side, [Luck::SeizeA, Luck::SeizeB])] += scored as i64 - chances as i64;
}

#[inline]
const fn of(side: Side, kinds: [Luck; 2]) -> usize {
    kinds[side.index()] as usize
}

/// One side's luck in melee is the other's bad luck.
#[inline]
fn melee(lucks: &mut Lucks, side: Side, luck: i64) {
    let sign = match side {
        Side::A => 1,
        Side::B => -1,
    };
    lucks[Luck::MeleeA as usize] += sign * luck;
}

/// Returns twice the excess of a roll over its mean.
#[inline]
fn centred(dice: Dice, rolled: i32) -> i64 {
    i64::from(2 * rolled - dice.min() - dice.max())
}

/// Returns whether a number is reached, less its chance, in outcomes of the dice; the excess for three dice or more.
#[inline]
fn reaching(dice: Dice, needed: i32, rolled: i32) -> i64 {
    match dice.count {
        1 => reaching_with([dice.sides, 0], needed, rolled),
        2 => reaching_with([dice.sides; 2], needed, rolled),
        _ => centred(dice, rolled),
    }
}

#[inline]
fn reaching_with([one, other]: [u8; 2], needed: i32, rolled: i32) -> i64 {
    let (one, other) = (i32::from(one), i32::from(other));
    let least = if other == 0 { 1 } else { 2 };
    let other = other.max(1);
    // Pairs with a sum below a number: a triangle, less its parts beyond either die.
    let triangle = |side: i32| side.max(0) * (side.max(0) + 1) / 2;
    let short = (needed - least).min(one + other);
    let misses = triangle(short) - triangle(short - one) - triangle(short - other)
        + triangle(short - one - other);
    let (all, ways) = (one * other, one * other - misses);
    i64::from(if rolled >= needed { all - ways } else { -ways })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_is_nothing_on_average() {
        for (one, other) in [(1, 0), (6, 0), (20, 0), (8, 4), (8, 12), (10, 10)] {
            for needed in -3..30 {
                let mut total = 0;
                for a in 1..=i32::from(one) {
                    for b in 1..=i32::from(other).max(1) {
                        let rolled = if other == 0 { a } else { a + b };
                        total += reaching_with([one, other], needed, rolled);
                    }
                }
                assert_eq!(total, 0, "d{one} + d{other}, {needed} or more");
            }
        }
        let pool = Dice { count: 3, sides: 6 };
        assert_eq!((centred(pool, 3), centred(pool, 18), centred(pool, 10)), (-15, 15, -1));
    }
}
