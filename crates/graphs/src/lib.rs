//! Memory models by execution graphs: what C11 and processors allow, each graph explored once.
//!
//! The machine executes, and knows of no memory but one in which every write is seen at once. The explorer owns the graph: before a
//! thread reads, it puts what the read is to see into memory, and afterwards what is newest. `docs/memory-models.md` has the whole
//! picture; `explore.rs` the algorithm, `build.rs` happens-before, `model.rs` the models.

mod build;
mod clock;
mod execute;
mod explore;
mod graph;
mod model;
mod races;

pub use explore::{End, Explorer};
pub use model::Model;
