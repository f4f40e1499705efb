//! What library functions do with memory and with control, as far as dependences go: one row per behaviour.
//!
//! A row may claim less than the function does only where the difference cannot matter: a function whose
//! [`Control`] is `Kept` is part of every slice with all its arguments, so its result and its hidden state (the
//! position in a stream, a seed) need not be described. What must be complete is which memory it reads and
//! writes through its arguments, and which addresses it hands on.
//!
//! To add a function: add its name to the row that behaves alike, or add a row.

/// One thing a function does. Numbers are parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Returns new memory with undefined content.
    ReturnsFresh,
    /// Returns new memory with defined content.
    ReturnsFilled,
    /// Returns a pointer to or into what the parameter points to.
    ReturnsInto(usize),
    /// Returns the address of something the library owns.
    ReturnsLibrary,
    /// Returns a value that was handed to the library before.
    ReturnsKept,
    /// Reads what the parameter points to.
    Reads(usize),
    /// Changes what the parameter points to, without storing addresses there.
    Writes(usize),
    /// Reads what this and all later parameters point to.
    ReadsFrom(usize),
    /// Copies content, addresses included.
    Copies { to: usize, from: usize },
    /// Copies content into the new memory that is returned.
    CopiesToFresh { from: usize },
    /// Stores the address of new memory.
    StoresFresh { to: usize },
    /// Stores a pointer to or into what the parameter `value` points to.
    StoresInto { to: usize, value: usize },
    /// Stores the value of a parameter.
    Stores { to: usize, value: usize },
    /// Returns what is stored there.
    Loads { from: usize },
    /// The library keeps the value, and may hand it to any later call.
    Keeps(usize),
    /// Stores a value that was handed to the library before.
    StoresKept { to: usize },
    /// Starts a thread in the function `function` with the value `argument`.
    Starts { function: usize, argument: usize },
    /// Calls a function, with a value that was handed to the library before, if it takes one.
    Calls { function: usize },
    /// Lets every thread that ends call a function with a value that was handed to the library.
    CallsAtEnd { function: usize },
}

/// How a function matters to control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Control {
    /// It always returns, fails for no argument, asks for no input and leaves no trace but in its result.
    Computes,
    /// It may fail, end the run, wait, synchronise, ask for input or be noticed from outside.
    Kept,
    /// It waits for the end of a thread and does nothing else.
    Joins,
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryFunction {
    pub effects: &'static [Effect],
    pub control: Control,
}

/// The behaviour of a function the program does not define; `None` if nothing is known about it.
pub fn library_function(name: &str) -> Option<LibraryFunction> {
    let control = match name {
        "pthread_join" | "thrd_join" => Control::Joins,
        "abs" | "labs" | "llabs" | "imaxabs" | "isascii" | "toascii" | "pthread_self"
        | "thrd_current" | "pthread_equal" | "thrd_equal" => Control::Computes,
        _ => Control::Kept,
    };
    // The run-time library's way to the machine's own version of a function.
    let own_name = name.strip_prefix("__raddle_standard_").unwrap_or(name);
    effects(own_name).map(|effects| LibraryFunction { effects, control })
}

fn effects(name: &str) -> Option<&'static [Effect]> {
    if name.starts_with("__VERIFIER_nondet_") {
        return Some(&[]);
    }
    memory_functions(name)
        .or_else(|| text_functions(name))
        .or_else(|| thread_functions(name))
        .or_else(|| atomic_functions(name))
        .or_else(|| other_functions(name))
}

fn memory_functions(name: &str) -> Option<&'static [Effect]> {
    use Effect::{
        Copies, CopiesToFresh, Reads, ReturnsFilled, ReturnsFresh, ReturnsInto, StoresFresh, Writes,
    };
    Some(match name {
        "malloc" | "aligned_alloc" | "memalign" | "valloc" | "alloca" => &[ReturnsFresh],
        "calloc" => &[ReturnsFilled],
        "realloc" | "reallocarray" => {
            &[ReturnsFresh, ReturnsInto(0), CopiesToFresh { from: 0 }, Writes(0)]
        }
        "posix_memalign" => &[StoresFresh { to: 0 }],
        // What is freed must not be read later: that depends on the call.
        "free" | "cfree" => &[Writes(0)],
        "malloc_usable_size" => &[],
        "mmap" | "mmap64" => &[ReturnsFilled],
        "munmap" => &[Writes(0)],
        "mprotect" | "madvise" | "posix_madvise" | "mlock" | "munlock" => &[],
        "memcpy" | "__memcpy_chk" | "memmove" | "__memmove_chk" | "mempcpy" | "__mempcpy"
        | "__mempcpy_chk" | "__raddle_copy" => &[Copies { to: 0, from: 1 }, ReturnsInto(0)],
        "bcopy" => &[Copies { to: 1, from: 0 }],
        "memset" | "__memset_chk" | "explicit_memset" | "bzero" | "explicit_bzero" => {
            &[Writes(0), ReturnsInto(0)]
        }
        "memcmp" | "bcmp" => &[Reads(0), Reads(1)],
        "memchr" | "rawmemchr" => &[Reads(0), ReturnsInto(0)],
        _ => return None,
    })
}

fn text_functions(name: &str) -> Option<&'static [Effect]> {
    use Effect::{
        Reads, ReadsFrom, ReturnsFilled, ReturnsInto, ReturnsLibrary, StoresFresh, StoresInto,
        Writes,
    };
    Some(match name {
        "strlen" | "strnlen" | "atof" => &[Reads(0)],
        "strcmp" | "strcoll" | "strncmp" | "strcasecmp" | "strncasecmp" | "strspn" | "strcspn" => {
            &[Reads(0), Reads(1)]
        }
        "strcpy" | "__strcpy_chk" | "stpcpy" | "__stpcpy_chk" | "strncpy" | "__strncpy_chk"
        | "strcat" | "__strcat_chk" | "strncat" | "__strncat_chk" => {
            &[Reads(0), Reads(1), Writes(0), ReturnsInto(0)]
        }
        "strdup" | "__strdup" | "strndup" | "__strndup" => &[ReturnsFilled, Reads(0)],
        "strchr" | "index" | "strchrnul" | "strrchr" | "rindex" => &[Reads(0), ReturnsInto(0)],
        "strpbrk" | "strstr" => &[Reads(0), Reads(1), ReturnsInto(0)],
        "strtod"
        | "strtof"
        | "strtold"
        | "__strtod_internal"
        | "__strtof_internal"
        | "__strtold_internal"
        | "__raddle_parse_double" => &[Reads(0), StoresInto { to: 1, value: 0 }],
        "printf" | "__printf_chk" | "vprintf" | "__vprintf_chk" | "fprintf" | "__fprintf_chk"
        | "vfprintf" | "__vfprintf_chk" | "dprintf" | "vdprintf" | "puts" | "fputs"
        | "fputs_unlocked" | "fwrite" | "fwrite_unlocked" | "write" | "perror" => &[ReadsFrom(0)],
        "sprintf" | "__sprintf_chk" | "vsprintf" | "__vsprintf_chk" | "snprintf"
        | "__snprintf_chk" | "vsnprintf" | "__vsnprintf_chk" => &[ReadsFrom(0), Writes(0)],
        "asprintf" | "__asprintf_chk" | "vasprintf" | "__vasprintf_chk" => {
            &[ReadsFrom(1), StoresFresh { to: 0 }]
        }
        "putchar" | "putchar_unlocked" | "fputc" | "putc" | "_IO_putc" | "fputc_unlocked"
        | "putc_unlocked" => &[],
        "getchar"
        | "getchar_unlocked"
        | "fgetc"
        | "getc"
        | "_IO_getc"
        | "getc_unlocked"
        | "fgetc_unlocked"
        | "__raddle_getc"
        | "__raddle_scan_other"
        | "ungetc"
        | "feof"
        | "feof_unlocked"
        | "ferror"
        | "ferror_unlocked"
        | "clearerr"
        | "fileno"
        | "fflush"
        | "fflush_unlocked"
        | "fclose"
        | "setbuf"
        | "setbuffer"
        | "setlinebuf"
        | "setvbuf"
        | "flockfile"
        | "funlockfile" => &[],
        "__raddle_stdin"
        | "__ctype_b_loc"
        | "__ctype_tolower_loc"
        | "__ctype_toupper_loc"
        | "__errno_location"
        | "__error"
        | "__errno"
        | "getenv"
        | "secure_getenv"
        | "__secure_getenv" => &[ReturnsLibrary],
        "isalpha" | "isdigit" | "isalnum" | "isspace" | "isblank" | "isupper" | "islower"
        | "isxdigit" | "iscntrl" | "isprint" | "isgraph" | "ispunct" | "isascii" | "toascii"
        | "tolower" | "_tolower" | "toupper" | "_toupper" => &[],
        _ => return None,
    })
}

fn thread_functions(name: &str) -> Option<&'static [Effect]> {
    use Effect::{Calls, CallsAtEnd, Keeps, Reads, ReturnsKept, Starts, StoresKept, Writes};
    Some(match name {
        "pthread_create" => &[Writes(0), Reads(1), Starts { function: 2, argument: 3 }],
        "thrd_create" => &[Writes(0), Starts { function: 1, argument: 2 }],
        "pthread_join" | "pthread_tryjoin_np" => &[StoresKept { to: 1 }],
        "pthread_timedjoin_np" | "pthread_clockjoin_np" => {
            &[StoresKept { to: 1 }, Reads(2), Reads(3)]
        }
        "thrd_join" => &[Writes(1)],
        "pthread_exit" | "thrd_exit" => &[Keeps(0)],
        "pthread_self" | "thrd_current" | "pthread_equal" | "thrd_equal" | "pthread_detach"
        | "thrd_detach" | "thrd_yield" | "sched_yield" | "pthread_yield" => &[],
        "pthread_setname_np" => &[Reads(1)],
        "pthread_setaffinity_np" | "pthread_setschedparam" => &[Reads(2)],
        "pthread_setconcurrency"
        | "pthread_getconcurrency"
        | "pthread_setcancelstate"
        | "pthread_setcanceltype"
        | "pthread_testcancel" => &[Writes(1)],
        "pthread_once" | "call_once" => &[Reads(0), Writes(0), Calls { function: 1 }],
        "pthread_key_create" | "tss_create" => &[Writes(0), CallsAtEnd { function: 1 }],
        "pthread_setspecific" | "tss_set" => &[Keeps(1)],
        "pthread_getspecific" | "tss_get" => &[ReturnsKept],
        "pthread_key_delete" | "tss_delete" => &[],
        "pthread_cond_wait"
        | "pthread_cond_timedwait"
        | "pthread_cond_clockwait"
        | "cnd_wait"
        | "cnd_timedwait" => &[Reads(0), Writes(0), Reads(1), Writes(1), Reads(2), Reads(3)],
        "raddle_atomic_begin"
        | "raddle_atomic_end"
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end"
        | "__raddle_is_cancelled"
        | "__raddle_cancel_here"
        | "raddle_await" => &[],
        _ if is_synchronisation(name) => {
            &[Reads(0), Writes(0), Reads(1), Writes(1), Reads(2), Writes(2)]
        }
        _ => return None,
    })
}

/// Operations on mutexes, condition variables and the like: they touch what their parameters point to and
/// store no addresses there.
fn is_synchronisation(name: &str) -> bool {
    const PREFIXES: &[&str] = &[
        "pthread_mutex_",
        "pthread_mutexattr_",
        "pthread_cond_",
        "pthread_condattr_",
        "pthread_rwlock_",
        "pthread_rwlockattr_",
        "pthread_barrier_",
        "pthread_barrierattr_",
        "pthread_spin_",
        "pthread_attr_",
        "mtx_",
        "cnd_",
        "sem_",
    ];
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// The general forms take a size and addresses, those with a size in their name take values: a value that is
/// stored may be an address.
fn atomic_functions(name: &str) -> Option<&'static [Effect]> {
    use Effect::{Copies, Loads, Reads, Stores};
    Some(match name {
        "__atomic_is_lock_free"
        | "__atomic_thread_fence"
        | "__atomic_signal_fence"
        | "__sync_synchronize" => &[],
        "__atomic_load" => &[Copies { to: 2, from: 1 }],
        "__atomic_store" => &[Copies { to: 1, from: 2 }],
        "__atomic_exchange" => &[Copies { to: 3, from: 1 }, Copies { to: 1, from: 2 }],
        "__atomic_compare_exchange" => {
            &[Copies { to: 2, from: 1 }, Copies { to: 1, from: 3 }, Reads(2)]
        }
        _ if name.starts_with("__atomic_compare_exchange_") => {
            &[Copies { to: 1, from: 0 }, Stores { to: 0, value: 2 }, Reads(1)]
        }
        _ if name.contains("compare_and_swap") => {
            &[Reads(0), Stores { to: 0, value: 2 }, Loads { from: 0 }]
        }
        _ if name.starts_with("__atomic_") || name.starts_with("__sync_") => {
            &[Reads(0), Stores { to: 0, value: 1 }, Loads { from: 0 }]
        }
        _ => return None,
    })
}

fn other_functions(name: &str) -> Option<&'static [Effect]> {
    use Effect::{Reads, ReadsFrom, Writes};
    Some(match name {
        "__raddle_exit"
        | "exit"
        | "_exit"
        | "_Exit"
        | "quick_exit"
        | "abort"
        | "__VERIFIER_error"
        | "reach_error"
        | "__VERIFIER_assume"
        | "raddle_assume"
        | "raddle_check"
        | "raddle_invariant"
        | "raddle_print"
        | "raddle.holds"
        | "raddle.section_depth"
        | "raddle.stays"
        | "raddle.reached" => &[],
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" | "_assert" => {
            &[ReadsFrom(0)]
        }
        "raddle_make_symbolic" => &[Writes(0), Reads(2)],
        "abs" | "labs" | "llabs" | "imaxabs" => &[],
        "rand" | "random" | "lrand48" | "srand" | "srandom" | "srand48" | "mrand48"
        | "arc4random" | "arc4random_uniform" => &[],
        "rand_r" => &[Reads(0), Writes(0)],
        "getentropy" | "arc4random_buf" | "getrandom" => &[Writes(0)],
        "sleep" | "usleep" | "sync" | "isatty" | "alarm" | "close" => &[],
        "nanosleep" | "thrd_sleep" => &[Reads(0), Writes(1)],
        "clock_nanosleep" => &[Reads(2), Writes(3)],
        "__raddle_input_limit" => &[],
        "__raddle_input"
        | "__raddle_input_int"
        | "__raddle_choose"
        | "__raddle_misuse"
        | "__raddle_unsupported"
        | "__raddle_not_thread_safe"
        | "__raddle_reads_hidden" => &[ReadsFrom(0)],
        "frexp" | "frexpf" | "frexpl" | "modf" | "modff" | "modfl" => &[Writes(1)],
        _ if MATHEMATICS.contains(&name.trim_end_matches(['f', 'l'])) => &[],
        _ => return None,
    })
}

/// Functions of numbers alone, without the suffix of their type.
const MATHEMATICS: &[&str] = &[
    "sqrt",
    "cbrt",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "floor",
    "cei",
    "ceil",
    "trunc",
    "round",
    "rint",
    "nearbyint",
    "roundeven",
    "fabs",
    "pow",
    "fmod",
    "remainder",
    "atan2",
    "hypot",
    "fmin",
    "fmax",
    "fdim",
    "copysign",
    "nextafter",
    "fma",
    "ldexp",
    "scalbn",
    "lround",
    "llround",
    "lrint",
    "llrint",
];
