// The function that owns the variable waits for the thread that writes to it.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

static void *work(void *argument)
{
    *(int *)argument = 1;
    return 0;
}

static int compute(void)
{
    pthread_t thread;
    int result = 0;
    pthread_create(&thread, 0, work, &result);
    pthread_join(thread, 0);
    return result;
}

int main(void)
{
    assert(compute() == 1);
    return 0;
}
