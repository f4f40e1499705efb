// N threads mark the slot they were given.
//@ verdict: safe
//@ family: N=2..3
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int marked[N];

static void *mark(void *argument)
{
    marked[(long)argument] = 1;
    return 0;
}

int main(void)
{
    pthread_t t[N];
    int sum = 0;
    for (long k = 0; k < N; k++)
        pthread_create(&t[k], 0, mark, (void *)k);
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    for (int k = 0; k < N; k++)
        sum += marked[k];
    assert(sum == N);
    return 0;
}
