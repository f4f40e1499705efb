// main ends by pthread_exit while a detached thread uses its local variable.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

static void *work(void *argument)
{
    *(int *)argument = 1; //~ FINDING memory-stack-use-after-return //~ FINDING race
    return 0;
}

int main(void)
{
    int local = 0;
    pthread_t thread;
    pthread_create(&thread, 0, work, &local);
    pthread_detach(thread);
    pthread_exit(0);
}
