// Lamport's bakery without waiting for the other to have drawn its number.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int number[2];
int inside;

static void *work(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    int mine = number[other] + 1;
    number[me] = mine;
    for (;;) {
        int theirs = number[other];
        if (theirs == 0 || mine < theirs || (mine == theirs && me < other))
            break;
    }
    inside = me; //~ FINDING data-race
    assert(inside == me); //~ FINDING assertion
    number[me] = 0;
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
