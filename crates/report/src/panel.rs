//! Whether an answer holds for other bots: one row for each question and combination of bots.

mod chart;

pub(crate) use chart::chart;

use minijinja::context;
use minijinja::value::Value as Fact;
use serde::{Deserialize, Deserializer};

use crate::comparison::{NOT_TOLD_APART, Value, quoted_value, signed_number};
use crate::number::{counted, ends, leaves_out};
use crate::once::{grouped, unique};
use crate::schema;
use crate::table::{Cell, Column, Kind, Row as _, Table};
use crate::text::{framed, sentences};
use crate::words::capital;
use crate::{Answer, safe_text};

/// How a question came out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Word {
    /// The second variant has more.
    Higher,
    /// The second variant has less.
    Lower,
    /// This side has more.
    Side(String),
    /// It grows with what is varied.
    Rises,
    /// It falls with it.
    Falls,
    /// What is asked has no answer but its value.
    Value,
    /// Chance explains it.
    #[default]
    NotToldApart,
}

impl Word {
    fn text(&self) -> String {
        match self {
            Self::Higher => "higher".to_owned(),
            Self::Lower => "lower".to_owned(),
            Self::Side(name) => format!("more for {}", safe_text(name)),
            Self::Rises => "rises".to_owned(),
            Self::Falls => "falls".to_owned(),
            Self::Value => String::new(),
            Self::NotToldApart => NOT_TOLD_APART.to_owned(),
        }
    }
}

impl<'a> Deserialize<'a> for Word {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Ok(match word.as_str() {
            "higher" => Self::Higher,
            "lower" => Self::Lower,
            "rises" => Self::Rises,
            "falls" => Self::Falls,
            "" => Self::Value,
            word => word
                .strip_prefix("more for ")
                .map_or(Self::NotToldApart, |side| Self::Side(side.to_owned())),
        })
    }
}

/// The word itself.
impl From<Word> for Cell {
    fn from(word: Word) -> Self {
        word.text().into()
    }
}

crate::rows! {
    /// All combinations; the bots of the scenario come first.
    pub struct Panel {
        /// Names of the sides.
        pub sides: [String; 2] => List,
        /// The bots of the scenario; empty where a side plays several.
        pub own: [String; 2] => List,
        /// Whether the players of a file play in their place.
        pub has_players: bool => YesNo,
        /// Games played under each combination.
        pub games: u64 => Whole,
        /// Seed of all dice.
        pub seed: u64 => Whole,
        /// Combinations played to the end.
        pub played: usize => Whole,
        /// Combinations asked for, that of the scenario among them; more than were played if the panel was interrupted.
        pub asked: usize => Whole,
        /// The rows, of what was played.
        pub rows: Vec<PanelRow> => Rows(PanelRow::SCHEMA.columns),
    }

    /// The answer to a question under one combination of bots.
    pub struct PanelRow {
        /// The bots of both sides; empty for that of the scenario.
        pub bots: [Option<String>; 2] => List [in_json],
        /// What is asked.
        pub question: String => Text,
        /// The same as people say it, where that is told otherwise.
        pub spoken: String => Text [in_json],
        /// Games played under the combination.
        pub games: u64 => Whole,
        /// Whether the value is one of shares, to be read in percent.
        pub is_share: bool => YesNo [in_json],
        /// The difference, or of a question that has no other answer its value; of shares as a fraction of one.
        pub value: f64 => Number as "difference",
        /// Its interval.
        pub interval: Option<crate::Interval> => Interval("ci_low", "ci_high"),
        /// Its p-value, adjusted over all questions and combinations but the battle's own, which is as in the answer itself.
        pub adjusted_p_value: Option<f64> => Exact,
        /// `higher`, `lower`, `rises`, `falls`, `more for SIDE` or `no clear difference`; empty of a value.
        pub answer: Word => Text,
        /// How often the first side wins, where a run was played.
        pub wins: Option<Value> => Shared(WINS),
    }
}

/// Columns of the share that the first side wins.
const WINS: &[Column] = &[
    Column::new(
        "value",
        Kind::Rate,
        "Share of games that the first side wins, where a run was played.",
    )
    .headed("wins"),
    Column::new("interval", Kind::Interval("wins_low", "wins_high"), "Interval of this share.")
        .headed("wins_interval"),
];

impl Panel {
    /// Who plays where no other bots do.
    fn whose(&self) -> &'static str {
        if self.has_players { "the players that are named" } else { "the battle's own bots" }
    }

    /// What a bot of a side is called.
    fn bot(&self, side: usize, bot: &Option<String>) -> String {
        let own = framed("", &self.own[side], " ");
        safe_text(&bot.clone().unwrap_or_else(|| format!("{own}(its own)")))
    }
}

/// The panel as a sentence for each question (does its answer hold?), and a matrix of all combinations.
pub fn text(panel: &Panel) -> String {
    let mut text =
        sentences(&format!("Other bots, {} for each combination.", counted(panel.games, "game")));
    if panel.played < panel.asked {
        let told = format!(
            "Only {} of {} combinations were played to the end.",
            panel.played, panel.asked
        );
        text += &sentences(&told);
    }
    let asked = unique(panel.rows.iter().map(|row| row.question.as_str()));
    let is_short = asked.len() > MOST_SHOWN;
    for question in asked.iter().take(if is_short { 1 } else { MOST_SHOWN }) {
        text += &format!("{}\n{}", sentences(&verdict(panel, question)), matrix(panel, question));
    }
    if is_short {
        text += &sentences(&in_all(panel, &asked));
    }
    text
}

/// Of more questions all but the first are told together, and each combination is in the file alone.
const MOST_SHOWN: usize = 6;

/// How many of many questions come out with all other bots as they do with the battle's own.
fn in_all(panel: &Panel, asked: &[&str]) -> String {
    let own = panel.rows.iter().filter(|row| is_own(row) && row.answer != Word::Value);
    let is_same = |own: &&PanelRow| {
        let others = others(panel, own);
        others.len() + 1 == panel.played && others.iter().all(|row| row.answer == own.answer)
    };
    let (same, all) = (own.clone().filter(is_same).count(), own.count());
    let values = match asked.len() - all {
        0 => "",
        _ => "; the others are values",
    };
    match panel.played {
        0 | 1 => "No other combination was played.".to_owned(),
        _ => format!(
            "Of {} with a verdict, {} come out with all of them as with {}{values} (panel.csv has each).",
            counted(all as u64, "question"),
            or_none(same),
            panel.whose()
        ),
    }
}

/// The bots of both sides under which a question was asked.
fn bots<'p>(panel: &'p Panel, question: &str) -> [Vec<&'p Option<String>>; 2] {
    [0, 1].map(|side: usize| {
        let asked = panel.rows.iter().filter(|row| row.question == question);
        unique(asked.map(|row| &row.bots[side]))
    })
}

/// What came of a question under each combination: the bots of the first side at the left, those of the second above.
fn matrix(panel: &Panel, question: &str) -> String {
    let asked = || panel.rows.iter().filter(|row| row.question == question);
    let [left, above] = &bots(panel, question);
    let sides = panel.sides.each_ref().map(|side| safe_text(side));
    let corner = format!("{} \\ {}", sides[0], sides[1]);
    let heads = std::iter::once(corner).chain(above.iter().map(|name| panel.bot(1, name)));
    let mut table = Table::of_words(heads.collect::<Vec<_>>());
    for one in left {
        let cell = |other: &&Option<String>| {
            let row = asked().find(|row| row.bots[0] == **one && row.bots[1] == **other)?;
            Some(match row.answer {
                Word::Value => quoted_value(row.value, row.interval, row.is_share),
                Word::NotToldApart => signed_number(row.value, row.interval, row.is_share),
                _ => signed_number(row.value, row.interval, row.is_share) + "*",
            })
        };
        let cells = above.iter().map(|other| cell(other).into());
        table.push(std::iter::once(panel.bot(0, one).into()).chain(cells).collect());
    }
    if asked().all(|row| row.answer == Word::Value) {
        return table.text();
    }
    let unit = if asked().any(|row| row.is_share) { "in points; " } else { "" };
    let open = if asked().any(is_open) { TESTED_TOGETHER } else { "" };
    table.text()
        + &sentences(&format!(
            "{unit}* more than chance explains, tested over all pairs but its own{open} (panel.csv has the intervals)"
        ))
}

/// Whether the test over all rows leaves open what the interval by itself would have settled.
fn is_open(row: &PanelRow) -> bool {
    row.answer == Word::NotToldApart && leaves_out(row.interval, 0.0)
}

/// What to say where there is such a row.
const TESTED_TOGETHER: &str = ", so one may be unclear though its own ± leaves out 0";

fn is_own(row: &PanelRow) -> bool {
    row.bots.iter().all(Option::is_none)
}

/// Whether the answer to the first question holds for other bots, for a template.
pub(crate) fn in_short(panel: &Panel) -> Option<Fact> {
    let own = panel.rows.iter().find(|row| is_own(row))?;
    let others = others(panel, own);
    let same = others.iter().filter(|row| row.answer == own.answer).count();
    let open = own.answer == Word::NotToldApart;
    (!others.is_empty()).then(|| {
        let count = if open { others.len() - same } else { same };
        context! { open, count, all => counted(others.len() as u64, "combination") }
    })
}

fn or_none(count: usize) -> String {
    if count == 0 { "none".to_owned() } else { count.to_string() }
}

/// What came of the question of a row under the other combinations.
fn others<'p>(panel: &'p Panel, own: &'p PanelRow) -> Vec<&'p PanelRow> {
    let asked = panel.rows.iter().filter(|row| row.question == own.question);
    asked.filter(|row| !is_own(row)).collect()
}

/// Under how many of the other combinations the answer of the scenario's own bots holds, or what it is with them.
fn verdict(panel: &Panel, question: &str) -> String {
    let asked: Vec<&PanelRow> = panel.rows.iter().filter(|row| row.question == question).collect();
    let own = asked.iter().copied().find(|row| is_own(row));
    let spoken = asked.iter().map(|row| row.spoken.as_str()).find(|spoken| !spoken.is_empty());
    let question = capital(&safe_text(spoken.unwrap_or(question)));
    let Some(own) = own.filter(|own| own.answer != Word::Value) else {
        return format!("{question}: {}.", values(panel, own, &asked));
    };
    let others = others(panel, own);
    let same = others.iter().filter(|row| row.answer == own.answer).count();
    let rest = grouped(others.iter().map(|row| (&row.answer, ()))).into_iter();
    let rest = rest.filter(|(word, _)| **word != own.answer);
    let rest = rest.map(|(word, rows)| format!("{} under {}", word.text(), rows.len()));
    let open = panel.played.saturating_sub(asked.len());
    let is_line = asked.iter().any(|row| matches!(row.answer, Word::Rises | Word::Falls));
    let what = if is_line { "no straight line" } else { "not measured" };
    let open = (open > 0).then(|| format!("{what} under {open}"));
    let rest: Vec<String> = rest.chain(open).collect();
    let rest = framed(" (", &rest.join(", "), ")");
    if others.is_empty() {
        return format!(
            "{question}: {} with {}; no other combination was played.",
            own.answer.text(),
            panel.whose()
        );
    }
    // That nothing was seen is no answer that could hold.
    let holds = if own.answer == Word::NotToldApart { "the same" } else { "holds" };
    let with = match (same, others.len()) {
        (0, 1) => "not with the other bots".to_owned(),
        (_, 1) => format!("{holds} with the other bots"),
        (same, all) => {
            format!(
                "{holds} under {} of {}",
                or_none(same),
                counted(all as u64, "other combination")
            )
        }
    };
    format!("{question}: {} with {}; {with}{rest}.", own.answer.text(), panel.whose())
}

/// What values come to with the battle's own bots, and from where to where with others.
fn values(panel: &Panel, own: Option<&PanelRow>, asked: &[&PanelRow]) -> String {
    let told = |row: &PanelRow| quoted_value(row.value, row.interval, row.is_share);
    let others = asked.iter().filter(|row| !is_own(row));
    let some = match panel.played.saturating_sub(asked.len() + usize::from(own.is_none())) {
        0 => String::new(),
        _ => format!(" (in {})", counted(others.clone().count() as u64, "combination")),
    };
    // Of many the least and the greatest were lucky: they are told without the intervals, which are for one named in advance.
    let alone =
        |row: &PanelRow| Value { value: row.value, interval: row.interval }.alone(row.is_share);
    let others = ends(others, |row| row.value);
    let others = others.map(|[least, most]| match alone(least) == alone(most) {
        true => format!("{} with others{some}", alone(least)),
        false => format!("from {} to {} with others{some}", alone(least), alone(most)),
    });
    let own = own.map_or("no value".to_owned(), told);
    [Some(format!("{own} with {}", panel.whose())), others]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}

schema! {
    /// `panel.csv`.
    PANEL in "panel.csv", "Whether the answer holds for other bots: a row for each combination of bots and question. There \
        only with `--bots`, and in `compare` unless players are named, searched for or set, or with `--bots none`. A sweep asks how much each measure changes for 1 more of what \
        is varied, and where the battle is even, or how each point differs from the battle as it stands; `sensitivity` asks what the \
        greatest steps change.";
    fn cells(row: &PanelRow) {
        "bot_a": Text, "Bot of the first side; empty for that of the scenario." => row.bots[0].as_deref(),
        "bot_b": Text, "The same of the second side." => row.bots[1].as_deref(),
        "row": Shared(PanelRow::SCHEMA.columns), "The answer." => row.clone(),
    }
}

/// An answer, and the panel below it.
pub fn below(answer: Answer, panel: Option<&Panel>) -> Answer {
    answer.with_table(panel.map_or_else(String::new, text))
}

/// A row for each combination and question.
pub(crate) fn table(panel: &Panel) -> Table {
    // Older files do not say what is the same in all rows.
    let games = |row: &PanelRow| if row.games > 0 { row.games } else { panel.games };
    let rows = panel.rows.iter().map(|row| PanelRow { games: games(row), ..row.clone() });
    Table::new(&PANEL, rows.map(|row| cells(&row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(bots: [Option<&str>; 2], word: Word) -> PanelRow {
        PanelRow {
            bots: bots.map(|bot| bot.map(str::to_owned)),
            question: "win-rate, Raiders".to_owned(),
            is_share: true,
            value: 0.04,
            interval: Some((0.03, 0.05)),
            adjusted_p_value: Some(0.001),
            answer: word,
            games: 2_000,
            ..PanelRow::default()
        }
    }

    #[test]
    fn the_verdict_counts_combinations() {
        let panel = Panel {
            sides: ["Raiders".to_owned(), "Watch".to_owned()],
            games: 2_000,
            seed: 1,
            own: Default::default(),
            has_players: false,
            played: 4,
            asked: 4,
            rows: vec![
                row([None, None], Word::Higher),
                row([Some("runner"), Some("rusher")], Word::Higher),
                row([Some("runner"), Some("=1+1")], Word::Lower),
                row([Some("rusher"), Some("rusher")], Word::NotToldApart),
            ],
        };
        let short = in_short(&panel).expect("others were asked");
        assert_eq!(short, context! { open => false, count => 1, all => "3 combinations" });
        let text = text(&panel);
        assert!(text.ends_with("own ± leaves out 0 (panel.csv has the intervals)\n"), "{text}");
        assert!(!text.contains("to the end"));
        let cut_short = super::text(&Panel { asked: 9, ..panel.clone() });
        assert!(
            cut_short.contains("Only 4 of 9 combinations were played to the end."),
            "{cut_short}"
        );
        let csv = table(&panel).csv().expect("writes to memory");
        let csv = String::from_utf8(csv).expect("UTF-8");
        assert!(
            csv.contains(
                "\nrunner,rusher,\"win-rate, Raiders\",2000,0.04,0.03,0.05,0.001,higher,,,\n"
            ),
            "{csv}"
        );
        assert!(csv.contains("'=1+1"), "no formula for a spreadsheet: {csv}");
    }
}
