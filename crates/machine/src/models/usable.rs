//! Synchronisation objects as whoever looks ahead sees them: whether operations on one are defined for as long as nobody destroys it,
//! makes it anew or writes over it, and which cells that depends on.

use smallvec::{SmallVec, smallvec};

use crate::machine::Machine;
use crate::models::sync::DESTROYED;
use crate::models::{condvar, mutex, rwlock, spinlock};
use crate::names::owner_word;
use crate::names::{ObjectId, ThreadId};
use crate::state::State;
use crate::state::control;
use crate::value::Value;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SyncSort {
    Mutex,
    ReadWriteLock,
    Spinlock,
    Condition,
}

/// An object that can be used.
#[derive(Clone, Debug)]
pub struct UsableSync {
    /// Bytes, from its start, that operations read and change.
    pub changed: u64,
    /// Cells of four bytes that have to be defined, and whether operations rely on their keeping their value.
    pub cells: SmallVec<[(u64, bool); 4]>,
}

impl SyncSort {
    /// How many bytes an object has.
    pub fn size(self, machine: &Machine<'_>) -> u64 {
        match self {
            SyncSort::Mutex => mutex::layout(machine).1,
            SyncSort::ReadWriteLock => rwlock::SIZE,
            SyncSort::Spinlock => spinlock::CELLS,
            SyncSort::Condition => condvar::SIZE,
        }
    }
}

impl Machine<'_> {
    /// An object that lies in a state, if it can be used. Mutexes that can be taken more than once, and those that outlive their
    /// owner, are left out: whoever gets one of these need not be the only one.
    pub fn usable_sync(
        &mut self,
        st: &State,
        sort: SyncSort,
        object: ObjectId,
        offset: u64,
    ) -> Option<UsableSync> {
        let (changed, cells): (u64, SmallVec<[(u64, bool); 4]>) = match sort {
            SyncSort::Mutex => {
                let kind = mutex::layout(self).0;
                let known = smallvec![
                    (mutex::OWNER, false),
                    (mutex::COUNT, false),
                    (mutex::MARK, true),
                    (kind, true)
                ];
                (mutex::CELLS, known)
            }
            SyncSort::ReadWriteLock => {
                let known = smallvec![
                    (rwlock::WRITER, false),
                    (rwlock::READERS, false),
                    (rwlock::MARK, true)
                ];
                (rwlock::CELLS, known)
            }
            SyncSort::Spinlock => (spinlock::CELLS, smallvec![(spinlock::OWNER, false)]),
            SyncSort::Condition => {
                let known = smallvec![(condvar::WAITERS, false), (condvar::MARK, true)];
                (condvar::LOST + 4, known)
            }
        };
        for &(cell, _) in &cells {
            if self.is_partly_undefined(st, object, offset + cell, 4) {
                return None;
            }
            let Value::Word(word) = self.load_plain(st, object, offset + cell, 4) else {
                return None;
            };
            let usable = match sort {
                SyncSort::Mutex if cell == mutex::MARK => word != DESTROYED,
                SyncSort::Mutex if cell == mutex::layout(self).0 => {
                    word & mutex::ROBUST == 0 && word & 3 != mutex::RECURSIVE
                }
                SyncSort::ReadWriteLock if cell == rwlock::MARK => word != DESTROYED,
                SyncSort::Condition if cell == condvar::MARK => word != DESTROYED,
                SyncSort::Spinlock => word != spinlock::GONE,
                SyncSort::Mutex | SyncSort::ReadWriteLock | SyncSort::Condition => true,
            };
            if !usable {
                return None;
            }
        }
        Some(UsableSync { changed, cells })
    }

    /// What the first cell of a lock holds while a thread has it for itself.
    pub fn word_of_owner(thread: ThreadId) -> u64 {
        owner_word(thread)
    }

    /// Where a read-write lock, which begins like a mutex, counts those who hold it for reading.
    pub fn offset_of_readers() -> u64 {
        rwlock::READERS
    }

    /// The bytes of a thread's control block through which it gives back locks that it held for reading.
    pub fn bytes_of_reading() -> (u64, u64) {
        (control::READING, control::READING + 8)
    }

    /// Where a thread's control block says whether it was joined or detached.
    pub fn offset_of_claim() -> u64 {
        control::CLAIMED
    }
}
