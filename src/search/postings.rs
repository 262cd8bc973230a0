//! Lists of documents, packed: for each the distance to the one before and how much the term weighs in it.

use super::Damaged;

/// The heaviest weight.
pub const MAX_WEIGHT: u8 = 7;

/// A document of a segment with the weight of a term in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Posting {
    /// The document's number in its segment.
    pub doc: u32,
    /// From 0 to [`MAX_WEIGHT`].
    pub weight: u8,
}

/// Packs a list that is sorted by document, each once.
pub fn write(list: &[Posting], out: &mut Vec<u8>) {
    let mut next = 0;
    for posting in list {
        // Documents rise, so the distance is never negative; the first may be 0.
        let distance = u64::from(posting.doc.saturating_sub(next));
        number(distance << 3 | u64::from(posting.weight.min(MAX_WEIGHT)), out);
        next = posting.doc.saturating_add(1);
    }
}

/// Unpacks a list.
///
/// # Errors
///
/// When it ends within a number or holds documents that can't be.
pub fn read(mut bytes: &[u8]) -> Result<Vec<Posting>, Damaged> {
    let mut list = Vec::with_capacity(bytes.len());
    let mut next: u64 = 0;
    while !bytes.is_empty() {
        let value = take(&mut bytes)?;
        let doc = u32::try_from(next.saturating_add(value >> 3)).map_err(|_| Damaged)?;
        list.push(Posting { doc, weight: low(value, u64::from(MAX_WEIGHT)) });
        next = u64::from(doc) + 1;
    }
    Ok(list)
}

/// Writes a number, seven bits a byte, the lowest first.
pub(super) fn number(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(low(value, 0x7f) | 0x80);
        value >>= 7;
    }
    out.push(low(value, 0x7f));
}

/// The bits of a number that a mask of at most eight keeps.
fn low(value: u64, mask: u64) -> u8 {
    u8::try_from(value & mask & 0xff).unwrap_or(u8::MAX)
}

/// Takes a number from the front.
pub(super) fn take(bytes: &mut &[u8]) -> Result<u64, Damaged> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first().ok_or(Damaged)?;
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(Damaged)
}

/// Takes so many bytes from the front.
pub(super) fn part<'a>(bytes: &mut &'a [u8], len: u64) -> Result<&'a [u8], Damaged> {
    let len = usize::try_from(len).map_err(|_| Damaged)?;
    let (first, rest) = bytes.split_at_checked(len).ok_or(Damaged)?;
    *bytes = rest;
    Ok(first)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn neighbours_take_a_byte_each() {
        let list: Vec<Posting> = (0..100).map(|doc| Posting { doc, weight: 3 }).collect();
        let mut bytes = Vec::new();
        write(&list, &mut bytes);
        assert_eq!(bytes.len(), 100);
    }

    #[test]
    fn what_is_cut_off_is_damaged() {
        assert_eq!(read(&[0x80]), Err(Damaged));
        assert_eq!(read(&[0xff; 20]), Err(Damaged));
        assert_eq!(read(&[0xf8, 0xff, 0xff, 0xff, 0x7f, 0]), Err(Damaged));
    }

    proptest! {
        #[test]
        fn a_list_is_read_back(docs: BTreeMap<u32, u8>) {
            let list: Vec<Posting> =
                docs.into_iter().map(|(doc, weight)| Posting { doc, weight: weight % 8 }).collect();
            let mut bytes = Vec::new();
            write(&list, &mut bytes);
            prop_assert_eq!(read(&bytes), Ok(list));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            if let Ok(list) = read(&bytes) {
                prop_assert!(list.is_sorted_by(|a, b| a.doc < b.doc));
            }
        }
    }
}
