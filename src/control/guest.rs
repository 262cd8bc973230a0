//! A guest: sends its command to the owner of the store and prints what comes back.

use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

use super::socket;
use super::wire::{Call, Described, Reply, Request};
use crate::cli::{Exit, Facts, Stop, Stream};

/// What became of a wish sent to an owner.
#[derive(Debug)]
pub(super) enum Sent<T> {
    /// It was fulfilled.
    Done(T),
    /// Nobody took it; it may be tried again.
    Nobody,
}

/// Sends a command to the owner of the store in `folder`; stdout goes to `out`.
pub(super) fn forward(
    folder: &Path,
    words: &[String],
    input: &[u8],
    facts: Facts,
    out: &mut dyn Write,
) -> Result<Sent<Exit>, Stop> {
    let Some(mut stream) = connect(folder)? else { return Ok(Sent::Nobody) };
    let call = Call {
        words: words.to_vec(),
        width: facts.width,
        out_is_terminal: facts.out == Stream::Terminal,
        err_is_terminal: facts.err == Stream::Terminal,
    };
    let request = Request::Run(call, input.to_vec());
    let first = request.send(&mut stream).and_then(|()| Reply::receive(&mut stream));
    match first {
        Ok(Reply::Accepted) => output(&mut stream, out).map(Sent::Done),
        Ok(Reply::Refused(why)) => Err(Stop::Failed(why)),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(another_version()),
        Ok(_) => Err(another_version()),
        Err(_) => Ok(Sent::Nobody),
    }
}

/// Who owns the store, as part of a sentence: `the screen, process 12 on /dev/pts/3`.
pub(super) fn who(folder: &Path) -> Result<Sent<String>, Stop> {
    let Some(mut stream) = connect(folder)? else { return Ok(Sent::Nobody) };
    match Request::Who.send(&mut stream).and_then(|()| Reply::receive(&mut stream)) {
        Ok(Reply::Owner(Described { process, doing, terminal })) => {
            let place = terminal.map(|terminal| format!(" on {terminal}")).unwrap_or_default();
            Ok(Sent::Done(format!("{doing}, process {process}{place}")))
        }
        Ok(_) => Err(another_version()),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(another_version()),
        Err(_) => Ok(Sent::Nobody),
    }
}

fn connect(folder: &Path) -> Result<Option<UnixStream>, Stop> {
    let path = socket::path(folder);
    socket::connect(&path).map_err(|error| {
        Stop::Failed(format!(
            "the reader that is open can't be reached at {} ({error}); close it and try again",
            path.display()
        ))
    })
}

/// Prints what the command writes until it ends.
fn output(stream: &mut UnixStream, out: &mut dyn Write) -> Result<Exit, Stop> {
    loop {
        match Reply::receive(stream) {
            Ok(Reply::Out(bytes)) => {
                out.write_all(&bytes).and_then(|()| out.flush()).map_err(|error| closed(&error))?;
            }
            Ok(Reply::Err(bytes)) => {
                let _ = io::stderr().write_all(&bytes);
            }
            Ok(Reply::Done(code)) => return Ok(Exit::from_code(code)),
            Ok(_) => return Err(another_version()),
            Err(_) => {
                return Err(Stop::failed(
                    "the reader that ran this command ended before it was done; see what was done and run it again",
                ));
            }
        }
    }
}

fn closed(error: &io::Error) -> Stop {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Stop::Closed,
        _ => Stop::Failed(format!("the output can't be written ({error}); check where it goes")),
    }
}

fn another_version() -> Stop {
    Stop::failed("the reader that is open is of another version; close it and start it again")
}
