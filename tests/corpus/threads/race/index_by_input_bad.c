// The elements differ unless the inputs are equal.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

int a[8];

static void *work(void *argument)
{
    a[(long)argument] = 1; //~ FINDING data-race
    return 0;
}

int main(void)
{
    pthread_t one, two;
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 8 || j >= 8)
        return 0;
    pthread_create(&one, 0, work, (void *)(long)i);
    pthread_create(&two, 0, work, (void *)(long)j);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
