// A thread that does nothing but ask whether it was cancelled goes round until it is.
//@ revisions: auto c11 tso pso
//@ verdict: safe
//@[c11] flags: --memory-model c11
//@[tso] flags: --memory-model tso
//@[pso] flags: --memory-model pso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int begun;
int rounds;

static void *waits(void *unused)
{
    rounds = 1;
    atomic_store_explicit(&begun, 1, memory_order_relaxed);
    for (;;)
        pthread_testcancel();
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, waits, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    assert(rounds == 1);
    return 0;
}
