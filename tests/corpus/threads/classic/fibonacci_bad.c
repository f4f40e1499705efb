// Two threads add each other's number N times; one schedule reaches a Fibonacci number.
//@ property: assert
//@ verdict: unsafe
//@ family: N=1..2
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

int i = 1, j = 1;

static void *left(void *unused)
{
    for (int k = 0; k < N; k++)
        i += j;
    return unused;
}

static void *right(void *unused)
{
    for (int k = 0; k < N; k++)
        j += i;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    int bound = N == 1 ? 3 : 8;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(i < bound && j < bound); //~ FINDING assertion
    return 0;
}
