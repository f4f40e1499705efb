// The wait is in a function of its own, and whoever calls it does not test again.
//@ verdict: unsafe
//@ revisions: none dpor summaries states pdpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[summaries] flags: --reduce=dpor --summaries=on
//@[states] flags: --reduce=none --summaries=on
//@[pdpor] flags: --reduce=pdpor
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

static void wait_for_change(void)
{
    pthread_cond_wait(&c, &m);
}

static void *waiter(void *unused)
{
    pthread_mutex_lock(&m);
    if (!ready)
        wait_for_change();
    assert(ready); //~ FINDING assertion
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    return 0;
}
