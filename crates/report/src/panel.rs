//! Results with other bots: one row for each question and combination of bots.

mod chart;

pub(crate) use chart::chart;

use minijinja::context;
use minijinja::value::Value as Fact;

use crate::comparison::{NOT_TOLD_APART, Value, quoted_value, signed_number};
use crate::number::{ends, leaves_out};
use crate::once::{grouped, unique};
use crate::schema;
use crate::table::{Row as _, Table};
use crate::text::framed;
use crate::words::capital;
use crate::{Answer, safe_text};

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
        pub answer: String => Text,
        /// How often the first side wins, where a run was played.
        pub wins: Option<Value> => Record(Value::SCHEMA.columns),
    }
}

impl Panel {
    /// Returns what to call the players if no other bots are set.
    fn whose(&self) -> &'static str {
        if self.has_players { "the players that are named" } else { "the battle's own bots" }
    }

    fn bot(&self, side: usize, bot: &Option<String>) -> String {
        let own = framed("", &self.own[side], " ");
        safe_text(&bot.clone().unwrap_or_else(|| format!("{own}(its own)")))
    }
}

/// Returns the panel as text: a sentence for each question and a matrix of all combinations.
pub fn text(panel: &Panel) -> String {
    let asked = unique(panel.rows.iter().map(|row| row.question.as_str()));
    let shown = if asked.len() > MOST_SHOWN { 1 } else { asked.len() };
    let facts = context! {
        games => panel.games,
        played => panel.played,
        asked => panel.asked,
        questions => asked[..shown].iter().map(|asked| question(panel, asked)).collect::<Fact>(),
        more => asked.len() - shown,
        open => TESTED_TOGETHER,
    };
    Answer::of("panel/text.txt", facts).text(false)
}

/// With more questions than this only the first is shown; the file has all.
const MOST_SHOWN: usize = 6;

fn bots<'p>(panel: &'p Panel, question: &str) -> [Vec<&'p Option<String>>; 2] {
    [0, 1].map(|side: usize| {
        let asked = panel.rows.iter().filter(|row| row.question == question);
        unique(asked.map(|row| &row.bots[side]))
    })
}

/// Returns the answers to a question as a matrix: bots of the first side at the left, those of the second above.
fn question(panel: &Panel, question: &str) -> Fact {
    let asked = || panel.rows.iter().filter(|row| row.question == question);
    let [left, above] = &bots(panel, question);
    let [a, b] = panel.sides.each_ref().map(|side| safe_text(side));
    let heads = above.iter().map(|name| panel.bot(1, name));
    let cell = |one: &Option<String>, other: &Option<String>| {
        let row = asked().find(|row| row.bots[0] == *one && row.bots[1] == *other)?;
        Some(match row.answer.as_str() {
            "" => quoted_value(row.value, row.interval, row.is_share),
            NOT_TOLD_APART => signed_number(row.value, row.interval, row.is_share),
            _ => signed_number(row.value, row.interval, row.is_share) + "*",
        })
    };
    let row = |one: &Option<String>| {
        let cells = above.iter().map(|other| cell(one, other).unwrap_or_default());
        std::iter::once(panel.bot(0, one)).chain(cells).collect::<Fact>()
    };
    context! {
        verdict => verdict(panel, question),
        head => std::iter::once(format!("{a} \\ {b}")).chain(heads).collect::<Fact>(),
        rows => left.iter().copied().map(row).collect::<Fact>(),
        tested => asked().any(|row| !row.answer.is_empty()),
        is_share => asked().any(|row| row.is_share),
        is_open => asked().any(PanelRow::is_open),
    }
}

impl PanelRow {
    /// Whether what was asked has an answer that chance does not explain.
    pub fn is_told(&self) -> bool {
        self.answer != NOT_TOLD_APART
    }

    /// Whether the test over all rows leaves open what the interval by itself would have settled.
    fn is_open(&self) -> bool {
        !self.is_told() && leaves_out(self.interval, 0.0)
    }

    fn is_own(&self) -> bool {
        self.bots.iter().all(Option::is_none)
    }
}

/// Caveat if there is such a row.
const TESTED_TOGETHER: &str = ", so one may be unclear though its own ± leaves out 0";

/// Returns the battle's own answer to a question, and a count of the answers of other combinations; for values, their range.
fn verdict(panel: &Panel, question: &str) -> Fact {
    let asked: Vec<&PanelRow> = panel.rows.iter().filter(|row| row.question == question).collect();
    let (own, others): (Vec<&PanelRow>, Vec<_>) =
        asked.iter().copied().partition(|row| row.is_own());
    let spoken = asked.iter().map(|row| row.spoken.as_str()).find(|spoken| !spoken.is_empty());
    let (values, words): (Vec<&PanelRow>, Vec<_>) =
        others.iter().copied().partition(|row| row.answer.is_empty());
    // The extremes of many values were lucky, so their intervals, which hold for a value chosen in advance, are left out.
    let alone =
        |row: &PanelRow| Value { value: row.value, interval: row.interval }.alone(row.is_share);
    let values = ends(values.iter().copied(), |row| row.value);
    let values = values.map(|[least, most]| format!("{} to {}", alone(least), alone(most)));
    let words = grouped(words.iter().map(|row| (safe_text(&row.answer), ())));
    let counts = words.iter().map(|(word, rows)| format!("{} {word}", rows.len()));
    let kinds = values.iter().cloned().chain(words.iter().map(|(word, _)| word.clone()));
    let all = panel.played.saturating_sub(1).max(others.len());
    let open = all - others.len();
    let open = (open > 0).then(|| format!("{open} not measured"));
    let own = own.first().map(|row| match row.answer.as_str() {
        "" => quoted_value(row.value, row.interval, row.is_share),
        told => safe_text(told),
    });
    context! {
        question => capital(&safe_text(spoken.unwrap_or(question))),
        own,
        whose => panel.whose(),
        others => all,
        kinds => kinds.collect::<Fact>(),
        found => values.iter().cloned().chain(counts).chain(open).collect::<Fact>(),
    }
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

/// Adds the panel below an answer.
pub fn below(answer: Answer, panel: Option<&Panel>) -> Answer {
    answer.with_table(panel.map_or_else(String::new, text))
}

pub(crate) fn table(panel: &Panel) -> Table {
    Table::new(&PANEL, panel.rows.iter().map(cells))
}
