//! The battle as set up: board, figures, orders, bots and rules, checked and worked out once.

mod cells;
mod chains;
mod corner_table;
mod frame;
mod gaps;
pub mod geometry;
mod pair_table;
mod players;
mod reach;
mod routes;
mod scripts;
mod spec;
mod terrain;
mod totals;

pub(crate) use chains::{Adds, Attempt, Chains};
pub(crate) use frame::Frame;
pub use gaps::Gap;
pub use players::{Player, by_lot};
pub(crate) use reach::{Reach, Shot};
pub use routes::{Guide, Leg, MOST_NODES, Path, UNREACHABLE};
pub(crate) use routes::{Guides, Line};
pub(crate) use scripts::{Kinds, MAX_BEEN, MAX_BOTS, Script, Scripts, SiftedLine};
use spec::commonest;
pub use spec::*;
pub use terrain::Terrain;

use std::sync::Arc;

use crate::bot::{Bot, MAX_LINES};
use crate::dice::Dice;
use crate::initiative::Tempo;
use crate::rulebook::{
    Body, FactorCondition, Formation, Handling, Harm, MOST_RANKS, Missile, Mobility, Nature, Pace,
    Skills, Stack, Stick, TroopType, Turn, Weapon,
};
use crate::side::{BySide, Side};
use geometry::{Len, Point};
use totals::Totals;

/// A battle ready to play: the specification, and everything that can be worked out once.
#[derive(Debug, Clone)]
pub struct Battle {
    spec: BattleSpec,
    /// The board for every set of open gates; bit `k` of the index stands for `gates[k]`.
    pub(crate) terrains: Arc<Vec<Terrain>>,
    /// The events that open gates.
    gates: Vec<EventId>,
    traits: BySide<Vec<Traits>>,
    /// How far each figure's shots of every kind can hit.
    reaches: BySide<Vec<[Reach; Shot::ALL.len()]>>,
    /// How each side breaks ties.
    pub(crate) frames: BySide<Frame>,
    /// Points to hide behind, on the board as at the start, in the order of each side's frame.
    pub(crate) lurking: BySide<Vec<Point>>,
    /// The natural totals of the seize dice.
    seize_totals: Totals,
    /// The natural totals of the dice of a shot, if all figures share them (HOST-2, ADC-1).
    pub(crate) hit_totals: Totals,
    /// The natural totals of the dice of a blow (HOST-3, ADC-1) or a technique test (WSC-4), if all figures share them.
    pub(crate) blow_totals: Totals,
    /// The bots of a side, with their lines sifted.
    pub(crate) scripts: BySide<Scripts>,
    /// The longest full move of a side.
    pub(crate) fastest: BySide<Len>,
    /// The values that most figures of each unit have.
    standards: BySide<Vec<Standard>>,
    /// Figures of each unit at the start.
    strengths: BySide<Vec<u32>>,
    /// Whether places are judged at the end of rounds (HOST-5).
    pub(crate) judges_rounds: bool,
    /// Goals of a side already reached at the start, as bits (HOST-5).
    pub(crate) held_at_start: BySide<u64>,
    /// Units whose figures stand together at the start, as one group or part of one (LL-01).
    together: BySide<u128>,
    /// Places with the distances from them that conditions ask about; first the places themselves, in order.
    pub(crate) discs: Vec<(PlaceId, Len)>,
    /// The chains of steps, if fighting is by these (FT-02).
    chains: Option<Box<Chains>>,
    plain: bool,
    /// The battles that each game draws from, if sides have several bots.
    mix: Option<Box<players::Mix>>,
    /// How many games a side that thinks ahead plays out by each player that it knows; 0 for one that does not.
    thinks: BySide<u32>,
}

/// The numbers of a figure: its row in every table looked up once.
#[derive(Debug, Clone, Copy)]
pub struct Traits {
    /// Base initiative rate (LL-03).
    pub base: i32,
    /// Leadership factor, 0 for a figure that is no leader (LL-03).
    pub leadership: i32,
    /// Whether it is a leader.
    pub leads: bool,
    /// Whether it commands every unit of its side (LL-15).
    pub commands_all: bool,
    /// Quality 1 to 3 (LLC-1).
    pub quality: u8,
    /// Full move; at normal speed if there are several paces.
    pub rate: Len,
    /// Full move slow, normal and fast (PG-06); without paces, three times the same.
    pub rates: [Len; 3],
    /// Whether it is mounted.
    pub mounted: bool,
    /// How it shoots.
    pub missile: Option<Missile>,
    /// Reach class (LLC-4).
    pub reach: i32,
    /// Ranks that fight with its weapon (LLC-4).
    pub ranks: u8,
    /// Whether its weapon supports any fighter from the second rank (LLC-4).
    pub supports: bool,
    /// Its unit.
    pub unit: UnitId,
    /// Its dice (PG-02).
    pub skills: Skills,
    /// Its attribute in technique tests (WSC-4).
    pub technique: i32,
    /// Its attributes in stacked tests (WSC-5).
    pub stack: Stack,
    /// Its level, armour class and hit points (ADC-1, ADC-2).
    pub body: Body,
    /// The damage of its weapon (ADC-2).
    pub harm: Harm,
    /// The stick of its weapon (PG-07).
    pub stick: Option<Stick>,
    /// Its rank in a line, from 0; `None` in open order (PG-11).
    pub rank: Option<u8>,
    /// How its weapon is handled (AD-04, AD-10).
    pub handling: Handling,
    /// What it brings to the order of action (AD-01).
    pub nature: Nature,
    /// Whether the other side wins once it is dead, or gone (HOST-5).
    pub matters: bool,
}

impl Traits {
    /// Returns the full move at a pace (PG-06).
    #[inline]
    pub const fn rate_at(&self, pace: Pace) -> Len {
        self.rates[pace as usize]
    }

    /// Returns how far a figure may move in the action in which it shoots (LL-14).
    pub fn shooting_move(&self) -> Len {
        match self.missile.map(|missile| missile.mobility) {
            None | Some(Mobility::Still) => 0,
            Some(Mobility::Half) => self.rate / 2,
            Some(Mobility::Full) => self.rate,
        }
    }
}

/// Why a specification cannot be played. Loaders report such problems earlier and with their places; this is the last line of
/// defence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BattleError(String);

impl std::fmt::Display for BattleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BattleError {}

impl Battle {
    /// Works out what can be worked out once.
    ///
    /// # Errors
    /// If the specification breaks a limit, or refers to something that is not there.
    pub fn new(spec: BattleSpec) -> Result<Self, BattleError> {
        Self::beside(spec, None)
    }

    /// Works out what can be worked out once, sharing the worked-out board of another battle if both are fought on the same
    /// one.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn like(spec: BattleSpec, other: &Self) -> Result<Self, BattleError> {
        let is_shared = other.is_on_board_of(&spec) && !other.plain;
        Self::beside(spec, is_shared.then_some(&other.terrains))
    }

    /// Returns whether it is fought on the same board as another, so that [`Self::like`] shares it.
    pub fn is_on_board_of(&self, spec: &BattleSpec) -> bool {
        let board = |spec: &BattleSpec| (spec.width, spec.height, spec.rules.movement.base);
        // Ties between equally long ways are broken by how the battle lies on it.
        let frames = BySide::from_fn(|side| Frame::of(spec, side));
        board(spec) == board(&self.spec)
            && spec.features == self.spec.features
            && frames == self.frames
    }

    fn beside(spec: BattleSpec, terrains: Option<&Arc<Vec<Terrain>>>) -> Result<Self, BattleError> {
        check(&spec)?;
        let gates = gates(&spec);
        let frames = BySide::from_fn(|side| Frame::of(&spec, side));
        let work_out = || {
            let all = (0..1_usize << gates.len()).map(|open| {
                let stands = |feature: &FeatureSpec| {
                    let gate = feature.opened_by.and_then(|e| gates.iter().position(|g| *g == e));
                    gate.is_none_or(|gate| open >> gate & 1 == 0)
                };
                let base = spec.rules.movement.base;
                Terrain::new(open, (spec.width, spec.height), base, &spec.features, frames, stands)
            });
            all.collect::<Result<Vec<_>, _>>().map_err(BattleError)
        };
        let terrains = match terrains {
            Some(terrains) => Arc::clone(terrains),
            None => Arc::new(work_out()?),
        };
        let traits = BySide::from_fn(|side| {
            spec.sides[side]
                .figures
                .iter()
                .enumerate()
                .map(|(i, figure)| traits(&spec, side, i, figure))
                .collect::<Vec<_>>()
        });
        let reaches = BySide::from_fn(|side| {
            let reach =
                |own: &Traits| Shot::ALL.map(|shot| Reach::of(&spec, own, &traits[!side], shot));
            traits[side].iter().map(reach).collect()
        });
        let lurking = terrains[0].lurking_points(spec.rules.movement.base / 2);
        let lurking = BySide::from_fn(|side| {
            let mut points = lurking.clone();
            points.sort_unstable_by_key(|p| frames[side].tell(*p));
            points
        });
        let [seize_totals, hit_totals, blow_totals] =
            [spec.rules.seize.dice, spec.rules.hit_dice(), spec.rules.blow_dice()].map(Totals::new);
        let fastest =
            BySide::from_fn(|side| traits[side].iter().map(|t| t.rates[2]).max().unwrap_or(0));
        let numbers = spec.rules.system.turn().map_or_else(Default::default, Turn::unit_numbers);
        let standards = BySide::from_fn(|side| {
            let units = 0..spec.sides[side].units.len();
            let standard = |unit| Standard {
                command: commonest_of(&spec, side, unit, |troops, _| troops.skills.command)
                    .unwrap_or(4),
                numbers: numbers.map(|number| {
                    let of = |troops: &_, weapon: &_| number.of(&spec.rules, troops, weapon);
                    commonest_of(&spec, side, unit, of).unwrap_or(0)
                }),
            };
            units.map(standard).collect()
        });
        let strengths = BySide::from_fn(|side| {
            let mut strengths = vec![0; spec.sides[side].units.len()];
            for figure in &spec.sides[side].figures {
                strengths[figure.unit.0 as usize] += 1;
            }
            strengths
        });
        let together = BySide::from_fn(|side| together(&spec, side, &terrains[0]));
        Ok(Self {
            chains: Chains::of(&spec),
            standards,
            strengths,
            together,
            scripts: BySide::from_fn(|side| Scripts::of(&spec, side)),
            fastest,
            judges_rounds: spec.judges_rounds(),
            held_at_start: BySide::from_fn(|side| spec.held_at_start(side)),
            discs: crate::views::discs(&spec),
            spec,
            terrains,
            gates,
            traits,
            reaches,
            frames,
            lurking,
            seize_totals,
            hit_totals,
            blow_totals,
            plain: false,
            mix: None,
            thinks: BySide::default(),
        })
    }

    /// Returns the same battle played on the slow and obvious code for sight, ways, marches and groups, without tables and
    /// caches. It must give the same games, roll by roll; tests and benchmarks compare the two.
    #[must_use]
    pub fn on_plain_code(mut self) -> Self {
        self.plain = true;
        for terrain in Arc::make_mut(&mut self.terrains) {
            terrain.forget_tables();
        }
        self
    }

    /// Returns the chains of steps, if fighting is by these.
    #[inline]
    pub(crate) fn chains(&self) -> Option<&Chains> {
        self.chains.as_deref()
    }

    /// Returns whether it is played on the slow and obvious code.
    #[inline]
    pub const fn is_plain(&self) -> bool {
        self.plain
    }

    /// Returns whether the same table and counts give the same decision of a side's bots. The plain code decides anew each
    /// time.
    #[inline]
    pub(crate) fn is_steady(&self, side: Side) -> bool {
        !self.scripts[side].draws_lots && !self.plain
    }

    /// Returns the number of a side's first unit among those of both sides.
    #[inline]
    pub(crate) fn first_unit(&self, side: Side) -> u8 {
        match side {
            Side::A => 0,
            Side::B => self.spec.sides[Side::A].units.len() as u8,
        }
    }

    /// Returns one of the bots of a side.
    #[inline]
    pub(crate) fn script(&self, side: Side, script: usize) -> &Script {
        &self.scripts[side].all()[script]
    }

    /// Returns the lines of one of the bots of a side, sifted.
    #[inline]
    pub(crate) fn lines(&self, side: Side, script: usize) -> &[SiftedLine] {
        &self.script(side, script).lines
    }

    /// Returns the bot that a unit plays: its own, or that of its side.
    pub fn bot_of(&self, side: Side, unit: UnitId) -> &Bot {
        &self.script(side, self.scripts[side].of_unit(unit)).bot
    }

    /// Returns the counters, actions of either streak, actions, and rounds, capped at what a side's bots ask for.
    #[inline]
    pub(crate) fn asked(&self, side: Side, tempo: &Tempo) -> [u32; 5] {
        let most = &self.scripts[side].most_asked;
        let [own, enemy] = [side, !side].map(|side| tempo.streak_of(side));
        let now = [tempo.counters_against(side), own, enemy, tempo.played(), tempo.rounds];
        std::array::from_fn(|k| now[k].min(most[k]))
    }

    /// Returns the C die of a unit: that of the troop type of most of its figures (PG-04).
    pub fn command_die(&self, side: Side, unit: UnitId) -> u8 {
        self.standards[side][unit.0 as usize].command
    }

    /// Returns the numbers of a unit that its turn goes by, in the order of [`Turn::unit_numbers`] (TN-09).
    pub(crate) fn unit_numbers(&self, side: Side, unit: UnitId) -> [i32; 3] {
        self.standards[side][unit.0 as usize].numbers
    }

    /// Returns how many figures a unit has at the start.
    pub fn strength(&self, side: Side, unit: UnitId) -> u32 {
        self.strengths[side][unit.0 as usize]
    }

    /// Returns whether a unit's figures stand together at the start.
    pub(crate) fn stood_together(&self, side: Side, unit: UnitId) -> bool {
        self.together[side] >> unit.0 & 1 == 1
    }

    /// Returns what the battle was made from.
    #[inline]
    pub const fn spec(&self) -> &BattleSpec {
        &self.spec
    }

    /// Returns the board when the events in this set (by index) have happened.
    pub fn terrain(&self, happened: u16) -> &Terrain {
        &self.terrains[self.terrain_index(happened)]
    }

    pub(crate) fn terrain_index(&self, happened: u16) -> usize {
        let opened = |(k, gate): (usize, &EventId)| (happened as usize >> gate.0 & 1) << k;
        self.gates.iter().enumerate().map(opened).sum()
    }

    /// Returns a figure's traits.
    #[inline]
    pub fn traits(&self, figure: FigureId) -> &Traits {
        &self.traits[figure.side()][figure.index()]
    }

    /// Returns the traits of a side's figures.
    #[inline]
    pub fn traits_of(&self, side: Side) -> &[Traits] {
        &self.traits[side]
    }

    /// Returns how far a figure's shots of a kind can hit.
    #[inline]
    pub(crate) fn reach(&self, figure: FigureId, shot: Shot) -> Reach {
        self.reaches[figure.side()][figure.index()][shot as usize]
    }

    /// Returns how far a figure's aimed shots can hit at all; `None` if it cannot shoot.
    pub fn range(&self, figure: FigureId) -> Option<Len> {
        Some(self.reach(figure, Shot::Aimed).last).filter(|far| *far > 0)
    }

    /// Returns how many figures a side has at the start.
    #[inline]
    pub fn count(&self, side: Side) -> usize {
        self.traits[side].len()
    }

    /// Returns in how many of the equally likely ways of the seize dice the total reaches `needed`, and how many ways there
    /// are: the exact chance to seize (LL-03). No total succeeds or fails automatically.
    pub fn seize_chance(&self, needed: i32) -> (u64, u64) {
        self.seize_totals.at_least(needed)
    }

    /// Returns whether some row of the table of factors asks for the condition.
    pub fn uses_factor(&self, condition: FactorCondition) -> bool {
        self.spec.rules.seize.factors.iter().any(|factor| factor.when.contains(&condition))
    }
}

/// Returns the units of a side, a bit for each, whose figures all stand in one group at the start.
fn together(spec: &BattleSpec, side: Side, terrain: &Terrain) -> u128 {
    let figures = &spec.sides[side].figures;
    let group = i64::from(spec.rules.movement.group);
    let joins = |a: usize, b: usize| {
        let (p, q) = (figures[a].at, figures[b].at);
        p.distance2(q) <= group * group && terrain.sees(p, q)
    };
    let (mut all, mut apart) = (0_u128, 0_u128);
    for unit in figures.iter().map(|figure| figure.unit) {
        if all >> unit.0 & 1 == 1 {
            continue;
        }
        all |= 1 << unit.0;
        let mut body: Vec<usize> =
            figures.iter().position(|figure| figure.unit == unit).into_iter().collect();
        let mut next = 0;
        while next < body.len() {
            let found = (0..figures.len()).filter(|k| !body.contains(k) && joins(body[next], *k));
            body.extend(found.collect::<Vec<_>>());
            next += 1;
        }
        let mut members = (0..figures.len()).filter(|k| figures[*k].unit == unit);
        if members.any(|k| !body.contains(&k)) {
            apart |= 1 << unit.0;
        }
    }
    all & !apart
}

fn traits(spec: &BattleSpec, side: Side, i: usize, figure: &FigureSpec) -> Traits {
    let rules = &spec.rules;
    let rank = rank(&spec.sides[side], i);
    let movement = &rules.movement;
    let rates = match (&movement.paces, figure.mounted) {
        (Some(paces), true) => paces.cavalry[usize::from(rank.is_some())],
        (Some(paces), false) => paces.infantry[usize::from(rank.is_some())],
        (None, _) => [full_move(spec, side, figure); 3],
    };
    let (troops, weapon) = (&rules.troops[figure.troops], &rules.weapons[figure.weapon]);
    Traits {
        base: troops.base,
        leadership: figure.rank.map_or(0, |rank| rules.ranks[rank].bonus),
        leads: figure.rank.is_some(),
        commands_all: figure.commands_all,
        quality: troops.quality,
        rate: rates[Pace::Normal as usize],
        rates,
        mounted: figure.mounted,
        missile: weapon.missile.or_else(|| weapon.stick.map(by_stick)),
        reach: weapon.reach,
        ranks: weapon.ranks,
        supports: weapon.supports,
        unit: figure.unit,
        skills: troops.skills,
        technique: troops.technique,
        stack: troops.stack,
        body: troops.body,
        harm: weapon.harm,
        stick: weapon.stick,
        rank,
        handling: weapon.handling,
        nature: troops.nature,
        matters: spec.sides[!side].wins.iter().any(|win| match *win {
            WinSpec::Kills { figure } | WinSpec::Gone { who: EnemyTarget::Leader(figure) } => {
                figure == FigureId::new(side, i)
            }
            _ => false,
        }),
    }
}

/// Returns the full move of a figure without paces: that of its troop type, else the general one on foot or mounted (HOST-1);
/// or on foot by its stride, alone or in a unit (WSC-2).
fn full_move(spec: &BattleSpec, side: Side, figure: &FigureSpec) -> Len {
    let movement = &spec.rules.movement;
    if let Some(strides) = movement.strides.filter(|_| !figure.mounted) {
        let figures = spec.sides[side].figures.iter();
        let mates = figures.filter(|mate| mate.unit == figure.unit).count();
        return strides.full_move(mates == 1);
    }
    let own = spec.rules.troops[figure.troops].rate;
    own.unwrap_or(match figure.mounted {
        true => movement.mounted,
        false => movement.foot,
    })
}

/// Returns the rank in its unit's line that a figure stands in: the figures of a line are named rank by rank (PG-11).
fn rank(side: &SideSpec, i: usize) -> Option<u8> {
    let unit = side.figures[i].unit;
    let Formation::Line { ranks } = side.units[unit.0 as usize].formation else {
        return None;
    };
    let mates = |figures: &[FigureSpec]| figures.iter().filter(|f| f.unit == unit).count();
    let (before, all) = (mates(&side.figures[..i]), mates(&side.figures));
    Some((before / all.div_ceil(usize::from(ranks.max(1)))) as u8)
}

/// Returns how a weapon with a stick shoots, for bots and bounds: no moving and firing in one turn (PG-09).
fn by_stick(stick: Stick) -> Missile {
    Missile { range: stick.thirds(), to_hit: [0; 3], mobility: Mobility::Still }
}

/// The values that most figures of a unit have.
#[derive(Debug, Clone, Copy)]
struct Standard {
    /// Its C die (PG-04).
    command: u8,
    /// The numbers that its turn goes by, in the order of [`Turn::unit_numbers`].
    numbers: [i32; 3],
}

/// Returns the value that most figures of a unit have, such as their C die.
fn commonest_of<T: Ord + Copy>(
    spec: &BattleSpec,
    side: Side,
    unit: usize,
    of: impl Fn(&TroopType, &Weapon) -> T,
) -> Option<T> {
    let members = spec.sides[side].figures.iter().filter(|figure| figure.unit.0 as usize == unit);
    let rules = &spec.rules;
    commonest(members.map(|f| of(&rules.troops[f.troops], &rules.weapons[f.weapon])))
}

/// Rejects a battle for which this does not hold.
macro_rules! ensure {
    ($holds:expr, $($message:tt)+) => {
        if !$holds {
            return Err(BattleError(format!($($message)+)));
        }
    };
}

/// Returns the events that open something.
fn gates(spec: &BattleSpec) -> Vec<EventId> {
    let mut gates: Vec<EventId> = spec.features.iter().filter_map(|f| f.opened_by).collect();
    gates.sort_unstable();
    gates.dedup();
    gates
}

fn check(spec: &BattleSpec) -> Result<(), BattleError> {
    let is_size = |length: Len| length > 0 && length <= 1 << 17;
    ensure!(is_size(spec.width) && is_size(spec.height), "the board has an impossible size");
    ensure!(spec.events.len() <= MAX_EVENTS, "more than {MAX_EVENTS} events");
    let can_be_rolled = |dice: Dice| dice.count > 0 && dice.sides > 1;
    ensure!(can_be_rolled(spec.rules.seize.dice), "the seize dice are impossible");
    let segments = &spec.rules.segments;
    let is_round = can_be_rolled(segments.dice) && segments.round > 0;
    ensure!(is_round, "a round of segments without dice or without segments");
    ensure!(segments.charge >= 1, "a charge shorter than a move");
    for weapon in &spec.rules.weapons {
        let in_time = weapon.handling.segments <= segments.round;
        ensure!(in_time, "weapon `{}` takes longer than a round", weapon.name);
    }
    let knows_event = |event: EventId| usize::from(event.0) < spec.events.len();
    ensure!(
        spec.places.len() + spec.ways.len() <= usize::from(u8::MAX),
        "there are more than {} places and points to go by",
        u8::MAX
    );
    let knows_place = |place: PlaceId| usize::from(place.0) < spec.places.len();
    let gates = gates(spec);
    ensure!(
        gates.len() <= MAX_OPENABLE && gates.iter().all(|event| knows_event(*event)),
        "more than {MAX_OPENABLE} events open something, or one is unknown"
    );
    for (side, of) in spec.sides.iter() {
        let (name, figures, units) = (&of.name, of.figures.len(), of.units.len());
        ensure!(
            (1..=MAX_FIGURES).contains(&figures),
            "side `{name}` needs 1 to {MAX_FIGURES} figures"
        );
        ensure!(of.cards.len() <= MAX_CARDS, "side `{name}` has more than {MAX_CARDS} order cards");
        let all = (0..units).fold(0, |set, k| set | 1_u128 << (k % MAX_FIGURES));
        let blocks = of.blocks.iter().try_fold(0, |others, block| {
            let fits = block.units & !all == 0 && block.units & others == 0;
            fits.then_some(others | block.units)
        });
        ensure!(
            of.blocks.len() <= MAX_BLOCKS && blocks.is_some(),
            "side `{name}` has more than {MAX_BLOCKS} blocks, or one of unknown units, or a unit in two"
        );
        for bot in of.bots() {
            let fits = bot.lines.len() <= MAX_LINES && bot.reactions.len() <= MAX_LINES;
            ensure!(fits, "bot `{}` has more than {MAX_LINES} lines", bot.name);
        }
        ensure!(
            scripts::been(spec, side).len() <= MAX_BEEN,
            "the bots of side `{name}` ask of more than {MAX_BEEN} places whether somebody has been there"
        );
        ensure!(of.bots().count() <= MAX_BOTS, "side `{name}` has more than {MAX_BOTS} bots");
        let in_ranks = of.units.iter().all(|unit| match unit.formation {
            Formation::Open => true,
            Formation::Line { ranks } => (1..=MOST_RANKS).contains(&ranks),
        });
        ensure!(in_ranks, "side `{name}` has a line of no ranks or more than four");
        ensure!(units <= MAX_FIGURES, "side `{name}` has more than {MAX_FIGURES} units");
        for figure in &of.figures {
            let is_known = figure.troops < spec.rules.troops.len()
                && figure.weapon < spec.rules.weapons.len()
                && figure.rank.is_none_or(|rank| rank < spec.rules.ranks.len())
                && usize::from(figure.unit.0) < units;
            ensure!(is_known, "figure `{}` refers to something unknown", figure.name);
            let Point { x, y } = figure.at;
            let on_board = (0..=spec.width).contains(&x) && (0..=spec.height).contains(&y);
            ensure!(on_board, "figure `{}` stands off the board", figure.name);
        }
        let enemy = &spec.sides[!side];
        let knows_unit = |unit: UnitId| usize::from(unit.0) < enemy.units.len();
        let knows_figure =
            |figure: FigureId| figure.side() != side && figure.index() < enemy.figures.len();
        let mut named = [false; MAX_FIGURES];
        for card in &of.cards {
            let is_known = match card.task {
                Task::Occupy(place) => knows_place(place),
                Task::Destroy(unit) => knows_unit(unit),
                Task::Kill(figure) => knows_figure(figure),
            } && card.figures.iter().all(|i| *i < figures);
            ensure!(is_known, "order card `{}` refers to something unknown", card.name);
            for &i in &card.figures {
                let is_first = !std::mem::replace(&mut named[i], true);
                ensure!(is_first, "figure `{}` is on two order cards", of.figures[i].name);
            }
        }
        let is_scored = |score: &ScoreSpec| match score.what {
            Score::Holds(hold) => knows_place(hold.place),
            Score::Escapes | Score::Losses => true,
        };
        ensure!(
            of.scores.iter().all(is_scored),
            "the points of `{name}` are for something unknown"
        );
        let is_known = |win: &WinSpec| match *win {
            WinSpec::Holds(hold) | WinSpec::HoldsFor { hold, .. } => knows_place(hold.place),
            WinSpec::Most { place, .. } => knows_place(place),
            WinSpec::Happens { event } => knows_event(event),
            WinSpec::Kills { figure } | WinSpec::Gone { who: EnemyTarget::Leader(figure) } => {
                knows_figure(figure)
            }
            WinSpec::Destroys { unit } | WinSpec::Gone { who: EnemyTarget::Body(unit) } => {
                knows_unit(unit)
            }
            _ => true,
        };
        ensure!(of.wins.iter().all(is_known), "a goal of `{name}` refers to something unknown");
        ensure!(of.objective.is_none_or(knows_place), "the objective of `{name}` is unknown");
    }
    Ok(())
}
