// An atomic operation behind the end of a large array that was written before.
//@ verdict: unsafe
//@ flags: --memory-model c11
#include <pthread.h>
#include <stdatomic.h>

#define COUNT 1000

static atomic_int cells[COUNT];

static void *count(void *unused)
{
    for (int i = COUNT - 1; i <= COUNT; i++)
        atomic_fetch_add_explicit(&cells[i], 1, memory_order_relaxed); //~ FINDING memory-out-of-bounds
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < COUNT; i++)
        atomic_init(&cells[i], i);
    pthread_create(&thread, NULL, count, NULL);
    pthread_join(thread, NULL);
    return 0;
}
