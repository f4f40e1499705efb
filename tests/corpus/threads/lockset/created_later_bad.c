// The thread that uses no lock is created while the other one is at work.
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

static void *late(void *unused)
{
    x++;  //~ FINDING race
    return unused;
}

static void *one(void *unused)
{
    pthread_mutex_lock(&m);
    x = 1;  //~ RELATED race
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    pthread_create(&second, 0, late, 0);
    pthread_join(second, 0);
    pthread_join(first, 0);
    return 0;
}
