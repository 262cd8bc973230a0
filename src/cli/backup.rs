//! `hudhud backup`: everything in the store as JSON lines (`docs/backup.md`).

use std::io;

use super::args::Backup;
use super::exit::{Exit, Stop};
use super::io::Io;
use super::session::Session;
use crate::store::Packing;
use crate::strings::words;

/// Writes the whole store to the output; the caller puts that into a file.
///
/// # Errors
///
/// When the store can't be read or the output is closed.
pub(super) fn run(session: &Session, args: &Backup, io: &mut Io) -> Result<Exit, Stop> {
    let packing = if args.plain { Packing::Plain } else { Packing::Gzip };
    let mut out = Out { io, stop: None };
    let written = session.store.backup(&mut out, packing, session.now());
    match (out.stop, written) {
        (Some(stop), _) => Err(stop),
        (None, Ok(())) => Ok(Exit::Done),
        (None, Err(error)) => Err(Stop::Failed(words::store_error(&error))),
    }
}

/// The output as the store writes to it.
struct Out<'a> {
    io: &'a mut Io,
    /// Why it can't be written any more.
    stop: Option<Stop>,
}

impl io::Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.io.bytes(bytes).map_err(|stop| {
            self.stop = Some(stop);
            io::Error::from(io::ErrorKind::BrokenPipe)
        })?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
