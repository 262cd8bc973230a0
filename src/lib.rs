//! hudhud: a feed reader for the terminal that reads right to left, downloads politely and can be programmed.
//!
//! # The shape
//!
//! Three parties share one process. The **screen** ([`tui`]) turns keys into a new model and paints it; it
//! opens no file, asks no server and waits for nothing but its inbox. The **engine** ([`engine`]) lives on a
//! thread and a runtime of its own; it alone writes the store ([`store`]) and asks the network ([`net`]). The
//! **rules** between them are pure functions over plain data: what is text and which way does it run
//! ([`mod@text`]), what does a document say ([`feed`]), what does an answer mean ([`http`]), when is a feed due
//! ([`schedule`]), what is new in it ([`ingest`]). Clock, chance and network are handed to them, so that a test
//! can simulate weeks.
//!
//! Four kinds of messages go back and forth, and none stands in for another:
//!
//! | message | what it is | from | to |
//! |---|---|---|---|
//! | [`engine::Command`] | an intent: *refresh this* | screen, commands | engine |
//! | [`engine::Event`] | a fact: *items changed* | engine | whoever listens |
//! | [`engine::Query`], [`engine::Answer`] | a question that changes nothing, and its answer | screen, commands | engine |
//! | `Effect` of the screen | a wish to its surroundings: *open this page* | `update` | the screen's loop |
//!
//! Events carry numbers, not contents: who cares asks again, so that a lost or doubled event does no harm.
//! The command line ([`cli`]) speaks the same messages as the screen. Since only one process can own the
//! store, a command that finds it taken is run by its owner ([`control`]).
//!
//! # Reading order
//!
//! Each floor names only what is below it; a test reads the sources and holds them to that.
//!
//! 1. [`time`] and [`model`]: moments, and the things that a feed reader is about.
//! 2. Rules without I/O: [`mod@text`] lays out foreign text, [`html`] makes blocks and lines of markup, [`feed`]
//!    understands documents, [`opml`] lists of feeds, [`http`] answers, [`discover`] finds feeds in pages,
//!    [`schedule`] decides when, [`ingest`] what is new, [`expr`] what is wanted, [`search`] finds it,
//!    [`config`] what the user set.
//! 3. Doors to the outside: [`store`] (disk), [`net`] (servers), [`process`] (other programs), [`idle`] (signs of
//!    life), [`places`] (folders).
//! 4. [`engine`]: the one loop that puts rules and doors together.
//! 5. What people meet: [`strings`] (every sentence), [`tui`] (the screen), [`cli`] (the command line),
//!    [`control`] (one owner, many guests).

pub mod cli;
pub mod config;
pub mod control;
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
