//! Brings a store of an older version to the newest, one durable step after the other.

use super::disk::Disk;
use super::error::StoreError;
use super::meta;
use super::schema::{self, Migration};

/// Runs the migrations that a store still lacks. A store without a version is not complete, hence damaged.
pub(super) fn run(disk: &Disk, migrations: &[Migration]) -> Result<(), StoreError> {
    let found = meta::version(disk)?.ok_or_else(|| StoreError::Damaged {
        tree: super::key::Area::Meta.name(),
        reason: "no version".to_owned(),
    })?;
    let known = schema::version(migrations);
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    for (version, migration) in (1..).zip(migrations).skip(found as usize) {
        migration(disk)?;
        schema::stamp(disk, version)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::draft::Draft;
    use crate::store::key::{Area, named};

    fn note(disk: &Disk, name: &str) -> Result<(), StoreError> {
        let mut draft = Draft::new(disk);
        draft.put_bytes(named(Area::Note, name), Vec::new());
        draft.write()
    }

    const STEPS: &[Migration] =
        &[|disk| note(disk, "one"), |disk| note(disk, "two"), |disk| note(disk, "three")];

    fn disk_of_version(version: u32) -> (tempfile::TempDir, Disk) {
        let folder = tempfile::tempdir().expect("a folder");
        let disk = Disk::open(folder.path()).expect("a new database");
        schema::stamp(&disk, version).expect("a version");
        (folder, disk)
    }

    #[test]
    fn only_the_steps_that_lack_are_run_and_the_version_follows() {
        let (_folder, disk) = disk_of_version(1);
        run(&disk, STEPS).expect("migrations");
        let notes: Vec<Vec<u8>> =
            disk.range(Area::Note.range()).map(|e| e.expect("a note").0.to_vec()).collect();
        assert_eq!(notes, [b"Gthree".to_vec(), b"Gtwo".to_vec()]);
        assert_eq!(meta::version(&disk).expect("a version"), Some(3));
    }

    #[test]
    fn a_store_from_the_future_is_refused() {
        let (_folder, disk) = disk_of_version(4);
        let refused = run(&disk, STEPS);
        assert!(matches!(refused, Err(StoreError::TooNew { found: 4, known: 3 })), "{refused:?}");
    }

    #[test]
    fn a_store_without_a_version_is_damaged() {
        let folder = tempfile::tempdir().expect("a folder");
        let disk = Disk::open(folder.path()).expect("a new database");
        assert!(matches!(run(&disk, STEPS), Err(StoreError::Damaged { .. })));
    }
}
