//! Shipped scenarios and bots play: games end, either side can win, and every bot does something.

use std::collections::BTreeSet;

use skirmish_engine::battle::Battle;
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::event::Ending;
use skirmish_engine::game::{Outcome, Workspace, play_watched};
use skirmish_engine::side::Side;
use skirmish_scenario::{NoFiles, Override, library, load};

/// Plain dice, good enough to see whether a scenario works; published results use the simulator's.
struct PlainDice(u64);

impl Chance for PlainDice {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let high = ((self.0 >> 33) * u64::from(sides)) >> 31;
        u8::try_from(high).unwrap_or(0) + 1
    }
}

fn games(text: &str, overrides: &[Override], count: u64) -> Vec<Outcome> {
    let scenario = match load(text.as_bytes(), "shipped", overrides, &NoFiles) {
        Ok(scenario) => scenario,
        Err(problems) => panic!("{problems}"),
    };
    let battle = Battle::new(scenario.spec).unwrap();
    let mut workspace = Workspace::new(&battle);
    (0..count)
        .map(|game| {
            let mut dice = PlainDice(game.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            play_watched(&battle, &mut workspace, None, &mut dice, &mut |_, _| ())
        })
        .collect()
}

#[test]
fn either_side_can_win_every_shipped_scenario() {
    for shipped in library::SCENARIOS {
        let outcomes = games(shipped.text, &[], 80);
        let winners: BTreeSet<Side> = outcomes
            .iter()
            .filter_map(|o| match o.ending {
                Ending::Won { side, .. } => Some(side),
                _ => None,
            })
            .collect();
        assert_eq!(winners.len(), 2, "{}: only {winners:?} win", shipped.name);
        let capped = outcomes.iter().filter(|o| o.ending == Ending::Cap).count();
        assert!(capped * 10 <= outcomes.len(), "{}: {capped} capped", shipped.name);
        let mean = outcomes.iter().map(|o| o.actions).sum::<u32>() / 80;
        // The crossing ends as soon as a figure is across or can no longer get there.
        let least = if shipped.name == "crossbow-gap" { 2 } else { 6 };
        assert!((least..=120).contains(&mean), "{}: {mean} actions", shipped.name);
    }
}

#[test]
fn a_corner_in_the_midst_of_the_border_may_be_written() {
    let wood = "features = [{ kind = \"wood\", corners = [[0, 20], [0, 12], [0, 8], [6, 16]] },";
    let text = include_str!("../files/base.toml").replace("features = [", wood);
    assert_eq!(games(&text, &[], 1).len(), 1);
}

#[test]
fn every_shipped_bot_plays_either_side() {
    let names: Vec<String> = library::bots().into_iter().map(|b| b.0).collect();
    assert_eq!(
        names,
        [
            "runner",
            "rusher",
            "marksman",
            "holder",
            "captain",
            "careful",
            "skirmisher",
            "line-officer",
            "random"
        ]
    );
    let lloyd = library::scenario("flank-run").unwrap().text;
    let petite_guerre = include_str!("../files/petite.toml");
    for (text, sides) in [(lloyd, ["Raiders", "Watch"]), (petite_guerre, ["Red", "Blue"])] {
        for (bot, side) in names.iter().flat_map(|bot| sides.map(|side| (bot, side))) {
            let set = [Override::new(&format!("side.{side}.bot"), bot)];
            let outcomes = games(text, &set, 5);
            assert!(outcomes.iter().any(|o| o.activations > 0), "{bot} as {side}");
        }
    }
}
