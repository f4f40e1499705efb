// Two threads use inputs of their own; the assertion relates them.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

atomic_int x, y;

static void *first(void *unused)
{
    int value = __VERIFIER_nondet_int();
    if (value > 10)
        x = value;
    return unused;
}

static void *second(void *unused)
{
    int value = __VERIFIER_nondet_int();
    if (value > 10 && value < 13)
        y = x + value;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(y != 1012); //~ FINDING assertion
    return 0;
}
