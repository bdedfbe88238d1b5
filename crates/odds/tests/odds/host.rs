//! Shots by the host rules against a walk over every outcome of whole games: the engine's own code from the first die to the
//! last.

use crate::common::{AVERAGE, BOW, Field, GOOD, JAVELIN, POOR, inches, line};
use crate::on_the_table::law_of;
use skirmish_engine::battle::{Cover, Going, SightEffect};
use skirmish_engine::bot::{Act, Pick, React};
use skirmish_engine::event::{Event, TargetCondition};
use skirmish_engine::rulebook::Effect;
use skirmish_engine::side::Side::{A, B};
use skirmish_odds::host::{HostHit, cover};
use skirmish_odds::{Pmf, Ratio};

/// What becomes of the first shot of this kind: whether it hits, and its effect; `None` if none is made, or if one before it
/// hits.
fn walk(field: &Field, wanted: bool) -> Pmf<Option<(bool, Effect)>> {
    let see = |seen: &mut (bool, Option<(bool, Effect)>), event: &Event| match (*event, &mut *seen)
    {
        (Event::Shoots { reactive, hit, .. }, (false, first)) if reactive == wanted => {
            *first = Some((hit, Effect::None));
            seen.0 = !hit;
        }
        (Event::Hit { effect, .. }, (is_over @ false, first)) => {
            *first = first.map(|(hit, _)| (hit, effect));
            *is_over = true;
        }
        _ => {}
    };
    law_of(field, see, |(_, first)| first)
}

#[test]
fn host_2_shots_of_every_kind_hit_and_do_what_their_law_says() {
    let mut impossible = 0;
    for (weapon, distances) in [(BOW, [7.0, 15.0, 23.0]), (JAVELIN, [3.5, 7.5, 9.5])] {
        for distance in distances {
            for target in TargetCondition::ALL {
                for (troops, reactive) in
                    [(POOR, false), (AVERAGE, false), (GOOD, false), (GOOD, true)]
                {
                    let Some(behind) = cover(target) else { continue };
                    let mut field = Field::new();
                    let (shooter, near) = if reactive { (B, 11.0) } else { (A, 8.5 + distance) };
                    for (side, x) in [(A, 10.0), (B, 10.0 + distance)] {
                        let troops = if side == shooter { AVERAGE } else { troops };
                        field.figure(side, troops, weapon, x, 10.0);
                    }
                    if behind != Cover::None {
                        field.feature(
                            "bank",
                            near,
                            5.0,
                            near + 0.25,
                            15.0,
                            SightEffect::Clear,
                            behind,
                            Going::Free,
                        );
                    }
                    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
                    field.reacts(B, &[React::Shoot]);
                    field.cap(1);
                    let rules = &field.spec.rules;
                    let of = &rules.weapons[weapon];
                    let missile = of.missile.as_ref().expect("it shoots");
                    let exact = HostHit::of(
                        rules,
                        (&of.name, missile),
                        inches(distance),
                        (target, reactive),
                        &rules.troops[troops],
                    );
                    let exact = exact.expect("dice have a law");
                    let what = format!("{} {distance} {target:?} {troops} {reactive}", of.name);
                    let walked = walk(&field, reactive);
                    // A shot that cannot hit is not made.
                    if exact.hit.chance == Ratio::ZERO {
                        impossible += 1;
                        assert_eq!(walked.chance(&None), Ratio::ONE, "{what}");
                        continue;
                    }
                    let walked = walked.given(Option::is_some).expect("a shot");
                    assert_eq!(
                        walked.chance_that(|shot| shot.is_some_and(|(hit, _)| hit)),
                        exact.hit.chance,
                        "{what}"
                    );
                    for effect in [Effect::None, Effect::PushBack, Effect::Retreat, Effect::Kill] {
                        let done = walked.chance(&Some((true, effect)));
                        assert_eq!(
                            done,
                            &exact.hit.chance * &exact.effect.chance(&effect),
                            "{what} {effect:?}"
                        );
                    }
                }
            }
        }
    }
    assert!(impossible > 0);
}
