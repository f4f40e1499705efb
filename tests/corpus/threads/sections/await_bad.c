// The condition is true for a moment only; the waiter may miss it and then waits for ever.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <pthread.h>
#include <raddle.h>

int a;

static void *waiter(void *unused)
{
    raddle_atomic_begin(); raddle_await(a == 1); raddle_atomic_end(); //~ FINDING deadlock
    return unused;
}

static void *setter(void *unused)
{
    raddle_atomic_begin();
    a = 1;
    raddle_atomic_end();
    raddle_atomic_begin();
    a = 2;
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
