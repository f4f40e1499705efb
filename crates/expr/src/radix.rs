//! A persistent map from dense ids to values: a radix tree with 32-way nodes shared by reference count.
//!
//! Whatever is copied at every branch of an execution and changed in a few places afterwards lives in one:
//! values of variables here, objects in memory, what a solver knows about a path. Lookups are two or three
//! pointer hops against hashing and a deeper walk in a hash trie. Cloning is one reference count; an update
//! copies the nodes on one path if they are shared.

use std::rc::Rc;

/// `FANOUT`, a power of two, is how many ids a node covers: many for maps that are mostly read, few for those
/// that are mostly changed.
#[derive(Clone, Debug)]
pub struct RadixMap<V, const FANOUT: usize = 32> {
    root: Option<Rc<Node<V, FANOUT>>>,
    /// The root covers ids below `FANOUT^height`.
    height: u32,
}

#[derive(Clone, Debug)]
enum Node<V, const FANOUT: usize> {
    Inner([Option<Rc<Node<V, FANOUT>>>; FANOUT]),
    Leaf([Option<V>; FANOUT]),
}

/// What two maps have in the same place.
pub type Pair<'a, T> = (Option<&'a T>, Option<&'a T>);

impl<V, const FANOUT: usize> Default for RadixMap<V, FANOUT> {
    fn default() -> Self {
        RadixMap { root: None, height: 1 }
    }
}

impl<V: Clone, const FANOUT: usize> RadixMap<V, FANOUT> {
    /// Bits of an id that one node decodes.
    const BITS: u32 = FANOUT.trailing_zeros();

    fn covers(&self, id: u32) -> bool {
        u64::from(id) < 1u64 << (Self::BITS * self.height).min(63)
    }

    #[inline]
    pub fn get(&self, id: u32) -> Option<&V> {
        if !self.covers(id) {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut shift = Self::BITS * (self.height - 1);
        loop {
            let slot = (id >> shift) as usize % FANOUT;
            match node {
                Node::Leaf(values) => return values[slot].as_ref(),
                Node::Inner(children) => node = children[slot].as_deref()?,
            }
            shift -= Self::BITS;
        }
    }

    /// A mutable view of a present value; shared nodes on the way are copied.
    #[inline]
    pub fn get_mut(&mut self, id: u32) -> Option<&mut V> {
        if !self.covers(id) {
            return None;
        }
        let mut shift = Self::BITS * (self.height - 1);
        let mut node = Rc::make_mut(self.root.as_mut()?);
        loop {
            let slot = (id >> shift) as usize % FANOUT;
            match node {
                Node::Leaf(values) => return values[slot].as_mut(),
                Node::Inner(children) => node = Rc::make_mut(children[slot].as_mut()?),
            }
            shift -= Self::BITS;
        }
    }

    pub fn insert(&mut self, id: u32, value: V) {
        while !self.covers(id) {
            self.grow();
        }
        let mut shift = Self::BITS * (self.height - 1);
        let mut at = &mut self.root;
        loop {
            let slot = (id >> shift) as usize % FANOUT;
            let node = at.get_or_insert_with(|| Rc::new(Node::empty(shift)));
            match Rc::make_mut(node) {
                Node::Leaf(values) => {
                    values[slot] = Some(value);
                    return;
                }
                Node::Inner(children) => at = &mut children[slot],
            }
            shift -= Self::BITS;
        }
    }

    pub fn remove(&mut self, id: u32) {
        if self.get(id).is_none() {
            return;
        }
        let mut shift = Self::BITS * (self.height - 1);
        let mut at = self.root.as_mut();
        while let Some(node) = at {
            let slot = (id >> shift) as usize % FANOUT;
            match Rc::make_mut(node) {
                Node::Leaf(values) => {
                    values[slot] = None;
                    return;
                }
                Node::Inner(children) => at = children[slot].as_mut(),
            }
            shift -= Self::BITS;
        }
    }

    /// Calls `visit` on every value in the order of ids.
    pub fn for_each<'a>(&'a self, visit: &mut dyn FnMut(u32, &'a V)) {
        if let Some(root) = &self.root {
            root.for_each(0, Self::BITS * (self.height - 1), visit);
        }
    }

    /// Whether two maps have the same ids with equal values; nodes they share are equal.
    pub fn same(&self, other: &RadixMap<V, FANOUT>, equal: &dyn Fn(&V, &V) -> bool) -> bool {
        self.differ_only(other, &|pair| matches!(pair, (Some(a), Some(b)) if equal(a, b)))
    }

    /// Whether all pairs of values with the same id pass, of which one may be missing; what two maps share does.
    pub fn differ_only(
        &self,
        other: &RadixMap<V, FANOUT>,
        pass: &dyn Fn(Pair<'_, V>) -> bool,
    ) -> bool {
        let (low, high) = if self.height <= other.height { (self, other) } else { (other, self) };
        let flipped = self.height > other.height;
        let pass = |(low, high): (Option<&V>, Option<&V>)| {
            if flipped { pass((high, low)) } else { pass((low, high)) }
        };
        // The first ids of the higher tree are those of the other; the rest is in one of them only.
        let mut node = high.root.as_ref();
        for _ in low.height..high.height {
            let Some(Node::Inner(children)) = node.map(|node| &**node) else { break };
            if !children[1..].iter().all(|child| Node::differ_only((None, child.as_ref()), &pass)) {
                return false;
            }
            node = children[0].as_ref();
        }
        Node::differ_only((low.root.as_ref(), node), &pass)
    }

    fn grow(&mut self) {
        self.height += 1;
        if let Some(old) = self.root.take() {
            let mut children = [const { None }; FANOUT];
            children[0] = Some(old);
            self.root = Some(Rc::new(Node::Inner(children)));
        }
    }
}

impl<V, const FANOUT: usize> Node<V, FANOUT> {
    fn empty(shift: u32) -> Node<V, FANOUT> {
        if shift == 0 {
            Node::Leaf([const { None }; FANOUT])
        } else {
            Node::Inner([const { None }; FANOUT])
        }
    }

    /// What one of the places of a node holds: a value or a node.
    fn slot(node: Option<&Rc<Self>>, at: usize) -> (Option<&V>, Option<&Rc<Self>>) {
        match node.map(|node| &**node) {
            Some(Node::Leaf(values)) => (values[at].as_ref(), None),
            Some(Node::Inner(children)) => (None, children[at].as_ref()),
            None => (None, None),
        }
    }

    fn differ_only(pair: Pair<'_, Rc<Self>>, pass: &dyn Fn(Pair<'_, V>) -> bool) -> bool {
        match pair {
            (None, None) => true,
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) => true,
            (a, b) => (0..FANOUT).all(|at| {
                let ((value, inner), (other, below)) = (Node::slot(a, at), Node::slot(b, at));
                ((value.is_none() && other.is_none()) || pass((value, other)))
                    && Node::differ_only((inner, below), pass)
            }),
        }
    }

    fn for_each<'a>(&'a self, base: u32, shift: u32, visit: &mut dyn FnMut(u32, &'a V)) {
        match self {
            Node::Leaf(values) => {
                for (slot, value) in values.iter().enumerate() {
                    if let Some(value) = value {
                        visit(base | slot as u32, value);
                    }
                }
            }
            Node::Inner(children) => {
                for (slot, child) in children.iter().enumerate() {
                    if let Some(child) = child {
                        child.for_each(
                            base | (slot as u32) << shift,
                            shift - FANOUT.trailing_zeros(),
                            visit,
                        );
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RadixMap;

    #[test]
    fn clones_do_not_see_later_updates() {
        let mut map: RadixMap<u32> = RadixMap::default();
        for id in (0..5000).step_by(7) {
            map.insert(id, id * 2);
        }
        let before = map.clone();
        *map.get_mut(7).unwrap() = 1;
        map.remove(14);
        map.insert(1_000_000, 3);
        assert_eq!((map.get(7), map.get(14), map.get(1_000_000)), (Some(&1), None, Some(&3)));
        assert_eq!(
            (before.get(7), before.get(14), before.get(1_000_000)),
            (Some(&14), Some(&28), None)
        );
        let mut seen = Vec::new();
        before.for_each(&mut |id, &value| seen.push((id, value)));
        assert_eq!(seen, (0..5000).step_by(7).map(|id| (id, id * 2)).collect::<Vec<_>>());
    }

    #[test]
    fn differences_are_seen_from_both_sides() {
        let mut map: RadixMap<u32> = RadixMap::default();
        (0..20).for_each(|id| map.insert(id, id));
        let before = map.clone();
        *map.get_mut(7).unwrap() = 1;
        map.remove(14);
        let known = [(Some(7), Some(1)), (Some(14), None)];
        let tall = [(Some(7), Some(1)), (Some(14), None), (None, Some(3))];
        let only = |one: &RadixMap<u32>, other: &RadixMap<u32>, known: &[_], turned: bool| {
            one.differ_only(other, &|(a, b)| {
                let (a, b) = if turned { (b, a) } else { (a, b) };
                a == b || known.contains(&(a.copied(), b.copied()))
            })
        };
        assert!(only(&before, &map, &known, false) && only(&map, &before, &known, true));
        assert!(!only(&before, &map, &known[..1], false) && !only(&map, &before, &known, false));
        map.insert(1_000_000, 3);
        assert!(only(&before, &map, &tall, false) && only(&map, &before, &tall, true));
        assert!(!only(&before, &map, &known, false) && !only(&map, &before, &known, true));
    }
}
