//! Stored forms: what is written is never the model itself, so that the model can change.
//!
//! A record is a version byte and then its form of that version in postcard. Every form is a struct of its own, made from
//! the model by [`Stored`]. **A form that was released never changes.** To add a field, write the next form beside the old
//! one, give the record the next version and read the old version into the new form; old records are then written anew
//! when they change. The letters and orders of enums are part of a form: new ones go to the end.

mod access;
mod basic;
mod change;
mod check;
mod feed;
mod item;
mod status;
mod subscription;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::StoreError;
use super::key::Area;
pub(super) use item::{pack_bodies, unpack_bodies};
pub(super) use {
    change::Entry,
    feed::Words,
    item::StoredHead,
    status::{Presence, StoredStatus},
    subscription::{SubscriptionV2, from_second},
};

/// A value with its stored form.
pub(super) trait Stored: Sized {
    /// The stored form.
    type Record: Serialize + DeserializeOwned;

    /// Makes the stored form.
    fn stored(&self) -> Self::Record;

    /// Reads the stored form; `None` if it holds what can't be.
    fn restored(record: Self::Record) -> Option<Self>;

    /// The version of the form, written before it.
    const VERSION: u8 = FIRST;

    /// Reads a form of an older version. Records that have only their first form know none.
    fn restored_older(version: u8, form: &[u8]) -> Option<Self> {
        let _ = (version, form);
        None
    }
}

/// The version of first forms.
const FIRST: u8 = 1;

/// A record's bytes.
pub(super) fn encode<T: Stored>(area: Area, value: &T) -> Result<Vec<u8>, StoreError> {
    postcard::to_extend(&value.stored(), vec![T::VERSION]).map_err(|error| StoreError::damaged(area, error))
}

/// Reads a record that others may follow, and gives the bytes behind it.
pub(super) fn decode_first<T: Stored>(area: Area, bytes: &[u8]) -> Result<(T, &[u8]), StoreError> {
    match bytes.split_first() {
        Some((&version, form)) if version == T::VERSION => {
            let (record, rest) =
                postcard::take_from_bytes(form).map_err(|error| StoreError::damaged(area, error))?;
            let value =
                T::restored(record).ok_or_else(|| StoreError::damaged(area, "a value that can't be"))?;
            Ok((value, rest))
        }
        // A form that is not the newest fills its value: no record has followed one.
        Some((&version, form)) => T::restored_older(version, form)
            .map(|value| (value, &[][..]))
            .ok_or_else(|| StoreError::damaged(area, format!("unknown version {version}"))),
        None => Err(StoreError::damaged(area, "empty")),
    }
}

/// Reads a record's bytes.
pub(super) fn decode<T: Stored>(area: Area, bytes: &[u8]) -> Result<T, StoreError> {
    match decode_first(area, bytes)? {
        (value, []) => Ok(value),
        _ => Err(StoreError::damaged(area, "more than a record")),
    }
}

/// Declares the stored form of a struct, field by field, and both ways between them. A later form than the first names
/// its version and what reads the older ones.
macro_rules! stored_struct {
    ($model:ty as $record:ident $(of version $version:literal, else $older:path)? {
        $($field:ident: $kind:ty),* $(,)?
    }) => {
        #[derive(serde::Serialize, serde::Deserialize)]
        pub(in crate::store) struct $record { $($field: <$kind as $crate::store::record::Stored>::Record),* }

        impl $crate::store::record::Stored for $model {
            type Record = $record;

            fn stored(&self) -> $record {
                $record { $($field: self.$field.stored()),* }
            }

            fn restored(record: $record) -> Option<Self> {
                Some(Self { $($field: <$kind as $crate::store::record::Stored>::restored(record.$field)?),* })
            }

            $(
                const VERSION: u8 = $version;

                fn restored_older(version: u8, form: &[u8]) -> Option<Self> {
                    $older(version, form)
                }
            )?
        }
    };
}

/// Declares a form of a struct that lacks some of its fields: reading it leaves those as they are by default.
macro_rules! stored_part {
    ($model:ident as $record:ident { $($field:ident: $kind:ty),* $(,)? } of $whole:expr) => {
        #[derive(serde::Serialize, serde::Deserialize)]
        pub(in crate::store) struct $record { $($field: <$kind as $crate::store::record::Stored>::Record),* }

        impl $record {
            fn of(model: &$model) -> Self {
                Self { $($field: $crate::store::record::Stored::stored(&model.$field)),* }
            }

            fn into_model(self) -> Option<$model> {
                Some($model {
                    $($field: <$kind as $crate::store::record::Stored>::restored(self.$field)?,)*
                    ..$whole
                })
            }
        }
    };
}

/// Declares the stored form of an enum whose variants hold nothing, and both ways between them.
macro_rules! stored_enum {
    ($model:ty as $record:ident { $($variant:ident),* $(,)? }) => {
        #[derive(serde::Serialize, serde::Deserialize)]
        pub(in crate::store) enum $record { $($variant),* }

        impl $crate::store::record::Stored for $model {
            type Record = $record;

            fn stored(&self) -> $record {
                match self { $(Self::$variant => $record::$variant),* }
            }

            fn restored(record: $record) -> Option<Self> {
                Some(match record { $($record::$variant => Self::$variant),* })
            }
        }
    };
}

pub(in crate::store) use {stored_enum, stored_part, stored_struct};

#[cfg(test)]
mod tests;
