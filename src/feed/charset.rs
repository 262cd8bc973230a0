//! Bytes to text: byte order mark, then what the bytes themselves say, then what others say of them.
//!
//! RFC 7303 section 3 puts the mark before the header before the declaration. In practice bytes that are valid UTF-8
//! beyond ASCII are UTF-8 whatever the labels say.

mod declared;
mod guess;
mod legacy;

use std::borrow::Cow;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::repair::{Repairs, words};

/// Names of encodings: all that have one byte a character or several, and that feeds are written in.
pub(super) const NAMES: &[&str] = &[
    "UTF-8",
    "UTF-16LE",
    "UTF-16BE",
    "UTF-7",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "ISO-8859-1",
    "ISO-8859-2",
    "ISO-8859-3",
    "ISO-8859-4",
    "ISO-8859-5",
    "ISO-8859-6",
    "ISO-8859-7",
    "ISO-8859-8",
    "ISO-8859-8-I",
    "ISO-8859-9",
    "ISO-8859-10",
    "ISO-8859-13",
    "ISO-8859-14",
    "ISO-8859-15",
    "ISO-8859-16",
    "IBM437",
    "IBM720",
    "IBM850",
    "IBM862",
    "IBM866",
    "KOI8-R",
    "KOI8-U",
    "macintosh",
    "x-mac-cyrillic",
    "GBK",
    "GB18030",
    "Big5",
    "EUC-JP",
    "EUC-KR",
    "ISO-2022-JP",
    "Shift_JIS",
];

/// The name of the encoding that a label means.
pub(super) fn name(label: &str) -> Option<&'static str> {
    legacy::by_label(label).map(legacy::Charset::name)
}

/// A text with the name of the encoding it was in.
#[derive(Debug)]
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    /// As the Encoding Standard names it, or the usual name where it knows none.
    pub(super) encoding: &'static str,
}

/// What is said about the encoding beside the bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Labels<'a> {
    /// What the user set; wins over everything but a mark.
    pub(super) chosen: Option<&'a str>,
    /// `Content-Type` as received.
    pub(super) content_type: Option<&'a str>,
}

/// Decodes a document. Never fails: bytes that are no character become U+FFFD.
pub(super) fn decode<'a>(bytes: &'a [u8], labels: Labels<'_>, repairs: &mut Repairs) -> Decoded<'a> {
    if let Some(decoded) = chosen(bytes, labels) {
        return decoded;
    }
    if let Some(decoded) = marked(bytes, repairs).or_else(|| wide(bytes, repairs)) {
        return decoded;
    }
    let header = labels.content_type.and_then(declared::in_header);
    let declaration = declared::in_document(bytes);
    let candidates = [header, declaration].map(|label| label.and_then(legacy::by_label));
    if let Ok(text) = std::str::from_utf8(bytes) {
        let unlabelled = candidates == [None, None] && guess::is_escaped_japanese(bytes);
        let escaped = unlabelled.then_some(legacy::Charset::Standard(ISO_2022_JP));
        let seven_bit = candidates.iter().flatten().chain(&escaped).find(|found| found.is_seven_bit());
        if let Some(found) = seven_bit
            && let Some(text) = found.decode(bytes)
        {
            return Decoded { text: text.into(), encoding: found.name() };
        }
        let said_otherwise = candidates.iter().flatten().next().is_some_and(|found| !found.is_utf_8());
        if said_otherwise && !text.is_ascii() {
            repairs.add(words::WRONG_ENCODING);
        }
        let encoding = match candidates.iter().flatten().next() {
            Some(found) if text.is_ascii() => found.ascii_name(),
            _ => UTF_8.name(),
        };
        return Decoded { text: Cow::Borrowed(text), encoding };
    }
    by_label(bytes, candidates, repairs)
}

/// What the user set, unless it is no encoding.
fn chosen<'a>(bytes: &'a [u8], labels: Labels<'_>) -> Option<Decoded<'a>> {
    let found = legacy::by_label(labels.chosen?)?;
    let text = found.decode_lossy(bytes);
    let text = text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned);
    Some(Decoded { text: text.into(), encoding: found.name() })
}

/// A byte order mark.
fn marked<'a>(bytes: &'a [u8], repairs: &mut Repairs) -> Option<Decoded<'a>> {
    if let Some(rest) = bytes.strip_prefix(&[0xff, 0xfe, 0, 0]) {
        return Some(utf_32(rest, u32::from_le_bytes, "UTF-32LE"));
    }
    if let Some(rest) = bytes.strip_prefix(&[0, 0, 0xfe, 0xff]) {
        return Some(utf_32(rest, u32::from_be_bytes, "UTF-32BE"));
    }
    let (encoding, length) = Encoding::for_bom(bytes)?;
    Some(with(encoding, &bytes[length..], repairs))
}

/// UTF-16 and UTF-32 without a mark, by where the zeros are round the first `<` or blank.
fn wide<'a>(bytes: &'a [u8], repairs: &mut Repairs) -> Option<Decoded<'a>> {
    let plain = |byte: &u8| matches!(byte, b'<' | b'{' | b' ' | b'\n' | b'\r' | b'\t');
    match bytes.get(..4)? {
        [0, 0, 0, last] if plain(last) => Some(utf_32(bytes, u32::from_be_bytes, "UTF-32BE")),
        [first, 0, 0, 0] if plain(first) => Some(utf_32(bytes, u32::from_le_bytes, "UTF-32LE")),
        [0, second, 0, _] if plain(second) => Some(with(UTF_16BE, bytes, repairs)),
        [first, 0, _, 0] if plain(first) => Some(with(UTF_16LE, bytes, repairs)),
        _ => None,
    }
}

fn with<'a>(encoding: &'static Encoding, bytes: &'a [u8], repairs: &mut Repairs) -> Decoded<'a> {
    let (text, bad) = encoding.decode_without_bom_handling(bytes);
    if bad {
        repairs.add(words::BAD_BYTES);
    }
    Decoded { text, encoding: encoding.name() }
}

fn utf_32(bytes: &[u8], number: fn([u8; 4]) -> u32, encoding: &'static str) -> Decoded<'static> {
    let (groups, _) = bytes.as_chunks::<4>();
    let text: String =
        groups.iter().map(|group| char::from_u32(number(*group)).unwrap_or('\u{fffd}')).collect();
    Decoded { text: text.into(), encoding }
}

/// Bytes that are no UTF-8: the labels in turn, the first that explains all bytes.
fn by_label<'a>(
    bytes: &'a [u8],
    candidates: [Option<legacy::Charset>; 2],
    repairs: &mut Repairs,
) -> Decoded<'a> {
    // A few bad bytes in a document full of good UTF-8 don't turn it into something else.
    if mostly_utf_8(bytes) {
        repairs.add(words::BAD_BYTES);
        return Decoded { text: String::from_utf8_lossy(bytes), encoding: UTF_8.name() };
    }
    let known = || candidates.iter().flatten().filter(|found| !found.is_utf_8());
    for found in known() {
        if let Some(text) = found.decode(bytes) {
            return Decoded { text: text.into(), encoding: found.name() };
        }
    }
    repairs.add(words::WRONG_ENCODING);
    let guessed = || guess::of(bytes, declared::language_in(bytes));
    let found = known().next().copied().or_else(guessed);
    match found {
        Some(found) => {
            repairs.add(words::BAD_BYTES);
            Decoded { text: found.decode_lossy(bytes).into(), encoding: found.name() }
        }
        None => {
            Decoded { text: WINDOWS_1252.decode_without_bom_handling(bytes).0, encoding: WINDOWS_1252.name() }
        }
    }
}

/// Whether there are more good characters of two bytes and more than bad bytes.
fn mostly_utf_8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|found| !found.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > bad
}

#[cfg(test)]
mod tests;
