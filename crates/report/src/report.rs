//! What a run found, as plain values: the one thing that every writer of this crate reads.
//!
//! Shares and rates are fractions of one, never percent. An interval that is not defined is `None`, and so is a chance
//! that nobody worked out; no field holds NaN as a message.

use serde::Serialize;

use crate::MeasuredRow;
use crate::number::{as_exact, as_interval, as_maybe_exact, as_share};
use crate::panel::Panel;

/// Lower and upper end of a confidence interval, on the scale of the value it belongs to.
pub type Interval = (f64, f64);

/// Everything a run has to say.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Where the numbers come from, enough to make them again.
    pub provenance: Provenance,
    /// What the scenario is meant to show, in its author's words; may be empty.
    pub shows: String,
    /// How the initiative goes from one side to the other.
    #[serde(skip_serializing_if = "Initiative::is_seized")]
    pub initiative: Initiative,
    /// Names of the two sides, in the scenario's order. Rows name a side by exactly this text.
    pub sides: [String; 2],
    /// Confidence of every interval in the report, 0.95 by default.
    #[serde(serialize_with = "as_share")]
    pub confidence: f64,
    /// What each side is worth at the start, under rules that have points.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub worth: Vec<WorthRow>,
    /// How the games ended.
    pub outcomes: Vec<OutcomeRow>,
    /// How long the initiative was held, a row for each length.
    pub streaks: Vec<StreakRow>,
    /// The same in one number for each side.
    pub streak_means: Vec<StreakMean>,
    /// How often the initiative was seized, a row for each number needed on the die.
    pub seizes: Vec<SeizeRow>,
    /// The same in one number for each side.
    pub seize_totals: Vec<SeizeTotal>,
    /// How well units were under control, in systems in which that is a question.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub control: Vec<ControlRow>,
    /// Shots and hits in one number for each side and way of firing, where skill dice settle them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fire_totals: Vec<FireTotal>,
    /// The same for each set of dice, condition of the target and mark of the stick.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hit_curves: Vec<HitRow>,
    /// What distances are in, such as `paces`; empty where no row has one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub length_unit: String,
    /// What hits did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wounds: Vec<WoundRow>,
    /// Rolls to reload.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reloads: Vec<ReloadRow>,
    /// What came of bouts in melee, a row for each result.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub melee: Vec<MeleeRow>,
    /// What happened how often.
    pub events: Vec<EventRow>,
    /// Measures that were asked for by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<MeasuredRow>,
    /// The parameters of the rulebook and scenario, with the origin of each.
    pub parameters: Vec<ParameterRow>,
    /// Whether the answer holds for other bots, when asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panel: Option<Panel>,
    /// One row a game, when asked for. They are written to `games.csv` only; in JSON they would drown the summary.
    #[serde(skip)]
    pub games: Vec<GameRow>,
    /// How the numbers were worked out: methods and their sources, one sentence or more each.
    pub notes: Vec<String>,
    /// What had to be assumed beyond single parameters, one sentence each.
    pub assumptions: Vec<String>,
}

impl Default for Report {
    fn default() -> Self {
        Self {
            provenance: Provenance::default(),
            shows: String::new(),
            initiative: Initiative::default(),
            sides: [String::from("Side A"), String::from("Side B")],
            confidence: 0.95,
            worth: Vec::new(),
            outcomes: Vec::new(),
            streaks: Vec::new(),
            streak_means: Vec::new(),
            seizes: Vec::new(),
            seize_totals: Vec::new(),
            control: Vec::new(),
            fire_totals: Vec::new(),
            hit_curves: Vec::new(),
            length_unit: String::new(),
            wounds: Vec::new(),
            reloads: Vec::new(),
            melee: Vec::new(),
            events: Vec::new(),
            measures: Vec::new(),
            parameters: Vec::new(),
            panel: None,
            games: Vec::new(),
            notes: Vec::new(),
            assumptions: Vec::new(),
        }
    }
}

/// Where the numbers come from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Provenance {
    /// Version of the program.
    pub program_version: String,
    /// Version of the engine; results are promised to stay equal only within it.
    pub engine_version: String,
    /// Title of the scenario.
    pub scenario_title: String,
    /// SHA-256 of the scenario file in hexadecimal, as `sha256sum` prints it.
    pub scenario_sha256: String,
    /// Name of the rulebook.
    pub rulebook: String,
    /// The initiative system that was played, whatever the rulebook says of itself.
    pub system: String,
    /// It is not the rulebook's own: the scenario or the command line asked for it.
    #[serde(skip)]
    pub is_other_system: bool,
    /// The way of fighting that was played, whatever the rulebook says of itself.
    pub fighting: String,
    /// It is not the rulebook's own.
    #[serde(skip)]
    pub is_other_fighting: bool,
    /// SHA-256 of the rulebook file in hexadecimal.
    pub rulebook_sha256: String,
    /// Base seed of the run.
    pub seed: u64,
    /// Number of games played.
    pub games: u64,
    /// What counts as one independent observation.
    pub unit: Unit,
    /// The command line that makes the report again.
    pub command: String,
}

impl Provenance {
    /// What was played by: the rulebook, and the initiative system and the way of fighting where these are not the
    /// rulebook's own.
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

/// The unit of replication: what counts as one independent observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// One game.
    #[default]
    Game,
    /// Two games on the same dice, the sides' roles swapped.
    Pair,
}

/// How the initiative goes from one side to the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Initiative {
    /// It is seized by a roll.
    #[default]
    Seized,
    /// The sides take turns.
    Turns,
}

impl Initiative {
    /// Whether it is seized. (The signature is what the serializer asks for.)
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(crate) const fn is_seized(&self) -> bool {
        matches!(self, Self::Seized)
    }
}

/// What a side is worth in points.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct WorthRow {
    /// Name of the side.
    pub side: String,
    /// Number of its figures.
    pub figures: u64,
    /// Points of all of them.
    pub points: i64,
    /// Number of the rule that says so; may be empty.
    pub rule: String,
}

/// One way in which games end.
///
/// A row with an empty reason is the whole outcome; rows of the same outcome with a reason are its parts. An outcome
/// with one row needs no separate whole.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct OutcomeRow {
    /// `Raiders win`, `draw`, `cap on actions`.
    pub outcome: String,
    /// Name of the winning side; empty when nobody won.
    pub side: String,
    /// What decided it: `holds shrine`, `time`; empty for all reasons together.
    pub reason: String,
    /// Number of games that ended so.
    pub games: u64,
    /// Share of all games.
    #[serde(serialize_with = "as_share")]
    pub share: f64,
    /// Interval of the share.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// The share with the luck of the dice taken out; `None` of parts, and where there are too few games to tell.
    pub less_luck: Option<LessLuck>,
}

/// A share of games with the luck of the dice taken out, by control variates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LessLuck {
    /// Share of all games.
    #[serde(serialize_with = "as_share")]
    pub share: f64,
    /// Its interval.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// How many times as many games would have told it as well with the luck left in.
    #[serde(serialize_with = "as_share")]
    pub gain: f64,
}

/// How many streaks had one certain length. A streak is the actions a side takes before it loses the initiative.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct StreakRow {
    /// Initiative system.
    pub system: String,
    /// Side that held the initiative.
    pub side: String,
    /// Length in actions.
    pub length: u32,
    /// Number of streaks of this length.
    pub count: u64,
    /// Share of the side's streaks.
    #[serde(serialize_with = "as_share")]
    pub share: f64,
    /// Interval of the share.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// Exact share, where the law of the streak is known.
    #[serde(serialize_with = "as_maybe_exact")]
    pub exact: Option<f64>,
    /// Share that the exact chances of the attempts actually faced predict.
    #[serde(serialize_with = "as_maybe_exact")]
    pub expected: Option<f64>,
}

/// Streaks of one side in one number.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct StreakMean {
    /// Initiative system.
    pub system: String,
    /// Side that held the initiative.
    pub side: String,
    /// Number of streaks.
    pub streaks: u64,
    /// Mean length in actions.
    #[serde(serialize_with = "as_share")]
    pub mean: f64,
    /// Interval of the mean.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// Longest streak seen, in actions.
    pub longest: u32,
}

/// Attempts to seize the initiative that needed one certain number on the die.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct SeizeRow {
    /// Initiative system.
    pub system: String,
    /// Side that attempted.
    pub side: String,
    /// Lowest number on the die that succeeds; above the die when none does, below 1 when all do.
    pub needed: i32,
    /// Number of attempts.
    pub attempts: u64,
    /// Number of successes.
    pub successes: u64,
    /// Successes for each attempt; `None` without attempts.
    #[serde(serialize_with = "as_maybe_exact")]
    pub rate: Option<f64>,
    /// Interval of the rate.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// Exact chance of one attempt.
    #[serde(serialize_with = "as_maybe_exact")]
    pub exact: Option<f64>,
}

/// All attempts of one side to seize the initiative.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct SeizeTotal {
    /// Initiative system.
    pub system: String,
    /// Side that attempted.
    pub side: String,
    /// Number of attempts.
    pub attempts: u64,
    /// Number of successes.
    pub successes: u64,
    /// Successes for each attempt; `None` without attempts.
    #[serde(serialize_with = "as_maybe_exact")]
    pub rate: Option<f64>,
    /// Interval of the rate.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// Successful seizes a game.
    #[serde(serialize_with = "as_exact")]
    pub per_game: f64,
}

/// One measure of control over units: turns that they missed, or what tests said.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct ControlRow {
    /// Initiative system.
    pub system: String,
    /// Side whose units it is about.
    pub side: String,
    /// What is measured: [`ControlRow::MISSED`], `activation test: routed`.
    pub measure: String,
    /// Faces of the die that was rolled; `None` for what is no roll, and for several dice together.
    pub die: Option<u8>,
    /// Turns of units, tests or games.
    pub cases: u64,
    /// How many of them were so.
    pub count: u64,
    /// Share of cases; `None` without cases.
    #[serde(serialize_with = "as_maybe_exact")]
    pub rate: Option<f64>,
    /// Interval of the rate.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// Exact chance of one test; over several dice, that of a test by one of those that were taken.
    #[serde(serialize_with = "as_maybe_exact")]
    pub exact: Option<f64>,
}

impl ControlRow {
    /// The measure of time out of control: turns of units in which they could do nothing.
    pub const MISSED: &str = "turn missed";
    /// The part of it out of control.
    pub const OUT_OF_CONTROL: &str = "turn missed: out of control";
    /// The part of it in rout.
    pub const IN_ROUT: &str = "turn missed: in rout";
    /// Games in which a unit was routed.
    pub const GAMES_WITH_ROUT: &str = "game with a rout";
}

/// All shots that one side fired in one way.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct FireTotal {
    /// Initiative system.
    pub system: String,
    /// Side that fired.
    pub side: String,
    /// `aimed`, `haste` or `volley`.
    pub fire: String,
    /// Number of hits.
    pub hits: u64,
    /// Number of shots.
    pub shots: u64,
    /// Hits for each shot; `None` without shots.
    #[serde(serialize_with = "as_maybe_exact")]
    pub rate: Option<f64>,
    /// Interval of the rate.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// Shots a game.
    #[serde(serialize_with = "as_share")]
    pub per_game: f64,
}

/// Shots that have everything in common that their chance depends on.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct HitRow {
    /// Initiative system.
    pub system: String,
    /// Side that fired.
    pub side: String,
    /// Weapon.
    pub weapon: String,
    /// `aimed`, `haste` or `volley`.
    pub fire: String,
    /// Dice of the shot, such as `d8+d10`.
    pub dice: String,
    /// Whether only a wounded figure of the side fires with these dice.
    #[serde(skip)]
    pub wounded: bool,
    /// Condition of the target: `unmoving`, `moving`, `screened` or `protected`.
    pub target: String,
    /// The mark of the stick: shots from beyond the mark before it up to this distance.
    #[serde(serialize_with = "as_share")]
    pub distance: f64,
    /// Least total that hits.
    pub threshold: i32,
    /// Exact chance of one shot: so many of the equally likely rolls hit,
    pub exact_numerator: u64,
    /// of so many.
    pub exact_denominator: u64,
    /// The same as a number.
    #[serde(serialize_with = "as_maybe_exact")]
    pub exact: Option<f64>,
    /// Number of hits.
    pub hits: u64,
    /// Number of shots.
    pub shots: u64,
    /// Hits for each shot; `None` without shots.
    #[serde(serialize_with = "as_maybe_exact")]
    pub rate: Option<f64>,
    /// Interval of the rate.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
}

/// What hits on one side did.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct WoundRow {
    /// Initiative system.
    pub system: String,
    /// Side that was hit.
    pub side: String,
    /// `shot` or `melee`.
    pub cause: String,
    /// Who was hit: `unhurt` or `wounded`.
    pub state: String,
    /// Number of hits.
    pub hits: u64,
    /// Those that killed; the others wounded.
    pub killed: u64,
    /// Deaths for each hit.
    #[serde(serialize_with = "as_maybe_exact")]
    pub rate: Option<f64>,
    /// Interval of the rate.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// Exact chance that one hit kills.
    #[serde(serialize_with = "as_maybe_exact")]
    pub exact: Option<f64>,
}

/// Rolls to reload with one die.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct ReloadRow {
    /// Initiative system.
    pub system: String,
    /// Side that reloads.
    pub side: String,
    /// Who rolls: `figure`, `rank` or `platoon`.
    pub who: String,
    /// Faces of the die.
    pub die: u8,
    /// Whether only a wounded figure of the side rolls this die.
    #[serde(skip)]
    pub wounded: bool,
    /// Least roll that loads.
    pub needed: i32,
    /// The first, second, … roll since the weapon was fired; `None` for all of them.
    pub roll: Option<u32>,
    /// Number of rolls.
    pub rolls: u64,
    /// Those that loaded.
    pub loaded: u64,
    /// Successes for each roll.
    #[serde(serialize_with = "as_maybe_exact")]
    pub rate: Option<f64>,
    /// Interval of the rate.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// Exact chance of one roll.
    #[serde(serialize_with = "as_maybe_exact")]
    pub exact: Option<f64>,
}

/// How often bouts of one kind had one result.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct MeleeRow {
    /// Initiative system.
    pub system: String,
    /// Side of the first figure.
    pub first: String,
    /// Side of the second.
    pub second: String,
    /// Faces of the first figure's die; `None` if he does not roll, against somebody who comes second.
    pub first_die: Option<u8>,
    /// The same of the second figure.
    pub second_die: Option<u8>,
    /// Whether the first has an advantage; his die has it already.
    pub first_advantage: bool,
    /// The same of the second.
    pub second_advantage: bool,
    /// `first hits`, `second hits`, `both hit`, `parry` or `nothing`.
    pub result: String,
    /// How often that came of it.
    pub count: u64,
    /// Number of bouts.
    pub bouts: u64,
    /// Share of bouts.
    #[serde(serialize_with = "as_maybe_exact")]
    pub rate: Option<f64>,
    /// Interval of the rate.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// Exact chance in one bout.
    #[serde(serialize_with = "as_maybe_exact")]
    pub exact: Option<f64>,
}

/// How often one kind of event happened.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct EventRow {
    /// Kind of event.
    pub event: String,
    /// Number of the rule behind it, such as `LL-10`; may be empty.
    pub rule: String,
    /// Side that caused it; may be empty.
    pub side: String,
    /// How often it happened in all games.
    pub count: u64,
    /// How often it happened a game.
    #[serde(serialize_with = "as_share")]
    pub per_game: f64,
    /// Interval of the number a game.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
}

/// One parameter of the rulebook or the scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ParameterRow {
    /// Path, such as `seize.base.average`.
    pub path: String,
    /// Value as the files write it.
    pub value: String,
    /// Where the value comes from.
    pub origin: Origin,
    /// Number of the rule that uses it; may be empty.
    pub rule: String,
    /// Whether this battle can use it; `None` when nobody worked that out.
    pub in_use: Option<bool>,
}

/// Where the value of a parameter comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// Printed in the source of the rules.
    Published,
    /// Follows from published numbers by arithmetic.
    Derived,
    /// Published by the same author elsewhere.
    Companion,
    /// The source is silent; a default of ours.
    Assumed,
    /// Set by a designer's own rulebook.
    Rulebook,
    /// Set by the scenario.
    Scenario,
    /// Set on the command line.
    #[serde(rename = "command line")]
    CommandLine,
}

impl Origin {
    /// The word that reports use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Derived => "derived",
            Self::Companion => "companion",
            Self::Assumed => "assumed",
            Self::Rulebook => "rulebook",
            Self::Scenario => "scenario",
            Self::CommandLine => "command line",
        }
    }
}

/// One game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameRow {
    /// Number of the game, as `replay --game` takes it.
    pub game: u64,
    /// Name of the winning side; empty when nobody won.
    pub winner: String,
    /// What decided it.
    pub reason: String,
    /// Actions played.
    pub actions: u64,
    /// Longest streak of the game, in actions.
    pub streak_max: u32,
    /// Figures lost by the first side.
    pub casualties_a: u32,
    /// Figures lost by the second side.
    pub casualties_b: u32,
    /// Dice rolled.
    pub dice: u64,
}

impl Unit {
    /// The plural that reports use.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Game => "games",
            Self::Pair => "pairs",
        }
    }
}

impl Report {
    /// Position of a side's name, or `None` for an empty or unknown name.
    #[must_use]
    pub fn side_index(&self, name: &str) -> Option<usize> {
        self.sides.iter().position(|side| side == name)
    }

    /// Assumed parameters that the result rests on: of origin `assumed`, and not known to be out of use.
    pub fn assumed(&self) -> impl Iterator<Item = &ParameterRow> {
        self.parameters
            .iter()
            .filter(|row| row.origin == Origin::Assumed && row.in_use != Some(false))
    }
}
