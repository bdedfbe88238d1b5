//! What needs no game: exact laws, and the abstract model of seizes and streaks beside the dice bound.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skirmish_benches::abstract_model::dice_bound;
use skirmish_benches::exact::{D8_AND_D12, D20, TWO_D10, abstract_model, curve, seize, streak};
use skirmish_engine::rulebook::Counters;
use skirmish_engine::side::Side;
use skirmish_odds::Ratio;
use std::hint::black_box;
use std::time::Duration;

const DICE: u64 = 1 << 18;

fn laws(criterion: &mut Criterion) {
    let eleven = |pools| curve(pools).map(|ways| ways.reach(11).to_string());
    assert_eq!(eleven(&D20), Ok("10".to_owned()));
    assert_eq!(eleven(&TWO_D10), Ok("55".to_owned()));
    assert_eq!(eleven(&D8_AND_D12), Ok("52".to_owned()));
    let second = |counters| {
        let (weights, all) = streak(counters)?;
        Ratio::from_naturals(weights[1].clone(), all)
    };
    assert_eq!(second(Counters::Kept), Ratio::new(6, 25));
    assert_eq!(second(Counters::Spent), Ratio::new(4, 25));

    let mut group = criterion.benchmark_group("exact");
    group.bench_function("seize", |b| b.iter(seize));
    for (name, pools) in [("d20", &D20[..]), ("2d10", &TWO_D10), ("d8 + d12", &D8_AND_D12)] {
        group.bench_function(format!("curve of {name}"), |b| b.iter(|| curve(black_box(pools))));
    }
    for (name, counters) in [("kept", Counters::Kept), ("spent", Counters::Spent)] {
        group.bench_function(format!("streak law, counters {name}"), |b| {
            b.iter(|| streak(black_box(counters)));
        });
    }
    group.finish();
}

fn dice(criterion: &mut Criterion) {
    let model = abstract_model();
    let played = model.play(1, 20_000).expect("a short pattern");
    let share = played.completed(Side::A, 2) as f64 / played.all_completed(Side::A) as f64;
    assert!((share - 0.24).abs() < 0.03, "streaks of two actions: {share}");

    let mut group = criterion.benchmark_group("dice");
    group.throughput(Throughput::Elements(DICE));
    group.bench_function("bound: d20 in a tight loop", |b| {
        b.iter(|| dice_bound(black_box(1), DICE));
    });
    group.bench_function("abstract model of seizes and streaks", |b| {
        b.iter(|| model.play(black_box(1), DICE / 2));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = laws, dice
}
criterion_main!(benches);
