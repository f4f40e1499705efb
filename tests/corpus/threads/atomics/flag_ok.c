// atomic_flag as a lock.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag flag = ATOMIC_FLAG_INIT;
int counter;

static void *work(void *unused)
{
    while (atomic_flag_test_and_set(&flag))
        ;
    counter++;
    atomic_flag_clear(&flag);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2);
    return 0;
}
