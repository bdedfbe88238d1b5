//! Reports to test with: a plausible one and hostile ones.

use skirmish_report::chart::Drawing;
use skirmish_report::json::Written as _;
use skirmish_report::*;

/// Standard errors on either side of a 95 % interval.
const Z: f64 = 1.96;

pub(crate) fn estimate(count: u64, of: u64) -> (f64, Option<Interval>) {
    let (n, share) = (of as f64, count as f64 / of as f64);
    // Wilson interval, so that counts of 0 have one, too.
    let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt() / (1.0 + Z * Z / n);
    (share, Some(((middle - half).max(0.0), (middle + half).min(1.0))))
}

pub(crate) fn provenance() -> Provenance {
    Provenance {
        program_version: String::from("0.1.0"),
        engine_version: String::from("1"),
        scenario_title: String::from("Flank run"),
        scenario_sha256: "0123456789abcdef".repeat(4),
        rulebook: String::from("lloyd"),
        system: String::from("lloyd"),
        is_other_system: false,
        fighting: String::from("host"),
        is_other_fighting: false,
        rulebook_sha256: "fedcba9876543210".repeat(4),
        players: ["runner", "holder"].map(String::from),
        players_from: None,
        file: String::new(),
        seed: 42,
        games: 20_000,
        unit: Unit::Pair,
        command: String::from("skirmish run scenarios/flank-run.toml --games 20000 --seed 42"),
        replay: String::new(),
        set: Vec::new(),
    }
}

pub(crate) fn outcome(outcome: &str, side: &str, reason: &str, games: u64) -> OutcomeRow {
    let (share, interval) = estimate(games, 20_000);
    let [outcome, side, reason] = [outcome, side, reason].map(String::from);
    OutcomeRow { outcome, side, reason, games, share, interval, ..OutcomeRow::default() }
}

/// Streaks under a constant chance to seize, with some sampling error.
pub(crate) fn geometric(side: &str, chance: f64, longest: u32) -> Vec<StreakRow> {
    let total = 120_000;
    let law = |length: u32| chance * (1.0 - chance).powi(length as i32 - 1);
    (1..=longest)
        .map(|length| {
            // Up to one standard error off, as in a real run.
            let expected = law(length) * total as f64;
            let wobble = f64::from(length * 7 % 5) / 2.0 - 1.0;
            let count = (expected + wobble * expected.sqrt()).round().max(0.0) as u64;
            let (share, interval) = estimate(count, total);
            StreakRow {
                system: String::from("lloyd"),
                side: side.into(),
                length,
                count,
                share,
                interval,
                exact: None,
                expected: Some(law(length)),
            }
        })
        .collect()
}

pub(crate) fn bundle(report: &Report) -> Result<Vec<OutputFile>, ReportError> {
    report.findings()?.files(&Drawing::default())
}

pub(crate) fn mean(system: &str, side: &str, streaks: u64) -> StreakMean {
    let [system, side] = [system, side].map(String::from);
    StreakMean { system, side, streaks, mean: 2.0, longest: 9, ..StreakMean::default() }
}

pub(crate) fn seize(side: &str, needed: i32, attempts: u64) -> SeizeRow {
    let exact = f64::from(21 - needed.clamp(1, 21)) / 20.0;
    let wobble = (f64::from(needed * 13 % 7) - 3.0) / 3.0;
    let error = wobble * (exact * (1.0 - exact) * attempts as f64).sqrt();
    let successes = (exact * attempts as f64 + error).round().max(0.0) as u64;
    let (rate, interval) = estimate(successes, attempts.max(1));
    SeizeRow {
        side: side.into(),
        needed,
        attempts,
        successes,
        rate: (attempts > 0).then_some(rate),
        interval: interval.filter(|_| attempts > 0),
        exact: Some(exact),
    }
}

/// A plausible run of two named sides.
pub(crate) fn run_of(a: &str, b: &str) -> Report {
    let win = |side: &str| format!("{side} win");
    let mut streaks = geometric(a, 0.12, 61);
    streaks.extend(geometric(b, 0.21, 40));
    let faced_a =
        [(11, 40), (13, 700), (15, 5_400), (16, 210), (17, 14_500), (19, 61_000), (21, 900)];
    let faced_b = [
        (9, 12),
        (12, 480),
        (14, 7_900),
        (15, 310),
        (17, 22_000),
        (18, 31_000),
        (20, 9_100),
        (22, 3_000),
    ];
    let parameter = |path: &str, value: &str, origin: &str, rule: &str| ParameterRow {
        path: path.into(),
        value: value.into(),
        origin: origin.into(),
        rule: rule.into(),
        in_use: Some(true),
    };
    let seizes: Vec<SeizeRow> = faced_a
        .map(|(needed, attempts)| seize(a, needed, attempts))
        .into_iter()
        .chain(faced_b.map(|(needed, attempts)| seize(b, needed, attempts)))
        .collect();
    let total = |side: &str| {
        let rows = || seizes.iter().filter(|row| row.side == side);
        let attempts: u64 = rows().map(|row| row.attempts).sum();
        let successes: u64 = rows().map(|row| row.successes).sum();
        SeizeTotal {
            side: side.into(),
            attempts,
            successes,
            rate: Some(successes as f64 / attempts as f64),
            interval: None,
            per_game: successes as f64 / 20_000.0,
        }
    };
    let seize_totals = vec![total(a), total(b)];
    Report {
        provenance: provenance(),
        shows: String::from("Run round the flank while the Watch stands and gawks."),
        sides: [a.into(), b.into()],
        confidence: 0.95,
        outcomes: vec![
            outcome(&win(a), a, "", 12_460),
            outcome(&win(a), a, "holds shrine", 11_020),
            outcome(&win(a), a, "all enemies down", 1_440),
            outcome(&win(b), b, "", 7_140),
            outcome(&win(b), b, "60 actions", 6_890),
            outcome(&win(b), b, "all enemies down", 250),
            outcome("draw", "", "both sides down", 12),
            outcome("cap on actions", "", "", 388),
        ],
        streaks,
        streak_means: vec![
            StreakMean {
                system: String::from("lloyd"),
                side: a.into(),
                streaks: 120_000,
                mean: 8.31,
                interval: Some((8.26, 8.36)),
                longest: 61,
            },
            StreakMean {
                system: String::from("lloyd"),
                side: b.into(),
                streaks: 120_000,
                mean: 4.76,
                interval: Some((4.73, 4.79)),
                longest: 40,
            },
        ],
        seizes,
        seize_totals,
        events: vec![EventRow {
            event: String::from("volley"),
            rule: String::from("LL-12"),
            side: a.into(),
            count: 51_000,
            per_game: 2.55,
            interval: Some((2.53, 2.57)),
        }],
        parameters: vec![
            parameter("seize.base.average", "19", "published", "LL-03"),
            parameter("move.rate.foot", "6", "assumed", "LL-01"),
            parameter("shoot.bow.to-hit", "8", "assumed", "LL-12"),
            parameter("seize.base.good", "-2", "command line", "LL-03"),
        ],
        notes: vec![String::from("Shares of games: Wilson intervals over pairs.")],
        assumptions: vec![String::from("Who starts is drawn by lot.")],
        ..Report::default()
    }
}

pub(crate) fn run() -> Report {
    run_of("Raiders", "Watch")
}

/// A name that attacks XML, terminals, spreadsheets and layout at once.
pub(crate) const HOSTILE: &str = "=\u{1b}[31m<&\"'>\u{202e}\u{0}]]> --><script>alert(1)</script> of the Most Excellent and Terribly Long Name";
