// A thread looks again and again at what it adds nothing to, and nobody ever makes it three.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *add(void *unused)
{
    atomic_fetch_add(&count, 1);
    return unused;
}

static void *await(void *unused)
{
    while (atomic_fetch_add(&count, 0) != 3) //~ FINDING deadlock
        ;
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, await, 0);
    pthread_create(&threads[1], 0, add, 0);
    pthread_create(&threads[2], 0, add, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
