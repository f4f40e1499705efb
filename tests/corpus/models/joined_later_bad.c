// A thread that is joined right behind the creation of another one does not come before that, although it may have ended by then.
//@ revisions: auto c11 tso pso
//@ verdict: unsafe
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;
int seen;

static void *longer(void *unused)
{
    for (int k = 0; k < 16; k++)
        atomic_store_explicit(&y, k, memory_order_relaxed);
    atomic_store_explicit(&z, 1, memory_order_relaxed);
    return unused;
}

static void *reader(void *unused)
{
    seen = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

static void *writer(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&z, 2, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, longer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_create(&c, 0, writer, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    assert(seen == 0);  //~ FINDING assertion
    return 0;
}
