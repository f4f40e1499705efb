// The index comes from an input, but an assumption leaves only one value of it: the accesses never meet.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int a[2] = {0, 2};

static void *reader(void *unused)
{
    int index = __VERIFIER_nondet_int();
    __VERIFIER_assume(index == 0);
    int seen = a[index & 1];
    (void)seen;
    return unused;
}

static void *writer(void *unused)
{
    a[1] = 0;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, reader, 0);
    pthread_create(&two, 0, writer, 0);
    pthread_exit(0);
}
