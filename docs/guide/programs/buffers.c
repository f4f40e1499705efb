// Each thread says that it is there, and looks whether the other one is. With relaxed orders both may see nobody.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int here[2];
static int alone[2];

static void *come(void *number)
{
    long me = (long)number;
    atomic_store_explicit(&here[me], 1, memory_order_relaxed);
    alone[me] = !atomic_load_explicit(&here[!me], memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, come, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(!(alone[0] && alone[1]));
    return 0;
}
