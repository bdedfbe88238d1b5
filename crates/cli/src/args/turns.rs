//! Questions about rounds and turns: AD&D's segments, and WarSpike's Instigator.

use clap::Args as ClapArgs;
use clap::builder::TypedValueParser;
use skirmish_engine::rulebook::MOST_ROUTINES;
use skirmish_odds::Ratio;
use skirmish_scenario::Override;

use super::{RulesAndFormat, TableFormat, usual};

/// `skirmish odds crossing`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "adnd")))]
#[command(after_help = examples!("odds-crossing"))]
pub(crate) struct OddsCrossing {
    /// Segments that it takes: a run across a gap, a spell, a drawbridge
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) segments: u16,
    /// Length of the way, in feet, from which the segments are worked out (AD-09)
    #[arg(long, value_name = "FEET", requires = "move_rate", conflicts_with = "segments", value_parser = feet)]
    pub(crate) distance: Option<i32>,
    /// A full move in a round, in feet: 90 for a rate of 9"
    #[arg(long = "move", id = "move_rate", value_name = "FEET", requires = "distance", value_parser = feet)]
    pub(crate) move_rate: Option<i32>,
    /// The way is covered at a charge
    #[arg(long, requires = "distance")]
    pub(crate) charge: bool,
    /// Added to the die of the side that takes the time
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = modifier())]
    pub(crate) modifier: i32,
    /// What takes time is a spell: under `segment = "osric"` it begins on its own side's segment (ADC-6), else with the round
    #[arg(long, conflicts_with_all = ["distance", "charge"])]
    pub(crate) spell: bool,
    /// Whoever takes the time is hasted: as one with two routines (AD-01)
    #[arg(long)]
    pub(crate) hasted: bool,
    /// Whoever takes the time acts last: slowed, or a zombie (AD-01)
    #[arg(long)]
    pub(crate) slowed: bool,
    /// Added to the attacker's die
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = modifier())]
    pub(crate) attacker_modifier: i32,
    /// Attack routines that the attacker has committed himself to (AD-02)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = routines())]
    pub(crate) attacks: u8,
    /// Which of these it is
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = routines())]
    pub(crate) attack: u8,
    /// The attacker acts last: slowed, or a zombie
    #[arg(long)]
    pub(crate) attacker_slowed: bool,
    /// Speed factor of the attacker's melee weapon: Method II (AD-07); without it a shot, Method I (AD-06)
    #[arg(long, value_name = "N", value_parser = factor())]
    pub(crate) speed_factor: Option<u8>,
    /// The attacker's weapon, by its name in the rulebook: its speed factor, or a shot
    #[arg(long, value_name = "WEAPON", conflicts_with = "speed_factor")]
    pub(crate) weapon: Option<String>,
    /// One to ten segments, or as many as the round has
    #[arg(long, conflicts_with_all = ["segments", "distance"])]
    pub(crate) table: bool,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

/// `skirmish odds order`.
#[derive(Debug, ClapArgs)]
#[command(after_help = examples!("odds-order"))]
pub(crate) struct OddsOrder {
    /// Scenario file, or the name of one that comes with the program, whose figures act as they do in it
    #[arg(value_name = "SCENARIO", default_value = "party-and-orcs")]
    pub(crate) scenario: String,
    /// Figures that have missile weapons strike with them, like the others, and do not shoot
    #[arg(long)]
    pub(crate) melee: bool,
    /// How many orders to list
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub(crate) orders: u16,
    /// Set a value by its path, such as `options.routines=phases`; `skirmish list parameters SCENARIO` has them (repeat for more)
    #[arg(long, value_name = "PATH=VALUE", value_parser = Override::parse)]
    pub(crate) set: Vec<Override>,
    /// What is printed
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
}

/// `skirmish odds strikes`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "adnd")))]
#[command(after_help = examples!("odds-strikes"))]
pub(crate) struct OddsStrikes {
    /// Speed factor of one fighter's weapon, or `natural`
    #[arg(long, value_name = "FACTOR", default_value = "2", value_parser = weapon)]
    pub(crate) one: SpeedFactor,
    /// Speed factor of the other's weapon
    #[arg(long, value_name = "FACTOR", default_value = "13", value_parser = weapon)]
    pub(crate) other: SpeedFactor,
    /// The one fighter's weapon, by its name in the rulebook
    #[arg(long, value_name = "WEAPON", conflicts_with = "one")]
    pub(crate) weapon: Option<String>,
    /// The other's weapon, by its name
    #[arg(long, value_name = "WEAPON", conflicts_with = "other")]
    pub(crate) against: Option<String>,
    /// All pairs of speed factors, and where extra strikes begin
    #[arg(long, conflicts_with_all = ["one", "other", "weapon", "against"])]
    pub(crate) table: bool,
    /// Highest speed factor of the table; no weapon of the game is above 13
    #[arg(long, value_name = "N", default_value_t = 18, requires = "table", value_parser = clap::value_parser!(u8).range(1..=30))]
    pub(crate) to: u8,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

/// `skirmish odds surprise`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "adnd")))]
#[command(after_help = examples!("odds-surprise"))]
pub(crate) struct OddsSurprise {
    /// The highest total that surprises the first side; 0 if it cannot be surprised [default: as the rulebook says]
    #[arg(long, value_name = "N", value_parser = surprising())]
    pub(crate) on: Option<u8>,
    /// The highest total that surprises the second side
    #[arg(long, value_name = "N", value_parser = surprising())]
    pub(crate) other_on: Option<u8>,
    /// Reaction modifier of the figures in question on the first side: a bonus makes surprise shorter
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = modifier())]
    pub(crate) reaction: i32,
    /// Reaction modifier of those on the second side
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = modifier())]
    pub(crate) other_reaction: i32,
    /// A row for each total that surprises the first side, from none to all that its dice may show
    #[arg(long, conflicts_with = "on")]
    pub(crate) table: bool,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

/// `skirmish odds instigator`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "warspike")))]
#[command(after_help = examples!("odds-instigator"))]
pub(crate) struct OddsInstigator {
    /// How often one side passes when it may become the Instigator: `25%`, `1/4` or `0.25`
    #[arg(long, value_name = "CHANCE", default_value = "1/2", value_parser = chance)]
    pub(crate) one: Ratio,
    /// How often the other side does
    #[arg(long, value_name = "CHANCE", default_value = "1/2", value_parser = chance)]
    pub(crate) other: Ratio,
    /// Both sides passing never, one time in ten, and so on to always
    #[arg(long, conflicts_with_all = ["one", "other"])]
    pub(crate) table: bool,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

/// `skirmish odds techniques`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "warspike")))]
#[command(after_help = examples!("odds-techniques"))]
pub(crate) struct OddsTechniques {
    /// The attacker's attribute, or its chance to pass a test
    #[arg(long, value_name = "N|CHANCE", default_value = "6", value_parser = technique)]
    pub(crate) attacker: Technique,
    /// The defender's
    #[arg(long, value_name = "N|CHANCE", default_value = "6", value_parser = technique)]
    pub(crate) defender: Technique,
    /// Every attribute from 0 to 10 against every other
    #[arg(long, conflicts_with_all = ["attacker", "defender"])]
    pub(crate) table: bool,
    /// How many tests to list
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=200))]
    pub(crate) tests: u64,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

/// `skirmish odds stacked`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "warspike")))]
#[command(after_help = examples!("odds-stacked"))]
pub(crate) struct OddsStacked {
    /// The attacker's Mentality
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(i32).range(0..=1000))]
    pub(crate) mentality: i32,
    /// His Action
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(i32).range(0..=1000))]
    pub(crate) action: i32,
    /// The attacker's attribute in technique tests, or its chance to answer a counter
    #[arg(long, value_name = "N|CHANCE", default_value = "6", value_parser = technique)]
    pub(crate) attacker: Technique,
    /// The defender's, or its chance to counter
    #[arg(long, value_name = "N|CHANCE", default_value = "6", value_parser = technique)]
    pub(crate) defender: Technique,
    /// Every Mentality from 0 to 10 with every Action
    #[arg(long, conflicts_with_all = ["mentality", "action"])]
    pub(crate) table: bool,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

/// A fighter's technique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Technique {
    /// An attribute, tested on the die.
    Attribute(i32),
    /// The chance itself.
    Chance(Ratio),
}

/// A speed factor; `None` for natural weapons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SpeedFactor(pub(crate) Option<u8>);

const MOST_FACTOR: u8 = 99;

fn factor() -> impl TypedValueParser<Value = u8> {
    clap::value_parser!(u8).range(1..=i64::from(MOST_FACTOR))
}

pub(super) fn modifier() -> impl TypedValueParser<Value = i32> {
    clap::value_parser!(i32).range(-1000..=1000)
}

fn surprising() -> impl TypedValueParser<Value = u8> {
    clap::value_parser!(u8).range(0..=100)
}

fn routines() -> impl TypedValueParser<Value = u8> {
    clap::value_parser!(u8).range(1..=i64::from(MOST_ROUTINES))
}

fn weapon(text: &str) -> Result<SpeedFactor, String> {
    if text == "natural" {
        return Ok(SpeedFactor(None));
    }
    let factor = text.parse::<u8>().ok();
    let factor = factor.filter(|factor| (1..=MOST_FACTOR).contains(factor));
    factor.map(|factor| SpeedFactor(Some(factor))).ok_or_else(|| {
        format!("`{text}` is not a speed factor; it must be 1 to {MOST_FACTOR}, or `natural` for claws and teeth")
    })
}

/// Farther than any table reaches.
const MOST_FEET: i32 = 10_000;

fn feet(text: &str) -> Result<i32, String> {
    let feet = text.trim().parse::<i32>().ok();
    feet.filter(|feet| (1..=MOST_FEET).contains(feet))
        .ok_or_else(|| format!("`{text}` is not a length; it must be 1 to {MOST_FEET} feet"))
}

fn chance(text: &str) -> Result<Ratio, String> {
    let remedy = || format!("`{text}` is not a chance; write 25%, 1/4 or 0.25, from 0 to 1");
    // A number of dozens of digits is a mistake, and its powers would fill the screen.
    let short = Some(text).filter(|text| text.len() <= 40);
    let ratio = short.and_then(|text| text.parse::<Ratio>().ok());
    ratio.filter(Ratio::is_chance).ok_or_else(remedy)
}

fn technique(text: &str) -> Result<Technique, String> {
    match text.trim().parse::<i32>() {
        Ok(attribute) if (0..=1000).contains(&attribute) => Ok(Technique::Attribute(attribute)),
        Ok(_) => Err(format!("`{text}` is not an attribute; it must be 0 to 1000")),
        Err(_) => chance(text).map(Technique::Chance),
    }
}
