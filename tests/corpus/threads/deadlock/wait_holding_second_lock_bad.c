// The waiter gives back the mutex of the condition, but not the other lock that the signaller needs.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m); //~ FINDING deadlock
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&outer);
    return unused;
}

static void *signaller(void *unused)
{
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&outer);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, waiter, 0);
    pthread_create(&two, 0, signaller, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
