// The index comes from an input, and one of the two values that an assumption leaves makes the accesses meet.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int a[4];

static void *reader(void *unused)
{
    int index = __VERIFIER_nondet_int();
    __VERIFIER_assume((index == 0) | (index == 3));
    int seen = a[index & 3]; //~ FINDING data-race
    (void)seen;
    return unused;
}

static void *writer(void *unused)
{
    a[3] = 0;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, reader, 0);
    pthread_create(&two, 0, writer, 0);
    pthread_exit(0);
}
