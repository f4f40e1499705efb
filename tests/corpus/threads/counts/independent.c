// N threads that do not interfere: one trace, whatever N is.
//@ verdict: safe
//@ revisions: dpor
//@ family: N=1,2,20,200
//@ flags: --reduce=dpor --summaries=off
//@ full_runs: 1 1 1 1
//@ blocked_runs: 0 0 0 0
#include <assert.h>
#include <pthread.h>

int cell[N];

static void *work(void *argument)
{
    long k = (long)argument;
    for (int step = 0; step < 3; step++)
        cell[k] += step;
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (long k = 0; k < N; k++)
        pthread_create(&t[k], 0, work, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    for (int k = 0; k < N; k++)
        assert(cell[k] == 3);
    return 0;
}
