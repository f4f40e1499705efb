// Which way it adds the same depends on an input.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int count = 3;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    int two = __VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    count++;
    if (two)
        count -= 2;
    else
        count -= 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(count == 1);
    return 0;
}
