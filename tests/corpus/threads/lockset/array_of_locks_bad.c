// Each thread takes a lock of its own, not that of what it uses.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include <pthread.h>

pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int numbers[2] = {0, 1};
int data[2];

static void *work(void *argument)
{
    int number = *(int *)argument;
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&locks[number]);
        data[k]++;  //~ FINDING race
        pthread_mutex_unlock(&locks[number]);
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
