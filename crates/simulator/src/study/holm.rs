//! Adjustment of several p-values.

/// Returns p-values by Holm's adjustment: the smallest times the number of questions, the next times one fewer, and so on, none
/// below the one before. Rejecting those up to alpha then raises a false alarm with a chance of at most alpha over all
/// questions together, however they depend on one another. Questions without a p-value don't count.
///
/// With several planned looks this holds over all looks together (Bonferroni, as for intervals in [`super::Looks`]).
///
/// S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6 (1979) 65-70.
pub fn holm(p_values: &[Option<f64>], looks: usize) -> Vec<Option<f64>> {
    let mut order: Vec<(usize, f64)> =
        p_values.iter().enumerate().filter_map(|(k, p)| p.map(|p| (k, p))).collect();
    order.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut adjusted = vec![None; p_values.len()];
    let mut least = 0.0_f64;
    for (rank, (k, p)) in order.iter().enumerate() {
        least = least.max(p * ((order.len() - rank) * looks) as f64).min(1.0);
        adjusted[*k] = Some(least);
    }
    adjusted
}
