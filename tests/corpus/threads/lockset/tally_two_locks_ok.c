// Each thread holds a lock of its own, and one that is common to all.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[default] states: <= 3
//@[default] counter.pruned_by_locksets: 1
#include <assert.h>
#include <pthread.h>

int count;
pthread_mutex_t common = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *work(void *own)
{
    pthread_mutex_lock(own);
    pthread_mutex_lock(&common);
    count++;
    pthread_mutex_unlock(&common);
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
    assert(count == 2);
    return 0;
}
