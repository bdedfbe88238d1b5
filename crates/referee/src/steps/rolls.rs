//! What a step needs, what adds to it, and how its dice are read (FT-01, FT-03 to FT-05), straight from the rulebook's tables.

use super::tables;
use crate::known::*;

/// Returns a figure's value of an attribute: its weapon's, or its own plus what its weapon adds.
pub(crate) fn has(scene: &Scene<'_>, figure: FigureId, attribute: Attribute) -> Option<Amount> {
    let k = usize::from(attribute.0);
    let own = *troops(scene, figure).profile.get(k).unwrap_or(&None);
    match weapon(scene, figure).profile.get(k) {
        Some(Some(AttributeChange::Is(amount))) => Some(*amount),
        Some(Some(AttributeChange::Adds(more))) => Some(match own {
            Some(Amount { dice, plus }) => Amount { dice, plus: plus + more },
            None => Amount::fixed(*more),
        }),
        _ => own,
    }
}

pub(super) fn amount(scene: &Scene<'_>, value: Value, pair: [FigureId; 2]) -> Amount {
    match value {
        Value::Number(number) => Amount::fixed(number),
        Value::Dice(amount) => amount,
        Value::Of(Party::Attacker, attribute) => {
            has(scene, pair[0], attribute).unwrap_or(Amount::fixed(0))
        }
        Value::Of(Party::Target, attribute) => {
            has(scene, pair[1], attribute).unwrap_or(Amount::fixed(0))
        }
    }
}

fn number(scene: &Scene<'_>, value: Value, pair: [FigureId; 2]) -> i32 {
    amount(scene, value, pair).plus
}

pub(super) fn start(scene: &Scene<'_>, figure: FigureId) -> Amount {
    let wounds = tables(scene).wounds.and_then(|attribute| has(scene, figure, attribute));
    wounds.unwrap_or(Amount::fixed(1))
}

/// Returns the range band of a distance: 0 short, 1 medium, 2 long; none beyond.
pub(super) fn band(range: &[Len; 3], distance2: i64) -> Option<usize> {
    range.iter().position(|far| i64::from(*far).pow(2) >= distance2)
}

/// Returns how often a row counts between two figures.
pub(super) fn times(
    scene: &Scene<'_>,
    row: &StepModifier,
    pair: [FigureId; 2],
    situation: &Situation,
) -> i32 {
    let mut times = 1;
    for condition in &row.when {
        times *= situation.times(*condition);
    }
    for (party, attribute) in &row.has {
        if number(scene, Value::Of(*party, *attribute), pair) < 1 {
            times = 0;
        }
    }
    times
}

/// Returns what rows add apart from dice, and the rows that add dice, with how often each does.
pub(super) fn sum(
    scene: &Scene<'_>,
    rows: &[StepModifier],
    pair: [FigureId; 2],
    situation: &Situation,
) -> (i32, Vec<(u8, i32)>) {
    let (mut sum, mut dice) = (0, Vec::new());
    for (k, row) in rows.iter().enumerate() {
        let (times, adds) = (times(scene, row, pair, situation), amount(scene, row.adds, pair));
        if adds.dice.is_none() {
            sum += times * adds.plus;
        } else if times > 0 {
            dice.push((k as u8, times));
        }
    }
    (sum, dice)
}

/// Returns whether the lowest total is rolled again, and whether a failure is.
fn rerolls(
    scene: &Scene<'_>,
    step: &Step,
    pair: [FigureId; 2],
    situation: &Situation,
) -> [bool; 2] {
    let mut both = [false; 2];
    for again in &step.rerolls {
        let holds = again.when.iter().all(|of| situation.times(*of) > 0);
        let has = |(party, k): &(Party, Attribute)| number(scene, Value::Of(*party, *k), pair) >= 1;
        if holds && again.has.iter().all(has) {
            match again.what {
                Reroll::Nothing => {}
                Reroll::Lowest => both[0] = true,
                Reroll::Failures => both[1] = true,
            }
        }
    }
    both
}

pub(super) fn skips(step: &Step, rolled: i32) -> Option<u8> {
    match rolled {
        lowest if lowest == step.dice.min() => step.skips[0],
        highest if highest == step.dice.max() => step.skips[1],
        _ => None,
    }
}

/// Returns what a step needs before modifiers: for an opposed roll what the attacker adds, for a ratio the attacker's strength.
fn needed(scene: &Scene<'_>, step: &Step, pair: [FigureId; 2], distance2: i64) -> i32 {
    match &step.test {
        Test::Opposed { adds, .. } => number(scene, adds[0], pair),
        Test::Ratio { strength, .. } => number(scene, strength[0], pair),
        Test::AtLeast(needs) | Test::AtMost(needs) => match needs {
            Needs::Value(value) => number(scene, *value, pair),
            Needs::Table(table) => {
                let table = &tables(scene).tables[usize::from(*table)];
                let [row, column] = [0, 1].map(|k| {
                    let count = if k == 0 { table.rows.len() } else { table.rows[0].len() };
                    let place = number(scene, table.by[k], pair) - table.first[k];
                    place.max(0).min(count as i32 - 1) as usize
                });
                table.rows[row][column]
            }
            Needs::Distance(marks) => {
                let near = marks.iter().find(|(far, _)| distance2 <= i64::from(*far).pow(2));
                near.or(marks.last()).map_or(0, |(_, needed)| *needed)
            }
            Needs::ToHit => weapon(scene, pair[0])
                .missile
                .map_or(0, |missile| missile.to_hit[band(&missile.range, distance2).unwrap_or(2)]),
        },
    }
}

fn reads(step: &Step, needed: i32, modifier: i32, rolled: i32) -> (i32, bool) {
    let margin = match step.test {
        Test::AtMost(_) => needed - (rolled - modifier),
        _ => rolled + modifier - needed,
    };
    let of_itself = match rolled {
        lowest if lowest == step.dice.min() => step.lowest,
        highest if highest == step.dice.max() => step.highest,
        _ => Natural::Counts,
    };
    match of_itself {
        Natural::Counts => (margin, margin >= 0),
        Natural::Fails => (if margin < 0 { margin } else { -1 }, false),
        Natural::Succeeds => (if margin > 0 { margin } else { 0 }, true),
    }
}

/// Returns with how many totals of a step's dice a figure passes when no condition applies to it.
pub(super) fn passing(scene: &Scene<'_>, step: &Step, figure: FigureId) -> usize {
    let pair = [figure; 2];
    let needed = needed(scene, step, pair, 0);
    let (fixed, dice) = sum(scene, &step.rows, pair, &Situation::PLAIN);
    let mean = |(k, times): &(u8, i32)| {
        times * amount(scene, step.rows[usize::from(*k)].adds, pair).mean()
    };
    let modifier = fixed + dice.iter().map(mean).sum::<i32>();
    let totals = step.dice.min()..=step.dice.max();
    totals.filter(|total| reads(step, needed, modifier, *total).1).count()
}

pub(super) fn target_wins(step: &Step, margin: i32) -> bool {
    match step.test {
        Test::Opposed { ties, .. } => margin < 0 || margin == 0 && ties == Ties::Target,
        _ => margin < 0,
    }
}

/// Returns the effect of a step that was passed, or failed, by a margin.
pub(super) fn effect(step: &Step, passes: bool, margin: i32) -> Option<u8> {
    if passes == step.stops {
        return step.fails;
    }
    let by = if step.stops { -margin } else { margin };
    let reached = step.effects.iter().filter(|(least, _)| *least <= by);
    reached.max_by_key(|(least, _)| *least).map(|(_, effect)| *effect)
}

impl Audit<'_> {
    /// Recomputes a roll. Returns the effect named by a table of ratios.
    pub(super) fn check_roll(&mut self) -> Option<u8> {
        told!(self: Event::StepRolled { chain, step, attacker, target, distance2, situation,
            modifier: told_modifier, needed: told_needed, rolled, first, margin, passes }, None);
        let pair = [attacker, target];
        let rules = self.rules.steps.steps.get(usize::from(step))?;
        let rule = match (chain, &rules.test) {
            (ChainKind::Nerve, _) => ft(8),
            (_, Test::Opposed { .. }) => ft(4),
            (_, Test::Ratio { .. }) => ft(5),
            _ => ft(3),
        };
        let name = &rules.name;
        let (fixed, of_dice) = sum(self.scene, &rules.rows, pair, &situation);
        let told = self.dice_of_rows((chain, pair), |of| match of {
            DiceOf::Row(of, row) if of == step => Some(row),
            _ => None,
        });
        let due: Vec<u8> =
            of_dice.iter().flat_map(|(row, times)| vec![*row; *times as usize]).collect();
        let rolled_for: Vec<u8> = told.iter().map(|(row, _)| *row).collect();
        must!(self: due == rolled_for => ft(3),
            "{pair:?} roll dice for the rows {rolled_for:?}, and due are {due:?}");
        let adds = fixed + told.iter().map(|(_, total)| total).sum::<i32>();
        must!(self: told_modifier == adds => rule,
            "{name} of {pair:?} has {told_modifier} added, by its rows {adds}");
        let table = needed(self.scene, rules, pair, distance2);
        must!(self: told_needed == table => rule,
            "{name} of {pair:?} needs {told_needed}, by the rulebook {table}");
        let of_both = matches!(rules.test, Test::Opposed { .. });
        let shows = can_show(rules.dice, rolled[0])
            && first.is_none_or(|first| can_show(rules.dice, first))
            && if of_both { can_show(rules.dice, rolled[1]) } else { rolled[1] == 0 };
        must!(self: shows => rule, "{rolled:?} and {first:?} on {}", rules.dice);
        let (right, effect) = match &rules.test {
            Test::AtLeast(_) | Test::AtMost(_) => {
                let before = first.unwrap_or(rolled[0]);
                let [lowest, failures] = rerolls(self.scene, rules, pair, &situation);
                let again = lowest && before == rules.dice.min()
                    || failures && !reads(rules, table, adds, before).1;
                must!(self: again == first.is_some() => rule,
                    "{name} of {pair:?}: {before} is rolled again: {}", first.is_some());
                (reads(rules, table, adds, rolled[0]), None)
            }
            Test::Opposed { adds: both, ties } => {
                let own = rolled[0] + table + adds;
                let his = rolled[1] + number(self.scene, both[1], pair);
                let wins = if *ties == Ties::Attacker { own >= his } else { own > his };
                ((own - his, wins), None)
            }
            Test::Ratio { strength, columns, results } => {
                let sides = [0, 1].map(|k| {
                    number(self.scene, strength[k], pair).max(1) * (1 + situation.helpers[k])
                });
                let mut column = 0;
                for (k, [so, many]) in columns.iter().enumerate() {
                    if sides[0] * many >= sides[1] * so {
                        column = k;
                    }
                }
                let rows = &results[column];
                let row = rolled[0] + adds - rules.dice.min();
                let effect = rows[row.max(0).min(rows.len() as i32 - 1) as usize];
                ((0, effect.is_some()), effect)
            }
        };
        must!(self: first.is_none() || !of_both => rule, "{name} is rolled again");
        must!(self: (margin, passes) == right => rule,
            "{name} of {pair:?}: {rolled:?} is {margin}, {passes}; by the rules {right:?}");
        effect
    }
}
