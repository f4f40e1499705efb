// A signal handler runs while the program waits in `pause` or `sigsuspend`: an alarm comes, and so does what another thread sends to the whole program. What is blocked waits until it is let through.
//@ verdict: safe
//@ assumption: A0171
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t alarms, users;

static void count(int number)
{
    if (number == SIGALRM)
        alarms++;
    else
        users++;
}

int main(void)
{
    sigset_t blocked, before;
    signal(SIGALRM, count);
    signal(SIGUSR1, count);
    assert(alarm(1) == 0);
    while (!alarms)
        pause();
    assert(alarms == 1 && alarm(2) == 0);
    assert(pause() == -1 && errno == EINTR && alarms == 2);

    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    raise(SIGUSR1);
    assert(users == 0);
    while (!users)
        sigsuspend(&before);
    assert(users == 1);
    raise(SIGUSR1);
    assert(users == 1);
    return 0;
}
