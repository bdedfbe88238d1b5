//! `odds streak`: how long the initiative is held against a nominee (LL-03, LL-07).

use std::fmt::Write as _;

use skirmish_engine::rulebook::{Counters, FactorCondition, Rulebook};
use skirmish_odds::nominee::{Counted, Held, Nominee};
use skirmish_odds::{Ratio, Shooting};
use skirmish_report::chart::{Chart, Labels, LinePoint, LineSeries};

use super::columns::{counted, falling_chart, headed, short};
use super::nominee::{factors, nominees, of_all};
use super::{print, rulebook, turn};
use crate::args::OddsStreak;
use crate::page::wrapped;
use crate::shell::quoted;
use crate::status::{Done, Failure};

fn shooting(word: &str) -> Done<Shooting> {
    match word {
        "always" => return Ok(Shooting::always()),
        "never" => return Ok(Shooting::never()),
        "first" => return Ok(Shooting::first_only()),
        _ => {}
    }
    let every = word.strip_prefix("every=").and_then(|k| k.parse::<u8>().ok());
    match every.map(Shooting::every) {
        Some(Ok(shooting)) => Ok(shooting),
        _ => Err(Failure::hinted(
            format!("`--shooting {word}` is not understood"),
            "it may be always, never, first, or every=K with K from 1 to 255",
        )),
    }
}

fn counters(rules: &Rulebook, word: Option<&str>) -> Done<Counters> {
    let Some(word) = word else { return Ok(rules.options.counters) };
    let found = Counters::ALL.iter().find(|(name, _)| *name == word);
    found.map(|(_, reading)| *reading).ok_or_else(|| {
        Failure::hinted(
            format!("`--counters {word}` is not a reading of LL-07"),
            "it may be kept or spent",
        )
    })
}

pub(super) fn streak(args: &OddsStreak) -> Done {
    let rules = rulebook(&args.rules.book)?;
    if let Some(turn) = rules.system.turn() {
        return turn::streak(args, &rules, turn);
    }
    if !rules.system.is_seized() {
        let asked = quoted(&args.rules.book.rules);
        let run = format!("skirmish run duel --set rules={asked} --measure streak");
        return Err(Failure::hinted(
            format!("no exact law of streaks is known under rulebook `{}`", rules.name),
            format!("its games tell how long they are: `{run}`"),
        ));
    }
    if args.units.is_some() || args.led.is_some() {
        return Err(Failure::hinted(
            format!(
                "under rulebook `{}` the initiative is seized, however many units there are",
                rules.name
            ),
            "say against whom it is held: `--troops average`",
        ));
    }
    let factors = factors(&rules, &args.nominee.factors)?;
    let grows = |counted: &&Counted| {
        let mut rows = rules.seize.factors.iter();
        rows.any(|row| row.name == counted.factor && row.when == [FactorCondition::EnemyStreak])
    };
    if let Some(counted) = factors.iter().find(grows) {
        return Err(Failure::hinted(
            format!("factor `{}` counts the actions of the streak", counted.factor),
            "it grows by itself as the streak goes on: leave it out",
        ));
    }
    let counters = counters(&rules, args.counters.as_deref())?;
    let asked = args.shooting.as_deref().unwrap_or("never");
    let solve = |nominee: Nominee| -> Done<Held> {
        let pattern = (asked, shooting(asked)?);
        Ok(nominee.holds_off(&rules, pattern, counters, args.lengths)?)
    };
    let nominees = nominees(&rules, &args.nominee, &factors, args.table)?;
    let all = nominees.into_iter().map(solve).collect::<Result<Vec<_>, _>>()?;
    let chart = || match args.table {
        true => Err(Failure::usage("a chart shows one distribution; leave `--table` out")),
        false => Ok(drawn(&all[0])),
    };
    let table = |all: &[Held]| {
        let reading = counters.name();
        let title =
            format!("Mean streak against each nominee (shooting {asked}, counters {reading})");
        let mean = |mean: Ratio| format!("{:.3}", mean.to_f64());
        let cells = all.iter().map(|a| a.law.mean().map_or_else(|| "for ever".to_owned(), mean));
        of_all(&rules, &factors, &title, cells)
    };
    let tell = || print((args.rules.format, args.table), &all, table, text);
    args.drawing.draw(args.svg.as_deref(), chart, tell)
}

fn against(a: &Held) -> String {
    let mut text = a.nominee.troops.clone();
    if let Some(leader) = &a.nominee.leader {
        let _ = write!(text, ", {leader} leader");
    }
    for f in &a.nominee.factors {
        let _ = write!(text, ", {}", f.factor);
        if f.times != 1 {
            let _ = write!(text, " × {}", f.times);
        }
    }
    text
}

fn text(a: &Held) -> String {
    let mean = a.law.mean();
    let how_long = mean.as_ref().map_or_else(
        || "may be held for ever".to_owned(),
        |mean| format!("is held for {} on average", counted(mean.decimal(3), "action")),
    );
    let answer = format!(
        "The initiative {how_long} against a nominee who is {} (shooting {}, counters {}).",
        against(a),
        a.shooting,
        a.counters()
    );
    let mut text = wrapped(&answer, 0) + "\n\n";
    let never = a.law.never();
    let _ = match (mean, a.median) {
        (Some(mean), Some(median)) => {
            writeln!(text, "  mean   {} actions\n  median {median}", mean.decimal(7))
        }
        _ => writeln!(text, "  it may never be seized: chance {never} = {}", never.percent(4)),
    };
    if let Some(longest) = a.law.longest() {
        let _ = writeln!(text, "  never longer than {longest}");
    }
    let mut left = Ratio::ONE;
    let lengths = a.lengths.iter().filter(|(_, exact)| !exact.is_zero()).map(|(length, exact)| {
        let row = [length.to_string(), exact.percent(3), left.percent(3), short(exact)];
        left = &left - exact;
        row.to_vec()
    });
    let mut rows: Vec<Vec<String>> = lengths.collect();
    if !a.longer.is_zero() {
        rows.push(["more", a.longer.percent(3).as_str(), "", ""].map(str::to_owned).to_vec());
    }
    text + "\n" + &headed(["actions", "chance", "so many or more", "exact"], rows)
}

fn drawn(a: &Held) -> Chart {
    let mean = |mean: Ratio| format!("{:.2} actions on average", mean.to_f64());
    let mean = a.law.mean().map_or_else(|| "may never end".to_owned(), mean);
    let longer = match a.longer.is_zero() {
        true => String::new(),
        false => format!(" {} of streaks are longer still.", a.longer.percent(1)),
    };
    let median = a.median.map_or_else(String::new, |median| format!(", median {median}"));
    let labels = Labels {
        title: format!("Streaks against a nominee who is {}: {mean}{median}", against(a)),
        subtitle: format!(
            "Chance that the initiative is held for this many actions or more. Exact.{longer}"
        ),
        caption: format!(
            "Seize on {}, shooting {}, counters {}. Rules LL-03 and LL-07.",
            a.streak.dice,
            a.shooting,
            a.counters()
        ),
        description: "A falling line from 100 % at one action.".to_owned(),
        ..Labels::default()
    };
    falling_chart(
        labels,
        ["Actions", "So many or more"],
        vec![falling("exact", a.lengths.iter().map(|(length, exact)| (*length, exact)))],
        Some(0.5),
    )
}

/// The chance of each length or more.
pub(super) fn falling<'l>(
    label: &str,
    lengths: impl Iterator<Item = (u64, &'l Ratio)>,
) -> LineSeries {
    let mut left = Ratio::ONE;
    let points = lengths.map(|(length, exact)| {
        let y = left.to_f64();
        left = &left - exact;
        LinePoint { x: length as f64, y, interval: None }
    });
    let points = points.collect();
    LineSeries { label: label.to_owned(), points }
}
