//! Functions that nobody executes: a path that calls one ends as *unknown*.

use super::OPERATES;
use crate::facts::By::Nobody;
use crate::facts::Memory::Anything;
use crate::facts::{Deed, Hidden, StandIn, ThreadName, Threads, Waits, Watches};
use crate::{Row, plain, threaded};

pub(super) const ROWS: &[Row] = &[
    plain(
        &[
            "system",
            "popen",
            "freopen",
            "tmpfile",
            "rename",
            "getcwd",
            "gmtime_r",
            "localtime_r",
            "mktime",
            "strftime",
            "strptime",
        ],
        Nobody(StandIn::AnyResult),
        Anything,
        "With `--havoc-externals` the call returns any value.",
    ),
    threaded(
        &[
            "pthread_attr_getschedparam",
            "pthread_attr_setstack",
            "pthread_attr_getstack",
            "pthread_attr_setstackaddr",
            "pthread_attr_getstackaddr",
        ],
        Nobody(StandIn::AnyResult),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "With `--havoc-externals` the call returns any value.",
    ),
    threaded(
        &[
            "pthread_sigqueue",
            "pthread_getname_np",
            "pthread_setschedprio",
            "pthread_getaffinity_np",
            "pthread_getschedparam",
            "pthread_getattr_np",
            "pthread_getcpuclockid",
        ],
        Nobody(StandIn::AnyResult),
        Anything,
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "With `--havoc-externals` the call returns any value.",
    ),
    threaded(
        &["sem_open", "sem_close", "sem_unlink"],
        Nobody(StandIn::AnyResult),
        OPERATES,
        Threads {
            deed: Deed::Attribute,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "With `--havoc-externals` the call returns any value.",
    ),
    plain(
        &["asctime"],
        Nobody(StandIn::AnyResult),
        Anything,
        "Races on its hidden memory are found; with `--havoc-externals` the call returns any \
         value.",
    )
    .hidden(Hidden::Asctime),
    plain(
        &["clearenv", "putenv", "setenv", "unsetenv"],
        Nobody(StandIn::AnyResult),
        Anything,
        "Races on its hidden memory are found; with `--havoc-externals` the call returns any \
         value.",
    )
    .hidden(Hidden::Getenv),
    plain(
        &["ctime", "gmtime", "localtime"],
        Nobody(StandIn::AnyResult),
        Anything,
        "Races on its hidden memory are found; with `--havoc-externals` the call returns any \
         value.",
    )
    .hidden(Hidden::Localtime),
    plain(
        &["drand48", "lcong48", "seed48"],
        Nobody(StandIn::AnyResult),
        Anything,
        "Races on its hidden memory are found; with `--havoc-externals` the call returns any \
         value.",
    )
    .hidden(Hidden::Lrand48),
    plain(
        &["hcreate", "hdestroy", "hsearch"],
        Nobody(StandIn::AnyResult),
        Anything,
        "Races on its hidden memory are found; with `--havoc-externals` the call returns any \
         value.",
    )
    .hidden(Hidden::Hsearch),
    plain(
        &["localeconv"],
        Nobody(StandIn::AnyResult),
        Anything,
        "Races on its hidden memory are found; with `--havoc-externals` the call returns any \
         value.",
    )
    .hidden(Hidden::Setlocale),
    plain(
        &["strsignal"],
        Nobody(StandIn::AnyResult),
        Anything,
        "Races on its hidden memory are found; with `--havoc-externals` the call returns any \
         value.",
    )
    .hidden(Hidden::Strsignal),
    plain(
        &[
            "kill",
            "fork",
            "vfork",
            "execl",
            "execlp",
            "execle",
            "execv",
            "execvp",
            "execve",
            "getcontext",
            "setcontext",
            "makecontext",
            "swapcontext",
        ],
        Nobody(StandIn::Nothing),
        Anything,
        "No result can stand for it.",
    ),
];
