//! A thread that is cancelled, at points or at any moment, while it works, waits, or does not want to be. How far it came depends on when the request reaches
//! it; each native run shows one way.

use std::fmt::Write;

use crate::random::Random;

pub(super) fn generate(random: &mut Random) -> String {
    let mut text = String::from(HELPERS);
    text.push_str("static void *work(void *unused) {\n");
    if random.chance(60) {
        text.push_str("    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);\n");
    }
    let handlers = random.chance(60);
    if handlers {
        text.push_str("    pthread_cleanup_push(leave, (void *)3);\n");
    }
    for _ in 0..1 + random.below(4) {
        let _ = writeln!(text, "    {}", operation(random));
    }
    if handlers {
        let _ = writeln!(text, "    pthread_cleanup_pop({});", random.below(2));
    }
    text.push_str("    return unused;\n}\n");
    text.push_str("static void run(void) {\n    pthread_t thread;\n    void *result;\n");
    text.push_str(
        "    sem_init(&ready, 0, 0);\n    pthread_create(&thread, 0, work, (void *)5);\n",
    );
    if random.chance(50) {
        text.push_str("    step(1);\n");
    }
    text.push_str("    LINGER;\n    pthread_cancel(thread);\n");
    if random.chance(50) {
        text.push_str("    sem_post(&ready);\n");
    }
    text.push_str("    step(2);\n    pthread_join(thread, &result);\n");
    // Where cancelling is allowed again, some versions of glibc end the thread with NULL, not with PTHREAD_CANCELED.
    text.push_str("    add(result != (void *)5);\n    add(steps);\n    add(left);\n}\n");
    text
}

fn operation(random: &mut Random) -> &'static str {
    const LINES: [&str; 14] = [
        "step(3);",
        "step(4);",
        "pthread_testcancel();",
        "pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);",
        "pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);",
        "pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, 0);",
        "pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0);",
        "LINGER;",
        "sem_timedwait(&ready, &past);",
        "clock_nanosleep(CLOCK_MONOTONIC, 0, &past, 0);",
        "write(1, \"\", 0);",
        "fsync(-1);",
        "poll(0, 0, 0);",
        "usleep(0);",
    ];
    let line: &&str = random.pick(&LINES);
    line
}

const HELPERS: &str = r#"#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* How long somebody takes is up to the machine. */
#ifdef NATIVE
#define LINGER for (volatile int rest = (int)((uintptr_t)&rest >> 4) % 4096 * (getenv_number()); rest > 0; rest--)
static int getenv_number(void) {
    const char *text = getenv("LINGER");
    return text ? atoi(text) : 0;
}
#else
#define LINGER (void)0
#endif

static const struct timespec past;
static sem_t ready;
static atomic_ullong steps;
static unsigned left;
static void step(unsigned what) {
    unsigned long long old = steps, new;
    do
        new = old * 7 + what;
    while (!atomic_compare_exchange_strong(&steps, &old, new));
}
static void leave(void *what) {
    left += (unsigned)(uintptr_t)what;
}
"#;
