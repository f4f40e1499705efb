// A weak exchange in a loop. That it does not fail for no reason is an assumption, and the report says where it is made.
//@ verdict: safe
//@ assumption: A0204
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *work(void *unused)
{
    int seen = atomic_load(&counter);
    while (!atomic_compare_exchange_weak(&counter, &seen, seen + 1))
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    assert(counter == 2);
    return 0;
}
