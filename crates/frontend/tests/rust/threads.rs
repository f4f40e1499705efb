//! Threads, shared state behind a mutex, channels, atomics.
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

static STEPS: AtomicU32 = AtomicU32::new(0);

fn main() {
    let shared = Arc::new(Mutex::new(0u64));
    let (sender, receiver) = mpsc::channel();
    let workers: Vec<_> = (0..3)
        .map(|id| {
            let (shared, sender) = (Arc::clone(&shared), sender.clone());
            thread::spawn(move || {
                *shared.lock().unwrap() += id;
                STEPS.fetch_add(1, Ordering::AcqRel);
                sender.send(id).ok();
            })
        })
        .collect();
    drop(sender);
    for worker in workers {
        worker.join().unwrap();
    }
    assert_eq!(receiver.iter().sum::<u64>(), *shared.lock().unwrap());
}
