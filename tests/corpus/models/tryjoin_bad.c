// The thread may have ended by then. Graphs do not tell, so that all is explored in one order of operations.
//@ property: assert
//@ verdict: unsafe
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *set(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    int refused = pthread_tryjoin_np(thread, 0);
    assert(refused); //~ FINDING assertion
    return 0;
}
