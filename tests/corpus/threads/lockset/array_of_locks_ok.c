// Each element has a lock.
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

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int numbers[2] = {0, 1};
int data[2];

static void *work(void *argument)
{
    int number = *(int *)argument;
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&locks[k]);
        data[k]++;
        pthread_mutex_unlock(&locks[k]);
    }
    return (void *)(long)number;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, &numbers[0]);
    pthread_create(&second, 0, work, &numbers[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
