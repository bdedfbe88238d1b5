//! Turns and control: whose turn it is, which figures may act in it and which have, which units are under pressure, which tests
//! fall due and what they lead to (PG-04 to PG-06).

use crate::known::*;

/// The current turn and the state of units.
#[derive(Debug, Clone, Default)]
pub(crate) struct Control {
    pub(crate) turn: Option<Side>,
    number: u32,
    /// The round of melee at the end of the turn has been fought.
    round: bool,
    /// Figures that have acted in it.
    acted: FigureSet,
    /// Units of the side that have to be tested before any figure acts.
    untested: u128,
    pub(crate) shaken: Units,
    routed: Units,
    /// Units that have been below half strength, and units that have lost figures since the last action.
    halved: Units,
    thinned: Units,
    /// Units that have been charged in flank or rear, for certain or perhaps, and have not been tested for it.
    outflanked: Units,
    perhaps: Units,
    /// The last step rolled was part of a blow (FT-07).
    at_blows: bool,
    /// A unit that must come under pressure now, and one that has by a charge whose contact must be reported now.
    pressed: Option<(Side, UnitId)>,
    charged: Option<(Side, UnitId)>,
    /// A unit that must be reported as in rout now.
    routs: Option<(Side, UnitId)>,
    /// Figures in rout that have run since the turn began, or since they were routed in it.
    fled: BySide<FigureSet>,
}

impl Control {
    fn is_shaken(&self, side: Side, unit: UnitId) -> bool {
        has(self.shaken[side], usize::from(unit.0))
    }

    pub(crate) fn is_routed(&self, side: Side, unit: UnitId) -> bool {
        has(self.routed[side], usize::from(unit.0))
    }
}

/// Takes a bit out of a set. Returns whether it was in it.
const fn takes(set: &mut u128, bit: u128) -> bool {
    let was_in = *set & bit != 0;
    *set &= !bit;
    was_in
}

/// Returns the commonest C die in a unit, the better of equally common ones (PG-04).
fn command_die(scene: &Scene<'_>, side: Side, unit: UnitId) -> u8 {
    commonest(scene, side, unit, |_, troops| troops.skills.command.into()) as u8
}

impl Audit<'_> {
    pub(crate) fn members(&self, side: Side, unit: UnitId) -> FigureSet {
        self.books.alive[side] & members(self.scene, side, 1 << unit.0)
    }

    /// Returns whether a unit has lost more than half its starting figures; a figure that left by its exit is not lost.
    fn is_below_half(&self, side: Side, unit: UnitId) -> bool {
        let figures = &self.scene.spec().sides[side].figures;
        let strength = figures.iter().filter(|f| f.unit == unit).count();
        let away = self.books.score.away_of(self.scene, side, unit);
        let kept = (self.members(side, unit) | away).count_ones();
        2 * (kept as usize) < strength
    }

    pub(crate) fn check_pressure(&mut self) {
        self.check_sequels();
        let settles = match *self.event {
            any!(Acts TurnBegins Ends) => true,
            Event::MeleeRound { why } => why == MeleeKind::Turn,
            _ => false,
        };
        if settles {
            self.check_crises();
            let untested = self.books.control.untested;
            must!(self: untested == 0 => pg(4),
                "units out of control were not tested: {untested:b}");
        }
        match *self.event {
            Event::TurnBegins { side, turn } => self.turn_begins(side, turn),
            Event::Acts { .. } => self.acts_in_turn(),
            Event::MeleeRound { .. } => {
                let again = std::mem::replace(&mut self.books.control.round, true);
                must!(self: !again => pg(13), "a second round of melee in a turn");
            }
            Event::LosesControl { side, unit, pressure } => {
                self.loses_control(side, unit, pressure)
            }
            // A figure harmed by its own shot has not come under fire.
            Event::Wounded { figure, .. } | Event::NoRoom { figure, .. }
                if self.books.control.turn == Some(figure.side()) => {}
            Event::Contact { figure, enemy } => self.charges(figure, enemy),
            Event::StepRolled { chain: ChainKind::Strike, .. } => {
                self.books.control.at_blows = true
            }
            Event::NoRoom { .. } if self.books.control.at_blows => {}
            // The outright effect of a shot has no event of its own before it (FT-06).
            Event::StepRolled { chain: ChainKind::Shoot, target, .. } => {
                self.books.gunnery.last_struck = Some(target);
                self.books.control.at_blows = false;
            }
            // A figure that falls for lack of room after a fight is no casualty of fire.
            Event::NoRoom { figure, .. } if self.books.giving.has_fought(figure) => {}
            Event::Struck { figure, cause: Cause::Shot, .. }
            | Event::Hit { figure, effect: Effect::Kill, .. }
            | Event::NoRoom { figure, effect: Effect::Kill }
            | Event::Harmed { figure, cause: Cause::Shot, .. }
            | Event::Wounded { figure, cause: Cause::Shot, .. } => {
                let (side, unit) = self.scene.unit_of(figure);
                self.books.gunnery.last_struck = Some(figure);
                let control = &mut self.books.control;
                control.pressed = Some((side, unit)).filter(|_| !control.is_shaken(side, unit));
            }
            Event::ControlTest { .. } => self.control_test(),
            Event::Routs { side, unit, figures } => {
                let members = self.members(side, unit);
                self.books.control.fled[side] &= !members;
                must!(self: figures == members => pg(4),
                    "{figures:b} rout, the unit is {members:b}");
            }
            Event::Moves { figure, from, to, why: MoveKind::Rout, .. } => {
                self.runs(figure, from, to)
            }
            Event::RoutsOff { figure } => self.runs_off(figure),
            _ => {}
        }
        if let Event::Dies { figure, .. } | Event::RoutsOff { figure } = *self.event {
            let unit = self.scene.traits(figure).unit;
            self.books.control.thinned[figure.side()] |= 1 << unit.0;
        }
    }

    /// Checks what an event must be followed by at once.
    fn check_sequels(&mut self) {
        let control = &mut self.books.control;
        let (pressed, charged, routs) =
            (control.pressed.take(), control.charged.take(), control.routs.take());
        if let Some(due) = pressed {
            let marked = matches!(*self.event, Event::LosesControl { side, unit, .. } if (side, unit) == due);
            must!(self: marked => pg(4), "{due:?} suffers fire casualties and stays in control");
        }
        if let Some(due) = charged {
            let met = matches!(*self.event, Event::Contact { enemy, .. } if self.scene.unit_of(enemy) == due);
            must!(self: met => pg(4), "{due:?} loses control to no charge");
        }
        let told = match *self.event {
            Event::Routs { side, unit, .. } => Some((side, unit)),
            _ => None,
        };
        must!(self: told == routs => pg(4), "{routs:?} is to rout, {told:?} does");
    }

    /// Checks at the end of an action that every reaction test has been taken (PG-05).
    fn check_crises(&mut self) {
        let each_loss = self.rules.control.half_strength_test == HalfStrengthTest::EachLoss;
        for side in Side::BOTH {
            for unit in 0..self.scene.spec().sides[side].units.len() {
                let (id, bit) = (UnitId(unit as u8), 1 << unit);
                let stands = self.members(side, id) != 0;
                let below = self.is_below_half(side, id);
                let control = &mut self.books.control;
                let stands = stands && !control.is_routed(side, id);
                let outflanked = control.outflanked[side] & bit != 0;
                let crossed = control.thinned[side] & bit != 0 && below;
                let due = crossed && (each_loss || control.halved[side] & bit == 0);
                if crossed {
                    control.halved[side] |= bit;
                }
                must!(self: !(stands && outflanked) => pg(5),
                    "{side:?}'s unit {unit} is charged in flank or rear and not tested");
                must!(self: !(stands && due) => pg(5),
                    "{side:?}'s unit {unit} is below half and not tested");
            }
        }
        let control = &mut self.books.control;
        (control.outflanked, control.perhaps, control.thinned) = Default::default();
    }

    fn turn_begins(&mut self, side: Side, turn: u32) {
        let control = &mut self.books.control;
        let (expected, number) =
            (control.turn.map_or(self.books.holder, |last| !last), control.number + 1);
        let round_missing = control.turn.is_some() && !control.round;
        (control.turn, control.number) = (Some(side), turn);
        (control.round, control.acted, control.untested) = Default::default();
        control.fled[side] = 0;
        for unit in each(self.in_play(side)) {
            let (id, control) = (UnitId(unit as u8), &mut self.books.control);
            if control.is_shaken(side, id) && !control.is_routed(side, id) {
                control.untested |= 1 << unit;
            }
        }
        must!(self: side == expected && turn == number => pg(4),
            "turn {turn} is {side:?}'s; turn {number} of {expected:?} is due");
        let in_contact = self.scene.engaged[Side::A] != 0;
        must!(self: !(round_missing && in_contact) => pg(13),
            "those in contact did not fight in the last turn");
    }

    /// Checks an action in a turn: by one unit in control, by figures free to act that have not acted yet (PG-04, PG-09).
    fn acts_in_turn(&mut self) {
        told!(self: Event::Acts { side, action, figures, .. });
        let traits = self.scene.traits_of(side);
        let control = &mut self.books.control;
        let (turn, round, acted) = (control.turn, control.round, control.acted);
        let out = control.shaken[side] | control.routed[side];
        control.acted |= figures;
        must!(self: turn == Some(side) && !round => pg(4),
            "{side:?} acts, and it is the turn of {turn:?}");
        // Figures that have just reloaded may fire in haste (PG-10).
        let again = if action == ActionKind::ShootInHaste { 0 } else { figures & acted };
        must!(self: again == 0 => pg(9), "{again:b} act twice in a turn");
        let shaken = each(figures).find(|i| out >> traits[*i].unit.0 & 1 == 1);
        must!(self: shaken.is_none() => pg(4), "{side:?}{shaken:?} acts out of control");
        let fights = figures & self.scene.engaged[side];
        must!(self: fights == 0 => pg(13), "{fights:b} act and are in melee");
        let mut units = each(figures).map(|i| traits[i].unit);
        let first = units.next();
        let one = units.all(|unit| Some(unit) == first)
            || matches!(action, ActionKind::AllShoot | ActionKind::ToMe);
        must!(self: one && first.is_some() => pg(4), "{figures:b} act and are not one unit");
    }

    fn loses_control(&mut self, side: Side, unit: UnitId, by: Pressure) {
        let control = &mut self.books.control;
        let already = control.is_shaken(side, unit);
        control.shaken[side] |= 1 << unit.0;
        let turn = control.turn;
        if by == Pressure::Charge {
            control.charged = Some((side, unit));
        }
        must!(self: !already && turn == Some(!side) => pg(4),
            "{side:?}'s unit {} loses control in the turn of {turn:?}", unit.0);
        // After a charge the contact is reported next; after fire the casualty has just been reported.
        let struck = self.books.gunnery.last_struck.map(|figure| self.scene.unit_of(figure));
        must!(self: by == Pressure::Charge || struck == Some((side, unit)) => pg(4),
            "{side:?}'s unit {} loses control to no casualty", unit.0);
    }

    fn charges(&mut self, figure: FigureId, enemy: FigureId) {
        let unit = self.scene.traits(enemy).unit;
        let (drill, at) = (&self.books.drill, self.scene.at(enemy));
        // A charger that goes round an obstacle comes from a corner that is not reported.
        let from = drill.from[figure.side()][figure.index()];
        let left = self.members(enemy.side(), unit);
        let is_manned = !is_in(drill.came, enemy)
            && self.terrain().is_across_barricade(self.scene.at(figure), at);
        let beside = match self.terrain().is_passable(from, at) {
            _ if is_manned => Some(false),
            true => drill.is_beside_front(self.scene, enemy, left, from),
            false => None,
        };
        let control = &mut self.books.control;
        let (side, bit) = (enemy.side(), 1 << unit.0);
        if beside == Some(true) {
            control.outflanked[side] |= bit;
        }
        if beside != Some(false) {
            control.perhaps[side] |= bit;
        }
        let (marked, turn) = (control.is_shaken(side, unit), control.turn);
        must!(self: turn == Some(figure.side()) => pg(4), "{figure:?} charges out of turn");
        must!(self: self.books.kind == ActionKind::Charge => pg(6),
            "{figure:?} comes into contact with {enemy:?} by no charge");
        must!(self: marked => pg(4), "{side:?}'s unit {} is charged and stays in control", unit.0);
    }

    fn control_test(&mut self) {
        told!(self: Event::ControlTest { side, unit, test, die, rolled, result });
        let bit = 1 << unit.0;
        let table = &self.rules.control;
        let right = match rolled {
            _ if rolled >= table.in_control => ControlResult::InControl,
            _ if rolled >= table.out_of_control => ControlResult::OutOfControl,
            _ => ControlResult::Routed,
        };
        let below = self.is_below_half(side, unit);
        let each_loss = table.half_strength_test == HalfStrengthTest::EachLoss;
        let control = &mut self.books.control;
        let routed = control.is_routed(side, unit);
        let due = match test {
            ControlTest::Activation => {
                takes(&mut control.untested, bit) && control.turn == Some(side)
            }
            ControlTest::FlankOrRear => {
                control.outflanked[side] &= !bit;
                takes(&mut control.perhaps[side], bit)
            }
            ControlTest::HalfStrength => {
                let first = control.halved[side] & bit == 0;
                control.halved[side] |= bit;
                takes(&mut control.thinned[side], bit) && below && (each_loss || first)
            }
        };
        match (result, test) {
            (ControlResult::InControl, ControlTest::Activation) => control.shaken[side] &= !bit,
            (ControlResult::InControl, _) => {}
            (out, _) => {
                control.shaken[side] |= bit;
                if out == ControlResult::Routed {
                    control.routed[side] |= bit;
                    control.routs = Some((side, unit));
                }
            }
        }
        let rule = if test == ControlTest::Activation { pg(4) } else { pg(5) };
        must!(self: due && !routed => rule,
            "{side:?}'s unit {} is tested for {test:?} without need", unit.0);
        let own = command_die(self.scene, side, unit);
        let shown = (1..=i32::from(die)).contains(&rolled);
        must!(self: die == own && shown => pg(2), "{rolled} on a d{die}; the C die is d{own}");
        must!(self: result == right => rule, "{rolled} is {result:?} and should be {right:?}");
    }

    /// Checks that a figure in rout runs once a turn, and away from the enemy unless its way is barred (PG-06).
    fn runs(&mut self, figure: FigureId, from: Point, to: Point) {
        let (side, unit) = self.scene.unit_of(figure);
        let control = &mut self.books.control;
        let routed = control.is_routed(side, unit);
        let again = control.fled.put(figure);
        must!(self: routed => pg(6), "{figure:?} runs and is not in rout");
        must!(self: !again => pg(6), "{figure:?} runs twice in a turn");
        let enemies = self.scene.standing(!side).map(|(_, at)| at);
        let Some(nearest) = enemies.min_by_key(|p| p.distance2(from)) else { return };
        // A move of a hair or two may end nearer by rounding.
        let is_a_hair = from.distance(to) <= ROUNDING;
        let away = is_a_hair || to.distance2(nearest) > from.distance2(nearest);
        let fleeing = away || self.is_cornered(figure, from, nearest);
        must!(self: fleeing => pg(6), "{figure:?} in rout runs at the enemy");
    }

    /// Returns whether a figure cannot take a short step straight away from an enemy.
    fn is_cornered(&self, figure: FigureId, from: Point, enemy: Point) -> bool {
        let terrain = self.terrain();
        let movement = &self.rules.movement;
        // A figure that gets no further than this, give or take a hair, is held up.
        let step = UNIT / 4 + ROUNDING;
        let length = enemy.distance(from).max(1);
        let p = Point::new(
            from.x + (from.x - enemy.x) * step / length,
            from.y + (from.y - enemy.y) * step / length,
        );
        let reach = movement.base + movement.contact_gap + step;
        anybody_else_within(self.scene, figure, p, reach)
            || !terrain.is_standable(p)
            || !terrain.is_passable(from, p)
    }

    fn runs_off(&mut self, figure: FigureId) {
        let unit = self.scene.traits(figure).unit;
        let routed = self.books.control.is_routed(figure.side(), unit);
        let (at, spec) = (self.scene.at(figure), self.scene.spec());
        let on_edge = at.x <= 0 || at.y <= 0 || at.x >= spec.width || at.y >= spec.height;
        must!(self: routed && on_edge => pg(6), "{figure:?} runs off the table at {at:?}");
        let here = is_in(self.books.alive, figure);
        must!(self: here => host(6), "{figure:?} runs off and is gone already");
    }
}
