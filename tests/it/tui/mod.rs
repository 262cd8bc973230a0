//! The screen through its real `update` and `view`, with a scripted engine.

mod behaviour;
mod chaos;
mod finder;
mod health;
mod languages;
mod links;
mod pictures;
mod properties;
mod reading;
mod real;
mod rtl;
mod script;
mod search;
