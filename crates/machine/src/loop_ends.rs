//! The loops at which a piece of a program may end, and how far a thread is with one. When it does end there is said in `pieces.rs`.

use raddle_analysis::{natural_loops, successors};
use raddle_ir::{Block, Body, EntityMap, FuncId, Program};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::surroundings::{Surroundings, VersionOf};

/// The loops of a program at which a piece may end.
#[derive(Clone, Debug)]
pub struct LoopEnds {
    pub(crate) functions: EntityMap<FuncId, LoopsOf>,
    /// How often a thread goes round a loop of known length within a piece.
    pub(crate) most_rounds: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct LoopsOf {
    pub(crate) headers: Vec<Block>,
    /// Edges from within a loop to its header.
    pub(crate) back: Vec<(Block, Block)>,
    /// Blocks that may leave loops, with the headers of these.
    pub(crate) exits: FxHashMap<Block, SmallVec<[Block; 2]>>,
}

impl LoopEnds {
    pub fn new(
        program: &Program,
        surroundings: Option<&Surroundings>,
        most_rounds: u32,
    ) -> LoopEnds {
        let functions = program.functions.values().map(|function| {
            let own = program.is_of_user(function.loc);
            let mut found = LoopsOf::default();
            let Some(body) = function.body.as_ref().filter(|_| own) else { return found };
            for one in natural_loops(body) {
                found.headers.push(one.header);
                for &block in &one.blocks {
                    let targets = successors(&body.blocks[block].terminator);
                    if targets.contains(&one.header) {
                        found.back.push((block, one.header));
                    }
                    if targets.iter().any(|&target| !one.contains(target)) {
                        found.exits.entry(block).or_default().push(one.header);
                    }
                }
            }
            found
        });
        let mut functions: EntityMap<FuncId, LoopsOf> = functions.collect();
        // A loop that is entered in its middle has its header where it always has it.
        for (&func, version) in surroundings.into_iter().flat_map(|around| &around.versions) {
            functions[func] = functions[version.of].in_version(version);
        }
        LoopEnds { functions, most_rounds }
    }
}

impl LoopsOf {
    /// The same loops in a version of the function.
    fn in_version(&self, version: &VersionOf) -> LoopsOf {
        let moved = |block: Block| if block == Body::ENTRY { version.entry } else { block };
        // What is left of the block that it begins in.
        let copies = |block: Block| {
            let rest = (block == version.begins).then_some(version.rest);
            [Some(moved(block)), rest].into_iter().flatten()
        };
        let back = self.back.iter();
        let back = back.flat_map(|&(from, to)| copies(from).map(move |from| (from, moved(to))));
        let mut exits = FxHashMap::default();
        for (&block, headers) in &self.exits {
            let headers: SmallVec<[Block; 2]> = headers.iter().map(|&to| moved(to)).collect();
            exits.extend(copies(block).map(|block| (block, headers.clone())));
        }
        let headers = self.headers.iter().map(|&header| moved(header)).collect();
        LoopsOf { headers, back: back.collect(), exits }
    }
}

/// How far a frame is with a loop.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    pub(crate) header: Block,
    pub(crate) count: u32,
    /// In this round, a test that may leave it was decided without inputs.
    pub(crate) bounded: bool,
}
