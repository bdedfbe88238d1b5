//! Several p-values at once.

/// Holm's adjustment: the smallest p-value times the number of questions, the next times one fewer, and so on, none below
/// the one before. Rejecting what is at most alpha then raises a single false alarm with at most alpha over all questions
/// together, however they depend on one another. Questions without a p-value stay without, and are not counted.
///
/// Of numbers that are looked at more than once, so many looks being planned, that holds over all looks (Bonferroni, as
/// [`super::Looks`] has it of intervals).
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
