//! The chart of steps of fighting.

use skirmish_report::chart::steps;
use skirmish_report::{Report, StepTotal};

fn total(side: &str, (chain, step, result): (&str, &str, &str), count: u64) -> StepTotal {
    let rate = count as f64 / 1_000.0;
    StepTotal {
        side: side.to_owned(),
        chain: chain.to_owned(),
        step: step.to_owned(),
        result: result.to_owned(),
        count,
        rolls: 1_000,
        rate: Some(rate),
        interval: Some((rate - 0.02, rate + 0.02)),
        ..StepTotal::default()
    }
}

fn report(totals: Vec<StepTotal>) -> Report {
    Report { sides: ["A", "B"].map(str::to_owned), step_totals: totals, ..Report::default() }
}

#[test]
fn steps_are_named_by_what_comes_of_them() {
    let of = |side: &str, result: &str, count| total(side, ("strike", "fight", result), count);
    let passes = total("A", ("strike", "save", "passes"), 300);
    let drawn = |totals: Vec<StepTotal>| -> Vec<String> {
        let chart = steps(&report(totals));
        chart.x.bands.into_iter().map(|band| band.name).collect()
    };
    let names = drawn(vec![of("A", "wins", 500), of("A", "target wins", 400), passes.clone()]);
    assert_eq!(names, ["Blows: fight won", "Blows: fight lost", "Blows: save"]);
    let names = drawn(vec![of("A", "back", 500), of("A", "lost", 400), passes]);
    assert_eq!(names, ["Blows: fight, back", "Blows: fight, lost", "Blows: save"]);
    let names = drawn(vec![of("A", "back", 500), of("A", "lost", 500)]);
    assert_eq!(names, ["Blows: back", "Blows: lost"], "one step goes without saying");
    assert_eq!(drawn(vec![total("A", ("nerve", "nerve", "passes"), 500)]), ["Nerve"]);
}

/// Returns the same rolls as made by the side attacked.
fn by_target(total: StepTotal) -> StepTotal {
    let rolled_by = if total.side == "A" { "B" } else { "A" }.to_owned();
    StepTotal { rolled_by, ..total }
}

#[test]
fn intervals_may_miss_by_luck() {
    let mut off = total("A", ("strike", "save", "passes"), 300);
    off.expected = Some(0.27);
    let on = StepTotal { expected: Some(0.31), ..off.clone() };
    let on = StepTotal { step: "wound".to_owned(), ..on };
    let told = steps(&report(vec![off, on])).labels.subtitle;
    assert!(told.contains("1 of 2 intervals contain the exact chance, a dot where not"), "{told}");
    assert!(told.contains("one in 20 misses it by luck alone"), "{told}");
}

#[test]
fn bars_belong_to_the_side_that_rolls() {
    let own = |side: &str, count| StepTotal {
        rolled_by: side.to_owned(),
        ..total(side, ("strike", "hit", "passes"), count)
    };
    let save = |side: &str, count| by_target(total(side, ("strike", "save", "passes"), count));
    // A strike well and B save badly: both rows are about A's blows.
    let chart = steps(&report(vec![own("A", 600), save("A", 170), own("B", 500), save("B", 300)]));
    let names: Vec<&str> = chart.x.bands.iter().map(|band| band.name.as_str()).collect();
    assert_eq!(names, ["Blows: hit", "Enemy blows: save"]);
    let drawn = chart.svg();
    for bar in [
        "A, Blows: hit: 60.0",
        "B, Blows: hit: 50.0",
        "A, Enemy blows: save: 30.0",
        "B, Enemy blows: save: 17.0",
    ] {
        assert!(drawn.contains(&format!("{bar}\u{a0}%")), "{bar}: {drawn}");
    }
    let told = chart.labels.subtitle;
    assert!(told.contains("by the side that rolls.") && !told.contains("attacks"), "{told}");
    let both = steps(&report(vec![total("A", ("strike", "fight", "wins"), 300)])).labels.subtitle;
    assert!(both.contains("that rolls (where both roll, that attacks)."), "{both}");
}
