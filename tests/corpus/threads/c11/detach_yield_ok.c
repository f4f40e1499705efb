// thrd_detach, thrd_yield, thrd_current and thrd_equal.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

atomic_int done;

static int work(void *unused)
{
    (void)unused;
    thrd_yield();
    done = 1;
    return 0;
}

int main(void)
{
    thrd_t thread;
    thrd_create(&thread, work, 0);
    assert(!thrd_equal(thread, thrd_current()));
    thrd_detach(thread);
    while (!done)
        thrd_yield();
    assert(done == 1);
    return 0;
}
