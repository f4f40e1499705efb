// The item is made after whoever waits for it was told.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
int full, item;

static void *one(void *unused)
{
    pthread_mutex_lock(&m);
    while (!full)
        pthread_cond_wait(&ready, &m);
    item++;  //~ FINDING race
    pthread_mutex_unlock(&m);
    return unused;
}

static void *two(void *unused)
{
    pthread_mutex_lock(&m);
    full = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&m);
    item = 1;  //~ RELATED race
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
