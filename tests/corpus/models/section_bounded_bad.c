// Sections that only read do not go round in circles as long as a counter changes: whoever gives up has waited in vain.
//@ revisions: auto c11 tso pso
//@ verdict: unsafe
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

int flag;
atomic_int unused_order;

static int is_set(void)
{
    raddle_atomic_begin();
    int value = flag;
    raddle_atomic_end();
    return value;
}

static void *waits(void *unused)
{
    atomic_store_explicit(&unused_order, 1, memory_order_relaxed);
    int tries = 0;
    while (!is_set() && tries < 3)
        tries++;
    assert(tries < 3);  //~ FINDING assertion
    return unused;
}

static void *sets(void *unused)
{
    raddle_atomic_begin();
    flag = 1;
    raddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, waits, 0);
    pthread_create(&b, 0, sets, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
