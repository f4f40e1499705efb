// Accesses of different sizes to the same bytes are not followed under C11: the answer is that of one order of all operations, and says why.
//@ verdict: safe
//@ assumption: A0201
//@ output: C11 is not followed in line 14: atomic accesses of different
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic long word;

static void *low(void *unused)
{
    int *half = (int *)&word;
    __atomic_store_n(half, 1, __ATOMIC_RELAXED);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, low, 0);
    long seen = atomic_load_explicit(&word, memory_order_relaxed);
    assert(seen == 0 || seen == 1);
    pthread_join(thread, 0);
    return 0;
}
