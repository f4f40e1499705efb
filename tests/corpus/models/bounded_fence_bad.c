// Somebody who waits gives up after three looks, with a fence behind each: the fence makes no difference to what its counter says.
//@ flags: --memory-model c11
//@ verdict: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void count(int *looks)
{
    ++*looks;
}

static void *waits(void *unused)
{
    int looks = 0;
    while (!atomic_load_explicit(&ready, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        count(&looks);
        assert(looks < 3); //~ FINDING assertion
    }
    return unused;
}

static void *says(void *unused)
{
    atomic_store_explicit(&ready, 1, memory_order_release);
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
