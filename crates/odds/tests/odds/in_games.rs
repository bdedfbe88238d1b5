//! What attacks by steps come to in games of the shipped battles, against their laws.

use skirmish_engine::battle::geometry::Len;
use skirmish_engine::battle::{Battle, FigureId};
use skirmish_engine::event::{Event, Scene, Watch};
use skirmish_odds::Ratio;
use skirmish_odds::steps::{Attack, Combatant, StepLaw};
use skirmish_scenario::library::scenario;
use skirmish_scenario::{NoFiles, load};
use skirmish_simulator::{Driver, Streams};

const SEED: u64 = 20_261_125;
/// The shipped battles by steps.
const BATTLES: [&str; 5] =
    ["steel-and-numbers", "three-to-one", "twelve-dice", "green-company", "shield-wall"];

fn battle(name: &str) -> Battle {
    let text = scenario(name).unwrap_or_else(|| panic!("{name} is shipped")).text;
    let scenario = load(text.as_bytes(), name, &[], &NoFiles);
    let scenario = scenario.unwrap_or_else(|problems| panic!("{name}: {problems}"));
    Battle::new(scenario.spec).expect("a battle that can be played")
}

/// Rolls in which an attack went on, of those that are to do so with a chance.
#[derive(Debug)]
struct Group {
    step: String,
    chance: Ratio,
    rolls: u32,
    through: u32,
}

/// What the dice of games come to, against the law of the same attack from the profiles of both and what holds, which no
/// part of the engine's play has worked out. Hoeffding's bound: of right ones this fails once in 1,000 seeds.
#[test]
fn attacks_in_games_agree_with_their_laws() {
    let mut groups: Vec<Group> = Vec::new();
    for name in BATTLES {
        let battle = battle(name);
        let first = groups.len();
        let mut known: Vec<(Event, Vec<StepLaw>)> = Vec::new();
        let (mut workspace, mut streams) = (battle.workspace(), Streams::new(SEED));
        for game in 0..100 {
            streams.start(game);
            let mut watch = |scene: &Scene<'_>, event: &Event| {
                if let Event::StepRolled { .. } = event {
                    count(&mut groups, first, &mut known, scene, event);
                }
            };
            battle.play_watched(&mut workspace, None, &mut streams, &mut Watch(&mut watch));
        }
        assert!(groups.len() > first + 4, "{name}");
    }
    let limit = (2.0 * groups.len() as f64 / 0.001).ln() / 2.0;
    let is_off = |group: &&Group, by: f64| {
        let rolls = f64::from(group.rolls);
        let off = f64::from(group.through) - rolls * (group.chance.to_f64() + by);
        off * off > limit * rolls
    };
    let wrong: Vec<&Group> = groups.iter().filter(|group| is_off(group, 0.0)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(groups.iter().any(|group| is_off(&group, 0.1)), "ten points off");
}

fn count(
    groups: &mut Vec<Group>,
    first: usize,
    known: &mut Vec<(Event, Vec<StepLaw>)>,
    scene: &Scene<'_>,
    event: &Event,
) {
    let Event::StepRolled { chain, step, attacker, target, distance2, situation, passes, .. } =
        *event
    else {
        return;
    };
    let spec = scene.battle.spec();
    let steps = &spec.rules.steps;
    let kind = |figure: FigureId| {
        let own = &spec.sides[figure.side()].figures[figure.index()];
        (own.troops, own.weapon)
    };
    let is_same = |(other, _): &(Event, Vec<StepLaw>)| match *other {
        Event::StepRolled {
            chain: c, attacker: a, target: t, distance2: d, situation: s, ..
        } => {
            let pair = [a, t].map(kind);
            (c, pair, d, s) == (chain, [attacker, target].map(kind), distance2, situation)
        }
        _ => false,
    };
    let place = known.iter().position(is_same).unwrap_or_else(|| {
        let men = [attacker, target].map(|figure| {
            let (troops, weapon) = kind(figure);
            Combatant::new(steps, &spec.rules.troops[troops], &spec.rules.weapons[weapon])
        });
        // The least whole length that is no shorter.
        let distance = (distance2 as f64).sqrt().ceil() as Len;
        let attack = Attack { steps, chain, pair: [&men[0], &men[1]], situation, distance };
        known.push((*event, attack.law().expect("dice have a law").steps));
        known.len() - 1
    });
    let places = &steps.chain(chain).steps;
    let at = places.iter().position(|k| *k == step).expect("a step of the chain");
    let law = &known[place].1[at];
    let went_on = u32::from(passes != law.stops);
    let is_it = |group: &&mut Group| group.step == law.name && group.chance == law.through;
    match groups[first..].iter_mut().find(is_it) {
        Some(group) => {
            group.rolls += 1;
            group.through += went_on;
        }
        None => groups.push(Group {
            step: law.name.clone(),
            chance: law.through.clone(),
            rolls: 1,
            through: went_on,
        }),
    }
}
