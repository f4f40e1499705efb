// A thread returns the address of its thread-local variable, which ends with it.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

_Thread_local int own;

static void *work(void *unused)
{
    own = 3;
    return &own;
}

int main(void)
{
    pthread_t thread;
    void *result = 0;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, &result);
    assert(*(int *)result == 3); //~ FINDING memory-stack-use-after-return
    return 0;
}
