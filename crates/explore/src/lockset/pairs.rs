//! Whether any two accesses that are still to come can race.

use raddle_machine::Property;
use raddle_reduce::KnownRaces;

use super::path::Who;
use super::survey::{Manner, Survey, Touch};

/// Accesses of one piece of memory that are compared with each other.
const MOST_TOUCHES: usize = 1_000;

impl Survey<'_, '_> {
    /// Whether nothing that is still to come races with anything else that is, unless that is known, and all that was taken for granted about synchronisation
    /// objects is true.
    pub fn is_race_free(&self, known: &KnownRaces) -> bool {
        let mut touches: Vec<&Touch> = self.touches.iter().collect();
        touches.sort_by_key(|touch| (touch.memory, touch.start, touch.end));
        let destroyed_in_use = self.held_at_end.iter().any(|lock| self.destroyed.contains(lock));
        !destroyed_in_use
            && self.sync_objects_are_kept(&touches)
            && touches.chunk_by(|a, b| a.memory == b.memory).all(|same| {
                let alone = same.iter().all(|touch| touch.who == same[0].who);
                alone || (same.len() <= MOST_TOUCHES && self.agree(same, known))
            })
    }

    /// Nobody writes over a synchronisation object, and none lies in another one.
    fn sync_objects_are_kept(&self, touches: &[&Touch]) -> bool {
        let objects = || {
            self.sync_objects.iter().map(|(&(memory, start), &(end, sort))| {
                // All of it, not only what operations change.
                let size = sort.size(self.machine);
                (memory, start, end.max(start + size))
            })
        };
        let apart = objects().zip(objects().skip(1)).all(|(a, b)| a.0 != b.0 || a.2 <= b.1);
        apart
            && objects().all(|(memory, start, end)| {
                touches.iter().all(|touch| match touch.manner {
                    Manner::Plain | Manner::Synchronised => {
                        touch.memory != memory || touch.end <= start || end <= touch.start
                    }
                    Manner::Operation | Manner::Ends | Manner::Destroys => true,
                })
            })
    }

    fn agree(&self, touches: &[&Touch], known: &KnownRaces) -> bool {
        touches
            .iter()
            .enumerate()
            .all(|(index, a)| touches[index + 1..].iter().all(|b| self.pair_agrees(a, b, known)))
    }

    fn pair_agrees(&self, a: &Touch, b: &Touch, known: &KnownRaces) -> bool {
        let apart = a.end <= b.start || b.end <= a.start;
        if a.who == b.who || apart {
            return true;
        }
        let ends = |touch: &Touch| matches!(touch.manner, Manner::Ends | Manner::Destroys);
        match (ends(a), ends(b)) {
            (true, true) => return false,
            // Whatever comes later finds nothing there.
            (true, false) => return self.comes_after(a, b),
            (false, true) => return self.comes_after(b, a),
            (false, false) => {}
        }
        if self.comes_after(a, b) || self.comes_after(b, a) {
            return true;
        }
        let plain = a.manner == Manner::Plain || b.manner == Manner::Plain;
        let conflict = (a.write || b.write) && plain && self.looks_for(Property::Race);
        if !conflict {
            return true;
        }
        let excluded = a.locks.iter().any(|lock| b.locks.iter().any(|other| lock.excludes(other)));
        let (first, second) = (a.at.loc, b.at.loc);
        excluded || known.contain(first, second)
    }

    /// Whether an access comes after another one because its thread has joined the other one, or the other one comes before its thread is created.
    fn comes_after(&self, later: &Touch, earlier: &Touch) -> bool {
        if later.joined.contains(&earlier.who) {
            return true;
        }
        // Of those who created the thread, and those who created them: the one that the other thread created.
        let mut who: Who = later.who;
        while let Some((parent, _)) = self.threads[who as usize].birth {
            if parent == earlier.who {
                return !earlier.created.contains(&who);
            }
            who = parent;
        }
        false
    }
}
