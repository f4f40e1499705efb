// A lock that timed out is not held.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void *work(void *unused)
{
    struct timespec deadline = {0, 0};
    int result = pthread_mutex_timedlock(&m, &deadline);
    assert(result == 0 || result == ETIMEDOUT);
    if (result == 0) {
        counter++;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter <= 2);
    return 0;
}
