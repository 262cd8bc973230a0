//! Why the store can't do something.

use std::path::PathBuf;

use super::key::Area;
use crate::model::FeedId;

/// The store can't be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has it open.
    #[error("the store in {path} is in use by another program")]
    InUse {
        /// Its folder.
        path: PathBuf,
    },
    /// The folder can't be made, read or written.
    #[error("the store in {path} can't be used: {reason}")]
    Folder {
        /// Its folder.
        path: PathBuf,
        /// The system's words.
        reason: String,
    },
    /// It was written by a newer version of the program.
    #[error("the store has version {found}, this program reads up to {known}")]
    TooNew {
        /// The version found.
        found: u32,
        /// The newest version known.
        known: u32,
    },
    /// A record can't be read.
    #[error("a record of {tree} can't be read: {reason}")]
    Damaged {
        /// The part of the store it is in.
        tree: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The database beneath can't be read at some place.
    #[error("a part of {tree} can't be read: {reason}")]
    Page {
        /// The part of the store it is in.
        tree: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The disk is full or broken.
    #[error("the store can't be written: {0}")]
    Write(String),
    /// It holds something and was to be replaced by a backup.
    #[error("the store in {path} is not empty")]
    NotEmpty {
        /// Its folder.
        path: PathBuf,
    },
    /// There is no such subscription.
    #[error("there is no subscription {0}")]
    NoSuchFeed(FeedId),
}

impl StoreError {
    /// A record of `area` can't be read.
    pub(super) fn damaged(area: Area, reason: impl std::fmt::Display) -> Self {
        Self::Damaged { tree: area.name(), reason: reason.to_string() }
    }
}
