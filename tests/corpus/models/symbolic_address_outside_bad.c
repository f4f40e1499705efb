// An input decides which flag is written, and may choose one behind the last.
//@ verdict: unsafe
//@ flags: --memory-model c11
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
atomic_int flags[2];
int chosen;

static void *writer(void *unused)
{
    atomic_store_explicit(&flags[chosen], 1, memory_order_release); //~ FINDING memory-out-of-bounds
    return unused;
}

int main(void)
{
    chosen = __VERIFIER_nondet_int();
    if (chosen < 0 || chosen > 2)
        return 0;
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    (void)atomic_load_explicit(&flags[0], memory_order_acquire);
    pthread_join(thread, 0);
    return 0;
}
