//! HOST-2 and PG-07: whom those aim at who shoot one after another, who is no target, and shots that cannot hit.

use crate::common::petite::{self, CIVILIAN, LINE, MUSKET, RANGER, SABRE, form_line};
use crate::common::planted::{self, Record, changed};
use crate::common::tables;
use crate::common::{AVERAGE, BOW, CROSSBOW, Field, POOR, SWORD, line, made_up, reaction};
use skirmish_engine::battle::{Cover, FigureId, Going, SightEffect};
use skirmish_engine::bot::{Act, Condition, Pick, React};
use skirmish_engine::event::{ActionKind, Event};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{AimReading, Fighting, System};
use skirmish_engine::side::Side::{A, B};

/// Two bows of side A, and two enemies of one body before them; the first is the nearer to both.
fn two_bows() -> (Field, [FigureId; 2], [FigureId; 2]) {
    let mut field = Field::new();
    let bows = [10.0, 12.0].map(|y| field.figure(A, AVERAGE, BOW, 10.0, y));
    let enemies = [15.0, 17.0].map(|x| field.figure(B, POOR, SWORD, x, 11.0));
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    (field, bows, enemies)
}

#[test]
fn host_2_who_shoots_in_his_turn_takes_the_next_when_one_has_fallen() {
    let (field, bows, [near, far]) = two_bows();
    // The first hits and kills; the second takes the other.
    let played = field.play(&[5, 8, 5, 8]);
    let shots: Vec<_> = played.shots().iter().map(|shot| (shot.shooter, shot.target)).collect();
    assert_eq!(shots, [(bows[0], near), (bows[1], far)]);
    assert_eq!(played.dead(), [near, far]);
}

/// One more bow for each of the two, and all declare their shots beforehand.
fn four_bows() -> (Field, [FigureId; 2]) {
    let (mut field, _, both) = two_bows();
    for y in [9.0, 13.0] {
        field.figure(A, AVERAGE, BOW, 10.0, y);
    }
    field.spec.rules.aim = AimReading::Declared;
    (field, both)
}

#[test]
fn host_2_those_who_declare_together_share_out_their_shots() {
    let (mut field, [near, far]) = four_bows();
    // Each man is shot at by two; the second shot at a dead man does nothing.
    let played = field.play(&[5, 8, 5, 8, 5, 5]);
    let targets: Vec<_> = played.shots().iter().map(|shot| shot.target).collect();
    assert_eq!(targets, [near, far, near, far]);
    assert_eq!(played.dead(), [near, far]);
    // Two harder to hit by cover, the far one is worth a shot once there are two at the near one, and no sooner.
    field.feature("wall", 16.0, 8.0, 16.5, 14.0, SightEffect::Clear, Cover::Protect, Going::Free);
    let played = field.play(&[1, 1, 1, 1]);
    let targets: Vec<_> = played.shots().iter().map(|shot| shot.target).collect();
    assert_eq!(targets, [near, near, near, far]);
}

#[test]
fn ll_12_those_who_reply_share_out_their_shots() {
    let (mut field, _) = four_bows();
    for enemy in &mut field.spec.sides[B].figures {
        enemy.weapon = BOW;
    }
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.spec.sides[A].bot.reactions = vec![reaction(&[], React::Shoot)];
    field.spec.starts = Some(B);
    let played = field.play(&[1; 6]);
    let shots = played.shots().into_iter().filter(|shot| shot.reactive);
    assert_eq!(shots.map(|shot| shot.target.index()).collect::<Vec<_>>(), [0, 1, 0, 1]);
}

#[test]
fn ws_04_where_all_declare_beforehand_they_share_out_their_shots() {
    let (mut field, [near, far]) = four_bows();
    field.spec.rules.system = System::WarSpike;
    field.spec.rules.warspike.turns = 1;
    field.spec.sides[B].bot.reactions = vec![reaction(&[], React::Prepare)];
    field.cap(200);
    let (played, _) = field.try_play(&[1; 8]);
    let targets: Vec<_> = played.shots().iter().map(|shot| shot.target).collect();
    assert_eq!(targets[..4], [near, far, near, far]);
}

#[test]
fn host_2_who_finds_nobody_left_keeps_his_shot() {
    let (mut field, bows, [near, far]) = two_bows();
    field.spec.sides[B].figures.truncate(1);
    let played = field.play(&[5, 8]);
    assert_eq!(played.shots().iter().map(|shot| shot.shooter).collect::<Vec<_>>(), [bows[0]]);
    assert_eq!(played.dead(), [near]);
    // So with all who shoot at once (LL-13).
    let (mut field, ..) = two_bows();
    field.bot(A, vec![line(&[], Act::AllShoot)]);
    assert_eq!(field.play(&[5, 8, 5, 8]).dead(), [near, far]);
}

#[test]
fn ll_12_those_who_react_have_declared_and_share_out_their_shots() {
    let (mut field, _, [near, far]) = two_bows();
    field.figure(A, AVERAGE, BOW, 10.0, 9.0);
    field.bot(A, vec![line(&[], Act::Stand)]);
    field.spec.sides[A].bot.reactions = vec![reaction(&[], React::Shoot)];
    let hill = field.place("hill", 10.0, 30.0, 1.0);
    field.bot(B, vec![line(&[], Act::Move(skirmish_engine::bot::Goal::Place(hill)))]);
    field.spec.starts = Some(B);
    // The third has declared his shot at the first of them, who is down by then.
    let played = field.play(&[6, 8, 6, 8, 6]);
    let targets: Vec<_> = played.shots().iter().map(|shot| shot.target).collect();
    assert_eq!(targets, [near, far, near]);
    assert_eq!(played.dead(), [near, far]);
}

#[test]
fn pg_07_single_figures_fire_one_after_another() {
    let mut field = petite::field();
    let men = [75.0, 78.0].map(|y| field.figure(A, LINE, MUSKET, 50.0, y));
    let [near, far] = [88.0, 92.0].map(|x| field.figure(B, LINE, SABRE, x, 76.0));
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    let played = field.play(&[8, 8, 4, 8, 8, 4]);
    let shots: Vec<_> = played.fired().iter().map(|shot| (shot.shooter, shot.target)).collect();
    assert_eq!(shots, [(men[0], near), (men[1], far)]);
    assert_eq!(played.dead(), [near, far]);
}

#[test]
fn ws_04_nobody_shoots_at_one_whom_a_roll_before_his_has_killed() {
    let (mut field, bows, [near, far]) = two_bows();
    field.spec.rules.system = System::WarSpike;
    field.spec.rules.warspike.turns = 1;
    // There is a reaction, so that all shots are rolled before one takes effect.
    field.spec.sides[B].bot.reactions = vec![reaction(&[], React::Prepare)];
    field.cap(200);
    let (played, _) = field.try_play(&[5, 8, 5, 8]);
    let shots: Vec<_> = played.shots().iter().map(|shot| (shot.shooter, shot.target)).collect();
    assert_eq!(shots[..2], [(bows[0], near), (bows[1], far)]);
}

#[test]
fn ad_01_those_who_shoot_at_the_same_moment_do_as_the_option_says() {
    // Those who have declared share out their shots; those who aim in turn take the next only when one has fallen.
    let cases = [
        (AimReading::Declared, [1, 1, 1], [0, 1]),
        (AimReading::InTurn, [1, 1, 1], [0, 0]),
        (AimReading::InTurn, [5, 8, 1], [0, 1]),
    ];
    for (aim, rolls, whom) in cases {
        let (mut field, ..) = two_bows();
        field.spec.rules.system = System::Adnd;
        field.spec.rules.aim = aim;
        field.wins(
            A,
            skirmish_engine::battle::WinSpec::After(skirmish_engine::battle::Time::turns(1)),
        );
        // The higher die has it; both bows come at once.
        field.cap(200);
        let (played, _) = field.try_play(&[[6, 1].as_slice(), &rolls].concat());
        let targets = played.shots().into_iter().map(|shot| shot.target.index());
        assert_eq!(targets.take(2).collect::<Vec<_>>(), whom, "{aim:?}");
    }
}

/// One man of A, and two bodies of B: a routed one 30 paces from him, and one that stands 40 paces away.
fn beside_a_rout() -> (Field, FigureId, FigureId) {
    let mut field = petite::field();
    field.figure(A, RANGER, MUSKET, 50.0, 75.0);
    let runs = field.figure(B, LINE, SABRE, 62.0, 75.0);
    let stands = field.figure(B, LINE, SABRE, 100.0, 75.0);
    let unit = field.unit(B, "others");
    field.enlist(stands, unit);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[], Act::Reload)]);
    (field, runs, stands)
}

#[test]
fn pg_07_who_is_routed_is_no_target_while_others_are() {
    let (mut field, runs, stands) = beside_a_rout();
    // He is wounded and tests: a 1 routs him, and he runs 18 paces. Reloaded, the man fires at him who stands, though
    // he is further off.
    let rolls = [8, 12, 1, 1, 12, 1, 1];
    field.cap(5);
    let (played, _) = field.try_play(&rolls);
    let targets: Vec<_> = played.fired().iter().map(|shot| shot.target).collect();
    assert_eq!(targets[..2], [runs, stands]);
    // Alone he is one.
    field.spec.sides[B].figures[stands.index()].at = crate::common::point(190.0, 10.0);
    let (played, _) = field.try_play(&rolls);
    let targets: Vec<_> = played.fired().iter().map(|shot| shot.target).collect();
    assert_eq!(targets[..2], [runs, runs]);
}

#[test]
fn pg_04_nobody_charges_who_is_routed_while_others_stand() {
    let (mut field, runs, stands) = beside_a_rout();
    // He is routed by the first shot and runs 18 paces, and stays the nearer.
    let charge = line(&[Condition::Unloaded], Act::Charge(Pick::Nearest));
    field.bot(A, vec![charge, line(&[], Act::Shoot(Pick::Nearest))]);
    let charged = |field: &mut Field| {
        let (played, _) = field.cap(3).try_play(&[8, 12, 1, 1, 12, 1, 1]);
        let actions = played.actions();
        let charge = actions.iter().find(|action| action.kind == ActionKind::Charge);
        charge.expect("he charges").target
    };
    assert_eq!(charged(&mut field), Some(stands));
    // Alone he is gone for.
    field.spec.sides[B].figures.truncate(1);
    assert_eq!(charged(&mut field), Some(runs));
}

#[test]
fn pg_07_a_shot_that_cannot_hit_is_not_made() {
    // At 40 paces 11 is needed, and behind a hedge 15: d8+d4 has 12 at most.
    let mut field = petite::field();
    field.figure(A, CIVILIAN, MUSKET, 50.0, 75.0);
    field.figure(B, LINE, SABRE, 90.0, 75.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    assert_eq!(field.play(&[1, 1]).fired().len(), 1);
    field.feature("hedge", 88.0, 60.0, 88.5, 76.5, SightEffect::Clear, Cover::Screen, Going::Free);
    assert_eq!(field.play(&[]).fired().len(), 0);
    // The next in the open is shot at in his place.
    let open = field.figure(B, LINE, SABRE, 88.0, 82.0);
    assert_eq!(field.play(&[1, 1]).fired()[0].target, open);
}

#[test]
fn pg_11_who_cannot_hit_anybody_keeps_his_fire_in_a_volley() {
    // Behind a wall at 60 paces 19 are needed: a d20 shows it, the d12 of a wounded man does not.
    let mut field = petite::field();
    let men = form_line(&mut field, A, LINE, 1, 2, (50.0, 75.0));
    field.figure(B, LINE, MUSKET, 110.0, 75.0);
    field.feature(
        "wall",
        108.0,
        60.0,
        108.5,
        90.0,
        SightEffect::Clear,
        Cover::Protect,
        Going::Free,
    );
    field.bot(A, vec![line(&[], Act::Volley(1))]);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.spec.starts = Some(B);
    field.cap(2);
    let played = field.play(&[8, 8, 1, 4, 1]);
    let shooters: Vec<_> = played.fired()[1..].iter().map(|shot| shot.shooter).collect();
    assert_eq!(shooters, [men[1]]);
}

#[test]
fn host_2_a_shot_that_cannot_hit_is_not_made() {
    // At long range 8 is needed; with two less for a wall and one for a reaction, 11.
    let mut field = Field::new();
    field.figure(A, AVERAGE, CROSSBOW, 10.0, 10.0);
    let enemy = field.figure(B, AVERAGE, SWORD, 30.0, 10.0);
    field.feature("wall", 29.0, 8.0, 29.5, 12.0, SightEffect::Clear, Cover::Protect, Going::Free);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    assert_eq!(field.play(&[9]).shots()[0].needed, 10);
    field.spec.rules.shooting.protected = -3;
    assert_eq!(field.play(&[]).actions()[0].kind, ActionKind::Stand);
    // With a bow he steps nearer, and can.
    field.spec.sides[A].figures[0].weapon = BOW;
    assert_eq!(field.play(&[1]).shots()[0].needed, 9);
    // By armour class likewise (ADC-1).
    field.spec.rules.fighting = Fighting::Osric;
    field.spec.rules.osric.protected = -12;
    assert_eq!(field.try_play(&[]).0.shots().len(), 0, "{enemy:?} is out of reach");
}

#[test]
fn ll_12_nobody_reacts_with_a_shot_that_cannot_hit() {
    let mut field = Field::new();
    field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 30.0, 10.0);
    field.spec.sides[A].bot.reactions = vec![reaction(&[Condition::HasMissiles], React::Shoot)];
    let hill = field.place("hill", 30.0, 30.0, 1.0);
    field.bot(B, vec![line(&[], Act::Move(skirmish_engine::bot::Goal::Place(hill)))]);
    field.spec.starts = Some(B);
    field.cap(1);
    assert_eq!(field.play(&[1]).shots().len(), 1);
    field.spec.rules.shooting.reactive = -3;
    assert_eq!(field.play(&[]).shots().len(), 0);
}

/// Clean games with fire in turn.
fn records(system: System) -> Vec<Record> {
    let field = |variant| match system {
        System::PetiteGuerre => made_up::petite(variant),
        system => made_up::host(system, variant),
    };
    let in_turn = |variant| {
        let mut field: Field = field(variant);
        field.spec.rules.aim = AimReading::InTurn;
        field
    };
    (0..40).map(|variant| Record::of(&in_turn(variant), variant + 3)).collect()
}

#[test]
fn the_auditor_finds_shots_at_the_fallen_and_at_the_wrong_man() {
    for (system, rule) in [(tables::ALTERNATE, Rule::host(2)), (System::PetiteGuerre, Rule::pg(7))]
    {
        let records = records(system);
        // Somebody who has fallen in the same action.
        let fallen = planted::plant(&records, |_, moments| {
            for k in 0..moments.len() {
                let Event::Dies { figure: dead, .. } = moments[k].event else { continue };
                let next = moments[k + 1..].iter_mut().find(|moment| {
                    matches!(
                        moment.event,
                        Event::Shoots { .. } | Event::Fires { .. } | Event::Acts { .. }
                    )
                })?;
                match &mut next.event {
                    Event::Shoots { target, reactive: false, .. }
                    | Event::Fires {
                        target,
                        reactive: false,
                        dice: [_, 4 | 6 | 8 | 10 | 12],
                        ..
                    } if target.side() == dead.side() => {
                        *target = dead;
                        return Some(());
                    }
                    _ => {}
                }
            }
            None
        });
        assert_eq!(fallen, rule, "{system:?}");
        // More is needed than the dice have.
        let hopeless = planted::plant(&records, |_, moments| {
            planted::change(
                moments,
                changed!(
                    Event::Shoots { needed, hit: false, .. } | Event::Fires { needed, hit: false, .. } =>
                        *needed += 30
                ),
            )
        });
        assert!([rule, Rule::pg(7), Rule::pg(11), Rule::host(2)].contains(&hopeless));
    }
}

#[test]
fn the_auditor_finds_shots_at_the_routed_while_others_stand() {
    // The units of those who are fired at are said to have been routed before, one by one.
    let records = records(System::PetiteGuerre);
    let rule = planted::plant(&records, |battle, moments| {
        for k in 0..moments.len() {
            let Event::Fires { target, reactive: false, dice: [_, 4 | 6 | 8 | 10 | 12], .. } =
                moments[k].event
            else {
                continue;
            };
            let begins =
                moments[..k].iter().rposition(|m| matches!(m.event, Event::Acts { .. }))?;
            let unit = battle.traits(target).unit;
            let members = battle.traits_of(target.side()).iter().enumerate();
            let of_unit = members.filter(|(_, traits)| traits.unit == unit);
            let figures = of_unit.fold(0, |set: u128, (i, _)| set | 1 << i);
            let figures = figures & moments[k].alive[target.side()];
            let mut routs = moments[begins].clone();
            routs.event = Event::Routs { side: target.side(), unit, figures };
            let mut changed = moments.clone();
            changed.insert(begins, routs);
            let named = planted::audit(battle, &changed);
            if named.contains(&Rule::pg(7)) {
                *moments = changed;
                return Some(());
            }
        }
        None
    });
    assert!([Rule::pg(7), Rule::pg(5), Rule::pg(4)].contains(&rule), "{rule}");
}
