//! A chain of pointers that ends, by a precondition: what is kept of it. What follows from it is in `chains.rs`.

use crate::value::Value;

#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// Null where nothing is said of the chain.
    pub(super) root: Value,
    pub(super) links: Links,
    /// The way to the root, if something is always said of it.
    pub(super) path: Option<String>,
    pub(super) member: String,
    pub(super) most: Option<usize>,
}

/// Where the pointers of a node are that lead on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Links {
    pub(super) start: u64,
    pub(super) count: u64,
    /// It is an array.
    pub(super) several: bool,
}

impl Chain {
    /// How many links of the chain a path goes along.
    pub(super) fn links_in(&self, path: &str) -> Option<usize> {
        let mut rest = path.strip_prefix(self.path.as_deref()?)?;
        let mut links = 0;
        while !rest.is_empty() {
            rest = rest.strip_prefix("->")?.strip_prefix(self.member.as_str())?;
            if self.links.several {
                let (index, after) = rest.strip_prefix('[')?.split_once(']')?;
                index.parse::<u64>().ok()?;
                rest = after;
            }
            links += 1;
        }
        Some(links)
    }
}
