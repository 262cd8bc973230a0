//! Folders that can't be made, read or written.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use hudhud::store::{Store, StoreError};

use super::deed::{at, perform};

fn check_refused(folder: &Path) {
    let refused = Store::open(folder, at(0)).map(|(_, opened)| opened);
    assert!(matches!(refused, Err(StoreError::Folder { .. })), "{}: {refused:?}", folder.display());
}

#[test]
fn a_file_in_the_place_of_the_folder_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "x").expect("a file");
    check_refused(&file);
    check_refused(&file.join("below"));
    assert_eq!(fs::read(&file).expect("it is there"), b"x");
}

#[test]
fn a_folder_that_can_not_be_written_is_told_and_its_store_stays() {
    if rustix::process::geteuid().is_root() {
        println!("skipped: the superuser may write anywhere");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let permit =
        |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).expect("permissions");
    let (store, _) = Store::open(folder.path(), at(0)).expect("a new store");
    perform(&store, "subscribe 1 2 3").expect("a feed");
    drop(store);
    let database = folder.path().join("db");
    let files: Vec<_> =
        fs::read_dir(&database).expect("files").map(|entry| entry.expect("a file").path()).collect();
    for path in files.iter().filter(|path| path.is_file()) {
        permit(path, 0o400);
    }
    permit(&database, 0o500);
    permit(folder.path(), 0o500);
    check_refused(folder.path());
    check_refused(&folder.path().join("below"));
    permit(folder.path(), 0o700);
    permit(&database, 0o700);
    for path in files.iter().filter(|path| path.is_file()) {
        permit(path, 0o600);
    }
    let (store, _) = Store::open(folder.path(), at(0)).expect("the store opens");
    assert_eq!(store.feeds().expect("feeds").len(), 1);
}
