// An input decides something behind a read that a write of another thread revisits: each of the two values with each of the two sides, once.
//@ verdict: safe
//@ flags: --memory-model c11
//@ runs: 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
atomic_int flag, answer;

static void *asks(void *input)
{
    int seen = atomic_load_explicit(&flag, memory_order_relaxed);
    if (*(int *)input > 0)
        atomic_store_explicit(&answer, 1 + seen, memory_order_relaxed);
    return 0;
}

static void *writes(void *unused)
{
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    int input = __VERIFIER_nondet_int();
    pthread_t asker, writer;
    pthread_create(&asker, 0, asks, &input);
    pthread_create(&writer, 0, writes, 0);
    pthread_join(asker, 0);
    pthread_join(writer, 0);
    assert(atomic_load_explicit(&answer, memory_order_relaxed) <= (input > 0 ? 2 : 0));
    return 0;
}
