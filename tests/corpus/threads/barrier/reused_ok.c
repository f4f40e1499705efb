// A barrier is used for two rounds, twice in each, and destroyed at the end.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int current;

static void *leader(void *unused)
{
    for (int round = 0; round < 2; round++) {
        current = round;
        pthread_barrier_wait(&barrier);
        pthread_barrier_wait(&barrier);
    }
    return unused;
}

static void *follower(void *unused)
{
    for (int round = 0; round < 2; round++) {
        pthread_barrier_wait(&barrier);
        assert(current == round);
        pthread_barrier_wait(&barrier);
    }
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&one, 0, leader, 0);
    pthread_create(&two, 0, follower, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}
