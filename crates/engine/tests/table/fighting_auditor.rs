//! The auditor against breaches of technique tests (WSC-4 to WSC-6) and of blows against armour (ADC-1, ADC-2), planted in
//! clean games.

use crate::common::made_up::host;
use crate::common::planted::{self, Moment, Record, change, omit, repeat};
use crate::common::tables;
use crate::common::{AVERAGE, BOW, Field, GOOD, SWORD, line};
use crate::fighting_games::armoured;
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::battle::{Battle, FigureId};
use skirmish_engine::bot::{Act, Condition, Pick};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{ActionKind, Event, Opening, Part, ReactionKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{
    Amount, Blocks, Body, Fighting, Harm, Matching, Stack, System, TechniqueAttack,
};
use skirmish_engine::side::Side::{A, B};

/// Four against four with bows and swords.
fn field(fighting: Fighting) -> Field {
    let mut field = Field::new();
    let rules = &mut field.spec.rules;
    rules.fighting = fighting;
    rules.morale.start = 0;
    for troops in &mut rules.troops {
        troops.body = Body {
            level: 3,
            armour_class: 8,
            hit_points: Amount::of(Dice::one(8), 2),
            fearless: false,
        };
    }
    for weapon in &mut rules.weapons {
        weapon.harm = Harm { blow: Amount::of(Dice::one(6), 0), shot: Amount::of(Dice::one(4), 0) };
    }
    for (side, x, troops) in [(A, 18.0, AVERAGE), (B, 25.0, GOOD)] {
        for (k, weapon) in [SWORD, BOW, SWORD, SWORD].into_iter().enumerate() {
            field.figure(side, troops, weapon, x, 15.0 + 1.5 * k as f64);
        }
        field.bot(
            side,
            vec![
                line(&[Condition::Engaged], Act::Fight),
                line(
                    &[Condition::ActionsAtLeast(2), Condition::EnemyWithinCharge],
                    Act::Charge(Pick::Nearest),
                ),
                line(&[Condition::EnemyInRange], Act::Shoot(Pick::Nearest)),
                line(&[], Act::Charge(Pick::Nearest)),
            ],
        );
    }
    field
}

#[track_caller]
fn plant(fighting: Fighting, breach: impl FnMut(&Battle, &mut Vec<Moment>) -> Option<()>) -> Rule {
    let field = field(fighting);
    let records: Vec<Record> = (0..12).map(|seed| Record::of(&field, seed)).collect();
    planted::plant(&records, breach)
}

#[track_caller]
fn twist(fighting: Fighting, twist: impl Fn(&mut Event) -> bool) -> Rule {
    plant(fighting, |_, moments| change(moments, &twist))
}

/// Whether an event has a part, which is then changed.
macro_rules! part {
    ($pattern:pat => $change:expr) => {
        |event: &mut Event| match event {
            $pattern => {
                $change;
                true
            }
            _ => false,
        }
    };
}

#[test]
fn wsc_4_what_passes_and_what_is_rolled() {
    let of = Fighting::Techniques;
    let needed = twist(of, part!(Event::Technique { needed, .. } => *needed += 1));
    assert_eq!(needed, Rule::wsc(4));
    let rolled = twist(of, part!(Event::Technique { rolled, .. } => *rolled = 11));
    assert_eq!(rolled, Rule::wsc(4));
    let passes = twist(of, part!(Event::Technique { passes, .. } => *passes = !*passes));
    assert_eq!(passes, Rule::wsc(4));
}

#[test]
fn wsc_6_who_is_tested_and_who_falls() {
    let of = Fighting::Techniques;
    let out_of_turn = twist(of, |event| match event {
        Event::Technique { figure, against, step: 2, .. } => {
            std::mem::swap(figure, against);
            true
        }
        _ => false,
    });
    assert_eq!(out_of_turn, Rule::wsc(6));
    let skipped = twist(of, part!(Event::Technique { step, .. } => *step += 1));
    assert_eq!(skipped, Rule::wsc(6));
    let failed = |event: &Event| matches!(event, Event::Technique { passes: false, .. });
    let unearned = plant(of, |_, moments| omit(moments, failed));
    assert_eq!(unearned, Rule::wsc(6), "nobody falls who has not failed");
    let again = plant(of, |_, moments| repeat(moments, failed));
    assert_eq!(again, Rule::wsc(6));
}

/// Games with stacked tests, in which many cover up; sides take turns, so that some are charged.
fn stacked() -> Vec<Record> {
    let mut field = field(Fighting::Techniques);
    let rules = &mut field.spec.rules;
    rules.system = tables::ALTERNATE;
    rules.techniques.attack = TechniqueAttack::Stacked;
    rules.troops[AVERAGE].stack = Stack { mentality: 4, action: 2 };
    rules.troops[GOOD].stack = Stack { mentality: 2, action: 4 };
    for side in [A, B] {
        for (k, name) in ["second", "third", "fourth"].iter().enumerate() {
            let unit = field.unit(side, name);
            field.enlist(FigureId::new(side, k + 1), unit);
        }
        let charge = line(&[], Act::Charge(Pick::Nearest));
        field.bot(side, vec![charge, line(&[], Act::Fight)]);
    }
    (0..40).map(|seed| Record::of(&field, seed)).collect()
}

#[test]
fn wsc_5_what_passes_what_is_rolled_and_what_it_makes() {
    let records = stacked();
    let twist = |twist: &dyn Fn(&mut Event) -> bool| {
        planted::plant(&records, |_, moments| change(moments, twist))
    };
    let wrong: [&dyn Fn(&mut Event) -> bool; 5] = [
        &part!(Event::Opens { needed, .. } => needed[0] += 1),
        &part!(Event::Opens { needed, .. } => needed[1] += 1),
        &part!(Event::Opens { rolled, .. } => *rolled = 11),
        &|event| match event {
            Event::Opens { opening, .. } if *opening == Opening::Wild => {
                *opening = Opening::Skilled;
                true
            }
            _ => false,
        },
        &part!(Event::Opens { figure, against, .. } => *against = *figure),
    ];
    for (k, wrong) in wrong.into_iter().enumerate() {
        assert_eq!(twist(wrong), Rule::wsc(5), "{k}");
    }
}

#[test]
fn wsc_5_every_attack_is_rolled_for_and_answered_as_its_kind_allows() {
    let records = stacked();
    let is = |of: Opening| move |event: &Event| matches!(*event, Event::Opens { opening, .. } if opening == of);
    for of in [Opening::Skilled, Opening::Wild, Opening::HalfHearted] {
        let unrolled = planted::plant(&records, |_, moments| omit(moments, is(of)));
        assert_eq!(unrolled, Rule::wsc(5), "{of:?}");
        let unanswered = planted::plant(&records, |_, moments| {
            let at = planted::find(moments, is(of))?;
            moments.remove(at + 1);
            Some(())
        });
        assert_eq!(unanswered, Rule::wsc(5), "{of:?}");
    }
    // A counter to a half-hearted attack is not answered.
    let answered = planted::plant(&records, |_, moments| {
        let at = moments.windows(2).position(|pair| {
            is(Opening::HalfHearted)(&pair[0].event)
                && matches!(pair[1].event, Event::Technique { passes: true, .. })
        })?;
        let mut more = moments[at + 1].clone();
        if let Event::Technique { figure, against, step, .. } = &mut more.event {
            std::mem::swap(figure, against);
            *step = 2;
        }
        moments.insert(at + 2, more);
        Some(())
    });
    assert!([Rule::wsc(5), Rule::wsc(4)].contains(&answered), "{answered}");
    // Whoever is countered in a wild attack falls.
    let stands = planted::plant(&records, |_, moments| {
        let at = moments.windows(3).position(|three| {
            is(Opening::Wild)(&three[0].event)
                && matches!(three[1].event, Event::Technique { passes: true, .. })
                && matches!(three[2].event, Event::Dies { .. })
        })?;
        moments.remove(at + 2);
        Some(())
    });
    assert_eq!(stands, Rule::wsc(6));
}

#[test]
fn wsc_5_who_runs_and_who_must() {
    let records = stacked();
    let runs = |event: &Event| matches!(event, Event::RunsFrom { .. });
    let again = planted::plant(&records, |_, moments| repeat(moments, runs));
    assert_eq!(again, Rule::wsc(5));
    // He runs, and has never covered up.
    let bold = planted::plant(&records, |_, moments| {
        let at = planted::find(moments, runs)?;
        let Event::RunsFrom { figure: who, .. } = moments[at].event else {
            return None;
        };
        moments.retain(|moment| {
            !matches!(moment.event, Event::Opens { figure, opening: Opening::CoversUp, .. } if figure == who)
        });
        Some(())
    });
    assert_eq!(bold, Rule::wsc(5));
    // He runs from another than who charges him.
    let from_another = planted::plant(&records, |_, moments| {
        change(moments, |event| match event {
            Event::RunsFrom { by, .. } => {
                *by = FigureId::new(by.side(), (by.index() + 1) % 4);
                true
            }
            _ => false,
        })
    });
    assert_eq!(from_another, Rule::wsc(5));
    // He is attacked where he should have run.
    let attacked = planted::plant(&records, |_, moments| {
        let at = planted::find(moments, runs)?;
        let Event::RunsFrom { figure, by } = moments[at].event else {
            return None;
        };
        moments[at].event = Event::Opens {
            figure: by,
            against: figure,
            needed: if by.side() == A { [4, 2] } else { [2, 4] },
            rolled: 10,
            opening: Opening::CoversUp,
        };
        Some(())
    });
    assert_eq!(attacked, Rule::wsc(5));
}

#[test]
fn wsc_5_nobody_rolls_for_an_attack_that_lands_of_itself() {
    let of = Fighting::Techniques;
    let rolled = plant(of, |_, moments| {
        let at = planted::find(moments, |event| matches!(event, Event::Technique { step: 1, .. }))?;
        let mut more = moments[at].clone();
        if let Event::Technique { figure, against, .. } = moments[at].event {
            more.event = Event::Opens {
                figure: against,
                against: figure,
                needed: [6, 6],
                rolled: 1,
                opening: Opening::Skilled,
            };
        }
        moments.insert(at, more);
        Some(())
    });
    assert_eq!(rolled, Rule::wsc(5));
}

#[test]
fn adc_1_what_is_needed_and_what_hits() {
    let of = Fighting::Osric;
    let needed = twist(of, part!(Event::Attacks { needed, .. } => *needed += 1));
    assert_eq!(needed, Rule::adc(1));
    let hit = twist(of, part!(Event::Attacks { hit, .. } => *hit = !*hit));
    assert_eq!(hit, Rule::adc(1));
    let friend = twist(of, |event| match event {
        Event::Attacks { by, target, band, .. } if band.is_none() => {
            *target = *by;
            true
        }
        _ => false,
    });
    assert_eq!(friend, Rule::adc(1));
    let modifier = twist(of, |event| match event {
        Event::Attacks { modifier, needed, hit: true, .. } => {
            *modifier += 7;
            *needed -= 7;
            true
        }
        _ => false,
    });
    assert_eq!(modifier, Rule::adc(4));
    let part = twist(of, part!(Event::Attacks { parts, .. } => parts.add(Part::Charge, 1)));
    assert_eq!(part, Rule::adc(1), "parts that do not make the modifier");
    let exchanged = twist(of, |event| match event {
        Event::Attacks { parts, .. } if parts.of(Part::Charge) != 0 => {
            let adds = parts.of(Part::Charge);
            parts.add(Part::Charge, -adds);
            parts.add(Part::Support, adds);
            true
        }
        _ => false,
    });
    assert_eq!(exchanged, Rule::adc(1), "a charge by another name");
    let unearned = plant(of, |_, moments| {
        omit(moments, |event| matches!(event, Event::Attacks { hit: true, .. }))
    });
    assert_eq!(unearned, Rule::adc(1), "no damage without a hit");
}

/// Games in which sides take turns and some units look away from the enemy.
fn surrounded() -> Vec<Record> {
    let mut field = field(Fighting::Osric);
    field.spec.rules.system = tables::ALTERNATE;
    for side in [A, B] {
        field.spec.sides[side].units[0].facing = Point::new(1, 0);
        let unit = field.unit(side, "second");
        for k in [1, 2] {
            field.enlist(FigureId::new(side, k), unit);
        }
    }
    (0..40).map(|seed| Record::of(&field, seed)).collect()
}

#[test]
fn adc_4_who_strikes_from_behind_and_at_whom_a_charge_leaves_open() {
    let records = surrounded();
    let twist = |twist: &dyn Fn(&mut Event) -> bool| {
        planted::plant(&records, |_, moments| change(moments, twist))
    };
    // A blow with 2 more or less for where it comes from, and one that only leaves the word out.
    let wrong: [&dyn Fn(&mut Event) -> bool; 6] = [
        &|event| match event {
            Event::Attacks { rear, modifier, needed, hit, rolled, band: None, .. } if !*rear => {
                (*rear, *modifier, *needed) = (true, *modifier + 2, *needed - 2);
                *hit = *rolled >= *needed;
                true
            }
            _ => false,
        },
        &|event| match event {
            Event::Attacks { rear, modifier, needed, hit, rolled, .. } if *rear => {
                (*rear, *modifier, *needed) = (false, *modifier - 2, *needed + 2);
                *hit = *rolled >= *needed;
                true
            }
            _ => false,
        },
        &part!(Event::Attacks { rear, band: None, .. } => *rear = !*rear),
        &part!(Event::Attacks { rear, band: Some(_), .. } => *rear = true),
        &|event| match event {
            Event::Attacks { armour_class, needed, hit, rolled, band: None, .. }
                if *armour_class == 8 =>
            {
                (*armour_class, *needed) = (9, *needed - 1);
                *hit = *rolled >= *needed;
                true
            }
            _ => false,
        },
        &|event| match event {
            Event::Attacks { modifier, needed, hit, rolled, band: None, .. } if *modifier == 2 => {
                (*modifier, *needed) = (0, *needed + 2);
                *hit = *rolled >= *needed;
                true
            }
            _ => false,
        },
    ];
    for (k, wrong) in wrong.into_iter().enumerate() {
        assert_eq!(twist(wrong), Rule::adc(4), "{k}");
    }
}

#[test]
fn adc_2_damage_points_and_death() {
    let of = Fighting::Osric;
    let rises = twist(of, part!(Event::Harmed { left, .. } => *left += 1));
    assert_eq!(rises, Rule::adc(2));
    let much = twist(of, |event| match event {
        Event::Harmed { damage, left, .. } => {
            *damage += 6;
            *left -= 6;
            true
        }
        _ => false,
    });
    assert_eq!(much, Rule::adc(2));
    let rolled = twist(of, part!(Event::Harmed { rolled, .. } => *rolled += 1));
    assert_eq!(rolled, Rule::adc(2), "a throw that does not make the damage");
    let often = twist(of, |event| match event {
        Event::Harmed { damage, times, left, .. } => {
            *times = 2;
            *left -= *damage;
            *damage *= 2;
            true
        }
        _ => false,
    });
    assert_eq!(often, Rule::adc(7), "twice the damage for nothing");
    let points = twist(of, part!(Event::HitPoints { points, .. } => *points = 11));
    assert_eq!(points, Rule::adc(2));
    let twice =
        plant(of, |_, moments| repeat(moments, |event| matches!(event, Event::HitPoints { .. })));
    assert_eq!(twice, Rule::adc(2));
    let unhurt = plant(of, |_, moments| {
        omit(moments, |event| matches!(event, Event::Harmed { left: ..=0, .. }))
    });
    assert_eq!(unhurt, Rule::adc(2), "nobody falls with points left");
    let undead = plant(of, |_, moments| omit(moments, |event| matches!(event, Event::Dies { .. })));
    assert_eq!(undead, Rule::adc(2));
}

#[test]
fn adc_5_rows_of_a_check_of_morale() {
    let of = Fighting::Osric;
    let lost = twist(of, part!(Event::NerveCheck { weights, .. } => weights[0].lost += 1));
    assert_eq!(lost, Rule::adc(5));
    let dice = twist(of, part!(Event::NerveCheck { hit_dice, .. } => *hit_dice += 1));
    assert_eq!(dice, Rule::adc(5));
    let down =
        twist(of, part!(Event::NerveCheck { weights, .. } => weights[1].leader_down ^= true));
    assert_eq!(down, Rule::adc(5));
}

#[test]
fn nobody_is_silent_about_an_attack_that_does_not_come() {
    let silent = plant(Fighting::Osric, |_, moments| {
        let mut acting = A;
        let of_who_acts = moments.iter().position(|moment| match moment.event {
            Event::Acts { side, .. } => {
                acting = side;
                false
            }
            Event::ComesToNothing { side, .. } => side == acting,
            _ => false,
        });
        moments.remove(of_who_acts?);
        Some(())
    });
    assert_eq!(silent, Rule::adc(1));
}

#[test]
fn the_games_of_one_way_of_fighting_have_nothing_of_another() {
    for (fighting, other) in
        [(Fighting::Techniques, Fighting::Osric), (Fighting::Osric, Fighting::Host)]
    {
        let wrong = field(other).battle();
        let record = Record::of(&field(fighting), 3);
        assert!(!planted::audit(&wrong, &record.moments).is_empty(), "{other:?}");
    }
}

#[test]
fn nobody_fires_volleys_but_by_the_dice_of_petite_guerre() {
    for action in [ActionKind::Volley, ActionKind::ShootInHaste, ActionKind::Reload] {
        let rule = plant(Fighting::Host, |_, moments| {
            change(moments, |event| match event {
                Event::Acts { action: of, .. } if *of == ActionKind::Shoot => {
                    *of = action;
                    true
                }
                _ => false,
            })
        });
        assert_eq!(rule, Rule::host(2), "{}", action.name());
    }
}

/// Games by hit points under a system, in which one armour class serves all and units are matched as the reading says.
fn by_points(system: System, matching: Matching) -> Vec<Record> {
    let field = |variant: u64| {
        let mut field = armoured(host(system, variant), variant);
        field.spec.rules.warspike.matching = matching;
        for troops in &mut field.spec.rules.troops {
            troops.body = Body { level: 2, armour_class: 7, ..troops.body };
        }
        field
    };
    (0..60).map(|variant| Record::of(&field(variant), variant * 31 + 5)).collect()
}

/// Who shoots at whom, and whether in reaction.
fn shot(event: &Event) -> Option<([FigureId; 2], bool)> {
    match *event {
        Event::Attacks { by, target, band: Some(_), reactive, .. } => {
            Some(([by, target], reactive))
        }
        _ => None,
    }
}

/// Has the first shot that fits be at another on the table, whom the function picks.
fn at_another(
    moments: &mut [Moment],
    fits: impl Fn(usize, &Moment) -> bool,
    other: impl Fn(usize, FigureId) -> bool,
) -> Option<()> {
    (0..moments.len()).find_map(|k| {
        let ([_, old], _) = shot(&moments[k].event)?;
        let side = old.side();
        let alive = moments[k].alive[side];
        let mut others = (0..16).filter(|j| alive >> j & 1 == 1).map(|j| FigureId::new(side, j));
        let new = others.find(|it| *it != old && other(k, *it)).filter(|_| fits(k, &moments[k]))?;
        if let Event::Attacks { target, .. } = &mut moments[k].event {
            *target = new;
        }
        Some(())
    })
}

#[test]
fn ll_01_and_ll_12_shots_by_hit_points() {
    let records = by_points(System::Lloyd, Matching::Chosen);
    let is_shot = |reaction: bool| {
        move |event: &Event| {
            matches!(event, Event::Attacks { hit: false, .. })
                && shot(event).is_some_and(|(_, reactive)| reactive == reaction)
        }
    };
    for reactive in [false, true] {
        let again = planted::plant(&records, |_, moments| repeat(moments, is_shot(reactive)));
        assert_eq!(again, Rule::ll(1), "a second shot in an action, reactive: {reactive}");
    }
    let unmoved = planted::plant(&records, |_, moments| {
        let before = moments.clone();
        let acts = |event: &Event| matches!(event, Event::Acts { .. });
        let since = |k: usize| before[..k].iter().rposition(|moment| acts(&moment.event));
        let has_moved = |k: usize, who: FigureId| {
            let moves = |moment: &Moment| matches!(moment.event, Event::Moves { figure, .. } if figure == who);
            since(k).is_some_and(|from| before[from..k].iter().any(moves))
        };
        let at_mover = |k: usize, moment: &Moment| {
            shot(&moment.event).is_some_and(|([_, at], reactive)| reactive && has_moved(k, at))
        };
        at_another(moments, at_mover, |k, who| !has_moved(k, who))
    });
    assert_eq!(unmoved, Rule::ll(12), "a shot in reaction at one who has not moved");
    let idle = planted::plant(&records, |_, moments| {
        let acts = |moment: &Moment| matches!(moment.event, Event::Acts { .. });
        let (act, by) = (0..moments.len()).find_map(|k| {
            let ([by, _], _) =
                shot(&moments[k].event).filter(|_| is_shot(false)(&moments[k].event))?;
            let act = moments[..k].iter().rposition(acts)?;
            // A first action of Lloyd's is bound by more than this.
            matches!(moments[act].event, Event::Acts { first: None, .. }).then_some((act, by))
        })?;
        if let Event::Acts { figures, .. } = &mut moments[act].event {
            *figures &= !(1 << by.index());
        }
        Some(())
    });
    assert_eq!(idle, Rule::ll(1), "a shot by one who has no part in the action");
}

/// A reaction by shooting since this match began, so far as events tell before this one.
fn shoots_in_reply(moments: &[Moment], at: usize) -> Option<usize> {
    let begins = |moment: &Moment| matches!(moment.event, Event::MatchBegins { .. });
    let from = moments[..at].iter().rposition(begins)?;
    let replies = |moment: &Moment| {
        matches!(moment.event, Event::Reacts { reaction: ReactionKind::Shoot, .. })
    };
    moments[from..at].iter().position(replies).map(|k| from + k)
}

#[test]
fn ws_02_ws_03_and_sow_1_shots_by_hit_points() {
    let unit = |battle: &Battle, figure: FigureId| (figure.side(), battle.traits(figure).unit);
    let records = by_points(System::WarSpike, Matching::Chosen);
    let of_other_unit = planted::plant(&records, |battle, moments| {
        let before = moments.clone();
        let meant = |k: usize| shot(&before[k].event).map(|([_, at], _)| unit(battle, at));
        let in_reply = |k: usize, moment: &Moment| {
            let Some(([by, _], _)) = shot(&moment.event) else { return false };
            by.side() != moment.holder && shoots_in_reply(&before, k).is_some()
        };
        at_another(moments, in_reply, |k, who| Some(unit(battle, who)) != meant(k))
    });
    assert_eq!(of_other_unit, Rule::ws(3), "a reaction at a unit that does not act");
    let unsaid = planted::plant(&records, |_, moments| {
        let at = (0..moments.len()).find(|k| {
            shot(&moments[*k].event).is_some_and(|([by, _], _)| by.side() != moments[*k].holder)
                && shoots_in_reply(moments, *k).is_some()
        })?;
        let told = shoots_in_reply(moments, at)?;
        if let Event::Reacts { reaction, .. } = &mut moments[told].event {
            *reaction = ReactionKind::Fight;
        }
        Some(())
    });
    assert_eq!(unsaid, Rule::ws(3), "somebody shoots who has not reacted by shooting");
    let hidden = planted::plant(&records, |battle, moments| {
        let before = moments.clone();
        // A unit that has lain low by its action, in a match that is over.
        let lies_low = |k: usize, who: FigureId| {
            let since = before[..k].iter().rposition(|moment| match moment.event {
                Event::Acts { side, action: ActionKind::LieLow, figures, .. } => {
                    side == who.side() && figures >> who.index() & 1 == 1
                }
                _ => false,
            });
            since.is_some_and(|from| {
                let mut events = before[from..k].iter().map(|moment| moment.event);
                let found = |event: Event| matches!(event, Event::Found { side, unit: of } if (side, of) == unit(battle, who));
                events.clone().any(|event| matches!(event, Event::MatchBegins { .. }))
                    && !events.any(found)
            })
        };
        at_another(moments, |_, _| true, lies_low)
    });
    assert_eq!(hidden, Rule::ws(2), "a shot at one who lies low");
    let records = by_points(System::WarSpike, Matching::Closest);
    let unmatched = planted::plant(&records, |battle, moments| {
        let before = moments.clone();
        let meant = |k: usize| shot(&before[k].event).map(|([_, at], _)| unit(battle, at));
        let by_instigator = |_: usize, moment: &Moment| {
            shot(&moment.event).is_some_and(|([by, _], _)| by.side() == moment.holder)
        };
        let lain_low = |who: FigureId| {
            before.iter().any(|moment| match moment.event {
                Event::Acts { side, action: ActionKind::LieLow, .. }
                | Event::Reacts { side, reaction: ReactionKind::LieLow, .. } => side == who.side(),
                _ => false,
            }) || battle.spec().sides[who.side()].units[usize::from(unit(battle, who).1.0)].hidden
        };
        let blocks = battle.spec().rules.warspike.blocks == Blocks::None;
        let other = |k: usize, who: FigureId| {
            blocks && Some(unit(battle, who)) != meant(k) && !lain_low(who)
        };
        at_another(moments, by_instigator, other)
    });
    assert_eq!(unmatched, Rule::sow(1), "a shot at a unit that is not matched with it");
}
