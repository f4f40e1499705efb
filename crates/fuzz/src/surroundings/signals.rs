//! Signals that a thread sends to itself: handlers, masks, what is pending, and handlers that raise and block in turn.

use std::fmt::Write;

use crate::random::Random;

pub(super) fn generate(random: &mut Random) -> String {
    let mut text = String::from(HELPERS);
    text.push_str("static void nested(int number) {\n    order(number + 7);\n");
    for _ in 0..random.below(3) {
        let _ = writeln!(text, "    {}", inside(random));
    }
    text.push_str("    order(number + 8);\n}\n");
    text.push_str("static void run(void) {\n    install(SIGUSR1, plain, 0, 0);\n");
    text.push_str("    install(SIGUSR2, nested, 0, 0);\n");
    for _ in 0..3 + random.below(10) {
        let _ = writeln!(text, "    {}", operation(random));
    }
    text.push_str("    add(orders);\n}\n");
    text
}

fn signal(random: &mut Random) -> &'static str {
    if random.chance(50) { "SIGUSR1" } else { "SIGUSR2" }
}

/// The handler of `SIGUSR2` sends the other signal at most.
fn inside(random: &mut Random) -> &'static str {
    const LINES: [&str; 3] =
        ["raise(SIGUSR1);", "masked(SIG_BLOCK, SIGUSR1);", "masked(SIG_UNBLOCK, SIGUSR1);"];
    let line: &&str = random.pick(&LINES);
    line
}

fn operation(random: &mut Random) -> String {
    const WAYS: [&str; 3] = ["SIG_BLOCK", "SIG_UNBLOCK", "SIG_SETMASK"];
    const HANDLERS: [&str; 4] = ["plain", "plain", "nested", "SIG_IGN"];
    match random.below(10) {
        0..=2 => format!("add((unsigned)raise({}));", signal(random)),
        3..=5 => format!("masked({}, {});", random.pick(&WAYS), signal(random)),
        6 => format!("add(is_pending({}));", signal(random)),
        7 => format!("add((unsigned)pthread_kill(pthread_self(), {}));", signal(random)),
        8 => {
            let mask = if random.chance(50) { "0" } else { "SIGUSR1" };
            let handler = random.pick(&HANDLERS);
            let which = if *handler == "nested" { "SIGUSR2" } else { signal(random) };
            format!("install({which}, {handler}, {mask}, 0);")
        }
        _ => "add((unsigned)kill(getpid(), 0));".to_owned(),
    }
}

const HELPERS: &str = r"#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile unsigned long long orders;
static void order(int what) {
    orders = orders * 17 + (unsigned)what;
}
static void plain(int number) {
    order(number);
}
static void install(int number, void (*handler)(int), int also, int flags) {
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    if (also)
        sigaddset(&action.sa_mask, also);
    add((unsigned)sigaction(number, &action, &before));
    add(before.sa_handler == plain);
}
static void masked(int how, int number) {
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, number);
    order(40 + pthread_sigmask(how, &set, &before));
    order(sigismember(&before, SIGUSR1) + 2 * sigismember(&before, SIGUSR2));
}
static unsigned is_pending(int number) {
    sigset_t set;
    sigpending(&set);
    return (unsigned)sigismember(&set, number);
}
";
