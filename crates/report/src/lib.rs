//! Shows a `Report` to people (terminal text, one HTML page) and to programs (JSON, SARIF, JUnit, Markdown, witnesses).
//!
//! It knows the report data and the source files it points at, and nothing of the engine that made it. Every format is
//! a pure function from a report to a string; who prints it where is the caller's business.

mod columns;
mod compare;
mod conditions;
mod excerpt;
mod file_inputs;
mod finding;
mod fragments;
mod groups;
mod harness;
mod html;
mod input_rows;
mod json;
mod junit;
mod markdown;
mod paint;
mod reason;
mod sarif;
mod short;
mod sources;
mod statistics;
mod steps;
mod terminal;
mod text;
mod text_options;
mod verdict;
mod warnings;
mod witness;
mod xml;

pub use compare::{Changed, Comparison, Item, ItemKind};
pub use conditions::tell_conditions;
pub use finding::where_it_stands;
pub use harness::{harness, sanitizers};
pub use html::html;
pub use json::json;
pub use junit::junit;
pub use markdown::markdown;
pub use sarif::sarif;
pub use sources::source_text;
pub use terminal::{finding, terminal};
pub use text::printable;
pub use text_options::TextOptions;
pub use verdict::assuming;
pub use warnings::{warnings_json, warnings_sarif, warnings_text};
pub use witness::{
    HINTS_MARK, ReplayHints, WitnessTask, graphml_witness, specification_of, yaml_witness,
};

/// How many rows of a counterexample are shown unless all are asked for.
const SHORT_TRACE_ROWS: usize = 30;
