//! Logical copies of the store: what can't be fetched again, in one compressed file that needs no database to be read.
//!
//! A copy holds settings, checks, statuses and heads, not the texts. The newest ones are kept; the last rung of
//! the ladder in [`super::open`] starts from them. The file is gzip, whose check sum tells a whole copy from a torn one.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::disk::Disk;
use super::error::StoreError;
use super::key::Area;
use super::{meta, schema};
use crate::time::Timestamp;

/// Copies kept; older ones are removed.
const KEPT: usize = 3;

/// What a copy starts with, so that it can't be taken for something else.
const MAGIC: &[u8; 8] = b"hudhud\x00\x01";

/// No key or value in a copy is longer; more than this is damage.
const LONGEST: u32 = 64 * 1024 * 1024;

/// The areas that a copy holds. Lists and counts follow from them; texts are fetched again.
const AREAS: [Area; 9] = [
    Area::Meta,
    Area::Subscription,
    Area::Words,
    Area::Check,
    Area::Hold,
    Area::Host,
    Area::Note,
    Area::History,
    Area::Head,
];

/// A key and its value.
pub(super) type Pair = (Vec<u8>, Vec<u8>);

/// Writes a copy into a folder, by way of a temporary file, and removes the oldest beyond those kept.
pub(super) fn write(disk: &Disk, folder: &Path, now: Timestamp) -> Result<PathBuf, StoreError> {
    let refused =
        |error: &io::Error| StoreError::Folder { path: folder.to_owned(), reason: error.to_string() };
    fs::create_dir_all(folder).map_err(|error| refused(&error))?;
    let whole = folder.join(format!("copy-{:015}.gz", now.as_millis().max(0)));
    let part = folder.join("copy.part");
    let file = File::create(&part).map_err(|error| refused(&error))?;
    let mut out = GzEncoder::new(BufWriter::new(file), Compression::fast());
    write_pairs(disk, &mut out)?;
    let finish = || -> io::Result<()> {
        let file = out.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        fs::rename(&part, &whole)?;
        for old in all(folder).into_iter().skip(KEPT) {
            fs::remove_file(old)?;
        }
        Ok(())
    };
    finish().map_err(|error| refused(&error))?;
    Ok(whole)
}

/// The copies in a folder, newest first.
pub(super) fn all(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut copies: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_copy(path)).collect();
    copies.sort();
    copies.reverse();
    copies
}

/// When a copy was made, from its name.
pub(super) fn made(copy: &Path) -> Option<Timestamp> {
    let digits = copy.file_stem()?.to_str()?.strip_prefix("copy-")?;
    digits.parse().ok().map(Timestamp::from_millis)
}

/// How many batches had been written to the store when a copy was made. Reads no more than its start.
pub(super) fn writes(copy: &Path) -> Result<u64, StoreError> {
    begin(copy).map(|(_, writes)| writes).map_err(|error| damaged(&error))
}

/// Hands every pair of a whole copy on. An error if it is torn or no copy, perhaps after some pairs.
pub(super) fn read(
    copy: &Path,
    mut take: impl FnMut(Pair) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let damaged = |error: io::Error| damaged(&error);
    let (mut input, _) = begin(copy).map_err(damaged)?;
    loop {
        let key = read_bytes(&mut input).map_err(damaged)?;
        if key.is_empty() {
            // Reading to the end makes the decoder compare the check sum.
            return io::copy(&mut input, &mut io::sink()).map(|_| ()).map_err(damaged);
        }
        let value = read_bytes(&mut input).map_err(damaged)?;
        take((key, value))?;
    }
}

/// Opens a copy and reads its start, behind which its pairs are.
fn begin(copy: &Path) -> io::Result<(GzDecoder<BufReader<File>>, u64)> {
    let mut input = GzDecoder::new(BufReader::new(File::open(copy)?));
    let (mut magic, mut version, mut writes) = ([0; 8], [0; 4], [0; 8]);
    input.read_exact(&mut magic)?;
    input.read_exact(&mut version)?;
    input.read_exact(&mut writes)?;
    if magic != *MAGIC || u32::from_le_bytes(version) > schema::newest() {
        return Err(io::Error::other("not a copy of this version"));
    }
    Ok((input, u64::from_le_bytes(writes)))
}

fn damaged(error: &io::Error) -> StoreError {
    StoreError::Damaged { tree: "copy", reason: error.to_string() }
}

fn write_pairs(disk: &Disk, out: &mut impl Write) -> Result<(), StoreError> {
    let failed = |error: io::Error| StoreError::Write(error.to_string());
    out.write_all(MAGIC).map_err(failed)?;
    out.write_all(&schema::newest().to_le_bytes()).map_err(failed)?;
    let writes = meta::writes(disk)?;
    // What a copy holds must be in the database too after a crash, or it would be taken for one that went back in time.
    disk.flush()?;
    out.write_all(&writes.to_le_bytes()).map_err(failed)?;
    for area in AREAS {
        for entry in disk.range(area.range()) {
            let (key, value) = entry?;
            write_bytes(out, &key).and_then(|()| write_bytes(out, &value)).map_err(failed)?;
        }
    }
    write_bytes(out, &[]).map_err(failed)
}

fn write_bytes(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(bytes)
}

fn read_bytes(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::Error::other("a length that can't be"));
    }
    let mut bytes = Vec::new();
    input.take(u64::from(length)).read_to_end(&mut bytes)?;
    if bytes.len() == length as usize { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

fn is_copy(path: &Path) -> bool {
    made(path).is_some() && path.extension().is_some_and(|end| end == "gz")
}
