// How many threads are created depends on an input; the sum is right for every number.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    sum++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    for (int k = 0; k < n; k++)
        pthread_create(&threads[k], 0, work, 0);
    for (int k = 0; k < n; k++)
        pthread_join(threads[k], 0);
    assert(sum == n);
    return 0;
}
