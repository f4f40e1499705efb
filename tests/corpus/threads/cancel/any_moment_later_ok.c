// A thread that was cancelled can be relied on to have ended once it is joined.
//@ property: assert
//@ verdict: safe
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
    pthread_join(thread, NULL);
    cancelled = 1;
    assert(late == 0);
    return 0;
}
