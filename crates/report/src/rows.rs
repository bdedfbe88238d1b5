//! The rows of a run: the columns of its tables with their meanings, and the objects of `summary.json`.

use crate::number::defined;
use crate::report::Interval;

/// Prefix of reasons that were merged into one row because each has few games.
pub const OTHER: &str = "other: ";

crate::rows! {
    /// What a side is worth in points at the start.
    pub struct WorthRow {
        /// Name of the side.
        pub side: String => Text,
        /// Number of its figures.
        pub figures: u64 => Whole,
        /// Points of all of them.
        pub points: i64 => Whole,
        /// Number of the rule that says so; may be empty.
        pub rule: String => Text,
    }

    /// How the games ended: a row for each outcome, without a reason, and below it one for each reason. An outcome with one
    /// reason needs no row of its own for it.
    pub struct OutcomeRow in "outcomes.csv" {
        /// `Raiders win`, `draw`, `cap on actions` or `cap on rounds`.
        pub outcome: String => Text,
        /// Name of the winning side; empty when nobody won.
        pub side: String => Text,
        /// What decided it: `holds shrine`, `time`; empty for all reasons together. Reasons of fewer than 10 games each are one
        /// row without an interval, such as `other: both at once`.
        pub reason: String => Text,
        /// Number of games that ended so.
        pub games: u64 => Whole,
        /// Share of all games.
        pub share: f64 => Share,
        /// Interval of the share.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// The share adjusted for lucky rolls; empty for single reasons, and where there are too few games to tell.
        pub less_luck: Option<LessLuck> => Record(<LessLuck as crate::table::Row>::SCHEMA.columns),
        /// The first of them, as `replay --game` takes it; empty if there is none among the first games.
        pub game: Option<u64> => Whole,
    }

    /// A share of games adjusted for lucky rolls, by control variates.
    #[derive(Copy)]
    pub struct LessLuck {
        /// Share of all games adjusted for lucky rolls; empty for single reasons, and where there are too few
        /// games to tell.
        pub share: f64 => Share,
        /// Its interval.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// How many times as many games would have shown it as well unadjusted.
        pub gain: f64 => Number [in_json],
    }

    /// How long a side goes on: a row for each side and length. Where the initiative is seized a streak is the actions that a
    /// side takes before it loses it; elsewhere it is the chances that a side has, used or not, before the other has one
    /// (chances to react are left out).
    pub struct StreakRow in "streaks.csv" {
        /// Initiative system.
        pub system: String => Text,
        /// Side.
        pub side: String => Text,
        /// Length, in actions or in chances.
        pub length: u32 => Whole,
        /// Number of streaks of this length.
        pub count: u64 => Whole,
        /// Share of the side's streaks.
        pub share: f64 => Share,
        /// Interval of the share.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// Exact share, where the law of the streak is known.
        pub exact: Option<f64> => Exact,
        /// Share that the exact chances of the attempts actually faced predict.
        pub expected: Option<f64> => Exact,
    }

    /// How long a side goes on, in one number: a row for each side.
    pub struct StreakMean in "streak-means.csv" {
        /// Initiative system.
        pub system: String => Text,
        /// Side.
        pub side: String => Text,
        /// Number of streaks.
        pub streaks: u64 => Whole,
        /// Mean length, in actions or in chances.
        pub mean: f64 => Number,
        /// Interval of the mean.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// Longest streak seen.
        pub longest: u32 => Whole,
    }

    /// Attempts to seize the initiative: a row for each side and number needed on the die. There only under systems in which
    /// it is seized.
    pub struct SeizeRow in "seize.csv" {
        /// Side that attempted.
        pub side: String => Text,
        /// Lowest number on the die that succeeds; above the die when none does, below 1 when all do.
        pub needed: i32 => Whole,
        /// Number of attempts.
        pub attempts: u64 => Whole,
        /// Number of successes.
        pub successes: u64 => Whole,
        /// Successes for each attempt; empty without attempts.
        pub rate: Option<f64> => Rate,
        /// Interval of the rate.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// Exact chance of one attempt.
        pub exact: Option<f64> => Exact,
    }

    /// How often a side loses the initiative after each kind of action: a row for each side and kind that it took. There only
    /// under systems in which the initiative is seized.
    pub struct LostAfterRow in "seize-after.csv" {
        /// Side that acted.
        pub side: String => Text,
        /// What it did.
        pub after: String => Text,
        /// Number of such actions.
        pub actions: u64 => Whole,
        /// Rolls for the initiative that followed them, before the next action.
        pub rolls: u64 => Whole,
        /// Number of the actions after which such a roll took the initiative from the side.
        pub lost: u64 => Whole,
        /// That for each action.
        pub rate: f64 => Rate,
        /// Interval of the rate.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// What the exact chances of the rolls actually made predict for the rate.
        pub expected: Option<f64> => Exact,
    }

    /// Who has the chances, round by round: a row for each side and round in which anybody had one. A round is the stretch in
    /// which every unit could act once.
    pub struct RoundRow in "rounds.csv" {
        /// Side.
        pub side: String => Text,
        /// Round of the game, from 1 on; the last row holds all later ones, too.
        pub round: u32 => Whole,
        /// Chances of the side in this round, over all games: each time that a unit was let choose, or the side where it acts
        /// as a whole; to be asked for a reaction is one as well.
        pub chances: u64 => Whole,
        /// Number of those in which it did something.
        pub used: u64 => Whole,
        /// Chances of the side, of those of both sides.
        pub share: f64 => Share,
        /// Interval of the share.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
    }

    /// All attempts of one side to seize the initiative, whatever was needed: a row for each side. There only under systems in
    /// which it is seized.
    pub struct SeizeTotal in "seize-totals.csv" {
        /// Side that attempted.
        pub side: String => Text,
        /// Number of attempts.
        pub attempts: u64 => Whole,
        /// Number of successes.
        pub successes: u64 => Whole,
        /// Successes for each attempt; empty without attempts.
        pub rate: Option<f64> => Rate,
        /// Interval of the rate.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// Successful seizes a game.
        pub per_game: f64 => Number,
    }

    /// Control over units: turns that they missed, and what tests said, a row for each side, measure and die. There only
    /// under systems in which control is a question.
    pub struct ControlRow in "control.csv" {
        /// Side whose units it is about.
        pub side: String => Text,
        /// What is measured: `turn missed`, `activation test: routed`.
        pub measure: String => Text,
        /// Faces of the die that was rolled; empty for what is no roll, and for several dice together.
        pub die: Option<u8> => Whole,
        /// Turns of units, tests or games.
        pub cases: u64 => Whole,
        /// How many of them were so.
        pub count: u64 => Whole,
        /// Share of cases; empty without cases.
        pub rate: Option<f64> => Rate,
        /// Interval of the rate.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// Exact chance of one test; over several dice, that of a test by one of those that were taken.
        pub exact: Option<f64> => Exact,
    }

    /// All shots that one side fired in one way: a row for each side and way. There only where skill dice settle shots.
    pub struct FireTotal in "fire-totals.csv" {
        /// Side that fired.
        pub side: String => Text,
        /// `aimed`, `haste` or `volley`.
        pub fire: String => Text,
        /// Number of hits.
        pub hits: u64 => Whole,
        /// Number of shots.
        pub shots: u64 => Whole,
        /// Hits for each shot; empty without shots.
        pub rate: Option<f64> => Rate,
        /// Interval of the rate.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// Shots a game.
        pub per_game: f64 => Number,
    }

    /// Shots that have everything in common that their chance depends on: a row for each side, weapon, set of dice,
    /// condition of the target and mark of the stick. There only where skill dice settle shots.
    pub struct HitRow in "hit-curves.csv" {
        /// Side that fired.
        pub side: String => Text,
        /// Weapon.
        pub weapon: String => Text,
        /// `aimed`, `haste` or `volley`.
        pub fire: String => Text,
        /// Dice of the shot, such as `d8+d10`.
        pub dice: String => Text,
        /// Whether only a wounded figure of the side fires with these dice.
        pub wounded: bool => YesNo [in_json],
        /// Condition of the target: `unmoving`, `moving`, `screened` or `protected`.
        pub target: String => Text,
        /// The mark of the stick, in the battle's unit: shots from beyond the mark before it up to this distance.
        pub distance: f64 => Number,
        /// Least total that hits.
        pub threshold: i32 => Whole,
        /// How many of the equally likely rolls of one shot hit.
        pub exact_numerator: i128 => Whole,
        /// How many equally likely rolls there are.
        pub exact_denominator: i128 => Whole,
        /// Exact chance of one shot, as a decimal.
        pub exact: Option<f64> => Exact,
        /// Number of hits.
        pub hits: u64 => Whole,
        /// Number of shots.
        pub shots: u64 => Whole,
        /// Hits for each shot; empty without shots.
        pub rate: Option<f64> => Rate,
        /// Interval of the rate.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
    }

    /// What hits did: a row for each side that was hit, cause, and state of the figure hit. There only where skill dice
    /// settle fire and melee.
    pub struct WoundRow in "wounds.csv" {
        /// Side that was hit.
        pub side: String => Text,
        /// `shot` or `melee`.
        pub cause: String => Text,
        /// The figure hit: `unhurt` or `wounded`.
        pub state: String => Text,
        /// Number of hits.
        pub hits: u64 => Whole,
        /// Those that killed; the others wounded.
        pub killed: u64 => Whole,
        /// Deaths for each hit.
        pub rate: Option<f64> => Rate,
        /// Interval of the rate.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// Exact chance that one hit kills.
        pub exact: Option<f64> => Exact,
    }

    /// Rolls to reload: a row for each side, roller and die, over all rolls and for the first, second, … of them. There only
    /// where skill dice settle it.
    pub struct ReloadRow in "reloads.csv" {
        /// Side that reloads.
        pub side: String => Text,
        /// What rolls: `figure`, `rank` or `platoon`.
        pub who: String => Text,
        /// Faces of the die.
        pub die: u8 => Whole,
        /// Least roll that loads.
        pub needed: i32 => Whole,
        /// The first, second, … roll since the weapon was fired; empty for all of them.
        pub roll: Option<u32> => Whole,
        /// Number of rolls.
        pub rolls: u64 => Whole,
        /// Those that loaded.
        pub loaded: u64 => Whole,
        /// Successes for each roll.
        pub rate: Option<f64> => Rate,
        /// Interval of the rate.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// Exact chance of one roll.
        pub exact: Option<f64> => Exact,
    }

    /// What came of bouts of melee: a row for each pair of dice and result. There only where skill dice settle it.
    pub struct MeleeRow in "melee.csv" {
        /// Side of the first figure.
        pub first: String => Text,
        /// Side of the second.
        pub second: String => Text,
        /// Faces of the die that the first rolls; empty if it does not roll, against one that comes second.
        pub first_die: Option<u8> => Whole,
        /// The same of the second figure.
        pub second_die: Option<u8> => Whole,
        /// Whether the first has an advantage; its die has it already.
        pub first_advantage: bool => YesNo,
        /// The same of the second.
        pub second_advantage: bool => YesNo,
        /// `first hits`, `second hits`, `both hit`, `parry` or `nothing`.
        pub result: String => Text,
        /// How often that came of it.
        pub count: u64 => Whole,
        /// Number of bouts.
        pub bouts: u64 => Whole,
        /// Share of bouts.
        pub rate: Option<f64> => Rate,
        /// Interval of the rate.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// Exact chance in one bout.
        pub exact: Option<f64> => Exact,
    }

    /// Rolls of a step that have everything in common that their chance depends on: a row for each side, step, number that it
    /// was up against, and result. There only where a rulebook says fighting in steps.
    pub struct StepRow in "steps.csv" {
        /// Side that attacks, or whose nerve it is.
        pub side: String => Text,
        /// What the step is part of: `shoot`, `strike` or `nerve`.
        pub chain: String => Text,
        /// Name of the step.
        pub step: String => Text,
        /// What was needed, with everything that counted added: `4+ on d6`, `d20+3 against d20`, `3:2 on d6+1`; beyond what
        /// the dice can show as at their edge.
        pub needs: String => Text,
        /// `passes`, of an opposed roll `wins` and `target wins`, of a ratio the name of an effect.
        pub result: String => Text,
        /// How often that came of it.
        pub count: u64 => Whole,
        /// Number of rolls.
        pub rolls: u64 => Whole,
        /// Share of rolls.
        pub rate: Option<f64> => Rate,
        /// Interval of the rate.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// Exact chance of one roll.
        pub exact: Option<f64> => Exact,
        /// Side that rolls, such as those attacked to save; empty where both do.
        pub rolled_by: String => Text,
    }

    /// All rolls of one side for a step, whatever was needed: a row for each side, step and result. There only where a rulebook
    /// says fighting in steps.
    pub struct StepTotal in "step-totals.csv" {
        /// Side that attacks, or whose nerve it is.
        pub side: String => Text,
        /// What the step is part of: `shoot`, `strike` or `nerve`.
        pub chain: String => Text,
        /// Name of the step.
        pub step: String => Text,
        /// `passes`, of an opposed roll `wins` and `target wins`, of a ratio the name of an effect.
        pub result: String => Text,
        /// How often that came of it.
        pub count: u64 => Whole,
        /// Number of rolls.
        pub rolls: u64 => Whole,
        /// Share of rolls.
        pub rate: Option<f64> => Rate,
        /// Interval of the rate.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// What the exact chances of the rolls actually made predict for the rate.
        pub expected: Option<f64> => Exact,
        /// Side that rolls, such as those attacked to save; empty where both do.
        pub rolled_by: String => Text,
        /// What an effect does, such as `target killed outright`; empty where it only wounds, and of what is no effect.
        pub does: String => Text,
    }

    /// What happened how often: a row for each kind of event and side.
    pub struct EventRow in "events.csv" {
        /// Kind of event.
        pub event: String => Text,
        /// Number of the rule behind it, such as `LL-10`; may be empty.
        pub rule: String => Text,
        /// Side that caused it; may be empty.
        pub side: String => Text,
        /// How often it happened in all games.
        pub count: u64 => Whole,
        /// How often it happened a game.
        pub per_game: f64 => Number,
        /// Interval of the number a game.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
    }

    /// The parameters of the rulebook and the scenario, a row for each.
    pub struct ParameterRow in "parameters.csv" {
        /// Path, such as `seize.base.average`.
        pub path: String => Text,
        /// Value as the files write it.
        pub value: String => Text,
        /// Where the value comes from: `published`, `derived`, `companion`, `assumed`, `rulebook`, `scenario` or `command line`.
        pub origin: String => Text,
        /// Number of the rule that uses it; may be empty.
        pub rule: String => Text,
        /// Whether this battle can use it; empty when nobody worked that out.
        pub in_use: Option<bool> => YesNo,
    }

    /// The games of the battle's own players, a row for each. There only if asked for.
    pub struct GameRow in "games.csv" {
        /// Number of the game, as `replay --game` takes it.
        pub game: u64 => Whole,
        /// Name of the winning side; empty when nobody won.
        pub winner: String => Text,
        /// What decided it.
        pub reason: String => Text,
        /// Actions played.
        pub actions: u64 => Whole,
        /// Longest streak of the game, in actions.
        pub streak_max: u32 => Whole,
        /// Figures lost by the first side.
        pub casualties_a: u32 => Whole,
        /// Figures lost by the second side.
        pub casualties_b: u32 => Whole,
        /// Dice rolled.
        pub dice: u64 => Whole,
    }

    /// How many figures each side has not lost, round by round: a row for each side and round, of the first games of the run. Those
    /// who left by their exit are not lost. Games that are over count as they ended.
    pub struct SurvivorRow in "survivors.csv" {
        /// Side.
        pub side: String => Text,
        /// Round that is over, from 1 on; 0 is the start.
        pub round: u32 => Whole,
        /// Number of games looked at.
        pub games: u64 => Whole,
        /// Number of those that went on after this round.
        pub going_on: u64 => Whole,
        /// Mean number of figures not lost.
        pub mean: f64 => Number,
        /// Interval of the mean.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// In a tenth of games at most so many are left.
        pub tenth: u32 => Whole,
        /// In half of the games at most so many are left.
        pub half: u32 => Whole,
        /// In nine tenths of games at most so many are left.
        pub nine_tenths: u32 => Whole,
        /// Share of games in which the side has kept a greater part of its figures than the other.
        pub ahead: f64 => Share,
        /// Interval of that share.
        pub ahead_interval: Option<Interval> => Interval("ahead_low", "ahead_high"),
    }

    /// How many figures each side loses in a game: a row for each side and number that occurred, of the first games of the run.
    pub struct LossRow in "losses.csv" {
        /// Side.
        pub side: String => Text,
        /// Figures lost, dead or fled.
        pub lost: u32 => Whole,
        /// Number of such games.
        pub games: u64 => Whole,
        /// Share of the games looked at.
        pub share: f64 => Share,
        /// Interval of the share.
        pub interval: Option<Interval> => Interval("ci_low", "ci_high"),
        /// The first of them, as `replay --game` takes it.
        pub game: u64 => Whole,
    }

    /// Games worth a look, of the first games of the run, as `replay --find` finds them.
    pub struct WatchRow in "watch.csv" {
        /// Why: `typical`, `shortest`, `longest`, `closest`, `upset` or `draw`.
        pub what: String => Text,
        /// Number of the game, as `replay --game` takes it.
        pub game: u64 => Whole,
        /// Name of the winning side; empty when nobody won.
        pub winner: String => Text,
        /// What decided it.
        pub reason: String => Text,
        /// Actions played.
        pub actions: u32 => Whole,
        /// Figures lost by the first side.
        pub lost_a: u32 => Whole,
        /// Figures lost by the second side.
        pub lost_b: u32 => Whole,
    }
}

/// An adjusted share is told if it is worth at least this many times the games.
const WORTH_SAYING: f64 = 1.1;

impl LessLuck {
    /// Returns whether the adjusted share is so much more precise that it is worth telling.
    pub(crate) fn is_worth_saying(&self) -> bool {
        self.gain >= WORTH_SAYING && defined(self.interval).is_some()
    }
}

impl StreakRow {
    pub(crate) fn group(&self) -> (&str, &str) {
        (&self.system, &self.side)
    }
}

impl StepTotal {
    /// Returns the side that rolls; if both do, the attacker.
    pub(crate) fn whose(&self) -> &str {
        if self.rolled_by.is_empty() { &self.side } else { &self.rolled_by }
    }

    /// Returns whether the target rolls.
    pub(crate) fn is_by_target(&self) -> bool {
        self.whose() != self.side
    }
}

impl ParameterRow {
    /// Origin of our own default, where the source is silent.
    pub const ASSUMED: &str = "assumed";
}

impl ControlRow {
    /// Measure of turns in which a unit could do nothing.
    pub const MISSED: &str = "turn missed";
    /// The part of [`Self::MISSED`] that is due to units out of control.
    pub const OUT_OF_CONTROL: &str = "turn missed: out of control";
    /// The part of [`Self::MISSED`] that is due to units in rout.
    pub const IN_ROUT: &str = "turn missed: in rout";
    /// Measure of games in which a unit was routed.
    pub const GAMES_WITH_ROUT: &str = "game with a rout";
}
