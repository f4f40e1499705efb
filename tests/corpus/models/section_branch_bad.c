// What a section accesses depends on what it reads: all orders of sections count, also of those that have nothing in common where they stand.
//@ revisions: auto c11 tso
//@ verdict: unsafe
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

int chosen, left, right;
atomic_int ends;

static void *choose(void *unused)
{
    raddle_atomic_begin();
    if (chosen)
        left = 1;
    else
        right = 1;
    raddle_atomic_end();
    atomic_fetch_add_explicit(&ends, 1, memory_order_relaxed);
    return unused;
}

static void *change(void *unused)
{
    raddle_atomic_begin();
    right = right * 2 + 2;
    raddle_atomic_end();
    raddle_atomic_begin();
    chosen = 1;
    raddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, choose, 0);
    pthread_create(&two, 0, change, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(right != 1);  //~ FINDING assertion
    return 0;
}
