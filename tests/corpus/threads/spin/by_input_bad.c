// A thread waits for a value that an input sets before it begins, and nobody sets after that: with any other input it waits for ever.
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
static atomic_int flag;

static void *waiter(void *unused)
{
    while (atomic_load(&flag) != 3) //~ FINDING livelock
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;
    atomic_store(&flag, __VERIFIER_nondet_int());
    pthread_create(&thread, NULL, waiter, NULL);
    pthread_join(thread, NULL);
    return 0;
}
