//! Tasks that are handed out for a time.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A task in a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(pub u64);

/// A queue of tasks. The contract: a task that was pushed is leased again and again, never to two workers at once, until it is
/// acknowledged or split; a lease that is not extended in time is over. Tasks are leased in the order they were pushed in.
pub trait Queue<T> {
    fn push(&mut self, task: T) -> TaskId;
    /// The next task that nobody has, and how often it was leased before. It belongs to the caller for a time.
    fn lease(&mut self, now: Instant, time: Duration) -> Option<(TaskId, T, u32)>;
    /// The caller still works on it; `false` if it has lost the lease.
    fn extend(&mut self, id: TaskId, now: Instant, time: Duration) -> bool;
    /// The task is done; `false` if it was not there any more.
    fn ack(&mut self, id: TaskId) -> bool;
    /// The task is replaced by parts of it, which come next; `false` if it was not there any more.
    fn split(&mut self, id: TaskId, parts: Vec<T>) -> bool;
}

#[derive(Debug)]
struct Entry<T> {
    task: T,
    leased_until: Option<Instant>,
    leases: u32,
}

/// A queue in this process.
#[derive(Debug)]
pub struct MemoryQueue<T> {
    /// By place in the queue: parts of a task share its first number.
    entries: BTreeMap<(u64, u64), Entry<T>>,
    places: BTreeMap<TaskId, (u64, u64)>,
    next: u64,
}

impl<T> Default for MemoryQueue<T> {
    fn default() -> Self {
        MemoryQueue { entries: BTreeMap::new(), places: BTreeMap::new(), next: 0 }
    }
}

impl<T> MemoryQueue<T> {
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many tasks nobody has.
    pub fn waiting(&self) -> usize {
        self.entries.values().filter(|entry| entry.leased_until.is_none()).count()
    }

    /// The task is given up: it can be leased again at once.
    pub fn release(&mut self, id: TaskId) {
        if let Some(entry) = self.places.get(&id).and_then(|place| self.entries.get_mut(place)) {
            entry.leased_until = None;
        }
    }

    fn insert(&mut self, first: Option<u64>, task: T) -> TaskId {
        let id = TaskId(self.next);
        let place = (first.unwrap_or(self.next), self.next);
        self.next += 1;
        self.entries.insert(place, Entry { task, leased_until: None, leases: 0 });
        self.places.insert(id, place);
        id
    }
}

impl<T: Clone> Queue<T> for MemoryQueue<T> {
    fn push(&mut self, task: T) -> TaskId {
        self.insert(None, task)
    }

    fn lease(&mut self, now: Instant, time: Duration) -> Option<(TaskId, T, u32)> {
        let free = |entry: &Entry<T>| entry.leased_until.is_none_or(|until| until <= now);
        let (place, entry) = self.entries.iter_mut().find(|(_, entry)| free(entry))?;
        entry.leased_until = Some(now + time);
        entry.leases += 1;
        Some((TaskId(place.1), entry.task.clone(), entry.leases - 1))
    }

    fn extend(&mut self, id: TaskId, now: Instant, time: Duration) -> bool {
        let entry = self.places.get(&id).and_then(|place| self.entries.get_mut(place));
        let Some(entry) = entry else { return false };
        let held = entry.leased_until.is_some_and(|until| until > now);
        if held {
            entry.leased_until = Some(now + time);
        }
        held
    }

    fn ack(&mut self, id: TaskId) -> bool {
        self.places.remove(&id).is_some_and(|place| self.entries.remove(&place).is_some())
    }

    fn split(&mut self, id: TaskId, parts: Vec<T>) -> bool {
        let Some(place) = self.places.remove(&id) else { return false };
        self.entries.remove(&place);
        for part in parts {
            self.insert(Some(place.0), part);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{MemoryQueue, Queue};

    const TIME: Duration = Duration::from_secs(10);

    #[test]
    fn a_task_belongs_to_one_until_its_lease_is_over() {
        let (mut queue, start) = (MemoryQueue::default(), Instant::now());
        let first = queue.push("first");
        queue.push("second");
        assert_eq!(queue.lease(start, TIME), Some((first, "first", 0)));
        assert_eq!(queue.lease(start, TIME).map(|(_, task, _)| task), Some("second"));
        assert_eq!(queue.lease(start, TIME), None);
        assert!(queue.extend(first, start + TIME / 2, TIME));
        assert_eq!(queue.lease(start + TIME, TIME).map(|(_, task, _)| task), Some("second"));
        assert_eq!(queue.lease(start + TIME * 2, TIME), Some((first, "first", 1)));
        assert!(!queue.extend(first, start + TIME * 4, TIME), "the lease is over");
        assert!(queue.ack(first));
        assert!(!queue.ack(first));
    }

    #[test]
    fn parts_take_the_place_of_a_task() {
        let (mut queue, start) = (MemoryQueue::default(), Instant::now());
        let whole = queue.push("whole");
        queue.push("last");
        assert!(queue.split(whole, vec!["one", "two"]));
        assert!(!queue.ack(whole));
        let mut order = Vec::new();
        while let Some((id, task, _)) = queue.lease(start, TIME) {
            order.push(task);
            queue.ack(id);
        }
        assert_eq!(order, ["one", "two", "last"]);
        assert!(queue.is_empty());
    }

    #[test]
    fn what_is_released_comes_again() {
        let (mut queue, start) = (MemoryQueue::default(), Instant::now());
        let id = queue.push(1);
        assert!(queue.lease(start, TIME).is_some());
        queue.release(id);
        assert_eq!(queue.lease(start, TIME), Some((id, 1, 1)));
    }
}
