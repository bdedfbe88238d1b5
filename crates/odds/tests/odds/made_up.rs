//! Rulebooks of fighting by steps that are made up by lot (FT-01 to FT-07), a thousand of them: the exact laws of their attacks
//! and duels against the engine's own play.
//!
//! Dice with few enough ways to fall are walked through all of them, and every chance must be the same fraction; all others are
//! played, with the same dice each time. `COUNT=20000` tries more rulebooks, `FIRST=N` others.

mod attacks;
mod claims;
mod duels;

use crate::common::Field;
use claims::Held;
use skirmish_engine::battle::FigureId;
use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{NoRoom, Rulebook, StepModifier, Value};
use skirmish_engine::side::Side;
use skirmish_odds::steps::Combatant;
use skirmish_scenario::{Override, load_rules};
use skirmish_testkit::lots::{self, Lots, number};
use skirmish_testkit::rulebooks::{One, rulebook};

/// Who may fight with what, by their places in a rulebook that is made up.
const TROOPS: usize = 2;
const WEAPONS: [&str; 3] = ["bow", "axe", "pike"];

/// One of those who fight.
#[derive(Debug, Clone, Copy)]
struct Fighter {
    troops: usize,
    weapon: usize,
    mounted: bool,
    leads: bool,
}

impl Fighter {
    fn drawn(lots: &mut Lots, rules: &Rulebook, weapon: &str) -> Self {
        let weapon = rules.weapons.iter().position(|other| other.name == weapon);
        Self {
            troops: lots.below(TROOPS),
            weapon: weapon.expect("every rulebook has it"),
            mounted: lots.percent(20),
            leads: lots.percent(20),
        }
    }

    fn man(&self, rules: &Rulebook) -> Combatant {
        Combatant::new(&rules.steps, &rules.troops[self.troops], &rules.weapons[self.weapon])
    }

    fn stands(&self, field: &mut Field, side: Side, x: f64, y: f64) -> FigureId {
        let figure = field.figure(side, self.troops, self.weapon, x, y);
        field.spec.sides[side].figures[figure.index()].mounted = self.mounted;
        if self.leads {
            field.leader(figure, 0);
        }
        figure
    }
}

/// A wide field for a rulebook, whose sides act in turn.
fn field(rules: &Rulebook) -> Field {
    let mut field = Field::new();
    field.spec.rules = rules.clone();
    field.spec.rules.options.no_room = NoRoom::GiveWay;
    field.spec.width = crate::common::inches(100.0);
    field
}

/// The same rulebook with dice so small that there are few ways for them to fall.
fn smaller(rules: &Rulebook) -> Rulebook {
    let mut rules = rules.clone();
    for step in &mut rules.steps.steps {
        step.dice = Dice::one(4);
        step.rows.iter_mut().for_each(smaller_row);
    }
    for chain in &mut rules.steps.chains {
        chain.attacks = chain.attacks.map(|_| Value::Number(2));
        chain.extra.iter_mut().for_each(smaller_row);
    }
    for amount in rules.troops.iter_mut().flat_map(|troops| &mut troops.profile).flatten() {
        amount.dice = amount.dice.map(|_| Dice::one(2));
    }
    rules
}

/// A row that adds dice adds small ones.
fn smaller_row(row: &mut StepModifier) {
    if let Value::Dice(amount) = &mut row.adds {
        amount.dice = amount.dice.map(|_| Dice::one(2));
    }
}

/// The rulebook of a seed, if the loader does not refuse it.
fn made_up(lots: &mut Lots) -> Option<Rulebook> {
    let text = rulebook(lots);
    let in_turn = [Override::new("system", "alternate")];
    let mut rules = load_rules("made-up.toml", &in_turn, &One(text)).ok()?.rulebook;
    // Nobody tests his nerve: a roll more, after all that is told of here.
    rules.steps.chains[2] = skirmish_engine::rulebook::Chain::default();
    Some(rules)
}

/// All that is claimed of the rulebooks of some seeds.
fn held(seeds: impl Iterator<Item = u64>) -> Held {
    let mut held = Held::default();
    for seed in seeds {
        let mut lots = Lots::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
        if let Some(rules) = made_up(&mut lots) {
            held.of = format!("seed {seed}");
            held.rulebooks += 1;
            attacks::hold(&mut held, &rules, &mut lots);
            duels::hold(&mut held, &rules, &mut lots);
        }
    }
    held
}

#[test]
fn the_laws_of_made_up_rulebooks_are_what_is_played() {
    let (first, count) = (number("FIRST", 0), number("COUNT", 600));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let mut all = Held::default();
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|part| {
                let seeds = (first..first + count).skip(part as usize).step_by(threads as usize);
                scope.spawn(move || held(seeds))
            })
            .collect();
        for part in parts {
            all.and(part.join().expect("no claim panics"));
        }
    });
    let wrong = all.wrong();
    assert!(wrong.is_empty(), "{all:?}: {}", wrong.join("\n"));
    assert!(all.rulebooks * 2 > count, "{all:?}");
    assert!(all.idle * 4 < all.rulebooks, "{all:?}");
    assert!(all.walked > all.rulebooks && all.played > all.rulebooks, "{all:?}");
}
