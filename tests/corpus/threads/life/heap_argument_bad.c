// The thread frees its argument, which main still uses.
//@ property: memory
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
    free(argument);
    return 0;
}

int main(void)
{
    pthread_t thread;
    int *box = malloc(sizeof *box);
    *box = 1;
    pthread_create(&thread, 0, work, box);
    *box = 2; //~ FINDING memory-use-after-free
    pthread_join(thread, 0);
    return 0;
}
