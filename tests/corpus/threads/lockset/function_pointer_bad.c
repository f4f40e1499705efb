// What is done under the lock, and whether it is kept, is said by a pointer.
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

static void keep(void)
{
}

static void give_back(void)
{
    pthread_mutex_unlock(&m);
    x++;  //~ FINDING race
    pthread_mutex_lock(&m);
}

void (*hooks[2])(void) = {keep, give_back};

static void *one(void *unused)
{
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&m);
        hooks[k]();
        pthread_mutex_unlock(&m);
    }
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
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
