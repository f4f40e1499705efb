//! Path conditions as persistent lists: extending one costs a node, sharing is by pointer.

use std::rc::Rc;

use raddle_expr::TermId;

/// A conjunction of terms of width 1 that grows at its end. Cloning is cheap; two clones share what they
/// have in common, and [`Path::id`] tells whether two paths are the same node.
#[derive(Clone, Debug, Default)]
pub struct Path {
    last: Option<Rc<Node>>,
}

#[derive(Debug)]
struct Node {
    condition: TermId,
    length: u32,
    parent: Path,
}

impl Path {
    pub fn new() -> Path {
        Path::default()
    }
    /// The path with one more condition.
    pub fn and(&self, condition: TermId) -> Path {
        let node = Node { condition, length: self.len() + 1, parent: self.clone() };
        Path { last: Some(Rc::new(node)) }
    }
    pub fn len(&self) -> u32 {
        self.last.as_ref().map_or(0, |node| node.length)
    }
    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }
    /// The newest condition and the path before it.
    pub fn split_last(&self) -> Option<(TermId, &Path)> {
        self.last.as_ref().map(|node| (node.condition, &node.parent))
    }
    /// Conditions from the newest to the oldest.
    pub fn iter(&self) -> impl Iterator<Item = TermId> + '_ {
        let mut at = self;
        std::iter::from_fn(move || {
            let (condition, parent) = at.split_last()?;
            at = parent;
            Some(condition)
        })
    }
    /// Whether both are the very same list (not merely equal ones).
    pub fn same(&self, other: &Path) -> bool {
        match (&self.last, &other.last) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (None, Some(_)) | (Some(_), None) => false,
        }
    }
}

impl Drop for Node {
    /// Long paths are unlinked in a loop: the derived drop would recurse once per condition.
    fn drop(&mut self) {
        let mut next = self.parent.last.take();
        while let Some(node) = next {
            match Rc::try_unwrap(node) {
                Ok(mut node) => next = node.parent.last.take(),
                Err(_) => break,
            }
        }
    }
}
