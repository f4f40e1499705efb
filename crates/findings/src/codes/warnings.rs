//! The warnings of `raddle warn`: what may be wrong, by a look at the program that executes nothing. `W01` races, `W02` waits that may never end, `W03`
//! condition variables, `W04` locks.

code_list! {
    /// What a look at the program warns of.
    WarningKind

    PossibleRace = "W0101", "possible-race", "race", "possible data race",
    help: "protect both accesses with the same lock, or make them atomic",
    r#"
Two threads that may run at the same time access the same memory, one of them writes, one access is not atomic, and there is no lock
that both are known to hold.

    int counter;
    void *worker(void *unused) { counter++; return 0; }   // in two threads

Whether some run shows it is a question for `raddle check --property race`, which answers R0401. Something else may order the two accesses: a
semaphore, a flag, a queue that hands memory over. The rank says how much speaks for a race.
"#;

    LockCycle = "W0201", "possible-deadlock", "deadlock", "possible deadlock",
    help: "acquire locks in the same order everywhere",
    r#"
Each of these places waits for something while it keeps what the next one waits for: locks taken in opposite orders, a thread that is joined with a
lock held that it needs, two threads that join each other, functions of `pthread_once` that use each other's control.

    thread 1: lock(a); lock(b);
    thread 2: lock(b); lock(a);

A cycle in which all places hold one more common lock (a gate) is not reported, nor is one whose places cannot run at the same time.
"#;

    WaitForEver = "W0202", "possible-endless-wait", "deadlock", "possibly endless wait",
    help: "make sure that every wait is answered by a thread that does not wait itself",
    r#"
A thread waits here, and it is not clear that somebody ends the wait: no or too few signals, units of a semaphore or arrivals at a barrier, a
signal that wakes one of several waiters, a signaller that needs a lock which the waiter keeps, a loop that spins on memory.
"#;

    SignalWithoutLock = "W0301", "signal-without-lock", "deadlock", "signal without the lock of the waiter",
    help: "change the condition and signal while holding the mutex that the waiter waits with",
    r#"
A condition variable is signalled by a thread that does not hold the mutex with which others wait on it. If the condition is also changed without the
mutex, the signal can come between the waiter's test and its wait, and is lost.

    ready = 1;                    // lock(m) first
    pthread_cond_signal(&c);
"#;

    WaitOutsideLoop = "W0302", "wait-outside-loop", "deadlock", "wait on a condition variable outside of a loop",
    help: "wait in a loop that tests the condition again: while (!ready) pthread_cond_wait(&c, &m);",
    r#"
Behind the wait the condition is not tested again. A wait may return although nobody signalled, another thread may have been faster, and a signal that
came before the wait is lost.
"#;

    DoubleLock = "W0401", "double-lock", "deadlock", "lock taken twice by one thread",
    help: "unlock first, or make the mutex recursive",
    r#"
A thread takes a lock that is not recursive while it holds it, or may hold it: it waits for itself.

    pthread_mutex_lock(&m);
    helper();                    // locks m again
"#;

    UnlockNotHeld = "W0402", "unlock-not-held", "deadlock", "unlock of what is not held",
    help: "unlock in the thread that locked, exactly once",
    r#"
A lock is given back by a thread that does not hold it, or does not on some way to this place: after a second unlock, after a trylock whose result was
not looked at, or where only one branch took the lock.
"#;

    LockKept = "W0403", "lock-kept", "deadlock", "return with a lock held",
    help: "unlock on every way out",
    r#"
A thread ends while it holds a lock, or a function returns with a lock on some ways and without it on others. Whoever takes the lock next waits for ever.
"#;
}
