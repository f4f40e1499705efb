//! Path conditions as persistent lists: extending one costs a node, sharing is by pointer.

use std::cell::RefCell;
use std::rc::Rc;

use raddle_expr::{Model, TermId};
use smallvec::SmallVec;

/// A conjunction of terms of width 1 that grows at its end. Cloning is cheap; two clones share what they
/// have in common, and [`Path::same`] tells whether two paths are the same node.
#[derive(Clone, Debug, Default)]
pub struct Path {
    last: Option<Rc<Node>>,
}

#[derive(Debug)]
struct Node {
    condition: TermId,
    length: u32,
    /// The oldest condition of the list.
    first: TermId,
    /// A hash of the conditions that does not depend on their order.
    hash: u64,
    /// Some models of the whole list, the newest last.
    models: RefCell<SmallVec<[Rc<Model>; 2]>>,
    parent: Path,
}

/// Models remembered for one path.
const MODELS: usize = 4;

impl Path {
    pub fn new() -> Path {
        Path::default()
    }
    /// The path with one more condition.
    pub fn and(&self, condition: TermId) -> Path {
        let first = self.first().unwrap_or(condition);
        let node = Node {
            condition,
            length: self.len() + 1,
            first,
            hash: self.hash().wrapping_add(hash_of(condition)),
            models: RefCell::default(),
            parent: self.clone(),
        };
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
    /// The oldest condition.
    pub fn first(&self) -> Option<TermId> {
        self.last.as_ref().map(|node| node.first)
    }
    /// Identifies the node as long as some clone of it lives; 0 is the empty path.
    pub(crate) fn id(&self) -> usize {
        self.last.as_ref().map_or(0, |node| Rc::as_ptr(node).addr())
    }
    /// Equal for lists of the same conditions in any order; see also [`hash_of`].
    pub(crate) fn hash(&self) -> u64 {
        self.last.as_ref().map_or(0, |node| node.hash)
    }
    /// Remembers a model of the whole path. It goes away with the path's last clone.
    pub(crate) fn remember(&self, model: &Rc<Model>) {
        let Some(node) = &self.last else { return };
        let mut models = node.models.borrow_mut();
        models.retain(|known| !Rc::ptr_eq(known, model));
        if models.len() == MODELS {
            models.remove(0);
        }
        models.push(model.clone());
    }
    /// Models of the whole path, the newest first.
    pub(crate) fn models(&self) -> SmallVec<[Rc<Model>; 4]> {
        let node = self.last.iter();
        node.flat_map(|node| node.models.borrow().iter().rev().cloned().collect::<Vec<_>>())
            .collect()
    }
    /// The path and its prefixes, from the longest to the empty one.
    pub fn prefixes(&self) -> impl Iterator<Item = &Path> {
        std::iter::successors(Some(self), |path| path.split_last().map(|(_, parent)| parent))
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
    /// The path of the `length` oldest conditions; the path itself if it is not longer.
    pub fn prefix(&self, length: u32) -> &Path {
        let mut at = self;
        while at.len() > length
            && let Some((_, parent)) = at.split_last()
        {
            at = parent;
        }
        at
    }
    /// The conditions after the `length` oldest ones, oldest first.
    pub fn after(&self, length: u32) -> Vec<TermId> {
        let count = self.len().saturating_sub(length) as usize;
        let mut conditions: Vec<TermId> = self.iter().take(count).collect();
        conditions.reverse();
        conditions
    }
}

/// The share of one condition in the hash of a set of conditions, which is the sum of the shares.
pub(crate) fn hash_of(condition: TermId) -> u64 {
    let mixed = (condition.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ mixed >> 32
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

#[cfg(test)]
mod tests {
    use raddle_expr::Terms;

    use super::Path;

    #[test]
    fn prefixes_are_shared_nodes() {
        let mut terms = Terms::new();
        let conditions: Vec<_> = (0..5).map(|value| terms.constant(8, value)).collect();
        let nodes: Vec<Path> = conditions
            .iter()
            .scan(Path::new(), |path, &condition| {
                *path = path.and(condition);
                Some(path.clone())
            })
            .collect();
        let path = &nodes[4];
        assert!(path.prefix(2).same(&nodes[1]));
        assert!(path.prefix(9).same(path));
        assert!(path.prefix(0).is_empty());
        assert_eq!(path.after(3), conditions[3..]);
        assert_eq!(path.first(), Some(conditions[0]));
        assert_eq!(path.iter().collect::<Vec<_>>().len(), 5);
    }

    #[test]
    fn a_long_path_is_dropped_without_recursion() {
        let mut terms = Terms::new();
        let condition = terms.constant(1, 1);
        let mut path = Path::new();
        for _ in 0..1_000_000 {
            path = path.and(condition);
        }
        assert_eq!(path.len(), 1_000_000);
    }
}
