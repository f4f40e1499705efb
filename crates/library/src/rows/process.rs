//! Ends, assertions, environment, time, signals, chance.

use crate::facts::By::{C, Either, Machine};
use crate::facts::Effect::{Reads, ReadsFrom, ReturnsLibrary, Writes};
use crate::facts::Memory::{Anything, AsWritten, Does};
use crate::facts::{Deed, Granted, Hidden, Refused, ThreadName, Threads, Waits, Watches};
use crate::{Row, plain, threaded};

pub(super) const ROWS: &[Row] = &[
    threaded(
        &["exit"],
        Either("process", "exit.c"),
        Does(&[]),
        Threads {
            deed: Deed::EndRun,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "Ends the run, with the functions registered before.",
    ),
    threaded(
        &["_exit", "_Exit", "__raddle_exit"],
        Machine("process"),
        Does(&[]),
        Threads {
            deed: Deed::EndRun,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Ends the run.",
    ),
    threaded(
        &["quick_exit"],
        Either("process", "exit.c"),
        Does(&[]),
        Threads {
            deed: Deed::EndRun,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Ends the run.",
    ),
    threaded(
        &["abort"],
        Machine("process"),
        Does(&[]),
        Threads {
            deed: Deed::Fail,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "A finding, except in tasks of SV-COMP, where it is an end like any other.",
    ),
    threaded(
        &["__assert_fail"],
        Machine("process"),
        Does(&[ReadsFrom(0)]),
        Threads {
            deed: Deed::Fail,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Unused,
        },
        "What `assert` becomes: a finding.",
    )
    .wrapped(),
    threaded(
        &["__assert", "__assert_rtn", "__assert_perror_fail", "_assert"],
        Machine("process"),
        Does(&[ReadsFrom(0)]),
        Threads {
            deed: Deed::Fail,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "What `assert` becomes: a finding.",
    ),
    plain(&["__cxa_atexit"], C("exit.c"), AsWritten, "Up to 64 functions, in reverse order."),
    plain(
        &["atexit", "on_exit", "at_quick_exit"],
        C("exit.c"),
        AsWritten,
        "Up to 64 functions, in reverse order.",
    )
    .refused(Refused::Else),
    plain(
        &[
            "setjmp",
            "_setjmp",
            "sigsetjmp",
            "__sigsetjmp",
            "longjmp",
            "_longjmp",
            "siglongjmp",
            "__longjmp_chk",
        ],
        Machine("cleanup"),
        Anything,
        "Jumps to functions that have not returned; others are findings.",
    ),
    plain(
        &["__errno_location", "__error", "__errno"],
        Machine("errno"),
        Does(&[ReturnsLibrary]),
        "One errno per thread.",
    ),
    plain(
        &["getenv"],
        Machine("environment"),
        Does(&[ReturnsLibrary]),
        "The environment is empty, or any variables with `--symbolic-env`.",
    )
    .hidden(Hidden::Getenv)
    .granted(&[Granted::EmptyEnvironment]),
    plain(
        &["secure_getenv", "__secure_getenv"],
        Machine("environment"),
        Does(&[ReturnsLibrary]),
        "The same as `getenv`.",
    )
    .hidden(Hidden::Getenv)
    .granted(&[Granted::EmptyEnvironment]),
    plain(&["getopt", "getopt_long"], C("getopt.c"), AsWritten, "With their variables."),
    plain(&["setlocale"], C("process.c"), AsWritten, "Only the C locale is there.")
        .hidden(Hidden::Setlocale),
    plain(
        &["getpid", "getpagesize", "prctl"],
        C("process.c"),
        AsWritten,
        "Numbers of a small machine.",
    ),
    plain(
        &["get_nprocs", "get_nprocs_conf", "sysconf"],
        C("process.c"),
        AsWritten,
        "Numbers of a small machine with few processors.",
    )
    .granted(&[Granted::FewProcessors]),
    plain(
        &["getppid", "getuid", "geteuid", "getgid", "getegid", "umask"],
        C("process.c"),
        AsWritten,
        "Any number, the same whenever it is asked for; of files, permissions make no difference.",
    ),
    plain(
        &["htonl", "htons", "ntohl", "ntohs"],
        C("process.c"),
        AsWritten,
        "The order of bytes in networks.",
    ),
    threaded(
        &["sleep", "usleep"],
        Either("environment", "cancel.c"),
        Does(&[]),
        Threads {
            deed: Deed::Idle,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Any time may pass; a signal interrupts it only with `--calls-may-fail`.",
    )
    .refused(Refused::Else)
    .cancels(),
    threaded(
        &["nanosleep"],
        Either("environment", "cancel.c"),
        Does(&[Reads(0), Writes(1)]),
        Threads {
            deed: Deed::Sleep,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Any time may pass; a signal interrupts it only with `--calls-may-fail`.",
    )
    .refused(Refused::Else)
    .cancels(),
    threaded(
        &["clock_nanosleep"],
        Machine("environment"),
        Does(&[Reads(2), Writes(3)]),
        Threads {
            deed: Deed::Sleep,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Any time may pass; a signal interrupts it only with `--calls-may-fail`.",
    )
    .refused(Refused::Else)
    .cancels(),
    plain(
        &["time", "clock", "gettimeofday", "clock_gettime", "timespec_get"],
        C("time.c"),
        AsWritten,
        "Clocks show any time, but none runs backwards.",
    )
    .wrapped(),
    plain(
        &["gmtime_r", "timegm", "strftime", "strptime", "asctime_r"],
        C("calendar.c"),
        AsWritten,
        "Dates from 1970 on.",
    ),
    plain(
        &["localtime_r", "mktime", "tzset", "ctime_r"],
        C("calendar.c"),
        AsWritten,
        "Dates from 1970 on; that local time is that of Greenwich is an assumption.",
    )
    .granted(&[Granted::GreenwichTime]),
    plain(&["gmtime"], C("calendar.c"), AsWritten, "The same in memory of the library.")
        .hidden(Hidden::Localtime),
    plain(
        &["localtime", "ctime"],
        C("calendar.c"),
        AsWritten,
        "The same in memory of the library.",
    )
    .hidden(Hidden::Localtime)
    .granted(&[Granted::GreenwichTime]),
    plain(&["asctime"], C("calendar.c"), AsWritten, "The same in memory of the library.")
        .hidden(Hidden::Asctime),
    plain(&["difftime"], C("time.c"), AsWritten, "The difference."),
    plain(&["sync"], Machine("environment"), Does(&[]), "Does nothing."),
    plain(
        &["isatty"],
        Machine("environment"),
        Does(&[]),
        "Whether something is a terminal is any answer.",
    )
    .wrapped(),
    plain(
        &["rand"],
        Machine("random"),
        Does(&[]),
        "Any number, whatever the seed; races on its hidden memory.",
    )
    .hidden(Hidden::Rand)
    .wrapped(),
    plain(
        &["srand"],
        Machine("random"),
        Does(&[]),
        "Any number, whatever the seed; races on its hidden memory.",
    )
    .hidden(Hidden::Rand),
    plain(
        &["lrand48", "mrand48"],
        Machine("random"),
        Does(&[]),
        "Any number, whatever the seed; races on its hidden memory.",
    )
    .hidden(Hidden::Lrand48)
    .wrapped(),
    plain(
        &["srand48"],
        Machine("random"),
        Does(&[]),
        "Any number, whatever the seed; races on its hidden memory.",
    )
    .hidden(Hidden::Lrand48),
    plain(
        &["random", "arc4random", "arc4random_uniform"],
        Machine("random"),
        Does(&[]),
        "Any number.",
    )
    .wrapped(),
    plain(&["srandom"], Machine("random"), Does(&[]), "Any number."),
    plain(
        &["rand_r"],
        Machine("random"),
        Does(&[Reads(0), Writes(0)]),
        "Any number; the seed has to be initialised.",
    )
    .wrapped(),
    plain(&["getentropy"], Machine("random"), Does(&[Writes(0)]), "Any bytes.")
        .refused(Refused::Else),
    plain(&["getrandom"], Machine("random"), Does(&[Writes(0)]), "Any bytes.")
        .refused(Refused::Else)
        .cancels(),
    plain(&["arc4random_buf"], Machine("random"), Does(&[Writes(0)]), "Any bytes."),
    plain(
        &[
            "sigemptyset",
            "sigfillset",
            "sigaddset",
            "sigdelset",
            "sigismember",
            "sigprocmask",
            "raise",
            "sigpending",
        ],
        C("signals.c"),
        AsWritten,
        "Signals that a program sends to itself.",
    ),
    plain(
        &["sigaction", "signal", "alarm"],
        C("signals.c"),
        AsWritten,
        "Signals that a program sends to itself; that none comes from outside is an assumption.",
    )
    .granted(&[Granted::NoSignals]),
    plain(
        &["sigwait", "sigwaitinfo", "sigtimedwait", "sigsuspend", "pause"],
        C("signals.c"),
        AsWritten,
        "Signals that a program sends to itself, and usual ones from outside where a thread waits for them; that none comes elsewhere is an assumption.",
    )
    .granted(&[Granted::NoSignals])
    .cancels(),
    plain(
        &["kill"],
        C("signals.c"),
        AsWritten,
        "Signals that a program sends to itself; that the sender takes them is an assumption.",
    )
    .granted(&[Granted::SignalsAtSender]),
    threaded(
        &["pthread_sigmask", "pthread_kill"],
        C("signals.c"),
        AsWritten,
        Threads {
            deed: Deed::Plain,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Signals that a program sends to itself; that none comes from outside is an assumption.",
    ),
    plain(
        &["syscall"],
        C("futex.c"),
        AsWritten,
        "Only futexes: waiters are kept in a table, and who wakes some of them wakes any.",
    ),
    plain(
        &["__raddle_free"],
        C("process.c"),
        AsWritten,
        "`free` as a function of the program, for destructors.",
    ),
    plain(
        &[
            "__raddle_input",
            "__raddle_input_int",
            "__raddle_choose",
            "__raddle_fails",
            "__raddle_misuse",
            "__raddle_unsupported",
        ],
        Machine("environment"),
        Does(&[ReadsFrom(0)]),
        "What the run-time library is made of.",
    ),
    plain(
        &["__raddle_input_limit", "__raddle_is_known"],
        Machine("environment"),
        Does(&[]),
        "What the run-time library is made of.",
    ),
    plain(
        &["__raddle_not_thread_safe", "__raddle_reads_hidden"],
        Machine("hidden"),
        Does(&[ReadsFrom(0)]),
        "What the run-time library is made of.",
    ),
    threaded(
        &["__raddle_is_cancelled", "__raddle_cancel_here"],
        Either("cleanup", "cancel.c"),
        Does(&[]),
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Nothing,
            name: ThreadName::Used,
        },
        "Cancellation points of the run-time library.",
    ),
    threaded(
        &["__raddle_at_any_moment", "__raddle_waits_at_any_moment"],
        C("asynchronous.c"),
        AsWritten,
        Threads {
            deed: Deed::Other,
            waits: Waits::Never,
            watches: Watches::Threads,
            name: ThreadName::Used,
        },
        "Where a thread that may be cancelled at any moment looks for it.",
    )
    .granted(&[Granted::WholeCalls]),
];
