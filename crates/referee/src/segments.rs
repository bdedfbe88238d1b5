//! When declared actions come in a round of segments, worked out anew; blows, extra strikes, shots, hits that spoil timed
//! actions, and moves; and figures that leave the table as others act (AD-01, AD-02, AD-04, AD-06 to AD-10).

use crate::actions::shooting_move;
use crate::adnd::Round;
use crate::drill::pace;
use crate::known::*;
use std::cmp::Ordering;

/// A place in the order of action: the bracket, within it the number of routines or the phase of the round, then the total,
/// then which of several routines. Less is earlier.
pub(crate) type OrderPlace = (u8, i32, i32, u8);

/// The bracket of actions that go by the die.
const BY_DIE: u8 = 1;

/// What figures have declared for a round.
#[derive(Debug, Clone, Default)]
pub(crate) struct Declaration {
    pub(crate) side: Side,
    pub(crate) action: ActionKind,
    pub(crate) figures: FigureSet,
    pub(crate) targets: FigureSet,
    pub(crate) charging: FigureSet,
    /// Routines that count in the order, and routines that it consists of.
    pub(crate) standing: u8,
    pub(crate) routines: u8,
    pub(crate) total: i32,
    pub(crate) last: bool,
    pub(crate) takes: u8,
    pub(crate) speed_factor: Option<u8>,
    /// For each routine of an untimed action its segment, and the rule that sets it.
    pub(crate) moments: Vec<(u16, Rule)>,
    /// Routines that are over; for a timed action, 1 when it has completed.
    pub(crate) over: u8,
    /// It has been reported as an action.
    pub(crate) begun: bool,
    /// Figures of a timed action that have been hit before its end.
    pub(crate) spoiled: FigureSet,
    /// Chargers that have struck on arrival.
    pub(crate) arrived: FigureSet,
    /// The last segment in which the figures of a move have certainly gone on; what they did not move by then is lost (AD-05).
    pub(crate) gone_until: u16,
}

impl Declaration {
    pub(crate) const fn is_timed(&self) -> bool {
        self.action.is_move() || self.takes > 0
    }

    /// Returns whether it is the declaration of these figures, or some of them, to do this.
    pub(crate) fn covers(&self, side: Side, action: ActionKind, figures: FigureSet) -> bool {
        (self.side, self.action) == (side, action) && figures & !self.figures == 0
    }

    pub(crate) const fn parts(&self) -> u8 {
        if self.is_timed() { 1 } else { self.routines }
    }

    /// Returns the place of a routine, the first being 0.
    pub(crate) fn place(&self, routine: u8, order: RoutineOrder) -> OrderPlace {
        let n = i32::from(self.standing.clamp(1, 8));
        let k = i32::from(routine).min(n - 1);
        let more_first = match order {
            RoutineOrder::DiceAmongSeveral => 0,
            _ => -n,
        };
        let (bracket, step, turn) = if self.last {
            (3, 0, k)
        } else if order == RoutineOrder::Phases && n > 1 {
            // Attack k of n stands at k/(n-1) of the round, a single one in the middle.
            match (2 * k).cmp(&(n - 1)) {
                Ordering::Less => (0, 420 * k / (n - 1), 0),
                Ordering::Equal => (BY_DIE, 0, 0),
                Ordering::Greater => (2, 420 * k / (n - 1), 0),
            }
        } else if k < n / 2 {
            (0, more_first, k)
        } else if k >= n - n / 2 {
            (2, more_first, k - (n - n / 2))
        } else {
            (BY_DIE, 0, 0)
        };
        (bracket, step, -self.total, turn as u8)
    }
}

/// Returns the segment on which a side acts: the enemy's die, except for early and late ones of several routines (ADC-6).
pub(crate) fn acts_on(place: OrderPlace, own: i32, other: i32) -> u16 {
    let segment = match place.0 {
        0 => own.min(other),
        BY_DIE => other,
        _ => own.max(other),
    };
    segment.max(0) as u16
}

/// Sets moments in surprise: actions that take no time come before those that do (ADC-9).
pub(crate) fn at_once(declarations: &mut [Declaration]) {
    for declaration in declarations.iter_mut().filter(|declaration| !declaration.is_timed()) {
        declaration.moments = vec![(0, ad(4)); declaration.routines.into()];
    }
}

/// Works out when the untimed actions of a round come.
pub(crate) fn set_moments(declarations: &mut [Declaration], rolled: BySide<i32>, rules: &Segments) {
    for k in 0..declarations.len() {
        let own = &declarations[k];
        let place = |routine| own.place(routine, rules.routines);
        let dice = (rolled[own.side], rolled[!own.side]);
        let concerns = |other: &&Declaration| {
            let meet = other.figures & own.targets | other.targets & own.figures;
            other.side != own.side && other.is_timed() && meet != 0
        };
        let routines = 0..own.routines;
        let moments = if own.action == ActionKind::Set {
            // A weapon is set before everything else (ADC-7).
            vec![(0, ad(4))]
        } else if own.is_timed() {
            continue;
        } else if rules.segment == SideSegment::OtherDie {
            routines.map(|routine| (acts_on(place(routine), dice.0, dice.1), adc(6))).collect()
        } else {
            // Of several rivals the one with the most initiative counts.
            let rivals = declarations.iter().filter(concerns);
            let rival = rivals.map(|other| other.place(0, rules.routines)).min();
            let mut least = 0;
            let moment = |routine| {
                let found = rival
                    .and_then(|rival| waits(place(routine), rival, dice, own.speed_factor, rules));
                let (segment, rule) = found.unwrap_or((0, ad(4)));
                least = segment.max(least);
                (least, rule)
            };
            routines.map(moment).collect()
        };
        declarations[k].moments = moments;
    }
    let by_method = rules.segment != SideSegment::OtherDie;
    while by_method && wait_for_one_another(declarations, rules) {}
}

/// Returns the segment of an untimed action that has no initiative over a timed one; `None` if it has. `dice` are its side's
/// own and the other's.
fn waits(
    own: OrderPlace,
    rival: OrderPlace,
    dice: (i32, i32),
    speed_factor: Option<u8>,
    rules: &Segments,
) -> Option<(u16, Rule)> {
    let by_die = own.0 == BY_DIE && rival.0 == BY_DIE;
    let interrupts =
        rules.timed_loser == TimedLoser::AlwaysInterrupted && by_die && dice.1 < dice.0;
    if own < rival || interrupts {
        return None;
    }
    let (segment, rule) = match speed_factor {
        None => (dice.0.max(dice.1), ad(6)),
        Some(factor) if own == rival => (i32::from(factor), ad(7)),
        Some(factor) => ((i32::from(factor) - dice.0).abs(), ad(7)),
    };
    Some((segment.max(0) as u16, rule))
}

/// Makes an action aimed at figures whose untimed action has to wait, wait with it, unless it has more initiative. Returns
/// whether any had to.
fn wait_for_one_another(declarations: &mut [Declaration], rules: &Segments) -> bool {
    let mut waited = false;
    for k in 0..declarations.len() {
        for other in 0..declarations.len() {
            let (own, before) = (&declarations[k], &declarations[other]);
            let untimed = !own.is_timed() && !before.is_timed();
            if own.side == before.side || !untimed || before.figures & own.targets == 0 {
                continue;
            }
            for routine in 0..declarations[k].routines {
                let place = declarations[k].place(routine, rules.routines);
                let before = &declarations[other];
                let ahead =
                    (0..before.routines).filter(|r| before.place(*r, rules.routines) <= place);
                let least = ahead.map(|r| before.moments[usize::from(r)].0).max();
                let moment = &mut declarations[k].moments[usize::from(routine)];
                if moment.0 < least.unwrap_or(0) {
                    *moment = (least.unwrap_or(0), ad(4));
                    waited = true;
                }
            }
        }
    }
    waited
}

impl Declaration {
    /// Returns whether a routine is simultaneous with all else that completes on its segment: timed actions, and those that a
    /// method has put there (AD-08).
    pub(crate) fn is_joint(&self, routine: u8, rules: &Segments) -> bool {
        let by_method = || {
            let moment = self.moments.get(usize::from(routine));
            moment.is_some_and(|(segment, rule)| *segment > 0 && *rule != ad(4))
        };
        rules.same_segment == SameSegment::Together && (self.is_timed() || by_method())
    }
}

impl Audit<'_> {
    pub(crate) fn check_segments(&mut self) {
        self.is_still_upon_him();
        match *self.event {
            Event::Strikes { striker, target, effect, .. } => {
                self.strikes(striker);
                self.hits(target, effect != Effect::None);
            }
            Event::ExtraStrike { striker, target, factors, with_slower } => {
                self.extra_strike((striker, target), factors, with_slower)
            }
            Event::Shoots { shooter, target, .. }
            | Event::Fires { shooter, target, fire: FireKind::Aimed, .. }
            | Event::Attacks { by: shooter, target, band: Some(_), .. } => {
                let round = &mut self.books.segments;
                round.rolled_for = true;
                let mut may = round.now.shots.take(shooter);
                // The other shots of a volley are at the same target (AD-02.1).
                if may {
                    round.now.volley = Some((shooter, target, round.volleys(self.scene, shooter)));
                } else if let Some((by, at, left @ 1..)) = &mut round.now.volley {
                    may = (*by, *at) == (shooter, target);
                    *left -= 1;
                }
                let meant = round.declaration_of(shooter).map_or(0, |own| own.targets);
                must!(self: may => ad(2), "{shooter:?} shoots more often than it has routines");
                must!(self: has(meant, target.index()) => ad(3),
                    "{shooter:?} shoots at {target:?}, whom it did not declare");
            }
            Event::FreeBlow { by, target } => {
                let round = &mut self.books.segments;
                round.free = Some((by, target));
                let leaves = round.declaration_of(target).is_some_and(|d| d.action.is_move());
                let surprised = is_in(round.unawares.surprised, by);
                must!(self: !surprised => adc(9), "{by:?} is surprised and strikes at {target:?}");
                must!(self: leaves => adc(8),
                    "{by:?} has a free blow at {target:?}, who does not leave");
            }
            Event::Attacks { by, target, .. } => {
                let free = self.books.segments.free.take();
                if free != Some((by, target)) {
                    self.strikes(by);
                }
                let has_withdrawn = is_in(self.books.segments.withdrawn, target);
                let apart = self.scene.at(by).distance(self.scene.at(target));
                let is_gone = has_withdrawn && apart > contact(self.scene.battle) + ROUNDING;
                must!(self: !is_gone => adc(5), "{by:?} strikes at {target:?}, who has withdrawn");
            }
            // How often a figure strikes or shoots by steps is kept in their own books.
            Event::StepRolled { attacker, .. } => {
                let round = &mut self.books.segments;
                round.rolled_for = true;
                if round.now.extra.is_some_and(|(who, _)| who == attacker) {
                    round.now.extra = None;
                }
            }
            Event::Wounded { figure, .. } => self.hits(figure, true),
            // A blow by itself, as other kinds of fighting report it: the attacker's own test, or else the first test of the
            // figure attacked; a second figure strikes like any other.
            Event::Opens { figure, .. } | Event::Clashes { a: figure, .. } => self.strikes(figure),
            Event::Technique { figure, against, passes, .. } => {
                if self.rules.techniques.attack == TechniqueAttack::Opening {
                    self.strikes(against);
                }
                self.hits(figure, !passes);
            }
            Event::NerveCheck { side, unit, result: NerveResult::Withdraws, .. } => {
                let traits = self.scene.traits_of(side);
                let unit = self.scene.alive[side] & members(self.scene, side, 1 << unit.0);
                let shaken = set_of(each(unit).filter(|i| !traits[*i].body.fearless));
                self.books.segments.withdrawn[side] |= shaken;
            }
            Event::Hit { figure, effect, .. } => self.hits(figure, effect != Effect::None),
            Event::Struck { figure, .. } | Event::Harmed { figure, .. } => self.hits(figure, true),
            Event::Spoiled { figure, action, .. } => {
                let round = &mut self.books.segments;
                let was_hit = round.now.hit.take(figure);
                let own = round.declaration_of(figure).is_some_and(|own| {
                    own.spoiled |= 1 << figure.index();
                    own.action == action && own.takes > 0 && own.over == 0
                });
                must!(self: was_hit && own => ad(4),
                    "{figure:?} loses a timed action: {}", action.name());
            }
            _ => {}
        }
    }

    /// Checks that figures reported not to move since they were thrown back were, and that no others that were are reported to
    /// find no way on (AD-04).
    pub(crate) fn is_stopped(&mut self, side: Side, figures: FigureSet, why: Hindrance) {
        if !self.in_segments {
            return;
        }
        let thrown = self.books.segments.thrown[side];
        let is_so = match why {
            Hindrance::ThrownBack => figures & !thrown == 0,
            Hindrance::Stuck => figures & thrown == 0,
            _ => true,
        };
        must!(self: is_so => ad(4),
            "{figures:#b} of {side:?} do not move for {why:?}; thrown back are {thrown:#b}");
    }

    /// Notes a figure thrown back. By steps no other event reports that a figure is driven off, or killed outright.
    pub(crate) fn is_driven(&mut self) {
        if let Event::Moves {
            figure, from, to, why: MoveKind::PushBack | MoveKind::Retreat, ..
        } = *self.event
        {
            self.books.segments.thrown.put(figure);
            self.is_thrown_off(figure, [from, to]);
        }
        if !self.rules.fighting.is_by_steps() {
            return;
        }
        match *self.event {
            Event::Moves { figure, why: MoveKind::PushBack | MoveKind::Retreat, .. }
            | Event::NoRoom { figure, .. } => self.hits(figure, true),
            Event::Dies { figure, .. } => self.stops(figure),
            _ => {}
        }
    }

    /// Notes a figure thrown back by the last blow, if that blow had a speed factor and ties with the figure's.
    fn is_thrown_off(&mut self, figure: FigureId, [from, to]: [Point; 2]) {
        let Some((by, factor)) = self.books.segments.now.last_blow else { return };
        let enemies = self.scene.positions[!figure.side()];
        let loses =
            |j: &usize| self.in_contact(from, enemies[*j]) && !self.in_contact(to, enemies[*j]);
        let lost = set_of(each(self.scene.alive[!figure.side()]).filter(loses));
        let (order, same) = (self.rules.segments.routines, self.rules.segments.same_segment);
        let round = &mut self.books.segments;
        // Enemies it meets as it goes back were not in contact with it when this began.
        let is_first = round.now.thrown_off.iter().all(|(who, ..)| *who != figure);
        let ties = same != SameSegment::Together
            || round.came_at(by, order) == round.came_at(figure, order);
        if is_first && ties {
            round.now.thrown_off.push((figure, factor, lost));
        }
    }

    /// Checks that a figure thrown off its enemy by the faster of two weapons that tie does not strike that enemy with the
    /// slower (AD-10).
    fn is_still_upon_him(&mut self) {
        let pair = match *self.event {
            Event::Strikes { striker, target, .. } => Some([striker, target]),
            Event::Attacks { by, target, band: None, .. } => Some([by, target]),
            Event::StepRolled { .. } => self.books.steps.blow(),
            _ => None,
        };
        if self.books.shot(self.event).is_some() {
            self.books.segments.now.last_blow = None;
        }
        let Some([striker, target]) = pair else { return };
        let round = &self.books.segments;
        let by_charge = round.now.ranks.iter().any(|(who, _)| *who == striker);
        let is_free = round.free == Some((striker, target));
        // The second extra strike comes with the slower weapon.
        let comes_with = if round.now.extra == Some((striker, true)) { target } else { striker };
        let handling = self.scene.traits(comes_with).handling;
        let factor = handling.speed_factor.filter(|_| !by_charge && !is_free);
        let is_off = factor.is_some_and(|factor| {
            let mut thrown = round.now.thrown_off.iter();
            thrown.any(|(who, by, lost)| {
                *who == striker && *by < factor && has(*lost, target.index())
            })
        });
        let [at, his] = [striker, target].map(|who| self.scene.at(who));
        let strikes = !is_off || self.in_contact(at, his);
        self.books.segments.now.last_blow = factor.map(|factor| (striker, factor));
        must!(self: strikes => ad(10),
            "{striker:?} strikes at {target:?}, off whom a faster weapon has thrown him");
    }

    /// Notes a hit on a living figure.
    fn hits(&mut self, figure: FigureId, hurts: bool) {
        if hurts && is_in(self.books.alive, figure) {
            self.stops(figure);
        }
    }

    /// Notes that a figure's timed action, if any, must be reported as lost.
    fn stops(&mut self, figure: FigureId) {
        let round = &mut self.books.segments;
        let at_it = round
            .declaration_of(figure)
            .is_some_and(|own| own.takes > 0 && own.over == 0 && !has(own.spoiled, figure.index()));
        if at_it {
            round.now.hit.put(figure);
        }
    }

    /// Checks a blow: one for each routine, and one for each extra strike; of weapons that strike at once the faster first,
    /// those without a speed factor with the last (AD-02, AD-10).
    fn strikes(&mut self, striker: FigureId) {
        let own = self.scene.traits(striker).handling.speed_factor;
        let round = &mut self.books.segments;
        round.rolled_for = true;
        let now = &mut round.now;
        if let Some(k) = now.ranks.iter().position(|(who, _)| *who == striker) {
            let (_, rank) = now.ranks.remove(k);
            let before = now.rank.replace(rank);
            let may = now.blows.take(striker);
            must!(self: may && before.is_none_or(|before| before <= rank) => adc(7),
                "{striker:?} strikes at rank {rank} of a charge, after {before:?}");
            return;
        }
        let extra = now.extra.take();
        let may = match extra {
            Some((figure, _)) => figure == striker,
            None => now.blows.take(striker),
        };
        let (before, factor) = (now.factor, own.unwrap_or(u8::MAX));
        // Simultaneous blows on a segment are not compared by speed, unless they tie.
        let together = self.rules.segments.same_segment == SameSegment::Together;
        let with_slower = matches!(extra, Some((_, true)));
        if !with_slower {
            now.factor = Some(factor);
        }
        must!(self: may => ad(2), "{striker:?} strikes more often than it may");
        let in_turn = with_slower || together || before.is_none_or(|before| before <= factor);
        must!(self: in_turn => ad(10),
            "{striker:?} strikes with {own:?} after a blow with {before:?}");
    }

    /// Checks an extra strike: of a weapon at least three times as fast, or faster by five, at a slower one that comes at the
    /// same time; one more with the slower weapon if the factors are ten apart (AD-10).
    fn extra_strike(
        &mut self,
        (striker, target): (FigureId, FigureId),
        factors: [u8; 2],
        with_slower: bool,
    ) {
        let factor = |figure: FigureId| self.scene.traits(figure).handling.speed_factor;
        let right = [factor(striker), factor(target)] == factors.map(Some);
        let [own, other] = factors.map(i32::from);
        let earned = match with_slower {
            true => other - own >= 10,
            false => other > own && (other >= 3 * own || other - own >= 5),
        };
        let round = &mut self.books.segments;
        let order = self.rules.segments.routines;
        let tied = round.came_at(striker, order) == round.came_at(target, order)
            && [striker, target].iter().all(|figure| is_in(round.now.acting, *figure));
        let once = self.rules.segments.extra_strikes == ExtraStrikes::Once;
        let earlier = once && is_in(round.favoured, striker);
        let again = round.now.extras[usize::from(with_slower)].put(striker) || earlier;
        round.now.extra = Some((striker, with_slower));
        must!(self: right && earned => ad(10),
            "{striker:?} has an extra strike with {own} against {other}");
        must!(self: tied && !again => ad(10),
            "{striker:?} has an extra strike again, or at one who does not strike now");
    }

    /// Returns how far a figure may go in a round by what it has declared (AD-09), and whether it charges.
    fn may_go(&mut self, figure: FigureId) -> (Len, bool) {
        let charge = self.rules.segments.charge;
        let traits = self.scene.traits(figure);
        let parts = self.parts();
        let Some(declaration) = self.books.segments.declaration_of(figure) else {
            return (0, false);
        };
        let (action, over) = (declaration.action, declaration.over);
        let charges = has(declaration.charging, figure.index());
        let pace = if action == ActionKind::Charge { Pace::Normal } else { pace(action) };
        let full = self.books.drill.allowance(self.scene, figure, pace);
        let most = match action {
            // A few steps before the first shot (LL-14).
            ActionKind::Shoot if over <= 1 && parts == 1 => {
                traits.missile.map_or(0, |missile| shooting_move(missile.mobility, traits.rate))
            }
            action if !action.is_move() => 0,
            _ if charges => full.saturating_mul(charge) / parts,
            _ => full / parts,
        };
        (most, charges)
    }

    /// Checks that a figure has gone on within what it may go in the round, and notes its charge (AD-09).
    pub(crate) fn goes_on_its_way(&mut self) {
        told!(self: Event::Moves { figure, from, to, way, cost, .. });
        let (side, i) = (figure.side(), figure.index());
        let (most, charges) = self.may_go(figure);
        let segments = self.last_segment();
        let round = &mut self.books.segments;
        if way > 0 {
            round.walked.put(figure);
        }
        let own = round.declaration_of(figure).filter(|own| own.action.is_move());
        let goes = own.is_some();
        // What it could have gone before is lost (AD-05).
        let lost = own.map_or(0, |own| due_by(most, own.gone_until, segments));
        let Some(spent) = round.spent[side].get_mut(i) else {
            return self.breach(ad(3), format!("{figure:?} moves before the first round"));
        };
        *spent = lost.max(*spent) + cost;
        let spent = *spent;
        round.on_the_way[side] |= u128::from(goes) << i;
        round.gone_on |= goes;
        round.allowed[side][i] = most;
        if charges && self.rules.segments.charge_counts == ChargeCounts::SetOff {
            round.charged[side][i] = round.number.max(1);
        }
        must!(self: !(goes && is_in(round.withdrawn, figure)) => adc(5),
            "{figure:?} has withdrawn and goes on");
        must!(self: spent <= most + ROUNDING => ad(9),
            "{figure:?} has gone or lost {spent}/256 and may go {most}/256");
        // The length of each stage is rounded down, and there may be one in each segment.
        let rounding = ROUNDING.max(self.rules.segments.round.into());
        let there = self.scene.at(figure) == to && from.distance(to) <= way + rounding;
        must!(self: there => host(1), "{figure:?} is not where it went, or further");
    }

    /// Checks, as an action comes on a segment, that no figure has gone further since the last one than it may by then; what it
    /// could have gone before that does not count (AD-05).
    pub(crate) fn gone_so_far(&mut self, segment: u16) {
        let segments = self.last_segment();
        let round = &mut self.books.segments;
        for (side, figures) in std::mem::take(&mut round.on_the_way).iter() {
            for i in each(*figures) {
                let (spent, most) = (round.spent[side][i], round.allowed[side][i]);
                let most = due_by(most, segment, segments);
                must!(self: spent <= most + ROUNDING => ad(5),
                    "{side:?}{i} has gone or lost {spent}/256 by segment {segment}");
            }
        }
    }
}

/// Returns how much of a figure's move in a round is due by the end of a segment (AD-05).
fn due_by(most: Len, segment: u16, segments: u16) -> Len {
    let due = i64::from(most) * i64::from(segment.min(segments)) / i64::from(segments.max(1));
    Len::try_from(due).unwrap_or(Len::MAX)
}

/// A figure that has left the table by its exit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Left {
    pub(crate) figure: FigureId,
    place: OrderPlace,
    /// The first segment on which it can have got there.
    from: u16,
    /// The segment of the action that came at the same place after it had gone.
    at: Option<u16>,
}

impl Left {
    /// Returns whether an action that comes ties with its leaving, or comes before what does.
    pub(crate) fn ties_with(&mut self, place: OrderPlace, segment: u16, is_joint: bool) -> bool {
        if is_joint {
            let before = self.at.replace(segment);
            return self.from <= segment && before.is_none_or(|at| at == segment);
        }
        if place < self.place {
            return segment >= self.from;
        }
        let before = self.at.replace(segment);
        place == self.place && self.from <= segment && before.is_none_or(|at| at == segment)
    }
}

impl Round {
    /// Returns how many shots a figure has besides the first, where all shots of a round are one volley (AD-02.1).
    pub(crate) fn volleys(&self, scene: &Scene<'_>, shooter: FigureId) -> u8 {
        let rules = rulebook(scene);
        let traits = scene.traits(shooter);
        let (nature, handling) = (&traits.nature, &traits.handling);
        let bot = scene.battle.bot_of(shooter.side(), traits.unit);
        let alone = rules.segments.missiles == Missiles::Routines
            || handling.segments > 0
            || bot.holds_back && !nature.hasted
            || rules.fighting == Fighting::PetiteGuerre;
        if alone {
            return 0;
        }
        let number = self.number.max(self.unawares.segment);
        let times = if self.unawares.segment > 0 { rules.segments.surprise.shots } else { 1 };
        let shots = nature.routines(handling.shots.in_round(number)).saturating_mul(times);
        shots.min(MOST_ROUTINES).saturating_sub(1)
    }

    /// Returns a figure's place in the order of action when its last action came.
    fn came_at(&mut self, figure: FigureId, order: RoutineOrder) -> Option<OrderPlace> {
        let own = self.declaration_of(figure);
        own.map(|of| of.place(if of.is_timed() { 0 } else { of.over.saturating_sub(1) }, order))
    }

    /// Returns whether a figure has left the table at the same place in the order of action, and on the same segment, as the
    /// action that has just come.
    pub(crate) fn is_across(&self, figure: FigureId) -> bool {
        let gone = self.left.iter().find(|left| left.figure == figure);
        gone.is_some_and(|left| left.at.is_some())
    }
}

impl Audit<'_> {
    /// Enters a figure that leaves the table by its exit.
    pub(crate) fn leaves(&mut self, figure: FigureId) {
        let order = self.rules.segments.routines;
        let segments = self.last_segment();
        let (side, i) = (figure.side(), figure.index());
        let round = &mut self.books.segments;
        // A figure driven off goes with the blow, not in its own time.
        if is_in(round.thrown, figure) {
            return;
        }
        let of = |lengths: &BySide<Vec<Len>>| lengths[side].get(i).copied().unwrap_or(0);
        let (spent, most) = (of(&round.spent), of(&round.allowed));
        let got_there = |segment: &u16| spent <= due_by(most, *segment, segments) + ROUNDING;
        let from = (1..=segments).find(got_there).unwrap_or(segments);
        if let Some(place) = round.declaration_of(figure).map(|own| own.place(0, order)) {
            round.left.push(Left { figure, place, from, at: None });
        }
    }

    /// Checks, when the game is over, that everything due at the same time as the last figure that left the table has come.
    pub(crate) fn ties_are_settled(&mut self) {
        let rules = &self.rules.segments;
        let round = &self.books.segments;
        let mut open = None;
        for left in &round.left {
            let bit: FigureSet = 1 << left.figure.index();
            for of in round.declarations.iter().filter(|of| of.targets & bit != 0) {
                let ties =
                    of.place(of.over, rules.routines) == left.place || of.is_joint(of.over, rules);
                let ties = ties && of.side != left.figure.side();
                let able = of.figures & self.books.alive[of.side] & !of.spoiled != 0;
                let due = round.due(of, rules);
                // Of two routines on one segment the second comes after the first, when that figure is gone.
                let before = usize::from(of.over).checked_sub(1);
                let before = before.and_then(|before| of.moments.get(before));
                let had_a_go = before.is_some_and(|(segment, _)| Some(*segment) == due);
                if ties && able && !had_a_go && due == Some(left.from) {
                    open = Some((of.figures, of.side, left.figure));
                }
            }
        }
        must!(self: open.is_none() => ad(8),
            "{open:?}: they were to act at the same time as he left the table");
    }
}
