// The flag is set without the lock: the waiter may look, then miss the signal, then wait for ever.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
atomic_int given;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&m);
    while (!given)
        pthread_cond_wait(&c, &m); //~ FINDING deadlock
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    given = 1;
    pthread_cond_signal(&c);
    pthread_join(thread, 0);
    return 0;
}
