// One thread scans an array downwards for a zero; N others set a[k] = a[k-1] + 1. The reads that conflict depend on the data.
//@ property: assert
//@ verdict: safe
//@ family: N=1..2
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor] full_runs: 2 5
//@[dpor] blocked_runs: 0 0
#include <pthread.h>

int a[N + 1];

static void *scan(void *unused)
{
    int i = N;
    while (i > 0 && a[i] != 0)
        i--;
    return unused;
}

static void *bump(void *argument)
{
    long k = (long)argument;
    a[k] = a[k - 1] + 1;
    return 0;
}

int main(void)
{
    pthread_t t[N + 1];
    pthread_create(&t[0], 0, scan, 0);
    for (long k = 1; k <= N; k++)
        pthread_create(&t[k], 0, bump, (void *)k);
    for (int k = 0; k <= N; k++)
        pthread_join(t[k], 0);
    return 0;
}
