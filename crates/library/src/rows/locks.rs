//! Mutexes, read-write locks and spinlocks of POSIX threads.

use super::OPERATES;
use crate::facts::By::{Either, Machine};
use crate::facts::{
    Deed, EBUSY, ETIMEDOUT, Limit, Mode, Refused, Sort, ThreadName, Threads, Waits, Watches,
};
use crate::{Row, threaded};

pub(super) const ROWS: &[Row] = &[
    threaded(
        &["pthread_mutex_init"],
        Machine("mutex"),
        OPERATES,
        Threads {
            deed: Deed::Init { of: Sort::Mutex },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Makes a mutex of the kind that the attributes ask for.",
    )
    .refused(Refused::Else)
    .wrapped(),
    threaded(
        &["pthread_mutex_destroy"],
        Machine("mutex"),
        OPERATES,
        Threads {
            deed: Deed::Destroy { of: Sort::Mutex },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Destroys a mutex; one that is held, or was destroyed, is a finding.",
    )
    .wrapped(),
    threaded(
        &["pthread_mutex_lock"],
        Either("mutex", "asynchronous.c"),
        OPERATES,
        Threads {
            deed: Deed::Lock { of: Sort::Mutex, mode: Mode::Alone },
            waits: Waits::ForOneObject,
            watches: Watches::Nothing,
            name: ThreadName::Owner,
        },
        "Waits for a mutex of any kind, robust ones included; to lock a normal one twice is \
         a finding.",
    )
    .wrapped(),
    threaded(
        &["pthread_mutex_trylock"],
        Machine("mutex"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::Mutex,
                mode: Mode::Alone,
                refusal: EBUSY,
                limit: Limit::None,
            },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Owner,
        },
        "Takes a mutex, or returns EBUSY.",
    )
    .wrapped(),
    threaded(
        &["pthread_mutex_timedlock"],
        Machine("mutex"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::Mutex,
                mode: Mode::Alone,
                refusal: ETIMEDOUT,
                limit: Limit::Time(1),
            },
            waits: Waits::ForAWhile,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Takes a mutex, or returns ETIMEDOUT whenever it is not free.",
    )
    .wrapped(),
    threaded(
        &["pthread_mutex_clocklock"],
        Machine("mutex"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::Mutex,
                mode: Mode::Alone,
                refusal: ETIMEDOUT,
                limit: Limit::Clock,
            },
            waits: Waits::ForAWhile,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "The same with a clock of choice.",
    ),
    threaded(
        &["pthread_mutex_unlock"],
        Machine("mutex"),
        OPERATES,
        Threads {
            deed: Deed::Unlock { of: Sort::Mutex },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Owner,
        },
        "Gives a mutex back; one that the thread does not hold is a finding or an error, by \
         its kind.",
    )
    .wrapped(),
    threaded(
        &[
            "pthread_mutex_consistent",
            "pthread_mutex_getprioceiling",
            "pthread_mutex_setprioceiling",
        ],
        Machine("mutex"),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Robust mutexes are made consistent; priorities make no difference.",
    ),
    threaded(
        &["pthread_mutexattr_settype", "pthread_mutexattr_setkind_np"],
        Machine("mutex"),
        OPERATES,
        Threads {
            deed: Deed::MutexKind,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Normal, recursive, error-checking and adaptive mutexes.",
    ),
    threaded(
        &["pthread_mutexattr_init"],
        Machine("mutex"),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Robustness counts; sharing between processes and priorities are accepted.",
    )
    .refused(Refused::Else),
    threaded(
        &[
            "pthread_mutexattr_destroy",
            "pthread_mutexattr_gettype",
            "pthread_mutexattr_setrobust",
            "pthread_mutexattr_setrobust_np",
            "pthread_mutexattr_setpshared",
            "pthread_mutexattr_setprotocol",
            "pthread_mutexattr_setprioceiling",
        ],
        Machine("mutex"),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Robustness counts; sharing between processes and priorities are accepted.",
    ),
    threaded(
        &["pthread_rwlock_init"],
        Machine("rwlock"),
        OPERATES,
        Threads {
            deed: Deed::Init { of: Sort::ReadWriteLock },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Makes a read-write lock.",
    )
    .refused(Refused::Else),
    threaded(
        &["pthread_rwlock_destroy"],
        Machine("rwlock"),
        OPERATES,
        Threads {
            deed: Deed::Destroy { of: Sort::ReadWriteLock },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Destroys a read-write lock; one that is held is a finding.",
    ),
    threaded(
        &["pthread_rwlock_rdlock"],
        Either("rwlock", "asynchronous.c"),
        OPERATES,
        Threads {
            deed: Deed::Lock { of: Sort::ReadWriteLock, mode: Mode::Reading },
            waits: Waits::ForOneObject,
            watches: Watches::Nothing,
            name: ThreadName::Owner,
        },
        "Waits until nobody writes; writers that wait do not go first.",
    )
    .wrapped(),
    threaded(
        &["pthread_rwlock_wrlock"],
        Either("rwlock", "asynchronous.c"),
        OPERATES,
        Threads {
            deed: Deed::Lock { of: Sort::ReadWriteLock, mode: Mode::Alone },
            waits: Waits::ForOneObject,
            watches: Watches::Nothing,
            name: ThreadName::Owner,
        },
        "Waits until nobody reads or writes.",
    )
    .wrapped(),
    threaded(
        &["pthread_rwlock_tryrdlock"],
        Machine("rwlock"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::ReadWriteLock,
                mode: Mode::Reading,
                refusal: EBUSY,
                limit: Limit::None,
            },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Owner,
        },
        "Takes the lock for reading, or returns EBUSY.",
    )
    .wrapped(),
    threaded(
        &["pthread_rwlock_trywrlock"],
        Machine("rwlock"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::ReadWriteLock,
                mode: Mode::Alone,
                refusal: EBUSY,
                limit: Limit::None,
            },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Owner,
        },
        "Takes the lock for writing, or returns EBUSY.",
    )
    .wrapped(),
    threaded(
        &["pthread_rwlock_timedrdlock"],
        Machine("rwlock"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::ReadWriteLock,
                mode: Mode::Reading,
                refusal: ETIMEDOUT,
                limit: Limit::Time(1),
            },
            waits: Waits::ForAWhile,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Takes the lock for reading, or returns ETIMEDOUT whenever it is not free.",
    ),
    threaded(
        &["pthread_rwlock_timedwrlock"],
        Machine("rwlock"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::ReadWriteLock,
                mode: Mode::Alone,
                refusal: ETIMEDOUT,
                limit: Limit::Time(1),
            },
            waits: Waits::ForAWhile,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Takes the lock for writing, or returns ETIMEDOUT whenever it is not free.",
    ),
    threaded(
        &["pthread_rwlock_clockrdlock"],
        Machine("rwlock"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::ReadWriteLock,
                mode: Mode::Reading,
                refusal: ETIMEDOUT,
                limit: Limit::Clock,
            },
            waits: Waits::ForAWhile,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "The same for reading with a clock of choice.",
    ),
    threaded(
        &["pthread_rwlock_clockwrlock"],
        Machine("rwlock"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::ReadWriteLock,
                mode: Mode::Alone,
                refusal: ETIMEDOUT,
                limit: Limit::Clock,
            },
            waits: Waits::ForAWhile,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "The same for writing with a clock of choice.",
    ),
    threaded(
        &["pthread_rwlock_unlock"],
        Machine("rwlock"),
        OPERATES,
        Threads {
            deed: Deed::Unlock { of: Sort::ReadWriteLock },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Owner,
        },
        "Gives the lock back; one that the thread does not hold is a finding.",
    )
    .wrapped(),
    threaded(
        &["pthread_rwlockattr_init"],
        Machine("rwlock"),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Accepted; who is preferred makes no difference.",
    )
    .refused(Refused::Else),
    threaded(
        &[
            "pthread_rwlockattr_destroy",
            "pthread_rwlockattr_setpshared",
            "pthread_rwlockattr_setkind_np",
        ],
        Machine("rwlock"),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Accepted; who is preferred makes no difference.",
    ),
    threaded(
        &["pthread_spin_init"],
        Machine("spinlock"),
        OPERATES,
        Threads {
            deed: Deed::Init { of: Sort::Spinlock },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Makes a spinlock.",
    )
    .refused(Refused::Else),
    threaded(
        &["pthread_spin_destroy"],
        Machine("spinlock"),
        OPERATES,
        Threads {
            deed: Deed::Destroy { of: Sort::Spinlock },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Destroys a spinlock; one that is held, or was destroyed, is a finding.",
    ),
    threaded(
        &["pthread_spin_lock"],
        Either("spinlock", "asynchronous.c"),
        OPERATES,
        Threads {
            deed: Deed::Lock { of: Sort::Spinlock, mode: Mode::Alone },
            waits: Waits::ForOneObject,
            watches: Watches::Nothing,
            name: ThreadName::Owner,
        },
        "Waits like a mutex: spinning cannot be observed.",
    )
    .wrapped(),
    threaded(
        &["pthread_spin_trylock"],
        Machine("spinlock"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::Spinlock,
                mode: Mode::Alone,
                refusal: EBUSY,
                limit: Limit::None,
            },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Owner,
        },
        "Takes the lock, or returns EBUSY.",
    )
    .wrapped(),
    threaded(
        &["pthread_spin_unlock"],
        Machine("spinlock"),
        OPERATES,
        Threads {
            deed: Deed::Unlock { of: Sort::Spinlock },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Owner,
        },
        "Gives the lock back; one that the thread does not hold is a finding.",
    )
    .wrapped(),
];
