//! The tree of choices an exploration made: who moved, and why a branch ends where it ends.
//!
//! Whoever explores adds nodes in any order in which parents come first; whoever draws needs nothing else.

use serde::{Deserialize, Serialize};

use crate::Location;

/// Nodes in an order in which parents come before their children; the first one is the root.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExploredTree {
    pub nodes: Vec<TreeNode>,
    /// Nodes that were explored but not kept, because there were too many.
    #[serde(default)]
    pub dropped: u64,
}

/// The state after one move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// Index of the node it was reached from; the root has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// Who moved.
    pub thread: u32,
    /// What it did: `writes counter`, `locks m`, `x == 5 is true`.
    pub label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// Why nothing comes below; `None` for a node that was passed through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<BranchEnd>,
    /// More on the end: the id of a finding, the code of a reason.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// Why a branch of the exploration ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BranchEnd {
    /// The program came to its end, or nobody could move.
    Complete,
    /// It ran into a finding.
    Finding,
    /// Everything below was explored in another order already.
    SleepSet,
    /// A summary of an earlier subtree covers it.
    Summary,
    /// Nothing that is left of it can race, and nothing else is looked for.
    RaceFree,
    /// An assumption of the program excludes it.
    Infeasible,
    /// The property at hand cannot be reached from here.
    Irrelevant,
    /// A bound of the user's (loops, steps, time, memory) ended it.
    Bound,
    /// Something that is not supported.
    Unsupported,
}

impl ExploredTree {
    /// Adds a node and returns its index.
    pub fn push(&mut self, node: TreeNode) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }
}
