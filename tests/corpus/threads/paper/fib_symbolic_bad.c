// As fib_symbolic_ok.c, with a limit that may be one too small.
//@ property: assert
//@ verdict: unsafe
//@ family: N=1..3
//@ revisions: dpor dpor_summaries
//@[dpor] flags: --reduce=dpor --summaries=off
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
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
    __VERIFIER_assume(limit >= largest() - 1);
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    raddle_check(i <= limit && j <= limit); //~ FINDING check
    return 0;
}
