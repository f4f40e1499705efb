// Each thread adds under a lock, but not under the same one: an addition can get lost.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int count;
pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *work(void *own)
{
    pthread_mutex_lock(own);
    count++;
    pthread_mutex_unlock(own);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, &locks[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(count == 2); //~ FINDING assertion
    return 0;
}
