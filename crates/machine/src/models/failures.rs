//! Calls that fail although the caller did nothing wrong: no memory, no more threads, a signal.
//!
//! They are explored with `--calls-may-fail`. Without it, that they succeed is an assumption.

use crate::decide::Exec;
use crate::machine::Machine;
use crate::models::Call;
use crate::models::sync::choose;
use crate::state::State;

/// Functions that want memory: they return NULL.
pub const ALLOCATING: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "valloc",
    "strdup",
    "__strdup",
    "strndup",
    "__strndup",
    "asprintf",
    "__asprintf_chk",
    "vasprintf",
    "__vasprintf_chk",
];

/// Functions that want something else of the system, or that a signal interrupts.
pub const FALLIBLE: &[&str] = &[
    "pthread_create",
    "thrd_create",
    "pthread_attr_init",
    "pthread_mutex_init",
    "pthread_mutexattr_init",
    "mtx_init",
    "pthread_cond_init",
    "pthread_condattr_init",
    "cnd_init",
    "pthread_rwlock_init",
    "pthread_rwlockattr_init",
    "pthread_barrier_init",
    "pthread_barrierattr_init",
    "pthread_spin_init",
    "sem_init",
    "sem_wait",
    "sem_timedwait",
    "sem_clockwait",
    "pthread_key_create",
    "pthread_setspecific",
    "tss_create",
    "tss_set",
    "pthread_setschedparam",
    "pthread_setaffinity_np",
    "sleep",
    "usleep",
    "nanosleep",
    "clock_nanosleep",
    "thrd_sleep",
    "getentropy",
    "getrandom",
    "mmap",
    "mmap64",
];

/// Whether a call that wants memory gets none.
pub(super) fn memory_is_refused(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
) -> Exec<bool> {
    happens(machine, st, call, "malloc_fails")
}

/// The error with which the environment lets a call fail, if it does.
pub(super) fn failure(
    machine: &mut Machine<'_>,
    st: &mut State,
    call: &Call,
    errors: &[u64],
) -> Exec<Option<u64>> {
    let name = machine.program.functions[call.func].name.as_str();
    debug_assert!(FALLIBLE.contains(&name), "`{name}` fails, but nobody assumes that it does not");
    if !happens(machine, st, call, &format!("{name}_fails"))? {
        return Ok(None);
    }
    let which = choose(machine, st, call, &format!("{name}_error"), errors.len())?;
    Ok(errors.get(which).copied())
}

fn happens(machine: &mut Machine<'_>, st: &mut State, call: &Call, input: &str) -> Exec<bool> {
    if !machine.config.calls_may_fail {
        return Ok(false);
    }
    let fails = machine.input_value(st, call.thread, input, "_Bool", 1, call.loc, false);
    machine.decide(st, call.thread, fails)
}
