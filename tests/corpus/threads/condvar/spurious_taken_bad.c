// One item is put and signalled to one of two consumers. The other one may wake up spuriously and take it; the first one does not look again.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor summaries states pdpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[summaries] flags: --reduce=dpor --summaries=on
//@[states] flags: --reduce=none --summaries=on
//@[pdpor] flags: --reduce=pdpor
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int items;

static void *careful(void *unused)
{
    pthread_mutex_lock(&m);
    while (items == 0)
        pthread_cond_wait(&filled, &m);
    items--;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *careless(void *unused)
{
    pthread_mutex_lock(&m);
    if (items == 0)
        pthread_cond_wait(&filled, &m);
    items--;
    assert(items >= 0); //~ FINDING assertion
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, careful, 0);
    pthread_create(&second, 0, careless, 0);
    pthread_mutex_lock(&m);
    items = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&m);
    pthread_exit(0);
}
