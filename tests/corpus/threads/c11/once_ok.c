// call_once, thread storage with tss_t, and thrd_exit.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <threads.h>

once_flag once = ONCE_FLAG_INIT;
tss_t key;
int calls;

static void initialise(void)
{
    calls++;
    tss_create(&key, 0);
}

static int work(void *argument)
{
    call_once(&once, initialise);
    tss_set(key, argument);
    assert(tss_get(key) == argument);
    thrd_exit(calls);
}

int main(void)
{
    thrd_t first, second;
    int one, two, a, b;
    thrd_create(&first, work, &a);
    thrd_create(&second, work, &b);
    thrd_join(first, &one);
    thrd_join(second, &two);
    assert(one == 1 && two == 1);
    return 0;
}
