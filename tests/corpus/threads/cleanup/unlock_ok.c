// A thread that exits inside of a function called between push and pop runs its clean-up handler, which unlocks.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int done;

static void release(void *lock)
{
    pthread_mutex_unlock(lock);
}

static void finish(int early)
{
    done++;
    if (early)
        pthread_exit(0);
}

static void *work(void *argument)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(release, &m);
    finish(argument != 0);
    pthread_cleanup_pop(1);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, &done);
    pthread_create(&two, 0, work, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(done == 2);
    return 0;
}
