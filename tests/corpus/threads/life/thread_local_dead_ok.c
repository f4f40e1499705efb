// A thread returns the value of its thread-local variable.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

_Thread_local int own;

static void *work(void *unused)
{
    own = 3;
    return (void *)(long)own;
}

int main(void)
{
    pthread_t thread;
    void *result = 0;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, &result);
    assert((long)result == 3);
    return 0;
}
