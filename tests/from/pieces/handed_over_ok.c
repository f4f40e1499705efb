// The same with a store that releases: nothing races.
// flags: -p race
// verdict: safe
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic handed;
extern int __VERIFIER_nondet_int(void);

static void *maker(void *unused)
{
    int *made = calloc(1, sizeof *made);
    if (made) {
        *made = 1;
        atomic_store_explicit(&handed, made, memory_order_release);
    }
    return unused;
}

static void *taker(void *unused)
{
    int rounds = __VERIFIER_nondet_int();
    if (rounds < 2)
        return unused;
    for (int i = 0; i < rounds; i++)
        ;
    int *taken = atomic_load_explicit(&handed, memory_order_acquire);
    if (taken)
        *taken = 2;
    return unused;
}

int main(void)
{
    pthread_t making, taking;
    pthread_create(&making, NULL, maker, NULL);
    pthread_create(&taking, NULL, taker, NULL);
    pthread_exit(NULL);
}
