//! Rulebooks of fighting by steps that are made up (FT-01 to FT-08) are played before the referee under any system, thousands of
//! them. `COUNT=20000` tries more, `FIRST=N` others.

use skirmish_engine::battle::Battle;
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::{Workspace, play_watched};
use skirmish_referee::Auditor;
use skirmish_scenario::load;
use skirmish_testkit::lots::{Lots, number};
use skirmish_testkit::rulebooks::{One, rulebook};

const BATTLE: &str = r#"
title = "Made up"
rules = "made-up.toml"
cap = "8 rounds"

[board]
size = [36, 24]
features = [
  { kind = "hedge", from = [18, 4], to = [18, 10] },
  { kind = "barricade", from = [16, 16], to = [22, 16] },
]

[side.North]
bot = "rusher"
[[side.North.body]]
name = "Bows"
figures = 3
troops = "first"
weapon = "bow"
leader = { name = "Ann", rank = "chief" }
line = { from = [8, 8], to = [8, 12] }
[[side.North.body]]
name = "Axes"
figures = 4
troops = "second"
weapon = "axe"
line = { from = [12, 8], to = [12, 16] }

[side.South]
bot = "marksman"
[[side.South.body]]
name = "Horse"
figures = 3
troops = "second"
weapon = "bow"
mounted = true
line = { from = [28, 8], to = [28, 12] }
[[side.South.body]]
name = "Pikes"
figures = 5
troops = "first"
weapon = "pike"
leader = { name = "Bob", rank = "chief" }
line = { from = [25, 8], to = [25, 16] }
"#;

/// Seeds on which something was wrong that no test of its own shows: a referee who took a shooter left without an attack for one
/// who turned without need, and one who took a pin by a blow for that of a shot which also drove its target back.
const FOUND: [u64; 2] = [3654, 3813];

#[test]
fn made_up_rulebooks_keep_the_rules() {
    let usual = if cfg!(debug_assertions) { 800 } else { 8000 };
    let (first, count) = (number("FIRST", 0), number("COUNT", usual));
    let (mut played, mut rolled, mut fallen) = (0, 0_u64, 0_u64);
    for seed in FOUND.into_iter().chain(first..first + count) {
        let mut lots = Lots::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let rules = rulebook(&mut lots);
        let scenario = load(BATTLE.as_bytes(), "made-up.toml", &[], &One(rules.clone()))
            .unwrap_or_else(|problems| panic!("seed {seed}: {problems}\n{rules}"));
        let battle = Battle::new(scenario.spec).expect("it was loaded");
        let mut workspace = Workspace::new(&battle);
        for _ in 0..2 {
            let mut auditor = Auditor::default();
            let mut watch = |scene: &Scene<'_>, event: &Event| {
                rolled += u64::from(matches!(event, Event::StepRolled { .. }));
                fallen += u64::from(matches!(event, Event::Dies { .. }));
                auditor.event(scene, event);
            };
            play_watched(&battle, &mut workspace, None, &mut lots, &mut watch);
            let found: Vec<String> = auditor.breaches().iter().map(ToString::to_string).collect();
            assert!(found.is_empty(), "seed {seed}: {found:#?}\n{rules}");
        }
        played += 1;
    }
    assert!(rolled > 10 * played && fallen > played, "{rolled} rolls, {fallen} dead");
}
