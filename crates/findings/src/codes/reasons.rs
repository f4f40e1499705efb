//! The reasons why something was not explored. Each of them turns *safe* into *unknown*. `U01` are bounds, `U02` the solver,
//! `U03` constructs that are not understood, `U04` decisions of the exploration.

code_list! {
    /// Why a part of the program's behaviour was not explored.
    ReasonKind

    UnwindBound = "U0101", "unwind-bound", "", "a loop was cut by --unwind",
    help: "raise --unwind, or leave it out to follow the loop to its end",
    r#"
With `--unwind N` each loop is entered at most N times per activation. At least one path wanted to go round once more; what
lies behind was not looked at. "Safe up to N rounds" is not "safe", so the verdict is unknown unless something was found.
"#;

    StepBound = "U0102", "max-steps", "", "a run was cut by --max-steps",
    help: "raise --max-steps, or leave it out",
    r#"
With `--max-steps N` a run ends after N transitions. At least one run was longer, and its rest was not looked at.
"#;

    TimeBound = "U0103", "time-limit", "", "the time limit was reached",
    help: "raise --time, or bound what is explored: --input N ends the input, --unwind N each loop",
    r#"
`--time` was used up before everything was explored; it counts from the start of the command, the compiler included. What was found until then is reported; the rest is open. The number of
pending states in the statistics tells how much is known to be left.
"#;

    MemoryBound = "U0104", "memory-limit", "", "the memory limit was reached",
    help: "raise --memory, or use --strategy dfs, which keeps the fewest states",
    r#"
The process grew beyond `--memory` before everything was explored. Without the flag the limit is three quarters of what the
machine or the container has; the processes of `--jobs` share it. What was found until then is reported; the rest is open.
"#;

    Interrupted = "U0105", "interrupted", "", "the check was interrupted",
    help: "run again without interrupting; --time sets a limit in advance",
    r#"
Ctrl-C (or a termination signal) ended the exploration. What was found until then is reported; the rest is open.
A second Ctrl-C ends the process at once.
"#;

    PreemptionBound = "U0106", "preemption-bound", "", "schedules were cut by --preemptions",
    help: "raise --preemptions, or leave it out to explore all schedules",
    r#"
Schedules that interrupt running threads more often than `--preemptions` allows were not explored. Most concurrency defects
show with two or three preemptions, but the absence of findings within a bound is no proof.
"#;

    ThreadBound = "U0107", "thread-bound", "", "thread creation was cut by --max-threads",
    help: "raise --max-threads, or leave it out",
    r#"
A run wanted to create more threads than `--max-threads` allows and was ended there.
"#;

    WorkerLost = "U0108", "worker-lost", "", "workers ended before a part of the check was decided",
    help: "give workers less memory to use with --memory, or run fewer of them with --jobs; --resume checks what is left",
    r#"
With `--per-property` each property is checked by a process of its own; with `--workers`, parts of one search are explored on other machines. One such part was tried
several times, and each time its process was ended from outside, ran out of memory or met a defect of Raddle. What the others found is not affected.
"#;

    GuidedOnly = "U0109", "guided-only", "", "only the guided search was asked for",
    help: "leave out --search-with, so that the exhaustive search runs beside it",
    r#"
`raddle hunt --search-with guided` looks for a run that reaches the target and found none. It follows directions and is never
complete, so this says nothing about whether there is one.
"#;

    FragmentLost = "U0140", "fragment-lost", "", "what follows a fragment could not be started from",
    help: "`raddle check` explores runs from main to their end",
    r#"
With `raddle from --piecewise`, what follows a fragment is explored from where its threads stand. That is not possible where a function is under way
that the library called, where there are more than 8 threads, or where a thread has more than 32 frames.
"#;

    EndlessRun = "U0150", "endless-run", "", "a run has no end in sight",
    help: "--max-steps N ends each run after N transitions; what is found until then counts, and *safe* cannot be said",
    r#"
The search was in the middle of a run that has not come to an end: a thread goes round a loop, and no state of it was met before. Short bounded
searches were made beside it (`stats.probes`), and what they found is reported. If the program is meant to run for ever, bound it: `--max-steps` ends runs,
`--unwind` loops. A loop closes by itself if all it changes is met again, so a counter that only counts rounds is what keeps it open most often.
"#;

    EndlessWork = "U0151", "endless-work", "", "a thread works without end, and no other thread can notice",
    help: "--unwind N goes round each loop at most N times; or give the program less to do, such as smaller inputs",
    r#"
A loop in which nothing is shared with other threads has gone round very often and was still under way when the search stopped. It may be endless, or long.
"#;

    EndlessCreation = "U0152", "endless-creation", "", "a run creates more and more threads",
    help: "--max-steps N ends each run after N transitions; --max-threads N those in which more than N threads would be alive at once",
    r#"
The search was in the middle of a run that has created many threads and still creates more. Short searches with few threads were made beside it (`stats.probes`).
"#;

    SolverTimeout = "U0201", "solver-timeout", "", "the solver could not decide a condition within its limit",
    help: "--query-time 10m gives each query so much time; products and quotients of two inputs are what costs most",
    r#"
Whether a path is feasible, or a failure possible, could not be decided with the work that one query may take, or within `--query-time`. That path was given up.
The location is where the condition was met. `--log-queries DIR` writes the queries for a closer look.
"#;

    SolverIncomplete = "U0202", "solver-incomplete", "", "the solver cannot decide a condition of this kind",
    help: "the located expression is outside of what the solver handles; make one of its operands concrete",
    r#"
The solver gave up on a condition for another reason than time, for instance because its representation became too large.
That path was given up.
"#;

    UnsupportedConstruct = "U0301", "unsupported", "", "the program uses something Raddle does not model",
    help: "avoid the located construct, or put a simpler function in its place for the check",
    r#"
A path arrived at an instruction, an intrinsic or a use of the language that Raddle does not understand. It stops there
rather than guess. Paths that do not come there are checked as usual.
"#;

    UnresolvedExternal = "U0302", "external-function", "", "something that is defined nowhere was used",
    help: "add the file that defines it, or use --havoc-externals to let it be anything",
    r#"
A function was called, or a variable used, that is neither defined in the given files nor part of the library Raddle knows. Its
effect or value is unknown, so the path ends there.

With `--havoc-externals` the call returns an arbitrary value and changes no memory, and the variable starts with an arbitrary
value; both are listed among the assumptions. An array that is declared without a length is out of reach even so.
"#;

    SymbolicFloat = "U0303", "symbolic-float", "", "floating point on symbolic values",
    help: "give the floating-point inputs concrete values, or test the integer part apart from them",
    r#"
Floating-point numbers that depend on inputs are added, multiplied, divided, compared and converted bit by bit, and so are the functions whose results
are exact: square roots, rounding to whole numbers, minimum and maximum, signs and kinds of numbers. What is not modelled are remainders (`fmod`), the
other functions of <math.h>, and printing or reading such a number: the path ends there.
"#;

    SymbolicSize = "U0304", "symbolic-size", "", "a symbolic size beyond the limit",
    help: "bound the size with raddle_assume before the allocation or copy",
    r#"
An allocation or copy had a size that depends on inputs and may exceed the limit up to which Raddle enumerates sizes.
The sizes within the limit were explored, the others were not.
"#;

    LargeFanOut = "U0305", "fan-out", "", "a symbolic value had too many possibilities",
    help: "bound the value with raddle_assume before it is used",
    r#"
A pointer, function pointer or similar value could take more alternatives than Raddle is ready to follow one by one.
Those within the limit were explored, the others were not.
"#;

    UndefinedBehaviour = "U0306", "undefined-behaviour", "", "undefined behaviour of a property that is not checked",
    help: "add the property named in the message to the others, --property assert --property NAME, to see it as a finding",
    r#"
A wild or out-of-bounds access, a use after free, a division by zero or a call of a function as something it is not ends a path
whatever is checked: there is nothing meaningful behind it. When the property it belongs to is not active it is no finding, but the
verdict cannot be "safe". What has one plain meaning on real machines does not end a path but is an assumption (A0109 to A0111): values that
depend on uninitialised memory, signed overflow, shifts by too many bits.
"#;

    InlineAssembly = "U0307", "inline-assembly", "", "inline assembly",
    help: "guard the assembly with #ifndef and give a C version for the check",
    r#"
A path arrived at an `asm` statement with an effect. Raddle does not execute machine code. (An empty `asm` that serves only
as a compiler barrier is fine.)
"#;

    MovedLoad = "U0308", "moved-load", "", "a load of optimised code races",
    help: "check the C source, or compile it with -O0, where every load is one of the source",
    r#"
In C a read that races with a write is an error. In LLVM IR it is none: the load yields an undefined value. So an optimiser may
load what the source reads under a condition before the condition is known, and drop the value if it does not hold. In functions
that an optimiser may have changed, a racing load whose value nothing uses is ignored. If something uses the value, the source probably has a
data race, but the IR does not tell: the verdict is "unknown". Races of two writes are findings as ever.

A function counts as optimised if its debug info says so (`isOptimized: true`). Without debug info it does unless it has the attribute `optnone`.
"#;

    MovedOperation = "U0350", "moved-operation", "", "an operation of optimised code overflows",
    help: "check the C source, or compile it with -O0, where every operation is one of the source",
    r#"
In C a signed operation that does not fit its type is an error. In LLVM IR its result is a value that must not be used. So an optimiser may
compute what the source computes under a condition before the condition is known, and drop the result if it does not hold. In functions that
an optimiser may have changed, such a result is followed in registers, and is a finding where something uses it. Where it is not followed
any further, the IR does not tell whether the source overflows: the verdict is "unknown".
"#;

    FirstFinding = "U0401", "first-finding", "", "stopped at the first finding",
    help: "leave out --first to see all findings",
    r#"
`--first` ends the check at the first finding. The verdict is unsafe; other findings may exist.
"#;

    NotReplayed = "U0402", "not-replayed", "", "a finding could not be confirmed",
    help: "please report this with the program: the engine disagrees with itself",
    r#"
Each finding is re-executed with concrete inputs before it is printed. One did not fail again, so it is not shown as a
finding. This is a defect of Raddle, or of its solver, not of the program.
"#;

    TestNotWritten = "U0403", "test-not-written", "", "an input set could not be computed",
    help: "raise --query-time",
    r#"
`--emit-tests` needs a concrete input for each completed path, and the solver did not deliver one in time.
"#;
}
