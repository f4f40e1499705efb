// Whether a thread has ended is asked without waiting for it: graphs have no place for that.
//@ verdict: unknown
//@ flags: --memory-model c11
//@ reason: U0301
//@ output: a question whether a thread has ended, which does not wait
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *set(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    assert(pthread_tryjoin_np(thread, 0) != 0);
    return 0;
}
