//! How the test server sends an answer.

use std::io::Write;
use std::net::TcpStream;
use std::thread;

use super::reply::{Conditional, Framing, Pace, Reply};
use super::server::{Asked, UnderWay};

#[derive(PartialEq, Eq)]
pub(super) enum Connection {
    Stays,
    Closes,
}

/// Sends an answer; `count` ends before the last bytes go out.
pub(super) fn send(
    mut stream: &TcpStream,
    reply: &Reply,
    asked: &Asked,
    count: UnderWay<'_>,
) -> std::io::Result<Connection> {
    thread::sleep(reply.delay);
    if let Some(gate) = &reply.gate {
        gate.pass();
    }
    if reply.framing == Framing::Endless {
        stream.write_all(&head(reply, reply.status, None))?;
        while !count.is_over() && !reply.body.is_empty() {
            paced(stream, &reply.body, reply.pace)?;
        }
        return Ok(Connection::Closes);
    }
    let sent = on_the_wire(reply, asked);
    let last = match reply.pace {
        Pace::AtOnce => 0,
        Pace::Drip(..) => sent.body.len().saturating_sub(1),
    };
    if last > 0 {
        stream.write_all(&sent.head)?;
        paced(stream, &sent.body[..last], reply.pace)?;
    }
    // Before the last bytes: after them the other side may ask again at once, which is not "at the same time".
    drop(count);
    let rest = if last > 0 { sent.body[last..].to_vec() } else { [sent.head, sent.body].concat() };
    stream.write_all(&rest)?;
    Ok(sent.connection)
}

/// An answer as it is sent, and what becomes of the connection.
struct Sent {
    head: Vec<u8>,
    body: Vec<u8>,
    connection: Connection,
}

fn on_the_wire(reply: &Reply, asked: &Asked) -> Sent {
    if reply.framing == Framing::Raw {
        return Sent { head: Vec::new(), body: reply.body.clone(), connection: Connection::Closes };
    }
    if reply.status == 200 && reply.conditional == Conditional::Obeyed && matches(reply, asked) {
        return Sent { head: head(reply, 304, None), body: Vec::new(), connection: Connection::Stays };
    }
    let whole = reply.body.len();
    let (length, body, connection) = match reply.framing {
        Framing::Length => (Some(Length::Bytes(whole)), reply.body.clone(), Connection::Stays),
        Framing::Cut(bytes) => {
            (Some(Length::Bytes(whole)), reply.body[..bytes.min(whole)].to_vec(), Connection::Closes)
        }
        Framing::Chunked(size) => {
            let mut chunks: Vec<u8> = reply.body.chunks(size.max(1)).flat_map(framed).collect();
            chunks.extend_from_slice(b"0\r\n\r\n");
            (Some(Length::Chunks), chunks, Connection::Stays)
        }
        Framing::ChunkedCut(bytes) => {
            (Some(Length::Chunks), framed(&reply.body[..bytes.min(whole)]), Connection::Closes)
        }
        Framing::Close | Framing::Raw | Framing::Endless => (None, reply.body.clone(), Connection::Closes),
    };
    Sent { head: head(reply, reply.status, length), body, connection }
}

fn framed(chunk: &[u8]) -> Vec<u8> {
    let mut bytes = format!("{:x}\r\n", chunk.len()).into_bytes();
    bytes.extend_from_slice(chunk);
    bytes.extend_from_slice(b"\r\n");
    bytes
}

#[derive(Clone, Copy)]
enum Length {
    Bytes(usize),
    Chunks,
}

fn head(reply: &Reply, status: u16, length: Option<Length>) -> Vec<u8> {
    let mut bytes = format!("HTTP/1.1 {status} Scripted\r\n").into_bytes();
    for (name, value) in &reply.headers {
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(b": ");
        bytes.extend_from_slice(value);
        bytes.extend_from_slice(b"\r\n");
    }
    match length {
        Some(Length::Bytes(count)) => {
            bytes.extend_from_slice(format!("Content-Length: {count}\r\n").as_bytes());
        }
        Some(Length::Chunks) => bytes.extend_from_slice(b"Transfer-Encoding: chunked\r\n"),
        None => {}
    }
    bytes.extend_from_slice(b"\r\n");
    bytes
}

/// Whether the request's validators are the answer's (RFC 9110 section 13.2.2: the tag wins over the date).
fn matches(reply: &Reply, asked: &Asked) -> bool {
    let own = |name: &str| {
        reply.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    };
    match asked.raw("if-none-match") {
        Some(tag) => own("etag") == Some(tag),
        None => asked.raw("if-modified-since").is_some_and(|date| own("last-modified") == Some(date)),
    }
}

fn paced(mut stream: &TcpStream, bytes: &[u8], pace: Pace) -> std::io::Result<()> {
    match pace {
        Pace::AtOnce => stream.write_all(bytes),
        Pace::Drip(size, pause) => {
            for piece in bytes.chunks(size.max(1)) {
                stream.write_all(piece)?;
                thread::sleep(pause);
            }
            Ok(())
        }
    }
}
