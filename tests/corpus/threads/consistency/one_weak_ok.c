// One load is weaker than the rest, which is enough for both threads to see zero: that it does not happen is assumed with --memory-model sc.
//@ flags: --memory-model sc
//@ property: assert race
//@ verdict: safe
//@ assumption: A0201
//@ revisions: none dpor dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *one(void *unused)
{
    atomic_store(&x, 1);
    a = atomic_load_explicit(&y, memory_order_acquire);
    return unused;
}

static void *two(void *unused)
{
    atomic_store(&y, 1);
    b = atomic_load(&x);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(a == 1 || b == 1);
    return 0;
}
