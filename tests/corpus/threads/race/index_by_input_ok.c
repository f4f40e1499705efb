// The elements differ for all inputs: one index is even, the other odd.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

int a[8];

static void *work(void *argument)
{
    a[(long)argument] = 1;
    return 0;
}

int main(void)
{
    pthread_t one, two;
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 4 || j >= 4)
        return 0;
    pthread_create(&one, 0, work, (void *)(long)(2 * i));
    pthread_create(&two, 0, work, (void *)(long)(2 * j + 1));
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
