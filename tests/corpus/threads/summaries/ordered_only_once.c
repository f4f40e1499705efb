// Both orders of the critical sections lead to the same state, but only in one of them does the lock order the two writes: what was
// explored without a race below one says nothing about the other.
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>

int x;
int done;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *t1(void *unused)
{
    x = 1; //~ RELATED data-race
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    done = 1; //~ RELATED data-race
    return unused;
}

static void *t2(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    if (done) //~ FINDING data-race
        x = 2; //~ FINDING data-race
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, t1, 0);
    pthread_create(&b, 0, t2, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
