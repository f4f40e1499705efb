//! A chain of pointers that ends, by a precondition: what is kept of it. What follows from it is in `chains.rs`.

use crate::value::Value;

#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// Null where nothing is said of the chain.
    pub(super) root: Value,
    /// Whoever is at a node may follow any of these.
    pub(super) links: Vec<Links>,
    /// The way to the root, if something is always said of it.
    pub(super) path: Option<String>,
    pub(super) most: Option<usize>,
    /// It is a tree: one comes to a node in one way only.
    pub(super) tree: bool,
}

/// Where the pointers of a node are that lead on.
#[derive(Clone, Debug)]
pub(super) struct Links {
    pub(super) member: String,
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
            rest = rest.strip_prefix("->")?;
            rest = self.links.iter().find_map(|link| link.behind(rest))?;
            links += 1;
        }
        Some(links)
    }
}

impl Links {
    /// What follows one of these pointers in a path that begins with it.
    fn behind<'p>(&self, path: &'p str) -> Option<&'p str> {
        let mut rest = path.strip_prefix(self.member.as_str())?;
        if self.several {
            let (index, after) = rest.strip_prefix('[')?.split_once(']')?;
            index.parse::<u64>().ok()?;
            rest = after;
        }
        // `left` is no beginning of `leftmost`.
        (rest.is_empty() || rest.starts_with("->")).then_some(rest)
    }
}
