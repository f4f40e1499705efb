// The consumer does not look again: another one may have taken the item between the signal and its wake-up.
//@ property: assert
//@ verdict: unsafe
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
    if (items == 0)
        pthread_cond_wait(&filled, &m);
    items--;
    assert(items >= 0); //~ FINDING assertion
    pthread_mutex_unlock(&m);
    return unused;
}

static void *produce(void *unused)
{
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t first, second, third;
    pthread_create(&first, 0, consume, 0);
    pthread_create(&second, 0, consume, 0);
    pthread_create(&third, 0, produce, 0);
    pthread_exit(0);
}
