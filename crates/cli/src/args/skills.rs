//! Questions of petite guerre about skill dice and thresholds.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, ValueEnum};
use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::TargetCondition;
use skirmish_scenario::limits;

use super::{Drawing, Format, Kept, Output, Playing, Rules, RulesAndFormat, usual};

/// `skirmish odds hit`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "petite-guerre")))]
pub(crate) struct OddsHit {
    /// Troop type that fires; by the host rules all shoot alike [default: line-infantry]
    #[arg(long, value_name = "TROOPS")]
    pub(crate) troops: Option<String>,
    /// Weapon that is fired [default: musket; by the host rules the first that shoots]
    #[arg(long, value_name = "WEAPON")]
    pub(crate) weapon: Option<String>,
    /// Distance to the target, in paces, or in inches by the host rules [default: 40; the end of medium range]
    #[arg(long, value_name = "PACES|INCHES", value_parser = distance)]
    pub(crate) distance: Option<Len>,
    /// Condition of the target: its cover, or whether it has moved
    #[arg(long, visible_alias = "cover", value_name = "CONDITION", default_value = "unmoving", value_parser = conditions())]
    pub(crate) condition: TargetCondition,
    /// Troop type that is shot at, by the host rules (HOST-2) [default: average]
    #[arg(long, visible_alias = "target", value_name = "TROOPS")]
    pub(crate) against: Option<String>,
    /// In reaction, by the host rules (LL-12)
    #[arg(long, conflicts_with_all = ["haste", "volley"])]
    pub(crate) reactive: bool,
    /// In haste: in the turn in which the weapon was reloaded (PG-10)
    #[arg(long)]
    pub(crate) haste: bool,
    /// One of a volley (PG-11)
    #[arg(long, conflicts_with = "haste")]
    pub(crate) volley: bool,
    /// The firer is wounded: every die one step down (PG-08)
    #[arg(long)]
    pub(crate) wounded: bool,
    /// These dice, instead of those of a troop type: `d8+d10`
    #[arg(long, value_name = "DICE", value_parser = pools, conflicts_with_all = ["troops", "haste", "volley", "wounded"])]
    pub(crate) dice: Option<Pools>,
    /// This number or more, whatever the stick says
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(i32).range(-1000..=2000),
        conflicts_with_all = ["weapon", "distance", "condition"]
    )]
    pub(crate) threshold: Option<i32>,
    /// All troop types at all marks of the weapon's stick, under all conditions; by the host rules all weapons at all ranges
    #[arg(long, conflicts_with_all = ["troops", "distance", "condition", "dice", "threshold"])]
    pub(crate) table: bool,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

/// `skirmish odds reload`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "petite-guerre")))]
pub(crate) struct OddsReload {
    /// Troop type that reloads after aimed fire (PG-09)
    #[arg(long, value_name = "TROOPS", default_value = "line-infantry")]
    pub(crate) troops: String,
    /// This AF die, instead of that of a troop type
    #[arg(long, value_name = "DIE", value_parser = die, conflicts_with = "troops")]
    pub(crate) die: Option<Dice>,
    /// A rank that has fired a volley (PG-12)
    #[arg(long, conflicts_with_all = ["troops", "die", "wounded"])]
    pub(crate) rank: bool,
    /// A platoon that has fired together (PG-12)
    #[arg(long, conflicts_with_all = ["troops", "die", "wounded", "rank"])]
    pub(crate) platoon: bool,
    /// The figure reloading is wounded: the die one step down (PG-08)
    #[arg(long)]
    pub(crate) wounded: bool,
    /// All troop types, a rank and a platoon
    #[arg(long, conflicts_with_all = ["troops", "die", "rank", "platoon"])]
    pub(crate) table: bool,
    /// How many turns to list
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=200))]
    pub(crate) turns: u64,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

/// `skirmish odds melee`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "petite-guerre")))]
pub(crate) struct OddsMelee {
    /// One fighter: its M die or its troop type
    #[arg(long, value_name = "DIE|TROOPS", default_value = "line-infantry")]
    pub(crate) one: String,
    /// The other fighter
    #[arg(long, value_name = "DIE|TROOPS", default_value = "line-infantry")]
    pub(crate) other: String,
    /// A second figure that helps the other; nobody rolls against it
    #[arg(long, value_name = "DIE|TROOPS")]
    pub(crate) second: Option<String>,
    /// Which of them is wounded: its die one step down, and an advantage for those against it (PG-08, PG-14)
    #[arg(long, value_name = "WHO", value_enum, value_delimiter = ',')]
    pub(crate) wounded: Vec<Fighter>,
    /// Which of them has an advantage for another reason: its die one step up (PG-14)
    #[arg(long, value_name = "WHO", value_enum, value_delimiter = ',')]
    pub(crate) advantage: Vec<Fighter>,
    /// Every troop type against every other
    #[arg(long, conflicts_with_all = ["one", "other", "second"])]
    pub(crate) table: bool,
    /// How many rounds to list
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=200))]
    pub(crate) rounds: u64,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

/// The figures in a melee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Fighter {
    /// That of `--one`
    One,
    /// That of `--other`
    Other,
    /// That of `--second`
    Second,
}

/// `skirmish odds activation`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "petite-guerre")))]
pub(crate) struct OddsActivation {
    /// Troop type of the unit out of control
    #[arg(long, value_name = "TROOPS", default_value = "line-infantry")]
    pub(crate) troops: String,
    /// This C die, instead of that of a troop type
    #[arg(long, value_name = "DIE", value_parser = die, conflicts_with = "troops")]
    pub(crate) die: Option<Dice>,
    /// All troop types
    #[arg(long, conflicts_with_all = ["troops", "die"])]
    pub(crate) table: bool,
    /// How many turns to list
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=200))]
    pub(crate) turns: u64,
    #[command(flatten)]
    pub(crate) rules: RulesAndFormat,
}

/// Pools of dice that are added up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pools(pub(crate) Vec<Dice>);

/// Reads dice such as `d8+d10` or `2d8`.
fn pools(text: &str) -> Result<Pools, String> {
    let pools = text.split('+').map(pool).collect::<Result<Vec<_>, _>>()?;
    let count: i64 = pools.iter().map(|dice| i64::from(dice.count)).sum();
    let most = limits::DICE_COUNT.most;
    if count > most {
        return Err(format!("{count} dice are more than {most}"));
    }
    Ok(Pools(pools))
}

/// Reads dice such as `d8` or `2d8`.
fn pool(text: &str) -> Result<Dice, String> {
    let not_dice = || {
        format!("`{text}` is not a die; write d4, d6, d8, d10, d12 or d20, or a sum such as d8+d10")
    };
    let (count, sides) = text.trim().split_once(['d', 'D']).ok_or_else(not_dice)?;
    let number = |digits: &str| -> Result<i64, String> {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // Longer numbers are beyond all limits.
        if is_number { Ok(digits.parse().unwrap_or(i64::MAX)) } else { Err(not_dice()) }
    };
    let count = if count.is_empty() { 1 } else { number(count)? };
    let sides = number(sides)?;
    let (dice, faces) = (limits::DICE_COUNT, limits::DICE_SIDES);
    if !(dice.least..=dice.most).contains(&count) {
        return Err(format!("there may be {} dice in `{text}`", dice.range()));
    }
    if !(faces.least..=faces.most).contains(&sides) {
        return Err(format!("a die has {} faces, not {sides}", faces.range()));
    }
    Ok(Dice { count: count as u8, sides: sides as u8 })
}

/// Reads one die such as `d8`.
pub(crate) fn die(text: &str) -> Result<Dice, String> {
    let dice = pool(text)?;
    if dice.count == 1 {
        Ok(dice)
    } else {
        Err(format!("`{text}` are several dice; one is rolled here"))
    }
}

fn distance(text: &str) -> Result<Len, String> {
    // Farther than any table reaches, and small enough to be squared.
    length(text, 10_000.0, "a number of paces or inches from 0 to 10000")
}

/// Reads a length of at most so many paces or inches.
pub(super) fn length(text: &str, most: f64, range: &str) -> Result<Len, String> {
    let length = text.trim().parse::<f64>().ok().filter(|length| (0.0..=most).contains(length));
    let length = length.ok_or_else(|| format!("`{text}` is not a distance; it must be {range}"))?;
    Ok((length * f64::from(UNIT)).round() as Len)
}

/// Takes the names of these values.
pub(super) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.map(name)).map(move |word| {
        let found = all.into_iter().find(|of| name(*of) == word);
        found.expect("only these names should pass")
    })
}

fn conditions() -> impl TypedValueParser<Value = TargetCondition> {
    one_of(TargetCondition::ALL, TargetCondition::name)
}

/// `skirmish curves`.
#[derive(Debug, ClapArgs)]
#[command(mut_arg("rules", |rules| usual(rules, "petite-guerre")))]
#[command(after_help = examples!("curves"))]
pub(crate) struct Curves {
    /// Troop types, separated by commas: those that fire, or by the host rules those shot at [default: all of the rulebook]
    #[arg(long, value_name = "TROOPS", value_delimiter = ',')]
    pub(crate) troops: Vec<String>,
    /// Weapons, separated by commas [default: musket; by the host rules the first that shoots]
    #[arg(long, value_name = "WEAPONS", value_delimiter = ',')]
    pub(crate) weapon: Vec<String>,
    /// Conditions of the target, separated by commas [default: all]
    #[arg(long, visible_alias = "cover", value_name = "CONDITIONS", value_delimiter = ',', value_parser = conditions())]
    pub(crate) condition: Vec<TargetCondition>,
    /// Sizes of volleys, separated by commas [default: 10,20,30]
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=128))]
    pub(crate) figures: Vec<u32>,
    /// Folder for tables and charts [default: skirmish-out/curves]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the answer alone, without a list of files
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// What is printed at the end
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) book: Rules,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

impl Curves {
    pub(crate) fn output(&self) -> Output {
        let Self { format, quiet, .. } = *self;
        Output {
            playing: Playing { threads: None, quiet, explain: false, format, shard: None },
            out: self.out.clone(),
            kept: Kept { resume: false, fresh: false },
            drawing: self.drawing.clone(),
        }
    }
}
