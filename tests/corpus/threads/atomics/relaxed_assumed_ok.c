// Relaxed accesses are run as sequentially consistent ones if that is asked for, and the report says so.
//@ flags: --memory-model sc
//@ verdict: safe
//@ assumption: A0201
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *writer(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return unused;
}

static void *reader(void *unused)
{
    int b = atomic_load_explicit(&y, memory_order_relaxed);
    int a = atomic_load_explicit(&x, memory_order_relaxed);
    assert(!(b == 1 && a == 0));
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, writer, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
