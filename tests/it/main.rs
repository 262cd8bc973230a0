//! The integration tests, in one binary: each further one would link the whole program again.

mod cli;
mod corpus;
mod discover;
mod fetch;
mod floors;
mod kill;
mod net;
mod politeness;
mod pty;
mod schedule;
mod store;
mod support;
mod tui;
