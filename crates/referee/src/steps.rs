//! Fighting by steps: every roll is recomputed from the rulebook's tables, the steps of an attack come in order, and their
//! effects are those in the rulebook (FT-01 to FT-09).

mod outcome;
mod rolls;

pub(crate) use rolls::has;
mod situation;

use crate::known::*;
use std::collections::VecDeque;

/// Dice that have been rolled, and their result.
type Told = (ChainKind, [FigureId; 2], DiceOf, i32);

/// Attacks and wounds by the books.
#[derive(Debug, Clone, Default)]
pub(crate) struct Attacks {
    /// Figures that have been wounded.
    wounded: BySide<FigureSet>,
    /// The attacks of one figure at another that are being rolled.
    series: Option<Series>,
    /// Attacks that have just begun: chain, attacker and target, and whether they are a reaction.
    begins: Option<(ChainKind, [FigureId; 2], bool)>,
    /// The number of attacks that dice have given a figure at another, until it makes them.
    counted: Option<(ChainKind, [FigureId; 2], i32)>,
    /// Dice for wounds that must be rolled now, in this order.
    due: VecDeque<(ChainKind, u8, [FigureId; 2])>,
    /// Dice of rows that have been rolled for the next roll, with their results.
    bonus: Vec<Told>,
    /// Effects that have not been reported yet.
    owed: Vec<Pending>,
    /// A figure without room to go back, which falls for that.
    cornered: Option<FigureId>,
    /// The unit that must test its nerve now.
    tests: Option<(Side, UnitId)>,
    /// The unit that must leave the table now.
    routs: Option<(Side, UnitId)>,
    /// The unit that may go back.
    withdraws: Option<(Side, UnitId)>,
    /// How much of each unit was lost at its last loss: 1 a quarter, 2 half.
    lost: BySide<Vec<u8>>,
    /// Figures that have shot in this action, and struck in this round.
    shot: BySide<FigureSet>,
    struck: Vec<[FigureId; 2]>,
    /// Figures that have moved in this action, come into contact or run at the enemy, and fought since.
    moved: BySide<FigureSet>,
    came: BySide<FigureSet>,
    fought: BySide<FigureSet>,
    /// The acting side.
    acts: Option<Side>,
    /// Pinned figures, and those of them pinned when their side's turn began (FT-09).
    pinned: BySide<FigureSet>,
    recover: BySide<FigureSet>,
}

/// The attacks of one figure at another.
#[derive(Debug, Clone, Copy, Default)]
struct Series {
    chain: ChainKind,
    pair: [FigureId; 2],
    situation: Situation,
    /// Attacks that have begun.
    begun: i32,
    /// The number of attacks before additions and halving, where dice decide it; and what the dice of rows add.
    counted: Option<i32>,
    extra: i32,
    /// Any of these dice have been rolled.
    by_dice: bool,
    /// The steps that are skipped in this attack, a bit for each.
    skipped: u16,
    /// The index in the chain of the step that must come next; none where the last attack is over.
    next: Option<usize>,
    /// Roles have been turned by a contest (FT-07).
    turned: bool,
    /// What a test of nerve has brought about so far.
    unit: UnitEffect,
}

/// What a step does to a figure.
#[derive(Debug, Clone, Copy)]
struct Pending {
    on: FigureId,
    /// Attacker and target.
    pair: [FigureId; 2],
    cause: Cause,
    /// The least and the most wounds; none once they have been reported.
    wounds: [i32; 2],
    /// The effect whose dice have yet to be rolled for them.
    dice: Option<u8>,
    does: Effect,
    unit: UnitEffect,
}

/// How much more each figure can take: wounds, or AD&D's hit points.
#[derive(Debug, Clone, Default)]
pub(crate) struct Life {
    /// `None` where dice have yet to decide, or nothing is counted.
    left: BySide<Vec<Option<i32>>>,
    /// A figure with nothing left that has not fallen yet.
    pub(crate) falls: Option<FigureId>,
}

impl Life {
    pub(crate) fn at_start(scene: &Scene<'_>) -> Self {
        let by_steps = rulebook(scene).fighting.is_by_steps();
        let left = |figure| {
            let start = rolls::start(scene, figure);
            (by_steps && start.dice.is_none()).then_some(start.plus.max(1))
        };
        let all = |side| (0..scene.battle.count(side)).map(move |i| left(FigureId::new(side, i)));
        Self { left: BySide::from_fn(|side| all(side).collect()), falls: None }
    }

    pub(crate) fn of(&mut self, figure: FigureId) -> &mut Option<i32> {
        &mut self.left[figure.side()][figure.index()]
    }
}

impl Attacks {
    /// Returns shooter and target of a shot that has just begun, and whether it is a reaction.
    pub(crate) fn shot(&self) -> Option<([FigureId; 2], bool)> {
        let (_, pair, is_reaction) = self.begins.filter(|(kind, ..)| *kind == ChainKind::Shoot)?;
        Some((pair, is_reaction))
    }

    pub(crate) fn blow(&self) -> Option<[FigureId; 2]> {
        self.begins.filter(|(kind, ..)| *kind == ChainKind::Strike).map(|(_, pair, _)| pair)
    }
}

fn tables<'s>(scene: &Scene<'s>) -> &'s Steps {
    &rulebook(scene).steps
}

const fn bit(figure: FigureId) -> FigureSet {
    1 << figure.index()
}

impl Audit<'_> {
    pub(crate) fn check_steps(&mut self) {
        self.books.steps.begins = None;
        self.dice_are_due();
        self.series_goes_on();
        self.check_falls();
        self.check_units();
        self.pins_end();
        match *self.event {
            Event::HitPoints { figure, points } => {
                let start = rolls::start(self.scene, figure);
                let before = self.books.life.of(figure).replace(points);
                let right = start.dice.is_some()
                    && (start.min().max(1)..=start.max().max(1)).contains(&points);
                must!(self: right && before.is_none() => ft(6),
                    "{figure:?} takes {points} wounds on {start}, and had {before:?}");
            }
            Event::Acts { .. } | Event::MeleeRound { .. } => {
                let is_round = matches!(self.event, Event::MeleeRound { .. });
                // Melee where figures stand comes before shots take effect (WS-04).
                if !is_round || self.rules.system != System::WarSpike {
                    self.settle();
                }
                let books = &mut self.books.steps;
                if let Event::Acts { side, .. } = *self.event {
                    books.acts = Some(side);
                    (books.shot, books.moved) = Default::default();
                }
                books.struck.clear();
                let fought = std::mem::take(&mut books.fought);
                books.came.keep(|side| !fought[side]);
            }
            any!(TurnBegins RoundBegins SegmentRoll Passes Ends) => self.settle(),
            Event::Moves { figure, why, .. } => self.goes(figure, why),
            Event::Contact { figure, enemy } => {
                let books = &mut self.books.steps;
                // A figure that runs at one coming has come as well; and one that has fought and comes again has not fought
                // since.
                let both = is_in(books.moved, enemy);
                for who in [Some(figure), both.then_some(enemy)].into_iter().flatten() {
                    books.came.put(who);
                    books.fought.take(who);
                }
            }
            Event::StepRolled { .. } => self.step_rolled(),
            Event::StepDice { .. } => self.dice_rolled(),
            Event::Wounded { .. } => self.wounded(),
            Event::Pinned { figure } => {
                let due = self.comes_about(figure, |does| does == Effect::Pin);
                must!(self: due => ft(9), "{figure:?} is pinned by nothing");
                let books = &mut self.books.steps;
                books.pinned.put(figure);
                books.recover.take(figure);
            }
            Event::NoRoom { figure, effect } => {
                let owed = self.books.steps.owed.iter();
                let back = owed.clone().any(|owed| owed.on == figure && owed.does != Effect::None);
                let back = back || self.withdraws(figure);
                must!(self: back || self.rules.system == System::WarSpike => ft(6),
                    "{figure:?} need not go back");
                if effect == Effect::Kill {
                    self.books.steps.cornered = Some(figure);
                }
            }
            _ => {}
        }
    }

    /// Checks that nothing comes between the rolls of one attack; anything else ends the attacks of one figure at another.
    fn series_goes_on(&mut self) {
        let Some(series) = self.books.steps.series else { return };
        if matches!(self.event, Event::StepDice { of: DiceOf::Wounds(_) | DiceOf::Row(..), .. }) {
            return;
        }
        let Event::StepRolled { chain, step, attacker, target, .. } = *self.event else {
            self.series_ends(&series);
            return;
        };
        let turned = [series.pair[1], series.pair[0]];
        let is_by = |pair| chain == series.chain && [attacker, target] == pair;
        let steps = &self.rules.steps.chain(chain).steps;
        let is_next = steps.get(series.next.unwrap_or(0)) == Some(&step);
        if is_next && is_by(series.pair) {
            return;
        }
        // The winner of a contest goes on, whichever of the two it is; its first roll has been made.
        if is_next && series.next.is_some() && series.turned && is_by(turned) {
            self.books.steps.series = Some(Series { pair: turned, turned: false, ..series });
            return;
        }
        self.series_ends(&series);
    }

    /// Checks that all attacks of one figure at another have been rolled, as many as it has.
    fn series_ends(&mut self, series: &Series) {
        self.books.steps.series = None;
        must!(self: series.next.is_none() => ft(2),
            "{:?} does not come to the end of his attack", series.pair);
        let [least, most] = attacks(self.scene, series);
        let by_dice = !is_single(self.scene, series.chain)
            && attacks_written(self.scene, series.chain, series.pair[0]).dice.is_some();
        must!(self: by_dice == series.counted.is_some() => ft(2),
            "{:?} for the attacks of {:?}", series.counted, series.pair);
        // The shots of one volley follow one another at the same target (AD-02.1).
        let shots = match series.chain {
            ChainKind::Shoot if self.in_segments && !series.by_dice => {
                1 + i32::from(self.books.segments.volleys(self.scene, series.pair[0]))
            }
            _ => 1,
        };
        let fits = (1..=shots).any(|k| (k * least..=k * most).contains(&series.begun));
        must!(self: fits => ft(2), "{} attacks of {:?}, {least} to {most} a shot, {shots} shots",
            series.begun, series.pair);
        if series.chain == ChainKind::Nerve {
            self.unit_suffers(series.pair[0], series.unit);
        }
    }

    fn step_rolled(&mut self) {
        told!(self: Event::StepRolled { chain, step, attacker, target, distance2, situation, rolled,
            margin, passes, .. });
        let pair = [attacker, target];
        let steps = &self.rules.steps;
        let order = &steps.chain(chain).steps;
        let mut series = match self.books.steps.series {
            Some(series) => series,
            None => {
                self.attack_begins();
                let is_reaction = situation.times(StepCondition::InReaction) > 0;
                self.books.steps.begins = Some((chain, pair, is_reaction));
                let counted = self.books.steps.counted.take().map(|(.., count)| count);
                let (extra, by_dice) = self.extra_dice(chain, pair, &situation);
                let by_dice = by_dice || counted.is_some();
                Series { chain, pair, situation, counted, extra, by_dice, ..Series::default() }
            }
        };
        if series.next.is_none() {
            (series.begun, series.skipped) = (series.begun + 1, 0);
        }
        let place = series.next.unwrap_or(0);
        must!(self: order.get(place) == Some(&step) => ft(2),
            "{pair:?} roll step {step}, which is not number {place} of its chain");
        let sides = (attacker.side() == target.side()) == (chain == ChainKind::Nerve);
        must!(self: sides => ft(2), "{pair:?} by {}", chain.name());
        let same = series.begun == 1 && place == 0 || series.situation == situation;
        let turned = series.situation.turned() == situation;
        must!(self: same || turned => ft(3), "{pair:?} are not as they were at the step before");
        must!(self: distance2 == 0 || chain == ChainKind::Shoot => ft(3), "{pair:?} at {distance2}");
        self.check_situation();
        let effect = self.check_roll();
        let Some(rules) = steps.steps.get(usize::from(step)) else { return };
        let comes_through = passes != rules.stops;
        let is_contest =
            chain == ChainKind::Strike && place == 0 && steps.melee == StepMelee::Contest;
        // In a round of segments a single blow is its striker's alone (FT-07).
        let target_wins = is_contest && rolls::target_wins(rules, margin) && !self.in_segments;
        series.turned = target_wins;
        series.situation = situation;
        let goes_on = comes_through || target_wins;
        if passes {
            series.skipped |= rolls::skips(rules, rolled[0]).map_or(0, |k| 1 << k);
        }
        // A skipped step succeeds by a margin of 0, and has its effects.
        let rest = if goes_on { order.get(place + 1..).unwrap_or(&[]) } else { &[] };
        let skipped: Vec<&Step> = (rest.iter().take_while(|k| series.skipped >> **k & 1 == 1))
            .map(|k| &steps.steps[usize::from(*k)])
            .collect();
        let next = place + 1 + skipped.len();
        series.next = (goes_on && next < order.len()).then_some(next);
        let (by, roles) = if target_wins { (-margin, [target, attacker]) } else { (margin, pair) };
        let effect = match effect {
            Some(effect) => Some(effect),
            None if is_contest && !goes_on => None,
            None => rolls::effect(rules, if target_wins { true } else { passes }, by),
        };
        let of_skipped = skipped.into_iter().map(|step| (rolls::effect(step, !step.stops, 0), 0));
        for (effect, by) in std::iter::once((effect, by)).chain(of_skipped) {
            let Some(effect) = effect else { continue };
            let mut owed = outcome::owed(self.scene, chain, effect, roles, by.abs());
            if outcome::dice(self.scene, effect, roles).is_some() {
                owed.dice = Some(effect);
                self.books.steps.due.push_back((chain, effect, roles));
            }
            if chain == ChainKind::Nerve {
                series.unit = series.unit.max(owed.unit);
            } else {
                if owed.cause == Cause::Shot && owed.does == Effect::Kill {
                    self.books.gunnery.last_struck = Some(owed.on);
                }
                self.books.steps.owed.push(owed);
            }
        }
        self.books.steps.series = Some(series);
    }

    /// Checks that dice that are due are rolled before anything else happens: those of wounds as soon as an effect has come
    /// about; and that attacks are made as soon as dice have given their number.
    fn dice_are_due(&mut self) {
        let books = &mut self.books.steps;
        let due = books.due.pop_front();
        let rolled = match *self.event {
            Event::StepDice { chain, of: DiceOf::Wounds(effect), attacker, target, .. } => {
                Some((chain, effect, [attacker, target]))
            }
            _ => None,
        };
        let counted = books.counted;
        if !matches!(self.event, Event::StepDice { .. } | Event::StepRolled { .. }) {
            let idle = std::mem::take(&mut books.bonus);
            // The number of attacks may come to none.
            let idle = idle.iter().any(|(.., of, _)| matches!(of, DiceOf::Row(..)));
            must!(self: !idle => ft(3), "dice of rows, and no roll");
        }
        must!(self: due == rolled => ft(6),
            "wounds of {due:?} are to be rolled, and {rolled:?} are");
        let Some((chain, pair, count)) = counted else { return };
        let begins = match *self.event {
            Event::StepRolled { chain, attacker, target, .. } => Some((chain, [attacker, target])),
            Event::StepDice { chain, of, attacker, target, .. } => {
                matches!(of, DiceOf::Extra(_) | DiceOf::Row(..))
                    .then_some((chain, [attacker, target]))
            }
            _ => None,
        };
        let makes_them = begins == Some((chain, pair));
        let has_extra = !self.rules.steps.chain(chain).extra.is_empty();
        // Rows may leave none of them.
        must!(self: makes_them || count <= 0 || has_extra => ft(2),
            "{pair:?} have {count} attacks by {}, and none is made", chain.name());
        if !makes_them {
            self.books.steps.counted = None;
        }
    }

    /// Checks dice that belong to no step's own roll: they are those in the rulebook, and their result counts.
    fn dice_rolled(&mut self) {
        told!(self: Event::StepDice { chain, of, attacker, target, amount, rolled });
        let pair = [attacker, target];
        let of_row = |row: Option<&StepModifier>| {
            row.map_or(Amount::fixed(0), |row| rolls::amount(self.scene, row.adds, pair))
        };
        let steps = &self.rules.steps;
        let written = match of {
            DiceOf::Attacks => attacks_written(self.scene, chain, attacker),
            DiceOf::Extra(row) => of_row(steps.chain(chain).extra.get(usize::from(row))),
            DiceOf::Row(step, row) => of_row(
                (steps.steps.get(usize::from(step)))
                    .and_then(|step| step.rows.get(usize::from(row))),
            ),
            DiceOf::Wounds(effect) => {
                outcome::dice(self.scene, effect, pair).unwrap_or(Amount::fixed(0))
            }
        };
        let shows = amount.dice.is_some_and(|dice| can_show(dice, rolled));
        must!(self: amount == written && shows => of.rule(),
            "{rolled} on {amount} of {pair:?} for {of:?}, and the rulebook says {written}");
        let total = rolled + amount.plus;
        let steps = &mut self.books.steps;
        match of {
            DiceOf::Attacks => {
                steps.counted = Some((chain, pair, total));
                steps.bonus.clear();
            }
            DiceOf::Extra(_) | DiceOf::Row(..) => {
                // An earlier attacker may have come to no attack.
                steps.bonus.retain(|(kind, who, ..)| (*kind, *who) == (chain, pair));
                steps.bonus.push((chain, pair, of, total));
            }
            DiceOf::Wounds(effect) => {
                let mut owed = steps.owed.iter_mut().filter(|_| chain != ChainKind::Nerve);
                if let Some(owed) = owed.find(|owed| owed.dice == Some(effect)) {
                    (owed.wounds, owed.dice) = ([total.max(0); 2], None);
                }
            }
        }
    }

    /// Returns the dice of rows that two figures have rolled, each with its result; none may be left.
    fn dice_of_rows(
        &mut self,
        who: (ChainKind, [FigureId; 2]),
        of: impl Fn(DiceOf) -> Option<u8>,
    ) -> Vec<(u8, i32)> {
        let all = std::mem::take(&mut self.books.steps.bonus);
        let theirs = all.iter().filter(|told| (told.0, told.1) == who);
        let found: Vec<_> = theirs.filter_map(|told| Some((of(told.2)?, told.3))).collect();
        must!(self: found.len() == all.len() => ft(3),
            "dice of other rows than those of {:?}: {all:?}", who.1);
        found
    }

    /// Returns what dice of rows add to the number of attacks, and whether there are any; checks that these are the dice due
    /// and no others.
    fn extra_dice(
        &mut self,
        chain: ChainKind,
        pair: [FigureId; 2],
        situation: &Situation,
    ) -> (i32, bool) {
        let bonus = std::mem::take(&mut self.books.steps.bonus);
        let (mut extra, rest): (Vec<_>, Vec<_>) =
            bonus.into_iter().partition(|told: &Told| matches!(told.2, DiceOf::Extra(_)));
        // An earlier attacker may have come to no attack.
        extra.retain(|(kind, who, ..)| (*kind, *who) == (chain, pair));
        self.books.steps.bonus = extra;
        let told = self.dice_of_rows((chain, pair), |of| match of {
            DiceOf::Extra(row) => Some(row),
            _ => None,
        });
        self.books.steps.bonus = rest;
        let (_, dice) =
            rolls::sum(self.scene, &self.rules.steps.chain(chain).extra, pair, situation);
        let rolled_for = |row: u8| told.iter().filter(|(other, _)| *other == row).count();
        let is_due = |(row, times): &(u8, i32)| rolled_for(*row) == *times as usize;
        let all: i32 = dice.iter().map(|(_, times)| times).sum();
        let is_right =
            is_single(self.scene, chain) || dice.iter().all(is_due) && all == told.len() as i32;
        must!(self: is_right => ft(2),
            "{told:?} for the attacks of {pair:?}, and due are {dice:?}");
        (told.iter().map(|(_, total)| total).sum(), !told.is_empty())
    }

    fn attack_begins(&mut self) {
        told!(self: Event::StepRolled { chain, attacker, target, distance2, situation, .. });
        let alive = self.books.alive;
        let at_once = self.in_segments;
        if chain != ChainKind::Nerve && self.rules.system != System::WarSpike {
            self.settle_but(Some([attacker, target]));
        }
        must!(self: is_in(alive, attacker) || at_once => ft(2), "{attacker:?} is gone and attacks");
        match chain {
            ChainKind::Nerve => self.nerve_begins(attacker, target),
            ChainKind::Shoot => {
                let far = weapon(self.scene, attacker).missile.map(|missile| missile.range[2]);
                let reaches = far.is_some_and(|far| distance2 <= i64::from(far) * i64::from(far));
                // A reacting figure aimed before the others of its unit were driven back with it (LL-12, FT-08).
                let reacts = self.books.steps.acts.is_some_and(|side| side != attacker.side());
                let reaches = reaches || reacts && far.is_some();
                must!(self: reaches => ft(2),
                    "{attacker:?} shoots so far as {distance2} squared, by {far:?}");
                let is_reaction = situation.times(StepCondition::InReaction) > 0;
                let has_shot = is_in(self.books.steps.shot, attacker);
                must!(self: !has_shot || is_reaction || at_once => ft(2),
                    "{attacker:?} shoots again in one action");
                if !is_reaction {
                    self.books.steps.shot.put(attacker);
                }
            }
            ChainKind::Strike => {
                let here = is_in(alive, target) && touch(self.scene, attacker, target);
                must!(self: here || at_once => ft(7),
                    "{attacker:?} strikes at {target:?}, out of contact");
                self.strikes_once(attacker, target, &situation);
            }
        }
    }

    /// Checks that each figure strikes once in a round, and the one that has come first strikes first where that is the rule
    /// (FT-07).
    fn strikes_once(&mut self, attacker: FigureId, target: FigureId, situation: &Situation) {
        use StepCondition as C;
        let books = &mut self.books.steps;
        let melee = self.rules.steps.melee;
        let again = books
            .struck
            .iter()
            .any(|[by, at]| *by == attacker || melee == StepMelee::Contest && *at == attacker);
        let answered = books.struck.contains(&[target, attacker]);
        books.struck.push([attacker, target]);
        for who in [attacker, target] {
            books.fought.put(who);
        }
        if self.in_segments {
            return;
        }
        must!(self: !again => ft(7), "{attacker:?} strikes again in one round");
        let comes = [C::Charges, C::Charged].map(|condition| situation.times(condition) > 0);
        let late = answered && comes == [true, false] && melee == StepMelee::ChargerFirst;
        must!(self: !late => ft(7), "{attacker:?} has come to {target:?} and strikes after him");
        let alone = matches!(melee, StepMelee::Active | StepMelee::Contest);
        must!(self: !(answered && alone) => ft(7), "{attacker:?} strikes back at {target:?}");
    }

    /// Checks that a figure that goes back has to, by what an attack has done to it or to its unit.
    fn goes(&mut self, figure: FigureId, why: MoveKind) {
        let unit = self.scene.unit_of(figure);
        let books = &mut self.books.steps;
        let by_himself =
            matches!(why, MoveKind::Action | MoveKind::ReactEngage | MoveKind::ReactRun);
        let is_held = by_himself && is_in(books.pinned, figure);
        if by_himself && why != MoveKind::ReactRun {
            books.moved.put(figure);
        }
        must!(self: !is_held => ft(9), "{figure:?} is pinned and moves");
        if matches!(why, MoveKind::PushBack | MoveKind::Retreat) {
            let drives = |does| matches!(does, Effect::PushBack | Effect::Retreat);
            let owed = self.comes_about(figure, drives);
            let withdraws = self.books.steps.withdraws == Some(unit);
            // Where both sides shoot at once, all effects due to a figure drive it (WS-04).
            let at_once = self.rules.system == System::WarSpike;
            must!(self: owed || withdraws || at_once => ft(6),
                "{figure:?} goes back, and nothing drives him");
        }
    }

    /// Makes an effect due to a figure come about: all that one figure has done to another does so once, and the worst of it
    /// counts. Returns whether there was any.
    fn comes_about(&mut self, figure: FigureId, is_it: impl Fn(Effect) -> bool) -> bool {
        let owed = &mut self.books.steps.owed;
        let is_one = |one: &Pending, other: &Pending| {
            let is_theirs =
                one.cause == Cause::Melee && other.pair.iter().all(|who| one.pair.contains(who));
            other.on == one.on && other.cause == one.cause && (other.pair == one.pair || is_theirs)
        };
        let is_outdone =
            |one: &Pending| owed.iter().any(|other| is_one(one, other) && other.does > one.does);
        // Of effects by several attackers, the one that nothing outdoes comes about.
        let due = owed.iter().filter(|owed| owed.on == figure && is_it(owed.does));
        let Some(first) = due.min_by_key(|one| is_outdone(one)).copied() else {
            return false;
        };
        for other in owed.iter_mut().filter(|other| is_one(&first, other)) {
            if is_it(other.does) || other.does < first.does {
                other.does = Effect::None;
            }
        }
        true
    }

    /// Ends a side's turn for figures that were pinned when it began, and begins one for others; without turns each action of a
    /// side is one (FT-09).
    fn pins_end(&mut self) {
        let ends = match *self.event {
            Event::TurnBegins { side, .. } => BySide::from_fn(|other| other == side),
            any!(RoundBegins Shuffles Instigates SurpriseSegment SegmentRoll) => BySide([true; 2]),
            any!(Acts Nominates Declines Forfeits) if !self.rules.system.has_turns() => {
                BySide::from_fn(|side| self.books.steps.acts == Some(side))
            }
            _ => return,
        };
        let books = &mut self.books.steps;
        for side in Side::BOTH.into_iter().filter(|side| ends[*side]) {
            books.pinned[side] &= !books.recover[side];
            books.recover[side] = 0;
        }
        let begins = match *self.event {
            Event::Acts { side, .. } => BySide::from_fn(|other| other == side),
            any!(Nominates Declines Forfeits) => return,
            _ => ends,
        };
        for side in Side::BOTH.into_iter().filter(|side| begins[*side]) {
            books.recover[side] = books.pinned[side];
        }
    }

    /// Checks that all effects of attacks have come about.
    fn settle(&mut self) {
        self.settle_but(None);
        self.books.steps.withdraws = None;
    }

    /// Checks that all effects of attacks have come about, except those of two figures on one another, which are reported when
    /// both have struck.
    fn settle_but(&mut self, two: Option<[FigureId; 2]>) {
        let alive = self.books.alive;
        let steps = &mut self.books.steps;
        let acts = steps.acts;
        let is_theirs = |owed: &Pending| {
            two.is_some_and(|two| {
                owed.cause == Cause::Melee && two.iter().all(|who| owed.pair.contains(who))
            })
        };
        let (kept, due): (Vec<Pending>, Vec<Pending>) =
            std::mem::take(&mut steps.owed).into_iter().partition(is_theirs);
        steps.owed = kept;
        // It has been driven back instead, or had no room to be.
        let is_worse =
            |owed: &Pending| due.iter().any(|other| other.on == owed.on && other.does > owed.does);
        for owed in &due {
            let stands = is_in(alive, owed.on);
            must!(self: !stands || owed.wounds[0] <= 0 => ft(6), "nothing comes of {owed:?}");
            let done = match owed.does {
                Effect::None => true,
                // A figure hit on its way goes no further, which may take no move (LL-12).
                Effect::PushBack if owed.cause == Cause::Shot && acts == Some(owed.on.side()) => {
                    true
                }
                // Else it may stay where there is no room.
                Effect::PushBack | Effect::Retreat => self.rules.options.no_room == NoRoom::Nothing,
                Effect::Pin => is_worse(owed),
                Effect::Kill => false,
            };
            must!(self: !stands || done => ft(6), "{owed:?} does nothing");
        }
    }
}

/// Returns whether there is one attack, whatever the chain defines.
fn is_single(scene: &Scene<'_>, chain: ChainKind) -> bool {
    let is_contest = tables(scene).melee == StepMelee::Contest;
    chain == ChainKind::Nerve || chain == ChainKind::Strike && is_contest
}

/// Returns how many attacks a figure makes, before they are halved.
fn attacks_written(scene: &Scene<'_>, chain: ChainKind, figure: FigureId) -> Amount {
    let written = tables(scene).chain(chain).attacks.unwrap_or(Value::Number(1));
    rolls::amount(scene, written, [figure; 2])
}

/// Returns whether a figure that is to attack may come to no attack at all, by dice or by rows (FT-02).
pub(crate) fn may_not_attack(scene: &Scene<'_>, figure: FigureId) -> bool {
    let least = |value| match value {
        Value::Of(Party::Target, _) => -1,
        value => rolls::amount(scene, value, [figure; 2]).min(),
    };
    [ChainKind::Shoot, ChainKind::Strike].into_iter().any(|kind| {
        let takes_off = tables(scene).chain(kind).extra.iter().any(|row| least(row.adds) < 0);
        takes_off || attacks_written(scene, kind, figure).min() <= 0
    })
}

/// Returns the least and the most attacks of one figure at another (FT-02).
fn attacks(scene: &Scene<'_>, series: &Series) -> [i32; 2] {
    let chain = tables(scene).chain(series.chain);
    if is_single(scene, series.chain) {
        return [1; 2];
    }
    let own = match series.counted {
        Some(count) => Amount::fixed(count),
        None => attacks_written(scene, series.chain, series.pair[0]),
    };
    let (adds, _) = rolls::sum(scene, &chain.extra, series.pair, &series.situation);
    let adds = adds + series.extra;
    let is_halved = chain.halved.iter().any(|condition| series.situation.times(*condition) > 0);
    [own.min(), own.max()].map(|count| {
        let count = count + adds;
        let count = if is_halved { (count + 1) / 2 } else { count };
        count.clamp(1, MOST_ATTACKS)
    })
}
