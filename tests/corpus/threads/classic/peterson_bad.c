// Peterson's algorithm with the turn given away before the wish is made known.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2], turn;
int inside;

static void *work(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    turn = other;
    wants[me] = 1;
    while (wants[other] && turn == other)
        ;
    inside = me; //~ FINDING data-race
    assert(inside == me); //~ FINDING assertion
    wants[me] = 0;
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
