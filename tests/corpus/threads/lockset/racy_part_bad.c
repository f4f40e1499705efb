// Threads race at first, and use a lock from then on: what follows the race is not explored.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[pdpor] counter.pruned_by_locksets: >= 1
//@[pdpor_summaries] counter.pruned_by_locksets: >= 1
//@[pdpor] states: <= 30
//@[pdpor_summaries] states: <= 30
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int early, late;

static void *one(void *unused)
{
    early = 1;  //~ FINDING race
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&m);
        late++;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *two(void *unused)
{
    early = 2;  //~ RELATED race
    for (int k = 0; k < 3; k++) {
        pthread_mutex_lock(&m);
        late += 2;
        pthread_mutex_unlock(&m);
    }
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
