//! hudhud: a feed reader for the terminal that reads right to left, downloads politely and can be programmed.

pub mod config;
pub mod discover;
pub mod engine;
pub mod expr;
pub mod feed;
pub mod html;
pub mod http;
pub mod idle;
pub mod ingest;
pub mod model;
pub mod net;
pub mod opml;
pub mod places;
pub mod process;
pub mod schedule;
pub mod search;
pub mod store;
pub mod strings;
pub mod text;
pub mod time;
pub mod tui;
