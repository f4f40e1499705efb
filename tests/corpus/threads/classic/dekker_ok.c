// Dekker's algorithm keeps the two threads apart.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

// Rounds of both threads together; the benchmark has larger sizes.
#ifndef N
#define N 2
#endif

atomic_int wants[2], turn;
int inside;

static void *work(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    for (int round = 0; round < (N + me) / 2; round++) {
        wants[me] = 1;
        while (wants[other]) {
            if (turn != me) {
                wants[me] = 0;
                while (turn != me)
                    ;
                wants[me] = 1;
            }
        }
        inside = me;
        assert(inside == me);
        turn = other;
        wants[me] = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, work, (void *)0L);
    pthread_create(&two, 0, work, (void *)1L);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
