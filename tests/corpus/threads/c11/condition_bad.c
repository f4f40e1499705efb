// cnd_t: the signal may come before the wait.
//@ verdict: unsafe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <threads.h>

mtx_t m;
cnd_t c;

static int waiter(void *unused)
{
    (void)unused;
    mtx_lock(&m);
    cnd_wait(&c, &m); //~ FINDING deadlock
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t thread;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&thread, waiter, 0);
    cnd_broadcast(&c);
    thrd_join(thread, 0);
    return 0;
}
