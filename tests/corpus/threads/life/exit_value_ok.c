// pthread_exit ends the thread from inside a call, and its value arrives at the join.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

static void give_up(long code)
{
    if (code > 0)
        pthread_exit((void *)code);
}

static void *work(void *argument)
{
    give_up((long)argument);
    return (void *)-1L;
}

int main(void)
{
    pthread_t first, second;
    void *one, *two;
    pthread_create(&first, 0, work, (void *)7L);
    pthread_create(&second, 0, work, (void *)0L);
    pthread_join(first, &one);
    pthread_join(second, &two);
    assert((long)one == 7 && (long)two == -1);
    return 0;
}
