//! Lloyd's initiative: which side holds it, how it is seized, what binds the first action, what must follow an action, and
//! duels of leaders (LL-02 to LL-10, LL-15, LL-16).

use crate::known::*;
use skirmish_engine::rulebook::Duels as Reading;

/// The current initiative.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seizing {
    pub(crate) counters: u32,
    attempts: u32,
    /// An attempt is owed: an action is over, and neither a roll nor a refusal has come yet.
    pub(crate) owed: bool,
    /// The action just made was to do nothing, by its side's own choice.
    pub(crate) waits: bool,
    won_roll: Option<Side>,
    pub(crate) bound: Option<Bound>,
    /// The nominee that must go at the enemy now.
    sets_out: Option<SetsOut>,
    nomination: Option<Nomination>,
    pub(crate) fight_owed: bool,
    side_reacted: bool,
    reacted: BySide<FigureSet>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Bound {
    pub(crate) nominee: FigureId,
    intention: ActionKind,
    qualifies: Qualifies,
    target: Option<FigureId>,
    place: Option<PlaceId>,
    card: Option<u8>,
    /// The table has changed since the roll, so that an action other than the intended one may follow.
    pub(crate) changed: bool,
}

/// A nominee that is to go at the enemy.
#[derive(Debug, Clone, Copy)]
struct SetsOut {
    nominee: FigureId,
    /// The group it charges; else all of the enemy.
    meant: FigureSet,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Nomination {
    bound: Bound,
    needed: i32,
    factors: i32,
    told: i32,
    /// The rows that have been reported.
    rows: u64,
    duel: bool,
}

impl Audit<'_> {
    /// Checks the events of Lloyd's system other than actions.
    pub(crate) fn seizes(&mut self) {
        match *self.event {
            Event::Forfeits { side, number } => {
                self.next_action(side, number);
                let bound = self.books.seizing.bound.take();
                // Either nothing was intended, or things have changed since.
                let may = bound.is_some_and(|b| b.qualifies == Qualifies::Due || b.changed);
                must!(self: may => ll(5), "forfeited an action that could be made");
                self.acted(false);
                self.books.seizing.waits = false;
            }
            Event::ReactsShooting { side, figures, reply } => self.reacts(side, figures, reply),
            Event::ReactsMoving { side, engage, run } => self.reacts_moving(side, engage | run),
            Event::Counter { to, counters } => {
                let mine = self.books.seizing.counters;
                must!(self: to == !self.books.holder && counters == mine => ll(7),
                    "{counters} counters handed over, {mine} are due");
            }
            Event::Declines { side } => {
                let always = self.rules.options.seize_roll == SeizeRoll::Always;
                let left = self.books.alive[side] != 0;
                must!(self: !(always && left) => ll(3), "no attempt to seize");
                let handed = self.is_handed_over() && self.books.duels.told.is_empty();
                must!(self: !handed => ll(3), "what was handed over is not taken");
                let books = &mut *self.books;
                books.seizing.owed = false;
                // A side that has lost a duel and has nothing to do leaves the initiative to the winner's side (LL-16).
                if books.duels.told.first().is_some_and(|(_, loser)| loser.side() == side) {
                    books.duels.told.remove(0);
                    books.seizing.won_roll = Some(!side);
                    books.seizing.bound = None;
                }
            }
            Event::Nominates { .. } => self.nominates(),
            Event::Factor { row, times, adds } => self.factor(row, times, adds),
            Event::SeizeRoll { .. } => self.seize_roll(),
            Event::EveryoneFights { rolled } => {
                must!(self: rolled <= self.rules.seize.everyone_fights_up_to => ll(10),
                    "everyone fights on a {rolled}")
            }
            _ => {}
        }
    }

    /// Checks that the first action after a seize is the one intended, by the clause intended (LL-05, LL-06).
    pub(crate) fn first_action(&mut self) {
        told!(self: Event::Acts { side, action, figures, target, place, first, card, .. });
        let bound = self.books.seizing.bound.take();
        match (bound, first) {
            (Some(bound), Some(qualifies)) => {
                let takes_part = has(figures, bound.nominee.index());
                let is_gone = !has(self.books.alive[side], bound.nominee.index());
                must!(self: takes_part || is_gone => ll(5), "the nominee takes no part");
                let kept = (action, qualifies, target, place, card)
                    == (bound.intention, bound.qualifies, bound.target, bound.place, bound.card);
                must!(self: kept || bound.changed => ll(6),
                    "intended {} as {:?}, did {} as {qualifies:?}", bound.intention.name(),
                    bound.qualifies, action.name());
                let listed = self.is_listed(action, qualifies, card);
                must!(self: listed => ll(5),
                    "{} is no first action as {qualifies:?}", action.name());
                if qualifies == Qualifies::TowardEnemy && takes_part && !is_gone {
                    let charges = action == ActionKind::Charge;
                    let meant = match target.filter(|_| charges) {
                        Some(target) => self.body_of(!side, target.index()),
                        None => self.scene.alive[!side],
                    };
                    let nominee = bound.nominee;
                    self.books.seizing.sets_out = Some(SetsOut { nominee, meant });
                }
            }
            (Some(_), None) => self.breach(ll(5), "a free action straight after a seize"),
            (None, Some(_)) => self.breach(ll(5), "bound without a seize"),
            (None, None) => {}
        }
    }

    /// Returns whether an action is on the list of first actions by a clause of it (LL-05).
    fn is_listed(&self, action: ActionKind, qualifies: Qualifies, card: Option<u8>) -> bool {
        use ActionKind as Act;
        match qualifies {
            Qualifies::TowardEnemy => {
                // With paces, a normal move is not full speed (PG-06).
                let has_paces = self.rules.movement.paces.is_some();
                matches!(action, Act::Charge | Act::Run) || action == Act::Move && !has_paces
            }
            Qualifies::Engages => {
                matches!(action, Act::Shoot | Act::Volley | Act::ShootInHaste | Act::Fight)
            }
            Qualifies::ChangesSight => {
                matches!(action, Act::Hide | Act::Appear | Act::Move | Act::Run)
            }
            Qualifies::Escapes => action == Act::Escape,
            Qualifies::Order => card.is_some(),
            Qualifies::Due => false,
        }
    }

    /// Returns whether the initiative has just been handed over by doing nothing (LL-03).
    fn is_handed_over(&self) -> bool {
        self.books.seizing.waits && self.rules.options.waiting == Waiting::HandsOver
    }

    /// Checks that a nominee whose first action is to go at the enemy gets into contact, or goes its whole move, less the room
    /// it needs to stand, and towards its target (LL-05 a).
    pub(crate) fn goes_at_the_enemy(&mut self) {
        let Some(SetsOut { nominee, meant }) = self.books.seizing.sets_out else { return };
        let (side, bit) = (nominee.side(), 1 << nominee.index());
        let goes = match *self.event {
            Event::Moves { figure, from, to, cost, allowance, why: MoveKind::Action, .. }
                if figure == nominee =>
            {
                let at_full_speed = cost + self.rules.movement.base >= allowance;
                at_full_speed && self.is_towards(!side, (from, to), meant & self.scene.alive[!side])
                    || self.touched_by(side, bit) != 0
            }
            any!(Contact Nominates Declines) => self.scene.alive[side] & bit == 0,
            // Blows at figures setting out have changed which goes ahead of which.
            Event::Dies { figure, .. } if figure.side() == side => true,
            _ => return,
        };
        self.books.seizing.sets_out = None;
        must!(self: goes => ll(5), "{nominee:?} does not go at the enemy at full speed");
    }

    /// Returns whether a move comes nearer to the nearest of some enemies, straight or by the way round, by the share of the
    /// move that makes it one towards that enemy (LL-05 a).
    fn is_towards(&mut self, enemy: Side, (from, to): (Point, Point), meant: FigureSet) -> bool {
        let least = i64::from(self.rules.seize.towards) * i64::from(from.distance(to));
        let meant: Vec<Point> =
            self.scene.standing(enemy).filter(|(j, _)| has(meant, *j)).map(|(_, at)| at).collect();
        let nearest = meant.iter().map(|at| at.distance2(from)).min();
        meant.into_iter().filter(|at| Some(at.distance2(from)) == nearest).any(|at| {
            let nearer = from.distance(at) - to.distance(at);
            100 * i64::from(nearer) >= least
                || self.nearer_round(from, to, at) * 100.0 >= least as f64
        })
    }

    /// Checks the figures that come at a leader's call: of its command or near such figures, and all clear of the enemy
    /// (LL-15).
    pub(crate) fn called(&mut self, side: Side, leader: usize, figures: FigureSet) {
        let traits = self.scene.traits_of(side);
        let movement = &self.rules.movement;
        let commands = |i: usize| {
            i != leader && (traits[leader].commands_all || traits[i].unit == traits[leader].unit)
        };
        must!(self: traits[leader].leads => ll(15), "{side:?}{leader} calls and is no leader");
        for i in each(figures) {
            let at = self.scene.positions[side][i];
            let near = |k: usize| self.scene.positions[side][k].distance(at) <= movement.group;
            let comes = commands(i) || each(self.scene.alive[side]).any(|k| commands(k) && near(k));
            must!(self: comes && !traits[i].commands_all => ll(15),
                "{side:?}{i} is not of the leader's command");
            let reach = i64::from(movement.reaction).pow(2);
            let clear = self.scene.standing(!side).all(|(_, enemy)| enemy.distance2(at) > reach);
            must!(self: clear => ll(15), "{side:?}{i} comes from near an enemy");
        }
    }

    /// Checks a row of the table of factors, as far as the books allow (LL-03, LL-07, LL-08).
    fn factor(&mut self, row: u8, times: u32, adds: i32) {
        let factor = &self.rules.seize.factors[row as usize];
        must!(self: adds == factor.value * times as i32 => ll(3),
            "`{}` adds {adds}, {times} times", factor.name);
        let Some(nomination) = &mut self.books.seizing.nomination else {
            return self.breach(ll(3), "a factor without a nomination");
        };
        nomination.told += adds;
        nomination.rows |= 1 << row;
        let nomination = *nomination;
        if let Some((rule, due)) = self.due_times(row, &nomination) {
            must!(self: times == due => rule, "`{}` counts {times} times, not {due}", factor.name);
        }
    }

    /// Returns how often a row must count, if the books know, and by which rule.
    fn due_times(&self, row: u8, nomination: &Nomination) -> Option<(Rule, u32)> {
        let factor = &self.rules.seize.factors[row as usize];
        let [condition] = factor.when[..] else {
            return None;
        };
        let figure = nomination.bound.nominee;
        let side = figure.side();
        match condition {
            // A holder that rolls to keep the initiative has nothing to fear from its own shots.
            FactorCondition::EnemyShots if side == self.books.holder => Some((ll(7), 0)),
            FactorCondition::EnemyShots => Some((ll(7), self.books.seizing.counters)),
            FactorCondition::OrderCard => Some((ll(8), u32::from(nomination.bound.card.is_some()))),
            FactorCondition::Engaged => {
                let terrain = self.terrain();
                let at = self.scene.at(figure);
                let met = self.touched_by(side, 1 << figure.index());
                let held = each(met)
                    .any(|j| !terrain.is_across_barricade(at, self.scene.positions[!side][j]));
                Some((ll(3), u32::from(held)))
            }
            _ => None,
        }
    }

    fn nominates(&mut self) {
        told!(self: Event::Nominates { figure, intention, qualifies, target, place, card, base,
            leadership, factors, needed, duel, .. });
        let traits = self.scene.traits(figure);
        let right = base == traits.base && leadership == traits.leadership;
        must!(self: right => ll(3), "{figure:?} has another base or leadership");
        let right = base - leadership - factors;
        must!(self: needed == right => ll(3), "needs {needed}");
        // A figure that merely rolls intends nothing, and is spared the roll where its side may decline.
        if qualifies == Qualifies::Due {
            let means_nothing =
                intention == ActionKind::Stand && (target, place, card) == (None, None, None);
            must!(self: means_nothing => ll(5), "{figure:?} means something");
            let must = self.rules.options.seize_roll == SeizeRoll::Always;
            must!(self: must => ll(3), "{figure:?} rolls with no first action in mind");
        } else {
            let is_engaged = is_in(self.scene.engaged, figure);
            let is_able = match intention {
                ActionKind::Fight => is_engaged,
                intention => !intention.is_shooting() || traits.missile.is_some(),
            };
            let listed = is_able && self.is_listed(intention, qualifies, card);
            must!(self: listed => ll(5),
                "{} is no first action of {figure:?} as {qualifies:?}", intention.name());
        }
        let expected = match self.books.duels.told.first() {
            Some((_, loser)) if duel => loser.side(),
            _ => !self.books.holder,
        };
        must!(self: figure.side() == expected => ll(3), "{figure:?} is of the wrong side");
        if let Some(card) = card {
            let named = &self.scene.spec().sides[figure.side()].cards[card as usize].figures;
            must!(self: named.contains(&figure.index()) => ll(8), "{figure:?} is not named on the card");
        }
        let nominee = figure;
        let bound = Bound { nominee, intention, qualifies, target, place, card, changed: false };
        self.books.seizing.nomination =
            Some(Nomination { bound, needed, factors, told: 0, rows: 0, duel });
    }

    fn seize_roll(&mut self) {
        told!(self: Event::SeizeRoll { side, rolled, needed, success, attempt });
        let rules = self.rules;
        let Some(nomination) = self.books.seizing.nomination.take() else {
            return self.breach(ll(6), "a roll without a nomination");
        };
        must!(self: nomination.needed == needed => ll(3), "needs {needed}");
        must!(self: nomination.told == nomination.factors => ll(3),
            "factors told come to {}, not {}", nomination.told, nomination.factors);
        for row in 0..rules.seize.factors.len() as u8 {
            if nomination.rows >> row & 1 == 0
                && let Some((rule, due)) = self.due_times(row, &nomination)
            {
                must!(self: due == 0 => rule, "row {row} should count {due} times");
            }
        }
        must!(self: success == (rolled >= needed) => ll(3), "{rolled} against {needed}");
        must!(self: nomination.duel || !self.is_handed_over() => ll(3), "a roll for what was handed over");
        let books = &mut *self.books;
        books.seizing.attempts += 1;
        books.seizing.owed = false;
        let attempts = books.seizing.attempts;
        if nomination.duel {
            let loser = nomination.bound.nominee.side();
            if !books.duels.told.is_empty() {
                books.duels.told.remove(0);
            }
            books.seizing.won_roll = Some(if success { loser } else { !loser });
        } else {
            books.seizing.won_roll = success.then_some(side);
        }
        books.seizing.bound = success.then_some(nomination.bound);
        books.seizing.fight_owed = rolled <= rules.seize.everyone_fights_up_to;
        if rules.options.counters == Counters::Spent && side != books.holder {
            books.seizing.counters = 0;
        }
        must!(self: attempt == attempts => ll(3), "attempt {attempt}, counted {attempts}");
    }

    pub(crate) fn passes(&mut self, to: Side, streak: u32) {
        let books = &mut *self.books;
        let (won, mine) = (books.seizing.won_roll.take(), books.streak);
        let waits = std::mem::take(&mut books.seizing.waits) && to != books.holder;
        books.seizing.owed &= !waits;
        books.holder = to;
        books.streak = 0;
        let seizing = &mut books.seizing;
        (seizing.counters, seizing.attempts) = (0, 0);
        (seizing.side_reacted, seizing.reacted) = Default::default();
        if self.rules.system == System::PetiteGuerre {
            must!(self: self.books.control.turn == Some(to) => pg(4), "{to:?} acts out of turn");
        } else {
            let handed = waits && self.rules.options.waiting == Waiting::HandsOver;
            must!(self: won == Some(to) || handed => ll(3),
                "the initiative changes hands unseized");
        }
        must!(self: streak == mine => ll(3), "streak {streak}, counted {mine}");
    }

    fn reacts(&mut self, side: Side, figures: FigureSet, reply: bool) {
        let books = &mut *self.books;
        let seizing = &mut books.seizing;
        let side_reacted = std::mem::replace(&mut seizing.side_reacted, true);
        let again = seizing.reacted[side] & figures;
        seizing.reacted[side] |= figures;
        (books.declared, books.engaged) = (figures, self.scene.engaged);
        must!(self: side != books.holder => ll(12), "the active side reacts by shooting");
        match self.rules.options.reactive_shooting {
            // The table defines which units may, and how often.
            _ if self.rules.system.interrupts().is_some() => {}
            ReactiveShooting::SideOnce => must!(self: !side_reacted => ll(12),
                "{side:?} reacted with missiles twice in one initiative"),
            ReactiveShooting::FigureOnce => must!(self: again == 0 => ll(12),
                "{again:b} reacted with missiles twice"),
        }
        must!(self: books.kind.is_shooting() || !reply => ll(12), "a reply to no shot");
    }

    fn reacts_moving(&mut self, side: Side, figures: FigureSet) {
        must!(self: side != self.books.holder => ll(11), "the active side reacts by moving");
        let engaged = figures & self.scene.engaged[side];
        must!(self: engaged == 0 => ll(11), "engaged figures react: {engaged:b}");
        let reach = self.rules.movement.reaction;
        for i in each(figures) {
            let at = self.scene.positions[side][i];
            let near = self.scene.standing(!side).any(|(_, enemy)| enemy.distance(at) <= reach);
            must!(self: near => ll(11), "{side:?}{i} reacts from afar");
        }
    }
}

/// What is due and has not come yet.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Due {
    /// The seize roll is over or declined: no consequence of the action may follow any more.
    settled: bool,
    counter: bool,
    contact_round: bool,
    reaction_round: bool,
    everyone: bool,
}

impl Audit<'_> {
    pub(crate) fn check_due(&mut self) {
        let is_shot = self.books.shot(self.event).is_some();
        let due = &mut self.books.due;
        let before = *due;
        let is_over = matches!(self.event, any!(Nominates Declines Passes Acts Forfeits Ends));
        if is_over {
            *due = Due { settled: before.settled, ..Due::default() };
            must!(self: !before.counter => ll(7), "no counter for a shooting action");
            must!(self: !before.contact_round => ll(9), "no round on contact");
            must!(self: !before.reaction_round => ll(11),
                "no round for those who engaged in reaction");
            must!(self: !before.everyone => ll(10), "those in contact did not fight");
        }
        let is_consequence = match *self.event {
            any!(ReactsShooting ReactsMoving Contact Counter) => true,
            Event::MeleeRound { why } => why != MeleeKind::Everyone,
            Event::Moves { why, .. } => {
                !matches!(why, MoveKind::PushBack | MoveKind::Retreat | MoveKind::GiveWay)
            }
            _ => is_shot,
        };
        must!(self: !(before.settled && is_consequence) => ll(2),
            "after the seize roll: {:?}", self.event);
        let is_counter = matches!(self.event, Event::Counter { .. });
        must!(self: before.counter || !is_counter => ll(7), "a counter for no shooting action");
        self.enter_due();
    }

    fn enter_due(&mut self) {
        let rules = self.rules;
        let holder = self.books.holder;
        let due = &mut self.books.due;
        match *self.event {
            Event::Acts { action, .. } => {
                (due.settled, due.counter) = (false, action.is_shooting());
            }
            Event::Forfeits { .. } => due.settled = false,
            Event::Counter { .. } => due.counter = false,
            Event::Contact { figure, .. } if figure.side() == holder => due.contact_round = true,
            Event::Contact { .. } => due.reaction_round = true,
            Event::MeleeRound { why } => match why {
                MeleeKind::Contact => {
                    due.contact_round = false;
                    due.reaction_round &= rules.options.contact_round != ContactRound::Joint;
                }
                MeleeKind::Reaction => due.reaction_round = false,
                MeleeKind::Everyone => due.everyone = false,
                MeleeKind::Action | MeleeKind::Turn => {}
            },
            Event::SeizeRoll { rolled, .. } => {
                let contact = self.scene.engaged[Side::A] != 0;
                due.settled = true;
                due.everyone = contact && rolled <= rules.seize.everyone_fights_up_to;
            }
            Event::Declines { .. } => due.settled = true,
            _ => {}
        }
    }
}

/// Duels by the books, each with its winner first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Duels {
    /// Leaders whose only contact was one another when the round began.
    pairs: Vec<[FigureId; 2]>,
    /// A figure is about to run from an enemy charging it, so that others may be alone (WSC-5).
    runs: bool,
    /// Duels that are lost, and not reported yet.
    lost: Vec<(FigureId, FigureId)>,
    /// Duels that have been reported, and not followed by a roll yet.
    pub(crate) told: Vec<(FigureId, FigureId)>,
}

impl Duels {
    fn enemy_of(&self, figure: FigureId) -> Option<FigureId> {
        let pair = self.pairs.iter().find(|pair| pair.contains(&figure))?;
        pair.iter().copied().find(|other| *other != figure)
    }

    /// Enters a lost duel. A figure that has lost one already, with the roll still to come, loses no other.
    fn lose(&mut self, winner: FigureId, loser: FigureId) {
        let mut known = self.lost.iter().chain(&self.told);
        if known.all(|(_, other)| *other != loser) {
            self.lost.push((winner, loser));
        }
    }
}

impl Audit<'_> {
    pub(crate) fn check_duels(&mut self) {
        let rules = self.rules;
        if self.rules.system != System::Lloyd || rules.options.duels == Reading::Off {
            must!(self: !matches!(self.event, Event::Duel { .. }) => ll(16),
                "a duel where there are none");
            return;
        }
        let beaten = self.books.giving.beaten();
        let duels = &mut self.books.duels;
        match *self.event {
            Event::MeleeRound { .. } => {
                self.all_duels_told();
                self.enter_pairs();
            }
            Event::RunsFrom { .. } => duels.runs = true,
            Event::Moves { .. } if duels.runs => self.enter_pairs(),
            // A figure struck down as it leaves has fought no duel.
            Event::FreeBlow { .. } => duels.pairs.clear(),
            Event::Fights { a, b, total_a, total_b, effect, .. }
                if effect >= Effect::Retreat && duels.enemy_of(a) == Some(b) =>
            {
                let (winner, loser) = if total_a > total_b { (a, b) } else { (b, a) };
                duels.lose(winner, loser);
            }
            // A figure without room suffers a worse effect than it was due.
            Event::NoRoom { figure, .. } if beaten == Some(figure) => {
                if let Some(enemy) = duels.enemy_of(figure) {
                    duels.lose(enemy, figure);
                }
            }
            Event::Dies { figure, cause: Cause::Melee } => {
                if let Some(enemy) = duels.enemy_of(figure) {
                    // Where both fall, neither has won.
                    let before = duels.lost.len();
                    duels.lost.retain(|lost| *lost != (figure, enemy));
                    if duels.lost.len() == before {
                        duels.lose(enemy, figure);
                    }
                }
            }
            Event::Duel { winner, loser } => {
                let lost = duels.lost.iter().position(|lost| *lost == (winner, loser));
                let lost = lost.map(|k| duels.lost.remove(k));
                duels.told.push((winner, loser));
                must!(self: lost.is_some() => ll(16),
                    "{winner:?} has not beaten {loser:?} in a duel");
            }
            any!(Nominates Acts Forfeits Ends) => self.all_duels_told(),
            _ => {}
        }
    }

    fn enter_pairs(&mut self) {
        (self.books.duels.pairs, self.books.duels.runs) = (self.pairs(), false);
    }

    fn all_duels_told(&mut self) {
        let lost = std::mem::take(&mut self.books.duels.lost);
        let lost = lost.first();
        must!(self: lost.is_none() => ll(16), "a duel that nobody tells of: {lost:?}");
    }

    /// Returns the pairs of leaders whose only contact is one another.
    fn pairs(&self) -> Vec<[FigureId; 2]> {
        let only_enemy = |figure: FigureId| {
            let met = self.touched_by(figure.side(), 1 << figure.index());
            (met.count_ones() == 1)
                .then(|| FigureId::new(!figure.side(), met.trailing_zeros() as usize))
        };
        let leads = |figure: &FigureId| self.scene.traits(*figure).leads;
        each(self.scene.alive[Side::A])
            .map(|i| FigureId::new(Side::A, i))
            .filter(leads)
            .filter_map(|a| {
                let b = only_enemy(a).filter(leads)?;
                (only_enemy(b) == Some(a)).then_some([a, b])
            })
            .filter(|pair| {
                let [p, q] = pair.map(|figure| self.scene.at(figure));
                !self.terrain().is_across_barricade(p, q)
            })
            .collect()
    }
}
