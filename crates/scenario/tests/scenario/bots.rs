//! Shipped bots, and the meaning of phrases in scripts.

use skirmish_engine::battle::{EventId, PlaceId};
use skirmish_engine::bot::{ChanceOf, Condition, Test};
use skirmish_engine::side::Side;
use skirmish_scenario::library;

use crate::battle::{BASE, based};

/// Shipped bots must serve any side, so they name no place and no event, and work without an objective. An unused bot of a
/// battle is read for either side, so each is tested as one.
#[test]
fn shipped_bots_are_sound_on_any_side() {
    let plain = BASE.replace("{ holds = \"well\" }", "{ after = \"20 actions\" }");
    let scenario = based(&plain, "", &[], &[]);
    let bots = scenario.every_shipped_bot(Side::B);
    assert_eq!(bots.len(), library::bots().len());
    for (bot, (name, about)) in bots.iter().zip(library::bots()) {
        assert!(!bot.reactions.is_empty() && !about.is_empty(), "{name}");
        let text = library::bot(&name).expect("it is shipped");
        based(&plain, &format!("[bot.tried]\n{text}"), &[], &[]);
    }
}

#[test]
fn phrases_are_understood_as_they_are_written() {
    let places = "places = { \"Old mill\" = { at = [2, 20] }, ford = { at = [12, 20] } }";
    let text = BASE
        .replace("places = { well = { at = [12, 20] } }", places)
        .replace("holds = \"well\"", "holds = \"ford\"");
    // A line that refers to an event is use enough.
    let more = "[event.\"gate open\"]\nside = \"Red\"\nwhen = \"engaged\"\n[bot.mine]\nlines = [\n\
                { when = \"gate open has happened\", do = \"move to objective\" }, { do = \"stand\" }]";
    let scenario = based(&text, more, &[("side.Red.bot", "mine")], &[]);
    let read = |phrase: &str| {
        let text = format!("lines = [{{ when = [\"{phrase}\"], do = \"stand\" }}]");
        let bot = scenario.read_bot(Side::A, "read", &text);
        bot.unwrap_or_else(|problems| panic!("{problems}")).lines[0].when[0]
    };
    let test = |condition, expected| Test { condition, expected };
    for (phrase, meant) in [
        ("engaged", test(Condition::Engaged, true)),
        ("charged", test(Condition::Charged, true)),
        ("not shot at", test(Condition::ShotAt, false)),
        ("acts last", test(Condition::ActsLast, true)),
        ("can cast", test(Condition::CanCast, true)),
        ("on hold", test(Condition::OnHold, true)),
        ("not engaged", test(Condition::Engaged, false)),
        ("Not  Loaded", test(Condition::HasMissiles, false)),
        ("enemy within charge", test(Condition::EnemyWithinCharge, true)),
        ("enemy within 12", test(Condition::EnemyWithin(3072), true)),
        ("enemy within 2.5 of ford", test(Condition::EnemyWithinOf(640, PlaceId(1)), true)),
        ("enemy within charge of objective", test(Condition::EnemyWithinChargeNearObjective, true)),
        ("within 4 of Old mill", test(Condition::Within(1024, PlaceId(0)), true)),
        ("within 4 of objective", test(Condition::Within(1024, PlaceId(1)), true)),
        ("holds Old mill", test(Condition::Holds(PlaceId(0)), true)),
        ("holds objective", test(Condition::HoldsObjective, true)),
        ("counters at least 2", test(Condition::CountersAtLeast(2), true)),
        (
            "enemy's chance to seize at most 60 %",
            test(Condition::ChanceAtMost(ChanceOf::Seizing, 60), true),
        ),
        ("chance to hit at least 40%", test(Condition::ChanceAtLeast(ChanceOf::Hitting, 40), true)),
        (
            "not chance to be hit at most 5",
            test(Condition::ChanceAtMost(ChanceOf::BeingHit, 5), false),
        ),
        (
            "chance to win at least 45 %",
            test(Condition::ChanceAtLeast(ChanceOf::Winning, 45), true),
        ),
        ("reached before enemy Old mill", test(Condition::ThereFirst(Some(PlaceId(0))), true)),
        ("reached before enemy objective", test(Condition::ThereFirst(None), true)),
        ("gate open has happened", test(Condition::Happened(EventId(0)), true)),
        ("not happened gate open", test(Condition::Happened(EventId(0)), false)),
    ] {
        assert_eq!(read(phrase), meant, "{phrase}");
    }
}
