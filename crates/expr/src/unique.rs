//! The index behind hash-consing: an open-addressing table that stores ids only.
//!
//! A slot packs 32 bits of the hash with the id, so that probing compares hashes without touching the nodes, and growing
//! never rehashes a node. The standard map would store each node a second time as its key.

use crate::term::TermId;

/// From hashes to the ids of terms; the caller compares candidates.
#[derive(Debug, Default)]
pub(crate) struct UniqueIndex {
    /// Hash in the high, id in the low half; zero is a free slot. A power of two long, or empty.
    slots: Vec<u64>,
    used: usize,
}

const SMALLEST: usize = 1 << 10;

/// Where a node that was not found belongs, as long as nothing is inserted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vacancy(usize);

impl UniqueIndex {
    /// The id with this hash for which `is_equal` holds, or the place where it would be.
    pub(crate) fn find(
        &self,
        hash: u32,
        is_equal: impl Fn(TermId) -> bool,
    ) -> Result<TermId, Vacancy> {
        let Some(mask) = self.slots.len().checked_sub(1) else { return Err(Vacancy(0)) };
        let mut position = start(hash, mask);
        loop {
            let slot = self.slots[position];
            let Some(id) = TermId::from_raw(slot as u32) else { return Err(Vacancy(position)) };
            if (slot >> 32) as u32 == hash && is_equal(id) {
                return Ok(id);
            }
            position = (position + 1) & mask;
        }
    }

    /// Adds an id that is not in the table yet.
    pub(crate) fn insert(&mut self, Vacancy(position): Vacancy, hash: u32, id: TermId) {
        let slot = u64::from(hash) << 32 | u64::from(id.raw());
        self.used += 1;
        // At most five eighths full: linear probing stays short.
        if self.used * 8 > self.slots.len() * 5 {
            self.grow();
            place(&mut self.slots, slot);
        } else {
            self.slots[position] = slot;
        }
    }

    fn grow(&mut self) {
        let mut slots = vec![0; (self.slots.len() * 2).max(SMALLEST)];
        for &slot in self.slots.iter().filter(|&&slot| slot != 0) {
            place(&mut slots, slot);
        }
        self.slots = slots;
    }
}

/// Where probing starts. The high half of the hash's product is well mixed; the low bits alone may not be.
fn start(hash: u32, mask: usize) -> usize {
    (u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask
}

fn place(slots: &mut [u64], slot: u64) {
    let mask = slots.len() - 1;
    let mut position = start((slot >> 32) as u32, mask);
    while slots[position] != 0 {
        position = (position + 1) & mask;
    }
    slots[position] = slot;
}
