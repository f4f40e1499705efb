// N threads one after the other, each joined before the next begins.
//@ verdict: safe
//@ family: N=1..3
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int sum;

static void *work(void *argument)
{
    sum += (int)(long)argument;
    return 0;
}

int main(void)
{
    for (long k = 1; k <= N; k++) {
        pthread_t thread;
        pthread_create(&thread, 0, work, (void *)k);
        pthread_join(thread, 0);
    }
    assert(sum == N * (N + 1) / 2);
    return 0;
}
