// Two threads look at the pointer before either of them has cleared it.
//@ property: memory
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) shared;

static void *drop(void *unused)
{
    int *mine = shared;
    if (mine) {
        free(mine); //~ FINDING memory-double-free
        shared = 0;
    }
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
