// Atomic accesses of different sizes to the same bytes have no meaning in the models.
//@ verdict: unknown
//@ flags: --memory-model c11
//@ reason: U0301
#include <pthread.h>
#include <stdatomic.h>

union {
    atomic_int whole;
    atomic_char part;
} cell;

static void *writer(void *unused)
{
    atomic_store_explicit(&cell.part, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int seen = atomic_load_explicit(&cell.whole, memory_order_relaxed);
    pthread_join(thread, 0);
    return seen > 1;
}
