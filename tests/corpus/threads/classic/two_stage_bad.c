// The second number is derived from the first one in a second critical section; a reader may come in between.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

// Threads that look; the benchmark has larger sizes.
#ifndef N
#define N 1
#endif

pthread_mutex_t lock1 = PTHREAD_MUTEX_INITIALIZER, lock2 = PTHREAD_MUTEX_INITIALIZER;
int data1, data2;

static void *update(void *unused)
{
    pthread_mutex_lock(&lock1);
    data1 = 1;
    pthread_mutex_unlock(&lock1);
    pthread_mutex_lock(&lock2);
    data2 = 2;
    pthread_mutex_unlock(&lock2);
    return unused;
}

static void *look(void *unused)
{
    pthread_mutex_lock(&lock1);
    int first = data1;
    pthread_mutex_unlock(&lock1);
    if (first == 0)
        return unused;
    pthread_mutex_lock(&lock2);
    int second = data2;
    pthread_mutex_unlock(&lock2);
    assert(second == first + 1); //~ FINDING assertion
    return unused;
}

int main(void)
{
    pthread_t updater, lookers[N];
    pthread_create(&updater, 0, update, 0);
    for (int k = 0; k < N; k++)
        pthread_create(&lookers[k], 0, look, 0);
    pthread_join(updater, 0);
    for (int k = 0; k < N; k++)
        pthread_join(lookers[k], 0);
    return 0;
}
