// A handler runs when its own thread raises the signal; another thread waits for one that is sent to it.
//@ property: assert race deadlock
//@ verdict: safe
//@ assumption: A0171
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t raised;
static sigset_t awaited;

static void handle(int number)
{
    raised = number;
}

static void *wait_for_it(void *unused)
{
    int number;
    assert(sigwait(&awaited, &number) == 0);
    assert(number == SIGUSR2);
    return unused;
}

int main(void)
{
    struct sigaction action = {0};
    pthread_t thread;
    action.sa_handler = handle;
    sigemptyset(&action.sa_mask);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    assert(raised == SIGUSR1);
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &awaited, NULL);
    pthread_create(&thread, NULL, wait_for_it, NULL);
    pthread_kill(thread, SIGUSR2);
    pthread_join(thread, NULL);
    return 0;
}
