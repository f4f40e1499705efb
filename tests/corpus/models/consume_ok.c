// A consuming load is an acquiring one, as compilers make it: also what does not depend on the pointer is seen.
//@ revisions: auto c11 pso
//@ verdict: safe
//@[c11] flags: --memory-model c11
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int value, other;
int *_Atomic shown;

static void *put(void *unused)
{
    value = 1;
    other = 2;
    atomic_store_explicit(&shown, &value, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, put, 0);
    int *seen = atomic_load_explicit(&shown, memory_order_consume);
    if (seen)
        assert(*seen == 1 && other == 2);
    pthread_join(thread, 0);
    return 0;
}
