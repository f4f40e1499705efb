// The lock is written over, as if it were a number, while it is held.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include <pthread.h>
#include <raddle.h>

pthread_spinlock_t lock;
int x;

static void *one(void *unused)
{
    pthread_spin_lock(&lock);
    x++;  //~ FINDING race
    pthread_spin_unlock(&lock);
    return unused;
}

static void *two(void *unused)
{
    raddle_atomic_begin();
    *(volatile int *)&lock = 0;
    raddle_atomic_end();
    pthread_spin_lock(&lock);
    x = 2;  //~ RELATED race
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
