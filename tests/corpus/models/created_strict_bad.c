// Main stores, and creates a thread that loads; another one does the same at the other two ends. The load of the created thread is relaxed: both may see nothing.
//@ verdict: unsafe
//@ flags: --memory-model c11
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int one, two;
static int seen, saw;

static void *loads(void *unused)
{
    seen = atomic_load_explicit(&two, memory_order_relaxed);
    return unused;
}

static void *stores_and_loads(void *unused)
{
    atomic_store_explicit(&two, 1, memory_order_seq_cst);
    saw = atomic_load_explicit(&one, memory_order_seq_cst);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, stores_and_loads, 0);
    atomic_store_explicit(&one, 1, memory_order_seq_cst);
    pthread_create(&second, 0, loads, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(seen || saw); //~ FINDING assertion
    return 0;
}
