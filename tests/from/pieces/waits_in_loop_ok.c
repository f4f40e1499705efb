// A thread waits in a loop for what another one writes: the number that it waits for, in any case.
// verdict: safe
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int flag, rounds;

static int take(void)
{
    int expected[2] = {3, 0};
    return atomic_compare_exchange_strong(&flag, &expected[0], expected[1]);
}

static void *waiter(void *unused)
{
    while (!take())
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (int i = __VERIFIER_nondet_int(); i > 0; i--)
        atomic_fetch_add(&rounds, 1);
    pthread_create(&thread, 0, waiter, 0);
    atomic_store(&flag, 3);
    pthread_join(thread, 0);
    return 0;
}
