// Two threads add each other's counter N times; the limit is any number that is not below the largest that can be reached, the
// Fibonacci number with index 2N + 2.
//@ property: assert
//@ verdict: safe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
//@ family: N=1..2
//@[dpor] full_runs: 3 19
//@[none_summaries] states: <= 66 3571
//@[dpor_summaries] states: <= 24 169
#include "paper.h"

int i = 1, j = 1, limit;

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

static int largest(void)
{
    int previous = 1, current = 1;
    for (int k = 0; k < 2 * N; k++) {
        int next = previous + current;
        previous = current;
        current = next;
    }
    return current;
}

int main(void)
{
    pthread_t a, b;
    limit = __VERIFIER_nondet_int();
    __VERIFIER_assume(limit >= largest());
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    raddle_check(i <= limit && j <= limit);
    return 0;
}
