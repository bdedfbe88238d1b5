//! From units to figures: troop types, weapons, leaders and positions.

use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::battle::{BattleSpec, Edge, FeatureSpec, FigureSpec, UnitId, UnitSpec};
use skirmish_engine::rulebook::{Formation, Rulebook};

use super::{Lookup, terrain};
use crate::code::Code;
use crate::file::{BodyFile, FacingFile, LayoutFile, LeaderFile, MixFile, SideFile};
use crate::layout::{self, Frame, Middle};
use crate::limits;
use crate::path;
use crate::problem::{Diagnostics, quote};
use crate::reader::{self, show_len};
use crate::source::{At, Spanned};

#[derive(Debug, Default)]
pub(super) struct Army {
    pub(super) units: Vec<UnitSpec>,
    pub(super) figures: Vec<FigureSpec>,
    /// The gear of each figure, by index in the rulebook (FT-10).
    gear: Vec<Vec<usize>>,
    /// Where each figure's position was written; `None` if nothing says it, which is noted elsewhere.
    places: Vec<Option<At>>,
    names: Vec<Spanned<String>>,
    /// Whether the number of figures of some unit could not be read, which is noted elsewhere.
    pub(super) may_be_more: bool,
}

impl Army {
    pub(super) fn of_unit(&self, unit: usize) -> Vec<usize> {
        (0..self.figures.len()).filter(|i| usize::from(self.figures[*i].unit.0) == unit).collect()
    }

    /// Returns whether any figure stands in line with a weapon that fires.
    pub(super) fn has_line(&self, rules: Option<&Rulebook>) -> bool {
        self.figures.iter().any(|figure| {
            let unit = &self.units[usize::from(figure.unit.0)];
            unit.formation != Formation::Open
                && rules
                    .is_none_or(|r| r.weapons.get(figure.weapon).is_none_or(|w| w.stick.is_some()))
        })
    }

    pub(super) fn unit(&self, name: &str) -> Option<usize> {
        self.units.iter().position(|u| u.name == name)
    }

    pub(super) fn leader(&self, name: &str) -> Option<usize> {
        self.figures.iter().position(|f| f.rank.is_some() && f.name == name)
    }

    pub(super) fn unit_names(&self) -> impl Iterator<Item = &str> {
        self.units.iter().map(|u| u.name.as_str())
    }

    pub(super) fn leader_names(&self) -> impl Iterator<Item = &str> {
        self.figures.iter().filter(|f| f.rank.is_some()).map(|f| f.name.as_str())
    }
}

pub(super) fn army(
    diag: &mut Diagnostics,
    lookup: &Lookup<'_>,
    side: &SideFile,
    enemy: &SideFile,
) -> Army {
    let mut army =
        Army { may_be_more: side.bodies.iter().any(BodyFile::is_uncounted), ..Army::default() };
    for body in &side.bodies {
        suits(diag, lookup, body);
        let frame = frame(diag, lookup, body, enemy);
        muster(diag, lookup, body, frame, &mut army);
    }
    if side.bodies.is_empty() {
        let message = format!("the side {} has no figures", quote(&side.name.value));
        diag.problem(Code::EmptySide, side.name.at, message).hint(format!(
            "add a body: `[[{}]]`",
            path::heading(["side", &side.name.value, "body"])
        ));
    }
    if army.figures.len() as i64 > limits::FIGURES_SIDE.most {
        reader::amount(diag, army.figures.len(), side.name.at, &limits::FIGURES_SIDE);
        army.figures.truncate(limits::FIGURES_SIDE.most as usize);
        army.gear.truncate(limits::FIGURES_SIDE.most as usize);
        army.places.truncate(limits::FIGURES_SIDE.most as usize);
    }
    army
}

#[derive(Clone, Copy)]
struct Kit {
    troops: usize,
    weapon: usize,
}

/// Notes keys of a unit that the rulebook doesn't use.
fn suits(diag: &mut Diagnostics, lookup: &Lookup<'_>, body: &BodyFile) {
    let Some(rules) = lookup.rules else { return };
    if !rules.fighting.has_skill_dice()
        && let Some(formation) = body.formation
        && formation.value != Formation::Open
    {
        diag.problem(Code::OutOfUse, formation.at, "the rulebook's way of fighting has no lines")
            .hint("leave `formation` and `ranks` out, or play with `fighting = \"petite-guerre\"`");
    }
    if !rules.fighting.has_host_shots()
        && !lookup.are_foreign
        && let Some(morale) = body.morale
    {
        let message = "the rulebook's way of fighting gives bodies no morale";
        diag.problem(Code::OutOfUse, morale.at, message)
            .hint("leave `morale` out, or play with `fighting = \"host\"`");
    }
}

/// Returns the frame of a unit, which faces as the file says or else the middle of the enemy.
fn frame(diag: &mut Diagnostics, lookup: &Lookup<'_>, body: &BodyFile, enemy: &SideFile) -> Frame {
    let own = body.layout.as_ref().map_or(Point::default(), layout::middle);
    let edge = |edge| match edge {
        Edge::Left => Point::new(-UNIT, 0),
        Edge::Right => Point::new(UNIT, 0),
        Edge::Bottom => Point::new(0, -UNIT),
        Edge::Top => Point::new(0, UNIT),
    };
    let board = &lookup.file.board;
    // The middles of the board, the enemy, the terrain and the places.
    let bodies = enemy.bodies.iter().filter_map(|body| body.layout.as_ref());
    let shapes = board.features.iter().filter_map(|feature| feature.shape.as_ref());
    let cues = [
        Middle::of([Point::default(), Point::new(board.width, board.height)]),
        Middle::of(bodies.map(layout::middle)),
        Middle::of(shapes.flat_map(layout::corners)),
        Middle::of(board.places.iter().map(|place| place.at.value)),
    ];
    let is_somewhere = |way: &Point| *way != Point::default();
    let [middle, enemies, ..] = cues.map(|cue| Some(cue.from(own)).filter(is_somewhere));
    let direction = match body.facing.map(|f| f.value) {
        Some(FacingFile::Edge(of)) => Some(edge(of)),
        Some(FacingFile::Point(point)) => Some(Middle::of([point]).from(own)).filter(is_somewhere),
        None => enemies.or(middle),
    };
    if direction.is_none()
        && let Some(facing) = body.facing
    {
        let message =
            format!("the body {} stands at the point that it faces", quote(&body.name.value));
        diag.problem(Code::Choice, facing.at, message)
            .spot(own)
            .hint("face an edge, such as `facing = \"top\"`, or a point further off");
    }
    Frame::new(own, direction.unwrap_or_else(|| edge(Edge::Top)), cues)
}

/// Where figures stand that nothing gives a place, which is a mistake of its own: off the board, where nobody sees them.
const NOWHERE: Point = Point::new(-UNIT, -UNIT);

fn muster(
    diag: &mut Diagnostics,
    lookup: &Lookup<'_>,
    body: &BodyFile,
    frame: Frame,
    army: &mut Army,
) {
    let Ok(unit) = u8::try_from(army.units.len()) else { return };
    let count = count(diag, body);
    let troops = mix(diag, &body.troops, count, |diag, name| {
        troop_type(diag, lookup.rules, name, &body.name)
    });
    let weapons =
        mix(diag, &body.weapon, count, |diag, name| weapon(diag, lookup.rules, name, &body.name));
    let base = lookup.rules.map_or(UNIT, |r| r.movement.base);
    let points = body.layout.as_ref().map_or_else(Vec::new, |l| match body.ranks() {
        Some(ranks) => layout::in_ranks(l, count, base, ranks, frame),
        None => layout::points(l, count, base, frame),
    });
    let first = army.figures.len();
    army.names.push(body.name.clone());
    army.names.extend(body.leaders().map(|l| l.name.clone()));
    let leaders: Vec<(&LeaderFile, Kit, usize)> = body
        .leaders()
        .map(|l| {
            let usual = |kinds: &[usize]| kinds.first().copied().unwrap_or(0);
            let troop = |diag: &mut Diagnostics, t| troop_type(diag, lookup.rules, t, &l.name);
            let arm = |diag: &mut Diagnostics, w| weapon(diag, lookup.rules, w, &l.name);
            let kit = Kit {
                troops: match &l.troops {
                    Some(name) => troop(diag, name),
                    None => usual(&troops),
                },
                weapon: match &l.weapon {
                    Some(name) => arm(diag, name),
                    None => usual(&weapons),
                },
            };
            (l, kit, rank(diag, lookup.rules, l))
        })
        .collect();
    let kits: Vec<Kit> = (0..count)
        .map(|i| match leaders.get(i) {
            Some((_, kit, _)) => *kit,
            None => Kit {
                troops: troops.get(i).copied().unwrap_or(0),
                weapon: weapons.get(i).copied().unwrap_or(0),
            },
        })
        .collect();
    let own_gear = |i: usize| leaders.get(i).and_then(|(leader, ..)| leader.gear.as_ref());
    let of_all = kits.iter().enumerate().filter(|(i, _)| own_gear(*i).is_none());
    let of_all: Vec<usize> = of_all.map(|(_, kit)| kit.troops).collect();
    let of_all = gear(diag, lookup, &body.gear, &of_all, &body.name);
    for (i, kit) in kits.iter().enumerate() {
        army.gear.push(match own_gear(i) {
            None => of_all.clone(),
            Some(own) => gear(diag, lookup, own, &[kit.troops], &leaders[i].0.name),
        });
    }
    let at = body.layout.as_ref().map_or(body.at, LayoutFile::at);
    for (i, kit) in kits.iter().enumerate() {
        let leader = leaders.get(i);
        let file = leader.map(|(file, ..)| *file);
        army.figures.push(FigureSpec {
            name: file
                .map_or_else(|| format!("{} {}", body.name.value, i + 1), |l| l.name.value.clone()),
            unit: UnitId(unit),
            troops: kit.troops,
            rank: leader.map(|(_, _, rank)| *rank),
            weapon: kit.weapon,
            mounted: file.and_then(|l| l.mounted).unwrap_or(body.mounted),
            commands_all: file.is_some_and(|l| l.commands_all),
            at: points.get(i).copied().unwrap_or(NOWHERE),
        });
        army.places.push(match &body.layout {
            Some(LayoutFile::Each(each, _)) => Some(each.get(i).map_or(at, |p| p.at)),
            Some(_) if !body.is_uncounted() => Some(at),
            _ => None,
        });
    }
    let has_morale = |r: &Rulebook| r.fighting.has_host_shots();
    let morale = body.morale.as_ref().filter(|_| lookup.rules.is_none_or(has_morale));
    army.units.push(UnitSpec {
        name: body.name.value.clone(),
        leader: (!leaders.is_empty()).then_some(first),
        morale: morale.map(|m| m.value),
        formation: body.formation.map_or(Formation::Open, |f| f.value),
        facing: frame.facing,
        on_hold: body.hold,
        hidden: body.hidden,
        bot: None,
    });
}

/// Returns how many figures a unit has and notes contradictions. If the number can't be read, it counts its leaders.
fn count(diag: &mut Diagnostics, body: &BodyFile) -> usize {
    let mut written: Vec<(usize, At, String)> = Vec::new();
    if let Some(figures) = &body.figures {
        written.push((figures.value as usize, figures.at, "`figures`".to_owned()));
    }
    for (mix, what) in [(&body.troops, "`troops`"), (&body.weapon, "`weapon`")] {
        if let MixFile::Counts(counts) = mix
            && let Some((first, _)) = counts.first()
        {
            let sum = counts.iter().map(|(_, count)| usize::from(*count)).sum();
            written.push((sum, first.at, what.to_owned()));
        }
    }
    if let Some(LayoutFile::Each(points, at)) = &body.layout {
        written.push((points.len(), *at, "`each`".to_owned()));
    }
    let Some((count, _, first)) = written.first().cloned() else {
        let message =
            format!("nothing says how many figures the body {} has", quote(&body.name.value));
        diag.problem(Code::Missing, body.at, message)
            .hint("add `figures = 8`, or counts in `troops`, or points in `each`");
        return 0;
    };
    if body.is_uncounted() {
        return body.leaders().count().max(1);
    }
    for (other, at, what) in &written[1..] {
        if *other != count {
            let message = format!("{first} says {count} figures, but {what} says {other}");
            diag.problem(Code::Sum, *at, message);
        }
    }
    let (ranks, leaders) = (body.ranks(), body.leaders().count());
    if count < leaders {
        let message = format!("there are {leaders} leaders, but `figures` says {count}");
        diag.problem(Code::Sum, body.at, message);
    }
    if let (Some(ranks), Some(formation)) = (ranks, body.formation)
        && count < usize::from(ranks)
    {
        let message = format!("there are {ranks} ranks, but `figures` says {count}");
        diag.problem(Code::Sum, formation.at, message);
    }
    count.min(limits::FIGURES.most as usize)
}

fn mix(
    diag: &mut Diagnostics,
    mix: &MixFile,
    count: usize,
    mut find: impl FnMut(&mut Diagnostics, &Spanned<String>) -> usize,
) -> Vec<usize> {
    match mix {
        MixFile::Absent => Vec::new(),
        MixFile::All(name) => vec![find(diag, name); count],
        MixFile::Counts(counts) => counts
            .iter()
            .flat_map(|(name, count)| {
                let index = find(diag, name);
                std::iter::repeat_n(index, usize::from(*count))
            })
            .collect(),
    }
}

fn troop_type(
    diag: &mut Diagnostics,
    rules: Option<&Rulebook>,
    name: &Spanned<String>,
    user: &Spanned<String>,
) -> usize {
    let Some(rules) = rules else { return 0 };
    let known: Vec<&str> = rules.troops.iter().map(|t| t.name.as_str()).collect();
    let is_rank = rules.ranks.iter().any(|rank| rank.name == name.value);
    let hint = "it is a rank: `troops` says how well figures fight, `rank` how well a leader leads";
    let hint = is_rank.then_some(hint);
    find(diag, (Code::UnknownTroops, "troop type"), name, user, &known, hint)
}

fn weapon(
    diag: &mut Diagnostics,
    rules: Option<&Rulebook>,
    name: &Spanned<String>,
    user: &Spanned<String>,
) -> usize {
    let Some(rules) = rules else { return 0 };
    let known: Vec<&str> = rules.weapons.iter().map(|w| w.name.as_str()).collect();
    find(diag, (Code::UnknownWeapon, "weapon"), name, user, &known, None)
}

/// Returns the gear of some troop types, by index in the rulebook (FT-10).
fn gear(
    diag: &mut Diagnostics,
    lookup: &Lookup<'_>,
    named: &[Spanned<String>],
    troops: &[usize],
    user: &Spanned<String>,
) -> Vec<usize> {
    let Some(rules) = lookup.rules else { return Vec::new() };
    let mut all: Vec<usize> = Vec::new();
    if rules.steps.gear.is_empty() {
        if let Some(first) = named.first().filter(|_| !lookup.are_foreign) {
            diag.problem(Code::OutOfUse, first.at, "the rulebook has no gear").hint(
                "leave `gear` out; gear goes with fighting by steps, and stands under `[gear.NAME]` in a rulebook",
            );
        }
        return all;
    }
    let known: Vec<&str> = rules.steps.gear.iter().map(|gear| gear.name.as_str()).collect();
    for name in named {
        let Some(k) = known.iter().position(|other| *other == name.value) else {
            find(diag, (Code::UnknownGear, "gear"), name, user, &known, None);
            continue;
        };
        let gear = &rules.steps.gear[k];
        let may_not = troops.iter().find(|troops| !gear.is_for(**troops));
        if let Some(troops) = may_not.and_then(|troops| rules.troops.get(*troops)) {
            let message =
                format!("the troop type {} has no {}", quote(&troops.name), quote(&gear.name));
            let may: Vec<String> = gear
                .troops
                .iter()
                .filter_map(|k| Some(quote(&rules.troops.get(*k)?.name).to_string()))
                .collect();
            diag.problem(Code::Fighting, name.at, message).label(used_by(user)).hint(format!(
                "{} may have it; add to `troops` of {}",
                may.join(", "),
                quote(&path::join(["gear", &gear.name]))
            ));
        }
        if all.contains(&k) {
            let message = format!("the gear {} is listed twice", quote(&name.value));
            diag.problem(Code::Duplicate, name.at, message);
        } else {
            all.push(k);
        }
    }
    all
}

/// Gives each figure with gear a troop type of its own, with what the gear adds (FT-10).
pub(super) fn equip(rules: &mut Rulebook, figures: &mut [FigureSpec], army: &Army) {
    for (figure, gear) in figures.iter_mut().zip(&army.gear).filter(|(_, gear)| !gear.is_empty()) {
        let Some(plain) = rules.troops.get(figure.troops).cloned() else { continue };
        let equipped = gear.iter().fold(plain, |troops, k| troops.with(&rules.steps.gear[*k]));
        let known = rules.troops.iter().position(|other| *other == equipped);
        figure.troops = known.unwrap_or_else(|| {
            rules.troops.push(equipped);
            rules.troops.len() - 1
        });
    }
}

/// Returns `used by NAME` for a message, or nothing without a name.
fn used_by(user: &Spanned<String>) -> String {
    match user.value.as_str() {
        "" => String::new(),
        name => format!("used by {}", quote(name)),
    }
}

fn rank(diag: &mut Diagnostics, rules: Option<&Rulebook>, leader: &LeaderFile) -> usize {
    let (Some(rules), Some(rank)) = (rules, &leader.rank) else {
        return 0;
    };
    let known: Vec<&str> = rules.ranks.iter().map(|r| r.name.as_str()).collect();
    let is_troops = rules.troops.iter().any(|troops| troops.name == rank.value);
    let hint =
        "it is a troop type: `rank` says how well a leader leads, `troops` how well it fights";
    let hint = is_troops.then_some(hint);
    find(diag, (Code::UnknownRank, "rank"), rank, &leader.name, &known, hint)
}

fn find(
    diag: &mut Diagnostics,
    (code, what): (Code, &str),
    name: &Spanned<String>,
    user: &Spanned<String>,
    known: &[&str],
    hint: Option<&str>,
) -> usize {
    let found = known.iter().position(|k| *k == name.value);
    // A rulebook without any has a problem of its own.
    let is_told = known.is_empty() && !diag.is_clean();
    if found.is_none() && !is_told {
        let problem = diag
            .problem(code, name.at, format!("{what} {} is not defined", quote(&name.value)))
            .label(used_by(user))
            .suggest(&name.value, known.iter().copied());
        if let Some(hint) = hint {
            problem.hint(hint);
        }
    }
    found.unwrap_or(0)
}

/// Notes equal names of units and leaders; cards and goals need them to differ within a side, transcripts across sides.
pub(super) fn names(diag: &mut Diagnostics, armies: &[Army; 2]) {
    for army in armies {
        for (i, name) in army.names.iter().enumerate() {
            if !name.value.is_empty() && army.names[..i].iter().any(|n| n.value == name.value) {
                let message = format!("the name {} is used twice", quote(&name.value));
                diag.problem(Code::Duplicate, name.at, message)
                    .hint("bodies and leaders of a side need names of their own");
            }
        }
    }
}

/// Notes figures that start where there is no room for a base (HOST-1).
pub(super) fn in_gaps(diag: &mut Diagnostics, armies: &[Army; 2], spec: &BattleSpec) {
    let gaps = spec.narrow_gaps();
    for army in armies {
        let standing = army.figures.iter().zip(&army.places);
        let stuck = standing.filter(|(figure, _)| gaps.iter().any(|gap| gap.stops(figure.at)));
        for (figure, at) in stuck.filter_map(|(figure, at)| at.map(|at| (figure, at))) {
            let message = format!(
                "{} would stand in a gap narrower than a base, at [{}, {}]",
                quote(&figure.name),
                show_len(figure.at.x),
                show_len(figure.at.y)
            );
            diag.problem(Code::InBarred, at, message)
                .spot(figure.at)
                .hint("widen the gap, or move the body");
        }
    }
}

/// Notes figures that start off the board, inside walls or inside one another.
pub(super) fn positions(
    diag: &mut Diagnostics,
    lookup: &Lookup<'_>,
    armies: &[Army; 2],
    features: &[FeatureSpec],
) {
    let base = lookup.rules.map_or(UNIT, |r| r.movement.base);
    let mut standing: Vec<(Point, &str, At, &str)> = Vec::new();
    for army in armies {
        for (figure, at) in army.figures.iter().zip(&army.places) {
            if let Some(at) = at {
                let body = &army.units[usize::from(figure.unit.0)].name;
                standing.push((figure.at, &figure.name, *at, body));
            }
        }
    }
    // A misplaced block has many bad figures; one note for each place is enough.
    let mut told: Vec<(Code, At)> = Vec::new();
    for (i, (point, name, at, body)) in standing.iter().enumerate() {
        let mut once = |code: Code| {
            let new = !told.contains(&(code, *at));
            told.push((code, *at));
            new
        };
        if !terrain::on_board(lookup.file, *point) {
            if once(Code::OffBoard) {
                terrain::off_board(diag, lookup.file, &quote(name), *point, *at);
            }
            continue;
        }
        if let Some(feature) = terrain::barring(features, *point)
            && once(Code::InBarred)
        {
            let message = format!(
                "{} would stand inside the {}, at [{}, {}]",
                quote(name),
                feature.name,
                show_len(point.x),
                show_len(point.y)
            );
            diag.problem(Code::InBarred, *at, message)
                .spot(*point)
                .hint("move the body, or give each figure its point with `each`");
        }
        let other = standing[..i].iter().find(|(other, ..)| point.distance2(*other) < square(base));
        if let Some((_, other, beside, _)) = other
            && once(Code::Overlap)
        {
            let bases = format!("bases are {} wide", show_len(base));
            // The same place in the file means the same unit.
            let (message, hint) = match beside == at {
                true => (
                    format!("there is no room for all of {} where they are laid out", quote(body)),
                    format!("{bases}: give them more room, or make them fewer"),
                ),
                false => (format!("{} and {} overlap", quote(name), quote(other)), bases),
            };
            diag.problem(Code::Overlap, *at, message).spot(*point).hint(hint);
        }
    }
}

fn square(len: Len) -> i64 {
    i64::from(len) * i64::from(len)
}
