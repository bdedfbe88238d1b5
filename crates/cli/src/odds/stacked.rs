//! `skirmish odds stacked`: what comes of one attack by a stacked test (WSC-5).

use serde_json::json;
use skirmish_odds::{OddsError, Stacked};

use super::print;
use super::techniques::pairs;
use crate::args::OddsStacked;
use crate::status::Done;

pub(super) fn stacked(args: &OddsStacked) -> Done {
    let of = |(mentality, action)| -> Result<Stacked, OddsError> {
        let chances = [args.of.passes(&args.attacker)?.1, args.of.passes(&args.defender)?.1];
        Stacked::new(args.of.die, args.of.test, [mentality, action], chances)
    };
    let all = if args.table {
        pairs().map(of).collect::<Result<_, _>>()?
    } else {
        vec![of((args.mentality, args.action))?]
    };
    let more = json!({ "reading": args.of.reading() });
    print("stacked", (args.of.format, args.table), &all, &more)
}
