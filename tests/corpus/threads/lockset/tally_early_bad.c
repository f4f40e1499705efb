// One of those who add has not been joined when main looks, under the lock.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int count = 3;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    for (int i = 0; i < 1; i++) {
        pthread_mutex_lock(&lock);
        count += 5;
        count--;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    pthread_join(threads[0], 0);
    pthread_mutex_lock(&lock);
    assert(count == 11); //~ FINDING assertion
    pthread_mutex_unlock(&lock);
    pthread_join(threads[1], 0);
    return 0;
}
