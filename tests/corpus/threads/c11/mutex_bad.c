// A plain mtx_t is locked again by its owner.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <threads.h>

mtx_t m;

static int work(void *unused)
{
    (void)unused;
    mtx_lock(&m);
    mtx_lock(&m); //~ FINDING deadlock
    mtx_unlock(&m);
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t thread;
    mtx_init(&m, mtx_plain);
    thrd_create(&thread, work, 0);
    thrd_join(thread, 0);
    return 0;
}
