//! Threads that wait for a condition with `if` or `while`, with and without a time-out, and others that signal: who saw what after
//! waking up. Each native run shows one way; that nobody wakes up for no reason there does not matter.

use std::fmt::Write;

use crate::random::Random;

pub(super) fn generate(random: &mut Random) -> String {
    let mut text = String::from(HELPERS);
    let waiters = 1 + random.below(2);
    for index in 0..waiters {
        let _ = writeln!(text, "static void *wait{index}(void *unused) {{");
        text.push_str("    pthread_mutex_lock(&lock);\n");
        let test = if random.chance(50) { "while" } else { "if" };
        let least = 1 + random.below(2);
        let wait = if random.chance(25) {
            "pthread_cond_timedwait(&changed, &lock, &past)"
        } else {
            "pthread_cond_wait(&changed, &lock)"
        };
        let _ = writeln!(text, "    {test} (value < {least})\n        {wait};");
        let _ = writeln!(text, "    seen[{index}] = value * 2 + taken;");
        if random.chance(50) {
            text.push_str("    taken = 1;\n");
        }
        text.push_str("    pthread_mutex_unlock(&lock);\n    return unused;\n}\n");
    }
    text.push_str("static void run(void) {\n    pthread_t threads[2];\n");
    for index in 0..waiters {
        let _ = writeln!(text, "    pthread_create(&threads[{index}], 0, wait{index}, 0);");
    }
    for _ in 0..random.below(2) {
        let _ = writeln!(text, "    change({}, {});", random.below(3), random.below(2));
    }
    // In the end everybody can go on.
    text.push_str("    change(2, 1);\n");
    for index in 0..waiters {
        let _ = writeln!(text, "    pthread_join(threads[{index}], 0);\n    add(seen[{index}]);");
    }
    text.push_str("}\n");
    text
}

const HELPERS: &str = r"#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct timespec past;
static unsigned value, taken, seen[2];
static void change(unsigned to, int all) {
    pthread_mutex_lock(&lock);
    value = to;
    if (all)
        pthread_cond_broadcast(&changed);
    else
        pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}
";
