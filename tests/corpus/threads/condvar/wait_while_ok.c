// The consumer looks again after every wake-up.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int items;

static void *consume(void *unused)
{
    pthread_mutex_lock(&m);
    while (items == 0)
        pthread_cond_wait(&filled, &m);
    items--;
    assert(items >= 0);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *produce(void *unused)
{
    pthread_mutex_lock(&m);
    items = 2;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, consume, 0);
    pthread_create(&second, 0, consume, 0);
    pthread_create(&third, 0, produce, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    assert(items == 0);
    return 0;
}
