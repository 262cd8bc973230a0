//! hudhud: a feed reader for the terminal that reads right to left, downloads politely and can be programmed.

pub mod html;
pub mod model;
pub mod text;
pub mod time;
