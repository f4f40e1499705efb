// An input decides which of two flags is written: each is a location of its own, and the other one stays what it was.
//@ verdict: safe
//@ flags: --memory-model c11
//@ runs: 6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
atomic_int flags[2];
int chosen, data;

static void *writer(void *unused)
{
    data = 7;
    atomic_store_explicit(&flags[chosen], 1, memory_order_release);
    return unused;
}

int main(void)
{
    chosen = __VERIFIER_nondet_int();
    if (chosen < 0 || chosen > 1)
        return 0;
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int other = atomic_load_explicit(&flags[1 - chosen], memory_order_relaxed);
    if (atomic_load_explicit(&flags[chosen], memory_order_acquire))
        assert(data == 7);
    pthread_join(thread, 0);
    assert(!other);
    return 0;
}
