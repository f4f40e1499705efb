// A thread waits by way of a function with an array of its own, which is another one in every round: it waits for ever all the same.
//@ flags: -p deadlock
//@ verdict: unsafe
//@ revisions: default none c11 tso
//@[none] flags: --reduce=none --summaries=off
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;

static int take(void)
{
    int expected[2] = {1, 0};
    return atomic_compare_exchange_strong(&flag, &expected[0], expected[1]); //~ FINDING livelock
}

static void *waiter(void *unused)
{
    while (!take())
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
