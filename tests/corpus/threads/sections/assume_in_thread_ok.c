// An assumption in one thread excludes the interleavings in which it does not hold; nothing else.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);

atomic_int x;

static void *writer(void *unused)
{
    x = 1;
    return unused;
}

static void *reader(void *unused)
{
    __VERIFIER_assume(x == 1);
    assert(x == 1);
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, writer, 0);
    pthread_create(&second, 0, reader, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
