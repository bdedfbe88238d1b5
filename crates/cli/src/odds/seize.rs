//! `odds seize`: the chance that a nominee seizes the initiative (LL-03).

use serde_json::json;

use super::nominee::{factors, nominees, seizing};
use super::print;
use crate::args::OddsSeize;
use crate::status::Done;

pub(super) fn seize(args: &OddsSeize) -> Done {
    let rules = seizing(&args.rules.book)?;
    let factors = factors(&rules, &args.nominee.factors)?;
    let nominees = nominees(&rules, &args.nominee, &factors, args.table)?.into_iter();
    let attempts =
        nominees.map(|nominee| nominee.attempt(&rules)).collect::<Result<Vec<_>, _>>()?;
    print("seize", (args.rules.format, args.table), &attempts, &json!({}))
}
