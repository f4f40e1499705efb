// A section and an atomic operation outside of it access the same bytes: C says nothing of what the operation may see.
//@ verdict: unknown
//@ flags: --memory-model c11
//@ reason: U0301
//@ output: the same bytes are accessed in an atomic section and by an atomic operation
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

atomic_int count;

static void *add(void *unused)
{
    raddle_atomic_begin();
    atomic_fetch_add_explicit(&count, 2, memory_order_relaxed);
    raddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    int seen = atomic_load_explicit(&count, memory_order_relaxed);
    pthread_join(thread, 0);
    return seen == 1;
}
