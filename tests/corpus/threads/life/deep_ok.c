// Threads create threads, each joining the next: as deep as the argument says.
//@ verdict: safe
//@[dpor] runs: 1
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

static void *work(void *argument)
{
    long depth = (long)argument;
    pthread_t thread;
    void *result = 0;
    if (depth == 0)
        return 0;
    pthread_create(&thread, 0, work, (void *)(depth - 1));
    pthread_join(thread, &result);
    return (void *)((long)result + 1);
}

int main(void)
{
    assert((long)work((void *)40) == 40);
    return 0;
}
