//! Breaches of goals, escapes and order cards (HOST-5, LL-05 d, LL-08).

use super::plant;
use crate::common::planted::{breaks, change, changed, find, is};
use crate::common::{inches, point};
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::event::{Draw, Ending, Event};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::Side;

#[test]
fn host_5_the_game_ends_when_it_should() {
    // Stopped early; won by a goal that nobody has reached; a draw of nothing.
    for ending in [
        Ending::Cap,
        Ending::Draw(Draw::Both),
        Ending::Won { side: Side::A, goal: Some(0) },
        Ending::Won { side: Side::B, goal: None },
    ] {
        let rule = plant(|_, moments| {
            let at = find(moments, is! { Event::Acts { number: 3, .. } })?;
            let mut ends = moments[at - 1].clone();
            ends.event = Event::Ends { ending, streak: 0 };
            moments.truncate(at);
            moments.push(ends);
            Some(())
        });
        assert_eq!(rule, Rule::host(5), "{ending:?}");
    }
    // Played on after a goal was reached.
    let rule = plant(|battle, moments| {
        let at = find(moments, is! { Event::Acts { number: 5, side: Side::A, .. } })?;
        if moments[at].alive[Side::A].count_ones() < 5 {
            return None;
        }
        let place = battle.spec().places[0].at;
        let alive = moments[at].alive[Side::A];
        for (k, i) in (0..8).filter(|i| alive >> i & 1 == 1).enumerate() {
            let x = [0, 1, -1, 0, 0].get(k).copied().unwrap_or(12);
            let y = [0, 0, 0, 1, -1].get(k).copied().unwrap_or(k as i32 - 12);
            let to = Point::new(place.x + x * inches(1.1), place.y + y * inches(1.1));
            moments[at].positions[Side::A][i] = to;
        }
        Some(())
    });
    assert_eq!(rule, Rule::host(5));
    breaks! {
        // An event that happens twice, and anything after the end.
        [Rule::host(5)] twice Event::Happens { .. },
        [Rule::host(5)] twice Event::Ends { .. },
    }
}

#[test]
fn ll_05_only_those_who_reach_their_exit_leave() {
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::Escapes { .. } })?;
        let Event::Escapes { figure } = moments[at].event else {
            return None;
        };
        moments[at].positions[figure.side()][figure.index()] = point(20.0, 20.0);
        Some(())
    });
    assert_eq!(rule, Rule::ll(5));
}

#[test]
fn ll_08_cards_bind_those_they_name() {
    breaks! {
        // A man not named is nominated for it.
        [Rule::ll(8)] Event::Nominates { card: Some(card), .. } => *card = 1 - *card,
    }
    // Somebody else takes part.
    let rule = plant(|_, moments| {
        moments.iter_mut().find_map(|moment| match &mut moment.event {
            Event::Acts { side, card: Some(_), figures, .. } => {
                let others = moment.alive[*side] & !*figures & !0b10_0110;
                let other = (0..8).find(|i| others >> i & 1 == 1)?;
                *figures |= 1 << other;
                Some(())
            }
            _ => None,
        })
    });
    assert_eq!(rule, Rule::ll(8));
    // A card closes before it is done with, and is used when it is.
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::Nominates { .. } })?;
        let mut closes = moments[at].clone();
        closes.event = Event::CardCloses { side: Side::A, card: 0, done: true };
        moments.insert(at, closes);
        Some(())
    });
    assert_eq!(rule, Rule::ll(8));
    let rule = plant(|_, moments| {
        let at = find(moments, is! { Event::CardCloses { .. } })?;
        let Event::CardCloses { side, card, .. } = moments[at].event else {
            return None;
        };
        change(
            &mut moments[at..],
            changed!(
                Event::Acts { side: acting, card: used, first: None, .. } if *acting == side =>
                    *used = Some(card)
            ),
        )
    });
    assert_eq!(rule, Rule::ll(8));
}
