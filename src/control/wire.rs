//! What goes over the local socket: words, input and output, in frames of limited size.
//!
//! A frame is a version, a kind, a length (four bytes, the highest first) and a body. Bodies are raw bytes or
//! small JSON objects; nothing of the model is in them, since both sides may be of different builds.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

/// Raised when the frames change, so that programs of two versions don't misunderstand each other.
const VERSION: u8 = 1;

/// The largest body: a list to be imported.
const LARGEST: u32 = 33 << 20;

/// The largest piece of output in one frame.
const PIECE: usize = 1 << 16;

/// What a guest asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// Who owns the store?
    Who,
    /// Run a command with these contents of its file or of stdin.
    Run(Call, Vec<u8>),
}

/// A command line and the terminal that it was typed at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Call {
    /// The command line, the program's name first.
    pub(super) words: Vec<String>,
    /// Columns of the guest's terminal.
    pub(super) width: Option<u16>,
    /// Whether the guest's stdout is a terminal.
    pub(super) out_is_terminal: bool,
    /// Whether the guest's stderr is a terminal.
    pub(super) err_is_terminal: bool,
}

/// What the owner answers.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// The command runs; from now on it must not be run elsewhere.
    Accepted,
    /// A piece of stdout.
    Out(Vec<u8>),
    /// A piece of stderr.
    Err(Vec<u8>),
    /// The command ended with this status.
    Done(u8),
    /// The command is not run; why.
    Refused(String),
    /// The owner describes itself.
    Owner(Described),
}

/// An owner in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Described {
    /// Its process.
    pub(super) process: u32,
    /// What it does: `the screen`, `hudhud watch`.
    pub(super) doing: String,
    /// The terminal that it was started on.
    pub(super) terminal: Option<String>,
}

impl Request {
    /// Sends it.
    pub(super) fn send(&self, to: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Who => send(to, b'w', &[]),
            Self::Run(call, input) => {
                send(to, b'r', &serde_json::to_vec(call)?)?;
                send(to, b'i', input)
            }
        }
    }

    /// Receives one; what is none is an error of kind `InvalidData`.
    pub(super) fn receive(from: &mut impl Read) -> io::Result<Self> {
        match receive(from)? {
            (b'w', _) => Ok(Self::Who),
            (b'r', body) => {
                let call = serde_json::from_slice(&body).map_err(|_| invalid())?;
                match receive(from)? {
                    (b'i', input) => Ok(Self::Run(call, input)),
                    _ => Err(invalid()),
                }
            }
            _ => Err(invalid()),
        }
    }
}

impl Reply {
    /// Sends it.
    pub(super) fn send(&self, to: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Accepted => send(to, b'a', &[]),
            Self::Out(piece) => send(to, b'o', piece),
            Self::Err(piece) => send(to, b'e', piece),
            Self::Done(code) => send(to, b'd', &[*code]),
            Self::Refused(why) => send(to, b'x', why.as_bytes()),
            Self::Owner(described) => send(to, b'w', &serde_json::to_vec(described)?),
        }
    }

    /// Receives one; what is none is an error of kind `InvalidData`.
    pub(super) fn receive(from: &mut impl Read) -> io::Result<Self> {
        match receive(from)? {
            (b'a', _) => Ok(Self::Accepted),
            (b'o', piece) => Ok(Self::Out(piece)),
            (b'e', piece) => Ok(Self::Err(piece)),
            (b'd', code) => code.first().map(|code| Self::Done(*code)).ok_or_else(invalid),
            (b'x', why) => String::from_utf8(why).map(Self::Refused).map_err(|_| invalid()),
            (b'w', body) => serde_json::from_slice(&body).map(Self::Owner).map_err(|_| invalid()),
            _ => Err(invalid()),
        }
    }
}

/// A stream of output that is sent in replies.
pub(super) struct Output<W> {
    to: W,
    wrap: fn(Vec<u8>) -> Reply,
}

impl<W> Output<W> {
    /// Output that `wrap` makes replies of.
    pub(super) fn new(to: W, wrap: fn(Vec<u8>) -> Reply) -> Self {
        Self { to, wrap }
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let piece = &bytes[..bytes.len().min(PIECE)];
        (self.wrap)(piece.to_vec()).send(&mut self.to)?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes one frame at once, so that two streams on one socket don't mix.
fn send(to: &mut impl Write, kind: u8, body: &[u8]) -> io::Result<()> {
    let length = u32::try_from(body.len()).ok().filter(|length| *length <= LARGEST);
    let length = length.ok_or_else(|| io::Error::other("too large to be sent"))?;
    let mut frame = Vec::with_capacity(body.len() + 6);
    frame.extend([VERSION, kind]);
    frame.extend(length.to_be_bytes());
    frame.extend(body);
    to.write_all(&frame)?;
    to.flush()
}

/// Reads one frame: its kind and its body.
fn receive(from: &mut impl Read) -> io::Result<(u8, Vec<u8>)> {
    let mut head = [0; 6];
    from.read_exact(&mut head)?;
    let [version, kind, length @ ..] = head;
    let length = u32::from_be_bytes(length);
    if version != VERSION || length > LARGEST {
        return Err(invalid());
    }
    // Memory grows with what arrives, not with what the length promises.
    let mut body = Vec::new();
    from.take(u64::from(length)).read_to_end(&mut body)?;
    if body.len() as u64 != u64::from(length) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok((kind, body))
}

fn invalid() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_received_as_they_were_sent() {
        let words = vec!["hudhud".to_owned(), "ש".to_owned()];
        let call = Call { words, width: Some(80), out_is_terminal: true, err_is_terminal: false };
        for request in [Request::Who, Request::Run(call, vec![0, 255])] {
            let mut wire = Vec::new();
            request.send(&mut wire).expect("memory takes it");
            assert_eq!(Request::receive(&mut wire.as_slice()).ok(), Some(request));
        }
    }

    #[test]
    fn replies_are_received_as_they_were_sent() {
        let owner = Described { process: 7, doing: "the screen".to_owned(), terminal: None };
        for reply in [
            Reply::Accepted,
            Reply::Out(vec![0, 255]),
            Reply::Err(Vec::new()),
            Reply::Done(3),
            Reply::Refused("no".to_owned()),
            Reply::Owner(owner),
        ] {
            let mut wire = Vec::new();
            reply.send(&mut wire).expect("memory takes it");
            assert_eq!(Reply::receive(&mut wire.as_slice()).ok(), Some(reply));
        }
    }

    #[test]
    fn hostile_frames_are_errors_and_cost_no_memory() {
        let check = |bytes: &[u8], kind: io::ErrorKind| {
            let error = Request::receive(&mut &bytes[..]).expect_err("it is broken");
            assert_eq!(error.kind(), kind, "{bytes:?}");
        };
        check(&[], io::ErrorKind::UnexpectedEof);
        check(&[VERSION, b'r', 0, 0, 0, 9, 1], io::ErrorKind::UnexpectedEof);
        check(&[VERSION, b'r', 255, 255, 255, 255], io::ErrorKind::InvalidData);
        check(&[VERSION + 1, b'w', 0, 0, 0, 0], io::ErrorKind::InvalidData);
        check(&[VERSION, b'r', 0, 0, 0, 1, b'{'], io::ErrorKind::InvalidData);
        check(&[VERSION, b'?', 0, 0, 0, 0], io::ErrorKind::InvalidData);
    }

    #[test]
    fn large_output_goes_in_pieces() {
        let mut wire = Vec::new();
        Output::new(&mut wire, Reply::Out).write_all(&vec![b'x'; PIECE + 1]).expect("memory takes it");
        let mut wire = wire.as_slice();
        let sizes: Vec<usize> = std::iter::from_fn(|| match Reply::receive(&mut wire) {
            Ok(Reply::Out(piece)) => Some(piece.len()),
            _ => None,
        })
        .collect();
        assert_eq!(sizes, [PIECE, 1]);
    }
}
