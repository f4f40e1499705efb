//! What threads wait with: condition variables, barriers and semaphores.

use super::OPERATES;
use crate::facts::By::{Either, Machine};
use crate::facts::Effect::{Reads, Writes};
use crate::facts::Memory::Does;
use crate::facts::{
    Deed, Limit, MINUS_ONE, Mode, Refused, Sort, ThreadName, Threads, Waits, Watches,
};
use crate::{Row, threaded};

pub(super) const ROWS: &[Row] = &[
    threaded(
        &["pthread_cond_init"],
        Machine("condvar"),
        OPERATES,
        Threads {
            deed: Deed::Init { of: Sort::Condition },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Makes a condition variable.",
    )
    .refused(Refused::Else),
    threaded(
        &["pthread_cond_destroy"],
        Machine("condvar"),
        OPERATES,
        Threads {
            deed: Deed::Destroy { of: Sort::Condition },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Destroys a condition variable; one that threads wait with is a finding.",
    ),
    threaded(
        &["pthread_cond_wait"],
        Either("condvar", "cancel.c"),
        Does(&[Reads(0), Writes(0), Reads(1), Writes(1), Reads(2), Reads(3)]),
        Threads {
            deed: Deed::Wait { limit: Limit::None },
            waits: Waits::InTwoSteps,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Gives the mutex back and waits; it wakes spuriously at most twice in a row.",
    )
    .wrapped()
    .cancels(),
    threaded(
        &["pthread_cond_timedwait"],
        Either("condvar", "cancel.c"),
        Does(&[Reads(0), Writes(0), Reads(1), Writes(1), Reads(2), Reads(3)]),
        Threads {
            deed: Deed::Wait { limit: Limit::Time(2) },
            waits: Waits::InTwoSteps,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "The same, or the time is up whenever nobody signalled.",
    )
    .wrapped()
    .cancels(),
    threaded(
        &["pthread_cond_clockwait"],
        Either("condvar", "cancel.c"),
        Does(&[Reads(0), Writes(0), Reads(1), Writes(1), Reads(2), Reads(3)]),
        Threads {
            deed: Deed::Wait { limit: Limit::Clock },
            waits: Waits::InTwoSteps,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "The same with a clock of choice.",
    )
    .cancels(),
    threaded(
        &["pthread_cond_signal"],
        Either("condvar", "cancel.c"),
        OPERATES,
        Threads {
            deed: Deed::Signal { all: false },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Wakes any one of the waiting threads.",
    )
    .wrapped(),
    threaded(
        &["pthread_cond_broadcast"],
        Either("condvar", "cancel.c"),
        OPERATES,
        Threads {
            deed: Deed::Signal { all: true },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Wakes all waiting threads.",
    )
    .wrapped(),
    threaded(
        &["pthread_condattr_init"],
        Machine("condvar"),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Accepted; clocks make no difference.",
    )
    .refused(Refused::Else),
    threaded(
        &["pthread_condattr_destroy", "pthread_condattr_setclock", "pthread_condattr_setpshared"],
        Machine("condvar"),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Accepted; clocks make no difference.",
    ),
    threaded(
        &["pthread_barrier_init"],
        Machine("barrier"),
        OPERATES,
        Threads {
            deed: Deed::Init { of: Sort::Barrier },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Makes a barrier for a number of threads.",
    )
    .refused(Refused::Else)
    .wrapped(),
    threaded(
        &["pthread_barrier_destroy"],
        Machine("barrier"),
        OPERATES,
        Threads {
            deed: Deed::Destroy { of: Sort::Barrier },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Destroys a barrier; one that threads wait at is a finding.",
    ),
    threaded(
        &["pthread_barrier_wait"],
        Machine("barrier"),
        OPERATES,
        Threads {
            deed: Deed::BarrierWait,
            waits: Waits::InTwoSteps,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Waits until as many threads have come; any one of them is the serial thread.",
    )
    .wrapped(),
    threaded(
        &["pthread_barrierattr_init"],
        Machine("barrier"),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Accepted.",
    )
    .refused(Refused::Else),
    threaded(
        &["pthread_barrierattr_destroy", "pthread_barrierattr_setpshared"],
        Machine("barrier"),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Accepted.",
    ),
    threaded(
        &["sem_init"],
        Machine("semaphore"),
        OPERATES,
        Threads {
            deed: Deed::Init { of: Sort::Semaphore },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Makes a semaphore; sharing between processes is accepted.",
    )
    .refused(Refused::Else),
    threaded(
        &["sem_destroy"],
        Machine("semaphore"),
        OPERATES,
        Threads {
            deed: Deed::Destroy { of: Sort::Semaphore },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Destroys a semaphore; one that threads wait for is a finding.",
    ),
    threaded(
        &["sem_wait"],
        Either("semaphore", "cancel.c"),
        OPERATES,
        Threads {
            deed: Deed::Lock { of: Sort::Semaphore, mode: Mode::Alone },
            waits: Waits::ForOneObject,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Waits until the value is positive and takes one.",
    )
    .refused(Refused::Else)
    .wrapped()
    .cancels(),
    threaded(
        &["sem_trywait"],
        Machine("semaphore"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::Semaphore,
                mode: Mode::Alone,
                refusal: MINUS_ONE,
                limit: Limit::None,
            },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Takes one, or fails with EAGAIN.",
    )
    .wrapped(),
    threaded(
        &["sem_timedwait"],
        Machine("semaphore"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::Semaphore,
                mode: Mode::Alone,
                refusal: MINUS_ONE,
                limit: Limit::Time(1),
            },
            waits: Waits::ForAWhile,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Takes one, or fails with ETIMEDOUT whenever there is none.",
    )
    .refused(Refused::Else)
    .wrapped()
    .cancels(),
    threaded(
        &["sem_clockwait"],
        Machine("semaphore"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::Semaphore,
                mode: Mode::Alone,
                refusal: MINUS_ONE,
                limit: Limit::Clock,
            },
            waits: Waits::ForAWhile,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "The same with a clock of choice.",
    )
    .refused(Refused::Else)
    .cancels(),
    threaded(
        &["sem_post"],
        Machine("semaphore"),
        OPERATES,
        Threads {
            deed: Deed::Unlock { of: Sort::Semaphore },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Adds one; too many is EOVERFLOW.",
    )
    .wrapped(),
    threaded(
        &["sem_getvalue"],
        Machine("semaphore"),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "The value at that moment.",
    ),
];
