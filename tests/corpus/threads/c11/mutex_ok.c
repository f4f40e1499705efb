// mtx_t: plain, with lock and unlock; the counter is exact.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <threads.h>

mtx_t m;
int counter;

static int work(void *unused)
{
    (void)unused;
    mtx_lock(&m);
    counter++;
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t first, second;
    assert(mtx_init(&m, mtx_plain) == thrd_success);
    thrd_create(&first, work, 0);
    thrd_create(&second, work, 0);
    thrd_join(first, 0);
    thrd_join(second, 0);
    assert(counter == 2);
    mtx_destroy(&m);
    return 0;
}
