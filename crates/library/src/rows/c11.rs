//! `<threads.h>`: the POSIX operations with other names and result codes.

use super::OPERATES;
use crate::facts::By::{Either, Machine};
use crate::facts::Effect::{Calls, CallsAtEnd, Keeps, Reads, ReturnsKept, Starts, Writes};
use crate::facts::Memory::Does;
use crate::facts::{
    Deed, Limit, Mode, Refused, Sort, THRD_BUSY, THRD_TIMED_OUT, ThreadName, Threads, Waits,
    Watches,
};
use crate::{Row, plain, threaded};

pub(super) const ROWS: &[Row] = &[
    threaded(
        &["thrd_create"],
        Machine("c11threads"),
        Does(&[Writes(0), Starts { function: 1, argument: 2 }]),
        Threads {
            deed: Deed::Create { handle: 0, function: 1 },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Starts a thread in a function of the program.",
    )
    .refused(Refused::Else)
    .wrapped(),
    threaded(
        &["thrd_join"],
        Either("c11threads", "cancel.c"),
        Does(&[Writes(1)]),
        Threads {
            deed: Deed::Join,
            waits: Waits::ForOneObject,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Waits for the end of a thread.",
    )
    .joins()
    .wrapped()
    .cancels(),
    threaded(
        &["thrd_exit"],
        Machine("c11threads"),
        Does(&[Keeps(0)]),
        Threads {
            deed: Deed::EndThread,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Ends the thread, with the destructors of its keys.",
    )
    .wrapped(),
    threaded(
        &["thrd_detach"],
        Machine("c11threads"),
        Does(&[]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Ends,
            name: ThreadName::Used,
        },
        "Lets go of a thread.",
    ),
    threaded(
        &["thrd_current"],
        Machine("c11threads"),
        Does(&[]),
        Threads {
            deed: Deed::Plain,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Handles of threads are addresses that never are the same for two threads.",
    )
    .computes(),
    plain(
        &["thrd_equal"],
        Machine("c11threads"),
        Does(&[]),
        "Handles of threads are addresses that never are the same for two threads.",
    )
    .computes(),
    threaded(
        &["thrd_yield"],
        Machine("c11threads"),
        Does(&[]),
        Threads {
            deed: Deed::Idle,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Does nothing: every order is explored anyway.",
    ),
    threaded(
        &["thrd_sleep"],
        Machine("environment"),
        Does(&[Reads(0), Writes(1)]),
        Threads {
            deed: Deed::Sleep,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Any time may pass; a signal interrupts it only with `--calls-may-fail`.",
    )
    .refused(Refused::Else)
    .cancels(),
    threaded(
        &["mtx_init"],
        Machine("c11threads"),
        OPERATES,
        Threads {
            deed: Deed::InitWithKind,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Makes a mutex, plain, timed or recursive.",
    )
    .refused(Refused::Else),
    threaded(
        &["mtx_destroy"],
        Machine("c11threads"),
        OPERATES,
        Threads {
            deed: Deed::Destroy { of: Sort::Mutex },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Destroys a mutex; one that is held is a finding.",
    ),
    threaded(
        &["mtx_lock"],
        Machine("c11threads"),
        OPERATES,
        Threads {
            deed: Deed::Lock { of: Sort::Mutex, mode: Mode::Alone },
            waits: Waits::ForOneObject,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Waits for a mutex.",
    )
    .wrapped(),
    threaded(
        &["mtx_trylock"],
        Machine("c11threads"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::Mutex,
                mode: Mode::Alone,
                refusal: THRD_BUSY,
                limit: Limit::None,
            },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Takes a mutex, or returns `thrd_busy`; that it fails for a reason only is an \
         assumption.",
    )
    .wrapped(),
    threaded(
        &["mtx_timedlock"],
        Machine("c11threads"),
        OPERATES,
        Threads {
            deed: Deed::TryLock {
                of: Sort::Mutex,
                mode: Mode::Alone,
                refusal: THRD_TIMED_OUT,
                limit: Limit::Time(1),
            },
            waits: Waits::ForAWhile,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Takes a mutex, or returns `thrd_timedout` whenever it is not free.",
    )
    .wrapped(),
    threaded(
        &["mtx_unlock"],
        Machine("c11threads"),
        OPERATES,
        Threads {
            deed: Deed::Unlock { of: Sort::Mutex },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Gives a mutex back; one that the thread does not hold is a finding.",
    )
    .wrapped(),
    threaded(
        &["cnd_init"],
        Machine("c11threads"),
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
        &["cnd_destroy"],
        Machine("c11threads"),
        OPERATES,
        Threads {
            deed: Deed::Destroy { of: Sort::Condition },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Destroys a condition variable.",
    ),
    threaded(
        &["cnd_wait"],
        Either("c11threads", "cancel.c"),
        Does(&[Reads(0), Writes(0), Reads(1), Writes(1), Reads(2), Reads(3)]),
        Threads {
            deed: Deed::Wait { limit: Limit::None },
            waits: Waits::InTwoSteps,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Gives the mutex back and waits.",
    )
    .wrapped()
    .cancels(),
    threaded(
        &["cnd_timedwait"],
        Either("c11threads", "cancel.c"),
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
        &["cnd_signal"],
        Either("c11threads", "cancel.c"),
        OPERATES,
        Threads {
            deed: Deed::Signal { all: false },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Wakes any one of the waiting threads.",
    )
    .wrapped(),
    threaded(
        &["cnd_broadcast"],
        Either("c11threads", "cancel.c"),
        OPERATES,
        Threads {
            deed: Deed::Signal { all: true },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Wakes all waiting threads.",
    )
    .wrapped(),
    threaded(
        &["call_once"],
        Machine("once"),
        Does(&[Reads(0), Writes(0), Calls { function: 1 }]),
        Threads {
            deed: Deed::Once,
            waits: Waits::Else,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "The first caller runs the function, the others wait for its end.",
    )
    .wrapped(),
    threaded(
        &["tss_create"],
        Machine("c11threads"),
        Does(&[Writes(0), CallsAtEnd { function: 1 }]),
        Threads {
            deed: Deed::CallAtEnd,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Destructors run when a thread ends.",
    )
    .refused(Refused::Else)
    .wrapped(),
    threaded(
        &["tss_delete"],
        Machine("c11threads"),
        Does(&[]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Values of a thread.",
    )
    .wrapped(),
    threaded(
        &["tss_set"],
        Machine("c11threads"),
        Does(&[Keeps(1)]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Values of a thread.",
    )
    .refused(Refused::Else),
    threaded(
        &["tss_get"],
        Machine("c11threads"),
        Does(&[ReturnsKept]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Values of a thread.",
    ),
];
