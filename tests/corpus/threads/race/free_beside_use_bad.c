// Freeing is an access: it races with the use, and one order uses freed memory.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdlib.h>

int *shared;

static void *user(void *unused)
{
    *shared = 1; //~ FINDING data-race //~ FINDING memory-use-after-free
    return unused;
}

static void *owner(void *unused)
{
    free(shared);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    shared = malloc(sizeof *shared);
    pthread_create(&one, 0, user, 0);
    pthread_create(&two, 0, owner, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
