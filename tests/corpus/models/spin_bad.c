// A loop that waits for a flag with relaxed reads orders nothing: what it waited for is read too early.
//@ verdict: unsafe
//@ flags: --memory-model c11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int data;

static void *writer(void *unused)
{
    data = 7;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    while (!atomic_load_explicit(&ready, memory_order_relaxed))
        ;
    assert(data == 7);  //~ FINDING data-race
    pthread_join(thread, 0);
    return 0;
}
