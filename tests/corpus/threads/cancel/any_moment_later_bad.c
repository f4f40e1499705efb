// A request takes its time: the thread goes on for a while although it was cancelled.
//@ property: assert
//@ verdict: unsafe
//@ assumption: A0270 A0271
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int cancelled, late;

static void *work(void *unused)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    late = cancelled;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    cancelled = 1;
    pthread_join(thread, NULL);
    assert(late == 0); //~ FINDING assert
    return 0;
}
