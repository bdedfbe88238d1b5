//! Clocks that compare fairly on a machine with other work to do: everything that is compared runs in turns, round
//! after round, and the median over rounds counts.

use std::time::{Duration, Instant};

/// A job: what it returns is thrown away, but not before the compiler has had to make it.
pub type Job<'a> = Box<dyn FnMut() + 'a>;

/// Times of several jobs, round by round.
#[derive(Debug, Clone)]
pub struct Rounds {
    /// For each job, its time in each round, in seconds.
    times: Vec<Vec<f64>>,
}

impl Rounds {
    /// Runs every job once a round. Each round begins with another job, so that none always has the same neighbour's
    /// caches and none always runs first.
    #[must_use]
    pub fn play(rounds: usize, jobs: &mut [Job<'_>]) -> Self {
        let mut times = vec![Vec::with_capacity(rounds); jobs.len()];
        for round in 0..rounds {
            for turn in 0..jobs.len() {
                let job = (round + turn) % jobs.len();
                times[job].push(seconds(&mut jobs[job]));
            }
        }
        Self { times }
    }

    /// Median time of a job in seconds.
    #[must_use]
    pub fn median(&self, job: usize) -> f64 {
        median(self.times[job].clone())
    }

    /// Median over rounds of the time of one job divided by that of another in the same round.
    #[must_use]
    pub fn ratio(&self, job: usize, to: usize) -> f64 {
        let of_round = self.times[job].iter().zip(&self.times[to]);
        median(of_round.map(|(a, b)| a / b).collect())
    }
}

/// How long one call takes, in seconds.
pub fn seconds(job: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    job();
    start.elapsed().as_secs_f64()
}

/// How many items make a job of about this time, from how long a first few take: a multiple of `step`.
pub fn calibrate(time: Duration, step: u64, mut play: impl FnMut(u64)) -> u64 {
    play(step);
    let first = seconds(&mut || play(step));
    let steps = (time.as_secs_f64() / first.max(1e-9)).ceil() as u64;
    step * steps.max(1)
}

/// The median; of an even number of values the mean of the middle two. NaN if there are none.
#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    match n {
        0 => f64::NAN,
        _ if n % 2 == 1 => values[n / 2],
        _ => f64::midpoint(values[n / 2 - 1], values[n / 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(Vec::new()).is_nan());
    }

    #[test]
    fn every_job_runs_once_a_round_and_each_goes_first_in_turn() {
        let order = std::cell::RefCell::new(Vec::new());
        let job = |name| -> Job<'_> {
            let order = &order;
            Box::new(move || order.borrow_mut().push(name))
        };
        let rounds = Rounds::play(3, &mut [job('a'), job('b'), job('c')]);
        assert_eq!(order.borrow().iter().collect::<String>(), "abcbcacab");
        assert!(rounds.times.iter().all(|times| times.len() == 3));
    }
}
