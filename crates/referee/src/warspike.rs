//! Instigator and Retaliator: who instigates, matches of one action and at most one reaction, the changeover, the Advantage,
//! units on hold (WS-01 to WS-08). Opponents in matches and units lying low are kept in `matches`.

use crate::known::*;
use crate::matches::{Against, Pair, Specials, by_distance};

/// Where in a turn the game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Phase {
    /// No side instigates yet, or the Advantage has been worked out.
    #[default]
    Between,
    Matches,
    Changeover,
}

/// The current match.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Match {
    pub(crate) side: Side,
    pub(crate) units: u128,
    pub(crate) reacting: u128,
    /// Units of the Retaliator that a move is about to run into, as far as reported, until that has been checked.
    pub(crate) meets: u128,
    /// A figure has moved.
    pub(crate) moved: bool,
    /// The reported action: kind, destination, and units it is aimed at.
    pub(crate) acts: Option<(ActionKind, Option<Point>, u128)>,
    /// The reported reaction: its kind and the figures that make it.
    pub(crate) reacts: Option<(ReactionKind, FigureSet)>,
    /// It is a move at the active unit, and every straight way there is barred.
    barred: bool,
}

/// The current turn.
#[derive(Debug, Clone, Default)]
pub(crate) struct Instigation {
    pub(crate) phase: Phase,
    /// Turns played or struck off, the current one included.
    over: u32,
    /// The winner of the toss, and the sides that have passed since.
    toss: Option<Side>,
    passed: BySide<bool>,
    /// The side with the Advantage; `None` before the first turn.
    advantage: Option<Side>,
    pub(crate) instigator: Option<Side>,
    /// What counts as one unit in the turn, and the last two units matched by distance.
    pub(crate) blocks: BySide<Vec<u128>>,
    pub(crate) pair: Option<Pair>,
    /// The Instigator's units that have acted and the Retaliator's that have reacted or moved; and those that did nothing.
    pub(crate) done: Units,
    pub(crate) idle: Units,
    pub(crate) of: Option<Match>,
    pub(crate) against: Against,
    /// Units in control when the turn began, and figures lost since.
    stood: Units,
    lost: BySide<u32>,
    pub(crate) specials: Specials,
}

impl Instigation {
    pub(crate) fn at_start(scene: &Scene<'_>) -> Self {
        Self { specials: Specials::at_start(scene.battle), ..Self::default() }
    }

    pub(crate) fn reaction(&self) -> Option<ReactionKind> {
        self.of?.reacts.map(|(reaction, _)| reaction)
    }
}

/// Returns the units of a side that are free to advance (WS-08).
pub(crate) fn free(scene: &Scene<'_>, side: Side, units: u128) -> u128 {
    let specs = scene.spec().sides[side].units.iter().enumerate();
    units & !set_of(specs.filter(|(_, unit)| unit.on_hold).map(|(k, _)| k))
}

impl Audit<'_> {
    pub(crate) fn check_warspike(&mut self) {
        self.check_specials();
        self.check_matching();
        self.check_who_is_met();
        self.check_isolation();
        match *self.event {
            Event::Toss { winner } => {
                let books = &mut self.books.instigation;
                let due = books.advantage.is_none() && books.toss.is_none();
                books.toss = Some(winner);
                must!(self: due => ws(1), "a toss that is not due");
            }
            Event::PassesToss { side, able } => {
                let in_play = self.in_play(side);
                let is_able = free(self.scene, side, in_play) != 0;
                must!(self: able == is_able => ws(8), "{side:?} passes, free to advance: {able}");
                let rules = &self.rules.warspike;
                let may = rules.first_instigator == FirstInstigator::PassAllowed;
                let books = &mut self.books.instigation;
                let asked = match (books.toss, books.passed) {
                    (Some(winner), BySide([false, false])) => Some(winner),
                    (Some(winner), passed) if passed[winner] && !passed[!winner] => Some(!winner),
                    _ => None,
                };
                books.passed[side] = true;
                must!(self: may && asked == Some(side) => ws(1),
                    "{side:?} passes, and {asked:?} is asked");
            }
            Event::TurnStruckOff { turn } => self.struck_off(turn),
            Event::Instigates { side, turn } => self.instigates(side, turn),
            Event::MatchBegins { side, units, reacting, meets } => {
                self.match_begins(side, units, reacting);
                self.is_to_meet(!side, meets);
            }
            Event::Acts { .. } => self.acts_in_match(),
            Event::Reacts { .. } => self.reacts_in_match(),
            Event::Idle { side, units } => {
                let left = self.unmatched(side)[0];
                self.books.instigation.idle[side] |= units;
                // Where units are matched by distance, those that do nothing are reported one by one.
                let are_left = units == left || by_distance(self.rules) && units & !left == 0;
                must!(self: are_left => ws(5),
                    "{units:b} of {side:?} do nothing; {left:b} are left");
            }
            Event::Changeover { side } => {
                self.match_is_over();
                let books = &self.books.instigation;
                let due = books.phase == Phase::Matches && books.instigator == Some(!side);
                self.books.instigation.phase = Phase::Changeover;
                must!(self: due => ws(6), "a changeover to {side:?}");
                self.nobody_is_left(!side, ws(5));
            }
            Event::Advantage { rolled, destroyed, to } => self.advantage(rolled, destroyed, to),
            Event::Moves { figure, from, to, way, why: MoveKind::ReactEngage, .. } => {
                self.goes_straight(figure, (from, to, way));
            }
            Event::Dies { figure, .. } => self.books.instigation.lost[figure.side()] += 1,
            Event::UnitLeaves { side, figures, .. } => {
                self.books.instigation.lost[side] += figures.count_ones();
            }
            _ => {
                if let Some(([shooter, target], _)) = self.books.shot(self.event) {
                    self.shoots_in_match(shooter, target);
                }
            }
        }
    }

    /// Checks a turn that neither side instigates: both have passed, or neither has a unit free to advance.
    fn struck_off(&mut self, turn: u32) {
        let none = Side::BOTH.iter().all(|side| free(self.scene, *side, self.in_play(*side)) == 0);
        let books = &mut self.books.instigation;
        let number = books.over + 1;
        let right = books.phase == Phase::Between && (none || books.passed == BySide([true; 2]));
        (books.over, books.toss, books.passed) = (turn, None, BySide([false; 2]));
        must!(self: right && turn == number => ws(1), "turn {turn} is struck off; {number} is due");
    }

    fn instigates(&mut self, side: Side, turn: u32) {
        let begins = self.books.holder;
        let units = BySide::from_fn(|side| self.in_play(side));
        let rules = &self.rules.warspike;
        let by_situation = rules.first_instigator == FirstInstigator::Situation;
        let named = self.scene.spec().starts.is_some();
        let books = &mut self.books.instigation;
        let due = match (books.advantage, books.toss) {
            (Some(advantage), _) => Some(advantage),
            // Which side the situation favours is not reported.
            (None, None) if by_situation && !named => Some(side),
            (None, None) if named => Some(begins),
            (None, Some(winner)) if !books.passed[winner] => Some(winner),
            (None, Some(winner)) if !books.passed[!winner] => Some(!winner),
            (None, _) => None,
        };
        // If it cannot, the other side does (WS-08).
        let due = due.map(|due| if free(self.scene, due, units[due]) == 0 { !due } else { due });
        let number = books.over + 1;
        let between = books.phase == Phase::Between;
        let specials = std::mem::take(&mut books.specials);
        *books = Instigation {
            phase: Phase::Matches,
            over: turn,
            advantage: Some(side),
            instigator: Some(side),
            stood: units,
            specials,
            ..Instigation::default()
        };
        let can = free(self.scene, side, units[side]) != 0;
        must!(self: between && turn == number => ws(7), "turn {turn} begins; {number} is due");
        must!(self: due == Some(side) => ws(if number == 1 { 1 } else { 7 }),
            "{side:?} instigates, and it is on {due:?}");
        must!(self: can => ws(8), "{side:?} instigates, and all its units are on hold");
    }

    /// Checks that a match has one more unit of the Instigator, and at most one of the Retaliator (WS-02, WS-03, WS-05).
    fn match_begins(&mut self, side: Side, units: u128, reacting: u128) {
        self.match_is_over();
        let in_play = BySide::from_fn(|side| self.in_play(side));
        let unmatched = self.unmatched(side);
        let books = &mut self.books.instigation;
        let turn = books.phase == Phase::Matches && books.instigator == Some(side);
        // Only one block, or those of its units that have a part in the match.
        let one = |units: u128| units & units.wrapping_neg();
        let block = books.with(side, one(units));
        let may_act = block & in_play[side] & !books.done[side];
        let are_free = free(self.scene, side, units);
        let theirs = books.with(!side, one(reacting)) & in_play[!side];
        let may_react =
            match books.pair.filter(|pair| by_distance(self.rules) && pair.units == units) {
                Some(pair) => reacting & !pair.with == 0,
                None => reacting & !(theirs & !books.done[!side]) == 0,
            };
        let is_paired = books.pair.is_some_and(|pair| pair.units == units);
        // A unit without a pair has no unit left to be matched with.
        let fits = !by_distance(self.rules) || is_paired || unmatched[1] == 0 && reacting == 0;
        if !is_paired {
            books.pair = None;
        }
        books.done[side] |= units;
        books.done[!side] |= reacting;
        books.of = Some(Match { side, units, reacting, ..Match::default() });
        must!(self: turn && units != 0 && units & !may_act == 0 => ws(5),
            "units {units:b} of {side:?} act out of turn, or again; {may_act:b} may");
        must!(self: may_react => ws(3),
            "units {reacting:b} of {:?} react again, or are not one", !side);
        must!(self: fits => sow(1), "units {units:b} of {side:?} are not matched by distance");
        must!(self: are_free == units => ws(8),
            "of units {units:b} of {side:?} some are on hold and act");
    }

    /// Checks that all parts of a match have been reported.
    pub(crate) fn match_is_over(&mut self) {
        let Some(of) = self.books.instigation.of.take() else { return };
        must!(self: of.acts.is_some() => ws(4), "a match of {:b} without its action", of.units);
        must!(self: (of.reacting != 0) == of.reacts.is_some() => ws(4),
            "{:b} is to react and does not", of.reacting);
    }

    /// Checks an action: that of the match, or of a unit of the Retaliator after the changeover, which has no target (WS-06).
    fn acts_in_match(&mut self) {
        told!(self: Event::Acts { side, action, figures, target, destination, .. });
        let units = units_of(self.scene, side, figures);
        let aimed_at = self.aimed_at(action, side, figures, target);
        let books = &mut self.books.instigation;
        if let (Phase::Matches, Some(of)) = (books.phase, &mut books.of) {
            // A block matched by distance is matched as a whole (SOW-1).
            let is_part = by_distance(self.rules) && units & !of.units == 0;
            let theirs = units != 0 && (units == of.units || is_part);
            let own = of.side == side && theirs && of.acts.is_none();
            of.acts = Some((action, destination, aimed_at));
            must!(self: own => ws(4), "units {units:b} of {side:?} act in a match of others");
            return;
        }
        let turn = books.phase == Phase::Changeover && books.instigator == Some(!side);
        let block = books.with(side, units & units.wrapping_neg());
        let again = books.done[side] & units != 0;
        books.done[side] |= units;
        must!(self: turn && !again => ws(6),
            "units {units:b} of {side:?} act after the changeover, out of turn or again");
        must!(self: units != 0 && units & !block == 0 => ws(5),
            "{figures:b} act and are not one unit");
        use ActionKind as A;
        let goes = matches!(action, A::Move | A::Run | A::Hide | A::Appear | A::Escape);
        let quiet = goes || matches!(action, A::Reload | A::LieLow | A::Prepare);
        let quiet = quiet && target.is_none();
        must!(self: quiet => ws(6), "after the changeover: {} at {target:?}", action.name());
        must!(self: free(self.scene, side, units) == units => ws(8),
            "of units {units:b} of {side:?} some are on hold and move");
    }

    /// Checks the reaction of the match: by the unit that reacts, as the readings allow (WS-03, WS-08).
    fn reacts_in_match(&mut self) {
        told!(self: Event::Reacts { side, units, figures, reaction, destination, .. });
        let rules = &self.rules.warspike;
        let books = &mut self.books.instigation;
        let Some(of) = &mut books.of else {
            return self.breach(ws(3), format!("units {units:b} of {side:?} react in no match"));
        };
        let own = (!of.side, of.reacting) == (side, units) && of.reacts.is_none();
        let (acts, meets) = (of.acts, of.meets);
        of.reacts = Some((reaction, figures));
        let active = self.scene.alive[!side] & members(self.scene, !side, of.units);
        let (_, to, aimed_at) = acts.unwrap_or((ActionKind::Stand, None, 0));
        let aimed_at = books.with(side, aimed_at | meets);
        let actors = units_of(self.scene, side, figures);
        let theirs = actors != 0 && actors == units;
        must!(self: own && theirs && acts.is_some() => ws(3),
            "{figures:b} of {side:?} react, of {units:b}");
        let may_move = match reaction {
            ReactionKind::HeadOff => {
                rules.reaction_move >= ReactionMove::Intercept && destination == to
            }
            ReactionKind::Away | ReactionKind::TakeCover | ReactionKind::Rejoin => {
                rules.reaction_move == ReactionMove::Free
            }
            _ => true,
        };
        must!(self: may_move => ws(3), "reaction: {} to {destination:?}", reaction.name());
        let meant = aimed_at & units != 0;
        let by_target = rules.reacting_unit == ReactingUnit::Targeted && aimed_at != 0;
        must!(self: meant || !by_target => ws(3),
            "units {units:b} of {side:?} react to what is aimed at {aimed_at:b}");
        self.reacts_on_hold((side, units), aimed_at, reaction, figures);
        let (own, theirs) = (self.scene.positions[side], self.scene.positions[!side]);
        let ground = self.ground();
        let is_open = |i: usize| each(active).any(|j| ground.lets_pass(own[i], theirs[j]));
        let barred = reaction == ReactionKind::Towards && !each(figures).any(is_open);
        if let Some(of) = &mut self.books.instigation.of {
            of.barred = barred;
        }
    }

    /// Checks that a figure moving directly towards the active unit turns no corner where all straight ways are barred (WS-03).
    /// Only when it reaches the enemy may it go round a friend in its way.
    fn goes_straight(&mut self, figure: FigureId, way: (Point, Point, Len)) {
        let (from, to, way) = way;
        let side = figure.side();
        let barred = self.books.instigation.of.is_some_and(|of| of.barred);
        let turns = way > from.distance(to) + ROUNDING;
        let meets = || self.touched_by(side, 1 << figure.index()) != 0;
        must!(self: !barred || !turns || meets() => ws(3),
            "{figure:?} goes {way}/256 from {from:?} to {to:?}, which is not straight");
    }

    /// Checks that a shot of the passive side is a reaction by shooting, at the active unit (WS-03).
    fn shoots_in_match(&mut self, shooter: FigureId, target: FigureId) {
        let Some(of) = self.books.instigation.of else {
            return self.breach(ws(6), format!("{shooter:?} shoots in no match"));
        };
        if shooter.side() == of.side {
            return;
        }
        let replies =
            matches!(of.reacts, Some((ReactionKind::Shoot, who)) if has(who, shooter.index()));
        must!(self: replies => ws(3), "{shooter:?} shoots and does not react");
        let active = of.units >> self.scene.traits(target).unit.0 & 1 == 1;
        must!(self: active => ws(3),
            "{shooter:?} reacts at {target:?}, who is not of the active unit");
    }

    /// Checks that every unit of a side that is free to act has had its turn.
    fn nobody_is_left(&mut self, side: Side, rule: Rule) {
        let left = self.unmatched(side)[0];
        must!(self: left == 0 => rule, "units {left:b} of {side:?} have not had their turn");
    }

    fn advantage(&mut self, rolled: Option<BySide<i32>>, destroyed: BySide<u32>, to: Side) {
        let rules = &self.rules.warspike;
        let units = BySide::from_fn(|side| self.in_play(side));
        let away = self.books.score.away;
        let books = &mut self.books.instigation;
        let due = books.phase == Phase::Changeover;
        books.phase = Phase::Between;
        books.advantage = Some(to);
        // A unit is not destroyed if a figure of it got away by its exit.
        let gone =
            |side: Side| books.stood[side] & !units_of(self.scene, side, away[side]) & !units[side];
        let lost = books.lost;
        let mine = BySide::from_fn(|side| gone(!side).count_ones());
        let Some(holder) = books.instigator else {
            return self.breach(ws(7), "an Advantage before the first turn");
        };
        let right = match (rules.advantage, rolled) {
            (Advantage::Roll, Some(rolled)) => {
                let total = |side: Side| {
                    i64::from(rolled[side])
                        + i64::from(rules.advantage_per_unit) * i64::from(mine[side])
                };
                let can = Side::BOTH.map(|side| can_show(rules.advantage_dice, rolled[side]));
                (can == [true; 2]).then(|| BySide::from_fn(total).higher(holder))
            }
            (Advantage::LoserOfFewer, None) => {
                Some(BySide::from_fn(|side| lost[!side]).higher(holder))
            }
            (Advantage::Alternate, None) => Some(!holder),
            (Advantage::Keep, None) => Some(holder),
            // Which side the situation favours is not reported, nor is the coin.
            (Advantage::Situation | Advantage::Coin, None) => Some(to),
            _ => None,
        };
        must!(self: due => ws(7), "an Advantage in mid-turn");
        self.nobody_is_left(!holder, ws(6));
        must!(self: destroyed == mine => ws(7), "{destroyed:?} destroyed, counted {mine:?}");
        must!(self: right == Some(to) => ws(7),
            "{to:?} has the Advantage on {rolled:?}, by the books {right:?}");
    }

    fn aimed_at(
        &self,
        action: ActionKind,
        side: Side,
        figures: FigureSet,
        target: Option<FigureId>,
    ) -> u128 {
        match action {
            ActionKind::Fight => units_of(self.scene, !side, self.touched_by(side, figures)),
            _ => target.map_or(0, |target| 1 << self.scene.traits(target).unit.0),
        }
    }

    /// Checks that a unit on hold reacts only to an action that attacks these units, as the readings allow.
    pub(crate) fn reacts_on_hold(
        &mut self,
        (side, units): (Side, u128),
        attacked: u128,
        reaction: ReactionKind,
        figures: FigureSet,
    ) {
        let rules = &self.rules.warspike;
        let are_free = free(self.scene, side, units) == units;
        let may_react = attacked != 0 || rules.hold_reacts == HoldReacts::ToAnything;
        must!(self: may_react || are_free => ws(8),
            "of units {units:b} of {side:?} some are on hold and react to no attack");
        let movers = units_of(self.scene, side, if reaction.is_move() { figures } else { 0 });
        let may_move = free(self.scene, side, movers) == movers;
        must!(self: may_move || rules.hold_moves == HoldMoves::InReaction => ws(8),
            "of units {movers:b} of {side:?} some are on hold and move");
    }

    /// Begins a match in which a move is about to run into these units.
    pub(crate) fn is_to_meet(&mut self, side: Side, meets: u128) {
        if let Some(of) = &mut self.books.instigation.of {
            of.meets = meets;
        }
        let in_play = self.in_play(side);
        must!(self: meets & !in_play == 0 => ws(8),
            "a move is to meet {meets:b} of {side:?}, and {in_play:b} are there");
    }

    /// Checks that, once the movers have moved, one of them stands next to the units they were to meet. Where they may have
    /// been stopped on the way, by enemies that ran at them or struck them as they left a melee, this is not checked.
    pub(crate) fn check_who_is_met(&mut self) {
        if matches!(self.event, Event::Acts { .. } | Event::Reacts { .. }) {
            return;
        }
        let on_the_way = self.rules.fighting == Fighting::Osric;
        let Some(of) = &mut self.books.instigation.of else { return };
        if matches!(self.event, Event::Moves { .. }) {
            of.moved = true;
            return;
        }
        let races = of.reacts.is_some_and(|(reaction, _)| reaction.is_move());
        if of.meets == 0 || !of.moved || races || on_the_way {
            return;
        }
        let (side, meets, units) = (of.side, of.meets, of.units);
        let Some((action, _, aimed_at)) = of.acts else { return };
        // What follows may throw them back.
        of.meets = 0;
        let active = self.scene.alive[side] & members(self.scene, side, units);
        let met = units_of(self.scene, !side, self.touched_by(side, active));
        let all = meets & !met == 0;
        let is_plain = action.is_move() && aimed_at == 0;
        must!(self: all && is_plain => ws(8),
            "{} of {units:b} of {side:?} was to run into {meets:b}", action.name());
    }
}
