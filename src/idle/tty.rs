//! The user's terminals: the system notes when each was last read from, and that is when its user typed.
//!
//! `w` and `who` tell idle times by it. It also works over SSH and in tmux; it moves in steps of 8 s.

use std::fs::{self, File, FileType, Metadata};
use std::io::{self, IsTerminal};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::PathBuf;

use crate::time::Timestamp;

/// Where terminals are, and how their names begin there.
const PLACES: [(&str, &str); 2] = [("/dev/pts", ""), ("/dev", "tty")];

/// When the user last typed on one of their terminals, or on the one that this program runs on.
pub(super) fn last_input() -> Option<Timestamp> {
    let user = rustix::process::getuid().as_raw();
    let theirs = PLACES.iter().flat_map(|(folder, prefix)| entries(folder, prefix));
    // After `su` the terminal at hand belongs to somebody else.
    own_terminal().max(newest(theirs, user, FileTypeExt::is_char_device))
}

fn own_terminal() -> Option<Timestamp> {
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        return None;
    }
    let file = File::from(stdin.as_fd().try_clone_to_owned().ok()?);
    Some(Timestamp::from_seconds(file.metadata().ok()?.atime()))
}

fn entries(folder: &str, prefix: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let ours = |name: &std::ffi::OsStr| name.to_str().is_some_and(|name| name.starts_with(prefix));
    entries.flatten().filter(|entry| ours(&entry.file_name())).map(|entry| entry.path()).collect()
}

/// The latest access to one of `paths` that belongs to `user` and is of the right kind.
fn newest(
    paths: impl IntoIterator<Item = PathBuf>,
    user: u32,
    kind: impl Fn(&FileType) -> bool,
) -> Option<Timestamp> {
    let theirs = |found: &Metadata| found.uid() == user && kind(&found.file_type());
    let found = paths.into_iter().filter_map(|path| fs::symlink_metadata(path).ok());
    found.filter(theirs).map(|found| Timestamp::from_seconds(found.atime())).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::FileTimes;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn the_latest_of_the_users_own_counts() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let mut paths = Vec::new();
        for (name, accessed) in [("1", 100), ("2", 300), ("3", 200)] {
            let path = folder.path().join(name);
            let file = File::create(&path).expect("a file can be made");
            let times = FileTimes::new().set_accessed(UNIX_EPOCH + Duration::from_secs(accessed));
            file.set_times(times).expect("the times of one's own file can be set");
            paths.push(path);
        }
        paths.push(folder.path().join("missing"));
        let user = rustix::process::getuid().as_raw();
        let latest = newest(paths.clone(), user, FileType::is_file);
        assert_eq!(latest, Some(Timestamp::from_seconds(300)));
        assert_eq!(newest(paths.clone(), user + 1, FileType::is_file), None);
        assert_eq!(newest(paths, user, FileTypeExt::is_char_device), None);
    }

    #[test]
    fn a_terminal_of_the_user_is_seen() {
        let pair = portable_pty::native_pty_system()
            .openpty(portable_pty::PtySize::default())
            .expect("a terminal can be made");
        assert!(last_input().is_some_and(|sign| sign > Timestamp::EPOCH));
        drop(pair);
    }
}
