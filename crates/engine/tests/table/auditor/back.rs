//! Breaches in how somebody goes back (LLC-6).

use crate::common::planted::{Record, audit, find, is};
use crate::common::{AVERAGE, Field, SWORD, line, point};
use skirmish_engine::bot::{Act, Condition};
use skirmish_engine::event::{Event, MoveKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::Side::{A, B};

#[test]
fn llc_6_a_retreat_ends_clear_of_every_enemy() {
    // Sixteen inches straight back he passes another, two inches off his way.
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 20.0, 10.0);
    field.figure(A, AVERAGE, SWORD, 22.0, 27.0);
    let man = field.figure(B, AVERAGE, SWORD, 20.0, 11.0);
    field.bot(A, vec![line(&[Condition::Engaged], Act::Fight)]);
    let record = Record::of_script(field.cap(1), &[10, 6]);
    let mut moments = record.moments.clone();
    let at = find(&moments, is! { Event::Moves { why: MoveKind::Retreat, .. } }).expect("he does");
    // He bears off towards him by less than an inch, and goes hardly further.
    let beside = point(20.875, 27.0);
    if let Event::Moves { to, .. } = &mut moments[at].event {
        assert_eq!(*to, point(20.0, 27.0));
        *to = beside;
    }
    for moment in &mut moments[at..] {
        moment.positions[B][man.index()] = beside;
    }
    assert_eq!(audit(&record.battle, &moments).first(), Some(&Rule::llc(6)));
}
