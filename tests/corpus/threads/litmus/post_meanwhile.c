// As await_enabled_meanwhile.c, with a semaphore: what the section of the second thread waits for is posted by a step of the third one that
// has nothing to do with the first one's write. The section has to be rehearsed before that write with that step.
//@ verdict: unsafe
//@ revisions: none dpor dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[dpor] full_runs: 2
//@[dpor] blocked_runs: 0
#include <semaphore.h>

#include "litmus.h"

int x;
sem_t ready;

static void *t1(void *unused)
{
    STEP(x = 5);
    return unused;
}

static void *t2(void *unused)
{
    STEP(sem_wait(&ready); x = 7);
    return unused;
}

static void *t3(void *unused)
{
    sem_post(&ready);
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    sem_init(&ready, 0, 0);
    pthread_create(&one, 0, t1, 0);
    pthread_create(&two, 0, t2, 0);
    pthread_create(&three, 0, t3, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    pthread_join(three, 0);
    raddle_check(x == 5); //~ FINDING check
    raddle_check(x == 7); //~ FINDING check
    return 0;
}
