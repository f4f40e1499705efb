// The condition becomes true and nobody signals: most of the time the thread waits for ever, which a spurious wake-up must not hide.
// If there is one, the thread goes on, and what it takes for granted then is wrong.
//@ property: assert deadlock
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

static void *waiter(void *unused)
{
    int waited = 0;
    pthread_mutex_lock(&m);
    while (!ready) {
        waited = 1;
        pthread_cond_wait(&c, &m); //~ FINDING deadlock
    }
    assert(!waited); //~ FINDING assertion
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    return 0;
}
