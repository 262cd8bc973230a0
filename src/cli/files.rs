//! The files of a command, read and written by the process that was called: the owner of the store may be elsewhere.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::args::Stored;
use super::exit::Stop;
use crate::strings::words;

/// The largest list that is read: some hundred thousand feeds.
const LARGEST: u64 = 32 << 20;

/// What a command is given and where its output goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The contents of its file or of stdin.
    pub input: Vec<u8>,
    /// The file that takes the place of stdout.
    pub target: Option<PathBuf>,
}

/// Reads what a command takes, and says where its output goes.
///
/// # Errors
///
/// When the file can't be read or is too large.
pub fn given(command: &Stored) -> Result<Given, Stop> {
    match command {
        Stored::Import(args) => Ok(Given { input: read(&args.file)?, target: None }),
        Stored::Export(args) => {
            let target = args.file.clone().filter(|path| path != Path::new("-"));
            Ok(Given { input: Vec::new(), target })
        }
        Stored::Backup(args) => {
            let target = Some(args.file.clone()).filter(|path| path != Path::new("-"));
            Ok(Given { input: Vec::new(), target })
        }
        _ => Ok(Given::default()),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Stop> {
    let name = words::quoted(&path.display().to_string());
    let unreadable = |error| Stop::Failed(format!("{name} can't be read ({error}); check the name"));
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().take(LARGEST + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
    };
    read.map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST {
        return Err(Stop::Failed(format!("{name} is larger than 32 MiB; split the list")));
    }
    Ok(bytes)
}

/// Writes a file so that it is there whole or as it was before: a new file beside it takes its name.
///
/// # Errors
///
/// When the folder can't be written.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    let failed = |error: std::io::Error| {
        let name = words::quoted(&path.display().to_string());
        Stop::Failed(format!("{name} can't be written ({error}); choose another place"))
    };
    let mut name = path.file_name().map_or_else(|| OsString::from("export"), OsString::from);
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    let written = File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        failed(error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("list.opml");
        write_atomically(&path, b"one").expect("it can be written");
        write_atomically(&path, b"two").expect("it can be replaced");
        assert_eq!(std::fs::read(&path).expect("it is there"), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error_in_words() {
        let error =
            write_atomically(Path::new("/nowhere/at/all.opml"), b"x").expect_err("there is no such folder");
        assert!(error.to_string().starts_with("/nowhere/at/all.opml can't be written"), "{error}");
    }
}
