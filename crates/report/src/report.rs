//! What a run found, as plain values that all writers of this crate read.
//!
//! Shares and rates are fractions of one, never percent. Undefined intervals and unknown chances are `None`, never NaN.

pub(crate) mod answer;

use serde::{Deserialize, Serialize};

use crate::board;
use crate::chart::{self, Board, Chart};
use crate::comparison::Value;
use crate::findings::{Findings, Words};
use crate::heat::Heat;
use crate::number::as_share;
use crate::panel::{self, Panel};
use crate::rows::{
    ControlRow, EventRow, FireTotal, HitRow, LossRow, LostAfterRow, MeleeRow, OutcomeRow,
    ParameterRow, ReloadRow, RoundRow, SeizeRow, SeizeTotal, StepRow, StepTotal, StreakMean,
    StreakRow, SurvivorRow, WatchRow, WorthRow, WoundRow,
};
use crate::study::Played;
use crate::table::Table;
use crate::{MeasuredRow, text};

/// Lower and upper end of a confidence interval, in the unit of its value.
pub type Interval = (f64, f64);

/// All results of a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Report {
    /// Where the numbers come from, with all it takes to reproduce them.
    pub provenance: Provenance,
    /// What the scenario is meant to show, in its author's words; may be empty.
    pub shows: String,
    /// How initiative passes between the sides.
    pub initiative: Initiative,
    /// Names of the two sides, in the scenario's order. Rows refer to a side by exactly this text.
    pub sides: [String; 2],
    /// Confidence of every interval in the report.
    #[serde(serialize_with = "as_share")]
    pub confidence: f64,
    /// Points of each side at the start, if the rules have points.
    pub worth: Vec<WorthRow>,
    /// How the games ended.
    pub outcomes: Vec<OutcomeRow>,
    /// Advantage of going first, if drawn by lot: a side's win rate when it begins less that when the other does.
    pub going_first: Option<Value>,
    /// Lengths of streaks, a row for each length.
    pub streaks: Vec<StreakRow>,
    /// Mean length of streaks of each side.
    pub streak_means: Vec<StreakMean>,
    /// Attempts to seize, a row for each number needed on the die.
    pub seizes: Vec<SeizeRow>,
    /// How often the initiative was lost after each kind of action.
    pub lost_after: Vec<LostAfterRow>,
    /// Each side's chances to act, round by round.
    pub rounds: Vec<RoundRow>,
    /// Attempts to seize, totals for each side.
    pub seize_totals: Vec<SeizeTotal>,
    /// Control of units, in systems that have it.
    pub control: Vec<ControlRow>,
    /// Shots and hits, totals for each side and way of firing, if skill dice settle them.
    pub fire_totals: Vec<FireTotal>,
    /// Shots and hits for each set of dice, condition of the target and mark of the stick.
    pub hit_curves: Vec<HitRow>,
    /// Unit of distances, such as `paces`; empty if no row has a distance.
    pub length_unit: String,
    /// Effects of hits.
    pub wounds: Vec<WoundRow>,
    /// Rolls to reload.
    pub reloads: Vec<ReloadRow>,
    /// Bouts of melee, a row for each result.
    pub melee: Vec<MeleeRow>,
    /// Rolls of steps, totals for each side, step and result, if the rulebook defines fighting in steps.
    pub step_totals: Vec<StepTotal>,
    /// Rolls of steps, for each number needed.
    pub steps: Vec<StepRow>,
    /// Counts of events.
    pub events: Vec<EventRow>,
    /// The table as it is set up.
    pub table: Option<Board>,
    /// Games worth a look.
    pub watch: Vec<WatchRow>,
    /// Numbers of the games of which there are pages.
    pub kept: Vec<u64>,
    /// Figures left, a row for each side and round.
    pub survivors: Vec<SurvivorRow>,
    /// Figures lost in a game, a row for each side and number.
    pub losses: Vec<LossRow>,
    /// Where on the table things happen, if asked for.
    pub heat: Option<Heat>,
    /// Measures asked for by name.
    pub measures: Vec<MeasuredRow>,
    /// Parameters of the rulebook and scenario, each with its origin.
    pub parameters: Vec<ParameterRow>,
    /// Results with other bots, if asked for.
    pub panel: Option<Panel>,
    /// Reasons to doubt the answer, one sentence each.
    pub doubts: Vec<String>,
    /// Methods and their sources, at least one sentence each.
    pub notes: Vec<String>,
    /// Assumptions beyond single parameters, one sentence each.
    pub assumptions: Vec<String>,
}

impl Report {
    /// Returns the findings without their summary. Tables of outcomes, streaks, events and parameters are always there, even if
    /// empty, so that scripts find them; other tables and charts only if they have content.
    pub(crate) fn shown(&self) -> Findings {
        let heat = self.heat.as_ref().map(Heat::table);
        let tables = [
            (true, Table::of(&self.outcomes)),
            (true, Table::of(&self.streaks)),
            (!self.streak_means.is_empty(), Table::of(&self.streak_means)),
            (self.initiative == Initiative::Seized, Table::of(&self.seizes)),
            (!self.seize_totals.is_empty(), Table::of(&self.seize_totals)),
            (!self.lost_after.is_empty(), Table::of(&self.lost_after)),
            (!self.rounds.is_empty(), Table::of(&self.rounds)),
            (!self.control.is_empty(), Table::of(&self.control)),
            (!self.fire_totals.is_empty(), Table::of(&self.fire_totals)),
            (!self.hit_curves.is_empty(), Table::of(&self.hit_curves)),
            (!self.wounds.is_empty(), Table::of(&self.wounds)),
            (!self.reloads.is_empty(), Table::of(&self.reloads)),
            (!self.melee.is_empty(), Table::of(&self.melee)),
            (!self.step_totals.is_empty(), Table::of(&self.step_totals)),
            (!self.steps.is_empty(), Table::of(&self.steps)),
            (!self.survivors.is_empty(), Table::of(&self.survivors)),
            (!self.losses.is_empty(), Table::of(&self.losses)),
            (!self.watch.is_empty(), Table::of(&self.watch)),
            (heat.is_some(), Table::of(&heat.unwrap_or_default())),
            (true, Table::of(&self.events)),
            (!self.measures.is_empty(), Table::of(&self.measures)),
            (true, Table::of(&self.parameters)),
        ];
        let tables = tables.into_iter().filter_map(|(is_there, table)| is_there.then_some(table));
        let charts = [
            ("outcomes.svg", !self.outcomes.is_empty(), chart::outcomes as fn(&Self) -> Chart),
            ("streaks.svg", !self.streaks.is_empty(), chart::streaks),
            ("seize.svg", !self.seizes.is_empty(), chart::seizes),
            ("seize-after.svg", !self.lost_after.is_empty(), chart::lost_after),
            ("rounds.svg", !self.rounds.is_empty(), chart::rounds),
            ("control.svg", !self.control.is_empty(), chart::control),
            ("hits.svg", !self.hit_curves.is_empty(), chart::hits),
            ("melee.svg", !self.melee.is_empty(), chart::melee),
            ("steps.svg", !self.step_totals.is_empty(), chart::steps),
            ("survivors.svg", !self.survivors.is_empty(), chart::survivors),
            ("losses.svg", !self.losses.is_empty(), chart::losses),
        ];
        let charts = charts.into_iter().filter(|(_, has_data, _)| *has_data);
        let set_up = self.table.as_ref().map(|table| {
            let sides = self.sides.each_ref().map(String::as_str);
            (
                "set-up.svg".into(),
                board::chart(&self.provenance.scenario_title, sides, table.clone(), &[]),
            )
        });
        let heat = [("heat-standing.svg", true), ("heat-fighting.svg", false)];
        let heat = heat
            .into_iter()
            .filter_map(|(name, is_standing)| Some((name.into(), chart::heat(self, is_standing)?)));
        Findings {
            tables: tables.chain(self.panel.as_ref().map(panel::table)).collect(),
            charts: set_up
                .into_iter()
                .chain(charts.map(|(name, _, draw)| (name.into(), draw(self))))
                .chain(heat)
                .chain(
                    self.panel
                        .as_ref()
                        .and_then(|panel| panel::chart(panel, crate::words::provenance(self))),
                )
                .collect(),
            words: self.words(),
            sides: self.sides.clone(),
            watch: self
                .watch
                .iter()
                .map(|row| (row.clone(), self.kept.contains(&row.game)))
                .collect(),
            ..Findings::default()
        }
    }

    fn words(&self) -> Words {
        let from = &self.provenance;
        let assumed = self.assumed().map(|row| format!("{} = {}", row.path, row.value));
        let players = from.players.each_ref().map(String::as_str);
        let [a, b] = &self.sides;
        let players = (players != ["", ""])
            .then(|| ("Players", format!("{} ({a}), {} ({b})", players[0], players[1])));
        let told = from.players_from.clone().map(|told| ("From", told));
        let played = Played {
            games: from.games,
            seed: from.seed,
            version: from.program_version.clone(),
            scenario_sha256: from.scenario_sha256.clone(),
            rulebook_sha256: from.rulebook_sha256.clone(),
            command: from.command.clone(),
            notes: self.notes.clone(),
            ..Played::default()
        };
        let words = played.words("run", &from.scenario_title, &text::summary(self));
        let origins = [("Rules", from.rules())].into_iter().chain(players).chain(told);
        let measures = self.measures.iter();
        Words {
            verdict: crate::words::verdict(self),
            assumptions: self.assumptions.clone(),
            assumed: assumed.collect(),
            definitions: measures.map(|m| (m.measure.clone(), m.about.clone())).collect(),
            origins: origins.chain(words.origins).collect(),
            replay: from.replay.clone(),
            ..words
        }
    }
}

/// Where the numbers of a run come from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Provenance {
    /// Version of the program.
    pub program_version: String,
    /// Version of the engine; results are promised to stay equal only within one.
    pub engine_version: String,
    /// Title of the scenario.
    pub scenario_title: String,
    /// SHA-256 of the scenario file in hexadecimal, as `sha256sum` prints it.
    pub scenario_sha256: String,
    /// Name of the rulebook.
    pub rulebook: String,
    /// The initiative system played, which need not be the rulebook's own.
    pub system: String,
    /// Whether the scenario or the command line replaced the rulebook's own system.
    pub is_other_system: bool,
    /// The way of fighting played, which need not be the rulebook's own.
    pub fighting: String,
    /// Whether it replaced the rulebook's own.
    pub is_other_fighting: bool,
    /// SHA-256 of the rulebook file in hexadecimal.
    pub rulebook_sha256: String,
    /// The player of each side, a bot or a mix of bots; units with bots of their own come first.
    pub players: [String; 2],
    /// The file of players and what the battle is worth between them, if such a file was named.
    pub players_from: Option<String>,
    /// The file that was played.
    pub file: String,
    /// Base seed of the run.
    pub seed: u64,
    /// Number of games played.
    pub games: u64,
    /// What counts as one independent observation.
    pub unit: Unit,
    /// The command line that reproduces the report.
    pub command: String,
    /// The command line that replays a game, but for its number.
    pub replay: String,
    /// Values set on the command line, each `path = value`.
    pub set: Vec<String>,
}

impl Provenance {
    /// Returns the rulebook, with initiative system and way of fighting if they are not its own.
    pub(crate) fn rules(&self) -> String {
        let initiative = format!("the initiative of {}", self.system);
        let fighting = format!("the fighting of {}", self.fighting);
        let others = match (self.is_other_system, self.is_other_fighting) {
            (false, false) => return self.rulebook.clone(),
            (true, false) => initiative,
            (false, true) => fighting,
            (true, true) => format!("{initiative} and {fighting}"),
        };
        format!("{} with {others}", self.rulebook)
    }
}

/// The unit of replication: one independent observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// One game.
    #[default]
    Game,
    /// Two games on the same dice, the sides' roles swapped.
    Pair,
}

/// How initiative passes between the sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Initiative {
    /// It is seized by a roll.
    #[default]
    Seized,
    /// The sides take turns.
    Turns,
}

impl Report {
    /// Returns the index of a side's name, or `None` if it is empty or unknown.
    pub fn side_index(&self, name: &str) -> Option<usize> {
        self.sides.iter().position(|side| side == name)
    }

    /// Returns the assumed parameters that the result may rest on: of origin `assumed` and not known to be unused.
    pub fn assumed(&self) -> impl Iterator<Item = &ParameterRow> {
        self.parameters
            .iter()
            .filter(|row| row.origin == ParameterRow::ASSUMED && row.in_use != Some(false))
    }
}
