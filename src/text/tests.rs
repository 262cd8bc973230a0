mod cases;
mod conformance;
mod layout;
mod properties;
