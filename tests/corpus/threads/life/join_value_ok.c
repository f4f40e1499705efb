// What a thread returns arrives at the join.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

static void *twice(void *argument)
{
    return (void *)((long)argument * 2);
}

int main(void)
{
    pthread_t thread;
    void *result;
    assert(pthread_create(&thread, 0, twice, (void *)21L) == 0);
    assert(pthread_join(thread, &result) == 0);
    assert((long)result == 42);
    return 0;
}
