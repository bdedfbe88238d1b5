//! The solution of a battle: what it is worth when both sides play well, and how they then play.

use minijinja::context;
use minijinja::value::Value as Fact;
use serde::{Deserialize, Serialize};
use skirmish_scenario::{held_out, widened};

use crate::answer::{chart_words, of_study};
use crate::chart::{self, Chart, ValueFormat};
use crate::comparison::Value;
use crate::number::{UNSEEN, percent, points_at_most};
use crate::once::unique;
use crate::study::Played;
use crate::table::Table;
use crate::text::notes;
use crate::{Answer, Findings, OTHER, OutcomeRow, OutputFile, cells, safe_text};

crate::rows! {
    /// What every player found wins against every other: a row for each two.
    pub struct CellRow in "table.csv" {
        /// Player of the first side.
        pub player_a: String => Text,
        /// Player of the second side.
        pub player_b: String => Text,
        /// Games.
        pub games: u64 => Whole,
        /// What the first side wins of them, a draw as one half.
        pub share: f64 => Share,
        /// Its interval.
        pub interval: Option<crate::Interval> => Interval("ci_low", "ci_high"),
    }

    /// A player of a mix.
    pub struct PlayerRow in "players.csv" {
        /// The side.
        pub side: String => Text,
        /// The player.
        pub player: String => Text,
        /// The share of the games in which it is played.
        pub share: f64 => Share,
        /// The known bot that it is most like; empty for a script of its own, which is listed whole.
        pub like: String => Text,
        /// What it does differently: each change as a script has it, with semicolons between them.
        pub but: String => Text,
        /// The same, change by change.
        pub changes: Vec<String> => List [in_json],
    }

    /// How solving went: a row for each round of answers.
    pub struct RoundRow in "solve.csv" {
        /// Number of the round.
        pub round: u32 => Whole,
        /// Players of the first side.
        pub players_a: u64 => Whole,
        /// Players of the second side.
        pub players_b: u64 => Whole,
        /// What the first side wins between the mixes of the round.
        pub value: f64 => Share,
        /// What the best answer of the first side gained, on fresh dice.
        pub gain_a: f64 => Share,
        /// Its interval.
        pub interval_a: Option<crate::Interval> => Interval("gain_a_ci_low", "gain_a_ci_high"),
        /// The same of the second side.
        pub gain_b: f64 => Share,
        /// Its interval.
        pub interval_b: Option<crate::Interval> => Interval("gain_b_ci_low", "gain_b_ci_high"),
        /// Games played so far.
        pub games: u64 => Whole,
    }
}

/// A battle, solved as well as the search could.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Solution {
    /// Title of the battle.
    pub title: String,
    /// Names of the sides.
    pub sides: [String; 2],
    /// Share that the first side wins between the mixes, on fresh dice; a draw counts one half.
    pub value: Option<Value>,
    /// What the best answers of the last searches gained against the mixes, by side; 0 if they found only the script already
    /// played. There may be better answers. `None` if time ran out before; the mixes are then of the bots that the search
    /// begins with.
    pub gaps: Option<[Value; 2]>,
    /// Time that the first round of searches would have taken, in words, if there was no time for it and that is known.
    pub first_round_takes: Option<String>,
    /// What is known from the players that come with the program, if the search began with other ones.
    pub shipped: Option<Shipped>,
    /// Where the players that the search begins with come from, if they were named.
    pub begins_with: Option<String>,
    /// The search is settled once neither side can gain more than this.
    pub delta: f64,
    /// Whether the search is settled.
    pub is_settled: bool,
    /// Whether every script tried ended every game as the others did.
    pub is_moot: bool,
    /// The mixes.
    pub players: Vec<PlayerRow>,
    /// How games end between the mixes.
    pub outcomes: Vec<OutcomeRow>,
    /// Results of all players against all.
    pub table: Vec<CellRow>,
    /// Progress of the search.
    pub rounds: Vec<RoundRow>,
    /// Games played by the search.
    pub searched: u64,
    /// Games of each search for an answer, at least.
    pub attack: u64,
    /// The players as a file.
    pub script: String,
    /// Last answers that gained more than `delta` and are not in the mixes yet.
    pub answers: Vec<AnsweringPlayer>,
    /// The games that the value was measured in.
    #[serde(flatten)]
    pub played: Played,
}

/// The battle's worth between the players that come with the program.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Shipped {
    /// Share that the first side wins; a draw counts one half.
    pub value: f64,
    /// The range within which it lies, as far as was searched.
    pub range: (f64, f64),
    /// Games of the search that found them.
    pub games: u64,
    /// Share of games that nobody wins.
    pub undecided: f64,
}

/// A player that gains against the other side's mix.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnsweringPlayer {
    /// The player.
    pub player: PlayerRow,
    /// Name of the file with this player and the mix it gains against.
    pub file: String,
    /// Content of the file.
    pub script: String,
}

impl Solution {
    /// Returns the findings without their summary.
    pub(crate) fn shown(&self) -> Findings {
        let script =
            |file: &str, text: &str| OutputFile::new(file.to_owned(), text.as_bytes().to_vec());
        let answers = self.answers.iter().map(|answer| script(&answer.file, &answer.script));
        Findings {
            tables: vec![Table::of(&self.players), Table::of(&self.table), Table::of(&self.rounds)],
            charts: self
                .has_choice()
                .then(|| ("table.svg".into(), heat_map(self)))
                .into_iter()
                .collect(),
            others: answers.chain([script("players.toml", &self.script)]).collect(),
            words: self.played.words("solve", &self.title, &text(self)),
            ..Findings::default()
        }
    }

    fn has_choice(&self) -> bool {
        self.table.len() >= LEAST_CELLS
    }

    /// Returns the known range of the value, widened by what a longer attack may still gain.
    pub fn range(&self) -> Option<(f64, f64)> {
        self.value.map(|value| widened(range(value, self.gaps.as_ref()), held_out(self.attack)))
    }
}

/// From this share on, games that nobody wins are told first.
pub const MANY: f64 = 0.5;

/// Returns the share of games that nobody wins.
pub fn undecided(outcomes: &[OutcomeRow]) -> f64 {
    let all = outcomes.iter().filter(|row| row.side.is_empty() && row.reason.is_empty());
    all.map(|row| row.share).sum()
}

/// With fewer pairs of players a table says no more than the sentences.
const LEAST_CELLS: usize = 3;

/// Returns the known range of a value: its interval plus the most that each side might still gain; (0, 1) without searches.
pub fn range(value: Value, gaps: Option<&[Value; 2]>) -> (f64, f64) {
    let Some(gaps) = gaps else { return (0.0, 1.0) };
    let (low, high) = value.interval.unwrap_or((0.0, 1.0));
    let [up, down] = gaps.each_ref().map(most);
    ((low - down).max(0.0), (high + up).min(1.0))
}

/// Returns the most that the last searches might still gain for a side: the upper end of the interval.
pub fn most(gap: &Value) -> f64 {
    gap.interval.map_or(1.0, |(_, high)| high.max(0.0))
}

/// Draws the table of players as a heat map, those of the mixes first, with their shares.
fn heat_map(solution: &Solution) -> Chart {
    let [a, b] = &solution.sides;
    let share = |side: &str, player: &str| {
        let row = solution.players.iter().find(|row| row.side == side && row.player == player);
        row.map_or(0.0, |row| row.share)
    };
    let named = |side: &str, player: &str| match share(side, player) {
        0.0 => player.to_owned(),
        share => format!("{player} ({})", often(share)),
    };
    let mut players = [
        unique(solution.table.iter().map(|row| row.player_a.as_str())),
        unique(solution.table.iter().map(|row| row.player_b.as_str())),
    ];
    let cut = players.iter().any(|list| list.len() > 12);
    for (list, side) in players.iter_mut().zip([a, b]) {
        list.sort_by(|one, other| share(side, other).total_cmp(&share(side, one)));
        list.truncate(12);
    }
    let cell = |player_a: &str, player_b: &str| {
        let mut cells = solution.table.iter();
        let found = cells.find(|row| row.player_a == player_a && row.player_b == player_b);
        found.map(|row| Value { value: row.share, interval: row.interval })
    };
    let half = points_at_most(solution.table.iter().filter_map(|row| row.interval));
    let chart_facts = context! {
        cell_games => solution.table.first().map_or(0, |row| row.games),
        half => format!("{half:.0}"),
        cut,
        ..facts(solution)
    };
    let [title, subtitle, note] = chart_words("table", chart_facts);
    let labels = solution.played.labels("for the value", title, subtitle);
    let names = [(a, &players[0]), (b, &players[1])]
        .map(|(side, of)| of.iter().map(|player| named(side, player)).collect());
    let row = |one: &&str| players[1].iter().map(|other| cell(one, other)).collect();
    let cells: Vec<Vec<_>> = players[0].iter().map(row).collect();
    let chart = Chart { labels, ..Chart::named(a, b) };
    let chart = chart::heat_map(chart, &names, &cells, (Some(0.5), ValueFormat::Percent));
    Chart { note: [chart.note.clone(), note].join(" ").trim().to_owned(), ..chart }
}

/// Returns the answer.
pub fn text(solution: &Solution) -> Answer {
    let told = Answer::of("solve.txt", facts(solution));
    // How games of bots end is no answer where better players are known.
    let told = match solution.shipped.is_some() && !has_searched(solution) {
        true => told,
        false => told.with_table(endings(&[("share", &solution.outcomes)])),
    };
    told.with_explanation(notes(&solution.played.methods("solve")))
}

const fn has_searched(solution: &Solution) -> bool {
    solution.value.is_some() && (solution.gaps.is_some() || solution.is_moot)
}

fn facts(solution: &Solution) -> Fact {
    let whole = solution.range();
    let share = |share: f64| percent(share, whole);
    let gaps = solution.gaps.iter().flatten().zip(&solution.sides).map(|(gap, side)| {
        let answer = solution.answers.iter().find(|answer| answer.player.side == *side);
        context! {
            side => safe_text(side),
            gain => of_study(gap),
            file => answer.map(|answer| safe_text(&answer.file)),
        }
    });
    context! {
        has_searched => has_searched(solution),
        shipped => solution.shipped.as_ref().map(of_study),
        begins_with => solution.begins_with.as_deref().map(safe_text),
        worth => whole.zip(solution.value).map(|(_, value)| share(value.value)),
        low => whole.map(|(low, _)| share(low)),
        high => whole.map(|(_, high)| share(high)),
        undecided => undecided(&solution.outcomes),
        gaps => gaps.collect::<Fact>(),
        held_out => held_out(solution.attack),
        ..of_study(solution)
    }
}

/// Returns how often a player is played; always is `100 %`, without a decimal.
fn often(share: f64) -> String {
    percent(share, (share == 1.0).then_some((0.0, 1.0)))
}

/// Returns a table of how games end, a column for each set of games; outcomes with reasons are split by reason.
pub(crate) fn endings(played: &[(&str, &[OutcomeRow])]) -> String {
    let all = || played.iter().flat_map(|(_, rows)| *rows);
    // A single rare reason has the name that it has where it is common.
    let reason_of = |row: &OutcomeRow| {
        let one = row.reason.strip_prefix(OTHER).filter(|names| !names.contains(", "));
        one.unwrap_or(&row.reason).to_owned()
    };
    let name = |row: &OutcomeRow| match reason_of(row).as_str() {
        "" => row.outcome.clone(),
        reason => format!("{}: {reason}", row.outcome),
    };
    let is_part = |row: &&OutcomeRow| {
        let has_reasons =
            |other: &OutcomeRow| other.outcome == row.outcome && !other.reason.is_empty();
        !row.reason.is_empty() || !all().any(has_reasons)
    };
    let names = unique(all().filter(is_part).map(name));
    let heads = std::iter::once("how games end").chain(played.iter().map(|(head, _)| *head));
    let mut table = Table::of_words(heads);
    for wanted in names {
        let found = played.iter().map(|(_, rows)| rows.iter().find(|row| name(row) == wanted));
        let found: Vec<Option<&OutcomeRow>> = found.collect();
        if found.iter().flatten().any(|row| row.share >= UNSEEN) {
            // What one column has not may be among its others.
            let shares = found.iter().map(|row| match row {
                Some(row) => percent(row.share, None).into(),
                None => "–".into(),
            });
            table.push(cells![&wanted].into_iter().chain(shares).collect());
        }
    }
    table.text()
}
