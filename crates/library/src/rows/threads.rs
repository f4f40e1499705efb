//! POSIX threads themselves: their beginning, their end, what belongs to one.

use super::OPERATES;
use crate::facts::By::{C, Either, Machine};
use crate::facts::Effect::{
    Calls, CallsAtEnd, Keeps, Reads, ReturnsKept, Starts, StoresKept, Writes,
};
use crate::facts::Memory::{Anything, AsWritten, Does};
use crate::facts::{Deed, Granted, Refused, ThreadName, Threads, Waits, Watches};
use crate::{Row, threaded};

pub(super) const ROWS: &[Row] = &[
    threaded(
        &["pthread_create"],
        Machine("pthread"),
        Does(&[Writes(0), Reads(1), Starts { function: 2, argument: 3 }]),
        Threads {
            deed: Deed::Create { handle: 0, function: 2 },
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Starts a thread in a function of the program; of its attributes only the detach \
         state counts.",
    )
    .refused(Refused::Else)
    .wrapped(),
    threaded(
        &["pthread_join"],
        Either("pthread", "cancel.c"),
        Does(&[StoresKept { to: 1 }]),
        Threads {
            deed: Deed::Join,
            waits: Waits::ForOneObject,
            watches: Watches::Threads,
            name: ThreadName::Handle,
        },
        "Waits for the end of a thread; a thread that cannot be joined, or was joined, is a \
         finding.",
    )
    .joins()
    .wrapped()
    .cancels(),
    threaded(
        &["pthread_tryjoin_np"],
        Machine("pthread"),
        Does(&[StoresKept { to: 1 }]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::WhetherEnded,
            name: ThreadName::Used,
        },
        "Joins a thread that has ended, else returns EBUSY.",
    ),
    threaded(
        &["pthread_timedjoin_np", "pthread_clockjoin_np"],
        Machine("pthread"),
        Does(&[StoresKept { to: 1 }, Reads(2), Reads(3)]),
        Threads {
            deed: Deed::Other,
            waits: Waits::ForAWhile,
            watches: Watches::WhetherEnded,
            name: ThreadName::Used,
        },
        "Joins a thread, or returns ETIMEDOUT whenever it has not ended.",
    )
    .cancels(),
    threaded(
        &["pthread_detach"],
        Machine("pthread"),
        Does(&[]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Ends,
            name: ThreadName::Used,
        },
        "Lets go of a thread; twice, or after a join, is a finding.",
    ),
    threaded(
        &["pthread_exit"],
        Either("pthread", "asynchronous.c"),
        Does(&[Keeps(0)]),
        Threads {
            deed: Deed::EndThread,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Unused,
        },
        "Ends the thread, with its clean-up handlers and the destructors of its keys.",
    )
    .wrapped(),
    threaded(
        &["pthread_self", "pthread_equal"],
        Machine("pthread"),
        Does(&[]),
        Threads {
            deed: Deed::Plain,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Handles of threads are addresses that never are the same for two threads.",
    )
    .computes(),
    threaded(
        &["pthread_setname_np"],
        Machine("pthread"),
        Does(&[Reads(1)]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Arguments are checked; scheduling is any order whatever they say.",
    ),
    threaded(
        &["pthread_setaffinity_np", "pthread_setschedparam"],
        Machine("pthread"),
        Does(&[Reads(2)]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Arguments are checked; scheduling is any order whatever they say.",
    )
    .refused(Refused::Else),
    threaded(
        &["pthread_setconcurrency", "pthread_getconcurrency"],
        Machine("pthread"),
        Does(&[Writes(1)]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Arguments are checked; scheduling is any order whatever they say.",
    ),
    threaded(
        &["sched_yield"],
        Machine("c11threads"),
        Does(&[]),
        Threads {
            deed: Deed::Idle,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Does nothing: every order is explored anyway.",
    ),
    threaded(
        &["pthread_yield"],
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
        &["pthread_once"],
        Machine("once"),
        Does(&[Reads(0), Writes(0), Calls { function: 1 }]),
        Threads {
            deed: Deed::Once,
            waits: Waits::Else,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "The first caller runs the function, the others wait for its end.",
    )
    .wrapped(),
    threaded(
        &["pthread_key_create"],
        Machine("keys"),
        Does(&[Writes(0), CallsAtEnd { function: 1 }]),
        Threads {
            deed: Deed::CallAtEnd,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Destructors run when a thread ends, as often as POSIX asks for.",
    )
    .refused(Refused::Else)
    .wrapped(),
    threaded(
        &["pthread_key_delete"],
        Machine("keys"),
        Does(&[]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Values of a thread; errors as in glibc.",
    )
    .wrapped(),
    threaded(
        &["pthread_setspecific"],
        Machine("keys"),
        Does(&[Keeps(1)]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Values of a thread; errors as in glibc.",
    )
    .refused(Refused::Else),
    threaded(
        &["pthread_getspecific"],
        Machine("keys"),
        Does(&[ReturnsKept]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Values of a thread; errors as in glibc.",
    ),
    threaded(
        &["pthread_attr_init"],
        Machine("attributes"),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Values are checked and kept as glibc does; only the detach state makes a difference.",
    )
    .refused(Refused::Else),
    threaded(
        &[
            "pthread_attr_destroy",
            "pthread_attr_setdetachstate",
            "pthread_attr_getdetachstate",
            "pthread_attr_setstacksize",
            "pthread_attr_getstacksize",
            "pthread_attr_setguardsize",
            "pthread_attr_getguardsize",
            "pthread_attr_setschedpolicy",
            "pthread_attr_getschedpolicy",
            "pthread_attr_setinheritsched",
            "pthread_attr_getinheritsched",
            "pthread_attr_setscope",
            "pthread_attr_getscope",
            "pthread_attr_setschedparam",
            "pthread_attr_setaffinity_np",
        ],
        Machine("attributes"),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Values are checked and kept as glibc does; only the detach state makes a difference.",
    ),
    threaded(
        &["pthread_cancel"],
        C("cancel.c"),
        AsWritten,
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "A thread that is asked to end does so at its next cancellation point, or, if it said so, \
         at any moment from then on.",
    )
    .changes_output()
    .granted(&[Granted::NoSpuriousWakeups]),
    threaded(
        &["pthread_testcancel"],
        Either("pthread", "cancel.c"),
        Does(&[Writes(1)]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Cancellation points and whether they count; without `pthread_cancel` in the program \
         they do nothing.",
    )
    .cancels(),
    threaded(
        &["pthread_setcancelstate"],
        Either("cleanup", "asynchronous.c"),
        Does(&[Writes(1)]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Cancellation points and whether they count; without `pthread_cancel` in the program \
         they do nothing.",
    ),
    threaded(
        &["pthread_setcanceltype"],
        Either("cleanup", "cancel.c"),
        Does(&[Writes(1)]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Cancellation points and whether they count; without `pthread_cancel` in the program \
         they do nothing.",
    ),
    threaded(
        &["__pthread_register_cancel"],
        Machine("cleanup"),
        Anything,
        Threads {
            deed: Deed::CallAtEnd,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "What `pthread_cleanup_push` becomes: handlers run when the thread ends inside.",
    ),
    threaded(
        &["__pthread_unregister_cancel", "__pthread_unwind_next"],
        Machine("cleanup"),
        Anything,
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "What `pthread_cleanup_pop` becomes, and the way from one handler to the next.",
    ),
    threaded(
        &["pthread_atfork"],
        C("process.c"),
        AsWritten,
        Threads {
            deed: Deed::Plain,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Accepted; a process is never copied.",
    ),
];
