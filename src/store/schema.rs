//! The version of the stored form: the length of the list of migrations. Nothing else counts versions.

use super::disk::Disk;
use super::draft::Draft;
use super::error::StoreError;
use super::meta;

/// One step from a version to the next. It must not mind being run again after it was cut off.
pub(super) type Migration = fn(&Disk) -> Result<(), StoreError>;

/// All steps, oldest first. A released one never changes; new ones go to the end. The first version has nothing before it.
pub(super) const MIGRATIONS: &[Migration] = &[
    |_empty| Ok(()),
    // Settings and checks have second forms, statuses say more, hosts are remembered. Older records are read as they are.
    |_readable| Ok(()),
];

/// The version that this program writes.
pub(super) fn newest() -> u32 {
    version(MIGRATIONS)
}

/// The version that a list of migrations leads to.
pub(super) fn version(migrations: &[Migration]) -> u32 {
    u32::try_from(migrations.len()).unwrap_or(u32::MAX)
}

/// Writes the newest version into a store that is complete. It is what makes a store one.
pub(super) fn stamp(disk: &Disk, version: u32) -> Result<(), StoreError> {
    let mut draft = Draft::new(disk);
    meta::set_version(&mut draft, version)?;
    draft.write()?;
    disk.flush()
}
