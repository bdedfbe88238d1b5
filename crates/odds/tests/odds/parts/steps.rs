//! Fights by hand.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{
    Again, Against, Amount, Attribute, Chain, ChainKind, LookUp, Missile, Mobility, Natural, Needs,
    Party, Reroll, Situation, Step, StepCondition, StepEffect, StepMark, StepMelee, StepModifier,
    StepResult, Steps, Test, Ties, Value, Wounds,
};
use skirmish_odds::Ratio;
use skirmish_odds::answer::Solved;
use skirmish_odds::steps::{Attack, Attacked, Combatant, StepDuel, step_chance};

use crate::chains::{again, effect, skill, step};
use crate::fractions::r;

const D6: Dice = Dice::one(6);

fn at_least(needed: i32) -> Test {
    Test::AtLeast(Needs::Value(Value::Number(needed)))
}

fn one() -> Wounds {
    Wounds::Amount(Amount::fixed(1))
}

/// Steps for blows, with effects; the attribute of place 0 says how many wounds bring one down.
fn of(steps: Vec<Step>, effects: Vec<StepEffect>) -> Steps {
    let chain = Chain {
        steps: (0..steps.len() as u8).collect(),
        attacks: None,
        extra: Vec::new(),
        halved: Vec::new(),
    };
    Steps {
        attributes: ["wounds", "skill"].map(str::to_owned).to_vec(),
        wounds: Some(Attribute(0)),
        steps,
        effects,
        chains: [Chain::default(), chain, Chain::default()],
        most_helpers: 2,
        ..Steps::default()
    }
}

/// One step that wounds.
fn single(step: Step) -> Steps {
    of(vec![Step { effects: vec![(0, 0)], ..step }], vec![effect("hurt", Party::Target, one())])
}

/// What is added where something holds.
fn row(when: StepCondition, adds: Value) -> StepModifier {
    StepModifier { name: when.name().to_owned(), when: vec![when], has: Vec::new(), adds }
}

/// To hit on 4, to wound on 4, and a save on 5.
fn hit_wound_save() -> Steps {
    let mut save = step("save", at_least(5));
    save.by = Party::Target;
    save.stops = true;
    save.effects = vec![(-9, 0)];
    of(
        vec![step("hit", at_least(4)), step("wound", at_least(4)), save],
        vec![effect("hurt", Party::Target, one())],
    )
}

fn man(profile: [i32; 2]) -> Combatant {
    Combatant {
        troops: "man".to_owned(),
        weapon: "axe".to_owned(),
        profile: profile.map(|number| Some(Amount::fixed(number))).to_vec(),
        missile: None,
        reach: 0,
    }
}

fn helped_by(helpers: [i32; 2]) -> Situation {
    let mut situation = Situation::PLAIN;
    situation.helpers = helpers;
    situation
}

fn law(steps: &Steps, pair: [&Combatant; 2], situation: Situation) -> Attacked {
    Attack::blow(steps, pair, situation).law().expect("a law")
}

fn plain(steps: &Steps) -> Attacked {
    let man = man([1, 0]);
    law(steps, [&man; 2], Situation::PLAIN)
}

#[test]
fn ft_2_to_hit_to_wound_and_a_save() {
    let found = plain(&hit_wound_save());
    assert_eq!(found.through, r("1/6"));
    let reached: Vec<_> = found.steps.iter().map(|step| step.reached.clone()).collect();
    assert_eq!(reached, [r("1"), r("1/2"), r("1/4")]);
    let through: Vec<_> = found.steps.iter().map(|step| step.through.clone()).collect();
    assert_eq!(through, [r("1/2"), r("1/2"), r("2/3")]);
    assert_eq!(found.effects[0].chance, r("1/6"));
    assert_eq!(found.down, [r("0"), r("1/6")]);
    assert_eq!(found.steps[2].how, "5+ on d6");
}

#[test]
fn ft_2_two_attacks_add_up_and_half_of_three_are_two() {
    let mut steps = hit_wound_save();
    steps.chains[1].attacks = Some(Value::Number(3));
    steps.chains[1].halved = vec![StepCondition::Outnumbered];
    let tough = man([2, 0]);
    let halved = Situation::PLAIN.with(StepCondition::Outnumbered, true);
    let found = law(&steps, [&tough; 2], halved);
    assert!(found.is_halved);
    let wounds = &found.wounds()[1];
    assert_eq!([0, 1, 2].map(|n| wounds.chance(&n)), [r("25/36"), r("10/36"), r("1/36")]);
    assert_eq!(found.down[1], r("1/36"));
    assert_eq!(found.effects[0].chance, r("11/36"));
    let all = law(&steps, [&tough; 2], Situation::PLAIN);
    // Two or three of three.
    assert_eq!(all.down[1], r("16/216"));
}

/// As many attacks as a d3 less 1 says, and never fewer than none.
#[test]
fn ft_2_attacks_may_be_dice() {
    let mut steps = hit_wound_save();
    steps.chains[1].attacks = Some(Value::Of(Party::Attacker, Attribute(1)));
    let mut own = man([1, 0]);
    own.profile[1] = Some(Amount::of(Dice::one(3), -1));
    let other = man([1, 0]);
    let found = law(&steps, [&own, &other], Situation::PLAIN);
    // None, one and two, each in a third.
    assert_eq!(found.down[1], r("1/18") + r("11/108"));
}

#[test]
fn ft_3_failures_are_rolled_once_more() {
    let mut hit = step("hit", at_least(5));
    hit.rerolls = vec![again(Reroll::Failures)];
    let mut steps = single(hit);
    assert_eq!(plain(&steps).through, r("5/9"));
    steps.steps[0].rerolls = vec![again(Reroll::Lowest)];
    assert_eq!(plain(&steps).through, r("1/3") + r("1/18"));
}

/// Failures of one who charges, and the 1 of one who is gifted.
#[test]
fn ft_3_rerolls_by_condition_and_by_attribute() {
    let mut hit = step("hit", at_least(5));
    let gifted = Again { has: vec![(Party::Attacker, Attribute(1))], ..again(Reroll::Lowest) };
    let charging = Again { when: vec![StepCondition::Charges], ..again(Reroll::Failures) };
    hit.rerolls = vec![charging, gifted];
    let steps = single(hit);
    let (plain, gifted) = (man([1, 0]), man([1, 1]));
    let charge = Situation::PLAIN.with(StepCondition::Charges, true);
    for (own, situation, through) in [
        (&plain, Situation::PLAIN, "1/3"),
        (&gifted, Situation::PLAIN, "7/18"),
        (&plain, charge, "5/9"),
        (&gifted, charge, "5/9"),
    ] {
        assert_eq!(law(&steps, [own, &plain], situation).through, r(through));
    }
}

/// A natural 6 to hit wounds of itself, and is saved against as ever.
#[test]
fn ft_3_a_natural_skips_a_step() {
    let mut steps = hit_wound_save();
    steps.steps[0].highest = Natural::Succeeds;
    steps.steps[0].skips = [None, Some(1)];
    let found = plain(&steps);
    // A 6 in 1/6, and a 4 or 5 that wounds in 1/6; two thirds of them are not saved.
    let reached: Vec<_> = found.steps.iter().map(|step| step.reached.clone()).collect();
    assert_eq!(reached, [r("1"), r("1/3"), r("1/3")]);
    assert_eq!(found.through, r("2/9"));
    assert_eq!(found.effects[0].chance, r("2/9"));
    assert_eq!(found.down[1], r("2/9"));
    assert_eq!(found.steps[0].how, "4+ on d6, 6 skips wound");
    // The save: what the 6 does cannot be saved.
    steps.steps[0].skips = [None, Some(2)];
    let found = plain(&steps);
    assert_eq!(found.through, r("1/12") + r("1/6") * r("2/3"));
    assert_eq!(found.down[1], found.through);
}

/// A d3 more for who charges, and an attack more.
#[test]
fn ft_3_rows_may_add_dice() {
    let mut hit = step("hit", at_least(6));
    let charges = |adds| row(StepCondition::Charges, adds);
    hit.rows = vec![charges(Value::Dice(Amount::of(Dice::one(3), 0)))];
    let mut steps = single(hit);
    let one = man([2, 0]);
    let charge = Situation::PLAIN.with(StepCondition::Charges, true);
    // 2, 3 or 4 of 6.
    let found = law(&steps, [&one; 2], charge);
    assert_eq!(found.through, r("1/2"));
    assert_eq!(found.steps[0].rows[0].1.to_string(), "d3");
    assert_eq!(law(&steps, [&one; 2], Situation::PLAIN).through, r("1/6"));
    steps.chains[1].extra = vec![charges(Value::Number(1))];
    assert_eq!(law(&steps, [&one; 2], charge).down[1], r("1/4"));
    steps.chains[1].extra = vec![charges(Value::Dice(Amount::of(Dice::one(2), 0)))];
    // Two attacks or three.
    assert_eq!(law(&steps, [&one; 2], charge).down[1], r("1/8") + r("1/4"));
}

#[test]
fn ft_3_extremes_count_by_themselves() {
    let mut natural = step("hit", at_least(9));
    natural.lowest = Natural::Fails;
    natural.highest = Natural::Succeeds;
    natural.effects = vec![(0, 0), (2, 1)];
    let effects = vec![
        effect("hurt", Party::Target, one()),
        effect("maimed", Party::Target, Wounds::Amount(Amount::fixed(3))),
    ];
    let mut steps = of(vec![natural], effects);
    // Only the 6 hits, by nothing.
    let found = plain(&steps);
    assert_eq!(found.through, r("1/6"));
    assert_eq!(
        found.effects.iter().map(|e| e.chance.clone()).collect::<Vec<_>>(),
        [r("1/6"), r("0")]
    );
    // All but the 1, from 2 on by as much as is rolled.
    steps.steps[0].test = at_least(1);
    let found = plain(&steps);
    assert_eq!(found.through, r("5/6"));
    assert_eq!(found.effects[1].chance, r("4/6"));
}

#[test]
fn ft_3_rows_add_for_each_helper() {
    let mut helped = step("hit", at_least(5));
    helped.rows = vec![row(StepCondition::Helped, Value::Number(1))];
    let steps = single(helped);
    let one = man([1, 0]);
    let two = helped_by([2, 0]);
    let found = law(&steps, [&one; 2], two);
    assert_eq!(found.through, r("2/3"));
    assert_eq!(found.steps[0].rows, [("helped".to_owned(), Amount::fixed(2))]);
    assert_eq!(found.holds, [(StepCondition::Helped, 2)]);
}

#[test]
fn ft_3_each_helper_rolls_dice_of_his_own() {
    let mut helped = step("hit", at_least(8));
    helped.rows = vec![row(StepCondition::Helped, Value::Dice(Amount::of(Dice::one(3), 0)))];
    let steps = single(helped);
    let one = man([1, 0]);
    // Two of d3 are 2 to 6 in 1, 2, 3, 2 and 1 of 9, which leave 1 to 5 of the d6.
    for (helpers, hits) in [(0, "0"), (1, "1/6"), (2, "27/54")] {
        assert_eq!(law(&steps, [&one; 2], helped_by([helpers, 0])).through, r(hits), "{helpers}");
    }
}

#[test]
fn ft_3_roll_under() {
    let mut under =
        step("hit", Test::AtMost(Needs::Value(Value::Of(Party::Attacker, Attribute(1)))));
    under.dice = Dice::one(100);
    under.rows = vec![row(StepCondition::Charges, Value::Number(10))];
    let steps = single(under);
    let man = man([1, 45]);
    let found = law(&steps, [&man; 2], Situation::PLAIN);
    assert_eq!((found.through, found.steps[0].how.as_str()), (r("9/20"), "45 or less on d100"));
    let charge = Situation::PLAIN.with(StepCondition::Charges, true);
    assert_eq!(law(&steps, [&man; 2], charge).through, r("11/20"));
}

/// A d20 and 3 against a d20: what exceeds the other by 10 does two wounds more than what is left of it.
#[test]
fn ft_4_opposed_rolls_and_their_margin() {
    let mut fight = step(
        "fight",
        Test::Opposed { adds: [skill(Party::Attacker), skill(Party::Target)], ties: Ties::Nobody },
    );
    fight.dice = Dice::one(20);
    fight.effects = vec![(1, 0)];
    let steps = of(
        vec![fight],
        vec![effect("hurt", Party::Target, Wounds::Margin { less: Value::Number(10) })],
    );
    let (own, his) = (man([1, 3]), man([1, 0]));
    let found = law(&steps, [&own, &his], Situation::PLAIN);
    // The target is ahead of him by 3 or more in 17 x 18 / 2 ways.
    assert_eq!(found.through, r("247/400"));
    // Ahead by 11 or more is 8 or more on the dice: 12 x 13 / 2 ways.
    assert_eq!(found.down[1], r("78/400"));
    let wounds = &found.wounds()[1];
    assert_eq!(wounds.chance(&12), r("1/400"));
    assert_eq!(found.steps[0].how, "d20+3 against d20");
    // A tie is his.
    let mut steps = steps;
    if let Test::Opposed { ties, .. } = &mut steps.steps[0].test {
        *ties = Ties::Attacker;
    }
    assert_eq!(law(&steps, [&own, &his], Situation::PLAIN).through, r("264/400"));
}

/// Two dice against each other: 15 of 36 for each, and 6 ties.
#[test]
fn ft_4_who_has_ties_has_their_share() {
    for (ties, [own, his]) in [
        (Ties::Nobody, ["15/36", "15/36"]),
        (Ties::Attacker, ["21/36", "15/36"]),
        (Ties::Target, ["15/36", "21/36"]),
    ] {
        let fight = step("fight", Test::Opposed { adds: [Value::Number(0); 2], ties });
        let mark = StepMark { against: Against::Lead(0), rerolls: [false; 2] };
        let chance = |result| step_chance(&fight, mark, result).expect("dice");
        assert_eq!(chance(StepResult::Passes), r(own), "{ties:?}");
        assert_eq!(chance(StepResult::TargetWins), r(his), "{ties:?}");
    }
}

#[test]
fn ft_5_a_table_of_ratios() {
    let results = vec![
        vec![Some(1), None, None, None, None, Some(0)],
        vec![None, None, None, None, Some(0), Some(0)],
        vec![None, None, Some(0), Some(0), Some(0), Some(0)],
    ];
    let fight = step(
        "fight",
        Test::Ratio {
            strength: [skill(Party::Attacker), skill(Party::Target)],
            columns: vec![[1, 2], [1, 1], [2, 1]],
            results,
        },
    );
    let mut back = effect("thrown back", Party::Target, one());
    back.on = Party::Attacker;
    let steps = of(vec![fight], vec![effect("hurt", Party::Target, one()), back]);
    for (own, his, helpers, [down, own_down]) in [
        (1, 4, [0, 0], ["1/6", "1/6"]),
        (4, 4, [0, 0], ["1/3", "0"]),
        (7, 4, [0, 0], ["1/3", "0"]),
        (8, 4, [0, 0], ["2/3", "0"]),
        // A friend makes it twice as much.
        (4, 4, [1, 0], ["2/3", "0"]),
        (4, 4, [0, 1], ["1/6", "1/6"]),
    ] {
        let (own, his) = (man([1, own]), man([1, his]));
        let found = law(&steps, [&own, &his], helped_by(helpers));
        assert_eq!(found.down, [r(own_down), r(down)], "{own:?} {his:?} {helpers:?}");
    }
}

#[test]
fn ft_3_tables_and_distances() {
    let mut steps = hit_wound_save();
    steps.tables = vec![LookUp {
        name: "strength".to_owned(),
        by: [Value::Of(Party::Attacker, Attribute(1)), Value::Of(Party::Target, Attribute(1))],
        first: [3, 3],
        rows: vec![vec![4, 5], vec![3, 4]],
    }];
    steps.steps[0].test = Test::AtLeast(Needs::Table(0));
    steps.steps[1].test = Test::AtLeast(Needs::Distance(vec![(10, 2), (20, 6)]));
    for (own, his, distance, through) in
        [(3, 4, 10, "10/54"), (9, 3, 11, "2/27"), (1, 9, 99, "1/27")]
    {
        let (own, his) = (man([1, own]), man([1, his]));
        let attack = Attack { distance, ..Attack::blow(&steps, [&own, &his], Situation::PLAIN) };
        assert_eq!(attack.law().expect("a law").through, r(through), "{distance}");
    }
}

/// A chain of shots that hit by the weapon's range, and an archer.
fn shots() -> (Steps, Combatant) {
    let mut steps = hit_wound_save();
    steps.chains.swap(ChainKind::Shoot as usize, ChainKind::Strike as usize);
    steps.steps[0].test = Test::AtLeast(Needs::ToHit);
    let mut archer = man([1, 0]);
    let range = [10, 20, 30];
    archer.missile = Some(Missile { range, to_hit: [2, 3, 4], mobility: Mobility::Still });
    (steps, archer)
}

#[test]
fn ft_3_the_last_of_a_range_is_within_it() {
    let (steps, archer) = shots();
    let shot = |distance| Attack::shot(&steps, [&archer; 2], Situation::PLAIN, distance);
    for (distance, hits, [medium, long]) in [
        (10, "5/6", [0, 0]),
        (11, "2/3", [1, 0]),
        (20, "2/3", [1, 0]),
        (21, "1/2", [0, 1]),
        (30, "1/2", [0, 1]),
    ] {
        let attack = shot(distance).expect("within reach");
        assert_eq!(attack.law().expect("a law").steps[0].through, r(hits), "{distance}");
        let times = |condition| attack.situation.times(condition);
        assert_eq!(times(StepCondition::MediumRange), medium, "{distance}");
        assert_eq!(times(StepCondition::LongRange), long, "{distance}");
    }
    assert!(shot(31).is_none());
}

#[test]
fn ft_6_wounds_may_be_dice() {
    let mut steps = hit_wound_save();
    steps.effects[0].wounds = Wounds::Of(Party::Attacker, Attribute(1));
    let mut own = man([1, 0]);
    own.profile[1] = Some(Amount::of(D6, 0));
    let mut his = man([1, 0]);
    his.profile[0] = Some(Amount::of(Dice::one(2), 3));
    let found = law(&steps, [&own, &his], Situation::PLAIN);
    // Four or five are left: a d6 does as much in 3 and in 2 of 6.
    assert_eq!(found.down[1], r("1/6") * r("5/12"));
    assert_eq!(found.wounds()[1].chance(&6), r("1/36"));
}

fn duel<'s>(steps: &'s Steps, pair: [&'s Combatant; 2], several: u8, charge: bool) -> StepDuel<'s> {
    StepDuel { steps, pair, several, charge, situation: Situation::PLAIN }
}

/// Blows that hit on so much of a d6, at once.
fn blows(needed: i32, melee: StepMelee) -> Steps {
    let hit = step("hit", at_least(needed));
    let mut steps = single(hit);
    steps.melee = melee;
    steps
}

#[test]
fn ft_7_all_at_once() {
    let steps = blows(4, StepMelee::Each);
    let man = man([1, 0]);
    let law = duel(&steps, [&man; 2], 1, false).law(3).expect("a law");
    // One of four ways each, and the fourth begins anew.
    assert_eq!(law.ends, [r("1/3"), r("1/3"), r("1/3")]);
    assert_eq!(law.mean, Some(r("4/3")));
    assert_eq!(law.never(), Ratio::ZERO);
    assert_eq!(law.rounds[1].ends, [r("1/16"), r("1/16"), r("1/16")]);
    assert_eq!(law.open, r("1/64"));
}

#[test]
fn ft_7_who_charges_strikes_first() {
    let steps = blows(4, StepMelee::ChargerFirst);
    let man = man([1, 0]);
    let law = duel(&steps, [&man; 2], 1, true).law(1).expect("a law");
    assert_eq!(law.rounds[0].ends, [r("1/2"), r("1/4"), r("0")]);
    // A fourth is left, and goes on as if nobody had charged.
    assert_eq!(law.ends, [r("7/12"), r("1/3"), r("1/12")]);
    assert_eq!(law.mean, Some(r("4/3")));
    let met = duel(&steps, [&man; 2], 1, false).law(1).expect("a law");
    assert_eq!(met.ends, [r("1/3"), r("1/3"), r("1/3")]);
}

/// Who has been wounded by the charge strikes back as such.
#[test]
fn ft_7_who_is_charged_strikes_back_wounded() {
    let mut steps = blows(4, StepMelee::ChargerFirst);
    steps.steps[0].rows = vec![row(StepCondition::Wounded, Value::Number(-1))];
    let (own, his) = (man([1, 0]), man([2, 0]));
    let law = duel(&steps, [&own, &his], 1, true).law(1).expect("a law");
    assert_eq!(law.rounds[0].ends, [r("0"), r("5/12"), r("0")]);
}

#[test]
fn ft_7_sides_take_turns() {
    let steps = blows(4, StepMelee::Active);
    let man = man([1, 0]);
    let law = duel(&steps, [&man; 2], 1, true).law(2).expect("a law");
    assert_eq!(law.ends, [r("2/3"), r("1/3"), r("0")]);
    assert_eq!(law.mean, Some(r("2")));
    assert_eq!(law.rounds[1].ends, [r("0"), r("1/4"), r("0")]);
}

/// Two dice against each other: 15 of 36 each, and nothing in 6.
#[test]
fn ft_7_a_contest() {
    let fight = step(
        "fight",
        Test::Opposed { adds: [Value::Number(0), Value::Number(0)], ties: Ties::Nobody },
    );
    let mut steps = single(fight);
    steps.melee = StepMelee::Contest;
    let man = man([1, 0]);
    let law = duel(&steps, [&man; 2], 1, false).law(1).expect("a law");
    assert_eq!(law.rounds[0].ends, [r("5/12"), r("5/12"), r("0")]);
    assert_eq!(law.ends, [r("1/2"), r("1/2"), r("0")]);
    assert_eq!(law.mean, Some(r("6/5")));
    // Who wins ties is who acts, and he acts every other round.
    if let Test::Opposed { ties, .. } = &mut steps.steps[0].test {
        *ties = Ties::Attacker;
    }
    let law = duel(&steps, [&man; 2], 1, false).law(1).expect("a law");
    assert_eq!(law.ends, [r("7/12"), r("5/12"), r("0")]);
}

/// Two strike at one who strikes the first of them: he must bring down both.
#[test]
fn ft_7_several_against_one() {
    let steps = blows(4, StepMelee::Each);
    let man = man([1, 0]);
    let law = duel(&steps, [&man; 2], 2, false).law(1).expect("a law");
    // First a bout of both, then the blow of the second if the target stands: the target is down in 1/2 + 1/4, and the first
    // attacker in 1/2, so that all three are down never.
    assert_eq!(law.rounds[0].ends, [r("3/4"), r("0"), r("0")]);
    // Of the fourth that is left, half is two against one, and half is one against one.
    let against_one = r("1/3");
    let two = [
        (r("3/4") + r("1/8") * &against_one) * r("8/7"),
        r("1/8") * &against_one * r("8/7"),
        r("1/8") * against_one * r("8/7"),
    ];
    assert_eq!(law.ends, two);
}

#[test]
fn ft_7_wounds_are_kept_and_some_duels_never_end() {
    let steps = blows(4, StepMelee::Active);
    let (own, his) = (man([1, 0]), man([2, 0]));
    let law = duel(&steps, [&own, &his], 1, true).law(9).expect("a law");
    // He must hit twice before the other hits once: 2/3 to be the first to hit, then 1/3.
    assert_eq!(law.ends[0], r("2/9"));
    assert_eq!(law.ends[1], r("7/9"));
    let never = blows(7, StepMelee::Each);
    let law = duel(&never, [&own; 2], 1, true).law(5).expect("a law");
    assert_eq!((law.never(), law.mean, law.open), (r("1"), None, r("1")));
}

/// In the end it adds up to what the rounds come to, for wounds that are dice, too.
#[test]
fn ft_7_the_rounds_add_up() {
    for melee in [StepMelee::Each, StepMelee::ChargerFirst, StepMelee::Contest, StepMelee::Active] {
        let mut steps = blows(3, melee);
        steps.steps[0].test =
            Test::Opposed { adds: [Value::Number(1), Value::Number(0)], ties: Ties::Target };
        let mut slips = effect("slips", Party::Target, one());
        slips.on = Party::Attacker;
        steps.effects.push(slips);
        steps.steps[0].fails = Some(1);
        let mut tough = man([1, 0]);
        tough.profile[0] = Some(Amount::of(Dice::one(3), 0));
        let law = duel(&steps, [&man([1, 0]), &tough], 2, true).law(60).expect("a law");
        let summed = |k: usize| law.rounds.iter().map(|r| r.ends[k].clone()).sum::<Ratio>();
        let left: Ratio = (0..3).map(|k| &law.ends[k] - &summed(k)).sum();
        assert_eq!(left, law.open, "{melee:?}");
        assert!(left.to_f64() < 1e-6, "{melee:?}: {left}");
        assert_eq!(law.never(), Ratio::ZERO);
    }
}

#[test]
fn answers_tell_everything() {
    let attacked = plain(&hit_wound_save()).answer();
    let names = ["chain", "troops", "weapon", "against", "against_weapon", "what", "result"];
    assert_eq!(attacked.names()[..7], names);
    let json = serde_json::to_value(&attacked).expect("it is JSON");
    assert_eq!(json["down"]["exact"], "1/6");
    assert_eq!(json["steps"][2]["goes_on"]["exact"], "2/3");
    assert_eq!(json["wounds"][1]["exact"], "1/6");
    let steps = blows(4, StepMelee::Each);
    let man = man([1, 0]);
    let fought = duel(&steps, [&man; 2], 1, false).law(3).expect("a law");
    let json = serde_json::to_value(fought.answer()).expect("it is JSON");
    assert_eq!(json["both_down"]["exact"], "1/3");
    assert_eq!(json["rounds"][2]["ends"]["exact"], "3/64");
    assert_eq!(json["melee"], "each");
}
