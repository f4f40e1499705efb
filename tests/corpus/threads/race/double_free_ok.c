// The pointer is taken and cleared in one step.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) shared;

static void *drop(void *unused)
{
    int *mine = atomic_exchange(&shared, 0);
    if (mine)
        free(mine);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    shared = malloc(sizeof(int));
    pthread_create(&one, 0, drop, 0);
    pthread_create(&two, 0, drop, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
