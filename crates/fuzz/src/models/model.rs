//! The memory models.

/// `axioms.rs` defines all of them, `buffers.rs` all but c11 once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Model {
    Sc,
    Tso,
    Pso,
    C11,
}

impl Model {
    pub const ALL: [Model; 4] = [Model::Sc, Model::Tso, Model::Pso, Model::C11];

    /// As `--memory-model` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Model::Sc => "sc",
            Model::Tso => "tso",
            Model::Pso => "pso",
            Model::C11 => "c11",
        }
    }
}
