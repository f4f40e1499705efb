// One writer, N readers of one variable: each reader sees the old or the new value, which gives 2^N traces.
//@ property: assert
//@ verdict: safe
//@ family: N=1..3
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor] full_runs: 2 4 8
//@[dpor] blocked_runs: 0 0 0
#include <pthread.h>

int x;

static void *reader(void *unused)
{
    int value = x;
    (void)value;
    return unused;
}

int main(void)
{
    pthread_t t[N];
    for (int k = 0; k < N; k++)
        pthread_create(&t[k], 0, reader, 0);
    x = 1;
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    return 0;
}
