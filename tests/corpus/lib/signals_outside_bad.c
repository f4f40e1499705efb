// The program takes it for granted which of the signals comes that it waits for.
//@ verdict: unsafe
//@ assumption: A0171
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stops;

static void *work(void *unused)
{
    pthread_mutex_lock(&mutex);
    while (!stops)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t worker;
    sigset_t awaited;
    int number;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGINT);
    sigaddset(&awaited, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &awaited, NULL);
    pthread_create(&worker, NULL, work, NULL);
    sigwait(&awaited, &number);
    assert(number == SIGINT);  //~ FINDING assertion
    pthread_mutex_lock(&mutex);
    stops = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(worker, NULL);
    return 0;
}
