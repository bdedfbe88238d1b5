//! The order book of a turn defined by tables (TN-09): whose turn or chance it is, by dice, tokens, cards or a number; which
//! units have had theirs; and when it passes on.

use crate::known::*;
use crate::steps;

/// Returns whether each side has turns of its own; else both act in one round.
pub(crate) fn has_own_turns(turn: &Turn) -> bool {
    turn.next == Next::Sides
        && (turn.hands_over != HandsOver::Units || turn.times != Times::OnceARound)
}

/// What the bag or the deck should hold.
#[derive(Debug, Clone, Default)]
struct Lots {
    tokens: BySide<u32>,
    /// Cards of each unit, and of each leader.
    cards: BySide<Vec<u8>>,
    leaders: BySide<Vec<u8>>,
    blanks: u32,
    jokers: u32,
    ends: u32,
}

impl Lots {
    fn count(&self) -> u32 {
        let cards = self.cards.0.iter().chain(&self.leaders.0).flatten();
        let cards: u32 = cards.map(|count| u32::from(*count)).sum();
        self.tokens.0.iter().sum::<u32>() + cards + self.blanks + self.jokers + self.ends
    }
}

/// The current turn.
#[derive(Debug, Clone, Default)]
pub(crate) struct Order {
    number: u32,
    /// The side whose turn or chance it is.
    side: Option<Side>,
    /// In a round, a chance is open.
    is_chance: bool,
    /// The side that won the roll and has not had its turn.
    rolled: Option<Side>,
    opened: Option<Side>,
    second: bool,
    kept: bool,
    last: Option<Side>,
    last_in_round: Option<Side>,
    first_done: Option<Side>,
    /// Units that may still act in the round, and units that may be picked on this chance.
    pending: Units,
    may: u128,
    /// Activations left, and those left for units with a leader.
    left: u32,
    leaders: u32,
    /// The command dice have not been rolled yet.
    owes_command: bool,
    is_named: bool,
    /// Units that have acted or failed their test, and how often each has been activated.
    acted: u128,
    times: Vec<u8>,
    chances: BySide<u32>,
    units: BySide<u32>,
    counts: BySide<Vec<i32>>,
    /// Units reported to let the turn pass: after that only late shots follow in it.
    passed: Option<u128>,
    /// The unit that has passed its test, and its actions left; and all units that have passed and not acted.
    able: Option<(UnitId, u8)>,
    unused: u128,
    /// A test has passed the turn on.
    ends: bool,
    lots: Lots,
    /// Units that have shot; the one that has just shot and may move on, and whether all its shooters have javelins.
    shot: u128,
    moves_on: Option<UnitId>,
    javelins: bool,
    /// The moving unit has shot without javelins, and keeps clear of the enemy.
    keep_clear: bool,
    has_fought: bool,
}

impl Audit<'_> {
    pub(crate) fn check_order(&mut self, turn: &Turn) {
        let rule = turn.rule;
        self.books.order.times.resize(256, 0);
        match *self.event {
            Event::TurnRoll { rolled, first } => self.rolls_for_first(turn, rolled, first),
            Event::TurnBegins { side, turn: number } => self.own_turn_begins(turn, side, number),
            Event::RoundBegins { turn: number, first, tokens } => {
                self.common_round_begins(turn, number);
                let due = self.opener(turn);
                let order = &mut self.books.order;
                order.first_done = None;
                if turn.next == Next::Sides && turn.first != First::Roll {
                    order.opened = due;
                }
                let right = order.lots.count();
                let opened = if turn.first == First::Roll { None } else { order.opened };
                must!(self: first == opened && tokens == right => rule,
                    "{first:?} opens with {tokens} tokens; {opened:?} is due with {right}");
            }
            Event::Shuffles { cards, turn: number } => {
                self.common_round_begins(turn, number);
                let right = self.books.order.lots.count();
                must!(self: cards == right => rule, "{cards} cards; {right} is right");
            }
            Event::CommandRoll { .. } => self.command(turn),
            Event::CountRoll { side, unit, rolled, count } => {
                let own = number_of(self.scene, turn.by, side, unit);
                let known = self.books.order.counts[side].get_mut(usize::from(unit.0));
                known.into_iter().for_each(|known| *known = count);
                let fits = turn.count_dice.is_some_and(|dice| can_show(dice, rolled));
                must!(self: fits && count == own + rolled => rule,
                    "{unit:?} of {side:?} acts at {count}: {own} and {rolled}");
            }
            Event::PassesChance { side } => {
                self.close_chance(turn);
                let due = self.due_side(turn);
                let order = &mut self.books.order;
                let left = |side: Side| order.pending[side].count_ones();
                let fits = due == Some(side) && left(side) < left(!side);
                order.last_in_round = Some(side);
                must!(self: fits => rule, "{side:?} passes; {due:?} is due");
            }
            any!(CardDrawn LeaderCard LotDrawn EndCard) => {
                self.drawn(turn);
            }
            Event::UnitTested { .. } => self.unit_tested(turn),
            Event::Acts { .. } => self.acts_in_order(turn),
            Event::Idle { side, units } => self.lets_pass(turn, side, units),
            Event::Contact { figure, .. } => {
                must!(self: !self.books.order.keep_clear => rule,
                    "{figure:?} has shot, without a javelin, and goes on into melee");
            }
            Event::MeleeRound { .. } if turn.melee == MeleeTime::EndOfTurn => {
                let order = &mut self.books.order;
                let again = std::mem::replace(&mut order.has_fought, true) || order.side.is_none();
                must!(self: !again => rule, "a second round of melee of a turn");
            }
            _ => {}
        }
    }

    /// Returns the side that opens the next round, or pair of turns, unless that is rolled for.
    fn opener(&self, turn: &Turn) -> Option<Side> {
        let order = &self.books.order;
        match (turn.next, turn.first, order.opened) {
            (Next::Bag | Next::Deck | Next::Count, ..) => None,
            (_, First::Roll, _) => order.rolled,
            (_, _, None) => Some(self.books.holder),
            (_, First::Starter, opened) => opened,
            (_, First::InTurn, Some(opened)) => Some(!opened),
            (_, First::DoneFirst, Some(opened)) => Some(order.first_done.unwrap_or(opened)),
        }
    }

    /// Checks that the higher roll goes first; the side that had the last turn loses a tie.
    fn rolls_for_first(&mut self, turn: &Turn, rolled: BySide<i32>, first: Side) {
        let [a, b] = rolled.0;
        let order = &mut self.books.order;
        let right = rolled.higher(order.last.map_or(self.books.holder, |last| !last));
        let due = order.rolled.is_none() && !order.second && !order.kept && !order.is_chance;
        order.rolled = Some(first);
        if !has_own_turns(turn) {
            order.opened = Some(first);
        }
        must!(self: due => turn.rule, "a roll before both have had their turn");
        let shown = turn.dice.is_some_and(|dice| can_show(dice, a) && can_show(dice, b));
        must!(self: shown => turn.rule, "{a} and {b} on {:?}", turn.dice);
        must!(self: first == right => turn.rule, "{first:?} is first on {a} against {b}");
    }

    /// Checks that a side's turn begins when the last one is over, with no unit left in it that had something to do.
    fn own_turn_begins(&mut self, turn: &Turn, side: Side, number: u32) {
        let last = self.books.order.side;
        let left = last.map_or(0, |last| self.not_done(turn, last));
        let opener = self.opener(turn);
        let in_play = self.in_play(side);
        let order = &mut self.books.order;
        let (due, is_second) = match last {
            Some(last) if order.kept => (Some(last), order.second),
            Some(last) if order.second => (Some(!last), false),
            _ => (opener, true),
        };
        let (unfought, right) = (last.is_some() && !order.has_fought, order.number + 1);
        let opened = if is_second && !order.kept { Some(side) } else { order.opened };
        let mut pending = BySide::default();
        pending[side] = in_play;
        *order = Order {
            number,
            side: Some(side),
            opened,
            second: is_second,
            last: Some(side),
            pending,
            may: in_play,
            left: match turn.hands_over {
                HandsOver::Side => u32::MAX,
                HandsOver::Units => turn.units.into(),
                HandsOver::Command => 0,
            },
            owes_command: turn.hands_over == HandsOver::Command,
            ..Order::default()
        };
        must!(self: due == Some(side) && number == right => turn.rule,
            "turn {number} is {side:?}'s; turn {right} of {due:?} is due");
        must!(self: left == 0 => turn.rule,
            "the turn of {last:?} is over, and units {left:b} have not had theirs");
        let in_contact = self.scene.engaged[Side::A] != 0;
        let owes_melee = turn.melee == MeleeTime::EndOfTurn && unfought && in_contact;
        must!(self: !owes_melee => turn.rule,
            "those in contact did not fight at the end of a turn");
    }

    /// Returns the units that might still act in the current turn and have not been reported to let it pass.
    fn not_done(&self, turn: &Turn, side: Side) -> u128 {
        let (in_play, led) = (self.in_play(side), self.led(side));
        let order = &self.books.order;
        let left = in_play & !order.acted & !order.passed.unwrap_or(0);
        match turn.hands_over {
            _ if order.ends => 0,
            HandsOver::Side => left,
            _ if order.left > 0 => left,
            _ if order.leaders > 0 => left & led,
            _ => 0,
        }
    }

    /// Returns the units of a side whose leader is on the table.
    pub(crate) fn led(&self, side: Side) -> u128 {
        let stands = |leader: Option<usize>| leader.is_some_and(|i| has(self.books.alive[side], i));
        let units = self.scene.spec().sides[side].units.iter().enumerate();
        set_of(units.filter(|(_, unit)| stands(unit.leader)).map(|(k, _)| k))
    }

    /// Checks what the command dice buy, and whether the turn is kept (TN-04).
    fn command(&mut self, turn: &Turn) {
        told!(self: Event::CommandRoll { side, rolled, units, leaders, keeps });
        let bought = [units, leaders];
        let order = &mut self.books.order;
        let due = std::mem::take(&mut order.owes_command) && order.side == Some(side);
        (order.left, order.leaders) = (bought[0].into(), bought[1].into());
        order.kept = keeps;
        let Some(command) = turn.command else { return };
        let (dice, rest) = rolled.split_at(command.dice.count.into());
        let fits = dice.iter().all(|die| (1..=command.dice.sides).contains(die))
            && rest.iter().all(|die| *die == 0);
        let shows = |face: Face| {
            dice.iter().filter(|die| command.faces[usize::from(**die) - 1] == face).count()
        };
        must!(self: due && fits => turn.rule, "{rolled:?} on {}", command.dice);
        if fits {
            let right = [Face::Unit, Face::Leader].map(shows);
            must!(self: bought.map(usize::from) == right => turn.rule,
                "{rolled:?} buy {right:?}, and not {bought:?}");
            let is_kept = command.keeps > 0 && shows(Face::Keep) >= command.keeps.into();
            must!(self: keeps == is_kept => turn.rule, "{rolled:?}: kept {keeps}");
        }
    }

    fn common_round_begins(&mut self, turn: &Turn, number: u32) {
        self.close_chance(turn);
        let in_play = BySide::from_fn(|side| self.in_play(side));
        let led = BySide::from_fn(|side| self.led(side));
        let order = &mut self.books.order;
        let is_drawn = matches!(turn.next, Next::Bag | Next::Deck);
        let left = match is_drawn {
            true => order.lots.count(),
            false => order.pending.0.map(u128::count_ones).iter().sum(),
        };
        let right = order.number + 1;
        let units = in_play.0.map(u128::count_ones);
        let cards = |of: BySide<u128>, cards: u8| {
            BySide(of.0.map(|set| (0..128).map(|k| u8::from(has(set, k)) * cards).collect()))
        };
        let mut lots = Lots::default();
        if is_drawn {
            (lots.blanks, lots.jokers, lots.ends) =
                (turn.blanks.into(), turn.jokers.into(), turn.end_cards.into());
        }
        match turn.next {
            Next::Bag => lots.tokens = BySide(units.map(|units| units * u32::from(turn.tokens))),
            Next::Deck => {
                lots.cards = cards(in_play, turn.cards);
                lots.leaders = cards(led, turn.leader_cards);
            }
            Next::Sides | Next::Count => {}
        }
        let numbers = |side: Side| {
            let units = 0..self.scene.spec().sides[side].units.len();
            units.map(|unit| number_of(self.scene, turn.by, side, UnitId(unit as u8))).collect()
        };
        *order = Order {
            number,
            opened: order.opened,
            last: order.last,
            first_done: order.first_done,
            pending: in_play,
            units: BySide(units),
            counts: match turn.next {
                Next::Count => BySide::from_fn(numbers),
                _ => BySide::default(),
            },
            lots,
            ..Order::default()
        };
        must!(self: number == right && left == 0 => turn.rule,
            "round {number} begins with {left} left of the last; {right} is due");
    }

    /// Ends a chance in a round: units that are gone have no chance, no token and no card.
    fn close_chance(&mut self, turn: &Turn) {
        let in_play = BySide::from_fn(|side| self.in_play(side));
        let led = BySide::from_fn(|side| self.led(side));
        let order = &mut self.books.order;
        let (left, named) = (order.left, order.is_named);
        let mut unused = 0;
        let side = order.side.unwrap_or(Side::A);
        if std::mem::take(&mut order.is_chance) {
            unused = order.may & order.pending[side] & in_play[side];
            (order.last, order.last_in_round) = (Some(side), Some(side));
            (order.moves_on, order.able, order.ends) = (None, None, false);
            order.chances[side] += 1;
            if named && turn.times != Times::Again {
                // A unit whose card was drawn has had its chance, and nothing more is reported of it.
                order.pending[side] &= !order.may;
            }
        }
        for side in [side, !side] {
            order.pending[side] &= in_play[side];
            if order.number > 0 && order.pending[side] == 0 {
                order.first_done = order.first_done.or(Some(side));
            }
            let most = match turn.times {
                Times::Again => in_play[side].count_ones() * u32::from(turn.tokens),
                _ => order.pending[side].count_ones(),
            };
            order.lots.tokens[side] = order.lots.tokens[side].min(most);
            for (cards, units) in [(&mut order.lots.cards, in_play), (&mut order.lots.leaders, led)]
            {
                for (k, count) in cards[side].iter_mut().enumerate() {
                    *count *= u8::from(has(units[side], k));
                }
            }
        }
        must!(self: left == 0 || named || unused == 0 => turn.rule,
            "units {unused:b} of {side:?} have had no part in its chance");
        self.books.order.left = 0;
    }

    /// Returns whose chance it is where sides take turns in a round.
    fn due_side(&self, turn: &Turn) -> Option<Side> {
        let order = &self.books.order;
        let opened = order.opened?;
        let due = match turn.smaller_side {
            SmallerSide::Spread => {
                let had = |side: Side| order.chances[side] * order.units[!side];
                BySide::from_fn(|side| had(!side)).higher(opened)
            }
            _ => order.last_in_round.map_or(opened, |last| !last),
        };
        let has_any = |side: &Side| order.pending[*side] != 0;
        [due, !due].into_iter().find(has_any)
    }

    /// Returns the side, and its units, with the highest number.
    fn highest(&self) -> Option<(Side, u128)> {
        let order = &self.books.order;
        let of = |side: Side, k: usize| order.counts[side].get(k).copied();
        let best =
            BySide::from_fn(|side| each(order.pending[side]).filter_map(|k| of(side, k)).max());
        let side = best.higher(order.last.map_or(self.books.holder, |last| !last));
        let count = best[side]?;
        let units = each(order.pending[side]).filter(|k| of(side, *k) == Some(count));
        Some((side, set_of(units)))
    }

    /// Checks that the token or card drawn was there, and opens its chance.
    fn drawn(&mut self, turn: &Turn) {
        self.close_chance(turn);
        let order = &mut self.books.order;
        let take = |count: &mut u32| {
            let was_there = *count > 0;
            *count = count.saturating_sub(1);
            was_there
        };
        let take_card = |cards: &mut Vec<u8>, k: usize| {
            let count = cards.get_mut(k).filter(|count| **count > 0);
            count.map(|count| *count -= 1).is_some()
        };
        let joker = order.last.map_or(self.books.holder, |last| !last);
        let (was_there, chance) = match *self.event {
            Event::LotDrawn { side: Some(side), lot: Lot::Token } => {
                (take(&mut order.lots.tokens[side]), Some((side, order.pending[side])))
            }
            Event::LotDrawn { side: Some(side), lot: Lot::Joker } => {
                (take(&mut order.lots.jokers) && side == joker, Some((side, order.pending[side])))
            }
            Event::LotDrawn { side: None, lot: Lot::Blank } => (take(&mut order.lots.blanks), None),
            Event::CardDrawn { side, unit } => (
                take_card(&mut order.lots.cards[side], unit.0.into()),
                Some((side, order.pending[side] & 1 << unit.0)),
            ),
            Event::LeaderCard { figure } => {
                let (side, unit) = self.scene.unit_of(figure);
                let spec = &self.scene.spec().sides[side];
                let leads = spec.units[usize::from(unit.0)].leader == Some(figure.index());
                let (at, reach) = (self.scene.at(figure), i64::from(turn.leader_reach));
                let near = |i: &usize| {
                    self.scene.at(FigureId::new(side, *i)).distance2(at) <= reach * reach
                };
                let near = each(self.books.alive[side]).filter(near);
                let traits = self.scene.traits_of(side);
                let units = set_of(near.map(|i| traits[i].unit.0.into()));
                (
                    leads && take_card(&mut order.lots.leaders[side], unit.0.into()),
                    Some((side, order.pending[side] & units)),
                )
            }
            Event::EndCard => {
                let was_there = order.lots.ends > 0;
                order.lots = Lots::default();
                (was_there, None)
            }
            _ => (false, None),
        };
        if let Some((side, units)) = chance {
            (order.side, order.is_chance) = (Some(side), true);
            (order.may, order.left) = (units, 1);
            order.is_named = matches!(self.event, Event::CardDrawn { .. });
        }
        must!(self: was_there => turn.rule, "there is no such lot: {:?}", self.event);
    }

    /// Activates a unit: it is the side's chance, the unit may be picked, and an activation is left for it.
    fn activates(&mut self, turn: &Turn, side: Side, unit: UnitId) {
        let own = has_own_turns(turn);
        let in_play = BySide::from_fn(|side| self.in_play(side));
        let order = &self.books.order;
        let own_left = order.side.map_or(0, |side| order.pending[side] & in_play[side]);
        let is_used = order.left == 0 || order.may & own_left == 0;
        if !own && (!order.is_chance || is_used) {
            // Whose chance is next is not reported where sides take turns, or units go by a number.
            self.close_chance(turn);
            let next = match turn.next {
                Next::Sides => self.due_side(turn).map(|due| (due, u128::MAX, turn.units)),
                Next::Count => self.highest().map(|(due, units)| (due, units, 1)),
                Next::Bag | Next::Deck => None,
            };
            if let Some((due, units, left)) = next {
                let order = &mut self.books.order;
                (order.side, order.is_chance) = (Some(due), true);
                (order.may, order.left) = (units, left.into());
            }
        }
        let led = self.led(side);
        let order = &mut self.books.order;
        let (bit, whose) = (1 << unit.0, order.side);
        let is_his = whose == Some(side) && order.passed.is_none() && !order.ends;
        let may = order.may & order.pending[side] & bit != 0;
        let by_leader = order.leaders > 0 && led & bit != 0;
        let has_one = order.left > 0 || by_leader;
        if by_leader {
            order.leaders -= 1;
        } else if turn.hands_over != HandsOver::Side {
            order.left = order.left.saturating_sub(1);
        }
        if turn.times != Times::Again {
            order.pending[side] &= !bit;
        }
        let times = &mut order.times[place_of(side, unit)];
        *times = times.saturating_add(1);
        must!(self: is_his => turn.rule,
            "{unit:?} of {side:?} acts, and it is the turn of {whose:?}");
        must!(self: may => turn.rule, "{unit:?} of {side:?} may not act, or not again");
        must!(self: has_one => turn.rule, "{unit:?} of {side:?} acts, and no activation is left");
    }

    /// Checks a unit's test: by the right number, and it counts as the unit's activation (TN-07).
    fn unit_tested(&mut self, turn: &Turn) {
        told!(self: Event::UnitTested { side, unit, rolled, needed, passed, ends });
        self.activates(turn, side, unit);
        let Some(test) = turn.test else { return };
        let order = &mut self.books.order;
        let at = place_of(side, unit);
        let before = i32::from(order.times[at]) - 1;
        let adds = number_of(self.scene, test.adds, side, unit);
        let right = test.needs - adds + test.harder * before;
        let (rolls, rest) = rolled.split_at(test.tries.into());
        let fits = rolls.iter().all(|roll| can_show(test.dice, *roll))
            && rest.iter().all(|roll| *roll == 0);
        let succeed = rolls.iter().filter(|roll| **roll >= right).count();
        let passes_on = test.failures > 0 && rolls.len() - succeed >= test.failures.into();
        if passed == 0 {
            order.acted |= 1 << unit.0;
        } else {
            order.unused |= 1 << unit.0;
        }
        (order.able, order.moves_on) = (Some((unit, passed)), None);
        order.ends |= ends;
        if ends {
            (order.left, order.leaders) = (0, 0);
        }
        must!(self: fits && needed == right => turn.rule,
            "{rolled:?} on {}, {needed} needed: {right} is right", test.dice);
        must!(self: usize::from(passed) == succeed && ends == passes_on => turn.rule,
            "{rolled:?}: {passed} succeed, the turn passes on: {ends}");
    }

    /// Checks a unit's action: on its activation, on actions left by its test, a move after a shot, or a late shot.
    fn acts_in_order(&mut self, turn: &Turn) {
        told!(self: Event::Acts { side, action, figures, .. });
        let Some(unit) = self.acting_unit() else { return };
        let bit = 1 << unit.0;
        let traits = self.scene.traits_of(side);
        let is_javelin = |missile: Missile| missile.mobility == Mobility::Full;
        let with_javelins = each(figures).all(|i| traits[i].missile.is_some_and(is_javelin));
        let order = &mut self.books.order;
        if order.side != Some(side) {
            (order.moves_on, order.able) = (None, None);
        }
        let may_charge = order.javelins;
        // A unit with an action left by its test, or that may act again, may use that too: the two cannot be told apart.
        let has_more = turn.times == Times::Again
            || order.able.is_some_and(|(able, left)| able == unit && left > 0);
        let is_next = has_more && action == ActionKind::Charge && !may_charge;
        let moves_on = order.moves_on.take() == Some(unit) && action.is_move() && !is_next;
        order.keep_clear = moves_on && !may_charge && !has_more;
        if moves_on {
            must!(self: action != ActionKind::Charge || may_charge => turn.rule,
                "{unit:?} of {side:?} shoots, without javelins, and charges");
            return;
        }
        let has_action = order.able.is_some_and(|(able, left)| able == unit && left > 0);
        let is_late = order.passed.is_some() || order.acted & bit != 0 && !has_action;
        let shoots_late = turn.late_shots && is_late && action.is_shooting();
        let has_shot = order.shot & bit != 0;
        order.shot |= if action.is_shooting() { bit } else { 0 };
        if shoots_late {
            let in_time = !order.has_fought && order.side == Some(side);
            let left = self.not_done(turn, side);
            must!(self: !has_shot && in_time => turn.rule,
                "{unit:?} of {side:?} shoots again, or after the melee");
            must!(self: left == 0 => turn.rule,
                "units {left:b} have not had their move, and others shoot already");
            return;
        }
        order.unused &= !bit;
        order.acted |= bit;
        let fought = order.has_fought;
        match &mut order.able {
            Some((able, left)) if *able == unit && *left > 0 => *left -= 1,
            _ => {
                self.activates(turn, side, unit);
                must!(self: turn.test.is_none() => turn.rule,
                    "{unit:?} of {side:?} acts, and has no action by its test");
            }
        }
        if action.is_shooting() && turn.actions == Actions::ShootAndMove {
            let order = &mut self.books.order;
            (order.moves_on, order.javelins) = (Some(unit), with_javelins);
        }
        must!(self: !fought => turn.rule, "{unit:?} acts after the melee of the turn");
    }

    /// Lets units pass up the turn, or the chance.
    fn lets_pass(&mut self, turn: &Turn, side: Side, units: u128) {
        if !has_own_turns(turn) {
            must!(self: units.count_ones() == 1 => turn.rule, "{units:b} let one chance pass");
            let unit = UnitId(units.trailing_zeros() as u8);
            self.activates(turn, side, unit);
            let times = self.books.order.times.get_mut(place_of(side, unit));
            return times.map_or((), |times| *times = times.saturating_sub(1));
        }
        let (in_play, led) = (self.in_play(side), self.led(side));
        let order = &mut self.books.order;
        let in_play = if order.left == 0 { in_play & led } else { in_play };
        let is_tested =
            turn.test.is_some_and(|test| test.failures > 0) && turn.hands_over == HandsOver::Side;
        let right = if is_tested { order.unused } else { in_play & !order.acted };
        let again = order.passed.replace(units).is_some();
        let whose = order.side;
        let fits = whose == Some(side) && !again && units == right;
        must!(self: fits => turn.rule,
            "{units:b} of {side:?} let the turn of {whose:?} pass; {right:b} are left");
    }
}

fn place_of(side: Side, unit: UnitId) -> usize {
    side.index() * 128 + usize::from(unit.0)
}

/// Returns the number of a unit that its turn goes by (TN-09).
pub(crate) fn number_of(scene: &Scene<'_>, number: UnitNumber, side: Side, unit: UnitId) -> i32 {
    commonest(scene, side, unit, |figure, troops| match number {
        UnitNumber::Nothing => 0,
        UnitNumber::Quality => troops.quality.into(),
        UnitNumber::Count => troops.count,
        UnitNumber::Level => troops.body.level,
        UnitNumber::Attribute(attribute) => {
            steps::has(scene, figure, attribute).map_or(0, |amount| amount.plus)
        }
    })
}
