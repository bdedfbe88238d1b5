//! `odds streak` under a turn that a table says: how many chances a side has before the other has one (TN-09).

use std::fmt::Write as _;

use skirmish_engine::rulebook::{Rulebook, Turn};
use skirmish_engine::side::{BySide, Side};
use skirmish_odds::chances::ChanceStreaks;
use skirmish_odds::turns::{MOST_UNITS, Possession, TurnSetup};
use skirmish_report::chart::{Chart, Labels};
use skirmish_report::counted;
use skirmish_report::text::sentences;

use super::columns::{TOLD, falling_chart, short};
use super::print;
use super::streak::falling;
use crate::args::OddsStreak;
use crate::status::{Done, Failure};

pub(super) fn streak(args: &OddsStreak, rules: &Rulebook, turn: &Turn) -> Done {
    let nominee = &args.nominee;
    if args.table
        || nominee.troops.is_some()
        || nominee.leader.is_some()
        || !nominee.factors.is_empty()
        || args.shooting.is_some()
        || args.counters.is_some()
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
    let law = [law];
    let tell = || print((args.rules.format, false), &law, |_| String::new(), |law| text(law, turn));
    args.drawing.draw(args.svg.as_deref(), || Ok(drawn(&law[0], turn)), tell)
}

/// `3 units against 2`
fn who(law: &Possession) -> String {
    let [a, b] = law.units.0;
    format!("{} against {b}", counted(u64::from(a), "unit"))
}

/// Less than this is what sums leave of nothing.
const DUST: f64 = 1e-12;

const SIDES: [&str; 2] = ["first side", "second side"];

fn text(law: &Possession, turn: &Turn) -> String {
    let mut text =
        format!("Streaks of chances under {}, {} ({})\n", law.system, who(law), turn.rule);
    let mean = |of: &ChanceStreaks| format!("{} chances = {}", of.mean.decimal(5), short(&of.mean));
    for (name, of) in SIDES.iter().zip(&law.laws.0) {
        let Some(of) = of else {
            let _ = writeln!(text, "\n  {name}: never has a chance after the other had one");
            continue;
        };
        let _ = writeln!(text, "\n  {name}: mean {}\n  length       chance  exact", mean(of));
        let told = (1_u64..).zip(&of.lengths).filter(|(_, exact)| !exact.is_zero());
        let mut left = 1.0;
        for (length, exact) in told {
            // What would be written as nothing is told as one.
            if left < TOLD {
                break;
            }
            let _ = writeln!(text, "  {length:>6}  {:>11}  {}", exact.percent(3), short(exact));
            left -= exact.to_f64();
        }
        if left >= TOLD {
            let _ = writeln!(text, "  longer  {:>11}", of.longer.percent(3));
        } else if left > DUST {
            let _ = writeln!(text, "  longer    < 0.001 %");
        }
    }
    text + "\n"
        + &sentences(
            "A chance is an activation that a side may use, whatever it does with it; a streak is the chances of one side \
             until the other has one. Nobody is lost, and nobody reacts.",
        )
}

fn drawn(law: &Possession, turn: &Turn) -> Chart {
    let [a, b] = law.laws.0.each_ref().map(|of| {
        of.as_ref().map_or_else(|| "none".to_owned(), |of| format!("{:.2}", of.mean.to_f64()))
    });
    let laws = SIDES.iter().zip(&law.laws.0).filter_map(|(name, of)| Some((name, of.as_ref()?)));
    let series = laws.map(|(name, of)| falling(name, (1..).zip(&of.lengths)));
    let labels = Labels {
        title: format!("Streaks under {}: {a} chances on average, and {b}", law.system),
        subtitle: format!(
            "{}. Chance that a side has this many chances or more before the other has one. Exact, while nobody is lost.",
            who(law)
        ),
        caption: format!("Rule {}.", turn.rule),
        description: "Falling lines from 100 % at one chance.".to_owned(),
        ..Labels::default()
    };
    falling_chart(labels, ["Chances", "So many or more"], series.collect(), None)
}
