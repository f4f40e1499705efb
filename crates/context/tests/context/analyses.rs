//! Each analysis on small programs: one in which something is known, and one that differs in what makes it unknown. Places are marked with `/*T1*/` in the source: the
//! thread stands at what follows on that line.

use raddle_context::Precision;

use crate::case::Case;

const HEAD: &str = "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n\
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; static pthread_rwlock_t rw;\n\
    static pthread_spinlock_t spin; static pthread_cond_t c; static pthread_barrier_t bar; static pthread_t one, two;\n\
    static int x, y, z, sink;\n";

fn case(name: &str, source: &str) -> Case {
    let text = format!("{HEAD}{source}\n");
    let path = crate::home().join(format!("{name}.c"));
    std::fs::write(&path, &text).expect("a program can be written");
    let mut flags = String::new();
    for mark in ["T1", "T2", "M"] {
        let line = text.lines().position(|line| line.contains(&format!("/*{mark}*/")));
        if let Some(line) = line {
            flags += &format!("--at {mark}={} ", line + 1);
        }
    }
    Case::new(&path, &flags)
}

fn facts(name: &str, source: &str) -> String {
    without_places(&case(name, source).text())
}

/// Loops are named by their functions; the lines are no matter here.
fn without_places(text: &str) -> String {
    let mut parts = text.split("rounds of the loop of ");
    let mut kept = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" at ").expect("a loop has a place");
        let end = rest.find('>').expect("a name ends");
        kept += &format!("rounds of the loop of {name}{}", &rest[end..]);
    }
    kept
}

#[track_caller]
fn says(text: &str, line: &str) {
    assert!(text.lines().any(|one| one.trim() == line), "`{line}` is not in\n{text}");
}

#[track_caller]
fn is_silent(text: &str, part: &str) {
    assert!(!text.contains(part), "`{part}` is in\n{text}");
}

/// Two threads, `first` and `second`, that main starts and joins.
fn threads(first: &str, second: &str) -> String {
    format!(
        "static void *first(void *p) {{\n{first}\nreturn p; }}\nstatic void *second(void *p) {{\n{second}\nreturn p; }}\n\
         int main(int argc, char **argv) {{ x = argc; pthread_create(&one, 0, first, 0); pthread_create(&two, 0, second, 0);\n\
         pthread_join(one, 0); pthread_join(two, 0); return 0; }}"
    )
}

#[test]
fn definitions_are_evaluated_and_merged() {
    let program = |middle: &str| {
        format!(
            "int main(int argc, char **argv) {{ int a = argc, b = a + 5;\n{middle}\n/*M*/ sink = b;\nsink = a; return 0; }}"
        )
    };
    says(&facts("plain", &program("")), "main.b = (add <argc> 5)");
    let merged = facts("merged", &program("if (argc > 3) b = 7;"));
    says(&merged, "main.a = <argc>");
    is_silent(&merged, "main.b = (add");
    // The same on both ways.
    says(&facts("same", &program("if (argc > 3) b = 7; else b = 7;")), "main.b = 7");
}

#[test]
fn parameters_are_arguments_of_the_calls_that_are_possible() {
    let program = |second: &str| {
        format!(
            "static void f(int k, int j) {{\n/*M*/ sink = k + j; }}\nint main(int argc, char **argv) {{ f(4, argc);\n{second} return 0; }}"
        )
    };
    let one = facts("one_call", &program(""));
    says(&one, "f.k = 4");
    says(&one, "f.j = <argc>");
    let two = facts("two_calls", &program("if (argc > 1) f(4, 2);"));
    says(&two, "f.k = 4");
    is_silent(&two, "f.j = 2");
    is_silent(&two, "f.j = <argc>");
}

#[test]
fn memory_ends_with_writes_that_may_overlap() {
    let program = |middle: &str| {
        format!(
            "static int a[4];\nint main(int argc, char **argv) {{ int *p = argc > 2 ? &x : &y; x = 3; z = 1; {middle}\n/*M*/ sink = 1; return *p + a[argc & 3]; }}"
        )
    };
    says(&facts("kept", &program("z = 2;")), "*&x = 3");
    is_silent(&facts("killed", &program("*p = 2;")), "*&x = 3");
    says(&facts("elsewhere", &program("a[argc & 3] = 2;")), "*&x = 3");
}

#[test]
fn initial_values_last_until_a_write() {
    let program = |write: &str| {
        format!(
            "int main(int argc, char **argv) {{ {write} int v = y;\n/*M*/ sink = v; return v; }}"
        )
    };
    let fresh = facts("fresh", &program(""));
    says(&fresh, "main.v = 0");
    says(&fresh, "y unwritten");
    let written = facts("written", &program("if (argc > 1) y = 4;"));
    is_silent(&written, "main.v = 0");
    is_silent(&written, "y unwritten");
}

#[test]
fn what_is_written_before_the_threads_is_the_same_for_all() {
    let at = "int v = x;\n";
    let text =
        facts("frozen", &threads(&format!("{at}/*T1*/ sink = v;"), &format!("{at}/*T2*/ y = v;")));
    says(&text, "first.v = <argc>");
    says(&text, "second.v = <argc>");
    is_silent(&text, "assumes no races");
    let text = facts(
        "thawed",
        &threads(&format!("{at}/*T1*/ sink = v;"), &format!("{at}x = 1;\n/*T2*/ y = v;")),
    );
    // What T1 read could only have changed in a race.
    says(&text, "assumes no races");
}

#[test]
fn shared_memory_lasts_as_long_as_its_lock() {
    let second = "pthread_mutex_lock(&m); y = 2; pthread_mutex_unlock(&m);";
    let under = |between: &str| {
        threads(
            &format!(
                "pthread_mutex_lock(&m); y = 7; {between}\n/*T1*/ sink = 1;\npthread_mutex_unlock(&m);"
            ),
            second,
        )
    };
    let kept = facts("guarded", &under("pthread_mutex_lock(&n); pthread_mutex_unlock(&n);"));
    says(&kept, "*&y = 7");
    says(&kept, "assumes no races");
    is_silent(
        &facts("given_up", &under("pthread_mutex_unlock(&m); pthread_mutex_lock(&m);")),
        "*&y = 7",
    );
    // Another writer without the lock: a release of another one lets it in.
    let careless = threads(
        "pthread_mutex_lock(&m); y = 7; pthread_mutex_lock(&n); pthread_mutex_unlock(&n);\n/*T1*/ sink = 1;\npthread_mutex_unlock(&m);",
        "y = 2;",
    );
    is_silent(&facts("careless", &careless), "*&y = 7");
    // Waiting gives the lock back.
    is_silent(&facts("waited", &under("pthread_cond_wait(&c, &m);")), "*&y = 7");
}

#[test]
fn memory_with_atomic_writers_is_not_looked_at() {
    let text = facts(
        "atomic",
        &format!(
            "static atomic_int flag;\n{}",
            threads("int v = flag;\n/*T1*/ sink = v;", "flag = 2;")
        ),
    );
    is_silent(&text, "*&flag = <v>");
    // Whatever the order, nothing else is ever stored.
    says(&text, "(sle <flag> 2)");
}

#[test]
fn locks_are_held_on_all_ways_or_some() {
    let at = |before: &str| threads(&format!("{before}\n/*T1*/ sink = 1;"), "");
    says(&facts("held", &at("pthread_mutex_lock(&m);")), "holds &m");
    is_silent(&facts("free", &at("pthread_mutex_lock(&m); pthread_mutex_unlock(&m);")), "hold");
    says(&facts("some", &at("if (x) pthread_mutex_lock(&m);")), "may hold &m");
    says(&facts("reading", &at("pthread_rwlock_rdlock(&rw);")), "holds &rw for reading");
    says(&facts("writing", &at("pthread_rwlock_wrlock(&rw);")), "holds &rw for writing");
    says(&facts("spinning", &at("pthread_spin_lock(&spin);")), "holds &spin spinning");
    says(&facts("waiting", &at("pthread_mutex_lock(&m); pthread_cond_wait(&c, &m);")), "holds &m");
}

#[test]
fn the_result_of_a_try_tells() {
    let at = |test: &str| {
        threads(&format!("if (pthread_mutex_trylock(&m) {test} 0) return p;\n/*T1*/ sink = 1;"), "")
    };
    says(&facts("tried", &at("!=")), "holds &m");
    is_silent(&facts("refused", &at("==")), "hold");
    says(
        &facts("ignored", &threads("pthread_mutex_trylock(&m);\n/*T1*/ sink = 1;", "")),
        "may hold &m",
    );
}

#[test]
fn functions_take_and_give_back_for_their_callers() {
    let with = |body: &str| {
        format!(
            "static void take(pthread_mutex_t *l) {{ pthread_mutex_lock(l); }}\nstatic void give(pthread_mutex_t *l) {{ pthread_mutex_unlock(l); }}\n\
            static void maybe(pthread_mutex_t *l) {{ if (x) pthread_mutex_lock(l); }}\n{}",
            threads(&format!("{body}\n/*T1*/ sink = 1;"), "")
        )
    };
    says(&facts("taken", &with("take(&n);")), "holds &n");
    is_silent(&facts("given", &with("take(&n); give(&n);")), "hold");
    says(&facts("maybe", &with("maybe(&n);")), "may hold &n");
    let both = facts("both", &with("take(&m); take(&n); give(&m);"));
    says(&both, "holds &n");
    is_silent(&both, "&m");
}

#[test]
fn a_lock_without_a_name_is_not_forgotten() {
    let list = "struct node { pthread_mutex_t lock; struct node *next; };\nstatic struct node *head;\n\
        static struct node *make(struct node *n) { struct node *a = malloc(sizeof *a); pthread_mutex_init(&a->lock, 0); a->next = n; return a; }\n";
    let text = facts(
        "list",
        &format!(
            "{list}{}",
            threads(
                "head = make(make(0)); struct node *k = head; while (k) { pthread_mutex_lock(&k->lock); if (k->next) break; k = k->next; }\n/*T1*/ sink = 1;",
                ""
            )
        ),
    );
    assert!(text.contains("hold") || text.contains("locks unknown"), "{text}");
    // Any number of them.
    let text = facts(
        "all_of_them",
        &format!(
            "{list}{}",
            threads(
                "for (struct node *k = head; k; k = k->next) pthread_mutex_lock(&k->lock);\n/*T1*/ sink = 1;",
                "head = make(0);"
            )
        ),
    );
    says(&text, "locks unknown");
}

#[test]
fn a_lock_that_is_read_again_is_given_back() {
    let queue = "struct queue { pthread_mutex_t lock; int size; };\nstatic struct queue *current;\n\
        static struct queue *make(void) { struct queue *q = malloc(sizeof *q); pthread_mutex_init(&q->lock, 0); q->size = 0; return q; }\n";
    let program = |head: &str| {
        format!(
            "{queue}{}",
            threads(
                &format!(
                    "{head} pthread_mutex_lock(&current->lock); while (!current->size) pthread_cond_wait(&c, &current->lock); pthread_mutex_unlock(&current->lock);\n/*T1*/ sink = 1;"
                ),
                "current = make();"
            )
        )
    };
    is_silent(&facts("queue", &program("")), "hold");
    // It may be another one that is held as well.
    let text = facts(
        "two_queues",
        &program(
            "struct queue *mine = make(); pthread_mutex_lock(&mine->lock); current = mine; current = make();",
        ),
    );
    assert!(text.contains("hold"), "{text}");
}

#[test]
fn a_recursive_lock_is_counted() {
    let text = facts(
        "recursive",
        &threads(
            "pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a);\n\
         pthread_mutex_lock(&m); pthread_mutex_lock(&m);\n/*T1*/ sink = 1;",
            "",
        ),
    );
    assert_eq!(text.matches("holds &m").count(), 2, "{text}");
}

fn workers(count: &str, created: &str, argument: &str, body: &str) -> String {
    format!(
        "static void *worker(void *p) {{ long id = (long)p;\n{body}\nreturn 0; }}\n\
         int main(int argc, char **argv) {{ pthread_t t[9]; long i; pthread_barrier_init(&bar, 0, {count});\n\
         for (i = 0; i < {created}; i++) pthread_create(&t[i], 0, worker, (void *){argument});\nreturn 0; }}"
    )
}

#[test]
fn arguments_of_rounds_differ() {
    let body = "/*T1*/ sink = id;\n/*T2*/ y = id;";
    let text = facts("rounds", &workers("2", "2", "i", body));
    says(&text, "worker.id = <before T1.rounds of the loop of main>");
    says(
        &text,
        "(ne <before T1.rounds of the loop of main> <before T2.rounds of the loop of main>)",
    );
    // It does not depend on the round: nothing is said about it.
    let text = facts("constant", &workers("2", "2", "7", body));
    says(&text, "worker.id = 7");
    is_silent(&text, "(ne <before");
}

#[test]
fn tickets_differ() {
    let body = |draw: &str| {
        format!(
            "static int next; static atomic_int count;\nstatic void *worker(void *p) {{ int id; {draw}\n/*T1*/ sink = id;\n/*T2*/ y = id; return p; }}\n\
        int main(void) {{ for (int i = 0; i < 2; i++) pthread_create(&one, 0, worker, 0); return 0; }}"
        )
    };
    let locked = "pthread_mutex_lock(&m); id = next; next = next + 1; pthread_mutex_unlock(&m);";
    let increment = "pthread_mutex_lock(&m); id = next++; pthread_mutex_unlock(&m);";
    let differ =
        |text: &str| text.lines().any(|line| line.starts_with("(ne <T1.") && line.contains("<T2."));
    for (name, draw) in [
        ("ticket", locked),
        ("increment", increment),
        ("fetch", "id = atomic_fetch_add(&count, 1);"),
    ] {
        let text = facts(name, &body(draw));
        assert!(differ(&text), "{text}");
    }
    let in_a_loop = format!("for (int k = 0; k < 3; k++) {{ {locked} }}");
    let unlocked = "id = next; next = next + 1;";
    let reset =
        format!("{locked} pthread_mutex_lock(&m); if (id > 4) next = 0; pthread_mutex_unlock(&m);");
    let split = "pthread_mutex_lock(&m); id = next; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); next = id + 1; pthread_mutex_unlock(&m);";
    for (name, draw) in
        [("again", &*in_a_loop), ("unlocked", unlocked), ("reset", &reset), ("split", split)]
    {
        let text = facts(name, &body(draw));
        assert!(!differ(&text), "{text}");
    }
}

#[test]
fn memory_of_each_round_differs() {
    let program = |end: &str| {
        format!(
            "static void *worker(void *p) {{ int *v = p;\n/*T1*/ sink = *v;\n/*T2*/ y = *v; {end} return 0; }}\n\
        int main(void) {{ for (int i = 0; i < 2; i++) {{ int *a = malloc(4); *a = i; pthread_create(&one, 0, worker, a); }} return 0; }}"
        )
    };
    let text = facts("allocated", &program(""));
    assert!(text.contains("(ne <before T1.a> <before T2.a>)"), "{text}");
    is_silent(&facts("freed", &program("free(v);")), "(ne <before T1.a>");
}

#[test]
fn several_creations_are_a_choice() {
    let text = facts(
        "choice",
        "static void *worker(void *p) { long id = (long)p;\n/*T1*/ sink = id;\n/*T2*/ y = id;\nreturn 0; }\n\
        int main(void) { pthread_create(&one, 0, worker, (void *)3); pthread_create(&two, 0, worker, (void *)4); return 0; }",
    );
    says(&text, "worker.id = (bits i64 (if (eq <which creation made T1> 0) 3 4))");
    assert!(text.contains("(if (eq <which creation made T2> 0)"), "{text}");
    // They are not both the first, and not both the second.
    assert!(text.matches("<which creation made T1>").count() >= 3, "{text}");
}

#[test]
fn threads_in_step_have_passed_a_barrier_equally_often() {
    let body = "for (int k = 0; k < 5; k++) { pthread_barrier_wait(&bar);\n/*T1*/ sink = k;\n/*T2*/ y = k; }";
    let same =
        "(eq (add <T1.rounds of the loop of worker> 1) (add <T2.rounds of the loop of worker> 1))";
    says(&facts("step", &workers("3", "3", "i", body)), same);
    is_silent(&facts("fewer", &workers("2", "3", "i", body)), "(eq (add");
    says(&facts("symbolic", &workers("argc", "argc", "i", body)), "barrier &bar for <argc>");
    let uneven = "for (int k = 0; k < 5; k++) { if (id) pthread_barrier_wait(&bar);\n/*T1*/ sink = k;\n/*T2*/ y = k; }";
    is_silent(&facts("uneven", &workers("3", "3", "i", uneven)), same);
}

#[test]
fn loops_that_are_over_have_run_so_often() {
    let body = "for (int k = 0; k < x; k++) pthread_barrier_wait(&bar);\n/*T1*/ sink = 1;\nfor (int k = 0; k < 5; k++) { pthread_barrier_wait(&bar);\n/*T2*/ y = k; }";
    let text = facts("over", &workers("3", "3", "i", body));
    // T1 has passed x times, T2 has passed x times and some.
    assert!(
        text.lines().any(|line| line.starts_with("(eq") && line.contains("T2.rounds of the loop of worker")),
        "{text}"
    );
}

#[test]
fn strides_of_threads_are_values() {
    let body = "for (long k = id; k < 40; k += bound) {\n/*T1*/ sink = k; }";
    let program = format!("static long bound;\n{}", workers("3", "3", "i", body))
        .replace("long i;", "long i; bound = argc;");
    let text = facts("strides", &program);
    says(
        &text,
        "worker.k = (add (mul <T1.rounds of the loop of worker> (sext i64 <argc>)) <before T1.rounds of the loop of main>)",
    );
    // It changes on the way.
    let changing = program.replace("sink = k;", "sink = k; bound = k;");
    is_silent(&facts("changing", &changing), "(mul <T1.rounds of the loop of worker");
}

#[test]
fn branches_on_the_way_hold() {
    let program = |change: &str| {
        format!(
            "int main(int argc, char **argv) {{ if (argc > 4) {{ {change}\n/*M*/ sink = argc; }} return 0; }}"
        )
    };
    let text = facts("branch", &program(""));
    says(&text, "(sgt <argc> 4)");
    let text = facts("changed", &program("argc = __VERIFIER_nondet_int();"));
    is_silent(&text, "(sgt");
}

#[test]
fn less_precision_says_less() {
    let case =
        case("precision", &threads("pthread_mutex_lock(&m); int v = x;\n/*T1*/ sink = v;", ""));
    let text = case.text_with(Precision::NoDefinitions);
    is_silent(&text, "first.v");
    is_silent(&text, "*&");
    says(&text, "holds &m");
    let text = case.text_with(Precision::NoInvariants);
    says(&text, "first.v = <argc>");
    is_silent(&text, "hold");
    says(&text, "locks unknown");
    let text = case.text_with(Precision::Naive);
    is_silent(&text, "=");
    says(&text, "locks unknown");
}

#[track_caller]
fn refused(name: &str, source: &str, why: &str) {
    let text = facts(name, source);
    assert!(text.starts_with("error: ") && text.contains(why), "`{why}` is not in\n{text}");
}

#[test]
fn contexts_that_cannot_be_are_refused() {
    refused(
        "dead",
        "void unused(void) {\n/*T1*/ sink = 1; }\nint main(void) { return 0; }",
        "no run of the program calls unused",
    );
    refused(
        "never",
        "int main(void) { int k = 0; if (k) {\n/*M*/ sink = 1; } return 0; }",
        "control does not come there",
    );
    // Only main comes there.
    refused(
        "only_main",
        "int main(void) {\n/*T1*/ sink = 1;\n/*M*/ sink = 2; return 0; }",
        "T1, M cannot stand at their places together",
    );
    // One thread of this kind.
    refused("only_one", &threads("/*T1*/ sink = 1;\n/*T2*/ sink = 2;", ""), "T1, T2 cannot stand");
    refused(
        "too_early",
        "static void *worker(void *p) {\n/*T1*/ sink = 1; return p; }\nint main(void) {\n/*M*/ sink = 1;\npthread_create(&one, 0, worker, 0); return 0; }",
        "yet",
    );
    // In a loop it may have been created before.
    let text = facts(
        "in_a_loop",
        "static void *worker(void *p) {\n/*T1*/ sink = 1; return p; }\nint main(void) { for (int i = 0; i < 2; i++) {\n/*M*/ y = 1;\npthread_create(&one, 0, worker, 0); } return 0; }",
    );
    says(&text, "T1 began in worker");
}

#[test]
fn a_stack_must_be_one() {
    let path = crate::home().join("stack.c");
    let text = "static int x;\nstatic void f(void) {\nx = 1; }\nstatic void g(void) {\nf(); }\nint main(void) {\ng();\nx = 2;\nreturn x; }\n";
    std::fs::write(&path, text).expect("a program can be written");
    assert!(Case::new(&path, "--at M=3,5,7").text().starts_with("M began in main"));
    let error = Case::new(&path, "--at M=3,7").text();
    assert!(error.contains("main does not call f at stack.c:7"), "{error}");
}

#[test]
fn without_time_nothing_is_known() {
    let case = case("time", &threads("pthread_mutex_lock(&m);\n/*T1*/ sink = 1;", ""));
    let budget = raddle_budget::Budget::default();
    budget.interrupt();
    let known = raddle_context::facts(
        &case.program,
        &case.points_to,
        &case.context,
        Precision::Full,
        &budget,
    );
    let known = known.expect("the context exists");
    assert!(known.locks_unknown && known.conditions.is_empty() && known.threads[0].held.is_empty());
}

#[test]
fn semaphores_hold_what_was_posted_and_not_taken() {
    let said = |name: &str, first: &str, other: &str, calls_succeed: bool| {
        let source = format!(
            "#include <semaphore.h>\nstatic sem_t units, others;\nstatic void *taker(void *p) {{ sem_wait(&units);\n/*T1*/ sem_wait(&units); {other} return p; }}\n\
             int main(void) {{ {first} pthread_create(&one, 0, taker, 0); sem_post(&units); sem_post(&units);\n/*M*/ pthread_join(one, 0); return 0; }}"
        );
        let mut case = case(name, &source);
        case.context.whole = calls_succeed;
        without_places(&case.text())
    };
    let once = "sem_init(&units, 0, 3);";
    says(&said("units", once, "", true), "(eq <units> 4)");
    // What comes later does not count.
    says(&said("units_later", once, "sem_trywait(&units);", true), "(eq <units> 4)");
    let tried = "if (x) { sem_trywait(&units); }";
    let cases = [
        ("units_that_fail", once.to_owned(), "", false),
        ("units_of_some", format!("if (x) {once}"), "", true),
        ("units_again", format!("{once} {once}"), "", true),
        ("units_unknown", "sem_init(&units, 0, x);".to_owned(), "", true),
        ("units_gone", format!("{once} sem_destroy(&units);"), "", true),
        ("units_tried", format!("{once} {tried}"), "", true),
        ("units_of_one", format!("{once} sem_post(x ? &units : &others);"), "", true),
        ("units_cleared", format!("{once} __builtin_memset(&units, x, 8);"), "", true),
        (
            "units_elsewhere",
            format!("int (*f)(sem_t *) = x ? sem_post : sem_wait; {once} f(&units);"),
            "",
            true,
        ),
    ];
    for (name, first, other, succeed) in cases {
        is_silent(&said(name, &first, other, succeed), "(eq <units> 4)");
    }
}
