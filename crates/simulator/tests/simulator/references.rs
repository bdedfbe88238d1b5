//! Quantiles, tests and intervals compared with values of other programs.
//!
//! All expected values are from SciPy 1.17.1 (`scipy.stats`) and statsmodels 0.15.0, computed once; the call is beside each
//! list. If neither has a method, the formula of its paper was computed with SciPy's quantiles.

use skirmish_simulator::estimate::{Confidence, Trials, matched, proportion};
use skirmish_simulator::study::{holm, sign_test, student_test};
use skirmish_simulator::sums::Sums;

fn near(found: f64, expected: f64, relative: f64) -> bool {
    (found - expected).abs() <= relative * expected.abs()
}

/// The confidence whose upper quantile is at this chance.
fn up_to(chance: f64) -> Confidence {
    Confidence::new(1.0 - 2.0 * (1.0 - chance)).expect("between 0 and 1")
}

#[test]
fn normal_quantiles() {
    // norm.ppf(p)
    for (p, expected) in [
        (0.975, 1.959_963_984_540_054),
        (0.995, 2.575_829_303_548_900_4),
        (0.999_305_555_555_555_6, 3.196_950_229_131_254_6),
        (0.999_99, 4.264_890_793_923_841),
        (0.999_999_9, 5.199_337_582_290_661),
    ] {
        let found = up_to(p).z();
        assert!(near(found, expected, 1e-8), "{p}: {found}");
    }
}

#[test]
fn student_quantiles() {
    // t.ppf(p, df)
    for (degrees, at_975, at_995, at_9999) in [
        (1, 12.706_204_736_174_694, 63.656_741_162_871_526, 3_183.098_757_118_502),
        (2, 4.302_652_729_749_462, 9.924_843_200_918_287, 70.700_071_074_968_18),
        (5, 2.570_581_835_636_314_6, 4.032_142_983_555_228, 9.677_566_300_882_814),
        (30, 2.042_272_456_301_237_8, 2.749_995_653_567_225_4, 4.233_985_957_272_06),
        (199, 1.971_956_544_251_753_3, 2.600_760_216_058_516, 3.789_478_993_814_937),
        (9_999, 1.960_201_263_621_357, 2.576_321_095_856_597_4, 3.720_396_007_115_605_5),
    ] {
        for (p, expected) in [(0.975, at_975), (0.995, at_995), (0.9999, at_9999)] {
            let found = up_to(p).t(degrees);
            assert!(near(found, expected, 1e-6), "{p}, {degrees}: {found}");
        }
    }
    // Above 10,000 degrees the normal quantile is used: at most 2.4e-4 too small.
    assert!(near(up_to(0.9999).t(10_001), 3.720_395_8, 4e-4));
}

#[test]
fn student_tails() {
    // 2 * t.sf(x, df)
    for (ratio, degrees, expected) in [
        (2.0, 1, 0.295_167_235_300_866_5),
        (3.872_983_3, 3, 0.030_466_292_605_707_445),
        (-2.5, 199, 0.013_227_259_966_507_704),
        (6.0, 199, 9.178_170_004_044_7e-9),
        (4.5, 9_999, 6.872_105_562_810_114_5e-6),
        (3.0, 19_999, 0.002_703_121_204_431_978),
        (-8.0, 19_999, 1.311_493_306_823_192e-15),
        (5.0, 999_999, 5.733_997_871_857_254e-7),
        (2.0, 1_000_000_000, 0.045_500_264_166_313_246),
    ] {
        let found = student_test(ratio, degrees);
        assert!(near(found, expected, 2e-6), "{ratio}, {degrees}: {found}");
    }
    assert!(near(student_test(0.0, 7), 1.0, 1e-12));
}

#[test]
fn sign_tests() {
    // binomtest(one, one + other).pvalue
    for (one, other, expected) in [
        (2, 10, 0.038_574_218_75),
        (0, 5, 0.0625),
        (1, 0, 1.0),
        (450, 550, 0.001_730_536_084_976_302_7),
        (4_900, 5_100, 0.046_585_527_704_945_46),
        (51_000, 49_000, 2.588_716_038_346_894_3e-10),
        (499_000, 501_000, 0.045_608_299_865_389_6),
        (3, 60, 9.048_317_650_695_026e-15),
    ] {
        let found = sign_test(one, other);
        assert!(near(found, expected, 1e-6), "{one}, {other}: {found}");
    }
    // 2 / 2^1000, or 1.9e-301, must not lose anything that matters.
    assert!(sign_test(0, 1_000) < 1e-290);
    assert!(near(sign_test(0, 0), 1.0, 0.0));
}

#[test]
fn shares_of_games() {
    // binomtest(k, n).proportion_ci(c, "wilson") if there are 100 of each kind; otherwise mid-p, where (betainc(k, n - k + 1,
    // p) + betainc(k + 1, n - k, p)) / 2 is (1 - c) / 2, and one less that (scipy.optimize.brentq).
    for (successes, trials, confidence, low, high) in [
        (81, 263, 0.95, 0.254_402_104_945_522_4, 0.365_773_474_257_777),
        (0, 20, 0.95, 0.0, 0.139_108_340_668_265_05),
        (20, 20, 0.99, 0.794_328_234_724_281_5, 1.0),
        (1, 1, 0.95, 0.05, 1.0),
        (500_000, 1_000_000, 0.999, 0.498_354_745_541_280_7, 0.501_645_254_458_719_3),
        (3, 1_000, 0.9999, 8.564_288_176_469e-5, 0.016_001_939_674_250_464),
        (150, 400, 0.95, 0.328_957_079_463_163, 0.423_420_994_120_411_1),
    ] {
        let confidence = Confidence::new(confidence).expect("between 0 and 1");
        let found = proportion(Trials { successes, trials }, confidence)
            .and_then(|estimate| estimate.interval)
            .expect("some trials");
        assert!((found.low - low).abs() < 1e-9, "{found:?}");
        assert!((found.high - high).abs() < 1e-9, "{found:?}");
    }
}

#[test]
fn holm_adjusts() {
    // statsmodels.stats.multitest.multipletests(p, method="holm")[1]
    let found = holm(&[0.01, 0.04, 0.03, 0.005, 0.2, 1.0, 0.0001].map(Some), 1);
    let expected = [0.05, 0.12, 0.12, 0.03, 0.4, 1.0, 0.0007];
    for (found, expected) in found.iter().zip(expected) {
        let found = found.expect("each has one");
        assert!(near(found, expected, 1e-12), "{found} {expected}");
    }
}

#[test]
fn matched_shares() {
    // Zou and Donner (2008), section 2.3, with limits of either share as above, of n (z / t)² (n - 1) / n games, t with n - 1
    // degrees of freedom. Shares p and q of one table correlate by -p q / sqrt(p (1 - p) q (1 - q)).
    for (fewer, more, games, confidence, low, high) in [
        (10, 2, 100, 0.95, -0.155_148_295_915_678_4, -0.011_666_701_607_079_583),
        (0, 0, 50, 0.95, -0.061_043_561_309_378_4, 0.061_043_561_309_378_4),
        (300, 200, 2_000, 0.99, -0.078_746_687_302_048_7, -0.021_247_142_608_427_146),
        (7, 0, 40, 0.95, -0.323_146_227_122_519_4, -0.050_267_369_793_467_63),
    ] {
        let confidence = Confidence::new(confidence).expect("between 0 and 1");
        // Pairs that go the same way twice are as good as single games.
        for (games_each, name) in [(1, "games"), (2, "pairs")] {
            let of = |units: u64| {
                let mut sums = Sums::default();
                sums.add_alike(units, games_each);
                sums.over(games, games_each)
            };
            let found = matched(&of(more), &of(fewer), confidence)
                .and_then(|estimate| estimate.interval)
                .expect("some games");
            assert!((found.low - low).abs() < 1e-7, "{name}: {found:?}");
            assert!((found.high - high).abs() < 1e-7, "{name}: {found:?}");
        }
    }
}
