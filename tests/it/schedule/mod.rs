//! The schedule over months: a reader of a few lines around the real rules, publishers with all their moods, and
//! an oracle that knows the rules only as `product.md` section 3 words them.

mod chance;
mod facts;
mod oracle;
mod publisher;
mod reader;
mod simulation;
mod world;
