//! The question about blows and shots by armour class and hit points.

use clap::Args as ClapArgs;
use skirmish_engine::event::TargetCondition as C;
use skirmish_odds::host::BANDS;

use super::skills::one_of;
use super::turns::modifier;
use super::{RulesAndFormat, usual};

/// `skirmish odds blows`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "adnd")))]
#[command(after_help = examples!("odds-blows"))]
pub(crate) struct OddsBlows {
    /// Troop type that strikes or shoots
    #[arg(long, value_name = "TROOPS", default_value = "fighter")]
    pub(crate) troops: String,
    /// The level that it attacks as, whatever the rulebook says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(0..=30))]
    pub(crate) level: Option<i32>,
    /// Troop type that is struck at
    #[arg(long, value_name = "TROOPS", default_value = "orc")]
    pub(crate) against: String,
    /// Its armour class, whatever the rulebook says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(-20..=10))]
    pub(crate) armour_class: Option<i32>,
    /// Its hit points, if known [default: rolled by its troop type]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) points: Option<u16>,
    /// Weapon
    #[arg(long, value_name = "WEAPON", default_value = "sword")]
    pub(crate) weapon: String,
    /// The first blow ends a charge (ADC-4)
    #[arg(long, conflicts_with_all = ["exposed", "free"])]
    pub(crate) charge: bool,
    /// The charger is mounted: a lance does more damage (ADC-7)
    #[arg(long, requires = "charge")]
    pub(crate) mounted: bool,
    /// The first blow is at a charger (ADC-4)
    #[arg(long, conflicts_with = "free")]
    pub(crate) exposed: bool,
    /// The weapon is set against that charge (ADC-7)
    #[arg(long = "set-weapon", requires = "exposed")]
    pub(crate) set_weapon: bool,
    /// The first blow is at an enemy running from melee (ADC-8)
    #[arg(long)]
    pub(crate) free: bool,
    /// Every blow is from behind (ADC-4)
    #[arg(long)]
    pub(crate) rear: bool,
    /// Shots at this range, and no blows (ADC-3)
    #[arg(long, value_name = "BAND", value_parser = one_of([0, 1, 2], |band| BANDS[band]), conflicts_with_all = ["charge", "exposed", "free", "rear"])]
    pub(crate) range: Option<usize>,
    /// The target of shots is behind what hides it in part, such as a hedge, or protects it in part, such as a wall
    #[arg(long, value_name = "COVER", value_parser = one_of([C::Screened, C::Protected], C::name), requires = "range")]
    pub(crate) cover: Option<C>,
    /// Shots in reaction (LL-12)
    #[arg(long, requires = "range")]
    pub(crate) reactive: bool,
    /// Added to every roll to hit
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = modifier())]
    pub(crate) modifier: i32,
    /// How many blows to list
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=50))]
    pub(crate) blows: u8,
    /// The chance of every level to hit every armour class
    #[arg(long, conflicts_with_all = ["troops", "level", "against", "armour_class", "points", "weapon", "blows"])]
    pub(crate) table: bool,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}
