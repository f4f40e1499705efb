//! Binary relations over at most 64 events, as rows of bits.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    rows: Vec<u64>,
}

/// A set of events.
pub type Set = u64;

/// How many events there can be.
pub const MOST: usize = 64;

impl Relation {
    pub fn empty(events: usize) -> Relation {
        Relation { rows: vec![0; events] }
    }

    /// The identity on a set, written `[S]` in papers.
    pub fn identity(events: usize, set: Set) -> Relation {
        Relation { rows: (0..events).map(|event| set & (1 << event)).collect() }
    }

    /// All pairs for which the condition holds.
    pub fn of(events: usize, holds: impl Fn(usize, usize) -> bool) -> Relation {
        let row = |from| {
            (0..events).filter(|&to| holds(from, to)).fold(0, |row: u64, to| row | (1 << to))
        };
        Relation { rows: (0..events).map(row).collect() }
    }

    pub fn insert(&mut self, from: usize, to: usize) {
        self.rows[from] |= 1 << to;
    }

    pub fn holds(&self, from: usize, to: usize) -> bool {
        self.rows[from] & (1 << to) != 0
    }

    pub fn or(&self, other: &Relation) -> Relation {
        self.zip(other, |one, two| one | two)
    }

    pub fn and(&self, other: &Relation) -> Relation {
        self.zip(other, |one, two| one & two)
    }

    pub fn minus(&self, other: &Relation) -> Relation {
        self.zip(other, |one, two| one & !two)
    }

    fn zip(&self, other: &Relation, combine: impl Fn(u64, u64) -> u64) -> Relation {
        let rows = self.rows.iter().zip(&other.rows).map(|(&one, &two)| combine(one, two));
        Relation { rows: rows.collect() }
    }

    /// `self; next`.
    pub fn then(&self, next: &Relation) -> Relation {
        let row = |&row: &u64| ones(row).fold(0, |reached, middle| reached | next.rows[middle]);
        Relation { rows: self.rows.iter().map(row).collect() }
    }

    /// `self?`: the relation or nothing.
    pub fn maybe(&self) -> Relation {
        let rows = self.rows.iter().enumerate().map(|(event, row)| row | (1 << event));
        Relation { rows: rows.collect() }
    }

    /// `self+`.
    pub fn closure(&self) -> Relation {
        let mut rows = self.rows.clone();
        for middle in 0..rows.len() {
            let reached = rows[middle];
            for row in &mut rows {
                if *row & (1 << middle) != 0 {
                    *row |= reached;
                }
            }
        }
        Relation { rows }
    }

    pub fn inverse(&self) -> Relation {
        Relation::of(self.rows.len(), |from, to| self.holds(to, from))
    }

    pub fn irreflexive(&self) -> bool {
        self.rows.iter().enumerate().all(|(event, row)| row & (1 << event) == 0)
    }

    pub fn acyclic(&self) -> bool {
        self.closure().irreflexive()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }
}

fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let lowest = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            lowest
        })
    })
}

#[cfg(test)]
mod tests {
    use super::Relation;

    #[test]
    fn a_circle_is_found_by_the_closure_only() {
        let mut relation = Relation::empty(3);
        relation.insert(0, 1);
        relation.insert(1, 2);
        assert!(relation.acyclic());
        relation.insert(2, 0);
        assert!(relation.irreflexive() && !relation.acyclic());
    }

    #[test]
    fn composition_needs_a_middle() {
        let mut relation = Relation::empty(3);
        relation.insert(0, 1);
        relation.insert(1, 2);
        let twice = relation.then(&relation);
        assert!(twice.holds(0, 2) && !twice.holds(0, 1));
        assert!(relation.maybe().then(&relation).holds(0, 1));
        assert!(relation.inverse().holds(1, 0));
    }
}
