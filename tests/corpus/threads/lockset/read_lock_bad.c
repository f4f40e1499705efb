// Two threads write while they hold the lock for reading.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

static void *one(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    x = 1;  //~ FINDING race
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *two(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    x = 2;  //~ RELATED race
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
