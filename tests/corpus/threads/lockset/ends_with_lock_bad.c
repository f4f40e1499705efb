// A thread ends with the lock that another one waits for.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *keep(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}

static void *use(void *unused)
{
    pthread_mutex_lock(&m); //~ FINDING deadlock
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, keep, 0);
    pthread_create(&two, 0, use, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
