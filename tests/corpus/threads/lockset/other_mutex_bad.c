// A function is handed the lock to use: not always the same one.
//@ property: race
//@ verdict: unsafe
//@ revisions: none dpor pdpor pdpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=on
//@[pdpor] flags: --reduce=pdpor --summaries=off
//@[pdpor_summaries] flags: --reduce=pdpor --summaries=on
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;

static void add(pthread_mutex_t *lock, int n)
{
    pthread_mutex_lock(lock);
    x += n;  //~ FINDING race
    pthread_mutex_unlock(lock);
}

static void *one(void *unused)
{
    add(&a, 1);
    return unused;
}

static void *two(void *unused)
{
    add(&b, 2);
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
