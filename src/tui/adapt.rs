//! The last step before the terminal: the finished screen, row by row, as this terminal needs it.

use ratatui::buffer::Buffer;

use crate::text::emit::{Adaptor, adapt};

/// The last step: each row as this terminal needs it, but for rows that show what another one would need.
pub(super) fn last_step(buffer: &mut Buffer, adaptor: Adaptor, odd: &[(u16, Adaptor)]) {
    let is_plain = |adaptor| matches!(adaptor, Adaptor::App | Adaptor::Off);
    if (is_plain(adaptor) && odd.is_empty()) || buffer.area.is_empty() {
        return;
    }
    let width = usize::from(buffer.area.width);
    for (y, row) in (0_u16..).zip(buffer.content.chunks_mut(width)) {
        let adaptor = odd.iter().find(|(row, _)| *row == y).map_or(adaptor, |(_, adaptor)| *adaptor);
        if is_plain(adaptor) {
            continue;
        }
        let symbols: Vec<&str> = row.iter().map(ratatui::buffer::Cell::symbol).collect();
        if symbols.iter().all(|symbol| symbol.is_ascii()) {
            continue;
        }
        let adapted = adapt(&symbols, adaptor);
        let old = row.to_vec();
        for (cell, (from, symbol)) in row.iter_mut().zip(adapted) {
            if let Some(source) = old.get(from) {
                *cell = source.clone();
                cell.set_symbol(&symbol);
            }
        }
    }
}
