//! Fighting by steps before the referee: games of every rulebook that comes with the program, clean and with breaches planted
//! in them (FT-01 to FT-09).

use skirmish_engine::battle::Battle;
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{DiceOf, Event, FigureSet, MoveKind, Observer, Scene};
use skirmish_engine::game::{Workspace, play_watched};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Amount, ChainKind, StepCondition, Steps, System};
use skirmish_engine::side::{BySide, Side};
use skirmish_referee::Auditor;
use skirmish_scenario::{Files, load};

/// Dice that are always the same from the same seed.
struct Lots(u64);

impl Chance for Lots {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % u64::from(sides)) as u8 + 1
    }
}

/// Archers and foot on both sides, two of them on horses, with a wood, a hedge and a barricade between them.
const FIELD: &str = r#"
title = "Steps"
rules = "RULES"

[board]
size = [36, 30]
features = [
  { kind = "hedge", from = [18, 4], to = [18, 12] },
  { kind = "wood", corners = [[14, 20], [20, 20], [20, 26], [14, 26]] },
]

[side.North]
starts = true
bot = "OWN"
[[side.North.body]]
name = "North bows"
figures = 4
troops = "good"
weapon = "bow"
leader = { name = "Ann", rank = "good" }
line = { from = [6, 8], to = [6, 14] }
[[side.North.body]]
name = "North foot"
figures = 5
troops = "average"
weapon = "halberd"
line = { from = [9, 8], to = [9, 20] }

[side.South]
bot = "HIS"
[[side.South.body]]
name = "South bows"
figures = 4
troops = "average"
weapon = "crossbow"
line = { from = [30, 8], to = [30, 14] }
[[side.South.body]]
name = "South foot"
figures = 6
troops = "excellent"
weapon = "sword"
leader = { name = "Bob", rank = "good" }
line = { from = [27, 8], to = [27, 20] }
"#;

const RULEBOOKS: [&str; 8] = [
    "hit-wound-save",
    "opposed",
    "quality-and-defence",
    "roll-under",
    "combat-results",
    BURSTS,
    TRICKS,
    PINS,
];

/// Quality and defence, with a die for how many attacks everybody has.
const BURSTS: &str = "bursts";

/// Hit, wound, save with what else steps may say.
const TRICKS: &str = "tricks.toml";

/// Hit, wound, save, where whoever is hit and not wounded is pinned.
const PINS: &str = "pins.toml";

struct Tricks;

impl Files for Tricks {
    fn read(&self, path: &str, _: Option<&str>) -> Result<(String, Vec<u8>), String> {
        let text = if path == PINS {
            r#"
name = "pins"
extends = "hit-wound-save"
[effect.held]
does = "pin"
[step.hurt]
fails = "held"
[step.wound]
fails = "held"
"#
        } else {
            r#"
name = "tricks"
extends = "hit-wound-save"
[profile]
excellent = { gift = 1 }
[strike]
extra = { charges = "d2", gift = 1 }
[step.fight]
highest = { skips = "wound" }
rerolls = { charges = "failures", lucky = { when = ["gift", "outnumbered"], what = "lowest" } }
[step.save]
rows = { cheer = { when = "always", adds = "d3-1" } }
"#
        };
        Ok((path.to_owned(), text.as_bytes().to_vec()))
    }
}

/// An event with the table as it stood after it.
#[derive(Clone)]
struct Moment {
    event: Event,
    positions: BySide<Vec<Point>>,
    alive: BySide<FigureSet>,
    engaged: BySide<FigureSet>,
    holder: Side,
}

/// A game as it was played.
struct Record {
    battle: Battle,
    moments: Vec<Moment>,
}

fn field(name: &str, own: &str, his: &str, system: Option<System>) -> Battle {
    let book = if name == BURSTS { "quality-and-defence" } else { name };
    let text = FIELD.replace("RULES", book).replace("OWN", own).replace("HIS", his);
    let mut scenario = load(text.as_bytes(), "steps.toml", &[], &Tricks)
        .unwrap_or_else(|problems| panic!("{}", problems.render(false)));
    let rules = &mut scenario.spec.rules;
    rules.system = system.unwrap_or(rules.system);
    if name == BURSTS {
        let attacks = rules.steps.attributes.iter().position(|name| name == "attacks");
        for troops in &mut rules.troops {
            troops.profile[attacks.expect("it is there")] = Some(Amount::of(Dice::one(3), 0));
        }
    }
    Battle::new(scenario.spec).expect("a battle")
}

fn records(rules: &str, system: Option<System>) -> Vec<Record> {
    let mut records = Vec::new();
    for (own, his) in [("rusher", "rusher"), ("marksman", "rusher")] {
        for seed in 0..15 {
            let battle = field(rules, own, his, system);
            let mut moments = Vec::new();
            let mut watch = |scene: &Scene<'_>, event: &Event| {
                moments.push(Moment {
                    event: *event,
                    positions: BySide::from_fn(|side| scene.positions[side].to_vec()),
                    alive: scene.alive,
                    engaged: scene.engaged,
                    holder: scene.holder,
                });
            };
            let mut workspace = Workspace::new(&battle);
            play_watched(&battle, &mut workspace, None, &mut Lots(seed), &mut watch);
            records.push(Record { battle, moments });
        }
    }
    records
}

fn breaches(battle: &Battle, moments: &[Moment]) -> Vec<(Rule, String)> {
    let mut auditor = Auditor::default();
    for moment in moments {
        let scene = Scene {
            battle,
            positions: BySide([&moment.positions[Side::A], &moment.positions[Side::B]]),
            alive: moment.alive,
            engaged: moment.engaged,
            holder: moment.holder,
        };
        auditor.event(&scene, &moment.event);
    }
    auditor.breaches().iter().map(|breach| (breach.rule, breach.to_string())).collect()
}

/// Plays every rulebook under a system of turns, its own or another, and returns what the referee finds.
fn found(system: Option<System>) -> Vec<String> {
    let mut all = Vec::new();
    for rules in RULEBOOKS {
        let mut seen = [0; 4];
        for (k, record) in records(rules, system).iter().enumerate() {
            let found = breaches(&record.battle, &record.moments);
            all.extend(found.into_iter().map(|(_, what)| format!("{rules}, game {k}: {what}")));
            for moment in &record.moments {
                match moment.event {
                    Event::StepRolled { chain, .. } => seen[chain as usize] += 1,
                    Event::Dies { .. } => seen[3] += 1,
                    _ => {}
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 0), "{rules}: {seen:?}");
    }
    all
}

#[test]
fn games_of_every_rulebook_are_clean() {
    assert_eq!(found(None), [""; 0]);
}

#[test]
fn so_are_games_in_rounds_of_segments() {
    assert_eq!(found(Some(System::Adnd)), [""; 0]);
}

#[test]
fn so_are_games_of_seized_initiative() {
    assert_eq!(found(Some(System::Lloyd)), [""; 0]);
}

#[test]
fn so_are_games_of_action_and_reaction() {
    assert_eq!(found(Some(System::WarSpike)), [""; 0]);
}

#[test]
fn so_are_games_under_pressure() {
    assert_eq!(found(Some(System::PetiteGuerre)), [""; 0]);
}

/// Plants a breach in the first game that has room for it, and says which rule the referee names first.
#[track_caller]
fn plant(rules: &str, breach: impl Fn(&mut Vec<Moment>) -> Option<()>) -> Rule {
    for record in records(rules, None) {
        let mut moments = record.moments.clone();
        if breach(&mut moments).is_some() {
            let found = breaches(&record.battle, &moments);
            return found.first().expect("the referee finds the breach").0;
        }
    }
    panic!("no game has room for the breach");
}

/// Changes the first event that fits a pattern.
macro_rules! twist {
    ($rules:expr, $event:pat $(if $guard:expr)? => $change:expr) => {
        plant($rules, |moments| {
            let is_changed = moments.iter_mut().any(|moment| match &mut moment.event {
                $event $(if $guard)? => {
                    $change;
                    true
                }
                _ => false,
            });
            is_changed.then_some(())
        })
    };
}

/// Leaves the first event out that fits a pattern.
macro_rules! omit {
    ($rules:expr, $event:pat $(if $guard:expr)?) => {
        plant($rules, |moments| {
            let at = moments.iter().position(|m| matches!(&m.event, $event $(if $guard)?))?;
            moments.remove(at);
            Some(())
        })
    };
}

/// Has the first event that fits a pattern happen again.
macro_rules! repeat {
    ($rules:expr, $event:pat $(if $guard:expr)?) => {
        plant($rules, |moments| {
            let at = moments.iter().position(|m| matches!(&m.event, $event $(if $guard)?))?;
            moments.insert(at, moments[at].clone());
            Some(())
        })
    };
}

#[test]
fn ft_3_what_is_needed_what_adds_and_what_passes() {
    let shot = |rule| assert_eq!(rule, Rule::ft(3));
    shot(twist!("hit-wound-save", Event::StepRolled { needed, .. } => *needed += 1));
    shot(twist!("hit-wound-save", Event::StepRolled { modifier, .. } => *modifier += 1));
    shot(twist!("hit-wound-save", Event::StepRolled { rolled, .. } => rolled[0] = 7));
    shot(twist!("hit-wound-save", Event::StepRolled { rolled, .. } => rolled[1] = 2));
    shot(twist!("hit-wound-save", Event::StepRolled { margin, .. } => *margin += 1));
    shot(twist!("hit-wound-save", Event::StepRolled { passes, .. } => *passes = !*passes));
    shot(twist!("hit-wound-save", Event::StepRolled { first, .. } => *first = Some(1)));
    shot(twist!("hit-wound-save", Event::StepRolled { distance2, .. } => *distance2 += 1));
    shot(
        twist!("roll-under", Event::StepRolled { rolled: [rolled @ 2..90, _], .. } => *rolled += 1),
    );
}

#[test]
fn ft_4_and_5_both_who_roll_and_the_column() {
    let of = |rule, is| assert_eq!(rule, is);
    of(twist!("opposed", Event::StepRolled { needed, .. } => *needed += 1), Rule::ft(4));
    of(twist!("opposed", Event::StepRolled { margin, .. } => *margin -= 1), Rule::ft(4));
    of(twist!("opposed", Event::StepRolled { rolled, .. } => rolled[1] = 21), Rule::ft(4));
    of(twist!("combat-results", Event::StepRolled { needed, .. } => *needed += 1), Rule::ft(5));
    of(
        twist!("combat-results", Event::StepRolled { passes, .. } => *passes = !*passes),
        Rule::ft(5),
    );
}

#[test]
fn ft_3_what_is_said_to_hold_does() {
    for condition in [
        StepCondition::LongRange,
        StepCondition::Screened,
        StepCondition::Protected,
        StepCondition::Moved,
        StepCondition::Wounded,
        StepCondition::TargetMounted,
        StepCondition::Charges,
        StepCondition::HalfLost,
    ] {
        let told = twist!("combat-results", Event::StepRolled { chain: ChainKind::Shoot, situation, .. }
            if situation.times(condition) == 0 => *situation = situation.with(condition, true));
        // Where a row asks for it, what adds is wrong as well.
        assert_eq!(told, Rule::ft(3), "{condition:?}");
    }
    for condition in [
        StepCondition::LongerReach,
        StepCondition::ShorterReach,
        StepCondition::Outnumbers,
        StepCondition::TargetLeads,
        StepCondition::Barricade,
        StepCondition::Moved,
    ] {
        let told = twist!("roll-under", Event::StepRolled { chain: ChainKind::Strike, situation, .. }
            if situation.times(condition) == 0 => *situation = situation.with(condition, true));
        assert_eq!(told, Rule::ft(3), "{condition:?}");
    }
}

#[test]
fn ft_2_steps_come_one_after_the_other() {
    let of = |rule| assert_eq!(rule, Rule::ft(2));
    of(omit!(
        "hit-wound-save",
        Event::StepRolled { chain: ChainKind::Shoot, step: 0, passes: true, .. }
    ));
    of(omit!("hit-wound-save", Event::StepRolled { chain: ChainKind::Shoot, step: 4, .. }));
    of(omit!("hit-wound-save", Event::StepRolled { chain: ChainKind::Shoot, step: 5, .. }));
    of(repeat!("hit-wound-save", Event::StepRolled { chain: ChainKind::Shoot, passes: false, .. }));
    of(twist!("hit-wound-save", Event::StepRolled { step, .. } if *step == 0 => *step = 1));
}

#[test]
fn ft_6_wounds_are_those_that_were_done() {
    let of = |rule| assert_eq!(rule, Rule::ft(6));
    of(omit!("hit-wound-save", Event::Wounded { .. }));
    of(omit!("opposed", Event::Wounded { left: 1.., .. }));
    of(repeat!("opposed", Event::Wounded { left: 1.., .. }));
    of(twist!("opposed", Event::Wounded { wounds, .. } => *wounds += 1));
    of(twist!("opposed", Event::Wounded { left, .. } => *left += 1));
    of(twist!("roll-under", Event::Wounded { wounds, left, .. } => {
        *wounds += 40;
        *left -= 40;
    }));
    of(omit!("hit-wound-save", Event::Dies { .. }));
    of(repeat!("combat-results", Event::Moves { why: MoveKind::Retreat, .. }));
}

#[test]
fn ft_8_nerve_is_tested_when_it_must_be() {
    let of = |rule| assert_eq!(rule, Rule::ft(8));
    of(omit!("hit-wound-save", Event::StepRolled { chain: ChainKind::Nerve, .. }));
    let again = repeat!("hit-wound-save", Event::StepRolled { chain: ChainKind::Nerve, .. });
    assert_eq!(again, Rule::ft(2));
    of(omit!("hit-wound-save", Event::UnitLeaves { .. }));
    of(
        twist!("hit-wound-save", Event::StepRolled { chain: ChainKind::Nerve, needed, .. } => *needed += 1),
    );
}

#[test]
fn ft_7_each_strikes_once_in_a_round() {
    let again = repeat!("combat-results", Event::StepRolled { chain: ChainKind::Strike, .. });
    assert!([Rule::ft(2), Rule::ft(7)].contains(&again), "{again}");
    let back = twist!("opposed", Event::StepRolled { chain: ChainKind::Strike, attacker, target, .. } =>
        std::mem::swap(attacker, target));
    assert!([Rule::ft(3), Rule::ft(4), Rule::ft(7)].contains(&back), "{back}");
}

#[test]
fn ft_2_and_6_dice_of_attacks_and_wounds_are_told_and_count() {
    let of = |rule, is| assert_eq!(rule, is);
    let wounds = |rule| of(rule, Rule::ft(6));
    wounds(twist!("roll-under", Event::StepDice { rolled, .. } => *rolled = 99));
    wounds(twist!("roll-under", Event::StepDice { rolled, .. } => *rolled -= 1));
    wounds(twist!("roll-under", Event::StepDice { amount, .. } => amount.plus += 1));
    wounds(
        twist!("roll-under", Event::StepDice { attacker, target, .. } => std::mem::swap(attacker, target)),
    );
    wounds(omit!("roll-under", Event::StepDice { .. }));
    wounds(repeat!("roll-under", Event::StepDice { .. }));
    let attacks = |rule| of(rule, Rule::ft(2));
    attacks(twist!(BURSTS, Event::StepDice { rolled, .. } => *rolled = 4));
    attacks(twist!(BURSTS, Event::StepDice { rolled, .. } if *rolled != 2 => *rolled = 2));
    attacks(omit!(BURSTS, Event::StepDice { of: DiceOf::Attacks, .. }));
    attacks(repeat!(BURSTS, Event::StepDice { of: DiceOf::Attacks, .. }));
}

#[test]
fn ft_9_who_is_pinned_is_so_for_a_reason_and_stays() {
    let of = |rule| assert_eq!(rule, Rule::ft(9));
    of(repeat!(PINS, Event::Pinned { .. }));
    assert_eq!(omit!(PINS, Event::Pinned { .. }), Rule::ft(6));
    // He moves in his side's next turn as if nothing had happened.
    let moves = plant(PINS, |moments| {
        let at = moments.iter().position(|m| matches!(m.event, Event::Pinned { .. }))?;
        let Event::Pinned { figure } = moments[at].event else { return None };
        let turns = moments[at..].iter();
        let next = turns.take_while(|m| !matches!(m.event, Event::RoundBegins { .. }));
        let next = next.collect::<Vec<_>>();
        let goes = next.iter().find_map(|m| match m.event {
            Event::Moves { figure: other, why: MoveKind::Action, .. }
                if other.side() == figure.side() =>
            {
                Some(m.event)
            }
            _ => None,
        })?;
        let place = at + next.iter().position(|m| m.event == goes)?;
        if let Event::Moves { figure: who, .. } = &mut moments[place].event {
            *who = figure;
        }
        Some(())
    });
    of(moves);
}

#[test]
fn ft_2_and_3_what_rows_and_naturals_bring() {
    let row = |rule| assert_eq!(rule, Rule::ft(3));
    row(twist!(TRICKS, Event::StepDice { of: DiceOf::Row(..), rolled, .. } => *rolled = 4));
    row(omit!(TRICKS, Event::StepDice { of: DiceOf::Row(..), .. }));
    row(repeat!(TRICKS, Event::StepDice { of: DiceOf::Row(..), .. }));
    row(twist!(TRICKS, Event::StepDice { of: DiceOf::Row(_, row), .. } => *row += 1));
    let attacks = |rule| assert_eq!(rule, Rule::ft(2));
    attacks(
        twist!(TRICKS, Event::StepDice { of: DiceOf::Extra(_), rolled, .. } => *rolled = 3 - *rolled),
    );
    attacks(omit!(TRICKS, Event::StepDice { of: DiceOf::Extra(_), .. }));
    attacks(repeat!(TRICKS, Event::StepDice { of: DiceOf::Extra(_), .. }));
}

/// The same games by the rules without one of these: what it brought about is a breach.
#[test]
fn ft_2_and_3_nobody_has_what_the_rules_do_not_give_him() {
    let strike = ChainKind::Strike as usize;
    let without = |change: &dyn Fn(&mut Steps)| {
        let mut rules = Vec::new();
        for record in records(TRICKS, None) {
            let mut spec = record.battle.spec().clone();
            change(&mut spec.rules.steps);
            let battle = Battle::new(spec).expect("a battle");
            rules.extend(breaches(&battle, &record.moments).first().map(|(rule, _)| *rule));
        }
        rules.sort_unstable_by_key(ToString::to_string);
        rules.dedup();
        rules
    };
    let fight = |steps: &Steps| usize::from(steps.chains[strike].steps[0]);
    assert_eq!(without(&|_| ()), []);
    let no_extra = |steps: &mut Steps| steps.chains[strike].extra.retain(|row| !row.has.is_empty());
    assert_eq!(without(&no_extra), [Rule::ft(2)]);
    let no_gift = |steps: &mut Steps| steps.chains[strike].extra.retain(|row| row.has.is_empty());
    assert_eq!(without(&no_gift), [Rule::ft(2)]);
    let no_skips = |steps: &mut Steps| {
        let k = fight(steps);
        steps.steps[k].skips = [None; 2];
    };
    assert!(without(&no_skips).contains(&Rule::ft(2)));
    let no_rerolls = |steps: &mut Steps| {
        let k = fight(steps);
        steps.steps[k].rerolls.clear();
    };
    assert_eq!(without(&no_rerolls), [Rule::ft(3)]);
}
