// A spinlock that looks first and takes later lets both threads in.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int counter;

static void *work(void *unused)
{
    while (atomic_load(&taken))
        ;
    atomic_store(&taken, 1);
    counter++; //~ FINDING data-race
    atomic_store(&taken, 0);
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
