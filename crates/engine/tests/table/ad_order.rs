//! AD-01 and AD-02: the order of action, as a function of the dice.

use std::cmp::Ordering;

use skirmish_engine::initiative::adnd::{Bracket, OrderPlace, Standing, place};
use skirmish_engine::rulebook::RoutineOrder::{self, CountFirst, DiceAmongSeveral, Phases};

const PLAIN: Standing = Standing::PLAIN;

fn routines(routines: u8) -> Standing {
    Standing { routines, ..PLAIN }
}

/// Bow with two shots and +1.
const BERTIE: Standing = Standing { routines: 2, modifier: 1, last: false };
const DAVE: Standing = Standing { routines: 1, modifier: 0, last: true };

/// The order of action as groups of those who act at once, each routine under its figure's name.
fn order(
    figures: &[(&'static str, Standing, i32)],
    reading: RoutineOrder,
) -> Vec<Vec<&'static str>> {
    let mut places: Vec<(OrderPlace, &str)> = Vec::new();
    for (name, standing, die) in figures {
        for routine in 0..standing.routines {
            places.push((place(standing, routine, *die, reading), name));
        }
    }
    places.sort();
    places
        .chunk_by(|a, b| a.0 == b.0)
        .map(|group| group.iter().map(|(_, name)| *name).collect())
        .collect()
}

#[test]
fn ad_01_the_party_that_rolled_a_four() {
    let party =
        [("Albert", routines(2), 4), ("Bertie", BERTIE, 4), ("Clem", PLAIN, 4), ("Dave", DAVE, 4)];
    let expected = ["Bertie", "Albert", "Clem", "Bertie", "Albert", "Dave"];
    let expected: Vec<Vec<&str>> = expected.iter().map(|name| vec![*name]).collect();
    for reading in [CountFirst, Phases] {
        assert_eq!(order(&party, reading), expected);
    }
}

#[test]
fn ad_01_orcs_who_also_rolled_a_four_go_with_clem() {
    let all = [
        ("Albert", routines(2), 4),
        ("Bertie", BERTIE, 4),
        ("Clem", PLAIN, 4),
        ("Dave", DAVE, 4),
        ("orcs", PLAIN, 4),
    ];
    let order = order(&all, CountFirst);
    assert_eq!(order.len(), 6);
    assert_eq!(order[2], ["Clem", "orcs"]);
    assert_eq!(order[5], ["Dave"]);
}

#[test]
fn ad_01_multiple_attacks_come_before_the_die_and_zombies_after_it() {
    for (die, other) in (1..=6).flat_map(|die| (1..=6).map(move |other| (die, other))) {
        let figures = [("two", routines(2), die), ("one", PLAIN, other), ("zombie", DAVE, 6)];
        let found = order(&figures, CountFirst);
        assert_eq!(found, [["two"], ["one"], ["two"], ["zombie"]]);
    }
}

#[test]
fn ad_01_more_multiple_attacks_beat_fewer() {
    let figures = [
        ("two", routines(2), 6),
        ("three", routines(3), 3),
        ("four", routines(4), 1),
        ("one", PLAIN, 5),
    ];
    // All early ones of the figure with more, then the next figure's; the late ones in the same order.
    let expected = ["four", "four", "three", "two", "one", "three", "four", "four", "three", "two"];
    assert_eq!(order(&figures, CountFirst).concat(), expected);
}

/// OSRIC: first and last against a single attack, and dice as usual among those who have several.
#[test]
fn option_routines_dice_among_several_lets_the_die_decide_between_three_and_two() {
    for (three, two) in (1..=6).flat_map(|three| (1..=6).map(move |two| (three, two))) {
        let figures =
            [("three", routines(3), three), ("two", routines(2), two), ("zombie", DAVE, 6)];
        let found = order(&figures, DiceAmongSeveral);
        let early_and_late: &[Vec<&str>] = match three.cmp(&two) {
            Ordering::Greater => &[vec!["three"], vec!["two"]],
            Ordering::Less => &[vec!["two"], vec!["three"]],
            Ordering::Equal => &[vec!["three", "two"]],
        };
        let [middle, zombie] = [vec!["three"], vec!["zombie"]];
        let expected = [early_and_late, &[middle], early_and_late, &[zombie]].concat();
        assert_eq!(found, expected, "{three} and {two}");
    }
}

#[test]
fn option_routines_phases_puts_the_first_of_three_with_the_first_of_two() {
    let figures = [("two", routines(2), 4), ("three", routines(3), 4), ("one", PLAIN, 4)];
    assert_eq!(
        order(&figures, Phases),
        [vec!["three", "two"], vec!["one", "three"], vec!["three", "two"]]
    );
    // Within a phase the die decides.
    let figures = [("two", routines(2), 5), ("three", routines(3), 4), ("one", PLAIN, 3)];
    assert_eq!(order(&figures, Phases).concat(), ["two", "three", "three", "one", "two", "three"]);
}

#[test]
fn ad_01_each_member_has_its_own_modifier_on_the_die_of_its_side() {
    let with = |modifier| Standing { modifier, ..PLAIN };
    let figures = [("-2", with(-2), 4), ("0", PLAIN, 4), ("+1", with(1), 4), ("enemy", PLAIN, 5)];
    assert_eq!(order(&figures, CountFirst), [vec!["+1", "enemy"], vec!["0"], vec!["-2"]]);
}

#[test]
fn ad_02_the_middle_one_of_an_odd_number_goes_by_the_die() {
    for count in [3, 5, 7] {
        let middle = place(&routines(count), count / 2, 4, CountFirst);
        assert_eq!(middle, place(&PLAIN, 0, 4, CountFirst), "{count} routines");
        assert_eq!(middle.bracket(), Bracket::Die);
    }
}

#[test]
fn ad_02_late_ones_keep_the_order_and_come_before_the_zombies() {
    for reading in [CountFirst, Phases] {
        let late = |standing: &Standing, die| place(standing, 1, die, reading);
        assert!(late(&BERTIE, 4) < late(&routines(2), 4));
        assert!(late(&routines(2), 1) < place(&DAVE, 0, 6, reading));
        assert!(late(&routines(2), 6) > place(&PLAIN, 0, 1, reading));
    }
}
