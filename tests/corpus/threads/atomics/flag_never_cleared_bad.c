// Nobody clears the flag: the second thread spins for ever, which is no deadlock but never ends either.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <stdatomic.h>

atomic_flag flag = ATOMIC_FLAG_INIT;

static void *work(void *unused)
{
    while (atomic_flag_test_and_set(&flag)) //~ FINDING livelock
        ;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
