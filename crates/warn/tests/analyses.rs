//! Each analysis on small programs: a pair of a program with a warning and one without, which differ in what the analysis has to understand. A gate that is
//! ignored, a join that is not seen, or a reader taken for a writer makes one of them fail.

use std::path::PathBuf;
use std::time::Instant;

use raddle_findings::{Rank, Warnings};
use raddle_frontend::FrontendOptions;

const HEAD: &str = "#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n\
    #include <string.h>\n#include <threads.h>\n\
    static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, g = PTHREAD_MUTEX_INITIALIZER;\n\
    static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\n\
    static pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n\
    static int x, y; static pthread_t one, two;\n";

/// Two threads, `first` and `second`, that main starts and joins.
const MAIN: &str = "int main(void) { pthread_create(&one, 0, first, 0); pthread_create(&two, 0, second, 0);\n\
    pthread_join(one, 0); pthread_join(two, 0); return x; }\n";

/// Where this test program writes, which no other one does.
fn home() -> PathBuf {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(env!("CARGO_CRATE_NAME"));
    std::fs::create_dir_all(&home).expect("the directory can be made");
    home
}

fn warnings(name: &str, source: &str) -> Warnings {
    let path = home().join(format!("{name}.c"));
    std::fs::write(&path, format!("{HEAD}{source}")).expect("a program can be written");
    let program = raddle_frontend::load(&[path], &FrontendOptions::default()).expect("it compiles");
    let entry = program.function("main").expect("there is a main function");
    raddle_warn::warnings(&program, entry, &|| false)
}

fn codes(name: &str, source: &str) -> Vec<String> {
    let mut codes: Vec<String> =
        warnings(name, source).warnings.into_iter().map(|warning| warning.code).collect();
    codes.dedup();
    codes
}

fn threads(first: &str, second: &str) -> String {
    format!(
        "static void *first(void *p) {{ {first} return p; }}\nstatic void *second(void *p) {{ {second} return p; }}\n{MAIN}"
    )
}

#[test]
fn a_common_lock_prevents_a_race_and_another_one_does_not() {
    let locked =
        |lock: &str| format!("pthread_mutex_lock(&{lock}); x++; pthread_mutex_unlock(&{lock});");
    assert_eq!(codes("race_ok", &threads(&locked("a"), &locked("a"))), [""; 0]);
    assert_eq!(codes("race_bad", &threads(&locked("a"), &locked("b"))), ["W0101"]);
}

#[test]
fn readers_exclude_writers_only() {
    let with = |how: &str, what: &str| {
        format!("pthread_rwlock_{how}lock(&rw); {what}; pthread_rwlock_unlock(&rw);")
    };
    assert_eq!(codes("rw_ok", &threads(&with("wr", "x++"), &with("rd", "y = x"))), [""; 0]);
    assert_eq!(codes("rw_bad", &threads(&with("rd", "x++"), &with("rd", "y = x"))), ["W0101"]);
}

#[test]
fn atomic_accesses_do_not_race_with_each_other() {
    let source = |second: &str| format!("static atomic_int n;\n{}", threads("n++;", second));
    assert_eq!(codes("atomic_ok", &source("n++;")), [""; 0]);
    assert_eq!(codes("atomic_bad", &source("*(int *)&n = 1;")), ["W0101"]);
}

#[test]
fn a_join_ends_what_runs_at_the_same_time() {
    let program = |before: &str, after: &str| {
        format!(
            "static void *first(void *p) {{ x++; return p; }}\n\
             int main(void) {{ x = 1; pthread_create(&one, 0, first, 0); {before} pthread_join(one, 0); {after} return x; }}"
        )
    };
    assert_eq!(codes("join_ok", &program("", "x++;")), [""; 0]);
    assert_eq!(codes("join_bad", &program("x++;", "")), ["W0101"]);
}

#[test]
fn a_thread_that_is_created_after_a_join_does_not_meet_the_joined_one() {
    let program = |middle: &str, end: &str| {
        format!(
            "static void *first(void *p) {{ x++; return p; }}\n\
             int main(void) {{ pthread_create(&one, 0, first, 0); {middle} pthread_create(&one, 0, first, 0); {end} return 0; }}"
        )
    };
    let join = "pthread_join(one, 0);";
    assert_eq!(codes("join_between_ok", &program(join, join)), [""; 0]);
    assert_eq!(codes("join_between_bad", &program("", join)), ["W0101"]);
}

#[test]
fn threads_of_a_loop_meet_each_other_until_all_are_joined() {
    let program = |bound: u32| {
        format!(
            "static void *first(void *p) {{ pthread_mutex_lock(&a); x++; pthread_mutex_unlock(&a); return p; }}\n\
             int main(void) {{ pthread_t t[4];\n\
             for (int k = 0; k < 4; k++) pthread_create(&t[k], 0, first, 0);\n\
             for (int k = 0; k < {bound}; k++) pthread_join(t[k], 0);\n\
             return x; }}"
        )
    };
    assert_eq!(codes("loop_ok", &program(4)), [""; 0]);
    assert_eq!(codes("loop_bad", &program(3)), ["W0101"]);
}

#[test]
fn barriers_part_phases() {
    let program = |second: &str| {
        format!(
            "static pthread_barrier_t bar;\n\
             static void *first(void *p) {{ x = 1; pthread_barrier_wait(&bar); return p; }}\n\
             static void *second(void *p) {{ {second} return p; }}\n\
             int main(void) {{ pthread_barrier_init(&bar, 0, 2);\n\
             pthread_create(&one, 0, first, 0); pthread_create(&two, 0, second, 0);\n\
             pthread_join(one, 0); pthread_join(two, 0); return 0; }}"
        )
    };
    assert_eq!(codes("barrier_ok", &program("pthread_barrier_wait(&bar); y = x;")), [""; 0]);
    assert_eq!(codes("barrier_bad", &program("y = x; pthread_barrier_wait(&bar);")), ["W0101"]);
}

#[test]
fn locks_in_structures_protect_their_structure() {
    let program = |access: &str| {
        format!(
            "struct s {{ pthread_mutex_t m; int n; }};\n\
             static void enter(struct s *s) {{ pthread_mutex_lock(&s->m); }}\n\
             static void *first(void *p) {{ struct s *s = p; enter(s); {access}++; pthread_mutex_unlock(&s->m); return p; }}\n\
             int main(void) {{ struct s *all[4];\n\
             for (int k = 0; k < 4; k++) {{ all[k] = calloc(1, sizeof(struct s)); pthread_mutex_init(&all[k]->m, 0); }}\n\
             for (int k = 0; k < 4; k++) pthread_create(&one, 0, first, all[k]);\n\
             return 0; }}"
        )
    };
    assert_eq!(codes("struct_ok", &program("s->n")), [""; 0]);
    assert_eq!(codes("struct_bad", &program("x")), ["W0101"]);
}

#[test]
fn once_functions_come_before_what_follows() {
    let program = |use_it: &str| {
        format!(
            "static pthread_once_t control = PTHREAD_ONCE_INIT;\n\
             static void make(void) {{ x = 7; }}\n\
             static void *first(void *p) {{ {use_it} return p; }}\n\
             static void *second(void *p) {{ pthread_once(&control, make); return p; }}\n{MAIN}"
        )
    };
    assert_eq!(codes("once_ok", &program("pthread_once(&control, make); y = x;")), [""; 0]);
    assert_eq!(codes("once_bad", &program("y = x;")), ["W0101"]);
}

#[test]
fn opposite_orders_are_a_deadlock_unless_a_gate_is_held() {
    let order = |gate: &str, one: &str, two: &str| {
        let (enter, leave) = match gate {
            "" => (String::new(), String::new()),
            gate => {
                (format!("pthread_mutex_lock(&{gate});"), format!("pthread_mutex_unlock(&{gate});"))
            }
        };
        format!(
            "{enter} pthread_mutex_lock(&{one}); pthread_mutex_lock(&{two}); pthread_mutex_unlock(&{two}); pthread_mutex_unlock(&{one}); {leave}"
        )
    };
    assert_eq!(codes("order_bad", &threads(&order("", "a", "b"), &order("", "b", "a"))), ["W0201"]);
    assert_eq!(codes("order_ok", &threads(&order("", "a", "b"), &order("", "a", "b"))), [""; 0]);
    assert_eq!(codes("gate_ok", &threads(&order("g", "a", "b"), &order("g", "b", "a"))), [""; 0]);
    assert_eq!(codes("gate_bad", &threads(&order("g", "a", "b"), &order("", "b", "a"))), ["W0201"]);
}

#[test]
fn locks_behind_parameters_are_those_of_the_caller() {
    let program = |first: &str, second: &str| {
        format!(
            "static void both(pthread_mutex_t *p, pthread_mutex_t *q) {{ pthread_mutex_lock(p); pthread_mutex_lock(q); pthread_mutex_unlock(q); pthread_mutex_unlock(p); }}\n\
             static void through(pthread_mutex_t *p, pthread_mutex_t *q) {{ both(p, q); }}\n\
             static void *first(void *p) {{ {first} return p; }}\n\
             static void *second(void *p) {{ {second} return p; }}\n\
             int main(void) {{ pthread_create(&one, 0, first, 0); pthread_create(&two, 0, second, 0); pthread_join(one, 0); pthread_join(two, 0); return 0; }}"
        )
    };
    assert_eq!(codes("given_bad", &program("both(&a, &b);", "both(&b, &a);")), ["W0201"]);
    assert_eq!(codes("passed_on_bad", &program("both(&a, &b);", "through(&b, &a);")), ["W0201"]);
    assert_eq!(codes("given_ok", &program("both(&a, &b);", "through(&a, &b);")), [""; 0]);
    // A parameter that is assigned is not what the caller gave any more.
    let swapped = program("both(&a, &b);", "pthread_mutex_t *l = &a, *r = &b; turned(l, r);");
    let turned = "static void turned(pthread_mutex_t *p, pthread_mutex_t *q) { pthread_mutex_t *t = p; p = q; q = t; pthread_mutex_lock(p); pthread_mutex_lock(q); pthread_mutex_unlock(q); pthread_mutex_unlock(p); }\n";
    assert_eq!(codes("assigned_bad", &format!("{turned}{swapped}")), ["W0201"]);
}

#[test]
fn opposite_orders_in_threads_that_never_meet_are_none() {
    let program = |between: &str, end: &str| {
        format!(
            "static void *first(void *p) {{ pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a); return p; }}\n\
             static void *second(void *p) {{ pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return p; }}\n\
             int main(void) {{ pthread_create(&one, 0, first, 0); {between} pthread_create(&two, 0, second, 0); {end} pthread_join(two, 0); return 0; }}"
        )
    };
    assert_eq!(codes("apart_ok", &program("pthread_join(one, 0);", "")), [""; 0]);
    assert_eq!(codes("apart_bad", &program("", "pthread_join(one, 0);")), ["W0201"]);
}

#[test]
fn a_tested_trylock_is_a_lock_and_an_ignored_one_is_not() {
    let tested = "if (pthread_mutex_trylock(&a) == 0) { x++; pthread_mutex_unlock(&a); }";
    let ignored = "pthread_mutex_trylock(&a); x++; pthread_mutex_unlock(&a);";
    assert_eq!(codes("try_ok", &threads(tested, tested)), [""; 0]);
    assert_eq!(codes("try_bad", &threads(ignored, tested)), ["W0402", "W0101"]);
}

#[test]
fn locking_twice_and_unlocking_what_is_not_held() {
    let lock = "pthread_mutex_lock(&a);";
    let unlock = "pthread_mutex_unlock(&a);";
    let twice = format!("{lock} {lock} {unlock} {unlock}");
    assert_eq!(codes("twice", &threads(&twice, "")), ["W0401"]);
    assert_eq!(codes("not_held", &threads(unlock, "")), ["W0402"]);
    let one_way = format!("if (p) {lock} y = 1; if (p) {unlock}");
    assert_eq!(codes("one_way", &threads(&one_way, "")), ["W0402", "W0403"]);
}

#[test]
fn recursive_mutexes_may_be_locked_twice() {
    let program = "static pthread_mutex_t r;\n\
        static void *first(void *p) { pthread_mutex_lock(&r); pthread_mutex_lock(&r); pthread_mutex_unlock(&r); pthread_mutex_unlock(&r); return p; }\n\
        int main(void) { pthread_mutexattr_t t; pthread_mutexattr_init(&t); pthread_mutexattr_settype(&t, PTHREAD_MUTEX_RECURSIVE);\n\
        pthread_mutex_init(&r, &t); pthread_create(&one, 0, first, 0); pthread_join(one, 0); return 0; }";
    assert_eq!(codes("recursive", program), [""; 0]);
}

#[test]
fn a_thread_that_ends_with_a_lock() {
    let found = warnings("kept", &threads("pthread_mutex_lock(&a);", ""));
    let kept: Vec<_> = found.warnings.iter().map(|one| (one.code.as_str(), one.rank)).collect();
    assert_eq!(kept, [("W0403", Rank::High)]);
}

#[test]
fn signals_and_waits() {
    let waits = |test: &str| {
        format!(
            "pthread_mutex_lock(&a); {test} pthread_cond_wait(&c, &a); pthread_mutex_unlock(&a);"
        )
    };
    let signals =
        "pthread_mutex_lock(&a); x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&a);";
    assert_eq!(codes("wait_ok", &threads(&waits("while (!x)"), signals)), [""; 0]);
    assert_eq!(codes("wait_once", &threads(&waits("if (!x)"), signals)), ["W0302"]);
    let bare = "pthread_cond_signal(&c);";
    assert_eq!(codes("signal_bare", &threads(&waits("while (!x)"), bare)), ["W0301"]);
    assert_eq!(codes("wait_nobody", &threads(&waits("while (!x)"), "")), ["W0202"]);
}

#[test]
fn places_have_threads_locks_and_stacks() {
    let program = format!(
        "static void deep(void) {{ x++; }}\n\
         static void *first(void *p) {{ pthread_mutex_lock(&a); deep(); pthread_mutex_unlock(&a); return p; }}\n\
         static void *second(void *p) {{ x = 2; return p; }}\n{MAIN}"
    );
    let found = warnings("places", &program);
    let race =
        found.warnings.iter().find(|one| one.places.iter().any(|place| place.stack.len() == 2));
    let race = race.expect("a race with a stack");
    let deep = race.places.iter().find(|place| place.stack.len() == 2).expect("the deep place");
    assert_eq!(deep.locks, ["a"]);
    assert!(deep.thread.starts_with("first"), "{}", deep.thread);
    assert_eq!(race.subject, "x");
}

#[test]
fn threads_behind_one_start_function_are_told_apart() {
    let program = |second: &str| {
        format!(
            "static void *run(void *f) {{ ((void (*)(void))f)(); return 0; }}\n\
             static void start(void (*f)(void)) {{ pthread_t t; pthread_create(&t, 0, run, f); }}\n\
             static void left(void) {{ x++; }}\n\
             static void right(void) {{ {second}++; }}\n\
             int main(void) {{ start(left); start(right); pthread_exit(0); }}"
        )
    };
    assert_eq!(codes("start_ok", &program("y")), [""; 0]);
    assert_eq!(codes("start_bad", &program("x")), ["W0101"]);
}

#[test]
fn unknown_functions_are_noted() {
    let program = format!("int mystery(int *);\n{}", threads("mystery(&x);", ""));
    let found = warnings("unknown", &program);
    assert!(found.notes.iter().any(|note| note.message.contains("mystery")), "{:?}", found.notes);
}

#[test]
fn without_time_there_is_an_answer_at_once() {
    let path = home().join("no_time.c");
    std::fs::write(&path, format!("{HEAD}{}", threads("x++;", "x++;"))).expect("it can be written");
    let program = raddle_frontend::load(&[path], &FrontendOptions::default()).expect("it compiles");
    let entry = program.function("main").expect("there is a main function");
    let started = Instant::now();
    let found = raddle_warn::warnings(&program, entry, &|| true);
    assert!(!found.complete && started.elapsed().as_secs() < 5);
}

#[test]
fn library_functions_that_are_not_thread_safe_race() {
    let locked = |what: &str| format!("pthread_mutex_lock(&a); {what} pthread_mutex_unlock(&a);");
    assert_eq!(codes("hidden_bad", &threads("rand();", "srand(1);")), ["W0101"]);
    assert_eq!(codes("hidden_ok", &threads(&locked("rand();"), &locked("srand(1);"))), [""; 0]);
    assert_eq!(codes("hidden_other", &threads("rand();", "lrand48();")), [""; 0]);
    let (ask, set) = ("getenv(\"A\");", "setenv(\"A\", \"b\", 1);");
    assert_eq!(codes("hidden_reads", &threads(ask, ask)), [""; 0]);
    assert_eq!(codes("hidden_written", &threads(ask, set)), ["W0101"]);
    // What the program defines itself is no library function.
    let own = format!("int rand(void) {{ return 4; }}\n{}", threads("rand();", "rand();"));
    assert_eq!(codes("hidden_own", &own), [""; 0]);
    assert_eq!(
        codes("hidden_strtok", &threads("strtok(0, \",\");", "strtok(0, \",\");")),
        ["W0101"]
    );
    // What such a function keeps is told once, by the function; a function of the program's own has variables of its own.
    let twice =
        warnings("hidden_once", &threads("strtok(0, \",\");", "strtok(0, \",\");")).warnings;
    assert_eq!(twice.len(), 1, "{twice:#?}");
    let own =
        "char *strtok(char *s, const char *d) { static char *rest; rest = s; return rest; }\n";
    let own = format!("{own}{}", threads("strtok(0, \",\");", "strtok(0, \",\");"));
    assert_eq!(codes("hidden_own_strtok", &own), ["W0101"]);
    let told = warnings("hidden_told", &threads("strerror(1);", "strerror(2);"));
    assert_eq!(told.warnings.len(), 1, "{told:?}");
    assert_eq!(told.warnings[0].rank, Rank::High);
    assert!(told.warnings[0].message.contains("what strerror keeps for all threads"), "{told:?}");
}

#[test]
fn handles_may_be_passed_by_value() {
    let program = |join: &str| {
        format!(
            "static void *first(void *p) {{ x++; return p; }}\nstatic void *second(void *p) {{ y++; return p; }}\n\
             static void finish(pthread_t thread) {{ {join} }}\n\
             int main(void) {{ pthread_create(&one, 0, first, 0); pthread_create(&two, 0, second, 0);\n\
             finish(one); x++; finish(two); return x + y; }}\n"
        )
    };
    assert_eq!(codes("by_value_ok", &program("pthread_join(thread, 0);")), [""; 0]);
    assert_eq!(codes("by_value_bad", &program("if (x) pthread_join(thread, 0);")), ["W0101"]);
}

/// Ranks of warnings with a code, and why.
fn ranks(name: &str, source: &str, code: &str) -> Vec<(Rank, String)> {
    let all = warnings(name, source).warnings.into_iter();
    all.filter(|one| one.code == code).map(|one| (one.rank, one.because)).collect()
}

#[test]
fn a_wait_that_a_signal_ends_protects_nothing_unless_somebody_looks() {
    let program = |wait: &str| {
        let work = format!("{wait} x++; sem_post(&unit);");
        format!(
            "static sem_t unit;\n{}",
            threads(&work, &work).replace("main(void) {", "main(void) { sem_init(&unit, 0, 1);")
        )
    };
    let found = ranks("interrupted_bad", &program("sem_wait(&unit);"), "W0101");
    assert!(!found.is_empty() && found.iter().all(|(rank, _)| *rank == Rank::Low), "{found:?}");
    assert!(found.iter().all(|(_, because)| because.contains("a signal may end the wait")));
    let looks = program("while (sem_wait(&unit)) {}");
    assert_eq!(ranks("interrupted_ok", &looks, "W0101"), []);
    // Where another lock is held, nobody needs the semaphore.
    let locked = program("sem_wait(&unit); pthread_mutex_lock(&a); pthread_mutex_unlock(&a);");
    let locked = locked.replace("pthread_mutex_unlock(&a); x++;", "x++; pthread_mutex_unlock(&a);");
    assert_eq!(ranks("interrupted_locked", &locked, "W0101"), []);
}

#[test]
fn a_read_from_a_pipe_waits_for_who_writes_into_it() {
    let program = |second: &str| {
        format!(
            "#include <unistd.h>\nstatic int ends[2], other[2]; static char letter;\n{}",
            threads("read(ends[0], &letter, 1);", second)
                .replace("main(void) {", "main(void) { pipe(ends); pipe(other);")
        )
    };
    let why = |name: &str, second: &str| {
        let found = ranks(name, &program(second), "W0202");
        assert_eq!(found.len(), 1, "{name}: {found:?}");
        (found[0].0, found[0].1.clone())
    };
    let nobody = (Rank::High, "nobody writes into the pipe, and nobody closes it".to_owned());
    assert_eq!(why("pipe_nobody", "x = 1;"), nobody);
    assert_eq!(why("pipe_other", "write(other[1], \"x\", 1);"), nobody);
    let depends = "whether enough is written into the pipe depends on values".to_owned();
    assert_eq!(why("pipe_written", "write(ends[1], \"x\", 1);"), (Rank::Low, depends.clone()));
    // A read ends where nobody can write any more.
    assert_eq!(why("pipe_closed", "close(ends[1]);"), (Rank::Low, depends.clone()));
    // The end is taken by another function, and by way of a variable.
    let handed = "int *all = ends; int end = all[1]; write(end, \"x\", 1);";
    assert_eq!(why("pipe_handed", handed), (Rank::Low, depends));
    // Standard input and files let nobody wait for a thread.
    let input = program("x = 1;").replace("read(ends[0]", "read(0").replace("pipe(ends);", "");
    assert_eq!(ranks("pipe_input", &input, "W0202"), []);
}

#[test]
fn every_call_of_a_library_function_that_waits_is_told() {
    let second =
        "read(ends[0], &letter, 1);\nread(ends[0], &letter, 1);\nwrite(ends[1], \"x\", 1);";
    let source = format!(
        "#include <unistd.h>\nstatic int ends[2]; static char letter;\n{}",
        threads("x = 1;", second).replace("main(void) {", "main(void) { pipe(ends);")
    );
    let found = warnings("pipe_twice", &source).warnings;
    let waits = found.iter().filter(|one| one.code == "W0202");
    let mut lines: Vec<u32> =
        waits.filter_map(|one| Some(one.places[0].location.as_ref()?.line)).collect();
    lines.sort_unstable();
    assert_eq!(lines.len(), 2, "{found:#?}");
    assert_eq!(lines[0] + 1, lines[1]);
}

#[test]
fn what_an_allocation_wrapper_returns_belongs_to_who_calls_it() {
    let wrapper = "static void *get(size_t size) { void *p = malloc(size); if (!p) abort(); memset(p, 0, size); return p; }\n\
        static void *get_more(size_t size) { return get(size + 1); }\nstatic int *shared;\n";
    let program = |wrapper: &str| {
        let work = "int *own = get_more(sizeof *own); *own = 1; free(own); pthread_mutex_lock(&a); ++*shared; pthread_mutex_unlock(&a);";
        let source = threads(work, work);
        format!(
            "{wrapper}{}",
            source.replace("main(void) {", "main(void) { shared = get(sizeof *shared);")
        )
    };
    assert_eq!(codes("wrapper_ok", &program(wrapper)), [""; 0]);
    // One that remembers what it returned is none, and neither is one that returns what it was given.
    let keeps = wrapper.replace("return p; }", "last = p; return p; }");
    assert_eq!(
        codes("wrapper_keeps", &program(&format!("static void *last;\n{keeps}"))),
        ["W0101"]
    );
    let pool = "static int pool[4];\nstatic void *get(size_t size) { (void)size; return pool; }\n\
        static void *get_more(size_t size) { return get(size); }\nstatic int *shared;\n";
    assert!(codes("wrapper_pool", &program(pool)).contains(&"W0101".to_owned()));
}
