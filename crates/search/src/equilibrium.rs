//! The value and the mixes of a two-person zero-sum game, by linear programming.
//!
//! J. von Neumann, "Zur Theorie der Gesellschaftsspiele", Mathematische Annalen 100, 1928.

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};

use crate::arena::SearchError;

/// Shares below this are rounding noise.
const DUST: f64 = 1e-9;

/// How both sides play best.
#[derive(Debug, Clone, PartialEq)]
pub struct Equilibrium {
    /// The expected points of the row player.
    pub value: f64,
    /// The share of each row.
    pub rows: Vec<f64>,
    /// The share of each column.
    pub columns: Vec<f64>,
}

/// Returns the equilibrium of a table of the row player's points; all rows have the same length.
///
/// # Errors
/// If the table is empty or a value is not finite.
pub fn equilibrium(table: &[Vec<f64>]) -> Result<Equilibrium, SearchError> {
    let columns = table.first().map_or(0, Vec::len);
    let is_sound = |row: &Vec<f64>| row.len() == columns && row.iter().all(|x| x.is_finite());
    if columns == 0 || !table.iter().all(is_sound) {
        return Err(SearchError::Table("it is empty or holds no numbers".to_owned()));
    }
    let turned: Vec<Vec<f64>> =
        (0..columns).map(|j| table.iter().map(|row| -row[j]).collect()).collect();
    let (value, rows) = best_mix(table)?;
    let (_, columns) = best_mix(&turned)?;
    Ok(Equilibrium { value, rows, columns })
}

fn best_mix(table: &[Vec<f64>]) -> Result<(f64, Vec<f64>), SearchError> {
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let value = program.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let shares: Vec<_> = table.iter().map(|_| program.add_var(0.0, (0.0, 1.0))).collect();
    program.add_constraint(shares.iter().map(|share| (*share, 1.0)), ComparisonOp::Eq, 1.0);
    for column in 0..table[0].len() {
        let gets = shares.iter().zip(table).map(|(share, row)| (*share, row[column]));
        program.add_constraint(gets.chain([(value, -1.0)]), ComparisonOp::Ge, 0.0);
    }
    let solved = match program.solve() {
        Ok(SolveOutcome::Solution(solved)) => solved,
        Ok(SolveOutcome::Interrupted(_)) => {
            return Err(SearchError::Table("the linear program was interrupted".to_owned()));
        }
        Err(error) => return Err(SearchError::Table(error.to_string())),
    };
    let mut mix: Vec<f64> = shares
        .iter()
        .map(|share| solved.var_value(*share))
        .map(|share| if share < DUST { 0.0 } else { share })
        .collect();
    let all: f64 = mix.iter().sum();
    mix.iter_mut().for_each(|share| *share /= all);
    Ok((solved.objective(), mix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: &[f64], b: &[f64]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9)
    }

    #[test]
    fn matching_pennies_are_tossed() {
        let found = equilibrium(&[vec![1.0, -1.0], vec![-1.0, 1.0]]).unwrap();
        assert!(found.value.abs() < 1e-9);
        assert!(close(&found.rows, &[0.5, 0.5]) && close(&found.columns, &[0.5, 0.5]));
    }

    /// If rock beats scissors by a, scissors paper by b and paper rock by c, rock is played in b of a + b + c games, paper in
    /// a, scissors in c.
    #[test]
    fn weights_shift_rock_paper_scissors() {
        let (a, b, c) = (3.0, 2.0, 1.0);
        let found = equilibrium(&[vec![0.0, -c, a], vec![c, 0.0, -b], vec![-a, b, 0.0]]).unwrap();
        assert!(found.value.abs() < 1e-9);
        assert!(close(&found.rows, &[b / 6.0, a / 6.0, c / 6.0]), "{:?}", found.rows);
    }

    #[test]
    fn a_row_that_is_better_everywhere_is_played_alone() {
        let found = equilibrium(&[vec![0.2, 0.4], vec![0.5, 0.6]]).unwrap();
        assert!(close(&found.rows, &[0.0, 1.0]) && close(&found.columns, &[1.0, 0.0]));
        assert!((found.value - 0.5).abs() < 1e-9);
    }

    /// A mix is best if no row or column gains against it, so the linear programs of both sides agree.
    #[test]
    fn nobody_gains_against_the_mixes_of_large_tables() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as f64 / f64::from(1 << 31)
        };
        for size in [1, 2, 5, 30] {
            let table: Vec<Vec<f64>> =
                (0..size).map(|_| (0..30).map(|_| next()).collect()).collect();
            let found = equilibrium(&table).unwrap();
            let of_row =
                |row: &Vec<f64>| row.iter().zip(&found.columns).map(|(x, p)| x * p).sum::<f64>();
            let best = table.iter().map(of_row).fold(f64::MIN, f64::max);
            let of_column =
                |j: usize| table.iter().zip(&found.rows).map(|(row, p)| row[j] * p).sum::<f64>();
            let worst = (0..30).map(of_column).fold(f64::MAX, f64::min);
            assert!((best - found.value).abs() < 1e-9 && (worst - found.value).abs() < 1e-9);
        }
    }

    #[test]
    fn no_table_no_value() {
        assert!(equilibrium(&[]).is_err());
        assert!(equilibrium(&[vec![f64::NAN]]).is_err());
        assert!(equilibrium(&[vec![1.0], vec![]]).is_err());
    }
}
