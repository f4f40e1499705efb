//! Sets of variables, one per term, shared and compact.
//!
//! A set is a binary trie over variable numbers whose leaves are bitmaps of 64 consecutive variables. Nodes are
//! hash-consed: equal sets have equal ids, and a set that grows by one variable shares all but a path with the old one.
//! So every term can carry the id of its set (four bytes), even in a chain of a million terms over as many variables.

use rustc_hash::FxHashMap;

use crate::term::VarId;

/// A set in a [`VarSets`] store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct VarSetId(u32);

impl VarSetId {
    pub(crate) const EMPTY: VarSetId = VarSetId(0);
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Node {
    Empty,
    /// The variables `64 * block + i` for each bit `i`.
    Leaf {
        block: u32,
        members: u64,
    },
    /// Blocks that agree above bit `bit`; those with the bit clear are in `zeros`.
    Branch {
        prefix: u32,
        bit: u32,
        zeros: VarSetId,
        ones: VarSetId,
    },
}

/// All sets, each once.
#[derive(Debug)]
pub(crate) struct VarSets {
    nodes: Vec<Node>,
    ids: FxHashMap<Node, VarSetId>,
    /// Recent unions, each at a place given by its operands: the same sets meet again and again.
    unions: Vec<(VarSetId, VarSetId, VarSetId)>,
}

impl Default for VarSets {
    fn default() -> VarSets {
        let nodes = vec![Node::Empty];
        let ids = FxHashMap::from_iter([(Node::Empty, VarSetId::EMPTY)]);
        let empty = (VarSetId::EMPTY, VarSetId::EMPTY, VarSetId::EMPTY);
        VarSets { nodes, ids, unions: vec![empty; RECENT_UNIONS] }
    }
}

/// A power of two.
const RECENT_UNIONS: usize = 1 << 12;

impl VarSets {
    pub(crate) fn singleton(&mut self, var: VarId) -> VarSetId {
        self.intern(Node::Leaf { block: var.0 / 64, members: 1 << (var.0 % 64) })
    }

    pub(crate) fn union(&mut self, left: VarSetId, right: VarSetId) -> VarSetId {
        if left == right || right == VarSetId::EMPTY {
            return left;
        }
        if left == VarSetId::EMPTY {
            return right;
        }
        let (left, right) = if left.0 < right.0 { (left, right) } else { (right, left) };
        let place = recent_place(left, right);
        let (known_left, known_right, known) = self.unions[place];
        if (known_left, known_right) == (left, right) {
            return known;
        }
        let result = self.union_nodes(left, right);
        self.unions[place] = (left, right, result);
        result
    }

    /// Some variable is in both.
    pub(crate) fn intersects(&self, left: VarSetId, right: VarSetId) -> bool {
        if left == right {
            return left != VarSetId::EMPTY;
        }
        match (self.node(left), self.node(right)) {
            (Node::Empty, _) | (_, Node::Empty) => false,
            (Node::Leaf { block, members }, Node::Leaf { block: other, members: others }) => {
                block == other && members & others != 0
            }
            (Node::Branch { prefix, bit, zeros, ones }, Node::Leaf { block, .. }) => {
                let side = side_of(block, prefix, bit);
                side.is_some_and(|one| self.intersects(if one { ones } else { zeros }, right))
            }
            (Node::Leaf { .. }, Node::Branch { .. }) => self.intersects(right, left),
            (
                Node::Branch { prefix, bit, zeros, ones },
                Node::Branch { prefix: prefix2, bit: bit2, zeros: zeros2, ones: ones2 },
            ) => {
                if bit == bit2 {
                    return prefix == prefix2
                        && (self.intersects(zeros, zeros2) || self.intersects(ones, ones2));
                }
                if bit < bit2 {
                    return self.intersects(right, left);
                }
                let side = side_of(prefix2, prefix, bit);
                side.is_some_and(|one| self.intersects(if one { ones } else { zeros }, right))
            }
        }
    }

    /// The members in ascending order.
    pub(crate) fn members(&self, set: VarSetId) -> Vec<VarId> {
        let mut result = Vec::new();
        self.collect(set, &mut result);
        result
    }

    fn collect(&self, set: VarSetId, result: &mut Vec<VarId>) {
        match self.node(set) {
            Node::Empty => {}
            Node::Leaf { block, members } => {
                let mut rest = members;
                while rest != 0 {
                    result.push(VarId(block * 64 + rest.trailing_zeros()));
                    rest &= rest - 1;
                }
            }
            Node::Branch { zeros, ones, .. } => {
                self.collect(zeros, result);
                self.collect(ones, result);
            }
        }
    }

    fn union_nodes(&mut self, left: VarSetId, right: VarSetId) -> VarSetId {
        if left == right {
            return left;
        }
        match (self.node(left), self.node(right)) {
            (Node::Empty, _) => right,
            (_, Node::Empty) => left,
            (Node::Leaf { block, members }, Node::Leaf { block: other, members: others }) => {
                if block == other {
                    self.intern(Node::Leaf { block, members: members | others })
                } else {
                    self.join(block, left, other, right)
                }
            }
            (Node::Branch { prefix, bit, zeros, ones }, Node::Leaf { block, .. }) => {
                self.add_below(left, prefix, bit, zeros, ones, block, right)
            }
            (Node::Leaf { .. }, Node::Branch { .. }) => self.union_nodes(right, left),
            (
                Node::Branch { prefix, bit, zeros, ones },
                Node::Branch { prefix: prefix2, bit: bit2, zeros: zeros2, ones: ones2 },
            ) => {
                if bit == bit2 && prefix == prefix2 {
                    let zeros = self.union_nodes(zeros, zeros2);
                    let ones = self.union_nodes(ones, ones2);
                    self.intern(Node::Branch { prefix, bit, zeros, ones })
                } else if bit < bit2 {
                    self.union_nodes(right, left)
                } else {
                    self.add_below(left, prefix, bit, zeros, ones, prefix2, right)
                }
            }
        }
    }

    /// Adds `other`, all of whose blocks lie with `block`, to the branch `whole`, which splits higher up.
    fn add_below(
        &mut self,
        whole: VarSetId,
        prefix: u32,
        bit: u32,
        zeros: VarSetId,
        ones: VarSetId,
        block: u32,
        other: VarSetId,
    ) -> VarSetId {
        match side_of(block, prefix, bit) {
            None => self.join(prefix, whole, block, other),
            Some(false) => {
                let zeros = self.union_nodes(zeros, other);
                self.intern(Node::Branch { prefix, bit, zeros, ones })
            }
            Some(true) => {
                let ones = self.union_nodes(ones, other);
                self.intern(Node::Branch { prefix, bit, zeros, ones })
            }
        }
    }

    /// A branch above two sets whose blocks differ.
    fn join(&mut self, block: u32, set: VarSetId, other: u32, other_set: VarSetId) -> VarSetId {
        let bit = 31 - (block ^ other).leading_zeros();
        let prefix = above(block, bit);
        let (zeros, ones) = if block >> bit & 1 == 0 { (set, other_set) } else { (other_set, set) };
        self.intern(Node::Branch { prefix, bit, zeros, ones })
    }

    fn node(&self, set: VarSetId) -> Node {
        self.nodes[set.0 as usize]
    }

    fn intern(&mut self, node: Node) -> VarSetId {
        let next = VarSetId(self.nodes.len() as u32);
        let id = *self.ids.entry(node).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }
}

fn recent_place(left: VarSetId, right: VarSetId) -> usize {
    let mixed = (u64::from(left.0) << 32 | u64::from(right.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 40) as usize % RECENT_UNIONS
}

/// The part of a block number above `bit`, in place.
fn above(block: u32, bit: u32) -> u32 {
    block & (u32::MAX << bit << 1)
}

/// On which side of a branch a block belongs; `None` if the branch does not cover it.
fn side_of(block: u32, prefix: u32, bit: u32) -> Option<bool> {
    (above(block, bit) == prefix).then_some(block >> bit & 1 == 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::random::Random;

    fn build(sets: &mut VarSets, members: &BTreeSet<u32>) -> VarSetId {
        members.iter().fold(VarSetId::EMPTY, |set, &var| {
            let single = sets.singleton(VarId(var));
            sets.union(set, single)
        })
    }

    #[test]
    fn agrees_with_ordinary_sets() {
        let mut sets = VarSets::default();
        let mut random = Random::new(7);
        for round in 0..400 {
            let span = [5, 100, 1000, u64::from(u32::MAX)][round % 4];
            let mut pick = || -> BTreeSet<u32> {
                let count = random.below(30);
                (0..count).map(|_| random.below(span) as u32).collect()
            };
            let (left, right) = (pick(), pick());
            let (left_id, right_id) = (build(&mut sets, &left), build(&mut sets, &right));
            let union = sets.union(left_id, right_id);
            let expected: BTreeSet<u32> = left.union(&right).copied().collect();
            let members: Vec<u32> = sets.members(union).iter().map(|var| var.0).collect();
            assert_eq!(members, expected.iter().copied().collect::<Vec<_>>());
            assert_eq!(union, build(&mut sets, &expected), "equal sets have equal ids");
            assert_eq!(sets.intersects(left_id, right_id), !left.is_disjoint(&right));
        }
    }

    #[test]
    fn a_growing_chain_stays_small() {
        let mut sets = VarSets::default();
        let mut set = VarSetId::EMPTY;
        for var in 0..20_000 {
            let single = sets.singleton(VarId(var));
            set = sets.union(set, single);
        }
        assert_eq!(sets.members(set).len(), 20_000);
        assert!(sets.nodes.len() < 20_000 * 12, "{} nodes", sets.nodes.len());
    }
}
