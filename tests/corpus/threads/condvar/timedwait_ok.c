// A wait that timed out holds the mutex again and goes on without the flag.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, late;

static void *waiter(void *unused)
{
    struct timespec deadline = {0, 0};
    pthread_mutex_lock(&m);
    while (!ready && !late) {
        int result = pthread_cond_timedwait(&c, &m, &deadline);
        assert(result == 0 || result == ETIMEDOUT);
        if (result == ETIMEDOUT)
            late = 1;
    }
    assert(ready || late);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    return 0;
}
