//! Fractions as they are written and read.

use proptest::prelude::*;
use skirmish_odds::{OddsError, Ratio};

use crate::fractions::r;

#[test]
fn fractions() {
    assert_eq!(r("14/40").to_string(), "7/20");
    assert_eq!(r("-3/1").to_string(), "-3");
    assert_eq!(format!("[{:>6}]", r("7/20")), "[  7/20]");
}

#[test]
fn decimals_are_exact_when_they_can_be() {
    let cases = [
        ("7/20", 4, "0.35"),
        ("7/20", 2, "0.35"),
        ("7/20", 1, "0.4"),
        ("1/3", 3, "0.333"),
        ("2/3", 3, "0.667"),
        ("1/300", 2, "0.00"),
        ("0", 2, "0"),
        ("100", 2, "100"),
        ("100", 0, "100"),
        ("5/2", 0, "3"),
        ("-5/2", 0, "-3"),
        ("-1/8", 3, "-0.125"),
        ("999/1000", 2, "1.00"),
        ("29557952/10000000", 7, "2.9557952"),
    ];
    for (ratio, digits, text) in cases {
        assert_eq!(r(ratio).decimal(digits), text);
    }
}

#[test]
fn percentages() {
    assert_eq!(r("7/20").percent(2), "35 %");
    assert_eq!(r("1/8").percent(1), "12.5 %");
    assert_eq!(r("1/8").percent(0), "13 %");
    assert_eq!(r("1/3").percent(1), "33.3 %");
    // What may happen, and what may fail to, never reads as if it could not.
    for (ratio, digits, text) in [
        ("0", 3, "0 %"),
        ("1", 3, "100 %"),
        ("1/1000000", 3, "< 0.001 %"),
        ("1/1000000", 0, "< 1 %"),
        ("1/200000", 3, "0.001 %"),
        ("999999/1000000", 3, "> 99.999 %"),
        ("999/1000", 0, "> 99 %"),
        ("-1/1000000", 3, "-0.000 %"),
    ] {
        assert_eq!(r(ratio).percent(digits), text);
    }
}

#[test]
fn reads_what_people_write() {
    for text in ["7/20", "0.35", "35%", " 35 % ", "0.350", "14/40"] {
        assert_eq!(r(text), Ratio::new(7, 20).unwrap(), "{text}");
    }
    assert_eq!(r("-1.5"), -Ratio::new(3, 2).unwrap());
    for text in ["", "-", "%", "a", ".5", "1.", "1/", "/2", "+1", "1e3", "1.5/2", "--1", "1_0"] {
        assert_eq!(text.parse::<Ratio>(), Err(OddsError::NotANumber(text.to_owned())));
    }
    assert_eq!("1/0".parse::<Ratio>(), Err(OddsError::ZeroDenominator));
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(n in any::<i64>(), d in 1..u64::MAX) {
        let ratio = Ratio::from(n).checked_div(&Ratio::from(d)).unwrap();
        prop_assert_eq!(ratio.to_string().parse::<Ratio>(), Ok(ratio));
    }

    #[test]
    fn nothing_makes_it_panic(text in ".*", n in any::<i64>(), d in 1..999_u64, digits in 0..9_u32) {
        let _ = text.parse::<Ratio>();
        let ratio = Ratio::from(n).checked_div(&Ratio::from(d)).unwrap();
        let written: Ratio = ratio.decimal(digits).parse().unwrap();
        let miss = written - ratio;
        let half_a_unit = Ratio::new(1, 2 * 10_u128.pow(digits)).unwrap();
        prop_assert!(miss <= half_a_unit && -miss <= half_a_unit);
    }
}
