//! How the time of a game grows with figures and with obstacles, on generated battles for the same ford, and what loading
//! them costs.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use skirmish_benches::battles::{Named, generated};
use skirmish_benches::watch::{Seat, hash_of};
use skirmish_engine::battle::Battle;
use std::hint::black_box;
use std::time::Duration;

const SEED: u64 = 42;

/// Games compared before those of a battle are timed.
const ASSERTED: u64 = 8;

/// Games of one measurement.
const BATCH: u64 = 16;

fn measure(criterion: &mut Criterion, group: &str, parameter: usize, named: &Named) {
    let battle = &named.battle;
    let plain = battle.clone().on_plain_code();
    assert_eq!(
        hash_of(Seat::new(battle, SEED), 0..ASSERTED),
        hash_of(Seat::new(&plain, SEED), 0..ASSERTED),
        "{}: fast and plain code play different games",
        named.name
    );
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Elements(BATCH));
    group.bench_function(BenchmarkId::from_parameter(parameter), |bencher| {
        let mut seat = Seat::new(battle, SEED);
        let mut recorder = seat.recorder();
        let mut next = 0;
        bencher.iter(|| {
            seat.count(next..next + BATCH, &mut recorder);
            next += BATCH;
        });
    });
    group.finish();
}

fn figures(criterion: &mut Criterion) {
    for figures in [12, 24, 48, 96] {
        let named = generated(figures, 6);
        measure(criterion, "figures a side, 6 obstacles", figures, &named);
    }
}

fn obstacles(criterion: &mut Criterion) {
    for obstacles in [0, 6, 12, 24] {
        let named = generated(24, obstacles);
        measure(criterion, "obstacles, 24 a side", obstacles, &named);
    }
}

fn loading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("loading, obstacles");
    for obstacles in [0, 6, 12, 24] {
        let spec = generated(24, obstacles).battle.spec().clone();
        group.bench_function(BenchmarkId::from_parameter(obstacles), |bencher| {
            bencher.iter(|| Battle::new(black_box(spec.clone())));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = figures, obstacles, loading
}
criterion_main!(benches);
