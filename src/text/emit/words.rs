//! For kitty: each run of right-to-left letters is laid out from right to left by the terminal, so it is sent
//! reversed. Order between the runs is as sent.

use super::row::{self, Kind};

/// Reverses the cells of each maximal run of right-to-left letters (a blank or a digit ends a run).
pub(super) fn adapt(row: &[&str]) -> Vec<(usize, String)> {
    let mut units = row::units(row);
    for run in units.chunk_by_mut(|one, other| (one.kind == Kind::Right) == (other.kind == Kind::Right)) {
        if run.first().is_some_and(|unit| unit.kind == Kind::Right) {
            run.reverse();
        }
    }
    row::columns(&units, |at| units[at].symbol.to_owned())
}
