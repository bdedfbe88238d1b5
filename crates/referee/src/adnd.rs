//! Rounds of segments: what is declared and in which order, and when it completes (AD-01 to AD-09). Blows, shots and moves are
//! kept in `segments`.

use crate::known::*;
use crate::segments::{Declaration, Left, OrderPlace, acts_on, at_once, set_moments};
use crate::steps::may_not_attack;
use crate::surprise::Unawares;

/// A place before all others.
const FIRST: OrderPlace = (0, i32::MIN, i32::MIN, 0);

/// What comes at one place on one segment.
#[derive(Debug, Clone, Default)]
pub(crate) struct Exchange {
    /// Figures of both sides that act at once, and those of them that have.
    pub(crate) at_once: BySide<FigureSet>,
    came: BySide<FigureSet>,
    /// Figures that complete an action.
    pub(crate) acting: BySide<FigureSet>,
    /// Figures with a blow or a shot not made yet.
    pub(crate) blows: BySide<FigureSet>,
    pub(crate) shots: BySide<FigureSet>,
    /// An extra strike that has just been reported.
    pub(crate) extra: Option<(FigureId, bool)>,
    /// Figures that have had an extra strike, before the slower weapon and with it.
    pub(crate) extras: [BySide<FigureSet>; 2],
    /// The last shooter, its target, and the shots of its volley left.
    pub(crate) volley: Option<(FigureId, FigureId, u8)>,
    /// The speed factor of the last blow.
    pub(crate) factor: Option<u8>,
    /// The last striker among those that act at once, and the factor it came with.
    pub(crate) last_blow: Option<(FigureId, u8)>,
    /// Figures thrown off by such blows: the factor of the blow, and the enemies they are no longer in contact with.
    pub(crate) thrown_off: Vec<(FigureId, u8, FigureSet)>,
    /// Figures that have yet to strike in charges, by rank, and the rank of the last of these blows (ADC-7).
    pub(crate) ranks: Vec<(FigureId, i32)>,
    pub(crate) rank: Option<i32>,
    /// Figures whose timed action a hit must spoil.
    pub(crate) hit: BySide<FigureSet>,
}

/// The current round.
#[derive(Debug, Clone, Default)]
pub(crate) struct Round {
    /// Its number in the game; 0 before the first.
    pub(crate) number: u32,
    /// Surprise before the first round.
    pub(crate) unawares: Unawares,
    rolled: BySide<i32>,
    pub(crate) declarations: Vec<Declaration>,
    /// The place of the last declaration.
    declared: Option<OrderPlace>,
    /// Declarations are over, and the segments they come on have been worked out.
    open: bool,
    /// The segment of the last event.
    segment: u16,
    /// Figures that have moved on since.
    pub(crate) on_the_way: BySide<FigureSet>,
    /// It has just been reported which figures act at once.
    fresh: bool,
    /// Movers have gone on since the last action came.
    pub(crate) gone_on: bool,
    pub(crate) at: Option<(u16, OrderPlace)>,
    /// A roll has been made in it.
    pub(crate) rolled_for: bool,
    pub(crate) now: Exchange,
    /// Figures that have had an extra strike in an earlier exchange of the round.
    pub(crate) favoured: BySide<FigureSet>,
    /// Figures that have struck in this round because of a charge.
    struck: BySide<FigureSet>,
    /// A free blow that has just been reported (ADC-8).
    pub(crate) free: Option<(FigureId, FigureId)>,
    /// Figures that have left the table since the last action at another place or on another segment.
    pub(crate) left: Vec<Left>,
    /// Figures that have withdrawn by their morale since the round began (ADC-5).
    pub(crate) withdrawn: BySide<FigureSet>,
    /// Figures that have been thrown back since the round began (AD-04).
    pub(crate) thrown: BySide<FigureSet>,
    /// What each figure has spent of its allowance, or lost.
    pub(crate) spent: BySide<Vec<Len>>,
    /// The allowance of each figure when it last went on: a wound since then does not call it back (PG-08).
    pub(crate) allowed: BySide<Vec<Len>>,
    /// Figures that have moved in the round.
    pub(crate) walked: BySide<FigureSet>,
    /// The round in which each figure last charged; 0 for never.
    pub(crate) charged: BySide<Vec<u32>>,
}

impl Round {
    const fn is_under_way(&self) -> bool {
        self.number > 0 || self.unawares.segment > 0
    }

    pub(crate) fn declaration_of(&mut self, figure: FigureId) -> Option<&mut Declaration> {
        let own = |declaration: &&mut Declaration| {
            declaration.side == figure.side() && has(declaration.figures, figure.index())
        };
        self.declarations.iter_mut().find(own)
    }

    /// Returns the segment after which a spell of these figures begins (ADC-6).
    fn begins(&self, of: &Declaration, figures: FigureSet, routine: u8, rules: &Segments) -> u16 {
        if rules.segment == SideSegment::ByMethod || self.unawares.is_under_way(of.side, figures) {
            return 0;
        }
        let place = of.place(routine, rules.routines);
        acts_on(place, self.rolled[of.side], self.rolled[!of.side])
    }

    /// Returns the segment on which the next part of a declaration comes; `None` if it has no segment, or is over.
    pub(crate) fn due(&self, of: &Declaration, rules: &Segments) -> Option<u16> {
        match of.moments.get(usize::from(of.over)) {
            Some((due, _)) => Some(*due),
            None if of.takes > 0 && of.over == 0 => {
                Some(self.begins(of, of.figures, 0, rules) + u16::from(of.takes))
            }
            None => None,
        }
    }

    pub(crate) fn escapes(&mut self, figure: FigureId) -> bool {
        self.declaration_of(figure).is_some_and(|own| own.action == ActionKind::Escape)
    }
}

impl Audit<'_> {
    pub(crate) fn check_adnd(&mut self) {
        if !matches!(self.event, Event::Declares { .. } | Event::SegmentRoll { .. }) {
            self.declarations_are_over();
        }
        self.is_driven();
        match *self.event {
            Event::Surprise { .. } => self.surprise(),
            Event::SurpriseSegment { segment, surprised } => {
                self.surprise_segment(segment, surprised);
            }
            Event::SegmentRoll { round, rolled } => self.round_begins(round, rolled),
            Event::Declares { .. } => self.declares(),
            Event::Acts { side, action, figures, .. } => {
                let mut own = self.books.segments.declarations.iter_mut();
                let told =
                    own.find(|own| !own.begun && own.covers(side, action, figures) && figures != 0);
                must!(self: told.map(|declaration| declaration.begun = true).is_some() => ad(3),
                    "{figures:b} of {side:?} had not declared: {}", action.name());
            }
            Event::Simultaneous { figures, segment, .. } => {
                self.exchange_is_over();
                let round = &mut self.books.segments;
                round.now.at_once = figures;
                round.fresh = true;
                let back = segment < round.segment;
                round.segment = segment;
                must!(self: !back && figures.0.iter().all(|set| *set != 0) => ad(8),
                    "{figures:?} at once on segment {segment}");
            }
            Event::Completes { .. } => self.completes(),
            Event::ChargeStrikes { figure, segment } => self.arrives(figure, segment),
            Event::MeetsCharge { .. } => self.meets_charge(),
            Event::Escapes { figure } => self.leaves(figure),
            Event::Dies { figure, .. } => {
                self.books.segments.left.retain(|left| left.figure != figure);
            }
            Event::Ends { .. } => {
                self.exchange_is_over();
                self.ties_are_settled();
            }
            _ => self.check_segments(),
        }
    }

    fn round_begins(&mut self, number: u32, rolled: BySide<i32>) {
        let before = self.page_is_over();
        self.surprise_is_over();
        let dice = self.rules.segments.dice;
        let round = &mut self.books.segments;
        (round.number, round.rolled) = (number, rolled);
        must!(self: number == before + 1 => ad(1), "round {number} after {before}");
        let can = Side::BOTH.map(|side| can_show(dice, rolled[side]));
        must!(self: can == [true; 2] => ad(1), "{rolled:?} on {dice}");
    }

    /// Ends a round or a surprise segment, with everything declared in it, and opens a new page. Returns the number of that
    /// round.
    pub(crate) fn page_is_over(&mut self) -> u32 {
        self.declarations_are_over();
        self.exchange_is_over();
        let (rules, segments) = (&self.rules.segments, self.last_segment());
        let mut round = std::mem::take(&mut self.books.segments);
        let was_under_way = round.is_under_way();
        let begins = |of: &Declaration| round.begins(of, of.figures, 0, rules);
        let began: Vec<u16> = round.declarations.iter().map(begins).collect();
        let mut unawares = std::mem::take(&mut round.unawares);
        let cast = std::mem::take(&mut unawares.cast);
        for (of, began) in round.declarations.iter().zip(began) {
            let able = of.figures & self.books.alive[of.side] & !of.spoiled;
            // A figure stopped before it set off has done nothing.
            let stopped = of.action.is_move() && !of.begun;
            // A spell that takes longer goes on in the next (ADC-6, ADC-9).
            let goes_on = of.takes > 0 && began + u16::from(of.takes) > segments;
            if goes_on {
                // Dice may call for a segment that the round does not have.
                unawares.goes_on(of.side, able, &cast, segments.saturating_sub(began));
            }
            must!(self: able == 0 || stopped || goes_on || of.over >= of.parts() => ad(4),
                "{able:b} of {:?} have not: {}", of.side, of.action.name());
        }
        let lengths = || BySide::from_fn(|_| vec![0; MAX_FIGURES]);
        let charged = was_under_way.then_some(round.charged);
        self.books.segments = Round {
            unawares,
            spent: lengths(),
            allowed: lengths(),
            charged: charged.unwrap_or_else(|| BySide::from_fn(|_| vec![0; MAX_FIGURES])),
            ..Round::default()
        };
        round.number
    }

    /// Checks a declaration: of figures that are alike and have declared nothing, as their dice and their kind allow, and in
    /// the order of action (AD-01 to AD-03).
    fn declares(&mut self) {
        told!(self: Event::Declares { side, action, figures, targets, routines, total, last,
            charging, takes, .. });
        let rules = &self.rules.segments;
        let one = units_of(self.scene, side, figures).count_ones() == 1;
        let round = &self.books.segments;
        let open = round.open || !round.is_under_way();
        let idle = figures & round.unawares.surprised[side];
        let own = round.declarations.iter().filter(|declaration| declaration.side == side);
        let again = own.fold(0, |set, declaration| set | declaration.figures) & figures;
        let rolled = round.rolled[side];
        let in_surprise = round.unawares.segment > 0;
        let number = round.number.max(round.unawares.segment);
        let first = figures.trailing_zeros() as usize;
        let cast = round.unawares.cast_by(FigureId::new(side, first % MAX_FIGURES));
        must!(self: idle == 0 => adc(9), "{idle:b} of {side:?} are surprised and declare");
        must!(self: one && again == 0 && !open => ad(3),
            "{figures:b} of {side:?} declare, {again:b} again: {}", action.name());
        if figures == 0 {
            return;
        }
        let traits = &self.scene.traits_of(side)[first];
        let nature = &traits.nature;
        let is_spell = traits.handling.segments > 0;
        let blows = nature.routines(nature.blows.in_round(number));
        let shots = nature.routines(traits.handling.shots.in_round(number));
        let one_volley = rules.missiles == Missiles::OneVolley;
        let shots = if one_volley { shots.min(1) } else { shots };
        let shots = match in_surprise && !one_volley {
            true => shots.saturating_mul(rules.surprise.shots).min(MOST_ROUTINES),
            false => shots,
        };
        // Without a commitment there is one routine, or what haste gives.
        let plain = if nature.hasted { blows.max(2) } else { 1 };
        let holds_back = self.scene.battle.bot_of(side, traits.unit).holds_back && !nature.hasted;
        let most = if holds_back { 1 } else { u8::MAX };
        let modifier = nature.reaction_modifier(traits.rate, rules);
        let is_untimed_shot = action.is_shooting() && !is_spell;
        let claims = [
            (!is_untimed_shot).then_some((plain, 0)),
            is_untimed_shot.then_some((plain, modifier)),
            (action == ActionKind::Fight).then_some((blows.min(most), 0)),
            is_untimed_shot.then_some((shots.min(most), modifier)),
        ];
        let claimed = claims.contains(&Some((routines, total - rolled)));
        must!(self: claimed && last == nature.is_last() => ad(1),
            "{figures:b} of {side:?} stand at {total} with {routines} routines, last: {last}");
        let is_cast = is_spell && action == ActionKind::Shoot;
        let spell = if is_cast { traits.handling.segments.saturating_sub(cast) } else { 0 };
        must!(self: takes == spell => ad(4), "{} takes {takes} segments", action.name());
        let declaration = Declaration {
            side,
            action,
            figures,
            targets,
            charging,
            standing: routines,
            routines: match action {
                ActionKind::Fight => routines,
                ActionKind::Shoot if !is_spell => routines,
                _ => 1,
            },
            total,
            last,
            takes,
            speed_factor: traits.handling.speed_factor.filter(|_| action == ActionKind::Fight),
            ..Declaration::default()
        };
        // Figures not committed to a shot have declared by the die alone, else with their modifier.
        let mut spoken = [rolled, total]
            .map(|total| Declaration { total, ..declaration.clone() }.place(0, rules.routines));
        spoken.sort_unstable();
        let round = &mut self.books.segments;
        let before = round.declared;
        let place = spoken.into_iter().find(|at| before.is_none_or(|before| before <= *at));
        round.declared = place.or(before);
        must!(self: place.is_some() => ad(3),
            "{figures:b} of {side:?} declare at {spoken:?}, after {before:?}");
        self.may_declare(&declaration);
        self.books.segments.declarations.push(declaration);
    }

    /// Checks that figures out of melee fight only by a charge: rested, and at an enemy within reach (AD-09).
    fn may_declare(&mut self, declaration: &Declaration) {
        let side = declaration.side;
        let fights = declaration.action == ActionKind::Fight;
        let out = declaration.figures & !self.scene.engaged[side];
        must!(self: !fights || out == 0 => ad(9),
            "{out:b} of {side:?} are to fight and are out of melee");
        if declaration.action == ActionKind::Set {
            let rules = &self.rules.segments;
            let traits = self.scene.traits_of(side);
            let able = each(declaration.figures).all(|i| traits[i].handling.set_damage > 0);
            let right = able && declaration.figures & self.scene.engaged[side] == 0;
            must!(self: right && rules.charge_met == ChargeMet::LongerFirst => adc(7),
                "{:b} of {side:?} set weapons against a charge", declaration.figures);
        }
        let may = declaration.action == ActionKind::Charge
            && declaration.charging & !declaration.figures == 0;
        must!(self: may || declaration.charging == 0 => ad(9),
            "{:b} of {side:?} charge in: {}", declaration.charging, declaration.action.name());
        let rules = self.rules;
        let parts = self.parts();
        for i in each(declaration.charging) {
            let figure = FigureId::new(side, i);
            let books = &self.books;
            let full = books.drill.allowance(self.scene, figure, Pace::Normal);
            let last = books.segments.charged[side].get(i).copied().unwrap_or(0);
            // A charge in surprise counts for the first round.
            let number = books.segments.number.max(1);
            let reach = full.saturating_mul(rules.segments.charge) / parts
                + contact(self.scene.battle)
                + ROUNDING;
            let at = self.scene.positions[side][i];
            let near = each(declaration.targets)
                .any(|j| self.costs_at_least(at, self.scene.positions[!side][j]) <= reach);
            must!(self: near => ad(9), "{figure:?} charges, and nobody is within reach");
            let rested = last == 0 || number >= last.saturating_add(rules.segments.charge_rest);
            must!(self: rested => ad(9), "{figure:?} charges in round {number} and in {last}");
        }
    }

    /// Returns the least cost of a charge at an enemy, up to its centre: where the straight way is open, with the slow ground
    /// on it.
    fn costs_at_least(&self, from: Point, to: Point) -> Len {
        let (terrain, movement) = (self.terrain(), &self.rules.movement);
        let leg = Leg::new(from, to);
        let slow = terrain.slow_runs(&leg).filter(|_| terrain.is_passable(from, to));
        let (Some(slow), None) = (slow, &movement.paces) else { return leg.length };
        let contact = leg.length - contact(self.scene.battle);
        let over = slow.as_slice().iter().map(|(start, end)| ((*end).min(contact) - start).max(0));
        leg.length + over.sum::<Len>() * (movement.slow_factor - 1)
    }

    /// Works out the declarations before any of them takes effect.
    fn declarations_are_over(&mut self) {
        let rules = &self.rules.segments;
        let round = &mut self.books.segments;
        if round.is_under_way() && !round.open {
            round.open = true;
            if round.unawares.segment > 0 {
                at_once(&mut round.declarations);
            } else {
                set_moments(&mut round.declarations, round.rolled, rules);
            }
        }
    }

    /// Checks an action that comes on a segment, in the order of action: not before the last one, and with the other side's
    /// only if that has been reported (AD-01, AD-08).
    fn comes(
        &mut self,
        (side, figures): (Side, FigureSet),
        segment: u16,
        place: OrderPlace,
        is_joint: bool,
    ) {
        let together = self.rules.segments.same_segment == SameSegment::Together;
        self.gone_so_far(segment);
        let order = self.rules.segments.routines;
        let round = &mut self.books.segments;
        for mover in round.declarations.iter_mut().filter(|mover| mover.action.is_move()) {
            // Where a whole segment is simultaneous, all movers go on before what comes on it.
            let has_gone_on = if together { is_joint } else { mover.place(0, order) <= place };
            let gone = segment.saturating_sub(u16::from(!has_gone_on));
            mover.gone_until = gone.max(mover.gone_until);
        }
        let before = round.at;
        // Simultaneous actions on a segment do not depend on their places.
        let place = match before {
            Some((at, place)) if is_joint && at == segment => place,
            _ if is_joint => FIRST,
            _ => place,
        };
        let again = round.now.came[side] & figures != 0;
        let told = figures & !round.now.at_once[side] == 0;
        // Simultaneous actions all complete before anything is rolled; where a whole segment is simultaneous, their places may
        // differ.
        let is_rolled = std::mem::take(&mut round.rolled_for);
        let on_it = before.is_some_and(|(at, _)| at == segment);
        let alone = round.now.acting[!side] == 0;
        let goes_on = match together {
            true => told && !again || on_it && !is_rolled && alone,
            false => before == Some((segment, place)),
        };
        if !std::mem::take(&mut round.fresh) && !goes_on {
            self.exchange_is_over();
        }
        let round = &mut self.books.segments;
        (round.at, round.gone_on) = (Some((segment, place)), false);
        round.left.retain_mut(|left| left.ties_with(place, segment, is_joint));
        let now = &mut round.now;
        let announced = figures & !now.at_once[side] == 0;
        let alone = now.acting[!side] == 0;
        now.acting[side] |= figures;
        now.came[side] |= figures;
        round.segment = segment;
        must!(self: before.is_none_or(|at| at <= (segment, place)) => ad(4),
            "{figures:b} of {side:?} come at {place:?} on segment {segment}, after {before:?}");
        must!(self: alone || announced => ad(8),
            "{figures:b} of {side:?} come with the others on segment {segment}, untold");
        if is_joint {
            self.nobody_is_late(side, segment);
        }
    }

    /// Checks that all figures that were to act at once have, and that none goes on with an action spoiled by a hit.
    fn exchange_is_over(&mut self) {
        let round = &mut self.books.segments;
        let Exchange { at_once, came, extra, extras, hit, .. } = std::mem::take(&mut round.now);
        // A charger that no longer finds an enemy in contact does not strike.
        let chargers = BySide::from_fn(|side| {
            let own = round.declarations.iter().filter(|declaration| declaration.side == side);
            own.fold(0, |set, declaration| set | declaration.charging)
        });
        let missing = BySide::from_fn(|side| {
            at_once[side] & !came[side] & !chargers[side] & self.books.alive[side]
        });
        for side in Side::BOTH {
            round.favoured[side] |= extras[0][side] | extras[1][side];
        }
        must!(self: missing.0 == [0; 2] => ad(8), "{missing:?} were to act at once with others");
        // By steps it may contain no attack (FT-02).
        let may_not = self.rules.fighting.is_by_steps()
            && extra.is_some_and(|(who, _)| may_not_attack(self.scene, who));
        must!(self: extra.is_none() || may_not => ad(10),
            "{extra:?} has an extra strike and does not make it");
        must!(self: hit.0 == [0; 2] => ad(4),
            "{hit:?} have been hit, and their timed action is not lost");
    }

    /// Checks that a routine or a timed action completes: the next one declared, on its segment and by its rule.
    fn completes(&mut self) {
        told!(self: Event::Completes { side, action, figures, routine, segment, rule });
        let rules = &self.rules.segments;
        let last = self.last_segment();
        let round = &mut self.books.segments;
        let found = round.declarations.iter().position(|of| of.covers(side, action, figures));
        let Some(k) = found.filter(|_| figures != 0) else {
            let what = format!("{figures:b} of {side:?} had not declared: {}", action.name());
            return self.breach(ad(3), what);
        };
        let before = routine.saturating_sub(1);
        let place = round.declarations[k].place(before, rules.routines);
        let begins = round.begins(&round.declarations[k], figures, before, rules);
        let is_joint = round.declarations[k].is_joint(before, rules);
        let declaration = &mut round.declarations[k];
        let next = declaration.over + 1;
        let most = declaration.parts();
        declaration.over = routine;
        let spoiled = declaration.spoiled & figures;
        let (is_move, begun) = (action.is_move(), declaration.begun);
        let right = match declaration.moments.get(usize::from(before)) {
            Some((due, by)) => (segment, rule) == (*due, *by),
            None if is_move => segment <= last && rule == ad(5),
            None => (segment, rule) == (begins + u16::from(declaration.takes), ad(5)),
        };
        let back = segment < round.segment;
        must!(self: routine == next && routine <= most && begun => ad(2),
            "routine {routine} of {figures:b} of {side:?}; {next} of {most} is due");
        must!(self: spoiled == 0 => ad(4),
            "{spoiled:b} of {side:?} have been hit and complete: {}", action.name());
        let own = if rule == ad(6) || rule == ad(7) || rule == adc(6) { rule } else { ad(4) };
        must!(self: right && !back => own,
            "{figures:b} of {side:?} on segment {segment} by {rule}: {}", action.name());
        if is_move {
            self.exchange_is_over();
            self.books.segments.segment = segment;
            self.gone_so_far(segment);
            return;
        }
        self.comes((side, figures), segment, place, is_joint);
        let round = &mut self.books.segments;
        match action {
            ActionKind::Fight => round.now.blows[side] |= figures,
            ActionKind::Shoot => round.now.shots[side] |= figures,
            _ => {}
        }
    }

    /// Checks, where everything on a segment is simultaneous, that figures of the other side completing an action on it have
    /// been reported to act at once (AD-08).
    fn nobody_is_late(&mut self, side: Side, segment: u16) {
        let rules = &self.rules.segments;
        let round = &self.books.segments;
        let is_due = |of: &&Declaration| {
            of.side != side && round.due(of, rules) == Some(segment) && of.is_joint(of.over, rules)
        };
        let due = round.declarations.iter().filter(is_due);
        let due = due.fold(0, |set, of| set | of.figures & !of.spoiled) & self.books.alive[!side];
        let late = due & !round.now.at_once[!side] & !round.now.came[!side];
        must!(self: late == 0 => ad(8),
            "{late:b} of {:?} complete something on segment {segment} too", !side);
    }

    /// Checks that a charger strikes on arrival, once (AD-09).
    fn arrives(&mut self, figure: FigureId, segment: u16) {
        let rules = &self.rules.segments;
        let (side, bit): (_, FigureSet) = (figure.side(), 1 << figure.index());
        let last = self.last_segment();
        let round = &mut self.books.segments;
        let back = segment < round.segment || segment > last;
        let may = round.declaration_of(figure).map(|declaration| {
            let may = declaration.charging & bit != 0 && declaration.arrived & bit == 0;
            declaration.arrived |= bit;
            (may, declaration.place(0, rules.routines))
        });
        // A figure met by a charger that goes on later in the segment arrives with it, and still has the initiative.
        if std::mem::take(&mut round.gone_on) && round.at.is_some_and(|(at, _)| at == segment) {
            round.at = None;
        }
        // By either reading a figure that has got home has charged; but not one that was met before it moved.
        if is_in(round.walked, figure) {
            round.charged[side][figure.index()] = round.number.max(1);
        }
        let again = round.struck.put(figure);
        let (may, place) = may.unwrap_or_default();
        let may = may && !again;
        must!(self: may && !back => ad(9), "{figure:?} strikes on arrival on segment {segment}");
        let is_joint = rules.same_segment == SameSegment::Together;
        self.comes((side, bit), segment, place, is_joint);
        let round = &mut self.books.segments;
        round.now.blows.put(figure);
        if rules.charge_met == ChargeMet::LongerFirst {
            let length = self.scene.traits(figure).handling.length;
            round.now.ranks.push((figure, -length));
        }
    }

    /// Checks that a charged figure strikes too (ADC-7): once in a round, and only if it does nothing else in it, charges or
    /// closes itself, or has set its weapon.
    fn meets_charge(&mut self) {
        told!(self: Event::MeetsCharge { figure, charger, lengths, set });
        let rules = &self.rules.segments;
        let length = |who: FigureId| self.scene.traits(who).handling.length;
        let bit = 1 << figure.index();
        let round = &mut self.books.segments;
        let own = round.declaration_of(figure).filter(|own| own.spoiled & bit == 0);
        let action = own.as_ref().map(|own| own.action);
        let is_set = action == Some(ActionKind::Set);
        if let Some(own) = own.filter(|own| own.action == ActionKind::Charge) {
            own.arrived |= bit;
        }
        let may = matches!(action, None | Some(ActionKind::Charge | ActionKind::Set));
        let comes = is_in(round.now.blows, charger) && charger.side() != figure.side();
        let again = round.struck.put(figure);
        let surprised = is_in(round.unawares.surprised, figure);
        round.now.blows.put(figure);
        round.now.ranks.push((figure, if set { i32::MIN } else { -lengths[0] }));
        let may = may && comes && !again && !surprised && set == is_set;
        must!(self: may && rules.charge_met == ChargeMet::LongerFirst => adc(7),
            "{figure:?} meets the charge of {charger:?}, set: {set}");
        must!(self: lengths == [figure, charger].map(length) => adc(7),
            "{figure:?} and {charger:?} have weapons of {lengths:?}/256 feet");
    }
}
