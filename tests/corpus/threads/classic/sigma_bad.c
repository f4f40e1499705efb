// N threads mark the slot that a shared index points to; main moves the index on while they start.
//@ property: assert
//@ verdict: unsafe
//@ family: N=2..3
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int marked[N], next = -1;

static void *mark(void *unused)
{
    marked[next] = 1;
    return unused;
}

int main(void)
{
    pthread_t t[N];
    int sum = 0;
    for (int k = 0; k < N; k++) {
        next++;
        pthread_create(&t[k], 0, mark, 0);
    }
    for (int k = 0; k < N; k++)
        pthread_join(t[k], 0);
    for (int k = 0; k < N; k++)
        sum += marked[k];
    assert(sum == N); //~ FINDING assertion
    return 0;
}
