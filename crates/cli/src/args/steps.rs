//! Questions about fighting by the steps of a rulebook.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use skirmish_engine::battle::geometry::Len;

use super::skills::length;
use super::{Drawing, RulesAndFormat, usual};

/// `skirmish odds attack`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "hit-wound-save")))]
#[command(after_help = examples!("odds-attack"))]
pub(crate) struct OddsAttack {
    #[command(flatten)]
    pub(crate) of: Fighters,
    /// A shot, not a blow
    #[arg(long)]
    pub(crate) shoot: bool,
    /// How far the shot goes, in inches [default: within the nearest range]
    #[arg(long, value_name = "INCHES", requires = "shoot", value_parser = inches)]
    pub(crate) range: Option<Len>,
    /// The chance of every troop type with every weapon to bring each troop type down
    #[arg(long, conflicts_with_all = ["troops", "weapon", "gear", "against", "against_gear"])]
    pub(crate) table: bool,
    /// Draw that table as a chart, to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

/// `skirmish odds duel`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "hit-wound-save")))]
#[command(after_help = examples!("odds-duel"))]
pub(crate) struct OddsDuel {
    #[command(flatten)]
    pub(crate) of: Fighters,
    /// How many attack the one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub(crate) several: u8,
    /// Nobody has just come into contact in the first round
    #[arg(long)]
    pub(crate) standing: bool,
    /// How many rounds to list
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=200))]
    pub(crate) rounds: u64,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

/// The fighters, their weapons, and the conditions that hold.
#[derive(Debug, ClapArgs)]
pub(crate) struct Fighters {
    /// Troop type that attacks
    #[arg(long, value_name = "TROOPS")]
    pub(crate) troops: Option<String>,
    /// Its weapon
    #[arg(long, value_name = "WEAPON")]
    pub(crate) weapon: Option<String>,
    /// Its gear, as `[gear]` of the rulebook names it (FT-10; repeat for more)
    #[arg(long, value_name = "GEAR")]
    pub(crate) gear: Vec<String>,
    /// Troop type that is attacked
    #[arg(long, value_name = "TROOPS")]
    pub(crate) against: Option<String>,
    /// Its weapon [default: the same as the attacker's]
    #[arg(long, value_name = "WEAPON")]
    pub(crate) against_weapon: Option<String>,
    /// Gear of those attacked (repeat for more)
    #[arg(long, value_name = "GEAR")]
    pub(crate) against_gear: Vec<String>,
    /// A condition that holds, in a duel throughout, as rows of steps name it, with a count of friends: `charges`, `helped=2`
    /// (repeat for more)
    #[arg(long = "factor", value_name = "NAME[=COUNT]")]
    pub(crate) factors: Vec<String>,
}

fn inches(text: &str) -> Result<Len, String> {
    length(text, 1000.0, "0 to 1000 inches")
}
