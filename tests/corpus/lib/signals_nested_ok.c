// What a handler blocks and raises comes when it returns, with the mask of before; what is ignored meanwhile is forgotten.
//@ verdict: safe
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static unsigned long orders;
static void order(unsigned what) {
    orders = orders * 10 + what;
}

static unsigned is_blocked(int number) {
    sigset_t set;
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    return (unsigned)sigismember(&set, number);
}
static unsigned is_pending(int number) {
    sigset_t set;
    sigpending(&set);
    return (unsigned)sigismember(&set, number);
}
static void mask(int how, int a, int b) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, a);
    sigaddset(&set, b);
    pthread_sigmask(how, &set, NULL);
}

static void first(int number) {
    order(1 + (unsigned)(number != SIGUSR1));
}
static void nested(int number) {
    mask(SIG_BLOCK, SIGUSR1, number);
    raise(SIGUSR1);
    order(3);
    order(is_pending(SIGUSR1));
}
static void second(int number) {
    order(is_blocked(SIGUSR1));
    order(is_blocked(number));
}
static void told(int number, siginfo_t *information, void *context) {
    (void)context;
    order(information->si_signo == number);
}
static void install(int number, void (*handler)(int), int flags) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(number, &action, NULL);
}

int main(void) {
    install(SIGUSR1, first, 0);
    install(SIGUSR2, nested, 0);
    raise(SIGUSR2);
    assert(orders == 311); // before the handler returns it is pending
    assert(!is_blocked(SIGUSR1));

    orders = 0;
    install(SIGUSR2, second, 0);
    mask(SIG_BLOCK, SIGUSR1, SIGUSR2);
    raise(SIGUSR2);
    raise(SIGUSR1);
    mask(SIG_UNBLOCK, SIGUSR1, SIGUSR2);
    assert(orders == 111); // prepared first, runs last

    orders = 0;
    mask(SIG_BLOCK, SIGUSR1, SIGUSR2);
    raise(SIGUSR1);
    signal(SIGUSR1, SIG_IGN);
    assert(!is_pending(SIGUSR1));
    kill(getpid(), SIGUSR1);
    assert(is_pending(SIGUSR1)); // what is blocked is not ignored before it is unblocked
    mask(SIG_UNBLOCK, SIGUSR1, SIGUSR2);
    assert(orders == 0);

    install(SIGUSR1, (void (*)(int))told, SA_SIGINFO | (int)SA_RESETHAND);
    raise(SIGUSR1);
    assert(orders == 1);
    struct sigaction now;
    sigaction(SIGUSR1, NULL, &now);
    assert(now.sa_handler == SIG_DFL);
    return 0;
}
