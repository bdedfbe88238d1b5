//! Full games of every shipped scenario: on one thread, on two, and on the plain code that is the oracle. The answer is
//! asserted before anything is timed.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use skirmish_benches::battles::shipped;
use skirmish_benches::watch::{Seat, hash_of};
use skirmish_simulator::{Pairs, Session, Workers};
use std::time::Duration;

const SEED: u64 = 42;

/// Games compared before those of a scenario are timed.
const ASSERTED: u64 = 32;

/// Games of one measurement on one thread; on two threads four times as many, so that both have chunks to take.
const BATCH: u64 = 64;

fn games(criterion: &mut Criterion) {
    let [one, two] = [1, 2].map(|threads| Workers::new(threads).expect("threads"));
    for named in shipped() {
        let battle = &named.battle;
        let plain = battle.clone().on_plain_code();
        assert_eq!(
            hash_of(Seat::new(battle, SEED), 0..ASSERTED),
            hash_of(Seat::new(&plain, SEED), 0..ASSERTED),
            "{}: fast and plain code play different games",
            named.name
        );
        let mut group = criterion.benchmark_group(format!("games/{}", named.name));
        for (code, battle) in [("fast", battle), ("plain", &plain)] {
            group.throughput(Throughput::Elements(BATCH));
            group.bench_function(BenchmarkId::new("one thread", code), |bencher| {
                let mut seat = Seat::new(battle, SEED);
                let mut recorder = seat.recorder();
                let mut next = 0;
                // Ever new games: the processor would learn the branches of the same few by heart.
                bencher.iter(|| {
                    seat.count(next..next + BATCH, &mut recorder);
                    next += BATCH;
                });
            });
        }
        for workers in [&one, &two] {
            let session = Session::new(battle, SEED, Pairs::Off, workers).expect("no pilot");
            let mut next = 0;
            group.throughput(Throughput::Elements(4 * BATCH));
            let name = BenchmarkId::new("simulator, threads", workers.threads());
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    let games = next..next + 4 * BATCH;
                    next = games.end;
                    session.play(workers, games, None)
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    targets = games
}
criterion_main!(benches);
