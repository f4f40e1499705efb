// Main writes before it creates the threads, which use a lock.
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

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *one(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *two(void *unused)
{
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    x = 1;
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
