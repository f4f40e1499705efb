// A loop that looks at a pointer until there is one ends when there is, however often it looked.
//@ flags: --memory-model c11
//@ verdict: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static _Atomic(int *) ready;

static void *waits(void *unused)
{
    int *found;
    while (!(found = atomic_load_explicit(&ready, memory_order_acquire))) {
    }
    assert(*found == 1);
    return unused;
}

static void *says(void *unused)
{
    message = 1;
    atomic_store_explicit(&ready, &message, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t waiter, sayer;
    pthread_create(&waiter, 0, waits, 0);
    pthread_create(&sayer, 0, says, 0);
    pthread_join(waiter, 0);
    pthread_join(sayer, 0);
    return 0;
}
