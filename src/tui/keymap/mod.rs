//! Which keys mean which actions.

mod key;
mod load;
mod resolve;

pub use key::{Code, Key, Mods};
pub(super) use load::problems;
pub use load::{Trouble, load};
pub use resolve::{Keymap, Meaning};
