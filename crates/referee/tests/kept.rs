//! Battles in which engine and referee once disagreed, each under the number of the rule, as small as they can be made.

use skirmish_testkit::play::{Played, play};

/// Plays so many games of a battle before the referee, who must find nothing.
macro_rules! kept {
    ($($(#[$doc:meta])* $name:ident $games:literal;)+) => {
        $($(#[$doc])* #[test]
        fn $name() {
            let text = include_str!(concat!("kept/", stringify!($name), ".toml"));
            match play(text, $games, |_| (), |_, _| ()) {
                Played::Sound(actions) => assert!(actions > 0),
                Played::Broken(breach) => {
                    panic!("{}, game {}: {}", breach.kind, breach.game, breach.what)
                }
                Played::Refused(why) => panic!("{why}"),
            }
        })+
    };
}

kept! {
    ad_04_dice_call_for_a_segment_that_the_round_has_not 50;
    ad_04_a_volley_stops_a_timed_shot 10;
    host_1_the_way_round_a_hedge_and_a_gate 10;
    ad_05_a_way_in_many_segments_is_rounded_as_often 20;
    host_5_the_cap_comes_before_the_end_of_a_turn 20;
    ll_05_who_cannot_touch_does_not_get_into_melee 40;
    adc_4_who_is_met_in_his_charge_turns_to_strike 20;
    adc_4_the_last_hair_of_a_way_turns_nobody 20;
    host_1_a_hedge_that_goes_opens_no_narrow_gap 20;
    host_1_who_stands_before_a_gap_has_not_passed_it 20;
    llc_6_a_draw_throws_nobody_in_particular_back 20;
    host_1_who_is_hit_on_his_way_goes_back_along_it 40;
    ll_15_nobody_in_contact_comes_at_a_call 5;
    pg_07_a_target_that_moves_is_not_unmoving 20;
    ws_02_whoever_touches_those_who_lie_low_finds_them 5;
    wsc_5_two_charge_one_another_and_one_covers_up 20;
    wsc_5_of_two_who_charge_one_who_covers_up_one_falls 300;
    ft_03_who_has_fought_and_comes_again_charges 10;
    llc_6_before_a_narrow_gap_there_is_no_room 20;
    llc_6_in_a_narrow_gap_there_is_no_room 40;
    llc_6_who_cannot_move_cannot_retreat 20;
    pg_06_a_hair_of_a_run_may_be_rounded_anywhere 20;
    ws_02_who_is_run_into_keeps_his_block_from_lying_low 20;
    ad_08_a_second_routine_finds_gone_who_left 10;
    host_2_dice_of_more_ways_than_can_be_counted 10;
    ad_02_the_shots_of_a_volley_by_steps_follow_one_another 10;
    pg_04_who_falls_for_want_of_room_after_a_draw_was_not_shot 20;
}
