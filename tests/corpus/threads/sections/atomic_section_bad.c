// The section covers the read and the write, each on its own.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int counter;

static void *work(void *unused)
{
    __VERIFIER_atomic_begin();
    int old = counter;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    counter = old + 1;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == 2); //~ FINDING assertion
    return 0;
}
