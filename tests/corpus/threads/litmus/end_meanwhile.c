// Main waits and leaves a function in one step, and with it ends a variable that the first thread writes to, before or after. What main waits for is posted by a step
// of the second thread that has nothing to do with that write, so whether main could have come before it is not told by the state before it alone.
//@ verdict: unsafe
//@ revisions: none dpor dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@[dpor] full_runs: 2
//@[dpor] blocked_runs: 0
#include <semaphore.h>

#include "litmus.h"

int *lent;
sem_t ready;

static void *t1(void *unused)
{
    *lent = 1; //~ FINDING memory //~ FINDING race
    return unused;
}

static void *t2(void *unused)
{
    sem_post(&ready);
    return unused;
}

static void lend(pthread_t *one, pthread_t *two)
{
    int own = 0;
    lent = &own;
    pthread_create(one, 0, t1, 0);
    pthread_create(two, 0, t2, 0);
    sem_wait(&ready);
}

int main(void)
{
    pthread_t one, two;
    sem_init(&ready, 0, 0);
    lend(&one, &two);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
