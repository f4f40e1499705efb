// A thread waits for one of two values that inputs set before it begins: a round reads both, and with other inputs it waits for ever.
//@ flags: -p deadlock
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
static atomic_int first, second;

static void *waiter(void *unused)
{
    while (atomic_load(&first) != 3 && atomic_load(&second) != 4) //~ FINDING livelock
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;
    atomic_store(&first, __VERIFIER_nondet_int());
    atomic_store(&second, __VERIFIER_nondet_int());
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_join(thread, NULL);
    return 0;
}
