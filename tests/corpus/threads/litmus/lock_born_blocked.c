// The fourth thread waits from its birth on if the second one took the lock before, and never gives it back. That it could have been faster has to be noticed at its
// creation, which has nothing to do with what it waits for.
//@ property: assert deadlock
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor] full_runs: 4
//@[dpor] blocked_runs: 0
#include "litmus.h"

int x;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *t4(void *unused)
{
    pthread_mutex_lock(&lock); //~ FINDING deadlock
    return unused;
}

static void *t1(void *unused)
{
    pthread_t four;
    int seen = x;
    (void)seen;
    pthread_create(&four, 0, t4, 0);
    return unused;
}

static void *t2(void *unused)
{
    pthread_mutex_lock(&lock); //~ FINDING deadlock
    return unused;
}

static void *t3(void *unused)
{
    STEP(x = 1);
    return unused;
}

int main(void)
{
    pthread_t one, two, three;
    pthread_create(&one, 0, t1, 0);
    pthread_create(&two, 0, t2, 0);
    pthread_create(&three, 0, t3, 0);
    pthread_exit(0);
}
