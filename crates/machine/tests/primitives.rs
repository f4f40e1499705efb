//! Every synchronisation primitive on small programs, run in all interleavings by a naive scheduler.

use std::collections::BTreeSet;
use std::path::PathBuf;

use raddle_frontend::FrontendOptions;
use raddle_ir::Program;
use raddle_machine::{
    Config, FaultKind, Halt, Machine, Property, PropertySet, Settled, State, Status,
};
use raddle_solver::{SolverConfig, default_solver};

/// What can happen in some interleaving.
#[derive(Debug, Default)]
struct Outcome {
    faults: BTreeSet<FaultKind>,
    /// What blocked threads wait for, one text per deadlock.
    deadlocks: BTreeSet<String>,
    cuts: BTreeSet<String>,
    /// Exit codes of the process.
    exits: BTreeSet<i32>,
    states: u64,
}

const MOST_STATES: u64 = 200_000;

fn program(name: &str, text: &str) -> Program {
    let file = format!("raddle-primitives-{}-{name}.c", std::process::id());
    let path: PathBuf = std::env::temp_dir().join(file);
    std::fs::write(&path, text).expect("temporary file");
    let options =
        FrontendOptions { extra_args: vec!["-D_GNU_SOURCE".to_owned()], ..Default::default() };
    let loaded = raddle_frontend::load(std::slice::from_ref(&path), &options);
    std::fs::remove_file(&path).ok();
    loaded.expect("the program compiles")
}

fn explore(name: &str, text: &str) -> Outcome {
    let text = format!("{HEADER}\n{text}");
    let program = program(name, &text);
    let config = Config {
        properties: PropertySet::of(&[Property::Assert, Property::Memory, Property::Deadlock]),
        ..Config::default()
    };
    let solver = default_solver(&SolverConfig::default());
    let mut machine = Machine::new(&program, config, solver).expect("the program starts");
    let initial = machine.initial_state().expect("there is a main");
    let mut outcome = Outcome::default();
    visit(&mut machine, initial, &mut outcome);
    for cut in machine.outbox.take_cuts() {
        outcome.cuts.insert(cut.message);
    }
    outcome
}

const HEADER: &str = "
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>
";

/// Explores everything that follows; whether the granted operation could be executed at all.
fn visit(machine: &mut Machine<'_>, state: State, outcome: &mut Outcome) -> bool {
    outcome.states += 1;
    assert!(outcome.states < MOST_STATES, "too many states");
    let settled = machine.settle(state, 1_000_000);
    outcome.faults.extend(machine.outbox.take_faults().into_iter().map(|fault| fault.kind));
    match settled {
        Settled::OutOfFuel(_) => panic!("a program that does not end"),
        Settled::Blocked(_) => false,
        Settled::Forked(holds, fails) => {
            let one = visit(machine, holds, outcome);
            let other = visit(machine, fails, outcome);
            one || other
        }
        Settled::Done(state) => {
            schedule(machine, &state, outcome);
            true
        }
    }
}

fn schedule(machine: &mut Machine<'_>, state: &State, outcome: &mut Outcome) {
    for thread in &state.threads {
        match thread.status {
            Status::Halted(Halt::Exit(code)) => {
                outcome.exits.insert(code);
                return;
            }
            Status::Halted(_) => return,
            Status::Running | Status::Done => {}
        }
    }
    let running: Vec<_> = state
        .threads
        .iter()
        .filter(|thread| thread.status == Status::Running)
        .map(|thread| thread.id)
        .collect();
    let mut moved = false;
    for &thread in &running {
        let granted = machine.grant(state.clone(), thread);
        moved |= visit(machine, granted, outcome);
    }
    if !moved && !running.is_empty() {
        let waits = running.iter().map(|&thread| {
            let info = machine.blocked_on(state, thread).expect("a blocked thread waits");
            format!("{thread} {}", info.text)
        });
        let waits: Vec<String> = waits.collect();
        outcome.deadlocks.insert(waits.join("; "));
    }
}

impl Outcome {
    #[track_caller]
    fn is_safe(&self) {
        assert!(
            self.faults.is_empty() && self.deadlocks.is_empty() && self.cuts.is_empty(),
            "{self:?}"
        );
        assert!(!self.exits.is_empty(), "{self:?}");
    }
    #[track_caller]
    fn has(&self, kinds: &[FaultKind]) {
        assert_eq!(self.faults.iter().copied().collect::<Vec<_>>(), kinds, "{self:?}");
    }
    #[track_caller]
    fn waits(&self, text: &str) {
        assert!(self.deadlocks.iter().any(|waits| waits.contains(text)), "{self:?}");
    }
}

const TWO: &str = "
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, work, (void *)1);
    pthread_create(&b, 0, work, (void *)2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    check();
    return 0;
}
";

fn two(name: &str, text: &str) -> Outcome {
    explore(name, &format!("{text}{TWO}"))
}

#[test]
fn mutex_protects() {
    let locked = "
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
        void *work(void *u) { pthread_mutex_lock(&m); int y = x; x = y + 1; pthread_mutex_unlock(&m); return u; }
        void check(void) { assert(x == 2); }";
    two("mutex_ok", locked).is_safe();
    let unlocked = "
        int x;
        void *work(void *u) { int y = x; x = y + 1; return u; }
        void check(void) { assert(x == 2); }";
    two("mutex_bad", unlocked).has(&[FaultKind::Assertion]);
}

#[test]
fn mutexes_in_opposite_orders_deadlock() {
    let outcome = two(
        "orders",
        "
        pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
        void *work(void *u) {
            long k = (long)u - 1;
            pthread_mutex_lock(&m[k]); pthread_mutex_lock(&m[1 - k]);
            pthread_mutex_unlock(&m[1 - k]); pthread_mutex_unlock(&m[k]);
            return u;
        }
        void check(void) {}",
    );
    outcome.has(&[]);
    outcome.waits("T1 waits for mutex `m[1]` held by T2; T2 waits for mutex `m[0]` held by T1");
    outcome.waits("main waits to join T1");
    assert!(!outcome.exits.is_empty());
}

#[test]
fn mutex_kinds() {
    explore(
        "kinds",
        "
        pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
        int main(void) {
            pthread_mutex_t e;
            pthread_mutexattr_t a;
            int kind;
            pthread_mutexattr_init(&a);
            pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
            pthread_mutexattr_gettype(&a, &kind);
            assert(kind == PTHREAD_MUTEX_ERRORCHECK);
            pthread_mutex_init(&e, &a);
            pthread_mutexattr_destroy(&a);
            assert(pthread_mutex_unlock(&e) == EPERM);
            assert(pthread_mutex_lock(&e) == 0);
            assert(pthread_mutex_lock(&e) == EDEADLK);
            assert(pthread_mutex_trylock(&e) == EBUSY);
            assert(pthread_mutex_unlock(&e) == 0);
            assert(pthread_mutex_destroy(&e) == 0);
            assert(pthread_mutex_lock(&r) == 0);
            assert(pthread_mutex_trylock(&r) == 0);
            assert(pthread_mutex_unlock(&r) == 0);
            assert(pthread_mutex_unlock(&r) == 0);
            return 0;
        }",
    )
    .is_safe();
}

fn main_of(name: &str, body: &str) -> Outcome {
    explore(name, &format!("int main(void) {{ {body} return 0; }}"))
}

#[test]
fn mutex_misuse() {
    let declare = "pthread_mutex_t m; pthread_mutex_init(&m, 0);";
    let cases = [
        ("self", "pthread_mutex_lock(&m); pthread_mutex_lock(&m);", FaultKind::SelfLock),
        ("free", "pthread_mutex_unlock(&m);", FaultKind::UnlockNotOwner),
        ("held", "pthread_mutex_lock(&m); pthread_mutex_destroy(&m);", FaultKind::DestroyLocked),
        (
            "twice",
            "pthread_mutex_destroy(&m); pthread_mutex_destroy(&m);",
            FaultKind::DoubleDestroy,
        ),
        (
            "late",
            "pthread_mutex_destroy(&m); pthread_mutex_lock(&m);",
            FaultKind::UninitialisedSync,
        ),
    ];
    for (name, body, kind) in cases {
        main_of(name, &format!("{declare}{body}")).has(&[kind]);
    }
    main_of("never", "pthread_mutex_t m; pthread_mutex_lock(&m);")
        .has(&[FaultKind::UninitialisedSync]);
    main_of("again", &format!("{declare}pthread_mutex_destroy(&m);{}", &declare[17..])).is_safe();
}

#[test]
fn try_and_timed_locks() {
    let outcome = two(
        "try",
        "
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x, busy, late;
        void *work(void *u) {
            struct timespec t = {0, 0};
            int code = u == (void *)1 ? pthread_mutex_trylock(&m) : pthread_mutex_timedlock(&m, &t);
            if (code == 0) { x++; pthread_mutex_unlock(&m); }
            else if (u == (void *)1) { assert(code == EBUSY); busy = 1; }
            else { assert(code == ETIMEDOUT); late = 1; }
            return u;
        }
        void check(void) { assert(x + busy + late == 2); exit(busy + 2 * late); }",
    );
    outcome.is_safe();
    assert_eq!(outcome.exits.iter().copied().collect::<Vec<_>>(), [0, 1, 2]);
}

const QUEUE: &str = "
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    int ready, woken, signals;
    struct timespec t;
";

#[test]
fn condition_wait_and_signal() {
    let text = |condition: &str| {
        format!(
            "{QUEUE}
            void *work(void *u) {{
                pthread_mutex_lock(&m);
                if (u == (void *)1) {{ {condition} pthread_cond_wait(&c, &m); assert(ready); }}
                else {{ ready = 1; pthread_cond_signal(&c); }}
                pthread_mutex_unlock(&m);
                return u;
            }}
            void check(void) {{}}"
        )
    };
    two("condition_ok", &text("while (!ready)")).is_safe();
    // Spurious wake-ups help nobody out of a deadlock, and show what is wrong without a test.
    let lost = two("condition_lost", &text(""));
    lost.has(&[FaultKind::Assertion]);
    lost.waits("T1 waits for a signal on condition variable `c`");
    two("condition_spurious", &text("if (!ready)")).has(&[FaultKind::Assertion]);
}

#[test]
fn a_signal_wakes_any_one_waiter_and_a_broadcast_all() {
    let text = |wake: &str| {
        format!(
            "{QUEUE}
            int waiting;
            void *work(void *u) {{
                pthread_mutex_lock(&m);
                waiting++;
                while (!ready) {{ pthread_cond_wait(&c, &m); if (!woken) woken = (int)(long)u; }}
                pthread_mutex_unlock(&m);
                return u;
            }}
            int main(void) {{
                pthread_t a, b;
                pthread_create(&a, 0, work, (void *)1);
                pthread_create(&b, 0, work, (void *)2);
                pthread_mutex_lock(&m);
                int both = waiting == 2;
                if (both) {{ ready = 1; {wake}(&c); }}
                pthread_mutex_unlock(&m);
                if (!both) exit(9);
                pthread_join(a, 0); pthread_join(b, 0);
                exit(woken);
            }}"
        )
    };
    let all = explore("broadcast", &text("pthread_cond_broadcast"));
    all.is_safe();
    assert_eq!(all.exits.iter().copied().collect::<Vec<_>>(), [1, 2, 9]);
    let one = explore("signal", &text("pthread_cond_signal"));
    one.waits("T1 waits for a signal");
    one.waits("T2 waits for a signal");
    // Both go on if the one that is not signalled wakes up spuriously.
    assert_eq!(one.exits.iter().copied().collect::<Vec<_>>(), [1, 2, 9]);
}

#[test]
fn a_timed_wait_may_time_out_although_it_is_signalled_later() {
    let outcome = explore(
        "timed_wait",
        &format!(
            "{QUEUE}
            int code = -1;
            void *work(void *u) {{
                pthread_mutex_lock(&m);
                if (!ready) code = pthread_cond_timedwait(&c, &m, &t);
                int seen = ready;
                pthread_mutex_unlock(&m);
                return (void *)(long)seen;
            }}
            int main(void) {{
                pthread_t a; void *seen;
                pthread_create(&a, 0, work, 0);
                pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
                pthread_join(a, &seen);
                assert(code == -1 || code == 0 || code == ETIMEDOUT);
                exit(code == -1 ? 1 : code == 0 ? 2 : seen ? 3 : 4);
            }}"
        ),
    );
    outcome.is_safe();
    assert_eq!(outcome.exits.iter().copied().collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn waits_that_go_round_in_circles_end() {
    let text = |wait: &str, set: &str| {
        format!(
            "{QUEUE}
            void *work(void *u) {{
                pthread_mutex_lock(&m);
                if (u == (void *)1) {{ while (!ready) {wait}; }}
                else {{ {set}; pthread_cond_signal(&c); }}
                pthread_mutex_unlock(&m);
                return u;
            }}
            void check(void) {{}}{TWO}"
        )
    };
    let (plain, timed) = ("pthread_cond_wait(&c, &m)", "pthread_cond_timedwait(&c, &m, &t)");
    explore("circle_timed", &text(timed, "ready = 1")).is_safe();
    explore("circle_spurious", &text(plain, "ready = 1")).is_safe();
    let never = explore("circle_for_ever", &text(timed, ""));
    never.waits("T1 waits for a signal on condition variable `c`");
    assert!(never.exits.is_empty(), "{never:?}");
    let counted = "for (int k = 0; k < 3 && !ready; k++) pthread_cond_timedwait(&c, &m, &t); break";
    explore("circle_counted", &text(&format!("{{ {counted}; }}"), "")).is_safe();
}

#[test]
fn condition_misuse() {
    let declare = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c; pthread_cond_init(&c, 0);";
    let cases = [
        ("unheld", "pthread_cond_wait(&c, &m);", FaultKind::WaitWithoutMutex),
        ("gone", "pthread_cond_destroy(&c); pthread_cond_destroy(&c);", FaultKind::DoubleDestroy),
        (
            "used",
            "pthread_cond_destroy(&c); pthread_cond_signal(&c);",
            FaultKind::UninitialisedSync,
        ),
    ];
    for (name, body, kind) in cases {
        main_of(name, &format!("{declare}{body}")).has(&[kind]);
    }
    let alone =
        main_of("alone", &format!("{declare}pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);"));
    alone.waits("main waits for a signal on condition variable `c`");
}

#[test]
fn read_write_locks() {
    two(
        "rwlock",
        "
        pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x, y;
        void *work(void *u) {
            if (u == (void *)1) { pthread_rwlock_wrlock(&l); x++; y++; }
            else { pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l); assert(x == y); pthread_rwlock_unlock(&l); }
            pthread_rwlock_unlock(&l);
            return u;
        }
        void check(void) { assert(pthread_rwlock_destroy(&l) == 0); }",
    )
    .is_safe();
    let upgrade = two(
        "upgrade",
        "
        pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
        void *work(void *u) { pthread_rwlock_rdlock(&l); pthread_rwlock_wrlock(&l); return u; }
        void check(void) {}",
    );
    upgrade.waits("T1 waits for read-write lock `l` held by T1, T2");
    main_of(
        "rwtry",
        "struct timespec t = {0, 0}; pthread_rwlock_t l; pthread_rwlock_init(&l, 0);
        assert(pthread_rwlock_tryrdlock(&l) == 0);
        assert(pthread_rwlock_trywrlock(&l) == EBUSY);
        assert(pthread_rwlock_timedwrlock(&l, &t) == ETIMEDOUT);
        assert(pthread_rwlock_unlock(&l) == 0);
        assert(pthread_rwlock_trywrlock(&l) == 0);
        assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
        assert(pthread_rwlock_unlock(&l) == 0);",
    )
    .is_safe();
    main_of(
        "rwnone",
        "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; pthread_rwlock_unlock(&l);",
    )
    .has(&[FaultKind::UnlockNotOwner]);
}

#[test]
fn barriers() {
    two(
        "barrier",
        "
        pthread_barrier_t b; int x[2], serial;
        __attribute__((constructor)) void begin(void) { pthread_barrier_init(&b, 0, 2); }
        void *work(void *u) {
            int me = (int)(long)u - 1;
            for (int round = 1; round <= 2; round++) {
                x[me] = round;
                int code = pthread_barrier_wait(&b);
                assert(code == 0 || code == PTHREAD_BARRIER_SERIAL_THREAD);
                assert(x[1 - me] == round);
                if (code) __atomic_fetch_add(&serial, 1, __ATOMIC_SEQ_CST);
                if (round == 1) pthread_barrier_wait(&b);
            }
            return u;
        }
        void check(void) { assert(serial == 2); assert(pthread_barrier_destroy(&b) == 0); }",
    )
    .is_safe();
    let short = two(
        "barrier_short",
        "
        pthread_barrier_t b;
        __attribute__((constructor)) void begin(void) { pthread_barrier_init(&b, 0, 3); }
        void *work(void *u) { pthread_barrier_wait(&b); return u; }
        void check(void) {}",
    );
    short.waits("T1 waits at barrier `b` (2 of 3 have arrived)");
    main_of(
        "barrier_zero",
        "pthread_barrier_t b; assert(pthread_barrier_init(&b, 0, 0) == EINVAL);",
    )
    .has(&[FaultKind::BarrierMisuse]);
    main_of("barrier_uninitialised", "static pthread_barrier_t b; pthread_barrier_wait(&b);")
        .has(&[FaultKind::UninitialisedSync]);
}

#[test]
fn a_local_barrier_may_be_destroyed_by_the_first_to_leave() {
    explore(
        "barrier_local",
        "
        void *work(void *b) { pthread_barrier_wait(b); return 0; }
        void meet(pthread_t *t) {
            pthread_barrier_t b;
            pthread_barrier_init(&b, 0, 2);
            pthread_create(t, 0, work, &b);
            pthread_barrier_wait(&b);
            pthread_barrier_destroy(&b);
        }
        int main(void) { pthread_t t; meet(&t); pthread_join(t, 0); return 0; }",
    )
    .is_safe();
}

#[test]
fn semaphores() {
    two(
        "semaphore",
        "
        sem_t full, empty; int slot;
        __attribute__((constructor)) void begin(void) { sem_init(&full, 0, 0); sem_init(&empty, 0, 1); }
        void *work(void *u) {
            for (int k = 1; k <= 2; k++) {
                if (u == (void *)1) { sem_wait(&empty); slot = k; sem_post(&full); }
                else { sem_wait(&full); assert(slot == k); sem_post(&empty); }
            }
            return u;
        }
        void check(void) { int v; sem_getvalue(&empty, &v); assert(v == 1); }",
    )
    .is_safe();
    main_of(
        "semaphore_try",
        "struct timespec t = {0, 0}; sem_t s; sem_init(&s, 0, 1);
        assert(sem_trywait(&s) == 0);
        assert(sem_trywait(&s) == -1 && errno == EAGAIN);
        assert(sem_timedwait(&s, &t) == -1 && errno == ETIMEDOUT);
        assert(sem_destroy(&s) == 0);",
    )
    .is_safe();
    main_of("semaphore_stuck", "sem_t s; sem_init(&s, 0, 0); sem_wait(&s);")
        .waits("main waits for a unit of semaphore `s`");
    main_of("semaphore_raw", "static sem_t s; sem_post(&s);").has(&[FaultKind::UninitialisedSync]);
}

#[test]
fn spinlocks() {
    two(
        "spinlock",
        "
        pthread_spinlock_t l; int x;
        __attribute__((constructor)) void begin(void) { pthread_spin_init(&l, 0); }
        void *work(void *u) {
            if (u == (void *)1) pthread_spin_lock(&l); else if (pthread_spin_trylock(&l)) return u;
            int y = x; x = y + 1;
            pthread_spin_unlock(&l);
            return u;
        }
        void check(void) { assert(x >= 1); assert(pthread_spin_destroy(&l) == 0); }",
    )
    .is_safe();
    main_of("spin_self", "pthread_spinlock_t l; pthread_spin_init(&l, 0); pthread_spin_lock(&l); pthread_spin_lock(&l);")
        .has(&[FaultKind::SelfLock]);
}

#[test]
fn once_runs_the_function_once_and_others_wait_for_it() {
    two(
        "once",
        "
        pthread_once_t o = PTHREAD_ONCE_INIT; int x;
        void begin(void) { x++; x += 10; }
        void *work(void *u) { pthread_once(&o, begin); assert(x == 11); return u; }
        void check(void) { assert(x == 11); }",
    )
    .is_safe();
    main_of(
        "once_nested",
        "extern void begin(void); static pthread_once_t o; pthread_once(&o, begin);",
    )
    .cuts
    .iter()
    .for_each(|cut| assert!(cut.contains("begin"), "{cut}"));
}

#[test]
fn keys_and_destructors() {
    two(
        "keys",
        "
        pthread_key_t k; int sum, rounds;
        void destroy(void *v) {
            __atomic_fetch_add(&sum, (int)(long)v, __ATOMIC_SEQ_CST);
            if (__atomic_fetch_add(&rounds, 1, __ATOMIC_SEQ_CST) == 0) pthread_setspecific(k, (void *)10);
        }
        __attribute__((constructor)) void begin(void) { pthread_key_create(&k, destroy); }
        void *work(void *u) {
            assert(pthread_getspecific(k) == 0);
            pthread_setspecific(k, u);
            assert(pthread_getspecific(k) == u);
            if (u == (void *)2) pthread_exit(u);
            return u;
        }
        void check(void) { assert(sum == 13); assert(pthread_key_delete(k) == 0); }",
    )
    .is_safe();
}

#[test]
fn c11_threads() {
    explore(
        "c11",
        "
        mtx_t m; cnd_t c; once_flag once = ONCE_FLAG_INIT; tss_t key; int ready, runs;
        void begin(void) { runs++; }
        int work(void *u) {
            call_once(&once, begin);
            tss_set(key, u);
            mtx_lock(&m);
            while (!ready) cnd_wait(&c, &m);
            mtx_unlock(&m);
            if (tss_get(key) != u) thrd_exit(-1);
            return -7;
        }
        int main(void) {
            thrd_t t; int code;
            mtx_init(&m, mtx_plain); cnd_init(&c); tss_create(&key, 0);
            thrd_create(&t, work, &m);
            call_once(&once, begin);
            mtx_lock(&m); ready = 1; cnd_signal(&c); mtx_unlock(&m);
            if (mtx_trylock(&m) == thrd_success) mtx_unlock(&m);
            assert(!thrd_equal(t, thrd_current()));
            thrd_join(t, &code);
            assert(code == -7 && runs == 1);
            return 0;
        }",
    )
    .is_safe();
}

#[test]
fn thread_attributes_and_what_is_not_modelled() {
    explore(
        "attributes",
        "
        void *work(void *u) { return u; }
        int main(void) {
            pthread_t t; pthread_attr_t a; int state; size_t size;
            pthread_attr_init(&a);
            pthread_attr_setstacksize(&a, 65536); pthread_attr_getstacksize(&a, &size);
            pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
            pthread_attr_getdetachstate(&a, &state);
            assert(state == PTHREAD_CREATE_DETACHED && size == 65536);
            pthread_create(&t, &a, work, 0);
            assert(!pthread_equal(t, pthread_self()));
            return 0;
        }",
    )
    .is_safe();
    let join = "
        void *work(void *u) { return u; }
        int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); ";
    explore("detached", &format!("{join} pthread_detach(t); pthread_join(t, 0); }}"))
        .has(&[FaultKind::JoinMisuse]);
    explore("cancel", &format!("{join} pthread_cancel(t); }}")).is_safe();
    let unknown = explore("unknown", &format!("int mystery(pthread_t); {join} mystery(t); }}"));
    assert!(unknown.cuts.iter().any(|cut| cut.contains("mystery")), "{unknown:?}");
    let itself = main_of("join_self", "pthread_join(pthread_self(), 0);");
    itself.waits("main waits to join main");
}

#[test]
fn locks_chosen_by_input() {
    explore(
        "by_input",
        "
        int __VERIFIER_nondet_int(void);
        pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
        int main(void) {
            int k = __VERIFIER_nondet_int();
            if (k < 0 || k > 2) return 1;
            pthread_mutex_lock(&m[k]);
            assert(pthread_mutex_trylock(&m[0]) == (k == 0 ? EBUSY : 0));
            pthread_mutex_unlock(&m[k]);
            return 0;
        }",
    )
    .is_safe();
}

#[test]
fn atomics_of_odd_sizes() {
    two(
        "atomics",
        "
        struct three { int a, b, c; };
        _Atomic struct three shared; __int128 wide;
        void *work(void *u) {
            struct three old = shared, new;
            do { new = old; new.a++; new.c--; } while (!__c11_atomic_compare_exchange_strong(&shared, &old, new, 5, 5));
            __atomic_fetch_add(&wide, 3, __ATOMIC_SEQ_CST);
            return u;
        }
        void check(void) { struct three s = shared; assert(s.a == 2 && s.c == -2 && wide == 6); }",
    )
    .is_safe();
}
