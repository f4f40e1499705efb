// An atomic load and an atomic store are no atomic increment. There is no race, but an update gets lost.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *work(void *unused)
{
    int old = atomic_load(&counter);
    atomic_store(&counter, old + 1);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2); //~ FINDING assertion
    return 0;
}
