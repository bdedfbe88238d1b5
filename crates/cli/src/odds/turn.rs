//! `odds streak` under a turn given as a table: how many chances a side has before the other has one (TN-09).

use serde_json::json;
use skirmish_engine::rulebook::{Rulebook, Turn};
use skirmish_engine::side::{BySide, Side};
use skirmish_odds::turns::{MOST_UNITS, Possession, TurnSetup};

use super::print;
use crate::args::OddsStreak;
use crate::status::{Failure, Result};

pub(super) fn streak(args: &OddsStreak, rules: &Rulebook, turn: &Turn) -> Result {
    let nominee = &args.nominee;
    if args.table
        || nominee.troops.is_some()
        || nominee.leader.is_some()
        || !nominee.factors.is_empty()
        || args.shooting.is_some()
    {
        return Err(Failure::hinted(
            format!("nobody seizes the initiative under rulebook `{}`", rules.name),
            "say only how many units there are: `--units 3,2`",
        ));
    }
    let units = BySide(args.units.unwrap_or([1, 1]));
    let leaders = args.led.map_or(units, BySide);
    for side in Side::BOTH {
        if !(1..=MOST_UNITS).contains(&units[side]) || leaders[side] > units[side] {
            return Err(Failure::usage(format!(
                "`--units` takes 1 to {MOST_UNITS} units of each side, `--led` no more than these"
            )));
        }
    }
    let setup = TurnSetup { turn, units, leaders };
    let law = Possession::of(&rules.name, setup, args.lengths as usize)?;
    let more = json!({ "rule": turn.rule.to_string() });
    print("turn", (args.rules.format, false), &[law], &more)
}
