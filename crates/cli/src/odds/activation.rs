//! `skirmish odds activation`: units out of control (PG-04).

use serde_json::json;
use skirmish_engine::dice::Dice;
use skirmish_odds::{Activation, ControlTest};

use super::print;
use crate::args::OddsActivation;
use crate::fire::{rulebook, troops};
use crate::status::Done;

pub(super) fn activation(args: &OddsActivation) -> Done {
    let rules = rulebook(&args.rules.book)?;
    let of = |name: Option<&str>, die: Dice| {
        Activation::of(name, ControlTest::new(die, &rules.control), args.turns)
    };
    let all = if args.table {
        let all = rules.troops.iter();
        all.map(|t| of(Some(&t.name), Dice::one(t.skills.command))).collect::<Result<_, _>>()?
    } else if let Some(die) = args.die {
        vec![of(None, die)?]
    } else {
        let troops = troops(&rules, &args.troops)?;
        vec![of(Some(&troops.name), Dice::one(troops.skills.command))?]
    };
    print("activation", (args.rules.format, args.table), &all, &json!({}))
}
