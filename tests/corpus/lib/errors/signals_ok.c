// Errors of signals.
//@ property: assert memory
//@ verdict: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static void handle(int number)
{
    (void)number;
}

int main(void)
{
    struct sigaction action = {0}, before;
    sigset_t set, old;
    action.sa_handler = handle;
    assert(sigaction(SIGKILL, &action, NULL) == -1 && errno == EINVAL);
    assert(sigaction(99, &action, NULL) == -1 && errno == EINVAL);
    assert(sigaction(SIGUSR1, &action, &before) == 0 && before.sa_handler == SIG_DFL);
    assert(signal(SIGUSR1, SIG_IGN) == handle);
    assert(signal(SIGSTOP, SIG_IGN) == SIG_ERR && errno == EINVAL);
    assert(raise(SIGUSR1) == 0);
    assert(sigemptyset(&set) == 0 && sigaddset(&set, SIGUSR2) == 0);
    assert(sigaddset(&set, 99) == -1 && errno == EINVAL);
    assert(pthread_sigmask(17, &set, NULL) == EINVAL);
    assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
    assert(pthread_sigmask(SIG_SETMASK, NULL, &old) == 0 && sigismember(&old, SIGUSR2) == 1);
    assert(sigismember(&old, SIGUSR1) == 0);
    assert(raise(SIGUSR2) == 0);
    assert(sigpending(&old) == 0 && sigismember(&old, SIGUSR2) == 1);
    int number = 0;
    assert(sigwait(&set, &number) == 0 && number == SIGUSR2);
    assert(pthread_kill(pthread_self(), 0) == 0);
    return 0;
}
