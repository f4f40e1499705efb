// The address of a thread-local variable is lent to another thread until it is joined.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

_Thread_local int own = 1;

static void *work(void *argument)
{
    *(int *)argument = 7;
    own = 3;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, &own);
    pthread_join(thread, 0);
    assert(own == 7);
    return 0;
}
