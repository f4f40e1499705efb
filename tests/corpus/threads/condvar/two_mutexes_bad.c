// Two threads wait on one condition variable at the same time with different mutexes.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int first, second;

static void *wait_first(void *unused)
{
    pthread_mutex_lock(&a);
    while (!first)
        pthread_cond_wait(&changed, &a); //~ FINDING wait-without-mutex
    pthread_mutex_unlock(&a);
    return unused;
}

static void *wait_second(void *unused)
{
    pthread_mutex_lock(&b);
    while (!second)
        pthread_cond_wait(&changed, &b); //~ FINDING wait-without-mutex
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, wait_first, 0);
    pthread_create(&two, 0, wait_second, 0);
    pthread_mutex_lock(&a);
    first = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&b);
    second = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&b);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
