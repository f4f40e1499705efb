// The thread writes to a local variable of a function that may have returned.
//@ property: memory
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_t thread;

static void *work(void *argument)
{
    *(int *)argument = 1; //~ FINDING memory-stack-use-after-return
    return 0;
}

static void begin(void)
{
    int result = 0;
    pthread_create(&thread, 0, work, &result);
}

int main(void)
{
    begin();
    pthread_join(thread, 0);
    return 0;
}
