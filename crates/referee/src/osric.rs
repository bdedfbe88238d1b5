//! AD&D's blows, shots and hit points, and the facing of figures, which blows from behind depend on (ADC-1 to ADC-4).

use crate::known::*;

/// Attacks of which something is still to be reported.
#[derive(Debug, Clone, Default)]
pub(crate) struct Points {
    /// Hits whose damage has not been reported yet: attacker, target, cause.
    hits: Vec<(FigureId, FigureId, Cause)>,
    /// A free blow that has just been reported (ADC-8).
    free: Option<(FigureId, FigureId)>,
}

/// Returns whether an amount may come to a number; hit points and damage are at least 1.
fn is_of(amount: Amount, number: i32) -> bool {
    (amount.min().max(1)..=amount.max().max(1)).contains(&number)
}

impl Audit<'_> {
    pub(crate) fn check_points(&mut self) {
        if let Some(figure) = self.books.life.falls.take() {
            let dies = matches!(*self.event, Event::Dies { figure: dead, .. } if dead == figure);
            let pressed = matches!(self.event, Event::LosesControl { .. });
            self.books.life.falls = Some(figure).filter(|_| pressed);
            must!(self: dies || pressed => adc(2), "{figure:?} has no hit point left and stands");
        } else if let Event::Dies { figure, .. } = *self.event {
            self.breach(adc(2), format!("{figure:?} falls with points left"));
        }
        self.enter_fronts();
        match *self.event {
            Event::HitPoints { figure, points } => {
                let right = is_of(troops(self.scene, figure).body.hit_points, points);
                let before = self.books.life.of(figure).replace(points);
                must!(self: right && before.is_none() => adc(2),
                    "{figure:?} gets {points} hit points, and had {before:?}");
            }
            Event::FreeBlow { by, target } => {
                self.books.points.free = Some((by, target));
                must!(self: touch(self.scene, by, target) => adc(8),
                    "{by:?} has a free blow at {target:?}, out of contact");
            }
            Event::Attacks { .. } => self.attacks(),
            Event::Harmed { .. } => self.harmed(),
            _ => {}
        }
    }

    fn attacks(&mut self) {
        told!(self: Event::Attacks { by, target, band, armour_class, rear, modifier, needed,
            rolled, hit, reactive, .. });
        let is_free = self.books.points.free.take() == Some((by, target));
        let rules = self.rules;
        let table = needed_to_hit(troops(self.scene, by).body.level, armour_class);
        must!(self: needed == table - modifier => adc(1),
            "{needed} is needed, by the table {table} less {modifier}");
        must!(self: hit == (rolled >= needed) => adc(1), "{rolled} against {needed}");
        // In a round of segments nothing stops a simultaneous attack (AD-08), and a shot may have been declared at a figure
        // that falls before it.
        let here = |figure: FigureId| is_in(self.books.alive, figure);
        let at_once = self.in_segments;
        must!(self: here(by) || at_once => adc(1), "{by:?} is gone and attacks");
        let reaches = band.is_some() || at_once || here(target) && touch(self.scene, by, target);
        must!(self: reaches && by.side() != target.side() => adc(1),
            "{by:?} strikes at {target:?}, out of contact");
        let osric = &rules.osric;
        let edge = self.edge_of(by);
        let may_charge = |charges: Option<bool>, more: i32| match charges {
            Some(charges) => vec![if charges { more } else { 0 }],
            None => vec![0, more],
        };
        let (parts, worse) = match band {
            Some(band) => {
                let far = osric.range[usize::from(band).min(2)];
                let cover = [0, osric.screened, osric.protected];
                let haste = if reactive { osric.reactive } else { 0 };
                (cover.map(|cover| far + cover + haste).to_vec(), vec![0])
            }
            None if is_free => (vec![osric.free_blow], vec![0]),
            None => (
                may_charge(self.has_charged(by), osric.charge),
                may_charge(self.has_charged(target), osric.exposed),
            ),
        };
        let from_behind = if rear { osric.rear } else { 0 };
        must!(self: parts.iter().any(|sum| sum + from_behind + edge == modifier) => adc(4),
            "{by:?} has a modifier of {modifier}");
        let own = troops(self.scene, target).body.armour_class;
        must!(self: worse.iter().any(|worse| own + worse == armour_class) => adc(4),
            "{target:?} of armour class {own} counts as {armour_class}");
        match band {
            None => self.check_front((by, target), rear, is_free),
            Some(_) => must!(self: !rear => adc(4), "{by:?} shoots from behind"),
        }
        if hit {
            let cause = if band.is_some() { Cause::Shot } else { Cause::Melee };
            self.books.points.hits.push((by, target, cause));
        }
    }

    fn harmed(&mut self) {
        told!(self: Event::Harmed { figure, by, damage, rolled, times, set, left, cause });
        let harm = weapon(self.scene, by).harm;
        let amount = if cause == Cause::Shot { harm.shot } else { harm.blow };
        let points = &mut self.books.points;
        let owed = points.hits.iter().position(|hit| *hit == (by, figure, cause));
        let owed = owed.map(|k| points.hits.remove(k));
        let life = &mut self.books.life;
        let before = life.of(figure).replace(left).unwrap_or(0);
        life.falls = (left <= 0).then_some(figure);
        must!(self: owed.is_some() => adc(1), "{figure:?} is harmed by {by:?} without a hit");
        let shows = amount.dice.map_or(rolled == 0, |dice| can_show(dice, rolled));
        let right = (rolled + amount.plus).max(1) * times;
        must!(self: shows && damage == right => adc(2),
            "{damage} of damage by {amount}, rolls {rolled}, {times} times");
        let may = match cause {
            Cause::Shot => [(1, false); 2],
            Cause::Melee => self.multiples(by),
        };
        must!(self: may.contains(&(times, set)) => adc(7),
            "{by:?} does {times} times the damage, set: {set}; by the rule {may:?}");
        must!(self: left == before - damage => adc(2), "{before} points less {damage} are {left}");
        let here = is_in(self.books.alive, figure) || self.is_across(figure);
        must!(self: here && before > 0 => adc(2), "{figure:?} is down already");
    }

    /// Returns how many times its damage a figure's blow may do, and whether its weapon is set: once, or as often as a weapon
    /// does that is set against a charge or wielded in a mounted charge (ADC-7).
    fn multiples(&mut self, by: FigureId) -> [(i32, bool); 2] {
        let traits = self.scene.traits(by);
        let declaration = self.books.segments.declaration_of(by);
        let more = match declaration {
            Some(own) if own.action == ActionKind::Set => (traits.handling.set_damage, true),
            Some(own) if traits.mounted && has(own.charging, by.index()) => {
                (traits.handling.charge_damage, false)
            }
            _ => (1, false),
        };
        [(1, false), (i32::from(more.0.max(1)), more.1)]
    }
}

const fn facing(from: Point, to: Point) -> Point {
    Point::new(to.x - from.x, to.y - from.y)
}

/// Returns whether an enemy stands behind a figure with this facing: more than 135 degrees off it.
fn is_behind(
    scene: &Scene<'_>,
    figure: FigureId,
    front: Option<Point>,
    enemy: FigureId,
) -> Option<bool> {
    let (front, to) = (front?, facing(scene.at(figure), scene.at(enemy)));
    let (x, y) = (i64::from(to.x), i64::from(to.y));
    let (u, v) = (i64::from(front.x), i64::from(front.y));
    Some(-(x * u + y * v) > (x * v - y * u).abs())
}

/// The facing of all figures by the books.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fronts {
    /// `None` where the reports leave it open.
    of: BySide<Vec<Option<Point>>>,
    /// Figures that have come up to the enemy and not fought since.
    fresh: BySide<FigureSet>,
    /// Figures that have run at the enemy in reaction to the current action.
    answer: BySide<FigureSet>,
    /// Figures that have fought in the last round of melee, and those of them that have struck.
    fought: BySide<FigureSet>,
    struck: BySide<FigureSet>,
    /// A figure has left that round before it was over.
    torn: bool,
}

impl Fronts {
    pub(crate) fn new(spec: &BattleSpec) -> Self {
        Self {
            of: BySide::from_fn(|side| {
                let (figures, units) = (spec.sides[side].figures.iter(), &spec.sides[side].units);
                figures.map(|figure| Some(units[usize::from(figure.unit.0)].facing)).collect()
            }),
            ..Self::default()
        }
    }

    fn looks(&mut self, figure: FigureId, front: Option<Point>) {
        self.of[figure.side()][figure.index()] = front;
    }

    fn round_is_over(&mut self) {
        self.fresh.keep(|side| !self.fought[side]);
        (self.fought, self.struck, self.torn) = Default::default();
    }
}

impl Audit<'_> {
    /// Enters what an event other than a blow changes.
    pub(crate) fn enter_fronts(&mut self) {
        let fronts = &mut self.books.fronts;
        fronts.fresh.keep(|side| self.scene.engaged[side]);
        match *self.event {
            Event::Acts { .. } => {
                fronts.answer = BySide([0, 0]);
                if !self.rules.system.fights_by_turn() {
                    fronts.fresh = BySide([0, 0]);
                }
            }
            Event::MeleeRound { .. } => fronts.round_is_over(),
            // A figure that withdraws goes back facing the enemy.
            Event::Moves {
                figure,
                from,
                to,
                why: MoveKind::PushBack | MoveKind::Retreat | MoveKind::GiveWay,
                ..
            } => fronts.looks(figure, Some(facing(to, from))),
            Event::Moves { figure, from, to, way, why, .. } => {
                // For a way with corners only the length is reported, not the last leg.
                let is_straight = way <= from.distance(to) + 1;
                fronts.looks(figure, is_straight.then_some(facing(from, to)));
                if why == MoveKind::ReactEngage {
                    fronts.answer.put(figure);
                }
            }
            // The target may be somewhere else by now.
            Event::Attacks { by, band: Some(_), reactive: false, .. } => fronts.looks(by, None),
            Event::Contact { figure, enemy } => {
                fronts.round_is_over();
                fronts.fresh.put(figure);
                if is_in(fronts.answer, enemy) {
                    fronts.fresh.put(enemy);
                }
            }
            Event::NerveCheck { result, .. } => fronts.torn |= result != NerveResult::Holds,
            // They turn to the enemy they are about to strike, if it does not fall first.
            Event::Completes { side, action: ActionKind::Fight, figures, .. } => {
                each(figures).for_each(|i| fronts.looks(FigureId::new(side, i), None))
            }
            // So do chargers, which may have been met before they moved.
            Event::ChargeStrikes { figure, .. } => fronts.looks(figure, None),
            Event::SegmentRoll { .. } => self.turn_about(),
            _ => {}
        }
    }

    /// Turns each figure that has all enemies in contact behind it towards the first of them, at the start of a round.
    fn turn_about(&mut self) {
        for side in Side::BOTH {
            for figure in each(self.scene.alive[side]).map(|i| FigureId::new(side, i)) {
                let front = self.books.fronts.of[side][figure.index()];
                let at = self.scene.at(figure);
                let met = self.touched_by(side, 1 << figure.index());
                let mut met = each(met).map(|j| FigureId::new(!side, j));
                let Some(first) = met.next() else { continue };
                let behind = |enemy| is_behind(self.scene, figure, front, enemy);
                let all = std::iter::once(first).chain(met).map(behind);
                let is_lost = all.reduce(|all, one| match (all, one) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                });
                match is_lost.flatten() {
                    Some(true) => {
                        self.books.fronts.looks(figure, Some(facing(at, self.scene.at(first))))
                    }
                    Some(false) => {}
                    None => self.books.fronts.looks(figure, None),
                }
            }
        }
    }

    /// Checks a blow by its target's facing, and enters it: the striker faces its target.
    pub(crate) fn check_front(
        &mut self,
        (by, target): (FigureId, FigureId),
        rear: bool,
        is_free: bool,
    ) {
        let system = self.rules.system;
        let fronts = &mut self.books.fronts;
        let front = fronts.of[target.side()][target.index()];
        let is_round = system != System::Adnd && !is_free;
        let runs_in = is_in(fronts.fresh, by) && !is_in(fronts.fresh, target);
        let has_struck = is_in(fronts.struck, target);
        let mut behind = is_behind(self.scene, target, front, by);
        if is_round && !runs_in && !has_struck && behind != Some(false) {
            // The first blow at a figure comes from the enemy it means to strike itself, unless that enemy has gone.
            behind = (!fronts.torn).then_some(false);
        }
        if !system.has_turns() {
            behind = Some(false);
        }
        if !is_free {
            fronts.looks(by, Some(facing(self.scene.at(by), self.scene.at(target))));
            for set in [&mut fronts.struck, &mut fronts.fought] {
                set.put(by);
            }
            fronts.fought.put(target);
        }
        let from = if rear { "from" } else { "not from" };
        must!(self: behind.is_none_or(|behind| behind == rear) => adc(4),
            "{by:?} strikes at {target:?}, who looks {front:?}, {from} behind");
    }

    /// Returns whether a figure charges home, as blows by it and at it are judged; `None` in a round of segments, where that
    /// depends on what was declared.
    pub(crate) fn has_charged(&self, figure: FigureId) -> Option<bool> {
        let is_round = !self.in_segments;
        is_round.then(|| is_in(self.books.fronts.fresh, figure))
    }
}
