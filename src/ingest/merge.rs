//! The comparison itself.

use std::collections::{HashMap, HashSet};

use super::{digest, likeness};
use crate::feed::is_repeat;
use crate::model::{Item, ItemKey, Standing};

/// What is stored of an item, as far as a comparison needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its key.
    pub key: ItemKey,
    /// Hash of everything in it ([`digest()`]).
    pub digest: u64,
    /// Hash of its title and link ([`likeness()`]); recognizes an item whose guid changed.
    pub likeness: u64,
    /// Whether it is there.
    pub standing: Standing,
}

/// What a document changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merge {
    /// Items that were not there.
    pub added: Vec<Item>,
    /// Items that were there and differ; they keep their stored key.
    pub changed: Vec<Item>,
    /// Items that are gone: only from documents that hold every item there is.
    pub removed: Vec<ItemKey>,
    /// Stored items that came under another key, so that the next document's other title is theirs as well.
    pub renamed: Vec<Renaming>,
}

/// A stored item that came under another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// The key in the document.
    pub key: ItemKey,
    /// The key that is stored.
    pub stored: ItemKey,
    /// The other key that it had until now.
    pub before: Option<ItemKey>,
}

/// How much of the feed a document holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The newest items, as nearly every feed.
    Newest,
    /// Every item there is (RFC 5005 section 2).
    Complete,
    /// Only what is new (RFC 3229, push): absence means nothing.
    Delta,
}

/// Compares a document's items with those stored.
///
/// An item is the stored one with its key, else the one that had this key as another one, else the only stored one with
/// its title and link that the document doesn't hold under its own key: then the publisher gave it a new guid. One that
/// the publisher took back is new again. What a document repeats word for word counts once. Nothing is removed for an
/// empty document,
/// which is more often an accident than a statement.
#[must_use]
pub fn merge(known: &[Known], items: Vec<Item>, extent: Extent) -> Merge {
    let stored: HashMap<ItemKey, &Known> = known
        .iter()
        .filter(|known| !matches!(known.standing, Standing::Alias(_)))
        .map(|known| (known.key, known))
        .collect();
    let aliases = Aliases::new(known);
    let mut renamed = Renamed::new(known, &items, &aliases);
    let mut seen = HashSet::new();
    let mut merge = Merge::default();
    let any = !items.is_empty();
    for mut item in items.into_iter().filter(|item| !is_repeat(item)) {
        let by_key = || stored.get(&aliases.meant(item.key)).copied();
        let (found, renaming) = if let Some(known) = by_key() {
            (Some(known), None)
        } else {
            let known = renamed.take(&item);
            (known, known.map(|known| aliases.renaming(item.key, known.key)))
        };
        if let Some(known) = found {
            item.key = known.key;
        }
        if !seen.insert(item.key) {
            continue;
        }
        merge.renamed.extend(renaming);
        match found {
            None | Some(Known { standing: Standing::TakenBack, .. }) => merge.added.push(item),
            Some(known) if known.digest != digest(&item) => merge.changed.push(item),
            Some(_) => {}
        }
    }
    if extent == Extent::Complete && any {
        let here = known.iter().filter(|known| known.standing == Standing::Here);
        merge.removed = here.map(|known| known.key).filter(|key| !seen.contains(key)).collect();
    }
    merge
}

/// Other keys of stored items.
struct Aliases {
    meant: HashMap<ItemKey, ItemKey>,
    of: HashMap<ItemKey, ItemKey>,
}

impl Aliases {
    fn new(known: &[Known]) -> Self {
        let pairs = known.iter().filter_map(|known| match known.standing {
            Standing::Alias(stored) => Some((known.key, stored)),
            _ => None,
        });
        let meant: HashMap<ItemKey, ItemKey> = pairs.collect();
        let of = meant.iter().map(|(alias, stored)| (*stored, *alias)).collect();
        Self { meant, of }
    }

    /// The stored key of a key.
    fn meant(&self, key: ItemKey) -> ItemKey {
        self.meant.get(&key).copied().unwrap_or(key)
    }

    fn renaming(&self, key: ItemKey, stored: ItemKey) -> Renaming {
        Renaming { key, stored, before: self.of.get(&stored).copied() }
    }
}

/// Stored items that may come back under another guid, by likeness.
struct Renamed<'a> {
    /// `None` where several stored items are alike: then nothing can be said about which one it is.
    stored: HashMap<u64, Option<&'a Known>>,
    /// Likenesses that several items of the document share.
    shared: HashSet<u64>,
}

impl<'a> Renamed<'a> {
    fn new(known: &'a [Known], items: &[Item], aliases: &Aliases) -> Self {
        let items = || items.iter().filter(|item| !is_repeat(item));
        let present: HashSet<ItemKey> = items().map(|item| aliases.meant(item.key)).collect();
        let mut stored: HashMap<u64, Option<&Known>> = HashMap::new();
        for known in known.iter().filter(|known| known.likeness != 0) {
            let free = (!present.contains(&known.key)).then_some(known);
            stored.entry(known.likeness).and_modify(|other| *other = None).or_insert(free);
        }
        let mut once = HashSet::new();
        let shared = items()
            .map(likeness)
            .filter(|likeness| stored.contains_key(likeness) && !once.insert(*likeness))
            .collect();
        Self { stored, shared }
    }

    fn take(&mut self, item: &Item) -> Option<&'a Known> {
        let likeness = likeness(item);
        if likeness == 0 || self.shared.contains(&likeness) {
            return None;
        }
        self.stored.get_mut(&likeness)?.take()
    }
}

#[cfg(test)]
mod tests;
