// A thread that may be cancelled at any moment leaves two variables that belong together half changed.
//@ property: assert race deadlock
//@ verdict: unsafe
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
    taken = 1;
    given = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, move, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(taken == given); //~ FINDING assert
    return 0;
}
