//! The control-flow graph of a body.

use raddle_ir::{Block, Terminator};

/// The blocks a terminator may go to, in the order of its edges.
pub fn successors(terminator: &Terminator) -> Vec<Block> {
    match terminator {
        Terminator::Jump(next) => vec![*next],
        Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
        Terminator::Switch { cases, default, .. } => {
            cases.iter().map(|&(_, block)| block).chain([*default]).collect()
        }
        Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
    }
}
