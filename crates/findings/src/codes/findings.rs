//! The findings: ways in which a program misbehaves. Grouped by property; `R06` is misuse of synchronisation, `R07` the rest.

code_list! {
    /// A way in which the analysed program misbehaves.
    FindingKind

    Assertion = "R0101", "assertion", "assert", "assertion failed",
    help: "run the program on the inputs shown, or strengthen what is assumed about them",
    r#"
An `assert(condition)` was reached on a feasible path with values that make the condition false.

    int x = __VERIFIER_nondet_int();
    assert(x * x >= 0);          // fails: the multiplication wraps for large x

The report shows inputs that lead there; Raddle has re-run the program on exactly these inputs before printing them.
Either the program is wrong for them, or such inputs cannot occur in reality: then say so before the code that relies on
it, with `raddle_assume(condition)` or `__VERIFIER_assume(condition)`.
A failing assertion ends the run, as in C; `raddle_check` records the failure and goes on (R0103).
"#;

    ReachError = "R0102", "reach-error", "assert", "error location reached",
    help: "the path shown leads to a call that must never be executed",
    r#"
A call of `reach_error()` or `__VERIFIER_error()` was executed. These functions mark places that must be unreachable.

    if (balance < 0)
        reach_error();

The inputs and steps in the report lead to the call. The run ends there.
"#;

    Check = "R0103", "check", "assert", "check failed",
    help: "run the program on the inputs shown, or strengthen what is assumed about them",
    r#"
A `raddle_check(condition)` from <raddle.h> was evaluated with values that make the condition false.

    raddle_check(queue.length <= CAPACITY);

In contrast to `assert` the run continues behind it, so that several independent checks can fail and be reported in one
program.
"#;

    Invariant = "R0104", "invariant", "assert", "invariant violated",
    help: "the step named last in the trace changed the state so that the invariant no longer holds",
    r#"
A condition declared with `raddle_invariant(condition)` did not hold in some state after that. The condition is a function
of global variables; it is evaluated where it is declared, and again behind every write of any thread to one of them. A section
between `raddle_atomic_begin()` and `raddle_atomic_end()` counts as one write.

    static int balanced(void) { return credit - debit == balance; }
    ...
    raddle_invariant(balanced);

The report stands where the invariant is declared; the last step of the trace is the write that broke it. As with `raddle_check` the
run continues.
"#;

    Abort = "R0105", "abort", "assert", "program aborted",
    help: "the path shown leads to `abort`; end the program with `exit` if that is meant to happen",
    r#"
`abort()` was called: the program stopped because it found that something is wrong.

    if (node->next == node)
        abort();

The inputs and steps in the report lead to the call. The run ends there, without the functions that `atexit` registered. Ends that a program may choose are no
findings: `exit`, `_exit`, `_Exit`, `quick_exit` with any code. `__builtin_trap` is R0701, `__assert_fail` is R0101 also where it is called by hand.
`raise` and `kill` are not modelled.

Where `abort` is used to exclude inputs, say `raddle_assume(condition)` instead. In a function named `assume_abort_if_not` it is taken for that,
and with `--svcomp` everywhere.
"#;

    Target = "R0191", "target", "assert", "target reached",
    help: "the run shown leads there; `raddle replay` runs it again",
    r#"
What `raddle hunt` was asked for: a run in which a thread comes to the line, or distinct threads stand at each of several lines at
once.

    raddle hunt server.c --target server.c:112 --target server.c:240

The inputs and the schedule lead to the last of the targets; threads that stand at the others have stopped there.
"#;

    OutOfBounds = "R0201", "memory-out-of-bounds", "memory", "access outside of an object",
    help: "check the index or the length before the access",
    r#"
Memory was read or written before the start or behind the end of the object the pointer belongs to.

    int a[4];
    int i = __VERIFIER_nondet_int();
    if (i <= 4)
        a[i] = 0;                // i may be 4, or negative

The report names the object, its size, and the offset that was accessed. An access that is partly inside counts too.
"#;

    UseAfterFree = "R0202", "memory-use-after-free", "memory", "use of freed memory",
    help: "do not use the pointer after `free`; the place where it was freed is shown",
    r#"
Memory that had been given back with `free` (or moved by `realloc`) was read, written or passed to a library function.

    free(node);
    next = node->next;           // read `next` before freeing the node
"#;

    DoubleFree = "R0203", "memory-double-free", "memory", "memory freed twice",
    help: "set the pointer to NULL after `free`, or decide who owns the memory",
    r#"
`free` or `realloc` was called with a pointer to memory that had been freed before. The report shows both places.

    free(p);
    if (failed)
        free(p);                 // freed again
"#;

    InvalidFree = "R0204", "memory-invalid-free", "memory", "free of something that was not allocated",
    help: "pass `free` exactly the pointer that malloc, calloc or realloc returned",
    r#"
`free` or `realloc` was called with a pointer that no allocation function returned: into the middle of a block, to a
local or global variable, to a function, or to nothing at all.

    char *p = malloc(8);
    p++;
    free(p);                     // not the pointer malloc returned
"#;

    NullDereference = "R0205", "memory-null-dereference", "memory", "null pointer dereferenced",
    help: "test the pointer before using it",
    r#"
A null pointer, or one a small distance from it (a field of a null structure pointer), was read, written or called.

    struct node *n = find(list, key);
    return n->value;             // `find` returns NULL when there is no such key
"#;

    WildDereference = "R0206", "memory-wild-dereference", "memory", "pointer to no object dereferenced",
    help: "find out where the pointer value comes from; it was not derived from any object",
    r#"
A pointer that points to no object was read, written or called: an integer converted to a pointer, an uninitialised or
overwritten pointer, or the address of something of a different kind (data called as a function).

    int *p = (int *)0x1234;
    *p = 1;
"#;

    Uninitialised = "R0207", "memory-uninitialised", "memory", "use of uninitialised memory",
    help: "give the variable a value on every path to its use",
    r#"
A branch, an address or a library call depended on memory that was never written. Copying such memory around is allowed;
deciding something by it is not.

    int x;
    if (flag)
        x = 1;
    if (x > 0) ...               // x has no value when flag is 0
"#;

    StackUseAfterReturn = "R0208", "memory-stack-use-after-return", "memory", "use of a local variable after its lifetime",
    help: "return a copy, or allocate the object where it lives long enough",
    r#"
A pointer to a local variable was used after the function returned, or after the block that declared it was left.

    int *f(void) { int local = 1; return &local; }
    ...
    *f() = 2;
"#;

    Leak = "R0209", "memory-leak", "memory:leak", "memory never freed",
    help: "free the block before the last pointer to it goes away",
    r#"
The program ended while a block of allocated memory had not been freed. Checked with `--property memory:leak` only.
The location is the allocation.

    int main(void) { char *p = malloc(10); return p == 0; }
"#;

    WriteToConstant = "R0210", "memory-write-to-constant", "memory", "write to constant memory",
    help: "copy the constant into an array of your own before changing it",
    r#"
A string literal, a `const` object with static storage or a function was written to.

    char *s = "abc";
    s[0] = 'A';                  // use: char s[] = "abc";
"#;

    OverlappingCopy = "R0211", "memory-overlapping-copy", "memory", "source and destination of a copy overlap",
    help: "use memmove, which allows overlap",
    r#"
`memcpy`, `strcpy`, `strcat` or a relative was called with regions that overlap, which C leaves undefined.

    memcpy(buffer + 1, buffer, 10);
"#;

    LibraryMisuse = "R0212", "memory-library-misuse", "memory", "library function used against its contract",
    help: "see the function's manual page for what its arguments must satisfy",
    r#"
A library function was called with arguments for which its behaviour is undefined: a null or unterminated string,
a `FILE *` that is not open, a format string that does not fit its arguments, a character outside of what <ctype.h>
accepts, a size of zero where none is allowed.

    printf("%s\n", 42);
"#;

    FunctionType = "R0213", "memory-function-type", "memory", "function called as something it is not",
    help: "call the function through a pointer of its own type, or declare it as it is defined",
    r#"
A function was called with another number of arguments than it takes, or with an argument or result of another kind or width, mostly
through a pointer that was cast. C leaves this undefined, and on real machines the other half of a register holds anything.
A struct passed by value is no pointer to it, and a function with variable arguments does not find floats if the caller
took it for one without.

    long (*f)(void) = (long (*)(void))get_int;
    return f();                  // get_int returns an int

That all pointers are passed alike, and like integers of their width, is relied upon everywhere and is not reported; nor are arguments
for a function that takes none, or the missing result of a function that returns none, unless it is used.
"#;

    SignedOverflow = "R0301", "overflow", "overflow", "signed integer overflow",
    help: "test the operands before the operation, or use a wider or an unsigned type",
    r#"
The mathematical result of a signed operation does not fit its type. C leaves this undefined; compilers rely on it never
happening. Checked with `--property overflow`.

    int middle = (low + high) / 2;   // use: low + (high - low) / 2

Unsigned arithmetic wraps around by definition and is not reported.
"#;

    DivisionByZero = "R0302", "division-by-zero", "overflow", "division by zero",
    help: "test the divisor before dividing",
    r#"
The right operand of `/` or `%` on integers was zero.

    return sum / count;          // count may be 0

It always ends the path, because there is no value to go on with. When the overflow property is not active, the verdict
is unknown (U0306) instead of unsafe.
"#;

    ShiftOutOfRange = "R0303", "shift-out-of-range", "overflow", "shift by too many or a negative number of bits",
    help: "keep the shift count at least 0 and below the width of the left operand",
    r#"
The right operand of `<<` or `>>` was negative or at least as large as the width of the left one, which C leaves
undefined.

    unsigned bit(int n) { return 1u << n; }   // n may be 32
"#;

    DataRace = "R0401", "data-race", "race", "data race",
    help: "protect both accesses with the same lock, or make them atomic",
    r#"
Two threads access the same memory, at least one of them writes, at least one access is not atomic, and no
synchronisation orders them. C gives such a program no meaning. Atomic operations and fences order what their memory orders say
(C11 7.17.3): a flag that is stored or loaded with `memory_order_relaxed` publishes nothing, and the report names what is missing.

    int counter;
    void *worker(void *unused) { counter++; return 0; }   // in two threads

The report shows both accesses with their stacks, the locks held, and where the threads were created.
"#;

    Deadlock = "R0501", "deadlock", "deadlock", "deadlock",
    help: "acquire locks in the same order everywhere; what else a thread waits for has to come from one that can still run",
    r#"
Threads wait for each other so that none of them can ever go on. The report shows who holds what and who waits where.

    thread 1: lock(a); lock(b);
    thread 2: lock(b); lock(a);
"#;

    SelfLock = "R0502", "self-lock", "deadlock", "thread locks a mutex it already holds",
    help: "unlock first, or make the mutex recursive",
    r#"
A thread locked a normal mutex it already owns and waits for itself for ever.

    pthread_mutex_lock(&m);
    helper();                    // locks m again
"#;

    LostWakeup = "R0503", "lost-wakeup", "deadlock", "thread waits for a signal that was already given",
    help: "wait in a loop that tests a condition changed under the same mutex",
    r#"
A thread waits on a condition variable, and no other thread will ever signal it: the signal came before the wait.

    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);   // use: while (!ready) pthread_cond_wait(&c, &m);
"#;

    Livelock = "R0504", "livelock", "deadlock", "threads wait in loops that can never end",
    help: "the cells these loops test are not written by any thread that can still run",
    r#"
All threads that are not blocked spin in loops without effect, and no thread is left that could change what they test.

    while (!flag) ;              // nobody will set flag any more
"#;

    UnlockNotOwner = "R0601", "unlock-not-owner", "deadlock", "unlock of a mutex the thread does not hold",
    help: "unlock in the thread that locked, exactly once",
    r#"
A mutex, rwlock or spinlock was unlocked by a thread that does not hold it, or while nobody held it.
"#;

    DestroyLocked = "R0602", "destroy-locked", "deadlock", "destruction of a synchronisation object in use",
    help: "destroy it only after every thread has left it",
    r#"
A mutex or rwlock was destroyed while held, or a condition variable, barrier or semaphore while threads wait on it. Also
freeing or leaving the scope of memory that contains such an object counts.
"#;

    DoubleDestroy = "R0603", "double-destroy", "deadlock", "synchronisation object destroyed twice",
    help: "destroy each object once; initialise it again before using it again",
    r#"
A mutex, condition variable, rwlock, barrier or semaphore was destroyed a second time without having been initialised
again in between.
"#;

    BarrierMisuse = "R0604", "barrier-misuse", "deadlock", "barrier used against its contract",
    help: "initialise the barrier once with the number of threads that will wait on it",
    r#"
A barrier was initialised with a count of zero, initialised while threads wait on it, or used without initialisation.
"#;

    UninitialisedSync = "R0605", "uninitialised-sync", "deadlock", "synchronisation object used before initialisation or after destruction",
    help: "call the matching init function first, or use the static initialiser",
    r#"
A mutex, condition variable, rwlock, barrier, semaphore or key was used although it had not been initialised, or had been
destroyed.

    pthread_mutex_t *m = malloc(sizeof *m);
    pthread_mutex_lock(m);       // needs pthread_mutex_init(m, 0)
"#;

    JoinMisuse = "R0606", "join-misuse", "deadlock", "join or detach of a thread that cannot be joined",
    help: "join each thread exactly once, and not after detaching it",
    r#"
`pthread_join` or `pthread_detach` was applied to a thread that was already joined or detached, or that never existed.
"#;

    WaitWithoutMutex = "R0607", "wait-without-mutex", "deadlock", "condition wait without holding the mutex",
    help: "lock the mutex before waiting, and wait with the same mutex everywhere",
    r#"
`pthread_cond_wait` was called by a thread that does not hold the mutex it passes, or with a different mutex than another
thread that waits on the same condition variable at the same time.
"#;

    Trap = "R0701", "trap", "assert", "trap executed",
    help: "the path shown leads to an instruction that stops the program",
    r#"
`__builtin_trap()` was executed: the program, or a check that the compiler built into it, stopped on purpose because
something is wrong. (`abort()` is R0105; `exit(1)` ends the run and is not a finding.)
"#;

    UnreachableExecuted = "R0702", "unreachable-executed", "assert", "code promised to be unreachable was executed",
    help: "return a value on every path, or correct the promise made by __builtin_unreachable",
    r#"
Execution arrived at `__builtin_unreachable()`, left a non-void function without `return`ing a value that is then used, or
returned from a function declared `noreturn`. Anything could happen in the compiled program.
"#;

    StackOverflow = "R0703", "memory-stack-overflow", "memory", "stack overflow",
    help: "the recursion has no end on the path shown, or the local variables are too large",
    r#"
The chain of calls became deeper, or local variables larger, than any usual stack holds (8 MiB).

    int f(int n) { return n == 0 ? 0 : f(n - 1); }   // endless for negative n
"#;
}
