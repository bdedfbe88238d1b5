//! Nominees as `odds seize` and `odds streak` ask about them: troops, leaders, and the factors that count (LL-03).

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_engine::rulebook::{Factor, Rulebook, System};

use super::columns::signed;
use crate::args::Nominee;
use crate::status::{Failure, unknown};

/// A factor row that counts, and how often.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Counted {
    pub(super) factor: String,
    pub(super) times: u32,
    pub(super) adds: i32,
}

/// A nominee as the rules see it.
pub(super) struct Case {
    pub(super) troops: String,
    pub(super) leader: Option<String>,
    pub(super) base: i32,
    pub(super) leadership: i32,
}

/// Refuses a rulebook under which nobody seizes the initiative.
pub(super) fn need_seizing(rules: &Rulebook) -> Result<(), Failure> {
    if rules.system == System::Lloyd {
        return Ok(());
    }
    Err(Failure::Usage(
        format!("nobody seizes the initiative under rulebook `{}`", rules.name),
        vec![
            "this is a question about rules with `system = \"lloyd\"`, such as --rules lloyd"
                .to_owned(),
        ],
    ))
}

fn case(rules: &Rulebook, troops: &str, leader: Option<&str>) -> Result<Case, Failure> {
    let grade = rules.troops.iter().find(|t| t.name == troops);
    let grade = grade.ok_or_else(|| {
        unknown("troop type", troops, rules.troops.iter().map(|t| t.name.clone()))
    })?;
    let leadership = match leader {
        None => 0,
        Some(name) => {
            let rank = rules.ranks.iter().find(|r| r.name == name);
            rank.ok_or_else(|| unknown("rank", name, rules.ranks.iter().map(|r| r.name.clone())))?
                .bonus
        }
    };
    Ok(Case {
        troops: troops.to_owned(),
        leader: leader.map(str::to_owned),
        base: grade.base,
        leadership,
    })
}

pub(super) fn nominee(rules: &Rulebook, nominee: &Nominee) -> Result<Case, Failure> {
    case(rules, &nominee.troops, nominee.leader.as_deref())
}

/// Every case of a table: all troops, without a leader and with each rank.
pub(super) fn cases(rules: &Rulebook) -> impl Iterator<Item = Case> {
    let leaders = || {
        std::iter::once((None, 0))
            .chain(rules.ranks.iter().map(|r| (Some(r.name.clone()), r.bonus)))
    };
    rules.troops.iter().flat_map(move |t| {
        leaders().map(move |(leader, leadership)| Case {
            troops: t.name.clone(),
            leader,
            base: t.base,
            leadership,
        })
    })
}

/// Reads `in-reach` and `enemy-shots=2` against the table of factors.
pub(super) fn factors(rules: &Rulebook, words: &[String]) -> Result<Vec<Counted>, Failure> {
    words.iter().map(|word| factor(rules, word)).collect()
}

fn factor(rules: &Rulebook, word: &str) -> Result<Counted, Failure> {
    let (name, count) = word.split_once('=').unwrap_or((word, "1"));
    let times = count.trim().parse::<u32>().ok().filter(|times| *times <= 1000);
    let times = times.ok_or_else(|| {
        Failure::Usage(
            format!("factor `{name}` counts `{count}` times"),
            vec!["a count is a whole number from 0 to 1000, such as enemy-shots=2".to_owned()],
        )
    })?;
    let rows = &rules.seize.factors;
    let row = rows.iter().find(|row| row.name == name.trim());
    let row = row.ok_or_else(|| unknown("factor", name, rows.iter().map(|r| r.name.clone())))?;
    let counted = row.when.iter().any(|condition| condition.is_counted());
    if times > 1 && !counted {
        return Err(Failure::Usage(
            format!("factor `{name}` holds or does not; it cannot count {times} times"),
            vec![format!("factors that are counted: {}", counted_rows(rows))],
        ));
    }
    Ok(Counted { factor: row.name.clone(), times, adds: row.value * times as i32 })
}

fn counted_rows(rows: &[Factor]) -> String {
    let counted = rows.iter().filter(|row| row.when.iter().any(|c| c.is_counted()));
    counted.map(|row| row.name.as_str()).collect::<Vec<_>>().join(", ")
}

pub(super) fn total(factors: &[Counted]) -> i32 {
    factors.iter().map(|f| f.adds).sum()
}

/// A table of all troops by all ranks.
pub(super) fn grid<A>(
    rules: &Rulebook,
    factors: &[Counted],
    title: &str,
    answers: &[A],
    show: impl Fn(&A) -> String,
) -> String {
    let columns = rules.ranks.len() + 1;
    let heads: Vec<String> = std::iter::once("no leader".to_owned())
        .chain(rules.ranks.iter().map(|r| r.name.clone()))
        .collect();
    let cells: Vec<String> = answers.iter().map(show).collect();
    let width = |k: usize| {
        let column = cells.iter().skip(k).step_by(columns).chain([&heads[k]]);
        column.map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let first = rules.troops.iter().map(|t| t.name.chars().count()).max().unwrap_or(0);
    let under: Vec<String> =
        factors.iter().map(|f| format!("{} ({})", f.factor, signed(f.adds))).collect();
    let mut text = format!("{title}, {}", rules.seize.dice);
    if under.is_empty() {
        text.push_str(", no tactical factor\n\n");
    } else {
        let _ = writeln!(text, ", {}\n", under.join(", "));
    }
    let _ = write!(text, "{:first$}", "");
    for (head, width) in heads.iter().zip(&widths) {
        let _ = write!(text, "  {head:>width$}");
    }
    text.push('\n');
    for (row, troops) in cells.chunks(columns).zip(&rules.troops) {
        let _ = write!(text, "{:first$}", troops.name);
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    }
    text
}
