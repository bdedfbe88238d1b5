//! The measures.

use skirmish_engine::side::Side;
use skirmish_simulator::{MEASURES, QUANTITIES, Quantity};

#[test]
fn measures_have_names_and_places_of_their_own() {
    for (k, measure) in MEASURES.iter().enumerate() {
        assert!(MEASURES[..k].iter().all(|m| m.name != measure.name));
        assert!(!measure.unit.is_empty() && !measure.about.is_empty());
        for side in measure.sides() {
            let (of, per) = measure.places(*side);
            assert!(of < QUANTITIES && per < QUANTITIES && of != per);
        }
    }
    assert_eq!(Quantity::WonA.index(Side::B), Quantity::WonB as usize);
    assert_eq!(Quantity::UsedA.index(Side::B), Quantity::UsedB as usize);
}
