// A program ends by a signal that it sends itself: blocked in all threads, which have that from their creator, and taken by one that waits for it.
//@ property: assert race deadlock
//@ verdict: safe
//@ assumption: A0171 A0174
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static sigset_t awaited;
static int stops;

static void *wait_for_signals(void *unused)
{
    int number;
    assert(sigwait(&awaited, &number) == 0 && number == SIGTERM);
    pthread_mutex_lock(&lock);
    stops = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *work(void *unused)
{
    sigset_t mine;
    pthread_sigmask(SIG_BLOCK, NULL, &mine);
    assert(sigismember(&mine, SIGTERM) && !sigismember(&mine, SIGUSR1));
    pthread_mutex_lock(&lock);
    while (!stops)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t signals, worker;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &awaited, NULL);
    pthread_create(&signals, NULL, wait_for_signals, NULL);
    pthread_create(&worker, NULL, work, NULL);
    kill(getpid(), SIGTERM);
    pthread_join(signals, NULL);
    pthread_join(worker, NULL);
    return 0;
}
