// Szymanski's algorithm for two threads: a waiting room whose door closes behind those who are in.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2];
int inside;

static void *work(void *argument)
{
    int me = (int)(long)argument, other = 1 - me;
    flag[me] = 1;
    while (flag[other] >= 3)
        ;
    flag[me] = 3;
    if (flag[other] == 1) {
        flag[me] = 2;
        while (flag[other] != 4)
            ;
    }
    flag[me] = 4;
    if (other < me)
        while (flag[other] >= 2)
            ;
    inside = me;
    assert(inside == me);
    if (other > me)
        // One read per round: with two, the flag may change from 3 to 2 between them.
        for (int seen = 2; seen == 2 || seen == 3; seen = flag[other])
            ;
    flag[me] = 0;
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
