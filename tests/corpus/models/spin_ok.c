// A loop that waits for a flag ends: the read waits until there is another write to read from.
//@ verdict: safe
//@ flags: --memory-model c11
//@ runs: 1
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
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    assert(data == 7);
    pthread_join(thread, 0);
    return 0;
}
