// Which lock is used depends on which thread was first; what was found for one of them does not hold for the other.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
//@[pdpor_summaries] counter.pruned_by_locksets: >= 1
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
int which, x;

static void *choose(void *unused)
{
    pthread_mutex_lock(&guard);
    which = 1;
    pthread_mutex_unlock(&guard);
    // This is not followed, so that nothing is left out before it is done.
    free(malloc(1));
    return unused;
}

static void *work(void *unused)
{
    pthread_mutex_lock(&locks[0]);
    x++;  //~ FINDING race
    pthread_mutex_unlock(&locks[0]);
    return unused;
}

int main(void)
{
    pthread_t chooser, worker;
    pthread_create(&chooser, 0, choose, 0);
    pthread_mutex_lock(&guard);
    int number = which;
    pthread_mutex_unlock(&guard);
    pthread_join(chooser, 0);
    pthread_create(&worker, 0, work, 0);
    pthread_mutex_lock(&locks[number]);
    x++;  //~ RELATED race
    pthread_mutex_unlock(&locks[number]);
    pthread_join(worker, 0);
    return 0;
}
