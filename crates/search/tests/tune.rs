//! The cheapest edit of rulebooks with known laws.

mod worlds;

use std::collections::BTreeSet;

use skirmish_search::tune::{Edit, Ending, Move, Tunable, TuneSpec, Tuned, tune};
use skirmish_simulator::study::Verdict;
use worlds::{ACTIONS, World, actions, asked, wins};

fn best(found: &Tuned) -> &[Move] {
    assert_eq!(found.ending, Ending::Found);
    &found.certified[0].tried.edit
}

#[test]
fn one_step_that_suffices_is_found_and_nothing_else_is_changed() {
    // Side A wins 38 %; a step of the second cell makes that 50, steps of the others far less or nothing.
    let mut world = World::new(7, -0.5, vec![[0.1, 0.0], [-0.5, 0.0], [0.0, 0.0], [0.0, 0.1]]);
    let found = tune(&asked(vec![wins((0.46, 0.54))], 4), &mut world).unwrap();
    assert_eq!(best(&found), [Move { cell: 1, steps: -1 }]);
    assert_eq!(found.now.verdict, Verdict::Fail);
    // A cell that changes no game has no effect and is in no edit.
    assert!(found.effects[2].iter().flatten().all(|effect| effect.changed_games == 0));
    let edits = found.tried.iter().flat_map(|tried| &tried.edit);
    assert!(edits.into_iter().all(|step| step.cell != 2));
}

#[test]
fn what_is_met_already_needs_no_edit() {
    let mut world = World::new(7, 0.0, vec![[0.2, 0.0]]);
    let found = tune(&asked(vec![wins((0.45, 0.55))], 1), &mut world).unwrap();
    assert_eq!(found.ending, Ending::NothingToDo);
    assert!(found.tried.is_empty() && found.certified.is_empty());
}

/// A table just past the slack, at many looks: saying that there is nothing to do takes intervals that hold over all looks.
#[test]
fn what_lies_past_the_slack_is_hardly_ever_left_as_it_is() {
    let mut left = 0;
    for seed in 0..150 {
        // 43.9 %, where 45 to 55 are wanted, give or take one.
        let mut world = World::new(seed, -0.2452, vec![[0.1, 0.0]]);
        let asked = TuneSpec { screen: 100, ..asked(vec![wins((0.45, 0.55))], 1) };
        let found = tune(&asked, &mut world).unwrap();
        left += u32::from(found.ending == Ending::NothingToDo);
    }
    // At 2.5 % of 150, more than 11 come by chance once in 1,000.
    assert!(left <= 11, "{left}");
}

/// A matchup that meets its targets is not played further, and each result rests on its own games.
#[test]
fn an_edit_of_several_matchups_meets_the_targets_of_all() {
    let mut asked = asked(vec![wins((0.46, 0.54)), wins((0.3, 0.7))], 2);
    (asked.matchups, asked.targets[1].matchup) = (2, 1);
    let mut world = World::new(7, -0.5, vec![[0.1, 0.0], [-0.5, 0.0]]);
    let found = tune(&asked, &mut world).unwrap();
    assert_eq!(best(&found), [Move { cell: 1, steps: -1 }]);
    let certified = &found.certified[0];
    let games = certified.games(&asked);
    assert!(games[1] < games[0] || games[0] == asked.certificates(1).games()[0], "{games:?}");
    for (value, target) in certified.values.iter().zip(&asked.targets) {
        assert!(target.shortfall(value.unwrap().value) <= 0.0);
    }
    let tried = found.tried.iter().find(|tried| tried.edit == certified.tried.edit).unwrap();
    // The result comes from fresh dice.
    assert_eq!((&tried.values, &tried.games), (&certified.values, &games));
}

#[test]
fn two_targets_may_take_two_cells() {
    // The first cell changes who wins, the second how long it takes, and no cell both.
    let mut world = World::new(3, -0.6, vec![[0.3, 0.0], [0.0, 0.2], [0.05, -0.02]]);
    let long = (ACTIONS * 1.15, ACTIONS * 1.3);
    let found = tune(&asked(vec![wins((0.47, 0.53)), actions(long)], 3), &mut world).unwrap();
    assert_eq!(best(&found), [Move { cell: 0, steps: 2 }, Move { cell: 1, steps: 1 }]);
    for (cost, edit) in found.tried.iter().map(|tried| (tried.cost, &tried.edit)) {
        assert_eq!(cost.cells as usize, edit.len());
    }
}

#[test]
fn a_heavy_cell_gives_way_to_two_light_ones() {
    let cells = vec![[0.4, 0.0], [0.2, 0.0], [0.21, 0.0]];
    let mut light = asked(vec![wins((0.48, 0.52))], 3);
    for cell in &mut light.cells {
        cell.steps = [1, 1];
    }
    let found = tune(&light, &mut World::new(5, -0.4, cells.clone())).unwrap();
    assert_eq!(best(&found), [Move { cell: 0, steps: 1 }]);
    light.cells[0] = Tunable { weight: 3, ..light.cells[0] };
    let found = tune(&light, &mut World::new(5, -0.4, cells)).unwrap();
    assert_eq!(best(&found), [Move { cell: 1, steps: 1 }, Move { cell: 2, steps: 1 }]);
}

#[test]
fn where_nothing_does_it_the_nearest_is_played() {
    let mut world = World::new(9, -2.0, vec![[0.15, 0.0], [0.3, 0.0]]);
    let found = tune(&asked(vec![wins((0.48, 0.52))], 2), &mut world).unwrap();
    assert_eq!(found.ending, Ending::NoneFits);
    assert!(found.tried.iter().all(|tried| tried.verdict == Verdict::Fail));
    let furthest = [Move { cell: 0, steps: 3 }, Move { cell: 1, steps: 3 }];
    assert!(found.tried.iter().any(|tried| tried.edit == furthest));
    // An edit that was played aside and raced later is listed once.
    let edits: BTreeSet<&Edit> = found.tried.iter().map(|tried| &tried.edit).collect();
    assert_eq!(edits.len(), found.tried.len());
}

/// Side A wins nearly always. One cell makes it an even battle, and only there do the other cells show an effect.
#[test]
fn a_battle_that_is_all_but_lost_is_looked_at_again_from_nearer() {
    let strong = [[-8.2, 0.0], [-0.4, 0.0], [-0.4, 0.0]];
    let weak = (0..20).map(|k| [0.01 * f64::from(k - 10), 0.0]);
    let cells: Vec<[f64; 2]> = strong.into_iter().chain(weak).collect();
    let mut asked = asked(vec![wins((0.46, 0.54))], cells.len());
    for cell in &mut asked.cells {
        cell.steps = [1, 1];
    }
    for seed in 0..4 {
        let found = tune(&asked, &mut World::new(seed, 9.0, cells.clone())).unwrap();
        assert_eq!(best(&found), [0, 1, 2].map(|cell| Move { cell, steps: 1 }), "{seed}");
    }
    // If it is stopped on the way, nothing is claimed.
    let mut whole = World::new(0, 9.0, cells.clone());
    tune(&asked, &mut whole).unwrap();
    for most_calls in 0..whole.calls {
        let mut world = World { most_calls, ..World::new(0, 9.0, cells.clone()) };
        let found = tune(&asked, &mut world).unwrap();
        assert_eq!(found.ending, Ending::Stopped, "{most_calls}");
    }
}

#[test]
fn where_targets_fight_what_each_of_them_would_take_is_played() {
    // A step of the only relevant cell meets either target, up or down.
    let mut world = World::new(11, 0.0, vec![[0.3, -0.1], [0.02, 0.0]]);
    let long = (ACTIONS * 1.05, ACTIONS * 1.3);
    let found = tune(&asked(vec![wins((0.55, 0.65)), actions(long)], 2), &mut world).unwrap();
    assert_eq!(found.ending, Ending::NoneFits);
    for steps in [-1, 1] {
        let alone = [Move { cell: 0, steps }];
        assert!(found.tried.iter().any(|tried| tried.edit == alone), "{steps}");
    }
    assert!(found.tried.iter().any(|tried| tried.is_aside));
    assert!(found.tried.is_sorted_by_key(|tried| tried.cost));
}

#[test]
fn who_is_stopped_has_found_nothing_yet() {
    // Two matchups; the second is decided looks before the first, so a stop between them is half a look.
    let mut asked = asked(vec![wins((0.46, 0.54)), wins((0.3, 0.7))], 2);
    (asked.matchups, asked.targets[1].matchup) = (2, 1);
    for logit in [-0.5, 0.0] {
        let mut whole = World::new(7, logit, vec![[0.1, 0.0], [-0.5, 0.0]]);
        tune(&asked, &mut whole).unwrap();
        for most_calls in 0..whole.calls {
            let mut world = World { most_calls, calls: 0, ..whole.clone() };
            let found = tune(&asked, &mut world).unwrap();
            assert_eq!(found.ending, Ending::Stopped, "after {most_calls}");
        }
    }
}

/// Whenever play stops, even within a look, there is a guess soon after anything was moved, and in the end less is left to play.
#[test]
fn who_is_stopped_has_a_guess() {
    let cells = vec![[0.1, 0.0], [-0.5, 0.0], [0.0, 0.0]];
    let asked = asked(vec![wins((0.46, 0.54))], 3);
    let mut whole = World::new(7, -0.5, cells);
    let best = best(&tune(&asked, &mut whole).unwrap()).to_vec();
    for breaks_off in [true, false] {
        let mut left = Vec::new();
        for most_calls in 1..whole.calls {
            let mut world = World { most_calls, calls: 0, breaks_off, ..whole.clone() };
            let found = tune(&asked, &mut world).unwrap();
            assert_eq!(found.ending, Ending::Stopped, "{most_calls}");
            left.push(found.left);
            let Some(guess) = found.guess else {
                assert!(most_calls <= 2, "{most_calls}");
                continue;
            };
            // What is only expected after few games may be another edit that would do.
            assert!(guess.games == 0 || guess.edit == best, "{most_calls}: {:?}", guess.edit);
            let (low, high) = guess.values[0].and_then(|it| it.1).expect("an interval");
            assert!(low < 0.54 && high > 0.46 && high < 0.8, "{most_calls}: {low} to {high}");
        }
        assert!(left.last() < left.first() && !left.contains(&0), "{left:?}");
    }
}

#[test]
fn what_fresh_dice_show_outside_is_not_printed_though_within_the_slack() {
    // A step of the first cell ends above the target by less than its slack, at 54.12 %; one of the second just inside, at
    // 46.05 %. In some of these worlds the race accepts the first, fresh dice refuse it, and running on finds the second.
    let mut ran_on = 0;
    for seed in 0..40 {
        let cells = vec![[0.5652, 0.0], [0.2417, 0.0]];
        let mut asked = asked(vec![wins((0.46, 0.54))], 2);
        asked.cells.iter_mut().for_each(|cell| cell.steps = [0, 1]);
        let found = tune(&asked, &mut World::new(seed, -0.4, cells)).unwrap();
        let printed = found.certified.iter().filter(|it| it.is_certain);
        for value in printed.flat_map(|it| &it.values) {
            let value = value.as_ref().unwrap().value;
            assert!((0.46..=0.54).contains(&value), "{seed}: {value}");
        }
        for refused in found.tried.iter().filter(|tried| tried.is_refused) {
            assert_eq!(refused.verdict, Verdict::Inconclusive);
            let looks = asked.certificates(1);
            assert!(looks.games().contains(&refused.games[0]), "{seed}: {:?}", refused.games);
            ran_on += u32::from(found.ending == Ending::Found && refused.cost.cells == 1);
        }
    }
    assert!(ran_on > 0);
}

/// Of edits at the same cost, a clearly inside one is printed, even if one outside by less than the slack was accepted first.
#[test]
fn the_slack_is_not_there_to_be_used() {
    let (mut inside, mut outside) = (0, 0);
    for seed in 0..100 {
        // 54.12 and 47.0 %, where 46 to 54 are wanted, give or take one.
        let cells = vec![[0.5652, 0.0], [0.2799, 0.0]];
        let mut asked = asked(vec![wins((0.46, 0.54))], 2);
        asked.cells.iter_mut().for_each(|cell| cell.steps = [0, 1]);
        let found = tune(&asked, &mut World::new(seed, -0.4, cells)).unwrap();
        match found.ending {
            Ending::Found if best(&found)[0].cell == 0 => outside += 1,
            Ending::Found => inside += 1,
            _ => {}
        }
    }
    // It would be 10 if the first edit that meets its targets with slack were taken.
    assert!(outside <= 4 && inside >= 95, "{outside} and {inside}");
}
