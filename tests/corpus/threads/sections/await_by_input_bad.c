// Whether the awaited value ever comes depends on an input that a thread reads.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <raddle.h>

extern int __VERIFIER_nondet_int(void);

int a;

static void *waiter(void *unused)
{
    raddle_atomic_begin(); raddle_await(a > 100); raddle_atomic_end(); //~ FINDING deadlock
    return unused;
}

static void *setter(void *unused)
{
    int value = __VERIFIER_nondet_int();
    raddle_atomic_begin();
    a = value;
    raddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, waiter, 0);
    pthread_create(&second, 0, setter, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
