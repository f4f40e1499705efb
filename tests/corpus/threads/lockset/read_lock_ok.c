// Threads read under a read lock, and one writes under a write lock.
//@ property: race
//@ verdict: safe
//@ revisions: none dpor pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[pdpor] counter.pruned_by_locksets: >= 1
//@[pdpor_summaries] counter.pruned_by_locksets: >= 1
//@[pdpor] states: <= 2
//@[pdpor_summaries] states: <= 2
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

static void *one(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    int seen = x;
    (void)seen;
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *two(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    x = 2;
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
