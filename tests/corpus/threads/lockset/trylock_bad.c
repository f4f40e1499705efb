// Who does not get the lock writes all the same.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void *try(void *unused)
{
    int refused = pthread_mutex_trylock(&m);
    x++;  //~ FINDING race
    if (!refused)
        pthread_mutex_unlock(&m);
    return unused;
}

static void *two(void *unused)
{
    pthread_mutex_lock(&m);
    x = 2;  //~ RELATED race
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, try, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
