//! A list on the disk: places in order, some dozens to a value.
//!
//! sled splits a leaf of its tree at 16 entries however small they are, and its start and memory grow with the number of
//! leaves. So the places of a list lie together in blocks. The key of a block is the list's, then its first place;
//! no block is empty. A draft gathers all changes of a list, so each block is written once.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::disk::{Bytes, Changes, Disk};
use super::error::StoreError;
use super::key::{self, Area, Place};

/// Places in a block at most. Larger ones cost more to write: an import touches a block of the list over all feeds for
/// nearly every item.
const MOST: usize = 24;

/// A block with fewer places is joined with the next one.
const FEWEST: usize = 6;

/// Places that come into a list (true) or leave it (false).
pub(super) type Moves = BTreeMap<Place, bool>;

/// A block as it is on the disk.
struct Block {
    key: Vec<u8>,
    places: Vec<Place>,
}

/// All places of a list.
pub(super) fn all(disk: &Disk, list: &[u8]) -> Result<Vec<Place>, StoreError> {
    let mut places = Vec::new();
    for entry in disk.range(key::prefix(list)) {
        places.extend(read(entry?)?.places);
    }
    Ok(places)
}

/// Up to a block of places from `from` on (`None` for the start), in order; none at the end of the list.
pub(super) fn from(disk: &Disk, list: &[u8], from: Bound<Place>) -> Result<Vec<Place>, StoreError> {
    // Between two looks blocks could be joined, and the second look would pass over what went to the first.
    disk.steadily(|| seek(disk, list, from))
}

fn seek(disk: &Disk, list: &[u8], from: Bound<Place>) -> Result<Vec<Place>, StoreError> {
    let is_behind = |place: &Place| match from {
        Bound::Included(from) => *place >= from,
        Bound::Excluded(from) => *place > from,
        Bound::Unbounded => true,
    };
    let mut block = match from {
        Bound::Included(place) | Bound::Excluded(place) => containing(disk, list, &place)?,
        Bound::Unbounded => next(disk, list, Bound::Included(list.to_vec()))?,
    };
    while let Some(Block { key, mut places }) = block {
        places.retain(is_behind);
        if !places.is_empty() {
            return Ok(places);
        }
        block = next(disk, list, Bound::Excluded(key))?;
    }
    Ok(Vec::new())
}

/// Up to a block of places before `until` (`None` for the end), in order; none at the start of the list.
pub(super) fn until(disk: &Disk, list: &[u8], until: Option<Place>) -> Result<Vec<Place>, StoreError> {
    let high = until.map_or_else(|| key::behind(list), |until| Bound::Excluded(key::block(list, &until)));
    let block = disk.range((Bound::Included(list.to_vec()), high)).next_back();
    let mut places = block.transpose()?.map(read).transpose()?.map(|block| block.places).unwrap_or_default();
    // The first place of the block is its key and lies before `until`, so something is left.
    places.retain(|place| until.is_none_or(|until| *place < until));
    Ok(places)
}

/// Puts the moves of a list into the changes of a batch.
pub(super) fn apply(
    disk: &Disk,
    list: &[u8],
    mut moves: Moves,
    changes: &mut Changes,
) -> Result<(), StoreError> {
    while let Some((first, _)) = moves.first_key_value() {
        let mut block =
            containing(disk, list, first)?.unwrap_or(Block { key: list.to_vec(), places: Vec::new() });
        loop {
            changes.insert(block.key.clone(), None);
            let following = next(disk, list, Bound::Excluded(block.key))?;
            let behind = match following.as_ref().and_then(|following| following.places.first()) {
                Some(end) => moves.split_off(end),
                None => Moves::new(),
            };
            block.places = moved(&block.places, std::mem::replace(&mut moves, behind));
            match following {
                Some(following) if !block.places.is_empty() && block.places.len() < FEWEST => {
                    block.places.extend(following.places);
                    block.key = following.key;
                }
                _ => break,
            }
        }
        write(list, &block.places, changes);
    }
    Ok(())
}

/// The block that a place is in or would be put into: the last one that begins at or before it, else the first one.
fn containing(disk: &Disk, list: &[u8], place: &Place) -> Result<Option<Block>, StoreError> {
    let before = (Bound::Included(list.to_vec()), Bound::Included(key::block(list, place)));
    match disk.range(before).next_back() {
        Some(entry) => read(entry?).map(Some),
        None => next(disk, list, Bound::Included(list.to_vec())),
    }
}

fn next(disk: &Disk, list: &[u8], low: Bound<Vec<u8>>) -> Result<Option<Block>, StoreError> {
    disk.range((low, key::behind(list))).next().map(|entry| read(entry?)).transpose()
}

fn read((key, value): (Bytes, Bytes)) -> Result<Block, StoreError> {
    let (places, rest) = value.as_chunks::<20>();
    if places.is_empty() || !rest.is_empty() || !key.ends_with(&places[0]) {
        return Err(StoreError::damaged(Area::of(&key).unwrap_or(Area::AllPosting), "a block that can't be"));
    }
    Ok(Block { key: key.to_vec(), places: places.to_vec() })
}

/// Whether a block can be read and its places are in order.
pub(super) fn is_whole(key: &[u8], value: &[u8]) -> bool {
    let (places, rest) = value.as_chunks::<20>();
    let begins = places.first().is_some_and(|first| key.ends_with(first));
    begins && rest.is_empty() && places.is_sorted_by(|a, b| a < b)
}

/// The places after the moves, in order.
fn moved(places: &[Place], moves: Moves) -> Vec<Place> {
    let mut all: BTreeMap<Place, bool> = places.iter().map(|place| (*place, true)).collect();
    all.extend(moves);
    all.into_iter().filter_map(|(place, stays)| stays.then_some(place)).collect()
}

fn write(list: &[u8], places: &[Place], changes: &mut Changes) {
    let pieces = places.len().div_ceil(MOST).max(1);
    for piece in places.chunks(places.len().div_ceil(pieces).max(1)) {
        changes.insert(key::block(list, &piece[0]), Some(piece.concat()));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    const LIST: &[u8] = b"Qa";

    fn place(n: u16) -> Place {
        let mut place = [7; 20];
        place[9..11].copy_from_slice(&n.to_be_bytes());
        place
    }

    /// Reads the list in both directions, from its ends and from a place, and compares it with a plain set.
    fn compare(disk: &Disk, plain: &BTreeSet<u16>, at: u16) {
        let expected: Vec<Place> = plain.iter().map(|n| place(*n)).collect();
        assert_eq!(all(disk, LIST).expect("places"), expected);
        let split = expected.partition_point(|one| *one < place(at));
        let mut down = Vec::new();
        let mut bound = Bound::Included(place(at));
        loop {
            let some = from(disk, LIST, bound).expect("places");
            let Some(last) = some.last() else { break };
            bound = Bound::Excluded(*last);
            down.extend(some);
        }
        assert_eq!(down, expected[split..]);
        let mut up = Vec::new();
        let mut bound = place(at);
        loop {
            let some = until(disk, LIST, Some(bound)).expect("places");
            let Some(first) = some.first() else { break };
            bound = *first;
            up.extend(some.into_iter().rev());
        }
        assert!(up.iter().rev().eq(&expected[..split]));
        let first = from(disk, LIST, Bound::Unbounded).expect("places").first().copied();
        let last = until(disk, LIST, None).expect("places").last().copied();
        assert_eq!((first, last), (expected.first().copied(), expected.last().copied()));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_list_holds_what_was_moved_into_it(
            batches in prop::collection::vec(
                prop::collection::vec((0_u16..400, prop::bool::weighted(0.6)), 0..300),
                1..8,
            ),
            at in 0_u16..400,
        ) {
            let folder = tempfile::tempdir().expect("a folder");
            let disk = Disk::open(folder.path()).expect("a database");
            // Another list behind it must not be touched.
            let mut changes = Changes::new();
            apply(&disk, b"Qu", Moves::from([(place(1), true)]), &mut changes).expect("a list");
            disk.write(changes).expect("a write");
            let mut plain = BTreeSet::new();
            for batch in batches {
                let moves: Moves = batch.iter().map(|(n, into)| (place(*n), *into)).collect();
                let mut changes = Changes::new();
                apply(&disk, LIST, moves, &mut changes).expect("a list");
                disk.write(changes).expect("a write");
                for (n, into) in batch {
                    if into { plain.insert(n); } else { plain.remove(&n); }
                }
                compare(&disk, &plain, at);
            }
            let blocks = disk.range(key::prefix(LIST)).count();
            prop_assert!(blocks <= 1 + plain.len() / (FEWEST / 2), "{} places in {} blocks", plain.len(), blocks);
            prop_assert_eq!(all(&disk, b"Qu").expect("places"), [place(1)]);
        }
    }
}
