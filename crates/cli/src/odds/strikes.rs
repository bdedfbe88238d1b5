//! `skirmish odds strikes`: the speed factors of two weapons (AD-10).

use serde_json::json;
use skirmish_odds::rounds::{Struck, extra_from};

use super::{print, rulebook, segments};
use crate::args::OddsStrikes;
use crate::fire;
use crate::status::Done;

pub(super) fn strikes(args: &OddsStrikes) -> Done {
    let rulebook = rulebook(&args.rules.asked.book)?;
    let rules = segments(&args.rules, &rulebook);
    let all = if args.table {
        let pairs = (1..=args.to).flat_map(|one| (1..=args.to).map(move |other| (one, other)));
        let of = |(one, other)| Struck::of(rules, [Some(one), Some(other)], [None, None]);
        pairs.map(of).collect::<Result<_, _>>()?
    } else {
        let mut factors = [args.one.0, args.other.0];
        let mut weapons = [None, None];
        for (k, name) in [&args.weapon, &args.against].into_iter().enumerate() {
            if let Some(name) = name {
                let weapon = fire::weapon(&rulebook, name)?;
                factors[k] = fire::melee_factor(weapon)?;
                weapons[k] = Some(weapon.name.clone());
            }
        }
        vec![Struck::of(rules, factors, weapons)?]
    };
    // From which factor of the other on a weapon has extra strikes.
    let extra = |own| (own, extra_from(own, 1), extra_from(own, 2));
    let extra: Vec<_> = (1..=args.to.min(13)).map(extra).collect();
    print("strikes", (args.rules.asked.format, args.table), &all, &json!({ "extra": extra }))
}
