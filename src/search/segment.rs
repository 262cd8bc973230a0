//! A segment: some items, and which terms they have.
//!
//! Terms lie sorted in blocks. A block has two parts that are stored apart, since a search reads all terms but only the
//! lists of those that fit: the terms (each without what it shares with the one before, and the length of its list), and
//! the lists one after the other.

use std::collections::{BTreeSet, HashMap};

use super::Damaged;
use super::postings::{self, MAX_WEIGHT, Posting, number, part, take};
use super::token::terms;
use crate::expr::folded;
use crate::model::{FeedId, ItemId, ItemKey};

/// Bytes of terms and lists together at which a block is full.
const BLOCK: usize = 16 * 1024;

/// The weight of a term in title, names or categories, before its count in the text is added.
const STRONG: u8 = 4;

/// Bytes of text that are looked at.
const MAX_TEXT: usize = 1 << 20;

/// What is to be found of an item.
#[derive(Clone, Debug)]
pub struct Doc<'a> {
    /// The item, and when it is sorted.
    pub entry: Entry,
    /// Title, authors, categories: a term here weighs more.
    pub strong: &'a [&'a str],
    /// The text without markup.
    pub text: &'a str,
}

/// An item in a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The item.
    pub id: ItemId,
    /// The date that it is sorted by, in seconds since 1970.
    pub date: i64,
}

/// Some items and their terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// The items; a document's number is its place here.
    pub entries: Vec<Entry>,
    /// The terms, sorted.
    pub blocks: Vec<Block>,
}

/// Some terms in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The terms with the lengths of their lists.
    pub terms: Vec<u8>,
    /// Their lists.
    pub lists: Vec<u8>,
}

/// Puts a segment together.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    entries: Vec<Entry>,
    /// Sorted at the end only: most terms come many times.
    terms: HashMap<String, Vec<Posting>>,
}

impl Builder {
    /// Adds an item; its number is how many there were before.
    pub fn add(&mut self, doc: &Doc<'_>) {
        let Ok(number) = u32::try_from(self.entries.len()) else { return };
        self.entries.push(doc.entry);
        let text = folded(start_of(doc.text));
        let strong: Vec<String> = doc.strong.iter().map(|text| folded(start_of(text))).collect();
        let all = sorted(&text);
        let mut titles: Vec<&str> = strong.iter().flat_map(|text| sorted(text)).collect();
        titles.sort_unstable();
        titles.dedup();
        // Those of the text, with how often they come there, and those of the titles that are not in the text.
        let (mut text, mut titles) = (all.as_slice(), titles.as_slice());
        while let Some(term) = text.first().into_iter().chain(titles.first()).min().copied() {
            let count = text.iter().take_while(|other| **other == term).count();
            let is_strong = titles.first() == Some(&term);
            self.note(term, Posting { doc: number, weight: weight(count, is_strong) });
            text = &text[count..];
            titles = &titles[usize::from(is_strong)..];
        }
    }

    fn note(&mut self, term: &str, posting: Posting) {
        if let Some(list) = self.terms.get_mut(term) {
            list.push(posting);
        } else {
            self.terms.insert(term.to_owned(), vec![posting]);
        }
    }

    /// The segment.
    #[must_use]
    pub fn finish(self) -> Segment {
        let mut terms: Vec<(String, Vec<Posting>)> = self.terms.into_iter().collect();
        terms.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let mut blocks = Blocks::default();
        for (term, list) in &terms {
            blocks.push(term, list);
        }
        Segment { entries: self.entries, blocks: blocks.finish() }
    }
}

/// The terms of a text, sorted, doubles included.
fn sorted(text: &str) -> Vec<&str> {
    let mut all: Vec<&str> = terms(text).map(|at| &text[at]).collect();
    all.sort_unstable();
    all
}

/// What a term weighs that comes so often in the text, and perhaps in title, names or categories.
const fn weight(count: usize, is_strong: bool) -> u8 {
    let often = match count {
        0 | 1 => 0,
        2 | 3 => 1,
        4..=7 => 2,
        _ => STRONG - 1,
    };
    match is_strong {
        true if often + STRONG > MAX_WEIGHT => MAX_WEIGHT,
        true => often + STRONG,
        false => often,
    }
}

fn start_of(text: &str) -> &str {
    let end = (0..=text.len().min(MAX_TEXT)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    &text[..end]
}

/// Fills blocks, one after the other.
#[derive(Default)]
struct Blocks {
    done: Vec<Block>,
    block: Block,
    before: String,
}

impl Blocks {
    fn push(&mut self, term: &str, list: &[Posting]) {
        if self.block.terms.len() + self.block.lists.len() >= BLOCK {
            self.done.push(std::mem::take(&mut self.block));
            self.before.clear();
        }
        let shared = shared(&self.before, term);
        let start = self.block.lists.len();
        postings::write(list, &mut self.block.lists);
        let terms = &mut self.block.terms;
        number(shared as u64, terms);
        number((term.len() - shared) as u64, terms);
        terms.extend_from_slice(&term.as_bytes()[shared..]);
        number((self.block.lists.len() - start) as u64, terms);
        term.clone_into(&mut self.before);
    }

    fn finish(mut self) -> Vec<Block> {
        if !self.block.terms.is_empty() {
            self.done.push(self.block);
        }
        self.done
    }
}

/// Bytes that two terms begin with in common, ending between letters.
fn shared(a: &str, b: &str) -> usize {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    (0..=same).rev().find(|at| b.is_char_boundary(*at)).unwrap_or(0)
}

/// Calls `each` with the terms of a block and where their lists lie in the other part.
///
/// # Errors
///
/// When the bytes can't be, or `each` says so.
pub fn each_term<E: From<Damaged>>(
    mut bytes: &[u8],
    mut each: impl FnMut(&str, std::ops::Range<usize>) -> Result<(), E>,
) -> Result<(), E> {
    let mut term = String::new();
    let mut at = 0_usize;
    while !bytes.is_empty() {
        let shared = usize::try_from(take(&mut bytes)?).map_err(|_| Damaged)?;
        let own = take(&mut bytes)?;
        let own = std::str::from_utf8(part(&mut bytes, own)?).map_err(|_| Damaged)?;
        if !term.is_char_boundary(shared) {
            return Err(Damaged.into());
        }
        term.truncate(shared);
        term.push_str(own);
        let len = usize::try_from(take(&mut bytes)?).map_err(|_| Damaged)?;
        let end = at.checked_add(len).ok_or(Damaged)?;
        each(&term, at..end)?;
        at = end;
    }
    Ok(())
}

/// Packs the items of a segment: 11 to 14 bytes each.
#[must_use]
pub fn write_entries(entries: &[Entry]) -> Vec<u8> {
    let mut out = Vec::with_capacity(entries.len() * 14);
    let mut before = 0_i64;
    for entry in entries {
        number(u64::from(entry.id.feed.0), &mut out);
        out.extend_from_slice(&entry.id.key.0.to_be_bytes());
        let step = entry.date.wrapping_sub(before);
        // The sign goes to the lowest bit, so that small steps in both directions are short.
        number(((step << 1) ^ (step >> 63)).cast_unsigned(), &mut out);
        before = entry.date;
    }
    out
}

/// Unpacks the items of a segment.
///
/// # Errors
///
/// When the bytes can't be.
pub fn read_entries(mut bytes: &[u8]) -> Result<Vec<Entry>, Damaged> {
    let mut entries = Vec::with_capacity(bytes.len() / 11);
    let mut before = 0_i64;
    while !bytes.is_empty() {
        let feed = u32::try_from(take(&mut bytes)?).map_err(|_| Damaged)?;
        let key = part(&mut bytes, 8)?.try_into().map_err(|_| Damaged)?;
        let step = take(&mut bytes)?;
        let step = (step >> 1).cast_signed() ^ -(step & 1).cast_signed();
        before = before.wrapping_add(step);
        let id = ItemId { feed: FeedId(feed), key: ItemKey(u64::from_be_bytes(key)) };
        entries.push(Entry { id, date: before });
    }
    Ok(entries)
}

/// Merges segments, oldest first: items in a later one replace the same in earlier ones, and those that `keep` does not want are
/// left out with their terms.
///
/// # Errors
///
/// When the bytes of one can't be.
pub fn merge(segments: &[Segment], keep: impl Fn(ItemId) -> bool) -> Result<Segment, Damaged> {
    let mut seen = BTreeSet::new();
    let mut numbers: Vec<Vec<Option<u32>>> =
        segments.iter().map(|one| vec![None; one.entries.len()]).collect();
    for (one, numbers) in segments.iter().zip(&mut numbers).rev() {
        for (entry, number) in one.entries.iter().zip(numbers).rev() {
            *number = (seen.insert(entry.id) && keep(entry.id)).then_some(0);
        }
    }
    let mut entries = Vec::new();
    for (one, numbers) in segments.iter().zip(&mut numbers) {
        for (entry, number) in one.entries.iter().zip(numbers).filter(|(_, number)| number.is_some()) {
            *number = u32::try_from(entries.len()).ok();
            entries.push(*entry);
        }
    }
    Ok(Segment { entries, blocks: merge_terms(segments, &numbers)? })
}

/// Goes through the terms of all segments side by side, a block of each at a time.
fn merge_terms(segments: &[Segment], numbers: &[Vec<Option<u32>>]) -> Result<Vec<Block>, Damaged> {
    let mut cursors = segments.iter().map(Cursor::new).collect::<Result<Vec<_>, _>>()?;
    let mut blocks = Blocks::default();
    while let Some(term) = cursors.iter().filter_map(Cursor::term).min().map(str::to_owned) {
        let mut list = Vec::new();
        for (cursor, numbers) in cursors.iter_mut().zip(numbers) {
            if cursor.term() != Some(term.as_str()) {
                continue;
            }
            for posting in cursor.take()? {
                let number = *numbers.get(posting.doc as usize).ok_or(Damaged)?;
                list.extend(number.map(|doc| Posting { doc, ..posting }));
            }
        }
        if !list.is_empty() {
            blocks.push(&term, &list);
        }
    }
    Ok(blocks.finish())
}

/// A place in the terms of a segment.
struct Cursor<'a> {
    blocks: std::slice::Iter<'a, Block>,
    lists: &'a [u8],
    /// Those of the block at hand, the next one last.
    terms: Vec<(String, std::ops::Range<usize>)>,
}

impl<'a> Cursor<'a> {
    fn new(segment: &'a Segment) -> Result<Self, Damaged> {
        let mut cursor = Self { blocks: segment.blocks.iter(), lists: &[], terms: Vec::new() };
        cursor.fill()?;
        Ok(cursor)
    }

    fn term(&self) -> Option<&str> {
        self.terms.last().map(|(term, _)| term.as_str())
    }

    fn take(&mut self) -> Result<Vec<Posting>, Damaged> {
        let Some((_, at)) = self.terms.pop() else { return Ok(Vec::new()) };
        let list = postings::read(self.lists.get(at).ok_or(Damaged)?);
        self.fill()?;
        list
    }

    fn fill(&mut self) -> Result<(), Damaged> {
        while self.terms.is_empty() {
            let Some(block) = self.blocks.next() else { break };
            self.lists = &block.lists;
            each_term(&block.terms, |term, at| {
                self.terms.push((term.to_owned(), at));
                Ok::<(), Damaged>(())
            })?;
            self.terms.reverse();
        }
        Ok(())
    }
}
