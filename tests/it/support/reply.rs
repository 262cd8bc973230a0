//! One scripted answer of the test server.

use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

/// An answer, put together by its builder.
///
/// `Reply::ok("application/rss+xml", body).etag("\"a\"")` answers 304 by itself when it is asked
/// conditionally with that tag.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, Vec<u8>)>,
    pub(super) body: Vec<u8>,
    pub(super) delay: Duration,
    pub(super) gate: Option<Gate>,
    pub(super) framing: Framing,
    pub(super) pace: Pace,
    pub(super) conditional: Conditional,
}

/// How the end of the body is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    /// `Content-Length`.
    Length,
    /// `Content-Length` of the whole body, but only so many bytes are sent.
    Cut(usize),
    /// `Transfer-Encoding: chunked`, so many bytes a chunk.
    Chunked(usize),
    /// Chunked, but the connection closes after so many bytes, without the last chunk.
    ChunkedCut(usize),
    /// Until the connection closes.
    Close,
    /// The body is the whole answer, head included; then the connection closes.
    Raw,
    /// The body again and again, for ever, until the other side goes away.
    Endless,
}

/// How fast the body is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// At once.
    AtOnce,
    /// So many bytes, then a pause, and again.
    Drip(usize, Duration),
}

/// Whether a matching conditional request is answered with 304.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conditional {
    Obeyed,
    Ignored,
}

/// A gate that holds answers back until the test opens it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    /// A closed gate.
    pub(crate) fn closed() -> Self {
        Self::default()
    }

    /// Lets everything through, now and later.
    pub(crate) fn open(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }

    /// Waits until it is open, at most 30 s, so that a failing test ends.
    pub(super) fn pass(&self) {
        let guard = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.0.1.wait_timeout_while(guard, Duration::from_secs(30), |open| !*open));
    }
}

impl Reply {
    /// 200 with a body.
    pub(crate) fn ok(content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self::status(200).header("Content-Type", content_type).body(body)
    }

    /// 200 with an RSS document.
    pub(crate) fn rss(body: impl Into<Vec<u8>>) -> Self {
        Self::ok("application/rss+xml", body)
    }

    /// 200 with a web page.
    pub(crate) fn html(body: impl Into<Vec<u8>>) -> Self {
        Self::ok("text/html; charset=utf-8", body)
    }

    /// A status without a body.
    pub(crate) fn status(status: u16) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: Vec::new(),
            delay: Duration::ZERO,
            gate: None,
            framing: Framing::Length,
            pace: Pace::AtOnce,
            conditional: Conditional::Obeyed,
        }
    }

    /// A redirect (301, 302, 303, 307, 308) to `target`, sent as it is.
    pub(crate) fn redirect(status: u16, target: &str) -> Self {
        Self::status(status).header("Location", target)
    }

    /// These bytes, head included; then the connection closes.
    pub(crate) fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        let mut reply = Self::status(200).body(bytes);
        reply.framing = Framing::Raw;
        reply
    }

    /// Replaces the body.
    pub(crate) fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    /// Adds a header field; the value may hold any bytes.
    pub(crate) fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.headers.push((name.to_owned(), value.as_ref().to_vec()));
        self
    }

    /// Adds an `ETag`, quotes included.
    pub(crate) fn etag(self, value: impl AsRef<[u8]>) -> Self {
        self.header("ETag", value)
    }

    /// Adds a `Last-Modified`.
    pub(crate) fn last_modified(self, value: impl AsRef<[u8]>) -> Self {
        self.header("Last-Modified", value)
    }

    /// Answers 200 even to a matching conditional request.
    pub(crate) fn never_304(mut self) -> Self {
        self.conditional = Conditional::Ignored;
        self
    }

    /// Waits before the head is sent.
    pub(crate) fn delay(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Waits before the head is sent until the gate is open.
    pub(crate) fn behind(mut self, gate: &Gate) -> Self {
        self.gate = Some(gate.clone());
        self
    }

    /// Sends the body in chunks of `size` bytes.
    pub(crate) fn chunked(mut self, size: usize) -> Self {
        self.framing = Framing::Chunked(size);
        self
    }

    /// Sends `bytes` bytes of the body in one chunk and closes without the last chunk.
    pub(crate) fn chunked_cut(mut self, bytes: usize) -> Self {
        self.framing = Framing::ChunkedCut(bytes);
        self
    }

    /// States the length of the whole body, but closes after `bytes` of it.
    pub(crate) fn cut(mut self, bytes: usize) -> Self {
        self.framing = Framing::Cut(bytes);
        self
    }

    /// States no length; the end of the body is the end of the connection.
    pub(crate) fn until_close(mut self) -> Self {
        self.framing = Framing::Close;
        self
    }

    /// Sends the body again and again, for ever.
    pub(crate) fn endless(mut self) -> Self {
        self.framing = Framing::Endless;
        self
    }

    /// Sends `bytes` bytes of the body, pauses, and again.
    pub(crate) fn drip(mut self, bytes: usize, pause: Duration) -> Self {
        self.pace = Pace::Drip(bytes, pause);
        self
    }

    /// Compresses the body and says so.
    pub(crate) fn gzip(self) -> Self {
        let body = gzip(&self.body);
        self.body(body).header("Content-Encoding", "gzip")
    }

    /// Compresses the body with zlib's frame, which is what `deflate` means (RFC 9110 section 8.4.1.2).
    pub(crate) fn zlib(self) -> Self {
        let body = zlib(&self.body);
        self.body(body).header("Content-Encoding", "deflate")
    }

    /// Compresses the body without a frame but calls it `deflate`, as some servers do.
    pub(crate) fn raw_deflate(self) -> Self {
        let body = deflate(&self.body);
        self.body(body).header("Content-Encoding", "deflate")
    }
}

/// One gzip member.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes")
}

/// A zlib stream.
pub(crate) fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes")
}

/// A deflate stream without a frame.
pub(crate) fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes")
}
