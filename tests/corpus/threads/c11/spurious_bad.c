// cnd_t: a wait that is not in a loop may end although nobody signalled.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <threads.h>

mtx_t m;
cnd_t c;
int ready;

static int waiter(void *unused)
{
    (void)unused;
    mtx_lock(&m);
    if (!ready)
        cnd_wait(&c, &m);
    assert(ready); //~ FINDING assertion
    mtx_unlock(&m);
    return 3;
}

int main(void)
{
    thrd_t thread;
    int result;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&thread, waiter, 0);
    mtx_lock(&m);
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    thrd_join(thread, &result);
    assert(result == 3);
    cnd_destroy(&c);
    mtx_destroy(&m);
    return 0;
}
