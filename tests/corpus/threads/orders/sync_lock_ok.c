// The old builtins as a lock: setting acquires, giving back releases.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#include <pthread.h>

int taken;
int data;

static void *worker(void *unused)
{
    while (__sync_lock_test_and_set(&taken, 1))
        ;
    data = data + 1;
    __sync_lock_release(&taken);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
