// Two variables that belong together are changed while nobody may cancel the thread; it may be at any moment before and after that.
//@ property: assert race deadlock
//@ verdict: safe
//@ assumption: A0270 A0271
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

static int taken, given;

static void *move(void *unused)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    taken = 1;
    given = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, move, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(taken == given);
    return 0;
}
