// The first thread rests where the branches on its inputs meet, and then stands before its end, which is asked for. Whether the second one
// can join it in time is decided there, not at the rest.
//@ property: assert
//@ verdict: unsafe
//@ revisions: none dpor none_summaries dpor_summaries
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
//@[none_summaries] flags: --reduce=none --summaries=on
//@[dpor_summaries] flags: --reduce=dpor --summaries=on
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int x;
pthread_t one;

static void *first(void *unused)
{
    int count = 0;
    x = 1;
    if (__VERIFIER_nondet_int() > 0)
        count++;
    if (__VERIFIER_nondet_int() > 0)
        count++;
    return count > 2 ? 0 : unused;
}

static void *second(void *unused)
{
    assert(pthread_tryjoin_np(one, 0) == 0);  //~ FINDING assertion
    return unused;
}

int main(void)
{
    pthread_t two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(two, 0);
    return 0;
}
