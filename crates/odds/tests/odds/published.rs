//! Figures that the sources print, or that follow from them, come out to the last digit.

use std::cmp::Ordering;

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::Counters;
use skirmish_odds::{Pmf, Ratio, Seize, Shooting, Streak, Wait};

const AVERAGE: i32 = 19;
const NO_LEADER: i32 = 0;
const HEROIC: i32 = 3;
const INSPIRED: i32 = 4;
const IN_REACH: i32 = 2;
const SHOOTING_ACTION: i32 = 2;
const ENGAGED: i32 = -4;
const ORDER_CARD: i32 = 4;

fn percent(base: i32, factors: i32) -> String {
    let seize = Seize { dice: Dice::one(20), base, factors };
    let chance = seize.chance().unwrap();
    let told = chance.percent(2);
    assert_eq!(told.parse::<Ratio>(), Ok(chance), "nothing was rounded");
    told
}

#[test]
fn chances_to_seize() {
    assert_eq!(percent(AVERAGE, NO_LEADER), "10 %");
    assert_eq!(percent(21, NO_LEADER), "0 %", "rubbish alone");
    assert_eq!(percent(22, NO_LEADER), "0 %", "sub-human alone");
    assert_eq!(percent(21, IN_REACH), "10 %", "rubbish in reach");
    assert_eq!(percent(22, IN_REACH), "5 %", "sub-human in reach");
    assert_eq!(percent(18, HEROIC + IN_REACH), "40 %");
    assert_eq!(percent(16, INSPIRED + IN_REACH + ORDER_CARD), "75 %");
    assert_eq!(percent(AVERAGE, 2 * SHOOTING_ACTION), "30 %");
    assert_eq!(percent(17, ENGAGED), "0 %", "excellent but engaged");
}

fn average_alone(shooting: Shooting, counters: Counters) -> Wait {
    let streak = Streak {
        dice: Dice::one(20),
        base: AVERAGE,
        factors: NO_LEADER,
        per_counter: SHOOTING_ACTION,
        per_action: 0,
        shooting,
        counters,
    };
    streak.law().unwrap()
}

#[test]
fn average_alone_takes_ten_actions_on_average() {
    let law = average_alone(Shooting::never(), Counters::Kept);
    assert_eq!(law.mean(), Some(Ratio::from(10)));
    assert_eq!(law.longest(), None);
}

#[test]
fn a_streak_of_shooting_under_kept_counters() {
    let law = average_alone(Shooting::always(), Counters::Kept);
    let printed: Vec<String> = law.terms().map(|(_, chance)| chance.decimal(7)).collect();
    assert_eq!(
        printed.join(", "),
        "0.2, 0.24, 0.224, 0.168, 0.1008, 0.04704, 0.016128, 0.0036288, 0.0004032"
    );
    assert_eq!(law.mean(), "2.9557952".parse().ok());
    assert_eq!(law.chance(10), Ratio::ZERO);
    assert_eq!(law.longest(), Some(9));
}

#[test]
fn a_streak_of_shooting_under_spent_counters() {
    let law = average_alone(Shooting::always(), Counters::Spent);
    assert_eq!(law, Wait::fixed(&Ratio::new(1, 5).unwrap()).unwrap());
    assert_eq!(law.mean(), Some(Ratio::from(5)));
}

// What other rule sets will ask of the same foundations.

#[test]
fn crossing_a_gap_under_one_shot() {
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
    enum End {
        Across,
        Both,
        ShotFirst,
    }
    let d6 = Pmf::of_dice(Dice::one(6)).unwrap();
    let crossing = |segments: i64| {
        d6.combine(&d6, |runner, bow| {
            if bow > runner {
                return End::ShotFirst;
            }
            // AD-06: the shot falls on the segment of the higher die. AD-08 decides within it.
            match segments.cmp(runner) {
                Ordering::Less => End::Across,
                Ordering::Equal if runner > bow => End::Across,
                Ordering::Equal => End::Both,
                Ordering::Greater => End::ShotFirst,
            }
        })
    };
    let counts =
        [(20, 1, 15), (19, 1, 16), (17, 1, 18), (14, 1, 21), (10, 1, 25), (5, 1, 30), (0, 0, 36)];
    for (segments, (across, both, shot_first)) in (1..).zip(counts) {
        let ends = [(End::Across, across), (End::Both, both), (End::ShotFirst, shot_first)];
        let counted = Pmf::<End>::from_weights(ends.map(|(end, ways)| (end, ways as u32))).unwrap();
        assert_eq!(crossing(segments), counted, "{segments} segments");
    }
}
