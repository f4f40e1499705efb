// Memory is freed while another thread may still read it: a race in every model, and no value of the read tells more.
//@ property: race
//@ revisions: tso c11
//@ verdict: unsafe
//@[tso] flags: --memory-model tso
//@[c11] flags: --memory-model c11
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic shared;

static void *take(void *unused)
{
    free(atomic_exchange_explicit(&shared, 0, memory_order_relaxed));  //~ FINDING data-race
    return unused;
}

int main(void)
{
    int *value = malloc(sizeof *value);
    *value = 3;
    atomic_init(&shared, value);
    pthread_t thread;
    pthread_create(&thread, 0, take, 0);
    int *seen = atomic_load_explicit(&shared, memory_order_relaxed);
    int result = seen ? *seen : 0;
    pthread_join(thread, 0);
    return result;
}
