//! The columns of the table. Numbers are parameters, counted from zero.

/// Who executes a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// A model of the machine, in this file of `machine/src/models/`.
    Machine(&'static str),
    /// C text of the run-time library, in this file of `frontend/runtime/`.
    C(&'static str),
    /// The machine, unless the program uses something that needs the version of the run-time library.
    Either(&'static str, &'static str),
    /// Nobody: a path that calls it ends as *unknown*.
    Nobody(StandIn),
    /// The front end makes something else of its calls.
    Frontend,
}

/// What `--havoc-externals` can do about a function that nobody executes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StandIn {
    /// It lets the call return any value.
    AnyResult,
    /// Nothing: what the function does to control or memory no result can stand for.
    Nothing,
}

/// What a function does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// This, and nothing else. Which memory it reads and writes through its arguments must be complete, and which addresses it
    /// hands on. Its hidden state (the position in a stream, a seed) need not be described unless its [`Control`] is `Computes`.
    Does(&'static [Effect]),
    /// What its C text says.
    AsWritten,
    /// Nothing is known.
    Anything,
}

/// One thing a function does to memory.
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
    /// It may fail, end the run, wait, synchronise, ask for input or be noticed from outside. It is part of every slice, with
    /// all its arguments.
    Kept,
    /// It waits for the end of a thread and does nothing else.
    Joins,
}

/// What a function has to do with threads. What is visible to other threads need not be said: that follows from what a call
/// accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads {
    pub deed: Deed,
    pub waits: Waits,
    pub watches: Watches,
    pub name: ThreadName,
}

impl Threads {
    /// Nothing at all.
    pub const NONE: Threads = Threads {
        deed: Deed::Plain,
        waits: Waits::Never,
        watches: Watches::Nothing,
        name: ThreadName::Used,
    };
}

/// What a function does to threads and locks, for static warnings, contexts and looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// Nothing.
    Plain,
    /// Something that is not followed.
    Other,
    /// Waits for a lock.
    Lock {
        of: Sort,
        mode: Mode,
    },
    /// Takes a lock, or returns a code.
    TryLock {
        of: Sort,
        mode: Mode,
        refusal: u64,
        limit: Limit,
    },
    Unlock {
        of: Sort,
    },
    Init {
        of: Sort,
    },
    /// Initialises a mutex whose kind is a parameter.
    InitWithKind,
    Destroy {
        of: Sort,
    },
    /// Says of which kind mutexes are.
    MutexKind,
    /// Touches only the attributes or the synchronisation object that it is given.
    Attribute,
    /// Waits with a condition variable and a mutex.
    Wait {
        limit: Limit,
    },
    Signal {
        all: bool,
    },
    BarrierWait,
    /// Creates a thread. The parameter behind the function is its argument.
    Create {
        handle: usize,
        function: usize,
    },
    /// Waits for the end of a thread.
    Join,
    EndThread,
    /// Lets something be run when a thread ends.
    CallAtEnd,
    /// Runs a function unless that was done before.
    Once,
    BeginSection,
    EndSection,
    /// Waits until its argument holds.
    Await,
    /// Leaves out the runs in which its argument does not hold.
    Assume,
    /// Tells the checker what always holds.
    Check,
    /// Returns an input, and touches no memory.
    Input,
    /// Lets others go first, and touches no memory.
    Idle,
    /// The same for a time that it reads from memory.
    Sleep,
    EndRun,
    /// Something is wrong, and the run ends.
    Fail,
}

/// What functions return that get no lock.
pub(crate) const EBUSY: u64 = 16;
pub(crate) const ETIMEDOUT: u64 = 110;
pub(crate) const MINUS_ONE: u64 = 0xffff_ffff;
pub(crate) const THRD_BUSY: u64 = 1;
pub(crate) const THRD_TIMED_OUT: u64 = 4;

/// Kinds of synchronisation objects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    Mutex,
    ReadWriteLock,
    Spinlock,
    Semaphore,
    Condition,
    Barrier,
}

/// How a lock is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    Alone,
    Reading,
}

/// How long a function waits at most.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    None,
    /// Until a time that this parameter points to.
    Time(usize),
    /// Until a time of a clock that is a parameter, too.
    Clock,
}

/// Whether a thread may wait in a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Waits {
    Never,
    /// For one object to change, and it looks at nothing else.
    ForOneObject,
    /// At most until a time. A call is one step all the same: it waits no longer than others let it.
    ForAWhile,
    /// In two steps: the first lets others go on, the second waits.
    InTwoSteps,
    /// Otherwise.
    Else,
}

/// What a function may look at of other threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Watches {
    Nothing,
    /// That they are there, or have ended.
    Threads,
    /// Whether they have ended, without waiting for it. Then the end of a thread matters to who does not wait for it.
    Ends,
    /// The same, and what it returns tells. Then the end of a thread is an operation of its own: others may ask between it and what the
    /// thread did last.
    WhetherEnded,
}

impl Watches {
    /// Whether it matters when threads end that nobody waits for.
    pub fn ends(self) -> bool {
        match self {
            Watches::Nothing | Watches::Threads => false,
            Watches::Ends | Watches::WhetherEnded => true,
        }
    }
}

/// What a function uses the name of its thread for, and the addresses that it is given. Symmetry rests on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ThreadName {
    /// Anything.
    Used,
    /// Nothing, given that its arguments are the same numbers.
    Unused,
    /// The same, and its first argument may be the handle of another thread: it asks which thread that is.
    Handle,
    /// The same, and its argument may be where memory begins that a thread took from the heap: it asks which memory that is.
    Heap,
    /// For the owner of a lock only, and the address for what lies there only.
    Owner,
}

/// Whether arguments have to be numbers where a transition is executed over cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arguments {
    /// They are pinned to what they are in the state at hand.
    Pinned,
    /// The model takes them for what they are, known or not.
    AsTheyAre,
}

/// Whether the system may refuse a call although the caller did nothing wrong (`--calls-may-fail`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refused {
    Never,
    /// There is no memory: it returns NULL.
    Memory,
    /// Something else is missing, or a signal interrupts it.
    Else,
}

/// Hidden memory of functions that need not be thread-safe (POSIX, 2.9.1), named after the function that everybody knows it from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hidden {
    Rand,
    Lrand48,
    Strtok,
    Strerror,
    Setlocale,
    Getenv,
    Localtime,
    Asctime,
    Hsearch,
    Strsignal,
    Basename,
    Dirname,
    Getpwnam,
    Getgrnam,
    Gethostbyname,
    Getservbyname,
    Getprotobyname,
    InetNtoa,
    Getlogin,
    Ttyname,
    Ptsname,
    Crypt,
    L64a,
    NlLanginfo,
}

impl Hidden {
    pub const ALL: &[Hidden] = &[
        Hidden::Rand,
        Hidden::Lrand48,
        Hidden::Strtok,
        Hidden::Strerror,
        Hidden::Setlocale,
        Hidden::Getenv,
        Hidden::Localtime,
        Hidden::Asctime,
        Hidden::Hsearch,
        Hidden::Strsignal,
        Hidden::Basename,
        Hidden::Dirname,
        Hidden::Getpwnam,
        Hidden::Getgrnam,
        Hidden::Gethostbyname,
        Hidden::Getservbyname,
        Hidden::Getprotobyname,
        Hidden::InetNtoa,
        Hidden::Getlogin,
        Hidden::Ttyname,
        Hidden::Ptsname,
        Hidden::Crypt,
        Hidden::L64a,
        Hidden::NlLanginfo,
    ];

    pub fn function(self) -> &'static str {
        match self {
            Hidden::Rand => "rand",
            Hidden::Lrand48 => "lrand48",
            Hidden::Strtok => "strtok",
            Hidden::Strerror => "strerror",
            Hidden::Setlocale => "setlocale",
            Hidden::Getenv => "getenv",
            Hidden::Localtime => "localtime",
            Hidden::Asctime => "asctime",
            Hidden::Hsearch => "hsearch",
            Hidden::Strsignal => "strsignal",
            Hidden::Basename => "basename",
            Hidden::Dirname => "dirname",
            Hidden::Getpwnam => "getpwnam",
            Hidden::Getgrnam => "getgrnam",
            Hidden::Gethostbyname => "gethostbyname",
            Hidden::Getservbyname => "getservbyname",
            Hidden::Getprotobyname => "getprotobyname",
            Hidden::InetNtoa => "inet_ntoa",
            Hidden::Getlogin => "getlogin",
            Hidden::Ttyname => "ttyname",
            Hidden::Ptsname => "ptsname",
            Hidden::Crypt => "crypt",
            Hidden::L64a => "l64a",
            Hidden::NlLanginfo => "nl_langinfo",
        }
    }

    /// What a function of the table does to such memory: `getenv` only looks at it.
    pub fn is_only_read_by(function: &str) -> bool {
        matches!(function, "getenv" | "secure_getenv" | "__secure_getenv")
    }

    /// The hidden memory of a function of that name.
    pub fn of(function: &str) -> Option<Hidden> {
        Hidden::ALL.iter().copied().find(|hidden| hidden.function() == function)
    }
}

/// What becomes of output by a call. Where everything is as it was, printing a number is a step that nobody notices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Output {
    /// It goes where it went before.
    AsItWas,
    /// It may go elsewhere or nowhere, be kept back, or end in the middle.
    Changed,
}

/// Whether a thread that somebody cancelled ends when it calls a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cancellation {
    Never,
    /// Systems may let it; here it does not.
    Allowed,
    Always,
}

/// What is taken for granted about the surroundings of a program that calls a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Granted {
    /// Output goes where it should.
    OutputSucceeds,
    /// There are no variables in the environment, unless some are asked for.
    EmptyEnvironment,
    /// The machine has few processors.
    FewProcessors,
    /// No signal comes from outside.
    NoSignals,
    /// Files that are there before the program begins hold a few bytes.
    ShortFiles,
    /// Local time is that of Greenwich.
    GreenwichTime,
    /// Signals that the process sends to itself are taken by who sends them.
    SignalsAtSender,
    /// Waits end for a reason.
    NoSpuriousWakeups,
    /// A thread is not ended in the middle of a library function.
    WholeCalls,
}

/// Whether the run-time of native replays has its own version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Native {
    AsItIs,
    Wrapped,
}
