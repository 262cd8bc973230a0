//! Undoes content codings (RFC 9110 section 8.4), as they are and not only as they are labelled.

use std::io::{ErrorKind, Read};

use flate2::bufread::GzDecoder;
use flate2::{Decompress, FlushDecompress, Status};

use super::NetError;

/// More codings on top of each other than anyone uses.
const MOST_CODINGS: usize = 4;

/// From this size on, in bytes, a body may be at most [`RATIO`] times as large as it was on the wire.
const RATIO_FROM: u64 = 1 << 20;

/// The most that honest text is compressed by.
const RATIO: u64 = 200;

/// The largest window of zstd, as a power of two: 8 MiB.
const ZSTD_WINDOW_LOG: u32 = 23;

/// How much is decoded between two looks at the limits.
const STEP: usize = 64 << 10;

/// Undoes the codings of `wire`, named in the order in which they were applied; at most `most` bytes.
///
/// Tolerated, because servers do it: several gzip members, rubbish behind the last one, raw deflate for
/// `deflate` (which is zlib), a label on a body that is not coded, a gzip or zstd body without a label.
///
/// # Errors
///
/// [`NetError::Truncated`], [`NetError::TooLarge`], [`NetError::Decoding`].
pub(super) fn decode(wire: Vec<u8>, codings: &[String], most: u64) -> Result<Vec<u8>, NetError> {
    if codings.len() > MOST_CODINGS {
        return Err(NetError::Decoding(codings.join(", ")));
    }
    let cap = Cap::new(wire.len(), most);
    let mut body = wire;
    for coding in codings.iter().rev() {
        body = undo(body, coding, cap)?;
    }
    if is_gzip(&body) {
        body = gunzip(&body, cap)?;
    } else if is_zstd(&body) {
        body = unzstd(&body, cap)?;
    }
    cap.check(body.len())?;
    Ok(body)
}

/// The most bytes that may come out.
#[derive(Clone, Copy)]
struct Cap(u64);

impl Cap {
    fn new(wire: usize, most: u64) -> Self {
        let wire = u64::try_from(wire).unwrap_or(u64::MAX);
        Self(most.min(wire.saturating_mul(RATIO).max(RATIO_FROM)))
    }

    fn check(self, len: usize) -> Result<(), NetError> {
        let within = u64::try_from(len).is_ok_and(|len| len <= self.0);
        if within { Ok(()) } else { Err(NetError::TooLarge(self.0)) }
    }
}

fn undo(body: Vec<u8>, coding: &str, cap: Cap) -> Result<Vec<u8>, NetError> {
    if body.is_empty() {
        return Ok(body);
    }
    let named = |name: &str| coding.eq_ignore_ascii_case(name);
    if is_gzip(&body) {
        gunzip(&body, cap)
    } else if is_zstd(&body) {
        unzstd(&body, cap)
    } else if named("deflate") {
        inflate_any(body, cap)
    } else if named("br") {
        unbrotli(body, cap)
    } else if is_known(coding) || is_plain(&body) {
        Ok(body)
    } else {
        Err(NetError::Decoding(coding.to_owned()))
    }
}

/// Whether a body that doesn't begin like gzip is taken as it is: labelled, but not coded.
fn is_known(coding: &str) -> bool {
    ["gzip", "x-gzip", "identity"].iter().any(|known| coding.eq_ignore_ascii_case(known))
}

fn is_gzip(body: &[u8]) -> bool {
    body.starts_with(&[0x1f, 0x8b, 0x08])
}

/// Whether it begins like a document: a mark of the byte order, or markup or JSON behind blanks.
fn is_plain(body: &[u8]) -> bool {
    let marks: [&[u8]; 3] = [&[0xef, 0xbb, 0xbf], &[0xfe, 0xff], &[0xff, 0xfe]];
    marks.iter().any(|mark| body.starts_with(mark))
        || matches!(body.trim_ascii_start().first(), Some(b'<' | b'{' | b'['))
}

/// All members (RFC 1952 section 2.2); what is behind the last one is no part of it.
fn gunzip(body: &[u8], cap: Cap) -> Result<Vec<u8>, NetError> {
    let mut out = Vec::new();
    let mut rest = body;
    while is_gzip(rest) {
        let mut member = GzDecoder::new(rest);
        read_capped(&mut member, &mut out, cap, "gzip")?;
        rest = member.into_inner();
    }
    Ok(out)
}

fn read_capped(from: &mut impl Read, out: &mut Vec<u8>, cap: Cap, coding: &str) -> Result<(), NetError> {
    loop {
        let step = u64::try_from(STEP).unwrap_or(u64::MAX);
        let read = from.by_ref().take(step).read_to_end(out).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => NetError::Truncated,
            _ => NetError::Decoding(format!("{coding}: {error}")),
        })?;
        cap.check(out.len())?;
        if read == 0 {
            return Ok(());
        }
    }
}

/// The start of a frame (RFC 8878 section 3.1.1).
fn is_zstd(body: &[u8]) -> bool {
    body.starts_with(&[0x28, 0xb5, 0x2f, 0xfd])
}

/// All frames; none may ask for a larger window than 8 MiB (RFC 9659).
fn unzstd(body: &[u8], cap: Cap) -> Result<Vec<u8>, NetError> {
    let failed = |error: std::io::Error| NetError::Decoding(format!("zstd: {error}"));
    let mut frames = zstd::Decoder::with_buffer(body).map_err(failed)?;
    frames.window_log_max(ZSTD_WINDOW_LOG).map_err(failed)?;
    let mut out = Vec::new();
    read_capped(&mut frames, &mut out, cap, "zstd")?;
    Ok(out)
}

/// RFC 7932 has no mark to know it by, so a document under this label is taken as it is if it can't be undone.
fn unbrotli(body: Vec<u8>, cap: Cap) -> Result<Vec<u8>, NetError> {
    let mut out = Vec::new();
    let mut input = Input { rest: &body, beyond: false };
    let mut stream = brotli_decompressor::Decompressor::new(&mut input, STEP);
    let result = read_capped(&mut stream, &mut out, cap, "br");
    drop(stream);
    match result {
        Ok(()) => Ok(out),
        Err(NetError::TooLarge(most)) => Err(NetError::TooLarge(most)),
        Err(_) if is_plain(&body) => Ok(body),
        Err(_) if input.beyond => Err(NetError::Truncated),
        Err(error) => Err(error),
    }
}

/// Bytes that know whether more was asked of them than there is: the decoder itself doesn't tell a cut from rubbish.
struct Input<'a> {
    rest: &'a [u8],
    beyond: bool,
}

impl Read for Input<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.beyond |= self.rest.is_empty();
        self.rest.read(into)
    }
}

/// zlib's frame as the standard says, or none as some servers send it, or no coding at all.
fn inflate_any(body: Vec<u8>, cap: Cap) -> Result<Vec<u8>, NetError> {
    if has_zlib_frame(&body)
        && let Some(result) = inflate(&body, true, cap)
    {
        return result;
    }
    match inflate(&body, false, cap) {
        Some(Ok(out)) => Ok(out),
        // Text can look like the start of a stream, but hardly like a whole one.
        None | Some(Err(NetError::Truncated)) if is_plain(&body) => Ok(body),
        Some(Err(error)) => Err(error),
        None => Err(NetError::Decoding("deflate".to_owned())),
    }
}

/// RFC 1950 section 2.2: method 8, and the first two bytes a multiple of 31.
fn has_zlib_frame(body: &[u8]) -> bool {
    matches!(*body, [first, second, ..]
        if first & 0x0f == 8 && (u16::from(first) << 8 | u16::from(second)) % 31 == 0)
}

/// `None` if this is no such stream.
fn inflate(body: &[u8], zlib_frame: bool, cap: Cap) -> Option<Result<Vec<u8>, NetError>> {
    let mut stream = Decompress::new(zlib_frame);
    let mut out = Vec::new();
    loop {
        let used = usize::try_from(stream.total_in()).unwrap_or(usize::MAX);
        let rest = body.get(used..).unwrap_or_default();
        let before = (stream.total_in(), stream.total_out());
        out.reserve(STEP);
        let status = stream.decompress_vec(rest, &mut out, FlushDecompress::None).ok()?;
        if let Err(error) = cap.check(out.len()) {
            return Some(Err(error));
        }
        if status == Status::StreamEnd {
            return Some(Ok(out));
        }
        if before == (stream.total_in(), stream.total_out()) {
            return Some(Err(NetError::Truncated));
        }
    }
}

#[cfg(test)]
mod tests;
