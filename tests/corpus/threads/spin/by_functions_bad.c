// A thread asks a function with an array of its own for one flag and then for another one, and nobody sets either.
//@ flags: -p deadlock
//@ verdict: unsafe
//@ revisions: default none c11 tso
//@[none] flags: --reduce=none --summaries=off
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
#include <pthread.h>
#include <stdatomic.h>
static atomic_int first, second;

static int take(atomic_int *from)
{
    int expected[2] = {1, 0};
    return atomic_compare_exchange_strong(from, &expected[0], expected[1]); //~ FINDING livelock
}

static void *waiter(void *unused)
{
    while (!take(&first) && !take(&second))
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_join(thread, NULL);
    return 0;
}
