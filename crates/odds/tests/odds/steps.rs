//! The exact laws of fighting by steps against a walk over every outcome of the engine's own games.

use crate::chains::{again, effect, skill, step};
use crate::common::{AVERAGE, Field, GOOD, SWORD, line, play};
use skirmish_engine::bot::{Act, Pick};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::Workspace;
use skirmish_engine::rulebook::{
    Again, Amount, Attribute, Chain, Effect, Fighting, Natural, Needs, Party, Reroll, Situation,
    Step, StepCondition, StepMelee, StepModifier, Steps, Test, Ties, Value, Wounds,
};
use skirmish_engine::side::Side::{A, B};
use skirmish_odds::steps::{Attack, Combatant, Ending, StepDuel};
use skirmish_odds::{MAX_OUTCOMES, Pmf, Ratio, every_outcome};

/// Wounds of each, and who has fallen.
#[derive(Default)]
struct Watch {
    wounds: [i64; 2],
    falls: [bool; 2],
}

impl Observer for Watch {
    fn event(&mut self, _: &Scene<'_>, event: &Event) {
        match *event {
            Event::Wounded { figure, wounds, .. } => {
                self.wounds[figure.side() as usize] += i64::from(wounds);
            }
            Event::Dies { figure, .. } => self.falls[figure.side() as usize] = true,
            _ => {}
        }
    }
}

type Seen = ([i64; 2], [bool; 2]);

/// A man of A charges one of B.
fn charge(steps: &Steps) -> Pmf<Seen> {
    let mut field = Field::new();
    let rules = &mut field.spec.rules;
    rules.fighting = Fighting::Steps("steps");
    rules.steps = steps.clone();
    for (troops, [wounds, skill]) in [(AVERAGE, [1, 3]), (GOOD, [2, 4])] {
        rules.troops[troops].profile = [wounds, skill].map(|n| Some(Amount::fixed(n))).to_vec();
    }
    field.figure(A, AVERAGE, SWORD, 20.0, 18.0);
    field.figure(B, GOOD, SWORD, 22.0, 18.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    let battle = field.battle();
    let mut workspace = Workspace::new(&battle);
    every_outcome(MAX_OUTCOMES, |chance| {
        let mut watch = Watch::default();
        play(&battle, &mut workspace, chance, &mut watch);
        (watch.wounds, watch.falls)
    })
    .expect("a tree of this size")
}

fn men(steps: &Steps) -> [Combatant; 2] {
    let field = Field::new();
    [(AVERAGE, [1, 3]), (GOOD, [2, 4])].map(|(troops, [wounds, skill])| {
        let mut troops = field.spec.rules.troops[troops].clone();
        troops.profile = [wounds, skill].map(|n| Some(Amount::fixed(n))).to_vec();
        Combatant::new(steps, &troops, &field.spec.rules.weapons[SWORD])
    })
}

/// A step that a 1 fails, with 1 to add for who charges.
fn charged(name: &str, test: Test) -> Step {
    let row = StepModifier {
        name: "charges".to_owned(),
        when: vec![StepCondition::Charges],
        has: Vec::new(),
        adds: Value::Number(1),
    };
    Step { rows: vec![row], lowest: Natural::Fails, ..step(name, test) }
}

/// Effects: a wound, wounds by dice, wounds by the margin, and one for who strikes; and a death.
fn of(melee: StepMelee, steps: Vec<Step>) -> Steps {
    let chain = Chain {
        steps: (0..steps.len() as u8).collect(),
        attacks: (melee != StepMelee::Contest).then_some(Value::Number(2)),
        extra: Vec::new(),
        halved: vec![StepCondition::Charged],
    };
    let mut kills = effect("dead", Party::Target, Wounds::Amount(Amount::fixed(0)));
    kills.does = Effect::Kill;
    Steps {
        attributes: ["wounds", "skill"].map(str::to_owned).to_vec(),
        wounds: Some(Attribute(0)),
        steps,
        effects: vec![
            effect("hurt", Party::Target, Wounds::Amount(Amount::fixed(1))),
            effect("maimed", Party::Target, Wounds::Amount(Amount::of(Dice::one(3), -1))),
            effect("cut", Party::Target, Wounds::Margin { less: Value::Number(1) }),
            effect("slips", Party::Attacker, Wounds::Amount(Amount::fixed(1))),
            kills,
        ],
        chains: [Chain::default(), chain, Chain::default()],
        melee,
        most_helpers: 2,
        ..Steps::default()
    }
}

/// To hit, rolled again by who fails, and a save that is harder to make against the skilled.
fn hit_and_save(melee: StepMelee) -> Steps {
    let mut hit = charged("hit", Test::AtLeast(Needs::Value(skill(Party::Target))));
    hit.rerolls = vec![again(Reroll::Lowest)];
    hit.fails = Some(3);
    let mut save = charged("save", Test::AtMost(Needs::Value(Value::Number(2))));
    save.by = Party::Target;
    save.stops = true;
    save.rows.clear();
    save.effects = vec![(1, 0), (3, 1)];
    of(melee, vec![hit, save])
}

/// Both roll, and by how much says what happens; the last step is a table of ratios.
fn opposed(melee: StepMelee) -> Steps {
    let adds = [Party::Attacker, Party::Target].map(skill);
    let mut fight = charged("fight", Test::Opposed { adds, ties: Ties::Target });
    fight.effects = vec![(3, 2)];
    let strength = [Party::Attacker, Party::Target].map(skill);
    let results = vec![
        vec![Some(3), None, None, None, None, Some(0)],
        vec![None, None, Some(0), Some(0), Some(4), Some(4)],
    ];
    let ratio = Test::Ratio { strength, columns: vec![[1, 2], [1, 1]], results };
    of(melee, vec![fight, charged("table", ratio)])
}

/// What else steps may say: attacks and rerolls by condition and attribute, dice in a row, a step that is skipped.
fn tricks(melee: StepMelee) -> Steps {
    let mut hit = charged("tricks", Test::AtLeast(Needs::Value(Value::Number(4))));
    hit.dice = Dice::one(4);
    hit.highest = Natural::Succeeds;
    hit.skips = [None, Some(1)];
    hit.rerolls = vec![Again {
        when: vec![StepCondition::Charges],
        has: vec![(Party::Attacker, Attribute(1))],
        ..again(Reroll::Lowest)
    }];
    hit.rows[0].adds = Value::Dice(Amount::of(Dice::one(2), -1));
    let mut wound = charged("wound", Test::AtLeast(Needs::Value(Value::Number(4))));
    wound.dice = Dice::one(4);
    wound.effects = vec![(0, 0), (2, 2)];
    let mut steps = of(melee, vec![hit, wound]);
    let charges = steps.steps[1].rows[0].clone();
    steps.chains[1].attacks = None;
    steps.chains[1].extra = vec![StepModifier { adds: Value::Number(1), ..charges }];
    steps
}

/// A hit that never fails, a save that always does, and a step that is never passed.
fn sure(melee: StepMelee) -> Steps {
    let number = |n| Needs::Value(Value::Number(n));
    let hit = step("sure", Test::AtLeast(number(1)));
    let save = Step {
        stops: true,
        effects: vec![(i32::MIN, 0)],
        ..step("save", Test::AtLeast(number(7)))
    };
    let vain = Step {
        effects: vec![(i32::MIN, 4)],
        fails: Some(3),
        ..step("vain", Test::AtMost(number(0)))
    };
    of(melee, vec![hit, save, vain])
}

const MELEES: [StepMelee; 4] =
    [StepMelee::Each, StepMelee::ChargerFirst, StepMelee::Contest, StepMelee::Active];

/// One attack of who comes into contact.
#[test]
fn ft_2_attacks_on_the_table_are_the_law() {
    for steps in [hit_and_save, opposed, tricks, sure] {
        let steps = steps(StepMelee::Active);
        let walked = charge(&steps);
        let [own, other] = men(&steps);
        let charges = Situation::PLAIN.with(StepCondition::Charges, true);
        let law = Attack::blow(&steps, [&own, &other], charges).law().expect("a law");
        for (k, wounds) in law.wounds().into_iter().enumerate() {
            assert_eq!(walked.map(|(seen, _)| seen[k]), wounds, "{}", steps.steps[0].name);
            let falls = walked.chance_that(|(_, falls)| falls[k]);
            assert_eq!(falls, law.down[k], "{}", steps.steps[0].name);
        }
    }
}

/// A round of melee, by each way in which it is fought.
#[test]
fn ft_7_rounds_on_the_table_are_the_law() {
    for melee in MELEES {
        for steps in [hit_and_save, opposed, tricks] {
            let steps = steps(melee);
            let name = steps.steps[0].name.clone();
            if melee == StepMelee::Contest && name != "fight" {
                continue;
            }
            let walked = charge(&steps);
            let [own, other] = men(&steps);
            let duel = StepDuel {
                steps: &steps,
                pair: [&own, &other],
                several: 1,
                charge: true,
                situation: Situation::PLAIN,
            };
            let law = duel.law(1).expect("a law");
            let falls = |falls: [bool; 2]| walked.chance_that(|(_, seen)| *seen == falls);
            let ends = [[false, true], [true, false], [true, true]].map(falls);
            assert_eq!(law.rounds[0].ends, ends, "{melee:?} {name}, {:?}", Ending::ALL);
            assert_eq!(law.open, falls([false; 2]), "{melee:?} {name}");
            assert!(law.open > Ratio::ZERO && law.open < Ratio::ONE);
        }
    }
}
