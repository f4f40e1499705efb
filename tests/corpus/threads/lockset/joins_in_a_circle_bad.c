// Two threads wait for each other's end.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t one, two;

static void *first(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_t other = two;
    pthread_mutex_unlock(&m);
    pthread_join(other, 0); //~ FINDING deadlock
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_t other = one;
    pthread_mutex_unlock(&m);
    pthread_join(other, 0); //~ RELATED deadlock
    return unused;
}

int main(void)
{
    pthread_mutex_lock(&m);
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_mutex_unlock(&m);
    pthread_exit(0);
}
