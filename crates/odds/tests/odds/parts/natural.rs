//! Whole numbers against those of num-bigint.

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, Pow};
use proptest::prelude::*;
use skirmish_odds::Natural;

/// Numbers of all sizes, many of them close to where the machine number ends.
fn numbers() -> impl Strategy<Value = BigUint> {
    prop_oneof![
        (0..20_u8).prop_map(BigUint::from),
        any::<u64>().prop_map(BigUint::from),
        any::<u128>().prop_map(BigUint::from),
        (0..9_u8).prop_map(|n| (BigUint::one() << 128_u8) - 4_u8 + n),
        prop::collection::vec(any::<u32>(), 1..12).prop_map(BigUint::new),
    ]
}

fn n(number: &BigUint) -> Natural {
    number.clone().into()
}

proptest! {
    #[test]
    fn computes_as_large_numbers_do(a in numbers(), b in numbers(), shift in 0..300_u64) {
        prop_assert_eq!(&n(&a) + &n(&b), n(&(&a + &b)));
        prop_assert_eq!(&n(&a) * &n(&b), n(&(&a * &b)));
        prop_assert_eq!(n(&a).checked_sub(&n(&b)), (a >= b).then(|| n(&(&a - &b))));
        prop_assert_eq!(n(&a).cmp(&n(&b)), a.cmp(&b));
        prop_assert_eq!(n(&a).shifted_up(shift), n(&(&a << shift)));
        prop_assert_eq!(n(&a).bits(), a.bits());
        prop_assert_eq!(n(&a).to_string(), a.to_string());
        prop_assert_eq!(n(&a).pow(shift % 7), n(&Pow::pow(&a, shift % 7)));
        prop_assert_eq!(BigUint::from(&n(&a)), a.clone());
        let mut sum = n(&a);
        sum += &n(&b);
        prop_assert_eq!(sum, n(&(&a + &b)));
        if b == BigUint::ZERO {
            prop_assert_eq!(n(&a).checked_div_rem(&n(&b)), None);
        } else {
            prop_assert_eq!(n(&a).checked_div_rem(&n(&b)), Some((n(&(&a / &b)), n(&(&a % &b)))));
        }
    }

    #[test]
    fn common_divisors_are_greatest(a in numbers(), b in numbers(), common in numbers()) {
        let (a, b) = (a * &common, b * common);
        let divisor = n(&a).gcd(&n(&b));
        prop_assert_eq!(&divisor, &n(&b).gcd(&n(&a)));
        if b == BigUint::ZERO {
            prop_assert_eq!(divisor, n(&a));
            return Ok(());
        }
        let referee = Ratio::new(a.clone(), b.clone());
        prop_assert_eq!(&divisor * &n(referee.denom()), n(&b));
        prop_assert_eq!(n(&a).lcm(&n(&b)), n(&(a * referee.denom())));
    }
}
