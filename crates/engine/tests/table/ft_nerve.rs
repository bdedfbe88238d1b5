//! FT-08 in a round of pairs: a unit tests its nerve between two bouts, and who has run by then helps nobody any more.

use crate::common::{AVERAGE, Field, Played, SWORD, line};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::Event;
use skirmish_engine::rulebook::{
    Amount, Chain, ChainKind, Effect, Fighting, Needs, Party, Step, StepCondition, StepEffect,
    StepMelee, StepModifier, Steps, Test, Tested, Ties, UnitEffect, Value, Wounds,
};
use skirmish_engine::side::Side::{A, B};

/// Both roll a d10, the higher kills, and who is helped adds 3; who loses a friend has his unit test its nerve on 4 or more of
/// a d6.
fn contest(nerve_fails: UnitEffect) -> Steps {
    let effect = |name: &str, on, does, unit| StepEffect {
        name: name.to_owned(),
        on,
        wounds: Wounds::Amount(Amount::fixed(0)),
        does,
        unit,
    };
    let helped = StepModifier {
        name: "helped".to_owned(),
        when: vec![StepCondition::Helped],
        has: Vec::new(),
        adds: Value::Number(3),
    };
    let fight = Step {
        dice: Dice::one(10),
        test: Test::Opposed { adds: [Value::Number(0); 2], ties: Ties::Nobody },
        rows: vec![helped],
        effects: vec![(0, 0)],
        ..Step::named("fight")
    };
    let nerve = Step {
        test: Test::AtLeast(Needs::Value(Value::Number(4))),
        fails: Some(1),
        ..Step::named("nerve")
    };
    let of = |k| Chain { steps: vec![k], ..Chain::default() };
    Steps {
        steps: vec![fight, nerve],
        effects: vec![
            effect("falls", Party::Target, Effect::Kill, UnitEffect::None),
            effect("runs", Party::Attacker, Effect::None, nerve_fails),
        ],
        chains: [Chain::default(), of(0), of(1)],
        tested: Tested { each_loss: true, ..Tested::default() },
        melee: StepMelee::Contest,
        most_helpers: 3,
        ..Steps::default()
    }
}

/// Two of A against one man of B each; a third, of the first one's unit, helps the second.
fn field(nerve_fails: UnitEffect) -> (Field, [FigureId; 3], [FigureId; 2]) {
    let mut field = Field::new();
    field.spec.rules.fighting = Fighting::Steps("steps");
    field.spec.rules.steps = contest(nerve_fails);
    let second = field.unit(A, "second");
    let own = [(20.0, 10.0), (20.0, 13.0), (22.0, 13.0)];
    let own = own.map(|(x, y)| field.figure(A, AVERAGE, SWORD, x, y));
    field.enlist(own[1], second);
    let theirs = [10.0, 13.0].map(|y| field.figure(B, AVERAGE, SWORD, 21.0, y));
    field.bot(A, vec![line(&[Condition::Engaged], Act::Fight)]);
    field.cap(1);
    (field, own, theirs)
}

/// Who fought in each bout, and how many helped each of them.
fn helpers(played: &Played) -> Vec<([FigureId; 2], [i32; 2])> {
    played.find(|event| match *event {
        Event::StepRolled { chain: ChainKind::Strike, attacker, target, situation, .. } => {
            Some(([attacker, target], situation.helpers))
        }
        _ => None,
    })
}

#[test]
fn ft_8_who_has_run_after_an_earlier_bout_of_the_round_helps_nobody() {
    for nerve_fails in [UnitEffect::Withdraws, UnitEffect::Routs] {
        let (field, own, theirs) = field(nerve_fails);
        let bouts = [[own[0], theirs[0]], [own[1], theirs[1]]];
        // The first of A falls, and the third stays: by his help the second wins, where he would have lost by 1.
        let stays = field.play(&[1, 9, 4, 5, 6, 4]);
        assert_eq!(helpers(&stays), [(bouts[0], [0, 0]), (bouts[1], [1, 0])]);
        assert_eq!(stays.dead(), [own[0], theirs[1]]);
        // He runs: the same dice kill the second.
        let runs = field.play(&[1, 9, 3, 5, 6]);
        assert_eq!(helpers(&runs), bouts.map(|bout| (bout, [0, 0])), "{nerve_fails:?}");
        assert_eq!(runs.dead(), [own[0], own[1]], "{nerve_fails:?}");
    }
}
