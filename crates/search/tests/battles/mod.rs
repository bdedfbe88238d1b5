//! Small battles of equal sides, and the parts of scripts for them.

use skirmish_engine::battle::Battle;
use skirmish_engine::bot::Bot;
use skirmish_engine::side::Side;
use skirmish_scenario::{NoFiles, Override, Scenario, load};
use skirmish_search::Grammar;

/// Equal sides with bows that stand still.
pub(crate) const MIRROR: &str = r#"
title = "Mirror"
cap = 60
[board]
size = [24, 24]
places = { ford = { at = [12, 12], radius = 2 } }
[side.Red]
wins = [{ losses = 3 }]
objective = "ford"
bot = "stands"
[[side.Red.body]]
name = "Reds"
troops = "average"
weapon = "bow"
figures = 4
at = [12, 6]
[side.Blue]
wins = [{ losses = 3 }]
objective = "ford"
bot = "stands"
[[side.Blue.body]]
name = "Blues"
troops = "average"
weapon = "bow"
figures = 4
at = [12, 18]
[bot.stands]
lines = [{ when = ["engaged"], do = "fight" }, { do = "stand" }]
reactions = [{ do = "stay" }]
"#;

pub(crate) struct Set {
    pub(crate) scenario: Scenario,
    pub(crate) battle: Battle,
}

pub(crate) fn set(text: &str, overrides: &[Override]) -> Set {
    let scenario = load(text.as_bytes(), "mirror.toml", overrides, &NoFiles)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let battle = Battle::new(scenario.spec.clone()).unwrap();
    Set { scenario, battle }
}

impl Set {
    pub(crate) fn grammar(&self, side: Side) -> Grammar {
        Grammar { language: self.scenario.language(side), donors: Vec::new() }
    }

    pub(crate) fn own(&self, side: Side) -> Bot {
        self.scenario.spec.sides[side].bot.clone()
    }
}
