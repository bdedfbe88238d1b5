//! Numbers that dice do not tell apart (FT-03) come to the same by the law, too.

use skirmish_engine::rulebook::{Rulebook, Situation, StepCondition};
use skirmish_odds::steps::{Attack, Combatant};
use skirmish_scenario::{NoFiles, Override, RULEBOOKS, load_rules};

/// What comes of everybody's blows and shots, as a text.
fn laws(rules: &Rulebook) -> String {
    let steps = &rules.steps;
    let all = rules.troops.iter().flat_map(|t| rules.weapons.iter().map(move |w| (t, w)));
    let men: Vec<Combatant> = all.map(|(t, w)| Combatant::new(steps, t, w)).collect();
    let all_hold = StepCondition::ALL.iter().fold(Situation::PLAIN, |all, it| all.with(*it, true));
    let mut text = String::new();
    for (own, other) in men.iter().zip(men.iter().rev()) {
        for situation in [Situation::PLAIN, all_hold] {
            let pair = [own, other];
            let shots = own.missile.iter().flat_map(|missile| missile.range);
            let shots = shots.filter_map(|far| Attack::shot(steps, pair, situation, far));
            for attack in shots.chain([Attack::blow(steps, pair, situation)]) {
                text += &format!("{:?}\n", attack.law().expect("a law").wounds());
            }
        }
    }
    text
}

#[test]
fn ft_03_numbers_that_dice_do_not_tell_apart_play_alike() {
    let mut told = 0;
    let by_steps =
        |(name, text): &&(&str, &str)| text.contains("[step.") && !matches!(*name, "opposed");
    for (name, _) in RULEBOOKS.iter().filter(by_steps) {
        let read = |set: &[Override]| load_rules(name, set, &NoFiles).ok();
        let rules = read(&[]).expect("it is shipped");
        for parameter in rules.parameters.iter().filter(|it| it.told_apart.is_some()).step_by(3) {
            let [least, most] = parameter.told_apart.expect("it is there");
            let laws = |value: i32| {
                let rules = read(&[Override::new(&parameter.path, &value.to_string())])?;
                Some(laws(&rules.rulebook))
            };
            for (end, beyond) in [(least, least - 3), (most, most + 3)] {
                if let (Some(end), Some(beyond)) = (laws(end), laws(beyond)) {
                    assert!(end == beyond, "{name}: {}", parameter.path);
                    told += 1;
                }
            }
        }
    }
    assert!(told > 20, "{told}");
}
