//! Functions that nobody executes: a path that calls one ends as *unknown*.

use super::OPERATES;
use crate::facts::By::Nobody;
use crate::facts::Memory::Anything;
use crate::facts::{Deed, Hidden, StandIn, ThreadName, Threads, Waits, Watches};
use crate::{Row, plain, threaded};

const RACES: &str =
    "Races on its hidden memory are found; with `--havoc-externals` the call returns any value.";

pub(super) const ROWS: &[Row] = &[
    plain(
        &["system", "popen", "tmpfile", "getcwd"],
        Nobody(StandIn::AnyResult),
        Anything,
        "With `--havoc-externals` the call returns any value.",
    ),
    plain(
        &["freopen"],
        Nobody(StandIn::AnyResult),
        Anything,
        "With `--havoc-externals` the call returns any value.",
    )
    .changes_output(),
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
        &["clearenv", "putenv", "setenv", "unsetenv"],
        Nobody(StandIn::AnyResult),
        Anything,
        RACES,
    )
    .hidden(Hidden::Getenv),
    plain(&["drand48", "lcong48", "seed48"], Nobody(StandIn::AnyResult), Anything, RACES)
        .hidden(Hidden::Lrand48),
    plain(&["hcreate", "hdestroy", "hsearch"], Nobody(StandIn::AnyResult), Anything, RACES)
        .hidden(Hidden::Hsearch),
    plain(&["localeconv"], Nobody(StandIn::AnyResult), Anything, RACES).hidden(Hidden::Setlocale),
    plain(&["strsignal"], Nobody(StandIn::AnyResult), Anything, RACES).hidden(Hidden::Strsignal),
    plain(&["basename", "__xpg_basename"], Nobody(StandIn::AnyResult), Anything, RACES)
        .hidden(Hidden::Basename),
    plain(&["dirname"], Nobody(StandIn::AnyResult), Anything, RACES).hidden(Hidden::Dirname),
    plain(
        &["getpwnam", "getpwuid", "getpwent", "setpwent", "endpwent"],
        Nobody(StandIn::AnyResult),
        Anything,
        RACES,
    )
    .hidden(Hidden::Getpwnam),
    plain(
        &["getgrnam", "getgrgid", "getgrent", "setgrent", "endgrent"],
        Nobody(StandIn::AnyResult),
        Anything,
        RACES,
    )
    .hidden(Hidden::Getgrnam),
    plain(
        &["gethostbyname", "gethostbyaddr", "gethostent"],
        Nobody(StandIn::AnyResult),
        Anything,
        RACES,
    )
    .hidden(Hidden::Gethostbyname),
    plain(
        &["getservbyname", "getservbyport", "getservent"],
        Nobody(StandIn::AnyResult),
        Anything,
        RACES,
    )
    .hidden(Hidden::Getservbyname),
    plain(
        &["getprotobyname", "getprotobynumber", "getprotoent"],
        Nobody(StandIn::AnyResult),
        Anything,
        RACES,
    )
    .hidden(Hidden::Getprotobyname),
    plain(&["inet_ntoa"], Nobody(StandIn::AnyResult), Anything, RACES).hidden(Hidden::InetNtoa),
    plain(&["getlogin"], Nobody(StandIn::AnyResult), Anything, RACES).hidden(Hidden::Getlogin),
    plain(&["ttyname"], Nobody(StandIn::AnyResult), Anything, RACES).hidden(Hidden::Ttyname),
    plain(&["ptsname"], Nobody(StandIn::AnyResult), Anything, RACES).hidden(Hidden::Ptsname),
    plain(&["crypt", "encrypt", "setkey"], Nobody(StandIn::AnyResult), Anything, RACES)
        .hidden(Hidden::Crypt),
    plain(&["l64a"], Nobody(StandIn::AnyResult), Anything, RACES).hidden(Hidden::L64a),
    plain(&["nl_langinfo"], Nobody(StandIn::AnyResult), Anything, RACES).hidden(Hidden::NlLanginfo),
    plain(
        &[
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
