// Whoever drops the last reference frees the object.
//@ property: assert memory race deadlock memory:leak
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int value[2];
} *shared;

static void *user(void *argument)
{
    shared->value[(long)argument] = 1;
    if (atomic_fetch_sub(&shared->references, 1) == 1)
        free(shared);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    shared = malloc(sizeof *shared);
    atomic_init(&shared->references, 2);
    pthread_create(&one, 0, user, (void *)0L);
    pthread_create(&two, 0, user, (void *)1L);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
