//! Functions of `raddle.h` and of verification competitions.

use crate::facts::By::{Frontend, Machine};
use crate::facts::Effect::{Reads, Writes};
use crate::facts::Memory::{Anything, Does};
use crate::facts::{Deed, ThreadName, Threads, Waits, Watches};
use crate::{Row, plain, threaded};

pub(super) const ROWS: &[Row] = &[
    threaded(
        &[
            "__VERIFIER_nondet_int",
            "__VERIFIER_nondet_uint",
            "__VERIFIER_nondet_unsigned",
            "__VERIFIER_nondet_unsigned_int",
            "__VERIFIER_nondet_char",
            "__VERIFIER_nondet_uchar",
            "__VERIFIER_nondet_unsigned_char",
            "__VERIFIER_nondet_short",
            "__VERIFIER_nondet_ushort",
            "__VERIFIER_nondet_long",
            "__VERIFIER_nondet_ulong",
            "__VERIFIER_nondet_unsigned_long",
            "__VERIFIER_nondet_longlong",
            "__VERIFIER_nondet_ulonglong",
            "__VERIFIER_nondet_bool",
            "__VERIFIER_nondet__Bool",
            "__VERIFIER_nondet_size_t",
            "__VERIFIER_nondet_u8",
            "__VERIFIER_nondet_u16",
            "__VERIFIER_nondet_u32",
            "__VERIFIER_nondet_u64",
            "__VERIFIER_nondet_s8",
            "__VERIFIER_nondet_s16",
            "__VERIFIER_nondet_s32",
            "__VERIFIER_nondet_s64",
            "__VERIFIER_nondet_pointer",
            "__VERIFIER_nondet_float",
            "__VERIFIER_nondet_double",
        ],
        Machine("verifier"),
        Does(&[]),
        Threads {
            deed: Deed::Input,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Any value of the type.",
    )
    .takes_values()
    .wrapped(),
    threaded(
        &["__VERIFIER_nondet_int128", "__VERIFIER_nondet_uint128"],
        Machine("verifier"),
        Does(&[]),
        Threads {
            deed: Deed::Input,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Any value of the type.",
    )
    .takes_values(),
    threaded(
        &["__VERIFIER_assume", "raddle_assume"],
        Machine("verifier"),
        Does(&[]),
        Threads {
            deed: Deed::Assume,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Leaves out the runs in which the condition does not hold.",
    )
    .takes_values()
    .wrapped(),
    threaded(
        &["raddle_await"],
        Machine("pthread"),
        Does(&[]),
        Threads {
            deed: Deed::Await,
            waits: Waits::Else,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Waits until the condition holds, in one step with the section around it.",
    )
    .takes_values()
    .wrapped(),
    threaded(
        &["raddle_atomic_begin", "__VERIFIER_atomic_begin"],
        Machine("pthread"),
        Does(&[]),
        Threads {
            deed: Deed::BeginSection,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Others wait until the section ends.",
    )
    .wrapped(),
    threaded(
        &["raddle_atomic_end", "__VERIFIER_atomic_end"],
        Machine("pthread"),
        Does(&[]),
        Threads {
            deed: Deed::EndSection,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Ends the section.",
    )
    .wrapped(),
    threaded(
        &["reach_error", "__VERIFIER_error"],
        Machine("process"),
        Does(&[]),
        Threads {
            deed: Deed::Fail,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "A finding.",
    )
    .wrapped(),
    threaded(
        &["raddle_check"],
        Machine("verifier"),
        Does(&[]),
        Threads {
            deed: Deed::Check,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "A finding if the condition does not hold; the run goes on.",
    )
    .takes_values()
    .wrapped(),
    plain(
        &["raddle_invariant"],
        Frontend,
        Does(&[]),
        "What has to hold after every write to what the condition reads.",
    )
    .wrapped(),
    plain(
        &["raddle_make_symbolic"],
        Machine("verifier"),
        Does(&[Writes(0), Reads(2)]),
        "Any content.",
    )
    .takes_values()
    .wrapped(),
    plain(&["raddle_print"], Machine("verifier"), Does(&[]), "Shows a value in traces.")
        .takes_values()
        .wrapped(),
    plain(
        &[
            "raddle_tick",
            "raddle_acquire",
            "raddle_release",
            "raddle_count",
            "raddle_reset",
            "raddle_assume_count",
        ],
        Machine("cost"),
        Anything,
        "Costs and counters of `raddle bound`; elsewhere they do nothing.",
    ),
    plain(
        &["raddle_requires_text"],
        Machine("cost"),
        Anything,
        "A precondition of the function that is checked on its own.",
    ),
    threaded(
        &["raddle.holds", "raddle.section_depth", "raddle.stays", "raddle.reached"],
        Machine("verifier"),
        Does(&[]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "What invariants and targets become.",
    )
    .takes_values(),
    threaded(
        &[
            "raddle.start",
            "raddle.ready",
            "raddle.wait",
            "raddle.stands",
            "raddle.gone",
            "raddle.end",
            "raddle.barrier",
            "raddle.barriers",
            "raddle.handle",
            "raddle.joined",
            "raddle.written",
        ],
        Machine("context"),
        Anything,
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "The way of threads to the places of a context.",
    ),
];
