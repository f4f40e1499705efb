//! What a verdict takes for granted. An assumption does not make it *unknown*; it is part of what "safe" means.

code_list! {
    /// Something the verdict takes for granted.
    AssumptionKind

    MallocNeverFails = "A0101", "malloc-succeeds", "", "malloc never fails",
    help: "--calls-may-fail explores the failing side of every allocation",
    r#"
`malloc`, `calloc`, `realloc` and relatives were taken to return memory. With `--calls-may-fail` each of them may also
return NULL, and the program is checked for both.
"#;

    ExternalsHavoc = "A0102", "externals-return-anything", "", "unknown functions return anything and change nothing",
    help: "add the files that define these functions and variables",
    r#"
With `--havoc-externals`, a call of a function without a body returns an arbitrary value. That it writes no memory of the
program, always returns, and calls nothing back is assumed. A variable that is declared but defined nowhere starts with an
arbitrary value; that only the files given change it is assumed.
"#;

    ConcreteArguments = "A0103", "given-arguments", "", "only the given command-line arguments",
    help: "--symbolic-args N makes N arguments arbitrary",
    r#"
`main` uses its arguments, and the check ran with the ones given by `--arg` (or none at all).
"#;

    EmptyEnvironment = "A0104", "empty-environment", "", "an empty environment",
    help: "--symbolic-env LEN lets getenv return arbitrary strings",
    r#"
`getenv` was taken to return NULL for every name. With `--symbolic-env LEN` it returns, for each name, either NULL or an
arbitrary string of at most LEN characters.
"#;

    OutputSucceeds = "A0105", "output-succeeds", "", "output never fails",
    help: "results of output functions are taken to be those of success",
    r#"
`printf`, `fputs`, `fflush` and other output functions were taken to succeed.
"#;

    FunctionArguments = "A0106", "typed-memory", "", "pointers are null or point to what their types say",
    help: "--where tells more: that a pointer is not null, how long an array is, what does not overlap",
    r#"
With `--function`, a pointer parameter, and every pointer in the memory that it leads to, is null or points to living memory of the
type it points to: an object of its own, or one that another pointer leads to, a member of it, an element, or a global
variable. Several pointers may be equal wherever types allow it. What a pointer points to is one element long unless `--where`
speaks of its size. Not considered: pointers to memory of another type, pointers to numbers or characters in a struct that is
met only later on the way, and pointers that are no addresses.
"#;

    ShortInput = "A0107", "short-input", "", "an input no longer than --input allows",
    help: "raise --input, or leave it out to let the input go on for ever",
    r#"
Standard input was taken to end after at most as many characters as `--input` says, where a number that `scanf` reads counts
as one character. Programs that read until the end of their input have no longest run without such a bound.
"#;

    RestIsDefined = "A0108", "rest-is-defined", "", "no undefined behaviour in what assertions do not depend on",
    help: "--property memory looks for it, and so does a check without --slice on",
    r#"
With `--slice on`, and assertions that depend on no memory that threads share, only what they depend on was executed. That all
else has defined behaviour (no access out of bounds that changes what is asserted, no data race), and hides no addresses in numbers
from which others compute them again, was not looked at.
"#;

    CallsSucceed = "A0109", "calls-succeed", "", "the system refuses no call",
    help: "--calls-may-fail explores both outcomes at the places that are listed",
    r#"
Calls that can fail although the program did nothing wrong were taken to succeed: there are threads, mutexes, semaphores and keys
enough (`pthread_create` does not return EAGAIN, `sem_init` not ENOSPC), and no signal interrupts a wait (`sem_wait`, `nanosleep`: EINTR).
The places listed are those where the program looks at the result. With `--calls-may-fail` each of these calls may also
fail, and the program is checked for both. Errors that arguments cause need no flag.
"#;

    Wrapping = "A0110", "signed-overflow-wraps", "", "signed overflow wraps around",
    help: "--property overflow reports it",
    r#"
A signed operation can leave the range of its type, and the property `overflow` is not checked. Its result was taken modulo the width,
as processors compute it. C leaves it undefined, and compilers rely on it never happening. The places are listed.
"#;

    MaskedShift = "A0111", "shifts-are-masked", "", "shifts by too many bits are taken modulo the width",
    help: "--property overflow reports them",
    r#"
A shift can be by a negative number of bits or by at least as many as its left operand has, and the property `overflow` is not checked. The
low five bits of the amount (six for 64-bit operands) were taken, as x86 processors do it. C leaves it undefined. The places are listed.
"#;

    ArbitraryMemory = "A0112", "arbitrary-memory", "", "uninitialised memory holds an arbitrary value",
    help: "--property memory reports what depends on it",
    r#"
The program's course depends on memory that nobody wrote, and the property `memory` is not checked. Every byte of it was taken
to hold some value, any value, that is the same at every read, as it is where a compiler translates each access on its own. C leaves
such reads undefined, and compilers may take them for something else. The places that depend on it are listed.
"#;

    NeverEnds = "A0113", "never-ends", "", "a loop that never ends is meant to be one",
    help: "the loops are listed; what lets them end is missing for some inputs",
    r#"
On some path the only thread that is left goes round a loop for ever: it came back to a state that it had been in before, memory and registers included. Nothing that is
looked for goes wrong on such a path, so it is no finding, and nothing behind the loop is reached by it. Whether a program should ever
end is not asked. The loops are listed.

    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] < key)
            low = middle;        // low + 1 == high: nothing changes any more
        else
            high = middle;
    }
"#;

    FewProcessors = "A0170", "few-processors", "", "at most four processors",
    help: "the number of processors is an input of the program; assume more about it with raddle_assume",
    r#"
The program asks how many processors there are (`sysconf`, `get_nprocs`). Every number from one to four was explored. Programs start a thread for each
of them, so that there is no end to larger numbers.
"#;

    NoSignals = "A0171", "no-signals", "", "no signal comes from outside to who does not wait for it",
    help: "a handler is called for signals that the program raises itself",
    r#"
The program has handlers for signals, waits for them or asks for an alarm. `raise` and `kill` call the handler, and `pthread_kill` reaches a thread that waits in `sigwait`. From
outside, `SIGHUP`, `SIGINT`, `SIGQUIT` and `SIGTERM` come to a thread that waits for them in `sigwait`, `sigsuspend` or `pause`, and so does the alarm; nothing else does, and nothing comes elsewhere:
what a handler does at an arbitrary place was not explored.
"#;

    ShortFiles = "A0172", "short-files", "", "files no longer than --input allows, or four bytes without it",
    help: "--input N lets a file have up to N bytes",
    r#"
A file that the program opens may be there or not, and holds any bytes, but at first no more than `--input` says; without that flag
no more than four. What the program writes is added to it. Nobody else changes files, and opening and writing them does not fail for lack of space or
permission.
"#;

    GreenwichTime = "A0173", "greenwich-time", "", "local time is that of Greenwich",
    help: "nothing depends on it but what `localtime`, `mktime` and their relatives return",
    r#"
The program asks for local times. They were taken to be those of Greenwich, as they are on a machine that has no time zone; there are no summer times.
"#;

    SignalsAtSender = "A0174", "signals-at-sender", "", "a signal to the program reaches the thread that sends it, unless it blocks it",
    help: "block the signal before threads are created, and take it with sigwait",
    r#"
The program sends a signal to itself (`kill`). The system may choose any thread that does not block the signal. It was delivered to the thread that sent it; if that
blocks it, to one that waits for it (`sigwait`) or stops blocking it.
"#;

    SequentialConsistency = "A0201", "sequential-consistency", "", "sequential consistency",
    help: "a program without data races whose atomics are all seq_cst does not need it; --memory-model c11 explores what C11 allows",
    r#"
All threads see all memory operations in one order. That is what C promises to programs without data races whose atomic operations
are all seq_cst; nothing is assumed of them. Otherwise it is not promised, and real processors do something else: behaviour that only weaker orders allow was
not explored. It is assumed of programs

- with atomic operations or fences of weaker orders (relaxed, acquire, release), if `--memory-model sc` asks for it, or if what C11 allows could not be explored to its end in a few seconds: the places
  are listed. Data races are judged by the orders that the program asks for; only the values that are read are those of one order;
- in which threads share memory by plain accesses (`volatile` ones are plain accesses, too) if data races were not among the properties, or if one was found.
"#;

    FewSpuriousWakeups = "A0202", "few-spurious-wakeups", "", "condition waits wake spuriously at most twice in a row",
    help: "wait in a loop that does nothing but test the condition again: then one wake-up stands for any number",
    r#"
POSIX and C allow `pthread_cond_wait` and its relatives to return although nobody signalled. Raddle explores that wherever it makes a
difference. At the places listed, a thread did something else after such a wake-up before it waited again, for instance count it. How
often that can happen has no bound; no more than two in a row were explored.
"#;

    CopiesAreOneStep = "A0203", "copies-are-one-step", "", "copies of shared memory are one step",
    help: "--property race tells whether another thread can come in between",
    r#"
`memcpy`, `strcpy`, assignments of structs and other library functions that go through shared memory were executed as one
step: that another thread sees a half of it, or changes what is not read yet, was not explored. Where this can happen it is
a data race; the assumption is only made in checks that do not look for races.
"#;

    NoSpuriousFailures = "A0204", "no-spurious-failures", "", "weak exchanges and try-locks of C11 fail for a reason only",
    help: "the places are listed; on common processors these operations do not fail spuriously",
    r#"
`atomic_compare_exchange_weak` was taken to fail only if the value differs from the expected one, and `mtx_trylock` only if
the mutex is held. C allows both to fail for no reason at all.
"#;

    MistakesEndRuns = "A0260", "mistakes-end-runs", "", "null pointers and divisions by zero end the process",
    help: "`raddle check` shows how it comes to that",
    r#"
On the way to a target of `raddle hunt` a null pointer was dereferenced, or something was divided by zero. The process was taken to end there, as it does on the
machines that are usual; C leaves it undefined.
"#;

    NoSpuriousWakeups = "A0270", "no-spurious-wakeups", "", "no condition wait wakes spuriously in a program that cancels threads",
    help: "check the waits in a program without pthread_cancel, where spurious wake-ups are explored",
    r#"
The program calls `pthread_cancel`. There a condition wait returns if it is signalled, if its time is up, or if its thread is cancelled. That POSIX
allows it to return for no reason was not explored.
"#;

    WholeCalls = "A0271", "whole-calls", "", "no thread is cancelled inside of a library function that does not wait",
    help: "call only async-cancel-safe functions while cancellation is asynchronous",
    r#"
The program calls `pthread_cancel` and `pthread_setcanceltype`. A thread with `PTHREAD_CANCEL_ASYNCHRONOUS` was cancelled before and after any of its operations, but
library functions that it calls were executed as a whole, unless they wait. POSIX promises that of none but `pthread_cancel`, `pthread_setcancelstate` and `pthread_setcanceltype`: a
thread that is cancelled inside of `malloc`, say, may leave the heap damaged.
"#;

    FewCancellationPoints = "A0272", "few-cancellation-points", "", "no thread is cancelled in functions that need not be cancellation points",
    help: "disable cancellation around input and output, or call pthread_testcancel where a thread may end",
    r#"
The program calls `pthread_cancel`. A thread that was asked to end does so at the functions of which POSIX says that they are cancellation points: those that wait, `read`, `write`, `open`, `close`
and others. Of many more, among them all that work on streams (`printf`, `fopen`, `getchar`), POSIX says that they may be. Here a thread never ends in one of these. Where it holds a lock around
output, say, it might keep it for ever on a real system.
"#;

    InitialGlobals = "A0301", "initial-globals", "", "global variables hold their initial values",
    help: "make variables symbolic in a small main of your own if they may hold something else",
    r#"
With `--function`, global variables hold what they hold when the program starts, and constructors have run. The function was not
checked for what the rest of the program may have stored in them before it is called.
"#;

    KnownFunctions = "A0302", "known-functions", "", "unknown function pointers point to functions of the program",
    help: "add the files that define the functions that are passed",
    r#"
With `--function`, a function pointer that comes from a parameter was called. It was taken to point to one of the functions of the
program whose address is used somewhere and that take such arguments.
"#;

    FreedWasAllocated = "A0303", "freed-was-allocated", "", "unknown memory that is freed was allocated",
    help: "the places are listed",
    r#"
With `--function`, memory that a parameter leads to was freed. It was taken to come from `malloc` and the pointer to point to its
start, and not to be a variable, or a part of something, that a caller passed.
"#;

    BoundedArrays = "A0304", "bounded-arrays", "", "arrays of unknown length are short",
    help: "--array-elements N lets them have up to N elements",
    r#"
With `--function`, an array whose size `--where` speaks of was taken to have no more elements than `--array-elements` says (16 without it),
and a string to end within as many characters. Arguments that need more room were not considered.
"#;

    FreeLocks = "A0305", "free-locks", "", "locks in unknown memory are ready and free",
    help: "write a small main that calls the function with what it holds",
    r#"
With `--function`, mutexes, read-write locks and condition variables in the memory that a parameter leads to were taken to be initialised, held by
nobody and waited for by nobody.
"#;

    OnlyThese = "A0380", "only-these-threads", "", "no other threads run than those of the context",
    help: "name the other threads with --at or --waiting",
    r#"
With `raddle from`, only the threads that the context names take part, and those that they create. What other threads of the program do after the context was
not considered; they hold no locks and signal nobody.
"#;

    RaceFreeBefore = "A0381", "race-free-before", "", "the program has no data races up to the context",
    help: "`raddle check --property race` or `raddle warn` looks for them",
    r#"
With `raddle from`, what is known of the state that threads start in comes from an analysis that follows the program without regard to data races. A
program that has one before its threads come to the context may be in states that were not considered. Nor is a race looked for between an access before
the context and one behind it.
"#;

    FragmentOnly = "A0382", "fragment-only", "", "nothing is said of what follows the fragment",
    help: "name outer frames, or leave out --until",
    r#"
With `raddle from`, a thread came to the end of what was asked about and stayed there: its outermost named function returned, or `--until` stopped it. What it
would do next, and what that would do to others, was not looked at.
"#;

    BeginTogether = "A0383", "calls-begin-together", "", "calls of the library begin where none of the others is in the middle",
    help: "`raddle check`, `raddle from --piecewise`, or a place in the middle of a call with --at",
    r#"
With `raddle from --library --caller`, each thread is about to make its call when the check starts, in any state in which the program may be then. A call that
can only begin because another one has come to its middle (it wakes its caller, or calls it back) was not considered together with that one.
"#;

    BacktraceReadSo = "A0384", "backtrace-read-so", "", "threads are as far with calls of the library as the backtrace was read",
    help: "read the note on how it was; name threads with --at and --waiting to have them elsewhere",
    r#"
With `raddle from --backtrace`, a thread was inside of a call of the library. How far it is does not show: one that sleeps in a wait may have been woken already, and one in `pthread_create` may have
created its thread. Of the ways to read it the likeliest was taken that the state of the others does not contradict, and the check says nothing of the rest.
"#;

    NothingStale = "A0385", "nothing-stale", "", "nothing is used that was freed, destroyed or left uninitialised before",
    help: "`raddle check` follows the program from its start",
    r#"
With `raddle from`, pointers that are read from memory lead to memory that is there, locks and the like are initialised and not destroyed, and memory that nobody wrote holds some value. What was
freed, went out of scope or was destroyed before the context, and is used in it all the same, was not looked for.
"#;
}
