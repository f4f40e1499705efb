// Each thread has its own copy of a _Thread_local variable, with its initial value.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

_Thread_local int mine = 10;

static void *work(void *argument)
{
    mine += (int)(long)argument;
    assert(mine == 10 + (int)(long)argument);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    mine = 3;
    pthread_create(&first, 0, work, (void *)1L);
    pthread_create(&second, 0, work, (void *)2L);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(mine == 3);
    return 0;
}
