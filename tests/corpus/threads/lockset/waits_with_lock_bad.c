// The same with one lock taken inside of the other, in two orders: who waits holds what another one waits for.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;

static void *here(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n); //~ FINDING deadlock
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *there(void *unused)
{
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&m); //~ RELATED deadlock
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&n);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, here, 0);
    pthread_create(&two, 0, there, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
