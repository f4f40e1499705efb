// The address of a thread-local variable is handed to another thread: then it is shared after all.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

_Thread_local int mine;

static void *work(void *argument)
{
    *(int *)argument = 1; //~ FINDING data-race
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, &mine);
    mine = 2;
    pthread_join(thread, 0);
    return 0;
}
