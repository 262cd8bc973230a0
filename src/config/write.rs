//! The file of the first start.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::DEFAULT_FILE;

/// What came of writing the first file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstFile {
    /// It was written.
    Written,
    /// There was one, and it was left alone.
    WasThere,
}

/// Writes the commented default file where there is none yet, with the folders above it.
///
/// It appears whole or not at all, and never takes the place of another file.
///
/// # Errors
///
/// When a folder or the file can't be made.
pub fn write_first(path: &Path) -> io::Result<FirstFile> {
    // A link that leads nowhere is the user's too.
    if fs::symlink_metadata(path).is_ok() {
        return Ok(FirstFile::WasThere);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let part = beside(path);
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&part)?;
    let placed = file
        .write_all(DEFAULT_FILE.as_bytes())
        .and_then(|()| file.sync_all())
        .and_then(|()| place(&part, path));
    drop(file);
    // After a rename there is nothing left to remove.
    let _ = fs::remove_file(&part);
    placed
}

/// Gives a finished file its name, unless another file has it by now.
fn place(part: &Path, path: &Path) -> io::Result<FirstFile> {
    match fs::hard_link(part, path) {
        Ok(()) => Ok(FirstFile::Written),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(FirstFile::WasThere),
        // Not every file system has links; a rename is the next best.
        Err(_) => fs::rename(part, path).map(|()| FirstFile::Written),
    }
}

/// A name for the unfinished file, of this process alone.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_file_is_written_with_its_folders_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a/b/config.toml");
        assert_eq!(write_first(&path).expect("a file"), FirstFile::Written);
        assert_eq!(fs::read_to_string(&path).expect("its text"), DEFAULT_FILE);
        assert_eq!(fs::read_dir(folder.path().join("a/b")).expect("a folder").count(), 1);
    }

    #[test]
    fn a_file_that_is_there_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("config.toml");
        fs::write(&path, "mine").expect("a file");
        assert_eq!(write_first(&path).expect("an answer"), FirstFile::WasThere);
        fs::write(folder.path().join("part"), "new").expect("a file");
        assert_eq!(place(&folder.path().join("part"), &path).expect("an answer"), FirstFile::WasThere);
        assert_eq!(fs::read_to_string(&path).expect("its text"), "mine");
    }

    #[test]
    fn a_folder_that_can_not_be_made_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("file"), "").expect("a file");
        assert!(write_first(&folder.path().join("file/config.toml")).is_err());
    }
}
