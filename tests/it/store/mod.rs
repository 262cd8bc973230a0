//! The store under what happens to processes: they are killed, disks are full, folders can't be written.

mod commands;
mod deed;
mod folder;
mod full;
mod kill;
