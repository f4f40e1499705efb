// A thread waits for a value that an input may have set before it begins, and that another thread sets in any case.
//@ flags: -p deadlock
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int flag;

static void *waiter(void *unused)
{
    while (atomic_load(&flag) != 3)
        ;
    return unused;
}

static void *setter(void *unused)
{
    atomic_store(&flag, 3);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    atomic_store(&flag, __VERIFIER_nondet_int());
    pthread_create(&threads[0], NULL, waiter, NULL);
    pthread_create(&threads[1], NULL, setter, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
