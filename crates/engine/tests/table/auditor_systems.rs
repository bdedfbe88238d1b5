//! The auditor against planted breaches under systems of turns: a clean game is recorded with all its scenes, one thing in
//! it is changed, and the auditor must name the rule that this breaks.

use crate::common::Field;
use crate::common::made_up::host;
use crate::common::planted::{Moment, Record, audit, change, find, omit, plant, repeat};
use crate::common::tables;
use skirmish_engine::battle::{Battle, FigureId, UnitId};
use skirmish_engine::event::{ActionKind, Event, MeleeKind, ReactionKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Blocks, Matching, System};
use skirmish_engine::side::Side;

pub(crate) type Breach = fn(&Battle, &mut Vec<Moment>) -> Option<()>;

/// Plants each of these in the first clean game that has room for it.
pub(crate) fn finds_in(field: impl Fn(u64) -> Field, plants: &[(&str, Rule, Breach)]) {
    let records: Vec<_> =
        (0..80).map(|variant| Record::of(&field(variant), variant * 31 + 5)).collect();
    for (what, rule, breach) in plants {
        let found = std::panic::catch_unwind(|| plant(&records, breach));
        let found = found.unwrap_or_else(|_| panic!("not found: {what}"));
        assert_eq!(found, *rule, "{what}");
    }
}

fn finds(system: System, plants: &[(&str, Rule, Breach)]) {
    finds_in(|variant| ungrouped(system, variant), plants);
}

/// A made-up battle in which every unit is by itself and is matched by choice. Breaches of WSC-10 and SOW-1 are planted
/// beside the tests of these.
fn ungrouped(system: System, variant: u64) -> Field {
    let mut field = host(system, variant);
    field.spec.rules.warspike.blocks = Blocks::None;
    field.spec.rules.warspike.matching = Matching::Chosen;
    field
}

pub(crate) const fn acts(event: &Event) -> bool {
    matches!(event, Event::Acts { .. })
}

const fn is_idle(event: &Event) -> bool {
    matches!(event, Event::Idle { .. })
}

/// Somebody of a unit who is on the table.
fn one_of(battle: &Battle, moment: &Moment, side: Side, unit: UnitId) -> Option<FigureId> {
    let figures = &battle.spec().sides[side].figures;
    let alive = moment.alive[side];
    (0..figures.len())
        .find(|i| alive >> i & 1 == 1 && figures[*i].unit == unit)
        .map(|i| FigureId::new(side, i))
}

/// Puts an event in before the first that is so.
fn insert(
    moments: &mut Vec<Moment>,
    is: impl Fn(&Event) -> bool,
    event: impl Fn(&Moment) -> Option<Event>,
) -> Option<()> {
    let at = find(moments, is)?;
    let event = event(&moments[at])?;
    let moment = Moment { event, ..moments[at.checked_sub(1)?].clone() };
    moments.insert(at, moment);
    Some(())
}

/// The other side tries to seize the initiative, as under Lloyd's rules.
pub(crate) fn declines(_: &Battle, moments: &mut Vec<Moment>) -> Option<()> {
    insert(moments, acts, |moment| Some(Event::Declines { side: !moment.holder }))
}

#[expect(clippy::ptr_arg, reason = "all breaches have one form")]
fn everybody_acts(_: &Battle, moments: &mut Vec<Moment>) -> Option<()> {
    moments.iter_mut().find_map(|moment| match &mut moment.event {
        Event::Acts { side, figures, .. } if *figures != moment.alive[*side] => {
            *figures = moment.alive[*side];
            Some(())
        }
        _ => None,
    })
}

#[expect(clippy::ptr_arg, reason = "all breaches have one form")]
fn longer_streak(_: &Battle, moments: &mut Vec<Moment>) -> Option<()> {
    change(moments, |event| match event {
        Event::Passes { streak, .. } => {
            *streak += 1;
            true
        }
        _ => false,
    })
}

fn acts_again(_: &Battle, moments: &mut Vec<Moment>) -> Option<()> {
    repeat(moments, acts)
}

fn nobody_idle(_: &Battle, moments: &mut Vec<Moment>) -> Option<()> {
    omit(moments, is_idle)
}

#[test]
fn bl_01_alternate_turns() {
    let rule = Rule::bl(1);
    finds(
        tables::ALTERNATE,
        &[
            ("a unit acts twice in a turn", rule, acts_again),
            ("a side has two turns running", rule, |_, moments| {
                moments.iter_mut().rev().find_map(|moment| match &mut moment.event {
                    Event::TurnBegins { side, .. } => {
                        *side = !*side;
                        Some(())
                    }
                    _ => None,
                })
            }),
            ("a turn is left out", rule, |_, moments| {
                omit(moments, |event| matches!(event, Event::TurnBegins { .. }))
            }),
            ("a turn ends before everyone has had his", rule, nobody_idle),
            ("a unit that has acted lets its turn pass", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::Idle { units, .. } if *units != 0b1111 => {
                        *units = 0b1111;
                        true
                    }
                    _ => false,
                })
            }),
            ("all units act at once", rule, everybody_acts),
            ("a streak is longer than it was", rule, longer_streak),
            ("somebody could seize", rule, declines),
        ],
    );
}

#[test]
fn bl_02_unit_cards() {
    let rule = Rule::bl(2);
    const fn drawn(event: &Event) -> bool {
        matches!(event, Event::CardDrawn { .. })
    }
    finds(
        tables::CARDS,
        &[
            ("a unit acts twice on a card", rule, acts_again),
            ("a card is drawn twice", rule, |_, moments| repeat(moments, drawn)),
            ("a unit acts on the card of another", rule, |_, moments| {
                let at = find(moments, acts)?;
                match &mut moments[..at].iter_mut().rev().find(|m| drawn(&m.event))?.event {
                    Event::CardDrawn { side, .. } => *side = !*side,
                    _ => return None,
                }
                Some(())
            }),
            ("somebody acts without a card", rule, |_, moments| {
                let at = find(moments, acts)?;
                let card = moments[..at].iter().rposition(|m| drawn(&m.event))?;
                moments.remove(card);
                Some(())
            }),
            ("a unit is drawn that is no more", rule, |battle, moments| {
                let at = moments
                    .iter()
                    .position(|moment| one_of(battle, moment, Side::A, UnitId(0)).is_none())?;
                let moment = Moment {
                    event: Event::CardDrawn { side: Side::A, unit: UnitId(0) },
                    ..moments[at].clone()
                };
                let next = moments[at..].iter().position(|m| drawn(&m.event))?;
                moments.insert(at + next, moment);
                Some(())
            }),
            ("the deck is shuffled before it is empty", rule, |_, moments| {
                repeat(moments, |event| matches!(event, Event::Shuffles { .. }))
            }),
            ("a card too many", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::Shuffles { cards, .. } => {
                        *cards += 1;
                        true
                    }
                    _ => false,
                })
            }),
            ("the last card is drawn twice", rule, |_, moments| {
                repeat(moments, |event| matches!(event, Event::EndCard))
            }),
            ("all units act on one card", rule, everybody_acts),
            ("a streak is longer than it was", rule, longer_streak),
            ("somebody could seize", rule, declines),
        ],
    );
}

#[test]
fn llc_3_lloyds_turn_without_seizing() {
    let rule = Rule::llc(3);
    const fn is_roll(event: &Event) -> bool {
        matches!(event, Event::TurnRoll { .. })
    }
    finds(
        tables::LLOYD_D10,
        &[
            ("the lower goes first", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::TurnRoll { first, .. } => {
                        *first = !*first;
                        true
                    }
                    _ => false,
                })
            }),
            ("a d10 shows 11", rule, |_, moments| {
                change(moments, |event| match event {
                    Event::TurnRoll { rolled, first } => {
                        rolled[*first] = 11;
                        true
                    }
                    _ => false,
                })
            }),
            ("both roll again", rule, |_, moments| repeat(moments, is_roll)),
            ("nobody rolls", rule, |_, moments| omit(moments, is_roll)),
            ("who moved last wins a tie", rule, |_, moments| {
                moments.iter_mut().find_map(|moment| match &mut moment.event {
                    Event::TurnRoll { rolled, first } if rolled[Side::A] == rolled[Side::B] => {
                        *first = !*first;
                        Some(())
                    }
                    _ => None,
                })
            }),
            ("a unit moves after the melee", rule, |_, moments| {
                let at = find(moments, |event| matches!(event, Event::MeleeRound { .. }))?;
                let last = moments[..at].iter().rposition(|m| acts(&m.event))?;
                let again = moments[last].clone();
                moments.insert(at + 1, again);
                Some(())
            }),
            ("a unit shoots twice in a turn", rule, |_, moments| {
                repeat(
                    moments,
                    |event| matches!(event, Event::Acts { action, .. } if action.is_shooting()),
                )
            }),
            ("a unit moves twice in a turn", rule, |_, moments| {
                repeat(
                    moments,
                    |event| matches!(event, Event::Acts { action, .. } if action.is_move()),
                )
            }),
            ("a turn ends before everyone has had his", rule, nobody_idle),
            ("all units act at once", rule, everybody_acts),
            ("somebody could seize", rule, declines),
            ("a round on contact", Rule::ll(9), |_, moments| {
                change(moments, |event| match event {
                    Event::MeleeRound { why } => {
                        *why = MeleeKind::Contact;
                        true
                    }
                    _ => false,
                })
            }),
        ],
    );
}

/// The matches of one turn, two of them at least, by their places.
fn two_matches(moments: &[Moment], fits: impl Fn(&Event, &Event) -> bool) -> Option<[usize; 2]> {
    let mut before: Option<usize> = None;
    for (k, moment) in moments.iter().enumerate() {
        match moment.event {
            Event::Instigates { .. } => before = None,
            Event::MatchBegins { .. } => {
                if let Some(first) = before
                    && fits(&moments[first].event, &moment.event)
                {
                    return Some([first, k]);
                }
                before = Some(k);
            }
            _ => {}
        }
    }
    None
}

/// A reaction of this kind that nothing had been prepared for.
fn reaction(kind: ReactionKind) -> impl Fn(&Event) -> bool {
    move |event| matches!(event, Event::Reacts { reaction, prepared: false, .. } if *reaction == kind)
}

/// A reaction by shooting, and the first shot of it.
fn shot_in_reply(moments: &[Moment]) -> Option<[usize; 2]> {
    let is_reaction = reaction(ReactionKind::Shoot);
    let mut reacted = None;
    moments.iter().enumerate().find_map(|(k, moment)| {
        match moment.event {
            Event::MatchBegins { .. } => reacted = None,
            Event::Shoots { shooter, .. } if shooter.side() != moment.holder => {
                return reacted.map(|at| [at, k]);
            }
            event if is_reaction(&event) => reacted = Some(k),
            _ => {}
        }
        None
    })
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of breaches")]
fn ws_01_to_08_instigator_and_retaliator() {
    finds(
        System::WarSpike,
        &[
            ("a match without its action", Rule::ws(4), |_, moments| {
                repeat(moments, |event| matches!(event, Event::MatchBegins { .. }))
            }),
            ("a unit acts twice in a turn", Rule::ws(5), |_, moments| {
                let [first, next] = two_matches(moments, |_, _| true)?;
                let Event::MatchBegins { units: again, .. } = moments[first].event else {
                    return None;
                };
                if let Event::MatchBegins { units, .. } = &mut moments[next].event {
                    *units = again;
                }
                Some(())
            }),
            ("a unit reacts twice in a turn", Rule::ws(3), |_, moments| {
                let both = |a: &Event, b: &Event| {
                    let reacts = |event: &Event| matches!(event, Event::MatchBegins { reacting, .. } if *reacting != 0);
                    reacts(a) && reacts(b)
                };
                let [first, next] = two_matches(moments, both)?;
                let Event::MatchBegins { reacting: again, .. } = moments[first].event else {
                    return None;
                };
                if let Event::MatchBegins { reacting, .. } = &mut moments[next].event {
                    *reacting = again;
                }
                Some(())
            }),
            ("who is to react does not", Rule::ws(4), |_, moments| {
                omit(moments, reaction(ReactionKind::Prepare))
            }),
            ("the side that acts reacts", Rule::ws(3), |_, moments| {
                let is = reaction(ReactionKind::Prepare);
                moments.iter_mut().find_map(|moment| match &mut moment.event {
                    event if !is(event) => None,
                    Event::Reacts { side, figures, .. } => {
                        *side = !*side;
                        (*figures & !moment.alive[*side] == 0).then_some(())
                    }
                    _ => None,
                })
            }),
            ("who shoots has not reacted", Rule::ws(3), |_, moments| {
                let [at, _] = shot_in_reply(moments)?;
                if let Event::Reacts { reaction, .. } = &mut moments[at].event {
                    *reaction = ReactionKind::Fight;
                }
                Some(())
            }),
            ("a reaction at another unit", Rule::ws(3), |battle, moments| {
                let [_, at] = shot_in_reply(moments)?;
                let moment = moments[at].clone();
                let Event::Shoots { target, .. } = &mut moments[at].event else {
                    return None;
                };
                let unit = battle.traits(*target).unit;
                let others = (0..4).map(UnitId).filter(|other| *other != unit);
                let mut others = others.filter_map(|u| one_of(battle, &moment, target.side(), u));
                *target = others.next()?;
                Some(())
            }),
            ("somebody attacks after the changeover", Rule::ws(6), |_, moments| {
                let at = find(moments, |event| matches!(event, Event::Changeover { .. }))?;
                let next = moments[at..].iter().position(|m| acts(&m.event))? + at;
                if moments[at..next].iter().any(|m| matches!(m.event, Event::MatchBegins { .. })) {
                    return None;
                }
                if let Event::Acts { action, .. } = &mut moments[next].event {
                    *action = ActionKind::Charge;
                }
                Some(())
            }),
            ("somebody fights after the changeover", Rule::ws(6), |_, moments| {
                let is_advantage = |event: &Event| matches!(event, Event::Advantage { .. });
                let why = MeleeKind::Contact;
                insert(moments, is_advantage, |_| Some(Event::MeleeRound { why }))
            }),
            ("a third unit strikes in a match", Rule::ws(4), |battle, moments| {
                let at = (1..moments.len()).find(|k| {
                    let fights = |k: usize| match moments[k].event {
                        Event::Fights { b, .. } => Some(battle.traits(b).unit),
                        _ => None,
                    };
                    fights(*k).is_some() && fights(*k) == fights(k - 1)
                })?;
                let moment = moments[at].clone();
                let Event::Fights { b, .. } = &mut moments[at].event else {
                    return None;
                };
                let unit = battle.traits(*b).unit;
                let mut others = (0..4).map(UnitId).filter(|other| *other != unit);
                *b = others.find_map(|other| one_of(battle, &moment, b.side(), other))?;
                Some(())
            }),
            ("a unit on hold acts", Rule::ws(8), |battle, moments| {
                moments.iter_mut().find_map(|moment| match &mut moment.event {
                    Event::MatchBegins { side, units, .. }
                        if battle.spec().sides[*side].units[1].on_hold
                            && moment.alive[*side] & 0b1111_0000 != 0 =>
                    {
                        *units = 1 << 1;
                        Some(())
                    }
                    _ => None,
                })
            }),
            ("the other side has the Advantage", Rule::ws(7), |_, moments| {
                change(moments, |event| match event {
                    Event::Advantage { rolled: Some(_), to, .. } => {
                        *to = !*to;
                        true
                    }
                    _ => false,
                })
            }),
            ("a unit more is destroyed", Rule::ws(7), |_, moments| {
                change(moments, |event| match event {
                    Event::Advantage { destroyed, .. } => {
                        destroyed[Side::A] += 1;
                        true
                    }
                    _ => false,
                })
            }),
            ("who has not got the Advantage instigates", Rule::ws(7), |_, moments| {
                change(moments, |event| match event {
                    Event::Instigates { side, turn } if *turn > 3 => {
                        *side = !*side;
                        true
                    }
                    _ => false,
                })
            }),
            ("the loser of the toss instigates", Rule::ws(1), |_, moments| {
                let at = find(moments, |event| matches!(event, Event::Toss { .. }))?;
                if !matches!(moments[at + 1].event, Event::Instigates { .. }) {
                    return None;
                }
                if let Event::Toss { winner } = &mut moments[at].event {
                    *winner = !*winner;
                }
                Some(())
            }),
            ("a turn struck off is not counted", Rule::ws(1), |_, moments| {
                change(moments, |event| match event {
                    Event::TurnStruckOff { turn } => {
                        *turn -= 1;
                        true
                    }
                    _ => false,
                })
            }),
            ("a unit uses twice what it prepared", Rule::ws(2), |_, moments| {
                change(moments, |event| match event {
                    Event::Reacts { prepared, .. } => {
                        *prepared = !*prepared;
                        true
                    }
                    _ => false,
                })
            }),
            ("a unit that lies low is aimed at", Rule::ws(2), |battle, moments| {
                let (at, side, unit) =
                    moments.iter().enumerate().find_map(|(k, m)| match m.event {
                        Event::Acts { side, action: ActionKind::LieLow, figures, .. } => {
                            let first = figures.trailing_zeros() as usize;
                            Some((k, side, battle.traits_of(side)[first].unit))
                        }
                        _ => None,
                    })?;
                for moment in moments.iter_mut().skip(at) {
                    match moment.event {
                        Event::Found { side: of, unit: id } if (of, id) == (side, unit) => {
                            return None;
                        }
                        Event::Acts { side: of, .. } if of != side => {
                            let meant = one_of(battle, moment, side, unit)?;
                            if let Event::Acts { target, .. } = &mut moment.event {
                                *target = Some(meant);
                            }
                            return Some(());
                        }
                        _ => {}
                    }
                }
                None
            }),
            ("a unit is found that did not lie low", Rule::ws(2), |_, moments| {
                repeat(moments, |event| matches!(event, Event::Found { .. }))
            }),
            ("the turn passes before every unit has acted", Rule::ws(5), |_, moments| {
                let at = find(moments, is_idle)?;
                if !matches!(moments[at + 1].event, Event::Changeover { .. }) {
                    return None;
                }
                moments.remove(at);
                Some(())
            }),
            ("somebody could seize", Rule::ws(5), declines),
        ],
    );
}

/// Changes the first thing that completes by a rule.
fn later(moments: &mut [Moment], by: Rule) -> Option<()> {
    change(moments, |event| match event {
        Event::Completes { segment, rule, .. } if *rule == by => {
            *segment += 1;
            true
        }
        _ => false,
    })
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of breaches")]
fn ad_01_to_10_rounds_of_segments() {
    const fn declares(event: &Event) -> bool {
        matches!(event, Event::Declares { .. })
    }
    finds(
        System::Adnd,
        &[
            ("a d6 shows 7", Rule::ad(1), |_, moments| {
                change(moments, |event| match event {
                    Event::SegmentRoll { rolled, .. } => {
                        rolled[Side::A] = 7;
                        true
                    }
                    _ => false,
                })
            }),
            ("a modifier that nobody has", Rule::ad(1), |_, moments| {
                change(moments, |event| match event {
                    Event::Declares { total, .. } => {
                        *total += 3;
                        true
                    }
                    _ => false,
                })
            }),
            ("somebody is last who is not", Rule::ad(1), |_, moments| {
                change(moments, |event| match event {
                    Event::Declares { last, .. } => {
                        *last = !*last;
                        true
                    }
                    _ => false,
                })
            }),
            ("more routines than a figure has", Rule::ad(1), |_, moments| {
                change(moments, |event| match event {
                    Event::Declares { routines, .. } => {
                        *routines += 3;
                        true
                    }
                    _ => false,
                })
            }),
            ("a figure declares twice", Rule::ad(3), |_, moments| repeat(moments, declares)),
            ("those without initiative declare first", Rule::ad(3), |_, moments| {
                for k in 1..moments.len() {
                    if let (
                        Event::Declares { side: a, total: x, routines: 1, last: false, .. },
                        Event::Declares { side: b, total: y, routines: 1, last: false, .. },
                    ) = (moments[k - 1].event, moments[k].event)
                        && a != b
                        && x != y
                    {
                        let first = moments[k - 1].event;
                        moments[k - 1].event = moments[k].event;
                        moments[k].event = first;
                        return Some(());
                    }
                }
                None
            }),
            ("somebody does what he did not declare", Rule::ad(3), |_, moments| {
                change(moments, |event| match event {
                    Event::Declares { action, .. } if *action == ActionKind::Move => {
                        *action = ActionKind::Hide;
                        true
                    }
                    _ => false,
                })
            }),
            ("a routine comes twice", Rule::ad(2), |_, moments| {
                repeat(moments, |event| {
                    matches!(
                        event,
                        Event::Completes { action: ActionKind::Shoot | ActionKind::Fight, .. }
                    )
                })
            }),
            ("an untimed action comes late", Rule::ad(4), |_, moments| later(moments, Rule::ad(4))),
            ("Method I is a segment late", Rule::ad(6), |_, moments| later(moments, Rule::ad(6))),
            ("Method II is a segment late", Rule::ad(7), |_, moments| later(moments, Rule::ad(7))),
            ("a spell is a segment late", Rule::ad(4), |_, moments| {
                change(moments, |event| match event {
                    Event::Completes { action: ActionKind::Shoot, segment, rule, .. }
                        if *rule == Rule::ad(5) =>
                    {
                        *segment += 1;
                        true
                    }
                    _ => false,
                })
            }),
            ("both act at once, untold", Rule::ad(8), |battle, moments| {
                // Every one is missed, some for a blow too many and some for what it is itself.
                let at_once = |event: &Event| matches!(event, Event::Simultaneous { .. });
                let told: Vec<_> =
                    (0..moments.len()).filter(|k| at_once(&moments[*k].event)).collect();
                let found = told.into_iter().find(|k| {
                    let mut without = moments.clone();
                    without.remove(*k);
                    let first = audit(battle, &without).first().copied();
                    assert!(first.is_some(), "event {k} is not missed");
                    first == Some(Rule::ad(8))
                })?;
                moments.remove(found);
                Some(())
            }),
            ("a timed action goes on after a hit", Rule::ad(4), |_, moments| {
                omit(moments, |event| matches!(event, Event::Spoiled { .. }))
            }),
            ("somebody fights who is out of melee", Rule::ad(9), |_, moments| {
                moments.iter_mut().find_map(|moment| match &mut moment.event {
                    Event::Declares { side, action, figures, .. }
                        if action.is_move() && *figures & moment.engaged[*side] == 0 =>
                    {
                        *action = ActionKind::Fight;
                        Some(())
                    }
                    _ => None,
                })
            }),
            ("a move turns into a charge", Rule::ad(9), |_, moments| {
                change(moments, |event| match event {
                    Event::Declares { action, figures, charging, .. }
                        if *action == ActionKind::Charge && *charging == 0 =>
                    {
                        *charging = *figures;
                        true
                    }
                    _ => false,
                })
            }),
            ("somebody goes further than a full move", Rule::ad(9), |_, moments| {
                change(moments, |event| match event {
                    Event::Moves { cost, allowance, why, .. }
                        if *why == skirmish_engine::event::MoveKind::Action && *cost > 0 =>
                    {
                        *cost += 2 * *allowance;
                        true
                    }
                    _ => false,
                })
            }),
            ("somebody goes further than by then", Rule::ad(5), |_, moments| {
                // Of those who only walk, and have not yet in this round: what is due of a charge is another rule.
                let walks = |k: usize, who: FigureId| {
                    let round = moments[..k].iter().rev();
                    let mut round =
                        round.take_while(|m| !matches!(m.event, Event::SegmentRoll { .. }));
                    round.all(|m| match m.event {
                        Event::Declares { side, charging, .. } => {
                            side != who.side() || charging >> who.index() & 1 == 0
                        }
                        Event::Moves { figure, .. } => figure != who,
                        _ => true,
                    })
                };
                let at = (1..moments.len()).map(|k| k - 1).find(|k| {
                    matches!(
                        (moments[*k].event, moments[k + 1].event),
                        (Event::Moves { figure, cost, allowance, .. }, Event::Contact { .. })
                            if 2 * cost < allowance && walks(*k, figure)
                    )
                })?;
                if let Event::Moves { cost, allowance, .. } = &mut moments[at].event {
                    *cost += *allowance / 2;
                }
                Some(())
            }),
            ("a charger strikes twice on arrival", Rule::ad(9), |_, moments| {
                repeat(moments, |event| matches!(event, Event::ChargeStrikes { .. }))
            }),
            ("somebody strikes twice in a routine", Rule::ad(2), |_, moments| {
                repeat(moments, |event| {
                    matches!(
                        event,
                        Event::Strikes { effect: skirmish_engine::rulebook::Effect::None, .. }
                    )
                })
            }),
            ("somebody shoots twice in a routine", Rule::ad(2), |_, moments| {
                repeat(moments, |event| matches!(event, Event::Shoots { hit: false, .. }))
            }),
            ("an extra strike is had twice", Rule::ad(10), |_, moments| {
                repeat(moments, |event| matches!(event, Event::ExtraStrike { .. }))
            }),
            ("an extra strike that the factors do not give", Rule::ad(10), |_, moments| {
                change(moments, |event| match event {
                    Event::ExtraStrike { factors, .. } => {
                        factors.swap(0, 1);
                        true
                    }
                    _ => false,
                })
            }),
            ("who is thrown off by a faster weapon strikes", Rule::ad(10), |battle, moments| {
                let factor = |who| battle.traits(who).handling.speed_factor;
                let thrown_off = |k: usize| match (moments[k].event, moments[k + 1].event) {
                    (Event::Strikes { striker, target, .. }, Event::Moves { figure, .. }) => {
                        let slower = factor(striker).is_some_and(|f| Some(f) < factor(target));
                        (figure == target && slower).then_some([striker, target])
                    }
                    _ => None,
                };
                // He was to strike at the same time, and it comes to nothing.
                let (at, event) = (0..moments.len() - 1).find_map(|k| {
                    let [by, who] = thrown_off(k)?;
                    let of_it = moments[k..].iter().take_while(|moment| {
                        !matches!(moment.event, Event::Completes { .. } | Event::SegmentRoll { .. })
                    });
                    let late = of_it.into_iter().position(|moment| match moment.event {
                        Event::ComesToNothing {
                            side, figures, action: ActionKind::Fight, ..
                        } => side == who.side() && figures == 1 << who.index(),
                        _ => false,
                    })?;
                    let mut event = moments[k].event;
                    if let Event::Strikes { striker, target, .. } = &mut event {
                        (*striker, *target) = (who, by);
                    }
                    Some((k + late, event))
                })?;
                moments[at].event = event;
                Some(())
            }),
            ("an extra strike that is not told", Rule::ad(2), |_, moments| {
                let at = find(moments, |event| {
                    matches!(event, Event::ExtraStrike { with_slower: false, .. })
                })?;
                moments.remove(at);
                Some(())
            }),
            ("somebody could seize", Rule::ad(1), declines),
        ],
    );
}
