//! What library functions do to threads and locks. Numbers are arguments.

/// How a lock is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    Read,
    Write,
}

/// What kind of thing is taken and given back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    Mutex,
    ReadWrite,
    Spin,
    Semaphore,
    Once,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyncOp {
    Lock {
        family: Family,
        mode: Mode,
    },
    /// Taken if the result is 0.
    TryLock {
        family: Family,
        mode: Mode,
    },
    Unlock {
        family: Family,
    },
    MutexInit,
    RecursiveAttribute,
    C11MutexInit,
    SemaphoreInit,
    Wait,
    Signal {
        all: bool,
    },
    BarrierInit,
    BarrierWait,
    Create {
        handle: usize,
        function: usize,
    },
    Join,
    ThreadEnd,
    Once,
    SectionBegin,
    SectionEnd,
    Await,
    /// Initialises or destroys a synchronisation object.
    Making,
    /// It touches nothing that a race could be about.
    Nothing,
}

/// `None`: a function like any other.
pub fn sync_op(name: &str) -> Option<SyncOp> {
    use Family::{Mutex, ReadWrite, Semaphore, Spin};
    use Mode::{Read, Write};
    use SyncOp::{Lock, TryLock, Unlock};
    Some(match name {
        "pthread_mutex_lock" | "mtx_lock" => Lock { family: Mutex, mode: Write },
        "pthread_mutex_trylock"
        | "pthread_mutex_timedlock"
        | "pthread_mutex_clocklock"
        | "mtx_trylock"
        | "mtx_timedlock" => TryLock { family: Mutex, mode: Write },
        "pthread_mutex_unlock" | "mtx_unlock" => Unlock { family: Mutex },
        "pthread_rwlock_rdlock" => Lock { family: ReadWrite, mode: Read },
        "pthread_rwlock_wrlock" => Lock { family: ReadWrite, mode: Write },
        "pthread_rwlock_tryrdlock"
        | "pthread_rwlock_timedrdlock"
        | "pthread_rwlock_clockrdlock" => TryLock { family: ReadWrite, mode: Read },
        "pthread_rwlock_trywrlock"
        | "pthread_rwlock_timedwrlock"
        | "pthread_rwlock_clockwrlock" => TryLock { family: ReadWrite, mode: Write },
        "pthread_rwlock_unlock" => Unlock { family: ReadWrite },
        "pthread_spin_lock" => Lock { family: Spin, mode: Write },
        "pthread_spin_trylock" => TryLock { family: Spin, mode: Write },
        "pthread_spin_unlock" => Unlock { family: Spin },
        "sem_wait" => Lock { family: Semaphore, mode: Write },
        "sem_trywait" | "sem_timedwait" | "sem_clockwait" => {
            TryLock { family: Semaphore, mode: Write }
        }
        "sem_post" => Unlock { family: Semaphore },
        "sem_init" => SyncOp::SemaphoreInit,
        "pthread_mutex_init" => SyncOp::MutexInit,
        "pthread_mutexattr_settype" => SyncOp::RecursiveAttribute,
        "mtx_init" => SyncOp::C11MutexInit,
        "pthread_cond_wait"
        | "pthread_cond_timedwait"
        | "pthread_cond_clockwait"
        | "cnd_wait"
        | "cnd_timedwait" => SyncOp::Wait,
        "pthread_cond_signal" | "cnd_signal" => SyncOp::Signal { all: false },
        "pthread_cond_broadcast" | "cnd_broadcast" => SyncOp::Signal { all: true },
        "pthread_barrier_init" => SyncOp::BarrierInit,
        "pthread_barrier_wait" => SyncOp::BarrierWait,
        "pthread_create" => SyncOp::Create { handle: 0, function: 2 },
        "thrd_create" => SyncOp::Create { handle: 0, function: 1 },
        "pthread_join" | "thrd_join" => SyncOp::Join,
        "pthread_exit" | "thrd_exit" => SyncOp::ThreadEnd,
        "pthread_once" | "call_once" => SyncOp::Once,
        "raddle_atomic_begin" | "__VERIFIER_atomic_begin" => SyncOp::SectionBegin,
        "raddle_atomic_end" | "__VERIFIER_atomic_end" => SyncOp::SectionEnd,
        "raddle_await" => SyncOp::Await,
        "pthread_rwlock_init"
        | "pthread_rwlock_destroy"
        | "pthread_mutex_destroy"
        | "pthread_cond_init"
        | "pthread_cond_destroy"
        | "pthread_barrier_destroy"
        | "pthread_spin_init"
        | "pthread_spin_destroy"
        | "mtx_destroy"
        | "cnd_init"
        | "cnd_destroy"
        | "sem_destroy" => SyncOp::Making,
        _ if is_harmless(name) => SyncOp::Nothing,
        _ => return None,
    })
}

fn is_harmless(name: &str) -> bool {
    const PREFIXES: &[&str] = &[
        "pthread_mutex",
        "pthread_cond",
        "pthread_rwlock",
        "pthread_barrier",
        "pthread_spin_",
        "pthread_attr_",
        "mtx_",
        "cnd_",
        "sem_",
    ];
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether a function ends the process or the thread, so that control does not come back.
pub fn ends_process(name: &str) -> bool {
    matches!(
        name,
        "exit"
            | "_exit"
            | "_Exit"
            | "quick_exit"
            | "abort"
            | "__assert_fail"
            | "__assert"
            | "__assert_rtn"
            | "__raddle_exit"
            | "reach_error"
            | "__VERIFIER_error"
    )
}
