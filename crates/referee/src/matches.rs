//! Matches of WarSpike: blocks that count as one unit (WSC-10), matching by distance (SOW-1), the opponents in a match (WS-04),
//! and units that lie low or have prepared (WS-02).

use crate::known::*;
use crate::warspike::{Instigation, Match, Phase, free};

/// Two units matched because they are nearest to one another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) units: u128,
    pub(crate) with: u128,
}

/// Returns whether units are matched by distance.
pub(crate) fn by_distance(rules: &Rulebook) -> bool {
    rules.warspike.matching == Matching::Closest
}

impl Instigation {
    /// Returns these units, and those that count as one with any of them.
    pub(crate) fn with(&self, side: Side, units: u128) -> u128 {
        let blocks = self.blocks[side].iter();
        let theirs = blocks.filter(|block| **block & units != 0);
        theirs.fold(units, |all, block| all | block)
    }
}

impl Audit<'_> {
    pub(crate) fn check_matching(&mut self) {
        match *self.event {
            Event::FormsBlock { side, units } => self.forms_block(side, units),
            Event::Paired { side, units, with, distance } => {
                self.paired((side, units), with, distance)
            }
            Event::Acts { side, target, .. } => self.aims_at_his_match(side, target),
            Event::Contact { figure, .. } => {
                must!(self: self.may_meet_somebody() => ws(6),
                "{figure:?} runs into somebody, and nobody may answer")
            }
            Event::MeleeRound { .. } => must!(self: self.may_meet_somebody() => ws(6),
                "a round of melee of one who aims at nobody"),
            _ => {}
        }
        let shot = self.books.shot(self.event).map(|(both, _)| both);
        if let Some([by, at]) = shot.or_else(|| self.books.blow(self.event)) {
            self.aims_at_his_match(by.side(), Some(at));
        }
    }

    /// Returns whether a move may come into contact: not at the changeover, nor with no unit left to be matched with.
    fn may_meet_somebody(&self) -> bool {
        let books = &self.books.instigation;
        match books.phase {
            Phase::Between => true,
            Phase::Matches => !by_distance(self.rules) || books.pair.is_some(),
            Phase::Changeover => false,
        }
    }

    /// Checks that a block is formed as the battle defines it, before the first match of a turn.
    fn forms_block(&mut self, side: Side, units: u128) {
        let in_play = self.in_play(side);
        let spec = self.scene.spec();
        let written = match spec.rules.warspike.blocks {
            Blocks::None => false,
            Blocks::WholeSide => units == in_play,
            Blocks::AsFormed => {
                let mut blocks = spec.sides[side].blocks.iter();
                blocks.any(|block| block.units & in_play == units)
            }
        };
        let books = &mut self.books.instigation;
        let fresh = books.phase == Phase::Matches && books.done[side] == 0 && books.of.is_none();
        let apart = books.blocks[side].iter().all(|block| block & units == 0);
        books.blocks[side].push(units);
        let is_block = units.count_ones() > 1;
        must!(self: written && fresh && apart && is_block => wsc(10),
            "a block {units:b} of {side:?}: as written {written}, in time {fresh}, in no other {apart}");
    }

    /// Checks that no figures of units still to be matched are nearer to an enemy than these two units.
    fn paired(&mut self, (side, units): (Side, u128), with: u128, distance: Len) {
        self.match_is_over();
        let [own, theirs] = self.unmatched(side);
        let books = &mut self.books.instigation;
        let turn = books.phase == Phase::Matches && books.instigator == Some(side);
        let done = books.with(!side, with);
        books.done[!side] |= done;
        books.pair = Some(Pair { units, with });
        let fresh = units & !own == 0 && with & !theirs == 0;
        let least = self.between(side, own, theirs);
        let apart = self.between(side, units, with);
        must!(self: by_distance(self.rules) && turn && fresh => sow(1),
            "{units:b} of {side:?} is matched with {with:b}, out of turn or again");
        must!(self: apart.is_some() && apart == least && apart.map(i64::isqrt) == Some(distance.into())
            => sow(1),
            "{units:b} of {side:?} is {apart:?} (squared) from {with:b}, others {least:?}, told {distance}");
    }

    /// Returns the units that may still be matched, the Instigator's and the Retaliator's.
    pub(crate) fn unmatched(&self, side: Side) -> [u128; 2] {
        let [own, theirs] = [side, !side].map(|side| self.in_play(side));
        let books = &self.books.instigation;
        [
            free(self.scene, side, own) & !books.done[side] & !books.idle[side],
            theirs & !books.done[!side] & !books.specials.low[!side],
        ]
    }

    /// Returns how near units of a side are to units of the other (squared).
    fn between(&self, side: Side, own: u128, theirs: u128) -> Option<i64> {
        let at = self.scene.positions;
        let of = |side: Side, units: u128| {
            let members = self.books.alive[side] & members(self.scene, side, units);
            each(members).map(move |i| at[side][i])
        };
        let others: Vec<Point> = of(!side, theirs).collect();
        of(side, own).flat_map(|at| others.iter().map(move |other| other.distance2(at))).min()
    }

    /// Checks that in a match by distance the Instigator aims only at the unit it is matched with.
    fn aims_at_his_match(&mut self, side: Side, target: Option<FigureId>) {
        let books = &self.books.instigation;
        let (Some(target), Some(of), true) = (target, books.of, by_distance(self.rules)) else {
            return;
        };
        let with = books.pair.map_or(0, |pair| pair.with);
        let unit = units_of(self.scene, target.side(), 1 << target.index());
        let his = side != of.side || unit & with != 0;
        must!(self: his => sow(1), "{target:?} is aimed at in a match with {with:b}");
    }
}

/// The opponents in the current match.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Against {
    /// The acting figures.
    actors: FigureSet,
    /// Figures of both sides that have come into contact.
    came: BySide<FigureSet>,
    /// The unit that must be fought, if settled.
    due: Option<u128>,
    /// The unit that is fought.
    with: Option<u128>,
    /// The next blow is a free one, at a figure leaving a melee (ADC-8), and no part of the fight.
    free: bool,
}

impl Audit<'_> {
    pub(crate) fn check_isolation(&mut self) {
        match *self.event {
            Event::Acts { figures, .. } => {
                self.books.instigation.against = Against { actors: figures, ..Against::default() };
            }
            Event::Contact { figure, enemy } => {
                let came = &mut self.books.instigation.against.came;
                for figure in [figure, enemy] {
                    came.put(figure);
                }
            }
            Event::MeleeRound { .. } => self.is_to_fight(),
            Event::FreeBlow { .. } => self.books.instigation.against.free = true,
            _ => {}
        }
        if let Some(both) = self.books.blow(self.event)
            && !std::mem::take(&mut self.books.instigation.against.free)
        {
            self.bout(both);
        }
    }

    /// Begins a round: it is fought with the unit that reacts, if it is in contact with the fighters; else with the charged
    /// unit, if they have reached it.
    fn is_to_fight(&mut self) {
        let books = &self.books.instigation;
        let Some(of @ Match { side, .. }) = books.of else { return };
        let meet = |own: FigureSet, enemy: FigureSet| {
            let met = self.touched_by(side, own & self.scene.engaged[side]);
            met & enemy & self.scene.engaged[!side] != 0
        };
        let members = |side, units| members(self.scene, side, units);
        let (action, _, aimed_at) = of.acts.unwrap_or((ActionKind::Stand, None, 0));
        let Against { actors, came, .. } = books.against;
        let reacting = books.with(!side, of.reacting);
        let charged = books.with(!side, aimed_at);
        let reacts_in_contact = match of.reacts {
            Some((ReactionKind::Fight, figures)) => meet(members(side, of.units), figures),
            Some((kind, figures)) if kind.is_move() => {
                meet(members(side, of.units), figures & came[!side])
            }
            _ => false,
        };
        let stands_in_contact =
            action == ActionKind::Fight && meet(actors, members(!side, reacting));
        let due = if reacts_in_contact || stands_in_contact {
            Some(reacting)
        } else if action == ActionKind::Charge
            && meet(actors & came[side], members(!side, charged))
            && !meet(actors & came[side], members(!side, reacting))
        {
            Some(charged)
        } else {
            None
        };
        self.books.instigation.against.due = due;
    }

    /// Checks that two fighters belong to the active unit and to the only other unit with a part in the match.
    fn bout(&mut self, pair: [FigureId; 2]) {
        let books = &mut self.books.instigation;
        let Some(Match { side, units, .. }) = books.of else { return };
        let [own, enemy] = if pair[0].side() == side { pair } else { [pair[1], pair[0]] };
        let unit_of = |figure: FigureId| units_of(self.scene, figure.side(), 1 << figure.index());
        let active = unit_of(own) & units != 0;
        let theirs = books.with(!side, unit_of(enemy));
        let with = *books.against.with.get_or_insert(theirs);
        let due = books.against.due.unwrap_or(with);
        must!(self: active && theirs == with && theirs == due => ws(4),
            "{own:?} and {enemy:?} fight in a match of {units:b} with {with:b}; it is to be with {due:b}");
    }
}

/// Units affected by a special.
#[derive(Debug, Clone, Default)]
pub(crate) struct Specials {
    pub(crate) low: Units,
    prepared: Units,
    /// Units of each side that will lie low when the current match is over, and whether as a reaction.
    lying: BySide<Option<(u128, bool)>>,
    /// Units that will have prepared when it is over.
    preparing: Units,
    /// Units making the reaction that they had prepared for.
    ready: Option<(Side, u128)>,
}

impl Specials {
    /// Returns the units at the start: those that the battle hides lie low.
    pub(crate) fn at_start(battle: &Battle) -> Self {
        let hidden = |side: Side| {
            let units = battle.spec().sides[side].units.iter().enumerate();
            set_of(units.filter(|(_, unit)| unit.hidden).map(|(k, _)| k))
        };
        Self {
            low: match battle.spec().rules.system {
                System::WarSpike => BySide::from_fn(hidden),
                _ => BySide::default(),
            },
            ..Self::default()
        }
    }
}

impl Audit<'_> {
    pub(crate) fn check_specials(&mut self) {
        match *self.event {
            any!(Paired MatchBegins Changeover Advantage Ends) => self.settle_specials(),
            Event::Acts { side, action, figures, target, .. } => {
                if self.books.instigation.of.is_none() {
                    self.settle_specials();
                }
                let units = units_of(self.scene, side, figures);
                self.nobody_aims_at(target);
                let specials = &mut self.books.instigation.specials;
                let low = specials.low[side] & units;
                // A block may lie low once one of its units has been found.
                let hidden = if action == ActionKind::LieLow { low == units } else { low != 0 };
                match action {
                    ActionKind::LieLow => specials.lying[side] = Some((units, false)),
                    ActionKind::Prepare => specials.preparing[side] |= units,
                    _ => {}
                }
                must!(self: !hidden => ws(2), "units {units:b} of {side:?} lie low and act");
            }
            Event::Reacts { side, units, figures, reaction, prepared, .. } => {
                let actors = units_of(self.scene, side, figures);
                let specials = &mut self.books.instigation.specials;
                let mine = specials.prepared[side] & units;
                specials.prepared[side] &= !mine;
                specials.ready = Some((side, mine));
                match reaction {
                    ReactionKind::LieLow => specials.lying[side] = Some((actors, true)),
                    ReactionKind::Prepare => specials.preparing[side] |= actors,
                    _ => {}
                }
                must!(self: prepared == (mine != 0) => ws(2),
                    "{units:b} of {side:?} react, prepared: {prepared}");
            }
            Event::Found { side, unit } => self.is_found(side, unit),
            _ => {}
        }
        // A unit that lies low by the current action or reaction can still be aimed at.
        if let Some(([_, target], _)) = self.books.shot(self.event) {
            self.nobody_aims_at(Some(target));
        }
    }

    fn nobody_aims_at(&mut self, target: Option<FigureId>) {
        let Some(target) = target else { return };
        let unit = self.scene.traits(target).unit;
        let hidden = has(self.books.instigation.specials.low[target.side()], usize::from(unit.0));
        must!(self: !hidden => ws(2), "{target:?} lies low and is aimed at");
    }

    /// Returns what a prepared unit adds to its rolls in the current reaction.
    pub(crate) fn edge_of(&self, figure: FigureId) -> i32 {
        let unit = self.scene.traits(figure).unit;
        let ready = self.books.instigation.specials.ready;
        let is_ready = ready
            .is_some_and(|(side, units)| side == figure.side() && has(units, usize::from(unit.0)));
        if is_ready { self.rules.warspike.prepared } else { 0 }
    }

    /// Returns whether an enemy is near enough to find a unit.
    fn has_enemy_near(&self, side: Side, unit: UnitId) -> bool {
        let near = self.rules.warspike.found;
        let near = i64::from(near.max(contact(self.scene.battle)));
        let alive = self.books.alive;
        each(alive[side] & members(self.scene, side, 1 << unit.0)).any(|i| {
            let at = self.scene.positions[side][i];
            each(alive[!side]).any(|j| self.scene.positions[!side][j].distance2(at) <= near * near)
        })
    }

    /// Checks that a unit that is found lay low, and acts or has an enemy near.
    fn is_found(&mut self, side: Side, unit: UnitId) {
        let near = self.has_enemy_near(side, unit);
        let books = &mut self.books.instigation;
        let specials = &mut books.specials;
        let lying = specials.lying[side].as_mut();
        let lying = lying.is_some_and(|(units, as_reaction)| {
            let is_among = has(*units, usize::from(unit.0));
            // A unit run into after it reacted by lying low keeps its block from lying low too.
            *units &= if is_among && *as_reaction { 0 } else { !(1 << unit.0) };
            is_among
        });
        let lay_low = lying || has(specials.low[side], usize::from(unit.0));
        specials.low[side] &= !(1 << unit.0);
        // After the changeover its action is reported next.
        let acts = books.of.is_none_or(|of| {
            let units = if of.side == side { of.units } else { of.reacting };
            has(units, usize::from(unit.0))
        });
        must!(self: lay_low && (near || acts) => ws(2),
            "{unit:?} of {side:?} is found: lay low {lay_low}, near {near}");
    }

    /// Settles specials at the end of the current match or move: which units lie low from now on, which have prepared; and
    /// checks that units with an enemy near are found.
    fn settle_specials(&mut self) {
        let specials = &mut self.books.instigation.specials;
        specials.ready = None;
        for side in Side::BOTH {
            let specials = &mut self.books.instigation.specials;
            specials.prepared[side] |= std::mem::take(&mut specials.preparing[side]);
            if let Some((units, as_reaction)) = specials.lying[side].take() {
                // A unit run into meanwhile does not lie low, nor does its block.
                let mut each = (0..128).filter(|unit| has(units, *unit));
                let near =
                    as_reaction && each.any(|unit| self.has_enemy_near(side, UnitId(unit as u8)));
                let low = &mut self.books.instigation.specials.low[side];
                *low |= if near { 0 } else { units };
            }
            let low = self.books.instigation.specials.low[side];
            for unit in (0..128).filter(|unit| has(low, *unit)) {
                let near = self.has_enemy_near(side, UnitId(unit as u8));
                must!(self: !near => ws(2), "unit {unit} of {side:?} lies low with an enemy near");
            }
        }
    }
}
