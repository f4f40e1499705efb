// mtx_timedlock succeeds or times out.
//@ verdict: safe
//@ revisions: none dpor
//@[none] flags: --reduce=none --summaries=off
//@[dpor] flags: --reduce=dpor --summaries=off
#include <assert.h>
#include <threads.h>
#include <time.h>

mtx_t m;
int counter;

static int work(void *unused)
{
    (void)unused;
    struct timespec deadline = {0, 0};
    int result = mtx_timedlock(&m, &deadline);
    assert(result == thrd_success || result == thrd_timedout);
    if (result == thrd_success) {
        counter++;
        mtx_unlock(&m);
    }
    return 0;
}

int main(void)
{
    thrd_t first, second;
    mtx_init(&m, mtx_timed);
    thrd_create(&first, work, 0);
    thrd_create(&second, work, 0);
    thrd_join(first, 0);
    thrd_join(second, 0);
    assert(counter <= 2);
    return 0;
}
