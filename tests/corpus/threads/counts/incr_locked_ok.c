// N threads increment a counter under one lock: N! orders of the critical sections.
//@ verdict: safe
//@ family: N=1..2
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor] full_runs: 1 2
//@[dpor] blocked_runs: 0 0
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m;
int c;

static void *inc(void *unused)
{
    pthread_mutex_lock(&m);
    c++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t[N];
    pthread_mutex_init(&m, 0);
    for (int k = 0; k < N; k++)
        pthread_create(&t[k], 0, inc, 0);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    assert(c == N);
    return 0;
}
