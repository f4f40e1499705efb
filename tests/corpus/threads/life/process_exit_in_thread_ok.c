// Behind a join of a thread that calls exit() nothing is executed.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *leave(void *unused)
{
    exit(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, leave, 0);
    pthread_join(thread, 0);
    assert(0);
    return 0;
}
