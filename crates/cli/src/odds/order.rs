//! `skirmish odds order`: who acts before whom in a round (AD-01, AD-02).

mod battle;
mod figure;

use serde_json::json;
use skirmish_engine::rulebook::Segments;
use skirmish_odds::rounds::Ordered;

use self::battle::field;
use self::figure::{figures, limit};
use super::{print, rulebook, segments};
use crate::args::OddsOrder;
use crate::status::{Done, Failure};

pub(super) fn order(args: &OddsOrder) -> Done {
    let read = |rules: Segments| Segments {
        dice: args.rules.dice.unwrap_or(rules.dice),
        routines: args.routines.unwrap_or(rules.routines),
        ..rules
    };
    let listed = args.orders.into();
    let (ordered, own_system) = match &args.scenario {
        Some(file) => {
            let field = field(args, file)?;
            limit(field.figures.len())?;
            let ordered = Ordered::of(read(field.rules), field.figures, listed)?;
            (Ordered { battle: Some(field.title), ..ordered }, field.own_system)
        }
        None if args.figures.is_empty() => {
            return Err(Failure::Usage(
                "`odds order` wants to know who acts: a battle, or each with `--figure`".to_owned(),
                vec![
                    "for example: skirmish odds order party-and-orcs".to_owned(),
                    "for example: skirmish odds order --figure 'Albert hasted' --figure Clem --figure 'orcs side=enemies'"
                        .to_owned(),
                    "battles are listed by `skirmish list scenarios`; `skirmish odds order --help` has what a figure may claim"
                        .to_owned(),
                ],
            ));
        }
        None => {
            let rules = rulebook(&args.rules.asked.book)?;
            let rules = read(segments(&args.rules, &rules));
            (Ordered::of(rules, figures(&args.figures)?, listed)?, None)
        }
    };
    let more = json!({ "own_system": own_system.map(|system| system.name()) });
    print("order", (args.rules.asked.format, false), &[ordered], &more)
}
